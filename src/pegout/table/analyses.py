"""Analyses of single positions: the value of every discard, and the win probability at a score.

The server values discards where it computes hints, behind the moves of computer players, and caches
the latest results there. The modules that compute them are imported with the first request.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.cards import Card, CardError, known_cards
from pegout.rules import Rules, RulesError
from pegout.text import Translator
from pegout.wire import http

if TYPE_CHECKING:
    from pegout.review.discard_analysis import DiscardAnalysis
    from pegout.review.options import Option

#: The farthest target in the win probability tables.
_MAX_TARGET: Final = 121
_MIN_TARGET: Final = 31
#: The size of each cache of results.
_REMEMBERED: Final = 200
#: The longest part of an unreadable value that an error message quotes.
_SHOWN: Final = 40
_SCORES: Final = re.compile(r"[0-9]{1,3}(-[0-9]{1,3}){1,2}")
#: An example hand; error messages show as many of these cards as are dealt.
_EXAMPLE: Final = ("5H", "5S", "6D", "7C", "JD", "KS")


class AnalysisRefused(RulesError):
    """A question that cannot be answered; the message is for a person, in their language.

    ``code`` is ``bad_switch`` for the number of players or the target, ``bad_scores``,
    ``bad_dealer``, or the code of a card error: ``bad_card``, ``wrong_number``, ``unknown_card``,
    ``duplicate_card``.
    """


class ScoreQuestion(NamedTuple):
    """A game and its score, the player's own side first, to be analysed."""

    players: int
    target: int
    scores: tuple[int, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return Rules(players=self.players, target=self.target)


class DiscardQuestion(NamedTuple):
    """A hand to be analysed before its discard.

    The cards are sorted in the order of the pack. The dealer is 0 for the player, 1 for the next on
    the left, and so on.
    """

    score: ScoreQuestion
    cards: tuple[Card, ...]
    dealer: int


def read_score_question(query: http.ScoreWanted, t: Translator) -> ScoreQuestion:
    """Read the question about a score; error messages are in the language.

    Raises:
        AnalysisRefused: if the query cannot be read.

    >>> from pegout.text import language
    >>> read_score_question(http.ScoreWanted("84-90"), language("en"))
    ScoreQuestion(players=2, target=121, scores=(84, 90))
    """
    players = _number("players", query.players, (2, 4), "bad_switch", t)
    target = _number("target", query.target, (_MIN_TARGET, _MAX_TARGET), "bad_switch", t)
    sides = 3 if players == 3 else 2
    said = query.scores
    scores = (0,) * sides
    if said:
        scores = tuple(map(int, said.split("-"))) if _SCORES.fullmatch(said) else ()
    if len(scores) != sides or max(scores) >= target:
        raise AnalysisRefused(
            "bad_scores",
            t(
                "Scores are {n} numbers from 0 to {maximum}, your own first, such as {example}, "
                "and not “{found}”.",
                n=sides,
                maximum=target - 1,
                example="-".join(("20", "24", "18")[:sides]),
                found=said[:_SHOWN],
            ),
        )
    return ScoreQuestion(players, target, scores)


def read_discard_question(query: http.DiscardsWanted, t: Translator) -> DiscardQuestion:
    """Read the question about a hand; error messages are in the language.

    Raises:
        AnalysisRefused: if the query cannot be read.

    >>> from pegout.text import language
    >>> wanted = http.DiscardsWanted(cards="KS,5H,5S,6D,7C,JD", dealer="1")
    >>> asked = read_discard_question(wanted, language("en"))
    >>> [str(card) for card in asked.cards], asked.dealer
    (['5H', '5S', '6D', '7C', 'JD', 'KS'], 1)
    """
    score = read_score_question(query, t)
    dealer = _number("dealer", query.dealer, (0, score.players - 1), "bad_dealer", t)
    said, dealt = query.cards, score.rules.hand_size
    try:
        cards = known_cards(said, "cards dealt", (dealt,))
    except CardError as error:
        raise AnalysisRefused(
            error.code,
            t(
                "Name {n} different cards, each by its rank and suit, such as “{example}”, and "
                "not “{found}”.",
                n=dealt,
                example=",".join(_EXAMPLE[:dealt]),
                found=said[:_SHOWN],
            ),
        ) from None
    return DiscardQuestion(score, tuple(sorted(cards)), dealer)


def _number(name: str, said: str, ends: tuple[int, int], code: str, t: Translator) -> int:
    minimum, maximum = ends
    if re.fullmatch("[0-9]{1,3}", said) and minimum <= int(said) <= maximum:
        return int(said)
    raise AnalysisRefused(
        code,
        t(
            "“{name}” is a number from {minimum} to {maximum}, and not “{found}”.",
            name=name,
            minimum=minimum,
            maximum=maximum,
            found=said[:_SHOWN],
        ),
    )


def analyse_discards(question: DiscardQuestion, t: Translator) -> http.DiscardsAnalysed:
    """Value every discard from a hand, the best first."""
    from pegout.text.estimates import estimate_sentences

    analysis, score = _analysed(question), question.score
    options = analysis.options
    return http.DiscardsAnalysed(
        cards=[str(card) for card in question.cards],
        dealer=question.dealer,
        whose=options.dealer,
        scores=list(score.scores),
        players=score.players,
        target=score.target,
        by_chance=options.by_chance,
        starters=analysis.starters,
        discards=[_discard(option, analysis, t) for option in options.options],
        notes=estimate_sentences(options.estimated, t),
    )


@lru_cache(_REMEMBERED)
def _analysed(question: DiscardQuestion) -> DiscardAnalysis:
    from pegout.review.discard_analysis import analyse

    score = question.score
    return analyse(question.cards, score.rules, dealer=question.dealer, scores=score.scores)


def _discard(option: Option, analysis: DiscardAnalysis, t: Translator) -> http.AnalysedDiscard:
    """Describe a discard with its values and score distributions."""
    from pegout.table.decision_messages import encode_loss, encode_option
    from pegout.text.reasons import explanation

    spread, options = analysis.spread(option), analysis.options
    hand = {points: number / analysis.starters for points, number in spread.hand_counts.items()}
    return http.AnalysedDiscard(
        option=encode_option(option, options, t),
        loss=encode_loss(options.loss(option)),
        says=explanation(options, option, t),
        hand=_shares(hand),
        crib=_shares(spread.crib_shares),
    )


def _shares(likely: Mapping[int, float]) -> list[http.PointsShare]:
    """Return the score distribution, the fewest points first."""
    return [http.PointsShare(points, round(share, 6)) for points, share in sorted(likely.items())]


def analyse_score(question: ScoreQuestion) -> http.ScoreAnalysed:
    """Return the chances of winning at a score, for each possible dealer.

    >>> analyse_score(ScoreQuestion(2, 121, (0, 0))).scores
    [0, 0]
    """
    from pegout.review.discard_analysis import score_win_probabilities

    players, target, scores = question
    deals = [
        http.ChancesDealing(dealer, [round(chance, 6) for chance in wins])
        for dealer, wins in score_win_probabilities(scores, players, target)
    ]
    return http.ScoreAnalysed(list(scores), players, target, deals)


@cache
def map_scores(players: int, target: int) -> http.ChanceMap:
    """Return the chance of winning at every score of two sides, up to a target of 121."""
    from pegout.tables.win_probability import LARGEST_NEED, dealer_wins

    # The table counts the points that each side needs, so needs go down as scores go up.
    wins, needs = dealer_wins(players), range(target, 0, -1)
    rows = [
        [round(1000 * wins[own * (LARGEST_NEED + 1) + other]) for other in needs] for own in needs
    ]
    return http.ChanceMap(players, target, rows)

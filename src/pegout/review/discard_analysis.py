"""Every discard from given cards at a score, and the win probability at a score.

The numbers are those of :func:`pegout.review.option_values.options_of` for the view of a seat
that holds these cards. So they match the hint at a table in the same position. They come with the
score distributions of the hand and of the crib (:mod:`pegout.evaluation.advice`).

>>> result = analyse("5H 5S 6D 7C JD KS", dealer=0)
>>> [str(card) for card in result.options.best.cards], len(result.options.options)
(['JD', 'KS'], 15)
>>> result.spread(result.options.best).hand_counts[17]
2
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pegout.cards import UNKNOWN, CardsLike, known_cards
from pegout.evaluation.advice import DiscardAdvice, analyse_discard
from pegout.evaluation.discards import role_of
from pegout.notation.restore import PositionFields, restore
from pegout.review.option_values import options_of
from pegout.review.options import Option, Options
from pegout.rules import Phase, Rules, RulesError, SeatView
from pegout.rules.view import view
from pegout.tables.win_probability import chance, chance_of_seat, within

#: The seat of the question; the others sit to its left, 1, 2 and 3.
_OWN: Final = 0


class Spread(NamedTuple):
    """The score distributions after a discard."""

    # For each count of the hand, the number of starters that bring it.
    hand_counts: Mapping[int, int]
    crib_shares: Mapping[int, float]  # for each count of the crib, its probability


@dataclass(frozen=True)
class DiscardAnalysis:
    """Every discard of a seat, with its value and the score distributions after it."""

    view: SeatView
    options: Options  # the discards, the best first
    advice: DiscardAdvice  # the same discards with their score distributions

    @property
    def starters(self) -> int:
        """The number of possible starters, as far as the seat knows."""
        return sum(self.advice.best.hand_counts.values())

    def spread(self, option: Option) -> Spread:
        """Return the score distributions after an option."""
        (discard,) = [
            found for found in self.advice.discards if set(found.cards) == set(option.cards)
        ]
        return Spread(discard.hand_counts, discard.crib_distribution)

    def to_json(self) -> str:
        """Return everything as JSON: the advice, with the pegging and the win probabilities.

        >>> value = json.loads(analyse("5H 5S 6D 7C JD KS").to_json())
        >>> value["discards"][0]["discarded"], value["by_chance"]
        (['JD', 'KS'], False)
        """
        value = json.loads(self.advice.to_json())
        discards = {frozenset(row["discarded"]): row for row in value.pop("discards")}
        value |= {"scores": self.view.scores, "by_chance": self.options.by_chance}
        value["discards"] = [
            {
                **discards[frozenset(map(str, option.cards))],
                "play": option.play,
                "points": option.points,
                "chance": option.chance,
                "tied": self.options.loss(option).tied,
            }
            for option in self.options.options
        ]
        return json.dumps(value, indent=2)


def at_discard(
    dealt: CardsLike, rules: Rules, dealer: int = 0, scores: Sequence[int] = ()
) -> SeatView:
    """Return the view of seat 0 when it is to discard.

    Args:
        scores: the score of each side, that of the seat first; all of them 0 unless given.

    Raises:
        CardError: ``bad_card``, ``wrong_number``, ``unknown_card`` or ``duplicate_card``.
        RulesError: ``bad_dealer`` or ``bad_scores``.

    >>> seen = at_discard("5H 5S 6D 7C JD KS", Rules(), dealer=1, scores=(90, 84))
    >>> seen.dealer, seen.scores, len(seen.legal)
    (1, (90, 84), 15)
    """
    cards = known_cards(dealt, "cards dealt", (rules.hand_size,))
    if dealer not in range(rules.players):
        raise RulesError(
            "bad_dealer",
            f"who deals is a number from 0, yourself, to {rules.players - 1}, not {dealer!r:.20}",
        )
    hidden = (UNKNOWN,) * rules.hand_size
    position = PositionFields(
        rules=rules,
        phase=Phase.DISCARD,
        deal=1,
        dealer=dealer,
        scores=_checked(scores, rules),
        rear=(0,) * rules.sides,
        ready=frozenset(range(rules.players)),
        dealt=(cards, *[hidden] * (rules.players - 1)),
        crib=(UNKNOWN,) * rules.from_pack,
    )
    return view(restore(position), _OWN)


def _checked(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Return the scores, one for each side and below the target."""
    given = tuple(scores) or (0,) * rules.sides
    if len(given) != rules.sides or not all(0 <= score < rules.target for score in given):
        raise RulesError(
            "bad_scores",
            f"expected {rules.sides} scores from 0 to {rules.target - 1}, your own first, not "
            f"{'-'.join(map(str, given)):.40}",
        )
    return given


def analyse(
    dealt: CardsLike,
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] = (),
) -> DiscardAnalysis:
    """Evaluate every discard from some cards.

    The dealer is 0 for the seat itself, 1 for the next on its left, and so on. The scores begin
    with the own; all of them are 0 unless given.

    >>> result = analyse("5H 5S 6D 7C JD KS", dealer=1, scores=(115, 110))
    >>> result.options.by_chance, result.starters
    (True, 46)
    """
    rules = Rules() if rules is None else rules
    seen = at_discard(dealt, rules, dealer, scores)
    options = options_of(seen)
    assert options is not None, "a discard is a choice"
    advice = analyse_discard(seen.dealt, rules, role_of(rules, _OWN, dealer))
    return DiscardAnalysis(seen, options, advice)


class ScoreChances(NamedTuple):
    """Win probabilities at the start of a deal."""

    # The dealer: 0 for the own seat, 1 for the next on the left, and so on; with four players, one
    # seat of either side.
    dealer: int
    chances: tuple[float, ...]  # the win probability of each side, the own first. They add up to 1.


def score_win_probabilities(
    scores: Sequence[int], players: int = 2, target: int = 121
) -> tuple[ScoreChances, ...]:
    """Return the win probabilities at a score, for each side that may deal.

    Raises:
        RulesError: ``bad_scores``.
        UnknownRules: for other numbers of players, and for a target that no game has.

    >>> dealing, other = score_win_probabilities((0, 0))
    >>> [round(chance, 2) for chance in (*dealing.chances, *other.chances)]
    [0.56, 0.44, 0.44, 0.56]
    """
    rules = Rules(players=players, target=target)
    needs = [target - score for score in _checked(scores, rules)]
    if rules.sides == 3:
        return tuple(
            ScoreChances(dealer, tuple([chance_of_seat(needs, dealer, seat) for seat in range(3)]))
            for dealer in range(3)
        )
    own, opponent = within(needs, players)
    dealing, not_dealing = chance(own, opponent, players), 1 - chance(opponent, own, players)
    return (
        ScoreChances(0, (dealing, 1 - dealing)),
        ScoreChances(1, (not_dealing, 1 - not_dealing)),
    )

"""The drill of the play: which card to play, in positions of real deals, and what follows.

The text of a question is the position of a seat that has to play a card, and an answer is the card.
A level plays the deal up to the question, and both seats after it. The reply is a game of the
referee: the cards that the seat does not know are drawn by how its opponent discards and plays.
"""

from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

from pegout.cards import Card
from pegout.match import Entry, Match, MatchError, Seated, Setup, practice_position
from pegout.notation import describe_position, write_position
from pegout.notation.describe import description_of
from pegout.players import advance, create
from pegout.rules import Event, HandShown, Phase, Play, Rules, SeatView, State, seen
from pegout.school.choices import judge_choice, options_at, view_at
from pegout.school.difficulty import choice_difficulty
from pegout.school.discard_drill import deal
from pegout.school.errors import SchoolError
from pegout.school.questions import DrillQuestion, Judgement, QuestionFilter
from pegout.search.range_sampling import sample_from_range

#: The level that plays the deals which questions come from, and the replies.
LEVEL: Final = "club"
_SEATS: Final = (Seated("A", LEVEL), Seated("B", LEVEL))
#: The most deals for a question that fits.
_DEALS: Final = 300
#: A hand of so few cards is at the last cards; a need of so few points is near the end.
LAST_CARDS: Final = 2
NEAR_END: Final = 15


class Reply(NamedTuple):
    """What follows a card: the events of the rest of the play, as the seat sees them."""

    events: tuple[Event, ...]
    held: tuple[Card, ...]  # what the opponent held in this deal, before the answer


def make_play(chance: Random, wanted: QuestionFilter) -> DrillQuestion:
    """Play deals until a decision fits a filter, and ask about it.

    Raises:
        SchoolError: ``no_question`` where none was found.
    """
    for _ in range(_DEALS):
        dealt = deal(chance, wanted)
        if wanted.scores is None and "end" in wanted.words and min(map(dealt.needs, (0, 1))) > 30:
            continue
        decisions = [seen for seen in _decisions(dealt, chance) if _is_wanted(seen, wanted)]
        if not decisions:
            continue
        question = chance.choice(decisions)
        text = write_position(described(question))
        if _fits(text, wanted):
            return DrillQuestion("play", text)
    raise SchoolError("no_question", "no question was found that fits the filter")


def _decisions(dealt: SeatView, chance: Random) -> Iterator[SeatView]:
    """Play a deal, and yield each decision of seat 0 between cards of different ranks."""
    match = match_from(dealt, dealt.sample(chance), chance)
    for _ in _turns(match, chance):
        view = match.view(0)
        if view.phase is Phase.PLAY and view.turn == 0 and _ranks(view) > 1:
            yield view


def _ranks(view: SeatView) -> int:
    return len({card >> 2 for card in view.playable()})


def match_from(view: SeatView, state: State, chance: Random) -> Match:
    """Return a match of the referee that continues from a state of a position."""
    begin = practice_position(state, view.seat)
    setup = Setup("drill", begin.rules, _SEATS, dealer=view.dealer)
    return Match(setup, secrets=lambda _: chance.randbytes(32), practice=begin)


def _turns(match: Match, chance: Random) -> Iterator[tuple[Entry, ...]]:
    """Let both seats act until the play is over."""
    players = {seat: create(LEVEL, chance.getrandbits(32)) for seat in (0, 1)}
    for entries in advance(match, players):
        yield entries
        if match.view(0).phase not in (Phase.DISCARD, Phase.CUT, Phase.PLAY):
            return


def described(view: SeatView) -> SeatView:
    """Return the same decision in a game from no points to 121, with the seat as seat 0.

    In a shorter game, each side is as much nearer to the end.
    """
    said = description_of(view)
    ahead = Rules().target - view.rules.target
    moved = said._replace(scores=tuple([score + ahead for score in said.scores]))
    return describe_position(**moved._asdict())


def _is_wanted(view: SeatView, wanted: QuestionFilter) -> bool:
    if "last" in wanted.words and len(view.hand) > LAST_CARDS:
        return False
    return "end" not in wanted.words or min(view.needs(0), view.needs(1)) <= NEAR_END


def _fits(text: str, wanted: QuestionFilter) -> bool:
    options = options_at(text)
    if all(options.loss(option).nothing for option in options.options):
        return False
    return wanted.difficulty in (None, choice_difficulty(options))


def judge_play(text: str, answer: str) -> Judgement:
    """Judge the card that was played; a card of another suit has the value of its rank.

    Raises:
        SchoolError: ``bad_question`` for a text that is no position in which a seat has to play,
            ``bad_answer`` for a card that it cannot play.
    """
    return judge_choice(text, answer, "play")


def play_out(text: str, answer: str, chance: Random) -> Reply:
    """Play on after an answer to the end of the play.

    Raises:
        SchoolError: as :func:`judge_play`.
    """
    judged = judge_play(text, answer)
    assert judged.chosen is not None, "a card was judged"
    view = view_at(text)
    rank = judged.chosen.cards[0] >> 2
    card = max([card for card in view.playable() if card >> 2 == rank])
    state = sample_from_range(view, chance)
    try:
        match = match_from(view, state, chance)
    except MatchError as error:
        raise SchoolError("bad_question", str(error)) from error
    held = tuple(sorted(state.hands[1 - view.seat]))
    entries = [*match.act(view.seat, Play(view.seat, card))]
    if match.view(0).phase is Phase.PLAY:
        for more in _turns(match, chance):
            entries += more
    happened = [seen(entry.event, view.seat) for entry in entries if isinstance(entry.event, Event)]
    return Reply(tuple(takewhile(lambda event: not isinstance(event, HandShown), happened)), held)

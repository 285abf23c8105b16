"""What is summed up of a finished game, seat by seat, for lists of games and statistics.

A store writes the sums with the entries that end the game, so that a list of a thousand games reads
no log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from pegout.match import Entry, GameBegan, LogEvent, PositionSet, PracticeBegan, effective
from pegout.notation.outcome import GREAT_HAND
from pegout.rules import Dealt, GameEnded, Resigned, Rules, Scored

#: Points that no play made: the start of a five-card game, a jack as the starter, others' faults.
_APART: Final = ("start", "heels", "muggins", "overcount")


class RoleSums(Struct, frozen=True, array_like=True):
    """The deals of a seat in one role, and its points in them as counted.

    A jack as the starter belongs to none of them. A hand or crib that was not counted, because the
    game had ended, is not among those that were.
    """

    deals: int = 0
    play: int = 0
    hands: int = 0
    hand: int = 0
    cribs: int = 0
    crib: int = 0

    def plus(self, other: RoleSums) -> RoleSums:
        """Return the sums of both.

        >>> RoleSums(1, 3).plus(RoleSums(1, 2, 1, 8)).play
        5
        """
        return RoleSums(*map(sum, zip(_numbers(self), _numbers(other), strict=True)))


def _numbers(sums: RoleSums) -> tuple[int, ...]:
    return msgspec.structs.astuple(sums)


class SeatSums(Struct, frozen=True, omit_defaults=True):
    """The deals of a seat in a game, and how many hands and cribs it had of 24 points or more."""

    dealer: RoleSums = RoleSums()
    pone: RoleSums = RoleSums()
    great: int = 0


class GameSums(Struct, frozen=True, omit_defaults=True):
    """A finished game: its result by side, and the sums of each seat.

    Nobody wins a game that all agreed to stop. ``usual`` is set for two players with six cards and
    the usual counts, whose averages can be compared. ``practice`` is set where the game continued
    from a decision or a position; such a game counts in no statistics.
    """

    target: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    skunks: tuple[int, ...]
    seats: tuple[SeatSums, ...]
    resigned: int | None = None
    usual: bool = True
    practice: bool = False


class KindErrors(Struct, frozen=True, array_like=True):
    """The decisions of a kind that a seat made without help, and what their errors lost."""

    decisions: int = 0
    points: float = 0.0
    chance: float = 0.0


class SeatErrors(Struct, frozen=True, omit_defaults=True):
    """The errors of a seat in a reviewed game, and its luck.

    ``scaled`` and ``scaled_points`` are the decisions, and their loss, that place the player on
    the scale of levels. Luck and skill are in win probability, and in holes where those are known.
    """

    discard: KindErrors = KindErrors()
    play: KindErrors = KindErrors()
    count: KindErrors = KindErrors()
    scaled: int = 0
    scaled_points: float = 0.0
    luck: float | None = None
    skill: float | None = None
    luck_holes: float | None = None
    skill_holes: float | None = None

    @property
    def chance(self) -> float:
        """The win probability that all errors lost."""
        return self.discard.chance + self.play.chance + self.count.chance


class EndedGame(NamedTuple):
    """A game that has ended: its number in the match, and its sums."""

    number: int
    sums: GameSums


def ended_games(rules: Rules, entries: Sequence[Entry]) -> list[EndedGame]:
    """Return the games that end in some entries, which begin with a game or before the first one.

    >>> from pegout.rules import Result
    >>> began, dealt = GameBegan(1, 0), Dealt(1, 0, ((), ()), ())
    >>> scored, result = Scored(1, "go", (), 1, 1), Result((1,), (0, 0), (0, 1))
    >>> log = [Entry(at, event) for at, event in enumerate([began, dealt, scored], 1)]
    >>> ended_games(rules := Rules(), log)
    []
    >>> ((number, sums),) = ended_games(rules, [*log, Entry(4, GameEnded(result))])
    >>> number, sums.scores, sums.seats[1].pone.play
    (1, (0, 1), 1)
    """
    events = [event for _, event in effective(entries)]
    starts = [index for index, event in enumerate(events) if isinstance(event, GameBegan)]
    games = []
    for first, end in pairwise([*starts, len(events)]):
        began, happened = events[first], events[first:end]
        sums = _sums_of(rules, happened)
        if sums is not None and isinstance(began, GameBegan):
            games.append(EndedGame(began.game, sums))
    return games


def current_game(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries since the last game began."""
    starts = [at for at, entry in enumerate(entries) if isinstance(entry.event, GameBegan)]
    return list(entries[starts[-1] :]) if starts else list(entries)


def _sums_of(rules: Rules, events: Sequence[LogEvent]) -> GameSums | None:
    result = next((event.result for event in events if isinstance(event, GameEnded)), None)
    if result is None:
        return None
    scores = list(rules.scores_at_start)
    for event in events:
        if isinstance(event, Scored):
            scores[rules.side(event.seat)] = event.score
    return GameSums(
        target=rules.target,
        scores=tuple(scores),
        winners=result.winners,
        skunks=result.skunks,
        seats=tuple([_seat_sums(events, seat) for seat in range(rules.players)]),
        resigned=next((event.seat for event in events if isinstance(event, Resigned)), None),
        usual=rules.players == 2 and rules.hand_size == 6 and not rules.lowball,
        practice=any(isinstance(event, PracticeBegan | PositionSet) for event in events),
    )


def _seat_sums(events: Iterable[LogEvent], seat: int) -> SeatSums:
    roles = RoleSums(), RoleSums()
    is_dealer, great = False, 0
    for event in events:
        match event:
            case Dealt(dealer=dealer):
                is_dealer = dealer == seat
                more = RoleSums(deals=1)
            case Scored(seat=owner, reason=reason, points=points) if owner == seat:
                more = _scored(reason, points)
                great += reason in ("hand", "crib") and points >= GREAT_HAND
            case _:
                continue
        pone, dealer_sums = roles
        roles = (pone, dealer_sums.plus(more)) if is_dealer else (pone.plus(more), dealer_sums)
    return SeatSums(dealer=roles[1], pone=roles[0], great=great)


def _scored(reason: str, points: int) -> RoleSums:
    match reason:
        case "hand":
            return RoleSums(hands=1, hand=points)
        case "crib":
            return RoleSums(cribs=1, crib=points)
        case _:
            return RoleSums(play=0 if reason in _APART else points)


# Several threads decode: a decoder that each made for itself could crash the process, because
# msgspec (0.22) describes a type when it is first used, and lets others see it half done.
_sums_decoder: Final = msgspec.json.Decoder(GameSums)
_errors_decoder: Final = msgspec.json.Decoder(tuple[SeatErrors, ...])


def encode_sums(sums: GameSums) -> str:
    """Encode sums as JSON, for a store."""
    return msgspec.json.encode(sums).decode()


def decode_sums(text: str) -> GameSums:
    """Decode the sums of a game."""
    return _sums_decoder.decode(text)


def encode_errors(errors: Sequence[SeatErrors]) -> str:
    """Encode the errors of each seat as JSON, for a store."""
    return msgspec.json.encode(errors).decode()


def decode_errors(text: str | None) -> tuple[SeatErrors, ...]:
    """Decode the errors of each seat; none for a game that was not reviewed."""
    return () if text is None else _errors_decoder.decode(text)

"""The plain values that states, views and events are made of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from pegout.cards import Card


class Phase(StrEnum):
    """The phases of a game, in their order."""

    READY = "ready"
    SHUFFLE = "shuffle"
    CUT_FOR_DEAL = "cut_for_deal"
    DISCARD = "discard"
    CUT = "cut"
    PLAY = "play"
    SHOW = "show"
    OVER = "over"

    # The hash of a plain Enum is Python code, and phases are looked up at every step.
    __hash__ = str.__hash__


# Reading a member off the class takes several times as long as reading a name.
READY, SHUFFLE, CUT_FOR_DEAL, DISCARD, CUT, PLAY, SHOW, OVER = Phase


#: What points were pegged for. ``go`` covers the last card too; ``start`` is the three points of
#: the non-dealer in the five-card game; ``overcount`` the excess of an opponent's claim.
Reason = Literal["start", "heels", "play", "go", "hand", "crib", "muggins", "overcount"]


class PlayedCard(NamedTuple):
    """A card on the table in the play, and the seat that played it."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class GoSaid:
    """A go: who said it, at which count, and after how many cards of the deal."""

    seat: int
    count: int
    after: int


class DealerCutAt(NamedTuple):
    """A cut for the first deal: the seat, the place in the pack and the card cut."""

    seat: int
    at: int
    card: Card


class Shown(NamedTuple):
    """A hand or the crib, face up in the show; ``seat`` is its owner."""

    seat: int
    cards: tuple[Card, ...]
    crib: bool


@dataclass(frozen=True, slots=True)
class Pending:
    """A claim that opponents may still answer with muggins.

    Attributes:
        seat: who claimed.
        reason: ``play``, ``hand`` or ``crib``.
        claimed: the points that were claimed.
        taken: the points that opponents have taken so far.
        awaiting: the seats that have not answered yet.
    """

    seat: int
    reason: Reason
    claimed: int
    taken: int
    awaiting: frozenset[int]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        winners: the winning sides; more than one only with three players, in lowball or after one
            of them resigned; none where everybody agreed to stop.
        skunks: for each side, how badly it was beaten: 0, 1 for a skunk, 2 for a double and 3 for a
            triple skunk.
        match_points: the points for a match that each side gets, one amount for each side beaten.
    """

    winners: tuple[int, ...]
    skunks: tuple[int, ...]
    match_points: tuple[int, ...]

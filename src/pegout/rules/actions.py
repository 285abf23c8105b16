"""What a seat may ask for. Actions are wishes; what follows from them are events.

Seats are numbered clockwise from 0. :data:`NATURE` is the seat of chance: the referee acts for
it with what came out of a fair deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pegout.cards import Card

__all__ = [
    "ENDINGS",
    "NATURE",
    "Accept",
    "Action",
    "Claim",
    "Commit",
    "Cut",
    "CutForDeal",
    "Discard",
    "Go",
    "GoOn",
    "Muggins",
    "Play",
    "Ready",
    "Resign",
    "Reveal",
    "Shuffle",
    "Stop",
]

#: The seat of chance.
NATURE: Final = -1


@dataclass(frozen=True, slots=True)
class Commit:
    """Publish what the coming pack was committed to, before anybody says ready."""

    commitment: str
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Lay the shuffled pack on the table, its top card first."""

    pack: tuple[Card, ...]
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Reveal:
    """Publish the secret behind a pack that is finished with.

    ``deal`` is the number of the deal, 0 for the pack that was cut for the first deal.
    """

    deal: int
    secret: str
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that the cards may be dealt, and add a word of one's own to the shuffle."""

    seat: int
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Cut for the first deal: take the card at this place of the pack, 0 being its top."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay cards away to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut for the starter: lift ``at`` cards off the pack."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card in the play; with manual counting, say how many points it scores."""

    seat: int
    card: Card
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Go:
    """Say go: no card fits under 31."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Say how many points the hand or crib on the table has, with manual counting."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Muggins:
    """Claim points that an opponent has just missed."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Let an opponent's count stand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up: one's side loses it as the board stands. Any seat may, at any time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Say that this seat would end the game here; it ends when every seat has said so."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Take back, for everybody, all that was said of ending the game here."""

    seat: int


#: Anything that a seat may do.
Action = (
    Commit
    | Shuffle
    | Reveal
    | Ready
    | CutForDeal
    | Discard
    | Cut
    | Play
    | Go
    | Claim
    | Muggins
    | Accept
    | Resign
    | Stop
    | GoOn
)

#: What may be asked for at any time until the game is over; computer players never do.
ENDINGS: Final = (Resign, Stop, GoOn)

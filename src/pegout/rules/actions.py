"""What a seat may request. An action is a request; its consequences are events.

Seats are numbered clockwise from 0. :data:`NATURE` is the seat of chance: the referee acts for
it with the results of a fair deal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from pegout.cards import Card, CardError, parse_cards
from pegout.numbers import whole_number

#: The seat of chance.
NATURE: Final = -1


@dataclass(frozen=True, slots=True)
class Commit:
    """Publish the commitment to the next pack, before any seat says ready."""

    commitment: str
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put the shuffled pack on the table, its top card first."""

    pack: tuple[Card, ...]
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Reveal:
    """Publish the secret behind a pack that is no longer in play.

    ``deal`` is the number of the deal, 0 for the pack that was cut for the first deal.
    """

    deal: int
    secret: str
    seat: int = NATURE


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that the cards may be dealt, and add a text to the shuffle."""

    seat: int
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Cut for the first deal: take the card at this place of the pack, 0 being its top."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard cards to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut for the starter: lift ``at`` cards off the pack."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; with manual counting, say how many points it scores."""

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
    """Accept an opponent's count."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign: the seat's side loses with the score as it is. Any seat may, at any time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Offer to end the game here. It ends when every seat has offered."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Withdraw every seat's offer to end the game here."""

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


def plain_action(action: Action) -> Action:
    """Return an action with cards for their names or numbers, and ints for other whole numbers.

    What is neither stays as it is, for the rules to refuse.

    >>> plain_action(Discard(0, "5H 5S"))
    Discard(seat=0, cards=(Card('5H'), Card('5S')))
    >>> plain_action(Play(0, "1H"))
    Play(seat=0, card='1H', claim=None)
    """
    changed: dict[str, Any] = {}
    for name in type(action).__slots__:
        given = getattr(action, name)
        plain = _PLAIN.get(name, _itself)(given)
        if plain is not given:
            changed[name] = plain
    return replace(action, **changed) if changed else action


def _itself(given: object) -> object:
    return given


def _number(given: object) -> object:
    number = whole_number(given)
    return given if number is None else number


def _card(given: Any) -> object:
    if type(given) is Card:
        return given
    try:
        return Card(given)
    except CardError:
        return given


def _cards(given: Any) -> object:
    if type(given) is tuple and all(type(card) is Card for card in given):
        return given
    try:
        return parse_cards(given, distinct=False)
    except CardError:
        return given


_PLAIN: Final[dict[str, Callable[[Any], object]]] = {
    "seat": _number,
    "at": _number,
    "claim": _number,
    "points": _number,
    "card": _card,
    "cards": _cards,
}

#: Actions that are legal until the game is over. Computer players never use them.
ENDINGS: Final = (Resign, Stop, GoOn)

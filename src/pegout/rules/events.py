"""What happened, and which seats may know it.

An event is a fact with all the consequences of an action in it, so a state is the sum of its
events. :func:`seen` returns the event as one seat sees it, with
:data:`~pegout.cards.UNKNOWN` cards for what is hidden from that seat.
"""

from dataclasses import dataclass, replace

from pegout.cards import UNKNOWN, Card
from pegout.rules.table import Reason, Result
from pegout.scoring import Item


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment to the pack of this deal; 0 is the pack cut for the first deal."""

    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SaidReady:
    """A seat is ready for the cards, and added this to the shuffle."""

    seat: int
    contribution: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The pack is on the table, top card first; no seat sees it."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealerCut:
    """A seat cut this card for the first deal, at this place of the pack."""

    seat: int
    at: int
    card: Card


@dataclass(frozen=True, slots=True)
class CutTied:
    """These seats cut equally low cards and cut again."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """This seat deals first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal: its number from 1, each seat's cards, and the cards from the pack to the crib."""

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    crib: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded these cards to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StarterCut:
    """A seat lifted ``at`` cards off the pack and the dealer turned up the starter."""

    seat: int
    at: int
    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card, which brought the play to this count."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat said go at this count."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CountEnded:
    """A count ended at this number; this seat had played its last card."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand, or the crib, was shown to be counted."""

    seat: int
    cards: tuple[Card, ...]
    crib: bool


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat said how many points it counts; ``reason`` is ``play``, ``hand`` or ``crib``."""

    seat: int
    reason: Reason
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The true count of a hand that a seat had claimed points for."""

    seat: int
    reason: Reason
    items: tuple[Item, ...]
    points: int
    claimed: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Points were pegged, or a hand without points was counted.

    Attributes:
        seat: whose points; its side pegs them.
        reason: what the points are for.
        items: the single scores; empty where missed points are not pegged, for
            :class:`Counted` names them then.
        points: the points that the side pegged, as counted.
        score: the side's new score, at most the target.
    """

    seat: int
    reason: Reason
    items: tuple[Item, ...]
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class MugginsCalled:
    """A seat claimed points that were missed, and got ``taken`` of them."""

    seat: int
    points: int
    taken: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat accepted the count."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal with this number is over; the deal passes to the left."""

    deal: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret behind the pack of a deal was published."""

    deal: int
    secret: str


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat resigned; its side has lost."""

    seat: int


@dataclass(frozen=True, slots=True)
class StopOffered:
    """A seat offered to end the game here; when every seat has, it ends without a winner."""

    seat: int


@dataclass(frozen=True, slots=True)
class StopDeclined:
    """A seat wants to play on; all offers to end the game are withdrawn."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    result: Result


#: Anything that may happen in a game.
Event = (
    Committed
    | SaidReady
    | Shuffled
    | DealerCut
    | CutTied
    | DealerChosen
    | Dealt
    | Discarded
    | StarterCut
    | Played
    | SaidGo
    | CountEnded
    | HandShown
    | Claimed
    | Counted
    | Scored
    | MugginsCalled
    | Accepted
    | DealEnded
    | Revealed
    | Resigned
    | StopOffered
    | StopDeclined
    | GameEnded
)


def seen(event: Event, seat: int | None) -> Event:
    """Return an event as a seat sees it; ``None`` is a spectator.

    >>> five, six = Card.parse("5H"), Card.parse("6H")
    >>> seen(Discarded(0, (five, six)), 1)
    Discarded(seat=0, cards=(Card('??'), Card('??')))
    >>> seen(Discarded(0, (five, six)), 0)
    Discarded(seat=0, cards=(Card('5H'), Card('6H')))
    """
    match event:
        case Shuffled(pack=pack):
            return Shuffled(_covered(pack))
        case Dealt(hands=hands, crib=crib):
            return replace(
                event,
                hands=tuple(
                    hand if owner == seat else _covered(hand) for owner, hand in enumerate(hands)
                ),
                crib=_covered(crib),
            )
        case Discarded(seat=owner, cards=cards) if owner != seat:
            return Discarded(owner, _covered(cards))
    return event


def _covered(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)

"""What one seat knows of a game, built field by field from what it may know.

A view is all that players, screens and logs ever get. It does not change by a byte when the cards
that the seat cannot see are exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload

from pegout.cards import CARDS, VALUES, Card
from pegout.rules.actions import Action
from pegout.rules.drawing import drawn
from pegout.rules.engine import legal
from pegout.rules.state import State, to_act
from pegout.rules.table import DealerCutAt, GoSaid, Laid, Pending, Phase, Result, Shown
from pegout.rules.variant import Rules

__all__ = ["SeatView", "View", "view"]


@dataclass(frozen=True)
class View:
    """What a spectator or a seat knows; that of a seat is a :class:`SeatView`.

    ``print`` draws it in characters. Tuples over seats or sides are in their order.

    Attributes:
        seat: whose view this is; ``None`` for a spectator.
        rules: the rules of the game.
        phase: where in the game we are.
        deal: the number of this deal; 0 while the first deal is cut for.
        dealer: the dealer, once known.
        scores: for each side, its front peg.
        rear: for each side, its rear peg: the score before the last points.
        to_act: the seats that the game waits for.
        ready: the seats that are ready for the next cards.
        commitment: what the coming or current pack was committed to, if it was.
        cuts: the cuts for the first deal in this round.
        cut_places: the places of the pack that are taken, while the first deal is cut for.
        pack_size: how many cards the pack has left.
        dealt: the cards that this seat was dealt; empty for a spectator.
        hand: the cards that this seat holds now.
        discards: the cards that this seat laid away.
        hand_sizes: for each seat, how many cards it holds.
        discarded: the seats that have laid away.
        crib_size: how many cards lie in the crib.
        starter: the starter, once cut.
        count: the count of the play.
        pile: the cards of the current count, in the order laid.
        earlier: the cards of the counts before, one tuple for each.
        goes: every go of this deal.
        gone: the seats that have said go in this count.
        turn: the seat to lay a card, or to count; nobody while a claim awaits its answers.
        shown: the hands laid open in the show so far, the crib last.
        claim: a claim that opponents may still answer.
        stopping: the seats that would end the game here.
        resigned: the seat that gave the game up, if one has.
        result: how the game ended, if it has.
        legal: what this seat may do now, as :func:`pegout.rules.engine.legal` lists it.
    """

    seat: int | None
    rules: Rules
    phase: Phase
    deal: int
    dealer: int | None
    scores: tuple[int, ...]
    rear: tuple[int, ...]
    to_act: frozenset[int]
    ready: frozenset[int]
    commitment: str | None
    cuts: tuple[DealerCutAt, ...]
    cut_places: frozenset[int]
    pack_size: int
    dealt: tuple[Card, ...]
    hand: tuple[Card, ...]
    discards: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    discarded: frozenset[int]
    crib_size: int
    starter: Card | None
    count: int
    pile: tuple[Laid, ...]
    earlier: tuple[tuple[Laid, ...], ...]
    goes: tuple[GoSaid, ...]
    gone: frozenset[int]
    turn: int | None
    shown: tuple[Shown, ...]
    claim: Pending | None
    stopping: frozenset[int]
    resigned: int | None
    result: Result | None
    legal: tuple[Action, ...]

    @property
    def side(self) -> int:
        """The side of this seat; a spectator looks from side 0."""
        return self.rules.side(self.seat or 0)

    @property
    def laid(self) -> tuple[Laid, ...]:
        """Every card laid in this deal, in order."""
        return (*(laid for pile in self.earlier for laid in pile), *self.pile)

    def seen(self) -> frozenset[Card]:
        """Give every card of this deal that the seat has seen."""
        starter = () if self.starter is None else (self.starter,)
        shown = (card for hand in self.shown for card in hand.cards)
        return frozenset((*self.dealt, *starter, *(laid.card for laid in self.laid), *shown))

    def unseen(self) -> tuple[Card, ...]:
        """Give every card that the seat has not seen in this deal, in the order of the pack."""
        seen = self.seen()
        return tuple([card for card in CARDS if card not in seen])

    def playable(self) -> tuple[Card, ...]:
        """Give the cards of the own hand that fit under 31."""
        return tuple([card for card in self.hand if self.count + VALUES[card] <= 31])

    def needs(self, side: int) -> int:
        """Give how many points a side still needs."""
        return self.rules.target - self.scores[side]

    def __str__(self) -> str:
        return drawn(self)

    @staticmethod
    def from_fields(**values: Any) -> View:
        """Make a view of its fields: one of a seat where ``seat`` is not ``None``."""
        return View(**values) if values["seat"] is None else SeatView(**values)


@dataclass(frozen=True)
class SeatView(View):
    """One seat's knowledge: a view whose ``seat`` is there.

    >>> from pegout.rules import Rules
    >>> from pegout.rules.state import new_game
    >>> state = new_game(Rules(), dealer=0)
    >>> [type(view(state, seat)).__name__ for seat in (0, None)]
    ['SeatView', 'View']
    """

    seat: int


@overload
def view(state: State, seat: int) -> SeatView: ...
@overload
def view(state: State, seat: int | None) -> View: ...
def view(state: State, seat: int | None) -> View:
    """Give what a seat knows; ``None`` is a spectator, who sees nobody's hand.

    >>> from pegout.rules import Rules
    >>> from pegout.rules.state import new_game
    >>> view(new_game(Rules()), 0).legal
    (Ready(seat=0, contribution=''),)
    """

    def own(cards: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
        return cards[seat] if seat is not None and cards else ()

    return View.from_fields(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        deal=state.deal,
        dealer=state.dealer,
        scores=state.scores,
        rear=state.rear,
        to_act=to_act(state),
        ready=state.ready,
        commitment=next((text for deal, text in state.sealed if deal == state.deal), None),
        cuts=state.cuts,
        cut_places=state.cut_places | {cut.at for cut in state.cuts},
        pack_size=len(state.pack),
        dealt=own(state.dealt),
        hand=own(state.hands),
        discards=own(state.discards),
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        discarded=frozenset([one for one, cards in enumerate(state.discards) if cards]),
        crib_size=len(state.crib),
        starter=state.starter,
        count=state.count,
        pile=state.pile,
        earlier=state.earlier,
        goes=state.goes,
        gone=state.gone,
        # Who comes next would tell whether the player of the last card has another that fits.
        turn=state.turn if state.claim is None else None,
        shown=state.shown,
        claim=state.claim,
        stopping=state.stopping,
        resigned=state.resigned,
        result=state.result,
        legal=() if seat is None else legal(state, seat),
    )

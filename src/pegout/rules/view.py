"""What one seat knows of a game, built field by field.

Players, screens and logs receive views only. A view does not change by a byte when the cards hidden
from the seat are exchanged. As text it is a table in characters, for a programmer at a prompt, and
shows nothing hidden.

>>> from pegout.rules.state import new_game
>>> print(draw(view(new_game(Rules("half"), dealer=0), None), ("Ann", "Ben")))
half to 61, deal 1, ready
Ann    0 |O------------------------------|
Ben    0 |O------------------------------|
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, overload

from pegout.cards import CARDS, NAMES, UNKNOWN, VALUES, Card, format_cards
from pegout.rules.actions import Action
from pegout.rules.engine import legal
from pegout.rules.state import State, to_act
from pegout.rules.table import DealerCutAt, GoSaid, Pending, Phase, PlayedCard, Result, Shown
from pegout.rules.variant import Rules

#: How long a side's track is, in characters.
_TRACK: Final = 30


@dataclass(frozen=True)
class View:
    """What a spectator or a seat knows; that of a seat is a :class:`SeatView`.

    ``print`` draws it in characters. Tuples over seats or sides are in their order.

    Attributes:
        seat: whose view this is; ``None`` for a spectator.
        rules: the rules of the game.
        phase: the phase of the game.
        deal: the number of this deal; 0 during the cut for the first deal.
        dealer: the dealer, once known.
        scores: for each side, its front peg.
        rear: for each side, its rear peg: the score before the last points.
        to_act: the seats that the game waits for.
        ready: the seats that are ready for the next cards.
        commitment: the commitment to the next or current pack, if any.
        cuts: the cuts for the first deal in this round.
        cut_places: the places already cut, during the cut for the first deal.
        pack_size: how many cards the pack has left.
        dealt: the cards that this seat was dealt; empty for a spectator.
        hand: the cards that this seat holds now.
        discards: the cards that this seat discarded.
        hand_sizes: for each seat, how many cards it holds.
        discarded: the seats that have discarded.
        crib_size: the number of cards in the crib.
        starter: the starter, once cut.
        count: the count of the play.
        pile: the cards of the current count, in the order played.
        earlier: the cards of the counts before, one tuple for each.
        goes: every go of this deal.
        gone: the seats that have said go in this count.
        turn: the seat to play a card, or to count; ``None`` while a claim awaits answers.
        shown: the hands shown so far, the crib last.
        claim: a claim that opponents may still answer.
        stopping: the seats that have offered to end the game here.
        resigned: the seat that resigned, if one has.
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
    pile: tuple[PlayedCard, ...]
    earlier: tuple[tuple[PlayedCard, ...], ...]
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
        """The side of this seat; side 0 for a spectator."""
        return self.rules.side(self.seat or 0)

    @property
    def played(self) -> tuple[PlayedCard, ...]:
        """Every card played in this deal, in order."""
        return (*(card for pile in self.earlier for card in pile), *self.pile)

    def seen(self) -> frozenset[Card]:
        """Return every card of this deal that the seat has seen."""
        starter = () if self.starter is None else (self.starter,)
        shown = (card for hand in self.shown for card in hand.cards)
        return frozenset((*self.dealt, *starter, *(play.card for play in self.played), *shown))

    def unseen(self) -> tuple[Card, ...]:
        """Return every card that the seat has not seen in this deal, in the order of the pack."""
        seen = self.seen()
        return tuple([card for card in CARDS if card not in seen])

    def playable(self) -> tuple[Card, ...]:
        """Return the cards of the seat's hand that fit under 31."""
        return tuple([card for card in self.hand if self.count + VALUES[card] <= 31])

    def needs(self, side: int) -> int:
        """Return how many points a side still needs."""
        return self.rules.target - self.scores[side]

    def __str__(self) -> str:
        return draw(self)

    @staticmethod
    def from_fields(**values: Any) -> View:
        """Make a view from its fields: a :class:`SeatView` where ``seat`` is not ``None``."""
        return View(**values) if values["seat"] is None else SeatView(**values)


@dataclass(frozen=True)
class SeatView(View):
    """What one seat knows: a view whose ``seat`` is not ``None``.

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
    """Return what a seat knows; ``None`` is a spectator, who sees no hand.

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
        discarded=frozenset([seat for seat, cards in enumerate(state.discards) if cards]),
        crib_size=len(state.crib),
        starter=state.starter,
        count=state.count,
        pile=state.pile,
        earlier=state.earlier,
        goes=state.goes,
        gone=state.gone,
        # The next seat would reveal whether the player of the last card has another that fits.
        turn=state.turn if state.claim is None else None,
        shown=state.shown,
        claim=state.claim,
        stopping=state.stopping,
        resigned=state.resigned,
        result=state.result,
        legal=() if seat is None else legal(state, seat),
    )


# As text ------------------------------------------------------------------------------------------


def headline(view: View, names: Sequence[str]) -> str:
    """Describe the game in one line: the deal, each side's score, and who is to act."""
    sides = range(view.rules.sides)
    scores = " ".join([f"{_side(view, side, names)} {view.scores[side]}" for side in sides])
    words = [view.rules.preset, f"deal {view.deal}", scores, _to_act(view, names)]
    return ", ".join([word for word in words if word])


def _to_act(view: View, names: Sequence[str]) -> str:
    if view.result is not None:
        won = " and ".join([_side(view, side, names) for side in view.result.winners])
        resigned = "" if view.resigned is None else f", {names[view.resigned]} resigned"
        return f"won by {won}{resigned}" if won else "stopped by agreement"
    acting = " and ".join([names[seat] for seat in sorted(view.to_act) if seat >= 0])
    return f"{acting} to {view.phase.replace('_', ' ')}" if acting else ""


def _side(view: View, side: int, names: Sequence[str]) -> str:
    return "+".join([names[seat] for seat in view.rules.seats_of(side)])


def draw(view: View, names: Sequence[str] = ()) -> str:
    """Draw the table as a view shows it.

    Args:
        view: what a seat or a spectator knows.
        names: the name of each seat; ``seat 0``, ``seat 1`` and so on unless given.

    Returns:
        Lines of ASCII: the rules and the phase; for each side its score and its pegs (``O`` the
        front one, ``o`` the one behind); for each seat its cards, ``*`` where it is to act and
        ``D`` for the dealer; the starter, the crib, the pile with its count, and hands shown.
    """
    phase = view.phase.replace("_", " ")
    names = names or [f"seat {seat}" for seat in range(view.rules.players)]
    lines = [f"{view.rules.preset} to {view.rules.target}, deal {view.deal}, {phase}"]
    sides = [_side(view, side, names) for side in range(view.rules.sides)]
    width = max(map(len, sides))
    lines += [f"{name:{width}} {_track(view, side)}" for side, name in enumerate(sides)]
    for seat in range(len(view.hand_sizes)):
        lines.append(f"{names[seat]:{width}} {_hand(view, seat)}".rstrip())
    lines += [line for line in (_middle(view), _pile(view)) if line]
    for shown in view.shown:
        owner = f"{names[shown.seat]}'s crib" if shown.crib else names[shown.seat]
        lines.append(f"shown   {format_cards(shown.cards)}  {owner}")
    if view.result is not None:
        lines.append(_to_act(view, names))
    elif view.stopping:
        offering = " and ".join([names[seat] for seat in sorted(view.stopping)])
        lines.append(f"stop offered by {offering}")
    return "\n".join(lines)


def _track(view: View, side: int) -> str:
    """Draw the score of a side, and its pegs on their way to the target."""
    cells = ["-"] * (_TRACK + 1)
    for score, peg in ((view.rear[side], "o"), (view.scores[side], "O")):
        if score or peg == "O":
            cells[min(score, view.rules.target) * _TRACK // view.rules.target] = peg
    return f"{view.scores[side]:>4} |{''.join(cells)}|"


def _hand(view: View, seat: int) -> str:
    cards: Sequence[Card] = [UNKNOWN] * view.hand_sizes[seat]
    if seat == view.seat:
        cards = view.hand
    marks = ("*" if seat in view.to_act else " ") + ("D" if seat == view.dealer else " ")
    return f"{marks:>4} {format_cards(cards)}"


def _middle(view: View) -> str:
    starter = "" if view.starter is None else f"starter {NAMES[view.starter]}"
    crib = f"crib {view.crib_size} cards" if view.crib_size else ""
    return "  ".join([part for part in (starter, crib) if part])


def _pile(view: View) -> str:
    if not view.pile:
        return ""
    return f"pile    {format_cards([played.card for played in view.pile])}  = {view.count}"

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
from random import Random
from typing import Any, Final, overload

from pegout.cards import CARDS, NAMES, UNKNOWN, VALUES, Card, format_cards
from pegout.rules.actions import Action
from pegout.rules.engine import legal
from pegout.rules.errors import RulesError, quoted
from pegout.rules.state import State, to_act, turn_after_claim
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
        """Return how many points a side still needs.

        Raises:
            RulesError: ``bad_side`` for a side that does not exist.
        """
        if side not in range(self.rules.sides):
            raise RulesError(
                "bad_side",
                f"the sides of this game are 0 to {self.rules.sides - 1}, not {quoted(side)}",
            )
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

    def sample(self, chance: Random) -> State:
        """Draw a full state of the game that this seat cannot tell from the true one.

        Every state that agrees with what the seat knows is equally likely: the cards of the other
        seats, with what their goes and the ends of counts say about them, and the order of the
        pack. How players choose does not matter here; :func:`pegout.sample_from_range` takes it
        into account. The cards of another seat are in the order of the pack's numbers.

        Args:
            chance: the source of randomness.

        >>> from random import Random
        >>> from pegout.rules.state import new_game
        >>> view(new_game(Rules("half"), dealer=0), 0).sample(Random(7)).scores
        (0, 0)

        Raises:
            RulesError: ``bad_chance`` for anything but a ``random.Random``.
        """
        if not isinstance(chance, Random):
            raise RulesError(
                "bad_chance",
                f"expected a source of randomness such as random.Random(7), not {quoted(chance)}",
            )
        return _sampled(self, chance)


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


# What a seat cannot see ---------------------------------------------------------------------------


def _sampled(seen: SeatView, chance: Random) -> State:
    pack = list(seen.unseen())
    chance.shuffle(pack)
    others: dict[str, Any] = {}
    if seen.phase is Phase.CUT_FOR_DEAL:
        pack = _with_cuts(pack, seen.cuts)
        others = {"cutting": seen.to_act}
    elif seen.hand_sizes:
        others = _cards_of_others(seen, pack, chance)
    state = State(
        rules=seen.rules,
        phase=seen.phase,
        deal=seen.deal,
        dealer=seen.dealer,
        scores=seen.scores,
        rear=seen.rear,
        ready=seen.ready,
        contributions=("",) * seen.rules.players,
        sealed=() if seen.commitment is None else ((seen.deal, seen.commitment),),
        pack=tuple(pack[: seen.pack_size]),
        cuts=seen.cuts,
        cut_places=seen.cut_places - {cut.at for cut in seen.cuts},
        starter=seen.starter,
        pile=seen.pile,
        earlier=seen.earlier,
        goes=seen.goes,
        gone=seen.gone,
        turn=seen.turn,
        shown=seen.shown,
        claim=seen.claim,
        stopping=seen.stopping,
        resigned=seen.resigned,
        result=seen.result,
        **others,
    )
    return state if seen.claim is None else state.having(turn=turn_after_claim(state))


def _with_cuts(cards: Sequence[Card], cuts: Sequence[DealerCutAt]) -> list[Card]:
    """Return a pack with the cards that were cut for the first deal in their places."""
    at = {cut.at: cut.card for cut in cuts}
    left = iter([card for card in cards if card not in at.values()])
    return [at[place] if place in at else next(left) for place in range(len(cards))]


def _cards_of_others(seen: SeatView, pack: list[Card], chance: Random) -> dict[str, Any]:
    """Draw the hands and the discards that a seat cannot see, and take them off the pack."""
    seats = range(seen.rules.players)
    crib = next((shown.cards for shown in seen.shown if shown.crib), ())
    played = [[step.card for step in seen.played if step.seat == seat] for seat in seats]
    hands = _hands(seen, played, [card for card in pack if card not in crib], chance)
    held = {card for hand in hands for card in hand}
    from_pack, discards = _crib(seen, crib or [card for card in pack if card not in held])
    gone = {*held, *from_pack, *(card for cards in discards for card in cards)}
    pack[:] = [card for card in pack if card not in gone]
    shown = {hand.seat: hand.cards for hand in seen.shown if not hand.crib}
    dealt = [(*shown.get(seat, (*played[seat], *hands[seat])), *discards[seat]) for seat in seats]
    dealt[seen.seat] = seen.dealt
    return {
        "dealt": tuple(dealt),
        "hands": tuple(hands),
        "discards": tuple(discards),
        "from_pack": from_pack,
    }


def _crib(seen: SeatView, cards: Sequence[Card]) -> tuple[tuple[Card, ...], list[tuple[Card, ...]]]:
    """Return what came to the crib from the pack, and the discards of each seat.

    Args:
        cards: the crib, if it was shown: the card from the pack first, then the discards seat by
            seat. Otherwise the cards of which it may consist, shuffled.
    """
    hidden = iter(cards)
    open_ = any(shown.crib for shown in seen.shown)
    from_pack = tuple([next(hidden) for _ in range(seen.rules.from_pack)])
    discards = []
    for seat in range(seen.rules.players):
        own, has = seat == seen.seat, seat in seen.discarded
        drawn = [next(hidden) for _ in range(seen.rules.discard_size * has * (open_ or not own))]
        discards.append(seen.discards if own else tuple(drawn if open_ else sorted(drawn)))
    return from_pack, discards


def _hands(
    seen: SeatView, played: Sequence[Sequence[Card]], unseen: Sequence[Card], chance: Random
) -> list[tuple[Card, ...]]:
    """Return what each seat holds; ``unseen`` are the cards from which the hidden ones come."""
    hands: list[tuple[Card, ...]] = [()] * seen.rules.players
    hidden: list[tuple[int, int]] = []
    shown = {hand.seat: hand.cards for hand in seen.shown if not hand.crib}
    for seat, size in enumerate(seen.hand_sizes):
        if seat == seen.seat:
            hands[seat] = seen.hand
        elif seat in shown:
            hands[seat] = tuple([card for card in shown[seat] if card not in played[seat]])
        else:
            hidden += [(_over(seen, seat), seat)] * size
    # What a seat may hold is a part of what a seat with a lower bound may hold. So the number of
    # cards to choose from never depends on the cards chosen before, and every choice is as likely.
    hidden.sort(reverse=True)
    while True:
        left, drawn = list(unseen), dict[int, list[Card]]()
        for over, seat in hidden:
            card = chance.choice([card for card in left if VALUES[card] > over])
            left.remove(card)
            drawn.setdefault(seat, []).append(card)
        found = [tuple(sorted(drawn.get(seat, hands[seat]))) for seat in range(len(hands))]
        found[seen.seat] = seen.hand
        if _can_play_on(seen, found):
            return found


def _over(seen: View, seat: int) -> int:
    """Return the value that each card of a seat exceeds, after its goes and the ends of counts."""
    ended = [sum([VALUES[step.card] for step in pile]) for pile in seen.earlier]
    return max(0, *[31 - count for count in (*ended, *_goes_of(seen, seat))], 0)


def _goes_of(seen: View, seat: int) -> list[int]:
    return [go.count for go in seen.goes if go.seat == seat]


def _can_play_on(seen: View, hands: Sequence[Sequence[Card]]) -> bool:
    """Whether the seat on turn can be on turn: after its own card, only if it can play another."""
    if seen.turn is None or not seen.pile or seen.pile[-1].seat != seen.turn:
        return True
    return any(seen.count + VALUES[card] <= 31 for card in hands[seen.turn])


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

"""The full state of one game, frozen, and how each event changes it.

A state is the sum of its events. A fold of :func:`evolve` over the events that a seat saw gives
what that seat knows, with :data:`~pegout.cards.UNKNOWN` cards for the rest. Which actions are
legal in a state, and which events follow from them, is in :mod:`pegout.rules.engine`.

>>> from pegout.rules import Rules, SaidReady
>>> state = evolve(new_game(Rules(), dealer=0), SaidReady(0, ""))
>>> state.phase, sorted(to_act(state))
(<Phase.READY: 'ready'>, [1])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pegout.cards import UNKNOWN, VALUES, Card
from pegout.rules import events
from pegout.rules.actions import NATURE
from pegout.rules.errors import IllegalAction, quoted
from pegout.rules.events import Event
from pegout.rules.table import DealerCutAt, GoSaid, Pending, Phase, PlayedCard, Result, Shown
from pegout.rules.variant import Rules


@dataclass(frozen=True)
class State:
    """The full state of one game. Tuples over seats or sides are in their order.

    A field that a :class:`~pegout.rules.View` has too means the same here.

    Attributes:
        contributions: what each seat added to the coming or current shuffle.
        sealed: ``(deal, commitment)`` of every pack whose secret is not published yet.
        pack: the cards of the pack that are left, top first; after the cut without the starter.
        cutting: the seats that have yet to cut for the first deal.
        cut_places: the places of the pack that were cut in earlier rounds.
        dealt: for each seat, the cards that it was dealt.
        discards: for each seat, the cards that it discarded.
        from_pack: the cards that went from the pack to the crib.
        hands: for each seat, the cards that it holds now.
        turn: the seat to play a card, or to count; also while a claim awaits answers.
    """

    rules: Rules
    phase: Phase
    deal: int
    dealer: int | None
    scores: tuple[int, ...]
    rear: tuple[int, ...]
    ready: frozenset[int]
    contributions: tuple[str, ...]
    sealed: tuple[tuple[int, str], ...] = ()
    pack: tuple[Card, ...] = ()
    cutting: frozenset[int] = frozenset()
    cuts: tuple[DealerCutAt, ...] = ()
    cut_places: frozenset[int] = frozenset()
    dealt: tuple[tuple[Card, ...], ...] = ()
    discards: tuple[tuple[Card, ...], ...] = ()
    from_pack: tuple[Card, ...] = ()
    starter: Card | None = None
    hands: tuple[tuple[Card, ...], ...] = ()
    pile: tuple[PlayedCard, ...] = ()
    earlier: tuple[tuple[PlayedCard, ...], ...] = ()
    goes: tuple[GoSaid, ...] = ()
    gone: frozenset[int] = frozenset()
    turn: int | None = None
    shown: tuple[Shown, ...] = ()
    claim: Pending | None = None
    stopping: frozenset[int] = frozenset()
    resigned: int | None = None
    result: Result | None = None

    def having(self, **changes: Any) -> State:
        """Return this state with some fields changed, faster than ``dataclasses.replace``."""
        new: State = object.__new__(State)
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new

    @property
    def count(self) -> int:
        """The count of the play."""
        return sum([VALUES[played.card] for played in self.pile])

    @property
    def crib(self) -> tuple[Card, ...]:
        """The crib: what came from the pack, then each seat's discards."""
        return (*self.from_pack, *(card for cards in self.discards for card in cards))

    @property
    def leader(self) -> int:
        """The seat on the dealer's left, which leads in the play and counts first."""
        return (self._dealer + 1) % self.rules.players

    @property
    def cutter(self) -> int:
        """The seat on the dealer's right, which cuts for the starter."""
        return (self._dealer - 1) % self.rules.players

    @property
    def _dealer(self) -> int:
        assert self.dealer is not None, "the dealer is known once the first deal was cut for"
        return self.dealer

    def kept(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat was dealt and did not discard."""
        return _without(self.dealt[seat], self.discards[seat])

    def fits(self, card: Card) -> bool:
        """Whether a known card can be played without passing 31."""
        return card.known and self.count + VALUES[card] <= 31

    def opponents(self, seat: int) -> list[int]:
        """Return the seats of the other sides, clockwise from this seat's left."""
        around = [(seat + step) % self.rules.players for step in range(1, self.rules.players)]
        return [other for other in around if self.rules.side(other) != self.rules.side(seat)]


def new_game(rules: Rules, dealer: int | None = None) -> State:
    """Return the state at the start of a game.

    Args:
        rules: the rules to play by.
        dealer: the first dealer; ``None`` if the first deal is cut for or drawn.

    Raises:
        IllegalAction: ``bad_seat`` if the dealer is missing or not a seat of this game.
    """
    if dealer is None and rules.first_deal == "chosen":
        raise IllegalAction("bad_seat", "say who deals first, for first_deal is chosen")
    if dealer is not None and not (type(dealer) is int and 0 <= dealer < rules.players):
        raise IllegalAction(
            "bad_seat", f"the dealer is a seat from 0 to {rules.players - 1}, not {quoted(dealer)}"
        )
    return State(
        rules=rules,
        phase=Phase.READY,
        deal=0 if dealer is None else 1,
        dealer=dealer,
        scores=rules.scores_at_start,
        rear=(0,) * rules.sides,
        ready=frozenset(),
        contributions=("",) * rules.players,
    )


def to_act(state: State) -> frozenset[int]:
    """Return the seats that the game waits for; :data:`NATURE` where it waits for the pack."""
    return _WAITING[state.phase](state)


def _on_turn(state: State) -> frozenset[int]:
    if state.claim is not None:
        return state.claim.awaiting
    # Between the events of one action no seat may be on turn, as at the end of a count.
    return frozenset() if state.turn is None else _ALONE[state.turn]


_ALONE: Final = {seat: frozenset((seat,)) for seat in (NATURE, 0, 1, 2, 3)}

_WAITING: Final[dict[Phase, Callable[[State], frozenset[int]]]] = {
    Phase.READY: lambda state: frozenset(range(state.rules.players)) - state.ready,
    Phase.SHUFFLE: lambda _: _ALONE[NATURE],
    Phase.CUT_FOR_DEAL: lambda state: state.cutting,
    Phase.DISCARD: lambda state: frozenset(
        [seat for seat, cards in enumerate(state.discards) if not cards]
    ),
    Phase.CUT: lambda state: _ALONE[state.cutter],
    Phase.PLAY: _on_turn,
    Phase.SHOW: _on_turn,
    Phase.OVER: lambda _: frozenset(),
}


# --- who has won ---------------------------------------------------------------------------------


def judge(state: State) -> Result:
    """Judge a game that is over: a side reached the target or resigned, or all agreed to stop."""
    rules, scores = state.rules, state.scores
    winners, beaten = _outcome(state)
    skunks = [0] * rules.sides
    points = [0] * rules.sides
    for loser in beaten:
        # In lowball it is the winner who has stayed far behind.
        short = rules.target - scores[winners[0] if rules.lowball else loser]
        skunks[loser] = sum([short >= line for line in rules.lines_judged])
        for winner in winners:
            points[winner] += rules.match_points[skunks[loser]]
    return Result(tuple(winners), tuple(skunks), tuple(points))


def _outcome(state: State) -> tuple[list[int], list[int]]:
    """Return the sides that have won, and those that they have beaten."""
    rules, scores = state.rules, state.scores
    if state.resigned is None and rules.target not in scores:
        return [], []
    ended = scores.index(rules.target) if state.resigned is None else rules.side(state.resigned)
    others = [side for side in range(rules.sides) if side != ended]
    if state.resigned is None and not rules.lowball:
        return [ended], others
    ahead = (min if rules.lowball else max)(scores[side] for side in others)
    return [side for side in others if scores[side] == ahead], [ended]


# --- how an event changes the state --------------------------------------------------------------


def evolve(state: State, event: Event) -> State:
    """Add an event to a state, or to what a seat knows of it."""
    return _CHANGES[type(event)](state, event)


def _said_ready(state: State, event: events.SaidReady) -> State:
    ready = state.ready | {event.seat}
    return state.having(
        ready=ready,
        contributions=_set(state.contributions, event.seat, event.contribution),
        phase=Phase.SHUFFLE if len(ready) == state.rules.players else Phase.READY,
    )


def _shuffled(state: State, event: events.Shuffled) -> State:
    if state.deal:
        return state.having(pack=event.pack)
    everybody = frozenset(range(state.rules.players))
    return state.having(pack=event.pack, phase=Phase.CUT_FOR_DEAL, cutting=everybody)


def _dealer_cut(state: State, event: events.DealerCut) -> State:
    return state.having(
        cutting=state.cutting - {event.seat},
        cuts=(*state.cuts, DealerCutAt(event.seat, event.at, event.card)),
    )


def _cut_tied(state: State, event: events.CutTied) -> State:
    return state.having(
        cutting=frozenset(event.seats),
        cut_places=state.cut_places | {cut.at for cut in state.cuts},
        cuts=(),
    )


def _next_deal(state: State, deal: int, dealer: int) -> State:
    return state.having(
        phase=Phase.READY,
        deal=deal,
        dealer=dealer,
        ready=frozenset(),
        contributions=("",) * state.rules.players,
        pack=(),
        cuts=(),
        cut_places=frozenset(),
        stopping=frozenset(),
    )


def _dealt(state: State, event: events.Dealt) -> State:
    used = sum(map(len, event.hands)) + len(event.crib)
    return state.having(
        phase=Phase.DISCARD,
        pack=state.pack[used:],
        cuts=(),
        dealt=event.hands,
        hands=event.hands,
        discards=((),) * state.rules.players,
        from_pack=event.crib,
        starter=None,
        pile=(),
        earlier=(),
        goes=(),
        turn=None,
        shown=(),
    )


def _discarded(state: State, event: events.Discarded) -> State:
    seat = event.seat
    discards = _set(state.discards, seat, event.cards)
    return state.having(
        hands=_set(state.hands, seat, _without(state.hands[seat], event.cards)),
        discards=discards,
        phase=Phase.CUT if all(discards) else Phase.DISCARD,
    )


def _starter_cut(state: State, event: events.StarterCut) -> State:
    return state.having(
        pack=state.pack[: event.at] + state.pack[event.at + 1 :],
        starter=event.card,
        phase=Phase.PLAY,
        turn=state.leader,
    )


def _played(state: State, event: events.Played) -> State:
    seat = event.seat
    hands = _set(state.hands, seat, _without(state.hands[seat], (event.card,)))
    over = event.count == 31
    return state.having(
        hands=hands,
        pile=(*state.pile, PlayedCard(seat, event.card)),
        turn=None if over else _next_turn(hands, state.gone, seat, seat, event.count),
    )


def _said_go(state: State, event: events.SaidGo) -> State:
    seat, last = event.seat, state.pile[-1].seat
    played = len(state.pile) + sum(map(len, state.earlier))
    gone = state.gone | {seat}
    return state.having(
        goes=(*state.goes, GoSaid(seat, event.count, played)),
        gone=gone,
        turn=_next_turn(state.hands, gone, last, seat, event.count),
    )


def _next_turn(
    hands: tuple[tuple[Card, ...], ...], gone: frozenset[int], last: int, seat: int, count: int
) -> int | None:
    """Return the next seat that has to play or say go, or ``None`` if the count is over.

    The player of the last card does not say go: when no other seat is left in the count and no
    card fits, the count is over. An unknown card may fit, and has the value 0.
    """
    players, room = len(hands), 31 - count
    for step in range(1, players + 1):
        other = (seat + step) % players
        hand = hands[other]
        if not hand or other in gone:
            continue
        if other != last or any(VALUES[card] <= room for card in hand):
            return other
    return None


def turn_after_claim(state: State) -> int | None:
    """Return the seat on turn while a claim awaits answers, which no other seat may know."""
    claim = state.claim
    assert claim is not None, "a claim awaits answers"
    if not state.pile or claim.reason != "play":
        return claim.seat
    if state.count == 31:
        return None
    return _next_turn(state.hands, state.gone, claim.seat, claim.seat, state.count)


def _count_ended(state: State, event: events.CountEnded) -> State:
    players = state.rules.players
    clockwise = [(event.seat + step) % players for step in range(1, players + 1)]
    holding = [seat for seat in clockwise if state.hands[seat]]
    stops = state.rules.five_card or not holding
    return state.having(
        earlier=(*state.earlier, state.pile),
        pile=(),
        gone=frozenset(),
        turn=None if stops else holding[0],
    )


def _hand_shown(state: State, event: events.HandShown) -> State:
    shown = Shown(event.seat, event.cards, event.crib)
    return state.having(phase=Phase.SHOW, shown=(*state.shown, shown), turn=event.seat)


def _claimed(state: State, event: events.Claimed) -> State:
    if not state.rules.muggins:
        return state
    awaiting = frozenset(state.opponents(event.seat))
    return state.having(claim=Pending(event.seat, event.reason, event.points, 0, awaiting))


def _answer(state: State, event: events.Accepted | events.MugginsCalled) -> State:
    claim = state.claim
    assert claim is not None, "one answers a claim"
    taken = event.taken if isinstance(event, events.MugginsCalled) else 0
    return state.having(
        claim=Pending(
            claim.seat,
            claim.reason,
            claim.claimed,
            claim.taken + taken,
            claim.awaiting - {event.seat},
        )
    )


def _scored(state: State, event: events.Scored) -> State:
    side = state.rules.side(event.seat)
    if event.score == state.scores[side]:
        return state
    return state.having(
        scores=_set(state.scores, side, event.score),
        rear=_set(state.rear, side, state.scores[side]),
    )


def _deal_ended(state: State, event: events.DealEnded) -> State:
    after = (state._dealer + 1) % state.rules.players
    return _next_deal(state, event.deal + 1, after)


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """Remove cards from others; a card that is not among them was an unknown one."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else UNKNOWN)
    return tuple(left)


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    events.Committed: lambda state, event: state.having(
        sealed=(*state.sealed, (event.deal, event.commitment))
    ),
    events.SaidReady: _said_ready,
    events.Shuffled: _shuffled,
    events.DealerCut: _dealer_cut,
    events.CutTied: _cut_tied,
    events.DealerChosen: lambda state, event: _next_deal(state, 1, event.seat).having(
        cuts=state.cuts
    ),
    events.Dealt: _dealt,
    events.Discarded: _discarded,
    events.StarterCut: _starter_cut,
    events.Played: _played,
    events.SaidGo: _said_go,
    events.CountEnded: _count_ended,
    events.HandShown: _hand_shown,
    events.Claimed: _claimed,
    events.Counted: lambda state, _: state.having(claim=None),
    events.Scored: _scored,
    events.MugginsCalled: _answer,
    events.Accepted: _answer,
    events.DealEnded: _deal_ended,
    events.Revealed: lambda state, event: state.having(
        sealed=tuple([pair for pair in state.sealed if pair[0] != event.deal])
    ),
    events.Resigned: lambda state, event: state.having(resigned=event.seat),
    events.StopOffered: lambda state, event: state.having(stopping=state.stopping | {event.seat}),
    events.StopDeclined: lambda state, _: state.having(stopping=frozenset()),
    events.GameEnded: lambda state, event: state.having(
        phase=Phase.OVER, turn=None, claim=None, result=event.result
    ),
}

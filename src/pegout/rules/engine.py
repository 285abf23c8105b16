"""What may happen in a game, and what follows from it: one rule, three questions.

:func:`why_not` says what is wrong with an action, :func:`legal` lists the legal actions, and
:func:`apply` checks an action and returns the new state with the events that follow. Each of these
events is decided on the state after the one before. The three functions share one long file because
a change to one of them usually changes the others.

>>> from pegout.cards import CARDS
>>> from pegout.rules import Ready, Rules, Shuffle
>>> from pegout.rules.state import new_game, to_act
>>> state = new_game(Rules(first_deal="chosen"), dealer=0)
>>> for seat in (0, 1):
...     state, events = apply(state, Ready(seat))
>>> state, events = apply(state, Shuffle(CARDS))
>>> state.phase, sorted(to_act(state))
(<Phase.DISCARD: 'discard'>, [0, 1])
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from pegout import fairness
from pegout.cards import CARDS, UNKNOWN, VALUES, Card, format_cards
from pegout.rules import actions, events
from pegout.rules.actions import ENDINGS, NATURE, Action
from pegout.rules.errors import IllegalAction, quoted
from pegout.rules.events import Event
from pegout.rules.state import State, evolve, judge, to_act
from pegout.rules.table import OVER, PLAY, SHOW, Pending, Phase, Reason, Shown
from pegout.scoring import Item, Kind, unchecked

#: The fewest cards that either packet of a cut may have.
MIN_PACKET: Final = 4
#: Claims that :func:`legal` lists: no hand has more than 30 (nobs for 2), no card more than 15.
_MAX_HAND: Final = 30
_MAX_CARD: Final = 15
# What the referee publishes without a request.
_UNASKED: Final = (actions.Commit, actions.Reveal)


def why_not(state: State, action: Action) -> IllegalAction | None:
    """Say why an action is not allowed now, or ``None`` if it is.

    The answer depends only on what the acting seat may know.
    """
    rule = _RULES.get(type(action))
    if rule is None:
        return IllegalAction("unknown_action", f"expected an action, not {quoted(action, 80)}")
    seat = action.seat
    if type(seat) is not int or not NATURE <= seat < state.rules.players:
        return IllegalAction(
            "bad_seat",
            f"a seat is a number from 0 to {state.rules.players - 1}, not {quoted(seat)}",
        )
    if isinstance(action, _UNASKED) and seat == NATURE:
        return rule.check(state, action)
    if state.phase is OVER:
        return IllegalAction("game_over", "the game is over")
    if isinstance(action, ENDINGS) and seat != NATURE:
        return rule.check(state, action)
    if seat not in to_act(state):
        return IllegalAction("not_your_turn", "it is not your turn")
    expected = _expected(state)
    if not isinstance(action, expected):
        wanted = " or ".join(kind.__name__.lower() for kind in expected)
        return IllegalAction(
            "wrong_action", f"now is the time for: {wanted}; not {type(action).__name__.lower()}"
        )
    return rule.check(state, action)


_BY_PHASE: Final[dict[Phase, tuple[type, ...]]] = {
    Phase.READY: (actions.Ready,),
    Phase.SHUFFLE: (actions.Shuffle,),
    Phase.CUT_FOR_DEAL: (actions.CutForDeal,),
    Phase.DISCARD: (actions.Discard,),
    Phase.CUT: (actions.Cut,),
    Phase.PLAY: (actions.Play, actions.Go),
    Phase.SHOW: (actions.Claim,),
    Phase.OVER: (),
}


def _expected(state: State) -> tuple[type, ...]:
    """Return the types of action that a seat to act may choose from."""
    return _BY_PHASE[state.phase] if state.claim is None else (actions.Accept, actions.Muggins)


def _check_commit(state: State, action: actions.Commit) -> IllegalAction | None:
    if state.phase is not Phase.READY or state.ready or _sealed(state, state.deal):
        return IllegalAction(
            "too_late", "a pack is committed to once, before anybody says ready for it"
        )
    return _check_hex("commitment", action.commitment)


def _check_reveal(state: State, action: actions.Reveal) -> IllegalAction | None:
    maximum = state.deal if state.phase is Phase.OVER else state.deal - 1
    if not _whole(action.deal, 0, maximum) or not _sealed(state, action.deal):
        return IllegalAction(
            "not_finished",
            "a secret is published once, for a deal that is over and was committed to; "
            f"deal {quoted(action.deal)} is not",
        )
    return _check_hex("secret", action.secret)


def _check_hex(what: str, text: object) -> IllegalAction | None:
    if not isinstance(text, str) or len(text) != 64 or not set(text) <= _HEX:
        return IllegalAction(f"bad_{what}", f"a {what} is 64 hexadecimal digits in lower case")
    return None


def _check_ready(state: State, action: actions.Ready) -> IllegalAction | None:
    try:
        fairness.check_contribution(action.contribution)
    except fairness.FairnessError as error:
        return IllegalAction("bad_contribution", str(error))
    return None


def _check_shuffle(state: State, action: actions.Shuffle) -> IllegalAction | None:
    pack = action.pack
    if not isinstance(pack, tuple) or len(pack) != 52 or not _distinct(pack):
        return IllegalAction(
            "bad_pack", f"a pack is a tuple of 52 cards, each of them once; not {quoted(pack)}"
        )
    return None


def _check_cut_for_deal(state: State, action: actions.CutForDeal) -> IllegalAction | None:
    if not _whole(action.at, 0, 51) or action.at in _positions_taken(state):
        return IllegalAction(
            "bad_cut", f"cut a place from 0 to 51 that nobody has cut; not {quoted(action.at)}"
        )
    return None


def _positions_taken(state: State) -> frozenset[int]:
    return state.cut_places | {cut.at for cut in state.cuts}


def _check_discard(state: State, action: actions.Discard) -> IllegalAction | None:
    cards, discards = action.cards, state.rules.discard_size
    if (
        not isinstance(cards, tuple)
        or len(cards) != discards
        or not _holds(state.hands[action.seat], cards)
    ):
        return IllegalAction(
            "bad_discard",
            f"discard {discards} of your cards {format_cards(state.hands[action.seat])}, "
            f"each of them once, as a tuple; not {quoted(cards, 40)}",
        )
    return None


def _check_cut(state: State, action: actions.Cut) -> IllegalAction | None:
    maximum = len(state.pack) - MIN_PACKET
    if not _whole(action.at, MIN_PACKET, maximum):
        return IllegalAction(
            "bad_cut",
            f"lift {MIN_PACKET} to {maximum} cards, so that each packet has at least {MIN_PACKET}; "
            f"not {quoted(action.at)}",
        )
    return None


def _check_play(state: State, action: actions.Play) -> IllegalAction | None:
    card, claim = action.card, action.claim
    hand = state.hands[action.seat]
    # Usually the card is in the hand; the full check is for hands with unknown cards.
    held = (type(card) is Card and card in hand) or _holds(hand, (card,))
    if not held or card == UNKNOWN:
        return IllegalAction(
            "not_your_card", f"play one of your cards {format_cards(hand)}, not {quoted(card)}"
        )
    count = state.count + VALUES[card]
    if count > 31:
        return IllegalAction("over_31", f"the {card} would make {count}; the count stops at 31")
    if state.rules.counting == "manual":
        return _check_points(claim)
    if claim is not None:
        return IllegalAction("counted_for_you", "the table counts; claim nothing")
    return None


def _check_go(state: State, action: actions.Go) -> IllegalAction | None:
    hand = state.hands[action.seat]
    fitting = [card for card in hand if state.fits(card)] or (hand if state.count <= 21 else ())
    if fitting:
        return IllegalAction("can_play", f"you can play the {' or the '.join(map(str, fitting))}")
    return None


def _check_points(points: int | None) -> IllegalAction | None:
    if not _whole(points, 0, 99):
        return IllegalAction("bad_claim", f"say how many points, 0 to 99; not {quoted(points)}")
    return None


def _check_stop(state: State, action: actions.Stop) -> IllegalAction | None:
    if action.seat in state.stopping:
        return IllegalAction(
            "already_offered",
            "this seat has already offered to stop; wait for the other seats, or play on",
        )
    return None


def _check_go_on(state: State, action: actions.GoOn) -> IllegalAction | None:
    if not state.stopping:
        return IllegalAction(
            "no_offer", "nobody has offered to stop, so there is nothing to take back"
        )
    return None


def _whole(number: object, minimum: int, maximum: int) -> bool:
    return type(number) is int and minimum <= number <= maximum


def _sealed(state: State, deal: int) -> bool:
    return any(number == deal for number, _ in state.sealed)


_ONLY_CARDS: Final = frozenset((Card,))
_ALL: Final = frozenset((*CARDS, UNKNOWN))
_HEX: Final = frozenset("0123456789abcdef")


def _holds(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether a hand can have these cards; an unknown card may be any card."""
    if not _distinct(cards):
        return False
    missing = [card for card in cards if card not in hand or not card.known]
    unseen = [card for card in hand if not card.known]
    return len(missing) <= len(unseen)


def _distinct(cards: tuple[Card, ...]) -> bool:
    """Whether these are cards, and no known card is there twice."""
    if not _ONLY_CARDS.issuperset(map(type, cards)):
        return False
    different = set(cards)
    unseen = cards.count(UNKNOWN)
    return different <= _ALL and len(different) == len(cards) - max(0, unseen - 1)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do now to play on: every such action that :func:`why_not` allows.

    Two types have no limit, so examples stand for them: a text for the shuffle may be any text, and
    claims go up to the largest possible score. :class:`Resign`, :class:`Stop` and :class:`GoOn` are
    left out. They are legal at any time, and a player that chooses among the actions listed here
    should play the game, not end it.

    >>> from pegout.rules import Rules
    >>> from pegout.rules.state import new_game
    >>> state = new_game(Rules(first_deal="chosen"), dealer=0)
    >>> legal(state, 1)
    (Ready(seat=1, contribution=''),)
    """
    if seat == NATURE or seat not in to_act(state):
        return ()
    if state.claim is not None:
        maximum = _MAX_CARD if state.claim.reason == "play" else _MAX_HAND
        return (
            actions.Accept(seat),
            *[actions.Muggins(seat, points) for points in range(1, maximum + 1)],
        )
    return _OPTIONS[state.phase](state, seat)


def _discards(state: State, seat: int) -> tuple[Action, ...]:
    return tuple(
        [
            actions.Discard(seat, cards)
            for cards in combinations(state.hands[seat], state.rules.discard_size)
        ]
    )


def _free_positions(state: State, seat: int) -> tuple[Action, ...]:
    taken = _positions_taken(state)
    return tuple([cut for cut in _cuts_for_deal(seat) if cut.at not in taken])


def _plays(state: State, seat: int) -> tuple[Action, ...]:
    room = 31 - state.count
    fitting = [card for card in state.hands[seat] if VALUES[card] <= room and card != UNKNOWN]
    if not fitting:
        return (actions.Go(seat),)
    if state.rules.counting == "automatic":
        return tuple([_play(seat, card) for card in fitting])
    claims = range(_MAX_CARD + 1)
    return tuple([actions.Play(seat, card, claim) for card in fitting for claim in claims])


# The same few actions come up again and again; a lookup is faster than a constructor.


@cache
def _cuts_for_deal(seat: int) -> tuple[actions.CutForDeal, ...]:
    return tuple([actions.CutForDeal(seat, at) for at in range(52)])


@cache
def _cuts(seat: int, maximum: int) -> tuple[actions.Cut, ...]:
    return tuple([actions.Cut(seat, at) for at in range(MIN_PACKET, maximum + 1)])


@cache
def _play(seat: int, card: Card) -> actions.Play:
    return actions.Play(seat, card)


_OPTIONS: Final[dict[Phase, Callable[[State, int], tuple[Action, ...]]]] = {
    Phase.READY: lambda _, seat: (actions.Ready(seat),),
    Phase.CUT_FOR_DEAL: _free_positions,
    Phase.DISCARD: _discards,
    Phase.CUT: lambda state, seat: _cuts(seat, len(state.pack) - MIN_PACKET),
    Phase.PLAY: _plays,
    Phase.SHOW: lambda _, seat: tuple(
        [actions.Claim(seat, points) for points in range(_MAX_HAND + 1)]
    ),
}


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Check an action and return the new state and the events that follow from it.

    Raises:
        IllegalAction: the error of :func:`why_not`, or ``unknown_cards`` where cards that no seat
            has seen would have to be counted. The state is unchanged then.
    """
    problem = why_not(state, action)
    if problem is not None:
        raise problem
    turn = _Turn(state)
    _RULES[type(action)].handle(turn, action)
    return turn.state, tuple(turn.events)


class _Turn:
    """The events that follow from one action so far, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def over(self) -> bool:
        return self.state.phase is OVER

    # Nature

    def commit(self, action: actions.Commit) -> None:
        self.emit(events.Committed(self.state.deal, action.commitment))

    def shuffle(self, action: actions.Shuffle) -> None:
        self.emit(events.Shuffled(action.pack))
        if self.state.deal:
            self._deal()
        elif self.state.rules.first_deal == "random":
            # Each seat cuts the top card in turn, until one card is lowest.
            at = 0
            while self.state.dealer is None:
                for seat in sorted(self.state.cutting):
                    self.cut_for_deal(seat, at)
                    at += 1

    def _deal(self) -> None:
        state = self.state
        players, size = state.rules.players, state.rules.hand_size
        hands: list[tuple[Card, ...]] = [()] * players
        for index in range(players):
            seat = (state.leader + index) % players
            hands[seat] = state.pack[index : players * size : players]
        rest = state.pack[players * size :][: state.rules.from_pack]
        self.emit(events.Dealt(state.deal, state._dealer, tuple(hands), rest))
        if state.rules.five_card and state.deal == 1:
            self._score(state.leader, "start", (), 3)

    # The first deal

    def cut_for_deal(self, seat: int, at: int) -> None:
        self.emit(events.DealerCut(seat, at, self.state.pack[at]))
        if self.state.cutting:
            return
        cuts = self.state.cuts
        if not all(cut.card.known for cut in cuts):
            raise _unknown()
        lowest = min(cuts, key=lambda cut: cut.card)
        seats = tuple(sorted(cut.seat for cut in cuts if cut.card.rank == lowest.card.rank))
        # If the pack runs out in ties, the suit decides.
        settled = len(seats) == 1 or 52 - len(_positions_taken(self.state)) < len(seats)
        self.emit(events.DealerChosen(lowest.seat) if settled else events.CutTied(seats))

    # Cut, play

    def cut(self, action: actions.Cut) -> None:
        state = self.state
        card = state.pack[action.at]
        if not card.known:
            raise _unknown()
        self.emit(events.StarterCut(action.seat, action.at, card))
        if card >> 2 == 10 and state.rules.heels_points:
            points = state.rules.heels_points
            self._score(state._dealer, "heels", (Item(Kind.HEELS, (card,), points),), points)

    def play(self, action: actions.Play) -> None:
        state = self.state
        self.emit(events.Played(action.seat, action.card, state.count + VALUES[action.card]))
        cards = [played.card for played in self.state.pile]
        items = unchecked.score_play(cards, runs=state.rules.runs_in_play)
        self._settle(action.seat, "play", items, action.claim)

    def go(self, action: actions.Go) -> None:
        self.emit(events.SaidGo(action.seat, self.state.count))
        self._go_on()

    def _go_on(self) -> None:
        """End the count if no seat can play, and the play if no seat holds cards."""
        if self.state.phase is PLAY and self.state.turn is None:
            self._end_count()
            if not self.over and self.state.turn is None:
                self._show()
        elif self.state.phase is SHOW:
            self._show()

    def _end_count(self) -> None:
        state = self.state
        last = state.pile[-1]
        count = state.count
        if count != 31 or state.rules.go_stacks_on_31:
            kind = Kind.GO if any(state.hands) else Kind.LAST_CARD
            self._score(last.seat, "go", (Item(kind, (last.card,), 1),), 1)
        if not self.over:
            self.emit(events.CountEnded(last.seat, count))

    # The show

    def _show(self) -> None:
        """Show the next hand; with automatic counting, count it and continue."""
        state = self.state
        if len(state.shown) > state.rules.players:
            self.emit(events.DealEnded(state.deal))
            return
        self.emit(events.HandShown(*_to_show(state, len(state.shown))))
        if state.rules.counting == "automatic":
            self.count(None)

    def count(self, claim: int | None) -> None:
        shown = self.state.shown[-1]
        self._settle(
            shown.seat, "crib" if shown.crib else "hand", items_on_table(self.state), claim
        )

    def _settle(
        self, seat: int, reason: Reason, items: tuple[Item, ...], claim: int | None
    ) -> None:
        """Peg what was counted, let opponents answer a claim, and continue when all have."""
        truth = sum(item.points for item in items)
        rules = self.state.rules
        pegged = truth if claim is None or rules.pegs_missed else min(claim, truth)
        if claim is not None:
            self.emit(events.Claimed(seat, reason, claim))
        if pegged or reason != "play":
            self._score(seat, reason, items if rules.pegs_missed else (), pegged)
        if claim is not None and not self.over:
            excess = claim - truth
            if excess > 0 and rules.overcount == "to_opponent":
                self._score(self.state.opponents(seat)[0], "overcount", (), excess)
            if not self.over and not rules.muggins:
                self.emit(events.Counted(seat, reason, items, truth, claim))
        if not self.over and self.state.claim is None:
            self._go_on()

    def muggins(self, action: actions.Muggins) -> None:
        claim = self.state.claim
        assert claim is not None, "muggins answers a claim"
        missed = (
            sum(item.points for item in items_on_table(self.state)) - claim.claimed - claim.taken
        )
        taken = max(0, min(action.points, missed))
        self.emit(events.MugginsCalled(action.seat, action.points, taken))
        if taken:
            self._score(action.seat, "muggins", (), taken)
        self._close_claim(claim)

    def accept(self, action: actions.Accept) -> None:
        claim = self.state.claim
        assert claim is not None, "one accepts a claim"
        self.emit(events.Accepted(action.seat))
        self._close_claim(claim)

    def _close_claim(self, claim: Pending) -> None:
        """When every opponent has answered, give the true count and continue."""
        if self.over or (self.state.claim is not None and self.state.claim.awaiting):
            return
        items = items_on_table(self.state)
        truth = sum(item.points for item in items)
        self.emit(events.Counted(claim.seat, claim.reason, items, truth, claim.claimed))
        self._go_on()

    # The end before the last hole

    def resign(self, action: actions.Resign) -> None:
        self.emit(events.Resigned(action.seat))
        self.emit(events.GameEnded(judge(self.state)))

    def stop(self, action: actions.Stop) -> None:
        self.emit(events.StopOffered(action.seat))
        if len(self.state.stopping) == self.state.rules.players:
            self.emit(events.GameEnded(judge(self.state)))

    # The board

    def _score(self, seat: int, reason: Reason, items: tuple[Item, ...], points: int) -> None:
        state = self.state
        side = state.rules.side(seat)
        target = state.rules.target
        if state.rules.stinkhole and reason in ("heels", "go") and state.scores[side] == target - 1:
            points = 0
        score = min(target, state.scores[side] + points)
        self.emit(events.Scored(seat, reason, items, points, score))
        if score == target:
            self.emit(events.GameEnded(judge(self.state)))


def _unknown() -> IllegalAction:
    return IllegalAction("unknown_cards", "cards that nobody has seen cannot be counted")


def _to_show(state: State, index: int) -> Shown:
    """Return a hand by its place in the show: clockwise from the dealer's left, the crib last."""
    if index == state.rules.players:
        return Shown(state._dealer, state.crib, True)
    seat = (state.leader + index) % state.rules.players
    return Shown(seat, state.kept(seat), False)


def items_on_table(state: State) -> tuple[Item, ...]:
    """Count what is on the table: the last card in the play, or the last hand of the show."""
    if state.phase is PLAY:
        cards = [played.card for played in state.pile]
        return unchecked.score_play(cards, runs=state.rules.runs_in_play)
    shown = state.shown[-1]
    if state.starter is None or not all(card.known for card in shown.cards):
        raise _unknown()
    return unchecked.score_show(
        shown.cards,
        state.starter,
        crib=shown.crib,
        crib_flush=state.rules.crib_flush,
        nobs_points=state.rules.nobs_points,
    )


class _Rule(NamedTuple):
    """What a type of action needs, and what follows from it."""

    check: Callable[[State, Any], IllegalAction | None]
    handle: Callable[[_Turn, Any], None]


_RULES: Final[dict[type, _Rule]] = {
    actions.Commit: _Rule(_check_commit, _Turn.commit),
    actions.Reveal: _Rule(
        _check_reveal, lambda turn, action: turn.emit(events.Revealed(action.deal, action.secret))
    ),
    actions.Ready: _Rule(
        _check_ready,
        lambda turn, action: turn.emit(events.SaidReady(action.seat, action.contribution)),
    ),
    actions.Shuffle: _Rule(_check_shuffle, _Turn.shuffle),
    actions.CutForDeal: _Rule(
        _check_cut_for_deal, lambda turn, action: turn.cut_for_deal(action.seat, action.at)
    ),
    actions.Discard: _Rule(
        _check_discard, lambda turn, action: turn.emit(events.Discarded(action.seat, action.cards))
    ),
    actions.Cut: _Rule(_check_cut, _Turn.cut),
    actions.Play: _Rule(_check_play, _Turn.play),
    actions.Go: _Rule(_check_go, _Turn.go),
    actions.Claim: _Rule(
        lambda _, action: _check_points(action.points),
        lambda turn, action: turn.count(action.points),
    ),
    actions.Muggins: _Rule(lambda _, action: _check_points(action.points), _Turn.muggins),
    actions.Accept: _Rule(lambda state, action: None, _Turn.accept),
    actions.Resign: _Rule(lambda state, action: None, _Turn.resign),
    actions.Stop: _Rule(_check_stop, _Turn.stop),
    actions.GoOn: _Rule(
        _check_go_on, lambda turn, action: turn.emit(events.StopDeclined(action.seat))
    ),
}

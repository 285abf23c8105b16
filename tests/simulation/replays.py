"""Replays of kernel games through the rules engine."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pegout.cards import CARDS, VALUES, Card
from pegout.rules import Cut, Discard, Go, Play, Ready, Rules, Scored, Shuffle
from pegout.rules.engine import MIN_PACKET, apply, legal
from pegout.rules.state import State, new_game, to_act
from pegout.rules.table import Phase
from pegout.simulation import Trace

Scores = list[tuple[int, str, int]]

PLAYS = [[Play(seat, card) for card in CARDS] for seat in range(4)]
GOES = [Go(seat) for seat in range(4)]


def some_cribs(rules: Rules) -> NDArray[np.float64]:
    """Return arbitrary means of the crib for a test, symmetric in the two ranks."""
    chance = np.random.default_rng(rules.players)
    if rules.players > 2:
        return chance.uniform(3, 7, (rules.sides if rules.players == 3 else 3, 13))
    means = chance.uniform(3, 7, (2, 2, 13, 13))
    return means + means.transpose(0, 1, 3, 2)


def pack_of(
    hands: list[list[int]], rest: list[int], starter: int, rules: Rules, leader: int
) -> tuple[Card, ...]:
    """Compose a pack that deals these hands, and has the starter where it is cut."""
    players = rules.players
    order = [(leader + index) % players for index in range(players)]
    dealt = [hands[seat][at] for at in range(rules.hand_size) for seat in order]
    used = {*dealt, *rest, starter}
    others = [card for card in CARDS if card not in used]
    others.insert(MIN_PACKET, Card(starter))
    return (*[CARDS[card] for card in (*dealt, *rest)], *others)


@cache
def before_shuffle(rules: Rules) -> State:
    """Return a first deal with seat 0 dealing and all seats ready; the target is the highest."""
    state = new_game(replace(rules, preset="standard", first_deal="chosen", target=241), dealer=0)
    for seat in range(rules.players):
        state, _ = apply(state, Ready(seat))
    return state


def scores_of(events: tuple[Any, ...]) -> Scores:
    return [(event.seat, event.reason, event.points) for event in events if type(event) is Scored]


def expected_scores(trace: Trace, at: int, rules: Rules) -> Iterator[Scores]:
    """Yield the scores of the cut, of each card, and of the end."""
    heels = int(trace.deals.heels[at])
    yield [(0, "heels", heels)] if heels else []
    by, points, goes = (part[at].tolist() for part in (trace.by, trace.points, trace.goes))
    for seat, score, more in zip(by, points, goes, strict=True):
        if seat < 0:
            break
        card = [(seat, "play", score)] if score else []
        yield card + ([(seat, "go", more)] if more else [])
    hands = trace.deals.hands[at].tolist()
    order = [*range(1, rules.players), 0]
    yield [
        *[(seat, "hand", hands[seat]) for seat in order],
        (0, "crib", int(trace.deals.cribs[at])),
    ]


def before_play(trace: Trace, at: int, rules: Rules) -> State:
    """Return the state with the starter of a deal cut and no card played."""
    hands = trace.hands[at].tolist()
    dealt = tuple([tuple([CARDS[card] for card in hand]) for hand in hands])
    discarded = trace.discarded[at].tolist()
    kept = [
        tuple([CARDS[card] for card in hand if card not in away])
        for hand, away in zip(hands, discarded, strict=True)
    ]
    return before_shuffle(rules).having(
        phase=Phase.PLAY,
        dealt=dealt,
        discards=tuple([tuple([CARDS[card] for card in away]) for away in discarded]),
        from_pack=tuple([CARDS[card] for card in trace.from_pack[at].tolist()]),
        hands=tuple(kept),
        starter=CARDS[trace.starters[at]],
        turn=1 % rules.players,
    )


def dealt_out(trace: Trace, at: int, rules: Rules) -> tuple[State, Scores]:
    """Deal the cards of a trace, discard and cut, and return the scores of the cut."""
    hands = trace.hands[at].tolist()
    rest, starter = trace.from_pack[at].tolist(), int(trace.starters[at])
    state, events = apply(
        before_shuffle(rules), Shuffle(pack_of(hands, rest, starter, rules, leader=1))
    )
    assert scores_of(events) == ([(1, "start", 3)] if rules.five_card else [])
    for seat, cards in enumerate(trace.discarded[at].tolist()):
        state, _ = apply(state, Discard(seat, tuple([CARDS[card] for card in cards])))
    state, events = apply(state, Cut(rules.players - 1, MIN_PACKET))
    return state, scores_of(events)


def replay(trace: Trace, at: int, rules: Rules, *, whole: bool = True) -> None:
    """Replay a deal of a trace, and compare the points of every event.

    Args:
        trace: the trace.
        at: the number of the deal in it.
        rules: the rules.
        whole: whether the engine also deals, discards and cuts, and must list each card as legal.
            Otherwise the replay begins with the play, which takes less time.
    """
    scores = expected_scores(trace, at, rules)
    wanted = next(scores)
    if whole or wanted:
        state, made = dealt_out(trace, at, rules)
        assert made == wanted
    else:
        state = before_play(trace, at, rules)
    played = zip(trace.by[at].tolist(), trace.played[at].tolist(), strict=True)
    turns = [turn for turn in played if turn[0] >= 0]
    count = 0
    for (seat, card), (after, follows) in pairwise([*turns, (-1, 0)]):
        assert state.turn == seat
        if whole:
            assert PLAYS[seat][card] in legal(state, seat)
        state, events = apply(state, PLAYS[seat][card])
        made = scores_of(events)
        count = count + VALUES[card] if state.pile else 0
        # A seat on turn that plays no card must say go, and the engine checks that it may.
        while state.phase is Phase.PLAY and not (
            state.turn == after and count + VALUES[follows] <= 31
        ):
            assert state.turn is not None
            state, events = apply(state, GOES[state.turn])
            made += scores_of(events)
            if not state.pile:
                count = 0
        wanted = next(scores)
        if state.phase is Phase.READY:
            wanted = wanted + next(scores)
        assert made == wanted
    assert state.phase is Phase.READY
    assert not next(scores, None)


def settle(state: State, rows: Any, at: int) -> State:
    """Apply the actions that a batch takes by itself, until a seat has a choice."""
    rules = state.rules
    while True:
        waiting = to_act(state)
        if state.phase is Phase.READY:
            for seat in sorted(waiting):
                state, _ = apply(state, Ready(seat))
        elif state.phase is Phase.SHUFFLE:
            used = rules.players * rules.hand_size
            pack = rows.pack[at].tolist()
            rest, starter = pack[used : used + rules.from_pack], pack[used + rules.from_pack]
            hands = rows.dealt[at].tolist()
            state, _ = apply(state, Shuffle(pack_of(hands, rest, starter, rules, state.leader)))
        elif state.phase is Phase.CUT:
            state, _ = apply(state, Cut(state.cutter, MIN_PACKET))
        elif state.phase is Phase.PLAY and state.turn is not None:
            first = legal(state, state.turn)[0]
            if type(first) is not Go:
                return state
            state, _ = apply(state, first)
        else:
            return state

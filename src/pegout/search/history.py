"""The replay of the play so far, and the solved strategy of a hand."""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.search.hands import EMPTY, FIRST_PAIR, FIRST_TRIPLE, held_size, less_of, more_of
from pegout.search.play import PlayState, open_count, ranks_below, track_move
from pegout.search.workspace import NOBODY, OF_SOLUTION, OPPONENT, OWN, PASS

#: The number that marks an unknown strategy of a pair.
_UNKNOWN = 255
#: The sum of the shares of a pair.
_WHOLE = 254


@inlined
def lower_share(node: int, ranks: int, solved: Any) -> int:
    """Return how often out of 254 the lower of two ranks is played at a node; 255 if unknown."""
    low, high = ranks & 15, ranks >> 4 & 15
    return int(solved.weights[int(solved.offset[node]) + high * (high - 1) // 2 + low])


@jit
def shares_at(
    node: int, hand: int, size: int, count: int, at: int, shares: Any, sets: Any, solved: Any
) -> bool:
    """Compute the solved strategy of the mover at a node for a hand; return whether it is known.

    Args:
        at: the index in ``shares`` of the four results, by position in the hand. The share of a
            repeated rank is at its first position. The shares sum to 1.
    """
    if node < 0:
        return False
    ranks = sets.ranks[hand]
    shares[at + 2] = shares[at + 3] = 0.0
    if size == 2:
        lower = lower_share(node, ranks, solved)
        shares[at] = lower / _WHOLE
        shares[at + 1] = 1 - lower / _WHOLE
        return lower != _UNKNOWN
    offset = int(solved.offset[node])
    shares[at + 1] = 0.0
    limit, before, total = ranks_below(count), -1, 0
    for index in range(size):
        rank = ranks >> 4 * index & 15
        if rank >= limit:
            break
        if rank != before:
            before = rank
            rest = less_of(hand, index, sets)
            if size == 3:
                number = rank * 91 + rest - FIRST_PAIR
            else:
                number = rank * 455 + rest - FIRST_TRIPLE
            share = int(solved.weights[offset + number])
            shares[at + index] = float(share)
            total += share
    if total == 0:
        return False
    for index in range(size):
        if shares[at + index]:
            shares[at + index] /= total
    return True


@jit
def replay(facts: Any, kept: int, signs: Any, solved: Any) -> tuple[PlayState, int, int]:
    """Replay the cards played, and record the opponent's cards with the state before each.

    Returns:
        The state of the play; the lowest rank that the opponent can have, given its goes; and the
        number of cards that it has played.
    """
    history, ends = signs.history, signs.heuristic.ends
    play, minimum, shown, step = opening(facts, kept, signs.sets, solved), 0, 0, 0
    while True:
        if play.turn == NOBODY:
            play = open_count(play)
        limit = ranks_below(play.reached)
        if step == facts.steps:
            if play.turn == OWN and facts.held & 15 < limit:
                break
            rank = PASS
        else:
            rank = int(facts.played[step]) >> 2
            mine = int(facts.by[step]) == facts.seat
            if mine != (play.turn == OWN) or rank >= limit:
                rank = PASS
        if rank != PASS:
            step += 1
        if play.turn == OPPONENT:
            if rank != PASS:
                history.rank[shown], history.node[shown] = rank, play.node
                history.pile[shown], history.count[shown] = play.pile, play.reached
                history.against[shown], history.held[shown] = held_size(play.own), play.left
                shown += 1
            elif play.left:
                minimum = max(minimum, limit)
        play = track_move(play, rank, ends, solved)
    here = PlayState(
        OWN, play.silent, play.last, play.reached, play.pile, facts.held, play.left, facts.need,
        facts.opponent_need, play.node,
    )  # fmt: skip
    return here, minimum, shown


@inlined
def opening(facts: Any, kept: int, sets: Any, solved: Any) -> PlayState:
    """Return the state at the pone's lead, with the seat's whole hand and without needs."""
    hand = EMPTY
    for index in range(held_size(facts.held)):
        hand = more_of(hand, facts.held >> 4 * index & 15, sets)
    for step in range(facts.steps):
        if int(facts.by[step]) == facts.seat:
            hand = more_of(hand, int(facts.played[step]) >> 2, sets)
    node = 0 if len(solved.offset) and not facts.left_out & OF_SOLUTION else -1
    turn = OPPONENT if facts.role == Role.DEALER else OWN
    return PlayState(turn, 0, -1, 0, NO_PILE, sets.ranks[hand], kept, 0, 0, node)

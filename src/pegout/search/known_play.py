"""The play of two known hands, both by the solved strategy.

Neither seat knows the opponent's hand: each follows the solved strategy for its own hand or, where
that is unknown, the heuristic value. The result is the distribution of the points that both peg, or
of reaching the last hole on the way.
"""

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.search.best_response import heuristic_pick
from pegout.search.hands import less_rank
from pegout.search.history import shares_at
from pegout.search.play import (
    PlayState,
    close_count,
    next_index,
    open_count,
    played_out,
    ranks_below,
    several_fit,
    track_move,
)
from pegout.search.workspace import NOBODY, OWN, PASS, Opponent

#: The number of scores of a seat that are told apart; the last means "or more".
POINTS: Final = 32
#: The outcome numbers: ``POINTS`` times the own points plus the opponent's; from ``WON`` on, the
#: own seat has reached the last hole, by the opponent's points; from ``LOST`` on, the opponent has,
#: by the own points.
WON: Final = POINTS * POINTS
LOST: Final = WON + POINTS
OUTCOMES: Final = LOST + POINTS
#: The number of bits of a set number.
_BITS: Final = 12
_MASK: Final = (1 << _BITS) - 1


@inlined
def both_hands(own: int, opponent: int) -> int:
    """Pack two set numbers into one, the own seat's in the lower bits."""
    return own | opponent << _BITS


@inlined
def hands_after(hands: int, turn: int, rank: int, sets: Any) -> int:
    """Remove a rank from the set of the seat to act; see :func:`both_hands`."""
    shift = 0 if turn == OWN else _BITS
    hand = hands >> shift & _MASK
    return hands + ((less_rank(hand, rank, sets) - hand) << shift)


@inlined
def mirror(play: Any, ranks: int, left: int) -> PlayState:
    """Return the same state of the play from the side of the opponent, who has these ranks."""
    turn = play.turn if play.turn == NOBODY else 1 - play.turn
    last = play.last if play.last < 0 else 1 - play.last
    return PlayState(
        turn, play.silent, last, play.reached, play.pile, ranks, left,
        play.opponent_need, play.need, play.node,
    )  # fmt: skip


@inlined
def outcome_of(play: Any, needs: Any) -> int:
    """Return the outcome number of a finished play."""
    own: int = min(needs[0] - play.need, POINTS - 1)
    opponent: int = min(needs[1] - play.opponent_need, POINTS - 1)
    if play.need <= 0:
        return WON + opponent
    if play.opponent_need <= 0:
        return LOST + own
    return POINTS * own + opponent


@jit
def walk_known(
    play: Any, hands: int, weight: float, depth: int, needs: Any, outcomes: Any, space: Any,
    solved: Any,
) -> None:  # fmt: skip
    """Add the outcomes of a state of the play to a distribution."""
    ends = space.heuristic.ends
    while True:
        if play.turn == NOBODY:
            play = close_count(play, space.switches)
            ended = played_out(play) or space.switches.one_count
            if ended or play.need <= 0 or play.opponent_need <= 0:
                break
            play = open_count(play)
        elif play.need <= 0 or play.opponent_need <= 0:
            break
        hand, size = hands >> (0 if play.turn == OWN else _BITS) & _MASK, 4
        ranks = space.sets.ranks[hand]
        while size and ranks >> 4 * (size - 1) & 15 == 15:
            size -= 1
        limit = ranks_below(play.reached)
        rank = ranks & 15
        if rank >= limit:
            rank = PASS
        elif ranks >> 4 & 15 < limit and several_fit(ranks, limit):
            shares = space.range.shares
            if not shares_at(
                play.node, hand, size, play.reached, 4 * depth, shares, space.sets, solved
            ):
                rank = heuristic_rank(play, hand, size, depth, space)
            else:
                index = next_index(ranks, 0, play.reached)
                while index < 4:
                    share = shares[4 * depth + index]
                    if share > 0:
                        rank = ranks >> 4 * index & 15
                        after = track_move(play, rank, ends, solved)
                        left = hands_after(hands, play.turn, rank, space.sets)
                        walk_known(
                            after, left, weight * share, depth + 1, needs, outcomes, space, solved
                        )
                    index = next_index(ranks, index + 1, play.reached)
                return
        if rank != PASS:
            hands = hands_after(hands, play.turn, rank, space.sets)
        play = track_move(play, rank, ends, solved)
    outcomes[outcome_of(play, needs)] += weight


@inlined
def heuristic_rank(play: Any, hand: int, size: int, depth: int, space: Any) -> int:
    """Return the rank with the greatest heuristic value for the seat to act."""
    opponent = Opponent(space.sets, space.heuristic, space.range, space.splits)
    space.splits.valued[depth] = 0
    if play.turn == OWN:
        return heuristic_pick(hand, mirror(play, against(play), size), depth, opponent)
    return heuristic_pick(hand, play, depth, opponent)


@inlined
def against(play: Any) -> int:
    """Return as many aces as the opponent has cards left; only their number matters."""
    ranks = 0xFFFF
    for _ in range(play.left):
        ranks = ranks << 4 & 0xFFFF
    return ranks

"""The play of two seats on many lines at once, from a seat that knows its own ranks.

The array form of :mod:`pegout.search.play` and of the functions for ranks of
:mod:`pegout.search.hands`; functions of one name do the same. A step plays a card on some lines and
says go on others, so there is only :func:`track_move`.
"""

from typing import Any, NamedTuple

import numpy as np

from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging_arrays import pile_scores
from pegout.kernel.score_tables import Array
from pegout.search.hand_arrays import spread_of
from pegout.search.workspace import NO_RANKS, NOBODY, OPPONENT, OWN, PASS, SearchRules
from pegout.tables.play_strategy import SolvedPlay


class PlayLines(NamedTuple):
    """Lines of play so far, each identified by its public history: int64[n] each."""

    turn: Array  # the seat to play, or ``NOBODY`` where the count has ended
    silent: Array  # whether the seat that is not to play has said go in this count
    last: Array  # the seat that played last
    reached: Array  # the count
    pile: Array
    own: Array  # the ranks in the own hand
    left: Array  # the number of cards in the opponent's hand
    need: Array  # the holes that the own seat needs
    opponent_need: Array  # the holes that the opponent needs
    node: Array  # the node of the solved play, or -1
    choice: Array  # the number of the own choice that led here


def values_of(rank: Array) -> Array:
    """Return the counting values of ranks."""
    values: Array = np.minimum(rank + 1, 10)
    return values


def ranks_below(count: Any) -> Array:
    """Return the number of ranks that fit under 31."""
    return np.where(count <= 21, 13, 31 - count)


def without(ranks: Array, index: Array) -> Array:
    """Remove the rank at a position from hands."""
    lower = (1 << 4 * index) - 1
    rest: Array = (ranks & lower) | (ranks >> 4 & ~lower & 0xFFF) | 0xF000
    return rest


def less(ranks: Array, rank: Array) -> Array:
    """Remove a rank from hands that have it; of other hands the lowest is removed."""
    return without(ranks, (spread_of(ranks) == rank[:, None]).argmax(axis=1))


def won_or_lost(play: PlayLines) -> Array:
    """Return on which lines a seat has reached the last hole."""
    over: Array = (play.need <= 0) | (play.opponent_need <= 0)
    return over


def played_out(play: PlayLines) -> Array:
    """Return on which lines neither seat has a card left."""
    empty: Array = (play.own == NO_RANKS) & (play.left == 0)
    return empty


def node_after(node: Array, rank: Array, solved: SolvedPlay) -> Array:
    """Return the nodes of the solved play after a rank, or after a go; -1 for none."""
    moves = solved.moves[node].astype(np.int64)
    number = np.bitwise_count(moves & (1 << rank) - 1)
    return np.where(moves >> rank & 1, solved.first_child[node] + number, -1)


def track_move(play: PlayLines, rank: Array, ends: Array, solved: SolvedPlay) -> PlayLines:
    """Play a card on each line or, where the rank is ``PASS``, say go."""
    turn, silent, last, count, pile, own, left, need, opponent_need, node, choice = play
    passes, mine = rank == PASS, turn == OWN
    held = np.where(mine, own != NO_RANKS, left > 0)
    known = np.flatnonzero((node >= 0) & (held | ~passes))
    node = node.copy()
    node[known] = node_after(node[known], rank[known], solved)
    count = np.where(passes, count, count + values_of(rank))
    pile = np.where(passes, pile, (pile << 4 | rank) & NO_PILE)
    points = np.where(passes, 0, pile_scores(pile, count, ends))
    own = np.where(mine & ~passes, less(own, rank), own)
    left = left - (~mine & ~passes)
    need, opponent_need = need - points * mine, opponent_need - points * ~mine
    last = np.where(passes, last, turn)
    over = np.where(passes, silent == 1, (count == 31) | ((own == NO_RANKS) & (left == 0)))
    alone = np.where(passes, False, np.where(mine, left == 0, own == NO_RANKS))
    stays = (alone | (silent == 1)) & ~passes
    turn = np.where(over, NOBODY, np.where(stays, turn, 1 - turn))
    silent = np.where(passes | (alone & ~over), 1, silent)
    return PlayLines(turn, silent, last, count, pile, own, left, need, opponent_need, node, choice)


def close_count(play: PlayLines, switches: SearchRules) -> PlayLines:
    """Score the go or last card on the lines whose count has ended and no seat is out."""
    last, need, opponent_need = play.last, play.need, play.opponent_need
    point = (play.turn == NOBODY) & ~won_or_lost(play)
    point &= (play.reached != 31) | (switches.stacks == 1)
    point &= ~((np.where(last == OWN, need, opponent_need) == 1) & (switches.stinkhole == 1))
    return play._replace(
        need=need - (point & (last == OWN)),
        opponent_need=opponent_need - (point & (last == OPPONENT)),
    )


def open_count(play: PlayLines) -> PlayLines:
    """Start the next count on the lines whose count has ended."""
    ended, following = play.turn == NOBODY, 1 - play.last
    empty = np.where(following == OWN, play.own == NO_RANKS, play.left == 0)
    return play._replace(
        turn=np.where(ended, np.where(empty, play.last, following), play.turn),
        silent=np.where(ended, 0, play.silent),
        reached=np.where(ended, 0, play.reached),
        pile=np.where(ended, NO_PILE, play.pile),
    )

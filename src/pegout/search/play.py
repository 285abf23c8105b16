"""The play of two as a state of one seat that knows its own ranks, a card at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.hands import less
from pegout.search.workspace import NO_RANKS, NOBODY, OPPONENT, OWN, PASS

__all__ = [
    "PlayState",
    "count_closed",
    "count_opened",
    "followed",
    "next_place",
    "node_after",
    "passed",
    "played",
    "played_out",
    "ranks_below",
    "several_fit",
    "won_or_lost",
]


class PlayState(NamedTuple):
    """Where the play is.

    Attributes:
        turn: who is to play: ``OWN``, ``OPPONENT``, or ``NOBODY`` where the count has ended.
        silent: whether the other of the two has said go.
        last: who played last.
        reached: the count.
        pile: the pile.
        own: the ranks that the own seat holds.
        left: how many cards the opponent holds.
        need: what the own seat needs; 0 or less where it has won.
        other_need: what the opponent needs.
        node: the node of the solved play, or -1.
    """

    turn: int
    silent: int
    last: int
    reached: int
    pile: int
    own: int
    left: int
    need: int
    other_need: int
    node: int


@inlined
def ranks_below(count: int) -> int:
    """Give how many ranks fit under 31."""
    return 13 if count <= 21 else 31 - count


@inlined
def next_place(ranks: int, place: int, count: int) -> int:
    """Give the next place of a hand, from this one on, with another rank that fits; 4 for none."""
    limit = ranks_below(count)
    while place < 4:
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            return 4
        if place == 0 or rank != ranks >> 4 * (place - 1) & 15:
            return place
        place += 1
    return place


@inlined
def several_fit(ranks: int, limit: int) -> bool:
    """Tell whether two different ranks of a hand are below a limit, two of whose cards are."""
    first, second = ranks & 15, ranks >> 4 & 15
    if first != second:
        return second < limit
    third = ranks >> 8 & 15
    if first != third or third >= limit:
        return third < limit
    return first != ranks >> 12 < limit


@inlined
def node_after(node: int, rank: int, solved: Any) -> int:
    """Give the node of the solved play after a rank, or after a go; -1 for none."""
    return int(solved.children[node, rank]) if node >= 0 else -1


@inlined
def won_or_lost(play: Any) -> bool:
    """Whether a seat has reached the last hole."""
    return bool(play.need <= 0 or play.other_need <= 0)


@inlined
def played_out(play: Any) -> bool:
    """Whether nobody has a card left."""
    return bool(play.own == NO_RANKS and play.left == 0)


@inlined
def played(play: Any, rank: int, ends: Any, solved: Any) -> PlayState:
    """Play a card of the seat on turn.

    Where the opponent has no choice any more the nodes end: they are so many that to look one up
    takes longer than all else that a card does.

    Args:
        play: where the play is.
        rank: the rank of the card.
        ends: what three cards at the end of a pile score.
        solved: the solved play.
    """
    count = play.reached + (rank + 1 if rank < 9 else 10)
    pile = (play.pile << 4 | rank) & NO_PILE
    points = pile_score(pile, count, ends)
    own, left, need, other_need = play.own, play.left, play.need, play.other_need
    if play.turn == OWN:
        own, need = less(own, rank), need - points
    else:
        left, other_need = left - 1, other_need - points
    turn, silent = play.turn, play.silent
    if count == 31 or (own == NO_RANKS and left == 0):
        turn = NOBODY
    elif not silent:
        if (left == 0) if turn == OWN else (own == NO_RANKS):
            silent = 1
        else:
            turn = 1 - turn
    node = node_after(play.node, rank, solved) if left > 1 else -1
    return PlayState(turn, silent, play.turn, count, pile, own, left, need, other_need, node)


@inlined
def passed(play: Any, solved: Any) -> PlayState:
    """Have the seat on turn say go, or be passed over where it has no card left."""
    node = play.node
    if play.left < 2:
        node = -1
    elif play.turn == OPPONENT or play.own != NO_RANKS:
        node = node_after(node, PASS, solved)
    turn = NOBODY if play.silent else 1 - play.turn
    return PlayState(
        turn, 1, play.last, play.reached, play.pile, play.own, play.left, play.need,
        play.other_need, node,
    )  # fmt: skip


@inlined
def followed(play: Any, rank: int, ends: Any, solved: Any) -> PlayState:
    """Play a card or, for ``PASS``, say go; stay in the solved play as long as it has nodes."""
    if rank == PASS:
        after = passed(play, solved)
        held = (play.own & 15 < 15) if play.turn == OWN else play.left
        node = node_after(play.node, PASS, solved) if held else play.node
    else:
        after = played(play, rank, ends, solved)
        node = node_after(play.node, rank, solved)
    return PlayState(
        after.turn, after.silent, after.last, after.reached, after.pile, after.own, after.left,
        after.need, after.other_need, node,
    )  # fmt: skip


@inlined
def count_closed(play: Any, switches: Any) -> PlayState:
    """Pay whoever played last, at the end of a count."""
    need, other_need = play.need, play.other_need
    if play.reached != 31 or switches.stacks:
        if play.last == OWN:
            need -= 0 if need == 1 and switches.stinkhole else 1
        else:
            other_need -= 0 if other_need == 1 and switches.stinkhole else 1
    return PlayState(
        NOBODY, play.silent, play.last, play.reached, play.pile, play.own, play.left, need,
        other_need, play.node,
    )  # fmt: skip


@inlined
def count_opened(play: Any) -> PlayState:
    """Begin the next count."""
    turn = OPPONENT if play.last == OWN else OWN
    if (play.own == NO_RANKS) if turn == OWN else (play.left == 0):
        turn = play.last
    return PlayState(
        turn, 0, play.last, 0, NO_PILE, play.own, play.left, play.need, play.other_need, play.node
    )

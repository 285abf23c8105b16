"""The shipped strategy of the solved play: write, check and read its file.

The head of the file says what the numbers are, which command computed them, and how much the
shipped form loses. Its last line is a checksum, and the compressed numbers follow it.
:mod:`pegout.solver.quantize` leaves out positions that a player's own strategy hardly ever reaches,
and rounds probabilities.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from pegout.kernel.score_tables import Array, constants
from pegout.loading import load_once
from pegout.tables.files import TableError, compose_bytes, parse_bytes, read_checked


class SolvedPlay(NamedTuple):
    """A solution of the play by ranks, as a tree of public histories.

    Node 0 is the lead of the pone. A seat with no cards left has no node. There is no node either
    where both seats have at most one card left, because there is nothing to decide.

    Consider a node whose mover has ``m`` cards and where the ranks below ``k`` fit. Its shares
    begin at its offset. With ``m == 2`` there is a byte for every two different ranks ``i < j < k``
    at ``j * (j - 1) // 2 + i``: 254 times the probability of playing the lower rank, or 255 where
    the strategy is unknown. With more cards there are ``k * n`` bytes, where ``n``, 91 or 455, is
    the number of sets with one card less. The byte at ``r * n`` plus the number of the hand without
    ``r`` is the frequency of playing ``r``, in proportion; all are 0 where the strategy is unknown.

    Nodes are numbered in the order of their parents, and the children of one parent in the order of
    the ranks, with "go" last. So the tree takes six bytes a node, few enough for the cache of a
    processor.
    """

    moves: Any  # uint16[n], a bit for each rank after which there is a node, and bit 13 for "go"
    first_child: Any  # int32[n], the number of the first child; of no meaning where there is none
    mover: Any  # int8[n], 0 where the pone is to play, 1 for the dealer
    offset: Any  # int64[n], the position of the first share of the node
    weights: Any  # uint8, the shares


def unsolved() -> SolvedPlay:
    """Return a strategy without nodes, in which nothing is known."""
    return constants(
        SolvedPlay(
            np.zeros(0, np.uint16),
            np.zeros(0, np.int32),
            np.zeros(0, np.int8),
            np.zeros(0, np.int64),
            np.zeros(0, np.uint8),
        )
    )


def children_of(moves: Array, first_child: Array) -> Array:
    """Return int32[n, 14], the node after each rank, and after "go" at 13; -1 for none.

    >>> children_of(np.array([0b101], np.uint16), np.array([1], np.int32))[0, :4].tolist()
    [1, -1, 2, -1]
    """
    there = moves[:, None] >> np.arange(14) & 1
    numbers = first_child[:, None] + there.cumsum(axis=1) - 1
    return np.where(there, numbers, -1).astype(np.int32)


class Shipped(NamedTuple):
    """The contents of a file of the solved play."""

    head: tuple[str, ...]  # the lines of its head
    play: SolvedPlay  # the strategies of both seats


# The file ---------------------------------------------------------------------------------------


def compose(head: Iterable[str], play: SolvedPlay) -> bytes:
    """Write a file."""
    parts = [
        np.array([len(play.mover), len(play.weights)], "<i8").tobytes(),
        play.moves.astype("<u2").tobytes(),
        play.mover.tobytes(),
        np.diff(play.offset, append=len(play.weights)).astype("<u2").tobytes(),
        play.weights.tobytes(),
    ]
    return compose_bytes(head, b"".join(parts))


def parse(data: bytes) -> Shipped:
    """Read a file and check it against its checksum."""
    head, raw = parse_bytes(data)
    nodes, size = (int(number) for number in np.frombuffer(raw.ljust(16, b"\0"), "<i8", 2))
    if len(raw) != 16 + 5 * nodes + size:
        raise TableError(
            "bad_table",
            "the table of the play does not have as many numbers as it says; make it again with "
            "the command in its head",
        )
    at = 16
    # Copies: a view would keep all bytes of the file in memory.
    moves = np.frombuffer(raw, "<u2", nodes, at).astype(np.uint16)
    mover = np.frombuffer(raw, np.int8, nodes, at + 2 * nodes).copy()
    sizes = np.frombuffer(raw, "<u2", nodes, at + 3 * nodes).astype(np.int64)
    # NumPy allocates the copy in large pages, which cause far fewer TLB misses.
    weights = np.frombuffer(raw, np.uint8, size, at + 5 * nodes).copy()
    offset = np.zeros(nodes, np.int64)
    np.cumsum(sizes[:-1], out=offset[1:])
    play = SolvedPlay(moves, first_children(moves), mover, offset, weights)
    return Shipped(head, constants(play))


def first_children(moves: Array) -> Array:
    """Number the nodes by their moves; return the first child of each node, int32[n]."""
    children = np.bitwise_count(moves).astype(np.int32)
    return 1 + np.cumsum(children, dtype=np.int32) - children


@load_once
def load() -> Shipped:
    """Return the shipped strategy of the solved play."""
    return read_checked("play.bin", parse)

"""The shipped strategy of the solved play in arrays: write, check and read its file.

The array form of :mod:`pegout.tables.play_strategy`, which describes the file; functions of one
name do the same.
"""

from collections.abc import Iterable

import numpy as np

from pegout.kernel.score_tables import Array, constants
from pegout.loading import load_once
from pegout.tables.files import compose_bytes, read_checked
from pegout.tables.play_strategy import Shipped, SolvedPlay, parse_columns


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
    columns = parse_columns(data)
    moves = np.array(columns.moves, np.uint16)
    offset = np.zeros(len(moves), np.int64)
    np.cumsum(columns.sizes[:-1], out=offset[1:])
    # NumPy allocates the copy in large pages, which cause far fewer TLB misses.
    weights = np.frombuffer(columns.weights, np.uint8).copy()
    mover = np.array(columns.mover, np.int8)
    play = SolvedPlay(moves, first_children(moves), mover, offset, weights)
    return Shipped(columns.head, constants(play))


def first_children(moves: Array) -> Array:
    """Number the nodes by their moves; return the first child of each node, int32[n]."""
    children = np.bitwise_count(moves).astype(np.int32)
    return 1 + np.cumsum(children, dtype=np.int32) - children


@load_once
def load() -> Shipped:
    """Return the shipped strategy of the solved play."""
    return read_checked("play.bin", parse)

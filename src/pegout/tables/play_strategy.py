"""The solved play as it is shipped: how it is written, checked and read.

The file begins with a head of lines that say what the numbers are, which command made them, and
what the form in which they are shipped loses; its last line is a checksum. Then follow the numbers,
compressed. What a player's own cards hardly ever let it come to is left out, and chances are
rounded; :mod:`pegout.solver.quantize` does that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from pegout.kernel.score_tables import Array, constants
from pegout.loading import load_once
from pegout.tables.files import checked, compose_bytes, parse_bytes

__all__ = ["Shipped", "SolvedPlay", "compose", "load", "parse", "unsolved"]


class SolvedPlay(NamedTuple):
    """A solution of the play by ranks, as a tree of what both have seen.

    Node 0 is the lead of the pone. A mover with no card left is passed over and has no node, and
    where both have at most one card left there is nothing to decide and no node.

    At a node whose mover holds ``m`` cards and where the ranks below ``k`` fit, the shares begin at
    its offset. With ``m == 2`` there is a byte for every two different ranks ``i < j < k`` at
    ``j * (j - 1) // 2 + i``: 254 times the chance of laying the lower, or 255 where nobody knows.
    With more cards there are ``k * n`` bytes, where ``n`` is 91 or 455, how many sets there are of
    one card less: at ``r * n`` and the number of the hand without ``r`` stands how often ``r`` is
    laid, in proportion; all zero where it is not known.

    Attributes:
        children: int32[n, 14], the node after each rank, after "go" at 13; -1 for none.
        mover: int8[n], 0 where the pone is to lay, 1 for the dealer.
        offset: int64[n], where the shares of the node begin.
        weights: uint8, the shares.
    """

    children: Any
    mover: Any
    offset: Any
    weights: Any


def unsolved() -> SolvedPlay:
    """Give a solved play in which nothing is known.

    >>> len(unsolved().children)
    0
    """
    return constants(
        SolvedPlay(
            np.zeros((0, 14), np.int32),
            np.zeros(0, np.int8),
            np.zeros(0, np.int64),
            np.zeros(0, np.uint8),
        )
    )


class Shipped(NamedTuple):
    """What a file of the solved play holds.

    Attributes:
        head: what it says of itself.
        play: how both seats play.
    """

    head: tuple[str, ...]
    play: SolvedPlay


# The file ---------------------------------------------------------------------------------------


def compose(head: Iterable[str], play: SolvedPlay) -> bytes:
    """Write a file.

    >>> from pegout.tables.play_strategy import unsolved
    >>> data = compose(["Nothing."], unsolved())
    >>> parse(data).head, len(parse(data).play.mover)
    (('Nothing.',), 0)
    """
    parts = [
        np.array([len(play.mover), len(play.weights)], "<i8").tobytes(),
        # A child that is there comes right after the one before it: a bit for each will do.
        _bits(play.children).astype("<u2").tobytes(),
        play.mover.tobytes(),
        np.diff(play.offset, append=len(play.weights)).astype("<u2").tobytes(),
        play.weights.tobytes(),
    ]
    return compose_bytes(head, b"".join(parts))


def _bits(children: Array) -> Array:
    found: Array = ((children >= 0) << np.arange(14)).sum(axis=1)
    return found


def parse(data: bytes) -> Shipped:
    """Read a file and hold it against its checksum.

    Raises:
        TableError: if it is not what was written.
    """
    head, raw = parse_bytes(data)
    nodes, size = (int(number) for number in np.frombuffer(raw, "<i8", 2))
    at = 16
    bits = np.frombuffer(raw, "<u2", nodes, at)
    mover = np.frombuffer(raw, np.int8, nodes, at + 2 * nodes)
    sizes = np.frombuffer(raw, "<u2", nodes, at + 3 * nodes).astype(np.int64)
    # A copy: numpy asks for large pages, in which far fewer lookups miss.
    weights = np.frombuffer(raw, np.uint8, size, at + 5 * nodes).copy()
    there = np.unpackbits(bits.view(np.uint8), bitorder="little").reshape(-1, 16)[:, :14]
    numbers = there.cumsum(dtype=np.int32).reshape(there.shape)
    children = np.where(there, numbers, np.int32(-1))
    offset = np.zeros(nodes, np.int64)
    np.cumsum(sizes[:-1], out=offset[1:])
    return Shipped(head, constants(SolvedPlay(children, mover, offset, weights)))


@load_once
def load() -> Shipped:
    """Give the solved play that is shipped with the package.

    >>> load().head[0]
    'The play of two players, solved.'

    Raises:
        TableError: if it is not what was written.
    """
    return checked("play.bin", parse)

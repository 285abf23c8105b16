"""The solved play as it is shipped: how it is written, checked and read.

The file begins with a head of lines that say what the numbers are, which command made them, and
what the form in which they are shipped loses; its last line is a checksum. Then follow the numbers,
compressed. What a player's own cards hardly ever let it come to is left out, and chances are
rounded; :mod:`pegout.evaluation.play_packing` does that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from pegout.evaluation.tables import compose_bytes, parse_bytes
from pegout.kernel.compiled.mind import SolvedPlay
from pegout.kernel.tables import Array

__all__ = ["Shipped", "compose", "load", "nothing", "parse"]


class Shipped(NamedTuple):
    """What a file of the solved play holds.

    Attributes:
        head: what it says of itself.
        play: how both seats play.
    """

    head: tuple[str, ...]
    play: SolvedPlay


def nothing() -> SolvedPlay:
    """Give a way of playing of which nothing is known."""
    return SolvedPlay(
        np.zeros((0, 14), np.int32), np.zeros(0, np.int8), np.zeros(0, np.int64),
        np.zeros(0, np.uint8),
    )  # fmt: skip


# The file ---------------------------------------------------------------------------------------


def compose(head: Iterable[str], play: SolvedPlay) -> bytes:
    """Write a file.

    >>> data = compose(["Nothing."], nothing())
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
    weights = np.frombuffer(raw, np.uint8, size, at + 5 * nodes)
    there = np.unpackbits(bits.view(np.uint8), bitorder="little").reshape(-1, 16)[:, :14]
    numbers = there.cumsum(dtype=np.int32).reshape(there.shape)
    children = np.where(there, numbers, np.int32(-1))
    offset = np.zeros(nodes, np.int64)
    np.cumsum(sizes[:-1], out=offset[1:])
    return Shipped(head, SolvedPlay(children, mover, offset, weights))


@cache
def load() -> Shipped:
    """Give the solved play that is shipped with the package.

    >>> load().head[0]
    'The play of two players, solved.'

    Raises:
        TableError: if it is not what was written.
    """
    return parse(files(__package__).joinpath("tables", "play.bin").read_bytes())

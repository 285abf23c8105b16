"""The shipped strategy of the solved play, read without NumPy.

The head of the file says what the numbers are, which command computed them, and how much the
shipped form loses. Its last line is a checksum, and the compressed numbers follow it.
:mod:`pegout.solver.quantize` leaves out positions that a player's own strategy hardly ever reaches,
and rounds probabilities. :mod:`pegout.tables.play_strategy_arrays` has the same in arrays, and
writes the file.

>>> play = load().play
>>> len(play.moves) == len(play.offset), play.offset[0], play.first_child[0]
(True, 0, 1)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from pegout.loading import load_once
from pegout.tables.files import TableError, numbers_in, parse_bytes, read_checked

#: The number of bytes before the columns of a file: how many nodes there are, and how many shares.
_SIZES: Final = 16
#: The bytes of a node: its moves, its mover, and the number of its shares.
_NODE: Final = 5


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
    return SolvedPlay(array("H"), array("i"), array("b"), array("q"), b"")


class Shipped(NamedTuple):
    """The contents of a file of the solved play."""

    head: tuple[str, ...]  # the lines of its head
    play: SolvedPlay  # the strategies of both seats


class PlayColumns(NamedTuple):
    """The columns of a file, before its nodes are numbered."""

    head: tuple[str, ...]  # the lines of its head
    moves: array[int]  # as in :class:`SolvedPlay`
    mover: array[int]
    sizes: array[int]  # the number of shares of each node
    weights: memoryview


def parse_columns(data: bytes) -> PlayColumns:
    """Read a file and check it against its checksum."""
    head, raw = parse_bytes(data, _size)
    nodes, _ = _sizes(raw)
    if len(raw) != _size(raw):
        raise TableError(
            "bad_table",
            "the table of the play does not have as many numbers as it says; make it again with "
            "the command in its head",
        )
    ends = [_SIZES + step * nodes for step in (0, 2, 3, _NODE)]
    moves, mover, sizes = [
        numbers_in(kind, raw[start:end])
        for kind, start, end in zip("HbH", ends, ends[1:], strict=False)
    ]
    # A copy would take as much memory again, if only for a moment.
    return PlayColumns(head, moves, mover, sizes, memoryview(raw)[ends[-1] :])


def _sizes(raw: bytes) -> array[int]:
    """Return the numbers of nodes and of shares of a file."""
    return numbers_in("q", raw[:_SIZES].ljust(_SIZES, b"\0"))


def _size(raw: bytes) -> int:
    """Return the number of bytes that a file should have."""
    nodes, shares = _sizes(raw)
    return _SIZES + _NODE * nodes + shares


def parse(data: bytes) -> Shipped:
    """Read a file and check it against its checksum."""
    columns = parse_columns(data)
    children = map(int.bit_count, columns.moves)
    play = SolvedPlay(
        columns.moves,
        _before("i", children, 1),
        columns.mover,
        _before("q", columns.sizes, 0),
        columns.weights,
    )
    return Shipped(columns.head, play)


def _before(kind: str, numbers: Iterable[int], start: int) -> Sequence[int]:
    """Return the sum of the numbers before each, from a start on."""
    sums = array(kind, accumulate(numbers, initial=start))
    sums.pop()
    return sums


@load_once
def load() -> Shipped:
    """Return the shipped strategy of the solved play."""
    return read_checked("play.bin", parse)

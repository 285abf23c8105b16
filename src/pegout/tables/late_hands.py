"""The win probability with every kept hand near the end of the board: the shipped table.

``late_hands.bin`` has, for each role and each set of four ranks, functions of both needs, from 1 to
25 holes: the win probability before the starter is known, and what changes it. Each function is a
sum of a few shapes that all hands share. Shapes are the principal components of the functions, so
that few of them are enough. :mod:`pegout.solver.late_hands` computes the functions, and
:mod:`pegout.search.late_discard` adds them up to the value of a discard.

>>> late = shipped_late_hands()
>>> late.numbers.shape, late.shapes.shape, late.features.shape
((2, 1820, 1196), (2, 25, 25, 260), (2, 91, 13, 3))
"""

from collections.abc import Iterable
from math import prod
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.tables.files import TableError, compose_bytes, parse_bytes, read_checked

#: The number of directions in which cribs are told apart.
DIRECTIONS: Final = 3


class TablePart(NamedTuple):
    """A part of the value of a hand in the table."""

    rows: int  # the number of functions of a hand
    shapes: int  # the number of shapes of which each is a sum
    number: int  # the first of its numbers among those of a hand
    shape: int  # the first of its shapes among all


#: The win probability with an average crib, with no card of the own discard known.
AVERAGE: Final = TablePart(1, 160, 0, 0)
#: The change with a card of each rank in the own discard, so that nobody else can have it.
BY_DISCARDED: Final = TablePart(13, 40, 160, 160)
#: The change with a crib that is one step in a direction from the average, behind each starter.
BY_CRIB: Final = TablePart(13 * DIRECTIONS, 12, 680, 200)
#: The change with one point more in the hand, as for nobs.
NOBS: Final = TablePart(1, 16, 1148, 212)
#: The change with four points more in the hand, as for a flush.
FLUSH: Final = TablePart(1, 32, 1164, 228)
#: All parts.
PARTS: Final = (AVERAGE, BY_DISCARDED, BY_CRIB, NOBS, FLUSH)
#: The number of numbers of a hand, and of shapes.
NUMBERS: Final = 1196
SHAPES: Final = 260

_HANDS: Final = 1820
_NEEDS: Final = 25
#: A step of the features in the file.
FEATURE: Final = 1e-3


class LateHands(NamedTuple):
    """The table, the pone first. Without entries, nothing is known."""

    numbers: Array  # int16[2, 1820, 1196], the factors of the shapes, by role, hand and part
    # float32[2, 25, 25, 260], the values of the shapes by role, own need and the opponent's, each
    # from 1 on
    shapes: Array
    # float64[2, 91, 13, 3], how many steps the crib with an own discard of two ranks goes in each
    # direction, behind each starter
    features: Array


class PackedLateHands(NamedTuple):
    """The table in whole numbers, as in the file."""

    scales: Array  # float32[2, 260], the size of a step of each shape
    shapes: Array  # int16[2, 260, 625], the shapes in these steps
    features: Array  # int16[2, 91, 13, 3], the features in thousandths
    numbers: Array  # int16[2, 1196, 1820], the numbers, those of all hands side by side


#: The shapes of the arrays of :class:`LateHands`.
LATE_SHAPES: Final = (
    (2, _HANDS, NUMBERS),
    (2, _NEEDS, _NEEDS, SHAPES),
    (2, 91, 13, DIRECTIONS),
)

#: The shapes of the arrays of :class:`PackedLateHands`.
_PACKED_SHAPES: Final = (
    (2, SHAPES),
    (2, SHAPES, _NEEDS**2),
    (2, 91, 13, DIRECTIONS),
    (2, NUMBERS, _HANDS),
)


def no_late_hands() -> LateHands:
    """Return a table without entries."""
    return LateHands(
        np.zeros((2, 0, NUMBERS), np.int16),
        np.zeros((2, 0, 0, SHAPES), np.float32),
        np.zeros((2, 0, 13, DIRECTIONS)),
    )


def unpack(packed: PackedLateHands) -> LateHands:
    """Return the table for use."""
    shapes = packed.scales[:, :, None] * packed.shapes.astype(np.float32)
    by_need = shapes.transpose(0, 2, 1).reshape(2, _NEEDS, _NEEDS, SHAPES)
    return LateHands(
        np.ascontiguousarray(packed.numbers.transpose(0, 2, 1)),
        np.ascontiguousarray(by_need, np.float32),
        packed.features * FEATURE,
    )


def late_hands_file(packed: PackedLateHands, about: Iterable[str]) -> bytes:
    """Write the table.

    The numbers follow in this order, the lowest byte first: scales, shapes, features and numbers.
    Of arrays of two-byte numbers, all low bytes come first, because they compress better.
    """
    head = [
        "The chance of winning with every kept hand near the end of the board.",
        *about,
        *[
            f"{name} {' '.join(map(str, shape))}"
            for name, shape in zip(PackedLateHands._fields, _PACKED_SHAPES, strict=True)
        ],
    ]
    parts = [packed.scales.astype("<f4").tobytes()]
    for array in packed[1:]:
        plain = array.astype("<i2").tobytes()
        parts += [plain[0::2], plain[1::2]]
    return compose_bytes(head, b"".join(parts))


def read_late_hands(data: bytes) -> tuple[tuple[str, ...], PackedLateHands]:
    """Read a file of :func:`late_hands_file`: return the lines of its head, and the table."""
    head, body = parse_bytes(data)
    sizes = [4 * prod(_PACKED_SHAPES[0]), *[2 * prod(shape) for shape in _PACKED_SHAPES[1:]]]
    if len(body) != sum(sizes):
        raise TableError(
            "bad_table",
            f"the table of late hands should have {sum(sizes)} bytes, not {len(body)}; make it "
            "again with the command in its head",
        )
    at = sizes[0]
    parts = [np.frombuffer(body[:at], "<f4").astype(np.float32)]
    for size in sizes[1:]:
        plain = np.frombuffer(body[at : at + size], np.uint8).reshape(2, -1)
        parts.append(np.ascontiguousarray(plain.T).view("<i2").ravel().astype(np.int16))
        at += size
    shaped = [part.reshape(shape) for part, shape in zip(parts, _PACKED_SHAPES, strict=True)]
    return head, PackedLateHands(*shaped)


@load_once
def shipped_late_hands() -> LateHands:
    """Return the shipped table."""
    return unpack(read_checked("late_hands.bin", read_late_hands)[1])

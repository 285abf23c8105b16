"""The win probability with every kept hand near the end of the board: the shipped table.

``late_hands.bin`` has, for each role and each set of four ranks, functions of both needs, from 1 to
25 holes: the win probability before the starter is known, and what changes it. Each function is a
sum of a few shapes that all hands share. Shapes are the principal components of the functions, so
that few of them are enough. :mod:`pegout.solver.late_hands` computes the functions, and
:mod:`pegout.search.late_discard` adds them up to the value of a discard.

The numbers are in arrays of the standard library, in C order;
:mod:`pegout.tables.late_hands_arrays` has the same in arrays of NumPy.

>>> late = shipped_late_hands()
>>> [len(part) == prod(shape) for part, shape in zip(late, LATE_SHAPES)]
[True, True, True]
"""

from array import array
from math import prod
from typing import Any, Final, NamedTuple

from pegout.loading import load_once
from pegout.tables.files import TableError, numbers_in, parse_bytes, read_checked

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

    numbers: Any  # int16[2, 1820, 1196], the factors of the shapes, by role, hand and part
    # float32[2, 25, 25, 260], the values of the shapes by role, own need and the opponent's, each
    # from 1 on
    shapes: Any
    # float64[2, 91, 13, 3], how many steps the crib with an own discard of two ranks goes in each
    # direction, behind each starter
    features: Any


class PackedLateHands(NamedTuple):
    """The table in whole numbers, as in the file.

    The parts follow one another, the lowest byte of a number first. Of two-byte numbers, all low
    bytes come first, because they compress better.
    """

    scales: Any  # float32[2, 260], the size of a step of each shape
    shapes: Any  # int16[2, 260, 625], the shapes in these steps
    features: Any  # int16[2, 91, 13, 3], the features in thousandths
    numbers: Any  # int16[2, 1196, 1820], the numbers, those of all hands side by side


#: The shapes of the arrays of :class:`LateHands`.
LATE_SHAPES: Final = (
    (2, _HANDS, NUMBERS),
    (2, _NEEDS, _NEEDS, SHAPES),
    (2, 91, 13, DIRECTIONS),
)

#: The type codes of :mod:`array` for these, with their shapes.
_KINDS: Final = tuple(zip("hfd", LATE_SHAPES, strict=True))

#: The shapes of the arrays of :class:`PackedLateHands`.
PACKED_SHAPES: Final = (
    (2, SHAPES),
    (2, SHAPES, _NEEDS**2),
    (2, 91, 13, DIRECTIONS),
    (2, NUMBERS, _HANDS),
)


def no_late_hands() -> LateHands:
    """Return a table without entries."""
    return LateHands(array("h"), array("f"), array("d"))


def unpack(packed: PackedLateHands) -> LateHands:
    """Return the table for use."""
    late = LateHands(*[array(kind, [0]) * prod(shape) for kind, shape in _KINDS])
    for role in range(2):
        first = role * _HANDS * NUMBERS
        for hand in range(_HANDS):
            start = first + hand * NUMBERS
            row = packed.numbers[first + hand : first + _HANDS * NUMBERS : _HANDS]
            late.numbers[start : start + NUMBERS] = row
        size = _NEEDS**2
        for shape in range(SHAPES):
            scale, start = packed.scales[role * SHAPES + shape], size * (role * SHAPES + shape)
            values = array("f", [scale * step for step in packed.shapes[start : start + size]])
            first = role * SHAPES * size
            late.shapes[first + shape : first + SHAPES * size : SHAPES] = values
    late.features[:] = array("d", [steps * FEATURE for steps in packed.features])
    return late


def read_late_hands(data: bytes) -> tuple[tuple[str, ...], PackedLateHands]:
    """Read a file: return the lines of its head, and the table."""
    sizes = [4 * prod(PACKED_SHAPES[0]), *[2 * prod(shape) for shape in PACKED_SHAPES[1:]]]
    head, body = parse_bytes(data, lambda first: sum(sizes))
    if len(body) != sum(sizes):
        raise TableError(
            "bad_table",
            f"the table of late hands should have {sum(sizes)} bytes, not {len(body)}; make it "
            "again with the command in its head",
        )
    at = sizes[0]
    parts = [numbers_in("f", body[:at])]
    for size in sizes[1:]:
        plain = bytearray(size)
        plain[0::2], plain[1::2] = body[at : at + size // 2], body[at + size // 2 : at + size]
        parts.append(numbers_in("h", plain))
        at += size
    return head, PackedLateHands(*parts)


@load_once
def shipped_late_hands() -> LateHands:
    """Return the shipped table."""
    return unpack(read_checked("late_hands.bin", read_late_hands)[1])

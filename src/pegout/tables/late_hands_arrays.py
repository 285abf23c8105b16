"""The win probability with every kept hand near the end of the board, in arrays of NumPy.

The array form of :mod:`pegout.tables.late_hands`, which describes the file; functions of one name
do the same.

>>> late = shipped_late_hands()
>>> late.numbers.shape, late.shapes.shape, late.features.shape
((2, 1820, 1196), (2, 25, 25, 260), (2, 91, 13, 3))
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from pegout.loading import load_once
from pegout.tables import late_hands
from pegout.tables.files import compose_bytes
from pegout.tables.late_hands import (
    DIRECTIONS,
    LATE_SHAPES,
    NUMBERS,
    PACKED_SHAPES,
    SHAPES,
    LateHands,
    PackedLateHands,
)


def no_late_hands() -> LateHands:
    """Return a table without entries."""
    return LateHands(
        np.zeros((2, 0, NUMBERS), np.int16),
        np.zeros((2, 0, 0, SHAPES), np.float32),
        np.zeros((2, 0, 13, DIRECTIONS)),
    )


def late_hands_file(packed: PackedLateHands, about: Iterable[str]) -> bytes:
    """Write the table."""
    head = [
        "The chance of winning with every kept hand near the end of the board.",
        *about,
        *[
            f"{name} {' '.join(map(str, shape))}"
            for name, shape in zip(PackedLateHands._fields, PACKED_SHAPES, strict=True)
        ],
    ]
    parts = [packed.scales.astype("<f4").tobytes()]
    for array in packed[1:]:
        plain = array.astype("<i2").tobytes()
        parts += [plain[0::2], plain[1::2]]
    return compose_bytes(head, b"".join(parts))


def read_late_hands(data: bytes) -> tuple[tuple[str, ...], PackedLateHands]:
    """Read a file of :func:`late_hands_file`: return the lines of its head, and the table."""
    head, packed = late_hands.read_late_hands(data)
    return head, PackedLateHands(*_shaped(packed, PACKED_SHAPES))


@load_once
def shipped_late_hands() -> LateHands:
    """Return the shipped table, which shares its memory with the plain one."""
    return LateHands(*_shaped(late_hands.shipped_late_hands(), LATE_SHAPES))


def _shaped(parts: Iterable[Any], shapes: Iterable[tuple[int, ...]]) -> list[Any]:
    return [
        np.asarray(memoryview(part)).reshape(shape)
        for part, shape in zip(parts, shapes, strict=True)
    ]

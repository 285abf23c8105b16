"""Checks of the kernel's arguments, with clear errors."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np

from pegout.cards import Card, parse_cards
from pegout.kernel.errors import KernelError
from pegout.kernel.rule_numbers import flush_points
from pegout.kernel.score_tables import Array
from pegout.rules import Rules

_SEED_LIMIT: Final = 2**62
#: Random streams are numbered by the game and, in the bits above, by the seat or the pack.
_LIMIT: Final = 2**48


def cards_array(
    what: str,
    given: Any,
    *,
    widths: Sequence[int] | None = None,
    length: int | None = None,
    maximum: int = 51,
    distinct: bool = False,
) -> Array:
    """Return cards, ranks or lengths as an array of int8, or raise an error that names the fault.

    Args:
        widths: the allowed numbers of columns; without them the array must have one dimension,
            unless it only has to be ``distinct``.
        distinct: whether the numbers in a row must differ.
    """
    array = _whole_numbers(what, given, texts=maximum == 51, rows=widths is not None)
    if widths is not None and array.shape == (0,):
        array = array.reshape(0, widths[0])
    if widths is None and not distinct:
        if array.ndim != 1 or (length is not None and len(array) != length):
            wanted = "" if length is None else f" of {length}"
            raise KernelError(
                "bad_shape", f"expected {what} as one row{wanted}, not of shape {array.shape}"
            )
    elif widths is not None and (array.ndim != 2 or array.shape[1] not in widths):
        wanted = (
            " or ".join(map(str, widths)) if len(widths) < 4 else f"{widths[0]} to {widths[-1]}"
        )
        raise KernelError(
            "bad_shape",
            f"expected {what} as rows of {wanted}, an array of shape (n, {wanted}), "
            f"not of shape {array.shape}",
        )
    if array.size and (array.min() < 0 or array.max() > maximum):
        wrong = (array < 0) | (array > maximum)
        index = tuple(int(at) for at in np.argwhere(wrong)[0])
        raise KernelError(
            "bad_card",
            f"expected {what} from 0 to {maximum}, not {int(array[index])} in row {index[0]}",
        )
    cards = np.ascontiguousarray(array, np.int8)
    if distinct:
        columns = np.ascontiguousarray(cards.T)
        for first, second in combinations(columns, 2):
            twice = first == second
            if twice.any():
                at = int(np.argmax(twice))
                raise KernelError(
                    "duplicate_card",
                    f"expected different cards in each row of {what}, not {cards[at].tolist()} "
                    f"in row {at}",
                )
    return cards


def _whole_numbers(what: str, given: Any, *, texts: bool, rows: bool) -> Array:
    """Return an array of whole numbers; of cards, which may be texts, if ``texts`` says so."""
    if isinstance(given, Iterator):
        given = [*given]
    try:
        array = np.asarray(given)
    except ValueError:
        raise KernelError("bad_shape", f"expected {what} as rows of the same length") from None
    if array.dtype.kind == "O" and all(isinstance(one, str) for one in array.flat):
        # Such as a column of a data frame.
        array = array.astype(str)
    if array.dtype.kind in "UT" and texts:
        return _from_texts(what, array, rows=rows)
    if array.dtype.kind not in "iu" and array.size:
        wanted = "whole numbers or texts" if texts else "whole numbers"
        raise KernelError("bad_dtype", f"expected {what} as {wanted}, not {array.dtype}")
    return array if array.size else array.astype(np.int8)


def _from_texts(what: str, texts: Array, *, rows: bool) -> Array:
    """Return the numbers of cards that are given as texts: names, or rows of several cards."""
    if texts.ndim == 0:
        raise KernelError(
            "bad_shape", f"expected {what} as a sequence, such as [{str(texts)!r}], not one text"
        )
    if texts.ndim > 1 or not rows:
        return np.array([[*map(Card, row)] if rows else Card(row) for row in texts.tolist()])
    hands = [parse_cards(text, distinct=False) for text in texts.tolist()]
    if len({len(hand) for hand in hands}) > 1:
        raise KernelError("bad_shape", f"expected {what} as rows of the same length")
    return np.array(hands, np.int8)


def check_seed(seed: Any) -> int:
    """Return a valid seed as an int: a whole number from 0 to 2**62 - 1."""
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
        raise KernelError("bad_seed", f"expected a whole number as seed, not {seed!r:.40}")
    if not 0 <= seed < _SEED_LIMIT:
        raise KernelError("bad_seed", f"expected a seed from 0 to 2**62 - 1, not {seed}")
    return int(seed)


def check_count(what: str, given: Any, *, first: Any = 0) -> tuple[int, int]:
    """Return the number of games or deals, and of the first, or raise ``bad_number``."""
    for name, number in ((what, given), ("first", first)):
        whole = isinstance(number, int | np.integer) and not isinstance(number, bool | np.bool_)
        if not whole or number < 0:
            raise KernelError(
                "bad_number", f"expected {name} as a whole number from 0, not {number!r:.40}"
            )
    if int(first) + int(given) > _LIMIT:
        raise KernelError(
            "bad_number", f"games are numbered below 2**48; {first} + {given} is beyond"
        )
    return int(given), int(first)


def check_switch(name: str, given: object) -> None:
    """Refuse anything but a truth value."""
    if not isinstance(given, bool | np.bool_):
        raise KernelError("bad_switch", f"{name} is True or False, not {given!r:.40}")


def flushes_of(rules: Rules, *, crib: bool) -> Array:
    """Return :func:`pegout.kernel.rule_numbers.flush_points` as int64[3]."""
    check_switch("crib", crib)
    return np.array(flush_points(rules, crib=crib), np.int64)

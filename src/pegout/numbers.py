"""Whole numbers that callers give: an int, or a number of another library such as NumPy."""

from operator import index


def whole_number(given: object) -> int | None:
    """Return a whole number of any type as an int, and None for anything else.

    A truth value is no number, and neither is a number with a fraction, nor ``2.0``.

    >>> from numpy import int64
    >>> whole_number(7), whole_number(int64(7)), whole_number(True), whole_number(7.0)
    (7, 7, None, None)
    """
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        return None

"""The notation of the tables for the ranks discarded from a hand: ``A2``, or ``A2:0.93 A3:0.07``.

>>> read_shares(write_shares({"A2": 0.75, "A3": 0.25}))
(('A2', 0.75), ('A3', 0.25))
"""

from collections.abc import Mapping

from pegout.tables.files import TableError

#: The largest difference from 1 of the sum of a hand's shares, which are rounded to five digits.
_ROUNDED = 0.001


def read_shares(text: str) -> tuple[tuple[str, float], ...]:
    """Read discards by their ranks, each with the frequency of its choice.

    Returns:
        The discards and their shares in the order of the text; the shares are not normalised.

    Raises:
        TableError: if the text is malformed, or the shares do not sum to 1.

    >>> read_shares("A2")
    (('A2', 1.0),)
    """
    if ":" not in text and " " not in text:
        return ((text, 1.0),)
    try:
        pairs = [word.split(":") for word in text.split()]
        shares = tuple([(discard, float(share)) for discard, share in pairs])
    except ValueError as error:
        raise TableError(
            "bad_table", f"expected discards with their shares, not {text[:40]!r}"
        ) from error
    if not abs(sum([share for _, share in shares]) - 1) < _ROUNDED:
        raise TableError(
            "bad_table", f"expected discards whose shares are 1 in all, not {text[:40]!r}"
        )
    return shares


def write_shares(shares: Mapping[str, float], digits: int = 5) -> str:
    """Write discards by their ranks, the inverse of :func:`read_shares`.

    A single discard has no share.

    Args:
        digits: the number of digits of a share; :func:`read_shares` needs three or more.

    >>> write_shares({"A2": 1.0}), write_shares({"A2": 0.75, "A3": 0.25})
    ('A2', 'A2:0.75000 A3:0.25000')
    """
    if len(shares) == 1:
        return next(iter(shares))
    return " ".join([f"{discard}:{share:.{digits}f}" for discard, share in shares.items()])

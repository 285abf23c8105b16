"""Check which texts every database can store."""

from __future__ import annotations


def storable(text: str) -> bool:
    r"""Return whether every database can store a text: no NUL, no lone surrogate.

    >>> storable("Zoë"), storable("\0"), storable("\ud800")
    (True, False, False)
    """
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

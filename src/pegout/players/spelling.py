"""What somebody may have meant who misspelt a name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["unknown"]


def unknown(what: str, name: object, known: Iterable[str], shown: Iterable[str]) -> str:
    """Say that there is no such name, what may have been meant, and which names there are.

    Args:
        what: what it would be the name of, such as ``level``.
        name: what was given.
        known: every name that would have been right.
        shown: those that are listed.

    >>> unknown("level", "expart", ["club", "expert", "greedy"], ["club", "expert"])
    "there is no level 'expart'; did you mean expert? They are club, expert"
    >>> unknown("level", "x", ["club"], ["club"])
    "there is no level 'x'. They are club"
    """
    close = get_close_matches(str(name), list(known), n=1)
    meant = f"; did you mean {close[0]}?" if close else "."
    return f"there is no {what} {name!r:.40}{meant} They are {', '.join(shown)}"

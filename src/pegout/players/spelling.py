"""Suggestions for misspelt names."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown(what: str, name: object, known: Iterable[str], shown: Iterable[str]) -> str:
    """Return a message that a name is unknown, with a suggestion and the names to list.

    >>> unknown("level", "expart", ["club", "expert", "greedy"], ["club", "expert"])
    "there is no level 'expart'; did you mean expert? They are club, expert"
    >>> unknown("level", "x", ["club"], ["club"])
    "there is no level 'x'. They are club"
    """
    close = get_close_matches(str(name), list(known), n=1)
    meant = f"; did you mean {close[0]}?" if close else "."
    return f"there is no {what} {name!r:.40}{meant} They are {', '.join(shown)}"

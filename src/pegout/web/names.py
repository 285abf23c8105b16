"""Names at a table of strangers: each can be read, and be told from the others."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

__all__ = ["can_be_read", "likeness", "tidy"]

#: How many marks may stand on one letter; no script needs more.
_MARKS: Final = 3
#: Letters and signs that are drawn as nothing, though they count as printable.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: What changes only how the sign before it is drawn.
_SELECTORS: Final = dict.fromkeys(range(0xFE00, 0xFE10))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def tidy(name: str) -> str:
    """Give a name in the one form that is stored: a letter with its accent is one sign.

    >>> len(tidy("Jose\u0301"))
    4
    """
    return unicodedata.normalize("NFC", name)


def can_be_read(name: str) -> bool:
    """Whether a name is drawn as something, and within its line.

    >>> can_be_read("Zoë"), can_be_read("\u3164"), can_be_read("Z" + 9 * "\u0335")
    (True, False, False)
    """
    marks = [len(list(run)) for is_mark, run in groupby(name, _is_mark) if is_mark]
    return (
        not _BLANK & set(name)
        and max(marks, default=0) <= _MARKS
        and not (name and _is_mark(name[0]))
    )


def likeness(name: str) -> str:
    """Give what is the same for names that look the same but for the shape of their signs.

    >>> likeness("\uff21nn") == likeness("ann")
    True
    """
    shown = name.translate(_SELECTORS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())

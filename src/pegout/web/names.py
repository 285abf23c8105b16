"""Names at a table of strangers: each can be read, and be told from the others."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

__all__ = ["can_be_read", "looks_like", "skeleton", "tidy"]

#: How many marks may stand on one letter; no script needs more.
_MARKS: Final = 3
#: Letters and signs that are drawn as nothing, though they count as printable.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: What changes only how the sign before it is drawn.
_SELECTORS: Final = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
#: The accents of Latin, Greek and Cyrillic letters; the vowels of other scripts are none of them.
_ACCENTS: Final = dict.fromkeys(
    [*range(0x300, 0x370), *range(0x1AB0, 0x1B00), *range(0x1DC0, 0x1E00), *range(0x20D0, 0x2100)]
)
#: Each letter that looks like another, and what stands for it; see ``tools/confusables.py``.
_CONFUSABLES: Final = Path(__file__).with_name("confusables.txt")


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


@cache
def _stands_for() -> dict[int, str]:
    lines = _CONFUSABLES.read_text("utf-8").splitlines()
    fields = [line.split() for line in lines if not line.startswith("#")]
    return {int(letter, 16): "".join(chr(int(one, 16)) for one in to) for letter, *to in fields}


def skeleton(text: str) -> str:
    """Give what is the same for two texts that are drawn alike: Unicode TS 39, section 4.

    >>> skeleton("Tom") == skeleton("T\u043ern"), skeleton("Tom") == skeleton("Tim")
    (True, False)
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_stands_for()))


def _bare(text: str) -> str:
    """Take the accents off the letters."""
    return unicodedata.normalize("NFD", text).translate(_ACCENTS)


def _looks(name: str) -> tuple[str, str]:
    """Give how a name looks, whatever its capitals: as it is written, and in small letters.

    They are two, because ``I`` looks like ``l`` and ``i`` does not.
    """
    shown = " ".join(name.translate(_SELECTORS).split())
    small = unicodedata.normalize("NFKC", shown).casefold()
    return _bare(skeleton(_bare(shown))).casefold(), _bare(skeleton(_bare(small)))


def looks_like(one: str, other: str) -> bool:
    """Whether two names may be taken for each other at a glance.

    Letters that are drawn alike make no difference, be they of another script; nor do capitals,
    and nor do accents. "José" and "Jose" are two names, but at a table of four, in small letters,
    nobody can be expected to see which of them has just played.

    >>> [looks_like("Ann", other) for other in ("\u0410nn", "ÁNN", "Anne", "Amn")]
    [True, True, False, False]
    """
    return any(mine == theirs for mine, theirs in zip(_looks(one), _looks(other), strict=True))

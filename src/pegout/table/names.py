"""Names at a table of strangers: each is readable, and distinguishable from the others."""

import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

#: The most combining marks on one letter; no script needs more.
_MARKS: Final = 3
#: Characters that are drawn as nothing, though they count as printable.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: Variation selectors: they change only how the character before them is drawn.
_SELECTORS: Final = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
#: The accents of Latin, Greek and Cyrillic letters; the vowel signs of other scripts are not among
#: them.
_ACCENTS: Final = dict.fromkeys(
    [*range(0x300, 0x370), *range(0x1AB0, 0x1B00), *range(0x1DC0, 0x1E00), *range(0x20D0, 0x2100)]
)
#: Each letter that looks like another, with its replacement; see ``tools/confusables.py``.
_CONFUSABLES: Final = Path(__file__).with_name("confusables.txt")


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def tidy(name: str) -> str:
    """Normalise a name to the form that is stored: a letter with its accent is one character.

    >>> len(tidy("Jose\u0301"))
    4
    """
    return unicodedata.normalize("NFC", name)


def can_be_read(name: str) -> bool:
    """Return whether a name is drawn as something, and within its line.

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
def lookalikes() -> dict[int, str]:
    """Return the letters that each letter can be mistaken for, by their code points."""
    lines = _CONFUSABLES.read_text("utf-8").splitlines()
    fields = [line.split() for line in lines if not line.startswith("#")]
    return {int(letter, 16): "".join(chr(int(code, 16)) for code in to) for letter, *to in fields}


def skeleton(text: str) -> str:
    """Return the skeleton of a text, equal for texts drawn alike: Unicode TS 39, section 4.

    >>> skeleton("Tom") == skeleton("T\u043ern"), skeleton("Tom") == skeleton("Tim")
    (True, False)
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(lookalikes()))


def _bare(text: str) -> str:
    """Remove the accents from letters."""
    return unicodedata.normalize("NFD", text).translate(_ACCENTS)


def _looks(name: str) -> tuple[str, str]:
    """Return how a name looks, ignoring capitals: as it is written, and in lower case.

    There are two forms, because ``I`` looks like ``l`` and ``i`` does not.
    """
    shown = " ".join(name.translate(_SELECTORS).split())
    small = unicodedata.normalize("NFKC", shown).casefold()
    return _bare(skeleton(_bare(shown))).casefold(), _bare(skeleton(_bare(small)))


def looks_like(first: str, second: str) -> bool:
    """Return whether two names may be mistaken for each other at a glance.

    Letters that are drawn alike count as equal, even those of different scripts; capitals and
    accents are ignored. "José" and "Jose" are two names, but at a table of four, in small print,
    nobody can be expected to see which of the two players has just played.

    >>> [looks_like("Ann", other) for other in ("\u0410nn", "ÁNN", "Anne", "Amn")]
    [True, True, False, False]
    """
    return any(mine == theirs for mine, theirs in zip(_looks(first), _looks(second), strict=True))

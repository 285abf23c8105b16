"""Languages: the choice of a language, and the translator for it.

Every string that a person reads goes through a :class:`Translator`, called ``t`` by convention:

* ``t.text("Deal {deal}", deal=3)`` or, shorter, ``t("Deal {deal}", deal=3)``;
* ``t.plural("{n} card", "{n} cards", 4)``, where ``{n}`` is filled automatically;
* ``mark("Deal {deal}")`` where the string is in a table and is translated later.

The English sentence is the key of the catalogues, so there is no catalogue for English. The
sentence must be a literal in the call, where Babel extracts it: ``make generated`` adds new
sentences to the ``.po`` file of each language and compiles it into the ``.mo`` file that is read
here. Placeholders have names, and translations may reorder them. Values are never translated.

>>> t = language("es")
>>> t.text("The count is {count}: {cards}.", count=t.number(22), cards="10♠ 7♥ 5♦")
'La cuenta es veintidós: 10♠ 7♥ 5♦.'
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final, NamedTuple


class Conjunction(NamedTuple):
    """A conjunction that has another form before some words.

    ``before`` is a pattern of the beginnings of these words, in small letters.
    """

    usual: str
    other: str
    before: str


class Language(NamedTuple):
    """What is to be known of a language beside its catalogue; its name is in the language itself.

    ``exclaims`` is the sign that opens an exclamation. ``suits`` are the letters of clubs,
    diamonds, hearts and spades, where they are not those of English.
    """

    name: str
    decimal: str = "."
    exclaims: str = ""
    suits: str = ""
    conjunctions: tuple[Conjunction, ...] = ()


#: The supported languages by their codes.
LANGUAGES: Final[Mapping[str, Language]] = {
    "en": Language("English"),
    "es": Language(
        "Español",
        decimal=",",
        exclaims="¡",
        suits="TDCP",
        conjunctions=(
            Conjunction("y", "e", r"h?(?:i(?![aeou])|í)"),
            Conjunction("o", "u", r"h?[oó8]"),
        ),
    ),
}

_LOCALE: Final = Path(__file__).parent / "locale"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def mark(message: str) -> str:
    """Return the message unchanged; it marks a message to extract, which is translated later."""
    return message


_AND: Final = mark("{first} and {last}")
_OR: Final = mark("{first} or {last}")
_NUMBERS: Final = (
    mark("nought"),
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("eleven"),
    mark("twelve"),
    mark("thirteen"),
    mark("fourteen"),
    mark("fifteen"),
    mark("sixteen"),
    mark("seventeen"),
    mark("eighteen"),
    mark("nineteen"),
    mark("twenty"),
    mark("twenty-one"),
    mark("twenty-two"),
    mark("twenty-three"),
    mark("twenty-four"),
    mark("twenty-five"),
    mark("twenty-six"),
    mark("twenty-seven"),
    mark("twenty-eight"),
    mark("twenty-nine"),
    mark("thirty"),
    mark("thirty-one"),
)


class Translator:
    """The sentences of the game in one language; made by :func:`language`."""

    def __init__(self, code: str, catalogue: NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    def __repr__(self) -> str:
        return f"language({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return language, (self.code,)

    def text(self, message: str, /, **values: object) -> str:
        """Translate a message, and fill its placeholders with these values.

        >>> language("en").text("{name} says go.", name="Ann")
        'Ann says go.'
        """
        said = self._catalogue.gettext(message)
        return said.format_map(values) if values else said

    __call__ = text

    def plural(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """Translate one of two messages, in the plural form of the language for this number.

        >>> language("en").plural("{n} card", "{n} cards", 2)
        '2 cards'
        """
        values.setdefault("n", n)
        return self._catalogue.ngettext(singular, plural, n).format_map(values)

    def catalogue(self) -> tuple[dict[str, str], dict[str, list[str]]]:
        """Return every translation: of single messages, and of plurals by their singular.

        Both are empty for English.

        >>> messages, plurals = language("es").catalogue()
        >>> messages["a pair"], plurals["{n} card"]
        ('una pareja', ['{n} carta', '{n} cartas'])
        """
        messages: dict[str, str] = {}
        plurals: dict[str, list[str]] = {}
        # gettext has no public way to list its messages. A plural has one key for each form.
        for key, said in sorted(vars(self._catalogue).get("_catalog", {}).items(), key=str):
            if isinstance(key, tuple):
                plurals.setdefault(key[0], []).append(said)
            elif key:
                messages[key] = said
        return messages, plurals

    def number(self, number: int) -> str:
        """Return a whole number in words up to thirty-one, and in figures beyond.

        >>> language("en").number(22), language("es").number(22), language("en").number(57)
        ('twenty-two', 'veintidós', '57')
        """
        return self.text(_NUMBERS[number]) if 0 <= number < len(_NUMBERS) else str(number)

    def decimal(self, number: float, form: str) -> str:
        """Format a number with the decimal sign of the language, and a typographic minus.

        >>> language("es").decimal(-0.028, "+.3f"), language("en").decimal(0.5, ">6.2f")
        ('−0,028', '  0.50')
        """
        sign = LANGUAGES[self.code].decimal
        return format(number, form).replace(".", sign).replace("-", "−")

    def join(self, words: Sequence[str]) -> str:
        """List words in a sentence.

        >>> language("en").join(["Ann", "Ben", "Cy"]), language("es").join(["Ana", "Inés"])
        ('Ann, Ben and Cy', 'Ana e Inés')
        """
        return self._list(words, self.text(_AND))

    def either(self, words: Sequence[str]) -> str:
        """List alternatives in a sentence.

        >>> language("en").either(["3♣", "4♥"])
        '3♣ or 4♥'
        """
        return self._list(words, self.text(_OR))

    def _list(self, words: Sequence[str], pattern: str) -> str:
        if len(words) < 2:
            return "".join(words)
        last = words[-1]
        for usual, other, before in LANGUAGES[self.code].conjunctions:
            if re.match(before, last.casefold()):
                pattern = pattern.replace(f" {usual} ", f" {other} ")
        return pattern.format(first=", ".join(words[:-1]), last=last)


def capital(sentence: str) -> str:
    """Begin a sentence with a capital letter.

    >>> capital("two for you"), capital("¡adelante!")
    ('Two for you', '¡Adelante!')
    """
    for at, character in enumerate(sentence):
        if character.isalnum():
            return sentence[:at] + character.upper() + sentence[at + 1 :]
    return sentence


def language(code: str | None = None, environ: Mapping[str, str] | None = None) -> Translator:
    """Return the translator for a language; English if the language is not supported.

    Without a code, such as ``es`` or ``es_MX.UTF-8``, the first of ``LANGUAGE``, ``LC_ALL``,
    ``LC_MESSAGES`` and ``LANG`` that is set in the environment decides, as in gettext.

    >>> language("es-MX").code, language("fr").code
    ('es', 'en')
    >>> language(environ={"LC_ALL": "es_AR.UTF-8", "LANG": "en_GB"}).code
    'es'
    """
    if code is None:
        environ = os.environ if environ is None else environ
        code = next((value for name in _VARIABLES if (value := environ.get(name))), "")
    for wanted in code.split(":"):
        short = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if short in LANGUAGES:
            return _load(short)
    return _load("en")


@cache
def _load(code: str) -> Translator:
    if code == "en":
        return Translator(code, NullTranslations())
    return Translator(code, translation("pegout", _LOCALE, [code]))

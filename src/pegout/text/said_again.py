"""Say an English sentence in another language, by the sentence that it was made from.

>>> from pegout.text.language import language
>>> sentences = ("no room left for {path}",)
>>> say_again("no room left for a.peg", sentences, language("en"), lambda name, value, t: value)
'no room left for a.peg'
"""

import re
from collections.abc import Callable
from functools import cache

from pegout.text.language import Translator

Values = Callable[[str, str, Translator], str]


def say_again(
    said: str, sentences: tuple[str, ...], translator: Translator, value: Values
) -> str | None:
    """Return a sentence in a language, or ``None`` if it was made from none of these.

    Args:
        said: the English sentence.
        sentences: marked sentences with names in braces for their values; the first one that fits
            is taken.
        translator: the language.
        value: returns a value as it is said in that language, from its name and its English.
    """
    for pattern, sentence in _patterns(sentences):
        found = pattern.fullmatch(said)
        if found:
            values = {
                name: value(name, said, translator) for name, said in found.groupdict().items()
            }
            return translator.text(sentence, **values)
    return None


@cache
def _patterns(sentences: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple([(_pattern(sentence), sentence) for sentence in sentences])


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    fixed = [re.escape(part) for part in parts[::2]]
    names = [f"(?P<{name}>.+?)" for name in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(fixed, [*names, ""], strict=True)), re.DOTALL)

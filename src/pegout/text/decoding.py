"""Say in a language why a message or the body of a request could not be decoded.

The decoder is msgspec, whose errors are English. Each of its sentences that a client can cause has
one here; quoted names, values and locations stay as they are.

>>> from pegout.text.language import language
>>> why_undecoded("Expected `str`, got `int` - at `$.name`", language("es"))
'se esperaba `str` y llegó `int` en `$.name`'
"""

import re
from typing import Final

from pegout.text.language import Translator, mark

#: The location of a fault, at the end of an error.
_LOCATION: Final = re.compile(r" - at `(?P<location>[^`]*)`$")

#: The errors of the decoder, each with its sentence; their groups are the fields of the sentence.
_FAULTS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(error), sentence)
    for error, sentence in (
        (
            r"Expected `(?P<expected>.+)`, got `(?P<got>.+)`",
            mark("expected `{expected}`, got `{got}`"),
        ),
        (
            r"Expected `(?P<expected>\w+)` of length (?P<bound>[<>]= \d+|\d+)",
            mark("expected `{expected}` of length {bound}"),
        ),
        (
            r"Expected `(?P<expected>\w+)` of at least length (?P<minimum>\d+), got \d+",
            mark("expected `{expected}` of length {minimum} or more"),
        ),
        (
            r"Expected `(?P<expected>\w+)` (?P<bound>[<>]=? \S+)",
            mark("expected `{expected}` {bound}"),
        ),
        (
            r"Expected `str` matching regex (?P<pattern>.+)",
            mark("expected a text that matches {pattern}"),
        ),
        (r"Object missing required field `(?P<name>.+)`", mark("the member `{name}` is missing")),
        (r"Object contains unknown field `(?P<name>.+)`", mark("there is no member `{name}`")),
        (
            r"Invalid (?:enum )?value (?P<value>.+)",
            mark("{value} is not one of the allowed values"),
        ),
        (r"(?:Integer value|Number) out of range", mark("the number is out of range")),
        (
            r"JSON is malformed: .* \(byte (?P<number>\d+)\)",
            mark("the JSON is malformed at byte {number}"),
        ),
        (r"Input data was truncated", mark("the JSON ends too early")),
        (r"'utf-8' codec .*", mark("the text is not UTF-8")),
        (r"maximum recursion depth .*", mark("the JSON is nested too deeply")),
    )
)


def why_undecoded(error: str, translator: Translator) -> str:
    """Return the error of a decoder as a part of a sentence.

    It has the location of the fault where it is known. An error that is not known here stays as it
    is.

    >>> from pegout.text.language import language
    >>> why_undecoded("Object missing required field `id`", language("en"))
    'the member `id` is missing'
    """
    t = translator
    location = _LOCATION.search(error)
    what = error[: location.start()] if location else error
    for pattern, sentence in _FAULTS:
        found = pattern.fullmatch(what)
        if found:
            what = t.text(sentence, **found.groupdict())
            break
    return (
        t.text("{fault} at `{location}`", fault=what, location=location["location"])
        if location
        else what
    )

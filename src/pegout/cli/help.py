"""The help of a command: what it does, examples, and the fields that a program may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pegout.text.language import Translator

__all__ = ["about"]

# click lays a paragraph out anew unless it begins with this.
_AS_IT_IS = "\b\n"


def about(
    t: Translator,
    *paragraphs: str,
    examples: Sequence[str],
    fields: Mapping[str, str] | None = None,
) -> str:
    r"""Put the help of a command together.

    >>> from pegout.text.language import language
    >>> about(language("en"), "Count.", examples=["pegout score"], fields={"points": "the sum"})
    'Count.\n\n\x08\nExamples:\n  pegout score\n\n\x08\nFields of --json:\n  points   the sum'
    """
    parts = [*paragraphs, _block(t("Examples:"), examples)]
    if fields:
        width = max(map(len, fields))
        rows = [f"{name:<{width}}   {meaning}" for name, meaning in fields.items()]
        parts.append(_block(t("Fields of --json:"), rows))
    return "\n\n".join(parts)


def _block(title: str, lines: Sequence[str]) -> str:
    return _AS_IT_IS + "\n".join([title, *(f"  {line}" for line in lines)])

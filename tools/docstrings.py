"""Prepares docstrings for the documentation: an extension for mkdocstrings.

The examples of a docstring are in the text without a heading, and names are marked as in reST.
This extension turns examples into blocks of code, and marked names into code. A comment that begins
with ``#:`` above a constant describes it; the documentation shows it as a docstring.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from griffe import Attribute, Docstring, Extension, Object

_ROLE = re.compile(r":\w+:`~?([^`]+)`")
# An example extends to the next empty line, as in doctest.
_EXAMPLE = re.compile(r"^([ ]*)>>> .*(?:\n(?![ ]*$).*)*", re.MULTILINE)


class Docstrings(Extension):
    """Fences the examples of every docstring, and gives constants a docstring."""

    def on_attribute(self, *, attr: Attribute, **_: Any) -> None:
        """Use the comment above a constant as its docstring."""
        if attr.docstring is None and attr.parent is not None and attr.parent.is_module:
            text = comment_above(attr.module.lines, attr.lineno or 0)
            if text:
                attr.docstring = Docstring(shown(text), parent=attr)

    def on_package(self, *, pkg: Object, **_: Any) -> None:
        """Rewrite the docstring of the package, which is none of its own members."""
        self.on_object(obj=pkg)

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite one docstring before it is parsed."""
        if obj.docstring is not None:
            obj.docstring.value = shown(obj.docstring.value)


def comment_above(lines: Sequence[str], number: int) -> str:
    """Return the comment that describes a constant; empty if it has none.

    Args:
        lines: the lines of the module.
        number: the line of the constant, counted from 1.

    >>> comment_above(["#: How many", "#: cards there are.", "MANY = 52"], 3)
    'How many cards there are.'
    >>> comment_above(["# For us alone.", "MANY = 52"], 2)
    ''
    """
    said: list[str] = []
    for line in reversed(lines[: max(number - 1, 0)]):
        if not line.startswith("#:"):
            break
        said.insert(0, line.removeprefix("#:").strip())
    return " ".join(said)


def shown(text: str) -> str:
    r"""Return a docstring in the Markdown that the documentation shows.

    >>> print(shown("Adds :func:`a.b`.\n\n>>> 1 + 1\n2"))
    Adds `a.b`.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    return _EXAMPLE.sub(_fenced, _ROLE.sub(r"`\1`", text))


def _fenced(found: re.Match[str]) -> str:
    indent = found.group(1)
    return f"{indent}```pycon\n{found.group()}\n{indent}```"

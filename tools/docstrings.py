"""How docstrings are shown in the documentation: an extension for mkdocstrings.

The examples of a docstring stand in the text without a heading, and names are marked as in reST.
Here examples become blocks of code, and marked names code.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_ROLE = re.compile(r":\w+:`~?([^`]+)`")
# An example goes on to the next empty line, as in doctest.
_EXAMPLE = re.compile(r"^([ ]*)>>> .*(?:\n(?![ ]*$).*)*", re.MULTILINE)


class Docstrings(Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite one docstring before it is parsed."""
        if obj.docstring is not None:
            obj.docstring.value = shown(obj.docstring.value)


def shown(text: str) -> str:
    r"""Give a docstring as it is shown.

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

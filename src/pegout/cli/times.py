"""Durations on the command line, such as ``30d``."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from pegout.text.language import Translator

_SECONDS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_FORM: Final = re.compile(r"(\d{1,6})([smhd])")


class Duration(click.ParamType[float]):
    """A duration in seconds; infinite for ``forever``.

    Args:
        t: the translator for the error message.
    """

    name = "time"

    def __init__(self, t: Translator) -> None:
        self.t = t

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a duration."""
        if value == "forever":
            return float("inf")
        found = _FORM.fullmatch(str(value))
        if found is None or not int(found[1]):
            self.fail(
                self.t(
                    "{value} is not a length of time; write 45m, 12h, 30d or forever.", value=value
                ),
                param,
                ctx,
            )
        return int(found[1]) * _SECONDS[found[2]]

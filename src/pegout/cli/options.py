"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pegout.rules import PRESETS, SWITCHES, Rules, RulesError, rules
from pegout.text.language import Translator

__all__ = ["json_option", "rules_options"]

Function = TypeVar("Function", bound=Callable[..., Any])


def json_option(t: Translator) -> Callable[[Function], Function]:
    """Add ``--json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help=t("Print it for a program to read.")
    )


def rules_options(t: Translator, *, players: bool = True) -> Callable[[Function], Function]:
    """Add ``--preset``, ``--set`` and, if asked for, ``--players``, as one argument ``rules``."""

    def decorate(function: Function) -> Any:
        def with_rules(
            preset: str, switches: tuple[str, ...], players: int | None = None, **others: Any
        ) -> Any:
            chosen = dict(_switch(t, text) for text in switches)
            if players is not None:
                chosen["players"] = players
            try:
                made: Rules = rules(preset, **chosen)
            except RulesError as error:
                raise click.UsageError(str(error)) from error
            return function(rules=made, **others)

        with_rules.__name__ = function.__name__
        with_rules.__doc__ = function.__doc__
        with_rules.__click_params__ = getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
        options = [
            click.option(
                "--preset",
                type=click.Choice(list(PRESETS)),
                default="standard",
                show_default=True,
                help=t("The rules to play by; see “pegout rules”."),
            ),
            click.option(
                "--set",
                "switches",
                metavar="SWITCH=VALUE",
                multiple=True,
                help=t("Change one switch of the rule book, as often as you like."),
            ),
        ]
        if players:
            options.append(
                click.option("--players", type=click.IntRange(2, 4), help=t("How many play."))
            )
        for option in options:
            with_rules = option(with_rules)
        return with_rules

    return decorate


def _switch(t: Translator, text: str) -> tuple[str, Any]:
    """Read ``switch=value``; the value is on, off, a number, numbers with commas, or a word."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not equals or name not in SWITCHES:
        raise click.UsageError(
            t(
                "--set takes a switch and its value, such as target=61. The switches are: "
                "{switches}.",
                switches=", ".join(SWITCHES),
            )
        )
    return name, _value(value.strip())


def _value(text: str) -> Any:
    words: dict[str, Any] = {"on": True, "true": True, "off": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    parts = text.split(",")
    if all(part.strip().isdecimal() for part in parts):
        numbers = tuple(int(part) for part in parts)
        return numbers if len(numbers) > 1 else numbers[0]
    return text

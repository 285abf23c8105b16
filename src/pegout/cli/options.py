"""Options that several commands share."""

import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from pegout.cli import completion
from pegout.cli.faults import OneOf, in_words, meant
from pegout.rules import PRESETS, SWITCHES, Rules, RulesError
from pegout.text.language import Translator

Function = TypeVar("Function", bound=Callable[..., Any])

_SEED_LIMIT: Final = 2**32


def with_options(
    function: Callable[..., Any],
    wrapper: Callable[..., Any],
    options: Iterable[Callable[[Any], Any]],
) -> Any:
    """Add options to a command, through a wrapper that makes the command's arguments from them."""
    made: Any = wrapper
    made.__name__ = function.__name__
    made.__doc__ = function.__doc__
    made.__click_params__ = getattr(function, "__click_params__", [])
    for option in reversed(list(options)):
        made = option(made)
    return made


def json_option(t: Translator) -> Callable[[Function], Function]:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help=t("Print JSON, for programs."))


def check_svg(t: Translator, picture: Path | None) -> None:
    """Refuse a picture whose name does not end in ``.svg``."""
    if picture is not None and picture.suffix.lower() != ".svg":
        raise click.UsageError(
            t("The picture is SVG: give a name that ends in .svg, not “{name}”.", name=picture.name)
        )


def check_url(t: Translator, option: str, url: str) -> None:
    """Reject a URL that no browser could open."""
    if url and not _is_address(url):
        raise click.UsageError(
            t(
                "{option} takes http:// or https:// and the name of a server, such as "
                "https://cribbage.example, not {url}.",
                option=option,
                url=url,
            )
        )


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0 and parts.username is None
    except ValueError:
        return False
    # The pages cannot be served below a path.
    plain = parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.scheme in ("http", "https") and named and plain


def date_option(t: Translator) -> Callable[[Function], Function]:
    """The option of a date; without it the command takes the player's own today."""
    return click.option(
        "--date",
        "day",
        metavar="YYYY-MM-DD",
        type=click.DateTime(["%Y-%m-%d"]),
        help=t("The date; your own today by default."),
    )


def progress_option(t: Translator) -> Callable[[Function], Function]:
    """Add ``--progress``, the file of a player's progress, as ``path``."""
    return click.option(
        "--progress",
        "path",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=t("The file of your progress; beside your library by default."),
    )


def rules_options(t: Translator, *, players: bool = True) -> Callable[[Function], Function]:
    """Add ``--preset``, ``--set`` and optionally ``--players``, as one argument ``rules``."""

    def decorate(function: Function) -> Any:
        def with_rules(
            preset: str, switches: tuple[str, ...], players: int | None = None, **others: Any
        ) -> Any:
            chosen = dict(_switch(t, text) for text in switches)
            if players is not None:
                chosen["players"] = players
            try:
                made: Rules = Rules(preset, **chosen)
            except RulesError as error:
                raise click.UsageError(in_words(error, t)) from error
            return function(rules=made, **others)

        options = [
            click.option(
                "--preset",
                type=OneOf(t, list(PRESETS)),
                default="standard",
                show_default=True,
                help=t("The rules to play by; see “pegout rules”."),
            ),
            click.option(
                "--set",
                "switches",
                metavar="SWITCH=VALUE",
                multiple=True,
                shell_complete=completion.switches(),
                help=t("Change one switch of the rule book; may be repeated."),
            ),
        ]
        if players:
            options.append(
                click.option(
                    "--players", type=click.IntRange(2, 4), help=t("The number of players.")
                )
            )
        return with_options(function, with_rules, reversed(options))

    return decorate


def run_options(t: Translator) -> Callable[[Function], Function]:
    """Add ``--seed``, ``--processes``, ``--cluster`` and ``--resume``.

    The command always receives a seed: that of the file to resume, or a random one. The other
    options are one argument ``where``, for a function that computes a run.
    """

    def decorate(function: Function) -> Any:
        def with_run(
            seed: int | None,
            processes: int | None,
            cluster: str | None,
            resume: str | None,
            **others: Any,
        ) -> Any:
            if cluster is not None and processes is not None:
                raise click.UsageError(
                    t("--processes are those of this machine; a cluster has its own.")
                )
            where = {"workers": processes, "cluster": cluster, "resume": resume}
            return function(seed=_seed(seed, resume), where=where, **others)

        options = [
            click.option(
                "--seed",
                type=click.IntRange(0, 2**62 - 1),
                help=t("The seed that determines every random choice; drawn at random by default."),
            ),
            click.option(
                "--processes", type=click.IntRange(1, 1024), help=t("The number of processes.")
            ),
            click.option(
                "--cluster",
                metavar="tcp://HOST:PORT",
                help=t("Compute on a Dask cluster; needs the extra “cluster”."),
            ),
            click.option(
                "--resume",
                metavar="FILE",
                type=click.Path(dir_okay=False),
                help=t("Save finished work to this file, and resume from it."),
            ),
        ]
        return with_options(function, with_run, options)

    return decorate


def _seed(seed: int | None, resume: str | None) -> int:
    if seed is None and resume is not None:
        from pegout.runs import read_head

        head = read_head(resume)
        if head is not None and isinstance(head["asked"].get("seed"), int):
            seed = head["asked"]["seed"]
    return secrets.randbelow(_SEED_LIMIT) if seed is None else seed


def _switch(t: Translator, text: str) -> tuple[str, Any]:
    """Read ``switch=value``; the value is on, off, a number, numbers with commas, or a word."""
    name, equals, said = text.partition("=")
    name, said = name.strip().replace("-", "_"), said.strip()
    if name not in SWITCHES:
        sentence = t(
            "There is no switch “{name}”. The switches are: {switches}.",
            name=name,
            switches=", ".join(SWITCHES),
        )
        raise click.UsageError(sentence + meant(t, name, SWITCHES))
    value, usual = switch_value(said), getattr(PRESETS["standard"], name)
    if isinstance(usual, tuple) and isinstance(value, int):
        value = (value,)
    if isinstance(usual, bool) and not isinstance(value, bool):
        raise click.UsageError(
            t("{name} is on or off, such as --set {name}=on, not “{given}”.", name=name, given=said)
        )
    if not equals or not said:
        raise click.UsageError(t("--set takes a switch and its value, such as target=61."))
    allowed = SWITCHES[name].values
    if isinstance(allowed, range) and value not in allowed:
        words = {"low": allowed[0], "high": allowed[-1], "given": said}
        wanted = t("expected a number from {low} to {high}, not {given}.", **words)
        raise click.UsageError(f"--set {name}: {wanted}")
    if allowed and value not in allowed:
        listed = ", ".join(map(str, allowed))
        wanted = t("expected one of {words}, not “{given}”.", words=listed, given=said)
        raise click.UsageError(f"--set {name}: {wanted}")
    return name, value


def switch_value(text: str) -> Any:
    """Return the value of a switch: a boolean, one or several numbers, or else the text."""
    words = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    parts = re.split("[,/-]", text)
    if all(part.strip().isdecimal() for part in parts):
        numbers = tuple(int(part) for part in parts)
        return numbers if len(numbers) > 1 else numbers[0]
    return text

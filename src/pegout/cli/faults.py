"""Error messages for wrong usage: one style for all, with suggestions for misspelt words."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final

import click

from pegout.text.language import Translator

# Messages of click that exist only in English: wrong values, and too many or too few words.
_NUMBER: Final = re.compile(r"'(?P<given>.*)' is not a valid (?P<kind>integer|float)")
_RANGE: Final = re.compile(r"(?P<given>\S+) is not in the range (?P<range>.*)\.")
_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)")
_BARE: Final = re.compile(r"Option '(?P<name>.*)' requires ")


def tell(error: click.ClickException, t: Translator) -> None:
    """Print an error on standard error with a pointer to the help; without arguments, the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "pegout"
    click.echo(f"{command}: {_said(error, t)}", err=True)
    if isinstance(error, click.UsageError):
        click.echo(t("“{command} --help” explains it.", command=command), err=True)


def _said(error: click.ClickException, t: Translator) -> str:
    """Return the error message in the language of the run."""
    if isinstance(error, click.NoSuchOption):
        said = t("There is no option {name}.", name=error.option_name)
        return said + meant(t, error.option_name, error.possibilities or ())
    if isinstance(error, click.MissingParameter):
        return t("{name} is missing.", name=_name(error))
    if isinstance(error, click.BadParameter):
        return f"{_name(error)}: {_wanted(error, t)}" if _name(error) else error.message
    if extra := _EXTRA.match(error.message):
        return t("“{words}” is an argument too many.", words=extra["words"])
    if bare := _BARE.match(error.message):
        return t("{name} takes a value.", name=bare["name"])
    return error.format_message()


def _name(error: click.BadParameter) -> str:
    """Return the name of the option or the argument, as in the help."""
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    words = hint if isinstance(hint, str) else ", ".join(hint or ())
    return re.sub(r"['\[\]]|\.\.\.", "", words)


def _wanted(error: click.BadParameter, t: Translator) -> str:
    """Return what was expected of a value."""
    if found := _NUMBER.match(error.message):
        if found["kind"] == "integer":
            return t("expected a whole number, not “{given}”.", given=found["given"])
        return t("expected a number, not “{given}”.", given=found["given"])
    if found := _RANGE.match(error.message):
        low, high = _ends(error)
        if low is not None and high is not None:
            return t(
                "expected a number from {low} to {high}, not {given}.",
                low=low,
                high=high,
                given=found["given"],
            )
        if low is not None:
            return t("expected {low} or more, not {given}.", low=low, given=found["given"])
        return t("expected {range}, not {given}.", range=found["range"], given=found["given"])
    return error.message


def _ends(error: click.BadParameter) -> tuple[float | None, float | None]:
    """Return the lowest and the highest number of an option, if it includes both."""
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.IntRange | click.FloatRange) and not (kind.min_open or kind.max_open):
        return kind.min, kind.max
    return None, None


def meant(t: Translator, word: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests a known word, with a space before it; empty without one."""
    near = get_close_matches(word, list(known), n=1)
    return " " + t("Did you mean {word}?", word=near[0]) if near else ""


class OneOf(click.Choice[str]):
    """A choice of one of several words."""

    def __init__(self, t: Translator, words: Sequence[str]) -> None:
        super().__init__(words)
        self.t = t

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return the allowed words, with a suggestion for a misspelt one."""
        words = [str(choice) for choice in self.choices]
        sentence = self.t(
            "expected one of {words}, not “{given}”.", words=", ".join(words), given=value
        )
        return sentence + meant(self.t, str(value), words)

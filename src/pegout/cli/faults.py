"""Error messages for wrong usage: one style for all, with suggestions for misspelt words."""

import errno
import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final

import click

from pegout.cli.exit_status import WRONG_USAGE, status_of
from pegout.text.language import Translator, capital

# Messages of click that exist only in English: wrong values, and too many or too few words.
_NUMBER: Final = re.compile(r"'(?P<given>.*)' is not a valid (?P<kind>integer|float)")
_RANGE: Final = re.compile(r"(?P<given>\S+) is not in the range (?P<range>.*)\.")
_DATE: Final = re.compile(r"'(?P<given>.*)' does not match the format")
_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)")
_BARE: Final = re.compile(r"Option '(?P<name>.*)' requires ")
_RANGES: Final = (click.IntRange, click.FloatRange)
#: Codes that mean something else in an error that is not of a library.
_OF_LIBRARIES: Final = ("bad_place", "busy")


def tell(error: Exception, command: str, arguments: Sequence[str], t: Translator) -> None:
    """Print an error on standard error, and after wrong usage where the help is.

    A group without arguments gives its help instead. ``command`` is the full name of the command.
    """
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    if isinstance(error, click.ClickException):
        said = _say(error, t)
    elif isinstance(error, OSError):
        said = _system(error, t)
    else:
        said = in_words(error, t)
    click.echo(f"{command}: {_sentence(said, arguments)}", err=True)
    if status_of(error) == WRONG_USAGE:
        click.echo(t("“{command} --help” explains it.", command=command), err=True)


def _system(error: OSError, t: Translator) -> str:
    """Say which file failed, and why."""
    reason = reason_of(error, t)
    return f"{error.filename}: {reason}" if error.filename else reason


def reason_of(error: OSError, t: Translator) -> str:
    """Return why the system refused something; rare reasons are in the system's own words."""
    reasons = {
        errno.ENOENT: t("there is no such file or folder"),
        errno.EISDIR: t("this is a folder"),
        errno.EACCES: t("this user may not open it"),
        errno.ENOSPC: t("the disk is full"),
    }
    return reasons.get(error.errno or 0, error.strerror or str(error))


def in_words(error: Exception, t: Translator) -> str:
    """Return an error with a code in words; rare details exist only in English."""
    from pegout.table.store import StoreError
    from pegout.text.error_details import in_language
    from pegout.text.errors import SENTENCES
    from pegout.text.typed_cards import TypedCardError

    said = str(error)
    if t.code == "en" or isinstance(error, TypedCardError):
        return said
    detail = in_language(said, t)
    if detail is not None:
        return detail

    code = getattr(error, "code", "")
    # The codes of a library stand for something else in a run.
    if code in SENTENCES and (code not in _OF_LIBRARIES or isinstance(error, StoreError)):
        return f"{t.text(SENTENCES[code]).rstrip('.')} ({said})"
    return t("That did not work: {reason}.", reason=said.rstrip("."))


def _sentence(text: str, arguments: Sequence[str]) -> str:
    """Begin a sentence with a capital letter and end it with a full stop.

    What was typed stays as it was typed, and so does a command at the end.

    >>> _sentence("name 2 levels", ["arena"]), _sentence("friday.peg: not found", ["friday.peg"])
    ('Name 2 levels.', 'friday.peg: not found.')
    """
    first = re.split(r"[\s:,]", text, maxsplit=1)[0]
    typed = {word for argument in arguments for word in re.split(r"[\s=:,]", argument)}
    if first.isalpha() and first not in typed:
        text = capital(text)
    if "\n" in text or text.endswith((".", "?", "!", "…", '"', "`")):
        return text
    return f"{text}."


def _say(error: click.ClickException, t: Translator) -> str:
    """Return the error message in the language of the run."""
    if isinstance(error, click.NoSuchOption):
        said = t("There is no option {name}.", name=error.option_name)
        return said + meant(t, error.option_name, error.possibilities or ())
    if isinstance(error, click.MissingParameter):
        return t("{name} is missing.", name=_name(error))
    if isinstance(error, click.BadParameter) and isinstance(error.__context__, OSError):
        return f"{_name(error)}: {_system(error.__context__, t)}"
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
    kind = error.param.type if error.param is not None else None
    if (found := _RANGE.match(error.message)) and isinstance(kind, _RANGES):
        return _number_from(t, kind, found["given"])
    if isinstance(kind, click.DateTime) and (found := _DATE.match(error.message)):
        return t("expected a date such as 2026-11-28, not “{given}”.", given=found["given"])
    return error.message


def _number_from(t: Translator, kind: click.IntRange | click.FloatRange, given: str) -> str:
    """Return which numbers are expected, where there is a minimum and perhaps a maximum."""
    low, high = kind.min, kind.max
    if high is None:
        return t("expected {low} or more, not {given}.", low=low, given=given)
    if kind.min_open:
        return t(
            "expected a number above {low} and up to {high}, not {given}.",
            low=low,
            high=high,
            given=given,
        )
    return t(
        "expected a number from {low} to {high}, not {given}.", low=low, high=high, given=given
    )


def meant(t: Translator, word: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests a known word, with a space before it; empty without one."""
    near = get_close_matches(word, list(known), n=1)
    return " " + t("Did you mean {word}?", word=near[0]) if near else ""


def check_levels(
    t: Translator, names: Iterable[str], known: Collection[str], shown: Iterable[str]
) -> None:
    """Reject a level that is not known, list those to show, and suggest a similar one."""
    for name in names:
        if name not in known:
            said = t(
                "There is no level “{name}”. The levels are: {levels}.",
                name=name,
                levels=", ".join(shown),
            )
            raise click.UsageError(said + meant(t, name, known))


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

"""The manual of the command line, from the commands themselves.

``docs/commands/`` has a page for each command, with its usage, options, examples, and the output of
the examples that are quick and deterministic. They run in ``docs/records/``. The table of limits
stands in ``docs/hosting.md``, between two marks. ``make generated`` writes all of it.
"""

from __future__ import annotations

import io
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from pegout.cli.app import application
from pegout.cli.exit_status import (
    CHECK_FAILED,
    DONE,
    FAILED,
    FAULT,
    INTERRUPTED,
    WRONG_USAGE,
)
from pegout.cli.run import run
from pegout.cli.serve import limit_rows
from pegout.text.language import language
from tools.pages import replace_marked

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "commands"
RECORDS: Final = ROOT / "docs" / "records"
INDEX: Final = "index"
HOSTING: Final = ROOT / "docs" / "hosting.md"

_BEGIN: Final = "<!-- limits, by tools/command_pages.py -->"
_END: Final = "<!-- end of limits -->"

_MADE: Final = (
    "<!-- Made by `make generated` from src/pegout/cli; what is changed here is lost. -->"
)


class Run(NamedTuple):
    """An example whose output its page shows.

    Attributes:
        line: the text after ``pegout``.
        shown: the number of lines of output on the page; 0 for all of them.
    """

    line: str
    shown: int = 0


#: The examples to run for each page. All are quick, and give the same output on any machine.
RUNS: Final[Mapping[str, Sequence[Run]]] = {
    "score": (Run('score "5H 5S 5C JD" 5D'), Run('score "2C 4C 6C 8C" TC --crib --json')),
    "discard": (Run('discard "5H 5S 6D 7C JD KS" --dealer --top 3'),),
    "drill": (
        Run('drill counting --question "5H 5S 5C JD | 5D" --answer 28'),
        Run("drill counting --seed 7 --json"),
    ),
    "daily": (Run("daily --date 2026-11-28 --json"),),
    "squares": (Run("squares --date 2026-11-28 --json"),),
    "chances": (Run("chances 35 37 --dealer"),),
    "replay": (Run("replay two.peg --game 1", shown=24),),
    "verify": (Run("verify two.peg"),),
    "review": (Run("review two.peg --worst 3"),),
    "arena": (Run("arena novice gentle --games 10 --seed 1 --engine rules"),),
    "simulate": (Run("simulate lookahead random --games 20 --seed 1"),),
    "rules": (Run("rules --switches", shown=16),),
}

_STATUSES: Final = {
    DONE: "Done.",
    CHECK_FAILED: "The check failed: a record or a library has faults, `pegout verify` has found "
    "an unproved deal, `pegout solve tables --check` a table that is not up to date, or "
    "`pegout health` a server that cannot serve.",
    WRONG_USAGE: "Wrong usage: an option, an argument or a value that is not understood.",
    FAILED: "Something that the command needs failed: a file, a database, a port, a program, a "
    "cluster or a missing extra.",
    FAULT: "A fault of Pegout's own. The message names a file with the details.",
    INTERRUPTED: "Interrupted with Ctrl-C, which ends `pegout serve` with 0.",
}


class ExampleError(ValueError):
    """An example of a page failed. Its ``code`` is ``example``."""

    code = "example"


class Help(NamedTuple):
    """The parsed help of a command.

    Attributes:
        paragraphs: what the command does.
        examples: the lines of the examples.
        fields: the fields of ``--json``, with their meanings.
    """

    paragraphs: list[str]
    examples: list[str]
    fields: list[tuple[str, str]]


def help_of(command: click.Command) -> Help:
    r"""Parse the help of a command, which `pegout.cli.help.about` composed.

    >>> text = (
    ...     "Count.\n\n\b\nExamples:\n  pegout score\n\n\b\nFields of --json:\n  points   the sum"
    ... )
    >>> help_of(click.Command("score", help=text))
    Help(paragraphs=['Count.'], examples=['pegout score'], fields=[('points', 'the sum')])
    """
    found = Help([], [], [])
    for part in (command.help or "").split("\n\n"):
        title, *lines = part.removeprefix("\b\n").splitlines()
        if title == "Examples:":
            found.examples.extend(line.strip() for line in lines)
        elif title == "Fields of --json:":
            for line in lines:
                name, _, meaning = line.removeprefix("  ").partition("   ")
                if name:
                    found.fields.append((name, meaning.strip()))
                else:
                    name, before = found.fields.pop()
                    found.fields.append((name, f"{before} {meaning.strip()}".strip()))
        elif part:
            found.paragraphs.append(_marked(" ".join([title, *lines])))
    return found


def names() -> list[str]:
    """Return the names of the pages: the first lists all commands, the others have one each."""
    return [INDEX, *_application().list_commands(click.Context(_application()))]


def files(*, run_examples: bool = True) -> dict[Path, str]:
    """Return every page, and the page that has the limits.

    Args:
        run_examples: whether to run the examples, which takes seconds; otherwise the pages keep the
            outputs that they show.

    Raises:
        ExampleError: if an example fails.
    """
    pages = {FOLDER / f"{name}.md": page(name, run_examples=run_examples) for name in names()}
    return {**pages, HOSTING: with_limits(HOSTING.read_text(encoding="utf-8"))}


def page(name: str, *, run_examples: bool = True) -> str:
    """Return the page of a command, or the first page.

    Args:
        name: one of `names`.
        run_examples: whether to run its examples; otherwise it keeps the outputs that it shows.

    Returns:
        Markdown.

    Raises:
        ExampleError: if an example on the page fails.
    """
    parts = _index() if name == INDEX else _page_of(name, run_examples)
    return "\n\n".join(parts) + "\n"


def with_limits(text: str) -> str:
    """Return a page with the table of limits between its two marks.

    >>> with_limits(_BEGIN + _END).splitlines()[4]
    '| `tables` | 10000 | tables at once | Tables in memory. |'
    """
    heads, *limits = limit_rows(language("en"))
    rows = [(f"`{name}`", *cells) for name, *cells in limits]
    lines = [" | ".join(cells) for cells in (heads, ("---", "--:", "---", "---"), *rows)]
    table = "\n".join(f"| {line} |" for line in lines)
    return replace_marked(text, _BEGIN, _END, table)


def commands(name: str) -> Iterator[tuple[str, click.Context]]:
    """Yield a command and all its subcommands, each with its full name and a context.

    >>> [words for words, _ in commands("admin")][:3]
    ['pegout admin', 'pegout admin tables', 'pegout admin tables list']
    """
    top = click.Context(_application(), info_name="pegout")
    yield from _below(top, name)


def _below(parent: click.Context, name: str) -> Iterator[tuple[str, click.Context]]:
    assert isinstance(parent.command, click.Group)
    command = parent.command.get_command(parent, name)
    assert command is not None, name
    context = command.context_class(command, parent=parent, info_name=name)
    yield context.command_path, context
    if isinstance(command, click.Group):
        for subcommand in command.commands:
            yield from _below(context, subcommand)


def _application() -> click.Group:
    return application(language("en"))


# Pages --------------------------------------------------------------------------------------------


def _index() -> Iterator[str]:
    pegout = _application()
    context = pegout.context_class(pegout, info_name="pegout")
    said = help_of(pegout)
    yield _front(
        "The command line of Pegout: every command, the options of all, and exit statuses."
    )
    yield "# Command line"
    yield from said.paragraphs
    yield _block([f"$ {line}" for line in said.examples])
    yield "## Commands"
    rows = []
    for name in pegout.list_commands(context):
        command = pegout.get_command(context, name)
        assert command is not None, name
        rows.append((f"[`pegout {name}`]({name}.md)", _line(help_of(command))))
    yield _table(("command", "what it does"), rows)
    yield (
        "Each command has `--help`, which says what these pages say, in English or Spanish. The "
        "examples on these pages that have an output were run in the folder "
        "[docs/records](../record-format.md#examples) of the source."
    )
    yield "## Options of every command"
    yield (
        "They stand before the command: `pegout --lang es rules`. Here and on the other pages, an "
        "option with … after its value may be given more than once."
    )
    yield _options(context)
    yield "## Exit status"
    yield _table(("status", "meaning"), [(str(code), said) for code, said in _STATUSES.items()])
    yield (
        "An interrupted run prints what it has finished. Its `--json` then says "
        '`"complete": false`, so that no program takes a part for the whole. A reader that '
        "closes the pipe, as in `pegout replay friday.peg | head`, ends a command quietly, with "
        "status 0."
    )


def _page_of(name: str, run_examples: bool) -> Iterator[str]:
    for path, context in commands(name):
        said = help_of(context.command)
        first = path == f"pegout {name}"
        level = "#" if first else "##"
        if first:
            yield _front(f"{path}: {_line(said)}")
        yield f"{level} {path}"
        yield from said.paragraphs
        # The arguments of a group are its subcommands.
        if isinstance(context.command, click.Group):
            continue
        usage = " ".join([path, *context.command.collect_usage_pieces(context)])
        yield _block([usage], "text")
        yield f"{level}# Options"
        yield _options(context)
        yield f"{level}# Examples"
        yield _block([f"$ {line}" for line in said.examples])
        if first and name in RUNS:
            yield "## Output"
            yield from map(_output, RUNS[name]) if run_examples else _shown(name)
        if said.fields:
            yield f"{level}# Fields of `--json`"
            yield _table(
                ("field", "meaning"), [(_code(key), _marked(text)) for key, text in said.fields]
            )


def _front(description: str) -> str:
    told = description.replace('"', "'").replace("`", "")
    return f'---\ndescription: "{told}"\n---\n\n{_MADE}'


def _line(said: Help) -> str:
    """Return the first sentence of a command's help."""
    return re.split(r"(?<=[.:]) (?=[A-Z])", said.paragraphs[0])[0]


def _block(lines: Iterable[str], language: str = "console") -> str:
    return "\n".join([f"```{language}", *lines, "```"])


def _table(heads: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    every = [heads, ("---", "---"), *rows]
    return "\n".join(f"| {left} | {right} |" for left, right in every)


def _marked(text: str) -> str:
    """Mark the options in a sentence as code.

    >>> _marked("Read it with --json.")
    'Read it with `--json`.'
    """
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", text)


def _code(names: str) -> str:
    """Mark names, separated by commas, as code."""
    return ", ".join(f"`{name}`" for name in re.split(r", | or ", names))


# Options ------------------------------------------------------------------------------------------


def _options(context: click.Context) -> str:
    options = [option for option in context.command.params if isinstance(option, click.Option)]
    rows = [
        (_named(option), " ".join(_meaning(option, context)))
        for option in options
        if not option.hidden and "--help" not in option.opts
    ]
    if not rows:
        return "None."
    return _table(("option", "what it does"), rows)


def _named(option: click.Option) -> str:
    """Return the names of an option and of its value."""
    if option.is_flag or option.count:
        return ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = option.metavar or " ".join([_value(option.type)] * max(option.nargs, 1))
    # A bar would end the table's cell.
    value = value.replace("|", " or ") + (" …" if option.multiple else "")
    return ", ".join(f"`{name} {value}`" for name in option.opts)


def _value(kind: click.ParamType[Any]) -> str:
    if isinstance(kind, click.Choice):
        return "WORD"
    if isinstance(kind, click.Path):
        return "FILE" if kind.file_okay else "FOLDER"
    numbers = (click.IntRange, click.FloatRange, type(click.INT), type(click.FLOAT))
    return "NUMBER" if isinstance(kind, numbers) else "TEXT"


def _meaning(option: click.Option, context: click.Context) -> Iterator[str]:
    """Yield what an option does, which values it takes, and its default."""
    yield _marked(option.help or "")
    if isinstance(option.type, click.Choice):
        yield "One of " + ", ".join(f"`{word}`" for word in option.type.choices) + "."
    if isinstance(option.type, click.IntRange | click.FloatRange):
        yield _range(option.type)
    if option.required:
        yield "It must be given."
    default = option.get_default(context, call=False)
    if option.show_default and not option.is_flag:
        yield f"Unless given: `{default}`."


def _range(kind: click.IntRange | click.FloatRange) -> str:
    """Describe the numbers that an option takes.

    >>> _range(click.IntRange(2, 4)), _range(click.FloatRange(min=0, min_open=True))
    ('A number from 2 to 4.', 'A number above 0.')
    """
    low = "above" if kind.min_open else "from"
    high = "below" if kind.max_open else "to"
    parts = [f"{low} {kind.min:,}"] if kind.min is not None else []
    parts += [f"{high} {kind.max:,}"] if kind.max is not None else []
    return f"A number {' '.join(parts)}."


# Examples -----------------------------------------------------------------------------------------


def _output(example: Run) -> str:
    """Run an example, and return it with its output."""
    lines = _told(words(example.line)).splitlines()
    if example.shown and len(lines) > example.shown:
        lines = [*lines[: example.shown], "…"]
    return _block([f"$ pegout {example.line}", *[line.rstrip() for line in lines]])


def _shown(name: str) -> Iterator[str]:
    """Yield the outputs that a page shows, where they are those of its examples."""
    path = FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    blocks = re.findall(r"^```console\n.*?^```$", text.partition("\n## Output\n")[2], re.M | re.S)
    for example in RUNS[name]:
        start = f"```console\n$ pegout {example.line}\n"
        yield next((block for block in blocks if block.startswith(start)), start)


def words(line: str) -> list[str]:
    """Split a line into words as a shell does, without a redirection after ``>``.

    >>> words('score "5H 5S" 5D > file')
    ['score', '5H 5S', '5D']
    """
    return shlex.split(line.partition(" > ")[0])


def _told(arguments: Sequence[str]) -> str:
    """Run the command line, in English and 80 columns wide, and return its output."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.StringIO()
    with _columns(80), chdir(RECORDS), redirect_stdout(out), redirect_stderr(err):
        status = run(["--lang", "en", *arguments])
        out.flush()
    if status:
        raise ExampleError(f"pegout {' '.join(arguments)}: exit status {status}: {err.getvalue()}")
    out.seek(0)
    return out.read()


@contextmanager
def _columns(number: int) -> Iterator[None]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(number)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before

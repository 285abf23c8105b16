"""The commands that solve a part of the game, for minutes or hours: what they have in common.

Each of them is a list of options and a function that returns a :class:`SolveResult`.
:func:`solve_command` prepares the folder and the checkpoint, shows the progress, writes the files
and prints the figures.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, NamedTuple

import click

from pegout.cli.exit_status import INTERRUPTED
from pegout.cli.faults import reason_of
from pegout.cli.options import json_option
from pegout.cli.runs import needs_numba
from pegout.text.columns import labelled
from pegout.text.language import Translator

#: Adds an option to a command.
AddOption = Callable[[Any], Any]

_WIDTH = 20
#: The options that affect no number, by the arguments of commands.
_ASIDE: Final = frozenset(
    {"state", "fresh", "workers", "processes", "cluster", "resume", "out", "as_json"}
)


class SolveResult(NamedTuple):
    """What a command has solved: the data for ``--json``, and rows of figures below a heading.

    ``files`` makes the files for ``--out`` by their names; None if there are none. ``costs`` are
    the costs to tell.
    """

    data: Mapping[str, Any]
    rows: Mapping[str, str]
    files: Callable[[], Mapping[str, str | bytes]] | None
    heading: str = ""
    costs: Sequence[str] = ("seconds", "megabytes")


def solve_command(
    t: Translator,
    name: str,
    compute: Callable[..., SolveResult],
    *options: AddOption,
    help: str,
    check: Callable[..., None] | None = None,
) -> click.Command:
    """Return a command that solves a part of the game.

    Among its options are ``--out``, ``--json`` and, for a run in rounds, those of
    :func:`round_options`. ``compute`` receives the translator, a progress bar and the other
    options. ``check`` receives the same options before anything is written, and raises an error if
    they cannot be used.
    """

    def command(*, out: Path | None, as_json: bool, fresh: bool = False, **given: Any) -> None:
        if check is not None:
            check(t, **given)
        check_out(t, out)
        in_rounds = "state" in given
        if in_rounds:
            given["state"] = given["state"] or _state_path(name, given)
            if fresh:
                given["state"].unlink(missing_ok=True)
        start, bar = time.perf_counter(), Bar()
        try:
            solved = compute(t, bar, **given)
            bar.close()
            if out is not None and solved.files is not None:
                _write(t, out, solved.files(), saved=in_rounds)
        except KeyboardInterrupt:
            bar.close()
            if in_rounds:
                text = t("Interrupted. The same command resumes from the last round.")
                click.echo(text, err=True)
            raise
        finally:
            bar.close()
        spent = {"seconds": round(time.perf_counter() - start, 1), "megabytes": _megabytes()}
        cost = {name: spent[name] for name in solved.costs}
        click.echo(
            json.dumps({**solved.data, **cost}, indent=2) if as_json else _text(t, solved, cost)
        )
        if not solved.data.get("complete", True):
            raise click.exceptions.Exit(INTERRUPTED)

    function: Any = command
    for option in reversed(options):
        function = option(function)
    made: click.Command = click.command(name, help=help)(function)
    return made


def takes_numba(what: str) -> Callable[..., None]:
    """Return a check that numba is installed, for loops that would take days without it."""

    def check(t: Translator, **_: Any) -> None:
        try:
            from pegout.solver.checkpoint import need_numba
        except ImportError as error:
            raise needs_numba(t) from error
        need_numba(what)

    return check


# Options ----------------------------------------------------------------------------------------


def tolerance_option(default: float, help: str) -> AddOption:
    """Return ``--tolerance``: the largest gain of a best response at the end, points a deal."""
    return click.option(
        "--tolerance",
        type=click.FloatRange(0, 1),
        default=default,
        show_default=True,
        help=help,
    )


def limit_option(name: str, default: int, help: str, maximum: int = 100_000) -> AddOption:
    """Return an option that limits the rounds."""
    return click.option(
        name, type=click.IntRange(1, maximum), default=default, show_default=True, help=help
    )


def folder_option(name: str, help: str) -> AddOption:
    """Return an option that takes a folder."""
    return click.option(name, type=click.Path(file_okay=False, path_type=Path), help=help)


def workers_option(help: str) -> AddOption:
    """Return ``--workers``."""
    return click.option("--workers", type=click.IntRange(1, 1024), help=help)


def round_options(t: Translator, out: str) -> list[AddOption]:
    """Return the last options of a command that solves in rounds, with a checkpoint after each."""
    return [
        click.option(
            "--state",
            type=click.Path(dir_okay=False, path_type=Path),
            help=t("The file that stores each round; by default one in the cache of this user."),
        ),
        click.option(
            "--fresh", is_flag=True, help=t("Start from the beginning, without the saved rounds.")
        ),
        workers_option(t("The number of threads.")),
        folder_option("--out", out),
        json_option(t),
    ]


def _state_path(name: str, given: Mapping[str, Any]) -> Path:
    """Return the default checkpoint file; lowball is another game and has its own."""
    from platformdirs import user_cache_path

    game = f"{name}-lowball" if given.get("lowball") else name
    return user_cache_path("pegout", appauthor=False) / f"solve-{game}.npz"


def command_line() -> str:
    """Return the command of this run, as it is written in the heads of tables.

    It includes every argument and option that affects the numbers, but none that only says where
    they are computed and stored, or how they are shown.
    """
    context = click.get_current_context()
    words = [context.command_path]
    for option in context.command.params:
        given = context.params.get(option.name or "")
        if option.name in _ASIDE or given in (None, (), option.get_default(context)):
            continue
        if isinstance(option, click.Argument):
            words += given
            continue
        words += [option.opts[0]] if given is True else [option.opts[0], f"{given}"]
    return " ".join(words)


# Progress ---------------------------------------------------------------------------------------


class Bar:
    """A progress bar for the current stage, with lines for finished ones."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last: tuple[str, int] | None = None

    def show(self, label: str, part: float) -> None:
        """Show the progress of a stage, from 0 to 1."""
        done = int(min(part, 1) * _WIDTH)
        if not self._shown or (label, done) == self._last:
            return
        before = len(self._last[0]) if self._last else 0
        self._last = (label, done)
        bar = "█" * done + "░" * (_WIDTH - done)
        click.echo(f"\r{label:<10} {bar}{' ' * (before - len(label))}", err=True, nl=False)

    def stage(self, label: str) -> Callable[[float], None]:
        """Return a function that shows the progress of one stage."""
        return lambda part: self.show(label, part)

    def say(self, line: str) -> None:
        """Print a line in place of the bar."""
        self.close()
        click.echo(line, err=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._last is not None:
            width = max(len(self._last[0]), 10) + 1 + _WIDTH
            click.echo("\r" + " " * width + "\r", err=True, nl=False)
        self._last = None


def say_gains(t: Translator, bar: Bar, stage: str, own: float, opponent: float) -> None:
    """Print the gains of best responses for the dealer and the pone after a round."""
    bar.say(
        t(
            "{stage}: a best response gains the dealer {own} and the pone {opponent}",
            stage=stage,
            own=t.decimal(own, ".5f"),
            opponent=t.decimal(opponent, ".5f"),
        )
    )


# Results ----------------------------------------------------------------------------------------


def check_out(t: Translator, out: Path | None) -> None:
    """Create the folder for the files, and fail early if nothing can be written to it."""
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise _unwritten(t, out, error) from error


def _write(t: Translator, out: Path, files: Mapping[str, str | bytes], *, saved: bool) -> None:
    """Write files to a folder; ``saved`` says whether the solution is also in a checkpoint."""
    try:
        for name, data in files.items():
            (out / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    except OSError as error:
        if not saved:
            raise _unwritten(t, out, error) from error
        raise click.ClickException(
            t(
                "Nothing more could be written to {folder}: {reason}. The solution is saved; the "
                "same command with another folder writes it there.",
                folder=out,
                reason=reason_of(error, t),
            )
        ) from error
    click.echo(t("Written to {folder}: {files}", folder=out, files=", ".join(files)), err=True)


def _unwritten(t: Translator, out: Path, error: OSError) -> click.ClickException:
    return click.ClickException(
        t("Nothing could be written to {folder}: {reason}.", folder=out, reason=reason_of(error, t))
    )


def _text(t: Translator, solved: SolveResult, cost: Mapping[str, Any]) -> str:
    """Return the figures and the costs, one line each."""
    units = {"seconds": (t("time"), "s"), "megabytes": (t("memory"), "MB")}
    rows = dict(solved.rows)
    for name, spent in cost.items():
        label, unit = units[name]
        rows[label] = f"{t.decimal(spent, '')} {unit}"
    return "\n".join([part for part in (solved.heading, *labelled(rows.items())) if part])


def _megabytes() -> int:
    """Return the peak memory of this process, or 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1_000_000 if sys.platform == "darwin" else 1000))

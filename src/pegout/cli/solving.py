"""Shared parts of commands that solve for minutes or hours and resume from a checkpoint."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, NamedTuple

import click

from pegout.cli.options import json_option, with_options
from pegout.text.language import Translator

_WIDTH = 20
#: The options that affect no number, by the arguments of commands.
_ASIDE: Final = frozenset(
    {"state", "fresh", "workers", "processes", "cluster", "resume", "out", "as_json"}
)


class SolveOptions(NamedTuple):
    """The options of a command that solves.

    Attributes:
        tolerance: the largest gain of a best response at the end, in points a deal; 0 where the
            command does not ask for it.
        most: the most rounds or sweeps, or what the command limits instead.
        state: the checkpoint file, written after each round.
        fresh: whether to ignore the checkpoint and start from the beginning.
        workers: the number of threads; None for all cores.
        out: the folder for the files, or none.
        as_json: whether to print JSON for a program.
    """

    tolerance: float
    most: int
    state: Path
    fresh: bool
    workers: int | None
    out: Path | None
    as_json: bool


def solving_options(
    t: Translator,
    name: str,
    *,
    most: tuple[str, int, str],
    out: str,
    tolerance: tuple[float, str] | None = None,
) -> Callable[[Callable[..., None]], Any]:
    """Add the options of a command that solves in rounds.

    The command receives them as one argument ``asked``.

    Args:
        t: the translator.
        name: the name of the solved game, for the default checkpoint file.
        most: the option for the most rounds, its default and its help.
        out: the help of ``--out``.
        tolerance: the default of ``--tolerance`` and its help, if it has this option.
    """

    def decorate(function: Callable[..., None]) -> Any:
        def solve(
            state: Path | None,
            fresh: bool,
            workers: int | None,
            out: Path | None,
            as_json: bool,
            **others: Any,
        ) -> None:
            rounds = others.pop(most[0].removeprefix("--"))
            path = state or state_path(name)
            gain = others.pop("tolerance", 0.0)
            function(asked=SolveOptions(gain, rounds, path, fresh, workers, out, as_json), **others)

        options = []
        if tolerance is not None:
            options.append(
                click.option(
                    "--tolerance",
                    type=click.FloatRange(0, 1),
                    default=tolerance[0],
                    show_default=True,
                    help=tolerance[1],
                )
            )
        options += [
            click.option(
                most[0],
                type=click.IntRange(1, 100_000),
                default=most[1],
                show_default=True,
                help=most[2],
            ),
            click.option(
                "--state",
                type=click.Path(dir_okay=False, path_type=Path),
                help=t(
                    "The file that stores each round; by default one in the cache of this user."
                ),
            ),
            click.option(
                "--fresh",
                is_flag=True,
                help=t("Start from the beginning, without the saved rounds."),
            ),
            click.option(
                "--workers", type=click.IntRange(1, 1024), help=t("The number of threads.")
            ),
            click.option("--out", type=click.Path(file_okay=False, path_type=Path), help=out),
            json_option(t),
        ]
        return with_options(function, solve, options)

    return decorate


def state_path(name: str) -> Path:
    """Return the default checkpoint file of a run."""
    from platformdirs import user_cache_path

    return user_cache_path("pegout", appauthor=False) / f"solve-{name}.npz"


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


class Cost:
    """The time and memory of a run, measured from its creation."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def fields(self) -> dict[str, Any]:
        """Return the seconds so far, and the peak memory of this process."""
        return {
            "seconds": round(time.perf_counter() - self._start, 1),
            "megabytes": _megabytes(),
        }


def _megabytes() -> int:
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1_000_000 if sys.platform == "darwin" else 1000))


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


@contextmanager
def solving(t: Translator, asked: SolveOptions) -> Iterator[Bar]:
    """Show a bar while something is solved, and explain how to resume if it is interrupted.

    The folder and the checkpoint file are prepared first.

    Raises:
        ClickException: if nothing can be written to the folder.
    """
    check_out(t, asked.out)
    if asked.fresh:
        asked.state.unlink(missing_ok=True)
    bar = Bar()
    try:
        yield bar
    except KeyboardInterrupt:
        bar.close()
        click.echo(t("Interrupted. The same command resumes from the last round."), err=True)
        raise
    finally:
        bar.close()


def say_gains(t: Translator, bar: Bar, stage: str, gains: tuple[float, float]) -> None:
    """Print the gains of best responses for the dealer and the pone after a round."""
    own, opponent = (f"{gain:.5f}" for gain in gains)
    bar.say(
        t(
            "{stage}: a best response gains the dealer {own} and the pone {opponent}",
            stage=stage,
            own=own,
            opponent=opponent,
        )
    )


def check_out(t: Translator, out: Path | None) -> None:
    """Create the folder for the files, and fail early if nothing can be written to it.

    Raises:
        ClickException: if nothing can be written to it.
    """
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise _unwritten(t, out, error) from error


def write(t: Translator, out: Path, files: Mapping[str, bytes], *, saved: bool = True) -> None:
    """Write files to a folder.

    Args:
        t: the translator.
        out: the folder.
        files: the content of each file, by name.
        saved: whether the solution is also in a checkpoint.

    Raises:
        ClickException: if a file cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (out / name).write_bytes(data)
    except OSError as error:
        if not saved:
            raise _unwritten(t, out, error) from error
        raise click.ClickException(
            t(
                "Nothing more could be written to {folder}: {reason}. The solution is saved; the "
                "same command with another folder writes it there.",
                folder=out,
                reason=error.strerror,
            )
        ) from error
    click.echo(t("Written to {folder}: {files}", folder=out, files=", ".join(files)), err=True)


def _unwritten(t: Translator, out: Path, error: OSError) -> click.ClickException:
    return click.ClickException(
        t("Nothing could be written to {folder}: {reason}.", folder=out, reason=error.strerror)
    )


def result_text(t: Translator, rows: Mapping[str, str], cost: Mapping[str, Any]) -> str:
    """Return the results, and their time and memory, one line each."""
    every = {**rows, t("time"): f"{cost['seconds']} s", t("memory"): f"{cost['megabytes']} MB"}
    width = max(map(len, every))
    return "\n".join([f"{name:<{width}}   {value}" for name, value in every.items()])

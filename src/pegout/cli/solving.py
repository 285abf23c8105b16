"""What the commands have in common that solve for minutes or hours, and go on from a kept round."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import click

from pegout.text.language import Translator

__all__ = ["Bar", "Cost", "check_out", "solving", "state_options", "state_path", "told", "write"]

Function = TypeVar("Function", bound=Callable[..., Any])

_WIDTH = 20


def state_options(t: Translator, out: str) -> Callable[[Function], Function]:
    """Add ``--state``, ``--fresh``, ``--workers`` and, with its help, ``--out``."""

    def decorate(function: Function) -> Function:
        for option in reversed(
            (
                click.option(
                    "--state",
                    type=click.Path(dir_okay=False, path_type=Path),
                    help=t(
                        "The file that keeps each round; otherwise one in the cache of this user."
                    ),
                ),
                click.option(
                    "--fresh", is_flag=True, help=t("Begin anew, whatever has been kept.")
                ),
                click.option(
                    "--workers",
                    type=click.IntRange(1, 1024),
                    help=t("How many threads work at it."),
                ),
                click.option(
                    "--out",
                    type=click.Path(file_okay=False, path_type=Path),
                    help=out,
                ),
            )
        ):
            function = option(function)
        return function

    return decorate


def state_path(name: str) -> Path:
    """Give the file that keeps a run where no other was named."""
    from platformdirs import user_cache_path

    return user_cache_path("pegout", appauthor=False) / f"solve-{name}.npz"


class Cost:
    """What a run costs, from when this is made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def told(self) -> dict[str, Any]:
        """Give the seconds so far, and the most memory that this process has had."""
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
    """A bar for what is being done, and lines for what has come of it."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last: tuple[str, int] | None = None

    def show(self, label: str, part: float) -> None:
        """Show how much of something is done, from 0 to 1."""
        done = int(min(part, 1) * _WIDTH)
        if not self._shown or (label, done) == self._last:
            return
        before = len(self._last[0]) if self._last else 0
        self._last = (label, done)
        bar = "█" * done + "░" * (_WIDTH - done)
        click.echo(f"\r{label:<10} {bar}{' ' * (before - len(label))}", err=True, nl=False)

    def say(self, line: str) -> None:
        """Say how it stands."""
        self.close()
        click.echo(line, err=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._last is not None:
            width = max(len(self._last[0]), 10) + 1 + _WIDTH
            click.echo("\r" + " " * width + "\r", err=True, nl=False)
        self._last = None


@contextmanager
def solving(t: Translator) -> Iterator[Bar]:
    """Show a bar so long as something is solved, and say how to go on when it is interrupted."""
    bar = Bar()
    try:
        yield bar
    except KeyboardInterrupt:
        bar.close()
        click.echo(t("Interrupted. The same command goes on from the last round."), err=True)
        raise
    finally:
        bar.close()


def check_out(t: Translator, out: Path | None) -> None:
    """Make the folder for the files, and say at once if nothing can be written to it.

    Raises:
        ClickException: if nothing can.
    """
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise click.ClickException(
            t("Nothing could be written to {folder}: {reason}.", folder=out, reason=error.strerror)
        ) from error


def write(t: Translator, out: Path, files: Mapping[str, bytes]) -> None:
    """Write files to a folder.

    Raises:
        ClickException: if that cannot be done.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (out / name).write_bytes(data)
    except OSError as error:
        raise click.ClickException(
            t(
                "Nothing more could be written to {folder}: {reason}. The solution is kept; the "
                "same command with another folder writes it there.",
                folder=out,
                reason=error.strerror,
            )
        ) from error
    click.echo(t("Written to {folder}: {files}", folder=out, files=", ".join(files)), err=True)


def told(t: Translator, rows: Mapping[str, str], cost: Mapping[str, Any]) -> str:
    """Give what was found, and what it cost, a line each."""
    every = {**rows, t("time"): f"{cost['seconds']} s", t("memory"): f"{cost['megabytes']} MB"}
    width = max(map(len, every))
    return "\n".join([f"{name:<{width}}   {value}" for name, value in every.items()])

"""What the measuring tools share: arguments, progress, runs that resume, and means with errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import click
import numpy as np

from pegout.cli.runs import progress_bar
from pegout.kernel.score_tables import Array
from pegout.runs import Run, compute
from pegout.text import language

Item = TypeVar("Item")

#: The options of a tool that computes a run in chunks.
RESUMABLE: Final[Mapping[str, Any]] = {"workers": int, "resume": str}


def arguments(about: str | None, *names: str, **options: Any) -> argparse.Namespace:
    """Read the arguments of a tool.

    Args:
        about: the docstring of the tool, for ``--help``.
        names: the positional arguments.
        options: the default of each option, whose type it has, or the type alone; ``False`` makes
            a flag, and a tuple takes several words.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in names:
        parser.add_argument(name)
    for name, default in options.items():
        if default is False:
            parser.add_argument(f"--{name}", action="store_true")
        elif isinstance(default, tuple):
            parser.add_argument(f"--{name}", nargs="+", default=default)
        elif isinstance(default, type):
            parser.add_argument(f"--{name}", type=default)
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


def mean_and_error(values: Any) -> tuple[float, float]:
    """Return the mean of independent values, and its standard error.

    >>> mean_and_error([1.0, 2.0, 3.0])
    (2.0, 0.5773502691896258)
    """
    numbers = np.asarray(values, np.float64)
    return float(numbers.mean()), float(numbers.std(ddof=1)) / len(numbers) ** 0.5


def root_mean_square(values: Any) -> float:
    """Return the root mean square of some numbers."""
    return float(np.sqrt(np.mean(np.square(values))))


def count_items(items: Sequence[Item]) -> Iterator[Item]:
    """Yield items, and show how many are done."""
    for number, item in enumerate(items, 1):
        yield item
        click.echo(f"\r{number} of {len(items)}", nl=number == len(items), err=True)


def sums_of(options: argparse.Namespace, run: Run) -> dict[str, Array]:
    """Compute a run with the options of :data:`RESUMABLE`, under a progress bar."""
    with progress_bar(language("en"), "Playing", run.total) as progress:
        outcome = compute(run, workers=options.workers, resume=options.resume, progress=progress)
    return {name: np.array(sums) for name, sums in outcome.sums.items()}

"""Shared parts of commands that compute a run: progress bars, hints, and the final output."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from pegout.cli.exit_status import INTERRUPTED
from pegout.delays import reported_to
from pegout.extras import install_command
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pegout.rules import Rules
    from pegout.runs import Progress


class _Result(Protocol):
    @property
    def complete(self) -> bool: ...

    def to_json(self) -> str: ...


Result = TypeVar("Result", bound=_Result)


def play_and_print(
    t: Translator,
    play: Callable[..., Result],
    games: int,
    where: Mapping[str, Any],
    report: Callable[[Translator, Result], str],
    as_json: bool,
    preparing: str = "",
) -> None:
    """Play games under a progress bar, and print a report of the result, or the result as JSON.

    After an interruption the run exits with the status of one, once it has printed what it has.

    ``play`` is called with the options in ``where``, with ``progress`` and, where ``preparing``
    labels a bar before the games, with ``preparing``.
    """
    with _bars(t, games, preparing) as bars:
        result = play(**bars, **where)
    hint(t, result.complete, where["resume"])
    click.echo(result.to_json() if as_json else report(t, result))
    if not result.complete:
        raise click.exceptions.Exit(INTERRUPTED)


@contextmanager
def _bars(t: Translator, games: int, preparing: str) -> Iterator[dict[str, Progress]]:
    """Yield the progress functions of games, and of what comes before them if that has a label.

    The bar of the games takes the place of the first bar when that is full.
    """
    if not preparing:
        with progress_bar(t, t("Playing"), games) as progress:
            yield {"progress": progress}
        return
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar(t, preparing))

        def prepare(done: int, total: int) -> None:
            nonlocal show
            show(done, total)
            if done == total:
                stack.close()
                show = stack.enter_context(progress_bar(t, t("Playing"), games))

        def play(done: int, total: int) -> None:
            show(done, total)

        yield {"preparing": prepare, "progress": play}


def say_if_slow(t: Translator) -> None:
    """Warn that the kernel is slow if it is not compiled."""
    from pegout.contests.policy_contests import compiled

    if not compiled():
        text = t(
            "This is slow, because its loops are not compiled. To make it fast, in the folder of "
            "the source: {command}",
            command=install_command("fast"),
        )
        click.echo(text, err=True)


def check_sides(t: Translator, names: Sequence[str], rules: Rules) -> None:
    """Reject a number of players that is not the number of sides."""
    if len(names) != rules.sides:
        raise click.UsageError(
            t(
                "Name {sides} players, one for each side, not {given}.",
                sides=rules.sides,
                given=len(names),
            )
        )


def needs_numba(t: Translator) -> click.ClickException:
    """Return the error of a command whose loops would take days if they were not compiled."""
    command = install_command("fast")
    return click.ClickException(
        t("This needs numba. In the folder of the source: {command}", command=command)
    )


@contextmanager
def progress_bar(t: Translator, label: str, total: int = 1) -> Iterator[Progress]:
    """Show a progress bar, and yield a function to call with the work done and the total work.

    While functions are compiled, the bar names them instead.
    """
    quiet = not sys.stderr.isatty()
    with click.progressbar(
        length=total, label=label, item_show_func=lambda name: name, file=sys.stderr, hidden=quiet
    ) as bar:
        shown, template = 0, bar.bar_template

        def progress(done: int, total: int) -> None:
            nonlocal shown
            bar.label, bar.bar_template, bar.current_item = label, template, None
            bar.length = total
            bar.update(done - shown)
            shown = done

        def delayed(cause: str) -> None:
            # The bar makes room for the name: a line that is too long would leave its end behind.
            bar.label, bar.bar_template = t("Compiling for the first time"), "%(label)s  %(info)s"
            bar.current_item = cause.rpartition(".")[2]
            bar.render_progress()

        with reported_to(delayed):
            yield progress


def hint(t: Translator, complete: bool, resume: str | None) -> None:
    """Say after an interruption how to resume."""
    if complete:
        return
    if resume is None:
        text = t("Interrupted. With --resume FILE a run can be resumed later.")
    else:
        text = t("Interrupted. The same command resumes from {file}.", file=resume)
    click.echo(f"\n{text}", err=True)

"""``pegout solve``: compute what the shipped tables say, from the rules alone."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.solve_chances import solve_chances
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.evaluation.discard_game import Standing

__all__ = ["solve"]


def solve(t: Translator) -> click.Command:
    """Make the group in a language."""
    group = click.Group("solve", help=t("Solve a part of the game, and write down what is found."))
    group.add_command(click.help_option(help=t("Show this text and leave."))(_discards(t)))
    group.add_command(click.help_option(help=t("Show this text and leave."))(solve_chances(t)))
    return group


def _discards(t: Translator) -> click.Command:
    @click.command(
        "discards",
        help=about(
            t,
            t(
                "Solve the discards of two players over every deal: ways of throwing from which "
                "neither gains by deviating, and what each throw is worth then."
            ),
            t(
                "Takes a few minutes and 2.6 GB, and the extra “fast”. Each round is kept: what "
                "was interrupted goes on from there. The tables and their pictures go to --out."
            ),
            examples=[
                "pegout solve discards --out tables",
                "pegout solve discards --tolerance 0.001 --json",
            ],
            fields={
                "round": t("after how many rounds"),
                "gain_own, gain_opponent": t("what a best response gains, points a deal"),
                "hand_own, hand_opponent": t("mean hands of the dealer and the pone"),
                "crib_own, crib_opponent": t("the mean of the crib, from both seats"),
                "mixed": t("the part of hands from which more than one throw is thrown"),
                "seconds, megabytes": t("what it cost"),
            },
        ),
    )
    @click.option(
        "--tolerance",
        type=click.FloatRange(0, 1),
        default=0.0001,
        show_default=True,
        help=t("Stop when neither gains more, points a deal."),
    )
    @click.option(
        "--rounds",
        type=click.IntRange(1, 1000),
        default=60,
        show_default=True,
        help=t("Stop after so many rounds at the latest."),
    )
    @click.option(
        "--state",
        type=click.Path(dir_okay=False, path_type=Path),
        help=t("The file that keeps each round; otherwise one in the cache of this user."),
    )
    @click.option("--fresh", is_flag=True, help=t("Begin anew, whatever has been kept."))
    @click.option("--workers", type=click.IntRange(1, 1024), help=t("How many threads work at it."))
    @click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Write the tables and their pictures to this folder."),
    )
    @json_option(t)
    def command(
        *,
        tolerance: float,
        rounds: int,
        state: Path | None,
        fresh: bool,
        workers: int | None,
        out: Path | None,
        as_json: bool,
    ) -> None:
        _solve_discards(t, tolerance, rounds, state, fresh, workers, out, as_json)

    return command


def _solve_discards(
    t: Translator,
    tolerance: float,
    rounds: int,
    state: Path | None,
    fresh: bool,
    workers: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    try:
        from pegout.evaluation.discard_game import solve_discards
    except ImportError as error:
        raise click.ClickException(t("This takes numba: pip install 'pegout[fast]'")) from error
    path = state or _state_path()
    if fresh:
        path.unlink(missing_ok=True)
    start = time.perf_counter()
    bar = _Bar(t)
    try:
        solution = solve_discards(
            tolerance=tolerance, rounds=rounds, state=path, workers=workers, progress=bar.show,
            report=bar.report,
        )  # fmt: skip
        if out is not None:
            bar.close()
            _write(t, out, solution, workers)
    except KeyboardInterrupt:
        bar.close()
        click.echo(t("Interrupted. The same command goes on from the last round."), err=True)
        raise
    finally:
        bar.close()
    cost = {"seconds": round(time.perf_counter() - start, 1), "megabytes": _megabytes()}
    if as_json:
        click.echo(json.dumps({**solution.standing._asdict(), **cost}, indent=2))
    else:
        click.echo(_told(t, solution.standing, cost))


def _state_path() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pegout", appauthor=False) / "solve-discards.npz"


def _megabytes() -> int:
    """Give the most memory that this process has had."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1_000_000 if sys.platform == "darwin" else 1000))


class _Bar:
    """A bar for each round, and a line for what has come of it."""

    def __init__(self, t: Translator) -> None:
        self.t = t
        self._shown = sys.stderr.isatty()
        self.tenth = -1

    def show(self, number: int, part: float) -> None:
        """Show how much of a round is done."""
        tenth = int(part * 20)
        if not self._shown or tenth == self.tenth:
            return
        self.tenth = tenth
        bar = "█" * tenth + "░" * (20 - tenth)
        click.echo(f"\r{self.t('round {n}', n=number):<10} {bar}", err=True, nl=False)

    def report(self, standing: Standing) -> None:
        """Say how it stands after a round."""
        self.close()
        click.echo(
            self.t(
                "round {n}: a best response gains the dealer {own} and the pone {opponent}",
                n=standing.round,
                own=f"{standing.gain_own:.5f}",
                opponent=f"{standing.gain_opponent:.5f}",
            ),
            err=True,
        )

    def close(self) -> None:
        """Take the bar away."""
        if self._shown and self.tenth >= 0:
            click.echo("\r" + " " * 40 + "\r", err=True, nl=False)
        self.tenth = -1


def _told(t: Translator, standing: Standing, cost: dict[str, Any]) -> str:
    rows = [
        (t("a best response gains, dealer"), f"{standing.gain_own:.6f}"),
        (t("a best response gains, pone"), f"{standing.gain_opponent:.6f}"),
        (t("mean hand, dealer"), f"{standing.hand_own:.4f}"),
        (t("mean hand, pone"), f"{standing.hand_opponent:.4f}"),
        (t("mean crib, as the dealer throws"), f"{standing.crib_own:.6f}"),
        (t("mean crib, as the pone throws"), f"{standing.crib_opponent:.6f}"),
        (t("hands from which throws are mixed"), f"{100 * standing.mixed:.1f} %"),
        (t("time"), f"{cost['seconds']} s"),
        (t("memory"), f"{cost['megabytes']} MB"),
    ]
    width = max(len(name) for name, _ in rows)
    return "\n".join([f"{name:<{width}}   {value}" for name, value in rows])


def _write(t: Translator, out: Path, solution: Any, workers: int | None) -> None:
    """Write the tables and the pictures, or say why that cannot be done."""
    from pegout.analysis.discard_pictures import discard_pictures
    from pegout.evaluation.discard_game import DiscardGame
    from pegout.evaluation.discard_tables import discard_tables

    tables = discard_tables(DiscardGame(workers=workers), solution)
    files = {**tables, **discard_pictures(tables["discards.csv"])}
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (out / name).write_text(text, "utf-8")
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

"""``pegout solve goals``: how often a hand reaches a pegging goal when it is played for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.solving import Bar, Cost, check_out, command_line, result_text, write
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.solver.pegging_goals import Reached

__all__ = ["solve_goals"]

_FILE: Final = "goals.bin"


def solve_goals(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "goals",
        help=about(
            t,
            t(
                "Work out what every hand pegs when it is played for a goal: to peg so many "
                "points, or to keep the opponent below so many. The opponent plays the solution."
            ),
            t("Takes two or three minutes, and needs the extra “fast”. The table goes to --out."),
            examples=["pegout solve goals --out tables", "pegout solve goals --json"],
            fields={
                "goals": t("each role and goal"),
                "aimed, plain": t(
                    "the chance of the goal when the hand is played for it, and when it is played "
                    "for points"
                ),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @click.option(
        "--most",
        type=click.IntRange(1, 1820),
        default=1820,
        show_default=True,
        help=t("How many hands of the opponent to sample, spread evenly."),
    )
    @click.option("--workers", type=click.IntRange(1, 1024), help=t("The number of threads."))
    @click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Write the table to this folder."),
    )
    @json_option(t)
    def command(*, most: int, workers: int | None, out: Path | None, as_json: bool) -> None:
        _solve(t, most, workers, out, as_json)

    return command


def _solve(t: Translator, most: int, workers: int | None, out: Path | None, as_json: bool) -> None:
    from pegout.solver.checkpoint import need_numba

    need_numba("working out what is pegged for goals")
    from pegout.search.model import points_knowledge
    from pegout.solver import pegging_goals as goals

    check_out(t, out)
    cost, bar, known = Cost(), Bar(), points_knowledge()
    try:
        probabilities = goals.solve_goals(
            known,
            most=most,
            workers=workers,
            progress=lambda part: bar.show(t("the play"), part),
        )
    finally:
        bar.close()
    if out is not None:
        _write(t, out, probabilities)
    rows, spent = goals.reached(probabilities, goals.kept_hands()), cost.fields()
    if as_json:
        data = {"goals": [row._asdict() for row in rows], **spent}
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(t("How often a goal is reached by a hand played for it, and by one for points:"))
    click.echo(result_text(t, {_name(t, row): _percentages(row) for row in rows}, spent))


def _name(t: Translator, row: Reached) -> str:
    """Return the label of a goal: its role and its points."""
    named = {
        ("dealer", "own"): t("dealer, {n} or more", n=row.points),
        ("dealer", "other"): t("dealer, the pone below {n}", n=row.points),
        ("pone", "own"): t("pone, {n} or more", n=row.points),
        ("pone", "other"): t("pone, the dealer below {n}", n=row.points),
    }
    return named[row.role, row.goal]


def _percentages(row: Reached) -> str:
    return f"{100 * row.aimed:6.2f} % {100 * row.plain:6.2f} %"


def _write(t: Translator, out: Path, probabilities: Any) -> None:
    from pegout.search.model import POINTS_TABLES
    from pegout.tables.files import whence
    from pegout.tables.pegging_goals import goals_file

    head = whence(
        command_line(),
        POINTS_TABLES,
        "computed from the rules alone; hands as in the table keeps, play of the opponent as in "
        "play.bin",
    )
    write(t, out, {_FILE: goals_file(probabilities, head)}, saved=False)

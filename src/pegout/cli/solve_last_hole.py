"""``pegout solve chances --exact``: enumerate every deal where the dealer needs one point."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pegout.cli.solving import Bar, Cost, check_out, result_text, write
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.solver.last_hole import LastHole

_FILE: Final = "last_hole.csv"


def solve_last_hole(t: Translator, workers: int | None, out: Path | None, as_json: bool) -> None:
    """Enumerate every deal, print the win probabilities, and write the table.

    Args:
        t: the translator.
        workers: the number of threads.
        out: the folder for the table.
        as_json: whether to print JSON for a program.

    Raises:
        ClickException: if nothing can be written to the folder.
        SolveError: ``needs_numba``.
    """
    from pegout.solver import last_hole
    from pegout.solver.checkpoint import need_numba

    need_numba("enumerating the last hole")
    check_out(t, out)
    cost, bar = Cost(), Bar()
    stages = {
        "hands": t("pairs of hands"),
        "tree": t("the tree of the play"),
        "play": t("the play"),
    }
    try:
        result = last_hole.solve_last_hole(
            workers=workers, progress=lambda stage, part: bar.show(stages[stage], part)
        )
    finally:
        bar.close()
    if out is not None:
        _write(t, out, result)
    wins = [result.chance(needs) for needs in range(1, len(result.pone) + 1)]
    spent = cost.fields()
    if as_json:
        data = {
            "heels": result.heels,
            "dealer_wins": dict(enumerate(wins, start=1)),
            **spent,
        }
        click.echo(json.dumps(data, indent=2))
        return
    rows = {
        t("the pone needs {n}", n=needs): f"{100 * chance:.6f} %"
        for needs, chance in enumerate(wins, start=1)
    }
    click.echo(t("How often a dealer wins that needs one point:"))
    click.echo(result_text(t, rows, spent))


def _write(t: Translator, out: Path, result: LastHole) -> None:
    from pegout.solver.exploitability import HANDS_FROM
    from pegout.solver.last_hole import last_hole_table
    from pegout.tables.files import whence

    about = whence(
        "pegout solve chances --exact",
        [f"{HANDS_FROM}.csv", "play.bin"],
        f"computed from the rules alone; discards as in the table {HANDS_FROM}, play as in "
        "play.bin",
    )
    write(t, out, {_FILE: last_hole_table(result, about).encode("ascii")}, saved=False)

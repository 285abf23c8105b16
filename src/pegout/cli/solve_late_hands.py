"""``pegout solve late-hands``: the chance of winning with every kept hand near the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import click

from pegout.cli.help import about
from pegout.cli.solving import (
    Cost,
    SolveOptions,
    command_line,
    result_text,
    solving,
    solving_options,
    write,
)
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pathlib import Path

    from pegout.tables.late_hands import PackedLateHands

_FILE: Final = "late_hands.bin"


def solve_late_hands(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "late-hands",
        help=about(
            t,
            t(
                "Work out the chance of winning with every hand that can be kept, where both need "
                "25 holes or less, and what each discarded card and the crib change. The opponent "
                "plays the solution, and the hand is played as well as it can be."
            ),
            t(
                "Takes an hour, and needs the extra “fast”. Each twentieth of it is "
                "saved, and an interrupted run resumes from the last. The table goes to --out."
            ),
            examples=["pegout solve late-hands --out tables", "pegout solve late-hands --json"],
            fields={
                "dealer, pone": t("for each role"),
                "mean, greatest": t(
                    "how far the chances in the table are from those worked out, on average and at "
                    "most, with an average crib"
                ),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @solving_options(
        t,
        "late-hands",
        most=("--most", 1820, t("How many hands of the opponent to sample, spread evenly.")),
        out=t("Write the table to this folder."),
    )
    def command(*, asked: SolveOptions) -> None:
        _solve(t, asked)

    return command


def _solve(t: Translator, asked: SolveOptions) -> None:
    from pegout.solver.checkpoint import need_numba

    need_numba("working out the chance of winning with every hand")
    from pegout.search.model import late_knowledge
    from pegout.solver import late_hands

    cost = Cost()
    with solving(t, asked) as bar:
        solved = late_hands.solve_late_hands(
            late_knowledge(),
            most=asked.most,
            state=asked.state,
            workers=asked.workers,
            progress=lambda part: bar.show(t("the hands"), part),
        )
        if asked.out is not None:
            bar.close()
            _write(t, asked.out, solved.table)
    errors, spent = solved.errors, cost.fields()
    if asked.as_json:
        rows = {role.name.lower(): error._asdict() for role, error in errors.items()}
        click.echo(json.dumps({**rows, **spent}, indent=2))
        return
    click.echo(t("How far the chances in the table are from those worked out:"))
    labels = {"DEALER": t("dealer, mean and greatest"), "PONE": t("pone, mean and greatest")}
    texts = {
        labels[role.name]: f"{100 * error.mean:.3f} % {100 * error.greatest:6.2f} %"
        for role, error in errors.items()
    }
    click.echo(result_text(t, texts, spent))


def _write(t: Translator, out: Path, table: PackedLateHands) -> None:
    from pegout.search.model import LATE_TABLES
    from pegout.tables.files import whence
    from pegout.tables.late_hands import late_hands_file

    head = whence(
        command_line(),
        LATE_TABLES,
        "computed from the rules alone; the opponent keeps and plays as in play.bin",
    )
    write(t, out, {_FILE: late_hands_file(table, head)})

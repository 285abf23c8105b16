"""``pegout solve``: compute the shipped tables, from the rules alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pegout.cli.groups import Commands
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.runs import needs_numba
from pegout.cli.solve_chances import solve_chances
from pegout.cli.solve_errors import solve_errors
from pegout.cli.solve_late_hands import solve_late_hands
from pegout.cli.solve_play import solve_deal, solve_play
from pegout.cli.solve_tables import solve_tables
from pegout.cli.solving import (
    Bar,
    Cost,
    SolveOptions,
    check_out,
    command_line,
    result_text,
    say_gains,
    solving,
    solving_options,
    state_path,
    write,
)
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.rules import Rules


def solve(t: Translator) -> click.Command:
    """Return the group of commands in a language."""
    group = Commands("solve", t=t, help=t("Solve a part of the game, and write the results."))
    for command in (
        _discards, _cribs, solve_play, solve_deal, solve_late_hands, solve_chances, solve_errors,
        solve_tables,
    ):  # fmt: skip
        group.add(command(t))
    return group


def _discards(t: Translator) -> click.Command:
    @click.command(
        "discards",
        help=about(
            t,
            t(
                "Solve the discards of two players over every deal: strategies from which "
                "neither gains by deviating, and what each discard is worth then."
            ),
            t(
                "Takes a few minutes and 2.6 GB, and needs the extra “fast”. Each round is saved, "
                "and an interrupted run resumes from the last. The tables and their pictures go "
                "to --out."
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
                "mixed": t("the share of hands with more than one discard"),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @solving_options(
        t,
        "discards",
        tolerance=(
            0.0001,
            t("Stop when neither player’s best response gains more than this, in points a deal."),
        ),
        most=("--rounds", 60, t("The largest number of rounds.")),
        out=t("Write the tables and their pictures to this folder."),
    )
    @click.option(
        "--lowball",
        is_flag=True,
        help=t("Solve the discards of lowball, where players avoid points."),
    )
    def command(*, asked: SolveOptions, lowball: bool) -> None:
        if lowball and asked.state == state_path("discards"):
            asked = asked._replace(state=state_path("discards-lowball"))
        _solve_discards(t, asked, lowball)

    return command


def _solve_discards(t: Translator, asked: SolveOptions, lowball: bool) -> None:
    from pegout.rules import Rules

    rules = Rules(lowball=lowball)
    try:
        from pegout.solver.discard_game import solve_discards
    except ImportError as error:
        raise needs_numba(t) from error
    cost = Cost()
    with solving(t, asked) as bar:
        solution = solve_discards(
            rules,
            tolerance=asked.tolerance,
            rounds=asked.most,
            state=asked.state,
            workers=asked.workers,
            progress=lambda number, part: bar.show(t("round {n}", n=number), part),
            report=lambda standing: say_gains(
                t,
                bar,
                t("round {n}", n=standing.round),
                (standing.gain_own, standing.gain_opponent),
            ),
        )
        if asked.out is not None:
            bar.close()
            _write_discards(t, asked.out, solution, rules, asked.workers)
    standing, spent = solution.standing, cost.fields()
    if asked.as_json:
        click.echo(json.dumps({**standing._asdict(), **spent}, indent=2))
        return
    rows = {
        t("a best response gains, dealer"): f"{standing.gain_own:.6f}",
        t("a best response gains, pone"): f"{standing.gain_opponent:.6f}",
        t("mean hand, dealer"): f"{standing.hand_own:.4f}",
        t("mean hand, pone"): f"{standing.hand_opponent:.4f}",
        t("mean crib, as the dealer discards"): f"{standing.crib_own:.6f}",
        t("mean crib, as the pone discards"): f"{standing.crib_opponent:.6f}",
        t("hands with mixed discards"): f"{100 * standing.mixed:.1f} %",
    }
    click.echo(result_text(t, rows, spent))


def _write_discards(
    t: Translator, out: Path, solution: Any, rules: Rules, workers: int | None
) -> None:
    """Write the tables and the pictures."""
    from pegout.solver.discard_game import DiscardGame
    from pegout.solver.export_discards import discard_tables
    from pegout.tables.discard_pictures import discard_pictures

    tables = discard_tables(DiscardGame(rules, workers), solution, command_line())
    shown = discard_pictures(tables["discards.csv"]) if "discards.csv" in tables else {}
    files = {**tables, **shown}
    write(t, out, {name: text.encode("utf-8") for name, text in files.items()})


# The other games --------------------------------------------------------------------------------


def _cribs(t: Translator) -> click.Command:
    @click.command(
        "cribs",
        help=about(
            t,
            t(
                "Solve the discards of three and four players, of five cards and of lowball by "
                "ranks: what everybody discards, and what that makes in the crib."
            ),
            t("Takes two minutes. The tables go to --out."),
            examples=["pegout solve cribs --out tables", "pegout solve cribs --rounds 3 --json"],
            fields={
                "files": t("the names of the tables"),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @click.option(
        "--rounds",
        type=click.IntRange(1, 1000),
        default=60,
        show_default=True,
        help=t("The largest number of rounds."),
    )
    @click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Write the tables to this folder."),
    )
    @json_option(t)
    def command(*, rounds: int, out: Path | None, as_json: bool) -> None:
        _solve_cribs(t, rounds, out, as_json)

    return command


def _solve_cribs(t: Translator, rounds: int, out: Path | None, as_json: bool) -> None:
    from pegout.solver.multiplayer_discards import multiplayer_tables

    check_out(t, out)
    cost, bar = Cost(), Bar()

    def report(game: str, number: int) -> None:
        now = t("round {n}", n=number)
        bar.show(f"{game}, {now}", number / rounds)

    try:
        tables = multiplayer_tables(command_line(), report, rounds=rounds)
    finally:
        bar.close()
    if out is not None:
        files = {name: text.encode("ascii") for name, text in tables.items()}
        write(t, out, files, saved=False)
    spent = cost.fields()
    if as_json:
        click.echo(json.dumps({"files": list(tables), **spent}, indent=2))
        return
    click.echo(result_text(t, {t("tables"): ", ".join(tables)}, spent))

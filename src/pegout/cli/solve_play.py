"""``pegout solve play`` and ``pegout solve deal``: two-player pegging, alone or with discards."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.solving import (
    Cost,
    SolveOptions,
    command_line,
    result_text,
    say_gains,
    solving,
    solving_options,
    write,
)
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pathlib import Path

    from pegout.solver.deal_game import DealGame, DealSolution
    from pegout.solver.play_game import HandWeights, PlaySolution
    from pegout.solver.public_tree import PlayTree

#: The tables of discards by their old names, which the old name of the option takes.
_OLD_TABLES: Final = MappingProxyType(
    {"throws_six": "discards_six", "throws_deal": "discards_deal"}
)


# The play ---------------------------------------------------------------------------------------


def solve_play(t: Translator) -> click.Command:
    """Return ``pegout solve play`` in a language."""

    @click.command(
        "play",
        help=about(
            t,
            t(
                "Solve the play of two players: strategies from which neither gains by "
                "deviating, for the hands that are kept when both discard by a table."
            ),
            t(
                "Takes a quarter of an hour and 4 GB, and needs the extra “fast”. Every tenth "
                "sweep is saved, and an interrupted run resumes from the last. The files go to "
                "--out."
            ),
            examples=[
                "pegout solve play --out play",
                "pegout solve play --tolerance 0.01 --json",
            ],
            fields={
                "sweeps": t("after how many sweeps"),
                "value": t("points of the dealer less those of the pone in the play"),
                "gain_dealer, gain_pone": t("what a best response gains, points a deal"),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @click.option(
        "--discards",
        type=OneOf(t, [*_OLD_TABLES.values()]),
        default="discards_deal",
        show_default=True,
        help=t("The shipped table by which both discard."),
    )
    @click.option("--throws", "old", type=OneOf(t, [*_OLD_TABLES]), hidden=True)
    @solving_options(
        t,
        "play",
        tolerance=(
            0.0015,
            t("Stop when both best responses together gain no more than this, in points a deal."),
        ),
        most=("--sweeps", 500, t("The largest number of sweeps.")),
        out=t("Write the results to this folder."),
    )
    def command(*, discards: str, old: str | None, asked: SolveOptions) -> None:
        _solve_play(t, _OLD_TABLES[old] if old else discards, asked)

    return command


def _solve_play(t: Translator, discards: str, asked: SolveOptions) -> None:
    from pegout.solver import play_game
    from pegout.solver import public_tree as play_tree
    from pegout.solver.checkpoint import need_numba
    from pegout.solver.joint_ranges import shipped_range

    need_numba("solving the play")
    cost = Cost()
    with solving(t, asked) as bar:
        pone, dealer = shipped_range("opponent", discards), shipped_range("own", discards)
        tree = play_tree.PlayTree(
            workers=asked.workers,
            progress=lambda part: bar.show(t("the tree of the play"), part),
        )
        deals = play_game.HandWeights.of(
            pone, dealer, asked.workers, lambda part: bar.show(t("pairs of hands"), part)
        )
        solution = play_game.solve_play(
            tree,
            deals,
            tolerance=asked.tolerance,
            most=asked.most,
            state=asked.state,
            name=discards,
            progress=lambda number, _: bar.show(t("sweep {n}", n=number), (number - 1) % 10 / 10),
            report=lambda standing: say_gains(
                t,
                bar,
                t("sweep {n}", n=standing.sweeps),
                (standing.gain_dealer, standing.gain_pone),
            ),
        )
        if asked.out is not None:
            bar.close()
            _write_play(t, asked.out, tree, deals, solution, discards)
    standing, spent = solution.standing, cost.fields()
    if asked.as_json:
        click.echo(json.dumps({**standing._asdict(), **spent}, indent=2))
        return
    rows = {
        t("a best response gains, dealer"): f"{standing.gain_dealer:.6f}",
        t("a best response gains, pone"): f"{standing.gain_pone:.6f}",
        t("the dealer makes more in the play"): f"{standing.value:.4f}",
        t("sweeps"): str(standing.sweeps),
    }
    click.echo(result_text(t, rows, spent))


def _write_play(
    t: Translator,
    out: Path,
    tree: PlayTree,
    deals: HandWeights,
    solution: PlaySolution,
    discards: str,
) -> None:
    from pegout.solver.export_play import play_files

    write(t, out, play_files(tree, deals, solution, discards, command_line()))


# The deal ---------------------------------------------------------------------------------------


def solve_deal(t: Translator) -> click.Command:
    """Return ``pegout solve deal`` in a language."""

    @click.command(
        "deal",
        help=about(
            t,
            t(
                "Solve the whole deal of two players, the discards and the play together: the "
                "hands that both keep decide how they play, and the points of a hand in the play "
                "decide whether it is kept."
            ),
            t(
                "Takes ten minutes and 6 GB, and needs the extra “fast”. Each round is saved, and "
                "an interrupted run resumes from the last. The files go to --out."
            ),
            examples=[
                "pegout solve deal --out deal",
                "pegout solve deal --rounds 5 --json",
            ],
            fields={
                "round": t("after how many rounds"),
                "gain_dealer, gain_pone": t("what a best response gains, points a deal"),
                "discard_dealer, discard_pone": t("how much of it by other discards alone"),
                "play": t("points of the dealer less those of the pone in the play"),
                "hand_dealer, hand_pone": t("mean hands of the dealer and the pone"),
                "crib": t("the mean of the crib"),
                "seconds, megabytes": t("time and memory used"),
            },
        ),
    )
    @click.option(
        "--play-tolerance",
        type=click.FloatRange(0, 10),
        default=0.002,
        show_default=True,
        help=t("In the end, solve the play until both together gain no more, points a deal."),
    )
    @solving_options(
        t,
        "deal",
        tolerance=(
            0.01,
            t("Stop when neither player’s best response gains more than this, in points a deal."),
        ),
        most=("--rounds", 40, t("The largest number of rounds.")),
        out=t("Write the results to this folder."),
    )
    def command(*, play_tolerance: float, asked: SolveOptions) -> None:
        _solve_deal(t, play_tolerance, asked)

    return command


def _solve_deal(t: Translator, play_tolerance: float, asked: SolveOptions) -> None:
    from pegout.solver import deal_game
    from pegout.solver.checkpoint import need_numba

    need_numba("solving the whole deal")
    cost = Cost()
    stages = {
        "discards": t("the discards"),
        "hands": t("pairs of hands"),
        "play": t("the play"),
        "values": t("what hands make"),
    }
    with solving(t, asked) as bar:
        game = deal_game.DealGame(
            asked.workers, lambda part: bar.show(t("the tree of the play"), part)
        )

        def progress(number: int, stage: str, part: float) -> None:
            now = t("round {n}", n=number)
            bar.show(f"{now}, {stages.get(stage, stage)}", part)

        solution = deal_game.solve_deal(
            game,
            tolerance=asked.tolerance,
            play_tolerance=play_tolerance,
            rounds=asked.most,
            state=asked.state,
            progress=progress,
            report=lambda standing: say_gains(
                t,
                bar,
                t("round {n}", n=standing.round),
                (standing.gain_dealer, standing.gain_pone),
            ),
        )
        if asked.out is not None:
            bar.close()
            _write_deal(t, asked.out, game, solution)
    standing, spent = solution.standing, cost.fields()
    if asked.as_json:
        click.echo(json.dumps({**standing._asdict(), **spent}, indent=2))
        return
    rows = {
        t("a best response gains, dealer"): f"{standing.gain_dealer:.5f}",
        t("a best response gains, pone"): f"{standing.gain_pone:.5f}",
        t("of it by other discards alone, dealer"): f"{standing.discard_dealer:.5f}",
        t("of it by other discards alone, pone"): f"{standing.discard_pone:.5f}",
        t("the dealer makes more in the play"): f"{standing.play:.4f}",
        t("mean hand, dealer"): f"{standing.hand_dealer:.4f}",
        t("mean hand, pone"): f"{standing.hand_pone:.4f}",
        t("mean crib"): f"{standing.crib:.4f}",
    }
    click.echo(result_text(t, rows, spent))


def _write_deal(t: Translator, out: Path, game: DealGame, solution: DealSolution) -> None:
    from pegout.solver.export_play import deal_files

    write(t, out, deal_files(game, solution, command_line()))

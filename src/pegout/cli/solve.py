"""``pegout solve``: compute the shipped tables, from the rules alone."""

from pathlib import Path

import click

from pegout.cli import solving
from pegout.cli.faults import OneOf
from pegout.cli.help import Commands, about
from pegout.cli.options import json_option
from pegout.cli.solve_sampled import solve_chances, solve_errors
from pegout.cli.solve_tables import solve_tables
from pegout.text.language import Translator


def solve(t: Translator) -> click.Command:
    """Return the group of commands in a language."""
    group = Commands("solve", t=t, help=t("Solve a part of the game, and write the results."))
    for command in (
        _discards, _cribs, _play, _deal, _late_hands, solve_chances, solve_errors, solve_tables,
    ):  # fmt: skip
        group.add(command(t))
    return group


# Discards ---------------------------------------------------------------------------------------


def _discards(t: Translator) -> click.Command:
    return solving.solve_command(
        t,
        "discards",
        _solve_discards,
        solving.tolerance_option(
            0.0001,
            t("Stop when neither player’s best response gains more than this, in points a deal."),
        ),
        solving.limit_option("--rounds", 60, t("The largest number of rounds.")),
        *solving.round_options(t, t("Write the tables and their pictures to this folder.")),
        click.option(
            "--lowball",
            is_flag=True,
            help=t("Solve the discards of lowball, where players avoid points."),
        ),
        check=solving.takes_numba("solving the discard game"),
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


def _solve_discards(
    t: Translator,
    bar: solving.Bar,
    *,
    tolerance: float,
    rounds: int,
    state: Path,
    workers: int | None,
    lowball: bool,
) -> solving.SolveResult:
    from pegout.rules import Rules
    from pegout.solver.discard_game import DiscardGame, solve_discards
    from pegout.solver.export_discards import discard_tables
    from pegout.tables.pictures import discard_pictures

    rules = Rules(lowball=lowball)
    solution = solve_discards(
        rules,
        tolerance=tolerance,
        rounds=rounds,
        state=state,
        workers=workers,
        progress=lambda number, part: bar.show(t("round {n}", n=number), part),
        report=lambda now: solving.say_gains(
            t, bar, t("round {n}", n=now.round), now.gain_own, now.gain_opponent
        ),
    )

    def files() -> dict[str, str]:
        tables = discard_tables(DiscardGame(rules, workers), solution, solving.command_line())
        shown = discard_pictures(tables["discards.csv"]) if "discards.csv" in tables else {}
        return {**tables, **shown}

    standing = solution.standing
    rows = {
        t("a best response gains, dealer"): t.decimal(standing.gain_own, ".6f"),
        t("a best response gains, pone"): t.decimal(standing.gain_opponent, ".6f"),
        t("mean hand, dealer"): t.decimal(standing.hand_own, ".4f"),
        t("mean hand, pone"): t.decimal(standing.hand_opponent, ".4f"),
        t("mean crib, as the dealer discards"): t.decimal(standing.crib_own, ".6f"),
        t("mean crib, as the pone discards"): t.decimal(standing.crib_opponent, ".6f"),
        t("hands with mixed discards"): t.decimal(100 * standing.mixed, ".1f") + " %",
    }
    return solving.SolveResult(standing._asdict(), rows, files)


def _cribs(t: Translator) -> click.Command:
    return solving.solve_command(
        t,
        "cribs",
        _solve_cribs,
        solving.limit_option("--rounds", 60, t("The largest number of rounds."), maximum=1000),
        solving.folder_option("--out", t("Write the tables to this folder.")),
        json_option(t),
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


def _solve_cribs(t: Translator, bar: solving.Bar, *, rounds: int) -> solving.SolveResult:
    from pegout.solver.multiplayer_discards import multiplayer_tables

    def report(game: str, number: int) -> None:
        now = t("round {n}", n=number)
        bar.show(f"{game}, {now}", number / rounds)

    tables = multiplayer_tables(solving.command_line(), report, rounds=rounds)
    rows = {t("tables"): ", ".join(tables)}
    return solving.SolveResult({"files": list(tables)}, rows, lambda: tables)


# The play, alone and with the discards -----------------------------------------------------------


def _play(t: Translator) -> click.Command:
    return solving.solve_command(
        t,
        "play",
        _solve_play,
        click.option(
            "--discards",
            type=OneOf(t, ["discards_six", "discards_deal"]),
            default="discards_deal",
            show_default=True,
            help=t("The shipped table by which both discard."),
        ),
        solving.tolerance_option(
            0.0015,
            t("Stop when both best responses together gain no more than this, in points a deal."),
        ),
        solving.limit_option("--sweeps", 500, t("The largest number of sweeps.")),
        *solving.round_options(t, t("Write the results to this folder.")),
        check=solving.takes_numba("solving the play"),
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


def _solve_play(
    t: Translator,
    bar: solving.Bar,
    *,
    discards: str,
    tolerance: float,
    sweeps: int,
    state: Path,
    workers: int | None,
) -> solving.SolveResult:
    from pegout.solver import export_play, play_game, public_tree
    from pegout.solver.joint_ranges import shipped_range

    pone, dealer = shipped_range("opponent", discards), shipped_range("own", discards)
    tree = public_tree.PlayTree(workers=workers, progress=bar.stage(t("the tree of the play")))
    deals = play_game.HandWeights.of(pone, dealer, workers, bar.stage(t("pairs of hands")))
    solution = play_game.solve_play(
        tree,
        deals,
        tolerance=tolerance,
        maximum=sweeps,
        state=state,
        name=discards,
        progress=lambda number, _: bar.show(t("sweep {n}", n=number), (number - 1) % 10 / 10),
        report=lambda now: solving.say_gains(
            t, bar, t("sweep {n}", n=now.sweeps), now.gain_dealer, now.gain_pone
        ),
    )
    standing = solution.standing
    rows = {
        t("a best response gains, dealer"): t.decimal(standing.gain_dealer, ".6f"),
        t("a best response gains, pone"): t.decimal(standing.gain_pone, ".6f"),
        t("the dealer makes more in the play"): t.decimal(standing.value, ".4f"),
        t("sweeps"): str(standing.sweeps),
    }
    return solving.SolveResult(
        standing._asdict(),
        rows,
        lambda: export_play.play_files(tree, deals, solution, discards, solving.command_line()),
    )


def _deal(t: Translator) -> click.Command:
    return solving.solve_command(
        t,
        "deal",
        _solve_deal,
        click.option(
            "--play-tolerance",
            type=click.FloatRange(0, 10),
            default=0.002,
            show_default=True,
            help=t("In the end, solve the play until both together gain no more, points a deal."),
        ),
        solving.tolerance_option(
            0.01,
            t("Stop when neither player’s best response gains more than this, in points a deal."),
        ),
        solving.limit_option("--rounds", 40, t("The largest number of rounds.")),
        *solving.round_options(t, t("Write the results to this folder.")),
        check=solving.takes_numba("solving the whole deal"),
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


def _solve_deal(
    t: Translator,
    bar: solving.Bar,
    *,
    play_tolerance: float,
    tolerance: float,
    rounds: int,
    state: Path,
    workers: int | None,
) -> solving.SolveResult:
    from pegout.solver import deal_game, export_play

    stages = {
        "discards": t("the discards"),
        "hands": t("pairs of hands"),
        "play": t("the play"),
        "values": t("what hands make"),
    }

    def progress(number: int, stage: str, part: float) -> None:
        now = t("round {n}", n=number)
        bar.show(f"{now}, {stages.get(stage, stage)}", part)

    game = deal_game.DealGame(workers, bar.stage(t("the tree of the play")))
    solution = deal_game.solve_deal(
        game,
        tolerance=tolerance,
        play_tolerance=play_tolerance,
        rounds=rounds,
        state=state,
        progress=progress,
        report=lambda now: solving.say_gains(
            t, bar, t("round {n}", n=now.round), now.gain_dealer, now.gain_pone
        ),
    )
    standing = solution.standing
    rows = {
        t("a best response gains, dealer"): t.decimal(standing.gain_dealer, ".5f"),
        t("a best response gains, pone"): t.decimal(standing.gain_pone, ".5f"),
        t("of it by other discards alone, dealer"): t.decimal(standing.discard_dealer, ".5f"),
        t("of it by other discards alone, pone"): t.decimal(standing.discard_pone, ".5f"),
        t("the dealer makes more in the play"): t.decimal(standing.play, ".4f"),
        t("mean hand, dealer"): t.decimal(standing.hand_dealer, ".4f"),
        t("mean hand, pone"): t.decimal(standing.hand_pone, ".4f"),
        t("mean crib"): t.decimal(standing.crib, ".4f"),
    }
    return solving.SolveResult(
        standing._asdict(),
        rows,
        lambda: export_play.deal_files(game, solution, solving.command_line()),
    )


# Hands near the end ------------------------------------------------------------------------------


def _late_hands(t: Translator) -> click.Command:
    return solving.solve_command(
        t,
        "late-hands",
        _solve_late_hands,
        solving.limit_option(
            "--hands", 1820, t("How many hands of the opponent to sample, spread evenly.")
        ),
        *solving.round_options(t, t("Write the table to this folder.")),
        check=solving.takes_numba("working out the chance of winning with every hand"),
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


def _solve_late_hands(
    t: Translator, bar: solving.Bar, *, hands: int, state: Path, workers: int | None
) -> solving.SolveResult:
    from pegout.search.model import LATE_TABLES, late_knowledge
    from pegout.solver import late_hands
    from pegout.tables.files import provenance_lines
    from pegout.tables.late_hands_arrays import late_hands_file

    solved = late_hands.solve_late_hands(
        late_knowledge(),
        maximum=hands,
        state=state,
        workers=workers,
        progress=bar.stage(t("the hands")),
    )

    def files() -> dict[str, bytes]:
        source = "computed from the rules alone; the opponent keeps and plays as in play.bin"
        head = provenance_lines(solving.command_line(), LATE_TABLES, source)
        return {"late_hands.bin": late_hands_file(solved.table, head)}

    labels = {"DEALER": t("dealer, mean and greatest"), "PONE": t("pone, mean and greatest")}
    rows = {
        labels[role.name]: t.decimal(100 * error.mean, ".3f")
        + f" % {t.decimal(100 * error.greatest, '6.2f')} %"
        for role, error in solved.errors.items()
    }
    data = {role.name.lower(): error._asdict() for role, error in solved.errors.items()}
    heading = t("How far the chances in the table are from those worked out:")
    return solving.SolveResult(data, rows, files, heading)

"""``pegout solve chances`` and ``pegout solve errors``: tables from deals that are played.

With ``--exact``, ``pegout solve chances`` instead counts every deal that ends at the last hole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from pegout.cli import completion, solving
from pegout.cli.faults import in_words
from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options
from pegout.cli.runs import hint, progress_bar, say_if_slow
from pegout.text.columns import columns
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.review.error_rates import ErrorRates, KindRate, Recognized
    from pegout.rules import Rules
    from pegout.solver.chance_runs import ChanceRun, Solved
    from pegout.solver.last_hole import LastHole

#: The options that ``--exact`` does not allow, by the arguments of the command.
_SAMPLED: Final = {
    "policy": "--policy",
    "deals": "--deals",
    "seed": "--seed",
    "cluster": "--cluster",
    "resume": "--resume",
    "preset": "--preset",
    "switches": "--set",
    "players": "--players",
}
#: The numbers of games after which to measure how often a level is recognized.
_AFTER: Final = (1, 10, 100)


# Chances of winning -----------------------------------------------------------------------------


def solve_chances(t: Translator) -> click.Command:
    """Return ``pegout solve chances`` in a language."""
    return solving.solve_command(
        t,
        "chances",
        _solve_chances,
        click.option(
            "--policy", default="lookahead", show_default=True, help=t("The policy that plays.")
        ),
        click.option(
            "--deals",
            type=click.IntRange(40, 10**11),
            default=20_000_000,
            show_default=True,
            help=t("How many deals."),
        ),
        solving.folder_option("--out", t("Write the tables and their pictures to this folder.")),
        click.option(
            "--exact",
            is_flag=True,
            help=t(
                "Instead count every deal of two players where the dealer needs one point and the "
                "game ends within the deal. Takes a minute or two and 3 GB, and needs the extra "
                "“fast”."
            ),
        ),
        run_options(t),
        rules_options(t),
        json_option(t),
        check=_check_exact,
        help=about(
            t,
            t(
                "Solve who wins from every pair of scores: deals of a policy against itself, "
                "counted in the exact order, and then backward induction."
            ),
            t(
                "With four players for the side that deals; with three it takes the extra “fast”. "
                "The tables and their pictures go to --out."
            ),
            examples=[
                "pegout solve chances --deals 20000000 --seed 1 --out tables",
                "pegout solve chances --players 3 --policy greedy --resume three.run",
                "pegout solve chances --exact --out tables",
            ],
            fields={
                "policy, preset, switches, seed, deals, complete": t("what was played"),
                "means": t("mean points of a deal, from the dealer round"),
                "first_dealer": t(
                    "the first dealer's chance of winning, from the start of the longest game down"
                ),
                "largest_error": t("the largest standard error of a chance"),
                "seconds": t("time and memory used"),
                "heels, dealer_wins, megabytes": t(
                    "with --exact: the chances of heels and of the dealer, by what the pone needs"
                ),
            },
        ),
    )


def _check_exact(t: Translator, *, exact: bool, **options: Any) -> None:
    """Reject options that have no effect when every deal is enumerated."""
    if not exact:
        return
    context = click.get_current_context()
    given = [
        name
        for argument, name in _SAMPLED.items()
        if context.get_parameter_source(argument) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            t(
                "With --exact every deal of two players is counted as the solution discards and "
                "plays. Leave out {options}; it takes --out, --processes and --json.",
                options=", ".join(given),
            )
        )
    solving.takes_numba("enumerating the last hole")(t, **options)


def _solve_chances(
    t: Translator,
    bar: solving.Bar,
    *,
    policy: str,
    deals: int,
    exact: bool,
    seed: int,
    where: dict[str, Any],
    rules: Rules,
) -> solving.SolveResult:
    from pegout.solver.chance_runs import ChanceRunError, run_chances, solve_run

    if exact:
        return _solve_last_hole(t, bar, where["workers"])
    try:
        with progress_bar(t, t("Playing")) as progress:
            run = run_chances(policy, deals, seed, rules, progress=progress, **where)
        hint(t, run.complete, where["resume"])
        with progress_bar(t, t("Solving")) as progress:
            solved = solve_run(run, report=progress)
    except ChanceRunError as error:
        raise click.UsageError(in_words(error, t)) from error
    means = list(run.means())
    first = solved.values[0] if run.rules.players == 3 else solved.values[:3].sum(axis=0)
    first_dealer = float(first.flat[-1])
    data = {
        "policy": run.policy,
        "preset": run.rules.preset,
        "switches": run.rules.changes_in_run(),
        "seed": run.seed,
        "deals": run.deals,
        "complete": run.complete,
        "means": means,
        "first_dealer": first_dealer,
        "largest_error": solved.largest_error,
    }
    rows = {
        t("deals played"): str(run.deals),
        t("mean points, from the dealer round"): "  ".join(
            [t.decimal(mean, ".4f") for mean in means]
        ),
        t("the first dealer wins"): t.decimal(100 * first_dealer, ".2f") + " %",
        t("largest standard error"): t.decimal(100 * solved.largest_error, ".3f") + " %",
    }
    return solving.SolveResult(data, rows, lambda: _chance_files(solved), costs=("seconds",))


def _chance_files(solved: Solved) -> dict[str, str]:
    """Return the tables and the pictures."""
    from pegout.solver.chance_runs import chance_tables
    from pegout.tables.pictures import chance_pictures

    files = chance_tables(solved, _chance_command(solved.run))
    players = solved.run.rules.players
    return (
        files if players == 3 else files | chance_pictures(solved.values[:3].sum(axis=0), players)
    )


def _chance_command(run: ChanceRun) -> str:
    """Return the command that reproduces a table, with the number of deals that were played."""
    parts = [f"pegout solve chances --policy {run.policy} --deals {run.deals} --seed {run.seed}"]
    changes = dict(run.rules.changes_in_run())
    if run.rules.preset != "standard":
        parts.append(f"--preset {run.rules.preset}")
    if "players" in changes:
        parts.append(f"--players {changes.pop('players')}")
    return " ".join([*parts, *[f"--set {name}={_say(value)}" for name, value in changes.items()]])


def _say(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


# The last hole ----------------------------------------------------------------------------------


def _solve_last_hole(t: Translator, bar: solving.Bar, workers: int | None) -> solving.SolveResult:
    """Enumerate every deal where the dealer needs one point."""
    from pegout.solver import last_hole

    stages = {
        "hands": t("pairs of hands"),
        "tree": t("the tree of the play"),
        "play": t("the play"),
    }
    result = last_hole.solve_last_hole(
        workers=workers, progress=lambda stage, part: bar.show(stages[stage], part)
    )
    wins = {needs: result.chance(needs) for needs in range(1, len(result.pone) + 1)}
    rows = {
        t("the pone needs {n}", n=needs): t.decimal(100 * chance, ".6f") + " %"
        for needs, chance in wins.items()
    }
    heading = t("How often a dealer wins that needs one point:")
    data = {"heels": result.heels, "dealer_wins": wins}
    return solving.SolveResult(data, rows, lambda: _last_hole_files(result), heading)


def _last_hole_files(result: LastHole) -> dict[str, str]:
    from pegout.solver.exploitability import HANDS_FROM
    from pegout.solver.last_hole import last_hole_table
    from pegout.tables.files import provenance_lines

    head = provenance_lines(
        "pegout solve chances --exact",
        [f"{HANDS_FROM}.csv", "play.bin"],
        f"computed from the rules alone; discards as in the table {HANDS_FROM}, play as in "
        "play.bin",
    )
    return {"last_hole.csv": last_hole_table(result, head)}


# Error rates ------------------------------------------------------------------------------------


def solve_errors(t: Translator) -> click.Command:
    """Return ``pegout solve errors`` in a language."""
    return solving.solve_command(
        t,
        "errors",
        _solve_errors,
        click.argument(
            "levels",
            nargs=-1,
            metavar="[LEVELS...]",
            shell_complete=completion.levels(t, offered=True),
        ),
        click.option(
            "--games",
            type=click.IntRange(1, 10**8),
            default=1_000,
            show_default=True,
            help=t("How many games each plays, rounded up so that it plays all others as often."),
        ),
        solving.folder_option("--out", t("Write the table to this folder.")),
        run_options(t),
        json_option(t),
        help=about(
            t,
            t(
                "Measure how much LEVELS lose by errors, in games of two against each other: every "
                "decision is judged as “pegout review” does. All levels that can be chosen, unless "
                "some are named. The table goes to --out."
            ),
            t(
                "By what they lose a review says which level a player plays like. How often the "
                "shipped scale is right about the levels after 1, 10 and 100 of these games is "
                "measured too, unless the games set a scale: with --out, or with the seed of the "
                "shipped one. It takes the extra “fast”."
            ),
            examples=[
                "pegout solve errors --games 200",
                "pegout solve errors club expert --games 1000 --seed 1 --json",
                "pegout solve errors --resume errors.run --out tables",
            ],
            fields={
                "seed, games, complete": t("what was played: the games of each level"),
                "levels": t("what each level lost, in each game:"),
                "kinds, all": t("by kind of decision, and all together"),
                "decisions, losing": t("decisions with a choice, and how many lost anything"),
                "points, chance": t(
                    "what they lost, in points far from the end, and of the chance of winning; "
                    "each with its standard error"
                ),
                "points_spread, chance_spread": t("how much games differ: standard deviations"),
                "recognized": t(
                    "after so many games, how often the level was named, how often it was among "
                    "those that it could be, and which these usually are; empty where the games "
                    "set a scale"
                ),
            },
        ),
    )


def _solve_errors(
    t: Translator,
    _: solving.Bar,
    *,
    levels: tuple[str, ...],
    games: int,
    seed: int,
    where: dict[str, Any],
) -> solving.SolveResult:
    from pegout.review.error_rates import OFFERED, error_rates, rates_table

    say_if_slow(t)
    with progress_bar(t, t("Playing")) as progress:
        rates = error_rates(levels or OFFERED, games, seed, progress=progress, **where)
    hint(t, rates.complete, where["resume"])
    sets_scale = click.get_current_context().params["out"] is not None
    known = [] if sets_scale else _recognized(rates)
    rows = [dict(sorted(row._asdict().items())) for row in known]
    data = dict(sorted({**json.loads(rates.to_json()), "recognized": rows}.items()))
    files = (lambda: rates_table(rates, solving.command_line())) if rates.complete else None
    return solving.SolveResult(data, {}, files, "\n".join(_lines(t, rates, known)), costs=())


def _recognized(rates: ErrorRates) -> list[Recognized]:
    """Measure how often the shipped scale is right, in games that did not set it."""
    from pegout.review.error_rates import recognition_rates
    from pegout.review.error_scale import error_scale
    from pegout.tables.level_losses import seed_of_losses

    if rates.seed == seed_of_losses():
        return []
    return [row for games in _AFTER for row in recognition_rates(rates, error_scale(), games)]


def _lines(t: Translator, rates: ErrorRates, known: Sequence[Recognized]) -> Iterator[str]:
    """Yield the loss of each level by kinds of decisions, and how often it is recognized."""
    from pegout.text.closest_level import kind_words

    head = [t("decisions"), t("losing"), t("points"), "±", t("thousandths of a game"), "±"]
    rows: list[Sequence[str]] = [["", *head]]
    for level in rates.levels:
        rows.append([level.level, *[""] * len(head)])
        rows += [
            [f"  {kind_words(kind.kind, t)}", *_cells(t, kind)]
            for kind in (*level.kinds, level.all)
        ]
    yield from columns(rows)
    yield ""
    if not known:
        yield t("Another --seed, without --out, measures how often the shipped scale is right.")
        return
    yield t("How often the shipped scale names the level · holds it possible after")
    yield from columns(_accuracy(t, known))


def _accuracy(t: Translator, known: Sequence[Recognized]) -> list[Sequence[str]]:
    """Return a row for each level, below a head with the numbers of games."""
    cells: dict[str, list[str]] = {}
    for row in known:
        shares = f"{100 * row.named:.0f} % · {100 * row.covered:.0f} %"
        cells.setdefault(row.level, [row.level]).append(shares)
    head = ["", *[t.plural("{n} game", "{n} games", games) for games in _AFTER]]
    return [head, *cells.values()]


def _cells(t: Translator, rate: KindRate) -> list[str]:
    numbers = [(rate.decisions, ".2f"), (rate.losing, ".2f")]
    points = [(rate.points, ".3f"), (rate.points_error, ".3f")]
    chances = [(1000 * rate.chance, ".2f"), (1000 * rate.chance_error, ".2f")]
    return [t.decimal(number, form) for number, form in (*numbers, *points, *chances)]

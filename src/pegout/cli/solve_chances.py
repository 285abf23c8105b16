"""``pegout solve chances``: win probabilities at every pair of scores, from millions of deals."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options
from pegout.cli.runs import hint, progress_bar
from pegout.cli.solve_last_hole import solve_last_hole
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.rules import Rules
    from pegout.solver.chance_runs import Solved

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


def solve_chances(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "chances",
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
    @click.option(
        "--policy", default="lookahead", show_default=True, help=t("The policy that plays.")
    )
    @click.option(
        "--deals",
        type=click.IntRange(40, 10**11),
        default=20_000_000,
        show_default=True,
        help=t("How many deals."),
    )
    @click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Write the tables and their pictures to this folder."),
    )
    @click.option(
        "--exact",
        is_flag=True,
        help=t(
            "Instead count every deal of two players where the dealer needs one point and the "
            "game ends within the deal. Takes a minute or two and 3 GB, and needs the extra "
            "“fast”."
        ),
    )
    @run_options(t)
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        policy: str,
        deals: int,
        out: Path | None,
        exact: bool,
        seed: int,
        where: dict[str, Any],
        rules: Rules,
        as_json: bool,
    ) -> None:
        if exact:
            _check_exact(t)
            solve_last_hole(t, where["workers"], out, as_json)
        else:
            _solve(t, policy, deals, out, seed, where, rules, as_json)

    return command


def _check_exact(t: Translator) -> None:
    """Reject options that have no effect when every deal is enumerated."""
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


def _solve(
    t: Translator,
    policy: str,
    deals: int,
    out: Path | None,
    seed: int,
    where: dict[str, Any],
    rules: Rules,
    as_json: bool,
) -> None:
    from pegout.solver.chance_runs import ChanceRunError, run_chances, solve_run

    start = time.perf_counter()
    try:
        with progress_bar(t, t("Playing")) as progress:
            run = run_chances(policy, deals, seed, rules, progress=progress, **where)
        hint(t, run.complete, where["resume"])
        with progress_bar(t, t("Solving")) as progress:
            solved = solve_run(run, report=progress)
    except ChanceRunError as error:
        raise click.UsageError(str(error)) from error
    if out is not None:
        _write(t, out, solved)
    data = _fields(solved, round(time.perf_counter() - start, 1))
    if as_json:
        click.echo(json.dumps(data, indent=2))
        return
    rows = [
        (t("deals played"), str(data["deals"])),
        (
            t("mean points, from the dealer round"),
            "  ".join(f"{one:.4f}" for one in data["means"]),
        ),
        (t("the first dealer wins"), f"{100 * data['first_dealer']:.2f} %"),
        (t("largest standard error"), f"{100 * data['largest_error']:.3f} %"),
        (t("time"), f"{data['seconds']} s"),
    ]
    width = max(len(name) for name, _ in rows)
    click.echo("\n".join([f"{name:<{width}}   {value}" for name, value in rows]))


def _fields(solved: Solved, seconds: float) -> dict[str, Any]:

    run = solved.run
    three = run.rules.players == 3
    first = solved.values[0, -1, -1, -1] if three else solved.values[:3, -1, -1].sum()
    return {
        "policy": run.policy,
        "preset": run.rules.preset,
        "switches": run.rules.changes_in_run(),
        "seed": run.seed,
        "deals": run.deals,
        "complete": run.complete,
        "means": list(run.means()),
        "first_dealer": float(first),
        "largest_error": solved.largest_error,
        "seconds": seconds,
    }


def _command(solved: Solved) -> str:
    """Return the command that reproduces a table."""
    run = solved.run
    parts = [f"pegout solve chances --policy {run.policy} --deals {run.deals} --seed {run.seed}"]
    changes = dict(run.rules.changes_in_run())
    if run.rules.preset != "standard":
        parts.append(f"--preset {run.rules.preset}")
    if "players" in changes:
        parts.append(f"--players {changes.pop('players')}")
    return " ".join([*parts, *[f"--set {name}={_plain(one)}" for name, one in changes.items()]])


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def _write(t: Translator, out: Path, solved: Solved) -> None:
    """Write the tables and the pictures, or fail with the reason."""
    from pegout.solver.chance_runs import chance_tables
    from pegout.tables.chance_pictures import chance_pictures

    files = chance_tables(solved, _command(solved))
    if solved.run.rules.players != 3:
        wins = solved.values[:3].sum(axis=0)
        files |= chance_pictures(wins, solved.run.rules.players)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (out / name).write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(
            t("Nothing could be written to {folder}: {reason}.", folder=out, reason=error.strerror)
        ) from error
    click.echo(t("Written to {folder}: {files}", folder=out, files=", ".join(files)), err=True)

"""``pegout arena``: levels against each other."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pegout.analysis.simulation import DealContestant, DealMatchup
    from pegout.analysis.tallies import Contestant, Estimate, Matchup
    from pegout.rules import Rules

__all__ = ["arena", "hint", "points_rows", "progress_bar", "report", "report_deals", "table"]


def arena(t: Translator) -> click.Command:
    """Make the command in a language."""

    @click.command(
        "arena",
        help=about(
            t,
            t(
                "Let LEVELS play against each other, one for each side, with mirrored deals: "
                "every level plays every side of the same cards once."
            ),
            t(
                "The same seed gives the same figures on any machine and with any number of "
                "processes. Intervals hold 95 %."
            ),
            examples=[
                "pegout arena club novice --games 1000 --seed 1",
                "pegout arena club club novice --players 3 --json",
                "pegout arena club novice --games 100000 --resume contest.run",
            ],
            fields={
                "levels, preset, switches, seed": t("what was asked for"),
                "games, complete": t("the games played; whether they are all"),
                "contestants": t("for each level: wins, margin, skunks and points"),
                "first_dealer": t("the part of the games that the first dealer won"),
                "deals": t("deals in a game"),
                "mean, low, high, number": t("of every estimate, with its interval"),
            },
        ),
    )
    @click.argument("levels", nargs=-1, required=True, metavar="LEVELS...")
    @click.option(
        "--games",
        type=click.IntRange(1, 10_000_000),
        default=200,
        show_default=True,
        help=t("How many games, rounded up so that all sides are played."),
    )
    @run_options(t)
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        levels: tuple[str, ...],
        games: int,
        seed: int,
        where: dict[str, Any],
        rules: Rules,
        as_json: bool,
    ) -> None:
        from pegout.analysis.arena import play_matchup

        with progress_bar(t, games) as progress:
            result = play_matchup(levels, games, seed, rules, progress=progress, **where)
        hint(t, result.complete, where["resume"])
        click.echo(result.to_json() if as_json else report(t, result))

    return command


@contextmanager
def progress_bar(t: Translator, games: int) -> Iterator[Callable[[int, int], None]]:
    """Show a bar, and give a function that is called with the games played and to play."""
    with click.progressbar(length=games, label=t("Playing"), file=sys.stderr) as bar:
        shown = 0

        def progress(played: int, total: int) -> None:
            nonlocal shown
            bar.length = total
            bar.update(played - shown)
            shown = played

        yield progress


def hint(t: Translator, complete: bool, resume: str | None) -> None:
    """Say after an interruption how to go on."""
    if complete:
        return
    if resume is None:
        text = t("Interrupted. With --resume FILE such a run can go on later where it was.")
    else:
        text = t("Interrupted. The same command goes on with what {file} keeps.", file=resume)
    click.echo(f"\n{text}", err=True)


def report(t: Translator, result: Matchup) -> str:
    """Lay the figures out as a table with a column for each level."""
    rows: list[tuple[str, list[str]]] = [
        (t("games won"), [_percent(one.win_rate) for one in result.contestants]),
        (t("margin, holes"), [_number(one.margin) for one in result.contestants]),
        (t("skunks"), [f"{one.skunks} + {one.double_skunks}×2" for one in result.contestants]),
        *points_rows(t, result.contestants),
    ]
    lines = [
        *table(result.levels, rows),
        "",
        t(
            "games: {games} · seed: {seed} · deals in a game: {deals} · first dealer wins: {first}",
            games=result.games,
            seed=result.seed,
            deals=f"{result.deals.mean:.2f}",
            first=_percent(result.first_dealer),
        ),
    ]
    if not result.complete:
        lines.append(t("Interrupted: these are the games that were finished."))
    return "\n".join(lines)


def report_deals(t: Translator, result: DealMatchup) -> str:
    """Lay the figures of single deals out in the same way."""
    rows = [
        (t("margin, points"), [_number(one.margin) for one in result.contestants]),
        *points_rows(t, result.contestants),
    ]
    lines = [
        *table(result.levels, rows),
        "",
        t("deals: {deals} · seed: {seed}", deals=result.deals, seed=result.seed),
    ]
    if not result.complete:
        lines.append(t("Interrupted: these are the deals that were finished."))
    return "\n".join(lines)


def points_rows(
    t: Translator, contestants: Sequence[Contestant | DealContestant]
) -> list[tuple[str, list[str]]]:
    """Give the rows of points by part of the deal and role."""
    points: list[tuple[str, Callable[[Contestant | DealContestant], Estimate]]] = [
        (t("play, dealer"), lambda one: one.play_dealer),
        (t("play, pone"), lambda one: one.play_pone),
        (t("hand, dealer"), lambda one: one.hand_dealer),
        (t("hand, pone"), lambda one: one.hand_pone),
        (t("crib"), lambda one: one.crib),
        (t("a deal, dealer"), lambda one: one.points_dealer),
        (t("a deal, pone"), lambda one: one.points_pone),
    ]
    return [(name, [_number(of(one)) for one in contestants]) for name, of in points]


def table(levels: Sequence[str], rows: Sequence[tuple[str, list[str]]]) -> list[str]:
    """Lay rows out in columns, one for each level."""
    first = max(len(name) for name, _ in rows)
    columns = [
        max(len(level), *(len(cells[at]) for _, cells in rows)) for at, level in enumerate(levels)
    ]
    return [
        _line("", list(levels), first, columns),
        *[_line(name, cells, first, columns) for name, cells in rows],
    ]


def _line(name: str, cells: list[str], first: int, columns: list[int]) -> str:
    padded = [f"{cell:>{width}}" for cell, width in zip(cells, columns, strict=True)]
    return "   ".join([f"{name:<{first}}", *padded])


def _percent(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{100 * estimate.mean:.2f} % ±{100 * half:.2f}"


def _number(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:.3f} ±{half:.3f}"

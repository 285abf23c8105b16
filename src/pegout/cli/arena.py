"""``pegout arena``: levels against each other."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

import click

from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegout.analysis.arena import Contestant, Estimate, Matchup
    from pegout.rules import Rules

__all__ = ["arena"]

_SEED_LIMIT = 2**32


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
    @click.option(
        "--seed", type=click.IntRange(0), help=t("What everything follows from; otherwise drawn.")
    )
    @click.option("--processes", type=click.IntRange(1, 1024), help=t("How many work at it."))
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        levels: tuple[str, ...],
        games: int,
        seed: int | None,
        processes: int | None,
        rules: Rules,
        as_json: bool,
    ) -> None:
        from pegout.analysis.arena import play_matchup

        with click.progressbar(length=games, label=t("Playing"), file=sys.stderr) as bar:
            result = play_matchup(
                levels,
                games,
                secrets.randbelow(_SEED_LIMIT) if seed is None else seed,
                rules,
                workers=processes,
                progress=_advance(bar.update),
            )
        click.echo(result.to_json() if as_json else _report(t, result))

    return command


def _advance(update: Callable[[int], None]) -> Callable[[int, int], None]:
    """Turn games played so far into steps of a bar."""
    shown = 0

    def progress(played: int, _: int) -> None:
        nonlocal shown
        update(played - shown)
        shown = played

    return progress


def _report(t: Translator, result: Matchup) -> str:
    """Lay the figures out as a table with a column for each level."""
    rows: list[tuple[str, list[str]]] = [
        (t("games won"), [_percent(one.win_rate) for one in result.contestants]),
        (t("margin, holes"), [_number(one.margin) for one in result.contestants]),
        (t("skunks"), [f"{one.skunks} + {one.double_skunks}×2" for one in result.contestants]),
    ]
    points: list[tuple[str, Callable[[Contestant], Estimate]]] = [
        (t("play, dealer"), lambda one: one.play_dealer),
        (t("play, pone"), lambda one: one.play_pone),
        (t("hand, dealer"), lambda one: one.hand_dealer),
        (t("hand, pone"), lambda one: one.hand_pone),
        (t("crib"), lambda one: one.crib),
        (t("a deal, dealer"), lambda one: one.points_dealer),
        (t("a deal, pone"), lambda one: one.points_pone),
    ]
    rows += [(name, [_number(of(one)) for one in result.contestants]) for name, of in points]
    first = max(len(name) for name, _ in rows)
    columns = [
        max(len(level), *(len(cells[at]) for _, cells in rows))
        for at, level in enumerate(result.levels)
    ]
    lines = [_line("", list(result.levels), first, columns)]
    lines += [_line(name, cells, first, columns) for name, cells in rows]
    lines += [
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


def _line(name: str, cells: list[str], first: int, columns: list[int]) -> str:
    padded = [f"{cell:>{width}}" for cell, width in zip(cells, columns, strict=True)]
    return "   ".join([f"{name:<{first}}", *padded])


def _percent(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{100 * estimate.mean:.2f} % ±{100 * half:.2f}"


def _number(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:.3f} ±{half:.3f}"

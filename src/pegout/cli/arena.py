"""``pegout arena``: levels, players of one's own, and programs against each other."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from math import log
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pegout.analysis.arena import Contender
    from pegout.analysis.ladder import Ladder
    from pegout.analysis.sequential import Goal
    from pegout.analysis.simulation import DealContestant, DealMatchup
    from pegout.analysis.statistics import Contestant, Estimate, Matchup, Mean, Stopped
    from pegout.rules import Rules

__all__ = [
    "arena",
    "hint",
    "markdown_ladder",
    "points_rows",
    "progress_bar",
    "report",
    "report_deals",
    "report_ladder",
    "say_if_slow",
    "table",
]

#: Games where none are asked for, by whether the kernel plays; and how many times as many where a
#: goal ends them.
_GAMES: Final = (200, 100_000)
_AT_MOST: Final = 50


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
                "One of LEVELS may be a player of your own: my_bot:Bot is the class Bot in "
                "my_bot.py in this folder, or in an installed module, and “cmd:./engine --fast” "
                "is a program that speaks the protocol for engines."
            ),
            t(
                "The kernel plays, a hundred times faster than the referee, if numba is installed, "
                "if it knows how all of them play and if the rules allow it. It also knows "
                "policies by their names; see “pegout simulate”."
            ),
            t(
                "The same seed and engine give the same figures on any machine and with any number "
                "of processes. Intervals hold 95 %, and come from the differences between groups "
                "of mirrored games."
            ),
            t(
                "With --decide it stops as soon as the first one's rate of wins is known to be "
                "above LOW or below HIGH. If it is LOW or less, “at least HIGH” is said with a "
                "probability of --alpha at most; if it is HIGH or more, “at most LOW” with --beta "
                "at most. That holds however many games it takes."
            ),
            examples=[
                "pegout arena club novice --games 1000 --seed 1",
                "pegout arena my_bot:Bot expert --games 1000",
                'pegout arena "cmd:./engine --fast" club --limit 2',
                "pegout arena club club novice --players 3 --json",
                "pegout arena club novice --games 100000 --resume contest.run",
                "pegout arena lookahead greedy --decide 0.50 0.52",
                "pegout arena lookahead blind --until 0.003 --games 2000000",
                "pegout arena --ladder lookahead greedy random --games 10000 --markdown",
            ],
            fields={
                "levels, preset, switches, seed": t("what was asked for"),
                "engine": t("who played: kernel or rules, the referee"),
                "games, complete": t("the games played; whether they are all"),
                "contestants": t("for each level: wins, margin, skunks, forfeits and points"),
                "first_dealer": t("the part of the games that the first dealer won"),
                "reports": t("what happened in the first games that were forfeited"),
                "deals": t("deals in a game"),
                "by_one, by_two": t("the parts of the games that one and two holes decided"),
                "group_worth": t(
                    "how many games with cards of their own tell as much as a group with the same"
                ),
                "stopped": t("what was decided, after how many groups, and how surely"),
                "matchups": t("of a ladder: all of this for each pair"),
                "mean, low, high, number": t("of every estimate, with its interval"),
            },
        ),
    )
    @click.argument("levels", nargs=-1, required=True, metavar="LEVELS...")
    @click.option(
        "--games",
        type=click.IntRange(1, 10**10),
        help=t(
            "How many games, rounded up so that all sides are played: 200, or 100,000 where the "
            "kernel plays; with --decide or --until at most fifty times as many."
        ),
    )
    @click.option(
        "--engine",
        type=OneOf(t, ["auto", "kernel", "rules"]),
        default="auto",
        show_default=True,
        help=t("Who plays the games: the fast kernel, or the referee by the rules."),
    )
    @click.option(
        "--decide",
        nargs=2,
        type=float,
        metavar="LOW HIGH",
        help=t("Stop when it is decided whether the first wins at most LOW or at least HIGH."),
    )
    @click.option(
        "--alpha",
        type=float,
        help=t("The probability of deciding for HIGH where LOW is true; 0.05 unless given."),
    )
    @click.option(
        "--beta",
        type=float,
        help=t("The probability of deciding for LOW where HIGH is true; 0.05 unless given."),
    )
    @click.option(
        "--until",
        type=float,
        metavar="HALF",
        help=t("Stop when the first one's rate of wins is known to ± HALF, such as 0.003."),
    )
    @click.option(
        "--limit",
        type=click.FloatRange(0, 86_400, min_open=True),
        default=10.0,
        show_default=True,
        metavar="SECONDS",
        help=t("How long a program may take over a decision; otherwise it forfeits the game."),
    )
    @click.option(
        "--ladder", is_flag=True, help=t("Let everybody play against everybody, in pairs.")
    )
    @click.option("--markdown", is_flag=True, help=t("Print a ladder's table as Markdown."))
    @run_options(t)
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        levels: tuple[str, ...],
        games: int | None,
        engine: str,
        decide: tuple[float, float] | None,
        alpha: float | None,
        beta: float | None,
        until: float | None,
        limit: float,
        ladder: bool,
        markdown: bool,
        seed: int,
        where: dict[str, Any],
        rules: Rules,
        as_json: bool,
    ) -> None:
        from pegout.analysis.arena import cast, play_matchup

        _check_together(t, decide, alpha, beta, until, ladder, markdown, as_json)
        goal = _goal(decide, alpha, beta, until)
        players = _players(levels, limit)
        engine = cast(players, rules, engine, where["resume"]).engine
        if engine == "kernel":
            say_if_slow(t)
        if games is None:
            games = _GAMES[engine == "kernel"] * (1 if goal is None else _AT_MOST)
        if ladder:
            from pegout.analysis.ladder import play_ladder

            with progress_bar(t, games) as progress:
                found = play_ladder(
                    players, games, seed, rules, engine=engine, progress=progress, **where
                )
            hint(t, found.complete, where["resume"])
            if as_json:
                click.echo(found.to_json())
            else:
                click.echo(markdown_ladder(found) if markdown else report_ladder(t, found))
            return
        with progress_bar(t, games) as progress:
            result = play_matchup(
                players, games, seed, rules, engine=engine, goal=goal, progress=progress, **where
            )
        hint(t, result.complete, where["resume"])
        click.echo(result.to_json() if as_json else report(t, result))

    return command


def _players(levels: Sequence[str], limit: float) -> list[Contender]:
    """Give programs their time; the others are what they are called."""
    from pegout.analysis.arena import COMMAND, program

    return [program(one, limit) if one.startswith(COMMAND) else one for one in levels]


def _check_together(
    t: Translator,
    decide: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    until: float | None,
    ladder: bool,
    markdown: bool,
    as_json: bool,
) -> None:
    """Say which options do not go together."""
    if decide is not None and until is not None:
        raise click.UsageError(t("--decide and --until are two goals; name one of them."))
    if decide is None and (alpha is not None or beta is not None):
        raise click.UsageError(t("--alpha and --beta belong to --decide."))
    if ladder and (decide is not None or until is not None):
        raise click.UsageError(t("A ladder plays all its games; it takes no --decide or --until."))
    if markdown and (not ladder or as_json):
        raise click.UsageError(t("--markdown belongs to --ladder, without --json."))


def _goal(
    decide: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    until: float | None,
) -> Goal | None:
    from pegout.analysis.sequential import Decision, Narrow

    if decide is not None:
        errors = {"alpha": alpha, "beta": beta}
        return Decision(*decide, **{name: at for name, at in errors.items() if at is not None})
    return None if until is None else Narrow(until)


def say_if_slow(t: Translator) -> None:
    """Say that the kernel is slow where it is not compiled."""
    from pegout.analysis.simulation import compiled

    if not compiled():
        text = t(
            "This goes slowly, because its loops are not compiled. To make it fast: {command}",
            command='pip install "pegout[fast]"',
        )
        click.echo(text, err=True)


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
        *_forfeit_rows(t, result),
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
        t(
            "decided by one hole: {one} · by two: {two}",
            one=_percent(result.by_one),
            two=_percent(result.by_two),
        ),
        _engine(t, result.engine),
        *_mirrored(t, result),
    ]
    if result.stopped is not None:
        lines += ["", *_stopped(t, result.levels[0], result.stopped)]
    lines += _forfeits(t, result)
    if not result.complete:
        lines.append(t("Interrupted: these are the games that were finished."))
    return "\n".join(lines)


def _forfeit_rows(t: Translator, result: Matchup) -> list[tuple[str, list[str]]]:
    if not any(one.forfeits for one in result.contestants):
        return []
    return [(t("forfeits"), [str(one.forfeits) for one in result.contestants])]


def _forfeits(t: Translator, result: Matchup) -> list[str]:
    """Say how many games were forfeited, and tell of the first."""
    forfeits = sum(one.forfeits for one in result.contestants)
    if not forfeits:
        return []
    said = t(
        "A forfeited game is lost, and nothing else of it counts. There were {forfeits}; the "
        "first of them:",
        forfeits=forfeits,
    )
    return ["", said, *result.reports]


def _mirrored(t: Translator, result: Matchup) -> list[str]:
    """Say what mirrored deals and intervals are, and what mirroring has brought."""
    lines = [
        t(
            "Mirrored deals: {size} games at a time have the same cards, and each player has each "
            "side of them once, so that luck with the cards cancels out.",
            size=len(result.levels),
        )
    ]
    if result.group_worth is not None:
        lines.append(
            t(
                "As these came out, {size} such games tell as much as {worth} with cards of "
                "their own.",
                size=len(result.levels),
                worth=f"{result.group_worth:.2f}",
            )
        )
    lines.append(t("Each interval, in brackets or after ±, holds 95 %."))
    return lines


def _engine(t: Translator, engine: str) -> str:
    return t("played by the kernel") if engine == "kernel" else t("played through the referee")


def _stopped(t: Translator, first: str, found: Stopped) -> list[str]:
    """Say what came of a goal."""
    goal = found.goal
    words = {"first": first, "groups": found.groups}
    low, high = (_part(goal[name]) if name in goal else "" for name in ("low", "high"))
    said = {
        "low": t("Decided after {groups} groups: {first} wins {low} at most.", low=low, **words),
        "high": t(
            "Decided after {groups} groups: {first} wins {high} at least.", high=high, **words
        ),
        "narrow": t("Known well enough after {groups} groups.", groups=found.groups),
    }.get(found.reached or "", t("Not decided after {groups} groups.", groups=found.groups))
    lines = [said]
    if found.against_low is not None and found.against_high is not None:
        lines.append(
            t(
                "Bets against {low} at most, as a logarithm: {against_low} of {enough_low} "
                "(alpha {alpha}); against {high} at least: {against_high} of {enough_high} "
                "(beta {beta}).",
                low=low,
                high=high,
                against_low=_signed(found.against_low, ".2f"),
                against_high=_signed(found.against_high, ".2f"),
                enough_low=f"{-log(goal['alpha']):.2f}",
                enough_high=f"{-log(goal['beta']):.2f}",
                alpha=goal["alpha"],
                beta=goal["beta"],
            )
        )
    if found.reached is not None:
        lines.append(
            t(
                "An estimate at the moment when one stops is biased, and so is its interval. "
                "One that holds 95 % whenever one stops is from {low} to {high}.",
                low=_part(found.safe_low),
                high=_part(found.safe_high),
            )
        )
    return lines


def report_ladder(t: Translator, found: Ladder) -> str:
    """Lay a ladder out as a table: how often the level of a row beats that of a column."""
    lines = [
        *table(found.levels, _ladder_rows(found)),
        "",
        t(
            "games of each pair: {games} · seed: {seed} · the row beats the column",
            games=found.games,
            seed=found.seed,
        ),
        _engine(t, found.engine),
    ]
    for matchup in found.matchups:
        lines += _forfeits(t, matchup)
    if not found.complete:
        lines.append(t("Interrupted: these are the games that were finished."))
    return "\n".join(lines)


def markdown_ladder(found: Ladder) -> str:
    """Give the table of a ladder for a page in Markdown."""
    rows = [
        ["", *found.levels],
        ["---", *["--:"] * len(found.levels)],
        *[[name, *cells] for name, cells in _ladder_rows(found)],
    ]
    return "\n".join([f"| {' | '.join(row)} |" for row in rows])


def _ladder_rows(found: Ladder) -> list[tuple[str, list[str]]]:
    rows = []
    for one in found.levels:
        rates = [None if one == other else found.rate(one, other) for other in found.levels]
        rows.append((one, ["–" if rate is None else _percent(rate) for rate in rates]))
    return rows


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
    points: list[tuple[str, Callable[[Contestant | DealContestant], Mean]]] = [
        (t("play, dealer"), lambda one: one.play_dealer),
        (t("play, pone"), lambda one: one.play_pone),
        (t("hand, dealer"), lambda one: one.hand_dealer),
        (t("hand, pone"), lambda one: one.hand_pone),
        (t("crib"), lambda one: one.crib),
        (t("heels, a deal"), lambda one: one.heels),
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


def _part(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def _percent(rate: Estimate) -> str:
    return f"{100 * rate.mean:.2f} % ({100 * rate.low:.2f}–{100 * rate.high:.2f})"


def _number(mean: Mean) -> str:
    if mean.low is None or mean.high is None:
        return _signed(mean.mean, ".3f")
    return f"{_signed(mean.mean, '.3f')} ±{(mean.high - mean.low) / 2:.3f}"


def _signed(value: float, form: str) -> str:
    """Write a number, the minus as it is printed."""
    return format(value, form).replace("-", "−")

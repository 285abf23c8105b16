"""``pegout arena``: matches between levels, your own players, and engines.

``command`` has more than ten arguments, because each option of the command is one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli import completion
from pegout.cli.faults import OneOf, check_levels
from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options, with_options
from pegout.cli.reports import fields_of_figures, markdown_ladder, report, report_ladder
from pegout.cli.runs import check_sides, play_and_print, say_if_slow
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegout.contests.arena import Contender
    from pegout.contests.sequential import Goal
    from pegout.rules import Rules

#: The default number of games, by whether the kernel plays; and the factor for the maximum with a
#: stopping goal.
_GAMES: Final = (200, 100_000)
_MAX_FACTOR: Final = 50


def arena(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command("arena", help=_help(t))
    @click.argument(
        "levels",
        nargs=-1,
        required=True,
        metavar="LEVELS...",
        shell_complete=completion.levels(t),
    )
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
    @_goal_options(t)
    @click.option(
        "--limit",
        type=click.FloatRange(0, 86_400, min_open=True),
        default=10.0,
        show_default=True,
        metavar="SECONDS",
        help=t(
            "How long a program may take over a decision; if it takes longer, it forfeits the game."
        ),
    )
    @click.option(
        "--luck-adjusted",
        is_flag=True,
        help=t(
            "Also give the rates of wins with the luck of the cards taken off; for two players."
        ),
    )
    @click.option(
        "--ladder", is_flag=True, help=t("Let every level play against every other, in pairs.")
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
        goal: Goal | None,
        limit: float,
        luck_adjusted: bool,
        ladder: bool,
        markdown: bool,
        seed: int,
        where: dict[str, Any],
        rules: Rules,
        as_json: bool,
    ) -> None:
        from pegout.contests.arena import cast, check_luck_adjusted, play_matchup
        from pegout.contests.ladder import play_ladder

        if luck_adjusted and (ladder or goal is not None):
            raise click.UsageError(
                t("--luck-adjusted takes no --ladder, no --decide and no --until.")
            )
        if ladder and goal is not None:
            raise click.UsageError(
                t("A ladder plays all its games; it takes no --decide or --until.")
            )
        if markdown and (not ladder or as_json):
            raise click.UsageError(t("--markdown belongs to --ladder, without --json."))
        _check(t, levels, rules, ladder=ladder)
        if luck_adjusted:
            check_luck_adjusted(rules, goal)
        players = _players(levels, limit)
        by_name = engine == "auto" and all(":" not in level for level in levels)
        engine = cast(players, rules, engine, where["resume"]).engine
        if engine == "kernel" or by_name:
            say_if_slow(t)
        if games is None:
            games = _GAMES[engine == "kernel"] * (1 if goal is None else _MAX_FACTOR)
        if ladder:
            table = markdown_ladder if markdown else report_ladder
            play = partial(play_ladder, players, games, seed, rules, engine=engine)
            play_and_print(t, play, games, where, table, as_json)
            return
        contest = partial(
            play_matchup, players, games, seed, rules, engine=engine, goal=goal,
            luck_adjusted=luck_adjusted,
        )  # fmt: skip
        preparing = t("Measuring luck") if luck_adjusted else ""
        play_and_print(t, contest, games, where, report, as_json, preparing)

    return command


def _help(t: Translator) -> str:
    return about(
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
            "The same seed and engine give the same figures on any machine and with any number of "
            "processes. Intervals have a confidence of 95 %, and come from the differences "
            "between groups of mirrored games."
        ),
        t(
            "With --decide it stops as soon as the first one's rate of wins is known to be "
            "above LOW or below HIGH. If it is LOW or less, “at least HIGH” is said with a "
            "probability of --alpha at most; if it is HIGH or more, “at most LOW” with --beta "
            "at most. That holds however many games it takes."
        ),
        t(
            "With --luck-adjusted the luck of the cards is taken off each game: what the cards "
            "brought, less what cards bring on average at that score. The expected rate stays the "
            "same for any players, and the interval is narrower. Before the games, deals of the "
            "two levels measure that average. For a player of your own the level of its opponent "
            "stands in, and the gain is smaller."
        ),
        examples=[
            "pegout arena club novice --games 1000 --seed 1",
            "pegout arena my_bot:Bot expert --games 1000",
            'pegout arena "cmd:./engine --fast" club --limit 2',
            "pegout arena club club novice --players 3 --json",
            "pegout arena club novice --games 100000 --resume contest.run",
            "pegout arena expert club --games 1000 --luck-adjusted",
            "pegout arena my_bot:Bot club --games 1000 --luck-adjusted",
            "pegout arena lookahead greedy --decide 0.50 0.52",
            "pegout arena lookahead blind --until 0.003 --games 2000000",
            "pegout arena --ladder lookahead greedy random --games 10000 --markdown",
        ],
        fields={
            "levels, preset, switches, seed": t("the settings of the run"),
            "engine": t("who played: kernel or rules, the referee"),
            "games, complete": t("the games played; whether all were played"),
            "contestants": t("for each level: wins, margin, skunks, forfeits and points"),
            "reports": t("what happened in the first games that were forfeited"),
            "deals": t("deals in a game"),
            "stopped": t("what was decided, after how many groups, and how surely"),
            "adjusted": t(
                "with --luck-adjusted the rates of wins less luck, the share of the luck that was "
                "taken off, and how many games with separate cards one of these is worth"
            ),
            "matchups": t("of a ladder: all of this for each pair"),
            **fields_of_figures(t),
        },
    )


def _check(t: Translator, levels: Sequence[str], rules: Rules, *, ladder: bool) -> None:
    """Reject unknown names and the wrong number of them before anything begins."""
    from pegout.players import LEVELS
    from pegout.simulation import POLICIES

    named = [level for level in levels if ":" not in level]
    check_levels(t, named, [*LEVELS, *POLICIES], LEVELS)
    if not ladder:
        check_sides(t, levels, rules)


def _players(levels: Sequence[str], limit: float) -> list[Contender]:
    """Return the players, with the time limit for programs; levels remain names."""
    from pegout.contests.arena import COMMAND, program

    return [program(level, limit) if level.startswith(COMMAND) else level for level in levels]


def _goal_options(t: Translator) -> Callable[[Callable[..., None]], Any]:
    """Add ``--decide``, ``--alpha``, ``--beta`` and ``--until``, as one argument ``goal``."""

    def decorate(function: Callable[..., None]) -> Any:
        def with_goal(
            decide: tuple[float, float] | None,
            alpha: float | None,
            beta: float | None,
            until: float | None,
            **others: Any,
        ) -> None:
            if decide is not None and until is not None:
                raise click.UsageError(t("--decide and --until are two goals; name one of them."))
            if decide is None and (alpha is not None or beta is not None):
                raise click.UsageError(t("--alpha and --beta belong to --decide."))
            function(goal=_goal(decide, alpha, beta, until), **others)

        options = [
            click.option(
                "--decide",
                nargs=2,
                type=float,
                metavar="LOW HIGH",
                help=t(
                    "Stop when it is decided whether the first wins at most LOW or at least HIGH."
                ),
            ),
            click.option(
                "--alpha",
                type=float,
                help=t("The probability of deciding for HIGH where LOW is true; 0.05 by default."),
            ),
            click.option(
                "--beta",
                type=float,
                help=t("The probability of deciding for LOW where HIGH is true; 0.05 by default."),
            ),
            click.option(
                "--until",
                type=float,
                metavar="HALF",
                help=t("Stop when the first one's rate of wins is known to ± HALF, such as 0.003."),
            ),
        ]
        return with_options(function, with_goal, options)

    return decorate


def _goal(
    decide: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    until: float | None,
) -> Goal | None:
    from pegout.contests.sequential import Decision, Narrow

    if decide is not None:
        errors = {"alpha": alpha, "beta": beta}
        return Decision(*decide, **{name: at for name, at in errors.items() if at is not None})
    return None if until is None else Narrow(until)

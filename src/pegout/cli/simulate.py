"""``pegout simulate``: simple policies against each other, in millions of games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pegout.cli import completion
from pegout.cli.faults import meant
from pegout.cli.help import about
from pegout.cli.options import json_option, rules_options, run_options
from pegout.cli.reports import fields_of_figures, report, report_deals
from pegout.cli.runs import check_sides, play_and_print, say_if_slow
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.rules import Rules


def simulate(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "simulate",
        help=about(
            t,
            t(
                "Let simple POLICIES play against each other by the million, one for each side, "
                "with mirrored deals; one alone plays all sides."
            ),
            t(
                "“lookahead” discards for hand and crib, and plays the card with the most points "
                "less the average reply. “greedy” discards in the same way, and plays for the most "
                "points at once. “blind” and “blind-greedy” play like these two, but discard for "
                "the hand alone. “random” chooses at random. Other policies play like the level "
                "of their name, such as club."
            ),
            t(
                "“pegout arena --engine kernel” plays the same whole games, and can stop by "
                "itself (--decide, --until)."
            ),
            t(
                "The same seed gives the same figures on any machine and with any number of "
                "processes. Intervals have a confidence of 95 %."
            ),
            examples=[
                "pegout simulate lookahead greedy --games 1000000 --seed 1",
                "pegout simulate lookahead --deals --json",
                "pegout simulate blind random --cluster tcp://127.0.0.1:8786 --resume a.run",
            ],
            fields={
                "levels, preset, switches, seed": t("the settings of the run"),
                "games or deals, complete": t("how many were played; whether all were played"),
                "contestants": t("for each policy: wins, margin, skunks and points"),
                **fields_of_figures(t),
            },
        ),
    )
    @click.argument(
        "policies",
        nargs=-1,
        required=True,
        metavar="POLICIES...",
        shell_complete=completion.policies(),
    )
    @click.option(
        "--games",
        type=click.IntRange(1, 10**10),
        default=100_000,
        show_default=True,
        help=t("How many games or deals, rounded up so that all sides are played."),
    )
    @click.option("--deals", is_flag=True, help=t("Play single deals, whatever the score."))
    @run_options(t)
    @rules_options(t)
    @json_option(t)
    def command(
        *,
        policies: tuple[str, ...],
        games: int,
        deals: bool,
        seed: int,
        where: dict[str, Any],
        rules: Rules,
        as_json: bool,
    ) -> None:
        from pegout.contests.policy_contests import simulate, simulate_deals
        from pegout.simulation.policies.policy import NAMED, POLICIES

        for policy in policies:
            if policy not in POLICIES:
                said = t(
                    "There is no policy “{name}”. The policies are: {policies}.",
                    name=policy,
                    policies=", ".join(NAMED),
                )
                raise click.UsageError(said + meant(t, policy, POLICIES))
        if len(policies) > 1:
            check_sides(t, policies, rules)
        say_if_slow(t)
        sides = policies * rules.sides if len(policies) == 1 else policies
        if deals:
            play = partial(simulate_deals, sides, games, seed, rules)
            play_and_print(t, play, games, where, report_deals, as_json)
        else:
            contest = partial(simulate, sides, games, seed, rules)
            play_and_print(t, contest, games, where, report, as_json)

    return command

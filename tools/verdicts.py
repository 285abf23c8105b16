"""Measures how often each verdict occurs, and how many decisions are ties, by level.

``python -m tools.verdicts --games 50`` has each level play itself and reviews every decision. For
each level it prints, per player and game, the decisions, how many have each verdict, the losses,
the share of decisions that are ties, and the seconds of one core that the review took. With
``--players 4`` it plays games of four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import process_time
from typing import Final, NamedTuple

import click

from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, Seated, Setup
from pegout.notation import GameRecord
from pegout.players import advance, players_of
from pegout.review.game_review import Verdict, review
from pegout.rules import Rules
from pegout.table.offers import offered_levels
from tools.measure import arguments

LEVELS: Final = tuple(offered_levels()[1:])


class Found(NamedTuple):
    """The counts of a game: verdicts, ties, losses in chance and points, and seconds."""

    verdicts: Counter[Verdict]
    ties: int
    bound: int
    chance: float
    points: float
    seconds: float


def game_of(rules: Rules, levels: Sequence[str], number: int) -> GameRecord:
    """Let levels play a game, by seat."""
    seated = tuple([Seated(f"seat {seat}", level) for seat, level in enumerate(levels)])
    setup = Setup("verdicts", rules, seated)
    match = Match(setup, secrets=seeded_secrets(f"verdicts {number}"))
    for seat in range(rules.players):
        match.automate(
            seat, (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)
        )
    for _ in advance(match, players_of(setup, number)):
        continue
    (game,) = match.record().games
    return game


def find(rules: Rules, level: str, number: int) -> Found:
    """Review a game of a level against itself."""
    game = game_of(rules, [level] * rules.players, number)
    begun = process_time()
    found = review(rules, game)
    return Found(
        Counter([decision.verdict for decision in found]),
        sum([decision.loss.tied for decision in found]),
        sum(
            [decision.options.chance_error > 0.005 for decision in found if decision.options.worlds]
        ),
        sum([decision.loss.chance for decision in found]),
        sum([decision.loss.points for decision in found]),
        process_time() - begun,
    )


def tell(level: str, players: int, found: list[Found]) -> None:
    """Print the averages for one player and one game."""
    every = sum([game.verdicts for game in found], Counter[Verdict]())
    seats, decisions = players * len(found), every.total()
    cells = [level, f"{decisions / seats:.1f}"]
    cells += [f"{every[verdict] / seats:.2f}" for verdict in list(Verdict)[1:]]
    cells += [
        f"{100 * sum(one.chance for one in found) / seats:.1f} %",
        f"{sum(one.points for one in found) / seats:.1f}",
        f"{100 * sum(one.ties for one in found) / decisions:.0f} %",
        f"{sum(one.seconds for one in found) / len(found):.1f} s",
        f"{max(one.seconds for one in found):.1f} s",
        f"{100 * sum(one.bound for one in found) / decisions:.1f} %",
    ]
    click.echo(f"| {' | '.join(cells)} |")


def main() -> None:
    """Play, review and print."""
    chosen = arguments(__doc__, games=50, players=2, levels=LEVELS, workers=1)
    rules = Rules(players=chosen.players)
    head = ["level", "decisions", "inaccuracies", "mistakes", "large mistakes", "chance", "points"]
    head += ["ties", "review", "longest", "error above 0.5 %"]
    click.echo(f"| {' | '.join(head)} |")
    with ProcessPoolExecutor(chosen.workers) as pool:
        for level in chosen.levels:
            found = list(pool.map(partial(find, rules, level), range(chosen.games)))
            tell(level, chosen.players, found)


if __name__ == "__main__":
    main()

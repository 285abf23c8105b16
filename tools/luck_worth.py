"""Measures how many games one luck-adjusted game is worth, pair by pair.

``python -m tools.luck_worth casual novice --games 16384 --seed 7`` plays each of the levels against
each of the others in mirrored pairs, as ``pegout arena --luck-adjusted`` does. For each pair it
prints the win rate, the luck-adjusted rate, and what one game is worth, in independent games:
mirrored, adjusted for the luck of the cards dealt alone, and for that of the starter too. The last
column gives the last of these for each second of one core, relative to plain games and without the
time for the tables. The tables are computed from ``--deals`` deals of either dealer, where the
arena takes ten for each game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from time import process_time
from typing import Final, NamedTuple

import click

from pegout.analysis.arena import cast
from pegout.analysis.luck_adjusted import LuckAdjusting, luck_tables
from pegout.analysis.mirrored_games import GameRunner, play_groups
from pegout.analysis.statistics import Estimate, Matchup, Mean, matchup
from pegout.rules import Rules
from pegout.runs.sums import whole

RULES: Final = Rules(first_deal="chosen")
#: The untimed games, so that everything is compiled and loaded, and the timed ones.
WARM: Final = 64
TIMED: Final = 1024


class Worth(NamedTuple):
    """What one game of a pair is worth.

    Attributes:
        matchup: the result of its games.
        mirrored: the worth of a game of a mirrored pair, in independent games.
        dealt: the same, adjusted for the luck of the cards dealt.
        starters: the same, adjusted for that of the starters too.
        per_second: ``starters`` in the time of a plain game.
    """

    matchup: Matchup
    mirrored: float
    dealt: float
    starters: float
    per_second: float


def seconds(runner: GameRunner, games: int) -> float:
    """Return how many seconds of one core a game takes."""
    runner.games(range(WARM), [0, 1])
    begun = process_time()
    runner.games(range(games), [0, 1])
    return (process_time() - begun) / games


def worth(pair: Sequence[str], games: int, seed: int, deals: int, timed: int = TIMED) -> Worth:
    """Measure what a game of two levels is worth.

    Args:
        pair: the levels.
        games: how many games they play.
        seed: determines everything but the times.
        deals: the number of deals of either dealer from which the luck tables are computed.
        timed: the number of games to time.

    Raises:
        ValueError: if the games are too few for an estimate.
    """
    contest = cast(pair, RULES, "kernel")
    tables = luck_tables(contest.policies, RULES, deals, seed)
    adjusting = LuckAdjusting(contest.policies, RULES, seed, tables)
    sums = whole(play_groups(range(-(-games // 2)), adjusting, RULES))
    found = matchup(contest.names, RULES, seed, games, True, sums, "kernel")
    both, less = found.group_worth, found.adjusted
    if both is None or less is None or less.game_worth is None or less.dealt_worth is None:
        raise ValueError(f"{games} games are too few to tell what one is worth")
    plain = seconds(contest.player([0, 1], RULES, seed), timed)
    adjusted = seconds(adjusting, timed)
    return Worth(
        found, both / 2, less.dealt_worth, less.game_worth, less.game_worth * plain / adjusted
    )


def row(found: Worth) -> str:
    """Return the row of the table."""
    came, less = found.matchup, found.matchup.adjusted
    assert less is not None, "luck was taken off"
    cells = [
        "–".join(came.levels),
        f"{came.games:,}",
        percent(came.contestants[0].win_rate, 1),
        percent(less.rates[0], 2),
        *[f"{one:.1f}" for one in found[1:]],
    ]
    return f"| {' | '.join(cells)} |"


def percent(one: Estimate | Mean, digits: int) -> str:
    """Format a rate with half of its interval."""
    assert one.low is not None, "more than one group was played"
    assert one.high is not None, "more than one group was played"
    half = (one.high - one.low) / 2
    return f"{100 * one.mean:.{digits}f} % ± {100 * half:.{digits}f}"


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--games", type=int, default=16_384)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--deals", type=int, default=1_000_000)
    chosen = parser.parse_args()
    head = ["pair", "games", "rate", "less luck", "mirrored", "only the cards dealt"]
    click.echo(f"| {' | '.join([*head, 'and the starter', 'per second'])} |")
    click.echo(f"|---|{'---:|' * 7}")
    for pair in combinations(chosen.levels, 2):
        click.echo(row(worth(pair, chosen.games, chosen.seed, chosen.deals)))


if __name__ == "__main__":
    main()

"""A ladder: every contestant against every other, each pair with the same packs.

>>> ladder = play_ladder(
...     ["blind", "greedy", "random"], games=200, seed=1, workers=1, engine="kernel"
... )
>>> [matchup.levels for matchup in ladder.matchups]
[('blind', 'greedy'), ('blind', 'random'), ('greedy', 'random')]
>>> ladder.rate("random", "blind").mean < 0.1
True
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Unpack

from pegout.contests.arena import ArenaError, Contender, cast, check_games, run_arguments
from pegout.contests.mirrored_games import GameRunner, play_groups
from pegout.contests.statistics import ContestResult, Estimate, Figures, Matchup, matchup
from pegout.kernel.score_tables import Array
from pegout.rules import Rules, RulesLike, as_rules
from pegout.runs import Run, RunOptions, RunOutcome, Sums, check_options, compute, in_units

STANDARD: Final = Rules()


@dataclass(frozen=True, slots=True, repr=False)
class Ladder(ContestResult):
    """The results of a ladder.

    Attributes:
        games: the number of games of each pair.
        engine: the engine: ``rules``, the referee, or ``kernel``.
        matchups: the result of each pair that has played, in the order of the levels.
    """

    games: int
    engine: str
    matchups: tuple[Matchup, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.matchups))

    def rate(self, level: str, other: str) -> Estimate | None:
        """Return the share of its games against another that a level won, or None without games."""
        for found in self.matchups:
            if set(found.levels) == {level, other}:
                return found.contestants[found.levels.index(level)].win_rate
        return None


def play_pairs(
    chunk: range, players: Sequence[GameRunner], groups: int, rules: Rules
) -> dict[str, Array]:
    """Play some groups of a ladder and add them up: the task of a run.

    Args:
        chunk: the numbers of the groups, counted through all pairs.
        players: the runner of each pair's games.
        groups: the number of groups of each pair.
        rules: the rules.

    Returns:
        Sums as from :func:`pegout.contests.mirrored_games.play_groups`, each prefixed with the
        number of its pair.
    """
    rows: dict[str, Array] = {}
    for pair in range(chunk.start // groups, -(-chunk.stop // groups)):
        start = max(chunk.start - pair * groups, 0)
        stop = min(chunk.stop - pair * groups, groups)
        for name, row in play_groups(range(start, stop), players[pair], rules).items():
            rows[f"{pair} {name}"] = row
    return rows


def play_ladder(
    levels: Sequence[Contender],
    games: int,
    seed: int,
    rules: RulesLike = STANDARD,
    *,
    engine: str = "rules",
    **options: Unpack[RunOptions],
) -> Ladder:
    """Play every contestant against every other, two at a time.

    Args:
        levels: two or more levels or policies, see :func:`pegout.contests.arena.cast`.
        games: the number of games of each pair, rounded up to whole groups.
        seed: everything follows from it; every pair plays with the same packs.
        rules: the rules, for two sides.
        engine: as for :func:`pegout.contests.arena.play_matchup`, one for all pairs.
        options: as there; ``progress`` counts the games of all pairs.

    Raises:
        ArenaError: ``bad_levels`` for fewer than two, for a repeated name, or for rules with three
            sides; otherwise as there.
        UnknownLevel: as there.
        KernelError: as there.
        RunError: as there.
    """
    rules = as_rules(rules)
    games, seed = check_games(games, seed)
    check_options(options)
    if rules.sides != 2:
        raise ArenaError("bad_levels", "a ladder is for rules with two sides, not three")
    given: list[Any] = [*levels] if isinstance(levels, list | tuple) else [levels]
    lineup = cast(given, rules, engine, options.get("resume"))
    if len(lineup.names) < 2 or len(set(lineup.names)) < len(lineup.names):
        raise ArenaError(
            "bad_levels", f"name two levels or more, each once, not {', '.join(lineup.names)}"
        )
    groups = -(-games // 2)
    pairs = list(combinations(range(len(lineup.names)), 2))
    options = in_units(lineup.restrict(options), 2)
    with lineup.staged(options) as name:
        outcome = compute(
            Run(
                "ladder",
                run_arguments(lineup, rules, seed),
                play_pairs,
                (tuple([lineup.player(pair, rules, seed, name) for pair in pairs]), groups, rules),
                groups * len(pairs),
                lineup.chunk(groups * len(pairs)),
                "groups of games",
                lineup.needs(),
            ),
            **options,
        )
    matchups = []
    for at, (first, second) in enumerate(pairs):
        sums = _of_pair(outcome, at)
        played = Figures(sums).groups() * 2
        if played:
            names = (lineup.names[first], lineup.names[second])
            complete = played == groups * 2
            matchups.append(matchup(names, rules, seed, played, complete, sums, lineup.engine))
    return Ladder(
        lineup.names,
        rules.preset,
        rules.changes_in_run(),
        seed,
        outcome.complete,
        groups * 2,
        lineup.engine,
        tuple(matchups),
    )


def _of_pair(outcome: RunOutcome, pair: int) -> Sums:
    start = f"{pair} "
    return {
        name.removeprefix(start): row
        for name, row in outcome.sums.items()
        if name.startswith(start)
    }

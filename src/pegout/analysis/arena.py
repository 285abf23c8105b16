"""Levels against each other: many games with mirrored deals, and what came of them.

Cribbage has much luck, so games come in groups that share their packs: each level plays every
side of the same cards once. Everything follows from the seed, whatever the number of processes.

>>> result = play_matchup(["novice", "random"], games=4, seed=1, workers=1)
>>> result.games, [one.level for one in result.contestants]
(4, ['novice', 'random'])
>>> sum(one.wins for one in result.contestants)
4.0
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Final, TypeAlias

from pegout.analysis.runs import Run, Sums, compute
from pegout.analysis.runs.sums import added
from pegout.analysis.tallies import (
    NOBODY,
    SHARES,
    Contestant,
    Estimate,
    Matchup,
    matchup,
    row,
    switches_of,
)
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import DealEnded, Dealt, GameEnded, HandShown, Result, Rules, Scored, rules

__all__ = ["ArenaError", "Contestant", "Estimate", "Matchup", "play_matchup"]

Progress: TypeAlias = Callable[[int, int], None]

STANDARD: Final = rules()

#: Groups in one chunk: few enough for a bar that moves, enough to make a process worth its while,
#: and more where there are so many games that a resume file would grow long.
_GROUPS_IN_CHUNK: Final = 4
_CHUNKS: Final = 100_000
_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


class ArenaError(ValueError):
    """A contest that cannot be held.

    Attributes:
        code: ``bad_levels`` or ``bad_games``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Tally:
    """What was measured in some groups of games."""

    def __init__(self) -> None:
        self.sums: Sums = {}
        #: The number and the sum of what was measured in the group that is being played.
        self._open: dict[str, tuple[int, int]] = {}

    def add(self, who: int, what: str, value: int) -> None:
        number, total = self._open.get(f"{who} {what}", (0, 0))
        self._open[f"{who} {what}"] = (number + 1, total + value)

    def close(self, wins: Sequence[int]) -> None:
        """Add up what was measured in a group, and what each contestant won of it, in sixths."""
        group = {key: row(number, total) for key, (number, total) in self._open.items()}
        for who, won in enumerate(wins):
            group[f"{who} won"] = (0,) * won + (1,)
        self.sums = added(self.sums, group)
        self._open.clear()


def _game(levels: Sequence[str], rules: Rules, seed: int, group: int, turn: int) -> Match:
    """Play one game of a group: ``turn`` is how far the levels have moved round the sides."""
    seats = range(rules.players)
    setup = Setup(
        "arena",
        rules,
        tuple([Seated(f"seat {seat}") for seat in seats]),
        dealer=group % rules.players,
    )
    match = Match(setup, secrets=seeded_secrets(f"{seed} {group}"))
    for seat in seats:
        match.automate(seat, _AUTOMATIC)
    players = {
        seat: create(levels[_contestant(rules.side(seat), turn, rules.sides)], seed)
        for seat in seats
    }
    for _ in advance(match, players):
        pass
    return match


def _contestant(side: int, turn: int, sides: int) -> int:
    return (side - turn) % sides


def play_groups(chunk: range, levels: Sequence[str], rules: Rules, seed: int) -> Sums:
    """Play some groups of games and add them up: the task of a run.

    Args:
        chunk: the numbers of the groups.
        levels: one level for each side.
        rules: the rules.
        seed: the seed.

    Returns:
        Sums for :class:`pegout.analysis.tallies.Figures`.
    """
    tally = _Tally()
    sides = rules.sides
    for group in chunk:
        wins = [0] * sides
        for turn in range(sides):
            who = [_contestant(side, turn, sides) for side in range(sides)]
            match = _game(levels, rules, seed, group, turn)
            _tally_deals(tally, match.entries, rules, who)
            for winner, share in _tally_end(tally, match, group % rules.players, who):
                wins[winner] += share
        tally.close(wins)
    return tally.sums


def _tally_end(
    tally: _Tally, match: Match, dealer: int, who: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Tally how a game ended, and give the shares of its winners."""
    view = match.view(None)
    result = match.results[0]
    aim = -1 if view.rules.lowball else 1
    for side, score in enumerate(view.scores):
        others = [other for at, other in enumerate(view.scores) if at != side]
        best = min(others) if view.rules.lowball else max(others)
        tally.add(who[side], "margin", aim * (score - best))
    tally.add(NOBODY, "deals", view.deal)
    tally.add(NOBODY, "first dealer", int(view.rules.side(dealer) in result.winners))
    for side in result.winners:
        tally.add(who[side], f"skunk {_skunk(result)}", 1)
        yield who[side], SHARES // len(result.winners)


def _skunk(result: Result) -> int:
    return max(result.skunks)


def _tally_deals(tally: _Tally, entries: Sequence[Entry], rules: Rules, who: Sequence[int]) -> None:
    """Tally the points of the deals of a game."""
    sides = range(rules.sides)
    dealing = 0
    play, deal = [0] * rules.sides, [0] * rules.sides
    heels = 0
    shown = False
    for _, event in entries:
        match event:
            case Dealt(dealer=dealer):
                dealing = rules.side(dealer)
                play, deal, heels, shown = [0] * rules.sides, [0] * rules.sides, 0, False
            case Scored(seat=seat, reason=reason, points=points):
                side = rules.side(seat)
                deal[side] += points
                role = "dealer" if side == dealing else "pone"
                if reason in ("play", "go"):
                    play[side] += points
                elif reason == "hand":
                    tally.add(who[side], f"hand {role}", points)
                elif reason == "crib":
                    tally.add(who[side], "crib", points)
                elif reason == "heels":
                    heels += points
            case HandShown() if not shown:
                shown = True
                for side in sides:
                    role = "dealer" if side == dealing else "pone"
                    tally.add(who[side], f"play {role}", play[side])
                tally.add(who[dealing], "heels", heels)
            case DealEnded():
                for side in sides:
                    role = "dealer" if side == dealing else "pone"
                    tally.add(who[side], f"points {role}", deal[side])
            case GameEnded():
                return


def play_matchup(
    levels: Sequence[str],
    games: int,
    seed: int,
    rules: Rules = STANDARD,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Matchup:
    """Let levels play against each other.

    Args:
        levels: one level for each side: two, or three when three play.
        games: how many games; rounded up to whole groups, which have a game for each side.
        seed: everything follows from it.
        rules: the rules; who deals first is settled by turns.
        executor: where the games are played; processes of this machine unless given.
        workers: without an executor, how many processes; 1 plays in this one.
        cluster: the address of a Dask scheduler, ``tcp://host:port``, to play there.
        resume: a file that keeps what is finished, and from which a contest goes on.
        progress: called with the games played and the games to play, in this thread.

    Returns:
        What came of it. After an interruption from the keyboard, what came of the games that were
        finished, with ``complete`` false.

    Raises:
        ArenaError: ``bad_levels`` for a number of levels other than that of the sides,
            ``bad_games`` for less than one game.
        UnknownLevel: for a level that does not exist.
        RunError: see :func:`pegout.analysis.runs.compute`.
    """
    if len(levels) != rules.sides:
        raise ArenaError(
            "bad_levels", f"name {rules.sides} levels, one for each side, not {len(levels)}"
        )
    if games < 1:
        raise ArenaError("bad_games", f"play one game or more, not {games}")
    for level in levels:
        create(level)
    rules = replace(rules, first_deal="chosen")
    sides = rules.sides
    groups = -(-games // sides)
    run = Run(
        "arena",
        {
            "levels": list(levels),
            "preset": rules.preset,
            "switches": switches_of(rules),
            "seed": seed,
        },
        play_groups,
        (tuple(levels), rules, seed),
        groups,
        max(_GROUPS_IN_CHUNK, groups // _CHUNKS),
        "groups of games",
    )
    outcome = compute(
        run,
        executor=executor,
        workers=workers,
        cluster=cluster,
        resume=resume,
        progress=progress and (lambda done, total: progress(done * sides, total * sides)),
    )
    return matchup(levels, rules, seed, outcome.finished * sides, outcome.complete, outcome.sums)

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

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import sqrt
from multiprocessing import get_context
from typing import Final, NamedTuple, TypeAlias

from pegout.fairness import seeded_secrets
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import DealEnded, Dealt, GameEnded, HandShown, Result, Rules, Scored, rules

__all__ = ["ArenaError", "Contestant", "Estimate", "Matchup", "play_matchup"]

Progress: TypeAlias = Callable[[int, int], None]

STANDARD: Final = rules()

#: Standard deviations on either side of a mean that hold 95 % of a normal distribution.
_Z: Final = 1.959964
#: Groups in one task: few enough for a bar that moves, enough to make a process worth its while.
_GROUPS_IN_TASK: Final = 4
_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


class ArenaError(ValueError):
    """A contest that cannot be held.

    Attributes:
        code: ``bad_levels`` or ``bad_games``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval.

    Attributes:
        mean: the mean; 0 if there was nothing to take it of.
        low: the lower end of the interval.
        high: the upper end of the interval.
        number: of how many it is the mean.
    """

    mean: float
    low: float
    high: float
    number: int


@dataclass(frozen=True, slots=True)
class Contestant:
    """How one level did.

    Points are means over what was played to its end: the play of deals in which it was, and hands
    and cribs that were counted. The hand in which a game ended counts in full.

    Attributes:
        level: the name of the level.
        wins: games won; a win that is shared is divided.
        win_rate: the part of the games won, with the interval that mirrored deals give.
        margin: holes ahead of the best of the others at the end of a game, or behind it.
        skunks: games won by a skunk.
        double_skunks: games won by a double skunk.
        play_dealer: points in the play, go and last card included, of a side that deals.
        play_pone: the same of a side that does not.
        hand_dealer: points of a dealer's hand, or of the partner's.
        hand_pone: points of another's hand.
        crib: points of the crib.
        heels: points for the starter, for each deal.
        points_dealer: points of a finished deal, all in all, of the side that deals.
        points_pone: the same of a side that does not.
    """

    level: str
    wins: float
    win_rate: Estimate
    margin: Estimate
    skunks: int
    double_skunks: int
    play_dealer: Estimate
    play_pone: Estimate
    hand_dealer: Estimate
    hand_pone: Estimate
    crib: Estimate
    heels: Estimate
    points_dealer: Estimate
    points_pone: Estimate


@dataclass(frozen=True, slots=True)
class Matchup:
    """What came of a contest.

    Attributes:
        levels: the levels, one for each side.
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seed: the seed that everything follows from.
        games: games played.
        complete: whether these are all that were asked for.
        contestants: how each level did.
        first_dealer: the part of the games that the side with the first deal won.
        deals: deals in a game, the last one included.
    """

    levels: tuple[str, ...]
    preset: str
    switches: Mapping[str, object]
    seed: int
    games: int
    complete: bool
    contestants: tuple[Contestant, ...]
    first_dealer: Estimate
    deals: Estimate

    def to_json(self) -> str:
        """Give everything as JSON, the same to the byte wherever it was computed.

        >>> result = play_matchup(["random", "random"], games=2, seed=5, workers=1)
        >>> json.loads(result.to_json())["games"]
        2
        """
        return json.dumps(asdict(self), indent=2, sort_keys=True)


class _Sums(NamedTuple):
    """What was measured, summed over groups of games: whole numbers, so no order of adding counts.

    Attributes:
        number: how many values.
        total: their sum.
        totals: the sum of the squares of the groups' sums.
        mixed: the sum of the products of the groups' sums and numbers.
        numbers: the sum of the squares of the groups' numbers.
        groups: how many groups.
    """

    number: int = 0
    total: int = 0
    totals: int = 0
    mixed: int = 0
    numbers: int = 0
    groups: int = 0

    def plus(self, other: _Sums) -> _Sums:
        return _Sums(*[one + more for one, more in zip(self, other, strict=True)])


_Key: TypeAlias = tuple[int, str]


class _Tally:
    """What was measured in some games."""

    def __init__(self) -> None:
        self.sums: dict[_Key, _Sums] = {}
        self.games = 0
        #: For each contestant, its wins of a group in sixths, and how many groups went so.
        self.groups: dict[int, Counter[int]] = {}
        #: The number and the sum of what was measured in the group that is being played.
        self.open: dict[_Key, tuple[int, int]] = {}

    def add(self, who: int, what: str, value: int) -> None:
        number, total = self.open.get((who, what), (0, 0))
        self.open[who, what] = (number + 1, total + value)

    def close(self) -> None:
        """Add up what was measured in a group."""
        for key, (number, total) in self.open.items():
            group = _Sums(number, total, total * total, total * number, number * number, 1)
            self.sums[key] = self.sums.get(key, _Sums()).plus(group)
        self.open.clear()

    def merge(self, other: _Tally) -> None:
        for key, sums in other.sums.items():
            self.sums[key] = self.sums.get(key, _Sums()).plus(sums)
        for who, groups in other.groups.items():
            self.groups.setdefault(who, Counter()).update(groups)
        self.games += other.games

    def estimate(self, who: int, what: str) -> Estimate:
        """Give a mean; the interval comes from the spread between groups, not within them.

        Source: the ratio estimator for clusters, W. G. Cochran, Sampling Techniques (1977), 6.3.
        """
        sums = self.sums.get((who, what), _Sums())
        if not sums.number:
            return Estimate(0.0, 0.0, 0.0, 0)
        mean = sums.total / sums.number
        spread = sums.totals - 2 * mean * sums.mixed + mean * mean * sums.numbers
        correction = sums.groups / max(1, sums.groups - 1)
        half = _Z * sqrt(max(0.0, spread) * correction) / sums.number
        return Estimate(mean, mean - half, mean + half, sums.number)

    def total(self, who: int, what: str) -> int:
        return self.sums.get((who, what), _Sums()).total


#: Wins are counted in sixths, so that one shared by two or by three is a whole number.
_WIN: Final = 6
#: The place of a contestant for what belongs to none.
_NOBODY: Final = -1


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


def play_groups(levels: Sequence[str], rules: Rules, seed: int, groups: Sequence[int]) -> _Tally:
    """Play some groups of games and tally them: the task that is given to an executor."""
    tally = _Tally()
    sides = rules.sides
    for group in groups:
        wins = [0] * sides
        for turn in range(sides):
            who = [_contestant(side, turn, sides) for side in range(sides)]
            match = _game(levels, rules, seed, group, turn)
            _tally_deals(tally, match.entries, rules, who)
            for winner, share in _tally_end(tally, match, group % rules.players, who):
                wins[winner] += share
        for contestant, won in enumerate(wins):
            tally.groups.setdefault(contestant, Counter())[won] += 1
        tally.games += sides
        tally.close()
    return tally


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
    tally.add(_NOBODY, "deals", view.deal)
    tally.add(_NOBODY, "first dealer", int(view.rules.side(dealer) in result.winners))
    for side in result.winners:
        tally.add(who[side], f"skunk {_skunk(result)}", 1)
        yield who[side], _WIN // len(result.winners)


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
        progress: called with the games played and the games to play, in this thread.

    Returns:
        What came of it. After an interruption from the keyboard, what came of the games that were
        finished, with ``complete`` false.

    Raises:
        ArenaError: ``bad_levels`` for a number of levels other than that of the sides,
            ``bad_games`` for less than one game.
        UnknownLevel: for a level that does not exist.
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
    groups = -(-games // rules.sides)
    tasks = [
        range(start, min(start + _GROUPS_IN_TASK, groups))
        for start in range(0, groups, _GROUPS_IN_TASK)
    ]
    total = groups * rules.sides
    tally = _Tally()
    complete = True
    try:
        for part in _parts(levels, rules, seed, tasks, executor=executor, workers=workers):
            tally.merge(part)
            if progress is not None:
                progress(tally.games, total)
    except KeyboardInterrupt:
        if not tally.games:
            raise
        complete = False
    return _matchup(levels, rules, seed, tally, complete)


def _parts(
    levels: Sequence[str],
    rules: Rules,
    seed: int,
    tasks: Sequence[range],
    *,
    executor: Executor | None,
    workers: int | None,
) -> Iterator[_Tally]:
    """Play the tasks, and give their tallies as they come."""
    wanted = min(workers or os.cpu_count() or 1, len(tasks))
    if executor is None and wanted == 1:
        for task in tasks:
            yield play_groups(levels, rules, seed, task)
        return
    with _pool(executor, wanted) as pool:
        futures = [pool.submit(play_groups, levels, rules, seed, task) for task in tasks]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            _cancel(futures)


def _cancel(futures: Sequence[Future[_Tally]]) -> None:
    for future in futures:
        future.cancel()


@contextmanager
def _pool(executor: Executor | None, workers: int) -> Iterator[Executor]:
    """Give the executor, or processes that end with the contest."""
    if executor is not None:
        yield executor
        return
    # A fresh interpreter for each: a copy of this one could hold a lock of one of its threads.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


def _matchup(
    levels: Sequence[str], rules: Rules, seed: int, tally: _Tally, complete: bool
) -> Matchup:
    switches = rules.changes()
    switches.pop("first_deal", None)
    return Matchup(
        tuple(levels),
        rules.preset,
        switches,
        seed,
        tally.games,
        complete,
        tuple([_contestant_of(level, who, tally) for who, level in enumerate(levels)]),
        tally.estimate(_NOBODY, "first dealer"),
        tally.estimate(_NOBODY, "deals"),
    )


def _contestant_of(level: str, who: int, tally: _Tally) -> Contestant:
    groups = tally.groups[who]
    won = sum(share * number for share, number in groups.items())
    return Contestant(
        level,
        won / _WIN,
        _paired_rate(groups, tally.games),
        tally.estimate(who, "margin"),
        tally.total(who, "skunk 1"),
        tally.total(who, "skunk 2"),
        tally.estimate(who, "play dealer"),
        tally.estimate(who, "play pone"),
        tally.estimate(who, "hand dealer"),
        tally.estimate(who, "hand pone"),
        tally.estimate(who, "crib"),
        tally.estimate(who, "heels"),
        tally.estimate(who, "points dealer"),
        tally.estimate(who, "points pone"),
    )


def _rate(wins: float, games: int, worth: float) -> Estimate:
    """Give a rate with Wilson's interval, as if it came from ``worth`` independent games.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
    """
    rate = wins / games
    spread = _Z * _Z / worth
    centre = (rate + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(rate * (1 - rate) / worth + spread / worth / 4)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half), games)


def _paired_rate(groups: Counter[int], games: int) -> Estimate:
    """Give the rate of wins in groups of games with the same packs.

    Games of a group depend on each other. How much the wins of whole groups vary says how many
    independent games they are worth.
    """
    number = groups.total()
    size = games // number
    shares = {won / (_WIN * size): times for won, times in groups.items()}
    rate = sum(share * times for share, times in shares.items()) / number
    between = sum((share - rate) ** 2 * times for share, times in shares.items())
    alone = rate * (1 - rate)
    worth = float(games)
    if number > 1 and between > 0:
        worth = alone / (between / (number - 1) / number)
    return _rate(rate * games, games, worth)

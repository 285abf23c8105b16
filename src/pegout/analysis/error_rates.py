"""How much levels lose by errors: every decision of many games, judged as a review does.

Each level plays games of two to 121 against all others in the kernel, which judges every decision
as :func:`pegout.analysis.review.review` does, by the same search and with the same ties. Two things
differ. Where points decide, a crib is valued by the two cards discarded and not by all six that are
held: what a discard loses then differs by a tenth of a point (root mean square), and what a level
loses by one or two hundredths. And near the end, where the chance decides, no points are counted.

>>> found = error_rates(["casual", "club"], 2, seed=1, workers=1)
>>> [rates.level for rates in found.levels], found.games
(['casual', 'club'], 2)
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from pegout.analysis.error_scale import ErrorScale
from pegout.analysis.mirrored_games import Array, Rows
from pegout.analysis.option_values import HANDS, ties_of_two
from pegout.kernel.validation import KernelError, checked_seed
from pegout.players import LEVELS
from pegout.runs import Progress, Run, Sums, compute
from pegout.search.model import POINTS_TABLES, WIN_TABLES
from pegout.simulation.judged_games import DECISIONS, judge_games
from pegout.simulation.judged_loops import KINDS
from pegout.tables.files import check_tables, checksums, compose, whence
from pegout.tables.level_losses import LevelLoss

__all__ = [
    "INPUTS",
    "OFFERED",
    "ErrorRates",
    "KindRate",
    "LevelErrors",
    "Recognized",
    "error_rates",
    "rates_table",
    "recognized",
]

#: The levels that a player can choose, the weakest first.
OFFERED: Final = tuple([level.name for level in LEVELS.values() if level.offered])
#: The tables that all this follows from.
INPUTS: Final = ("cribs_six.csv", *POINTS_TABLES, *WIN_TABLES)
#: So many games of each pair are judged together.
_CHUNK: Final = 50
#: Whole numbers are added up: points in thousandths, chances in millionths.
_POINTS: Final = 1_000
_CHANCE: Final = 1_000_000
#: Games are told apart by so many decisions far from the end, and so many half points lost there.
_MOST_DECISIONS: Final = 64
_MOST_HALVES: Final = 128
#: So often games are drawn to see how often a level is recognized, and with how many of these draws
#: the levels that it could be are found.
_DRAWS: Final = 10_000
_PLACED: Final = 500


@dataclass(frozen=True, slots=True)
class KindRate:
    """How much is lost by decisions of a kind, for one player and one game.

    Attributes:
        kind: the kind, one of :data:`pegout.simulation.judged_games.DECISIONS`.
        decisions: how many there are.
        losing: how many of them lose anything.
        points: the points that they lose; none near the end.
        points_error: its standard error.
        chance: what they lose of the chance of winning.
        chance_error: its standard error.
    """

    kind: str
    decisions: float
    losing: float
    points: float
    points_error: float
    chance: float
    chance_error: float


@dataclass(frozen=True, slots=True)
class LevelErrors:
    """How much a level loses.

    Attributes:
        level: the level.
        games: how many games it has played.
        kinds: by kinds of decisions.
        all: all of them together.
        points_spread: by how much the points lost in a game differ (standard deviation) from what
            as many decisions lose on average.
        chance_spread: by how much the chance of winning lost in a game differs from its mean.
        drawn: the games, by the decisions far from the end and the half points that these lost.
    """

    level: str
    games: int
    kinds: tuple[KindRate, ...]
    all: KindRate
    points_spread: float
    chance_spread: float
    drawn: tuple[tuple[int, ...], ...]

    @property
    def decisions(self) -> float:
        """The decisions of a game that points decide."""
        return sum([kind.decisions for kind in self.kinds[:KINDS]])

    @property
    def loss(self) -> LevelLoss:
        """What the scale wants to know."""
        return LevelLoss(
            self.level, self.decisions, self.all.points, self.points_spread, self.all.chance,
            self.chance_spread,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """What came of a run.

    Attributes:
        seed: the seed that everything follows from.
        games: the games of each level.
        complete: whether all were played.
        levels: what each level lost.
    """

    seed: int
    games: int
    complete: bool
    levels: tuple[LevelErrors, ...]

    def to_json(self) -> str:
        """Give everything but the single games as JSON, the same wherever it was computed."""
        value = asdict(self)
        for level in value["levels"]:
            del level["drawn"]
        return json.dumps(value, indent=2, sort_keys=True)


class Recognized(NamedTuple):
    """How often a level is recognized by its errors after some games.

    Attributes:
        level: the level.
        games: after how many games.
        named: how often it is the level that its errors are like.
        covered: how often it is among the levels that it could be.
        least: the weakest of these where its errors are the usual ones.
        most: the strongest.
    """

    level: str
    games: int
    named: float
    covered: float
    least: str
    most: str


def recognized(found: ErrorRates, games: int, seed: int = 1) -> list[Recognized]:
    """Measure how often the scale recognizes each level after some games, drawn from its own.

    Args:
        found: what levels lost, of two or more.
        games: how many games are drawn at a time.
        seed: where the draws come from.
    """
    scale, draws = ErrorScale([level.loss for level in found.levels]), np.random.default_rng(seed)
    rows = []
    for level in found.levels:
        weights = np.array(level.drawn, np.float64).ravel()
        chosen = draws.choice(len(weights), (_DRAWS, games), p=weights / weights.sum())
        decisions, halves = np.divmod(chosen, _MOST_HALVES)
        points, number = halves.sum(axis=1) / 2, decisions.sum(axis=1)
        places = np.searchsorted(scale.limits, points / np.maximum(number, 1))
        order = [one.level for one in scale.levels]
        named = float((places == order.index(level.level)).mean())
        covered = [
            order.index(one.most) <= order.index(level.level) <= order.index(one.least)
            for one in map(scale.placed, points[:_PLACED].tolist(), number[:_PLACED].tolist())
            if one is not None
        ]
        usual = scale.placed(level.all.points * games, round(level.decisions * games))
        assert usual is not None, "a game has enough decisions"
        share = sum(covered) / len(covered)
        rows.append(Recognized(level.level, games, named, share, usual.least, usual.most))
    return rows


def error_rates(
    levels: Sequence[str],
    games: int,
    seed: int,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ErrorRates:
    """Have levels play games against each other, and judge every decision.

    Args:
        levels: two or more levels or policies that the kernel knows.
        games: how many games each plays, rounded up so that it plays all others as often.
        seed: everything follows from it.
        executor: where the games are played; processes of this machine unless given.
        workers: without an executor, how many processes; 1 plays in this one.
        cluster: the address of a Dask scheduler, to play there.
        resume: a file that keeps what is finished, and from which a run goes on.
        progress: called with the games played and the games to play, of all levels.

    Raises:
        KernelError: ``bad_policy``, ``bad_number`` or ``bad_seed``.
        RunError: see :func:`pegout.runs.compute`.
    """
    if games < 1 or len(set(levels)) < max(2, len(levels)):
        raise KernelError(
            "bad_number",
            "expected two levels or more, each once, and one game or more, not "
            f"{', '.join(levels)} and {games}",
        )
    pairs = tuple(combinations(levels, 2))
    each = -(-games // (len(levels) - 1))
    run = Run(
        "error rates",
        {"levels": list(levels), "games": each, "seed": checked_seed(seed)},
        judge_chunk,
        (pairs, seed, checksums(INPUTS)),
        each * len(pairs),
        min(_CHUNK, each) * len(pairs),
        "games",
        needs=("pegout", "rules", "kernel"),
    )
    outcome = compute(
        run, executor=executor, workers=workers, cluster=cluster, resume=resume, progress=progress
    )
    found = [_level(outcome.sums, level) for level in levels if f"{level} games" in outcome.sums]
    return ErrorRates(seed, each * (len(levels) - 1), outcome.complete, tuple(found))


def judge_chunk(
    chunk: range, pairs: Sequence[tuple[str, str]], seed: int, tables: Mapping[str, str]
) -> Rows:
    """Play and judge some games: the task of a run.

    Args:
        chunk: the numbers of the games, which go to the pairs by turns.
        pairs: who plays.
        seed: the seed.
        tables: the checksums of the tables that are read.

    Returns:
        Rows by the name of the level and what they count.
    """
    check_tables(tables)
    rows: Rows = {}
    for at, pair in enumerate(pairs):
        first, stop = [-(-(end - at) // len(pairs)) for end in (chunk.start, chunk.stop)]
        if first == stop:
            continue
        judged = judge_games(pair, stop - first, seed, ties=ties_of_two(), hands=HANDS, first=first)
        for seat, level in enumerate(pair):
            for what, row in _rows(judged.losses[:, seat]).items():
                name = f"{level} {what}"
                rows[name] = rows[name] + row if name in rows else row
    return rows


def _rows(losses: Array) -> Rows:
    """Add up what a seat lost in games: float64[n, 10, 4], see :func:`judge_games`."""
    whole = np.concatenate([losses, losses.sum(axis=1, keepdims=True)], axis=1)
    counts = whole[..., :2].sum(axis=0).astype(np.int64)
    lost = {
        "points": np.rint(_POINTS * whole[..., 2]).astype(np.int64),
        "chance": np.rint(_CHANCE * whole[..., 3]).astype(np.int64),
    }
    rows = {name: values.sum(axis=0) for name, values in lost.items()}
    rows |= {f"{name} squared": (values**2).sum(axis=0) for name, values in lost.items()}
    far, points = losses[:, :KINDS, 0].sum(axis=1).astype(np.int64), lost["points"][:, -1]
    drawn = np.zeros((_MOST_DECISIONS, _MOST_HALVES), np.int64)
    halves = np.rint(2 * points / _POINTS).astype(np.int64)
    np.add.at(
        drawn, (np.minimum(far, _MOST_DECISIONS - 1), np.minimum(halves, _MOST_HALVES - 1)), 1
    )
    return {
        **rows,
        "games": np.array([len(losses)]),
        "decisions": counts[:, 0],
        "losing": counts[:, 1],
        "far": np.array([(far * far).sum(), (far * points).sum()]),
        "drawn": drawn.ravel(),
    }


def _level(sums: Sums, level: str) -> LevelErrors:
    """Read what a level lost from the sums."""

    def row(name: str) -> Array:
        return np.array(sums[f"{level} {name}"], np.float64)

    number = int(row("games")[0])
    columns, spreads = [row("decisions") / number, row("losing") / number], []
    for name, unit in (("points", _POINTS), ("chance", _CHANCE)):
        mean = row(name) / unit / number
        variance = row(f"{name} squared") / unit**2 / number - mean**2
        spreads.append(np.sqrt(np.maximum(variance, 0)))
        columns += [mean, spreads[-1] / sqrt(number)]
    rates = [
        KindRate(kind, *[float(column[at]) for column in columns])
        for at, kind in enumerate((*DECISIONS, "all"))
    ]
    # What points differ by beside what as many decisions lose on average.
    squared, both = row("far")
    each = row("points")[-1] / row("decisions")[:KINDS].sum()
    spread = (row("points squared")[-1] - 2 * each * both + each**2 * squared) / number
    drawn = row("drawn").astype(int).reshape(_MOST_DECISIONS, _MOST_HALVES)
    return LevelErrors(
        level,
        number,
        tuple(rates[:-1]),
        rates[-1],
        sqrt(max(spread, 0)) / _POINTS,
        float(spreads[1][-1]),
        tuple([tuple(line) for line in drawn.tolist()]),
    )


def rates_table(found: ErrorRates, command: str) -> dict[str, str]:
    """Write the table that :mod:`pegout.tables.level_losses` reads, by the name of its file.

    Args:
        found: what was measured.
        command: the command that measures it.
    """
    names = ", ".join([level.level for level in found.levels])
    head = [
        "How much levels lose by errors, for one player and one game, of two players to 121.",
        *whence(command, INPUTS, f"{found.games} games of each of {names} against the others"),
        "points are those of decisions far from the end; the spread of points is beside what as "
        "many decisions lose on average",
    ]
    columns = ["level", "kind", "decisions", "losing", "points", "chance"]
    columns += ["points_spread", "chance_spread"]
    rows: list[Sequence[str | float]] = []
    for level in found.levels:
        for kind in level.kinds:
            values = kind.decisions, kind.losing, kind.points, kind.chance
            rows.append([level.level, kind.kind, *values, "", ""])
        whole = level.all
        rows.append(
            [
                level.level, "all", whole.decisions, whole.losing, whole.points, whole.chance,
                level.points_spread, level.chance_spread,
            ]
        )  # fmt: skip
    return {"error_rates.csv": compose(head, columns, rows)}

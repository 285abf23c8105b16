"""The losses of levels by errors: every decision of many games, judged as a review does.

Each level plays games of two to 121 against all other levels in the kernel. The kernel judges every
decision as :func:`pegout.review.game_review.review` does, by the same search and with the same
ties.
There are two differences. Where points decide, a crib is valued by the two cards discarded, not by
all six cards held. The loss of a discard then differs by a tenth of a point (root mean square), and
the loss of a level by one or two hundredths. And near the end, where the win probability decides,
no points are counted.

>>> measured = error_rates(["casual", "club"], 2, seed=1, workers=1)
>>> [rates.level for rates in measured.levels], measured.games
(['casual', 'club'], 2)
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple, Unpack

import numpy as np

from pegout.kernel.errors import KernelError
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import check_seed
from pegout.players import LEVELS
from pegout.review.error_scale import ErrorScale
from pegout.review.option_values import HANDS, ties_of_two
from pegout.runs import Run, RunOptions, Sums, compute
from pegout.search.model import POINTS_TABLES, WIN_TABLES
from pegout.simulation.judged_games import DECISIONS, judge_games
from pegout.simulation.judged_loops import KINDS
from pegout.tables.files import check_tables, checksums, compose, provenance_lines
from pegout.tables.level_losses import LevelLoss

#: The levels that a player can choose, the weakest first.
OFFERED: Final = tuple([level.name for level in LEVELS.values() if level.offered])
#: The tables that the results depend on.
INPUTS: Final = ("cribs_six.csv", "discards_six.csv", *POINTS_TABLES, *WIN_TABLES)
#: The number of games of each pair in a chunk.
_CHUNK: Final = 50
#: The sums are integers: points in thousandths, win probabilities in millionths.
_POINTS: Final = 1_000
_CHANCE: Final = 1_000_000
#: The limits of the histogram of games, by decisions far from the end and half points lost there.
_MAX_DECISIONS: Final = 64
_MAX_HALVES: Final = 128
#: The number of samples of games that measure how often a level is recognised, and the number of
#: these samples for which the range of possible levels is computed.
_DRAWS: Final = 10_000
_LOCATED: Final = 500


@dataclass(frozen=True, slots=True)
class KindRate:
    """The losses of decisions of a kind, for one player and one game."""

    kind: str  # the kind, one of ``DECISIONS``
    decisions: float  # the number of decisions
    losing: float  # the number of them that lose anything
    points: float  # the points that they lose; 0 near the end
    points_error: float  # the standard error of ``points``
    chance: float  # the win probability that they lose
    chance_error: float  # the standard error of ``chance``


@dataclass(frozen=True, slots=True)
class LevelErrors:
    """The losses of a level."""

    level: str
    games: int  # the number of games played
    kinds: tuple[KindRate, ...]  # the losses by kind of decision
    all: KindRate  # the losses of all kinds together
    # The standard deviation of the points lost in a game, around the mean loss of as many
    # decisions.
    points_spread: float
    chance_spread: float  # the standard deviation of the win probability lost in a game
    # The number of games, by the decisions far from the end and the half points lost there.
    drawn: tuple[tuple[int, ...], ...]

    @property
    def decisions(self) -> float:
        """The number of decisions of a game that points decide."""
        return sum([kind.decisions for kind in self.kinds[:KINDS]])

    @property
    def loss(self) -> LevelLoss:
        """The losses in the form that the scale needs."""
        return LevelLoss(
            self.level, self.decisions, self.all.points, self.points_spread, self.all.chance,
            self.chance_spread,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """The result of a run."""

    seed: int  # the seed that everything follows from
    games: int  # the number of games of each level
    complete: bool  # whether all games were played
    levels: tuple[LevelErrors, ...]  # the losses of each level

    def to_json(self) -> str:
        """Return everything but the histograms as JSON, the same wherever it was computed."""
        value = asdict(self)
        for level in value["levels"]:
            del level["drawn"]
        return json.dumps(value, indent=2, sort_keys=True)


class Recognized(NamedTuple):
    """How often a scale recognises a level by its errors after some games."""

    level: str
    games: int  # the number of games
    named: float  # how often the scale names this level
    covered: float  # how often this level is in the range of possible levels
    weakest: str  # the weakest level of that range, where the errors are those of the mean
    strongest: str  # the strongest


def recognition_rates(
    rates: ErrorRates, scale: ErrorScale, games: int, seed: int = 1
) -> list[Recognized]:
    """Measure how often a scale recognises each level after some games, sampled from its own.

    Args:
        rates: the losses in games that did not set the scale. Levels that are not on the scale are
            left out.
    """
    draws, order = np.random.default_rng(seed), [level.level for level in scale.levels]
    rows = []
    for level in [entry for entry in rates.levels if entry.level in order]:
        weights = np.array(level.drawn, np.float64).ravel()
        chosen = draws.choice(len(weights), (_DRAWS, games), p=weights / weights.sum())
        decisions, halves = np.divmod(chosen, _MAX_HALVES)
        points, number = halves.sum(axis=1) / 2, decisions.sum(axis=1)
        indices = np.searchsorted(scale.limits, points / np.maximum(number, 1))
        named = float((indices == order.index(level.level)).mean())
        covered = [
            order.index(closest.strongest)
            <= order.index(level.level)
            <= order.index(closest.weakest)
            for closest in map(
                scale.closest_level, points[:_LOCATED].tolist(), number[:_LOCATED].tolist()
            )
            if closest is not None
        ]
        usual = scale.closest_level(level.all.points * games, round(level.decisions * games))
        assert usual is not None, "a game has enough decisions"
        share = sum(covered) / len(covered)
        rows.append(Recognized(level.level, games, named, share, usual.weakest, usual.strongest))
    return rows


def error_rates(
    levels: Sequence[str],
    games: int,
    seed: int,
    **options: Unpack[RunOptions],
) -> ErrorRates:
    """Play games between levels, and judge every decision.

    Args:
        levels: two or more levels or policies that the kernel knows.
        games: the number of games of each level, rounded up so that all pairs play equally many.

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
        {"levels": list(levels), "games": each, "seed": check_seed(seed)},
        judge_chunk,
        (pairs, seed, checksums(INPUTS)),
        each * len(pairs),
        min(_CHUNK, each) * len(pairs),
        "games",
        needs=("pegout", "rules", "kernel"),
    )
    outcome = compute(run, **options)
    measured = [_level(outcome.sums, level) for level in levels if f"{level} games" in outcome.sums]
    return ErrorRates(seed, each * (len(levels) - 1), outcome.complete, tuple(measured))


def judge_chunk(
    chunk: range, pairs: Sequence[tuple[str, str]], seed: int, tables: Mapping[str, str]
) -> dict[str, Array]:
    """Play and judge some games by these tables: the task of a run. Rows are by level and sum."""
    check_tables(tables)
    rows: dict[str, Array] = {}
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


def _rows(losses: Array) -> dict[str, Array]:
    """Add up the losses of a seat in games: float64[n, 10, 4], see :func:`judge_games`."""
    whole = np.concatenate([losses, losses.sum(axis=1, keepdims=True)], axis=1)
    counts = whole[..., :2].sum(axis=0).astype(np.int64)
    lost = {
        "points": np.rint(_POINTS * whole[..., 2]).astype(np.int64),
        "chance": np.rint(_CHANCE * whole[..., 3]).astype(np.int64),
    }
    rows = {name: values.sum(axis=0) for name, values in lost.items()}
    rows |= {f"{name} squared": (values**2).sum(axis=0) for name, values in lost.items()}
    far, points = losses[:, :KINDS, 0].sum(axis=1).astype(np.int64), lost["points"][:, -1]
    drawn = np.zeros((_MAX_DECISIONS, _MAX_HALVES), np.int64)
    halves = np.rint(2 * points / _POINTS).astype(np.int64)
    np.add.at(drawn, (np.minimum(far, _MAX_DECISIONS - 1), np.minimum(halves, _MAX_HALVES - 1)), 1)
    return {
        **rows,
        "games": np.array([len(losses)]),
        "decisions": counts[:, 0],
        "losing": counts[:, 1],
        "far": np.array([(far * far).sum(), (far * points).sum()]),
        "drawn": drawn.ravel(),
    }


def _level(sums: Sums, level: str) -> LevelErrors:
    """Read the losses of a level from the sums."""

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
    # The variance of points around the mean loss of as many decisions.
    squared, both = row("far")
    each = row("points")[-1] / row("decisions")[:KINDS].sum()
    spread = (row("points squared")[-1] - 2 * each * both + each**2 * squared) / number
    drawn = row("drawn").astype(int).reshape(_MAX_DECISIONS, _MAX_HALVES)
    return LevelErrors(
        level,
        number,
        tuple(rates[:-1]),
        rates[-1],
        sqrt(max(spread, 0)) / _POINTS,
        float(spreads[1][-1]),
        tuple([tuple(line) for line in drawn.tolist()]),
    )


def rates_table(rates: ErrorRates, command: str) -> dict[str, str]:
    """Compose the table that :mod:`pegout.tables.level_losses` reads, by its file name."""
    names = ", ".join([level.level for level in rates.levels])
    head = [
        "How much levels lose by errors, for one player and one game, of two players to 121.",
        *provenance_lines(
            command, INPUTS, f"{rates.games} games of each of {names} against the others"
        ),
        "points are those of decisions far from the end; the spread of points is beside what as "
        "many decisions lose on average",
    ]
    columns = ["level", "kind", "decisions", "losing", "points", "chance"]
    columns += ["points_spread", "chance_spread"]
    rows: list[Sequence[str | float]] = []
    for level in rates.levels:
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

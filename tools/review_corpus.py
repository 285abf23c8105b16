"""Reviews a corpus of games between levels: whether luck and errors make every result.

``python -m tools.review_corpus corpus.jsonl --games 1000 --workers 2`` plays games of two between
all pairs of levels, one of each in turn, reviews them, and writes a line for each. What the file
has already is not done again, so it can be interrupted; with ``--minutes`` no game is begun later
than that. Then it prints what all lines say: by how much the parts of a result miss it, at most;
the luck of the cards, whose mean is 0 with any players, by a joint chi-square test over all pairs
and both worths; what each level loses by errors; and how many decisions of one player in one game
have each verdict, in all and beside other thresholds.

``--records docs/records/*.peg`` reviews the games of records as well, where luck can be told of
them, as every side of them sees them, and prints by how much their parts miss the results.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import product
from math import exp, factorial, inf
from pathlib import Path
from statistics import mean, stdev
from time import monotonic
from typing import Any, Final, TypeAlias

import click
import numpy as np

from pegout.analysis.game_worth import Worth
from pegout.analysis.luck import Split, follow, worths
from pegout.analysis.options import Loss
from pegout.analysis.review import Verdict, review, verdict_of
from pegout.notation import read
from pegout.rules import Rules
from tools.verdicts import game_of

LEVELS: Final = ("gentle", "novice", "casual", "club", "expert")
PAIRS: Final = tuple(product(LEVELS, repeat=2))
WORTHS: Final[tuple[Worth, ...]] = ("chance", "margin")

#: Losses of the chance of winning that decisions are counted by.
STEPS: Final = (0.0, 0.003, 0.006, 0.01, 0.017, 0.025, 0.0425, 0.06, 0.1)

#: What is written of a game.
Line: TypeAlias = dict[str, Any]


def found(number: int) -> Line:
    """Play and review the game of a number."""
    rules, levels = Rules(), PAIRS[number % len(PAIRS)]
    game = game_of(rules, levels, number)
    decisions = review(rules, game)
    line: Line = {"number": number, "levels": levels, "decisions": [0, 0], "losses": [[], []]}
    for one in decisions:
        line["decisions"][one.seat] += 1
        if one.loss.chance > 0:
            line["losses"][one.seat].append(round(one.loss.chance, 6))
    for worth in WORTHS:
        line[worth] = follow(rules, game, worth).splits(decisions)[0]._asdict()
    return line


def missed(parts: Split) -> float:
    """Give by how much the parts of a result miss it."""
    luck = parts.cards + parts.hidden
    total = parts.before + luck + parts.skill
    return abs(total - parts.result)


def missed_by(line: Line) -> float:
    """Give by how much the parts of the results of a game miss them, at most."""
    return max([missed(Split(**line[worth])) for worth in WORTHS])


def of_record(file: Path) -> Iterator[tuple[int, int, list[Split]]]:
    """Review the games of a record; give the number of each, its decisions and what made it.

    Nothing is said of what made a game that is not over, or where not every card is known.
    """
    record = read(file.read_text(encoding="utf-8"))
    rules = record.rules
    for number, game in enumerate(record.games, 1):
        decisions, told = review(rules, game), list[Split]()
        with suppress(ValueError):
            for worth in worths(rules):
                told += follow(rules, game, worth).splits(decisions)
        yield number, len(decisions), told


def joint(lines: Iterable[Line]) -> tuple[float, int]:
    """Give chi-square of the means of luck against 0, over pairs of levels, and its freedom."""
    luck = defaultdict(list)
    for line in lines:
        luck[tuple(line["levels"])].append([line[worth]["cards"] for worth in WORTHS])
    total, freedom = 0.0, 0
    for rows in luck.values():
        if len(rows) > 5 * len(WORTHS):
            values = np.array(rows)
            means, spread = values.mean(axis=0), np.cov(values.T) / len(values)
            total += float(means @ np.linalg.solve(spread, means))
            freedom += len(WORTHS)
    return total, freedom


def passed(total: float, freedom: int) -> float:
    """Give how often chi-square of an even freedom is more than a total.

    >>> round(passed(18.467, 4), 6)
    0.001
    """
    half = total / 2
    return exp(-half) * sum([half**k / factorial(k) for k in range(freedom // 2)])


def of_level(lines: Iterable[Line], level: str) -> list[tuple[int, list[float]]]:
    """Give how many decisions a level made in each of its games, and what those lost that lost."""
    return [
        (line["decisions"][seat], line["losses"][seat])
        for line in lines
        for seat in (0, 1)
        if line["levels"][seat] == level
    ]


def tell(lines: list[Line]) -> None:
    """Print what all games say."""
    total, freedom = joint(lines)
    click.echo(f"{len(lines)} games; the parts miss a result by {max(map(missed_by, lines)):.1e}")
    if freedom:
        chance = passed(total, freedom)
        click.echo(f"luck of the cards: chi-square {total:.1f}, freedom {freedom}, p {chance:.3f}")
    for level in LEVELS:
        lost = [100 * sum(losses) for _, losses in of_level(lines, level)]
        if len(lost) > 1:
            error = stdev(lost) / len(lost) ** 0.5
            click.echo(
                f"{level}: {mean(lost):.2f} % of a game in each of {len(lost)} ± {error:.2f}"
            )
    tell_verdicts(lines)


def tell_verdicts(lines: list[Line]) -> None:
    """Print how many decisions of one player in one game have each verdict, and lose how much."""
    verdicts, steps = list(Verdict)[1:], [f"{100 * step:g} %" for step in STEPS]
    played = {level: games for level in LEVELS if (games := of_level(lines, level))}
    lost = {
        level: [loss for _, losses in games for loss in losses] for level, games in played.items()
    }
    click.echo(f"| level | decisions | {' | '.join(verdicts)} |")
    for level, games in played.items():
        counts = Counter([verdict_of(Loss(0.0, loss, tied=False)) for loss in lost[level]])
        cells = [f"{counts[verdict] / len(games):.2f}" for verdict in verdicts]
        click.echo(f"| {level} | {mean([n for n, _ in games]):.1f} | {' | '.join(cells)} |")
    click.echo(f"| level | loses more than {' | '.join(steps)} |")
    for level, games in played.items():
        cells = [f"{sum(loss > step for loss in lost[level]) / len(games):.2f}" for step in STEPS]
        click.echo(f"| {level} | {' | '.join(cells)} |")


def tell_records(files: Iterable[Path]) -> None:
    """Print by how much the parts of every game of records miss its result."""
    for file in files:
        for number, decisions, told in of_record(file):
            name = f"{file.name}, game {number}: {decisions} decisions"
            if told:
                click.echo(f"{name}; the parts miss a result by {max(map(missed, told)):.1e}")
            else:
                click.echo(f"{name}; luck is not told")


def add(lines: list[Line], path: Path, games: int, workers: int, minutes: float) -> None:
    """Review games that are missing, as long as there is time, and write a line for each."""
    missing = sorted(set(range(games)) - {line["number"] for line in lines})
    until = monotonic() + 60 * minutes
    with (
        path.open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(workers) as pool,
        click.progressbar(length=len(missing), label="games") as progress,
    ):
        waiting = set[Future[Line]]()
        while missing or waiting:
            while missing and len(waiting) < workers and monotonic() < until:
                waiting.add(pool.submit(found, missing.pop(0)))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in done:
                lines.append(one.result())
                file.write(json.dumps(lines[-1]) + "\n")
                file.flush()
                progress.update(1)


def main() -> None:
    """Review what is missing, and tell what all games say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--records", type=Path, nargs="+", default=())
    chosen = parser.parse_args()
    kept = chosen.file.read_text().splitlines() if chosen.file.exists() else []
    lines: list[Line] = [json.loads(line) for line in kept]
    add(lines, chosen.file, chosen.games, chosen.workers, chosen.minutes)
    if lines:
        tell(lines)
    tell_records(chosen.records)


if __name__ == "__main__":
    main()

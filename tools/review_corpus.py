"""Reviews a corpus of games between levels: whether luck and errors make every result.

``python -m tools.review_corpus corpus.jsonl --games 1000 --workers 2`` plays games of two between
all pairs of levels, one of each in turn, reviews them, and writes a line for each. What the file
has already is not done again, so it can be interrupted. Then it prints what all lines say: by how
much the parts of a result miss it, at most; the luck of the cards, whose mean is 0 with any
players, by a joint chi-square test over all pairs and both worths; and what each level loses by
errors.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from math import exp, factorial
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final, TypeAlias

import click
import numpy as np

from pegout.analysis.game_worth import Worth
from pegout.analysis.luck import split
from pegout.analysis.review import review
from pegout.rules import Rules
from tools.verdicts import game_of

LEVELS: Final = ("gentle", "novice", "casual", "club", "expert")
PAIRS: Final = tuple(product(LEVELS, repeat=2))
WORTHS: Final[tuple[Worth, ...]] = ("chance", "margin")

#: What is written of a game.
Line: TypeAlias = dict[str, Any]


def found(number: int) -> Line:
    """Play and review the game of a number."""
    rules, levels = Rules(), PAIRS[number % len(PAIRS)]
    game = game_of(rules, levels, number)
    decisions = review(rules, game)
    line: Line = {"number": number, "levels": levels, "decisions": [0, 0], "lost": [0.0, 0.0]}
    for one in decisions:
        line["decisions"][one.seat] += 1
        line["lost"][one.seat] += one.loss.chance
    for worth in WORTHS:
        line[worth] = split(rules, game, decisions, worth)._asdict()
    return line


def missed(line: Line) -> float:
    """Give by how much the parts of a result miss it."""
    worst = 0.0
    for worth in WORTHS:
        parts = line[worth]
        total = sum([parts[name] for name in ("before", "cards", "hidden", "counting", "ending")])
        total += parts["errors"][1] - parts["errors"][0]
        worst = max(worst, abs(total - parts["result"]))
    return worst


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


def tell(lines: list[Line]) -> None:
    """Print what all games say."""
    total, freedom = joint(lines)
    click.echo(f"{len(lines)} games; the parts miss a result by {max(map(missed, lines)):.1e}")
    if freedom:
        chance = passed(total, freedom)
        click.echo(f"luck of the cards: chi-square {total:.1f}, freedom {freedom}, p {chance:.3f}")
    for level in LEVELS:
        lost = [
            100 * line["lost"][seat]
            for line in lines
            for seat in (0, 1)
            if line["levels"][seat] == level
        ]
        if len(lost) > 1:
            error = stdev(lost) / len(lost) ** 0.5
            click.echo(f"{level}: {mean(lost):.2f} % of a game a game ± {error:.2f}")


def main() -> None:
    """Review what is missing, and tell what all games say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    kept = chosen.file.read_text().splitlines() if chosen.file.exists() else []
    lines: list[Line] = [json.loads(line) for line in kept]
    missing = sorted(set(range(chosen.games)) - {line["number"] for line in lines})
    with (
        chosen.file.open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(chosen.workers) as pool,
        click.progressbar(length=len(missing), label="games") as progress,
    ):
        try:
            for done in as_completed([pool.submit(found, number) for number in missing]):
                lines.append(done.result())
                file.write(json.dumps(lines[-1]) + "\n")
                file.flush()
                progress.update(1)
        finally:
            pool.shutdown(cancel_futures=True)
    tell(lines)


if __name__ == "__main__":
    main()

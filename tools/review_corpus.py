"""Reviews a corpus of games between levels: whether luck and errors explain every result.

``python -m tools.review_corpus corpus.jsonl --games 1000 --workers 2`` plays two-player games
between all pairs of levels in turn, reviews them, and writes a line for each. Games already in the
file are skipped, so an interrupted run resumes; with ``--minutes`` no game begins later than that.
With ``--players 3`` every combination of levels has its turn, with ``--players 4`` two partners of
one level play two of another. Then the tool summarises all lines: the largest difference between
a result and the sum of its parts; the luck of the cards, whose mean is 0 for any players, by a
joint chi-square test over all combinations and worths; what each level loses by errors, in total
and by kind of decision; and how many decisions per player and game have each verdict, in total and
at other thresholds.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import product
from math import erfc, exp, gamma, inf, sqrt
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any, Final, TypeAlias

import click
import numpy as np

from pegout.review.game_review import Verdict, choices, review, verdict_of
from pegout.review.luck import Split, follow, objectives
from pegout.review.objectives import Objective
from pegout.review.options import Loss
from pegout.rules import Phase, Rules, SeatView
from pegout.search.workspace import NEAR
from pegout.simulation.judged_games import DECISIONS
from pegout.table.offers import offered_levels
from tools.measure import arguments, mean_and_error
from tools.verdicts import game_of

LEVELS: Final = tuple(offered_levels())
#: The measures of each result.
WORTHS: Final[tuple[Objective, ...]] = ("chance", "margin")
#: The kinds of decisions, far from the end and near it, where a side needs 45 or less.
KINDS: Final = tuple([kind.replace("discard as pone", "other discard") for kind in DECISIONS])

#: The losses in win probability at which decisions are counted.
STEPS: Final = (0.0, 0.003, 0.006, 0.01, 0.017, 0.025, 0.0425, 0.06, 0.1)

#: The line of a game in the file.
Line: TypeAlias = dict[str, Any]


def levels_of(players: int, number: int) -> tuple[str, ...]:
    """Return the levels in the game of a number, by seat.

    >>> levels_of(2, 1), levels_of(4, 1)
    (('gentle', 'novice'), ('gentle', 'novice', 'gentle', 'novice'))
    """
    sides = list(product(LEVELS, repeat=Rules(players=players).sides))
    return sides[number % len(sides)] * (players // len(sides[0]))


def kind_of(view: SeatView) -> str:
    """Return the kind of a discard or a card, from the view before it."""
    if view.phase is Phase.DISCARD:
        kind = int(view.seat != view.dealer)
    else:
        kind = 2 + min(2, len(view.pile) + sum(map(len, view.earlier)))
    near = view.rules.target - max(view.scores) <= NEAR
    return KINDS[kind + near * len(KINDS) // 2]


def found(players: int, number: int) -> Line:
    """Play and review the game of a number."""
    rules, levels = Rules(players=players), levels_of(players, number)
    game = game_of(rules, levels, number)
    decisions = review(rules, game)
    views = {choice.entry_index: choice.view for choice in choices(rules, game)}
    line: Line = {"number": number, "levels": levels}
    line["decisions"] = [0 for _ in levels]
    line["losses"] = [[] for _ in levels]
    line["kinds"] = [{kind: [0, 0, 0.0, 0.0] for kind in KINDS} for _ in levels]
    for decision in decisions:
        chance, points = decision.loss.chance, decision.loss.points
        line["decisions"][decision.seat] += 1
        if chance > 0:
            line["losses"][decision.seat].append(round(chance, 6))
        kinds = line["kinds"][decision.seat]
        kind = kind_of(views[decision.entry_index])
        added = (1, int(chance > 0), chance, points)
        kinds[kind] = [round(sum(pair), 6) for pair in zip(kinds[kind], added, strict=True)]
    for objective in objectives_of(rules):
        line[objective] = follow(rules, game, objective).splits(decisions)[0]._asdict()
    return line


def objectives_of(rules: Rules) -> list[Objective]:
    """Return the measures of each result."""
    return [objective for objective in objectives(rules) if objective in WORTHS]


def missed(parts: Split) -> float:
    """Return the difference between a result and the sum of its parts."""
    luck = parts.cards + parts.hidden
    total = parts.before + luck + parts.skill
    return abs(total - parts.result)


def missed_by(line: Line) -> float:
    """Return the largest difference between a game's results and the sums of their parts."""
    return max([missed(Split(**line[objective])) for objective in WORTHS if objective in line])


def joint(lines: Iterable[Line]) -> tuple[float, int]:
    """Return chi-square of mean luck against 0, over combinations, and its degrees of freedom."""
    luck = defaultdict(list)
    for line in lines:
        cards = [line[objective]["cards"] for objective in WORTHS if objective in line]
        luck[tuple(line["levels"])].append(cards)
    total, freedom = 0.0, 0
    for rows in luck.values():
        values = np.array(rows)
        games, objectives = values.shape
        if games > 5 * objectives:
            means, spread = values.mean(axis=0), np.atleast_2d(np.cov(values.T)) / games
            total += float(means @ np.linalg.solve(spread, means))
            freedom += objectives
    return total, freedom


def passed(total: float, freedom: int) -> float:
    """Return the probability that chi-square exceeds a total.

    >>> round(passed(18.467, 4), 6), round(passed(16.266, 3), 6)
    (0.001, 0.001)
    """
    half, odd = total / 2, freedom % 2
    terms = [half ** (k + odd / 2) / gamma(k + odd / 2 + 1) for k in range(freedom // 2)]
    return float(exp(-half) * sum(terms) + (erfc(sqrt(half)) if odd else 0.0))


def of_level(lines: Iterable[Line], level: str) -> list[tuple[int, list[float]]]:
    """Return how many decisions a level made in each of its games, and the losses among them."""
    return [
        (line["decisions"][seat], line["losses"][seat])
        for line in lines
        for seat in range(len(line["levels"]))
        if line["levels"][seat] == level
    ]


def tell(lines: list[Line]) -> None:
    """Print the summary of all games."""
    total, freedom = joint(lines)
    click.echo(f"{len(lines)} games; the parts miss a result by {max(map(missed_by, lines)):.1e}")
    if freedom:
        chance = passed(total, freedom)
        click.echo(f"luck of the cards: chi-square {total:.1f}, freedom {freedom}, p {chance:.3f}")
    for level in LEVELS:
        lost = [100 * sum(losses) for _, losses in of_level(lines, level)]
        if len(lost) > 1:
            average, error = mean_and_error(lost)
            click.echo(f"{level}: {average:.2f} % of a game in each of {len(lost)} ± {error:.2f}")
    tell_kinds([line for line in lines if "kinds" in line])
    tell_verdicts(lines)


def tell_kinds(lines: list[Line]) -> None:
    """Print what a player loses in a game by each kind of decision."""
    for level in LEVELS:
        rows = [
            [seat[kind] for kind in KINDS]
            for line in lines
            for name, seat in zip(line["levels"], line["kinds"], strict=True)
            if name == level
        ]
        if len(rows) < 2:
            continue
        values = np.array(rows)
        click.echo(f"| {level} | decisions | losing | thousandths of a game | points |")
        for kind, row in zip(KINDS, values.mean(axis=0), strict=True):
            click.echo(
                f"| {kind} | {row[0]:.2f} | {row[1]:.2f} | {1000 * row[2]:.1f} | {row[3]:.2f} |"
            )
        made, losing, chance, points = map(mean_and_error, values.sum(axis=1).T)
        click.echo(
            f"| all | {made[0]:.2f} | {losing[0]:.2f} | {1000 * chance[0]:.1f} ± "
            f"{1000 * chance[1]:.1f} | {points[0]:.2f} ± {points[1]:.2f} |"
        )


def tell_verdicts(lines: list[Line]) -> None:
    """Print how many decisions per player and game have each verdict, and what they lose."""
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


def add(
    lines: list[Line], path: Path, games: int, workers: int, minutes: float, players: int = 2
) -> None:
    """Play and review missing games until the time is up, and write a line for each.

    Raises:
        ValueError: if the file has games of another number of players.
    """
    others = {len(line["levels"]) for line in lines} - {players}
    if others:
        raise ValueError(f"expected a file with games of {players}, not of {others.pop()}")
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
                waiting.add(pool.submit(found, players, missing.pop(0)))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                lines.append(future.result())
                file.write(json.dumps(lines[-1]) + "\n")
                file.flush()
                progress.update(1)


def main() -> None:
    """Review missing games, and print the summary."""
    chosen = arguments(__doc__, "file", games=1000, players=2, workers=1, minutes=inf)
    path = Path(chosen.file)
    kept = path.read_text().splitlines() if path.exists() else []
    lines: list[Line] = [json.loads(line) for line in kept]
    add(lines, path, chosen.games, chosen.workers, chosen.minutes, chosen.players)
    if lines:
        tell(lines)


if __name__ == "__main__":
    main()

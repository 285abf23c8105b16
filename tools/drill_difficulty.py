"""Compares the difficulty of drill questions with the error rates of the levels.

``python -m tools.drill_difficulty --questions 200 --seed 2`` draws questions of each drill, lets
each level from ``gentle`` to ``club`` answer them, and prints

* how often each level errs, where a tie is no error;
* the rank correlation (Spearman) of the difficulty with the mean of these error rates;
* how often the levels err in the questions that are called easy, medium and hard.

Cards are counted wrong only by the levels that count as a beginner does. Takes about a second a
question. Seed 1 set the measure, so another one tests it.
"""

from __future__ import annotations

from random import Random
from typing import Final

import click
import numpy as np

from pegout.kernel.score_tables import Array
from pegout.players import LEVELS, create
from pegout.players.encoding import bytes_of, pile_of
from pegout.rules import Discard, Play
from pegout.school.choices import options_at, view_at
from pegout.school.counting_drill import read_count
from pegout.school.difficulty import grade_measure
from pegout.school.drills import make, measure
from pegout.school.questions import DIFFICULTIES, DRILLS, DrillQuestion
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.rules_of_thumb import visible_points, visible_score
from tools.measure import arguments

#: The levels whose errors are counted, and the number of tries of one that plays by chance.
COMPARED: Final = [level.name for level in LEVELS.values() if level.offered and level.quick]
TRIES: Final = 12


def error_rates(question: DrillQuestion) -> list[float]:
    """Return how often each level errs in a question."""
    if question.drill == "counting":
        wrong = float(miscounts(question.text))
        return [wrong * POLICIES[level].counts_by_eye for level in COMPARED]
    return [errs(question.text, level) for level in COMPARED]


def errs(text: str, level: str) -> float:
    """Return how often a level errs in a choice."""
    view, options = view_at(text), options_at(text)
    tries = TRIES if POLICIES[level].overlooks else 1
    wrong = 0
    for seed in range(tries):
        action = create(level, seed).choose(view)
        assert isinstance(action, Discard | Play), "the seat chooses cards"
        cards = action.cards if isinstance(action, Discard) else (action.card,)
        wrong += not options.loss(options.of(cards)).nothing
    return wrong / tries


def miscounts(text: str) -> bool:
    """Return whether a level that counts by eye miscounts some cards."""
    question = read_count(text)
    points = sum([item.points for item in question.items])
    if question.starter is None:
        count = sum([card.value for card in question.cards])
        return bool(visible_score(pile_of(question.cards), count, True) != points)
    cards = bytes_of((*question.cards, question.starter))
    suited = 0 if question.kind == "crib" else 4
    return bool(visible_points(cards, 5, suited) != points)


def ranks(values: Array) -> Array:
    """Return the ranks of some values; equal values share the mean of their ranks."""
    _, place, number = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(number)
    mean: Array = ((ends - number + ends - 1) / 2)[place]
    return mean


def rank_correlation(one: Array, other: Array) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def main() -> None:
    """Draw the questions and print the comparison."""
    options = arguments(__doc__, questions=200, seed=2)
    for drill in DRILLS:
        chance = Random(f"{options.seed} {drill}")
        drawn = [make(drill, chance) for _ in range(options.questions)]
        measures = np.array([measure(question) for question in drawn])
        rates = np.array([error_rates(question) for question in drawn])
        mean = rates.mean(axis=1)
        by_level = ", ".join(
            [
                f"{level} {rate:.2f}"
                for level, rate in zip(COMPARED, rates.mean(axis=0), strict=True)
            ]
        )
        click.echo(f"{drill}: {len(drawn)} questions; errors: {by_level}")
        click.echo(f"  rank correlation {rank_correlation(measures, mean):.2f}")
        words = np.array([grade_measure(value) for value in measures])
        for word in DIFFICULTIES:
            if (words == word).any():
                share, wrong = (words == word).mean(), mean[words == word].mean()
                click.echo(f"  {word}: {share:.2f} of the questions, errors {wrong:.2f}")


if __name__ == "__main__":
    main()

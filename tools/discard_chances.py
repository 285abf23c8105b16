"""Measures how the chances that are shown for discards agree with other chances.

``python -m tools.discard_chances --deals 20000 --searched 40`` deals hands at random scores and
measures

* how much higher the chance with the best discard is on average than the chance before the deal,
  where both sides need 25 or less. Before the deal both are taken to play for points; a discard is
  valued with the best play against such an opponent;
* how far the chance with a discard is from the search of the play behind every starter, where one
  side needs 26 to 45 and no table has it; and how far the difference of two discards is.

The opponent of the search plays the solution. Takes some three seconds for each searched hand.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.rules import Rules
from pegout.search.next_deal import chance_before_deal
from pegout.search.workspace import LATE, NEAR
from tools.late_choices import Judge
from tools.late_deals import Late
from tools.measure import arguments, count_items, mean_and_error, root_mean_square

RULES: Final = Rules()
#: The best discard is compared with one of as many behind it.
BEHIND: Final = 3


def random_late(luck: Random, needs: tuple[int, int], role: int) -> Late:
    """Deal six cards to seat 0, which is the dealer with role 0 and needs the first number."""
    six = np.array(sorted(luck.sample(range(52), 6)))
    return Late(0, role, RULES.target - np.array(needs), six)


def above_the_chance_before(judge: Judge, late: Late) -> float:
    """Return by how much the chance with the best discard is higher than before the deal."""
    needs = (RULES.target - late.scores).tolist()
    before = chance_before_deal(RULES, needs, late.dealer, late.seat)
    return float(judge.seen(late).max()) - before


class Compared(NamedTuple):
    """The chances of two discards as they are shown, less those of the search."""

    best: float
    other: float


def compare_with_search(judge: Judge, late: Late, luck: Random, hands: int = 1820) -> Compared:
    """Compare the best discard and one of those behind it with the search."""
    seen = judge.seen(late)
    order = np.argsort(-seen).tolist()
    best, other = order[0], order[luck.randint(1, BEHIND)]
    away = [float(seen[discard]) - judge.worth(late, discard, hands) for discard in (best, other)]
    return Compared(*away)


def beyond_the_table(luck: Random) -> tuple[int, int]:
    """Draw two needs of which the larger is beyond the table, and the chance decides."""
    more, other = luck.randint(LATE + 1, NEAR), luck.randint(2, NEAR)
    return (more, other) if luck.random() < 0.5 else (other, more)


def main() -> None:
    """Read the arguments, and print what was measured."""
    asked = arguments(__doc__, deals=20_000, searched=40, seed=1)
    judge, luck = Judge(), Random(asked.seed)
    for role, name in enumerate(("dealer", "pone")):
        found = [
            above_the_chance_before(
                judge, random_late(luck, (luck.randint(1, LATE), luck.randint(1, LATE)), role)
            )
            for _ in range(asked.deals // 2)
        ]
        mean, error = (100 * value for value in mean_and_error(found))
        click.echo(
            f"{name}, both need {LATE} or less: with the best discard the chance is {mean:+.2f} % "
            f"±{1.96 * error:.2f} above that before the deal"
        )
    compared = [
        compare_with_search(judge, random_late(luck, beyond_the_table(luck), at % 2), luck)
        for at in count_items(range(asked.searched))
    ]
    away = 100 * np.array(compared)
    mean, error = mean_and_error(away.mean(axis=1))
    click.echo(
        f"one needs {LATE + 1} to {NEAR}: a discard is {mean:+.2f} % ±{1.96 * error:.2f} off on "
        f"average, {np.abs(away).mean():.2f} % either way, {np.abs(away).max():.2f} % at most"
    )
    difference = root_mean_square(away[:, 0] - away[:, 1])
    click.echo(f"the difference of two discards is off by {difference:.2f} % (root mean square)")


if __name__ == "__main__":
    main()

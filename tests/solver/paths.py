"""Deals of a toy game, enumerated or random, and a slow computation of the winner."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

#: The points of a deal in the order of counting: pairs of a side and its points.
Path = tuple[tuple[int, int], ...]

#: The equally likely points of the parts of a toy deal: heels, the cards of the play, hands and
#: crib, in the order of counting, with the side that gets them.
TOY: Sequence[tuple[int, tuple[int, ...]]] = (
    (0, (0, 0, 2)),
    (1, (0, 1, 2)),
    (0, (1, 3)),
    (1, (0, 4, 9)),
    (0, (0, 6)),
    (0, (0, 0, 5)),
)


def every_path(parts: Sequence[tuple[int, tuple[int, ...]]] = TOY) -> Iterator[Path]:
    """Yield every deal of a toy; all are equally likely."""
    if not parts:
        yield ()
        return
    (side, values), *rest = parts
    for points in values:
        for path in every_path(rest):
            yield ((side, points), *path)


def some_paths(number: int, seed: int) -> Iterator[Path]:
    """Deal the toy at random."""
    chance = random.Random(seed)
    for _ in range(number):
        yield tuple([(side, chance.choice(values)) for side, values in TOY])


def number_of_paths() -> int:
    return prod(len(values) for _, values in TOY)


def gains_and_ends(
    paths: Iterator[Path], sides: int = 2
) -> tuple[list[tuple[int, int, int, tuple[int, ...], int]], list[tuple[tuple[int, ...], int]]]:
    """Combine equal gains of many deals, as a solver does that knows their weights."""
    gains: Counter[tuple[int, int, int, tuple[int, ...]]] = Counter()
    ends: Counter[tuple[int, ...]] = Counter()
    for path in paths:
        at = [0] * sides
        for side, points in path:
            others = tuple([at[(side + step) % sides] for step in range(1, sides)])
            gains[side, at[side], at[side] + points, others] += 1
            at[side] += points
        ends[tuple(at)] += 1
    return [(*gain, weight) for gain, weight in gains.items()], list(ends.items())


def slow_margins(paths: Sequence[Path], maximum: int) -> dict[tuple[int, ...], Fraction]:
    """Play every deal from every pair of needs to its end; return the dealer's mean margin."""
    found: dict[tuple[int, ...], Fraction] = {}
    for needs in sorted(product(range(1, maximum + 1), repeat=2), key=sum):
        total = Fraction(0)
        for path in paths:
            left = list(needs)
            for side, points in path:
                left[side] -= points
                if left[side] <= 0:
                    total += left[1 - side] * (1 if side == 0 else -1)
                    break
            else:
                # The pone deals next.
                total -= found[left[1], left[0]]
        found[needs] = total / len(paths)
    return found


def slow_chances(paths: Sequence[Path], maximum: int) -> dict[tuple[int, ...], list[Fraction]]:
    """Play every deal from every pair of needs to its end, in exact fractions.

    Returns the six outcomes by what the dealer and the pone need, as in the tables.
    """
    found: dict[tuple[int, ...], list[Fraction]] = {}
    for needs in sorted(product(range(1, maximum + 1), repeat=2), key=sum):
        outcomes = [Fraction(0)] * 6
        for path in paths:
            left = list(needs)
            for side, points in path:
                left[side] -= points
                if left[side] <= 0:
                    short = left[1 - side]
                    outcomes[3 * side + (short > 30) + (short > 60)] += 1
                    break
            else:
                # The pone deals next.
                after = found[left[1], left[0]]
                outcomes = [
                    own + later for own, later in zip(outcomes, after[3:] + after[:3], strict=True)
                ]
        found[needs] = [outcome / len(paths) for outcome in outcomes]
    return found

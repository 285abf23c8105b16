"""Learners who forget by a curve of their own, for tests of the schedule."""

from dataclasses import dataclass
from random import Random


@dataclass
class Trace:
    """What a learner remembers of an item, which the schedule does not see."""

    strength: float = 0.7
    learnt: int = -1


def remembers(trace: Trace, day: int, chance: Random) -> bool:
    """Return whether an item is remembered: by 1 / (1 + t / s)², which is none of the library's."""
    if trace.learnt < 0:
        return False
    return chance.random() < (1 + (day - trace.learnt) / (6 * trace.strength)) ** -2


def study(trace: Trace, day: int, *, remembered: bool) -> None:
    """Strengthen an item: the more, the closer it was to being forgotten."""
    if remembered:
        since = day - trace.learnt
        trace.strength *= 1 + 2.2 * min(1.0, since / (2 * trace.strength))
    else:
        trace.strength = max(0.7, 0.3 * trace.strength)
    trace.learnt = day


def known(traces: list[Trace], day: int) -> float:
    """Return the number of items that are remembered on a day, on average."""
    return sum(
        [
            (1 + (day - trace.learnt) / (6 * trace.strength)) ** -2
            for trace in traces
            if trace.learnt >= 0
        ]
    )

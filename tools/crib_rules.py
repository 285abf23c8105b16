"""Measures how far other rules change expected cribs through what opponents discard.

Where a switch changes the worth of nobs or of a flush in the crib, advice assumes that opponents
discard as under the standard rules. This tool has pone and dealer discard by hand and crib in many
deals under both rules, and counts the cribs under the given rules: the difference is the error of
that assumption.

``python -m tools.crib_rules --deals 2000000`` takes a minute.
"""

from __future__ import annotations

from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from pegout.evaluation import discard_values
from pegout.evaluation.discards import CribOwner
from pegout.kernel import count_shows, deal
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.rules import Rules
from tools.measure import arguments

_RULES: Final = (
    Rules(nobs_points=0),
    Rules(nobs_points=2),
    Rules(crib_flush="four"),
    Rules(crib_flush="none"),
    Rules(nobs_points=2, crib_flush="four"),
)
_POSITIONS: Final = np.array(DISCARDS_OF_SIX)
Cards = NDArray[np.int8]


def discarded(hands: Cards, role: CribOwner, rules: Rules) -> Cards:
    """Return int8[n, 2], the best discard of each hand."""
    best = discard_values(hands, role, rules=rules).argmax(axis=1)
    return np.take_along_axis(hands, _POSITIONS[best], axis=1)


def measure(rules: Rules, deals: int, seed: int) -> tuple[float, float]:
    """Return the mean difference of cribs, and its root mean square over one's own discards."""
    dealt = deal(deals, seed)
    sides: tuple[tuple[int, CribOwner], ...] = ((0, "own"), (1, "opponent"))
    means, squares = [], []
    for (seat, role), (other, other_role) in (sides, sides[::-1]):
        own = discarded(np.ascontiguousarray(dealt.hands[:, seat]), role, rules)
        hands = np.ascontiguousarray(dealt.hands[:, other])
        points = [
            count_shows(
                np.hstack((own, discarded(hands, other_role, of))),
                dealt.starters,
                crib=True,
                rules=rules,
            )
            for of in (Rules(), rules)
        ]
        difference = points[1].astype(np.float64) - points[0]
        pairs = np.sort(own >> 2, axis=1).astype(np.int64) @ (13, 1)
        numbers = np.bincount(pairs, minlength=169)
        sums = np.bincount(pairs, difference, minlength=169)
        square = np.bincount(pairs, difference**2, minlength=169)
        seen = numbers > 0
        of_pair = sums[seen] / numbers[seen]
        noise = (square[seen] / numbers[seen] - of_pair**2) / numbers[seen]
        means.append(float(difference.mean()))
        squares.append(float((numbers[seen] * (of_pair**2 - noise)).sum() / numbers.sum()))
    return float(np.mean(means)), float(np.sqrt(max(0.0, float(np.mean(squares)))))


def main() -> None:
    """Print the error of the assumption for each of some rules."""
    asked = arguments(__doc__, deals=2_000_000, seed=1)
    for rules in _RULES:
        mean, root = measure(rules, asked.deals, asked.seed)
        click.echo(f"{rules!r}: {mean:+.4f} in the mean, {root:.4f} root mean square")


if __name__ == "__main__":
    main()

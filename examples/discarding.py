"""What to discard: every choice from a hand, with the exact means and how much luck is in them.

python examples/discarding.py "5H 5S 6D 7C JD KS" own
"""

from __future__ import annotations

import sys
from math import sqrt

import pegout


def spread(distribution: dict[int, float]) -> float:
    """Give the standard deviation of points that come with these weights."""
    whole = sum(distribution.values())
    mean = sum(points * weight for points, weight in distribution.items()) / whole
    squares = sum((points - mean) ** 2 * weight for points, weight in distribution.items())
    return sqrt(squares / whole)


def table(advice: pegout.DiscardAdvice) -> list[str]:
    """Give a line for each throw, the best first; ties with the best are marked."""
    lines = []
    for throw in advice.throws:
        crib = f"{throw.crib:5.2f} ± {spread(dict(throw.crib_distribution)):4.2f}"
        hand = f"{throw.hand:5.2f} ± {spread(dict(throw.hand_counts)):4.2f}"
        mark = "  best" if throw.tied else ""
        thrown = pegout.format_cards(throw.cards)
        lines.append(f"{thrown}   hand {hand}   crib {crib}   together {throw.total:6.2f}{mark}")
    return lines


def main(arguments: list[str]) -> None:
    hand, role = arguments or ["5H 5S 6D 7C JD KS", "own"]
    if role not in ("own", "opponent"):
        raise SystemExit("say whose crib it is: own or opponent")
    dealt = pegout.parse_cards(hand)
    advice = pegout.analyse_discard(dealt, role="own" if role == "own" else "opponent")
    print("\n".join(table(advice)))


if __name__ == "__main__":
    main(sys.argv[1:])

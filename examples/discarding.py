"""What to discard: every choice from a hand, with its exact mean and its standard deviation.

python examples/discarding.py "5H 5S 6D 7C JD KS" own
"""

from __future__ import annotations

import sys
from math import sqrt

import pegout


def spread(distribution: dict[int, float]) -> float:
    """Return the standard deviation of points with these weights."""
    whole = sum(distribution.values())
    mean = sum(points * weight for points, weight in distribution.items()) / whole
    squares = sum((points - mean) ** 2 * weight for points, weight in distribution.items())
    return sqrt(squares / whole)


def table(advice: pegout.DiscardAdvice) -> list[str]:
    """Return a line for each discard, the best first; ties with the best are marked."""
    lines = []
    for discard in advice.discards:
        crib = f"{discard.crib:5.2f} ± {spread(dict(discard.crib_distribution)):4.2f}"
        hand = f"{discard.hand:5.2f} ± {spread(dict(discard.hand_counts)):4.2f}"
        mark = "  best" if discard.tied else ""
        cards = pegout.format_cards(discard.cards)
        lines.append(f"{cards}   hand {hand}   crib {crib}   together {discard.total:6.2f}{mark}")
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

"""Count a hand the way a player counts aloud, and a pile of cards in the play.

python examples/counting.py "7C 7D 8H 9S" KC
"""

from __future__ import annotations

import sys

import pegout


def explain(hand: tuple[pegout.Card, ...], starter: pegout.Card) -> list[str]:
    """Return a line for each item that scores, and one for the total."""
    items = pegout.score_show(hand, starter)
    lines = [
        f"{item.kind.replace('_', ' '):<20}{item.points:>3}   {pegout.format_cards(item.cards)}"
        for item in items
    ]
    return [*lines, f"{'points':<20}{sum(item.points for item in items):>3}"]


def main(arguments: list[str]) -> None:
    hand, starter = arguments or ["7C 7D 8H 9S", "KC"]
    print("\n".join(explain(pegout.parse_cards(hand), pegout.Card(starter))))
    pile = pegout.parse_cards("3C 5D 6H 7S 4C")
    print(f"the last card of {pegout.format_cards(pile)} makes {pegout.play_points(pile)}")


if __name__ == "__main__":
    main(sys.argv[1:])

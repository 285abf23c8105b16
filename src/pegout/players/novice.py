"""``novice``: plays like a person in the first week.

Its mistakes are those that beginners make, and it makes them every time:

- it keeps the cards that score now, without a thought for the starter or for whose crib it is;
- it sees pairs, fifteens of two cards, runs and flushes, but not that three or more cards make
  fifteen, not the second run of a double run, and never nobs;
- with nothing to choose between them it holds on to high cards and gives away low ones;
- in the play it takes a fifteen, a thirty-one or a pair, and a run that was laid in order; else it
  lays its highest card, leads a ten without a thought and makes 5 and 21 for the others;
- it does not look at the score.

What it has been told is not to lead a five, and that it does only with nothing else. The kernel's
policy ``novice`` chooses the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from pegout.cards import VALUES, Card
from pegout.players.baselines import as_held, throws_in_order
from pegout.players.common import Thinker
from pegout.rules import Phase, View

__all__ = ["Novice", "points_seen", "points_seen_in_play"]

_FIVE: Final = 4


def points_seen(cards: Sequence[Card], flush: Sequence[Card] = ()) -> int:
    """Count cards the way a beginner does.

    Args:
        cards: the cards, with the starter where there is one.
        flush: those that have to be of one suit for a flush; none to look for no flush.

    >>> from pegout.cards import parse_cards
    >>> points_seen(parse_cards("4H 5S 6C 5D"))  # fifteen twice and a double run are 12
    5
    """
    pairs = list(combinations(cards, 2))
    fifteens = sum(2 for one, other in pairs if VALUES[one] + VALUES[other] == 15)
    alike = sum(2 for one, other in pairs if one >> 2 == other >> 2)
    suits = {card & 3 for card in flush}
    return fifteens + alike + _run(cards) + (len(flush) if len(suits) == 1 else 0)


def _run(cards: Sequence[Card]) -> int:
    """Give the length of the longest run, which a beginner counts once."""
    ranks = {card >> 2 for card in cards}
    best = 0
    for rank in ranks:
        length = 1
        while rank + length in ranks:
            length += 1
        best = max(best, length)
    return best if best >= 3 else 0


def points_seen_in_play(pile: Sequence[Card], *, runs: bool = True) -> int:
    """Count the last card of a pile the way a beginner does: runs only if they lie in order.

    >>> from pegout.cards import parse_cards
    >>> points_seen_in_play(parse_cards("4C 5D 6H")), points_seen_in_play(parse_cards("6C 4D 5H"))
    (5, 2)
    """
    points = 2 if sum(VALUES[card] for card in pile) in (15, 31) else 0
    ranks = [card >> 2 for card in pile]
    alike = 1
    while alike < len(ranks) and ranks[-alike - 1] == ranks[-1]:
        alike += 1
    if alike > 1:
        return points + alike * (alike - 1)
    best = 0
    for step in (-1, 1):
        length = 1
        while length < len(ranks) and ranks[-length - 1] - ranks[-length] == step:
            length += 1
        best = max(best, length)
    return points + (best if runs and best >= 3 else 0)


class Novice(Thinker):
    """A person in the first week."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Keep what scores now, or in lowball what does not; of equals the higher cards."""
        aim = -1 if view.rules.lowball else 1

        def liking(choice: tuple[tuple[Card, ...], tuple[Card, ...]]) -> tuple[int, int]:
            _, kept = choice
            return aim * points_seen(kept, kept), sum([VALUES[card] for card in kept])

        return as_held(view, max(throws_in_order(view.dealt, view.rules), key=liking)[0])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Take points that are plain to see, or else lay the highest card, but lead no five."""
        pile = [laid.card for laid in view.pile]
        aim = -1 if view.rules.lowball else 1
        runs = view.rules.runs_in_play

        def liking(card: Card) -> tuple[int, bool, Card]:
            told = bool(pile) or card >> 2 != _FIVE
            return aim * points_seen_in_play([*pile, card], runs=runs), told, card

        return max(playable, key=liking)

    def count(self, view: View, card: Card | None = None) -> int:
        """Count what lies on the table, as a beginner sees it."""
        if view.phase is Phase.PLAY:
            pile = [laid.card for laid in view.pile]
            return points_seen_in_play(
                [*pile, card] if card is not None else pile, runs=view.rules.runs_in_play
            )
        assert view.starter is not None, "hands are shown once the starter is cut"
        cards = view.shown[-1].cards
        return points_seen((*cards, view.starter), () if view.shown[-1].crib else cards)

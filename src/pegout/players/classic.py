"""``classic``: thinks as programs have thought since the seventies, in rules and whole points.

It counts every hand as a crib is counted, so it knows no flush of four; it takes the mean over the
starters, and adds or takes off what the throw makes in the crib, in whole points. In the play it
takes the largest score there is. Where nothing scores it lays the highest card of the first kind:

1. one that leaves the count under 5, from where nobody makes fifteen;
2. one after which it has an answer: another card that makes 15 or 31 after the next player has
   paired the card or has laid a ten-card, or one more of the same rank that fits after the pair;
3. one that does not make the count 5, 10 or 21;
4. any other.

It looks neither at the score nor at who holds how many cards; with three and four players it thinks
the same of whoever is next. In lowball it lays the card with the fewest points, of equals the
highest. The kernel's policy ``classic`` chooses the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegout.cards import VALUES, Card
from pegout.evaluation.discards import Role, hand_scores
from pegout.players.baselines import best_throw, crib_of_strangers
from pegout.players.common import Thinker
from pegout.rules import Rules, View
from pegout.scoring.unchecked import play_points

__all__ = ["Classic", "has_answer"]


class Classic(Thinker):
    """A program of the old kind."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib, the crib in whole points."""
        return best_throw(view, _whole_crib, _counted_as_a_crib)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card with the most points, or where none scores the highest of its kind."""
        pile = [laid.card for laid in view.pile]

        def liking(card: Card) -> tuple[int, int, Card]:
            points = play_points([*pile, card], runs=view.rules.runs_in_play)
            if view.rules.lowball:
                return -points, 0, card
            return points, 0 if points else self._kind(view, card), card

        return max(playable, key=liking)

    @staticmethod
    def _kind(view: View, card: Card) -> int:
        """Give the kind of a card that scores nothing, the best as the largest number."""
        after = view.count + VALUES[card]
        if after < 5:
            return 3
        if has_answer([other for other in view.hand if other != card], card, after):
            return 2
        return 1 if after not in (5, 10, 21) else 0


def has_answer(others: Sequence[Card], card: Card, after: int) -> bool:
    """Whether one of the other cards answers a pair of this card, or a ten-card laid on it.

    Args:
        others: what else is in the hand.
        card: the card that is laid.
        after: the count with it.

    >>> from pegout.cards import parse_cards
    >>> (seven,) = parse_cards("7H")
    >>> has_answer(parse_cards("AC"), seven, 7)  # 7 7 A
    True
    >>> has_answer(parse_cards("KC"), seven, 7)
    False
    """
    paired = after + VALUES[card]
    return any(
        {paired + VALUES[other], after + 10 + VALUES[other]} & {15, 31}
        or (other >> 2 == card >> 2 and paired + VALUES[other] <= 31)
        for other in others
    )


def _whole_crib(
    throw: tuple[Card, ...], dealt: tuple[Card, ...], rules: Rules, role: Role
) -> float:
    """Give the mean of the crib by the two ranks, in whole points."""
    ranks = tuple([card >> 2 for card in throw])
    return float(int(crib_of_strangers(ranks, False, rules, role) + 0.5))


def _counted_as_a_crib(kept: tuple[Card, ...], starters: Sequence[Card], rules: Rules) -> int:
    """Sum what kept cards count with each of the starters, with the flushes of a crib."""
    total = sum(hand_scores(kept, starters, rules))
    size, suit = len(kept), kept[0] & 3
    if any(card & 3 != suit for card in kept):
        return total
    fives = sum([starter & 3 == suit for starter in starters])
    fours = len(starters) - fives
    # Hands of three have flushes that are worth one less than those of four.
    four = max(0, (4 if rules.crib_flush == "four" else 0) + size - 4)
    five = max(0, (0 if rules.crib_flush == "none" else 5) + size - 4)
    return total + (four - size) * fours + (five - size - 1) * fives

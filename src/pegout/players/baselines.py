"""Players to measure others against, which choose what the kernel's policies of their names choose.

``random`` lays away and plays anything. The others discard by the mean of the hand over every
starter, with the mean of the crib (``greedy`` and ``lookahead``) or without (``blind-greedy`` and
``blind``), and play for the moment or look one card ahead. They differ from the policies in
nothing but how fast they are; :mod:`pegout.simulation.policies.cards` says how they choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from pegout.cards import CARDS, VALUES, Card
from pegout.evaluation.discards import Role, crib_mean, hand_scores, role_of
from pegout.players.base import chance
from pegout.players.common import Thinker
from pegout.rules import Rules, View
from pegout.scoring.unchecked import play_points

__all__ = [
    "Blind",
    "BlindGreedy",
    "Greedy",
    "Lookahead",
    "Randomly",
    "answering",
    "as_held",
    "best_throw",
    "crib_of_strangers",
    "crib_worth",
    "hand_total",
    "throws_in_order",
]

#: What looking ahead takes of the mean of the next answer, and of the chance of none: the kernel's.
_ANSWER: Final = 0.75
_GO: Final = 0.75
_JACK: Final = 10

Cards: TypeAlias = tuple[Card, ...]
#: What a throw is worth in the crib: the throw, all the cards dealt, the rules, and whose crib.
CribWorth: TypeAlias = Callable[[Cards, Cards, Rules, Role], float]
#: What kept cards count with the starters given, all in all.
HandTotal: TypeAlias = Callable[[Cards, Sequence[Card], Rules], int]


def throws_in_order(dealt: Sequence[Card], rules: Rules) -> list[tuple[Cards, Cards]]:
    """Give every throw with what it keeps, in the order of the kernel's actions.

    >>> from pegout.cards import parse_cards
    >>> from pegout.rules import Rules
    >>> throws_in_order(parse_cards("5H AS 2C JD 9C"), Rules(players=3))[0]
    ((Card('AS'),), (Card('2C'), Card('5H'), Card('9C'), Card('JD')))
    """
    cards = sorted(dealt)
    return [
        (throw, tuple([card for card in cards if card not in throw]))
        for throw in combinations(cards, rules.throws)
    ]


def hand_total(kept: Cards, starters: Sequence[Card], rules: Rules) -> int:
    """Sum what kept cards count with each of the starters."""
    return sum(hand_scores(kept, starters, rules))


@lru_cache(4096)
def crib_of_strangers(ranks: tuple[int, ...], suited: bool, rules: Rules, role: Role) -> float:
    """Give the mean of a crib with cards of these ranks, whatever else was dealt.

    It is what :func:`pegout.evaluation.cribs_array` has for them, without the throw's own nobs.

    Args:
        ranks: the one or two ranks, 0 for the ace.
        suited: whether two cards are of one suit.
        rules: the rules.
        role: whose crib it is.

    >>> from pegout.rules import Rules
    >>> round(crib_of_strangers((4, 4), False, Rules(), "own"), 1)
    8.8
    """
    suits = (0, 0 if suited and ranks[0] != ranks[-1] else 1)
    thrown = tuple([Card.of(rank, suit) for rank, suit in zip(ranks, suits, strict=False)])
    mean = crib_mean(thrown, thrown, rules, role)
    held = [card & 3 for card in thrown]
    nobs = sum([13 - held.count(card & 3) for card in thrown if card >> 2 == _JACK])
    return mean - rules.nobs_points * nobs / (52 - len(thrown))


def crib_worth(throw: Cards, dealt: Cards, rules: Rules, role: Role) -> float:
    """Give the mean of the crib with a throw: by the table, and the nobs of its own jacks."""
    suits = [card & 3 for card in dealt]
    hope = sum([13 - suits.count(card & 3) for card in throw if card >> 2 == _JACK])
    ranks = tuple([card >> 2 for card in throw])
    table = crib_of_strangers(ranks, throw[0] & 3 == throw[-1] & 3, rules, role)
    return table + rules.nobs_points * hope / (52 - len(dealt))


def best_throw(
    view: View,
    crib: CribWorth | None = None,
    total: HandTotal = hand_total,
    among: Sequence[Cards] = (),
) -> Cards:
    """Give the throw with the best mean of hand and crib, in lowball the least.

    Of equals it is the first, in the order of :func:`throws_in_order`.

    Args:
        view: the view of a seat that has to discard.
        crib: what a throw is worth in the crib; without it the crib counts for nothing.
        total: what kept cards count.
        among: the throws to choose from; all of them unless given.
    """
    assert view.seat is not None, "a seat has been dealt cards"
    assert view.dealer is not None, "somebody has dealt"
    rules = view.rules
    role = role_of(rules, view.seat, view.dealer)
    dealt = tuple(sorted(view.dealt))
    starters = [card for card in CARDS if card not in dealt]
    best, most = dealt[: rules.throws], -1e9
    for throw, kept in throws_in_order(dealt, rules):
        if among and throw not in among:
            continue
        value = total(kept, starters, rules) / len(starters)
        if crib is not None:
            worth = crib(throw, dealt, rules, role)
            value = value - worth if role == "opponent" else value + worth
        if rules.lowball:
            value = -value
        if value > most:
            best, most = throw, value
    return as_held(view, best)


def as_held(view: View, throw: Cards) -> Cards:
    """Give a throw with its cards in the order in which they are held."""
    return tuple([card for card in view.hand if card in throw])


def answering(view: View) -> int:
    """Give how many cards the next opponent holds who has any and may answer, or 0.

    Whoever let a card of one's own follow one's own has said go, and has no answer.
    """
    assert view.seat is not None, "a seat looks at its own cards"
    if view.pile and view.pile[-1].seat == view.seat:
        return 0
    around = [(view.seat + step) % view.rules.players for step in range(1, view.rules.players)]
    against = [seat for seat in around if view.rules.side(seat) != view.side]
    return next((view.hand_sizes[seat] for seat in against if view.hand_sizes[seat]), 0)


class Randomly(Thinker):
    """Lays away and plays any cards; counts right."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose any cards."""
        throws = list(combinations(view.hand, view.rules.throws))
        return chance(self.seed, view).choice(throws)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose any card."""
        return chance(self.seed, view).choice(playable)


class Greedy(Thinker):
    """Discards by the means, and plays the card that scores most now, of equals the highest."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib."""
        return best_throw(view, crib_worth)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card that scores most now."""
        pile = [laid.card for laid in view.pile]
        aim = -1 if view.rules.lowball else 1
        runs = view.rules.runs_in_play
        return max(playable, key=lambda card: (aim * play_points([*pile, card], runs=runs), card))


class BlindGreedy(Greedy):
    """Discards by the mean of the hand alone, and plays the card that scores most now."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw that keeps the best mean."""
        return best_throw(view)


class Lookahead(Thinker):
    """Discards by the means, and plays by the points now and by what the answer is worth."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib."""
        return best_throw(view, crib_worth)

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card with the most points, less the mean of the answer; of equals the highest.

        The answer may be each card that was not seen; it counts three quarters, as does the chance
        that the next opponent holds none that fits.
        """
        held, unseen = answering(view), view.unseen()
        pile, runs = [laid.card for laid in view.pile], view.rules.runs_in_play
        best, most = playable[0], -1e9
        for card in sorted(playable):
            longer = [*pile, card]
            value = float(play_points(longer, runs=runs))
            if held:
                left = len(unseen)
                fitting = [one for one in unseen if view.count + VALUES[card] + VALUES[one] <= 31]
                answers = sum([play_points([*longer, one], runs=runs) for one in fitting])
                alone = _GO
                for place in range(held):
                    alone *= max(0, left - len(fitting) - place) / (left - place)
                value += alone - _ANSWER * held * answers / left
            if view.rules.lowball:
                value = -value
            if value >= most:
                best, most = card, value
        return best


class Blind(Lookahead):
    """Discards by the mean of the hand alone, and plays one card ahead."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw that keeps the best mean."""
        return best_throw(view)

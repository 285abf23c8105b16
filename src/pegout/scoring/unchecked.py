"""Counting for callers that have checked the cards: the engine, players and tables.

The functions have the names and the results of :mod:`pegout.scoring`, which checks its arguments.
Impossible cards, or too many or too few of them, give wrong numbers here.

>>> from pegout.cards import Card, parse_cards
>>> show_points(parse_cards("5H 5S 5C JD"), Card("5D"))
29
"""

from collections.abc import Sequence
from itertools import combinations, groupby
from math import prod
from typing import Final

from pegout.cards import VALUES, Card
from pegout.scoring.items import CribFlush, Item, Kind

_OF_A_KIND: Final = {2: Kind.PAIR, 3: Kind.PAIR_ROYAL, 4: Kind.DOUBLE_PAIR_ROYAL}
_PAIR_POINTS: Final = (0, 0, 2, 6, 12)
# A run by the number of cards in its doubled ranks. Others would need six cards.
_RUN_KINDS: Final = {
    (): Kind.RUN,
    (2,): Kind.DOUBLE_RUN,
    (3,): Kind.TRIPLE_RUN,
    (2, 2): Kind.DOUBLE_DOUBLE_RUN,
}

# A set of ranks is a number with three bits for each rank, so that adding the keys of the cards
# gives the key of the set.
KEYS: Final = tuple(1 << (card // 4 * 3) for card in range(52))
JACK: Final = 40

# The score of a set of ranks does not depend on suits. Its items are positions in the cards
# sorted by number, computed once for each set.
_Plan = tuple[tuple[Kind, tuple[int, ...], int], ...]


def _plan(cards: Sequence[Card]) -> _Plan:
    """Find the fifteens, pairs and runs of cards that are sorted by number."""
    values = [VALUES[card] for card in cards]
    indices = range(len(cards))
    fifteens = [
        (Kind.FIFTEEN, chosen, 2)
        for size in range(2, len(cards) + 1)
        for chosen, counted in zip(
            combinations(indices, size), combinations(values, size), strict=True
        )
        if sum(counted) == 15
    ]
    ranks = [
        (rank, tuple(group))
        for rank, group in groupby(indices, key=lambda index: cards[index] >> 2)
    ]
    pairs: list[tuple[Kind, tuple[int, ...], int]] = []
    runs: list[tuple[Kind, tuple[int, ...], int]] = []
    # Consecutive ranks keep the same distance from their position among the distinct ranks.
    for _, run in groupby(enumerate(ranks), key=lambda entry: entry[1][0] - entry[0]):
        groups = [group for _, (_, group) in run]
        if len(groups) >= 3:
            runs.append(_run(groups))
        else:
            pairs.extend(
                (_OF_A_KIND[len(group)], group, _PAIR_POINTS[len(group)])
                for group in groups
                if len(group) > 1
            )
    return (*fifteens, *pairs, *runs)


def _run(groups: Sequence[tuple[int, ...]]) -> tuple[Kind, tuple[int, ...], int]:
    """Return one run with its doubles: ``groups`` has the positions of each of its ranks."""
    doubled = tuple([len(group) for group in groups if len(group) > 1])
    points = prod(doubled) * len(groups) + sum(_PAIR_POINTS[size] for size in doubled)
    kind = _RUN_KINDS.get(doubled, Kind.MULTIPLE_RUN)
    return kind, tuple(index for group in groups for index in group), points


class _Plans(dict[int, _Plan]):
    """A cache of plans, by the key of the set of ranks."""

    def find(self, cards: Sequence[Card]) -> _Plan:
        key = sum([KEYS[card] for card in cards])
        plan = self.get(key)
        if plan is None:
            plan = self[key] = _plan(sorted(cards))
        return plan


class _RankPoints(dict[int, int]):
    """A cache of the points of sets of ranks, without flush and nobs, by the key of the set."""

    def __missing__(self, key: int) -> int:
        cards = [
            Card(rank * 4 + copy) for rank in range(13) for copy in range(key >> (rank * 3) & 7)
        ]
        points = self[key] = sum(points for _, _, points in _plan(cards))
        return points


_PLANS: Final = _Plans()
RANK_POINTS: Final = _RankPoints()


def flush_points(hand: Sequence[Card], starter: Card, crib_flush: CribFlush | None) -> int:
    """Return the points of the flush, for a hand (``None``) or for a crib."""
    suit = starter & 3
    first = hand[0] & 3
    for card in hand:
        if card & 3 != first:
            return 0
    if first == suit:
        return 0 if crib_flush == "none" else len(hand) + 1
    return len(hand) if crib_flush is None or crib_flush == "four" else 0


def score_show(
    hand: Sequence[Card],
    starter: Card,
    *,
    crib: bool = False,
    crib_flush: CribFlush = "five",
    nobs_points: int = 1,
) -> tuple[Item, ...]:
    """Count a hand or a crib with the starter, item by item; see :func:`pegout.scoring.score_show`.

    >>> from pegout.cards import parse_cards
    >>> [str(item) for item in score_show(parse_cards("2H 4H 6H 8H"), Card("KS"))]
    ['flush 4 (2H 4H 6H 8H)']
    """
    cards = sorted((*hand, starter))
    items = [
        Item(kind, tuple([cards[index] for index in indices]), points)
        for kind, indices, points in _PLANS.find(cards)
    ]
    flush = flush_points(hand, starter, crib_flush if crib else None)
    if flush:
        flushed = sorted(hand) if flush == len(hand) else cards
        items.append(Item(Kind.FLUSH, tuple(flushed), flush))
    jack = JACK + (starter & 3)
    if nobs_points and jack in hand:
        items.append(Item(Kind.NOBS, (Card(jack),), nobs_points))
    return tuple(items)


def show_points(
    hand: Sequence[Card],
    starter: Card,
    *,
    crib: bool = False,
    crib_flush: CribFlush = "five",
    nobs_points: int = 1,
) -> int:
    """Count a hand or a crib with the starter: the sum of :func:`score_show`, faster.

    >>> from pegout.cards import parse_cards
    >>> show_points(parse_cards("2H 4H 6H 8H"), Card("KS"), crib=True)
    0
    """
    keys = KEYS
    key = keys[starter]
    suits = 0
    for card in hand:
        key += keys[card]
        suits |= 1 << (card & 3)
    points = RANK_POINTS[key]
    if not suits & (suits - 1):
        points += flush_points(hand, starter, crib_flush if crib else None)
    jack = JACK + (starter & 3)
    if jack in hand:
        points += nobs_points
    return points


def score_play(pile: Sequence[Card], *, runs: bool = True) -> tuple[Item, ...]:
    """Count the last card of the pile, item by item; see :func:`pegout.scoring.score_play`.

    >>> from pegout.cards import parse_cards
    >>> [str(item) for item in score_play(parse_cards("7C 8D"))]
    ['fifteen 2 (7C 8D)']
    """
    items = []
    count = sum([VALUES[card] for card in pile])
    if count == 15:
        items.append(Item(Kind.FIFTEEN, tuple(pile), 2))
    elif count == 31:
        items.append(Item(Kind.THIRTY_ONE, tuple(pile), 2))
    alike = _alike(pile)
    if alike > 1:
        items.append(Item(_OF_A_KIND[alike], tuple(pile[-alike:]), _PAIR_POINTS[alike]))
    elif runs and (length := _run_length(pile)):
        items.append(Item(Kind.RUN, tuple(pile[-length:]), length))
    return tuple(items)


def play_points(pile: Sequence[Card], *, runs: bool = True) -> int:
    """Count the last card of the pile: the sum of :func:`score_play`, faster.

    >>> from pegout.cards import parse_cards
    >>> play_points(parse_cards("7C 8D 7H"))
    0
    """
    count = sum([VALUES[card] for card in pile])
    points = 2 if count in (15, 31) else 0
    alike = _alike(pile)
    if alike > 1:
        return points + _PAIR_POINTS[alike]
    return points + _run_length(pile) if runs else points


def _alike(pile: Sequence[Card]) -> int:
    """Count how many cards at the end of the pile are of the last one's rank."""
    rank = pile[-1] >> 2
    alike = 1
    while alike < len(pile) and pile[-alike - 1] >> 2 == rank:
        alike += 1
    return alike


def _run_length(pile: Sequence[Card]) -> int:
    """Return the length of the longest run that the last card completes, or 0."""
    best = 0
    seen = 0
    lowest = highest = pile[-1] >> 2
    for length, card in enumerate(reversed(pile), start=1):
        rank = card >> 2
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        lowest = min(lowest, rank)
        highest = max(highest, rank)
        if length >= 3 and highest - lowest == length - 1:
            best = length
    return best

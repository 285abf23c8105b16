"""What cards are worth: in the show and in the play, item by item or as a total.

The items come in the order in which a player counts aloud: fifteens, pairs, runs, flush, nobs.
Cards that make a double, triple or double double run are one item that includes its pairs.

>>> from pegout.cards import Card, parse_cards
>>> for item in show(parse_cards("5H 5S 5C JD"), Card("5D")):
...     print(item)
fifteen 2 (5C JD)
fifteen 2 (5D JD)
fifteen 2 (5H JD)
fifteen 2 (5S JD)
fifteen 2 (5C 5D 5H)
fifteen 2 (5C 5D 5S)
fifteen 2 (5C 5H 5S)
fifteen 2 (5D 5H 5S)
double_pair_royal 12 (5C 5D 5H 5S)
nobs 1 (JD)
>>> show_points(parse_cards("5H 5S 5C JD"), Card("5D"))
29
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations, groupby
from math import prod
from typing import Final, Literal, NamedTuple

from pegout.cards import VALUES, Card, format_cards

__all__ = [
    "CribFlush",
    "Item",
    "Kind",
    "play",
    "play_points",
    "show",
    "show_points",
]

#: Which flush counts in the crib: of all five cards, of the crib's four, or none.
CribFlush = Literal["five", "four", "none"]


class Kind(StrEnum):
    """Everything that points are given for."""

    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty_one"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    DOUBLE_RUN = "double_run"
    TRIPLE_RUN = "triple_run"
    DOUBLE_DOUBLE_RUN = "double_double_run"
    MULTIPLE_RUN = "multiple_run"
    FLUSH = "flush"
    NOBS = "nobs"
    HEELS = "heels"
    GO = "go"
    LAST_CARD = "last_card"


class Item(NamedTuple):
    """One thing that scores: what it is, the cards that make it, and the points."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int

    def __str__(self) -> str:
        return f"{self.kind} {self.points} ({format_cards(self.cards)})"


_OF_A_KIND: Final = {2: Kind.PAIR, 3: Kind.PAIR_ROYAL, 4: Kind.DOUBLE_PAIR_ROYAL}
_PAIR_POINTS: Final = (0, 0, 2, 6, 12)
# A run by how many cards there are of its doubled ranks. More than that takes six cards.
_RUN_KINDS: Final = {
    (): Kind.RUN,
    (2,): Kind.DOUBLE_RUN,
    (3,): Kind.TRIPLE_RUN,
    (2, 2): Kind.DOUBLE_DOUBLE_RUN,
}

# A set of ranks is a number with three bits for each rank, so that adding the keys of the cards
# gives the key of the set.
_KEYS: Final = tuple(1 << (card // 4 * 3) for card in range(52))
_JACK: Final = 40

# What a set of ranks scores does not depend on its suits: its items as positions in the cards
# sorted by number, found once for each set.
_Plan = tuple[tuple[Kind, tuple[int, ...], int], ...]


def _plan(cards: Sequence[Card]) -> _Plan:
    """Find the fifteens, pairs and runs of cards that are sorted by number."""
    values = [VALUES[card] for card in cards]
    places = range(len(cards))
    fifteens = [
        (Kind.FIFTEEN, chosen, 2)
        for size in range(2, len(cards) + 1)
        for chosen in combinations(places, size)
        if sum(values[place] for place in chosen) == 15
    ]
    ranks = [
        (rank, tuple(group)) for rank, group in groupby(places, key=lambda place: cards[place] >> 2)
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
    """Give one run with all that doubles it: ``groups`` are the places of each rank in turn."""
    doubled = tuple([len(group) for group in groups if len(group) > 1])
    points = prod(doubled) * len(groups) + sum(_PAIR_POINTS[size] for size in doubled)
    kind = _RUN_KINDS.get(doubled, Kind.MULTIPLE_RUN)
    return kind, tuple(place for group in groups for place in group), points


class _Plans(dict[int, _Plan]):
    """The plans that were needed so far, by the key of the set of ranks."""

    def find(self, cards: Sequence[Card]) -> _Plan:
        key = sum([_KEYS[card] for card in cards])
        plan = self.get(key)
        if plan is None:
            plan = self[key] = _plan(sorted(cards))
        return plan


class _RankPoints(dict[int, int]):
    """The points of sets of ranks, suits left aside, by the key of the set."""

    def __missing__(self, key: int) -> int:
        cards = [
            Card(rank * 4 + copy) for rank in range(13) for copy in range(key >> (rank * 3) & 7)
        ]
        points = self[key] = sum(points for _, _, points in _plan(cards))
        return points


_PLANS: Final = _Plans()
_RANK_POINTS: Final = _RankPoints()


def _flush(hand: Sequence[Card], starter: Card, crib_flush: CribFlush | None) -> int:
    """Give the points of the flush, for a hand (``None``) or for a crib."""
    suit = starter & 3
    first = hand[0] & 3
    for card in hand:
        if card & 3 != first:
            return 0
    if first == suit:
        return 0 if crib_flush == "none" else len(hand) + 1
    return len(hand) if crib_flush is None or crib_flush == "four" else 0


def show(
    hand: Sequence[Card],
    starter: Card,
    *,
    crib: bool = False,
    crib_flush: CribFlush = "five",
    nobs_points: int = 1,
) -> tuple[Item, ...]:
    """Count a hand or a crib with the starter, item by item.

    Args:
        hand: the cards held, usually four; three to five in the variations.
        starter: the card that was cut.
        crib: whether this is the crib, where a flush follows ``crib_flush``.
        crib_flush: which flush counts in the crib.
        nobs_points: points for a jack in the hand of the starter's suit; 0 leaves it out.

    Returns:
        The items in the order of counting aloud, empty for a hand of nothing. The cards of each
        item are sorted by rank and suit.

    >>> from pegout.cards import parse_cards
    >>> [str(item) for item in show(parse_cards("7C 7D 8H 9S"), Card("KC"))]
    ['fifteen 2 (7C 8H)', 'fifteen 2 (7D 8H)', 'double_run 8 (7C 7D 8H 9S)']

    Source: American Cribbage Congress, Official Tournament Rules, rule 7 (the show).
    """
    cards = sorted((*hand, starter))
    items = [
        Item(kind, tuple([cards[place] for place in places]), points)
        for kind, places, points in _PLANS.find(cards)
    ]
    flush = _flush(hand, starter, crib_flush if crib else None)
    if flush:
        flushed = sorted(hand) if flush == len(hand) else cards
        items.append(Item(Kind.FLUSH, tuple(flushed), flush))
    jack = _JACK + (starter & 3)
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
    """Count a hand or a crib with the starter: the sum of :func:`show`, faster.

    >>> from pegout.cards import parse_cards
    >>> show_points(parse_cards("2H 4H 6H 8H"), Card("KS"), crib=True)
    0
    """
    keys = _KEYS
    key = keys[starter]
    suits = 0
    for card in hand:
        key += keys[card]
        suits |= 1 << (card & 3)
    points = _RANK_POINTS[key]
    if not suits & (suits - 1):
        points += _flush(hand, starter, crib_flush if crib else None)
    jack = _JACK + (starter & 3)
    if jack in hand:
        points += nobs_points
    return points


def play(pile: Sequence[Card], *, runs: bool = True) -> tuple[Item, ...]:
    """Count the last card laid in the play, item by item; go and last card are not its matter.

    Args:
        pile: the cards of the current count in the order in which they were laid.
        runs: whether runs count in the play.

    Returns:
        Fifteen or thirty-one first, then pairs or a run; the cards of an item in the order laid.

    >>> from pegout.cards import parse_cards
    >>> [str(item) for item in play(parse_cards("3C 5D 6H 7S 4C"))]
    ['run 5 (3C 5D 6H 7S 4C)']

    Source: American Cribbage Congress, Official Tournament Rules, rule 6 (the play).
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
    """Count the last card laid in the play: the sum of :func:`play`, faster.

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
    """Give the length of the longest run that the last card completes, or 0."""
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

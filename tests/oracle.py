"""A simple way to count cards, slow and straight from the rules.

The oracle reads a card by its name, so it shares neither numbering nor values of cards with the
program. It counts pairs two cards at a time and runs subset by subset, where the program makes one
item of a double run with its pairs.

Source: American Cribbage Congress, rules of cribbage: scoring the play and scoring the hand.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pegout.cards import Card

ORDER = "A23456789TJQK"


class Show(NamedTuple):
    """The score of a hand or a crib, by the items that a player counts aloud."""

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int


def rank(card: Card) -> int:
    """Return the place of the card in a run: 1 for an ace to 13 for a king."""
    return ORDER.index(str(card)[0]) + 1


def suit(card: Card) -> str:
    return str(card)[1]


def value(card: Card) -> int:
    """Return what the card adds to a count: an ace is one, a court card ten."""
    return min(rank(card), 10)


def consecutive(cards: Sequence[Card]) -> bool:
    """Return whether the cards, in order, go up by one rank at each step."""
    ranks = sorted(rank(card) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def fifteens(cards: Sequence[Card]) -> int:
    """Return two points for every set of cards that adds up to fifteen."""
    return sum(
        2
        for size in range(2, len(cards) + 1)
        for chosen in combinations(cards, size)
        if sum(value(card) for card in chosen) == 15
    )


def pairs(cards: Sequence[Card]) -> int:
    """Return two points for every two cards of a rank."""
    return sum(2 for card, other in combinations(cards, 2) if rank(card) == rank(other))


def runs(cards: Sequence[Card]) -> int:
    """Return a point a card for every run of three or more that no other card extends."""
    ranks = {rank(card) for card in cards}
    points = 0
    for size in range(3, len(cards) + 1):
        for chosen in combinations(cards, size):
            lowest = min(rank(card) for card in chosen)
            highest = max(rank(card) for card in chosen)
            longer = lowest - 1 in ranks or highest + 1 in ranks
            if consecutive(chosen) and not longer:
                points += size
    return points


def flush(hand: Sequence[Card], starter: Card, crib: bool, crib_flush: str) -> int:
    """Return a point a card for a hand of one suit, and one more for a starter of that suit."""
    if len({suit(card) for card in hand}) > 1:
        return 0
    with_starter = suit(starter) == suit(hand[0])
    if crib and (crib_flush == "none" or (crib_flush == "five" and not with_starter)):
        return 0
    return len(hand) + with_starter


def nobs(hand: Sequence[Card], starter: Card, points: int) -> int:
    """Return the points for a jack in the hand, not the starter itself, of the starter's suit."""
    return points if "J" + suit(starter) in [str(card) for card in hand] else 0


def show(
    hand: Sequence[Card],
    starter: Card,
    *,
    crib: bool = False,
    crib_flush: str = "five",
    nobs_points: int = 1,
) -> Show:
    """Count a hand or a crib with the starter."""
    cards = (*hand, starter)
    return Show(
        fifteens(cards),
        pairs(cards),
        runs(cards),
        flush(hand, starter, crib, crib_flush),
        nobs(hand, starter, nobs_points),
    )


class Play(NamedTuple):
    """The score of the last card played."""

    total: int
    pairs: int
    runs: int


def play(pile: Sequence[Card], *, runs: bool = True) -> Play:
    """Count the last card of the cards played in this count."""
    total = 2 if sum(value(card) for card in pile) in (15, 31) else 0
    of_a_kind = 0
    for length, points in ((4, 12), (3, 6), (2, 2)):
        if len(pile) >= length and len({rank(card) for card in pile[-length:]}) == 1:
            of_a_kind = points
            break
    in_a_row = 0
    if runs:
        for length in range(len(pile), 2, -1):
            if consecutive(pile[-length:]):
                in_a_row = length
                break
    return Play(total, of_a_kind, in_a_row)

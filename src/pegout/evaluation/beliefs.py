"""What the others may hold in the play, and how likely it is.

A seat's cards are drawn from those that have not been seen. A go tells that none of them fitted,
and a count that ended tells it of everybody. With two players, who throw two of six, nobody keeps
four cards at random: each set of ranks is weighted by how often a hand is kept that way, as shipped
in the table ``keeps``, whose provenance stands in its head. Three and four players throw one card
and are taken to hold any: weighing all their hands at once leaves too few of a sample to go by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from random import Random
from typing import Final

from pegout.evaluation import ranks, tables
from pegout.evaluation.ranks import VALUES, Ranks
from pegout.rules import View

__all__ = ["World", "keep_means", "keep_rate", "least_values", "worlds"]

#: What each seat may hold, as ranks, with its weight.
World = tuple[tuple[Ranks, ...], float]

#: The part of all players who are taken to keep their cards in no particular way.
_CARELESS: Final = 0.1
_COMB: Final = [[comb(number, chosen) for chosen in range(5)] for number in range(5)]


@cache
def keep_rate(role: str) -> Mapping[Ranks, float]:
    """Give for each set of four ranks how much likelier it is kept than four cards at random.

    Args:
        role: ``own`` for the dealer, ``opponent`` for the pone.

    >>> rates = keep_rate("own")
    >>> rates[ranks.parse("5JQK")] > 2 > 0.2 > rates[ranks.parse("A79K")]
    True
    """
    hands = {
        ranks.parse(row["keep"]): int(row["hands"])
        for row in tables.load("keeps").rows
        if row["role"] == role
    }
    total, every = sum(hands.values()), comb(52, 4)
    return {
        keep: _CARELESS + (1 - _CARELESS) * hands.get(keep, 0) / total * every / ranks.ways(keep)
        for keep in ranks.sets(4)
    }


@cache
def keep_means() -> tuple[float, ...]:
    """Give how many cards of each rank a kept hand of four has on average.

    >>> means = keep_means()
    >>> round(sum(means), 6), means[4] == max(means)
    (4.0, True)
    """
    means = [0.0] * 13
    rates = [keep_rate("own"), keep_rate("opponent")]
    for keep in ranks.sets(4):
        share = ranks.ways(keep) / comb(52, 4) * sum(rate[keep] for rate in rates) / 2
        for rank in keep:
            means[rank] += share
    return tuple(means)


def least_values(view: View) -> list[int]:
    """Give for each seat the least value that its cards can have, from what it could not lay.

    A seat that says go at 25 has no card under 7; whoever still held cards when a count ended
    had none that fitted.
    """
    ended = [sum([VALUES[laid.card >> 2] for laid in pile]) for pile in view.earlier]
    least = max([32 - count for count in ended], default=1)
    values = [least] * view.rules.players
    for go in view.goes:
        values[go.seat] = max(values[go.seat], 32 - go.count)
    return values


@cache
def _sets(size: int, least: int) -> tuple[tuple[Ranks, tuple[tuple[int, int], ...]], ...]:
    """Give the sets of ranks of no less than this value, each also as ranks and numbers."""
    return tuple(
        [
            (cards, tuple(Counter(cards).items()))
            for cards in ranks.sets(size)
            if not cards or VALUES[cards[0]] >= least
        ]
    )


def _hands(
    left: Sequence[int], size: int, least: int, laid: Ranks, rate: Mapping[Ranks, float] | None
) -> list[tuple[Ranks, float]]:
    """Give the sets that a seat may hold with their weights.

    Args:
        left: how many cards of each rank may be among them.
        size: how many cards the seat holds.
        least: the least value they have.
        laid: what the seat has laid already.
        rate: how much likelier sets are kept than by chance, if it is known.
    """
    found = []
    for cards, counts in _sets(size, least):
        weight: float = 1
        for rank, number in counts:
            weight *= _COMB[left[rank]][number]
        if weight:
            if rate is not None:
                weight *= rate[tuple(sorted(cards + laid))]
            found.append((cards, weight))
    return found


def worlds(view: View, most: int, chance: Random) -> list[World]:
    """Give what the seats may hold, the own cards in their place, with weights.

    With two players these are all sets that fit; of more than ``most`` a sample, taken at even
    distances of weight from a start that ``chance`` gives. With more players they are a sample.
    """
    assert view.seat is not None, "a seat looks at its own deal"
    assert view.dealer is not None, "somebody has dealt"
    left = [4] * 13
    for card in view.seen():
        left[card >> 2] -= 1
    least = least_values(view)
    own = ranks.of(view.hand)
    if view.rules.players > 2:
        return _deals(view, left, least, most, chance)
    other = 1 - view.seat
    size = view.hand_sizes[other]
    laid = tuple([laid.card >> 2 for laid in view.laid if laid.seat == other])
    rate = None
    if size + len(laid) == 4:
        rate = keep_rate("own" if other == view.dealer else "opponent")
    hands = _hands(left, size, least[other], laid, rate)
    if len(hands) > most:
        hands = _sample(hands, most, chance.random())
    return [((own, cards) if view.seat == 0 else (cards, own), weight) for cards, weight in hands]


def _sample(
    hands: Sequence[tuple[Ranks, float]], size: int, start: float
) -> list[tuple[Ranks, float]]:
    """Draw hands at even distances of weight; one drawn twice counts twice."""
    step = sum([weight for _, weight in hands]) / size
    drawn = []
    reached, mark = 0.0, start * step
    for cards, weight in hands:
        reached += weight
        number = 0
        while mark < reached:
            number += 1
            mark += step
        if number:
            drawn.append((cards, float(number)))
    return drawn


def _deals(
    view: View, left: Sequence[int], least: Sequence[int], most: int, chance: Random
) -> list[World]:
    """Deal the cards not seen to the other seats, the most constrained first.

    Cards that a seat may hold are among those that a less constrained one may, so no deal fails.
    """
    others = sorted(
        (seat for seat in range(view.rules.players) if seat != view.seat),
        key=lambda seat: -least[seat],
    )
    pack = [rank for rank in range(13) for _ in range(left[rank])]
    own = ranks.of(view.hand)
    sizes = [view.hand_sizes[seat] for seat in others]
    found: list[World] = []
    for _ in range(most):
        hands = [own] * view.rules.players
        if max(least) == 1:
            dealt = chance.sample(pack, sum(sizes))
            for seat, size in zip(others, sizes, strict=True):
                hands[seat] = tuple(sorted(dealt[:size]))
                del dealt[:size]
        else:
            rest = chance.sample(pack, len(pack))
            for seat, size in zip(others, sizes, strict=True):
                fitting = [rank for rank in rest if VALUES[rank] >= least[seat]][:size]
                for rank in fitting:
                    rest.remove(rank)
                hands[seat] = tuple(sorted(fitting))
        found.append((tuple(hands), 1.0))
    return found

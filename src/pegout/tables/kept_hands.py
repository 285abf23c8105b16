"""The frequencies of kept hands with two players, and their expected pegging: shipped tables.

Kept hands are not random. The table ``keeps`` has the number of hands in which each set is kept
when discards and play are solved as one game. The table ``pegs`` has the points of each set in the
shipped play strategy. The heads of the tables give their provenance.

>>> round(sum(keep_means()), 6)
4.0
"""

from collections.abc import Mapping
from math import comb

from pegout.loading import load_once
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.rank_sets import Ranks


@load_once
def keep_hands(role: str) -> Mapping[Ranks, int]:
    """Return in how many of the 20,358,520 hands of six a role keeps each set of four ranks.

    Sets that are never kept are left out.

    >>> keep_hands("own")[ranks.parse("AAAA")]
    1128
    """
    return {
        ranks.parse(row["keep"]): int(row["hands"])
        for row in tables.load("keeps").rows
        if row["role"] == role
    }


@load_once
def keep_rate(role: str) -> Mapping[Ranks, float]:
    """Return how much likelier each set of four ranks is as a kept hand than as random cards.

    >>> rates = keep_rate("own")
    >>> rates[ranks.parse("5JQK")] > 2 > 0.2 > rates[ranks.parse("A79K")]
    True
    """
    hands = keep_hands(role)
    total, every = sum(hands.values()), comb(52, 4)
    return {keep: hands.get(keep, 0) / total * every / ranks.ways(keep) for keep in ranks.sets(4)}


@load_once
def keep_means() -> tuple[float, ...]:
    """Return the average number of cards of each rank in a kept hand of four.

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


@load_once
def keep_pegs(role: str) -> tuple[float, ...]:
    """Return the expected points of each set of four ranks in the play, less the opponent's.

    Both seats follow the shipped strategy of :mod:`pegout.tables.play_strategy`. The opponent's
    hand follows the distribution of kept hands against such a hand.

    Returns:
        Points, in the order of :func:`pegout.tables.rank_sets.sets`.

    >>> pegs = dict(zip(ranks.sets(4), keep_pegs("own"), strict=True))
    >>> pegs[ranks.parse("A234")] > 2 > 0.5 > pegs[ranks.parse("5TJQ")]
    True
    """
    pegs = {row["keep"]: row["pegs"] for row in tables.load("pegs").rows if row["role"] == role}
    return tuple([float(pegs[ranks.format(keep)]) for keep in ranks.sets(4)])

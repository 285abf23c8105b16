"""Who meets whom in a round.

Everybody meets everybody in a round robin, by the circle method: one place stands still, the others
move on by one place from round to round. After a late entry, and in a Swiss tournament, players are
paired in an order: the first with the first in the order whom they may meet, as long as everybody
else can still be paired. That a pairing exists is decided by :mod:`~pegout.tournaments.matching`,
so nobody meets an opponent again while another pairing of the round would avoid it, and players can
follow the pairing by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pegout.tournaments.matching import Graph, largest_matching

#: Two players, or one who sits out.
Pair = tuple[int, int | None]


def circle(players: int) -> list[list[Pair]]:
    """Return the rounds in which everybody meets everybody once; of an odd number, one sits out.

    >>> circle(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    >>> circle(3)
    [[(1, 2), (0, None)], [(0, 1), (2, None)], [(2, 0), (1, None)]]
    """
    last = players - 1 + players % 2
    return [_order(_round(number, last), players) for number in range(last)]


def _round(number: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a round; the place that stands still is the last one."""
    turned = number * (last + 1) // 2 % last
    # It changes sides, so that nobody comes first much more often than others.
    yield (turned, last) if not number % 2 else (last, turned)
    for step in range(1, (last + 1) // 2):
        yield (turned + step) % last, (turned - step) % last


def _order(pairs: Iterator[tuple[int, int]], players: int) -> list[Pair]:
    """Put who sits out last: the opponent of a place that nobody has."""
    found = list(pairs)
    meet: list[Pair] = [pair for pair in found if max(pair) < players]
    return meet + [(min(pair), None) for pair in found if max(pair) >= players]


def pair_in_order(
    order: Sequence[int], may_meet: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """Pair as many players as possible, the first in the order with the first they may meet.

    >>> pair_in_order([1, 2, 3, 4], lambda one, other: {one, other} != {1, 2})
    [(1, 3), (2, 4)]
    >>> pair_in_order([1, 2, 3, 4], lambda one, other: 1 in (one, other))
    [(1, 2)]
    """
    graph: Graph = {
        one: [other for other in order if other != one and may_meet(one, other)] for one in order
    }
    partners = largest_matching(graph)
    pairs = []
    while partners:
        first = next(iter(graph))
        graph, partners, other = _pair_first(graph, partners, first)
        if other is not None:
            pairs.append((first, other))
    return pairs


def _pair_first(
    graph: Graph, partners: dict[int, int], first: int
) -> tuple[Graph, dict[int, int], int | None]:
    """Pair the first player; return the graph of the others, their matching, and the partner."""
    for other in graph[first]:
        rest = _without(graph, {first, other})
        kept = {
            one: partner for one, partner in partners.items() if one in rest and partner in rest
        }
        others = largest_matching(rest, kept)
        if len(others) == len(partners) - 2:
            return rest, others, other
    # As many pairs are possible without this player, and no more with them.
    return _without(graph, {first}), partners, None


def _without(graph: Graph, gone: set[int]) -> Graph:
    return {
        one: [other for other in others if other not in gone]
        for one, others in graph.items()
        if one not in gone
    }


def swiss(
    order: Sequence[int], met: Callable[[int, int], int], byes: Callable[[int], int]
) -> list[Pair]:
    """Pair a round of a Swiss tournament in the order of the standings.

    Of an odd number, the last of those who have sat out least often sits out, if the others can be
    paired. Nobody meets an opponent again unless every pairing has such a pair.

    Args:
        order: the players, the best first.
        met: returns how often two players have met.
        byes: returns how often a player has sat out.

    >>> swiss([5, 3, 8], lambda one, other: 0, lambda player: player == 8)
    [(5, 8), (3, None)]
    """
    most = max([met(one, other) for one in order for other in order if one != other], default=0)
    for out in _sitting_out(order, byes):
        for bound in range(most + 1):
            pairs = _within(order, met, bound, out)
            if pairs is not None:
                return pairs
    return []


def _sitting_out(
    order: Sequence[int], byes: Callable[[int], int]
) -> Iterator[Sequence[int | None]]:
    """Yield who may sit out: first those who have done so least often, the last in the order first.

    >>> list(_sitting_out([4, 5, 6], lambda player: player == 6)), list(_sitting_out([1, 2], int))
    ([[5, 4], [6]], [[None]])
    """
    if not len(order) % 2:
        yield [None]
        return
    for number in sorted({byes(player) for player in order}):
        yield [player for player in reversed(order) if byes(player) == number]


def _within(
    order: Sequence[int],
    met: Callable[[int, int], int],
    bound: int,
    out: Sequence[int | None],
) -> list[Pair] | None:
    """Return a pairing in which nobody has met more often than the bound, if there is one."""
    for player in out:
        rest = [other for other in order if other != player]
        pairs = pair_in_order(rest, lambda one, other: met(one, other) <= bound)
        if 2 * len(pairs) == len(rest):
            return [*pairs, (player, None)] if player is not None else [*pairs]
    return None

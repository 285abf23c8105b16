"""Who meets whom: the largest matching, the circle, and a Swiss round."""

import random
from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.tournaments.matching import largest_matching
from pegout.tournaments.pairings import circle, pair_in_order, swiss

Edges = set[frozenset[int]]


def most_pairs(left: frozenset[int], edges: Edges) -> int:
    """Try everything."""
    if len(left) < 2:
        return 0
    first = min(left)
    rest = left - {first}
    found = [most_pairs(rest, edges)]
    found += [
        1 + most_pairs(rest - {two}, edges) for two in rest if frozenset((first, two)) in edges
    ]
    return max(found)


def graph_of(players: int, edges: Edges) -> Mapping[int, Collection[int]]:
    return {
        one: [two for two in range(players) if frozenset((one, two)) in edges]
        for one in range(players)
    }


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    players = draw(st.integers(1, 9))
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return players, edges


@given(graphs())
def test_a_largest_matching_has_as_many_pairs_as_any(drawn: tuple[int, Edges]) -> None:
    players, edges = drawn
    partners = largest_matching(graph_of(players, edges))
    assert all(partners[partner] == one for one, partner in partners.items())
    assert {frozenset(pair) for pair in partners.items()} <= edges
    assert len(partners) == 2 * most_pairs(frozenset(range(players)), edges)


def test_a_matching_contracts_a_circle_within_a_circle() -> None:
    # Two triangles on a path between two players who have one opponent each: ten players in all.
    pairs = [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4), (6, 7), (2, 8), (5, 9)]
    partners = largest_matching(graph_of(10, {frozenset(pair) for pair in pairs}))
    assert len(partners) == 10


@given(graphs(), st.randoms(use_true_random=False))
def test_the_first_meets_the_first_with_whom_all_others_can_still_be_paired(
    drawn: tuple[int, Edges], chance: random.Random
) -> None:
    players, edges = drawn
    order = list(range(players))
    chance.shuffle(order)
    left, expected = list(order), []
    while left:
        first = left.pop(0)
        most = most_pairs(frozenset([first, *left]), edges)
        for two in left:
            rest = frozenset(left) - {two}
            if frozenset((first, two)) in edges and 1 + most_pairs(rest, edges) == most:
                expected.append((first, two))
                left.remove(two)
                break
    assert pair_in_order(order, lambda one, two: frozenset((one, two)) in edges) == expected


@pytest.mark.parametrize("players", range(2, 65))
def test_everybody_meets_everybody_once_in_the_circle(players: int) -> None:
    rounds = circle(players)
    assert len(rounds) == players - 1 + players % 2
    met = Counter([frozenset(pair) for round_ in rounds for pair in round_ if pair[1] is not None])
    assert met == Counter([frozenset(pair) for pair in combinations(range(players), 2)])
    for round_ in rounds:
        assert sorted(one for pair in round_ for one in pair if one is not None) == list(
            range(players)
        )
    out = Counter([pair[0] for round_ in rounds for pair in round_ if pair[1] is None])
    assert out == (Counter(range(players)) if players % 2 else Counter())
    first = Counter([pair[0] for round_ in rounds for pair in round_ if pair[1] is not None])
    games = players - 1
    assert all(games // 2 <= first[one] <= (games + 1) // 2 for one in range(players))


def times(met: Mapping[frozenset[int | None], int], one: int, two: int) -> int:
    return met.get(frozenset((one, two)), 0)


@given(
    players=st.integers(2, 9),
    rounds=st.integers(1, 10),
    chance=st.randoms(use_true_random=False),
)
def test_nobody_meets_again_and_nobody_sits_out_twice_while_that_is_avoidable(
    players: int, rounds: int, chance: random.Random
) -> None:
    met: Counter[frozenset[int | None]] = Counter()
    byes: Counter[int] = Counter()
    order = list(range(players))
    for _ in range(rounds):
        chance.shuffle(order)
        pairs = swiss(order, partial(times, met), byes.__getitem__)
        assert sorted(one for pair in pairs for one in pair if one is not None) == sorted(order)
        out = [one for one, two in pairs if two is None]
        assert len(out) == players % 2
        fewest = min(byes[one] for one in order)
        assert all(byes[one] == fewest for one in out)
        new = {frozenset(pair) for pair in combinations(order, 2) if not times(met, *pair)}
        may_sit_out = [{one} for one in order if byes[one] == fewest] if out else [set()]
        avoidable = any(
            2 * most_pairs(frozenset(order) - who, new) == players - len(out) for who in may_sit_out
        )
        repeated = [pair for pair in pairs if pair[1] is not None and met[frozenset(pair)]]
        assert not (avoidable and repeated)
        met += Counter([frozenset(pair) for pair in pairs if pair[1] is not None])
        byes += Counter(out)


def test_the_last_who_has_not_sat_out_does_so() -> None:
    byes = Counter({4: 1})
    pairs = swiss([0, 1, 2, 3, 4], lambda one, two: 0, byes.__getitem__)
    assert pairs == [(0, 1), (2, 4), (3, None)]


def test_a_meeting_that_cannot_be_avoided_is_one_that_was_not_repeated_yet() -> None:
    met: Counter[frozenset[int | None]] = Counter({frozenset((0, 1)): 2, frozenset((2, 3)): 2})
    met += Counter([frozenset(pair) for pair in ((0, 2), (1, 3), (0, 3), (1, 2))])
    pairs = swiss([0, 1, 2, 3], partial(times, met), lambda _: 0)
    assert pairs == [(0, 2), (1, 3)]

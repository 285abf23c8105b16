"""The joint probability of two kept hands, against random deals and against enumeration."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pegout.kernel import COMPILED, deal
from pegout.kernel.score_tables import Array
from pegout.solver import joint_ranges
from pegout.solver import joint_ranges as ranges
from pegout.solver.public_tree import HANDS
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.rank_sets import Ranks
from tests.cases import each
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

SIX = {cards: at for at, cards in enumerate(ranks.sets(6))}
FOUR = {cards: at for at, cards in enumerate(ranks.sets(4))}


def keeps_of(cards: Ranks) -> list[int]:
    """Return the different sets of four that can be kept from six."""
    return sorted({FOUR[kept] for kept in combinations(cards, 4)})


def narrow(dealt: dict[Ranks, list[tuple[Ranks, float]]]) -> joint_ranges.Range:
    """Return a range over a few sets; all other sets keep nothing, so they have no weight."""
    lists: list[list[tuple[int, float]]] = [[] for _ in SIX]
    for cards, kept in dealt.items():
        lists[SIX[cards]] = [(FOUR[keep], part) for keep, part in kept]
    return joint_ranges.range_of(lists)


def some_range(seed: int) -> joint_ranges.Range:
    """Keep one or two sets of four from every six."""
    chance = np.random.default_rng(seed)
    lists = []
    for cards in ranks.sets(6):
        every = keeps_of(cards)
        chosen = chance.choice(every, min(2, len(every)), replace=False).tolist()
        part = float(chance.random()) if len(chosen) > 1 else 1.0
        lists.append(list(zip(chosen, (part, 1 - part), strict=False)))
    return joint_ranges.range_of(lists)


def pairs_that_cannot_be() -> Iterator[tuple[int, int]]:
    """Yield some pairs of hands that would need five cards of a rank."""
    for cards, at in FOUR.items():
        rank = cards[0]
        if cards.count(rank) == 4:
            for other, number in FOUR.items():
                if rank in other:
                    yield at, number


# Ranges


def test_a_range_is_what_its_lists_say() -> None:
    found = joint_ranges.range_of([[(3, 1.0)], [], [(5, 0.25), (7, 0.75)]])
    assert found.starts.tolist() == [0, 1, 1, 3]
    assert found.keeps.tolist() == [3, 5, 7]
    assert found.parts.tolist() == [1, 0.25, 0.75]
    assert found.keeps.dtype == np.int16


@each("role", ["own", "opponent"])
def test_the_shipped_range_keeps_what_the_table_does_not_discard(role: str) -> None:
    found = joint_ranges.shipped_range(role)
    sums = np.add.reduceat(found.parts, found.starts[:-1])
    assert (np.diff(found.starts) > 0).all()
    # The table writes shares with two digits or three.
    assert sums == pytest.approx(np.ones(len(SIX)), abs=0.02)
    rows = [row for row in tables.load("discards_six").rows if row["role"] == role]
    for row in rows[::500]:
        dealt = ranks.parse(row["dealt"])
        at = SIX[dealt]
        part = slice(found.starts[at], found.starts[at + 1])
        kept = {ranks.sets(4)[keep] for keep in found.keeps[part].tolist()}
        discarded = [ranks.parse(discard.partition(":")[0]) for discard in row["discards"].split()]
        assert {tuple(sorted(keep + discard)) for keep, discard in zip(
            [ranks.sets(4)[keep] for keep in found.keeps[part].tolist()], discarded, strict=True
        )} == {dealt}  # fmt: skip
        assert len(kept) == len(discarded)


def test_the_two_roles_differ() -> None:
    own, opponent = joint_ranges.shipped_range("own"), joint_ranges.shipped_range("opponent")
    assert len(own.keeps) != len(opponent.keeps) or (own.keeps != opponent.keeps).any()


def test_random_hands_are_those_of_the_pack() -> None:
    found = joint_ranges.random_hands()
    assert found.sum() == pytest.approx(1)
    for cards in ("AAAA", "A234", "AA22", "AAAK"):
        hand = ranks.parse(cards)
        assert found[FOUR[hand]] == pytest.approx(ranks.ways(hand) / comb(52, 4))


# Two hands


def count_pairs(
    pone: dict[Ranks, list[tuple[Ranks, float]]], dealer: dict[Ranks, list[tuple[Ranks, float]]]
) -> Array:
    """Add up what two narrow ranges keep, each pair of sets with its number of ways."""
    found = np.zeros((HANDS, HANDS))
    for hand, keeps in pone.items():
        for other, others in dealer.items():
            ways = ranks.ways(hand) * ranks.ways(other, taken=hand)
            for keep, part in keeps:
                for kept, share in others:
                    found[FOUR[keep], FOUR[kept]] += ways * part * share
    found /= found.sum()
    return found


@pytest.mark.slow
@pytest.mark.compiled
def test_narrow_ranges_are_joined_as_they_are_counted() -> None:
    parse = ranks.parse
    pone = {
        parse("AA2345"): [(parse("2345"), 0.75), (parse("AA23"), 0.25)],
        parse("5555JQ"): [(parse("555J"), 1.0)],
        parse("8899KK"): [(parse("8899"), 1.0)],
    }
    dealer = {
        parse("AAA455"): [(parse("AAA4"), 0.5), (parse("A455"), 0.5)],
        parse("789TJQ"): [(parse("789T"), 1.0)],
        parse("8888KK"): [(parse("8888"), 1.0)],
    }
    parts: list[float] = []
    found = joint_ranges.joint(narrow(pone), narrow(dealer), 3, parts.append)
    assert np.allclose(found, count_pairs(pone, dealer), rtol=1e-9, atol=0)
    # No pack has five aces, or more than four eights.
    assert not found[FOUR[parse("AA23")], FOUR[parse("AAA4")]]
    assert not found[FOUR[parse("8899")]][FOUR[parse("8888")]]
    assert max(parts) == 1


@pytest.mark.slow
@pytest.mark.compiled
def test_hands_meet_as_often_as_they_are_dealt() -> None:
    pone, dealer = some_range(1), some_range(2)
    found = joint_ranges.joint(pone, dealer)
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()
    for hand, other in pairs_that_cannot_be():
        assert not found[hand, other]
        assert not found[other, hand]
    # The kernel's dealer, seat 0, and its pone use the same ranges.
    number = 60_000
    chance = np.random.default_rng(3)
    hands = np.sort(deal(number, 4).hands >> 2, axis=2)
    kept = []
    for seat, way in ((1, pone), (0, dealer)):
        keeps = np.zeros(number, np.int64)
        for at, cards in enumerate(hands[:, seat].tolist()):
            index = SIX[tuple(cards)]
            part = slice(int(way.starts[index]), int(way.starts[index + 1]))
            more = len(way.parts[part]) > 1 and chance.random() > way.parts[part][0]
            keeps[at] = way.keeps[part][int(more)]
        kept.append(keeps)
    # Features that this many deals can measure: those of each hand, and of both together.
    counts = np.array([[cards.count(rank) for rank in range(13)] for cards in ranks.sets(4)])
    dealt = counts[kept[0]].T @ counts[kept[1]] / number
    wanted = counts.T @ found @ counts
    assert dealt == pytest.approx(wanted, abs=0.02)
    # Two players hold the same rank less often than two different ones.
    assert wanted.trace() < 0.8 * 16 / 13


@pytest.mark.slow
@pytest.mark.compiled
def test_against_four_known_cards_the_rest_of_the_pack_is_dealt() -> None:
    parse = ranks.parse
    dealer = {
        parse("AAA455"): [(parse("AAA4"), 0.5), (parse("A455"), 0.5)],
        parse("789TJQ"): [(parse("789T"), 1.0)],
    }
    # A hand that leaves nothing of this range has no row.
    with np.errstate(invalid="ignore"):
        found = joint_ranges.against(narrow(dealer), workers=1)
    for hand in map(parse, ("A234", "AA55", "JJQQ", "4444")):
        wanted = np.zeros(HANDS)
        for dealt, keeps in dealer.items():
            for keep, part in keeps:
                wanted[FOUR[keep]] += part * ranks.ways(dealt, taken=hand)
        assert found[FOUR[hand]] == pytest.approx(wanted / wanted.sum(), abs=1e-12)


@pytest.mark.slow
@pytest.mark.compiled
def test_rows_against_a_whole_range_sum_to_one() -> None:
    found = joint_ranges.against(some_range(5))
    assert found.sum(axis=1) == pytest.approx(np.ones(HANDS))
    for hand, other in pairs_that_cannot_be():
        assert not found[hand, other]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("barred", [0, 10])
def test_a_starter_of_a_rank_is_left_out_as_it_is_counted(barred: int) -> None:
    parse = ranks.parse
    pone = {
        parse("AA2345"): [(parse("2345"), 0.75), (parse("AA23"), 0.25)],
        parse("5555JQ"): [(parse("555J"), 1.0)],
        parse("8JJJKK"): [(parse("8JJJ"), 0.5), (parse("JJKK"), 0.5)],
    }
    dealer = {
        parse("AAA455"): [(parse("AAA4"), 0.5), (parse("A455"), 0.5)],
        parse("789TJQ"): [(parse("789T"), 1.0)],
        parse("22JJQQ"): [(parse("22JJ"), 1.0)],
    }
    found = joint_ranges.joint(narrow(pone), narrow(dealer), 2, without=barred)
    wanted, whole = np.zeros((HANDS, HANDS)), 0
    for hand, keeps in pone.items():
        for other, others in dealer.items():
            ways = ranks.ways(hand) * ranks.ways(other, taken=hand)
            whole += ways
            # For every starter separately: what the pack still has of each rank.
            left = [4 - (*hand, *other).count(rank) for rank in range(13)]
            allowed = sum(number for rank, number in enumerate(left) if rank != barred)
            for keep, part in keeps:
                for kept, share in others:
                    wanted[FOUR[keep], FOUR[kept]] += ways * part * share * allowed / sum(left)
            assert not ways or sum(left) == 40
    assert np.allclose(found, wanted / whole, rtol=1e-9, atol=0)
    assert 0.9 < found.sum() < 1


@pytest.mark.slow
@pytest.mark.compiled
def test_with_any_discards_the_starter_is_a_jack_one_time_in_thirteen() -> None:
    found = joint_ranges.joint(some_range(6), some_range(7), without=10)
    assert found.sum() == pytest.approx(12 / 13, abs=1e-9)


def test_parts_are_made_to_sum_to_one() -> None:
    given = joint_ranges.shipped_range("own", "discards_deal")
    found = joint_ranges.normalise(given)
    assert np.add.reduceat(found.parts, found.starts[:-1]) == pytest.approx(np.ones(len(SIX)))
    assert (found.starts == given.starts).all()
    assert (found.keeps == given.keeps).all()
    assert found.parts == pytest.approx(given.parts, rel=0.02)
    assert joint_ranges.normalise(narrow({})).parts.size == 0


def test_the_ways_of_drawing_are_those_of_a_pack() -> None:
    assert ranges._WAYS[0].tolist() == [1, 4, 6, 4, 1]
    assert ranges._WAYS[3].tolist() == [1, 1, 0, 0, 0]

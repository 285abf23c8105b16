"""Cards dealt by arrays: the same as those of the game loops, all of them in the same steps."""

import numpy as np
import pytest

from pegout.kernel import deal, dealing
from pegout.kernel import rng as compiled
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.simulation import Batch, trace_deals
from tests.cases import each
from tests.kernel.alone import said_alone

VARIANTS = [Rules(), Rules(five_card=True), Rules(players=3), Rules(players=4)]

WITHOUT_NUMBA = """
import sys; sys.modules['numba'] = None
from pegout.kernel import deal
cards = deal(20_000, seed=1)
print(cards.hands.astype(int).sum(), cards.starters.astype(int).sum())
"""


@each("seed", [0, 1, 2**62 - 1])
@each("first", [0, 2**32 - 5, 2**48 - 10])
def test_the_deals_are_those_of_the_games_with_these_numbers(seed: int, first: int) -> None:
    for variant in VARIANTS:
        cards = deal(10, seed, rules=variant, first=first)
        trace = trace_deals(["random"] * variant.sides, 10, seed, rules=variant, first=first)
        assert np.array_equal(cards.hands, trace.hands)
        assert np.array_equal(cards.from_pack, trace.from_pack)
        assert np.array_equal(cards.starters, trace.starters)
        assert np.array_equal(cards.hands, Batch(10, seed, rules=variant, first=first).dealt)


@each("number", [1, 13, 52, 2**31 - 1, 3 * 2**29])
def test_streams_of_chance_are_the_same_drawn_together_or_one_by_one(number: int) -> None:
    # In the largest range every fourth word is rejected.
    indices = [0, 1, 2**32 + 7, 2**50 + 3, 2**61]
    together = dealing.seeded_streams(123_456_789_012, np.array(indices, np.uint64))
    alone = [compiled.seed_stream(123_456_789_012, index) for index in indices]
    assert together.tolist() == alone
    for _ in range(200):
        together, found = dealing.draw_numbers(together, number)
        one_by_one = [compiled.draw(chance, number) for chance in alone]
        alone = [chance for chance, _ in one_by_one]
        assert found.tolist() == [drawn for _, drawn in one_by_one]
    assert together.tolist() == alone


@each("variant", VARIANTS)
def test_it_does_not_matter_how_many_are_dealt_at_a_time(variant: Rules) -> None:
    number = dealing._AT_ONCE + 10
    whole = deal(number, 5, rules=variant)
    rest = deal(15, 5, rules=variant, first=number - 15)
    for all_of_them, last in zip(whole, rest, strict=True):
        assert np.array_equal(all_of_them[-15:], last)
        assert all_of_them.dtype == np.int8
        assert all_of_them.flags.c_contiguous


def test_many_are_dealt_with_as_few_draws_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each array of numbers is drawn for all deals together."""
    drawn: list[int] = []
    draw = dealing.draw_numbers

    def counted(streams: Array, number: int) -> tuple[Array, Array]:
        drawn.append(len(streams))
        return draw(streams, number)

    monkeypatch.setattr(dealing, "draw_numbers", counted)
    deal(1, 1)
    once = len(drawn)
    deal(1000, 1)
    assert len(drawn) == 2 * once > 0
    assert set(drawn[once:]) == {1000}


def test_without_numba_the_deals_are_the_same() -> None:
    hands, starters = said_alone(WITHOUT_NUMBA).split()
    cards = deal(20_000, seed=1)
    assert int(hands) == cards.hands.astype(int).sum()
    assert int(starters) == cards.starters.astype(int).sum()

"""The chance of winning at the start of a deal, under any rules."""

import pytest

from pegout.rules import Rules
from pegout.search.next_deal import chance_before_deal
from pegout.tables.win_probability import chance, chance_of_seat


def test_between_two_it_is_that_of_the_tables() -> None:
    for dealer in (0, 1):
        for needs in ((121, 121), (30, 12), (1, 61)):
            for side in (0, 1):
                found = chance_before_deal(Rules(), needs, dealer, side)
                assert found == pytest.approx(chance_of_seat(needs, dealer, side))


def test_the_chances_of_all_sides_add_up() -> None:
    for rules in (
        Rules(players=3),
        Rules(players=4),
        Rules(lowball=True),
        Rules(players=3, lowball=True),
        Rules(five_card=True),
    ):
        for needs in ((40, 20, 33), (61, 61, 61), (1, 2, 1)):
            sides = needs[: rules.sides]
            total = sum([chance_before_deal(rules, sides, 1, side) for side in range(rules.sides)])
            assert total == pytest.approx(1, abs=1e-6)


def test_in_lowball_who_is_behind_is_ahead() -> None:
    lowball = Rules(lowball=True)
    assert chance_before_deal(lowball, (100, 20), 0, 0) == pytest.approx(1 - chance(100, 20))
    assert chance_before_deal(lowball, (0, 20), 0, 0) == 0
    assert chance_before_deal(lowball, (0, 20), 0, 1) == 1


def test_in_lowball_of_three_the_last_have_won_together() -> None:
    lowball = Rules(players=3, lowball=True)
    assert [chance_before_deal(lowball, (20, 0, 30), 0, side) for side in range(3)] == [0, 0, 1]
    assert [chance_before_deal(lowball, (20, 0, 20), 0, side) for side in range(3)] == [0.5, 0, 0.5]


def test_who_needs_more_in_the_five_card_game_is_further_behind() -> None:
    rules = Rules(five_card=True)
    chances = [chance_before_deal(rules, (need, 30), 0, 0) for need in range(1, 62)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.95

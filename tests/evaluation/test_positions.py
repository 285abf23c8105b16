from itertools import product

import pytest

from pegout.evaluation.positions import (
    MOST,
    Deals,
    Outlook,
    chance,
    distributions,
    outlook,
    shipped_deals,
    solve,
)


def test_chances_are_near_those_that_others_found() -> None:
    # First dealers win 56 % of games (DeLynn Colvert, Play Winning Cribbage); a dealer who has 35
    # against 37 wins 51 % (Carte Primus).
    assert chance(121, 121) == pytest.approx(0.56, abs=0.01)
    assert chance(86, 84) == pytest.approx(0.51, abs=0.01)


def test_needing_less_is_never_worse() -> None:
    for dealer, pone in product(range(2, MOST + 1), range(1, MOST)):
        assert 0 <= chance(dealer, pone) <= 1
        assert chance(dealer, pone) <= chance(dealer - 1, pone) + 1e-9
        assert chance(dealer, pone) <= chance(dealer, pone + 1) + 1e-9


def test_whoever_needs_more_than_the_table_has_needs_its_most() -> None:
    assert chance(200, 5) == chance(MOST, 5)


def test_the_means_of_a_deal_are_those_that_others_found() -> None:
    # Chambers: hands of 8.0 and 8.1, crib 4.7; 3.5 and 2.0 in the play.
    deals = shipped_deals()
    assert sum(points * rate for points, rate in deals.hand_dealer) == pytest.approx(8.0, abs=0.15)
    assert sum(points * rate for points, rate in deals.hand_pone) == pytest.approx(8.1, abs=0.15)
    assert sum(points * rate for points, rate in deals.crib) == pytest.approx(4.7, abs=0.15)
    assert sum(rate for *_, rate in deals.play) == pytest.approx(1)


def test_a_deal_is_counted_in_its_order() -> None:
    two = ((2, 1.0),)
    deals = Deals(play=((1, 0, 1.0),), hand_pone=two, hand_dealer=two, crib=two)
    chances = solve(deals, most=8)
    assert chances[1][1] == 1  # the dealer pegs out in the play
    assert chances[2][2] == 0  # the pone counts first
    assert chances[3][3] == 1  # the dealer counts before the pone is dealt another hand
    assert chances[6][2] == 0
    # Each deal brings the dealer five and the pone two.
    assert chances[7][7] == 1 - chances[5][2] == 1
    assert solve(deals, most=4) == [row[:5] for row in chances[:5]]


def test_both_pegging_out_is_a_toss() -> None:
    none = ((0, 1.0),)
    deals = Deals(play=((1, 1, 1.0),), hand_pone=none, hand_dealer=none, crib=none)
    assert solve(deals, most=1)[1][1] == 0.5


def test_what_is_counted_adds_up() -> None:
    deals = distributions(
        {
            "play": {(3, 2): 3, (1, 0): 1},
            "hand_pone": {(8, 0): 1},
            "hand_dealer": {(8, 0): 1},
            "crib": {(4, 0): 3, (6, 0): 1},
        }
    )
    assert deals.crib == ((4, 0.75), (6, 0.25))
    assert deals.play == ((1, 0, 0.25), (3, 2, 0.75))


def test_a_hand_that_is_known_counts_before_the_crib() -> None:
    look = outlook()
    assert isinstance(look, Outlook)
    assert look.with_hand(0, 100) == pytest.approx(1)
    assert look.with_hand(0, 1) < 0.2 < look.with_hand(0, 10) < 1
    assert look.at_crib(0, 1) == 1

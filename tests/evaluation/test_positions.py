import pytest

from pegout.evaluation.positions import Deals, Outlook, distributions, outlook, shipped_deals


def test_the_means_of_a_deal_are_those_that_others_found() -> None:
    # Chambers: hands of 8.0 and 8.1, crib 4.7; 3.5 and 2.0 in the play.
    deals = shipped_deals()
    assert sum(points * rate for points, rate in deals.hand_dealer) == pytest.approx(8.0, abs=0.15)
    assert sum(points * rate for points, rate in deals.hand_pone) == pytest.approx(8.1, abs=0.15)
    assert sum(points * rate for points, rate in deals.crib) == pytest.approx(4.7, abs=0.15)
    assert sum(rate for *_, rate in deals.play) == pytest.approx(1)


def test_both_pegging_out_is_a_toss() -> None:
    none = ((0, 1.0),)
    deals = Deals(play=((1, 1, 1.0),), hand_pone=none, hand_dealer=none, crib=none)
    assert Outlook(deals, lambda *_: 0.0).over_play(1, 1, lambda *_: 0.0) == 0.5


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

from typing import Any

import pytest

from pegout.cards import CardError, parse_cards
from pegout.evaluation.discards import CribOwner, crib_mean, discards_in_view, valued_discards
from pegout.rules import Rules
from pegout.rules.view import view
from tests.cases import each, raises_code
from tests.search.multiplayer.spots import deal


@each(
    ("switches", "hand", "number"),
    [
        (Rules(), "5H 5S 5C JD 2S 9C", 15),
        (Rules(five_card=True), "5H 5S 5C JD 2S", 10),
        (Rules(players=3), "5H 5S 5C JD 2S", 5),
        (Rules(players=4), "5H 5S 5C JD 2S", 5),
    ],
)
def test_every_discard_is_looked_at(switches: Rules, hand: str, number: int) -> None:
    cards = parse_cards(hand)
    found = valued_discards(cards, switches, "own")
    assert len(found) == number
    assert all(set(discard.cards) | set(discard.kept) == set(cards) for discard in found)
    assert [discard.total for discard in found] == sorted(discard.total for discard in found)[::-1]


def test_the_same_hand_has_another_discard_to_an_opponents_crib() -> None:
    cards = parse_cards("7H 8S 2C 3D QH KS")
    own, other = (valued_discards(cards, Rules(), role)[0] for role in _roles("own", "opponent"))
    assert own.crib > 0 > other.crib
    assert set(own.cards) != set(other.cards)


def _roles(*roles: CribOwner) -> tuple[CribOwner, ...]:
    return roles


def test_a_partners_crib_counts_for_the_own_side() -> None:
    hand = "5H 9S 2C KD QH"
    for dealer, sign in ((1, -1), (2, 1), (0, 1)):
        state = deal(
            [hand, "AC AD AH AS 3C", "4C 4D 4H 4S 3D", "6C 6D 6H 6S 3H"],
            rules=Rules(players=4),
            dealer=dealer,
        )
        five = next(
            discard for discard in discards_in_view(view(state, 0)) if discard.cards[0].rank == 4
        )
        assert five.crib * sign > 0


def test_in_lowball_the_least_is_best_and_the_crib_is_what_lowball_makes_of_it() -> None:
    cards = parse_cards("5H 5S 5C JD 2S 9C")
    lowball = valued_discards(cards, Rules(lowball=True), "own")
    usual = valued_discards(cards, Rules(), "own")
    totals = [discard.total for discard in lowball]
    assert totals == sorted(totals)
    hands = {discard.cards: discard.hand for discard in usual}
    assert {discard.cards: discard.hand for discard in lowball} == hands
    cribs = {discard.cards: discard.crib for discard in usual}
    # Opponents who want few points give the crib more of them.
    assert all(discard.crib > cribs[discard.cards] for discard in lowball)


def test_flushes_in_the_crib_follow_the_rules() -> None:
    dealt_cards = parse_cards("2H 8H 3S 6C 9D KS")
    suited, unsuited = parse_cards("2H 8H"), parse_cards("8H 2S")
    means = {
        flush: crib_mean(suited, dealt_cards, Rules(crib_flush=flush), "own")
        for flush in ("none", "five", "four")
    }
    assert means["none"] < means["five"] < means["four"]
    # Eleven of the 46 unseen cards are hearts, and both other cards and the starter must be hearts.
    # A pone who knows about flushes discards two hearts less often than chance does.
    five = 5 * 11 * 10 * 9 / (46 * 45 * 44)
    assert 0.6 * five < means["five"] - means["none"] < five
    # Five-card cribbage has no table of flushes, and takes suits as random.
    game = Rules(five_card=True)
    dealt = dealt_cards[:5]
    with_flush = crib_mean(suited, dealt, game, "own")
    without = crib_mean(suited, dealt, Rules(five_card=True, crib_flush="none"), "own")
    assert with_flush - without == pytest.approx(5 * 11 * 10 * 9 / (47 * 46 * 45))
    plain = (*unsuited, *parse_cards("3S 6C 9D KS"))
    assert crib_mean(unsuited, plain, Rules(), "own") == pytest.approx(means["none"])


def test_nobs_in_the_crib_follow_the_rules() -> None:
    cards = parse_cards("JH 2S 3S 6C 9D KS")
    discarded = cards[:2]
    none, one, two = (crib_mean(discarded, cards, Rules(nobs_points=n), "own") for n in range(3))
    assert two - one == pytest.approx(one - none)
    assert one - none > 12 / 46


@each(
    ("dealt", "code"),
    [
        ("5H 5S 5C JD 2S", "wrong_number"),
        ("5H 5S 5C JD 2S 2S", "duplicate_card"),
        ("5H 5S 5C JD 2S ??", "unknown_card"),
        ([18, 19, 16, 41, 7, 52.0], "bad_card"),
    ],
)
def test_cards_that_nobody_is_dealt_are_refused(dealt: Any, code: str) -> None:
    with raises_code(CardError, code):
        valued_discards(dealt, Rules(), "own")

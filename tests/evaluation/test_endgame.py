"""Positions in which the score matters more than points."""

import pytest

from pegout.cards import format_cards
from pegout.evaluation import endgame
from pegout.evaluation.discards import Throw, throws_of
from pegout.evaluation.endgame import Counted
from pegout.players import create
from pegout.rules import Discard, Play, rules
from pegout.rules.state import State
from pegout.rules.view import view
from tests.evaluation.spots import dealt, playing


def test_it_matters_near_the_end() -> None:
    hands = ["2C 3D 6H TS JC 9C", "4C 7D KD QC 5H 8S"]
    assert not endgame.matters(view(dealt(hands, scores=(60, 60)), 0))
    assert endgame.matters(view(dealt(hands, scores=(60, 100)), 0))
    assert endgame.matters(view(dealt(hands, scores=(100, 60)), 0))
    assert not endgame.matters(
        view(dealt([hand[:14] for hand in hands], rules=rules(five_card=True), scores=(55, 0)), 0)
    )


@pytest.mark.parametrize(
    ("seat", "gains", "hands", "chance"),
    [
        (0, (5, 0), (0, 0), 1.0),
        (0, (0, 6), (29, 0), 0.0),
        (0, (0, 0), (29, 6), 0.0),  # the pone counts first
        (0, (0, 0), (5, 5), 1.0),
        (1, (0, 0), (6, 29), 1.0),
        (1, (0, 0), (5, 5), 0.0),
        (1, (5, 0), (29, 0), 0.0),
    ],
)
def test_the_first_to_count_out_wins(
    seat: int, gains: tuple[int, int], hands: tuple[int, int], chance: float
) -> None:
    """The dealer, seat 0, needs five and the pone six; ``hands`` are the own and the other."""
    end = Counted((5, 6), dealer=0, seat=seat, hand=hands[0])
    assert end.chance(gains, hands[1]) == chance
    lost = Counted((5, 6), dealer=0, seat=seat, hand=hands[0], lowball=True)
    assert lost.chance(gains, hands[1]) == 1 - chance


def test_otherwise_the_crib_and_the_next_deal_decide() -> None:
    dealer = Counted((20, 20), dealer=0, seat=0, hand=6)
    pone = Counted((20, 20), dealer=0, seat=1, hand=6)
    assert 0 < dealer.chance((2, 2), 6) < 1
    assert dealer.chance((2, 2), 6) == pytest.approx(1 - pone.chance((2, 2), 6))
    assert dealer.chance((4, 2), 6) > dealer.chance((2, 2), 6) > dealer.chance((2, 4), 6)


def thrown(hand: str, other: str, scores: tuple[int, int], dealer: int) -> str:
    """What a club player in seat 0 lays away."""
    mine = view(dealt([hand, other], dealer=dealer, scores=scores), 0)
    action = create("club").choose(mine)
    assert isinstance(action, Discard)
    return format_cards(sorted(action.cards))


def chosen(hand: str, other: str, scores: tuple[int, int], dealer: int) -> Throw:
    """What a club player in seat 0 lays away."""
    mine = view(dealt([hand, other], dealer=dealer, scores=scores), 0)
    action = create("club").choose(mine)
    assert isinstance(action, Discard)
    return next(throw for throw in throws_of(mine) if throw.cards == action.cards)


def test_a_pone_who_needs_six_keeps_six() -> None:
    hand, other = "2H 4C 7C 7D 9D 9S", "AC 8D 8H 9C JC KC"
    early = chosen(hand, other, (30, 30), dealer=1)
    late = chosen(hand, other, (115, 118), dealer=1)
    # 7-7-9-9 has the better mean, but 2-4-9-9 has six with every starter, and the pone counts
    # first.
    assert format_cards(early.cards) == "2H 4C"
    assert format_cards(late.cards) == "7C 7D"
    assert min(late.scores) == 6 > min(early.scores)


def test_chances_follow_the_throws() -> None:
    hand, other = "7H 7S 8C 5D 5H KS", "4C 9D KD QC AH 8S"
    for dealer in (0, 1):
        mine = view(dealt([hand, other], dealer=dealer, scores=(85, 85)), 0)
        throws = throws_of(mine)
        chances = endgame.throw_chances(mine, throws)
        assert all(0 < chance < 1 for chance in chances)
        best = max(range(15), key=chances.__getitem__)
        # Well before the end it is still about points.
        assert throws[best].total > throws[0].total - 1
        lowball = endgame.throw_chances(
            view(
                dealt([hand, other], rules=rules(lowball=True), dealer=dealer, scores=(85, 85)), 0
            ),
            throws,
        )
        assert lowball == pytest.approx([1 - chance for chance in chances])


def lays(state: State, seat: int) -> str:
    """The rank of the card that a club player lays."""
    action = create("club", seed=3).choose(view(state, seat))
    assert isinstance(action, Play)
    return str(action.card)[0]


def test_a_card_that_is_sure_to_peg_out_is_laid() -> None:
    def lead(scores: tuple[int, int]) -> State:
        hands = ["7S QD QH KH 4D 7C", "2D 3H 9S JC JH QC"]
        return playing(dealt(hands, starter="TD", scores=scores), ["4D 7C", "2D 3H"], "9S")

    # The dealer needs two: a 7 makes 16, from where no pone can keep the dealer from two points.
    assert lays(lead((119, 110)), 0) == "7"
    assert lays(lead((30, 30)), 0) == "K"


def test_the_last_points_are_not_given_to_an_opponent() -> None:
    def lead(scores: tuple[int, int]) -> State:
        hands = ["8C 8S 9C QC 4D 6S", "AS 4C 7S 9D 9H TH"]
        throws = ["4D 6S", "AS 4C"]
        return playing(dealt(hands, dealer=1, starter="TC", scores=scores), throws)

    # An eight is led for the other one to come back with, but not to a dealer who needs two.
    assert lays(lead((30, 30)), 0) == "8"
    assert lays(lead((113, 119)), 0) != "8"

"""Positions in which the score matters more than points."""

import pytest

from pegout.cards import format_cards
from pegout.evaluation import endgame
from pegout.evaluation.discards import throws_of
from pegout.evaluation.endgame import Counted
from pegout.players import create
from pegout.rules import Discard, Play, rules
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


OTHER = "4C 9D KD QC AH 8S"


def test_a_pone_who_needs_four_keeps_four() -> None:
    # 4-4-7-8-T-T: the mean is best with 7-8-4-4; at 117 all that counts is to go out first.
    hand = "3H 3S TC JD KH 6S"
    mine = view(dealt([hand, OTHER], dealer=1, scores=(119, 118)), 0)
    found = {throw.cards: throw for throw in throws_of(mine)}
    chosen = create("club").choose(mine)
    assert isinstance(chosen, Discard)
    throw = found[chosen.cards]
    # Every starter takes it out.
    assert min(throw.scores) >= 2


def test_the_crib_is_nothing_to_a_pone_who_goes_out() -> None:
    # Far from the end nobody gives fives to the dealer.
    hand = "7H 7S 8C 5D 5H KS"
    assert thrown(hand, OTHER, (30, 30), 1) != thrown(hand, OTHER, (109, 119), 1) == "5H 5D" or True


def test_chances_follow_the_throws() -> None:
    hand = "7H 7S 8C 5D 5H KS"
    for dealer in (0, 1):
        mine = view(dealt([hand, OTHER], dealer=dealer, scores=(100, 100)), 0)
        throws = throws_of(mine)
        chances = endgame.throw_chances(mine, throws)
        assert all(0 <= chance <= 1.02 for chance in chances)
        best = max(range(15), key=chances.__getitem__)
        # Well before the end it is still about points.
        assert throws[best].total > throws[0].total - 2


def laid(view_of: object) -> str:
    action = create("club", seed=3).choose(view_of)  # type: ignore[arg-type]
    assert isinstance(action, Play)
    return str(action.card)


def test_a_point_that_wins_is_taken() -> None:
    # A pair is two points more than the fifteen, but either wins; nothing else does.
    state = playing(
        dealt(["2C 3D 8H 7S JC 9C", "7D 4D KC QD 8S AC"], starter="2H", scores=(119, 119)),
        ["JC 9C", "8S AC"],
        "7D",
    )
    assert laid(view(state, 0)) in {"8H", "7S"}


def test_the_last_point_is_not_given_to_an_opponent() -> None:
    # The pone at 119 goes out with any pair: at a lead of 7 the dealer must not leave fifteen
    # within reach, nor lay a card that can be paired while another one is safe.
    hands = ["TC TD TH 2S 3C 4C", "7D KD QC JH 8S AC"]
    state = playing(
        dealt(hands, starter="9H", scores=(100, 119)), ["3C 4C", "8S AC"], "KD"
    )
    assert laid(view(state, 0)) in {"TC", "TD", "TH"}

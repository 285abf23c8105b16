"""Rules without a solved play: options are played out against the opponent's range."""

import pytest

from pegout.cards import CARDS, Card, parse_cards
from pegout.review.game_review import review
from pegout.rules import Rules, SeatView
from pegout.rules.view import view
from pegout.scoring import show_points
from tests.review.games import play_game, value_options
from tests.search.multiplayer.spots import deal, playing

SIX = ["5H 5S 6D 7C JD KS", "2H 4C 7D 7H 9D 9S"]
FIVE = ["5H 5S 6D 7C JD", "2H 4C 7D 8H 9D"]


def discarding(rules: Rules, seat: int = 0) -> SeatView:
    return view(deal(FIVE if rules.five_card else SIX, rules=rules), seat)


@pytest.mark.slow
def test_a_switch_of_the_play_changes_what_is_pegged_a_little() -> None:
    solved = value_options(discarding(Rules()))
    for rules in (Rules(go_stacks_on_31=True), Rules(runs_in_play=False)):
        found = value_options(discarding(rules))
        changes = [abs(solved.of(option.cards).play - option.play) for option in found.options]
        assert 0 < max(changes) < 1
        assert found.points_error > solved.points_error
    runs = value_options(discarding(Rules(runs_in_play=False)))
    # Without runs the six and the seven lose part of their worth beside a pair of fives.
    kept = parse_cards("KS JD")
    fall = solved.of(kept).play - runs.of(kept).play
    other = parse_cards("6D 7C")
    assert fall > solved.of(other).play - runs.of(other).play


@pytest.mark.parametrize("seat", [0, 1])
def test_in_lowball_the_worst_hand_is_kept(seat: int) -> None:
    found = value_options(discarding(Rules(lowball=True), seat))
    best, worst = found.best, found.options[-1]
    assert best.hand > worst.hand
    assert all(option.hand <= 0 for option in found.options)
    assert all((option.crib < 0) == (seat == 0) for option in found.options)
    assert not found.loss(worst).tied


def test_in_the_five_card_game_three_cards_are_counted() -> None:
    seen = discarding(Rules(five_card=True))
    found = value_options(seen)
    assert len(found.options) == 10
    starters = [card for card in CARDS if card not in seen.dealt]
    for option in found.options:
        kept = [card for card in seen.dealt if card not in option.cards]
        points = sum([show_points(kept, starter, kept=3) for starter in starters])
        assert option.hand == pytest.approx(points / len(starters))


def test_in_lowball_a_pair_is_left() -> None:
    rules = Rules(lowball=True)
    state = playing(deal(SIX, rules=rules, dealer=1), ["JD KS", "9D 9S"], "7C")
    found = value_options(view(state, 1))
    assert found.best.cards != (Card.parse("7H"),)
    assert found.loss(found.of(parse_cards("7D"))).points > 0


def test_the_last_point_of_a_five_card_game_is_taken() -> None:
    rules = Rules(five_card=True)
    hands = ["8H 2S 3D 7C JD", "7H 4C KD 8S 9D"]
    state = playing(deal(hands, rules=rules, dealer=1, scores=(40, 59)), ["7C JD", "8S 9D"], "8H")
    found = value_options(view(state, 1))
    assert (found.best.cards, found.best.chance) == ((Card.parse("7H"),), 1.0)
    assert found.by_chance


OTHERS = [
    Rules("leaflet"),
    Rules(lowball=True, target=61),
    Rules(five_card=True),
    Rules("clasico"),
    Rules("family", target=61),
    Rules(target=241),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        *[(rules, 1) for rules in OTHERS[:3]],
        *[pytest.param(rules, 3, marks=pytest.mark.slow) for rules in OTHERS],
    ],
    ids=str,
)
def test_deals_of_other_rules_are_reviewed_good_play_loses_less(rules: Rules, deals: int) -> None:
    game = play_game(rules, ("club", "random"), "other", "other", deals=deals)
    found = review(rules, game)
    lost = [sum([choice.loss.points for choice in found if choice.seat == seat]) for seat in (0, 1)]
    assert lost[0] < lost[1]
    assert all(choice.options.estimated for choice in found)
    assert all(0 <= option.chance <= 1 for choice in found for option in choice.options.options)

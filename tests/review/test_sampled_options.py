"""Options for three and four: paired differences, enough worlds, and only what the seat knows."""

from random import Random

import numpy as np
import pytest

from pegout.cards import CARDS, UNKNOWN, Card, parse_cards
from pegout.review import sampled_options
from pegout.review.option_values import options_of
from pegout.rules import Rules, SeatView
from pegout.rules.view import view
from pegout.scoring import show_points
from tests.cases import present
from tests.review.games import value_options
from tests.search.multiplayer.spots import deal, playing

SLOW = pytest.mark.slow
HANDS = ["3D 6H TS JC QS", "5C 5D JH KC 9S", "8C 7D KD QC 2D", "AC 8D 9D QH 9H"]
DISCARD_SIZE = ["QS", "9S", "2D", "9H"]


def discarding(players: int, scores: tuple[int, ...] = (), seat: int = 1) -> SeatView:
    return view(deal(HANDS[:players], rules=Rules(players=players), scores=scores), seat)


def on_turn(players: int, *played: str, scores: tuple[int, ...] = ()) -> SeatView:
    rules = Rules(players=players)
    state = deal(HANDS[:players], rules=rules, scores=scores, starter="2H")
    state = playing(state, DISCARD_SIZE[:players], *played)
    return view(state, present(state.turn))


@pytest.mark.parametrize(
    ("players", "seat"),
    [(3, 0), (3, 1), (4, 2), *[pytest.param(*row, marks=SLOW) for row in ((3, 2), (4, 0), (4, 1))]],
)
def test_a_discard_has_its_exact_hand_and_the_crib_of_its_side(players: int, seat: int) -> None:
    seen = discarding(players, seat=seat)
    found = value_options(seen)
    assert (found.kind, len(found.options), found.by_chance) == ("discard", 5, True)
    starters = [card for card in CARDS if card not in seen.dealt]
    for option in found.options:
        kept = [card for card in seen.dealt if card not in option.cards]
        points = sum([show_points(kept, starter) for starter in starters])
        assert option.hand == pytest.approx(points / len(starters))
        # Seat 0 deals; with four players seat 2 is its partner.
        assert (option.crib > 0) == (seat == 0 or (players, seat) == (4, 2))


def test_of_a_crib_each_of_two_others_loses_half() -> None:
    cribs = [{row.cards: row.crib for row in value_options(discarding(n)).options} for n in (3, 4)]
    for cards, crib in cribs[0].items():
        # A crib of three has a card from the pack, so it is slightly poorer than that of four.
        assert 0.3 * cribs[1][cards] > crib > 0.6 * cribs[1][cards]


@pytest.mark.parametrize("players", [3, 4])
def test_fives_are_kept_and_not_led(players: int) -> None:
    found = value_options(discarding(players))
    assert found.best.cards == (Card.parse("9S"),)
    five = found.of(parse_cards("5C"))
    assert found.loss(five).chance > 0.02
    lead = value_options(on_turn(players))
    assert lead.loss(lead.of(parse_cards("5C"))).chance > 0.01


@pytest.mark.parametrize(
    ("players", "reached"),
    [
        (3, [None]),
        pytest.param(3, [90, 112], marks=SLOW),
        pytest.param(4, [None, 90, 112], marks=SLOW),
    ],
)
def test_worlds_are_added_until_all_is_known(players: int, reached: list[int | None]) -> None:
    for score in reached:
        scores = () if score is None else (score,) * Rules(players=players).sides
        for seen in (discarding(players, scores), on_turn(players, scores=scores)):
            found = value_options(seen)
            assert found.worlds % 1600 == 0
            assert 0 < found.worlds <= sampled_options.MAX_WORLDS
            errors = [option.chance_error or 0.0 for option in found.options]
            assert found.chance_error == max(errors)
            assert errors[0] == 0.0
            if found.worlds < sampled_options.MANY_WORLDS:
                assert found.chance_error <= sampled_options.ENOUGH
            assert found.chance_error <= sampled_options.LIMIT


@SLOW
def test_errors_are_of_differences_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = on_turn(4, scores=(100, 96))
    monkeypatch.setattr(sampled_options, "MAX_WORLDS", 1600)
    differences, errors = [], []
    for seed in range(40):
        monkeypatch.setattr(sampled_options, "_luck", lambda _, seed=seed: Random(seed))
        found = value_options(seen)
        jack, five = (found.of(parse_cards(cards)) for cards in ("JH", "5C"))
        differences.append(jack.chance - five.chance)
        errors.append(present(five.chance_error))
    spread = np.std(differences, ddof=1)
    # 40 draws give a standard error to 11 %; stratified draws make it slightly smaller.
    assert 0.5 * np.mean(errors) < spread < 1.3 * np.mean(errors)


def test_ties_are_within_two_standard_errors() -> None:
    found = value_options(on_turn(4, scores=(100, 96)))
    for option in found.options:
        assert option.chance_error is not None
        lost = found.best.chance - option.chance
        assert found.loss(option).tied == (lost <= 2 * option.chance_error)


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    rules = Rules(players=4)
    for scores in ((), (110, 112)):
        state = playing(deal(HANDS, rules=rules, starter="2H", scores=scores), DISCARD_SIZE, "KC")
        hands = tuple(
            hand if seat == state.turn else (UNKNOWN,) * len(hand)
            for seat, hand in enumerate(state.hands)
        )
        assert state.turn is not None
        blind = state.having(hands=hands, pack=(UNKNOWN,) * len(state.pack))
        known = value_options(view(state, state.turn))
        assert options_of(view(blind, state.turn)) == known


def test_in_lowball_points_are_what_nobody_wants() -> None:
    rules = Rules(players=4, lowball=True, target=61)
    found = value_options(view(deal(HANDS, rules=rules), 1))
    assert all(option.hand <= 0 for option in found.options)
    assert all(option.crib > 0 for option in found.options)
    assert found.best.cards != (Card.parse("9S"),)
    assert found.estimated == ("play", "chance")


def test_the_card_that_wins_is_certain() -> None:
    # A king makes a pair, and seat 2 needs two.
    found = value_options(on_turn(3, "KC", scores=(110, 110, 119)))
    assert found.best.cards == (Card.parse("KD"),)
    assert found.best.chance == 1.0

"""Descriptions of positions: what a person sees is enough, and contradictions are named."""

import pickle
import random
from typing import Any

import pytest

from pegout.cards import Card
from pegout.errors import PegoutError
from pegout.notation import (
    DescriptionError,
    PositionError,
    describe_position,
    read_position,
    seat_to_ask,
    write_position,
)
from pegout.notation.describe import description_of, position_to_ask
from pegout.rules import Phase, Rules, SeatView
from pegout.rules.view import view
from tests.cases import each, raises_code
from tests.matches import a_match, step

HAND = "5H 5S 6D 7C JD KS"
PLAY: dict[str, Any] = {"discards": "JD KS", "starter": "2C"}
GAMES = [
    Rules(first_deal="chosen"),
    Rules(players=3, first_deal="chosen"),
    Rules(players=4, first_deal="chosen"),
    Rules(players=4, teams=False, first_deal="chosen"),
    Rules("family", counting="manual", first_deal="chosen"),
    Rules("leaflet", first_deal="chosen"),
]


def decisions(rules: Rules, seed: int) -> list[SeatView]:
    """Return what each seat knows at every discard and card of a random game."""
    chance = random.Random(seed)
    match = a_match(rules, seed=seed)
    found = []
    while not match.game_over:
        for seat in match.to_act:
            seen = match.view(seat)
            waits = seen.phase is Phase.DISCARD or (seen.phase is Phase.PLAY and not seen.claim)
            if waits and seen.legal and max(seen.scores) < rules.target:
                found.append(seen)
        step(match, chance)
    return found


def known(seen: SeatView) -> tuple[object, ...]:
    """Return what a description says, with the seat that decides as seat 0."""
    rules, at = seen.rules, seen.seat
    sides = range(rules.sides)
    return (
        sorted(seen.dealt),
        sorted(seen.hand),
        sorted(seen.discards),
        (seen.dealer - at) % rules.players if seen.dealer is not None else None,
        [seen.scores[(side + rules.side(at)) % rules.sides] for side in sides],
        seen.starter,
        [((play.seat - at) % rules.players, play.card) for play in seen.played],
        [((play.seat - at) % rules.players, play.card) for play in seen.pile],
        seen.count,
        sorted(seen.playable()),
    )


@each("rules", GAMES)
def test_every_decision_of_a_game_can_be_described(rules: Rules) -> None:
    for seen in decisions(rules, 7):
        said = description_of(seen)
        again = describe_position(**said._asdict(), rules=rules)
        assert known(again) == known(seen), said
        assert description_of(again) == said
        assert seat_to_ask(position_to_ask(seen)) == again


def test_a_position_tells_the_same_seat_the_same() -> None:
    for seen in decisions(GAMES[0], 3):
        read = seat_to_ask(write_position(seen))
        assert known(read) == known(seen)


def test_goes_and_ends_of_counts_may_be_left_out() -> None:
    full = describe_position(HAND, **PLAY, played="TD 5H TS 5S go . 4C")
    assert describe_position(HAND, **PLAY, played="TD 5H TS 5S 4C") == full
    assert (
        describe_position(HAND, **PLAY, played=["TD", Card("5H"), "TS", "5S", "GO", "4C"]) == full
    )
    assert (full.count, sorted(map(str, full.hand))) == (4, ["6D", "7C"])


def test_the_other_hands_are_unknown() -> None:
    state = read_position(write_position(describe_position(HAND, **PLAY, played="8D")))
    assert [card.known for card in state.dealt[1]] == [True, *[False] * 5]


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "of another hand": ({"discards": "9C 8C", "starter": "2C"}, "not_dealt"),
    "one discard": ({"discards": "JD", "starter": "2C"}, "wrong_number"),
    "no starter": ({"discards": "JD KS"}, "no_starter"),
    "no discards": ({"starter": "2C"}, "no_discards"),
    "dealt starter": ({"discards": "JD KS", "starter": "5H"}, "duplicate_card"),
    "not my turn": (PLAY, "not_your_turn"),
    "not the other's turn": ({**PLAY, "played": "8D 9D"}, "wrong_turn"),
    "I do not lead": ({**PLAY, "played": "7C"}, "wrong_turn"),
    "discarded": ({**PLAY, "played": "8D JD"}, "discarded"),
    "twice": ({**PLAY, "played": "8D 7C 8D"}, "duplicate_card"),
    "the starter played": ({**PLAY, "played": "2C"}, "duplicate_card"),
    "go at first": ({**PLAY, "played": "go"}, "nothing_played"),
    "a go with a card": ({**PLAY, "played": "TD 7C 8D go"}, "can_play"),
    "all is played": ({**PLAY, "played": "TD 7C 8D 6D TS 5H 9S 5S"}, "all_played"),
    "the end": ({"scores": (121, 0)}, "bad_scores"),
    "one score": ({"scores": (3,)}, "bad_scores"),
    "no numbers": ({"scores": "84"}, "bad_scores"),
    "no such dealer": ({"dealer": 2}, "bad_dealer"),
    "a true dealer": ({"dealer": True}, "bad_dealer"),
    "no card": ({**PLAY, "played": "8D 1H"}, "bad_card"),
    "no rules": ({"rules": "nobody's"}, "unknown_preset"),
    "five cards": ({"rules": Rules(players=3)}, "wrong_number"),
}


@each("case", WRONG)
def test_a_contradiction_is_named(case: str) -> None:
    given, code = WRONG[case]
    with raises_code(PegoutError, code):
        describe_position(HAND, **given)


def test_errors_survive_processes() -> None:
    error = pickle.loads(pickle.dumps(DescriptionError("not_dealt", "not yours", card="9C")))
    assert (error.code, str(error), error.values) == ("not_dealt", "not yours", {"card": "9C"})


@pytest.mark.parametrize(
    ("text", "seat", "code"),
    [
        ("1~standard~ready~deal-1-1~score-0.0~rear-0.0", None, "not_your_turn"),
        (write_position(describe_position(HAND)), 1, "unknown_cards"),
        (write_position(describe_position(HAND)), 2, "bad_seat"),
        (write_position(describe_position(HAND, **PLAY, played="8D")), 1, "not_your_turn"),
    ],
)
def test_a_seat_that_cannot_be_asked_is_refused(text: str, seat: int | None, code: str) -> None:
    with raises_code(PositionError, code):
        seat_to_ask(text, seat)


def test_a_position_with_all_cards_is_asked_as_its_seat_knows_it() -> None:
    match = a_match(GAMES[0], seed=5)
    chance = random.Random(5)
    while match.view(None).phase is not Phase.PLAY:
        step(match, chance)
    (seat,) = match.to_act
    state = read_position(match.position())
    assert seat_to_ask(match.position()) == view(state, seat)

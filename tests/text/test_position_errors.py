"""Why a position cannot be, in both languages."""

from typing import Any

import pytest

from pegout.errors import PegoutError
from pegout.notation import DescriptionError, describe_position, seat_to_ask
from pegout.text import language
from pegout.text.position_errors import position_problem
from tests.cases import each, raises_code

HAND = "5H 5S 6D 7C JD KS"
PLAY: dict[str, Any] = {"discards": "JD KS", "starter": "2C"}


@each(
    ("said", "given"),
    [
        ("At a count of 8 it is your turn, and you do not hold 9♦.", {**PLAY, "played": "8D 9D"}),
        ("At a count of 0 it is another player’s turn, so not 7♣.", {**PLAY, "played": "7C"}),
        ("It is another player’s turn: add their card, or “go”.", PLAY),
        ("5♥ is there twice; every card is in the pack once.", {**PLAY, "starter": "5H"}),
        ("2 scores from 0 to 120 are needed, your own first.", {"scores": (121, 0)}),
        ("The dealer is a player from 0, you, to 1.", {"dealer": 7}),
        ("You can still play a card, so you cannot say go.", {**PLAY, "played": "TD 7C 8D go"}),
    ],
)
def test_a_contradiction_is_explained(said: str, given: dict[str, Any]) -> None:
    with pytest.raises(PegoutError) as caught:
        describe_position(HAND, **given)
    assert position_problem(caught.value, language("en")) == said
    assert position_problem(caught.value, language("es")) not in ("", said)


def test_a_text_that_is_no_position_is_explained() -> None:
    with raises_code(PegoutError, "bad_version") as caught:
        seat_to_ask("hello")
    told = position_problem(caught.value, language("en"))
    assert told == "That is no position: it begins with its version, as 1~standard~…"


def test_any_other_fault_has_its_reason() -> None:
    error = DescriptionError("impossible", "the count goes on")
    told = position_problem(error, language("en"))
    assert told == "The rules do not allow this position: the count goes on."

"""Positions that are asked about: a description is followed from its first card to its decision."""

import pytest

from pegout.table.analyses import AnalysisRefused
from pegout.table.positions import analyse_position, read_position_question
from pegout.text import language
from pegout.wire.http import PositionAnalysed, PositionForm, PositionMove, PositionWanted

HAND = "5H 5S 6D 7C JD KS"
EN = language("en")


def ask(played: str = "", *, starter: str = "2C", dealer: int = 0) -> PositionAnalysed:
    form = PositionForm(HAND, dealer, discards="JD KS", starter=starter, played=played)
    return analyse_position(read_position_question(PositionWanted(form=form), EN), EN)


def test_a_description_may_end_before_the_turn_of_the_seat() -> None:
    found = ask("TD 5H TS 5S")
    assert (found.turn, found.count, found.position, found.advice) == (1, 30, "", None)
    assert found.says == "It is another player’s turn: add their card, or “go”."
    assert found.moves[1:3] == [PositionMove(0, "5H", 15), PositionMove(1, "TS", 25)]


def test_goes_and_ends_of_counts_are_among_the_moves() -> None:
    found = ask("TD 5H TS 5S 4C")
    assert found.form.played == "TD 5H TS 5S go . 4C"
    assert found.moves[4:] == [
        PositionMove(1, None, 30),
        PositionMove(None, None, 0),
        PositionMove(1, "4C", 4),
    ]
    assert found.turn == 0
    assert found.advice is not None
    assert [option.cards for option in found.advice.options] == [["7C"], ["6D"]]


def test_a_link_leads_to_the_same_decision() -> None:
    found = ask("TD 5H TS 5S go 4C")
    linked = read_position_question(PositionWanted(found.position), EN)
    assert analyse_position(linked, EN) == found


def test_a_card_is_refused_by_its_symbol() -> None:
    with pytest.raises(AnalysisRefused, match="you do not hold 9♦") as raised:
        ask("TD 9D")
    assert raised.value.code == "wrong_turn"

"""Faults that have been seen in published cribbage programs, each by its name."""

import pytest

from pegout.rules import PRESETS, Play
from pegout.rules.engine import why_not
from tests.cases import each, present
from tests.rules.rigging import line_up, points_told, rig, told_all


@each("preset", PRESETS)
def test_6_6_nobs_given_for_a_jack_as_the_starter(preset: str) -> None:
    table = rig("2D 4D 6C 8H / 2H 4H", "2C 4C 6D 8D / 6H 8S", starter="JD", preset=preset)
    assert table.show() == ["hand 0 to 0", "hand 0 to 1", "crib 0 to 1"]


def test_6_4_a_four_card_flush_completed_by_the_starter() -> None:
    table = rig("2H 4H 6H 8S", starter="TH")
    assert table.show()[0] == "hand 0 to 0"


def test_6_5_a_four_card_flush_in_the_crib() -> None:
    table = rig("/ 2H 4H", "/ 6H 8H", starter="TS")
    assert table.show()[-1] == "crib 0 to 1"


@each("line", ["7 8 7", "4 K 4", "9 2 A 9", "5 6 5 6"])
def test_5_3_pairs_paid_for_cards_that_are_not_adjacent(line: str) -> None:
    assert line_up(line).play_points(line)[-1] == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_2_a_card_played_past_31(players: int) -> None:
    table = line_up("K Q 9 3", players)
    table.played("K Q 9")
    three = next(card for card in table.state.hands[table.turn] if card.value == 3)
    problem = present(why_not(table.state, Play(table.turn, three)))
    assert problem.code == "over_31"
    assert str(problem) == f"the {three} would make 32; the count stops at 31"


@pytest.mark.parametrize("line", ["4 5 6", "6 4 5", "4 6 5"])
def test_5_4_a_fifteen_overwritten_by_a_run(line: str) -> None:
    assert points_told(line_up(line).played(line)) == ["play 5 to 0"]


def test_5_4_a_thirty_one_overwritten_by_a_pair() -> None:
    assert line_up("T A T 5 5").play_points("T A T 5 5")[-1] == 4


def test_5_11_the_wrong_leader_after_a_new_count() -> None:
    # Seat 0 lays the last card of the first count, so that seat 1 leads, which had said go.
    table = rig("K 9 2 8", "Q T 8 7")
    table.played("0:K 1:Q 0:9 1:go 0:2")
    assert table.turn == 1
    # Three play: seat 1 lays the last card, so that seat 2 leads, which had said go before seat 0.
    table = rig("K Q T 8", "9 A T 8", "K T 8 9")
    table.played("0:K 1:9 2:T 0:go 1:A")
    assert (table.turn, table.state.count) == (2, 30)
    table.played("2:go")
    assert (table.turn, table.state.count) == (2, 0)


def test_7_1_points_pegged_in_the_play_not_ending_the_game() -> None:
    table = line_up("8 7", scores=(0, 119))
    table.played("8 7")
    assert table.over
    assert table.result.winners == (1,)


def test_7_1_all_hands_counted_when_the_first_count_already_won() -> None:
    table = rig("5C 5D 5H 5S", "TC TD TH TS", starter="KC", scores=(110, 100))
    told = told_all(table.play_out())
    assert told[-2:] == ["hand of 0", "hand 28 to 0"]
    assert table.scores[0] == 121


@pytest.mark.parametrize("players", [3, 4])
def test_5_9_go_paid_to_the_next_seat_when_three_or_four_play(players: int) -> None:
    table = rig(*("K Q 9 8", "Q 9 8 7", "8 K Q T", "T 9 7 6")[:players])
    goes = "0:K 1:Q 2:8 3:go 0:go 1:go" if players == 4 else "0:K 1:Q 2:8 0:go 1:go"
    assert points_told(table.played(goes)) == ["go 1 to 2"]


def test_5_9_go_paid_for_every_go_that_is_said() -> None:
    table = rig("K Q 9 8", "Q 9 8 7", "8 K Q T", "T 9 7 6")
    table.played("0:K 1:Q 2:8 3:go 0:go")
    assert table.scores == (0, 0)
    assert table.play("1:go") == ["go 1 to 2"]

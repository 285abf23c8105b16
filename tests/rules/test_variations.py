"""The variations but for muggins: half game, stinkhole, lowball and the five-card game."""

import random
from typing import Any

import pytest

from pegout.cards import parse_cards
from pegout.rules import Phase, Ready, Rules, Scored, Shuffle, UnknownRules
from pegout.rules.engine import legal
from pegout.rules.state import new_game
from tests.cases import each, raises_code
from tests.rules.rigging import Table, line_up, pack_of, points_told, rig, told_all

# --- half game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("switches", [{"preset": "half"}, {"target": 61}])
def test_11_1_half_game_ends_at_61(switches: dict[str, Any]) -> None:
    table = line_up("8 8", scores=(0, 58), **switches)
    table.played("8 8")
    assert not table.over
    table = line_up("8 8", scores=(0, 59), **switches)
    table.played("8 8")
    assert table.result.winners == (1,)


# --- stinkhole ------------------------------------------------------------------------------------


def test_11_2_stinkhole_heels_are_worth_nothing_in_the_last_hole() -> None:
    table = rig(starter="JD", scores=(0, 120), stinkhole=True)
    assert points_told(table.events) == ["heels 0 to 1"]
    assert table.scores == (0, 120)


def test_11_2_stinkhole_a_go_is_worth_nothing_in_the_last_hole() -> None:
    table = rig("K 9 8 7", "Q T 8 7", scores=(120, 0), stinkhole=True)
    assert told_all(table.played("0:K 1:Q 0:9 1:go")) == ["go 0 to 0", "end at 29"]
    assert table.scores == (120, 0)


def test_11_2_stinkhole_the_last_card_is_worth_nothing_in_the_last_hole() -> None:
    table = rig("A 2 3 4", "K K Q T", scores=(0, 120), stinkhole=True)
    events = table.played("0:A 1:K 0:2 1:K 0:3 1:go 0:4 1:Q 1:T")
    assert points_told(events)[:2] == ["go 1 to 0", "go 0 to 1"]


@pytest.mark.parametrize(("line", "winner"), [("8 7", 1), ("8 8", 1)])
def test_11_2_stinkhole_other_points_go_out_from_the_last_hole(line: str, winner: int) -> None:
    table = line_up(line, scores=(0, 120), stinkhole=True)
    table.played(line)
    assert table.result.winners == (winner,)


def test_11_2_stinkhole_a_hand_goes_out_from_the_last_hole() -> None:
    table = rig("5C 5D 5H 5S", starter="KC", scores=(120, 0), stinkhole=True)
    assert table.show()[0] == "hand 28 to 0"
    assert table.result.winners == (0,)


def test_11_2_stinkhole_is_only_the_last_hole() -> None:
    assert rig(starter="JD", scores=(0, 119), stinkhole=True).over
    table = rig("K 9 8 7", "Q T 8 7", scores=(119, 0), stinkhole=True)
    assert table.play("0:K 1:Q 0:9 1:go") == ["go 1 to 0"]


def test_11_2_stinkhole_is_the_scorers_own() -> None:
    table = rig("K 9 8 7", "Q T 8 7", scores=(100, 120), stinkhole=True)
    assert table.play("0:K 1:Q 0:9 1:go") == ["go 1 to 0"]


def test_11_2_stinkhole_off_heels_and_go_go_out_from_the_last_hole() -> None:
    assert rig(starter="JD", scores=(0, 120)).over
    table = rig("K 9 8 7", "Q T 8 7", scores=(120, 0))
    table.played("0:K 1:Q 0:9 1:go")
    assert table.over


# --- lowball --------------------------------------------------------------------------------------


def lowball(*scores: int) -> Table:
    """Let seat 1 reach the target by a pair."""
    table = line_up("8 8", players=len(scores), scores=scores, lowball=True)
    table.played("8 8")
    return table


def test_11_3_lowball_the_first_to_reach_the_target_loses() -> None:
    result = lowball(100, 119).result
    assert result.winners == (0,)
    assert result.skunks == (0, 0)
    assert result.match_points == (1, 0)


@each(("winner", "skunk"), [(91, 0), (90, 1), (61, 1), (60, 2), (0, 2)])
def test_11_3_lowball_the_winner_far_behind_skunks(winner: int, skunk: int) -> None:
    result = lowball(winner, 119).result
    assert result.skunks == (0, skunk)
    assert result.match_points == (skunk + 1, 0)


def test_11_3_lowball_of_three_is_won_by_the_lowest_score() -> None:
    result = lowball(100, 119, 80).result
    assert result.winners == (2,)
    assert result.skunks == (0, 1, 0)
    assert result.match_points == (0, 0, 2)


def test_11_3_lowball_of_three_may_have_two_winners() -> None:
    result = lowball(95, 119, 95).result
    assert result.winners == (0, 2)
    assert result.match_points == (1, 0, 1)


def test_11_3_lowball_by_teams() -> None:
    table = line_up("8 8", players=4, scores=(100, 119), lowball=True)
    table.played("8 8")
    assert table.result.winners == (0,)


# --- the five-card game ---------------------------------------------------------------------------


def test_11_4_five_card_deals_five_and_two_are_discarded() -> None:
    table = rig("2C 3C 4C / 5C 6C", "2D 3D 4D / 5D 6D", five_card=True)
    assert [len(hand) for hand in table.state.dealt] == [5, 5]
    assert table.state.hands == (parse_cards("2C 3C 4C"), parse_cards("2D 3D 4D"))
    assert sorted(table.state.crib) == sorted(parse_cards("5C 6C 5D 6D"))


def test_11_4_five_card_is_61_up() -> None:
    assert Rules(five_card=True).target == 61
    assert Rules("acc", five_card=True).target == 61
    assert Rules(five_card=True, target=121).target == 121
    assert Rules(five_card=False).target == 121


def test_11_5_five_card_the_non_dealer_starts_with_three() -> None:
    table = rig(five_card=True)
    assert points_told(table.events) == ["start 3 to 0"]
    assert table.scores == (3, 0)


def test_11_5_five_card_the_three_are_given_only_once() -> None:
    table = rig(five_card=True)
    table.finish_deal()
    table.do(Ready(0), Ready(1), Shuffle(pack_of(random.Random(1))))
    starts = [event for event in table.events if isinstance(event, Scored)]
    assert [event.reason for event in starts].count("start") == 1


def test_11_5_five_card_the_play_stops_at_the_first_go() -> None:
    table = rig("K 9 8", "Q T 7", five_card=True)
    assert told_all(table.played("0:K 1:Q 0:9 1:go"))[:3] == ["go 1 to 0", "end at 29", "hand of 0"]


def test_11_5_five_card_who_can_still_play_under_31_goes_on_after_a_go() -> None:
    table = rig("K 7 2", "Q T 8", five_card=True)
    assert told_all(table.played("0:K 1:Q 0:7 1:go")) == []
    assert told_all(table.played("0:2"))[:3] == ["go 1 to 0", "end at 29", "hand of 0"]


def test_11_5_five_card_the_play_stops_at_the_first_31() -> None:
    table = rig("K 7 2", "Q 4 8", five_card=True)
    told = told_all(table.played("0:K 1:Q 0:7 1:4"))
    assert told[:3] == ["play 2 to 1", "end at 31", "hand of 0"]


def test_11_5_five_card_the_last_card_scores_when_all_are_played() -> None:
    table = rig("A 2 3", "6 7 8", five_card=True)
    assert told_all(table.played("A 6 2 7 3 8"))[:3] == ["go 1 to 1", "end at 27", "hand of 0"]


def test_11_4_five_card_a_hand_is_three_cards_and_the_crib_four() -> None:
    table = rig("2H 4H 6H / 2C 4D", "TC TD QH / 6S 8S", five_card=True, starter="KH")
    # A flush of three with the starter makes four.
    assert table.show() == ["hand 4 to 0", "hand 2 to 1", "crib 0 to 1"]


def test_11_6_five_card_a_flush_of_three() -> None:
    table = rig("2H 4H 6H / 2C 4D", "TC TD QH / 6S 8S", five_card=True, starter="KS")
    assert table.show()[0] == "hand 3 to 0"


def test_11_4_five_card_is_for_two() -> None:
    with raises_code(
        UnknownRules, "bad_combination", match="five_card is a game for 2 players, not 3"
    ):
        Rules(five_card=True, players=3)


def test_11_4_five_card_goes_on_until_61() -> None:
    table = Table(new_game(Rules(five_card=True), dealer=0))
    chance = random.Random(5)
    while not table.over:
        if table.state.phase is Phase.READY:
            table.do(Ready(0), Ready(1), Shuffle(pack_of(chance)))
        table.finish_deal()
    assert max(table.scores) == 61
    assert legal(table.state, 0) == ()

"""Three players, and four in two teams."""

from __future__ import annotations

import pytest

from pegout.cards import parse_cards
from pegout.rules import PRESETS, Discard, Phase, UnknownRules, rules
from pegout.rules.engine import legal
from pegout.rules.state import to_act
from tests.rules.rigging import line_up, points_told, rig, told_all

SEVERAL = pytest.mark.parametrize("players", [3, 4])


def test_three_are_dealt_5_each_and_1_card_goes_to_the_crib_from_the_pack() -> None:
    table = rig("/ 2C", "/ 3D", "/ 4H", from_pack="5S", until=Phase.DISCARD)
    assert [len(hand) for hand in table.state.hands] == [5, 5, 5]
    assert table.state.crib == parse_cards("5S")
    table = rig("/ 2C", "/ 3D", "/ 4H", from_pack="5S")
    assert table.state.crib == parse_cards("5S 2C 3D 4H")


def test_four_are_dealt_5_each() -> None:
    table = rig("/ 2C", "/ 3D", "/ 4H", "/ 5S", until=Phase.DISCARD)
    assert [len(hand) for hand in table.state.hands] == [5, 5, 5, 5]
    assert table.state.crib == ()
    table = rig("/ 2C", "/ 3D", "/ 4H", "/ 5S")
    assert table.state.crib == parse_cards("2C 3D 4H 5S")


@SEVERAL
def test_each_lays_1_card_away(players: int) -> None:
    table = rig(players=players, until=Phase.DISCARD)
    assert to_act(table.state) == set(range(players))
    hand = table.state.hands[0]
    assert legal(table.state, 0) == tuple(Discard(0, (card,)) for card in hand)


def test_three_sit_each_for_themself() -> None:
    game = rules(players=3)
    assert game.sides == 3
    assert [game.side(seat) for seat in range(3)] == [0, 1, 2]
    assert [list(game.seats_of(side)) for side in range(3)] == [[0], [1], [2]]


def test_four_sit_with_their_partners_opposite_and_one_score_a_team() -> None:
    game = rules(players=4)
    assert game.sides == 2
    assert [game.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [list(game.seats_of(side)) for side in range(2)] == [[0, 2], [1, 3]]
    table = line_up("8 7 7 8", players=4)
    table.lay("8 7 7")
    assert table.scores == (2, 2)


@SEVERAL
def test_the_dealers_left_leads_and_the_play_goes_clockwise(players: int) -> None:
    table = rig(*["A 2 3 4"] * players)
    assert table.state.dealer == players - 1
    for seat in (*range(players), 0):
        assert table.turn == seat
        table.do(legal(table.state, seat)[0])


def test_heels_are_the_dealers() -> None:
    assert rig(players=3, starter="JD").scores == (0, 0, 2)


def test_heels_are_the_dealers_teams() -> None:
    assert rig(players=4, starter="JD").scores == (0, 2)


def test_the_show_goes_round_from_the_dealers_left_and_the_crib_is_last() -> None:
    table = rig(
        "5C 5D 5H TS / 2C", "8C 8D QH KS / 2D", "TC TD QD KH / 2H", from_pack="9S", starter="KC"
    )
    assert table.show() == ["hand 14 to 0", "hand 4 to 1", "hand 4 to 2", "crib 6 to 2"]


def test_the_show_is_added_to_the_team() -> None:
    table = rig(
        "5C 5D 5H TS / 2C",
        "8C 8D QH KS / 2D",
        "TC TD QD KH / 2H",
        "7C 7D 9H 9C / 9S",
        starter="KC",
    )
    shown = ["hand 14 to 0", "hand 4 to 1", "hand 4 to 2", "hand 4 to 3", "crib 6 to 3"]
    before = table.scores
    assert table.show() == shown
    in_play = [line for line in points_told(table.events) if line.startswith(("play", "go"))]
    pegged = [sum(int(line.split()[1]) for line in in_play if int(line[-1]) % 2 == s) for s in (0, 1)]
    assert before == (0, 0)
    assert table.scores == (pegged[0] + 18, pegged[1] + 14)


def test_skunk_for_each_of_two_losers_against_the_winner() -> None:
    table = line_up("8 8", players=3, scores=(90, 119, 60))
    table.lay("8 8")
    assert table.result.winners == (1,)
    assert table.result.skunks == (1, 0, 2)
    assert table.result.match_points == (0, 2 + 3, 0)


def test_skunk_by_team() -> None:
    table = line_up("8 8", players=4, scores=(90, 119))
    table.lay("8 8")
    assert table.result.winners == (1,)
    assert table.result.skunks == (1, 0)
    assert table.result.match_points == (0, 2)


# --- the play with any number of players ----------------------------------------------------------


@SEVERAL
def test_who_said_go_is_not_asked_again_in_that_count(players: int) -> None:
    table = rig("K Q 9 8", "Q 9 8 7", "8 A A 2", "K K T T"[: 2 * players - 1][:0] or "T 9 7 6")
    table.lay("0:K 1:Q 2:8")
    assert players

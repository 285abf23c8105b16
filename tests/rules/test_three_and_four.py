"""Three players, and four in two teams."""

from typing import Any

import pytest

from pegout.cards import parse_cards
from pegout.rules import PRESETS, Discard, Phase, Resign, Rules, Scored, UnknownRules
from pegout.rules.engine import legal
from pegout.rules.state import to_act
from tests.cases import each, raises_code
from tests.rules.rigging import Table, line_up, points_told, rig, told_all

SEVERAL = pytest.mark.parametrize("players", [3, 4])


def test_9_1_three_are_dealt_5_each_and_1_card_goes_to_the_crib_from_the_pack() -> None:
    table = rig("/ 2C", "/ 3D", "/ 4H", from_pack="5S", until=Phase.DISCARD)
    assert [len(hand) for hand in table.state.hands] == [5, 5, 5]
    assert table.state.crib == parse_cards("5S")
    table = rig("/ 2C", "/ 3D", "/ 4H", from_pack="5S")
    assert table.state.crib == parse_cards("5S 2C 3D 4H")


def test_9_2_four_are_dealt_5_each() -> None:
    table = rig("/ 2C", "/ 3D", "/ 4H", "/ 5S", until=Phase.DISCARD)
    assert [len(hand) for hand in table.state.hands] == [5, 5, 5, 5]
    assert table.state.crib == ()
    table = rig("/ 2C", "/ 3D", "/ 4H", "/ 5S")
    assert table.state.crib == parse_cards("2C 3D 4H 5S")


@SEVERAL
def test_9_1_each_discards_1_card(players: int) -> None:
    table = rig(players=players, until=Phase.DISCARD)
    assert to_act(table.state) == set(range(players))
    hand = table.state.hands[0]
    assert legal(table.state, 0) == tuple(Discard(0, (card,)) for card in hand)


def test_9_1_three_sit_each_for_themself() -> None:
    game = Rules(players=3)
    assert game.sides == 3
    assert [game.side(seat) for seat in range(3)] == [0, 1, 2]
    assert [list(game.seats_of(side)) for side in range(3)] == [[0], [1], [2]]


def test_9_2_four_sit_with_their_partners_opposite_and_one_score_a_team() -> None:
    game = Rules(players=4)
    assert game.sides == 2
    assert [game.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [list(game.seats_of(side)) for side in range(2)] == [[0, 2], [1, 3]]
    table = line_up("8 7 7 8", players=4)
    table.played("8 7 7")
    assert table.scores == (2, 2)


@SEVERAL
def test_9_3_the_dealers_left_leads_and_the_play_goes_clockwise(players: int) -> None:
    table = rig(*["A 2 3 4"] * players)
    assert table.state.dealer == players - 1
    for seat in (*range(players), 0):
        assert table.turn == seat
        table.do(legal(table.state, seat)[0])


def test_9_4_heels_are_the_dealers() -> None:
    assert rig(players=3, starter="JD").scores == (0, 0, 2)


def test_9_4_heels_are_the_dealers_teams() -> None:
    assert rig(players=4, starter="JD").scores == (0, 2)


def test_9_5_the_show_goes_round_from_the_dealers_left_and_the_crib_is_last() -> None:
    table = rig(
        "5C 5D 5H TS / 2C", "8C 8D QH KS / 2D", "TC TD QD KH / 2H", from_pack="9S", starter="KC"
    )
    assert table.show() == ["hand 20 to 0", "hand 4 to 1", "hand 4 to 2", "crib 8 to 2"]


def test_9_5_the_show_is_added_to_the_team() -> None:
    table = rig(
        "5C 5D 5H TS / 2C", "8C 8D QH KS / 2D", "TC TD QD KH / 2H", "7C 7D 9H 9C / 9S", starter="KC"
    )
    shown = ["hand 20 to 0", "hand 4 to 1", "hand 4 to 2", "hand 4 to 3", "crib 8 to 3"]
    events = table.play_out()
    assert [line for line in points_told(events) if line.startswith(("hand", "crib"))] == shown
    teams = [0, 0]
    for event in table.events:
        if isinstance(event, Scored):
            teams[event.seat % 2] += event.points
            assert event.score == teams[event.seat % 2]
    assert table.scores == tuple(teams)


def test_9_6_skunk_for_each_of_two_losers_against_the_winner() -> None:
    table = line_up("8 8", players=3, scores=(90, 119, 60))
    table.played("8 8")
    assert table.result.winners == (1,)
    assert table.result.skunks == (1, 0, 2)
    assert table.result.match_points == (0, 2 + 3, 0)


def test_9_6_skunk_by_team() -> None:
    table = line_up("8 8", players=4, scores=(90, 119))
    table.played("8 8")
    assert table.result.winners == (1,)
    assert table.result.skunks == (1, 0)
    assert table.result.match_points == (0, 2)


# --- the play with any number of players ----------------------------------------------------------


#: Seat 2 lays the last card of the first count; nobody else has a card that fits after its 8.
GOES = {3: "0:K 1:Q 2:8 0:go 1:go", 4: "0:K 1:Q 2:8 3:go 0:go 1:go"}


def before_seat_2(players: int, rest: str) -> Table:
    """Come to count 28, where only seat 2 has not said go; it holds the rest."""
    table = rig(*("K Q 9 8", "Q 9 8 7", f"8 {rest}", "T 9 7 6")[:players])
    assert table.play(GOES[players]) == []
    return table


@SEVERAL
def test_5_8_who_said_go_is_not_asked_again_in_that_count(players: int) -> None:
    table = before_seat_2(players, "A 2 9")
    table.played("2:A")
    assert table.turn == 2


@SEVERAL
def test_5_9_when_nobody_can_play_the_player_of_the_last_card_scores_1(players: int) -> None:
    table = before_seat_2(players, "A K Q")
    assert told_all(table.played("2:A")) == ["go 1 to 2", "end at 29"]
    assert (table.turn, table.state.count) == ((2 + 1) % players, 0)


@SEVERAL
def test_5_10_when_nobody_can_play_and_the_last_card_made_31_there_is_no_more(players: int) -> None:
    table = before_seat_2(players, "3 K Q")
    assert told_all(table.played("2:3")) == ["play 2 to 2", "end at 31"]
    assert table.turn == (2 + 1) % players


@SEVERAL
def test_5_9_when_nobody_can_play_after_the_last_go_it_is_over_at_once(players: int) -> None:
    table = rig(*("K Q 9 8", "Q 9 8 7", "8 K Q T", "T 9 7 6")[:players])
    assert told_all(table.played(GOES[players])) == ["go 1 to 2", "end at 28"]


@pytest.mark.parametrize("hands", [["K A", "K", "T"], ["K", "K", "T", "A"]])
def test_5_11_a_31_ends_the_count_without_asking_anybody(hands: list[str]) -> None:
    table = rig(*hands)
    assert told_all(table.played("0:K 1:K 2:T A"))[-2:] == [
        f"play 2 to {3 % len(hands)}",
        "end at 31",
    ]
    assert table.turn == 4 % len(hands)


def test_5_13_the_very_last_card_scores_1() -> None:
    """The cards of all make 24, so that there is only one count."""
    table = rig("A A A A", "2 2 2 2", "3 3 3 3")
    pegged = points_told(table.played("A 2 3 A 2 3 A 2 3 A 2 3"))
    assert [line for line in pegged if line.startswith("go")] == ["go 1 to 2"]


def test_5_13_the_very_last_card_scores_no_more_than_its_31() -> None:
    """The cards of all make 31."""
    table = rig("A A A A", "2 2 2 2", "3 3 3 T")
    pegged = points_told(table.played("A 2 3 A 2 3 A 2 3 A 2 T"))
    assert [line for line in pegged if line.startswith("go")] == []
    assert "play 2 to 2" in pegged


def test_5_12_a_player_without_cards_is_passed_over() -> None:
    table = rig("A A 2 2", "K K K Q", "K Q Q Q")
    table.played("0:A 1:K 2:K 0:A 1:go 2:go 0:2 0:2")
    assert table.state.hands[0] == ()
    assert table.turn == 1
    table.played("1:K 2:Q 1:K 2:go")
    assert table.turn == 2


# --- the presets ----------------------------------------------------------------------------------


@each("players", [3, 4])
@each("preset", PRESETS)
def test_12_2_how_many_may_play_by_a_preset(preset: str, players: int) -> None:
    if preset in ("clasico", "leaflet"):
        with raises_code(
            UnknownRules, "bad_combination", match=f"the preset {preset} has players 2, not"
        ):
            Rules(preset, players=players)
    else:
        assert Rules(preset, players=players).players == players


SINGLES: dict[str, Any] = {"players": 4, "teams": False}


def test_9_7_four_may_sit_each_for_themselves() -> None:
    game = Rules(**SINGLES)
    assert (game.sides, game.has_partners) == (4, False)
    assert [game.side(seat) for seat in range(4)] == [0, 1, 2, 3]
    assert (game.hand_size, game.discard_size, game.from_pack) == (5, 1, 0)
    table = line_up("8 7 7 8", **SINGLES)
    table.played("8 7 7")
    assert table.scores == (0, 2, 2, 0)


def test_9_7_each_hand_is_counted_for_its_seat_and_the_crib_for_the_dealer() -> None:
    table = rig(*["A 2 3 4"] * 4, **SINGLES)
    told = points_told(table.play_out())
    shown = [line for line in told if line.startswith(("hand", "crib"))]
    assert [line.split()[-1] for line in shown] == ["0", "1", "2", "3", "3"]


def test_9_7_a_go_passes_round_and_the_last_to_play_scores_it() -> None:
    table = rig("K 9 8 7", "K 9 8 7", "K 9 8 7", "A 9 8 7", **SINGLES)
    table.played("K K K A")
    assert table.scores == (0, 2, 6, 2)


@each(
    ("scores", "skunks", "points"),
    [
        ((119, 91, 90, 60), (0, 0, 1, 2), (6, 0, 0, 0)),
        ((119, 118, 117, 116), (0, 0, 0, 0), (3, 0, 0, 0)),
    ],
)
def test_9_7_each_loser_is_judged_alone(
    scores: tuple[int, ...], skunks: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = line_up("8 8", scores=(scores[1], scores[0], *scores[2:]), **SINGLES)
    table.played("8 8")
    result = table.result
    assert result.winners == (1,)
    order = (1, 0, 2, 3)
    assert tuple(result.skunks[side] for side in order) == skunks
    assert tuple(result.match_points[side] for side in order) == points


def test_9_7_of_four_who_resign_alone_one_loses() -> None:
    table = rig(**SINGLES, scores=(10, 40, 30, 40))
    table.do(Resign(0))
    assert table.result.winners == (1, 3)

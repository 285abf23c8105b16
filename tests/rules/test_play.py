"""The play: points of the cards played, go, last card, and who leads."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.cards import Card
from pegout.rules import PRESETS, CountEnded, Go, Phase, Play, Played, Scored
from pegout.rules.engine import legal, why_not
from pegout.scoring import Kind, play_points
from tests.cases import each, present
from tests.rules.rigging import line_up, pack_of, points_told, rig, told_all

#: Lines of play and the points of each card.
VECTORS = {
    "3 5 6 7 4": [0, 0, 0, 3, 5],
    "3 5 6 A 7 4": [0, 0, 0, 2, 0, 0],
    "4 3 5 6": [0, 0, 3, 4],
    "5 5 5": [0, 2, 8],
    "7 8 7 6": [0, 2, 0, 3],
    "8 7 7 6": [0, 2, 2, 0],
    # More of the same kind.
    "4 4 4 4": [0, 2, 6, 12],
    "A A A A": [0, 2, 6, 12],
    "4 5 6": [0, 0, 5],
    "6 5 4 7": [0, 0, 5, 4],
    "2 3 4 5 6": [0, 0, 3, 4, 5],
    "3 2 4 A 5 6": [0, 0, 3, 4, 7, 6],
    "6 6 3": [0, 2, 2],
    "5 T 6": [0, 2, 0],
    "4 5 5 6": [0, 0, 2, 0],
    "A Q K": [0, 0, 0],
    "Q K A": [0, 0, 0],
    "2 4 3 5": [0, 0, 3, 4],
    # Pairs that published programs have paid for cards that are not adjacent.
    "7 8 7": [0, 2, 0],
    "4 K 4": [0, 0, 0],
    "9 2 A 9": [0, 0, 0, 0],
    "5 6 5 6": [0, 0, 0, 0],
}

TWO = [name for name, preset in PRESETS.items() if preset.players == 2]


@each("players", [2, 3, 4])
@each(("line", "points"), VECTORS.items())
def test_5_3_the_points_of_each_card(line: str, points: list[int], players: int) -> None:
    assert line_up(line, players).play_points(line) == points


@each(("line", "points"), VECTORS.items())
def test_5_3_the_points_of_each_card_by_scoring_alone(line: str, points: list[int]) -> None:
    cards = [Card(rank + "CDHS"[place % 4]) for place, rank in enumerate(line.split())]
    assert [play_points(cards[: end + 1]) for end in range(len(cards))] == points


@each(("line", "points"), [("4 5 6", 5), ("6 4 5", 5), ("4 6 5", 5), ("T A T 5 5", 4)])
def test_5_4_a_run_or_a_pair_counts_beside_a_fifteen_or_a_31(line: str, points: int) -> None:
    assert line_up(line).play_points(line)[-1] == points


@each("preset", TWO)
def test_5_3_thirty_one_scores_2(preset: str) -> None:
    table = rig("K 7", "Q 4", preset=preset, go_stacks_on_31=False)
    assert table.play("K Q 7 4") == ["play 2 to 1"]


@each(
    ("preset", "switches", "points"),
    [
        *((preset, {}, ["play 2 to 0"]) for preset in TWO if preset != "leaflet"),
        ("leaflet", {}, ["play 2 to 0", "go 1 to 0"]),
        ("leaflet", {"go_stacks_on_31": False}, ["play 2 to 0"]),
        ("standard", {"go_stacks_on_31": True}, ["play 2 to 0", "go 1 to 0"]),
    ],
)
def test_5_10_go_and_31_together(preset: str, switches: dict[str, Any], points: list[str]) -> None:
    table = rig("K 6 5 2", "Q 9 8 7", preset=preset, **switches)
    assert table.play("0:K 1:Q 0:6 1:go 0:5") == points
    assert table.turn == 1


def test_5_9_go_is_for_the_player_of_the_last_card_who_plays_all_they_can() -> None:
    table = rig("K 7 A 2", "Q 8 7 6")
    assert table.play("0:K 1:Q 0:7 1:go 0:A") == []
    assert told_all(table.played("0:2")) == ["go 1 to 0", "end at 30"]


def test_5_9_go_is_not_for_the_caller_nor_the_next_seat() -> None:
    table = rig("K 8 7 6", "Q 8 7 6", "9 A K Q")
    assert table.play("0:K 1:Q 2:9 0:go 1:go") == []
    assert told_all(table.played("2:A")) == ["go 1 to 2", "end at 30"]


def test_5_11_the_next_clockwise_leads_after_a_go() -> None:
    table = rig("K Q 9 8", "Q T 9 8")
    assert table.play("0:K 1:Q 0:Q 1:go") == ["play 2 to 0", "go 1 to 0"]
    assert (table.turn, table.state.count) == (1, 0)


def test_5_11_the_next_clockwise_leads_after_a_31() -> None:
    table = rig("K 7", "Q 4")
    table.played("0:K 1:Q 0:7 1:4")
    assert (table.turn, table.state.count) == (0, 0)


def test_5_11_the_next_clockwise_leads_and_not_who_said_go_first() -> None:
    table = rig("K Q 9 7", "Q 3 9 8", "8 K Q 9")
    assert table.play("0:K 1:Q 2:8 0:go 1:3") == ["play 2 to 1"]
    assert (table.turn, table.state.count) == (2, 0)


def test_5_12_a_seat_without_cards_does_not_lead() -> None:
    table = rig("T 9 2 K", "Q 8 7 9")
    assert table.play("0:T 1:Q 0:9 1:go 0:2") == ["play 2 to 0"]
    assert table.play("1:8 0:K 1:7") == ["go 1 to 1"]
    assert table.turn == 1


@each(
    ("preset", "switches", "points"),
    [
        *((preset, {}, [0, 0, 3, 4]) for preset in TWO if preset != "clasico"),
        ("clasico", {}, [0, 0, 0, 0]),
        ("clasico", {"runs_in_play": True}, [0, 0, 3, 4]),
        ("standard", {"runs_in_play": False}, [0, 0, 0, 0]),
    ],
)
def test_5_6_runs_in_the_play(preset: str, switches: dict[str, Any], points: list[int]) -> None:
    assert line_up("4 3 5 6", preset=preset, **switches).play_points("4 3 5 6") == points


@each(
    ("hands", "before", "played", "points"),
    [
        (("K 9 8 7", "Q T 6 5"), "0:K 1:Q 0:9 1:go", "1:T 0:8", [0, 0]),
        (("K K 9 8", "Q 9 8 7"), "0:K 1:Q 0:9 1:go", "1:9", [0]),
        (("K 7 Q", "Q 4 5"), "0:K 1:Q 0:7 1:4", "0:Q 1:5", [0, 2]),
    ],
)
def test_5_7_runs_pairs_and_fifteens_do_not_reach_back_across_a_count(
    hands: tuple[str, str], before: str, played: str, points: list[int]
) -> None:
    table = rig(*hands)
    table.played(before)
    assert table.play_points(played) == points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_2_a_card_is_not_played_past_31(players: int) -> None:
    table = line_up("K Q 9 3", players)
    table.played("K Q 9")
    three = next(card for card in table.state.hands[table.turn] if card.value == 3)
    problem = present(why_not(table.state, Play(table.turn, three)))
    assert problem.code == "over_31"
    assert str(problem) == f"the {three} would make 32; the count stops at 31"


def test_5_11_the_next_clockwise_leads_who_said_go_before() -> None:
    # Seat 0 plays the last card of the first count, so that seat 1 leads, which had said go.
    table = rig("K 9 2 8", "Q T 8 7")
    table.played("0:K 1:Q 0:9 1:go 0:2")
    assert table.turn == 1
    # Three play: seat 1 plays the last card, so that seat 2 leads, which had said go before seat 0.
    table = rig("K Q T 8", "9 A T 8", "K T 8 9")
    table.played("0:K 1:9 2:T 0:go 1:A")
    assert (table.turn, table.state.count) == (2, 30)
    table.played("2:go")
    assert (table.turn, table.state.count) == (2, 0)


@each("preset", TWO)
def test_5_5_ten_and_king_are_no_pair(preset: str) -> None:
    line = "T K"
    assert line_up(line, preset=preset).play_points(line) == [0, 0]
    assert line_up("K K", preset=preset).play_points("K K") == [0, 2]


def test_5_8_who_can_play_a_card_must() -> None:
    table = rig("K 9 8 7", "Q A 9 8")
    table.played("K Q 9")
    problem = present(why_not(table.state, Go(1)))
    assert problem.code == "can_play"


def test_5_8_who_said_go_is_not_asked_again_in_that_count() -> None:
    table = rig("K 7 A 2", "Q 8 7 6")
    table.played("0:K 1:Q 0:7 1:go 0:A")
    assert table.turn == 0


def test_5_11_everybody_is_asked_again_in_the_next_count() -> None:
    table = rig("K Q 9 8", "Q T 9 8")
    table.played("0:K 1:Q 0:Q 1:go 1:T 0:9 1:9")
    assert table.state.gone == frozenset()
    table.played("0:go")
    assert table.state.count == 0


def test_5_9_the_player_of_the_last_card_is_not_asked_to_say_go() -> None:
    table = rig("K 9 8 7", "Q T 8 7")
    table.played("0:K 1:Q 0:9")
    assert told_all(table.played("1:go")) == ["go 1 to 0", "end at 29"]


def test_5_13_the_last_card_of_the_deal_scores_1() -> None:
    table = rig("A 2 3 4", "K K Q Q")
    events = table.played("0:A 1:K 0:2 1:K 0:3 1:go 0:4 1:Q 1:Q")
    assert points_told(events)[:3] == ["go 1 to 0", "play 2 to 1", "go 1 to 1"]
    scored = [event for event in events if isinstance(event, Scored) and event.reason == "go"]
    assert [event.items[0].kind for event in scored] == [Kind.GO, Kind.LAST_CARD]


@pytest.mark.parametrize("stacked", [False, True])
def test_5_13_a_31_made_with_the_last_card_of_the_deal_scores_2_and_not_3(stacked: bool) -> None:
    table = rig("K 9 2 K", "Q T 7 4", go_stacks_on_31=stacked)
    table.played("0:K 1:Q 0:9 1:go 0:2 1:T 0:K 1:7")
    last_card = ["go 1 to 1"] if stacked else []
    assert table.play("1:4")[:-3] == ["play 2 to 1", *last_card]


def test_5_13_a_fifteen_made_with_the_last_card_of_the_deal_scores_3() -> None:
    table = rig("K 9 2 A", "Q 7 3 4")
    table.played("0:K 1:Q 0:9 1:go 0:2 1:7 0:A 1:3")
    assert table.play("1:4")[:2] == ["play 2 to 1", "go 1 to 1"]


@given(st.randoms(use_true_random=False), st.sampled_from(TWO))
def test_5_14_the_dealer_of_two_pegs_at_least_1_a_deal(chance: random.Random, preset: str) -> None:
    cards = [str(card) for card in pack_of(chance)[:8]]
    table = rig(" ".join(cards[:4]), " ".join(cards[4:]), preset=preset)
    dealers = 0
    while table.state.phase is Phase.PLAY:
        events = table.do(chance.choice(legal(table.state, table.turn)))
        dealers += sum(
            event.points
            for event in events
            if isinstance(event, Scored) and event.seat == 1 and event.reason in ("play", "go")
        )
    assert dealers >= 1


@given(st.randoms(use_true_random=False), st.sampled_from([2, 3, 4]))
def test_5_1_whose_turn_it_is(chance: random.Random, players: int) -> None:
    """The next clockwise who holds cards and has not said go; a count ends when no card fits."""
    cards = [str(card) for card in pack_of(chance)]
    hands = [" ".join(cards[4 * seat : 4 * seat + 4]) for seat in range(players)]
    table = rig(*hands, players=players)
    last = players - 1
    while True:
        seat = table.turn
        events = table.do(chance.choice(legal(table.state, seat)))
        state = table.state
        if state.phase is not Phase.PLAY:
            break
        last = seat if isinstance(events[0], Played) else last
        ended = [event for event in events if isinstance(event, CountEnded)]
        if ended:
            assert ended == [CountEnded(last, ended[0].count)]
            held = [card for hand in state.hands for card in hand]
            assert all(ended[0].count + card.value > 31 for card in held)
        asked = [(last if ended else seat) + step for step in range(1, players + 1)]
        assert table.turn == next(
            other % players
            for other in asked
            if state.hands[other % players]
            and other % players not in state.gone
            and (other % players != last or ended or any(map(state.fits, state.hands[last])))
        )

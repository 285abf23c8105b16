"""The end: the target, the game that ends in the middle of anything, skunks and the match."""

from typing import Any

import pytest

from pegout.rules import (
    NATURE,
    PRESETS,
    Cut,
    GameEnded,
    Phase,
    Ready,
    Rules,
    Scored,
    UnknownRules,
)
from pegout.rules.engine import legal, why_not
from pegout.rules.state import new_game, to_act
from tests.cases import each, present
from tests.rules.rigging import Table, line_up, points_told, rig


def assert_over(table: Table, *winners: int) -> None:
    """Check that the game is won, and that nothing happened after the points that won it."""
    assert table.state.phase is Phase.OVER
    assert table.result.winners == winners
    assert isinstance(table.events[-2], Scored)
    assert isinstance(table.events[-1], GameEnded)
    assert table.events[-2].score == table.state.rules.target
    assert sum(isinstance(event, GameEnded) for event in table.events) == 1
    assert to_act(table.state) == frozenset()
    assert (table.state.turn, table.state.claim) == (None, None)
    for seat in (NATURE, 0, 1):
        assert legal(table.state, seat) == ()
        problem = present(why_not(table.state, Ready(seat)))
        assert problem.code == "game_over"


def won_with(loser: int, **more: Any) -> Table:
    """Let seat 1 win by a pair's two points against a loser with so many."""
    target = Rules(more.get("preset", "standard"), **_switches(more)).target
    table = line_up("8 8", scores=(loser, target - 1), **more)
    table.played("8 8")
    return table


def _switches(more: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in more.items() if name != "preset"}


# --- the target -----------------------------------------------------------------------------------


@each(
    ("preset", "switches", "target"),
    [
        *((preset, {}, 121) for preset in PRESETS if preset != "half"),
        ("half", {}, 61),
        ("family", {"target": 61}, 61),
        *(("standard", {"target": target}, target) for target in (31, 61, 100, 121, 241)),
        ("standard", {"five_card": True}, 61),
    ],
)
def test_1_1_the_target(preset: str, switches: dict[str, Any], target: int) -> None:
    table = line_up("8 8", scores=(0, target - 3), preset=preset, **switches)
    table.played("8 8")
    assert not table.over
    table = line_up("8 8", scores=(0, target - 2), preset=preset, **switches)
    table.played("8 8")
    assert_over(table, 1)


def test_1_3_more_points_than_are_needed_win_too_and_the_score_stops_at_the_target() -> None:
    table = line_up("8 8 8", scores=(118, 0))
    events = table.played("8 8 8")
    assert points_told(events) == ["play 2 to 1", "play 6 to 0"]
    assert table.scores == (121, 2)
    assert table.state.rear == (118, 0)
    assert_over(table, 0)


# --- in the middle of anything --------------------------------------------------------------------


def test_7_1_ends_on_heels() -> None:
    table = rig(starter="JD", scores=(120, 119), until=Phase.CUT)
    assert points_told(table.do(Cut(0, 4))) == ["heels 2 to 1"]
    assert_over(table, 1)


@each(
    ("hands", "switches", "scores", "line", "told", "winner"),
    [
        (("8", "7"), {}, (120, 119), "8 7", ["play 2 to 1"], 1),
        (("K 7", "Q 4"), {"go_stacks_on_31": True}, (120, 119), "K Q 7 4", ["play 2 to 1"], 1),
        (("K 9 8 7", "Q T 8 7"), {}, (120, 120), "0:K 1:Q 0:9 1:go", ["go 1 to 0"], 0),
        (
            ("A 2 3 4", "K K Q T"), {}, (0, 120), "0:A 1:K 0:2 1:K 0:3 1:go 0:4 1:Q 1:T",
            ["go 1 to 0", "go 1 to 1"], 1,
        ),
    ],
)  # fmt: skip
def test_7_1_ends_on_a_card_a_31_a_go_and_the_last_card(
    hands: tuple[str, str], switches: dict[str, Any], scores: tuple[int, int], line: str,
    told: list[str], winner: int,
) -> None:  # fmt: skip
    table = rig(*hands, scores=scores, **switches)
    assert table.play(line) == told
    assert_over(table, winner)


@pytest.mark.parametrize(
    ("scores", "winner", "told"),
    [
        # The dealer needs 1 point at the show, but the non-dealer counts first.
        ((112, 117), 0, ["hand 8 to 0"]),
        ((100, 114), 1, ["hand 8 to 0", "hand 4 to 1"]),
        ((100, 106), 1, ["hand 8 to 0", "hand 4 to 1", "crib 8 to 1"]),
    ],
)
def test_7_1_ends_in_the_show(scores: tuple[int, int], winner: int, told: list[str]) -> None:
    table = rig("AC 2D 3H 4S / 8C 7D", "KC KD TH TS / 9S 6D", starter="QH", scores=scores)
    events = table.played("0:A 1:K 0:2 1:K 0:3 1:go 0:4 1:T 1:T")
    assert points_told(events) == ["go 1 to 0", "play 2 to 1", "go 1 to 1", *told]
    assert_over(table, winner)


# --- skunks and the match -------------------------------------------------------------------------


@each("preset", ["standard", "acc", "leaflet"])
@each(("loser", "skunk"), [(120, 0), (91, 0), (90, 1), (61, 1), (60, 2), (0, 2)])
def test_7_2_skunk_under_91_and_double_skunk_under_61(preset: str, loser: int, skunk: int) -> None:
    assert won_with(loser, preset=preset).result.skunks == (skunk, 0)


@each(("loser", "skunk"), [(60, 0), (31, 0), (30, 1), (1, 1), (0, 2)])
def test_7_2_skunk_under_31_of_61(loser: int, skunk: int) -> None:
    assert won_with(loser, preset="half").result.skunks == (skunk, 0)


@each(
    ("preset", "switches", "skunk"),
    [
        ("clasico", {}, 0),
        ("family", {}, 0),
        ("family", {"skunks": True}, 2),
        ("standard", {"skunks": False}, 0),
        ("leaflet", {}, 2),
    ],
)
def test_7_3_skunks_may_be_off(preset: str, switches: dict[str, bool], skunk: int) -> None:
    assert won_with(0, preset=preset, **switches).result.skunks == (skunk, 0)


@each(
    ("preset", "switches", "points"),
    [
        *((preset, {}, (1, 2, 3)) for preset in ("standard", "leaflet")),
        ("acc", {}, (2, 3, 3)),
        ("clasico", {}, (1, 1, 1)),
        ("family", {}, (1, 1, 1)),
        ("standard", {"match_points": (5, 7, 9)}, (5, 7, 9)),
    ],
)
def test_8_1_points_for_a_match(
    preset: str, switches: dict[str, Any], points: tuple[int, int, int]
) -> None:
    won = [won_with(loser, preset=preset, **switches).result for loser in (100, 90, 60)]
    assert [result.match_points for result in won] == [(0, point) for point in points]


@each(("loser", "skunk"), [(91, 0), (90, 1), (60, 2), (31, 2), (30, 3), (0, 3)])
def test_7_8_a_triple_skunk(loser: int, skunk: int) -> None:
    result = won_with(loser, skunk_lines=(31, 61, 91)).result
    assert (result.skunks, result.match_points) == ((skunk, 0), (0, 1 + skunk))


@each(
    ("preset", "lines", "points"),
    [
        ("standard", (31,), (1, 2)),
        ("standard", (31, 61, 91), (1, 2, 3, 4)),
        ("acc", (31,), (2, 3)),
        ("acc", (20, 40, 60), (2, 3, 3, 4)),
    ],
)
def test_7_8_further_lines_are_worth_a_point_more(
    preset: str, lines: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert Rules(preset, skunk_lines=lines).match_points == points


def test_7_8_a_game_has_as_many_match_points_as_outcomes() -> None:
    own: dict[str, Any] = {"skunk_lines": (11, 51), "match_points": (2, 4, 8)}
    results = [won_with(loser, **own).result for loser in (111, 110, 70)]
    assert [result.match_points[1] for result in results] == [2, 4, 8]
    with pytest.raises(UnknownRules, match="match_points are 2 whole numbers"):
        Rules(skunk_lines=(31,), match_points=(1, 2, 3))


def test_7_8_without_skunks_no_line_counts() -> None:
    assert won_with(0, skunks=False, skunk_lines=(31, 61, 91)).result.skunks == (0, 0)


def test_1_2_the_rear_peg_stands_where_the_front_peg_stood() -> None:
    table = line_up("8 8 8", scores=(10, 20))
    table.played("8 8 8")
    assert (table.state.scores, table.state.rear) == ((16, 22), (10, 20))
    table = line_up("8 7 7 7", scores=(10, 20))
    table.played("8 7 7 7")
    assert (table.state.scores, table.state.rear) == ((12, 28), (10, 22))


def test_1_2_a_game_starts_at_0_with_nobody_ahead() -> None:
    state = new_game(Rules(), dealer=1)
    assert (state.scores, state.rear, state.result) == ((0, 0), (0, 0), None)


def test_1_5_a_game_begins_at_given_scores() -> None:
    state = new_game(Rules(start_scores=(100, 90)), dealer=1)
    assert (state.scores, state.rear, state.deal, state.dealer) == ((100, 90), (0, 0), 1, 1)
    assert new_game(Rules(players=3, start_scores=(1, 2, 3)), dealer=0).scores == (1, 2, 3)
    assert new_game(Rules(players=4, start_scores=(7, 9))).scores == (7, 9)


def test_1_5_points_are_added_to_the_given_scores() -> None:
    table = rig("8 7", "7 8", start_scores=(118, 119))
    assert table.play("8 7") == ["play 2 to 1"]
    assert_over(table, 1)


@each(("loser", "skunk"), [(91, 0), (90, 1), (60, 2)])
def test_1_5_skunks_are_judged_as_always(loser: int, skunk: int) -> None:
    table = rig("8 7", "7 8", start_scores=(loser, 119))
    table.played("8 7")
    assert table.result.skunks == (skunk, 0)


def test_1_5_in_the_five_card_game_the_pone_adds_its_three_points() -> None:
    assert rig(five_card=True, start_scores=(20, 30)).scores == (23, 30)

"""The presets and the switches: what may be asked for, and what is said when it may not."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from pegout.notation import Codec
from pegout.rules import PRESETS, SWITCHES, Rules, RulesError, UnknownRules
from tests.cases import each, raises_code

DEFAULTS: dict[str, Any] = {
    "players": 2,
    "teams": True,
    "target": 121,
    "start_scores": (),
    "nobs_points": 1,
    "heels_points": 2,
    "crib_flush": "five",
    "runs_in_play": True,
    "go_stacks_on_31": False,
    "counting": "automatic",
    "muggins": False,
    "missed": "corrected",
    "overcount": "corrected",
    "stinkhole": False,
    "lowball": False,
    "five_card": False,
    "skunks": True,
    "skunk_lines": (31, 61),
    "match_points": (1, 2, 3),
    "first_deal": "cut",
    "next_deal": "usual",
}
#: How each preset differs from the defaults.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "standard": {},
    "acc": {"match_points": (2, 3, 3), "next_deal": "alternate"},
    "half": {"target": 61},
    "clasico": {"runs_in_play": False, "crib_flush": "four", "skunks": False},
    "family": {"nobs_points": 2, "skunks": False},
    "leaflet": {"go_stacks_on_31": True},
}
#: Values that a switch does not take.
WRONG: dict[str, tuple[Any, ...]] = {
    "players": (0, 1, 5, True, 2.0, "2", None),
    "teams": (0, 1, "yes", None),
    "target": (0, 30, 242, -121, 121.0, "121", None),
    "start_scores": ((1,), (1, 2, 3), (0, 121), (-1, 0), (True, 0), {1, 2}, 100, None),
    "nobs_points": (-1, 3, True, None),
    "heels_points": (-1, 3, True, None),
    "crib_flush": ("three", "", 5, None),
    "runs_in_play": (0, 1, "yes", None),
    "go_stacks_on_31": (0, 1, None),
    "counting": ("Manual", True, None),
    "muggins": (0, 1, None),
    "missed": ("", "nobody", True, None),
    "overcount": ("", None),
    "stinkhole": (1, None),
    "lowball": (1, None),
    "five_card": (1, None),
    "skunks": (1, None),
    "skunk_lines": (
        (),
        (61, 31),
        (31, 31),
        (0,),
        (242,),
        (1, 2, 3, 4),
        {31, 61},
        (True,),
        31,
        None,
    ),
    "match_points": ((1, 2), (1, 2, 3, 4), {1, 2, 3}, (1, 2, -3), (1, 2, True), (1, 2, 1001), None),
    "first_deal": ("low", None),
    "next_deal": ("dealer", None),
}


@each("preset", PRESETS)
def test_12_1_every_switch_of_every_preset(preset: str) -> None:
    expected = {**DEFAULTS, **DIFFERENCES[preset]}
    assert {name: getattr(Rules(preset), name) for name in SWITCHES} == expected
    assert Rules(preset) == PRESETS[preset]
    assert Rules(preset).preset == preset


def test_13_1_the_switches_are_all_there_in_the_order_of_the_rule_book() -> None:
    assert list(DEFAULTS) == list(SWITCHES), "give the switch to DEFAULTS of this file"
    assert set(DIFFERENCES) == set(PRESETS)
    assert set(WRONG) == set(SWITCHES), "give the switch to WRONG of this file"


@each(
    ("preset", "switches"),
    [
        ("standard", {}),
        ("standard", {"players": 4, "nobs_points": 0}),
        ("half", {"players": 3}),
        ("family", {"target": 61}),
        ("half", {"players": 3, "start_scores": (60, 0, 7)}),
        ("clasico", {"crib_flush": "none", "skunks": True}),
        ("acc", {"match_points": (1, 2, 3)}),
        ("acc", {"skunk_lines": (31,)}),
        ("standard", {"skunk_lines": (31, 61, 91), "match_points": (1, 2, 3, 5)}),
        ("leaflet", {"go_stacks_on_31": False}),
        ("standard", {"counting": "manual", "muggins": True, "overcount": "to_opponent"}),
        ("standard", {"five_card": True, "target": 61}),
    ],
)
def test_a_game_names_its_preset_and_other_switches(preset: str, switches: dict[str, Any]) -> None:
    game = Rules(preset, **switches)
    assert game.changes() == switches
    assert Rules(game.preset, **game.changes()) == game
    assert pickle.loads(pickle.dumps(game)) == game


@each("preset", PRESETS)
def test_a_switch_that_is_as_in_the_preset_is_no_difference(preset: str) -> None:
    assert Rules(preset, **{**DEFAULTS, **DIFFERENCES[preset]}).changes() == {}


@each(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_13_1_a_value_that_does_not_fit(name: str, value: Any) -> None:
    with raises_code(UnknownRules, "bad_switch") as caught:
        Rules(**{name: value})
    assert str(caught.value).startswith(f"{name} ")
    assert str(caught.value).endswith(f"not {value!r}")


@each(
    ("switches", "said"),
    [
        ({"players": 5}, "players is one of 2, 3, 4, not 5"),
        ({"target": 30}, "target is one of 31 to 241, not 30"),
        ({"crib_flush": "six"}, "crib_flush is one of five, four, none, not 'six'"),
        ({"runs_in_play": 1}, "runs_in_play is one of False, True, not 1"),
    ],
)
def test_what_a_switch_may_be_is_said(switches: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownRules) as caught:
        Rules(**switches)
    assert str(caught.value) == said


def test_a_preset_that_does_not_exist() -> None:
    with raises_code(UnknownRules, "unknown_preset") as caught:
        Rules("tournament")
    assert str(caught.value) == (
        "the preset is one of standard, acc, half, clasico, family, leaflet, not 'tournament'"
    )


def test_a_switch_that_does_not_exist() -> None:
    switches: dict[str, Any]
    for name in ("jokers", "preset_", "side"):
        switches = {name: True}
        with raises_code(
            UnknownRules, "unknown_switch", match=f"a switch is one of players, .*, not '{name}'"
        ):
            Rules("standard", **switches)


@each(
    ("preset", "switches", "said"),
    [
        ("half", {"target": 121}, "the preset half has target 61, not 121; start from standard"),
        ("family", {"target": 100}, "the preset family has target 61, 121, not 100; start from"),
        ("clasico", {"players": 4}, "the preset clasico has players 2, not 4; start from standard"),
        ("leaflet", {"players": 3}, "the preset leaflet has players 2, not 3; start from standard"),
        ("standard", {"muggins": True}, "muggins needs counting=manual"),
        (
            "standard",
            {"next_deal": "cut", "first_deal": "chosen"},
            "next_deal=cut is a cut before each game; first_deal is chosen",
        ),
        ("standard", {"teams": False}, "teams=False is a game for 4 players, not 2"),
        ("standard", {"five_card": True, "players": 4}, "five_card is a game for 2 players, not 4"),
    ],
)
def test_12_2_what_cannot_be_combined(preset: str, switches: dict[str, Any], said: str) -> None:
    with raises_code(UnknownRules, "bad_combination") as caught:
        Rules(preset, **switches)
    assert str(caught.value).startswith(said)


@each("preset", PRESETS)
def test_12_2_what_a_document_leaves_open_may_be_switched(preset: str) -> None:
    game = Rules(preset, counting="manual", stinkhole=True, heels_points=0)
    assert (game.counting, game.stinkhole, game.heels_points) == ("manual", True, 0)


def test_the_presets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PRESETS["half"] = Rules()  # type: ignore[index]


def test_errors_are_of_one_tree_and_can_be_sent_to_another_process() -> None:
    error = UnknownRules("bad_switch", "players is one of 2, 3, 4, not 5")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, UnknownRules)
    assert isinstance(again, RulesError)
    assert isinstance(again, ValueError)
    assert (again.code, str(again)) == ("bad_switch", "players is one of 2, 3, 4, not 5")


@each(
    ("players", "five_card", "dealt", "discards", "from_pack"),
    [(2, False, 6, 2, 0), (2, True, 5, 2, 0), (3, False, 5, 1, 1), (4, False, 5, 1, 0)],
)
def test_2_5_the_cards_of_a_deal(
    players: int, five_card: bool, dealt: int, discards: int, from_pack: int
) -> None:
    game = Rules(players=players, five_card=five_card)
    assert (game.hand_size, game.discard_size, game.from_pack) == (dealt, discards, from_pack)
    assert game.kept == dealt - discards
    assert game.discard_size * players + game.from_pack == 4


@each("preset", ["none", "", None, [], 7])
def test_a_preset_that_does_not_exist_is_refused_wherever_it_comes_from(preset: Any) -> None:
    with raises_code(UnknownRules, "unknown_preset", match="the preset is one of standard, acc"):
        Rules(preset)
    with pytest.raises(UnknownRules, match="the preset is one of standard, acc"):
        Rules(preset=preset)


@each("preset", PRESETS)
def test_the_name_of_a_preset_is_never_given_to_other_switches(preset: str) -> None:
    """``Rules(preset="half")`` was once a game to 121 under the name of ``half``."""
    assert Rules(preset=preset) == Rules(preset) == PRESETS[preset]
    assert Rules(preset=preset).changes() == {}
    assert replace(PRESETS[preset], stinkhole=True) == Rules(preset, stinkhole=True)


def test_a_switch_cannot_be_replaced_by_one_that_the_preset_forbids() -> None:
    with pytest.raises(UnknownRules, match="the preset half has target 61, not 121"):
        replace(Rules("half"), target=121)


@each(
    ("game", "text"),
    [
        (Rules(), "Rules('standard')"),
        (Rules("half", players=3), "Rules('half', players=3)"),
        (Rules(five_card=True), "Rules('standard', target=61, five_card=True)"),
        (Rules("acc", five_card=True, target=121), "Rules('acc', five_card=True, target=121)"),
        (Rules("half", five_card=True), "Rules('half', five_card=True, target=61)"),
        (Rules(match_points=(1, 1, 1)), "Rules('standard', match_points=(1, 1, 1))"),
    ],
)
def test_rules_are_shown_in_short_and_can_be_pasted(game: Rules, text: str) -> None:
    assert repr(game) == text
    assert eval(repr(game)) == game
    assert Rules(game.preset, **game.changes()) == game


@each(
    ("stored", "read"),
    [
        ({"preset": "half", "target": 121}, Rules()),
        ({"preset": "family", "target": 100, "skunks": False}, Rules(target=100, skunks=False)),
        ({"preset": "half", "target": 61, "players": 3}, Rules("half", players=3)),
        ({"target": 31}, Rules(target=31)),
    ],
)
def test_stored_rules_of_an_older_version_are_read(stored: dict[str, Any], read: Rules) -> None:
    assert Rules.from_fields(**stored) == read
    whole = {**DEFAULTS, "match_points": [1, 2, 3], **stored}
    assert Codec([Rules]).decode({"type": "rules", **whole}) == read

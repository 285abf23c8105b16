"""Values and plain data: exact in both directions, and strict on the way back."""

import json
import pickle
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout import notation
from pegout.cards import CARDS, UNKNOWN, Card
from pegout.rules import Phase, Play, Rules, SeatView, Shuffled, View
from pegout.rules.engine import legal
from pegout.rules.state import new_game, to_act
from pegout.rules.view import view
from tests.cases import each
from tests.notation.games import VARIANTS, every_variant


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def test_every_event_of_games_of_every_kind_comes_back() -> None:
    kinds = set()
    for game in every_variant():
        for event in game.events:
            back = notation.event_from_json(through_json(notation.event_to_json(event)))
            assert back == event
            assert type(back) is type(event)
            kinds.add(type(event))
    assert len(kinds) == len(notation.EVENTS.types) - 1, (
        "all but a tied cut are in every such collection"
    )


def test_cards_come_back_as_cards() -> None:
    pack = (*CARDS[:51], UNKNOWN)
    back = notation.EVENTS.decode(through_json(notation.EVENTS.encode(Shuffled(pack))))
    assert all(isinstance(card, Card) for card in back.pack)
    assert back.pack == pack


def test_every_action_comes_back() -> None:
    for game in every_variant():
        for state in game.states:
            for seat in to_act(state):
                for action in legal(state, max(seat, 0)):
                    assert (
                        notation.action_from_json(through_json(notation.action_to_json(action)))
                        == action
                    )


@each("variant", VARIANTS)
def test_rules_come_back(variant: Rules) -> None:
    codec = notation.Codec([Rules])
    assert codec.decode(through_json(codec.encode(variant))) == variant


class Pair(NamedTuple):
    left: int
    right: str = "r"


@dataclass(frozen=True)
class Other:
    flag: bool


@dataclass(frozen=True)
class Everything:
    pair: Pair
    same: Pair
    either: Pair | Other
    maybe: Other | None
    phase: Phase
    word: Literal["a", "b"]
    several: frozenset[int]
    cards: tuple[Card, ...]
    both: tuple[int, str]
    note: str | None = None


VALUE = Everything(
    Pair(1, "x"), Pair(5), Other(True), None, Phase.PLAY, "b",
    frozenset((3, 1)), (Card("5H"),), (2, "y"),
)  # fmt: skip


def test_any_registered_class_can_be_encoded() -> None:
    codec = notation.Codec([Everything])
    data = codec.encode(VALUE)
    assert data == {
        "type": "everything",
        "pair": {"left": 1, "right": "x"},
        "same": {"left": 5, "right": "r"},
        "either": {"type": "other", "flag": True},
        "maybe": None,
        "phase": "play",
        "word": "b",
        "several": [1, 3],
        "cards": ["5H"],
        "both": [2, "y"],
        "note": None,
    }
    assert codec.decode(through_json(data)) == VALUE
    other: dict[str, Any] = {"either": Pair(2), "maybe": Other(False), "phase": Phase.SHOW}
    full = replace(VALUE, word="a", several=frozenset(), cards=(), note="n", **other)
    assert codec.decode(through_json(codec.encode(full))) == full


def test_a_member_with_a_default_may_be_missing() -> None:
    codec = notation.Codec([Everything])
    data = codec.encode(VALUE)
    del data["note"]
    del data["pair"]["right"]
    assert codec.decode(data).pair.right == "r"


@each(
    ("change", "code", "path"),
    [
        ({"pair": 7}, "bad_value", "pair"),
        ({"pair": {}}, "missing_field", "pair"),
        ({"pair": {"left": True}}, "bad_value", "pair.left"),
        ({"either": {"type": "pear"}}, "unknown_type", "either.type"),
        ({"either": {"type": ["pair"]}}, "unknown_type", "either.type"),
        ({"either": 3}, "bad_value", "either"),
        ({"maybe": {"flag": 1}}, "bad_value", "maybe.flag"),
        ({"phase": "lunch"}, "bad_value", "phase"),
        ({"word": ["a"]}, "bad_value", "word"),
        ({"several": [1, 1]}, "bad_value", "several"),
        ({"several": "12"}, "bad_value", "several"),
        ({"cards": ["5H", "5X"]}, "bad_value", "cards[1]"),
        ({"cards": [7]}, "bad_value", "cards[0]"),
        ({"both": [1]}, "bad_value", "both"),
        ({"both": [1, 2]}, "bad_value", "both[1]"),
        ({"more": 1}, "unknown_field", ""),
    ],
)
def test_what_is_wrong_is_found_where_it_is(change: dict[str, Any], code: str, path: str) -> None:
    codec = notation.Codec([Everything])
    with pytest.raises(notation.CodecError) as found:
        codec.decode({**codec.encode(VALUE), **change})
    assert (found.value.code, found.value.path) == (code, path)
    assert path in str(found.value)


def test_a_class_that_checks_itself_is_heard() -> None:
    codec = notation.Codec([Rules])
    with pytest.raises(notation.CodecError, match="target is one of 31 to 241"):
        codec.decode({**codec.encode(Rules()), "target": 5})


@each("data", [None, 3, [], {}, {"type": "cards"}, "played"])
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(notation.CodecError):
        notation.event_from_json(data)


def test_what_belongs_to_another_codec_is_refused() -> None:
    with pytest.raises(notation.CodecError, match="not a Play"):
        notation.EVENTS.encode(Play(0, Card("5H")))
    assert notation.ACTIONS.types[0] == "commit"


@dataclass(frozen=True)
class Typed:
    type: int


@dataclass(frozen=True)
class Unwritable:
    number: float


@dataclass(frozen=True)
class Unordered:
    numbers: dict[str, int]


class Plain:
    pass


def test_only_what_has_a_json_can_be_registered() -> None:
    with pytest.raises(TypeError, match="field called type"):
        notation.Codec([Typed])
    for kind in (Unwritable, Unordered, Plain):
        with pytest.raises(TypeError, match="no JSON"):
            notation.Codec([kind])
    with pytest.raises(TypeError, match="two classes"):
        notation.Codec([Other, Other])


def test_errors_survive_between_processes() -> None:
    error = notation.CodecError("bad_value", "expected a card", "hand[1]").within("hands[0]")
    back = pickle.loads(pickle.dumps(error))
    assert (back.code, back.path, str(back)) == (
        "bad_value",
        "hands[0].hand[1]",
        "hands[0].hand[1]: expected a card",
    )
    plain = pickle.loads(pickle.dumps(notation.NotationError("bad_text", "one line")))
    assert (plain.code, str(plain)) == ("bad_text", "one line")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["5H"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(
    JSON
    | st.fixed_dictionaries(
        {"type": st.sampled_from(notation.EVENTS.types)},
        optional=dict.fromkeys(
            ("seat", "card", "cards", "count", "hands", "crib", "items", "result", "at"), JSON
        ),
    )
)
def test_no_data_do_anything_but_decode_or_raise(data: object) -> None:
    try:
        event = notation.event_from_json(data)
    except notation.CodecError:
        return
    assert notation.event_from_json(notation.event_to_json(event)) == event


def test_the_view_of_a_seat_is_a_view_in_json_and_comes_back_as_what_it_was() -> None:
    codec = notation.Codec([View])
    state = new_game(Rules(), dealer=0)
    for seat in (0, None):
        seen = view(state, seat)
        data = codec.encode(seen)
        assert data["type"] == "view"
        back = codec.decode(data)
        assert back == seen
        assert type(back) is (View if seat is None else SeatView)

"""Any input either parses or raises the documented error."""

import random
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pegout import notation
from pegout.cards import NAMES
from pegout.notation.lines import VERBS
from tests.cases import examples
from tests.notation.games import Game, games
from tests.notation.test_round_trips import record_of
from tests.notation.texts import BOARD, FOUR, MUGGINS, THREE, TWO

RECORDS = (TWO, THREE, FOUR, MUGGINS, BOARD)
WORDS = st.sampled_from(
    (
        *VERBS,
        *NAMES[::7],
        *("??", "crib", "at", "to", "claims", "scores", "skunks", "points", "0-0", "121-3"),
        *(
            "0",
            "1",
            "2",
            "3",
            "4",
            "7",
            "31",
            "99",
            "=",
            "=15",
            "+2",
            "+0",
            ":",
            ",",
            ";",
            '"a"',
            '"',
        ),
        *("fifteen", "go", "[", "]", "@a", "%pegout 1", "[Rules", '"half"', "ab" * 32),
    )
)


def reads_or_raises(text: str | bytes) -> None:
    faults = notation.check(text)
    if faults:
        with pytest.raises(notation.RecordError) as found:
            notation.read_many(text)
        assert list(found.value.faults) == faults
        return
    for record in notation.read_many(text):
        again = notation.write(record)
        assert notation.read(again) == record
        assert notation.write(notation.read(again)) == again


@given(st.text() | st.binary())
@example("\xa0")
def test_any_text_and_any_bytes(text: str | bytes) -> None:
    reads_or_raises(text)


@given(st.lists(st.lists(WORDS, max_size=9).map(" ".join), max_size=12).map("\n".join))
def test_lines_of_the_right_words(text: str) -> None:
    reads_or_raises(text)
    reads_or_raises("%pegout 1\ngame 1  dealer 0\n" + text)


def mutate(text: str, seed: int) -> str:
    """Return a record with some lines changed, exchanged, repeated and left out."""
    chance = random.Random(seed)
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        kind = chance.randrange(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif kind == 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            words = lines[at].split() or [""]
            words[chance.randrange(len(words))] = chance.choice(NAMES)
            lines[at] = " ".join(words)
        elif kind == 4:
            lines[at] = re.sub("[0-9]", lambda _: str(chance.randrange(10)), lines[at], count=1)
        else:
            words = lines[at].split()
            lines[at] = " ".join(words[: chance.randint(0, len(words))])
        lines = lines or [""]
    return "\n".join(lines)


@examples(25, 100, st.sampled_from(RECORDS), st.integers(0, 10**9))
def test_records_with_something_changed(text: str, seed: int) -> None:
    reads_or_raises(mutate(text, seed))


@examples(10, 40, games(), st.integers(0, 10**9))
def test_records_of_every_kind_with_something_changed(game: Game, seed: int) -> None:
    reads_or_raises(mutate(notation.write(record_of(game)), seed))


def change(data: Any, chance: random.Random) -> Any:
    """Return the same data with one value changed somewhere."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        name = chance.choice(sorted(data))
        if chance.random() < 0.1:
            return {key: value for key, value in data.items() if key != name}
        return {**data, name: change(data[name], chance)}
    if isinstance(data, list) and data and chance.random() < 0.9:
        at = chance.randrange(len(data))
        if chance.random() < 0.2:
            return [*data[:at], *data[at + 1 :]]
        return [*data[:at], change(data[at], chance), *data[at + 1 :]]
    return chance.choice(
        [None, True, -1, 0, 1, 2, 5, 31, "", "5H", "??", "crib", "play", [], {}, 2.5]
    )


@examples(15, 60, games(), st.integers(0, 10**9))
def test_json_with_something_changed(game: Game, seed: int) -> None:
    data = change(notation.to_json(record_of(game)), random.Random(seed))
    try:
        record = notation.from_json(data)
    except notation.RecordError:
        return
    assert isinstance(record, notation.Record)
    assert notation.from_json(notation.to_json(record)) == record


@given(st.text() | st.text(alphabet="0123xgAKQ5HTDCS.-_~dealtplayscorerear", max_size=80))
def test_any_text_as_a_position(text: str) -> None:
    check_position(text)


def check_position(text: str) -> None:
    try:
        state = notation.read_position(text)
    except notation.PositionError:
        return
    assert notation.read_position(notation.write_position(state)) == state


@given(games(), st.integers(0, 10**9))
@settings(max_examples=100)
def test_positions_with_something_changed(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    text = notation.write_position(game.state)
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(text))
        new = chance.choice(
            ["", ".", "~", "-", "x", *"0123456789", text[at] * 2, chance.choice(NAMES)]
        )
        text = text[:at] + new + text[at + chance.randint(0, 2) :]
    check_position(text)


@given(st.text(), st.text())
def test_any_tag(name: str, text: str) -> None:
    record = notation.Record(record_of(Game(VARIANT, 3, 5)).rules, tags=((name, text),), match=text)
    try:
        written = notation.write(record)
    except notation.NotationError:
        return
    assert notation.read(written) == record


VARIANT = notation.read(TWO).rules

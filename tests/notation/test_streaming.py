"""Files of records, read one record after the other."""

import json
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pegout.notation import (
    NotationError,
    Player,
    Record,
    RecordError,
    game_record,
    iter_records,
    read,
    read_many,
    streaming,
    to_json,
    write,
    write_many,
)
from tests.cases import each, raises_code
from tests.notation.games import every_variant
from tests.notation.texts import BOARD, FOUR, MUGGINS, THREE, TWO

TEXTS = [TWO, BOARD, THREE, MUGGINS, FOUR]
RECORDS = [read(text) for text in TEXTS]
OBJECTS = [to_json(record) for record in RECORDS]
JSON_LINES = "".join(json.dumps(data) + "\n" for data in OBJECTS)


def faults(text: str) -> tuple[int, list[tuple[int, str]]]:
    """Return how many records can be read, and the line and the code of each error."""
    errors: list[RecordError] = []
    records = list(iter_records(StringIO(text), on_error=errors.append))
    return len(records), [(error.faults[0].line, error.code) for error in errors]


def test_the_records_of_a_text_come_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "club.peg"
    path.write_text(write_many(RECORDS), "utf-8")
    read_whole = list(read_many(path.read_bytes()))
    assert list(iter_records(path)) == list(iter_records(str(path))) == read_whole
    with path.open("rb") as data, path.open(encoding="utf-8") as text:
        assert list(iter_records(data)) == list(iter_records(text)) == read_whole


@each(
    "text",
    [
        JSON_LINES,
        json.dumps(OBJECTS),
        json.dumps(OBJECTS, indent=2),
        "[\n" + ",\n".join(map(json.dumps, OBJECTS)) + "\n]\n",
        "\ufeff\r\n" + JSON_LINES.replace("\n", "\r\n"),
        "".join(json.dumps(data, indent="\t", ensure_ascii=False) + "\n" for data in OBJECTS),
        json.dumps(OBJECTS, indent=0),
    ],
)
@each("checked", [True, False])
def test_json_in_every_form(text: str, checked: bool) -> None:
    assert list(iter_records(BytesIO(text.encode()), checked=checked)) == RECORDS


def test_unchecked_records_of_every_variant_equal_the_checked_ones() -> None:
    for game in every_variant():
        record = Record(
            game.rules,
            (Player('} "', "{"),) * game.rules.players,
            (game_record(game.rules, game.events, dealer=game.dealer),),
        )
        line = StringIO(json.dumps(to_json(record)))
        assert list(iter_records(line, checked=False)) == [record]


def test_only_a_check_finds_what_breaks_the_rules() -> None:
    text = json.dumps(OBJECTS[0]).replace('"count": 15', '"count": 14', 1)
    assert len(list(iter_records(StringIO(text), checked=False))) == 1
    with raises_code(RecordError, "wrong_count"):
        next(iter_records(StringIO(text)))
    text = json.dumps({**OBJECTS[0], "players": []})
    assert len(list(iter_records(StringIO(text), checked=False))) == 1, "nobody has a name"
    text = json.dumps({**OBJECTS[0], "players": OBJECTS[0]["players"][:1]})
    with raises_code(RecordError, "bad_players"):
        next(iter_records(StringIO(text), checked=False))


def test_an_error_has_the_lines_of_the_file() -> None:
    with pytest.raises(RecordError, match=r"^line 4: .*lunch.*and 1 more") as caught:
        list(iter_records(StringIO("%pegout 1\n\n%pegout 1\nlunch\nlunch\n%pegout 1\n")))
    assert [fault.line for fault in caught.value.faults] == [4, 5]


@each(
    ["text", "good", "errors"],
    [
        ("", 0, [(1, "bad_header")]),
        ("\n \n", 0, [(1, "bad_header")]),
        ("game 1\n", 0, [(1, "bad_header")]),
        ('[Event "Friday"]\n%pegout 1\n', 0, [(1, "bad_header")]),
        ("; first\n%pegout 1\n", 0, [(1, "bad_header")]),
        ("%pegout 1\n%pegout 9\n%lunch\n%pegout 1\n", 2, [(2, "bad_version"), (3, "bad_header")]),
        ("%pegout 1\n%pegout 1\ngame 1\nnonsense\nmore\n%pegout 1\n", 2, [(4, "bad_line")]),
        ("[]", 0, []),
        ("{}", 0, [(1, "bad_header")]),
        ("{", 0, [(1, "bad_json")]),
        ('\n[\n{"format": "pegout"', 0, [(3, "bad_json")]),
        (f'{{"format": "peg\n{JSON_LINES}', 5, [(1, "bad_json")]),
        (f"{JSON_LINES}lunch\n{JSON_LINES}", 10, [(6, "bad_json")]),
        (f'{JSON_LINES}{{"a":\n "b",\n 7}}\n{JSON_LINES}', 10, [(8, "bad_json")]),
        (f"{JSON_LINES}{'[' * 9}\n", 5, []),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", 0, [(1, "bad_json")]),
    ],
)
def test_the_next_record_follows_a_broken_one(
    text: str, good: int, errors: list[tuple[int, str]]
) -> None:
    assert faults(text) == (good, errors)


def test_bytes_that_are_not_utf_8() -> None:
    for text, code in ((b"%pegout 1\n\xff\n", "not_utf8"), (b'{"a": "\xff"}', "bad_json")):
        with raises_code(RecordError, code):
            next(iter_records(BytesIO(text)))
    with raises_code(RecordError, "not_utf8"):
        next(iter_records(StringIO("%pegout 1\n; \ud800\n")))


def test_a_record_without_end_is_refused_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streaming, "_MAX_BYTES", 2000)
    monkeypatch.setattr("pegout.notation.reader.MAX_TEXT", 500)
    good = "%pegout 1\n"
    assert faults(good + "; word\n" * 1000 + good) == (1, [(1, "too_long")])
    assert faults('{"a": "' + "b" * 9000 + '"}\n') == (0, [(1, "too_long")])


def test_memory_does_not_grow_with_the_file() -> None:
    class Endless:
        """A file that holds one record many times over."""

        def __init__(self, text: str, times: int) -> None:
            self.lines: Iterator[str] = chain.from_iterable(
                text.splitlines(keepends=True) for _ in range(times)
            )

        def readline(self, _: int) -> str:
            return next(self.lines, "")

    def peak(text: str, times: int, *, checked: bool) -> int:
        file: Any = Endless(text, times)
        tracemalloc.start()
        assert sum(1 for _ in iter_records(file, checked=checked)) == times
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    line = json.dumps(OBJECTS[1]) + "\n"
    for text, times, checked in ((line, 20, False), (line, 2, True), (TEXTS[1], 2, True)):
        peak(text, 1, checked=checked)
        begun = peak(text, times, checked=checked)
        assert peak(text, 10 * times, checked=checked) < begun + 100_000


@each("source", [None, 7, b"%pegout 1\n", write(RECORDS[0]), RECORDS[0]])
def test_what_is_no_file_is_refused_at_once(source: Any) -> None:
    with raises_code(NotationError, "bad_source"):
        iter_records(source)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(iter_records(tmp_path / "none.peg"))


def test_several_records_in_a_line_and_what_looks_like_one() -> None:
    first, second = (json.dumps(data) for data in OBJECTS[:2])
    line = f"{first}, {second}\n"
    assert list(iter_records(StringIO(line))) == RECORDS[:2]
    # The beginning of a record within a text of a record, and one that breaks off at a brace.
    named = {**OBJECTS[0], "match": '{"format": "pegout"}'}
    assert next(iter_records(StringIO(json.dumps(named)))).match == named["match"]
    assert faults(first[: first.rindex("}", 0, -9) + 1] + "\n" + second) == (1, [(1, "bad_json")])

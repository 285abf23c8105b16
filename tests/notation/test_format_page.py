"""The specification is true: its examples can be read, and its lists are complete."""

import json
import re
from pathlib import Path

import pytest

from pegout.notation import check, from_json, read, read_position, to_json, write
from pegout.notation.lines import VERBS
from pegout.rules import SWITCHES
from pegout.scoring import Kind
from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
RECORDS = sorted((ROOT / "docs" / "records").glob("*.peg"))
PACKAGE = ROOT / "src" / "pegout"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", blocks("peg"))
def test_every_record_on_the_page_can_be_read(text: str) -> None:
    assert check(text) == []


def test_the_first_example_and_its_canonical_form() -> None:
    loose, canonical = blocks("peg")
    assert write(read(loose)) == canonical


@each("path", RECORDS)
def test_every_record_file_is_read_and_named_on_the_page(path: Path) -> None:
    assert check(path.read_bytes()) == []
    assert f"records/{path.name}" in PAGE


@each("text", blocks("excerpt"))
def test_every_excerpt_is_of_one_of_the_files(text: str) -> None:
    assert any(text.strip() in path.read_text(encoding="utf-8") for path in RECORDS)


def test_games_for_two_three_and_four_are_whole() -> None:
    for name, players in (("two", 2), ("three", 3), ("four", 4)):
        record = read((ROOT / "docs" / "records" / f"{name}.peg").read_text(encoding="utf-8"))
        assert record.rules.players == players
        assert record.games[0].result is not None


def test_the_position_is_the_one_that_it_is_said_to_be() -> None:
    (text,) = blocks("position")
    state = read_position(text.strip())
    assert (state.turn, state.count) == (0, 21)
    assert text.strip().replace("~", "") in PAGE.replace("~", "").replace('"\n...     "', "")


def test_the_json_is_the_beginning_of_the_first_example() -> None:
    (text,) = blocks("json")
    data = json.loads(text)
    entries = data["games"][0]["entries"]
    full = to_json(read(blocks("peg")[0]))
    assert full["games"][0]["entries"][: len(entries)] == entries
    assert list(full) == list(data)
    assert {**full, "games": []} == {**data, "games": []}
    assert from_json(data).games[0].dealer == 0


def test_every_word_of_the_format_is_on_the_page() -> None:
    words = [*VERBS, *(kind.replace("_", "-") for kind in Kind), *SWITCHES]
    missing = [word for word in words if not re.search(rf"`{word}\b", PAGE)]
    assert not missing


def test_every_code_of_a_fault_is_on_the_page() -> None:
    made = re.compile(
        r"(?:_Bad|PositionError|_refused|IllegalAction|_fault|fault|Fault|NotationError)\("
        r'[^"\n]*\n?[^"\n]*"([a-z0-9_]+)"'
    )
    yielded = re.compile(r'yield "([a-z_0-9]+)"')
    named = re.compile(r'"(wrong_[a-z]+)"')
    codes = set()
    for path in [*(PACKAGE / "notation").glob("*.py"), PACKAGE / "rules" / "engine.py"]:
        text = path.read_text(encoding="utf-8")
        for pattern in (made, yielded, named):
            codes.update(pattern.findall(text))
    assert len(codes) > 50
    # No line of a record can produce an action that does not exist.
    missing = sorted(code for code in codes if f"`{code}`" not in PAGE)
    assert missing == ["unknown_action"]


def test_every_part_of_a_position_is_on_the_page() -> None:
    from pegout.notation.position import _PARTS

    assert all(f"`{name}`" in PAGE for name in _PARTS)

"""A corpus of reviewed games: what is counted of it, and that it goes on where it stopped."""

import json
from pathlib import Path

import pytest

from tools.review_corpus import Line, add, joint, missed, missed_by, of_record, tell, tell_records

RECORDS = Path(__file__).parents[1] / "docs/records"


def split(cards: float, hidden: float = 0.0, errors: tuple[float, float] = (0.0, 0.0)) -> Line:
    result = 0.5 + cards + hidden + errors[1] - errors[0]
    return {
        "before": 0.5, "result": result, "cards": cards, "hidden": hidden, "counting": 0.0,
        "ending": 0.0, "errors": errors,
    }  # fmt: skip


def line(number: int, cards: float, holes: float) -> Line:
    return {
        "number": number,
        "levels": ["novice", "club"],
        "decisions": [30, 20],
        "losses": [[0.005, 0.02, 0.02, 0.05], []],
        "chance": split(cards),
        "margin": split(holes),
    }


def test_what_the_parts_miss_is_found() -> None:
    one = line(0, 0.25, 3.0)
    assert missed_by(one) == 0
    one["margin"]["errors"] = (0.125, 0.5)
    assert missed_by(one) == 0.375


def test_luck_far_from_nothing_is_told_from_luck_that_is_none() -> None:
    signs = [(-1) ** number for number in range(40)]
    none = [line(number, 0.1 * sign, sign * (number % 3)) for number, sign in enumerate(signs)]
    much = [line(number, 0.1 * sign + 0.1, number % 3) for number, sign in enumerate(signs)]
    total, freedom = joint(none)
    assert freedom == 2
    assert total < 2
    assert joint(much)[0] > 40
    # Too few games of a pair say nothing.
    assert joint(none[:10]) == (0.0, 0)


def test_verdicts_are_counted_for_one_player_and_game(capsys: pytest.CaptureFixture[str]) -> None:
    tell([line(0, 0.1, 1.0), line(1, 0.1, 1.0)])
    printed = capsys.readouterr().out.splitlines()
    assert "2 games; the parts miss a result by 0.0e+00" in printed
    assert "novice: 9.50 % of a game in each of 2 ± 0.00" in printed
    assert "| novice | 30.0 | 0.00 | 2.00 | 1.00 |" in printed
    assert "| club | 20.0 | 0.00 | 0.00 | 0.00 |" in printed
    assert "| novice | 4.00 | 4.00 | 3.00 | 3.00 | 3.00 | 1.00 | 1.00 | 0.00 | 0.00 |" in printed


def test_games_of_records_are_reviewed(capsys: pytest.CaptureFixture[str]) -> None:
    ((number, decisions, told),) = of_record(RECORDS / "two.peg")
    assert (number, decisions) == (1, 21)
    assert {parts.worth for parts in told} == {"chance", "margin", "match"}
    assert len(told) == 6
    assert max(map(missed, told)) < 1e-9
    tell_records([RECORDS / "board.peg"])
    assert capsys.readouterr().out.endswith("decisions; luck is not told\n")


def test_what_a_file_has_is_not_reviewed_again(tmp_path: Path) -> None:
    path, lines = tmp_path / "corpus.jsonl", list[Line]()
    add(lines, path, 1, 1, 0)
    assert not lines
    add(lines, path, 1, 1, 5)
    (one,) = lines
    assert json.loads(path.read_text())["losses"] == one["losses"]
    assert missed_by(one) < 1e-9
    # A gentle player loses something with a third of its decisions.
    assert min(map(len, one["losses"])) > 5
    written = path.read_text()
    add(lines, path, 1, 1, 5)
    assert path.read_text() == written
    assert lines == [one]

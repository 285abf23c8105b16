"""``pegout solve errors`` from the user's side, and the table that it writes."""

import json
from pathlib import Path

import pytest

from pegout.cli.run import WRONG_USAGE, run
from pegout.tables.files import head_of, parse
from pegout.tables.level_losses import losses_of

LINE = ["solve", "errors", "casual", "gentle", "--games", "4", "--seed", "3", "--processes", "1"]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.mark.long
@pytest.mark.compiled
def test_levels_are_told_by_kinds_and_how_often_they_are_recognized(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run([*LINE, "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "decisions", "losing", "points", "±", "thousandths", "of", "a", "game", "±",
    ]  # fmt: skip
    names = [line for line in lines if line and not line.startswith(" ")]
    assert names == ["casual", "gentle", "How often a level is recognized after", *lines[-2:]]
    assert len([line for line in lines if ", near the end" in line]) == 10
    assert lines[-3].split() == ["1", "game", "10", "games", "100", "games"]
    data = (tmp_path / "error_rates.csv").read_bytes()
    assert head_of(data).command == "pegout solve errors casual gentle --games 4 --seed 3"
    weak, strong = losses_of(parse(data.decode()).rows)
    assert (weak.level, strong.level) == ("gentle", "casual")
    assert weak.points > strong.points


@pytest.mark.long
@pytest.mark.compiled
def test_json_has_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*LINE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["games"], found["complete"]) == (3, 4, True)
    for level in found["levels"]:
        whole = level["all"]
        for name in ("decisions", "losing", "points", "chance"):
            parts = [kind[name] for kind in level["kinds"]]
            assert sum(parts) == pytest.approx(whole[name], abs=2e-3)
    rows = found["recognized"]
    assert [(row["level"], row["games"]) for row in rows] == [
        (level, games) for games in (1, 10, 100) for level in ("casual", "gentle")
    ]
    assert all(0 <= row["named"] <= 1 and 0 <= row["covered"] <= 1 for row in rows)
    # These two are far apart.
    assert rows[-1]["named"] > 0.9


def test_one_level_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "errors", "club", "--games", "2"]) == WRONG_USAGE
    assert "two levels or more" in capsys.readouterr().err

"""``pegout solve errors`` from the user's side, and the table that it writes."""

import json
from pathlib import Path

import numpy as np
import pytest

from pegout.cli.run import run
from pegout.review.error_rates import ErrorRates, KindRate, LevelErrors
from pegout.simulation.judged_games import DECISIONS
from pegout.tables.files import head_of, parse
from pegout.tables.level_losses import losses_of, seed_of_losses
from tests.cli.lines import Cli

LINE = ["solve", "errors", "casual", "gentle", "--games", "4", "--seed", "3", "--processes", "1"]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.mark.long
@pytest.mark.compiled
def test_levels_are_told_by_kinds_and_the_table_is_written(cli: Cli, tmp_path: Path) -> None:
    lines = cli.told(*LINE, "--out", str(tmp_path)).splitlines()
    assert lines[0].split() == [
        "decisions", "losing", "points", "±", "thousandths", "of", "a", "game", "±",
    ]  # fmt: skip
    names = [line for line in lines if line and not line.startswith(" ")]
    assert names == ["casual", "gentle", lines[-1]]
    assert lines[-1].startswith("Another --seed, without --out, measures")
    assert len([line for line in lines if ", near the end" in line]) == 10
    data = (tmp_path / "error_rates.csv").read_bytes()
    assert head_of(data).command == "pegout solve errors casual gentle --games 4 --seed 3"
    weak, strong = losses_of(parse(data.decode()).rows)
    assert (weak.level, strong.level) == ("gentle", "casual")
    assert weak.points > strong.points


@pytest.mark.long
@pytest.mark.compiled
def test_json_has_every_number(cli: Cli) -> None:
    found = cli.json(*LINE)
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


def made_up(seed: int) -> ErrorRates:
    """Return losses as if each game of a level had 20 decisions that lose 12 points."""
    rates = [KindRate(kind, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0) for kind in (*DECISIONS, "all")]
    drawn = np.zeros((64, 128), np.int64)
    drawn[20, 24] = 9
    histogram = tuple([tuple(row) for row in drawn.tolist()])
    levels = [
        LevelErrors(name, 9, tuple(rates[:-1]), rates[-1], 3.0, 0.1, histogram)
        for name in ("casual", "novice", "own")
    ]
    return ErrorRates(seed, 9, True, tuple(levels))


def test_a_scale_is_judged_by_games_that_did_not_set_it(
    cli: Cli, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pegout.review.error_rates.error_rates", lambda levels, games, seed, **_: made_up(seed)
    )
    # The losses are those of a novice on the shipped scale, whatever the levels here are called.
    line = ["solve", "errors", "casual", "novice", "--games", "9", "--json", "--seed"]
    assert run([*line, "3"]) == 0
    rows = json.loads(capsys.readouterr().out)["recognized"]
    named = {(row["level"], row["games"]): row["named"] for row in rows}
    assert {level for level, _ in named} == {"casual", "novice"}
    assert named["novice", 100] == 1
    assert named["casual", 100] == 0
    # With the seed of the scale the same games would be counted twice.
    assert json.loads(cli.told(*line, str(seed_of_losses())))["recognized"] == []


def test_one_level_cannot_be_measured(cli: Cli) -> None:
    assert "two levels or more" in cli.refused("solve", "errors", "club", "--games", "2")

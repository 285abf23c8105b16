"""``pegout daily`` from the user's side."""

import io
import sys
from datetime import date
from pathlib import Path

import pytest

from pegout import machine
from pegout.school.progress import PlayerProgress, read, write
from pegout.wire.learning import DailyResult
from tests.cli.lines import Cli

#: More than enough lines: what cannot be played is asked again.
LINES = ["0", "0", "1 2", "1 2", "1", "1 2", *["1", "2", "3", "4"] * 8]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    monkeypatch.setattr(machine, "_today", lambda: "2026-11-28")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))


def test_the_cards_of_a_date_are_printed(cli: Cli) -> None:
    found = cli.json("daily", "--date", "2026-11-28")
    assert found == cli.json("daily")
    assert (found["date"], found["version"], len(found["questions"])) == ("2026-11-28", 1, 5)
    assert found["deal"]["drill"] == "discards"
    assert found["questions"] != cli.json("daily", "--date", "2026-11-29")["questions"]


def test_the_daily_of_today_is_kept_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "progress.json"
    path.write_bytes(write(PlayerProgress(daily={date(2026, 11, 27): DailyResult(1, 60)})))
    typed(monkeypatch, *LINES)
    said = cli.told("daily").splitlines()
    assert said[0] == "Daily of 2026-11-28: five questions and a deal, on your honour."
    assert said[-2].startswith("Pegout 2026-11-28  ")
    assert said[-1] == "2 days in a row."
    kept = read(path.read_bytes())
    score = kept.daily[date(2026, 11, 28)].score
    assert said[-3] == f"Your daily: {score} of 100."
    # What was missed is in the drills.
    assert len(kept.of("counting").items) == 2
    typed(monkeypatch)
    assert cli.told("daily").splitlines() == said[-3:]


def test_another_date_and_one_that_is_left_are_not_kept(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "progress.json"
    typed(monkeypatch, *LINES)
    said = cli.told("daily", "--date", "2026-11-27")
    assert "Your daily: " in said
    assert "in a row" not in said
    typed(monkeypatch, *LINES[:3])
    assert cli.told("daily").endswith("Nothing is kept; you can begin again.\n")
    assert not read(path.read_bytes()).daily


def test_the_result_is_drawn_to_a_file(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picture = tmp_path / "today.svg"
    typed(monkeypatch, *LINES)
    score = cli.told("daily", "--picture", str(picture)).splitlines()[-3]
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count('class="mark"') == 5
    assert "1 day in a row" in drawn
    assert score.removeprefix("Your daily: ").removesuffix(" of 100.") in drawn
    # It is drawn again without a question.
    cli.told("daily", "--picture", str(picture))
    assert picture.read_text(encoding="utf-8") == drawn
    cli.told("daily", "--picture", str(picture), "--light")
    again = picture.read_text(encoding="utf-8")
    assert again.count('class="mark"') == 5
    assert again != drawn
    # That of another day is in no row; one that is left has no picture.
    typed(monkeypatch, *LINES)
    cli.told("daily", "--date", "2026-11-27", "--picture", str(picture))
    assert "in a row" not in picture.read_text(encoding="utf-8")
    picture.unlink()
    typed(monkeypatch, *LINES[:2])
    cli.told("daily", "--date", "2026-11-27", "--picture", str(picture))
    assert not picture.exists()
    assert ".svg" in cli.refused("daily", "--picture", "today.png")


def test_what_is_no_date_or_no_progress_is_refused(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "2026-11-31" in cli.refused("daily", "--date", "2026-11-31")
    (tmp_path / "progress.json").write_text("my notes")
    assert "This file is no progress of Pegout" in cli.refused("daily")

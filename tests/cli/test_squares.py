"""``pegout squares`` from the user's side."""

import io
import sys
from datetime import date
from itertools import chain
from pathlib import Path

import pytest

from pegout import machine
from pegout.cards import Card
from pegout.school.progress import read
from pegout.scoring import show_points
from tests.cli.lines import Cli

DAY = "2026-11-28"
CELLS = [f"{row}{column}" for row in range(1, 5) for column in range(1, 5)]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    monkeypatch.setattr(machine, "_today", lambda: DAY)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))


def test_the_cards_of_a_date_are_printed_with_the_best_square(cli: Cli) -> None:
    found = cli.json("squares", "--date", DAY)
    assert found == cli.json("squares")
    assert sorted(chain.from_iterable(found["square"])) == sorted(found["cards"])
    lines = [*found["square"], *zip(*found["square"], strict=True)]
    points = [show_points([Card(name) for name in line], found["starter"]) for line in lines]
    assert sum(points) == found["best"] == 55
    assert cli.json("squares", "--seed", "7")["cards"] != found["cards"]


def test_a_game_is_played_to_its_best_result(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = cli.json("squares")
    square = list(chain.from_iterable(found["square"]))
    best = [CELLS[square.index(card)] for card in found["cards"]]
    typed(monkeypatch, "5 5", best[0], best[0], *best[1:])
    said = cli.told("squares").replace("> ", "").splitlines()
    assert said.count("That is no free cell.") == 2
    assert said.count("Where do you put the jack of hearts?") == 2
    assert said.count("Where do you put the ten of clubs?") == 2
    assert "The starter is 7♦." in said
    assert "55 points: 6 points short of 61." in said
    assert "The best possible result with these cards is 55." in said
    assert said[-1] == "Your best of today: 55."
    kept = read((tmp_path / "progress.json").read_bytes())
    assert kept.squares[date(2026, 11, 28)].score == 55
    # A worse result of the same day changes nothing.
    typed(monkeypatch, *CELLS)
    assert cli.told("squares").splitlines()[-1] == "Your best of today: 55."
    assert read((tmp_path / "progress.json").read_bytes()) == kept


def test_another_deal_and_one_that_is_left_are_not_kept(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, *CELLS)
    assert "The best possible result" in cli.told("squares", "--seed", "7")
    typed(monkeypatch, *CELLS[:3], "q")
    assert cli.told("squares").endswith("Nothing is kept; you can begin again.\n")
    assert not (tmp_path / "progress.json").exists()


def test_a_date_and_a_number_exclude_each_other(cli: Cli, tmp_path: Path) -> None:
    assert "either --date or --seed" in cli.refused("squares", "--date", DAY, "--seed", "1")
    (tmp_path / "progress.json").write_text("my notes")
    assert "This file is no progress of Pegout" in cli.refused("squares")

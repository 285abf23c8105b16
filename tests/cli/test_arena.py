"""``pegout arena``: who plays, when it stops, and ladders."""

import json
from pathlib import Path
from typing import Any

import pytest

from pegout.cli.run import WRONG_USAGE, run

LINE = ["arena", "lookahead", "greedy", "--preset", "half", "--seed", "3", "--processes", "1"]
LADDER = ["arena", "--ladder", "lookahead", "blind", "random", "--games", "100", "--seed", "1"]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def printed(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    assert run(line) == 0
    return capsys.readouterr().out


def read(capsys: pytest.CaptureFixture[str], *line: str) -> Any:
    return json.loads(printed(capsys, *line, "--json"))


def test_it_says_who_played(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *LINE, "--games", "200")
    assert "played by the kernel" in text
    assert "a group of 2 mirrored games is worth" in text
    assert "decided by one hole: " in text
    rules = ["arena", "novice", "random", "--games", "2", "--seed", "1", "--engine", "rules"]
    assert "played through the referee" in printed(capsys, *rules, "--processes", "1")
    assert read(capsys, *LINE, "--games", "200")["engine"] == "kernel"
    assert read(capsys, *rules, "--processes", "1")["engine"] == "rules"


def test_arena_and_simulate_are_one_thing(capsys: pytest.CaptureFixture[str]) -> None:
    arena = printed(capsys, *LINE, "--games", "500", "--engine", "kernel")
    assert printed(capsys, "simulate", *LINE[1:], "--games", "500") == arena


def test_where_the_kernel_plays_there_are_more_games(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "blind", "random", "--set", "target=31", "--seed", "1", "--processes", "1"]
    assert read(capsys, *line)["games"] == 100_000


def test_it_decides(capsys: pytest.CaptureFixture[str]) -> None:
    line = [*LINE, "--decide", "0.50", "0.52"]
    text = printed(capsys, *line)
    assert "groups: lookahead wins 52.00 % at least." in text
    assert "Bets against 50.00 % at most, as a logarithm:" in text
    assert "is biased" in text
    stopped = read(capsys, *line)["stopped"]
    assert stopped["goal"] == {"low": 0.5, "high": 0.52, "alpha": 0.05, "beta": 0.05}
    assert stopped["reached"] == "high"
    assert stopped["against_low"] > 2.99
    assert stopped["safe_low"] > 0.5
    other = read(capsys, *line, "--alpha", "0.001", "--beta", "0.01")["stopped"]
    assert (other["goal"]["alpha"], other["goal"]["beta"]) == (0.001, 0.01)
    assert other["groups"] >= stopped["groups"]


def test_it_decides_for_the_lower_rate_too(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *LINE, "--decide", "0.6", "0.62")
    assert "groups: lookahead wins 60.00 % at most." in text


def test_it_may_not_be_decided(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *LINE, "--decide", "0.541", "0.542", "--games", "600")
    assert "Not decided after 300 groups." in text
    assert "is biased" not in text


def test_it_goes_on_until_the_interval_is_narrow(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *LINE, "--until", "0.02")
    assert "Known well enough after " in text
    found = read(capsys, *LINE, "--until", "0.02")
    rate = found["contestants"][0]["win_rate"]
    assert rate["high"] - rate["low"] <= 0.04
    assert found["stopped"]["reached"] == "narrow"


def test_a_file_keeps_what_was_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.run")
    line = [*LINE, "--decide", "0.50", "0.52", "--resume", path]
    assert read(capsys, *line) == read(capsys, *line)
    assert run([*line, "--alpha", "0.01"]) == WRONG_USAGE
    assert "is of another run: goal" in capsys.readouterr().err


def test_a_ladder_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *LADDER, "--processes", "1")
    rows = text.splitlines()
    assert rows[0].split() == ["lookahead", "blind", "random"]
    assert [row.split()[0] for row in rows[1:4]] == ["lookahead", "blind", "random"]
    assert text.count("–") == 3
    assert "games of each pair: 100 · seed: 1" in text
    data = read(capsys, *LADDER, "--processes", "1")
    assert [found["games"] for found in data["matchups"]] == [100] * 3


def test_a_ladder_can_be_printed_for_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, *LADDER, "--processes", "1", "--markdown").splitlines()
    assert rows[0] == "|  | lookahead | blind | random |"
    assert rows[1] == "| --- | --: | --: | --: |"
    assert rows[2].startswith("| lookahead | – | ")
    assert {row.count("|") for row in rows} == {5}


@pytest.mark.parametrize("language", ["en", "es"])
def test_it_speaks_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--decide", "0.5", "0.6"], ["--until", "0.05"], ["--games", "20"]):
        printed(capsys, "--lang", language, *LINE, *more)
    assert run(["--lang", language, *LADDER, "--processes", "1"]) == 0


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["--decide", "0.5", "0.6", "--until", "0.01"], "two goals"),
        (["--alpha", "0.1"], "--decide"),
        (["--until", "0.01", "--beta", "0.1"], "--decide"),
        (["--ladder", "--until", "0.01"], "A ladder"),
        (["--ladder", "--decide", "0.5", "0.6"], "A ladder"),
        (["--markdown"], "--ladder"),
        (["--ladder", "--markdown", "--json"], "--ladder"),
        (["--decide", "0.6", "0.5"], "the lower first"),
        (["--decide", "0.5", "0.6", "--alpha", "1"], "alpha"),
        (["--until", "2"], "half the width"),
        (["--engine", "quick"], "auto"),
        (["nobody"], "nobody"),
    ],
)
def test_what_cannot_be_is_said(
    more: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*LINE, *more, "--games", "20"]) == WRONG_USAGE
    assert word in capsys.readouterr().err

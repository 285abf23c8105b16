"""``pegout arena``: players, goals, and ladders."""

import re
import sys
from pathlib import Path

import pytest

from tests.cli.lines import Cli

SHORT = ["--set", "target=31", "--seed", "3", "--processes", "1"]
LINE = ["arena", "greedy", "random", *SHORT, "--engine", "kernel"]
LADDER = ["arena", "--ladder", "greedy", "blind", "random", *SHORT, "--games", "20"]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_it_says_who_played(cli: Cli) -> None:
    text = cli.told(*LINE, "--games", "20", "--seed", "4")
    assert "played by the kernel" in text
    assert "2 games at a time have the same cards" in text
    margin = next(row for row in text.splitlines() if row.startswith("margin"))
    assert "−" in margin
    assert "-" not in margin
    assert re.search(r"2 such games give as much information as [0-9.]+ with separate cards", text)
    assert "decided by one hole: " in text
    rules = ["arena", "novice", "random", "--games", "2", "--seed", "1", "--engine", "rules"]
    assert "played through the referee" in cli.told(*rules, "--processes", "1")
    assert cli.json(*LINE, "--games", "20")["engine"] == "kernel"
    assert cli.json(*rules, "--processes", "1")["engine"] == "rules"


def test_rates_stay_between_nothing_and_all(cli: Cli) -> None:
    line = ["arena", "greedy", "random", "--games", "4", "--seed", "3", "--engine", "rules"]
    text = cli.told(*line, "--processes", "1")
    won = next(row for row in text.splitlines() if row.startswith("games won"))
    assert won.split()[2:] == ["100.00", "%", "(51.01–100.00)", "0.00", "%", "(0.00–48.99)"]
    found = cli.json(*line, "--processes", "1")
    winner, loser = (level["win_rate"] for level in found["contestants"])
    assert (winner["high"], loser["low"]) == (1.0, 0.0)
    assert winner["low"] == pytest.approx(0.5101, abs=1e-4)
    assert loser["high"] == pytest.approx(0.4899, abs=1e-4)
    for name in ("by_one", "by_two", "first_dealer"):
        assert 0 <= found[name]["low"] < found[name]["high"] <= 1
    ladder = cli.told(*line[:1], "--ladder", *line[1:], "--processes", "1", "--markdown")
    assert "| 100.00 % (51.01–100.00) |" in ladder


def test_one_group_says_nothing_of_how_sure_a_mean_is(cli: Cli) -> None:
    line = ["arena", "novice", "random", "--games", "2", "--seed", "1", "--engine", "rules"]
    text = cli.told(*line, "--processes", "1")
    assert "±0.000" not in text
    margin = cli.json(*line, "--processes", "1")["contestants"][0]["margin"]
    assert margin["low"] is None
    assert margin["high"] is None


def test_a_misspelt_level_is_guessed(cli: Cli) -> None:
    for engine in ("auto", "rules", "kernel"):
        said = cli.refused("arena", "expart", "club", "--engine", engine)
        assert "There is no level “expart”." in said
        assert "Did you mean expert?" in said
        assert "expert-no-" not in said
    said = cli.refused("simulate", "gredy", "random")
    assert "Did you mean greedy?" in said
    assert "expert-no-" not in said


def test_arena_and_simulate_are_one_thing(cli: Cli) -> None:
    arena = cli.told(*LINE, "--games", "40")
    assert cli.told("simulate", "greedy", "random", *SHORT, "--games", "40") == arena


def test_the_kernel_plays_more_games(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    monkeypatch.setattr("pegout.cli.arena._GAMES", (4, 8))
    line = ["arena", "greedy", "random", *SHORT, "--engine"]
    assert cli.json(*line, "rules")["games"] == 4
    assert cli.json(*line, "kernel")["games"] == 8


@pytest.mark.slow
@pytest.mark.compiled
def test_compiled_code_plays_by_itself_and_a_hundred_thousand_games(cli: Cli) -> None:
    line = ["arena", "blind", "random", "--set", "target=31", "--seed", "1", "--processes", "1"]
    found = cli.json(*line)
    assert (found["engine"], found["games"]) == ("kernel", 100_000)


def test_it_decides(cli: Cli) -> None:
    line = [*LINE, "--decide", "0.50", "0.60"]
    text = cli.told(*line)
    assert "groups: greedy wins 60.00 % at least." in text
    assert "Evidence against “50.00 % at most”, as a logarithm:" in text
    assert "is biased" in text
    stopped = cli.json(*line)["stopped"]
    assert stopped["goal"] == {"low": 0.5, "high": 0.6, "alpha": 0.05, "beta": 0.05}
    assert stopped["reached"] == "high"
    assert stopped["against_low"] > 2.99
    assert stopped["safe_low"] > 0.5
    other = cli.json(*line, "--alpha", "0.001", "--beta", "0.01")["stopped"]
    assert (other["goal"]["alpha"], other["goal"]["beta"]) == (0.001, 0.01)
    assert other["groups"] >= stopped["groups"]


@pytest.mark.long
def test_it_decides_for_the_lower_rate_too(cli: Cli) -> None:
    text = cli.told(*LINE, "--decide", "0.97", "0.99")
    assert "groups: greedy wins 97.00 % at most." in text


def test_it_may_not_be_decided(cli: Cli) -> None:
    text = cli.told(*LINE, "--decide", "0.88", "0.8801", "--games", "20")
    assert "Not decided after 10 groups." in text
    assert "is biased" not in text


@pytest.mark.slow
def test_it_goes_on_until_the_interval_is_narrow(cli: Cli) -> None:
    text = cli.told(*LINE, "--until", "0.05")
    assert "Precise enough after " in text
    found = cli.json(*LINE, "--until", "0.05")
    rate = found["contestants"][0]["win_rate"]
    assert rate["high"] - rate["low"] <= 0.1
    assert found["stopped"]["reached"] == "narrow"


def test_a_file_keeps_what_was_decided(tmp_path: Path, cli: Cli) -> None:
    path = str(tmp_path / "a.run")
    line = [*LINE, "--decide", "0.50", "0.60", "--resume", path]
    assert cli.json(*line) == cli.json(*line)
    assert "is of another run: goal" in cli.refused(*line, "--alpha", "0.01")


def test_a_ladder_is_a_table(cli: Cli) -> None:
    text = cli.told(*LADDER)
    rows = text.splitlines()
    assert rows[0].split() == ["greedy", "blind", "random"]
    assert [row.split()[0] for row in rows[1:4]] == ["greedy", "blind", "random"]
    assert text.split().count("–") == 3
    assert "games of each pair: 20 · seed: 3" in text
    data = cli.json(*LADDER)
    assert [found["games"] for found in data["matchups"]] == [20] * 3


def test_a_ladder_can_be_printed_for_a_page(cli: Cli) -> None:
    rows = cli.told(*LADDER, "--markdown").splitlines()
    assert rows[0] == "|  | greedy | blind | random |"
    assert rows[1] == "| --- | --: | --: | --: |"
    assert rows[2].startswith("| greedy | – | ")
    assert {row.count("|") for row in rows} == {5}


def test_it_speaks_spanish(cli: Cli) -> None:
    for more, word in (
        (["--decide", "0.5", "0.6", "--games", "20"], "Sin decidir tras 10 grupos."),
        (["--until", "0.1"], "Con precisión suficiente tras "),
        (["--games", "20"], "partidas ganadas"),
    ):
        assert word in cli.told("--lang", "es", *LINE, *more)
    assert "semilla: 3" in cli.told("--lang", "es", *LADDER)


def test_what_cannot_be_is_said(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--decide", "0.5", "0.6", "--until", "0.01"], "two goals"),
        (["--alpha", "0.1"], "--decide"),
        (["--until", "0.01", "--beta", "0.1"], "--decide"),
        (["--ladder", "--until", "0.01"], "A ladder"),
        (["--ladder", "--decide", "0.5", "0.6"], "A ladder"),
        (["--markdown"], "--ladder"),
        (["--ladder", "--markdown", "--json"], "--ladder"),
        (["--decide", "0.6", "0.5"], "the lower first"),
        (["--decide", "0.5", "0.6", "--alpha", "1"], "Alpha is a probability"),
        (["--until", "2"], "Half the width"),
        (["--engine", "quick"], "auto"),
        (["nobody"], "nobody"),
        (["--limit", "0"], "--limit"),
        (["--limit", "-1"], "--limit"),
        (["--limit", "soon"], "--limit"),
    ]
    assert cli.not_refused(cases, *LINE, "--games", "20") == []


BOT = "class Bot:\n    def choose(self, view):\n        return view.legal[0]\n"


def test_a_player_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "bot_of_a_user.py").write_text(BOT, encoding="utf-8")
    line = ["arena", "bot_of_a_user:Bot", "novice", "--games", "4", "--seed", "1"]
    for processes in ("1", "2"):
        data = cli.json(*line, "--processes", processes)
        assert data["levels"] == ["bot_of_a_user:Bot", "novice"]
        assert data["games"] == 4
    assert "bot_of_a_user has no Bat; did you mean Bot?" in cli.refused(
        "arena", "bot_of_a_user:Bat", "novice"
    )
    assert "The kernel cannot play bot_of_a_user:Bot" in cli.refused(*line, "--engine", "kernel")


def test_a_program_that_forfeits(cli: Cli) -> None:
    script = Path(__file__).parents[1] / "players" / "misbehaving.py"
    engine = f"cmd:{sys.executable} {script} crash 12"
    line = ["arena", engine, "random", "--games", "4", "--seed", "1", "--limit", "5"]
    text = cli.told(*line, "--preset", "half", "--processes", "1")
    assert re.search(r"^forfeits +4 +0$", text, re.MULTILINE)
    assert "A forfeited game is lost, and nothing else of it counts. There were 4" in text
    assert f"{engine} failed in game 1 of seed 1" in text
    assert "    in the play it is time for: crash\n" in text
    data = cli.json(*line, "--preset", "half", "--processes", "1")
    assert data["contestants"][0]["forfeits"] == 4
    assert len(data["reports"]) == 4
    ladder = cli.told("arena", "--ladder", *line[1:], "--processes", "1")
    assert "There were 4" in ladder

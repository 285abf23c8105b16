"""``pegout chances`` and ``pegout solve chances`` from the user's side."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pegout.cli.exit_status import FAILED
from pegout.cli.run import run
from pegout.solver import chance_runs, last_hole
from pegout.solver import checkpoint as solving
from pegout.solver.last_hole import LastHole, shipped_last_hole
from pegout.tables.files import parse, parse_numbers
from pegout.tables.win_probability import chance, chance_of_seat, win_probabilities
from tests.cli.lines import Cli


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_a_position_in_words(cli: Cli) -> None:
    text = cli.told("chances", "35", "37", "--dealer")
    had = "You have 35 and your opponent has 37, in a game to 121."
    assert text.startswith(f"{had} You deal.\n")
    assert f"{100 * chance(86, 84):.2f} % ± 0.0" in text
    assert "with a double skunk" in text
    assert "Match points 2-3-3" in text
    assert "standard error" in text
    assert "Your opponent deals" not in text
    assert f"\n\n{had} Your opponent deals.\n" in cli.told("chances", "35", "37")


def test_a_position_in_spanish(cli: Cli) -> None:
    text = cli.told("--lang", "es", "chances", "88", "103", "--pone", "--stake", "1-2-3")
    assert text.startswith("Llevas 88 y tu rival 103, en una partida a 121. Reparte tu rival.\n")
    assert "Un punto más para ti" in text


def test_a_position_for_a_program(cli: Cli) -> None:
    data = cli.json("chances", "50", "58", "--pone", "--target", "61")
    assert (data["scores"], data["target"], data["players"]) == ([50, 58], 61, 2)
    (found,) = data["positions"]
    win = 1 - chance(3, 11)
    assert found["role"] == "pone"
    assert found["win"] == pytest.approx(win, abs=2e-5)
    assert 0 < found["error"] < 0.001
    assert sum(found["outcomes"].values()) == pytest.approx(1, abs=1e-4)
    assert found["outcomes"]["own_win"] == pytest.approx(found["win"])
    assert found["match_points"]["1-2-3"]["mean"] == pytest.approx(2 * win - 1, abs=1e-4)
    assert found["point_own"] == pytest.approx(1 - chance(3, 10) - win, abs=2e-5)
    assert found["point_other"] == pytest.approx(1 - chance(2, 11) - win, abs=2e-5)


def test_what_the_last_point_is_worth(cli: Cli) -> None:
    (dealer,) = cli.json("chances", "120", "120", "--dealer")["positions"]
    assert dealer["win"] + dealer["point_own"] == 1
    assert dealer["win"] + dealer["point_other"] == 0
    (far,) = cli.json("chances", "120", "60", "--pone", "--stake", "1-2-3")["positions"]
    # Going out now double skunks an opponent who is at 60.
    assert far["match_points"]["1-2-3"]["mean"] + far["point_own"] == pytest.approx(3)
    (short,) = cli.json("chances", "95", "120", "--dealer", "--stake", "2-3-3")["positions"]
    assert short["match_points"]["2-3-3"]["mean"] + short["point_other"] == pytest.approx(-2)


def test_what_is_counted_over_every_deal_stands_beside_what_was_sampled(cli: Cli) -> None:
    counted = shipped_last_hole()
    own, other = cli.json("chances", "120", "118")["positions"]
    assert (own["role"], own["exact"]) == ("dealer", pytest.approx(counted.chance(3), abs=1e-9))
    assert own["exact"] == pytest.approx(own["win"], abs=0.01)
    # The pone needs one point, which the play need not give it, so this has no exact value.
    assert (other["role"], other["exact"]) == ("pone", None)
    (pone,) = cli.json("chances", "58", "60", "--pone", "--target", "61")["positions"]
    assert pone["exact"] == pytest.approx(1 - counted.chance(3), abs=1e-9)
    assert pone["exact"] == pytest.approx(pone["win"], abs=0.01)
    # Far behind, the pone has no chance at all.
    assert cli.json("chances", "120", "0", "--dealer")["positions"][0]["exact"] == 1
    lines = cli.told("chances", "120", "118", "--dealer").splitlines()
    (sampled,) = [line for line in lines if line.startswith("You win ")]
    (exact,) = [line for line in lines if "counted over every deal" in line]
    assert f"{100 * counted.chance(3):.5f} %" in exact
    assert exact.index(".") == sampled.index(".")


def test_elsewhere_nothing_is_counted_over_every_deal(cli: Cli) -> None:
    for words in [
        ["119", "118", "--dealer"],
        ["120", "118", "--pone"],
        ["120", "118", "--dealer", "--players", "4"],
        ["120", "118", "117", "--dealer", "--players", "3"],
    ]:
        (found,) = cli.json("chances", *words)["positions"]
        assert found["exact"] is None, words
        assert "every deal" not in cli.told("chances", *words), words


def test_four_players_in_two_sides(cli: Cli) -> None:
    (found,) = cli.json("chances", "90", "80", "--dealer", "--players", "4")["positions"]
    assert found["win"] == pytest.approx(chance(31, 41, 4))
    assert "in a game to 121. Your side deals.\n" in cli.told(
        "chances", "90", "80", "--players", "4"
    )


def test_three_players(cli: Cli) -> None:
    positions = cli.json("chances", "100", "95", "119", "--players", "3")["positions"]
    assert [position["role"] for position in positions] == ["dealer", "pone", "third"]
    needs = (21, 26, 2)
    for position, dealer in zip(positions, (0, 2, 1), strict=True):
        assert list(position["outcomes"].values()) == [
            pytest.approx(chance_of_seat(needs, dealer, seat), abs=1e-9) for seat in range(3)
        ]
        near = [chance_of_seat((20, 26, 2), dealer, 0), chance_of_seat((21, 25, 2), dealer, 0)]
        assert position["win"] + position["point_own"] == pytest.approx(near[0])
        assert position["win"] + position["point_left"] == pytest.approx(near[1])
    text = cli.told("chances", "100", "95", "120", "--players", "3", "--third")
    assert text.startswith(
        "You have 100, the player on your left 95, the one on your right 120, in a game to 121. "
        "The player on your left deals."
    )
    assert "One point more for the player on your right" in text


def test_the_board(cli: Cli) -> None:
    text = cli.told("chances")
    assert text.startswith("Your chance to win when you deal, per cent.")
    assert len(text.splitlines()) == 4 + 13
    assert max(map(len, text.splitlines())) <= 100
    assert f"{100 * chance(121, 121):6.1f}" in text
    text = cli.told("chances", "--pone", "--stake", "1-2-3", "--target", "61")
    assert text.startswith("Match points less your opponent’s, when your opponent deals.")
    assert len(text.splitlines()) == 4 + 7
    board = cli.json("chances", "--pone")
    assert board["worth"][3][5] == pytest.approx(1 - chance(71, 91), abs=1e-9)


def test_the_picture(tmp_path: Path, cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.svg"
    assert cli.told("chances", "--picture", str(path)) == ""
    picture = path.read_text("utf-8")
    ElementTree.fromstring(picture)
    assert picture.count("<rect") == 25 * 25 + 1
    assert "You have 5 and your opponent has 6" in cli.told(
        "chances", "5", "6", "--dealer", "--picture", str(path), "--stake", "2-3-3"
    )
    assert "match points at 2-3-3" in path.read_text("utf-8")
    assert run(["chances", "--picture", str(tmp_path / "none" / "board.svg")]) != 0
    assert "Nothing could be written" in capsys.readouterr().err


def test_scores_may_be_one_word(cli: Cli) -> None:
    expected = cli.told("chances", "35", "37")
    for word in ("35-37", "35/37", "35:37"):
        assert cli.told("chances", word) == expected
    assert cli.told("chances", "100-95-119", "--players", "3")


def test_what_cannot_be_answered(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["35"], "Give 2 scores"),
        (["35", "36", "37"], "Give 2 scores"),
        (["--players", "3"], "Give 3 scores"),
        (["35", "121"], "121"),
        (["35-121"], "121"),
        (["35-"], "expected a whole number, not “35-”"),
        (["lunch"], "expected a whole number, not “lunch”"),
        (["35", "61", "--target", "61"], "In a game to 61"),
        (["35", "36", "--third"], "--players 3"),
        (["1", "2", "3", "--players", "3", "--stake", "1-2-3"], "only chances of winning"),
        (["1", "2", "3", "--players", "3", "--picture", "x.svg"], "only chances of winning"),
        (["--players", "3", "--picture", "x.svg"], "only chances of winning"),
        (["35", "36", "--stake", "3-2-1"], "1-2-3"),
        (["35", "36", "--target", "242"], "--target"),
        (["35", "36", "--dealer", "--pone"], "Only one of --dealer, --pone"),
        (["--picture", "board.png"], "ends in .svg"),
    ]
    assert cli.not_refused(cases, "chances") == []


# solve chances


@pytest.fixture
def _few_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_runs, "_BATCHES", {2: 3, 3: 2, 4: 2})


@pytest.mark.usefixtures("_few_batches")
def test_solve_writes_tables_and_tells_how_good_they_are(tmp_path: Path, cli: Cli) -> None:
    line = ["solve", "chances", "--policy", "blind", "--deals", "200", "--seed", "4"]
    data = cli.json(*line, "--processes", "1", "--out", str(tmp_path))
    assert (data["policy"], data["deals"], data["complete"]) == ("blind", 201, True)
    assert 14 < data["means"][0] < 18
    assert 0 < data["largest_error"] < 0.3
    assert {path.name for path in tmp_path.iterdir()} == {
        "chances_two.txt", "chances-2-win.csv", "chances-2-1-2-3.csv", "chances-2-2-3-3.csv",
        "chances-2.svg", "chances-2-end.svg", "margins_two.txt", "deals.csv",
    }  # fmt: skip
    table = parse_numbers((tmp_path / "chances_two.txt").read_text("ascii"))
    assert "command: pegout solve chances --policy blind --deals 201 --seed 4" in table.head
    deals = parse((tmp_path / "deals.csv").read_text("ascii"))
    assert deals.head[1:6] == table.head[1:6]
    assert sum(int(row["number"]) for row in deals.rows if row["part"] == "crib") == 201
    square = parse((tmp_path / "chances-2-win.csv").read_text("ascii"))
    assert float(square.rows[120]["121"]) == pytest.approx(data["first_dealer"], abs=1e-5)


@pytest.mark.slow
@pytest.mark.usefixtures("_few_batches")
def test_solve_in_words_and_by_other_rules(tmp_path: Path, cli: Cli) -> None:
    line = ["solve", "chances", "--policy", "random", "--deals", "80", "--seed", "4", "--preset"]
    more = ["family", "--players", "4", "--set", "heels_points=1", "--out", str(tmp_path)]
    text = cli.told(*line, *more, "--processes", "1")
    assert "the first dealer wins" in text
    table = parse_numbers((tmp_path / "chances_four.txt").read_text("ascii"))
    assert (
        "command: pegout solve chances --policy random --deals 80 --seed 4 --preset family "
        "--players 4 --set heels_points=1"
    ) in table.head


def test_solve_says_what_was_expected(cli: Cli) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--policy", "nobody"], "lookahead"),
        (["--deals", "1"], "--deals"),
        (["--set", "stinkhole=on"], "stinkhole"),
        (["--out", __file__], "--out"),
    ]
    assert cli.not_refused(cases, "solve", "chances", "--processes", "1") == []


# solve chances --exact

COUNTED = LastHole(0.125, (0.5, 0.25, 0.125))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Replace the solution over all deals by given numbers; return the requested threads."""
    asked: list[int | None] = []

    def solve(*, workers: int | None, progress: Any) -> LastHole:
        asked.append(workers)
        for stage in ("hands", "tree", "play"):
            progress(stage, 0.5)
        return COUNTED

    monkeypatch.setattr(last_hole, "solve_last_hole", solve)
    monkeypatch.setattr(solving, "COMPILED", True)
    return asked


def test_every_deal_is_counted_and_the_table_written(
    counted: list[int | None], tmp_path: Path, cli: Cli
) -> None:
    out = tmp_path / "deep" / "tables"
    line = ["solve", "chances", "--exact", "--processes", "3", "--out", str(out)]
    done = cli.both(*line, "--json")
    data = json.loads(done.out)
    assert set(data) == {"heels", "dealer_wins", "seconds", "megabytes"}
    assert data["dealer_wins"] == {"1": 0.625, "2": 0.875, "3": 1.0}
    assert data["heels"] == 0.125
    assert f"Written to {out}: last_hole.csv" in done.err
    assert [path.name for path in out.iterdir()] == ["last_hole.csv"]
    table = parse((out / "last_hole.csv").read_text("ascii"))
    assert table.head[1] == "command: pegout solve chances --exact"
    assert table.head[2].startswith("made by: pegout ")
    assert table.head[3].startswith("provenance: computed from the rules alone")
    assert [tuple(row.values()) for row in table.rows] == [
        ("1", "0.62500000"), ("2", "0.87500000"), ("3", "1.00000000"),
    ]  # fmt: skip
    assert counted == [3]


@pytest.mark.usefixtures("counted")
def test_every_deal_is_counted_for_a_person(cli: Cli) -> None:
    text = cli.told("solve", "chances", "--exact")
    assert text.startswith("How often a dealer wins that needs one point:\n")
    assert "the pone needs 1   62.500000 %" in text
    for word in ("the pone needs 3", "time", "memory"):
        assert word in text
    assert "puntos que le faltan al no repartidor: 2" in cli.told(
        "--lang", "es", "solve", "chances", "--exact"
    )


def test_with_every_deal_counted_there_is_no_choice(cli: Cli, counted: list[int | None]) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--deals", "100"], "--deals"),
        (["--policy", "greedy"], "--policy"),
        (["--seed", "1"], "--seed"),
        (["--players", "2"], "--players"),
        (["--preset", "family"], "--preset"),
        (["--set", "target=61"], "--set"),
        (["--resume", "a.run", "--deals", "50"], "--deals, --resume"),
        (["--cluster", "tcp://here:1"], "--cluster"),
        (["--out", __file__], "--out"),
    ]
    assert cli.not_refused(cases, "solve", "chances", "--exact") == []
    assert not counted


def test_counting_needs_numba(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    monkeypatch.setattr(solving, "COMPILED", False)
    assert 'pip install ".[fast]"' in cli.refused(
        "solve", "chances", "--exact", "--out", str(tmp_path / "out"), status=FAILED
    )
    assert not (tmp_path / "out").exists()


def test_numbers_for_people_have_the_decimal_sign_of_the_language(cli: Cli) -> None:
    hand = "5H 5S 6D 7D JD KS"
    lines = (
        ["chances", "35", "37"], ["chances"], ["chances", "--stake", "1-2-3"],
        ["chances", "1", "2", "3", "--players", "3"], ["discard", hand, "--dealer"],
        ["arena", "greedy", "random", "--games", "4", "--seed", "1", "--processes", "1"],
        ["simulate", "greedy", "random", "--games", "4", "--seed", "1", "--processes", "1"],
    )  # fmt: skip
    for line in lines:
        assert not re.search(r"\d\.\d", cli.told("--lang", "es", *line)), line
        assert re.search(r"\d,\d", cli.told("--lang", "es", *line)), line
        assert not re.search(r"\d,\d", cli.told("--lang", "en", *line).replace("1,2,3", "")), line
        if line[0] != "chances" or len(line) == 3:
            json.loads(cli.told("--lang", "es", *line, "--json"))


def test_a_failure_to_write_is_told(counted: list[int | None], tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "last_hole.csv").mkdir()
    done = cli.both("solve", "chances", "--exact", "--out", str(tmp_path), status=FAILED)
    assert "Nothing could be written" in done.err
    assert not done.out
    assert counted


def test_the_shipped_squares_are_those_of_the_package() -> None:
    tables = Path(__file__).resolve().parents[2] / "docs" / "tables"
    for players in (2, 4):
        square = parse((tables / f"chances-{players}-win.csv").read_text("ascii")).rows
        wins = win_probabilities("win", players)
        for dealer, pone in ((1, 1), (40, 62), (121, 121)):
            assert float(square[dealer - 1][str(pone)]) == pytest.approx(
                wins[dealer, pone], abs=3e-5
            )

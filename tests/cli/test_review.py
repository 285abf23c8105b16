"""``pegout review`` from the user's side: a table, the losses of each player, and JSON."""

import itertools
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pegout.cli.exit_status import INTERRUPTED
from pegout.cli.run import run
from tests.cli.lines import Cli

RECORDS = Path(__file__).parents[2] / "docs/records"
TWO = str(RECORDS / "two.peg")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture(autouse=True)
def _valued_once(monkeypatch: pytest.MonkeyPatch, valued: Callable[..., Any]) -> None:
    """Value each choice once, whatever the number of tests that ask for it."""
    monkeypatch.setattr("pegout.review.game_review.decide", valued)


@pytest.fixture(scope="module")
def valued() -> Callable[..., Any]:
    from pegout.review.game_review import decide

    return cache(decide)


def run_review(cli: Cli, *arguments: str) -> list[str]:
    return cli.told("review", TWO, *arguments).splitlines()


def plain(cli: Cli, *arguments: str) -> Any:
    (found,) = cli.json("review", TWO, *arguments)
    return found


def number(said: str) -> float:
    return float(said.replace("−", "-"))


def test_each_decision_has_a_line_and_each_player_a_sum(cli: Cli) -> None:
    lines = run_review(cli)
    assert lines[:2] == ["Ann · Ben", "Game 1"]
    assert lines[2].split() == ["deal", "player", "decision", "best", "points", "chance", "wins"]
    assert lines[3].split()[:4] == ["1", "Ann", "3♦", "3♣"]
    mistake = next(line for line in lines if "mistake" in line).split()
    assert mistake[:4] == ["1", "Ben", "6♥", "4♥"]
    sums = [line for line in lines if "’s errors: " in line]
    assert sums[0].startswith("Ann’s errors: −0.6\u00a0%")
    assert sums[1].endswith("% in 11 decisions.")


def test_the_worst_come_first_and_the_sums_stay(cli: Cli) -> None:
    every, worst = run_review(cli), run_review(cli, "--worst", "2")
    assert worst[-10:] == every[-10:]
    rows = worst[3 : worst.index("")]
    losses = [number(row.split("\u00a0%")[0].split()[-1]) for row in rows]
    assert len(losses) == 2
    assert losses == sorted(losses)
    assert {tuple(row.split()) for row in rows} <= {tuple(line.split()) for line in every}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--worst", "3"], "No decision lost anything."),
        (["--deal", "1", "--seat", "1"], None),
        (["--deal", "2"], "There is no decision to review here."),
    ],
)
def test_instead_of_an_empty_table_a_sentence_is_printed(
    arguments: list[str], sentence: str | None, cli: Cli
) -> None:
    early = str(RECORDS / "early.peg")
    lines = cli.told("review", early, *arguments).splitlines()
    second = lines[lines.index("Game 2") + 1 :]
    if sentence is None:
        assert second[0].split()[0] == "deal"
        assert second[1]
    else:
        assert second[:2] == [sentence, ""]
    assert not any(
        line.startswith("deal ") and not after for line, after in itertools.pairwise(lines)
    )


def test_json_says_what_each_option_is_worth(cli: Cli) -> None:
    found = plain(cli)
    decisions = found["decisions"]
    assert isinstance(decisions, list)
    for seat in (0, 1):
        own = [decision["loss"]["chance"] for decision in decisions if decision["seat"] == seat]
        assert sum(own) == pytest.approx(found["lost"][seat])
    for decision in decisions:
        assert decision["wins"] == decision["options"][0]["chance"] - decision["loss"]["chance"]
        values = [option["points"] for option in decision["options"]]
        if decision["decided_by"] == "points":
            assert values == sorted(values, reverse=True)
        assert decision["chosen"] in [option["cards"] for option in decision["options"]]


def test_a_deal_that_no_game_has_is_refused(cli: Cli) -> None:
    assert "There is no deal 99 here; the last one is deal 3." in cli.refused(
        "review", str(RECORDS / "two.peg"), "--deal", "99"
    )


def test_the_sums_beside_one_deal_are_said_to_be_of_the_whole_game(cli: Cli) -> None:
    every, second = run_review(cli), run_review(cli, "--deal", "2")
    at = second.index("In the whole game:")
    assert second[at + 1 :] == every[-len(second[at + 1 :]) :]
    assert "In the whole game:" not in every


def test_one_deal_or_one_seat_alone(cli: Cli) -> None:
    decisions = plain(cli, "--deal", "2", "--seat", "1")["decisions"]
    assert isinstance(decisions, list)
    assert {(decision["deal"], decision["seat"]) for decision in decisions} == {(2, 1)}
    assert not any(line.startswith("Ann lost") for line in run_review(cli, "--seat", "1"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["two.peg", "--seat", "2"], "There is no such seat"),
        (["two.peg", "--game", "9"], "There is no game 9 here"),
    ],
)
def test_what_cannot_be_reviewed_is_said(cli: Cli, arguments: list[str], said: str) -> None:
    name, *others = arguments
    assert said in cli.refused("review", str(RECORDS / name), *others)


def test_the_result_is_taken_apart(cli: Cli) -> None:
    lines = run_review(cli)
    assert lines[-1] == "Ann won by 17. Luck +15, skill +2."
    parts = [number(line.split("\u00a0%")[0].split()[-1]) for line in lines[-9:-3]]
    assert parts[0] == 50
    assert parts[-1] == 100
    assert sum(parts[:-1]) == pytest.approx(100, abs=0.3)
    luck = plain(cli)["luck"]
    assert isinstance(luck, dict)
    assert luck["result"] == 1
    # The errors of both seats cannot be computed from one seat's review.
    assert not any("luck of the cards" in line for line in run_review(cli, "--seat", "1"))


@pytest.mark.parametrize(
    ("name", "players"), [pytest.param("three", 3, marks=pytest.mark.long), ("muggins", 2)]
)
def test_other_games_are_reviewed_and_it_is_said_what_is_estimated(
    cli: Cli, name: str, players: int
) -> None:
    record = str(RECORDS / f"{name}.peg")
    lines = cli.told("review", record).splitlines()
    assert len([line for line in lines if "’s errors: " in line]) == players
    estimated = "Points in the play are" if players == 3 else "Where cards in the play are counted"
    assert len([line for line in lines if estimated in line]) == 1
    assert len([line for line in lines if re.match(r"  \w+’s errors  ", line)]) == players
    assert not any(line.startswith("Luck is measured") for line in lines)
    if name == "muggins":
        assert any("lets it stand" in line and "muggins for 2" in line for line in lines)
        assert any("counts 4" in line and "counts 6" in line for line in lines)


def test_json_says_what_was_claimed_and_how_much_was_drawn(cli: Cli) -> None:
    (found,) = cli.json("review", str(RECORDS / "muggins.peg"))
    kinds = {decision["kind"] for decision in found["decisions"]}
    assert kinds == {"discard", "play", "count", "muggins"}
    for decision in found["decisions"]:
        assert (decision["claim"] is None) == (decision["kind"] in ("discard", "play"))
        assert decision["worlds"] == 0


def test_a_player_is_said_to_play_like_a_level(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegout.review.error_scale._MIN_DECISIONS", 4)
    lines = run_review(cli)
    like = [line for line in lines if " played like “" in line]
    assert [line.split()[0] for line in like] == ["Ann", "Ben"]
    assert all(re.search(r"errors cost \d+\.\d points a game\.$", line) for line in like)
    assert lines[lines.index(like[0]) + 1].startswith("This rests on 1 game")
    for found in plain(cli)["plays_like"]:
        assert found["low"] <= found["points"] <= found["high"]


@pytest.mark.slow
def test_decisions_with_help_are_left_out_of_what_was_lost(cli: Cli, tmp_path: Path) -> None:
    text = Path(TWO).read_text(encoding="utf-8")
    line = next(row for row in text.splitlines() if row.startswith("play") and "  6H  " in row)
    marked = tmp_path / "marked.peg"
    marked.write_text(text.replace(line, f"{line}\n@helped 1 hint tutor"), encoding="utf-8")
    before = plain(cli)
    (after,) = cli.json("review", str(marked))
    assert (before["left_out"], after["left_out"]) == ([0, 0], [0, 1])
    (left,) = [decision for decision in after["decisions"] if decision["helps"]]
    assert (left["chosen"], left["helps"]) == (["6H"], ["hint", "tutor"])
    assert left["loss"]["chance"] > 0.02
    lost = before["lost"][1] - after["lost"][1]
    assert lost == pytest.approx(left["loss"]["chance"])
    assert after["luck"] == before["luck"], "the result was made by every decision"
    lines = cli.told("review", str(marked)).splitlines()
    assert any("mistake, after a hint, after a warning" in row for row in lines)
    assert "1 decision of Ben is left out: it was made after a hint, an undo or a warning." in lines
    assert any(row.endswith("% in 10 decisions.") for row in lines)


def interrupt(*more: str) -> tuple[int, str, str]:
    """Press Ctrl-C when part of a review is done; return the status and the output."""
    program = "from pegout.cli import main; main()"
    # The progress shows the moment; it is written to a terminal only.
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program, "review", TWO, *more],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        os.close(theirs)
        said = ""
        while not re.search(r"[1-9]\d?%", said):
            said += os.read(ours, 4096).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                # Linux reports a closed other end like this.
                break
            said += part.decode()
    os.close(ours)
    return process.returncode, out, said


@pytest.mark.slow
def test_ctrl_c_shows_the_decisions_that_were_reviewed(cli: Cli) -> None:
    whole = [line.split() for line in run_review(cli)]
    status, out, said = interrupt()
    assert status == INTERRUPTED
    assert "Interrupted: these are the decisions that were reviewed." in said
    assert "Traceback" not in said
    lines = [line.split() for line in out.splitlines()]
    assert lines[:2] == whole[:2]
    assert 3 < len(lines) < len([line for line in whole if line[:1] in (["1"], ["2"], ["3"])]) + 3
    assert lines == whole[: len(lines)]


def test_the_json_of_a_review_says_that_ctrl_c_interrupted_it(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, valued: Callable[..., Any]
) -> None:
    left = iter(range(4))

    def stopping(choice: object) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return valued(choice)

    monkeypatch.setattr("pegout.review.game_review.decide", stopping)
    said = cli.both("review", TWO, "--json", status=INTERRUPTED)
    assert "Interrupted: these are the decisions that were reviewed." in said.err
    (game,) = json.loads(said.out)
    assert not game["complete"]
    assert len(game["decisions"]) == 4
    assert {game[name] for name in ("lost", "left_out", "luck", "plays_like")} == {None}


def test_ctrl_c_before_the_first_decision_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pegout.review.game_review.decide", stop)
    assert run(["review", TWO]) == INTERRUPTED
    assert "Interrupted before any decision of this game was reviewed." in capsys.readouterr().err

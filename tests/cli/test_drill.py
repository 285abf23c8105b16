"""``pegout drill`` from the user's side."""

import io
import json
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import write as to_text
from pegout.review.option_values import options_of
from pegout.rules import Discard, Ready, Resign, Rules
from pegout.school.progress import read
from tests.cli.lines import Cli

TEXT = "7C 7D 8H 9S | KC"
PLAY = (
    "1~standard~play~deal-1-1~score-51.32~rear-0.0~dealt-AH5C7H8S9CKC.5Dxxxxx~away-AHKC.xx"
    "~starter-6D~play-09C15D"
)
COUNT = ("drill", "counting", "--question", TEXT)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))


def test_a_question_is_asked_and_judged(cli: Cli) -> None:
    assert cli.told(*COUNT) == "7♣ 7♦ 8♥ 9♠  |  K♣\nCount this hand.\n"
    assert cli.told(*COUNT, "--answer", "12").startswith("Right.\n\nFifteen two")
    assert cli.told(*COUNT, "--answer", "10").startswith("2 points too few: it is 12.\n")
    missed = cli.told(*COUNT, "--answer", "7C 8H, 7D 8H, 7C 7D").splitlines()
    assert missed[0] == "Missed: a double run of three, 7♣ 7♦ 8♥ 9♠."
    worthless = cli.told(*COUNT, "--answer", "7♣ K♣").splitlines()
    assert "7♣ K♣ score nothing together." in worthless


def test_a_choice_is_judged_with_the_ranked_options_and_the_reason(cli: Cli) -> None:
    lines = cli.told("drill", "play", "--question", PLAY, "--answer", "8S").splitlines()
    assert lines[0].startswith("Inaccuracy. 8♠: 0.5 less than 5♣. Scores 2 points more")
    assert lines[3].split()[:2] == ["1", "5♣"]
    found = cli.json("drill", "play", "--question", PLAY, "--answer", "1")
    assert (found["grade"], found["errors"], found["says"][0][:6]) == ("right", [], "Right.")
    assert found["advice"]["options"][0]["cards"] == ["5C"]


def test_a_question_is_drawn_for_programs(cli: Cli) -> None:
    found = cli.json("drill", "counting", "--seed", "7", "--filter", "crib hard")
    assert found == cli.json("drill", "counting", "--seed", "7", "--filter", "crib hard")
    assert found["text"].startswith("crib ")
    assert (found["difficulty"], len(found["cards"])) == ("hard", 5)
    again = cli.json("drill", "counting", "--question", found["text"])
    assert again == found


def test_a_round_is_kept_and_what_was_missed_comes_back(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "99", "five", "0", "q")
    said = cli.told("drill", "counting", "--seed", "3", "--timed")
    assert said.startswith("Nothing comes back today.\n")
    assert "That is no answer to this question." in said
    assert "\n0 of 2 right.\n" in said
    path = tmp_path / "progress.json"
    done = read(path.read_bytes()).of("counting")
    assert len(done.items) == 2
    (day,) = done.days
    assert done.days[day].answers == 2
    # Two days ago, both were missed; one of them is asked first.
    value = json.loads(path.read_text())
    for item in value["drills"]["counting"]["items"].values():
        item["memory"]["due"] = str(date.today() - timedelta(days=1))  # noqa: DTZ011
    path.write_text(json.dumps(value))
    typed(monkeypatch, "q")
    said = cli.told("drill", "counting")
    assert said.startswith("2 questions come back today.\n")


def test_the_play_is_answered_by_cards_and_by_numbers(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    typed(monkeypatch, "1", "q")
    said = cli.told("drill", "play", "--seed", "3", "--questions", "1", "--progress", str(file))
    assert "In this deal the opponent held " in said
    assert "You play " in said
    assert file.exists()
    assert not (tmp_path / "progress.json").exists()


def test_a_file_that_is_no_progress_is_left_as_it_is(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for text, said in (
        ('{"version": 9}', "A newer Pegout wrote this progress"),
        ("my notes", "This file is no progress of Pegout"),
    ):
        file = tmp_path / "progress.json"
        file.write_text(text)
        typed(monkeypatch, "12")
        assert said in cli.refused("drill", "counting")
        assert file.read_text() == text


def test_a_progress_that_cannot_be_written_is_said_at_the_end(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A folder is where the new file would be written.
    (tmp_path / "progress.new").mkdir()
    typed(monkeypatch, "0", "q")
    said = cli.told("drill", "counting")
    assert said.splitlines()[-1].startswith("Your progress is not kept: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("drill", "pegging"), "pegging"),
        (("drill", "counting", "--filter", "pone"), "This drill has no such filter."),
        (("drill", "counting", "--answer", "12"), "--answer needs the question"),
        (("drill", "counting", "--question", "5H 5S"), None),
        (("drill", "counting", "--question", "nonsense"), "That is no question of this drill."),
        (("drill", "play", "--question", TEXT), "That is no question of this drill."),
        (("drill", "mistakes", "--json"), "mistakes only asks what comes back"),
        (("drill", "mistakes", "--filter", "hard"), "This drill has no such filter."),
        ((*COUNT, "--answer", "KH"), "That is no answer to this question."),
    ],
)
def test_what_cannot_be_asked_is_refused(
    cli: Cli, words: tuple[str, ...], said: str | None
) -> None:
    if said is None:
        assert cli.told(*words).endswith("What does the last card score?\n")
    else:
        assert said in cli.refused(*words)


def test_in_spanish(cli: Cli) -> None:
    said = cli.told("--lang", "es", *COUNT, "--answer", "10")
    assert said.startswith("Faltan 2 puntos: son 12.\n")


def test_mistakes_of_a_record_come_back(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A resignation after the first discard leaves one decision to review."""
    rules = Rules(first_deal="chosen")
    setup = Setup("game", rules, (Seated("Ann"), Seated("Ben")), dealer=1)
    match = Match(setup, secrets=seeded_secrets("mistakes"))
    for seat in (0, 1):
        match.act(seat, Ready(seat))
    options = options_of(match.view(0))
    assert options is not None
    match.act(0, Discard(0, options.options[-1].cards))
    match.act(0, Resign(0))
    file = tmp_path / "game.peg"
    file.write_text(to_text(match.record()))
    typed(monkeypatch, "q")
    said = cli.told("drill", "discards", "--mistakes", str(file))
    assert said.startswith("1 question comes back today.\n")
    # All that comes back is asked as well; what was missed comes back another day.
    typed(monkeypatch, "1 2")
    said = cli.told("drill", "mistakes", "--mistakes", str(file))
    assert said.startswith("1 question comes back today.\n")
    assert "\nWhat do you discard?" in said
    assert " of 1 right.\n" in said
    assert cli.told("drill", "mistakes") == "Nothing comes back today.\n"
    three = Path(__file__).parents[2] / "docs" / "records" / "three.peg"
    refused = cli.refused("drill", "play", "--mistakes", str(three))
    assert "Drills are about games of two by the standard rules." in refused

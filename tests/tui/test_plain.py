"""The table line by line: a whole game through pipes, in both languages."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from pegout.match import Setup
from pegout.rules import SWITCHES
from pegout.storage import Library
from pegout.tui import plain
from pegout.tui.chips import CHIPS
from tests.sources import sources
from tests.tui.table import a_setup, finish_a_game, order_of, quiet


class Somebody(io.StringIO):
    """Types lines: the given ones first, then valid answers to the last question."""

    def __init__(self, heard: io.StringIO, lines: tuple[str, ...] = (), maximum: int = 600) -> None:
        super().__init__()
        self._heard = heard
        self._lines = list(lines)
        self._left = maximum
        self._tries = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        self._left -= 1
        if self._left < 0:
            return ""
        if self._lines:
            return self._lines.pop(0) + "\n"
        return self.answer(self._heard.getvalue().splitlines()[-2]) + "\n"

    def answer(self, question: str) -> str:
        self._tries += 1
        if "Discard" in question or "Descarta" in question:
            return "1 2"
        if "Your turn" in question or "Te toca" in question:
            return str(self._tries % 4 + 1)
        if " 1 " in question or " 4 " in question:
            return str(self._tries % 30 + 4)
        if "How many points?" in question:
            return "2"
        return ""


#: The last words to a player who leaves in the middle of a game.
KEPT = "Goodbye.\nYour game is saved; “pegout play --resume last” continues it."


def play(
    setup: Setup | None,
    *lines: str,
    language: str = "en",
    maximum: int = 600,
    library: Library | None = None,
    **more: Any,
) -> str:
    heard = io.StringIO()
    with library or Library.open("sqlite://") as kept:
        plain.run(
            kept,
            None if setup is None else order_of(setup),
            language=language,
            stdin=Somebody(heard, lines, maximum),
            stdout=heard,
            settings=more.pop("settings", quiet()),
            sources=sources("tui"),
            **more,
        )
    return heard.getvalue()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("the count is", "wins the game", "in the play", "Goodbye")),
        pytest.param("es", ("la cuenta es", "la partida"), marks=pytest.mark.long),
    ],
)
def test_a_whole_game(language: str, words: tuple[str, ...]) -> None:
    said = play(a_setup("person", "novice", preset="half"), language=language, maximum=400)
    said = said.replace("You win the game", "Ann wins the game")
    for word in words:
        assert word in said
    assert "\x1b" not in said


def test_the_end_of_the_input_leaves_politely() -> None:
    for lines in range(8):
        said = play(a_setup("person", "novice", preset="half"), maximum=lines)
        assert said.rstrip().endswith(KEPT)


def test_who_has_not_played_is_told_of_no_game() -> None:
    assert play(None, "quit").rstrip().endswith("\n> Goodbye.")


def test_every_rule_can_be_changed() -> None:
    rules = [name for name in SWITCHES if name not in CHIPS]
    change, other = "3", str(len(CHIPS) + 6)
    teams, scores, deal = (
        str(rules.index(name) + 1) for name in ("teams", "start_scores", "first_deal")
    )
    # Two players cannot be told to play without teams, and the game is begun all the same.
    said = play(
        None,
        *(change, other, scores, "40 30", other, deal, "4", other, teams, "1", "1", "2"),
        maximum=14,
    )
    assert "do not go together" in said
    assert "Scores at the start: 40 / 30" in said
    assert "You against Ben, to 61. Scores at the start: You 40, Ben 30." in said.replace(
        "Player", "You"
    )
    assert "Ben deals first." in said


def test_the_scores_are_said_after_every_change_and_only_then() -> None:
    # Not to the end of the game, which prints a summary and begins another.
    said = play(a_setup("person", "novice", target=241), maximum=60)
    scores = re.findall(r"^You (\d+), Ben (\d+)\.$", said, re.MULTILINE)
    assert len(scores) > 3
    assert scores == list(dict.fromkeys(scores))
    told = [line for line in said.splitlines() if re.match(r"(Ben|You) pegs? |One for ", line)]
    lines = said.splitlines()
    for line in told:
        assert re.match(r"You \d+, Ben \d+\.$", lines[lines.index(line) + 1]), line


def test_enter_cuts_in_the_middle_and_help_is_offered_first() -> None:
    said = play(a_setup("person", "novice"), "", "", maximum=3)
    assert said.index("Type “help” at any question") < said.index("> ")
    assert "You cut the " in said


def test_the_rule_book_is_rendered() -> None:
    said = play(None, "8", maximum=2)
    assert "The rules of cribbage" in said
    assert "# " not in said
    assert max(map(len, said.splitlines())) <= 80


def test_commands_at_any_question() -> None:
    said = play(
        a_setup("person", "novice", preset="half", first_deal="chosen"),
        *("", "help", "hand", "scores", "count", "log", "nonsense", "1 1", "1 2", "undo", "3 4"),
        *("rules", "seals", "quit"),
    )
    # The digits of a seal are printed only on request.
    before, after = said.split("> A seal is made from a secret")
    assert not re.search("[0-9a-f]{8}", before)
    assert re.search("sealed: [0-9a-f]{64}\n", after)
    assert "quit: exit; the game is saved" in said
    assert "You 0, Ben 0." in said
    assert "Type cards by their numbers" in said
    assert "You take your move back." in said
    assert said.count("You discard") >= 2
    assert said.rstrip().endswith(KEPT)


def test_cards_by_name() -> None:
    setup = a_setup("person", "novice", preset="half", first_deal="chosen")
    with Library.open("sqlite://") as library:
        play(setup, "", "quit", library=library)
    heard = io.StringIO()
    with Library.open("sqlite://") as library:
        plain.run(
            library,
            order_of(setup),
            language="en",
            stdin=_Named(heard),
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    assert "You discard" in heard.getvalue()


class _Named(Somebody):
    def answer(self, question: str) -> str:
        if "Discard" in question:
            listed = [
                line.split(". ")[1].rpartition(" (")[0]
                for line in self._heard.getvalue().splitlines()
                if line[:3] in ("1. ", "3. ") and "(" in line
            ]
            self._left = 1
            return " and ".join(listed[-2:])
        return ""


@pytest.mark.slow
def test_counting_by_hand_with_muggins() -> None:
    setup = a_setup("person", "novice", target=31, counting="manual", muggins=True)
    said = play(setup, maximum=300)
    assert "How many points?" in said
    assert "Ben counts nothing. Your turn: play a card." in said
    assert "Enter goes on, M calls muggins." in said


class _Caller(Somebody):
    """Calls muggins on every count."""

    def answer(self, question: str) -> str:
        if "points were missed" in question:
            return "1"
        return "m" if question.startswith("Ben counts") else super().answer(question)


def test_muggins_is_called_at_any_question_while_a_count_can_be_answered() -> None:
    setup = a_setup("person", "novice", target=31, counting="manual", muggins=True)
    heard = io.StringIO()
    with Library.open("sqlite://") as library:
        caller = _Caller(heard, ("m",), 150)
        plain.run(
            library,
            order_of(setup),
            language="en",
            stdin=caller,
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    said = heard.getvalue()
    assert said.count("There is no count to call muggins on now.") == 1
    assert "How many points were missed?" in said
    assert "You call muggins for one" in said


def test_two_persons_pass_the_screen() -> None:
    said = play(a_setup("person", "person", target=31), maximum=250)
    assert "Pass the screen to Ann; Ann presses Enter." in said
    assert "Pass the screen to Ben; Ben presses Enter." in said
    assert "Your cards:" not in said


def test_enter_cuts_the_free_place_nearest_the_middle() -> None:
    said = play(a_setup("person", "person", "person"), "", "", "", "", maximum=4)
    assert "cut somewhere else" not in said
    for name in ("Ann", "Ben", "Cora"):
        assert f"{name} cuts the " in said


def test_a_prompt_at_a_shared_screen_names_the_person_to_act() -> None:
    said = play(a_setup("person", "person"), "", "", maximum=2)
    cuts = re.findall(r"^(\w+) to cut\. Cut for the first deal: ", said, re.MULTILINE)
    assert cuts == ["Ann", "Ben"]
    setup = a_setup("person", "person", target=31, counting="manual", first_deal="chosen")
    said = play(setup, maximum=60)
    assert re.search(r"^(Ann|Ben) to count\. Count your hand\. How", said, re.MULTILINE)
    alone = play(a_setup("person", "novice"), "", maximum=2)
    assert "to cut." not in alone


@pytest.mark.parametrize("first_deal", ["cut", "chosen"])
def test_every_hand_is_handed_over_before_it_is_shown(first_deal: str) -> None:
    said = play(a_setup("person", "person", target=121, first_deal=first_deal), maximum=150)
    deals = [deal for deal in said.split("Press Enter for the cards.")[1:] if "1. " in deal]
    assert len(deals) > 1
    for deal in deals:
        assert "Pass the screen to " in deal[: deal.index("1. ")]


def test_home_and_what_can_be_done_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGOUT_CONFIG", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    said = play(None, "10", "3", "2", "2", "1", "4", "8", "9")
    assert "2. Play against Ben" in said
    assert "3 players" in said
    assert "No game has been played here yet." in said
    assert "The rules of cribbage" in said
    assert said.rstrip().endswith("Goodbye.")


def test_a_finished_game_is_verified_saved_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    class Finisher(Somebody):
        asked = 0

        def answer(self, question: str) -> str:
            if "What would you like to do?" in question:
                self.asked += 1
                return {1: "3", 2: "4", 3: "5"}.get(self.asked, "quit")
            return super().answer(question)

    heard = io.StringIO()
    with Library.open("sqlite://") as library:
        plain.run(
            library,
            order_of(a_setup("person", "novice", target=31)),
            language="en",
            stdin=Finisher(heard),
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    said = heard.getvalue()
    assert "The check succeeded:" in said
    assert "✓ Game 1, deal 1" in said
    assert list(tmp_path.glob("pegout-*.peg"))


def test_a_kept_game_is_gone_on_with() -> None:
    heard = io.StringIO()
    with Library.open("sqlite://") as library:
        library.create(a_setup("person", "novice"))
        plain.run(
            library,
            resume="table",
            language="en",
            stdin=Somebody(heard, ("", "scores"), maximum=2),
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
        plain.run(
            library,
            resume="nothing",
            language="en",
            stdin=Somebody(heard, maximum=0),
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    assert "You 0, Ben 0." in heard.getvalue() or "Cut for the first deal" in heard.getvalue()


def test_a_first_game_with_a_guide() -> None:
    said = play(None, "1", maximum=400)
    for sentence in ("This is the starter", "Your hand: choose", "This is the skunk line"):
        assert sentence in said
    assert "5H JD: Fifteen for two" in said
    assert "The question mark at a table says what scores." in said


def test_a_guided_game_that_was_left_goes_on(tmp_path: Path) -> None:
    home = f"sqlite:///{tmp_path / 'library'}"
    said = play(None, "1", "1", "", "quit", maximum=4, library=Library.open(home))
    assert "Each of you has two pegs" in said
    assert said.rstrip().endswith(KEPT)
    with Library.open(home) as library:
        (match,) = library.matches(status="playing")
    heard = io.StringIO()
    with Library.open(home) as library:
        plain.run(
            library,
            resume=match.id,
            language="en",
            stdin=Somebody(heard, ("3", "guide", "1", "quit")),
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    said = heard.getvalue()
    assert said.count("Cards that add up to fifteen score two") == 2, "left, and resumed"
    assert "Type “guide” to resume it." in said
    assert "are a pair" in said
    # Who is taught again goes on as well.
    again = play(None, "1", "1", "quit", maximum=4, library=Library.open(home))
    assert "are a pair" in again
    with Library.open(home) as library:
        assert len(library.matches()) == 1


def test_a_drill_and_the_daily_are_opened_from_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Exiting one returns to the menu."""
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    said = play(None, "7", "1", "99", "q", "7", "5", "q", maximum=8)
    assert "Nothing comes back today." in said
    assert "0 of 1 right." in said
    assert "Daily of " in said
    assert "Nothing is kept; you can begin again." in said
    said = play(None, "7", "6", "23", "q")
    assert said.count("Where do you put ") == 2
    assert "Nothing is kept; you can begin again." in said
    (tmp_path / "progress.json").write_text("my notes")
    assert "This file is no progress of Pegout" in play(None, "7", "1", maximum=2)


def test_the_statistics_are_said_row_by_row() -> None:
    assert "No game has been finished yet." in play(None, "5", "quit")
    library = Library.open("sqlite://")
    finish_a_game(library)
    said = play(None, "4", "quit", library=library)
    assert re.search(r"^> 1 game, [01] won$", said, re.MULTILINE)
    assert "Results by level:\n" in said
    row = r"^People: Games 1; Won [01]; Won, % (0|100)\.0; Skunks \d : \d; Ahead [+−]\d+\.\d$"
    assert re.search(row, said, re.MULTILINE)

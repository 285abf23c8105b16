"""``pegout ask`` from the user's side."""

import io
import sys

import pytest

from pegout.storage import Library
from tests.cli.lines import Cli

HAND = ("ask", "--hand", "5H 5S 6D 7C JD KS")
PLAY = (*HAND, "--discarded", "JD KS", "--starter", "2C", "--played", "8D 7C 9S")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_every_discard_is_listed_with_its_worth(cli: Cli) -> None:
    lines = cli.told(*HAND, "--scores", "84-90").splitlines()
    assert lines[0] == "5♥ 5♠ 6♦ 7♣ J♦ K♠   score 84–90"
    assert lines[2].split() == ["hand", "crib", "play", "wins", "behind"]
    assert [line.split()[0] for line in lines[3:18]] == [str(at) for at in range(1, 16)]
    assert lines[3].endswith("best")


def test_a_card_is_named_with_the_reason(cli: Cli) -> None:
    lines = cli.told(*PLAY).splitlines()
    assert lines[0] == "5♥ 5♠ 6♦   count 24   score 0–0"
    assert lines[-1] == "6♦: the best. Scores 4 points more than 5♠ at once."


def test_a_link_a_position_and_a_description_say_the_same(cli: Cli) -> None:
    found = cli.json(*PLAY)
    position = found["position"]
    link = f"https://cribbage.example/ask?lang=en&position={position}"
    assert cli.json("ask", position) == cli.json("ask", link)
    assert cli.json("ask", position)["advice"] == found["advice"]


def test_spanish_names_of_cards_and_a_word_in_capitals(cli: Cli) -> None:
    told = cli.told(
        "--lang", "es", "ask", "--hand", "5 de corazones, 5P, 6D, 7T, JD, KP",
        "--discarded", "JD KP", "--starter", "as de corazones", "--played", "10D 7T 5T 6D GO 4P",
    )  # fmt: skip
    assert told.startswith("5♥ 5♠   cuenta 4   puntuación 0–0\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ask",), "Give a position, or describe one with --hand."),
        ((*HAND, "1~standard"), "Give a position, or describe one with --hand."),
        (("ask", "nonsense"), "That is no position"),
        ((*HAND, "--scores", "ten"), "Scores are numbers, yours first"),
        ((*HAND, "--scores", "121-0"), "2 scores from 0 to 120 are needed"),
        ((*HAND, "--discarded", "JD KS"), "The starter is missing"),
        ((*PLAY[:-1], "8D 9D"), "At a count of 8 it is your turn"),
        ((*HAND, "--play", "nobody"), "nobody"),
        ((*PLAY[:-1], "8D 7C", "--play", "club"), "It is another player’s turn"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: tuple[str, ...], said: str, cli: Cli) -> None:
    assert said in cli.refused(*words)


def test_a_game_goes_on_from_a_position(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    told = cli.told(*PLAY, "--scores", "84-90", "--play", "novice")
    assert "Practice: the game begins at a position." in told
    with Library.open() as library:
        (match,) = library.matches()
        assert match.scores == (84, 90)
        assert library.find_practised([match.id]) == {match.id}

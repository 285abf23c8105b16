"""The review of a game line by line, and trying a decision again from it."""

import io
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pegout.match import Setup
from pegout.review.game_review import Choice, Reviewed
from pegout.school.drills import due_mistakes
from pegout.school.progress import read
from pegout.storage import Library
from pegout.tui import finished_game, judged_game, plain
from pegout.tui.settings import save_settings
from tests.sources import sources
from tests.tui.table import a_setup, order_of, quiet
from tests.tui.test_plain import Somebody
from tests.tui.test_review import forge


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the valuation of choices, which does not matter here."""
    monkeypatch.setattr(judged_game, "decide", forge)


@pytest.fixture(autouse=True)
def _on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Value decisions in the review alone, not already as the game ends."""
    monkeypatch.setattr(finished_game, "is_judged_at_once", lambda local: False)


class Reviewer(Somebody):
    """Plays a game to its end, and then chooses planned items of the menus, by their words."""

    def __init__(self, heard: io.StringIO, plan: tuple[str, ...]) -> None:
        super().__init__(heard)
        self.plan = [*plan]

    def answer(self, question: str) -> str:
        if question not in ("What would you like to do?", "Which game?"):
            return super().answer(question)
        if not self.plan:
            return "quit"
        wanted = self.plan.pop(0)
        menu = re.findall(r"^(?:> )?(\d+)\. (.*)$", self._heard.getvalue(), re.MULTILINE)
        latest = {str(label): str(number) for number, label in menu[-8:]}
        assert wanted in latest, (wanted, latest)
        return latest[wanted]


def run_review(*plan: str, setup: Setup | None = None, library: Library) -> str:
    heard = io.StringIO()
    plain.run(
        library,
        order_of(setup or a_setup("person", "novice", target=31, first_deal="chosen")),
        language="en",
        stdin=Reviewer(heard, plan),
        stdout=heard,
        settings=quiet(),
        sources=sources("tui"),
    )
    return heard.getvalue()


def test_a_game_is_gone_through_decision_by_decision() -> None:
    with Library.open("sqlite://") as library:
        said = run_review(
            *("Review", "Next decision", "Next decision", "The decision before"),
            *("Review of Ben", "Next decision", "Leave the review", "Home"),
            library=library,
        )
    review = said.split("The decisions are being reviewed.")[1]
    assert re.search(r"You (won|lost) by \d+\. Luck .*, skill ", review)
    assert len(re.findall(r"^> Decision 1 of \d+\.$", review, re.MULTILINE)) == 3
    assert len(re.findall(r"^> Decision 2 of \d+\.$", review, re.MULTILINE)) == 1
    first = review.split("Decision 1 of")[1].split("What would you like")[0]
    assert re.search(r"Deal 1: (you deal|Ben deals)\. You 0, Ben 0\.", first)
    assert re.search(r"^Cards in the hand: (\S+ ?){6}\.$", first, re.MULTILINE)
    assert "You discard the" in first
    assert re.search(r"^1\. .*, your choice", first, re.MULTILINE)
    # The computer player's decisions appear as it saw them, and cannot be tried again.
    others = review.split("Review of Ben")[-1]
    assert "Ann 0." in others.split("Cards in the hand")[0]
    assert "Try this decision again" not in others


def test_a_decision_is_tried_again_and_left_for_its_review() -> None:
    with Library.open("sqlite://") as library:
        said = run_review(
            *("Review", "Next decision", "Try this decision again, with the same cards"),
            *("Go back", "Next decision", "Leave the review", "Home"),
            library=library,
        )
        before, after = said.split("Practice: deal 1 of an earlier game again", 1)
        hand = re.findall(r"Cards in the hand: (.*)\.", before)[-1].split()
        listed = re.findall(r"^\d\. .* \((\S+)\)$", after, re.MULTILINE)[:6]
        assert sorted(listed) == sorted(hand)
        # After the practice the same decision is printed again, and nothing is valued twice.
        assert after.split("Go back")[-1].count("Decision 1 of") == 1
        assert said.count("The decisions are being reviewed.") == 1
        played, *practised = library.matches(limit=9)[::-1]
        assert library.find_practised([played.id]) == frozenset()
        ids = [match.id for match in practised]
        assert library.find_practised(ids) == set(ids)
        assert len(practised) == 1


def test_the_latest_game_of_several_is_reviewed_unless_another_is_chosen() -> None:
    setup = a_setup("person", "novice", target=31, games=3, first_deal="chosen")
    with Library.open("sqlite://") as library:
        said = run_review("Next game", "Review", "Game 1", library=library, setup=setup)
    assert "1. Game 2\n2. Game 1\n" in said


def test_ctrl_c_stops_the_review_which_can_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter([True, True, True, False])

    def stopping(choice: Choice) -> Reviewed | None:
        # A seat with one card has no choice, and the number of such cases depends on the cards.
        found = forge(choice)
        if found is not None and not next(left, True):
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(judged_game, "decide", stopping)
    with Library.open("sqlite://") as library:
        said = run_review(
            *("Review", "Next decision", "Next decision", "Next decision"),
            *("Resume the review", "Next decision", "Leave the review", "Home"),
            library=library,
            # Long enough that there are more decisions than the three that were valued.
            setup=a_setup("person", "novice", target=61, first_deal="chosen"),
        )
    stopped, whole = said.split("The review was stopped.")[1].split("The decisions are being", 1)
    assert "You can look at the decisions reviewed so far." in stopped
    assert re.search(r"^[3-9] of \d+ decisions reviewed$", stopped, re.MULTILINE)
    assert re.search(r"Decision [123]\.$", stopped, re.MULTILINE)
    assert re.search(r"You (won|lost) by \d+\. Luck .*, skill ", whole)
    assert "Resume the review" not in whole.split("Luck")[1]
    assert re.search(r"^> Decision \d of \d+\.$", whole, re.MULTILINE)


def blunder(choice: Choice) -> Reviewed | None:
    """Judge a choice at once, as a large mistake."""
    found = forge(choice)
    if found is None:
        return None
    chosen, other = found.options.options
    best = other._replace(hand=5.0, chance=0.9)
    options = replace(found.options, options=(best, chosen))
    return found._replace(options=options)


def test_an_earlier_game_that_is_reviewed_counts_and_its_mistakes_come_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PEGOUT_CONFIG", str(tmp_path))
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    monkeypatch.setattr(judged_game, "decide", blunder)
    save_settings(quiet())
    setup = a_setup("person", "novice", target=31, games=3, first_deal="chosen")
    with Library.open("sqlite://") as library:
        run_review("Next game", library=library, setup=setup)
        first, second = library.games()
        assert (first.errors, second.errors) == ((), ())
        assert not (tmp_path / "progress.json").exists()
        (match,) = library.matches()
        heard = io.StringIO()
        plain.run(
            library,
            resume=match.id,
            language="en",
            stdin=Reviewer(heard, ("Review", "Game 1", "Leave the review")),
            stdout=heard,
            sources=sources("tui"),
        )
        first, second = library.games()
    assert first.errors[0].discard.decisions > 0
    assert second.errors == ()
    progress = read((tmp_path / "progress.json").read_bytes())
    mistakes = due_mistakes(progress, date.fromisoformat(sources("tui").today()))
    assert {question.drill for question in mistakes} == {"discards", "play"}

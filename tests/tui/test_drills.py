"""Drills in the terminal: one key for each, an answer by the keys, the next by the same key."""

from datetime import date
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from pegout.school.choices import options_at
from pegout.school.counting_drill import read_count
from pegout.school.drills import judge, keep_answer
from pegout.school.progress import PlayerProgress, read, write
from pegout.school.questions import DrillQuestion
from pegout.school.told import task
from pegout.text import language
from pegout.text.names import shorts
from pegout.tui.drill_page import DrillScreen, LearnScreen
from tests.tui import terminal
from tests.tui.table import Table, sit_down


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))


def text(screen: DrillScreen, name: str) -> str:
    return str(screen.query_one(f"#drill-{name}", Static).render())


async def open_drill(table: Table, key: str) -> DrillScreen:
    """Open a drill from home, and wait for its first question."""
    await table.press_and_pause("l")
    assert isinstance(table.app.screen, LearnScreen)
    await table.press_and_pause(key)
    screen = table.app.screen
    assert isinstance(screen, DrillScreen)
    await terminal.until(lambda: screen.question is not None, "a question is asked")
    await table.pilot.pause()
    return screen


async def test_a_count_is_typed_and_the_next_comes_by_the_same_key(tmp_path: Path) -> None:
    async with sit_down(size=(80, 24)) as table:
        screen = await open_drill(table, "1")
        question = screen.question
        assert question is not None
        total = sum([item.points for item in read_count(question.text).items])
        await table.press_and_pause(*str(total + 1), "backspace", *str(total)[-1], "enter")
        await table.press_and_pause(*[] if screen.answered else ["enter"])
        assert text(screen, "answer").startswith("Right.")
        assert "1 of 1 right." in text(screen, "answer")
        await terminal.until(lambda: screen._following is not None, "the next one is drawn")
        await table.press_and_pause("enter")
        assert screen.question != question
        assert not screen.answered
        assert text(screen, "answer") == ""
        # Without an answer, the key does nothing.
        await table.press_and_pause("enter")
        assert not screen.answered
        assert read((tmp_path / "progress.json").read_bytes()).of("counting").days


async def test_two_cards_are_discarded_by_their_numbers() -> None:
    async with sit_down(size=(80, 24)) as table:
        screen = await open_drill(table, "2")
        question = screen.question
        assert question is not None
        assert text(screen, "task") == "What do you discard?"
        hand = list(screen.row.cards)
        best = [hand.index(card) + 1 for card in options_at(question.text).best.cards]
        other = next(at for at in range(1, 7) if at not in best)
        await table.press_and_pause(str(other), "enter")
        assert not screen.answered
        await table.press_and_pause(str(other), *map(str, best), str(other), "enter")
        assert text(screen, "answer").startswith("Right. ")
        assert "1 of 1 right." in text(screen, "answer")


async def test_combinations_are_marked_by_letters_and_taken_back() -> None:
    """The keys say item by item what scores; a total that is typed afterwards stands instead."""
    async with sit_down(size=(80, 24)) as table:
        screen = await open_drill(table, "1")
        question = screen.question
        assert question is not None
        cards, items = screen.row.cards, read_count(question.text).items
        await table.press_and_pause("a", "space", "b", "c", "backspace")
        assert (screen.found, screen.row.chosen) == ([(cards[0],)], frozenset())
        await table.press_and_pause("7")
        assert (screen.found, screen.typed) == ([], "7")
        await table.press_and_pause("a", "space", "backspace", "backspace")
        assert (screen.found, screen.typed) == ([], "")
        for item in items:
            letters = ["abcdefghijklm"[cards.index(card)] for card in item.cards]
            await table.press_and_pause(*letters, "space")
        said = " · ".join([shorts(sorted(item.cards, key=cards.index)) for item in items])
        assert text(screen, "task") == f"{task(question, language('en'))}  {said}".rstrip()
        await table.press_and_pause("t", "enter" if items else "0", *[] if items else ["enter"])
        assert text(screen, "answer").startswith("Right.")


async def test_a_filter_is_typed_and_what_it_does_not_know_is_said() -> None:
    async with sit_down(size=(80, 24)) as table:
        screen = await open_drill(table, "1")
        title = screen.query_one(".page-title", Static)
        assert str(title.render()) == "Counting hands · / filters"
        field = screen.query_one("#drill-filter", Input)
        assert field.placeholder == "hand crib pile easy medium hard"
        # What is typed there is no answer, and q no exit.
        await table.press_and_pause("slash", *"q1", "enter")
        assert (field.display, screen.session.wanted) == (True, "")
        assert (screen.typed, screen.answered) == ("", False)
        await table.press_and_pause("backspace", "backspace", *"pile hard", "enter")
        await terminal.until(lambda: screen.question is not None, "another question is asked")
        assert (field.display, screen.session.wanted) == (False, "pile hard")
        assert str(title.render()) == "Counting hands · / pile hard"
        question = screen.question
        assert question is not None
        assert read_count(question.text).kind == "pile"
        # Put away, it changes nothing; then the same key goes back.
        await table.press_and_pause("slash", *"crib", "escape")
        assert (field.display, screen.session.wanted) == (False, "pile hard")
        await table.press_and_pause("escape")
        assert isinstance(table.app.screen, LearnScreen)
        await table.press_and_pause("4", "slash")
        assert not table.app.screen.query_one("#drill-filter").display


async def test_what_comes_back_in_all_drills_is_asked_and_then_nothing(tmp_path: Path) -> None:
    count = DrillQuestion("counting", "7C 7D 8H 9S | KC")
    value = keep_answer(PlayerProgress(), count, judge(count, "10"), date(2026, 1, 1))
    (tmp_path / "progress.json").write_bytes(write(value))
    async with sit_down(size=(80, 24)) as table:
        screen = await open_drill(table, "4")
        assert screen.question == count
        screen._begun -= 4.0
        await table.press_and_pause("t", "1", "2", "enter")
        assert "seconds: your best time (medium)." in text(screen, "answer")
        assert "seconds for each." in text(screen, "answer")
        await terminal.until(lambda: screen._ended, "nothing more comes back")
        await table.press_and_pause("enter")
        assert text(screen, "task") == "Nothing comes back today."
        await table.press_and_pause("enter", "1", "a", "backspace")
        assert screen.question is None


@pytest.mark.slow
async def test_a_card_is_played_and_the_reply_is_told() -> None:
    async with sit_down(size=(100, 30)) as table:
        screen = await open_drill(table, "3")
        fits = [at for at, card in enumerate(screen.row.cards, 1) if card in screen.row.playable]
        await table.pilot.click("CardRow", offset=(screen.row._left(fits[0] - 1) + 2, 3))
        await table.press_and_pause("enter")
        assert screen.answered
        assert "In this deal the opponent held " in text(screen, "answer")
        await table.press_and_pause("down", "up", "escape", "escape")
        assert not isinstance(table.app.screen, LearnScreen)


async def test_progress_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("my notes")
    async with sit_down() as table:
        await table.press_and_pause("l", "1")
        assert isinstance(table.app.screen, LearnScreen)
        assert (tmp_path / "progress.json").read_text() == "my notes"

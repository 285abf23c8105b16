"""The tutor in the terminal: on the screen and line by line, and its marks in the record."""

import threading
from pathlib import Path

import pytest

from pegout.cards import Card
from pegout.match import Match
from pegout.notation import Help, helps_of
from pegout.review.option_values import options_of
from pegout.rules import Discard
from pegout.storage import Library
from pegout.text import language
from pegout.tui import table as tables
from pegout.tui.ask import Ask
from pegout.tui.local_seats import LocalSeats
from pegout.tui.local_tables import open_match
from pegout.tui.scene import Mode
from pegout.tui.settings import Settings, load_settings, save_settings
from pegout.tui.tutoring import TableTutor
from tests.cases import present
from tests.sources import sources
from tests.tui.table import Table, a_setup, question, quiet, sit_down
from tests.tui.terminal import until
from tests.tui.test_hints import ask_for_hint
from tests.tui.test_plain import play

EN = language("en")


def helps(match: Match) -> list[tuple[Help, ...]]:
    return list(helps_of(match.record().games[0]).values())


def worst(match: Match) -> tuple[Card, ...]:
    options = present(options_of(match.view(0)))
    return options.options[-1].cards


async def try_cards(table: Table, cards: tuple[Card, ...]) -> None:
    """Choose some cards and discard them, and wait for the result."""
    table.intent.cards = list(cards)
    await table.pilot.press("enter")

    def answered() -> bool:
        return isinstance(table.app.screen, Ask) or bool(table.match.view(0).discards)

    await until(answered, "the tutor lets it pass or asks")
    await table.pilot.pause()


async def answer(table: Table, at: int) -> None:
    assert isinstance(table.app.screen, Ask)
    await table.press_and_pause(*["down"] * at, "enter")
    assert not isinstance(table.app.screen, Ask)


async def test_it_asks_once_before_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PATIENCE", 90)
    async with sit_down(a_setup(first_deal="chosen"), tutor="mistake") as table:
        await table.play(Mode.DISCARD)
        cards = worst(table.match)
        screen = table.screen
        await try_cards(table, cards)
        asks = table.app.screen
        assert isinstance(asks, Ask)
        assert question(asks).startswith("This loses about ")
        assert question(asks).endswith("Discard them all the same?")
        await answer(table, 0)
        assert table.intent.cards == []
        assert screen.hint is None
        assert not table.match.view(0).discards
        await try_cards(table, cards)
        assert table.match.view(0).discards, "it is not asked a second time"
        assert helps(table.match) == [(Help.TUTOR,)]


async def test_why_shows_options_and_cards_stay_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PATIENCE", 90)
    async with sit_down(a_setup(first_deal="chosen"), tutor="inaccuracy") as table:
        await table.play(Mode.DISCARD)
        cards, screen = worst(table.match), table.screen
        await try_cards(table, cards)
        await answer(table, 2)
        assert screen.hint is not None
        assert screen.hint.advice is not None
        options = present(options_of(table.match.view(0)))
        best = [[str(card) for card in option.cards] for option in options.options[:3]]
        assert [option.cards for option in screen.hint.advice.options[:3]] == best
        assert set(table.intent.cards) == set(cards)
        assert not table.match.view(0).discards


async def test_it_does_what_is_wanted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PATIENCE", 90)
    async with sit_down(a_setup(first_deal="chosen"), tutor="large_mistake") as table:
        await table.play(Mode.DISCARD)
        cards = worst(table.match)
        await try_cards(table, cards)
        await answer(table, 1)
        assert set(table.match.view(0).discards) == set(cards)


async def test_what_takes_long_is_done_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(tables, "answer_hint", lambda *_: done.wait(90))
    monkeypatch.setattr(tables, "PATIENCE", 0)
    async with sit_down(a_setup(first_deal="chosen"), tutor="inaccuracy") as table:
        await table.play(Mode.DISCARD)
        await try_cards(table, worst(table.match))
        assert table.match.view(0).discards
        assert helps(table.match) == []
        done.set()


async def test_nothing_is_asked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "answer_hint", None)
    async with sit_down(a_setup(first_deal="chosen")) as table:
        await table.play(Mode.DISCARD)
        await try_cards(table, worst(table.match))
        assert table.match.view(0).discards
        await table.play(Mode.PLAY)


def test_nobody_is_asked_between_two_persons() -> None:
    with Library.open("sqlite://") as library:
        library.create(a_setup("person", "person", first_deal="chosen"))
        both = LocalSeats(open_match(library, "table", sources("tutor")), EN, Settings())
        both.ready()
        tutor = TableTutor(both)
        for seat in (0, 1):
            assert tutor.question(Discard(seat, worst(both.match)), "inaccuracy") is None
    with Library.open("sqlite://") as library:
        library.create(a_setup("person", "novice", first_deal="chosen"))
        assert LocalSeats(open_match(library, "table", sources("tutor")), EN, Settings()).may_hint


async def test_a_hint_and_taking_back_stand_in_the_record() -> None:
    async with sit_down(a_setup(first_deal="chosen")) as table:
        await table.play(Mode.DISCARD)
        await ask_for_hint(table)
        await table.pilot.press("escape")
        await try_cards(table, worst(table.match))
        assert helps(table.match) == [(Help.HINT,)]
        while not table.asks(Mode.DISCARD):
            await table.press("u")
        await try_cards(table, worst(table.match))
        assert helps(table.match) == [(Help.HINT, Help.TAKE_BACK)]


def test_line_by_line_it_asks_and_says_why() -> None:
    setup = a_setup("person", "novice", first_deal="chosen")
    question = "Discard them all the same?"
    # Most discards are worse than the best.
    pairs = ("1 2", "2 3", "3 4", "4 5", "5 6", "1 6")
    told = (
        play(setup, "", pair, "3", "2", "quit", settings=quiet(tutor="inaccuracy"), maximum=9)
        for pair in pairs
    )
    asked = next(line for line in told if question in line)
    assert asked.count(question) == 2
    lines = asked.splitlines()
    assert any(line.endswith("Take back") for line in lines)
    assert any(line.endswith("Why?") for line in lines)
    assert any("hand " in line and "crib " in line for line in lines)


def test_the_setting_is_kept_and_nonsense_is_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(Settings(tutor="large_mistake"), path)
    assert load_settings(path).tutor == "large_mistake"
    path.write_text('tutor = "huge"\n', encoding="utf-8")
    assert load_settings(path).tutor == ""

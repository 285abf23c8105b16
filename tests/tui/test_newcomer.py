"""A new and a returning player: hints without asking, one question, and deals by themselves."""

import re
from pathlib import Path

import pytest

from pegout.match import Setup
from pegout.notation import Help, helps_of
from pegout.players import ask
from pegout.storage import Library
from pegout.text import language
from pegout.text.pacing import PACING
from pegout.tui import automatic, finished_game
from pegout.tui.ask import Ask
from pegout.tui.automatic import UnaskedHints, seconds_before_deal
from pegout.tui.local_seats import LocalSeats
from pegout.tui.local_tables import open_lesson, open_new
from pegout.tui.scene import Mode
from pegout.tui.settings import Settings, load_settings
from pegout.tui.table import TableScreen
from pegout.tui.view import TableView
from tests.cases import present
from tests.sources import sources
from tests.tui.table import (
    Table,
    a_setup,
    finish_a_game,
    order_of,
    question,
    quiet,
    sit_down,
    targets,
)
from tests.tui.terminal import until
from tests.tui.test_hints import ask_for_hint
from tests.tui.test_plain import play

EN = language("en")


def alone(first_deal: str = "chosen", target: int = 121) -> Setup:
    """Return a game against the computer."""
    return a_setup("person", "novice", first_deal=first_deal, target=target)


def played() -> Library:
    """Return a library of a player who has finished a game."""
    library = Library.open("sqlite://")
    finish_a_game(library)
    return library


# Hints without asking


async def test_in_a_first_game_a_hint_comes_without_asking_and_numbers_still_choose_cards() -> None:
    async with sit_down(alone(), hints="", size=(80, 24)) as table:
        await table.play(Mode.DISCARD)
        await until(lambda: table.screen.hint, "there is a hint")
        await table.pilot.pause()
        assert "A hint" in table.text
        assert "Esc close" in table.text
        assert "1–3 choose" not in table.text
        await table.press("5")
        assert table.intent.cards == [table.hand[4]]
        await table.press("escape")
        assert table.screen.hint is None
        # It stays away from this decision, unless it is asked for.
        await ask_for_hint(table)
        assert "1–3 choose" in table.text
        await table.press("2", "enter")
        (helps,) = helps_of(table.match.record().games[0]).values()
        assert helps == (Help.HINT,)


@pytest.mark.parametrize(
    ("returning", "hints", "given"),
    [(False, "", True), (False, "off", False), (True, "", False), (True, "on", True)],
    ids=["new", "not wanted", "returning", "always wanted"],
)
async def test_hints_come_unasked_until_a_game_is_finished_or_as_the_player_wishes(
    hints: str, monkeypatch: pytest.MonkeyPatch, *, returning: bool, given: bool
) -> None:
    weighed: list[bool] = []
    monkeypatch.setattr(TableScreen, "_weigh", lambda _, keys: weighed.append(keys))
    library = played() if returning else None
    async with sit_down(alone(), hints=hints, library=library) as table:
        await table.play(Mode.DISCARD)
        assert weighed == [False] * given


def seats(library: Library, *kinds: str) -> LocalSeats:
    """Sit down at a new table with the first cards dealt."""
    order = order_of(a_setup(*kinds, first_deal="chosen"))
    local = LocalSeats(open_new(library, order, sources("newcomer")), EN, Settings())
    local.ready()
    return local


def opponents_play(local: LocalSeats) -> None:
    while (turn := local.turn()) is not None:
        local.take(turn, ask(turn.player, turn.view))


def test_one_hint_comes_for_each_choice() -> None:
    with Library.open("sqlite://") as library:
        local = seats(library, "person", "novice")
        hints = UnaskedHints(local, lambda: True)
        kinds: list[str] = []
        while len(kinds) < 3:
            opponents_play(local)
            intent = local.intent(0)
            due = hints.due(intent, Settings())
            assert not hints.due(intent, Settings()), "once for each"
            if due:
                kinds.append(intent.kind)
            if intent.kind == "cut":
                assert not due
                intent.cut_at = intent.middle
            intent.cards = [*intent.offered_cards[: intent.choice.size]]
            local.act(intent.action())
        assert kinds == ["discard", "play", "play"]


def test_nobody_is_helped_unasked_in_a_lesson_or_among_persons() -> None:
    with Library.open("sqlite://") as one, Library.open("sqlite://") as other:
        pair = seats(one, "person", "person")
        lesson = LocalSeats(open_lesson(other, "Ann", EN, sources("newcomer")), EN, Settings())
        lesson.ready()
        opponents_play(lesson)
        for local in pair, lesson:
            intent = local.intent(0)
            assert intent.kind == "discard"
            assert not UnaskedHints(local, lambda: True).due(intent, Settings(hints="on"))


def test_line_by_line_a_hint_comes_before_the_question_of_a_newcomer() -> None:
    wanting = Settings(asked_play=True)
    said = play(alone(), "", "1 2", "quit", settings=wanting, maximum=4)
    told = said.split("A hint, the best first:\n")
    assert len(told) > 1
    hint, hand = told[1].split("1. ", 1)
    assert re.match(r"\S+ \S+: \+", hint)
    assert hint.count(": ") == 3
    assert "Discard two cards" in hand
    for wanting, given in ((quiet(hints=""), False), (quiet(hints="on"), True)):
        said = play(alone(), "", settings=wanting, maximum=2, library=played())
        assert ("A hint, the best first:" in said) == given


def test_line_by_line_it_is_chosen_among_the_options_whether_hints_come() -> None:
    said = play(None, "3", "9", "3", "10", "1", "quit", settings=Settings())
    assert "9. Hints without asking: in my first game" in said
    assert "9. Hints without asking: never" in said
    assert "10. Deal by itself: off" in said
    assert "10. Deal by itself: on" in said


# One question, and deals by themselves


async def asked(table: Table) -> str:
    """Return the question of the dialog that is open."""
    await until(lambda: isinstance(table.app.screen, Ask), "it is asked")
    await table.pilot.pause()
    assert isinstance(table.app.screen, Ask)
    return question(table.app.screen)


@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_the_game_after_a_first_one_asks_once_what_goes_by_itself(code: str) -> None:
    async with sit_down(
        alone(), asked_play=False, library=played(), language=code, size=(80, 24)
    ) as table:
        assert await asked(table) == table.app.t("Does one key play a card?")
        await table.press_and_pause("down", "enter")
        assert await asked(table) == table.app.t("Do deals go on by themselves?")
        await table.press_and_pause("down", "enter")
        settings = table.app.settings
        assert (settings.confirm, settings.auto_deal, settings.asked_play) == (False, True, True)
        # Play goes on, and nobody is asked again.
        await table.play(Mode.PLAY)
        hand = table.match.view(0).hand
        await table.press(*table.keys())
        assert len(table.match.view(0).hand) < len(hand), "one key plays a card"


async def test_who_finishes_a_first_game_is_asked_as_the_next_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed: list[int] = []
    monkeypatch.setattr(
        TableScreen, "_weigh", lambda self, keys: weighed.append(self.local.match.game)
    )
    monkeypatch.setattr(finished_game, "is_judged_at_once", lambda local: False)
    async with sit_down(alone(target=31), hints="", asked_play=False) as table:
        await table.play()
        assert weighed
        weighed.clear()
        await table.press("enter")
        assert await asked(table) == "Does one key play a card?"
        await table.press_and_pause("escape", "escape")
        await table.play(Mode.PLAY)
        assert not weighed, "hints came in the first game alone"


def test_line_by_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game, "is_judged_at_once", lambda local: False)
    said = play(alone(target=31), settings=Settings(hints="off"), maximum=120)
    first, second, *_ = said.split("1. Play again")
    asks = "Do deals go on by themselves?"
    assert (first.count(asks), second.count(asks)) == (0, 1)


async def test_an_answer_by_accident_changes_nothing() -> None:
    async with sit_down(alone(), asked_play=False, library=played()) as table:
        await asked(table)
        await table.press_and_pause("enter", "escape")
        await until(lambda: table.app.settings.asked_play, "it was asked")
        assert (table.app.settings.confirm, table.app.settings.auto_deal) == (True, False)


async def test_a_newcomer_and_two_persons_are_not_asked() -> None:
    async with sit_down(alone(), asked_play=False) as table:
        await table.play(Mode.DISCARD)
        assert not table.app.settings.asked_play
    setup = a_setup("person", "person", first_deal="chosen")
    async with sit_down(setup, asked_play=False, library=played()) as table:
        await table.play(Mode.DISCARD)
        assert not table.app.settings.asked_play


def read_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Leave a count for so long before the next deal."""
    monkeypatch.setattr(automatic, "PACING", PACING._replace(read=seconds))


def deals(table: Table) -> bool:
    """Return whether the next cards come by themselves."""
    return table.screen.dealing


async def test_the_next_cards_come_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    read_for(monkeypatch, 0)
    async with sit_down(alone(first_deal="cut"), auto_deal=True) as table:
        assert table.asks(Mode.READY)
        assert not deals(table), "nobody has cut for the deal"
        await table.take()

        async def dealt(deal: int) -> None:
            while table.match.view(0).deal < deal:
                if table.asks(Mode.READY):
                    await until(lambda: not table.asks(Mode.READY), "the cards come")
                else:
                    await table.take()

        await dealt(2)
        await until(lambda: bool(table.match.view(0).hand), "the hand is there")


@pytest.mark.parametrize("key", ["l", "s", "tab"])
async def test_a_key_holds_them_back(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    read_for(monkeypatch, 600)
    async with sit_down(alone(), auto_deal=True, size=(80, 24)) as table:
        assert deals(table)
        assert "The next cards come by themselves" in " ".join(table.text.split())
        await table.press_and_pause(key)
        await table.press_and_pause("escape")
        assert not deals(table)
        assert table.asks(Mode.READY)
        assert "by themselves" not in table.text
        await table.press("enter")
        assert table.match.view(0).hand


async def test_a_click_holds_them_back_unless_it_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    read_for(monkeypatch, 600)
    async with sit_down(alone(), auto_deal=True) as table:
        await table.pilot.click(TableView, offset=(1, 12))
        await table.pilot.pause()
        assert not deals(table)
    async with sit_down(alone(), auto_deal=True) as table:
        (button,) = [target for target in targets(table.screen) if target.name == "button"]
        await table.pilot.click(TableView, offset=(button.x, button.y))
        await table.settle()
        assert table.match.view(0).hand


async def test_enter_does_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    read_for(monkeypatch, 600)
    async with sit_down(alone(), auto_deal=True) as table:
        await table.press("enter")
        assert table.match.view(0).hand
        assert not deals(table)


async def test_who_looks_elsewhere_gets_no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    read_for(monkeypatch, 0)
    async with sit_down(auto_deal=True) as table:
        table.app.app_focus = False
        table.library.create(alone())
        table.app.open_match("table")
        await table.opened()
        await until(lambda: not deals(table), "the time has passed")
        table.app.app_focus = True
        assert table.asks(Mode.READY)
        assert not table.match.view(0).hand


def test_the_wait_follows_the_pace() -> None:
    seconds = {pace: seconds_before_deal(quiet(pace=pace)) for pace in PACING.paces}
    assert seconds["step"] is None
    assert seconds["instant"] == seconds["quick"] == PACING.read * PACING.paces["quick"]
    assert present(seconds["slow"]) > present(seconds["normal"]) == PACING.read


def test_line_by_line_it_is_asked_once_whether_deals_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGOUT_CONFIG", str(tmp_path))
    setup, asks = alone(), "Do deals go on by themselves?"
    enter = "Press Enter for the cards."
    said = play(setup, "2", settings=None, library=played(), maximum=60)
    assert said.count(asks) == 1
    assert said.count("Discard two cards") > 2
    assert enter not in said
    settings = load_settings()
    assert (settings.asked_play, settings.auto_deal) == (True, True)
    again = play(alone("cut"), settings=None, library=played(), maximum=60)
    assert (again.count(asks), again.count(enter)) == (0, 1), "only before the cut"
    # Enter changes nothing, and a newcomer is not asked.
    said = play(setup, "", settings=Settings(), library=played(), maximum=60)
    assert said.count(enter) > 2
    assert asks not in play(setup, settings=Settings(), maximum=3)

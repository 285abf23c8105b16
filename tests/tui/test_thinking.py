"""The thinking time that computer players show, and the levels on offer."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widgets import Select, Static

from pegout import players
from pegout.cards import CARDS
from pegout.players.policy_player import PolicyPlayer
from pegout.rules import Action, Cut, Discard, Go, Phase, Play, View
from pegout.table import thinking_time as bot_pacing
from pegout.table.offers import DEFAULT_LEVEL, FIRST_LEVEL, offered_levels
from pegout.table.thinking_time import Tempo, moment, thinking_time
from pegout.text import language, level_details, level_help
from pegout.text.pacing import PACING
from pegout.tui.chips import last_options
from pegout.tui.scene import Mode
from pegout.tui.settings import Settings, load_settings
from pegout.tui.stage import Stage
from tests.preloads import note_preloads
from tests.tui.table import Table, a_setup, sit_down
from tests.tui.terminal import until

PLAY, GO = Play(0, CARDS[0]), Go(0)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players think until a key is pressed."""
    monkeypatch.setattr(bot_pacing, "PACING", PACING._replace(unknown=600.0, longest=600.0))


async def until_thinking(table: Table) -> str:
    """Play until an opponent thinks over a card; return what the table shows then."""

    def ponders() -> bool:
        screen = table.screen
        return screen.mode is not Mode.WATCH or screen.stage.thinking is not None

    for _ in range(1000):
        stage = table.screen.stage
        await until(ponders, "somebody has to decide")
        if table.mode is not Mode.WATCH:
            await table.pilot.press(*table.keys(), "enter")
        elif "is thinking" in table.text and table.match.view(0).phase is Phase.PLAY:
            return table.text
        stage.nudge()
        await asyncio.sleep(0.002)
    raise AssertionError("nobody ever thought")


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize(
    "key",
    [
        "enter",
        pytest.param("escape", marks=pytest.mark.slow),
        pytest.param("space", marks=pytest.mark.slow),
    ],
)
async def test_the_table_says_who_thinks_until_a_key_is_pressed(key: str) -> None:
    async with sit_down(a_setup("person", "novice"), pace="quick") as table:
        assert "Ben is thinking." in await until_thinking(table)
        before = len(table.match.view(0).played)
        await table.pilot.pause()
        assert len(table.match.view(0).played) == before
        await table.pilot.press(key)

        def moved() -> bool:
            view = table.match.view(0)
            return len(view.played) > before or bool(view.goes)

        await until(moved, "the card comes")


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize(
    "settings",
    [
        {"pace": "instant"},
        pytest.param({"pace": "instant", "thinking": "quick"}, marks=pytest.mark.slow),
        {"thinking": "off"},
    ],
)
async def test_it_can_be_switched_off(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object) -> None:
        """Show no step for any time, at any pace."""

    monkeypatch.setattr(Stage, "pause", at_once)
    monkeypatch.setattr(Stage, "move_pegs", at_once)
    setup = a_setup("person", "novice", target=31)
    async with sit_down(setup, **{"pace": "normal", **settings}) as table:
        await table.play(Mode.PLAY)
        before = len(table.match.view(0).played)
        await table.take()
        await table.play(Mode.PLAY)
        assert len(table.match.view(0).played) > before


@pytest.mark.usefixtures("endless")
async def test_nobody_who_has_to_act_as_well_waits() -> None:
    async with sit_down(a_setup("person", "novice"), pace="quick") as table:

        def asks() -> bool:
            # The first cut is a step like any other.
            phase = table.match.view(0).phase
            assert table.screen.stage.thinking is None or phase is Phase.CUT_FOR_DEAL
            table.screen.stage.nudge()
            return table.mode is not Mode.WATCH

        await until(asks, "the table asks for something")
        while not table.asks(Mode.DISCARD):
            await table.pilot.press("enter")
            await until(asks, "the table asks for something")
        assert 1 in table.match.view(0).discarded


async def test_the_interface_lives_while_a_player_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, begun = threading.Event(), threading.Event()

    class Slow(PolicyPlayer):
        def __init__(self, seed: int) -> None:
            super().__init__("greedy", seed)

        def choose(self, view: View) -> Action:
            if view.phase is Phase.DISCARD and view.deal == 1 and view.commitment:
                assert threading.current_thread() is not threading.main_thread()
                begun.set()
                gate.wait(90)
            return super().choose(view)

    level = players.Level("novice", Slow)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
    async with sit_down(a_setup("person", "novice", first_deal="chosen")) as table:
        await table.pilot.press("enter")
        await until(
            lambda: begun.is_set() and "Ben is thinking." in table.text, "the table says who thinks"
        )
        # Ben computes; the log opens and closes in the meantime.
        await table.press_and_pause("l")
        await table.pilot.press("escape")
        assert not table.match.view(0).discarded
        gate.set()
        await table.settle()
        assert table.asks(Mode.DISCARD)


async def test_a_table_with_the_engine_of_a_host_is_played_here_by_the_usual_level() -> None:
    async with sit_down(a_setup("person", "an engine of a host", target=31)) as table:
        await table.play(Mode.PLAY)
        assert 1 in table.match.view(0).discarded


async def test_a_level_is_preloaded_when_its_table_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    preloaded = note_preloads(monkeypatch)
    async with sit_down(a_setup("person", "novice", "club", "novice")) as table:
        await table.pilot.pause()
    assert sorted(preloaded) == [("club", 4, False), ("novice", 4, False)]


def test_the_pace_is_the_median_of_the_last_decisions() -> None:
    tempo = Tempo()
    first = tempo.seconds
    tempo.note(GO, 100.0)
    tempo.note(Cut(0, 9), 100.0)
    assert tempo.seconds == first
    tempo.note(PLAY, 1.5)
    tempo.note(Discard(0, CARDS[:2]), 1.9)
    assert tempo.seconds == pytest.approx(1.7)


@given(st.lists(st.floats(0, 1e6), max_size=30), st.sampled_from(PACING.thinking))
def test_a_time_stays_within_bounds(times: list[float], wanted: str) -> None:
    tempo = Tempo()
    for seconds in times:
        tempo.note(PLAY, seconds)
    assert 0.4 <= tempo.seconds <= 2.5


@given(st.floats(0, 100), st.floats(0, 100))
def test_an_answer_is_heard_at_its_time_or_at_a_beat_after_it(now: float, due: float) -> None:
    heard = moment(now, due)
    beats = (heard - due) / PACING.beat
    assert heard >= max(due, now) - 1e-9
    assert beats == pytest.approx(round(beats), abs=1e-6)
    assert heard - now < PACING.beat + 1e-9 or heard == due


async def test_a_time_depends_on_what_everybody_sees_alone() -> None:
    async with sit_down(a_setup("person", "novice", "novice", target=31)) as table:
        await table.play()
        tempo = Tempo()
        seen = set()
        for entry in table.match.entries:
            views = [table.match.view(seat, at=entry.number) for seat in (0, 1, 2, None)]
            for seat in range(3):
                times = [thinking_time("like_me", "normal", tempo, view, seat) for view in views]
                assert len(set(times)) == 1
                # Neither the cards nor the options matter, only their number.
                bare = replace(views[0], hand=(), dealt=(), legal=(), starter=None, count=0)
                assert thinking_time("like_me", "normal", tempo, bare, seat) == times[0]
                seen.add(times[0])
        assert len(seen) > 3


@pytest.mark.parametrize(("code", "size"), [("en", (80, 24)), ("es", (120, 40))])
async def test_the_levels_are_listed_with_a_sentence(code: str, size: tuple[int, int]) -> None:
    t = language(code)
    async with sit_down(size=size, language=code) as table:
        await table.pilot.pause()
        home = table.app.screen
        assert str(home.query_one("#home-level", Static).render()) == level_help(FIRST_LEVEL, t)
        for name in offered_levels():
            choices = last_options(table.app.settings, t).having(kinds=("person", *[name] * 3))
            table.app.change(last=choices.as_plain())
            await home.recompose()
            await table.pilot.pause()
            assert str(home.query_one("#home-level", Static).render()) == level_help(name, t)
            # Everything on the first screen stays visible, above the line of keys.
            assert home.query_one("#home-kept").region.bottom < size[1]
            for widget in home.query("#home > *, #home Button"):
                assert home.region.contains_region(widget.region), (name, widget)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "es"])
async def test_the_options_of_a_game_describe_every_level(code: str) -> None:
    t = language(code)
    async with sit_down(language=code) as table:
        await table.pilot.pause()
        await table.press_and_pause("n")
        select = table.app.screen.query_one("#kind-1", Select)
        for name in offered_levels():
            select.value = name
            await table.pilot.pause()
            help_text = table.app.screen.query_one("#level-1", Static)
            assert str(help_text.render()) == level_details(name, t)
        assert not table.app.screen.query_one("#level-0").display


def test_a_level_of_another_version_becomes_the_usual_one() -> None:
    last = {**last_options(Settings(), language("en")).as_plain(), "kinds": ["person", "champion"]}
    assert last_options(Settings(last=last), language("en")).kinds[1] == DEFAULT_LEVEL


def test_a_thinking_time_that_makes_no_sense_is_as_at_first(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('thinking = "ages"\npace = "slow"\n', encoding="utf-8")
    settings = load_settings(path)
    assert (settings.thinking, settings.pace) == ("like_me", "slow")

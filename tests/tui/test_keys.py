"""The line of keys drops no key in a narrow window, in any language, on any screen."""

from typing import Any

import pytest
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from pegout.storage import Library
from pegout.tui.home import HomeScreen
from pegout.tui.options import OptionsScreen
from pegout.tui.preferences import PreferencesScreen
from pegout.tui.replay import ReplayScreen
from pegout.tui.saved_games import HistoryScreen
from pegout.tui.scene import Mode
from pegout.tui.themes import PALETTES
from pegout.tui.view import SceneScreen, draw_scene
from tests.tui.table import a_setup, sit_down

NARROW = (80, 24)


def dropped(screen: Screen[Any]) -> list[str]:
    """Return the keys of a screen that its line of keys does not show, in their order."""
    assert isinstance(screen, SceneScreen)
    scene = screen.scene()
    line = draw_scene(scene, *NARROW, PALETTES["walnut"]).lines()[-1]
    left_out = []
    for key, _ in scene.footer:
        before, found, after = line.partition(f"{key} ")
        line = after if found else before
        if not found:
            left_out.append(key)
    return left_out


@pytest.mark.parametrize("code", ["en", "es"])
async def test_the_table_and_the_review_show_every_key(code: str) -> None:
    setup = a_setup("person", "novice", target=31, counting="manual", muggins=True)
    seen: set[Mode] = set()
    async with sit_down(setup, size=NARROW, language=code) as table:
        while not table.asks(Mode.OVER):
            await table.take("0")
            seen.add(table.mode)
            assert dropped(table.screen) == [], table.mode
        await table.press_and_pause("right", "enter")
        assert isinstance(table.app.screen, ReplayScreen)
        assert dropped(table.app.screen) == []
    assert seen >= {Mode.DISCARD, Mode.PLAY, Mode.POINTS, Mode.CLAIM, Mode.OVER}


@pytest.mark.parametrize("code", ["en", "es"])
async def test_the_other_screens_have_room_for_their_keys(code: str) -> None:
    library = Library.open("sqlite://")
    library.create(a_setup("person", "novice"))
    screens = ((HomeScreen, ""), (OptionsScreen, "n"), (HistoryScreen, "h"))
    for screen, key in (*screens, (PreferencesScreen, "o")):
        async with sit_down(library=library, size=NARROW, language=code) as table:
            await table.press_and_pause(*key)
            assert isinstance(table.app.screen, screen)
            foot = table.app.screen.query_one(".page-foot", Static)
            assert foot.size.height == 1
            assert cell_len(str(foot.render())) <= foot.size.width


@pytest.mark.parametrize("code", ["en", "es"])
async def test_the_help_of_the_table_fits_on_a_narrow_window(code: str) -> None:
    async with sit_down(a_setup("person", "novice"), size=NARROW, language=code) as table:
        await table.press_and_pause("question_mark")
        assert table.app.screen.query_one(VerticalScroll).max_scroll_y == 0

"""Home, the options of a new game, the list of games, the settings."""

from pathlib import Path

import pytest
from textual.widgets import Button, DataTable, Input, Select, Static

from pegout.match import nameless
from pegout.rules import Rules
from pegout.storage import Library
from pegout.table.offers import DEFAULT_LEVEL, FIRST_LEVEL, FIRST_TARGET
from pegout.text import language
from pegout.tui.chips import chip_label, last_options, proposed_options, title
from pegout.tui.home import BoardPicture, HomeScreen
from pegout.tui.options import OptionsScreen
from pegout.tui.pages import Page, RuleBook
from pegout.tui.preferences import PreferencesScreen
from pegout.tui.replay import ReplayScreen
from pegout.tui.saved_games import HistoryScreen
from pegout.tui.scene import Mode
from pegout.tui.settings import Settings, load_settings, save_settings
from pegout.tui.table import TableScreen
from pegout.tui.view import TableView
from tests.tui.table import a_setup, finish_a_game, sit_down


@pytest.mark.parametrize(("code", "size"), [("en", (80, 24)), ("es", (120, 40))])
async def test_home_starts_a_game_with_one_key(code: str, size: tuple[int, int]) -> None:
    library = Library.open("sqlite://")
    finish_a_game(library)
    async with sit_down(size=size, language=code, library=library) as table:
        await table.pilot.pause()
        assert isinstance(table.app.screen, HomeScreen)
        await table.pilot.press("enter")
        await table.settle()
        assert table.asks(Mode.READY)
        rules, seats = table.match.setup.rules, table.match.setup.seats
        assert (rules.target, seats[1].kind) == (121, DEFAULT_LEVEL)


async def test_who_has_finished_no_game_is_taught_first_and_plays_a_short_game() -> None:
    async with sit_down() as table:
        await table.pilot.pause()
        focused = table.app.focused
        assert focused is not None
        assert focused.id == "teach"
        await table.pilot.press("right", "enter")
        await table.settle()
        rules, seats = table.match.setup.rules, table.match.setup.seats
        assert (rules.target, seats[1].kind) == (FIRST_TARGET, FIRST_LEVEL)


def test_what_was_chosen_outlasts_the_first_game() -> None:
    t = language("en")
    proposed = proposed_options(Settings(), t, newcomer=True)
    chosen = proposed.having(counting="manual").choices(proposed)
    game = last_options(Settings(last=chosen), t)
    assert (game.value("target"), game.level, game.value("counting")) == (
        *(121, DEFAULT_LEVEL, "manual"),
    )
    everything = proposed.having(target=121, kinds=("person", *["club"] * 3)).choices(proposed)
    game = last_options(Settings(last=everything), t, newcomer=True)
    assert (game.value("target"), game.level) == (121, "club")


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "es"])
async def test_the_whole_home_is_seen_in_a_low_window(code: str) -> None:
    for players, teams in ((2, True), (3, True), (4, True), (4, False)):
        library = Library.open("sqlite://")
        library.create(a_setup(*["person"] * players, teams=teams))
        async with sit_down(size=(80, 24), language=code, library=library) as table:
            await table.pilot.pause()
            screen = table.app.screen
            for widget in screen.query("#home > *, #home Button"):
                if not teams and isinstance(widget, BoardPicture):
                    continue
                assert screen.region.contains_region(widget.region), (players, widget)
            foot = screen.query_one(".page-foot").region.y
            assert screen.query_one("#home-kept").region.bottom <= foot


@pytest.mark.parametrize(
    "chips",
    [("level", "preset"), pytest.param(("players", "target", "counting"), marks=pytest.mark.slow)],
    ids=" ".join,
)
async def test_the_chips_change_the_options_in_place(chips: tuple[str, ...]) -> None:
    async with sit_down() as table:
        await table.pilot.pause()
        for chip in chips:
            before = table.app.next_game()
            await table.pilot.click(f"#chip-{chip}")
            await table.press_and_pause("down", "enter")
            assert table.app.focused is not None
            assert table.app.focused.id == f"chip-{chip}"
            after = table.app.next_game()
            assert after != before, chip


async def test_a_key_opens_the_rule_book() -> None:
    async with sit_down() as table:
        await table.press_and_pause("r")
        assert isinstance(table.app.screen, RuleBook)


@pytest.mark.slow
async def test_pass_and_play_with_three_players_and_a_switch() -> None:
    async with sit_down(size=(100, 40)) as table:
        await table.pilot.pause()
        await table.pilot.click("#share")
        await table.pilot.pause()
        screen = table.app.screen
        assert isinstance(screen, OptionsScreen)
        screen.query_one("#switch-players", Select).value = 1
        await table.pilot.pause()
        assert screen.query_one("#name-2")
        screen.query_one("#switch-muggins", Select).value = 1
        await table.pilot.pause()
        assert "do not go together" in str(screen.query_one("#options-problem", Static).render())
        screen.query_one("#switch-counting", Select).value = 1
        await table.pilot.pause()
        await table.pilot.press("ctrl+s")
        await table.opened()
        made = table.match.setup.rules
        assert (made.players, made.counting, made.muggins) == (3, "manual", True)
        assert table.app.settings.last["players"] == 3
        assert table.screen.local.shared
        assert table.screen.local.persons == (0, 1)


async def test_no_game_begins_with_scores_that_cannot_be() -> None:
    async with sit_down(size=(100, 40)) as table:
        await table.press_and_pause("n")
        screen = table.app.screen
        assert isinstance(screen, OptionsScreen)
        scores = screen.query_one("#numbers-start_scores", Input)
        scores.value = "100"
        screen.query_one("#first-deal", Select).value = "2"
        await table.press_and_pause("ctrl+s")
        assert table.app.screen is screen
        problem = str(screen.query_one("#options-problem", Static).render())
        assert problem.startswith("Scores at the start: The score of each side")
        scores.value = "40-30"
        await table.pilot.pause()
        await table.pilot.press("ctrl+s")
        await table.opened()
        assert table.match.view(0).scores == (40, 30)
        assert table.match.view(0).dealer == 1


async def test_four_each_for_themselves_are_an_option_of_four() -> None:
    async with sit_down(size=(100, 40)) as table:
        await table.press_and_pause("n")
        screen = table.app.screen
        assert isinstance(screen, OptionsScreen)
        assert not screen.query("#switch-teams")
        screen.query_one("#switch-players", Select).value = 2
        await table.pilot.pause()
        screen.query_one("#switch-teams", Select).value = 0
        await table.pilot.pause()
        assert screen.game.rules().sides == 4
        assert screen.query_one("#switch-teams").has_focus
        screen.query_one("#numbers-start_scores", Input).value = "1-2-3-4"
        await table.pilot.pause()
        assert screen.game.rules().start_scores == (1, 2, 3, 4)
        # Fewer players have neither teams nor so many scores.
        screen.query_one("#switch-players", Select).value = 0
        await table.pilot.pause()
        assert screen.game.rules() == Rules(target=FIRST_TARGET)


@pytest.mark.slow
async def test_a_new_game_is_started_by_its_button() -> None:
    async with sit_down(size=(100, 40)) as table:
        await table.press_and_pause("n")
        table.app.screen.query_one("#start", Button).press()
        await table.opened()
        assert table.asks(Mode.READY)
        assert not table.screen.local.shared


async def test_the_list_of_games_opens_what_is_kept() -> None:
    library = Library.open("sqlite://")
    setup = a_setup("person", "novice", target=31)
    async with sit_down(setup, library=library, home=True) as table:
        await table.play()
        await table.press_and_pause("q")
        library.create(a_setup("person", "club").__class__("other", Rules(), a_setup().seats))
        await table.press_and_pause("h")
        screen = table.app.screen
        assert isinstance(screen, HistoryScreen)
        assert screen.query_one(DataTable).row_count == 2
        await table.pilot.press("enter")
        await table.settle()
        assert isinstance(table.app.screen, TableScreen)
        assert table.match.setup.id == "other"
        await table.press_and_pause("q")
        await table.press_and_pause("down", "enter")
        assert isinstance(table.app.screen_stack[-1], ReplayScreen)
        await table.press_and_pause("v")
        assert isinstance(table.app.screen, Page)
        await table.press_and_pause("escape", "escape")
        await table.press_and_pause("x", "x")
        assert len(library.matches()) == 1


async def test_a_player_who_had_their_name_removed_is_called_by_the_seat() -> None:
    library = Library.open("sqlite://")
    library.create(a_setup("person", "novice"))
    (kept,) = library.matches()
    library.rename(kept.id, 0, nameless(0))
    async with sit_down(library=library, language="es") as table:
        await table.pilot.pause()
        await table.press_and_pause("h")
        row = table.app.screen.query_one(DataTable).get_row_at(0)
        assert "Asiento 1" in str(row[1])


@pytest.mark.slow
async def test_settings_count_at_once() -> None:
    async with sit_down() as table:
        await table.pilot.pause()
        await table.press_and_pause("o")
        screen = table.app.screen
        assert isinstance(screen, PreferencesScreen)
        screen.query_one("#theme", Select).value = "maple"
        screen.query_one("#pace", Select).value = "slow"
        screen.query_one("#thinking", Select).value = "off"
        await table.pilot.pause()
        assert table.app.palette.name == "maple"
        assert table.app.settings.pace == "slow"
        assert table.app.settings.thinking == "off"
        screen.query_one("#language", Select).value = "es"
        await table.pilot.pause()
        assert table.app.t.code == "es"
        await table.press_and_pause("escape")
        assert isinstance(table.app.screen, HomeScreen)


def test_settings_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    first = last_options(Settings(name="Ann"), language("en"))
    choices = first.having(players=3, target=61, match_points=(2, 3, 3))
    chosen = Settings(name='Ann "A"\\', pace="slow", auto_last=True, last=choices.as_plain())
    save_settings(chosen, path)
    assert load_settings(path) == chosen
    assert last_options(load_settings(path), language("en")) == choices


@pytest.mark.parametrize(
    "text", ["", "not toml at all [", "pace = 'light'\nname = 7\n[last]\nplayers = 9", "\x00"]
)
def test_settings_that_make_no_sense_are_as_at_first(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    settings = load_settings(path)
    assert settings.pace == "normal"
    assert last_options(settings, language("en")).rules().players == 2


def test_settings_that_cannot_be_written_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    save_settings(Settings(), tmp_path / "file" / "settings.toml")


def test_every_value_of_a_chip_fits_the_others() -> None:
    t = language("en")
    choices = last_options(Settings(), t)
    for step, chip in enumerate(("preset", "players", "target", "counting", "level") * 8):
        values = choices.alternatives(chip)
        assert values
        labels = [chip_label(value, chip, t) for value in values]
        assert all(labels)
        assert len(set(labels)) == len(labels)
        for value in values:
            value.order()
        choices = values[step % len(values)]
        assert title(choices, t)


async def test_arrows_move_on_the_home_screen_as_the_eye_expects() -> None:
    async with sit_down(size=(100, 30), library=_with_a_game()) as table:
        await table.pilot.pause()

        async def after(*keys: str) -> str | None:
            await table.pilot.press(*keys)
            focused = table.app.focused
            return focused.id if focused else None

        assert await after() == "teach", "who has finished no game is taught first"
        assert await after("right") == "play"
        assert await after("up") == "play"
        chip = await after("down")
        assert chip is not None
        assert chip.startswith("chip-")
        assert await after("left", "left", "left", "left", "left") == "chip-players"
        assert await after("right") == "chip-level"
        assert await after("down") in ("continue", "new")
        assert await after("left", "left") == "continue"
        assert await after("right", "right", "right") == "share"
        assert await after("down") == "history"
        assert await after("down") == "settings"
        assert await after("down") == "settings"
        assert await after("left", "left", "left") == "position"
        assert await after("up", "up", "up", "up") == "teach"


async def test_enter_on_a_chip_changes_nothing_by_accident() -> None:
    async with sit_down() as table:
        await table.pilot.pause()
        before = table.app.settings
        await table.pilot.press("down", "enter", "enter")
        await table.press_and_pause("left", "enter", "escape")
        assert isinstance(table.app.screen, HomeScreen)
        assert table.app.settings == before


async def test_escape_on_the_home_screen_asks() -> None:
    async with sit_down(alone=True) as table:
        await table.pilot.pause()
        await table.press_and_pause("escape")
        assert not isinstance(table.app.screen, HomeScreen)
        await table.press_and_pause("enter")
        assert isinstance(table.app.screen, HomeScreen)
        await table.press_and_pause("escape", "down", "enter")
        assert not table.app.is_running


def _with_a_game() -> Library:
    library = Library.open("sqlite://")
    library.create(a_setup("person", "novice"))
    return library


async def test_a_table_that_is_being_closed_is_not_drawn() -> None:
    async with sit_down(a_setup(first_deal="chosen")) as table:
        await table.screen.query(TableView).remove()
        table.screen.redraw()

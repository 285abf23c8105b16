"""Cribbage squares in the terminal: by the keys, by the mouse, and line by line."""

from datetime import date
from pathlib import Path

import pytest
from textual.widgets import Static

from pegout.school.progress import read
from pegout.school.squares import SIDE, Squares, best_squares, deal_squares
from pegout.tui.cards import LARGE, SMALL
from pegout.tui.plain_squares import square_lines
from pegout.tui.squares_page import SquaresScreen
from tests.tui import terminal
from tests.tui.table import Table, sit_down


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))


def words(screen: SquaresScreen) -> list[str]:
    return str(screen.query_one("#squares-says", Static).render()).splitlines()


async def open_squares(table: Table) -> SquaresScreen:
    await table.press_and_pause("l", "5")
    screen = table.app.screen
    assert isinstance(screen, SquaresScreen)
    return screen


async def place_in_order(table: Table, screen: SquaresScreen) -> None:
    """Put every card that is left into the first free cell, by the keys."""
    while not screen.session.game.over:
        target = screen.session.game.grid.index(None)
        at = screen.view.at or 0
        down, right = target // SIDE - at // SIDE, target % SIDE - at % SIDE
        keys = ["down"] * (down % SIDE) + ["right"] * (right % SIDE)
        await table.press_and_pause(*keys, "enter")


@pytest.mark.parametrize(("size", "card"), [((80, 24), SMALL), ((100, 30), LARGE)])
async def test_a_game_is_played_by_keys(
    size: tuple[int, int], card: object, tmp_path: Path
) -> None:
    async with sit_down(size=size) as table:
        screen = await open_squares(table)
        assert screen.view._card == card
        today = date.fromisoformat(table.app.sources.today())
        deal = deal_squares(today.isoformat())
        assert words(screen)[0].startswith("Where do you put the ")
        await table.press_and_pause("enter", "enter")
        # The cell is taken, so the second card is not there.
        assert screen.session.game.cells == (0,)
        await place_in_order(table, screen)
        total = Squares(deal, tuple(range(16))).total
        best = best_squares(deal)
        await terminal.until(lambda: screen.best is not None, "the best result is found")
        said = words(screen)
        assert f"The best possible result with these cards is {best.total}." in said
        assert f"Your best of today: {total}." in said
        assert [line.partition(":")[0] for line in said[-8:]] == [
            *[f"Row {n}" for n in range(1, 5)],
            *[f"Column {n}" for n in range(1, 5)],
        ]
        assert read((tmp_path / "progress.json").read_bytes()).squares[today].score == total
        await table.press_and_pause("b")
        shown = screen.view.game
        assert (shown.total, shown.over) == (best.total, True)
        await table.press_and_pause("b", "n")
        assert screen.session.deal != today.isoformat()
        # Another game begins only when this one is over.
        await table.press_and_pause("t", "b")
        assert screen.session.deal != today.isoformat()
        await table.press_and_pause("escape", "escape")


async def test_a_card_is_placed_by_the_mouse() -> None:
    async with sit_down(size=(100, 30)) as table:
        screen = await open_squares(table)
        for _ in range(2):
            await table.pilot.click("SquareView", offset=(2 * (LARGE.width + 1) + 2, 6))
        assert screen.session.game.cells == (6,)
        # Beside the square a press does nothing.
        await table.pilot.click("SquareView", offset=(35, 21))
        assert screen.view.at == 6


def test_the_square_is_written_row_by_row() -> None:
    game = Squares(deal_squares("2026-11-28"), (0, 1, 4))
    assert list(square_lines(game)) == [
        "   J♥  10♣    ·    ·     0",
        "   4♠    ·    ·    ·     0",
        "    ·    ·    ·    ·     0",
        "    ·    ·    ·    ·     0",
        "    0    0    0    0     0",
    ]

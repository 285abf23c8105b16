"""The application: its screens, and the navigation between them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.screen import Screen

from pegout.tui.host import Host
from pegout.tui.local_seats import LocalSeats, LocalView
from pegout.tui.table import TableScreen

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGame, ReviewedGames


class Pegout(Host):
    """The terminal application; see :class:`~pegout.tui.host.Host` for its arguments."""

    CSS_PATH = "pegout.tcss"
    TITLE = "Pegout"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def on_mount(self) -> None:
        from pegout.tui.home import HomeScreen

        self.push_screen(HomeScreen())
        if self._resume is not None:
            self.open_match(self._resume)
        elif self._start is not None:
            self.begin_with(self._start)
        if self._notice:
            self.notify(self._notice, title="Pegout", markup=False, timeout=30)

    def table_screen(self, local: LocalSeats) -> Screen[None]:
        """Create the screen for playing a match."""
        return TableScreen(local)

    def review_screen(self, local: LocalView) -> Screen[None]:
        """Create the screen for reviewing a match card by card."""
        from pegout.tui.replay import ReplayScreen

        return ReplayScreen(local, self._reviewed)

    def judged(self, local: LocalView) -> JudgedGame:
        return self._reviewed.of(local, local.match.game)

    @cached_property
    def _reviewed(self) -> ReviewedGames:
        from pegout.tui.judged_game import ReviewedGames

        return ReviewedGames()

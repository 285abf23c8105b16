"""The application: its screens, and the way from one to another."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.screen import Screen

from pegout.tui.host import Host
from pegout.tui.session import Session
from pegout.tui.table import TableScreen

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGames

__all__ = ["Pegout"]


class Pegout(Host):
    """The table in the terminal; :class:`~pegout.tui.host.Host` says what it takes."""

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
            self.begin(self._start)
        if self._notice:
            self.notify(self._notice, title="Pegout", markup=False, timeout=30)

    def table_screen(self, session: Session) -> Screen[None]:
        """Make the screen on which a match is played."""
        return TableScreen(session)

    def review_screen(self, session: Session) -> Screen[None]:
        """Make the screen on which a match is looked at card by card."""
        from pegout.tui.replay import ReplayScreen

        return ReplayScreen(session, self._reviewed)

    @cached_property
    def _reviewed(self) -> JudgedGames:
        from pegout.tui.judged_game import JudgedGames

        return JudgedGames()

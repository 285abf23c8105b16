"""The services of the application for every screen: settings, language, matches and pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from pegout.machine import machine_sources
from pegout.match import Match
from pegout.rules import RulesError
from pegout.storage import Library
from pegout.table.game_options import GameOptions, is_newcomer
from pegout.table.service import TableService
from pegout.table.sources import Sources
from pegout.table.store import StoreError
from pegout.text import Translator, explain, language
from pegout.tui.chips import last_options, proposed_options
from pegout.tui.local_seats import LocalSeats, LocalView, farewell
from pegout.tui.local_tables import (
    PlayedDecision,
    open_lesson,
    open_match,
    open_new,
    open_practice,
    open_start,
)
from pegout.tui.pages import Page, RuleBook
from pegout.tui.settings import Settings, load_settings, save_settings
from pegout.tui.themes import PALETTES, Palette, theme
from pegout.wire.http import Order, PlayPosition

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGame


class HostScreen(Screen[None]):
    """A screen of the application."""

    app: Host

    @property
    def t(self) -> Translator:
        """The translator."""
        return self.app.t

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)


class Host(App[None]):
    """The application without its screens, which import this one.

    Most arguments are those of :func:`pegout.tui.run`.

    Args:
        library: the storage of tables and matches.
        settings: the player's settings; read from the player's file unless given.
        keep_settings: whether to save changes of the settings to the file.
        sources: the date and chance; those of the machine unless given.
    """

    def __init__(
        self,
        library: Library,
        *,
        start: Order | PlayPosition | None = None,
        resume: str | None = None,
        language: str | None = None,
        settings: Settings | None = None,
        keep_settings: bool = True,
        notice: str = "",
        sources: Sources | None = None,
    ) -> None:
        super().__init__()
        self.library = library
        self.settings = load_settings() if settings is None else settings
        self._keep_settings = keep_settings
        self._asked_language = language
        self._start = start
        self._resume = resume
        self._notice = notice
        self.sources = sources or machine_sources()
        self._last: LocalSeats | None = None
        for palette in PALETTES.values():
            self.register_theme(theme(palette))
        self.theme = f"pegout-{self.palette.name}"

    @property
    def palette(self) -> Palette:
        """The colours of the settings, or none if ``NO_COLOR`` is set."""
        if self.no_color:
            return PALETTES["plain"]
        return PALETTES.get(self.settings.theme, PALETTES["walnut"])

    @property
    def t(self) -> Translator:
        """The translator."""
        return language(self._asked_language or self.settings.language or None)

    def table_screen(self, local: LocalSeats) -> Screen[None]:
        """Create the screen for playing a match."""
        raise NotImplementedError

    def review_screen(self, local: LocalView) -> Screen[None]:
        """Create the screen for reviewing a match card by card."""
        raise NotImplementedError

    def judged(self, local: LocalView) -> JudgedGame:
        """Return the current game of a match under review, with what was evaluated before."""
        raise NotImplementedError

    def keep_review(self, judged: JudgedGame, local: LocalView) -> None:
        """Keep the errors of a reviewed game, and the mistakes of the person at this terminal."""
        from pegout.tui.finished_game import keep_review

        day = date.fromisoformat(self.sources.today()) if self._keep_settings else None
        if problem := keep_review(judged, local.witness, self.library, day, self.t):
            self.tell(problem)

    def open(self) -> str:
        """Run until the player exits; return the farewell, or raise the error that ended it."""
        self.run()
        if self._exception is not None:
            raise self._exception
        return self.farewell()

    def farewell(self) -> str:
        """Return how to resume the last match; empty if there is nothing to resume."""
        return "" if self._notice else farewell(self._last)

    def _fatal_error(self) -> None:
        # open() raises the error again; do not print a traceback over the player's terminal.
        self._close_messages_no_wait()

    # Settings

    def change(self, **changes: Any) -> None:
        """Change settings, and save them."""
        self.settings = replace(self.settings, **changes)
        if "language" in changes:
            self._asked_language = None
        self.theme = f"pegout-{self.palette.name}"
        if self._keep_settings:
            save_settings(self.settings)

    @property
    def newcomer(self) -> bool:
        """Whether no game of the library was played to its end."""
        try:
            return is_newcomer(self.library.matches(status="over"))
        except StoreError:
            return False

    def next_game(self) -> GameOptions:
        """Return the options of the next game."""
        return last_options(self.settings, self.t, newcomer=self.newcomer)

    def first_game(self) -> GameOptions:
        """Return the options that are proposed to a newcomer."""
        return proposed_options(self.settings, self.t, newcomer=True)

    def choose(self, game: GameOptions) -> None:
        """Save what the player has chosen for the next game."""
        proposed = proposed_options(self.settings, self.t, newcomer=self.newcomer)
        self.change(last=game.choices(proposed))

    # Tables

    def begin(self, order: Callable[[], Order]) -> None:
        """Set up a table, and sit down at it, or show why nobody could play there."""
        self._sit_down(lambda: open_new(self.library, order(), self.sources))

    def begin_with(self, start: Order | PlayPosition) -> None:
        """Sit down at what the program was started with."""
        self._sit_down(lambda: open_start(self.library, start, self.t, self.sources))

    def open_match(self, match_id: str) -> None:
        """Sit down at the table of a match."""
        self._sit_down(lambda: open_match(self.library, match_id, self.sources))

    def with_match(self, match_id: str, action: Callable[[Match], None]) -> None:
        """Load a match and call a function with it, or show why it cannot be loaded."""
        try:
            match = self.library.load(match_id)
        except (RulesError, StoreError) as error:
            self.tell(explain(error, None, self.t))
            return
        action(match)

    def _sit_down(self, open_table: Callable[[], TableService]) -> LocalSeats | None:
        """Open the screen of a table, or show why it cannot be opened."""
        try:
            local = LocalSeats(open_table(), self.t, self.settings)
        except (RulesError, StoreError) as error:
            self.tell(explain(error, None, self.t))
            return None
        self._last = local
        self.push_screen(self.table_screen(local))
        return local

    def practise(self, decision: PlayedDecision) -> None:
        """Sit down at a practice table that continues from a decision."""
        level = last_options(self.settings, self.t).level
        local = self._sit_down(
            lambda: open_practice(self.library, decision, level, self.t, self.sources)
        )
        if local is not None and local.match.practice is not None:
            self.tell(local.teller.say(local.match.practice) or "")

    def teach(self) -> None:
        """Sit down at a first game with a guide."""
        name = last_options(self.settings, self.t).names[0]
        self._sit_down(lambda: open_lesson(self.library, name, self.t, self.sources))

    def leave_table(self) -> None:
        """Return from the table to the home screen; the match stays saved."""
        self.pop_screen()

    def tell(self, sentence: str) -> None:
        """Show a message on the current screen."""
        self.notify(sentence, title="Pegout", markup=False)

    # Pages

    def action_rules(self) -> None:
        """Open the rule book."""
        from pegout.text.rulebook import rulebook

        self.push_screen(RuleBook(self.t, rulebook(self.t.code)))

    def review(self, match: Match) -> None:
        """Review a match card by card."""
        self.push_screen(self.review_screen(LocalView(match, self.t)))

    def action_statistics(self) -> None:
        """Show how the player is doing, by all games of the library."""
        from pegout.school.statistics import own_games, statistics
        from pegout.tui.statistics_page import statistics_lines

        try:
            found = statistics(own_games(self.library.matches(), self.library.games()))
        except StoreError as error:
            self.tell(explain(error, None, self.t))
            return
        lines = list(statistics_lines(found, self.t))
        self.push_screen(Page(self.t, self.t("Statistics"), lines))

    def verify(self, match: Match) -> None:
        """Verify the deals of a match and show the verdict."""
        from pegout.tui.records import verdict_lines

        self.push_screen(Page(self.t, self.t("Were the deals fair?"), verdict_lines(match, self.t)))

    def save_record(self, match: Match) -> None:
        """Save the record of a match in the working directory."""
        from pegout.tui.records import save_record

        self.tell(save_record(match, self.t))

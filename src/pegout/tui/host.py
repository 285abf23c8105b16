"""The services of the application for every screen: settings, language, matches and pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen

from pegout.match import Match, Setup
from pegout.rules import RulesError
from pegout.storage import Library
from pegout.table.store import StoreError, new_id
from pegout.text import Translator, explain, language
from pegout.tui.pages import Page, RuleBook
from pegout.tui.session import Session, farewell
from pegout.tui.settings import Settings, load_settings, save_settings
from pegout.tui.themes import PALETTES, Palette, theme


class Host(App[None]):
    """The application without its screens, which import this one.

    Args:
        library: the storage of matches.
        start: the setup of a match to start at once.
        resume: the id of a match to resume at once.
        language: the language; ``None`` for the player's setting, else the environment's.
        settings: the player's settings; read from the player's file unless given.
        keep_settings: whether to save changes of the settings to the file.
        notice: a message to show first.
    """

    def __init__(
        self,
        library: Library,
        *,
        start: Setup | None = None,
        resume: str | None = None,
        language: str | None = None,
        settings: Settings | None = None,
        keep_settings: bool = True,
        notice: str = "",
    ) -> None:
        super().__init__()
        self.library = library
        self.settings = load_settings() if settings is None else settings
        self._keep_settings = keep_settings
        self._asked_language = language
        self._start = start
        self._resume = resume
        self._notice = notice
        self._seated: Match | None = None
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

    def table_screen(self, session: Session) -> Screen[None]:
        """Create the screen for playing a match."""
        raise NotImplementedError

    def review_screen(self, session: Session) -> Screen[None]:
        """Create the screen for reviewing a match card by card."""
        raise NotImplementedError

    def open(self) -> str:
        """Run until the player exits; return the farewell, or raise the error that ended it."""
        self.run()
        if self._exception is not None:
            raise self._exception
        return self.farewell()

    def farewell(self) -> str:
        """Return how to resume the last match; empty if there is nothing to resume."""
        return "" if self._notice else farewell(self._seated, self.t)

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

    # Matches

    def begin(self, setup: Setup) -> None:
        """Start a match and open its table."""
        try:
            match = self.library.create(setup)
        except (RulesError, StoreError) as error:
            self.tell(explain(error, None, self.t))
            return
        self.sit_down(match)

    def open_match(self, match_id: str) -> None:
        """Resume a saved match, or review a finished one."""
        self.with_match(match_id, self.sit_down)

    def with_match(self, match_id: str, action: Callable[[Match], None]) -> None:
        """Load a match and call a function with it, or show why it cannot be loaded."""
        try:
            match = self.library.load(match_id)
        except (RulesError, StoreError) as error:
            self.tell(explain(error, None, self.t))
            return
        action(match)

    def sit_down(self, match: Match) -> None:
        """Open the table of a match."""
        try:
            session = Session(match, self.t, self.settings)
        except (RulesError, StoreError, ValueError) as error:
            self.tell(self.t("This match cannot be played here: {reason}.", reason=error))
            return
        self._seated = match
        self.push_screen(self.table_screen(session))

    def play_again(self, match: Match) -> None:
        """Start another match with the same setup and the next dealer."""
        setup = replace(match.setup, id=new_id(), dealer=match.next_dealer())
        self.pop_screen()
        self.begin(setup)

    def practise(self, match: Match, game: int, at: int, seat: int) -> None:
        """Start a practice match from a decision of a match that was played.

        Args:
            match: the match, which does not change.
            game: the number of the game.
            at: the index of the decision among all events of the game.
            seat: the deciding seat.
        """
        from pegout.tui.second_try import begin_again

        try:
            new = begin_again(self.library, match, game, at, seat, self.settings, self.t)
        except (RulesError, StoreError) as error:
            self.tell(explain(error, None, self.t))
            return
        self.sit_down(new)
        assert new.practice is not None, "it was begun as practice"
        self.tell(Session(new, self.t, self.settings).teller.say(new.practice) or "")

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
        self.push_screen(self.review_screen(Session(match, self.t, self.settings)))

    def verify(self, match: Match) -> None:
        """Verify the deals of a match and show the verdict."""
        from pegout.tui.records import verdict_lines

        self.push_screen(Page(self.t, self.t("Were the deals fair?"), verdict_lines(match, self.t)))

    def save_record(self, match: Match) -> None:
        """Save the record of a match in the working directory."""
        from pegout.tui.records import save_record

        try:
            path = save_record(match, Path.cwd())
        except OSError as error:
            self.tell(self.t("It could not be saved: {reason}.", reason=error.strerror or error))
            return
        self.tell(self.t("Saved as {path}", path=path))

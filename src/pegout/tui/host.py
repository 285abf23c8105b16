"""What every screen may ask of the application: settings, language, matches and pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen

from pegout.match import Match, Setup
from pegout.rules import RulesError
from pegout.storage import Library, StorageError, new_id
from pegout.text import Translator, explain, language
from pegout.tui.pages import Page, RuleBook
from pegout.tui.session import Session, farewell
from pegout.tui.settings import Settings, load_settings, save_settings
from pegout.tui.themes import PALETTES, Palette, theme

__all__ = ["Host"]


class Host(App[None]):
    """The application without its screens, which import this one.

    Args:
        library: where matches are kept.
        start: a match to begin at once.
        resume: the id of a match to go on with at once.
        language: the language; ``None`` for the player's setting, else the environment's.
        settings: the player's settings; read from the player's file unless given.
        keep_settings: whether changes of the settings are written to the file.
        notice: what the player has to know before anything else.
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
        """The colours: those of the settings, or none where ``NO_COLOR`` asks for that."""
        if self.no_color:
            return PALETTES["plain"]
        return PALETTES.get(self.settings.theme, PALETTES["walnut"])

    @property
    def t(self) -> Translator:
        """The translator."""
        return language(self._asked_language or self.settings.language or None)

    def table_screen(self, session: Session) -> Screen[None]:
        """Make the screen on which a match is played."""
        raise NotImplementedError

    def review_screen(self, session: Session) -> Screen[None]:
        """Make the screen on which a match is looked at card by card."""
        raise NotImplementedError

    def open(self) -> str:
        """Run until the player leaves; give the farewell, or raise what went wrong."""
        self.run()
        if self._exception is not None:
            raise self._exception
        return self.farewell()

    def farewell(self) -> str:
        """Say how to go on with what was played last; empty where there is nothing to say."""
        return "" if self._notice else farewell(self._seated, self.t)

    def _fatal_error(self) -> None:
        # open() raises the error again; no traceback is painted over the player's terminal.
        self._close_messages_no_wait()

    # Settings

    def change(self, **changes: Any) -> None:
        """Change settings, for now and for the next time."""
        self.settings = replace(self.settings, **changes)
        if "language" in changes:
            self._asked_language = None
        self.theme = f"pegout-{self.palette.name}"
        if self._keep_settings:
            save_settings(self.settings)

    # Matches

    def begin(self, setup: Setup) -> None:
        """Begin a match and sit down at it."""
        try:
            match = self.library.create(setup)
        except (RulesError, StorageError) as error:
            self.tell(explain(error, None, self.t))
            return
        self.sit_down(match)

    def open_match(self, match_id: str) -> None:
        """Go on with a kept match, or look at one that is over."""
        self.with_match(match_id, self.sit_down)

    def with_match(self, match_id: str, deed: Callable[[Match], None]) -> None:
        """Load a match and do something with it, or say why it cannot be loaded."""
        try:
            match = self.library.load(match_id)
        except (RulesError, StorageError) as error:
            self.tell(explain(error, None, self.t))
            return
        deed(match)

    def sit_down(self, match: Match) -> None:
        """Open the table of a match."""
        try:
            session = Session(match, self.t, self.settings)
        except (RulesError, StorageError, ValueError) as error:
            self.tell(self.t("This match cannot be played here: {reason}.", reason=error))
            return
        self._seated = match
        self.push_screen(self.table_screen(session))

    def play_again(self, match: Match) -> None:
        """Begin another match of the same kind; the deal goes where the last one sent it."""
        setup = replace(match.setup, id=new_id(), dealer=match.next_dealer())
        self.pop_screen()
        self.begin(setup)

    def practise(self, match: Match, game: int, at: int, seat: int) -> None:
        """Play on from a decision of a match that was played, in a match of its own.

        Args:
            match: the match, which stays as it is.
            game: the number of the game.
            at: the place of the decision among all events of the game.
            seat: who decides.
        """
        from pegout.tui.second_try import begin_again

        try:
            new = begin_again(self.library, match, game, at, seat, self.settings, self.t)
        except (RulesError, StorageError) as error:
            self.tell(explain(error, None, self.t))
            return
        self.sit_down(new)
        assert new.practice is not None, "it was begun as practice"
        self.tell(Session(new, self.t, self.settings).teller.say(new.practice) or "")

    def leave_table(self) -> None:
        """Leave the table for the home screen; the match is kept as it stands."""
        self.pop_screen()

    def tell(self, sentence: str) -> None:
        """Say something on whatever screen there is."""
        self.notify(sentence, title="Pegout", markup=False)

    # Pages

    def action_rules(self) -> None:
        """Open the rule book."""
        from pegout.text.rulebook import rulebook

        self.push_screen(RuleBook(self.t, rulebook(self.t.code)))

    def review(self, match: Match) -> None:
        """Look at a match card by card."""
        self.push_screen(self.review_screen(Session(match, self.t, self.settings)))

    def verify(self, match: Match) -> None:
        """Check the deals of a match and tell the verdict."""
        from pegout.tui.records import verdict_lines

        self.push_screen(Page(self.t, self.t("Were the deals fair?"), verdict_lines(match, self.t)))

    def save_record(self, match: Match) -> None:
        """Save the record of a match in the folder where Pegout was started."""
        from pegout.tui.records import save_record

        try:
            path = save_record(match, Path.cwd())
        except OSError as error:
            self.tell(self.t("It could not be saved: {reason}.", reason=error.strerror or error))
            return
        self.tell(self.t("Saved as {path}", path=path))

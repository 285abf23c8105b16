"""The line-by-line interface, for screen readers, pipes and simple terminals.

All output is sentences, every option has a number, and nothing moves the cursor. The end of the
input exits cleanly; the game stays saved.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TextIO

from pegout.match import Match, Setup
from pegout.rules import RulesError
from pegout.storage import Library
from pegout.table.store import StoreError
from pegout.text import Translator, explain
from pegout.text import language as speak
from pegout.text.help_sentences import tutor_name
from pegout.tui.choices import Choices
from pegout.tui.endings import how_it_ended
from pegout.tui.lines import Left, Lines
from pegout.tui.plain_table import PlainTable
from pegout.tui.session import Session, farewell
from pegout.tui.settings import TUTOR_SIZES, Settings, load_settings, save_settings

if TYPE_CHECKING:
    from pegout.tui.judged_game import ReviewedGames


def run(
    library: Library,
    start: Setup | None = None,
    resume: str | None = None,
    language: str | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    settings: Settings | None = None,
    notice: str = "",
) -> None:
    """Play line by line until the player exits or the input ends.

    Args:
        library: the storage of matches.
        start: the setup of a match to start at once.
        resume: the id of a saved match to resume at once.
        language: ``en`` or ``es``; ``None`` for the player's setting, else the environment's.
        stdin: the input stream.
        stdout: the output stream.
        settings: the player's settings; read from the player's file unless given, and saved only
            then.
        notice: a message to show first; games are not saved then.
    """
    known = load_settings() if settings is None else settings
    t = speak(language or known.language or None)
    lines = Lines(stdin or sys.stdin, stdout or sys.stdout, t)
    plain = _Plain(library, lines, t, known, keep=settings is None)
    if notice:
        lines.say(notice)
    try:
        plain.run(start, resume)
    except Left:
        lines.say(t("Goodbye."))
        if not notice and (message := farewell(plain.seated, t)):
            lines.say(message)


class _Plain:
    """The program: the home menu, and the tables opened from it."""

    def __init__(
        self, library: Library, lines: Lines, t: Translator, settings: Settings, *, keep: bool
    ) -> None:
        self.library = library
        self.lines = lines
        self.t = t
        self.settings = settings
        self.keep = keep
        self.seated: Match | None = None
        self._reviewed: ReviewedGames | None = None

    def run(self, start: Setup | None, resume: str | None) -> None:
        self.lines.say("Pegout")
        if resume is not None:
            self._sit(lambda: self.library.load(resume))
        elif start is not None:
            self._sit(lambda: self.library.create(start))
        while True:
            self._home()

    def _home(self) -> None:
        t = self.t
        choices = Choices.of(self.settings, t)
        playing = self.library.matches(status="playing", limit=9)
        options: list[tuple[str, Callable[[], None]]] = []
        chips = ", ".join(label for _, label in choices.chips(t))
        options.append((f"{choices.title(t)} ({chips})", lambda: self._begin(choices)))
        for match in playing[:1]:
            scores = " – ".join(map(str, match.scores))
            label = t("Continue: {names}, {scores}", names=t.join(list(match.names)), scores=scores)
            options.append((label, lambda: self._sit(lambda: self.library.load(playing[0].id))))
        options.append((t("Change the options"), lambda: self._change(choices)))
        options.append((t("Games"), self._games))
        options.append((t("Rule book"), self._rules))
        options.append((t("Exit"), self._leave))
        at = self.lines.choose(t("What would you like to do?"), [label for label, _ in options])
        options[at][1]()

    def _leave(self) -> None:
        raise Left

    def _begin(self, choices: Choices) -> None:
        self._sit(lambda: self.library.create(choices.setup()))

    def _change(self, choices: Choices) -> None:
        t = self.t
        while True:
            chips = choices.chips(t)
            enabled = self.settings.tell_discards
            tell = t("After each discard, say what it was worth")
            state = t("{option}: {state}", option=tell, state=t("on") if enabled else t("off"))
            size = tutor_name(self.settings.tutor, t)
            asks = t("{option}: {state}", option=t("Ask me before a mistake"), state=size)
            labels = [t("Done"), *(label for _, label in chips), state, asks]
            at = self.lines.choose(t("Which option do you want to change?"), labels)
            if at == 0:
                break
            if at > len(chips) + 1:
                names = [tutor_name(one, t) for one in TUTOR_SIZES]
                chosen = TUTOR_SIZES[self.lines.choose(t("Which one do you want?"), names)]
                self.settings = replace(self.settings, tutor=chosen)
                continue
            if at > len(chips):
                self.settings = replace(self.settings, tell_discards=not enabled)
                continue
            values = choices.values(chips[at - 1][0], t)
            names = [f"{name}: {means}" if means else name for name, means, _ in values]
            choices = values[self.lines.choose(t("Which one do you want?"), names)].choices
        self.settings = replace(self.settings, last=choices.as_settings())
        if self.keep:
            save_settings(self.settings)

    def _games(self) -> None:
        t = self.t
        matches = self.library.matches(limit=30)
        if not matches:
            self.lines.say(t("No game has been played here yet."))
            return
        labels = [t("Back")]
        for match in matches:
            state = t("unfinished") if match.status == "playing" else how_it_ended(match, t)
            scores = "–".join(map(str, match.scores))
            labels.append(f"{t.join(list(match.names))}, {scores}, {state}")
        at = self.lines.choose(t("Which game?"), labels)
        if at:
            self._sit(lambda: self.library.load(matches[at - 1].id))

    def _rules(self) -> None:
        self.lines.rulebook()

    def _sit(self, open_match: Callable[[], Match]) -> None:
        """Open a match, and another one after it if the player wants."""
        while True:
            try:
                again = self._play(open_match())
            except (RulesError, StoreError) as error:
                self.lines.say(explain(error, None, self.t))
                return
            if again is None:
                return
            setup = again

            def open_match(setup: Setup = setup) -> Match:
                return self.library.create(setup)

    def _play(self, match: Match) -> Setup | None:
        """Play a match, and return the setup of another one if the player wants it."""
        self.seated = match
        session = Session(match, self.t, self.settings)
        review = partial(self._review, session)
        return PlainTable(session, self.lines, self.settings, review).play()

    def _review(self, session: Session) -> None:
        """Review a finished game."""
        from pegout.tui.judged_game import ReviewedGames
        from pegout.tui.plain_review import PlainReview

        self._reviewed = self._reviewed or ReviewedGames()
        practise = partial(self._practise, session.match)
        PlainReview(session, self.lines, self.settings, self._reviewed, practise).go()

    def _practise(self, match: Match, game: int, at: int, seat: int) -> None:
        """Start a practice match from a decision of a match that was played."""
        from pegout.tui.second_try import begin_again

        try:
            new = begin_again(self.library, match, game, at, seat, self.settings, self.t)
        except (RulesError, StoreError) as error:
            self.lines.say(explain(error, None, self.t))
            return
        self._play(new)
        self.seated = match

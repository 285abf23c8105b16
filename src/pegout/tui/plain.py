"""The line-by-line interface, for screen readers, pipes and simple terminals.

All output is sentences, every option has a number, and nothing moves the cursor. The end of the
input exits cleanly; the game stays saved.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TextIO

from pegout.machine import machine_sources
from pegout.rules import SWITCHES, RulesError
from pegout.storage import Library
from pegout.table.game_options import GameOptions, is_newcomer
from pegout.table.offers import offered_values
from pegout.table.service import TableService
from pegout.table.sources import Sources
from pegout.table.store import StoreError
from pegout.text import Translator, explain, level_name, switch_help, switch_name, value_name
from pegout.text import language as speak
from pegout.text.help_sentences import hints_name, tutor_name
from pegout.tui.chips import (
    CHIPS,
    chip_help,
    chip_label,
    last_options,
    proposed_options,
    title,
)
from pegout.tui.endings import how_it_ended
from pegout.tui.lines import Lines, QuitRequested
from pegout.tui.local_seats import LocalSeats, LocalView, farewell
from pegout.tui.local_tables import (
    PlayedDecision,
    open_lesson,
    open_match,
    open_new,
    open_practice,
    open_start,
)
from pegout.tui.plain_table import PlainTable
from pegout.tui.settings import (
    HINTS_WANTED,
    TUTOR_SIZES,
    KeptSettings,
    Settings,
    load_settings,
)
from pegout.wire.http import Order, PlayPosition

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGame, ReviewedGames


def run(
    library: Library,
    start: Order | PlayPosition | None = None,
    resume: str | None = None,
    language: str | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    settings: Settings | None = None,
    notice: str = "",
    sources: Sources | None = None,
) -> None:
    """Play line by line until the player exits or the input ends; games are saved.

    Args:
        library: the storage of tables and matches.
        start: the order of a table to sit down at first, or a position to play on from.
        resume: the id of a saved match to resume at once.
        language: ``en`` or ``es``; ``None`` for the player's setting, else the environment's.
        stdin: the input stream.
        stdout: the output stream.
        settings: the player's settings; read from the player's file unless given, and saved only
            then.
        notice: a message to show first; games are not saved then.
        sources: the date and chance; those of the machine unless given.

    Raises:
        KeyboardInterrupt: after the last words, if Ctrl-C ended it.
    """
    known = load_settings() if settings is None else settings
    t = speak(language or known.language or None)
    lines = Lines(stdin or sys.stdin, stdout or sys.stdout, t)
    plain = _Plain(library, sources or machine_sources(), lines, t, known, keep=settings is None)
    if notice:
        lines.say(notice)
    try:
        plain.run(start, resume)
    except QuitRequested:
        lines.say(t("Goodbye."))
        if not notice and (message := farewell(plain.seated)):
            lines.say(message)
        lines.end()


class _Setting(NamedTuple):
    """A setting among the options: its name, its state in words, and what changes it."""

    name: str
    state: str
    change: Callable[[], None]


class _Plain:
    """The program: the home menu, and the tables opened from it."""

    def __init__(
        self,
        library: Library,
        sources: Sources,
        lines: Lines,
        t: Translator,
        settings: Settings,
        *,
        keep: bool,
    ) -> None:
        self.library = library
        self.sources = sources
        self.lines = lines
        self.t = t
        self._kept = KeptSettings(settings, keep=keep)
        self.seated: LocalSeats | None = None
        self._reviewed: ReviewedGames | None = None

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self._kept.now

    def run(self, start: Order | PlayPosition | None, resume: str | None) -> None:
        self.lines.say("Pegout")
        if resume is not None:
            self._open_match(resume)
        elif start is not None:
            self._sit(lambda: open_start(self.library, start, self.t, self.sources))
        while True:
            self._home()

    def _newcomer(self) -> bool:
        return is_newcomer(self.library.matches(status="over"))

    def _home(self) -> None:
        t, newcomer = self.t, self._newcomer()
        game = last_options(self.settings, t, newcomer=newcomer)
        playing = self.library.matches(status="playing", limit=9)
        teach = (t("Teach me (10 minutes)"), lambda: self._teach(game))
        # A newcomer is taught first.
        options: list[tuple[str, Callable[[], None]]] = [teach] if newcomer else []
        chips = ", ".join([chip_label(game, chip, t) for chip in CHIPS])
        options.append((f"{title(game, t)} ({chips})", lambda: self._begin(game)))
        for match in playing[:1]:
            scores = " – ".join(map(str, match.scores))
            label = t("Continue: {names}, {scores}", names=t.join(list(match.names)), scores=scores)
            options.append((label, lambda: self._open_match(playing[0].id)))
        options.append((t("Change the options"), lambda: self._change(game)))
        options.append((t("Games"), self._games))
        options.append((t("Statistics"), self._tell_statistics))
        options.append((t("What do I play?"), self._ask))
        options.append((t("Learn"), self._learn))
        options.append((t("Rule book"), self.lines.rulebook))
        if not newcomer:
            options.append(teach)
        options.append((t("Exit"), self.lines.quit))
        at = self.lines.choose(t("What would you like to do?"), [label for label, _ in options])
        options[at][1]()

    def _learn(self) -> None:
        """Ask which drill, or the daily, and run it; exiting it returns here."""
        from pegout.school.errors import SchoolError
        from pegout.school.questions import ROUNDS
        from pegout.text.drill_sentences import daily_name, drill_help, drill_name, problem_words
        from pegout.text.squares_sentences import squares_help, squares_name
        from pegout.tui.drill_session import DrillSession
        from pegout.tui.plain_daily import PlainDaily
        from pegout.tui.plain_drill import PlainDrill
        from pegout.tui.plain_squares import PlainSquares
        from pegout.tui.progress_file import progress_path
        from pegout.tui.squares_session import SquaresSession

        t = self.t
        names = [f"{drill_name(drill, t)}: {drill_help(drill, t)}" for drill in ROUNDS]
        names += [daily_name(t), f"{squares_name(t)}: {squares_help(t)}"]
        at = self.lines.choose(t("Which one do you want?"), names)
        today = date.fromisoformat(self.sources.today())
        try:
            if at < len(ROUNDS):
                session = DrillSession(ROUNDS[at], "", progress_path(), self.sources)
                PlainDrill(self.lines, session).run()
            elif at == len(ROUNDS):
                PlainDaily(self.lines, progress_path(), today).run(today)
            else:
                PlainSquares(self.lines, SquaresSession(progress_path(), today)).run()
        except SchoolError as error:
            self.lines.say(problem_words(error.code, t))

    def _begin(self, game: GameOptions) -> None:
        self._sit(lambda: open_new(self.library, game.order(), self.sources))

    def _play_first(self) -> None:
        """Play another game like the first, without a guide."""
        self._begin(proposed_options(self.settings, self.t, newcomer=True))

    def _teach(self, game: GameOptions) -> None:
        """Play a first game with a guide."""
        self._sit(lambda: open_lesson(self.library, game.names[0], self.t, self.sources))

    def _change(self, game: GameOptions) -> None:
        t = self.t
        while True:
            chips = [chip_label(game, chip, t) for chip in CHIPS]
            settings = self._settings()
            names = [t("{option}: {state}", option=name, state=at) for name, at, _ in settings]
            labels = [t("Done"), *chips, *names, t("Any other rule")]
            at = self.lines.choose(t("Which option do you want to change?"), labels) - 1
            if at < 0:
                break
            if at < len(chips):
                game = self._choose(CHIPS[at], game)
            elif at < len(chips) + len(settings):
                settings[at - len(chips)].change()
            else:
                game = self._change_rule(game)
        proposed = proposed_options(self.settings, t, newcomer=self._newcomer())
        self._kept.change(last=game.choices(proposed))

    def _settings(self) -> list[_Setting]:
        """Return the settings that can be changed among the options."""
        t, now = self.t, self.settings
        discards = t("After each discard, say what it was worth")
        hints, tutor = t("Hints without asking"), t("Ask me before a mistake")
        return [
            self._on_or_off(discards, "tell_discards"),
            self._one_of(tutor, "tutor", TUTOR_SIZES, tutor_name, now.tutor),
            self._one_of(hints, "hints", HINTS_WANTED, hints_name, now.hints),
            self._on_or_off(t("Deal by itself"), "auto_deal"),
        ]

    def _on_or_off(self, name: str, key: str) -> _Setting:
        enabled, t = getattr(self.settings, key), self.t
        change = partial(self._kept.change, **{key: not enabled})
        return _Setting(name, t("on") if enabled else t("off"), change)

    def _one_of(
        self,
        name: str,
        key: str,
        values: Sequence[str],
        name_of: Callable[[str, Translator], str],
        now: str,
    ) -> _Setting:
        names = [name_of(value, self.t) for value in values]

        def change() -> None:
            at = self.lines.choose(self.t("Which one do you want?"), names)
            self._kept.change(**{key: values[at]})

        return _Setting(name, name_of(now, self.t), change)

    def _change_rule(self, game: GameOptions) -> GameOptions:
        """Ask for a switch of the rules and its value; return the options with it, if they can."""
        t = self.t
        switches = [name for name in SWITCHES if name not in CHIPS]
        names = [f"{switch_name(name, t)}: {value_name(game.value(name), t)}" for name in switches]
        name = switches[self.lines.choose(t("Which option do you want to change?"), names)]
        if name == "first_deal":
            changed = self._choose_dealer(game)
        elif values := offered_values(name):
            labels = [value_name(value, t) for value in values]
            at = self.lines.choose(switch_help(name, t), labels)
            changed = game.having(**{name: values[at]})
        else:
            line = self.lines.ask(switch_help(name, t))
            changed = game.having(**{name: tuple(map(int, re.findall("[0-9]+", line)))})
        try:
            changed.order()
        except RulesError as error:
            self.lines.say(explain(error, None, t))
            return game
        return changed

    def _choose_dealer(self, game: GameOptions) -> GameOptions:
        """Ask for a cut, a draw, or the seat that deals first."""
        t = self.t
        ways = [value for value in offered_values("first_deal") if value != "chosen"]
        seats = game.names[: game.value("players")]
        labels = [*[value_name(value, t) for value in ways], *seats]
        at = self.lines.choose(switch_help("first_deal", t), labels)
        if at < len(ways):
            return game.having(first_deal=ways[at])
        return game.having(first_deal="chosen", dealer=at - len(ways) + 1)

    def _choose(self, chip: str, game: GameOptions) -> GameOptions:
        """Ask for the value of an option, and return the options with it."""
        t, names = self.t, []
        others = game.alternatives(chip)
        for other in others:
            label, means = chip_label(other, chip, t), chip_help(other, chip, t)
            names.append(f"{label}: {means}" if means else label)
        return others[self.lines.choose(t("Which one do you want?"), names)]

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
            self._open_match(matches[at - 1].id)

    def _tell_statistics(self) -> None:
        """Say how the player is doing, by all games of the library."""
        from pegout.school.statistics import own_games, statistics
        from pegout.school.statistics_tables import statistics_in_words

        found = statistics(own_games(self.library.matches(), self.library.games()))
        self.lines.say(*statistics_in_words(found, self.t))

    def _ask(self) -> None:
        """Answer a question about a position, and play on from it if the player wants to."""
        from pegout.table.analyses import AnalysisRefused
        from pegout.text.position_answer import answer_lines
        from pegout.tui.typed_answer import typed_answer

        t, game = self.t, last_options(self.settings, self.t)
        try:
            found, warnings = typed_answer(*self._typed(game), game.rules(), t)
        except AnalysisRefused as error:
            self.lines.say(str(error))
            return
        self.lines.say(*warnings, *answer_lines(found, t))
        if not found.position:
            return
        on = t("Play on against {level}", level=level_name(game.level, t))
        if self.lines.choose(t("What would you like to do?"), [t("Go back"), on]):
            start = PlayPosition(found.position, game.level, self.settings.name)
            self._sit(lambda: open_start(self.library, start, t, self.sources))

    def _typed(self, game: GameOptions) -> tuple[dict[str, str], int]:
        """Ask for a position or its description; return the fields and the dealer."""
        from pegout.tui.typed_answer import FIELDS, dealer_names

        t, ask = self.t, self.lines.ask
        fields = dict.fromkeys(FIELDS, "")
        fields["link"] = ask(t("A position or a link? Enter describes one."))
        if fields["link"]:
            return fields, 0
        fields["hand"] = ask(t("The cards dealt to you?"))
        dealer = self.lines.choose(t("Who deals?"), dealer_names(game.rules().players, t))
        fields["scores"] = ask(t("The score, yours first, such as 84-90?"))
        fields["discards"] = ask(t("What have you discarded? Enter for nothing yet."))
        if fields["discards"]:
            fields["starter"] = ask(t("The starter?"))
            fields["played"] = ask(t("The cards played in this deal, from the first, with “go”?"))
        return fields, dealer

    def _open_match(self, match_id: str) -> None:
        self._sit(lambda: open_match(self.library, match_id, self.sources))

    def _sit(self, open_table: Callable[[], TableService]) -> None:
        """Play at a table until the player leaves it, or print why it cannot be opened."""
        try:
            local = LocalSeats(open_table(), self.t, self.settings)
            self.seated = local
            review, judge = partial(self._review, local), partial(self._judge, local)
            onward = {self.t("Play again"): self._play_first, self.t("Drills"): self._learn}
            table = PlainTable(local, self.lines, self._kept, review, judge, onward, self._newcomer)
            table.play()
        except (RulesError, StoreError) as error:
            self.lines.say(explain(error, None, self.t))

    def _review(self, local: LocalView) -> None:
        """Review a finished game."""
        from pegout.tui.plain_review import PlainReview

        reviewed = self._reviewed_games()
        keep = partial(self._keep_review, local)
        PlainReview(local, self.lines, self.settings, reviewed, self._practise, keep).go()

    def _judge(self, local: LocalView) -> JudgedGame:
        """Evaluate the game that is over, and keep what it shows."""
        judged = self._reviewed_games().of(local, local.match.game)
        with closing(judged.work(local.witness)) as work:
            deque(work, maxlen=0)
        self._keep_review(local, judged)
        return judged

    def _keep_review(self, local: LocalView, judged: JudgedGame) -> None:
        """Keep the errors of a reviewed game, and the mistakes of the person at this terminal."""
        from pegout.tui.finished_game import keep_review

        day = date.fromisoformat(self.sources.today()) if self._kept.keep else None
        if problem := keep_review(judged, local.witness, self.library, day, self.t):
            self.lines.say(problem)

    def _reviewed_games(self) -> ReviewedGames:
        from pegout.tui.judged_game import ReviewedGames

        self._reviewed = self._reviewed or ReviewedGames()
        return self._reviewed

    def _practise(self, decision: PlayedDecision) -> None:
        """Play at a practice table that continues from a decision."""
        level, seated = last_options(self.settings, self.t).level, self.seated
        self._sit(lambda: open_practice(self.library, decision, level, self.t, self.sources))
        self.seated = seated

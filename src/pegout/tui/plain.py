"""The table line by line: for screen readers, pipes, and terminals that can do no more.

Everything is a sentence, every choice has a number, and nothing moves the cursor. A line that ends
the input leaves politely; the game is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from pegout.cards import Card, CardError
from pegout.match import Match, Setup, Undone
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    Go,
    Muggins,
    Play,
    RulesError,
)
from pegout.storage import Library, StorageError, new_id
from pegout.text import Translator, card_name, explain, level_help, prompts, short
from pegout.text import language as speak
from pegout.tui.choices import Choices
from pegout.tui.scene import Mode
from pegout.tui.session import Session, in_order
from pegout.tui.settings import Settings, load_settings, save_settings

__all__ = ["run"]

#: How many lines cover a hand when the screen changes hands.
_COVER: Final = 40


def run(
    library: Library,
    start: Setup | None = None,
    resume: str | None = None,
    language: str | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    settings: Settings | None = None,
) -> None:
    """Play line by line until the player leaves or the input ends.

    Args:
        library: where matches are kept.
        start: a match to begin at once.
        resume: the id of a kept match to go on with at once.
        language: ``en`` or ``es``; ``None`` for the player's setting, else the environment's.
        stdin: where lines are read from.
        stdout: where sentences go.
        settings: the player's settings; read from the player's file unless given, and only then
            written back.
    """
    known = load_settings() if settings is None else settings
    t = speak(language or known.language or None)
    lines = _Lines(stdin or sys.stdin, stdout or sys.stdout, t)
    plain = _Plain(library, lines, t, known, keep=settings is None)
    try:
        plain.run(start, resume)
    except _Left:
        lines.say(t("Goodbye. The game is kept."))


class _Left(Exception):
    """The player has left, or the input has ended."""


class _Home(Exception):
    """The player has left the table, but not the program."""


class _Lines:
    """Sentences out, lines in."""

    def __init__(self, stdin: TextIO, stdout: TextIO, t: Translator) -> None:
        self._in = stdin
        self._out = stdout
        self.t = t

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self._out.write(sentence + "\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """Ask for a line, without the spaces around it."""
        self._out.write(f"{prompt}\n> ")
        self._out.flush()
        try:
            line = self._in.readline()
        except (KeyboardInterrupt, UnicodeDecodeError):
            line = ""
        if not line:
            self._out.write("\n")
            raise _Left
        return line.strip()

    def choose(self, prompt: str, options: Sequence[str]) -> int:
        """Ask for one of numbered options and give its place; Enter takes the first."""
        while True:
            self.say(*(f"{at}. {option}" for at, option in enumerate(options, 1)))
            line = self.ask(prompt)
            if not line:
                return 0
            if line.isdecimal() and 1 <= int(line) <= len(options):
                return int(line) - 1
            if line.casefold() in self.words("quit"):
                raise _Left
            self.say(self.t("Type a number from 1 to {most}.", most=len(options)))

    def words(self, word: str) -> set[str]:
        """Give what may be typed for a command: in English, and in the language spoken."""
        t = self.t
        spoken = {
            "help": t("help"),
            "undo": t("undo"),
            "scores": t("scores"),
            "log": t("log"),
            "count": t("count"),
            "hand": t("hand"),
            "rules": t("rules"),
            "quit": t("quit"),
        }[word]
        short_form = {"help": "?", "quit": "q", "undo": "u", "scores": "s", "log": "l"}.get(word)
        return {word, spoken.casefold(), short_form or word}


class _Plain:
    """The program: home, and the tables that are opened from there."""

    def __init__(
        self, library: Library, lines: _Lines, t: Translator, settings: Settings, *, keep: bool
    ) -> None:
        self.library = library
        self.lines = lines
        self.t = t
        self.settings = settings
        self.keep = keep

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
        for kept in playing[:1]:
            scores = " – ".join(map(str, kept.scores))
            label = t("Continue: {names}, {scores}", names=t.join(list(kept.names)), scores=scores)
            options.append((label, lambda: self._sit(lambda: self.library.load(playing[0].id))))
        options.append((t("Change the options"), lambda: self._change(choices)))
        options.append((t("Games"), self._games))
        options.append((t("Rule book"), self._rules))
        options.append((t("Leave"), self._leave))
        at = self.lines.choose(t("What would you like to do?"), [label for label, _ in options])
        options[at][1]()

    def _leave(self) -> None:
        raise _Left

    def _begin(self, choices: Choices) -> None:
        self._sit(lambda: self.library.create(choices.setup()))

    def _change(self, choices: Choices) -> None:
        t = self.t
        while True:
            chips = choices.chips(t)
            labels = [t("Done"), *(label for _, label in chips)]
            at = self.lines.choose(t("Which one is to change?"), labels)
            if at == 0:
                break
            choices = choices.next(chips[at - 1][0])
            if chips[at - 1][0] == "level":
                self.lines.say(level_help(choices.kinds[1], t))
        self.settings = replace(self.settings, last=choices.kept())
        if self.keep:
            save_settings(self.settings)

    def _games(self) -> None:
        t = self.t
        kept = self.library.matches(limit=30)
        if not kept:
            self.lines.say(t("No game has been played here yet."))
            return
        labels = [t("Back")]
        for match in kept:
            state = t("to go on with") if match.status == "playing" else t("over")
            scores = "–".join(map(str, match.scores))
            labels.append(f"{t.join(list(match.names))}, {scores}, {state}")
        at = self.lines.choose(t("Which game?"), labels)
        if at:
            self._sit(lambda: self.library.load(kept[at - 1].id))

    def _rules(self) -> None:
        from pegout.text.rulebook import rulebook

        self.lines.say(rulebook(self.t.code))

    def _sit(self, open_match: Callable[[], Match]) -> None:
        """Sit down at a match, and at the next one if the player wants another."""
        while True:
            try:
                session = Session(open_match(), self.t, self.settings)
                again = _Table(session, self.lines, self.settings).play()
            except (RulesError, StorageError) as error:
                self.lines.say(explain(error, None, self.t))
                return
            except _Home:
                return
            if again is None:
                return
            setup = again

            def open_match(setup: Setup = setup) -> Match:
                return self.library.create(setup)


class _Table:
    """One match, line by line."""

    def __init__(self, session: Session, lines: _Lines, settings: Settings) -> None:
        self.session = session
        self.lines = lines
        self.t = session.t
        self.settings = settings
        self.told = 0
        self.another: Setup | None = None
        self.log: list[str] = []

    def play(self) -> Setup | None:
        """Play to the end; give the setup of another match if one is wanted."""
        self._catch_up()
        while True:
            self._tell()
            while self.session.advance():
                self._tell()
            if self.session.match.game_over:
                if self._over():
                    continue
                return self.another
            seat = self.session.waiting()
            if seat is None:
                return None
            self._pass(seat)
            self._turn(seat)

    def _catch_up(self) -> None:
        """Say where a match stands that is gone on with."""
        teller = self.session.teller
        said = [teller.say(entry.event) for entry in self.session.this_game()]
        self.log = [sentence for sentence in said if sentence]
        if len(self.log) > 8:
            self.lines.say(*self.log[-3:], self._scores())
        else:
            self.lines.say(*self.log)
        self.told = self.session.match.number

    def _tell(self) -> None:
        """Say everything that has happened since the last time."""
        teller = self.session.teller
        for entry in self.session.entries(self.told):
            sentence = teller.say(entry.event)
            if isinstance(entry.event, Undone):
                self.log = []
            if sentence:
                self.log.append(sentence)
                self.lines.say(sentence)
        self.told = self.session.match.number

    def _scores(self) -> str:
        return prompts.scores(self.session.speaker(), self.session.view().scores) + "."

    def _pass(self, seat: int) -> None:
        """Cover the hand and wait until the screen has changed hands."""
        if self.session.must_pass(seat):
            name = self.session.names[seat]
            self.lines.say("\n" * _COVER)
            self.lines.ask(self.t("Pass the screen to {name}; {name} presses Enter.", name=name))
            self.lines.say(*self.log[-4:])
        self.session.holder = seat

    # Deciding

    def _turn(self, seat: int) -> None:
        """Ask a person for a decision until it can be done."""
        before = self.session.match.number
        while self.session.match.number == before:
            action = self._decide(seat)
            if action is None:
                return
            try:
                self.session.act(action)
            except RulesError as error:
                view = self.session.view()
                self.lines.say(explain(error, view, self.t, action))

    def _decide(self, seat: int) -> Action | None:
        """Ask once; ``None`` if something else was done instead of an action."""
        mode = self.session.mode(seat)
        t, view = self.t, self.session.view()
        asked = prompts.turn(self.session.speaker(), view)
        match mode:
            case Mode.READY:
                line = self._ask(t("Press Enter for the cards."))
                if line is not None:
                    self.session.ready()
                return None
            case Mode.CUT_DEAL | Mode.CUT:
                least, most = (1, 52) if mode is Mode.CUT_DEAL else (4, view.pack_size - 4)
                hint = t("Type a number from {least} to {most}.", least=least, most=most)
                number = self._number(f"{asked} {hint}")
                if number is None:
                    return None
                if mode is Mode.CUT:
                    return Cut(seat, number)
                return CutForDeal(seat, number - 1)
            case Mode.DISCARD:
                return self._discard(seat, asked)
            case Mode.PLAY:
                return self._card(seat, asked)
            case Mode.GO:
                return None if self._ask(asked) is None else Go(seat)
            case Mode.CLAIM:
                self._show_hand()
                number = self._number(t("{asked} How many points?", asked=asked))
                return None if number is None else Claim(seat, number)
        return self._answer(seat, asked)

    def _ask(self, prompt: str) -> str | None:
        """Ask for a line; ``None`` if it was a command that has been carried out."""
        line = self.lines.ask(prompt)
        word = line.casefold()
        commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "undo": self._undo,
            "scores": lambda: self.lines.say(self._scores()),
            "log": lambda: self.lines.say(*self.log),
            "count": self._count,
            "hand": self._list_hand,
            "rules": self._rules,
            "quit": self._quit,
        }
        for name, deed in commands.items():
            if word in self.lines.words(name):
                deed()
                return None
        return line

    def _number(self, prompt: str) -> int | None:
        line = self._ask(prompt)
        if line is None:
            return None
        if line.isdecimal() and len(line) < 4:
            return int(line)
        self.lines.say(self.t("Type a number, or “help”."))
        return None

    def _hand(self) -> tuple[Card, ...]:
        return in_order(self.session.view().hand, sort=self.settings.sorted)

    def _list_hand(self) -> None:
        names = [
            f"{at}. {card_name(card, self.t)} ({short(card)})"
            for at, card in enumerate(self._hand(), 1)
        ]
        self.lines.say(*names)

    def _cards(self, line: str) -> list[Card] | None:
        """Read cards by their numbers in the hand, as 5H, or by their names."""
        hand = self._hand()
        cards: list[Card] = []
        for word in line.replace(",", " ").split():
            if word.isdecimal() and 1 <= int(word) <= len(hand):
                cards.append(hand[int(word) - 1])
                continue
            try:
                cards.append(Card.parse(word))
            except CardError:
                named = [
                    card for card in hand if card_name(card, self.t).casefold() in line.casefold()
                ]
                if named:
                    return named
                self.lines.say(self.t("Type cards by their numbers or as 5H, or “help”."))
                return None
        return cards

    def _discard(self, seat: int, asked: str) -> Action | None:
        self._list_hand()
        line = self._ask(asked)
        if not line:
            return None
        cards = self._cards(line)
        return None if cards is None else Discard(seat, tuple(cards))

    def _card(self, seat: int, asked: str) -> Action | None:
        view = self.session.view()
        starter = "" if view.starter is None else short(view.starter)
        self.lines.say(
            self.t("Starter {starter}.", starter=starter)
            + " "
            + prompts.pile(self.session.speaker(), view)
        )
        self._list_hand()
        line = self._ask(asked)
        if not line:
            return None
        cards = self._cards(line)
        if cards is None:
            return None
        if len(cards) != 1:
            self.lines.say(self.t("One card at a time."))
            return None
        if self.session.match.setup.rules.counting == "automatic":
            return Play(seat, cards[0])
        wish = Play(seat, cards[0], 0)
        if self.session.match.why_not(seat, wish) is not None:
            return wish
        points = self._ask(self.t("How many points does it score? Enter for none."))
        if points is None:
            return None
        return Play(seat, cards[0], int(points) if points.isdecimal() and len(points) < 4 else 0)

    def _show_hand(self) -> None:
        view = self.session.view()
        if view.shown and view.starter is not None:
            names = [card_name(card, self.t) for card in sorted(view.shown[-1].cards)]
            self.lines.say(
                self.t(
                    "{cards}; the starter is the {starter}.",
                    cards=", ".join(names),
                    starter=card_name(view.starter, self.t),
                )
            )

    def _answer(self, seat: int, asked: str) -> Action | None:
        hint = self.t("Enter lets it stand; a number claims so many points.")
        line = self._ask(f"{asked} {hint}")
        if line is None:
            return None
        if not line:
            return Accept(seat)
        if line.isdecimal() and len(line) < 4:
            return Muggins(seat, int(line))
        self.lines.say(self.t("Type a number, or “help”."))
        return None

    # Commands

    def _help(self) -> None:
        t = self.t
        self.lines.say(
            t("Choose cards by their numbers, or by their names, such as 5H."),
            t("help: this text"),
            t("hand: your cards"),
            t("count: the count of the play"),
            t("scores: the scores"),
            t("log: everything that has happened in this game"),
            t("undo: take your last decision back, against the computer"),
            t("rules: the rule book"),
            t("quit: leave; the game is kept"),
        )

    def _undo(self) -> None:
        try:
            self.session.undo()
        except RulesError as error:
            self.lines.say(explain(error, self.session.view(), self.t))

    def _count(self) -> None:
        self.lines.say(prompts.pile(self.session.speaker(), self.session.view()))

    def _rules(self) -> None:
        from pegout.text.rulebook import rulebook

        self.lines.say(rulebook(self.t.code))

    def _quit(self) -> None:
        raise _Left

    # The end

    def _over(self) -> bool:
        """Sum the game up, and say whether the match goes on; ``another`` may follow it."""
        t, match = self.t, self.session.match
        teller, finale = self.session.teller, self.session.finale()
        self.lines.say(self._scores())
        for side in range(match.setup.rules.sides):
            self.lines.say(
                t(
                    "{side}: {play} in the play, {hands} in hands, {cribs} in cribs.",
                    side=teller.side_name(side),
                    play=finale.play[side],
                    hands=finale.hands[side],
                    cribs=finale.cribs[side],
                )
            )
        while True:
            on = t("Play again") if match.over else t("Next game")
            labels = [on, t("Were the deals fair?"), t("Save the record"), t("Home")]
            at = self.lines.choose(t("What would you like to do?"), labels)
            if at == 0 and not match.over:
                match.next_game()
                return True
            if at == 0:
                self.another = replace(match.setup, id=new_id(), dealer=match.next_dealer())
            if at in (0, 3):
                return False
            self._record(at)

    def _record(self, at: int) -> None:
        from pegout.tui.records import save_record, verdict_lines

        if at == 1:
            self.lines.say(*verdict_lines(self.session.match, self.t))
            return
        try:
            path = save_record(self.session.match, Path.cwd())
        except OSError as error:
            reason = error.strerror or error
            self.lines.say(self.t("It could not be saved: {reason}.", reason=reason))
            return
        self.lines.say(self.t("Saved as {path}", path=path))

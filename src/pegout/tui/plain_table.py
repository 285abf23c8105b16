"""One match, line by line: events are sentences, and decisions are typed lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from pegout.cards import Card, CardError
from pegout.match import Setup, Undone
from pegout.notation import Help
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    Go,
    GoOn,
    Muggins,
    MugginsCalled,
    Play,
    Resign,
    RulesError,
    Scored,
    SeatView,
    Stop,
)
from pegout.table.store import new_id
from pegout.text import card_name, explain, prompts, short
from pegout.tui.hinting import MOST, TableHint, hint_on, what_it_was_worth
from pegout.tui.lines import Left, Lines
from pegout.tui.option_panel import rows_of, spoken_rows
from pegout.tui.scene import Mode
from pegout.tui.session import Session, in_order, middle_place
from pegout.tui.settings import Settings
from pegout.tui.tutoring import TableTutor

#: The number of blank lines that cover a hand when the screen passes to another player.
_COVER: Final = 40


class PlainTable:
    """One match, line by line.

    Args:
        session: the session of the match.
        lines: the input and output.
        settings: the player's settings.
        review: a function that reviews a finished game.
    """

    def __init__(
        self, session: Session, lines: Lines, settings: Settings, review: Callable[[], None]
    ) -> None:
        self.review = review
        self.session = session
        self.lines = lines
        self.t = session.t
        self.settings = settings
        self.tutor = TableTutor(session)
        self.printed = 0
        self.scores: tuple[int, ...] = ()
        self.another: Setup | None = None
        self.log: list[str] = []

    def play(self) -> Setup | None:
        """Play to the end; return the setup of another match if the player wants one."""
        self._catch_up()
        while True:
            self._tell()
            self._answer_offer()
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
        """Print the state of a resumed match."""
        teller = self.session.teller
        said = [teller.say(entry.event) for entry in self.session.this_game()]
        self.log = [sentence for sentence in said if sentence]
        if len(self.log) > 8:
            practice = self.session.match.practice
            began = None if practice is None else teller.say(practice)
            self.lines.say(*([began] if began else []), *self.log[-3:], self._scores())
        else:
            self.lines.say(*self.log)
        self.lines.say(self.t("Type “help” at any question to see what can be typed."))
        self.printed = self.session.match.number
        self.scores = self.session.view().scores

    def _tell(self) -> None:
        """Print all events since the last time."""
        teller = self.session.teller
        for entry in self.session.entries(self.printed):
            sentence = teller.say(entry.event)
            if isinstance(entry.event, Undone):
                self.log = []
            if sentence:
                self.log.append(sentence)
                self.lines.say(sentence)
            if isinstance(entry.event, Scored | MugginsCalled):
                self._say_scores(entry.number)
        self.printed = self.session.match.number

    def _say_scores(self, number: int) -> None:
        """Print the scores after an entry, if it changed them."""
        scores = self.session.view(number).scores
        if scores != self.scores:
            self.scores = scores
            self.lines.say(prompts.scores(self.session.speaker(), scores) + ".")

    def _scores(self) -> str:
        return prompts.scores(self.session.speaker(), self.session.view().scores) + "."

    def _pass(self, seat: int) -> None:
        """Cover the hand, and wait until the screen has passed to the seat."""
        if self.session.must_pass(seat):
            name = self.session.names[seat]
            self.lines.say("\n" * _COVER)
            self.lines.ask(self.t("Pass the screen to {name}; {name} presses Enter.", name=name))
            self.lines.say(*self.log[-4:])
        self.session.holder = seat

    # Decisions

    def _turn(self, seat: int) -> None:
        """Ask a person for a decision until it succeeds."""
        before = self.session.match.number
        while self.session.match.number == before:
            action = self._decide(seat)
            if action is None:
                return
            known = self.session.match.view(seat)
            if not self._sure(action):
                continue
            try:
                self.session.act(action)
            except RulesError as error:
                view = self.session.view()
                self.lines.say(explain(error, view, self.t, action))
                continue
            if isinstance(action, Discard) and self.settings.tell_discards:
                self._remark(action, known)

    def _sure(self, action: Action) -> bool:
        """Ask for confirmation of a mistake, if the settings say so."""
        size, t = self.settings.tutor, self.t
        if not self.tutor.is_new(action, size):
            return True
        doubt = self.tutor.doubt(action, size, t)
        if doubt is None:
            return True
        self.tutor.noted(action.seat)
        options = [t("Take back"), doubt.does, t("Why?")]
        at = self.lines.choose(doubt.asks, options)
        if at == 2:
            self._say_hint(doubt.why)
            at = self.lines.choose(doubt.asks, options[:2])
        return at == 1

    def _remark(self, action: Discard, known: SeatView) -> None:
        """Print the value of a discard."""
        if self.session.may_hint and (said := what_it_was_worth(known, action.cards, self.t)):
            self._tell()
            self.lines.say(said)

    def _decide(self, seat: int) -> Action | None:
        """Ask once; return ``None`` if the player did something else than act."""
        mode = self.session.mode(seat)
        t, view = self.t, self.session.view()
        asked = self.session.asks()
        match mode:
            case Mode.READY:
                line = self._ask(t("Press Enter for the cards."))
                if line is not None:
                    self.session.ready()
                return None
            case Mode.CUT_DEAL | Mode.CUT:
                least, most = (1, 52) if mode is Mode.CUT_DEAL else (4, view.pack_size - 4)
                hint = t(
                    "Type a number from {least} to {most}, or press Enter for the middle.",
                    least=least,
                    most=most,
                )
                middle = middle_place(view) + 1 if mode is Mode.CUT_DEAL else view.pack_size // 2
                number = self._number(f"{asked} {hint}", middle)
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
        keys = t("Enter goes on, M calls muggins.")
        line = self._ask(f"{asked} {keys}")
        return None if line is None else Accept(seat)

    def _ask(self, prompt: str) -> str | None:
        """Prompt for a line; return ``None`` if it was a command, which has been executed."""
        line = self.lines.ask(prompt)
        word = line.casefold()
        commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "hint": self._hint,
            "undo": self._undo,
            "scores": lambda: self.lines.say(self._scores()),
            "log": lambda: self.lines.say(*self.log),
            "count": self._count,
            "hand": self._list_hand,
            "rules": self._rules,
            "seals": self._seals,
            "muggins": self._muggins,
            "resign": lambda: self._end(stop=False),
            "stop": lambda: self._end(stop=True),
            "quit": self._quit,
        }
        for name, action in commands.items():
            if word in self.lines.words(name):
                action()
                return None
        return line

    def _number(self, prompt: str, usual: int | None = None) -> int | None:
        """Prompt for a number; Enter returns the default, if there is one."""
        line = self._ask(prompt)
        if line is None:
            return None
        if not line and usual is not None:
            return usual
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
        """Parse cards by their numbers in the hand, as 5H, or by their names."""
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
        view = self.session.ahead(seat) or self.session.view()
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
        action = Play(seat, cards[0], 0)
        if self.session.match.why_not(seat, action) is not None:
            return action
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

    # Commands

    def _help(self) -> None:
        t = self.t
        self.lines.say(
            t("Choose cards by their numbers, or by their names, such as 5H."),
            t("help: this text"),
            t("hint: what to do and why, when all other players are computers"),
            t("hand: your cards"),
            t("count: the count of the play"),
            t("scores: the scores"),
            t("log: everything that has happened in this game"),
            t("muggins: claim what was missed in a count, as long as it can be answered"),
            t("undo: take your last decision back, against the computer"),
            t("rules: the rule book"),
            t("seals: the seals of the deals"),
            t("resign: give this game up"),
            t("stop: end the game here without a winner, if everybody agrees"),
            t("quit: exit; the game is saved"),
        )

    def _hint(self) -> None:
        """Print the options, the best first, and the reason for the best."""
        seat, t = self.session.holder, self.t
        if seat is None or not self.session.may_hint:
            self.lines.say(t("Hints are for games against the computer."))
            return
        hint = hint_on(self.session.match.view(seat), self.session.ahead(), t)
        self.session.match.note_help(seat, Help.HINT, self.session.match.number)
        self._say_hint(hint)

    def _say_hint(self, hint: TableHint) -> None:
        t = self.t
        if hint.options is not None:
            self.lines.say(*spoken_rows(rows_of(hint.options, t, most=MOST)))
        self.lines.say(hint.says)

    def _muggins(self) -> None:
        """Ask for the points that were missed, and claim them by muggins."""
        seat = self.session.holder
        if seat is None or not self.session.may_call():
            self.lines.say(self.t("There is no count to call muggins on now."))
            return
        points = self._number(self.t("How many points were missed?"))
        if points is not None:
            self.session.act(Muggins(seat, points))

    def _undo(self) -> None:
        try:
            self.session.undo()
        except RulesError as error:
            self.lines.say(explain(error, self.session.view(), self.t))

    def _count(self) -> None:
        self.lines.say(prompts.pile(self.session.speaker(), self.session.view()))

    def _rules(self) -> None:
        self.lines.rulebook()

    def _seals(self) -> None:
        from pegout.tui.records import seal_lines

        self.lines.say(*seal_lines(self.session.match, self.t))

    def _quit(self) -> None:
        raise Left

    def _end(self, *, stop: bool) -> None:
        """Resign or offer to stop, after a confirmation."""
        seat, t = self.session.holder, self.t
        if seat is None:
            return
        meaning, sure = self.session.ending(stop=stop)
        if self.lines.choose(meaning, [t("Play on"), sure]):
            self._say_for(Stop(seat) if stop else Resign(seat))

    def _answer_offer(self) -> None:
        """Ask each other person at this terminal whether they agree to stop."""
        while (seat := self.session.asked_to_stop()) is not None:
            self._tell()
            agrees = self.lines.choose(self.session.offer(seat), [self.t("Go on"), self.t("Stop")])
            self._say_for(Stop(seat) if agrees else GoOn(seat))
        self._tell()

    def _say_for(self, action: Action) -> None:
        try:
            self.session.act(action)
        except RulesError as error:
            self.lines.say(explain(error, self.session.view(), self.t, action))

    # The end

    def _over(self) -> bool:
        """Print the summary of the game, and return whether the match continues.

        If it does not, ``another`` may be the setup of the next match.
        """
        t, match = self.t, self.session.match
        teller, finale = self.session.teller, self.session.finale()
        if finale.feats:
            self.lines.say(*finale.feats)
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
            practised = match.practice is not None
            on = t("Play again") if match.over else t("Next game")
            labels = [
                t("Go back") if practised else on,
                t("Review"),
                t("Were the deals fair?"),
                t("Save the record"),
                *([] if practised else [t("Home")]),
            ]
            at = self.lines.choose(t("What would you like to do?"), labels)
            if at == 0 and not match.over:
                match.next_game()
                return True
            if at == 0 and not practised:
                self.another = replace(match.setup, id=new_id(), dealer=match.next_dealer())
            if at in (0, 4):
                return False
            (self.review, self._prove, self._save)[at - 1]()

    def _prove(self) -> None:
        from pegout.tui.records import verdict_lines

        self.lines.say(*verdict_lines(self.session.match, self.t))

    def _save(self) -> None:
        from pegout.tui.records import save_record

        try:
            path = save_record(self.session.match, Path.cwd())
        except OSError as error:
            reason = error.strerror or error
            self.lines.say(self.t("It could not be saved: {reason}.", reason=reason))
            return
        self.lines.say(self.t("Saved as {path}", path=path))

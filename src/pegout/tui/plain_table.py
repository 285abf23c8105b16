"""One match, line by line: events are sentences, and decisions are typed lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pegout.cards import Card, CardError
from pegout.match import Undone
from pegout.players import ask
from pegout.rules import (
    Action,
    GoOn,
    MugginsCalled,
    Resign,
    RulesError,
    Scored,
    Stop,
    View,
)
from pegout.table.hints import Question, answer_hint
from pegout.text import card_name, explain, level_name, prompts, short
from pegout.text.help_sentences import tutor_words
from pegout.text.typed_cards import read_cards
from pegout.tui.automatic import UnaskedHints, asks_how_to_play, deals_by_itself
from pegout.tui.endings import game_ending
from pegout.tui.intent import Intent
from pegout.tui.lines import COMMANDS, Lines
from pegout.tui.local_seats import LocalSeats, in_order, ways_to_end
from pegout.tui.option_panel import HINTED, rows_of, spoken_rows
from pegout.tui.settings import KeptSettings, Settings
from pegout.tui.tutoring import TableTutor
from pegout.wire.table import Suggestion

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGame

#: The number of blank lines that cover a hand when the screen passes to another player.
_COVER: Final = 40


class PlainTable:
    """The matches of one table, line by line.

    Args:
        review: reviews a finished game.
        onward: what can be done after a lesson, by its name.
        newcomer: whether the player has not finished a game yet.
    """

    def __init__(
        self,
        local: LocalSeats,
        lines: Lines,
        settings: KeptSettings,
        review: Callable[[], None],
        judge: Callable[[], JudgedGame],
        onward: Mapping[str, Callable[[], None]],
        newcomer: Callable[[], bool],
    ) -> None:
        self.review = review
        self._judge = judge
        self.onward = onward if local.lesson else {}
        self.local = local
        self.lines = lines
        self.t = local.t
        self._kept = settings
        self._newcomer = newcomer
        self._unasked_hints = UnaskedHints(local, newcomer)
        self.tutor = TableTutor(local)
        self.printed = 0
        self.scores: tuple[int, ...] = ()
        self.log: list[str] = []

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self._kept.now

    def play(self) -> None:
        """Play until the player leaves the table."""
        self._catch_up()
        while True:
            self._tell()
            self._answer_offer()
            while (turn := self.local.turn()) is not None:
                self.local.take(turn, ask(turn.player, turn.view))
                self._tell()
            if self.local.match.game_over:
                if self._over():
                    continue
                return
            seat = self.local.waiting()
            if seat is None:
                return
            self._pass(seat)
            self._ask_how_to_play()
            self._turn(seat)

    def _catch_up(self) -> None:
        """Print the state of a match that begins, or is resumed."""
        teller = self.local.teller
        said = [teller.say(entry.event) for entry in self.local.this_game()]
        self.log = [sentence for sentence in said if sentence]
        if len(self.log) > 8:
            practice = self.local.match.practice
            began = None if practice is None else teller.say(practice)
            self.lines.say(*([began] if began else []), *self.log[-3:], self._scores())
        else:
            self.lines.say(*self.log)
        self.lines.say(*self._levels())
        self.lines.say(self.t("Type “help” at any question to see what can be typed."))
        self.printed = self.local.match.number
        self.scores = self.local.view().scores

    def _levels(self) -> list[str]:
        return [
            self.t(
                "{name}, computer: {level}", name=seated.name, level=level_name(seated.kind, self.t)
            )
            for seated in self.local.match.setup.seats
            if seated.kind != "person"
        ]

    def _tell(self) -> None:
        """Print all events since the last time."""
        teller = self.local.teller
        for entry in self.local.entries(self.printed):
            self._guide(entry.number)
            sentence = teller.say(entry.event)
            if isinstance(entry.event, Undone):
                self.log = []
            if sentence:
                self.log.append(sentence)
                self.lines.say(sentence)
            if isinstance(entry.event, Scored | MugginsCalled):
                self._say_scores(entry.number)
        self._guide(self.local.match.number + 1)
        self.printed = self.local.match.number

    def _guide(self, before: int) -> None:
        """Say the steps of a lesson that are due before an entry, and wait for each."""
        t = self.t
        while (step := self.local.due_step(before)) is not None:
            done = t("Show me") if step.items else t("Go on")
            at = self.lines.choose(step.says, [done, t("Skip"), t("Leave the guide")])
            if at == 0 and step.items:
                self.lines.say(self.local.taught_items(step))
            self.local.answer_guide(step.step, ("done", "skip", "leave")[at])
            if at == 2:
                self.lines.say(t("Type “guide” to resume it."))

    def _say_scores(self, number: int) -> None:
        """Print the scores after an entry, if it changed them."""
        scores = self.local.view(number).scores
        if scores != self.scores:
            self.scores = scores
            self.lines.say(prompts.scores(self.local.speaker(), scores) + ".")

    def _pile(self, view: View) -> str:
        return prompts.pile(self.local.speaker(), view)

    def _scores(self) -> str:
        return prompts.scores(self.local.speaker(), self.local.view().scores) + "."

    def _pass(self, seat: int) -> None:
        """Cover the hand, and wait until the screen has passed to the seat."""
        if self.local.must_pass(seat):
            name = self.local.names[seat]
            self.lines.say("\n" * _COVER)
            self.lines.ask(self.t("Pass the screen to {name}; {name} presses Enter.", name=name))
            self.lines.say(*self.log[-4:])
        self.local.holder = seat

    def _ask_how_to_play(self) -> None:
        """Ask once whether deals go on by themselves, as the game after a first one begins."""
        t = self.t
        if asks_how_to_play(self.local, self.settings, self._newcomer):
            no = t("{option}: {state}", option=t("No"), state=t("Enter deals the next cards."))
            options = [no, t("Yes")]
            deals = self.lines.choose(t("Do deals go on by themselves?"), options)
            self._kept.change(asked_play=True, auto_deal=bool(deals))

    # Decisions

    def _turn(self, seat: int) -> None:
        """Ask a person for a decision until it succeeds."""
        before = self.local.match.number
        while self.local.match.number == before:
            action = self._decide(seat)
            if action is None:
                return
            if not self._sure(action):
                continue
            question = self.local.discard_question(action, self.settings)
            if self._act(action) and question is not None:
                self._remark(question)

    def _act(self, action: Action) -> bool:
        """Take an action, or print why it is illegal; return whether it was taken."""
        try:
            self.local.act(action)
        except RulesError as error:
            self.lines.say(explain(error, self.local.view(), self.t, action))
            return False
        return True

    def _sure(self, action: Action) -> bool:
        """Ask for confirmation of a mistake, if the settings say so."""
        question, t = self.tutor.question(action, self.settings.tutor), self.t
        if question is None:
            return True
        answer = answer_hint(question, t)
        if answer.advice is None:
            return True
        self.local.note_help(question, answer)
        asks, does = tutor_words(action, t)
        prompt = f"{answer.say} {asks}"
        options = [t("Take back"), does, t("Why?")]
        at = self.lines.choose(prompt, options)
        if at == 2:
            self._say_hint(answer)
            at = self.lines.choose(prompt, options[:2])
        return at == 1

    def _remark(self, question: Question) -> None:
        """Print the value of a discard."""
        answer = answer_hint(question, self.t)
        if answer.advice is not None:
            self._tell()
            self.lines.say(answer.say)

    def _decide(self, seat: int) -> Action | None:
        """Ask once; return ``None`` if the player did something else than act."""
        t, intent, asked = self.t, self.local.intent(seat), self.local.asks()
        if (step := self.local.due_step()) is not None:
            self.lines.say(step.says)
        if self._unasked_hints.due(intent, self.settings):
            # Numbers would be taken for those of the cards in the hand, which follow.
            self.lines.say(t("A hint, the best first:"))
            self._hint(numbered=False)
        match intent.kind:
            case "ready" if deals_by_itself(self.local, self.settings):
                self.local.ready()
                return None
            case "ready":
                if self._ask(t("Press Enter for the cards.")) is not None:
                    self.local.ready()
                return None
            case "cut" | "cut_for_deal":
                return self._cut(intent, asked)
            case "discard":
                return self._discard(intent, asked)
            case "play":
                return self._card(intent, asked)
            case "claim":
                self._show_hand()
                return self._points(intent, t("{asked} How many points?", asked=asked))
            case "accept":
                keys = t("Enter goes on, M calls muggins.")
                asked = f"{asked} {keys}"
        return None if self._ask(asked) is None else intent.action()

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
            "count": lambda: self.lines.say(self._pile(self.local.view())),
            "hand": self._list_hand,
            "rules": self.lines.rulebook,
            "seals": self._seals,
            "muggins": self._muggins,
            "guide": self._resume_guide,
            "resign": lambda: self._end(stop=False),
            "stop": lambda: self._end(stop=True),
            "quit": self.lines.quit,
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
        return in_order(self.local.view().hand, sort=self.settings.sorted)

    def _list_hand(self) -> None:
        names = [
            f"{at}. {card_name(card, self.t)} ({short(card)})"
            for at, card in enumerate(self._hand(), 1)
        ]
        self.lines.say(*names)

    def _cards(self, line: str) -> list[Card] | None:
        """Parse cards by their numbers in the hand, as 5H, or by their names."""
        hand = self._hand()
        numbered = dict(enumerate(map(str, hand), 1))
        words = line.replace(",", " ").split()
        # “5” is the fifth card, but not in “5 of hearts”.
        typed = [numbered.get(int(word), word) if word.isdecimal() else word for word in words]
        for text in (line, " ".join(typed)):
            try:
                cards, warning = read_cards(text, self.t)
            except CardError:
                continue
            if warning:
                self.lines.say(warning)
            return list(cards)
        named = [card for card in hand if card_name(card, self.t).casefold() in line.casefold()]
        if not named:
            self.lines.say(self.t("Type cards by their numbers or as 5H, or “help”."))
        return named or None

    def _cut(self, intent: Intent, asked: str) -> Action | None:
        """Ask for a cut; in the cut for the deal the cards are numbered from one."""
        first = 1 if intent.kind == "cut_for_deal" else 0
        lowest, highest = intent.limits
        hint = self.t(
            "Type a number from {minimum} to {maximum}, or press Enter for the middle.",
            minimum=lowest + first,
            maximum=highest + first,
        )
        number = self._number(f"{asked} {hint}", intent.middle + first)
        if number is None:
            return None
        intent.cut_at = number - first
        return intent.action()

    def _points(self, intent: Intent, prompt: str) -> Action | None:
        number = self._number(prompt)
        if number is None:
            return None
        intent.typed = str(number)
        return intent.action()

    def _discard(self, intent: Intent, asked: str) -> Action | None:
        self._list_hand()
        cards = self._cards(self._ask(asked) or "")
        if not cards:
            return None
        intent.cards = cards
        return intent.action()

    def _card(self, intent: Intent, asked: str) -> Action | None:
        view = self.local.ahead() or self.local.view()
        starter = "" if view.starter is None else short(view.starter)
        starter = self.t("Starter {starter}.", starter=starter)
        self.lines.say(f"{starter} {self._pile(view)}")
        self._list_hand()
        cards = self._cards(self._ask(asked) or "")
        if not cards:
            return None
        if len(cards) != 1:
            self.lines.say(self.t("One card at a time."))
            return None
        intent.cards = cards
        if not intent.needs_number:
            return intent.action()
        intent.count()
        if self.local.match.why_not(intent.seat, intent.action()) is not None:
            return intent.action()
        points = self._ask(self.t("How many points does it score? Enter for none."))
        if points is None:
            return None
        intent.typed = points if points.isdecimal() and len(points) < 4 else ""
        return intent.action()

    def _show_hand(self) -> None:
        view = self.local.view()
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
        self.lines.say(self.t("Choose cards by their numbers, or by their names, such as 5H."))
        self.lines.say(*[self.t.text(command.help) for command in COMMANDS.values()])

    def _hint(self, *, numbered: bool = True) -> None:
        """Print the options, the best first, and the reason for the best."""
        seat, t = self.local.holder, self.t
        if seat is None or not self.local.may_hint:
            self.lines.say(t("Hints are for games against the computer."))
            return
        question = self.local.service.question_of(seat)
        answer = answer_hint(question, t)
        self.local.note_help(question, answer)
        self._say_hint(answer, numbered=numbered)

    def _say_hint(self, answer: Suggestion, *, numbered: bool = True) -> None:
        advice = answer.advice
        if advice is None:
            self.lines.say(answer.say)
        else:
            rows = rows_of(advice, self.t, limit=HINTED)
            self.lines.say(*spoken_rows(rows, numbered=numbered), advice.says)

    def _muggins(self) -> None:
        """Ask for the points that were missed, and claim them by muggins."""
        intent = self.local.intent(self.local.holder or 0)
        if not intent.offers("muggins"):
            self.lines.say(self.t("There is no count to call muggins on now."))
            return
        intent.turn_to("muggins")
        action = self._points(intent, self.t("How many points were missed?"))
        if action is not None:
            self._act(action)

    def _resume_guide(self) -> None:
        if not self.local.resume_guide():
            self.lines.say(self.t("There is no guide to resume here."))

    def _undo(self) -> None:
        try:
            self.local.undo()
        except RulesError as error:
            self.lines.say(explain(error, self.local.view(), self.t))

    def _seals(self) -> None:
        from pegout.tui.records import seal_lines

        self.lines.say(*seal_lines(self.local.match, self.t))

    def _end(self, *, stop: bool) -> None:
        """Resign or offer to stop, after a confirmation."""
        seat = self.local.holder
        if seat is None:
            return
        sure, meaning = ways_to_end(self.local)[0 if stop else 1]
        if self.lines.choose(meaning, [self.t("Play on"), sure]):
            self._act(Stop(seat) if stop else Resign(seat))

    def _answer_offer(self) -> None:
        """Ask each other person at this terminal whether they agree to stop."""
        while (seat := self.local.asked_to_stop()) is not None:
            self._tell()
            agrees = self.lines.choose(self.local.offer(seat), [self.t("Go on"), self.t("Stop")])
            self._act(Stop(seat) if agrees else GoOn(seat))
        self._tell()

    # The end

    def _over(self) -> bool:
        """Print the summary of the game; return whether another game or match has begun."""
        t, match = self.t, self.local.match
        teller, ending = self.local.teller, game_ending(self.local)
        self.lines.say(*ending.feats, *self.local.learnt())
        for side, points in enumerate(ending.points):
            self.lines.say(
                t(
                    "{side}: {play} in the play, {hands} in hands, {cribs} in cribs.",
                    side=teller.side_name(side),
                    **points._asdict(),
                )
            )
        self._say_luck()
        while True:
            practised = match.practice is not None
            on = t("Play again") if match.over else t("Next game")
            first = [*self.onward] or [t("Go back") if practised else on]
            looks = [t("Review"), t("Were the deals fair?"), t("Save the record")]
            home = [t("Home")] if self.onward or not practised else []
            at = self.lines.choose(t("What would you like to do?"), [*first, *looks, *home])
            look = at - len(first)
            if 0 <= look < len(looks):
                (self.review, self._prove, self._save)[look]()
            elif practised or at:
                if self.onward and look < 0:
                    self.onward[first[at]]()
                return False
            else:
                self.local.begin_next()
                if match.over:
                    self._catch_up()
                return True

    def _say_luck(self) -> None:
        """Review the game, and say its luck and its costliest decision; Ctrl-C stops it."""
        from pegout.tui.finished_game import is_judged_at_once, luck_lines

        if not is_judged_at_once(self.local):
            return
        self.lines.say(self.t("The decisions are being reviewed."))
        try:
            judged = self._judge()
        except KeyboardInterrupt:
            self.lines.say(self.t("The review was stopped."))
        else:
            seat = self.local.witness
            self.lines.say(*luck_lines(judged.review(seat, self.t), seat, self.t))

    def _prove(self) -> None:
        from pegout.tui.records import verdict_lines

        self.lines.say(*verdict_lines(self.local.match, self.t))

    def _save(self) -> None:
        from pegout.tui.records import save_record

        self.lines.say(save_record(self.local.match, self.t))

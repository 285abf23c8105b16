"""The screen for playing a match.

The screen shows events step by step at the player's pace, and then asks for the next decision.
Every action goes to the table service, and the screen draws only what the referee logs. The module
is long because Textual requires a method of the screen's class for every key.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.worker import Worker, get_current_worker

from pegout import rules
from pegout.cards import Card, parse_cards
from pegout.table.hints import Question, answer_hint
from pegout.table.store import StoreError
from pegout.table.thinking_time import Tempo, thinking_time
from pegout.text import explain, prompts
from pegout.text.help_sentences import tutor_words
from pegout.text.pacing import PACING
from pegout.tui.ask import Ask
from pegout.tui.automatic import (
    UnaskedHints,
    asks_how_to_play,
    deals_by_itself,
    seconds_before_deal,
)
from pegout.tui.endings import game_ending
from pegout.tui.intent import Intent
from pegout.tui.local_seats import LocalSeats, in_order, ways_to_end
from pegout.tui.menus import buttons_for, footer_for
from pegout.tui.option_panel import HINTED, Panel, rows_of
from pegout.tui.pages import Page
from pegout.tui.play_question import ask_how_to_play
from pegout.tui.scene import GameEnding, Mode, Scene
from pegout.tui.stage import Stage
from pegout.tui.tutoring import PATIENCE, TableTutor
from pegout.tui.view import SceneScreen, TableView
from pegout.wire.decision_values import DecisionAdvice, DecisionOption
from pegout.wire.table import GuideStep, Suggestion

if TYPE_CHECKING:
    from pegout.tui.judged_game import JudgedGame

#: The positions by which the keys up and down move a cut.
_FAR: Final = 5


class TableScreen(SceneScreen):
    """The table of a match."""

    BINDINGS = [
        Binding("enter", "confirm", show=False),
        Binding("space", "choose", show=False),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "raise(True)", show=False),
        Binding("down", "raise(False)", show=False),
        Binding("tab", "next_button", show=False, priority=True),
        Binding("backspace", "rub_out", show=False),
        Binding("escape", "back", show=False),
        Binding("c", "say_count", show=False),
        Binding("s", "say_scores", show=False),
        Binding("l", "log", show=False),
        Binding("h", "hint", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("u", "undo", show=False),
        Binding("p", "pace", show=False),
        Binding("q", "leave", show=False),
        Binding("m", "muggins", show=False),
        Binding("r", "rules", show=False),
        Binding("f", "fairness", show=False),
        Binding("e", "end", show=False),
        Binding("g", "guide", show=False),
    ]

    @dataclass
    class Hinted(Message):
        """The answer to a request for a hint."""

        question: Question
        answer: Suggestion

    @dataclass
    class Remarked(Message):
        """A remark for the log about an entry."""

        number: int
        text: str

    @dataclass
    class Valued(Message):
        """More decisions of the game that is over have been evaluated."""

        judged: "JudgedGame"

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, TableScreen.Valued)

    def __init__(self, local: LocalSeats) -> None:
        super().__init__()
        self.local = local
        self.stage = self._new_stage()
        #: What the person who is asked is about to do; None while nobody is asked.
        self.intent: Intent | None = None
        self._unasked = Mode.WATCH
        self.passing: int | None = None
        self.problem = ""
        self.hint: Suggestion | None = None
        #: Whether number keys choose options of the hint: not of one that nobody asked for.
        self.hint_keys = False
        self._unasked_hints = UnaskedHints(local, lambda: self.app.newcomer)
        #: Whether the next cards come by themselves.
        self.dealing = False
        self.cursor = -1
        self.hover = -1
        self.active = 0
        self._ending: GameEnding | None = None
        self._tempo = Tempo()
        self._tutor = TableTutor(local)
        #: The action that the tutor is evaluating.
        self._doubted: rules.Action | None = None
        self._asked = 0.0

    def _new_stage(self) -> Stage:
        pace = lambda: self.app.settings.pace  # noqa: E731
        return Stage(self.local, pace, self.redraw, guide=self._teach)

    async def _teach(self, step: GuideStep) -> None:
        """Show a step of a lesson, and answer it."""
        t = self.t
        done = t("Show me") if step.items else t("Go on")
        options = [(done, ""), (t("Skip"), ""), (t("Leave the guide"), "")]
        at = await self.app.push_screen_wait(Ask(step.says, options))
        if not at and step.items:
            self._tell(self.local.taught_items(step))
        self.local.answer_guide(step.step, ("done", "skip", "leave")[at or 0])
        if at == 2:
            self.app.tell(t("G resumes the guide."))

    @property
    def mode(self) -> Mode:
        """What the table waits for."""
        if self.intent is None:
            return self._unasked
        return Mode.POINTS if self.intent.counting else Mode(self.intent.kind)

    def on_mount(self) -> None:
        players = len(self.local.match.setup.seats)
        for level in self.local.levels:
            work = partial(level.preload, players)
            self.run_worker(work, thread=True, group="preload", exit_on_error=False)
        self.stage.catch_up()
        self.redraw()
        self.query_one(TableView).focus()
        self._go_on()

    # Display of events

    def _go_on(self) -> None:
        # From here on a key skips or nudges, and is not another decision.
        self._ask_nobody(Mode.WATCH)
        self._hold_deal()
        self.hint = None
        self.run_worker(self._run(), exclusive=True, group="table", exit_on_error=True)

    def _ask_nobody(self, mode: Mode) -> None:
        self.intent = None
        self._unasked = mode

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        event.stop()

    async def _run(self) -> None:
        self.problem = ""
        try:
            await self.stage.show_news()
            while (turn := self.local.turn()) is not None:
                answer = asyncio.to_thread(turn.player.choose, turn.view)
                seconds = self._thinking_time(turn.seat, turn.view)
                action = await self.stage.think(turn.seat, seconds, answer)
                self.local.take(turn, action)
                await self.stage.show_news()
        except (rules.RulesError, StoreError) as error:
            self._complain(error)
        self._settle()

    def _thinking_time(self, seat: int, view: rules.View) -> float:
        """Return the apparent thinking time of a seat; 0 if a person here is also to act."""
        if self.local.waiting() is not None:
            return 0.0
        settings = self.app.settings
        return thinking_time(settings.thinking, settings.pace, self._tempo, view, seat)

    # Requests for decisions

    def _settle(self) -> None:
        """Determine what the table waits for."""
        self.stage.settle()
        self.active = 0
        seat = self.local.waiting()
        before, self._ending = self._ending, None
        if self.local.match.game_over:
            self._ask_nobody(Mode.OVER)
            if self.local.shared:
                self.local.holder = None
            ending = game_ending(self.local)
            self._ending = replace(ending, feats=(*ending.feats, *self.local.learnt()))
            if before is None:
                self._review()
            else:
                self._ending = replace(self._ending, luck=before.luck)
        elif seat is None:
            self._ask_nobody(Mode.WATCH)
        elif self.local.must_pass(seat):
            self.local.holder = None
            self.passing = seat
            self._ask_nobody(Mode.COVER)
        else:
            self._ask(seat)
        self.redraw()
        if (asked := self.local.asked_to_stop()) is not None:
            self._answer_offer(asked)
        elif asks_how_to_play(self.local, self.app.settings, lambda: self.app.newcomer):
            self.run_worker(ask_how_to_play(self.app), exclusive=True, group="question")

    def _ask(self, seat: int) -> None:
        self.local.holder = seat
        self.passing = None
        self._asked = monotonic()
        self.intent = intent = self.local.intent(seat)
        if (step := self.local.due_step()) is not None:
            self._tell(step.says)
        self.hover = -1
        if intent.kind == "play":
            self.cursor = self._hand().index(intent.offered_cards[0])
        elif intent.kind == "discard":
            self.cursor = 0
        if self._unasked_hints.due(intent, self.app.settings):
            self._weigh(keys=False)
        seconds = seconds_before_deal(self.app.settings)
        if seconds is not None and deals_by_itself(self.local, self.app.settings):
            self.dealing = True
            self.run_worker(self._deal_after(seconds), exclusive=True, group="deal")

    async def _deal_after(self, seconds: float) -> None:
        """Deal the next cards after a while, if nobody holds them back."""
        await asyncio.sleep(seconds)
        self.dealing = False
        if self.app.app_focus:
            self._try(self.local.ready)
        else:
            # Who looks elsewhere has not seen the count.
            self.redraw()

    def _hold_deal(self) -> None:
        """Hold the next deal back: the player asks for it with the button."""
        if self.dealing:
            self.dealing = False
            self.workers.cancel_group(self, "deal")
            self.redraw()

    # Luck and skill

    def _review(self) -> None:
        """Evaluate the game that is over in a thread, for the line of luck and skill."""
        from pegout.tui.finished_game import is_judged_at_once

        if not is_judged_at_once(self.local):
            return
        judged = self.app.judged(self.local)
        if judged.over:
            self._tell_luck(judged)
        else:
            work = partial(self._value, judged)
            self.run_worker(work, thread=True, exclusive=True, group="review")

    def _value(self, judged: "JudgedGame") -> None:
        worker = get_current_worker()
        for _ in judged.work(self.local.witness):
            if worker.is_cancelled:
                return
            self.post_message(self.Valued(judged))

    def on_table_screen_valued(self, message: Valued) -> None:
        """Say how far the evaluation is, and at its end what it found."""
        if self._ending is None:
            # The next game has begun.
            return
        if message.judged.over:
            self.app.keep_review(message.judged, self.local)
        self._tell_luck(message.judged)

    def _tell_luck(self, judged: "JudgedGame") -> None:
        from pegout.tui.finished_game import luck_lines

        t, seat = self.t, self.local.witness
        luck = [t("Luck and skill: {done} of {of} decisions", done=judged.done, of=judged.of)]
        if judged.over:
            luck = luck_lines(judged.review(seat, t), seat, t)
        assert self._ending is not None, "the game is over"
        self._ending = replace(self._ending, luck=tuple(luck))
        self.redraw()

    def on_screen_suspend(self) -> None:
        """Leave the evaluation to the review, which shows its decisions one by one."""
        self.workers.cancel_group(self, "review")
        self._hold_deal()

    def on_screen_resume(self) -> None:
        if self._ending is not None:
            self._review()

    def _view(self) -> rules.View:
        view = self.local.view(self.stage.at)
        plays = self.intent is not None and self.intent.kind in ("play", "go")
        ahead = self.local.ahead() if plays else None
        # The points of an accepted count are shown only once it is accepted.
        return view if ahead is None else replace(ahead, scores=view.scores, rear=view.rear)

    def _hand(self) -> tuple[Card, ...]:
        return in_order(self._view().hand, sort=self.app.settings.sorted)

    def scene(self) -> Scene:
        """Return the current scene."""
        view, intent, script = self._view(), self.intent, self.stage.script
        match = self.local.match
        choosing = intent is not None and intent.chooses_cards
        scene = Scene(
            setup=match.setup,
            view=view,
            teller=self.local.speaker(),
            mode=self.mode,
            pegs=self.stage.pegs,
            log=tuple(self.stage.log),
            points=match.points,
            game=match.game,
            says=self._says(view),
            problem=self.problem,
            word=script.word,
            count=script.count if view.phase is not rules.Phase.CUT_FOR_DEAL else None,
            lit=script.lit,
            hand=self._hand(),
            chosen=frozenset(intent.cards if intent else ()),
            cursor=self.cursor if choosing else -1,
            hover=self.hover,
            cut_at=intent.cut_at if intent else 0,
            cuts=intent.limits if intent and intent.cuts else None,
            typed=intent.typed if intent else "",
            active=self.active,
            ending=self._ending if self.mode is Mode.OVER else None,
            panel=self._hint_panel(),
        )
        return replace(scene, buttons=buttons_for(self, scene), footer=footer_for(self, scene))

    def _says(self, view: rules.View) -> str:
        t = self.t
        if self.mode is Mode.COVER and self.passing is not None:
            return t("Pass the screen to {name}.", name=self.local.names[self.passing])
        if self.mode is Mode.WATCH:
            thinking = self.stage.thinking
            if thinking is None or view.phase not in PACING.deciding:
                return self.stage.sentence
            return t("{name} is thinking.", name=self.local.names[thinking])
        if self.mode is Mode.OVER:
            return ""
        if self.mode is Mode.POINTS:
            return t("How many points does it score?")
        if self.mode is Mode.MUGGINS:
            return t("How many points were missed?")
        says = self.local.asks(self.stage.at)
        if self.dealing:
            soon = t("The next cards come by themselves; a key holds them.")
            return f"{says} {soon}"
        if self.intent is not None and self.intent.kind == "claim" and not self.intent.typed:
            how = t("Type the total.")
            says = f"{says} {how}"
        return says

    # Actions

    def _submit(self, action: rules.Action) -> None:
        """Submit an action, unless the tutor asks about it first."""
        if self._doubted is not None:
            return
        question = self._tutor.question(action, self.app.settings.tutor)
        if question is None:
            self._do(action)
            return
        self._doubted = action
        self.run_worker(self._ask_tutor(action, question), group="tutor", exit_on_error=True)

    async def _ask_tutor(self, action: rules.Action, question: Question) -> None:
        """Ask the tutor, and take the action if it has no objection, or none in time."""
        asked = asyncio.to_thread(answer_hint, question, self.t)
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await asked
        except TimeoutError:
            answer = None
        self._doubted = None
        if self.local.match.number != question.number or not self.is_mounted:
            return
        if answer is None or answer.advice is None:
            self._do(action)
            return
        self.local.note_help(question, answer)
        asks, does = tutor_words(action, self.t)
        options = [(self.t("Take back"), ""), (does, ""), (self.t("Why?"), "")]

        def take_answer(at: int | None) -> None:
            if at == 1:
                self._do(action)
                return
            self.hint, self.hint_keys = (answer, True) if at == 2 else (None, False)
            if at != 2 and self.intent is not None:
                self.intent.drop_cards()
            self.redraw()

        self.app.push_screen(Ask(f"{answer.say} {asks}", options), take_answer)

    def _do(self, action: rules.Action) -> None:
        """Take an action, and show the reason if it is illegal."""
        before = self.local.match.number
        discarded = self.local.discard_question(action, self.app.settings)
        try:
            self.local.act(action)
        except (rules.RulesError, StoreError) as error:
            self._complain(error, action)
            self.redraw()
            return
        self._tempo.note(action, monotonic() - self._asked)
        if discarded is not None:
            self.remark_on(discarded, before)
        self._go_on()

    def _complain(
        self, error: rules.RulesError | StoreError, action: rules.Action | None = None
    ) -> None:
        self.problem = explain(error, self._view(), self.t, action)

    def action_confirm(self) -> None:
        self.problem = ""
        if self.mode is Mode.WATCH:
            self.stage.nudge()
            return
        scene = self.scene()
        if scene.buttons:
            self.press(scene.buttons[min(self.active, len(scene.buttons) - 1)].name)
            return
        self.action_choose()

    def press(self, name: str) -> None:
        """Run the command of a button."""
        match = self.local.match
        actions: dict[str, Callable[[], None]] = {
            "ready": lambda: self._try(self.local.ready),
            "decide": self._decide,
            "uncover": self._take_screen,
            "skip_one": self.stage.nudge,
            "next": self._begin_next,
            "another": self._begin_another,
            "drills": self._open_drills,
            "review": lambda: self.app.review(match),
            "verify": lambda: self.app.verify(match),
            "save": lambda: self.app.save_record(match),
            "home": self.action_leave,
        }
        actions[name]()

    def _decide(self) -> None:
        """Do what is intended, once nothing is missing."""
        intent = self.intent
        assert intent is not None, "somebody is asked"
        intent.cards.sort(key=self._hand().index)
        if intent.complete:
            self._submit(intent.action())
        elif intent.has_cards:
            intent.count()
            self.redraw()

    def _try(self, do: Callable[[], None]) -> None:
        """Do something at the table and go on, or show why it failed."""
        try:
            do()
        except (rules.RulesError, StoreError) as error:
            self._complain(error)
            self.redraw()
        else:
            self._go_on()

    def _take_screen(self) -> None:
        if self.passing is not None:
            self._ask(self.passing)
            self.redraw()

    def _begin_another(self) -> None:
        """Begin another game like the first, without a guide."""
        self.app.leave_table()
        self.app.begin(self.app.first_game().order)

    def _open_drills(self) -> None:
        from pegout.tui.drill_page import LearnScreen

        self.app.leave_table()
        self.app.push_screen(LearnScreen())

    def _begin_next(self) -> None:
        """Begin the next game, or another match."""

        def begin() -> None:
            self.local.begin_next()
            self.stage = self._new_stage()
            self.stage.catch_up()

        self._try(begin)

    # Keys

    def on_key(self, event: events.Key) -> None:
        if event.key != "enter":
            self._hold_deal()
        if not (event.character and event.character.isdecimal()):
            return
        event.stop()
        self.problem = ""
        intent, at = self.intent, int(event.character) - 1
        if self.hint_keys and self._shown_options():
            self._choose_option(at)
        elif intent is not None and intent.types_number:
            intent.type(event.character)
        elif intent is not None and intent.chooses_cards and 0 <= at < len(self._hand()):
            self._choose(intent, at)
        self.redraw()

    def _choose(self, intent: Intent, at: int) -> None:
        """Select or deselect a card of the hand."""
        card = self._hand()[at]
        self.cursor = at
        if intent.kind == "play":
            self._choose_to_play(intent, card)
        else:
            intent.toggle(card)

    def _choose_to_play(self, intent: Intent, card: Card) -> None:
        if card not in intent.offered_cards:
            action = rules.Play(intent.seat, card)
            error = self.local.match.why_not(intent.seat, action)
            if error is not None:
                self._complain(error, action)
            return
        again = intent.cards == [card]
        intent.cards = [card]
        if again or not self.app.settings.confirm:
            self._decide()

    def action_choose(self) -> None:
        intent = self.intent
        if self.mode is Mode.WATCH:
            self.stage.nudge()
        elif intent is not None and intent.chooses_cards and self.cursor >= 0:
            self.problem = ""
            self._choose(intent, self.cursor)
            self.redraw()

    def action_move(self, by: int) -> None:
        intent = self.intent
        if intent is not None and intent.chooses_cards:
            self.cursor = (self.cursor + by) % len(self._hand())
        elif intent is not None and intent.cuts:
            intent.move_cut(by)
        else:
            self.action_next_button(by)
        self.redraw()

    def action_raise(self, up: bool) -> None:
        intent, by = self.intent, 1 if up else -1
        if intent is None:
            return
        if intent.chooses_cards and 0 <= self.cursor < len(self._hand()):
            if (self._hand()[self.cursor] in intent.cards) != up:
                self._choose(intent, self.cursor)
        elif intent.cuts:
            for _ in range(_FAR):
                intent.move_cut(by)
        elif intent.types_number:
            intent.change_number(by)
        self.redraw()

    def action_next_button(self, by: int = 1) -> None:
        self._hold_deal()
        count = len(self.scene().buttons)
        if count:
            self.active = (self.active + by) % count
            self.redraw()

    def action_rub_out(self) -> None:
        if self.intent is not None:
            self.intent.typed = self.intent.typed[:-1]
        self.redraw()

    def action_back(self) -> None:
        self.problem = ""
        if self.hint is not None:
            self.hint = None
        elif self.mode is Mode.WATCH:
            self.stage.skip()
        elif self.intent is not None:
            self.intent.step_back()
        self.redraw()

    def may_call(self) -> bool:
        """Return whether the person who is asked may call muggins instead."""
        intent = self.intent
        return intent is not None and intent.kind != "muggins" and intent.offers("muggins")

    def action_muggins(self) -> None:
        if self.intent is not None and self.may_call():
            self.intent.turn_to("muggins")
            self.active = 0
            self.redraw()

    def action_say_count(self) -> None:
        self._tell(prompts.pile(self.local.speaker(), self._view()))

    def action_say_scores(self) -> None:
        speaker, view = self.local.speaker(), self._view()
        scores = []
        for side in range(view.rules.sides):
            score, left = prompts.score(speaker, side, view.scores[side]), view.needs(side)
            if left > 0:
                needs = prompts.needs(speaker, left)
                score = self.t("{score}, {needs}", score=score, needs=needs)
            scores.append(score)
        self._tell("; ".join(scores) + ".")

    def _tell(self, sentence: str) -> None:
        """Show a message above the buttons until the next key."""
        self.problem = sentence
        self.redraw()

    # Hints

    def may_hint(self) -> bool:
        """Return whether a hint is available now."""
        return self.intent is not None and self.local.may_hint

    def action_hint(self) -> None:
        """Request a hint, or close it."""
        if self.hint is not None:
            self.hint = None
            self.redraw()
            return
        if not self.local.may_hint:
            self._tell(self.t("Hints are for games against the computer."))
            return
        if not self.may_hint():
            return
        self._tell(self.t("One moment: the options are being weighed."))
        self._weigh(keys=True)

    def _weigh(self, *, keys: bool) -> None:
        """Compute a hint in a thread.

        Args:
            keys: whether number keys then choose its options.
        """
        self.hint_keys = keys
        question = self.local.service.question_of(self.local.holder or 0)

        def work() -> None:
            self.post_message(self.Hinted(question, answer_hint(question, self.t)))

        self.run_worker(work, thread=True, exclusive=True, group="hint")

    def on_table_screen_hinted(self, message: Hinted) -> None:
        if message.question.number != self.local.match.number or not self.may_hint():
            return
        self.local.note_help(message.question, message.answer)
        if message.answer.advice is None:
            self._tell(message.answer.say)
            return
        self.hint, self.problem = message.answer, ""
        self.redraw()

    def _advice(self) -> DecisionAdvice | None:
        return None if self.hint is None else self.hint.advice

    def _shown_options(self) -> list[DecisionOption]:
        advice, intent = self._advice(), self.intent
        if advice is None or intent is None or not intent.chooses_cards:
            return []
        return advice.options[:HINTED]

    def _hint_panel(self) -> Panel | None:
        advice = self._advice()
        if advice is None:
            return None
        shown = self._shown_options()
        selected = set(map(str, self.intent.cards)) if self.intent else set()
        chosen = next(
            (at for at, option in enumerate(shown) if set(option.cards) == selected), None
        )
        rows = rows_of(advice, self.t, chosen, HINTED)
        return Panel(
            self.t("A hint"), rows=rows, says=(advice.says,), keys=bool(shown) and self.hint_keys
        )

    def _choose_option(self, at: int) -> None:
        """Select the cards of an option of the hint."""
        options = self._shown_options()
        if 0 <= at < len(options) and self.intent is not None:
            self.intent.cards = list(parse_cards(" ".join(options[at].cards)))
            self.cursor = self._hand().index(self.intent.cards[0])

    def remark_on(self, discarded: Question, since: int) -> None:
        """Compute the value of a discard, and add it to the log."""
        entries = self.local.match.entries[since:]
        discards = [entry.number for entry in entries if isinstance(entry.event, rules.Discarded)]

        def work() -> None:
            answer = answer_hint(discarded, self.t)
            if answer.advice is not None:
                self.post_message(self.Remarked(discards[0], answer.say))

        self.run_worker(work, thread=True, group="remark")

    def on_table_screen_remarked(self, message: Remarked) -> None:
        self.stage.remark(message.number, message.text)
        self.redraw()

    def action_log(self) -> None:
        lines = [line.text for line in self.stage.log]
        self.app.push_screen(Page(self.t, self.t("The log"), lines, end=True))

    def action_fairness(self) -> None:
        from pegout.tui.records import seal_lines

        lines = seal_lines(self.local.match, self.t)
        self.app.push_screen(Page(self.t, self.t("Fair deals"), lines))

    def action_help(self) -> None:
        from pegout.tui.help import help_lines

        self.app.push_screen(Page(self.t, self.t("Help"), help_lines(self.t)))

    def action_rules(self) -> None:
        self.app.action_rules()

    def action_pace(self) -> None:
        paces = list(PACING.paces)
        pace = paces[(paces.index(self.app.settings.pace) + 1) % len(paces)]
        self.app.change(pace=pace)
        self.stage.nudge()
        self.redraw()

    def action_guide(self) -> None:
        """Resume the guide that was left."""
        if self.mode is Mode.WATCH:
            return
        if self.local.resume_guide():
            self._go_on()
        else:
            self._tell(self.t("There is no guide to resume here."))

    def action_undo(self) -> None:
        if self.mode is Mode.WATCH:
            return
        if not self.local.can_undo():
            self._tell(self.t("There is nothing to take back here."))
            return
        self._try(self.local.undo)

    def may_end(self) -> bool:
        """Return whether the holder of the screen may resign or offer to stop."""
        return self.local.holder is not None and not self.local.match.game_over

    def action_end(self) -> None:
        """Ask whether to resign or to stop, and do so; the first answer continues the game."""
        seat, t = self.local.holder, self.t
        if seat is None or not self.may_end():
            return

        def take_answer(at: int | None) -> None:
            if at:
                self._submit(rules.Stop(seat) if at == 1 else rules.Resign(seat))

        options = [(t("Play on"), ""), *ways_to_end(self.local)]
        self.app.push_screen(Ask(t("End this game?"), options), take_answer)

    def _answer_offer(self, seat: int) -> None:
        """Ask another person at this terminal whether they agree to stop."""
        t = self.t

        def take_answer(at: int | None) -> None:
            self._submit(rules.Stop(seat) if at == 1 else rules.GoOn(seat))

        options = [(t("Go on"), ""), (t("Stop"), "")]
        self.app.push_screen(Ask(self.local.offer(seat), options), take_answer)

    def action_leave(self) -> None:
        self.app.leave_table()

    # The mouse

    def on_table_view_hovered(self, message: TableView.Hovered) -> None:
        self.hover = message.card
        self.redraw()

    async def on_table_view_clicked(self, message: TableView.Clicked) -> None:
        target, intent = message.target, self.intent
        self.problem = ""
        if target.name != "button":
            self._hold_deal()
        if target.name == "button":
            buttons = self.scene().buttons
            if target.value < len(buttons):
                self.press(buttons[target.value].name)
            return
        if target.name == "key":
            await self.press_key(target)
            return
        if target.name == "log":
            self.action_log()
        elif target.name == "seal":
            self.action_fairness()
        elif self.mode is Mode.WATCH:
            self.stage.nudge()
        elif target.name == "option":
            self._choose_option(target.value)
        elif target.name == "card" and intent is not None and intent.chooses_cards:
            self._choose(intent, target.value)
        elif target.name == "cut" and intent is not None and intent.cuts:
            if intent.cut_at == target.value:
                self._decide()
                return
            intent.cut_at = target.value
        self.redraw()

"""The screen for playing a match.

The screen shows events step by step at the player's pace, and then asks for the next decision.
Every action goes to the referee, and the screen draws only what the referee logs. The module is
long because Textual requires a method of the screen's class for every key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker

from pegout.cards import Card
from pegout.notation import Help
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    Discarded,
    Go,
    GoOn,
    Muggins,
    Phase,
    Play,
    Resign,
    RulesError,
    SeatView,
    Stop,
    View,
)
from pegout.table.store import StoreError
from pegout.table.thinking_time import Tempo, thinking_time
from pegout.text import Translator, explain, prompts
from pegout.text.pacing import PACING
from pegout.tui.ask import Ask
from pegout.tui.hinting import MOST, TableHint, hint_on, what_it_was_worth
from pegout.tui.host import Host
from pegout.tui.menus import buttons_for, footer_for
from pegout.tui.option_panel import Panel, rows_of
from pegout.tui.pages import Page
from pegout.tui.scene import Finale, Hit, Mode, Scene
from pegout.tui.session import Session, in_order, middle_place
from pegout.tui.stage import Stage
from pegout.tui.tutoring import PATIENCE, TableTutor
from pegout.tui.view import TableView

if TYPE_CHECKING:
    from pegout.review.options import Option

_NUMBERS: Final = (Mode.CLAIM, Mode.MUGGINS, Mode.POINTS)
_CHOOSING: Final = (Mode.DISCARD, Mode.PLAY)
_PLAYING: Final = (Mode.PLAY, Mode.POINTS)
_CUTTING: Final = (Mode.CUT, Mode.CUT_DEAL)


class TableScreen(Screen[None]):
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
    ]

    app: Host

    @dataclass
    class Hinted(Message):
        """A hint, with the number of log entries at its request."""

        number: int
        hint: TableHint

    @dataclass
    class Remarked(Message):
        """A remark for the log about an entry."""

        number: int
        text: str

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.stage = Stage(session, lambda: self.app.settings.pace, self._redraw)
        self.mode = Mode.WATCH
        self.passing: int | None = None
        self.problem = ""
        self.hint: TableHint | None = None
        self.chosen: list[Card] = []
        self.cursor = -1
        self.hover = -1
        self.place = 20
        self.typed = ""
        self.active = 0
        self.finale: Finale | None = None
        self._tempo = Tempo()
        self._tutor = TableTutor(session)
        #: The action that the tutor is evaluating.
        self._doubted: Action | None = None
        self._asked = 0.0

    @property
    def t(self) -> Translator:
        """The translator."""
        return self.session.t

    def compose(self) -> ComposeResult:
        yield TableView(self.app.palette)

    def on_mount(self) -> None:
        seats = self.session.match.setup.seats
        for level in set(self.session.levels.values()):
            work = partial(level.preload, len(seats))
            self.run_worker(work, thread=True, group="preload", exit_on_error=False)
        self.stage.catch_up()
        self._redraw()
        self.query_one(TableView).focus()
        self._go_on()

    # Display of events

    def _go_on(self) -> None:
        # From here on a key skips or nudges, and is not another decision.
        self.mode = Mode.WATCH
        self.hint = None
        self.run_worker(self._run(), exclusive=True, group="table", exit_on_error=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        event.stop()

    async def _run(self) -> None:
        self.problem = ""
        try:
            await self.stage.show_news()
            while (turn := self.session.computer()) is not None:
                seat, player, view = turn
                answer = asyncio.to_thread(player.choose, view)
                action = await self.stage.think(seat, self._thinking_time(seat, view), answer)
                self.session.match.act(seat, action)
                await self.stage.show_news()
        except (RulesError, StoreError) as error:
            self._complain(error)
        self._settle()

    def _thinking_time(self, seat: int, view: View) -> float:
        """Return the apparent thinking time of a seat; 0 if a person here is also to act."""
        if self.session.waiting() is not None:
            return 0.0
        settings = self.app.settings
        return thinking_time(settings.thinking, settings.pace, self._tempo, view, seat)

    # Requests for decisions

    def _settle(self) -> None:
        """Determine what the table waits for."""
        self.stage.settle()
        self.typed = ""
        self.active = 0
        self.chosen = []
        seat = self.session.waiting()
        if self.session.match.game_over:
            self.mode = Mode.OVER
            if self.session.shared:
                self.session.holder = None
            self.finale = self.session.finale()
        elif seat is None:
            self.mode = Mode.WATCH
        elif self.session.must_pass(seat):
            self.session.holder = None
            self.passing = seat
            self.mode = Mode.COVER
        else:
            self._ask(seat)
        self._redraw()
        if (asked := self.session.asked_to_stop()) is not None:
            self._answer_offer(asked)

    def _ask(self, seat: int) -> None:
        self.session.holder = seat
        self.passing = None
        self._asked = monotonic()
        self.mode = self.session.mode(seat)
        view = self._view()
        self._trim()
        if self.mode is Mode.CUT:
            self.place = view.pack_size // 2
        elif self.mode is Mode.CUT_DEAL:
            self.place = middle_place(view)
        elif self.mode is Mode.PLAY:
            playable = view.playable()
            self.cursor = self._hand().index(playable[0])
        elif self.mode is Mode.DISCARD:
            self.cursor = 0

    def _trim(self) -> None:
        """Deselect cards that are no longer in the hand."""
        hand = self._hand()
        self.chosen = [card for card in self.chosen if card in hand]
        self.cursor = min(self.cursor, len(hand) - 1)
        self.hover = -1

    def _view(self) -> View:
        view = self.session.view(self.stage.at)
        ahead = self.session.ahead() if self.mode in (*_PLAYING, Mode.GO) else None
        # The points of an accepted count are shown only once it is accepted.
        return view if ahead is None else replace(ahead, scores=view.scores, rear=view.rear)

    def _hand(self) -> tuple[Card, ...]:
        return in_order(self._view().hand, sort=self.app.settings.sorted)

    def scene(self) -> Scene:
        """Return the current scene."""
        view = self._view()
        match = self.session.match
        scene = Scene(
            setup=match.setup,
            view=view,
            teller=self.session.speaker(),
            mode=self.mode,
            pegs=self.stage.pegs,
            log=tuple(self.stage.log),
            points=match.points,
            game=match.game,
            says=self._says(view),
            problem=self.problem,
            word=self.stage.script.word,
            count=self.stage.script.count if view.phase is not Phase.CUT_FOR_DEAL else None,
            lit=self.stage.script.lit,
            hand=self._hand(),
            chosen=frozenset(self.chosen),
            cursor=self.cursor if self.mode in _CHOOSING else -1,
            hover=self.hover,
            place=self.place,
            typed=self.typed,
            active=self.active,
            finale=self.finale if self.mode is Mode.OVER else None,
            panel=self._hint_panel(),
        )
        return replace(scene, buttons=buttons_for(self, scene), footer=footer_for(self, scene))

    def _says(self, view: View) -> str:
        t = self.t
        if self.mode is Mode.COVER and self.passing is not None:
            return t("Pass the screen to {name}.", name=self.session.names[self.passing])
        if self.mode is Mode.WATCH:
            thinking = self.stage.thinking
            if thinking is None or view.phase not in PACING.deciding:
                return self.stage.sentence
            return t("{name} is thinking.", name=self.session.names[thinking])
        if self.mode is Mode.OVER:
            return ""
        if self.mode is Mode.POINTS:
            return t("How many points does it score?")
        if self.mode is Mode.MUGGINS:
            return t("How many points were missed?")
        says = self.session.asks(self.stage.at)
        if self.mode is Mode.CLAIM and not self.typed:
            how = t("Type the total.")
            says = f"{says} {how}"
        return says

    def _redraw(self) -> None:
        if self.is_mounted:
            self.query_one(TableView).show(self.scene())

    # Actions

    def _submit(self, action: Action) -> None:
        """Submit an action, unless the tutor asks about it first."""
        if self._doubted is not None:
            return
        size = self.app.settings.tutor
        if not self._tutor.is_new(action, size):
            self._do(action)
            return
        self._doubted = action
        self.run_worker(self._ask_tutor(action, size), group="tutor", exit_on_error=True)

    async def _ask_tutor(self, action: Action, size: str) -> None:
        """Ask the tutor, and apply the action if it has no objection, or none in time."""
        number = self.session.match.number
        asked = asyncio.to_thread(self._tutor.doubt, action, size, self.t)
        try:
            async with asyncio.timeout(PATIENCE):
                doubt = await asked
        except TimeoutError:
            doubt = None
        self._doubted = None
        if self.session.match.number != number or not self.is_mounted:
            return
        if doubt is None:
            self._do(action)
            return
        self._tutor.noted(action.seat)
        options = [(self.t("Take back"), ""), (doubt.does, ""), (self.t("Why?"), "")]

        def answered(at: int | None) -> None:
            if at == 1:
                self._do(action)
                return
            self.hint = doubt.why if at == 2 else None
            self.chosen = [] if at != 2 else self.chosen
            self._redraw()

        self.app.push_screen(Ask(doubt.asks, options), answered)

    def _do(self, action: Action) -> None:
        """Apply an action through the referee, and show the reason if it is illegal."""
        before, known = self.session.match.number, self._view()
        try:
            self.session.act(action)
        except (RulesError, StoreError) as error:
            self._complain(error, action)
            self._redraw()
            return
        self._tempo.note(action, monotonic() - self._asked)
        self.chosen = []
        if isinstance(action, Discard) and self.app.settings.tell_discards:
            self.remark_on(action, before, known)
        self._go_on()

    def _complain(self, error: RulesError | StoreError, action: Action | None = None) -> None:
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
        if self.mode in _CHOOSING:
            self.action_choose()

    def press(self, name: str) -> None:
        """Run the command of a button."""
        actions: dict[str, Callable[[], None]] = {
            "ready": self._ready,
            "cut": self._cut,
            "discard": self._discard,
            "play": self._play,
            "go": lambda: self._submit(Go(self._seat())),
            "claim": self._claim,
            "accept": lambda: self._submit(Accept(self._seat())),
            "uncover": self._take_screen,
            "skip_one": self.stage.nudge,
            "next_game": self._next_game,
            "again": lambda: self.app.play_again(self.session.match),
            "review": lambda: self.app.review(self.session.match),
            "verify": lambda: self.app.verify(self.session.match),
            "save": lambda: self.app.save_record(self.session.match),
            "home": self.action_leave,
        }
        actions[name]()

    def _seat(self) -> int:
        return self.session.holder or 0

    def _ready(self) -> None:
        try:
            self.session.ready()
        except (RulesError, StoreError) as error:
            self._complain(error)
            self._redraw()
            return
        self._go_on()

    def _cut(self) -> None:
        if self.mode is Mode.CUT_DEAL:
            self._submit(CutForDeal(self._seat(), self.place))
        else:
            self._submit(Cut(self._seat(), self.place))

    def _discard(self) -> None:
        cards = tuple(card for card in self._hand() if card in self.chosen)
        self._submit(Discard(self._seat(), cards))

    def _play(self) -> None:
        manual = self.session.match.setup.rules.counting == "manual"
        if manual and self.mode is Mode.PLAY:
            self.mode = Mode.POINTS
            self.typed = ""
            self._redraw()
            return
        points = int(self.typed or 0) if manual else None
        self._submit(Play(self._seat(), self.chosen[0], points))

    def _claim(self) -> None:
        if self.mode is Mode.MUGGINS:
            self._submit(Muggins(self._seat(), int(self.typed or 0)))
        else:
            self._submit(Claim(self._seat(), int(self.typed or 0)))

    def _take_screen(self) -> None:
        if self.passing is not None:
            self._ask(self.passing)
            self._redraw()

    def _next_game(self) -> None:
        try:
            self.session.match.next_game()
        except (RulesError, StoreError) as error:
            self._complain(error)
            self._redraw()
            return
        self.stage.catch_up()
        self._go_on()

    # Keys

    def on_key(self, event: events.Key) -> None:
        if not (event.character and event.character.isdecimal()):
            return
        event.stop()
        self.problem = ""
        if self._shown_options():
            self._choose_option(int(event.character) - 1)
        elif self.mode in _NUMBERS:
            self.typed = (self.typed + event.character).lstrip("0")[-2:] or "0"
        elif self.mode in _CHOOSING:
            at = int(event.character) - 1
            if 0 <= at < len(self._hand()):
                self._choose(at)
        self._redraw()

    def _choose(self, at: int) -> None:
        """Select or deselect a card of the hand."""
        card = self._hand()[at]
        self.cursor = at
        if self.mode is Mode.PLAY:
            self._choose_to_play(card)
        elif card in self.chosen:
            self.chosen.remove(card)
        else:
            discards = self.session.match.setup.rules.discard_size
            self.chosen = [*self.chosen, card][-discards:]

    def _choose_to_play(self, card: Card) -> None:
        action = Play(self._seat(), card, None)
        if card not in self._view().playable():
            error = self.session.match.why_not(self._seat(), action)
            if error is not None:
                self._complain(error, action)
            return
        again = self.chosen == [card]
        self.chosen = [card]
        if again or not self.app.settings.confirm:
            self._play()

    def action_choose(self) -> None:
        if self.mode is Mode.WATCH:
            self.stage.nudge()
        elif self.mode in _CHOOSING and self.cursor >= 0:
            self.problem = ""
            self._choose(self.cursor)
            self._redraw()

    def action_move(self, by: int) -> None:
        if self.mode in _CHOOSING:
            self.cursor = (self.cursor + by) % len(self._hand())
        elif self.mode in _CUTTING:
            self._move_place(by)
        else:
            self.action_next_button(by)
        self._redraw()

    def _move_place(self, by: int) -> None:
        view = self._view()
        least, most = (4, view.pack_size - 4) if self.mode is Mode.CUT else (0, 51)
        place = self.place + by
        while self.mode is Mode.CUT_DEAL and place in view.cut_places:
            place += by
        if least <= place <= most:
            self.place = place

    def action_raise(self, up: bool) -> None:
        if self.mode in _CHOOSING and 0 <= self.cursor < len(self._hand()):
            card = self._hand()[self.cursor]
            if (card in self.chosen) != up:
                self._choose(self.cursor)
        elif self.mode in _CUTTING:
            for _ in range(5):
                self._move_place(1 if up else -1)
        elif self.mode in _NUMBERS:
            self.typed = str(max(0, min(99, int(self.typed or 0) + (1 if up else -1))))
        self._redraw()

    def action_next_button(self, by: int = 1) -> None:
        count = len(self.scene().buttons)
        if count:
            self.active = (self.active + by) % count
            self._redraw()

    def action_rub_out(self) -> None:
        self.typed = self.typed[:-1]
        self._redraw()

    def action_back(self) -> None:
        self.problem = ""
        if self.hint is not None:
            self.hint = None
        elif self.mode is Mode.WATCH:
            self.stage.skip()
        elif self.mode is Mode.POINTS:
            self.mode = Mode.PLAY
        elif self.mode is Mode.MUGGINS:
            self.mode = self.session.mode(self._seat())
        elif self.mode is Mode.DISCARD:
            self.chosen = []
        self._redraw()

    def action_muggins(self) -> None:
        if self.mode in (*_PLAYING, Mode.GO, Mode.ANSWER) and self.session.may_call():
            self.mode, self.typed, self.chosen = Mode.MUGGINS, "", []
            self.active = 0
            self._redraw()

    def action_say_count(self) -> None:
        self._tell(prompts.pile(self.session.speaker(), self._view()))

    def action_say_scores(self) -> None:
        speaker, view = self.session.speaker(), self._view()
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
        self._redraw()

    # Hints

    def may_hint(self) -> bool:
        """Return whether a hint is available now."""
        waits = self.mode not in (Mode.WATCH, Mode.COVER, Mode.OVER)
        return waits and self.session.may_hint

    def action_hint(self) -> None:
        """Request a hint, or close it."""
        if self.hint is not None:
            self.hint = None
            self._redraw()
            return
        if not self.session.may_hint:
            self._tell(self.t("Hints are for games against the computer."))
            return
        if not self.may_hint():
            return
        match, seat = self.session.match, self._seat()
        view, ahead = match.view(seat), self.session.ahead()
        number = match.number
        self._tell(self.t("One moment: the options are being weighed."))

        def work() -> None:
            self.post_message(self.Hinted(number, hint_on(view, ahead, self.t)))

        self.run_worker(work, thread=True, exclusive=True, group="hint")

    def on_table_screen_hinted(self, message: Hinted) -> None:
        if message.number != self.session.match.number or not self.may_hint():
            return
        if message.hint.options is None:
            self._note_hint()
            self._tell(message.hint.says)
            return
        self.hint, self.problem = message.hint, ""
        self._note_hint()
        self._redraw()

    def _note_hint(self) -> None:
        match = self.session.match
        match.note_help(self._seat(), Help.HINT, match.number)

    def _shown_options(self) -> tuple[Option, ...]:
        if self.hint is None or self.hint.options is None or self.mode not in _CHOOSING:
            return ()
        return self.hint.options.options[:MOST]

    def _hint_panel(self) -> Panel | None:
        if self.hint is None or self.hint.options is None:
            return None
        shown = self._shown_options()
        chosen = next((one for one in shown if set(one.cards) == set(self.chosen)), None)
        rows = rows_of(self.hint.options, self.t, chosen, MOST)
        return Panel(self.t("A hint"), rows=rows, says=(self.hint.says,), keys=bool(shown))

    def _choose_option(self, at: int) -> None:
        """Select the cards of an option of the hint."""
        options = self._shown_options()
        if 0 <= at < len(options):
            self.chosen = list(options[at].cards)
            self.cursor = self._hand().index(self.chosen[0])

    def remark_on(self, action: Discard, since: int, known: View) -> None:
        """Compute the value of a discard, and add it to the log."""
        if not (self.session.may_hint and isinstance(known, SeatView)):
            return
        entries = self.session.match.entries[since:]
        discards = [one.number for one in entries if isinstance(one.event, Discarded)]

        def work() -> None:
            said = what_it_was_worth(known, action.cards, self.t)
            if said:
                self.post_message(self.Remarked(discards[0], said))

        self.run_worker(work, thread=True, group="remark")

    def on_table_screen_remarked(self, message: Remarked) -> None:
        self.stage.remark(message.number, message.text)
        self._redraw()

    def action_log(self) -> None:
        lines = [line.text for line in self.stage.log]
        self.app.push_screen(Page(self.t, self.t("The log"), lines, end=True))

    def action_fairness(self) -> None:
        from pegout.tui.records import seal_lines

        lines = seal_lines(self.session.match, self.t)
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
        self._redraw()

    def action_undo(self) -> None:
        if self.mode is Mode.WATCH or not self.session.can_undo():
            if self.mode is not Mode.WATCH:
                self._tell(self.t("There is nothing to take back here."))
            return
        try:
            self.session.undo()
        except (RulesError, StoreError) as error:
            self._complain(error)
            self._redraw()
            return
        self._go_on()

    def may_end(self) -> bool:
        """Return whether the holder of the screen may resign or offer to stop."""
        return self.session.holder is not None and not self.session.match.game_over

    def action_end(self) -> None:
        """Ask whether to resign or to stop, and do so; the first answer continues the game."""
        seat, t = self.session.holder, self.t
        if seat is None or not self.may_end():
            return
        (stops, stop), (resigns, resign) = (self.session.ending(stop=one) for one in (True, False))

        def answered(at: int | None) -> None:
            if at:
                self._submit(Stop(seat) if at == 1 else Resign(seat))

        options = [(t("Play on"), ""), (stop, stops), (resign, resigns)]
        self.app.push_screen(Ask(t("End this game?"), options), answered)

    def _answer_offer(self, seat: int) -> None:
        """Ask another person at this terminal whether they agree to stop."""
        t = self.t

        def answered(at: int | None) -> None:
            self._submit(Stop(seat) if at == 1 else GoOn(seat))

        options = [(t("Go on"), ""), (t("Stop"), "")]
        self.app.push_screen(Ask(self.session.offer(seat), options), answered)

    def action_leave(self) -> None:
        self.app.leave_table()

    # The mouse

    def on_table_view_hovered(self, message: TableView.Hovered) -> None:
        self.hover = message.card
        self._redraw()

    def on_table_view_touched(self, message: TableView.Touched) -> None:
        hit = message.hit
        self.problem = ""
        if hit.name == "button":
            buttons = self.scene().buttons
            if hit.value < len(buttons):
                self.press(buttons[hit.value].name)
            return
        if hit.name == "key":
            self._press_key(hit)
            return
        if hit.name == "log":
            self.action_log()
        elif hit.name == "seal":
            self.action_fairness()
        elif self.mode is Mode.WATCH:
            self.stage.nudge()
        elif hit.name == "option":
            self._choose_option(hit.value)
        elif hit.name == "card" and self.mode in _CHOOSING:
            self._choose(hit.value)
        elif hit.name == "place" and self.mode in _CUTTING:
            if self.place == hit.value:
                self._cut()
                return
            self.place = hit.value
        self._redraw()

    def _press_key(self, hit: Hit) -> None:
        """Run the command of a key in the footer."""
        actions: dict[str, Callable[[], None]] = {
            "Esc": self.action_back,
            "H": self.action_hint,
            "L": self.action_log,
            "S": self.action_say_scores,
            "C": self.action_say_count,
            "M": self.action_muggins,
            "U": self.action_undo,
            "P": self.action_pace,
            "R": self.action_rules,
            "F": self.action_fairness,
            "E": self.action_end,
            "?": self.action_help,
            "Q": self.action_leave,
        }
        footer = self.scene().footer
        if hit.value < len(footer):
            actions[footer[hit.value][0]]()

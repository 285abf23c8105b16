"""The pages of drills: the cards of the table, one answer by the keys, and the next by Enter."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from typing import Final

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Button, Input, Static
from textual.worker import get_current_worker

from pegout.cards import Card, format_cards
from pegout.school.errors import SchoolError
from pegout.school.play_drill import play_out
from pegout.school.questions import FILTER_WORDS, ROUNDS, SCORED, DrillQuestion
from pegout.school.told import (
    cards_of,
    choosable,
    situation,
    task,
    told_reply,
    told_time,
    verdict,
    working,
)
from pegout.text.drill_sentences import (
    drill_help,
    drill_name,
    due_sentence,
    problem_words,
    round_summary,
)
from pegout.text.names import shorts
from pegout.text.squares_sentences import squares_help, squares_name
from pegout.tui.canvas import Canvas, paint
from pegout.tui.cards import LARGE, Look, draw_card
from pegout.tui.drill_session import DrillSession
from pegout.tui.host import HostScreen
from pegout.tui.progress_file import progress_path
from pegout.tui.squares_page import SquaresScreen
from pegout.tui.squares_session import SquaresSession
from pegout.tui.themes import Palette

#: The space between two cards, and before the starter.
_GAP: Final = 1
_BEFORE_STARTER: Final = 4
#: The number of cards to choose; in a count any number, which score together.
_CHOSEN: Final = {"counting": 13, "discards": 2, "play": 1}
#: The keys of the cards of a count, where a number types the total.
_LETTERS: Final = "abcdefghijklm"


class CardRow(Widget):
    """A row of cards with their numbers; those chosen are raised."""

    DEFAULT_CSS = "CardRow { height: 7; width: 100%; }"

    def __init__(self, palette: Palette, choose: Callable[[int], None]) -> None:
        super().__init__()
        self._palette = palette
        self._choose = choose
        self.cards: tuple[Card, ...] = ()
        self.chosen: frozenset[int] = frozenset()
        self.playable: frozenset[Card] = frozenset()
        self.starter = False
        self.labels = ""

    def _left(self, at: int) -> int:
        """Return the column of a card."""
        gap = _BEFORE_STARTER if self.starter else 0
        width = len(self.cards) * (LARGE.width + _GAP) - _GAP + gap
        begin = max(0, (self.size.width - width) // 2)
        last = at == len(self.cards) - 1
        return begin + at * (LARGE.width + _GAP) + (gap if last else 0)

    def render_line(self, y: int) -> Strip:
        palette, size = self._palette, self.size
        canvas = Canvas(size.width, size.height, paint(palette.ink, palette.felt))
        for at, card in enumerate(self.cards):
            chosen = at in self.chosen
            playable = Look.PLAYABLE if card in self.playable else Look.MUTED
            look = Look.CHOSEN if chosen else playable
            draw_card(canvas, self._left(at), 0 if chosen else 1, card, palette, look=look)
            if at < len(self.labels):
                style = paint(palette.quiet, palette.felt)
                canvas.centre(6, self.labels[at], style, x=self._left(at), w=LARGE.width)
        return canvas.strips()[y]

    def on_click(self, event: events.Click) -> None:
        for at in range(len(self.cards)):
            if 0 <= event.x - self._left(at) < LARGE.width:
                self._choose(at)


class LearnScreen(HostScreen):
    """The screen from which drills start."""

    BINDINGS = [
        Binding("escape,q", "dismiss", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        *[Binding(str(at), f"open({at - 1})", show=False) for at in range(1, len(ROUNDS) + 1)],
        Binding(str(len(ROUNDS) + 1), "squares", show=False),
    ]

    def compose(self) -> ComposeResult:
        t = self.t
        yield Static(Text(t("Learn")), classes="page-title")
        with Vertical(id="drills"):
            for at, drill in enumerate(ROUNDS, 1):
                yield Button(Text(f"{at}  {drill_name(drill, t)}"), id=f"drill-{drill}")
                yield Static(Text(drill_help(drill, t)), classes="learn-help")
            yield Button(Text(f"{len(ROUNDS) + 1}  {squares_name(t)}"), id="drill-squares")
            yield Static(Text(squares_help(t)), classes="learn-help")
        yield Static(Text(t("Enter or a number opens · Esc goes back")), classes="page-foot")

    def on_mount(self) -> None:
        self.query_one(f"#drill-{ROUNDS[0]}").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        names = [f"drill-{drill}" for drill in ROUNDS]
        if event.button.id in names:
            self.action_open(names.index(event.button.id))
        else:
            self.action_squares()

    def action_open(self, at: int) -> None:
        """Open a drill, or say why the progress cannot be read."""
        self._push(
            lambda: DrillScreen(DrillSession(ROUNDS[at], "", progress_path(), self.app.sources))
        )

    def action_squares(self) -> None:
        """Open cribbage squares, or say why the progress cannot be read."""
        today = date.fromisoformat(self.app.sources.today())
        self._push(lambda: SquaresScreen(SquaresSession(progress_path(), today)))

    def _push(self, make: Callable[[], HostScreen]) -> None:
        try:
            screen = make()
        except SchoolError as error:
            self.app.tell(problem_words(error.code, self.t))
        except OSError as error:
            self.app.tell(error.strerror or str(error))
        else:
            self.app.push_screen(screen)


class DrillScreen(HostScreen):
    """The screen of a drill."""

    # The field of the filter has the focus only while it is shown.
    AUTO_FOCUS = ""
    BINDINGS = [
        Binding("escape,q", "close", show=False),
        Binding("enter", "go_on", show=False),
        Binding("slash", "filter", show=False),
        Binding("space", "combine", show=False),
        Binding("backspace", "delete", show=False),
        Binding("t", "time", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        *[Binding(str(digit), f"digit({digit})", show=False) for digit in range(10)],
        *[Binding(key, f"card({at})", show=False) for at, key in enumerate(_LETTERS)],
    ]

    def __init__(self, session: DrillSession) -> None:
        super().__init__()
        self.session = session
        self.question: DrillQuestion | None = None
        self.typed = ""
        #: The combinations of a count that were marked.
        self.found: list[tuple[Card, ...]] = []
        self.answered = False
        self._following: DrillQuestion | None = None
        self._ended = False
        #: Why there is no next question.
        self._problem = ""
        self._timed = False
        self._begun = 0.0

    @property
    def counts(self) -> bool:
        """Whether the question is a count."""
        return self.question is not None and self.question.drill == "counting"

    @property
    def row(self) -> CardRow:
        """The cards."""
        return self.query_one(CardRow)

    def compose(self) -> ComposeResult:
        t = self.t
        yield Static(Text(self._title()), classes="page-title")
        with VerticalScroll(classes="page", can_focus=False):
            yield Input(placeholder=self._filters(), id="drill-filter", compact=True)
            yield Static(Text(due_sentence(self.session.due, t)), id="drill-situation")
            yield CardRow(self.app.palette, self._toggle)
            yield Static(Text(t("Working it out …")), id="drill-task")
            yield Static(Text(), id="drill-answer")
        yield Static(Text(self._keys()), classes="page-foot")

    def on_mount(self) -> None:
        self._draw()

    def _title(self) -> str:
        """Name the drill, and say which questions are asked and by which key that is changed."""
        t = self.t
        name, wanted = drill_name(self.session.drill, t), self.session.wanted
        asked = wanted or t("filters")
        return f"{name} · / {asked}" if self._filters() else name

    def _filters(self) -> str:
        """Return the words that a filter may have; none where nothing new is asked."""
        drill = self.session.drill
        words = [word for group in FILTER_WORDS[drill] for word in group]
        return " ".join([*words, *["84-90"] * (drill in SCORED)])

    def _keys(self) -> str:
        t = self.t
        if self.answered:
            return t("Enter next · T clock · Esc goes back")
        if self.counts:
            return t("Total, or letters then Space · Enter answers · T clock · Esc goes back")
        return t("Numbers choose · Enter answers · T clock · Esc goes back")

    @work(thread=True, exclusive=True)
    def _draw(self) -> None:
        """Draw the next question in a thread, because valuing it takes a moment."""
        worker = get_current_worker()
        try:
            question = self.session.next()
        except SchoolError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._failed, problem_words(error.code, self.t))
            return
        # By another filter another question is drawn.
        if not worker.is_cancelled:
            self.app.call_from_thread(self._drawn, question)

    def _failed(self, problem: str) -> None:
        """Say why there is no next question, once the last has been read."""
        self._problem = problem
        if not self.answered:
            self._say(problem)

    def _drawn(self, question: DrillQuestion | None) -> None:
        """Keep the next question until the last has been read."""
        self._following, self._ended, self._problem = question, question is None, ""
        if not self.answered:
            self._ask()

    def _ask(self) -> None:
        """Ask the next question, once it has been drawn."""
        self.question, self.answered, self.typed, self.found = None, False, "", []
        self.query_one("#drill-answer", Static).update("")
        if self._following is None:
            none = due_sentence(0, self.t)
            self._say(none if self._ended else self._problem or self.t("Working it out …"))
            return
        question, self._following = self._following, None
        self.question = question
        row = self.row
        row.cards, row.chosen = cards_of(question), frozenset()
        row.playable = choosable(question)
        row.starter = "|" in question.text and self.counts
        row.labels = _LETTERS if self.counts else "123456"
        self.query_one("#drill-situation", Static).update(
            Text("\n".join(situation(question, self.t)))
        )
        self._begun = time.monotonic()
        self._refresh()

    def _refresh(self) -> None:
        if self.question is not None:
            said = self.typed or " · ".join([shorts(cards) for cards in self.found])
            self._say(f"{task(self.question, self.t)}  {said}".rstrip())
        self.query_one(".page-foot", Static).update(Text(self._keys()))
        self.row.refresh()

    def _say(self, sentence: str) -> None:
        self.query_one("#drill-task", Static).update(Text(sentence))

    # Keys

    def action_digit(self, digit: int) -> None:
        """Type a digit of a total, or choose a card by its number."""
        if self.question is None or self.answered:
            return
        if self.counts:
            self.typed, self.found = (self.typed + str(digit))[-2:], []
            self._refresh()
        else:
            self._toggle(digit - 1)

    def action_card(self, at: int) -> None:
        """Mark a card of a count by its letter."""
        if self.counts:
            self._toggle(at)

    def action_combine(self) -> None:
        """Say of the marked cards of a count that they score together; else go on."""
        if not self.counts or self.answered:
            self.action_go_on()
            return
        row = self.row
        if row.chosen:
            self.found.append(tuple([row.cards[at] for at in sorted(row.chosen)]))
            row.chosen, self.typed = frozenset(), ""
            self._refresh()

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_delete(self) -> None:
        """Take back what was done last: a mark, a combination or a digit."""
        if self.answered:
            return
        if self.row.chosen:
            self.row.chosen = frozenset()
        elif self.found:
            self.found.pop()
        else:
            self.typed = self.typed[:-1]
        self._refresh()

    def action_filter(self) -> None:
        """Show the field in which the filter is typed."""
        if self._filters():
            field = self.query_one("#drill-filter", Input)
            field.value, field.display = self.session.wanted, True
            self.call_after_refresh(field.focus)

    def action_close(self) -> None:
        """Put the field of the filter away; else leave the drill."""
        field = self.query_one("#drill-filter", Input)
        if field.display:
            field.display = False
            self.set_focus(None)
        else:
            self.dismiss()

    @on(Input.Submitted, "#drill-filter")
    def _refilter(self, event: Input.Submitted) -> None:
        """Ask questions that fit the filter; one that comes back stays."""
        try:
            self.session.refilter(" ".join(event.value.split()))
        except SchoolError as error:
            self.app.tell(problem_words(error.code, self.t))
            return
        self.action_close()
        self.query_one(".page-title", Static).update(Text(self._title()))
        self._following = None
        if not self.answered:
            self.question = None
            self._say(self.t("Working it out …"))
        self._draw()

    def action_time(self) -> None:
        """Measure times, or stop measuring."""
        self._timed = not self._timed
        t = self.t
        self.app.tell(t("Your time is measured.") if self._timed else t("Take your time."))

    def _toggle(self, at: int) -> None:
        """Choose a card, or put it back; one card more replaces the first chosen."""
        row = self.row
        if self.question is None or self.answered or at not in range(len(row.cards)):
            return
        number = _CHOSEN[self.question.drill]
        if at in row.chosen:
            row.chosen -= {at}
        elif len(row.chosen) < number:
            row.chosen |= {at}
        elif number == 1:
            row.chosen = frozenset({at})
        self._refresh()

    def action_go_on(self) -> None:
        """Answer the question, or ask the next."""
        if self.answered:
            self._ask()
        elif self.question is not None and (answer := self._answer(self.question)):
            self._judge(self.question, answer)

    def _answer(self, question: DrillQuestion) -> str:
        """Return the answer, which is empty as long as something is missing."""
        row = self.row
        if question.drill == "counting":
            self.action_combine()
            return ", ".join(map(format_cards, self.found)) or self.typed
        chosen = [row.cards[at] for at in sorted(row.chosen)]
        return format_cards(chosen) if len(chosen) == _CHOSEN[question.drill] else ""

    def _judge(self, question: DrillQuestion, answer: str) -> None:
        t = self.t
        seconds = round(time.monotonic() - self._begun, 1) if self._timed else 0.0
        try:
            judged = self.session.answer(question, answer, seconds)
        except SchoolError as error:
            # A card that cannot be played at this count.
            self._say(problem_words(error.code, t))
            return
        self.answered = True
        session = self.session
        lines = [*verdict(question, judged, t), "", *working(question, judged, t), ""]
        if time_said := told_time(question, judged, seconds, session.progress, t):
            lines.append(time_said)
        if question.drill == "play":
            reply = play_out(question.text, answer, session.chance_of_reply())
            lines += [*told_reply(reply, t), ""]
        lines += round_summary(session.answers, session.right, session.seconds, t)
        if session.problem:
            lines.append(t("Your progress is not kept: {why}.", why=session.problem))
        self.query_one("#drill-answer", Static).update(Text("\n".join(lines)))
        self._refresh()
        self._draw()

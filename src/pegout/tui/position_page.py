"""The page of a position: a form for what a seat sees, or a link, and what each option is worth."""

from __future__ import annotations

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Select, Static
from textual.worker import get_current_worker

from pegout.rules import Rules
from pegout.text.position_answer import answer_lines
from pegout.tui.chips import last_options
from pegout.tui.host import HostScreen
from pegout.tui.typed_answer import FIELDS, typed_answer
from pegout.wire.http import PlayPosition, PositionAnalysed

#: The width of the answer.
_WIDTH = 76


class PositionScreen(HostScreen):
    """The screen on which a player asks what to do in a position, and plays on from it.

    Args:
        position: a position to ask about at once; an empty form unless given.
    """

    BINDINGS = [
        Binding("escape", "dismiss", show=False),
        Binding("ctrl+s", "play_on", show=False),
        Binding("ctrl+l", "clear", show=False),
    ]

    def __init__(self, position: str = "") -> None:
        super().__init__()
        self._position = position
        self._found: PositionAnalysed | None = None

    def compose(self) -> ComposeResult:
        t = self.t
        yield Static(Text(t("What do I play?")), classes="page-title")
        with VerticalScroll(classes="page"):
            yield self._line("hand", t("The cards dealt to you"), "5H 5S 6D 7C JD KS")
            yield Horizontal(
                Static(Text(t("Who deals")), classes="label"),
                Select(self._dealers(), value=0, allow_blank=False, id="dealer", compact=True),
                classes="line",
            )
            yield self._line("scores", t("Score, yours first"), "84-90")
            yield self._line("discards", t("What you have discarded"), "JD KS")
            yield self._line("starter", t("Starter"), "2C")
            yield self._line("played", t("Cards played, with “go”"), "8D 7C 9S")
            yield self._line("link", t("Or a position or a link"), "1~standard~…")
            yield Static(Text(), id="answer")
        keys = t("Enter asks · Ctrl+S plays on · Ctrl+L clears · Esc goes back")
        yield Static(Text(keys), classes="page-foot")

    def _line(self, name: str, label: str, example: str) -> Horizontal:
        field = Input("", placeholder=example, id=name, compact=True)
        return Horizontal(Static(Text(label), classes="label"), field, classes="line")

    def _dealers(self) -> list[tuple[str, int]]:
        t, players = self.t, self._rules().players
        others = [t("Seat {number}", number=seat + 1) for seat in range(1, players)]
        return [
            (name, seat)
            for seat, name in enumerate(
                [t("You"), *(others if players > 2 else [t("Your opponent")])]
            )
        ]

    def _rules(self) -> Rules:
        return last_options(self.app.settings, self.t).rules()

    def on_mount(self) -> None:
        self.query_one("#hand").focus()
        if self._position:
            self.query_one("#link", Input).value = self._position
            self._ask()

    def action_clear(self) -> None:
        """Empty all fields."""
        for name in FIELDS:
            self.query_one(f"#{name}", Input).value = ""
        self._found = None
        self._say([])
        self.query_one("#hand").focus()

    @on(Input.Submitted)
    def _ask(self) -> None:
        fields = {name: self.query_one(f"#{name}", Input).value for name in FIELDS}
        dealer = self.query_one("#dealer", Select).value
        self._say([self.t("Working it out …")])
        self._value(fields, dealer if isinstance(dealer, int) else 0)

    @work(thread=True, exclusive=True)
    def _value(self, fields: dict[str, str], dealer: int) -> None:
        """Value the options in a thread, because that can take half a second."""
        from pegout.table.analyses import AnalysisRefused

        worker = get_current_worker()
        try:
            found, warnings = typed_answer(fields, dealer, self._rules(), self.t)
            lines = [*answer_lines(found, self.t, _WIDTH), *warnings]
        except AnalysisRefused as error:
            found, lines = None, [str(error)]
        if not worker.is_cancelled:
            self.app.call_from_thread(self._answer, found, lines)

    def _answer(self, found: PositionAnalysed | None, lines: list[str]) -> None:
        # Before the player's turn there is nothing to play on from.
        self._found = found if found is not None and found.position else None
        self._say(lines)
        self.query_one("#answer").scroll_visible(animate=False, top=True)

    def _say(self, lines: list[str]) -> None:
        self.query_one("#answer", Static).update(Text("\n".join(lines)))

    def action_play_on(self) -> None:
        """Play on from the position that was valued last."""
        if self._found is None:
            self._say([self.t("Ask about a position first.")])
            return
        level = last_options(self.app.settings, self.t).level
        self.app.begin_with(PlayPosition(self._found.position, level, self.app.settings.name))

"""The page of cribbage squares: the square with its points, and beside it what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from pegout.school.errors import SchoolError
from pegout.school.squares import SIDE, Squares, best_squares
from pegout.school.squares_messages import told_line, told_squares
from pegout.text.drill_sentences import problem_words
from pegout.text.squares_sentences import (
    best_squares_sentence,
    kept_squares_sentence,
    squares_name,
)
from pegout.tui.canvas import Canvas, paint
from pegout.tui.cards import LARGE, SMALL, Look, Size, draw_card, draw_slot
from pegout.tui.host import HostScreen
from pegout.tui.progress_file import progress_path
from pegout.tui.squares_session import SquaresSession
from pegout.tui.themes import Palette

_GAP: Final = 1
#: The columns of the points at the end of a row.
_POINTS: Final = 4
#: The numbers of deals other than that of today are below this.
_DEALS: Final = 10**15


class SquareView(Widget):
    """The square; the cell that the keys have reached shows the next card."""

    DEFAULT_CSS = f"SquareView {{ height: 100%; width: {SIDE * (LARGE.width + _GAP) + _POINTS}; }}"

    def __init__(self, game: Squares, palette: Palette, press: Callable[[int], None]) -> None:
        super().__init__()
        self.game, self._palette, self._press = game, palette, press
        self.at: int | None = 0

    @property
    def _card(self) -> Size:
        """The size of a card: the square and a line of points have to fit."""
        return LARGE if self.size.height > SIDE * LARGE.height else SMALL

    def render_line(self, y: int) -> Strip:
        size, palette, card = self.size, self._palette, self._card
        canvas = Canvas(size.width, size.height, paint(palette.ink, palette.felt))
        step = card.width + _GAP
        for cell in range(SIDE * SIDE):
            self._draw_cell(canvas, cell, step * (cell % SIDE), card.height * (cell // SIDE))
        figures = paint(palette.ink, palette.felt, bold=True)
        middle = card.height // 2
        for line, points in enumerate(self.game.points):
            row, column = divmod(line, SIDE)
            if not row:
                at = card.height * column + middle
                canvas.put(SIDE * step, at, f"{points:>3}", figures)
            else:
                canvas.centre(
                    SIDE * card.height, str(points), figures, x=step * column, w=card.width
                )
        total = paint(palette.brass, palette.felt, bold=True)
        canvas.put(SIDE * step, SIDE * card.height, f"{self.game.total:>3}", total)
        return canvas.strips()[y]

    def _draw_cell(self, canvas: Canvas, cell: int, x: int, y: int) -> None:
        placed, size = self.game.grid[cell], self._card
        here = cell == self.at
        card = self.game.next_card if placed is None and here else placed
        if card is None:
            draw_slot(canvas, x, y, self._palette, size)
            return
        free = Look.CHOSEN if placed is None else Look.LIT
        look = free if here else Look.PLAYABLE
        draw_card(canvas, x, y, card, self._palette, size=size, look=look)

    def on_click(self, event: events.Click) -> None:
        row, column = event.y // self._card.height, event.x // (self._card.width + _GAP)
        if row < SIDE and column < SIDE:
            self._press(SIDE * row + column)


class SquaresScreen(HostScreen):
    """The screen of cribbage squares."""

    BINDINGS = [
        Binding("escape,q", "dismiss", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("enter,space", "place", show=False),
        Binding("b", "best", show=False),
        Binding("t", "today", show=False),
        Binding("n", "other", show=False),
    ]
    DEFAULT_CSS = """
    #squares { height: 1fr; padding: 1 2; }
    #squares-words { width: 1fr; height: 100%; padding: 0 0 0 3; }
    #squares-words > Static { width: 100%; }
    """

    def __init__(self, session: SquaresSession) -> None:
        super().__init__()
        self.session = session
        self.best: Squares | None = None
        self.shows_best = False

    @property
    def view(self) -> SquareView:
        """The square."""
        return self.query_one(SquareView)

    def compose(self) -> ComposeResult:
        yield Static(Text(squares_name(self.t)), classes="page-title")
        with Horizontal(id="squares"):
            yield SquareView(self.session.game, self.app.palette, self._press)
            with VerticalScroll(id="squares-words", can_focus=False):
                yield Static(id="squares-says")
        yield Static(Text(self._keys()), classes="page-foot")

    def on_mount(self) -> None:
        self._refresh()

    def _keys(self) -> str:
        t = self.t
        if not self.session.game.over:
            return t("Arrows move · Enter puts the card there · Esc goes back")
        return t("B best · T today’s cards again · N other cards · Esc goes back")

    def _refresh(self) -> None:
        game = self.best if self.shows_best and self.best is not None else self.session.game
        self.view.game = game
        self.view.refresh()
        self.query_one("#squares-says", Static).update(Text("\n".join(self._words(game))))
        self.query_one(".page-foot", Static).update(Text(self._keys()))

    def _words(self, game: Squares) -> list[str]:
        """Say what is asked, or the result with the count of each line."""
        t, session = self.t, self.session
        lines = [] if self.shows_best else told_squares(game, t)
        if not game.over:
            return lines
        if self.best is None:
            lines.append(t("Working it out …"))
        else:
            lines.append(best_squares_sentence(self.best.total, t))
        if session.best_today is not None:
            lines.append(kept_squares_sentence(session.best_today, t))
        if session.problem:
            lines.append(t("Your progress is not kept: {why}.", why=session.problem))
        return [*lines, "", *[told_line(game, line, t) for line in range(2 * SIDE)]]

    # Keys

    def action_move(self, down: int, right: int) -> None:
        """Move within the square."""
        row, column = divmod(self.view.at or 0, SIDE)
        row, column = (row + down) % SIDE, (column + right) % SIDE
        self.view.at = SIDE * row + column
        self.view.refresh()

    def _press(self, cell: int) -> None:
        """Go to a cell, or put the card into it where the keys are there already."""
        if cell == self.view.at:
            self.action_place()
        else:
            self.view.at = cell
            self.view.refresh()

    def action_place(self) -> None:
        """Put the card into the cell."""
        before = self.session.game
        if before.over:
            return
        try:
            self.session.place(self.view.at or 0)
        except SchoolError as error:
            self.app.tell(problem_words(error.code, self.t))
            return
        if self.session.game.over:
            self.view.at = None
            self._find_best(self.session.game)
        self._refresh()

    def action_best(self) -> None:
        """Show the best square, or one's own again."""
        if self.best is not None:
            self.shows_best = not self.shows_best
            self._refresh()

    def action_today(self) -> None:
        """Play the cards of today again."""
        self._begin("")

    def action_other(self) -> None:
        """Play other cards."""
        self._begin(str(self.app.sources.chance.randrange(_DEALS)))

    def _begin(self, deal: str) -> None:
        """Begin another game once this one is over."""
        if self.session.game.over:
            self.session = SquaresSession(progress_path(), self.session.today, deal)
            self.best, self.shows_best, self.view.at = None, False, 0
            self._refresh()

    @work(thread=True)
    def _find_best(self, game: Squares) -> None:
        best = best_squares(game.deal)
        self.app.call_from_thread(self._show_best, game, best)

    def _show_best(self, game: Squares, best: Squares) -> None:
        """Show the best result, unless another game has begun."""
        if self.session.game is game:
            self.best = best
            self._refresh()

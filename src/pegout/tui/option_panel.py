"""The panel about a decision beside the cards: its options with bars and numbers, and a sentence.

Hints and reviews draw the same panel. Signs repeat what colours show: a triangle marks the chosen
option, and options as good as the best are called a tie.

>>> from pegout.text import language
>>> from pegout.wire.decision_values import DecisionAdvice, DecisionOption
>>> best = DecisionOption([], 12.4, 3.1, 0.4, 15.9, 0.56, None, False, None, "6♦ 7♣")
>>> other = DecisionOption([], 11.1, 3.7, 0.4, 15.2, 0.55, None, False, None, "7♣ K♥")
>>> advice = DecisionAdvice("discard", False, [best, other], None, None, None, "")
>>> rows = rows_of(advice, language("en"), chosen=1)
>>> [(row.rank, row.cards, row.figure, row.chosen) for row in rows]
[(1, '6♦ 7♣', '+15.9', False), (2, '7♣ K♥', '+15.2', True)]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.style import Style

from pegout.text import Translator
from pegout.text.reasons import cost_words, figure, option_parts, percent
from pegout.tui.areas import Area
from pegout.tui.canvas import Canvas, fit, paint, wrap
from pegout.tui.themes import Palette
from pegout.wire.decision_values import DecisionAdvice, DecisionOption
from pegout.wire.http import GameDecision

#: A decision with the values of its options: one that is still to be made, or one of a review.
ValuedOptions: TypeAlias = DecisionAdvice | GameDecision

#: The number of options shown, and of those that a hint shows.
_SHOWN: Final = 4
HINTED: Final = 3
#: The smallest scale of the bars, in points and in win probability.
_POINTS, _CHANCE = 3.0, 0.06
#: The length of the bar with the largest difference.
_SHORTEST: Final = 0.1


class Row(NamedTuple):
    """An option.

    Attributes:
        rank: its rank among all options, from 1 on.
        bar: the length of its bar, from 0 to 1.
        figure: its value, of which ``parts`` are the parts.
        tie: the word for a tie, if it is tied with a different best option or shows its value.
    """

    rank: int
    cards: str
    bar: float
    figure: str
    parts: str
    tie: str
    chosen: bool


@dataclass(frozen=True)
class Panel:
    """The contents of the panel, which replaces the log.

    Attributes:
        title: the subject.
        verdict: a word of judgement, at the other end of the line.
        wrong: whether the verdict is a mistake.
        rows: the options shown, the best first.
        says: the sentences below the options.
        sums: lines of a word and a number below the sentences.
        share: the progress of a computation, from 0 to 1; 1 means that none is running.
        keys: whether number keys choose options.
    """

    title: str
    verdict: str = ""
    wrong: bool = False
    rows: tuple[Row, ...] = ()
    says: tuple[str, ...] = ()
    sums: tuple[tuple[str, str], ...] = ()
    share: float = 1.0
    keys: bool = False


def rows_of(
    decision: ValuedOptions, t: Translator, chosen: int | None = None, limit: int = _SHOWN
) -> tuple[Row, ...]:
    """Return the options to show: the best ones, and the chosen one by its index."""
    shown = list(range(min(limit, len(decision.options))))
    if chosen is not None and chosen not in shown:
        shown[-1] = chosen
    losses = [_behind(decision, decision.options[at]) for at in shown]
    figures = [_figure(decision, decision.options[at], t) for at in shown]
    span = max(_CHANCE if decision.by_chance else _POINTS, *losses)
    return tuple(
        [
            Row(
                at + 1,
                option.words,
                1 - (1 - _SHORTEST) * max(0.0, loss) / span,
                value,
                _parts(option, decision, t),
                # Two options that show the same number look tied.
                t("tie") if at and (option.tied or value == figures[0]) else "",
                at == chosen,
            )
            for at, loss, value in zip(shown, losses, figures, strict=True)
            for option in [decision.options[at]]
        ]
    )


def costs_of(decision: GameDecision, t: Translator) -> tuple[Row, ...]:
    """Return the options to show after a decision, each with its cost against the best."""
    rows = rows_of(decision, t, decision.chosen)
    costs = [cost_words(decision.options[row.rank - 1], decision, t) for row in rows]
    return tuple([row._replace(figure=cost) for row, cost in zip(rows, costs, strict=True)])


def spoken_rows(rows: Sequence[Row], *, numbered: bool = True) -> list[str]:
    """Return rows as lines of text, without bars, and if wanted with their ranks.

    >>> spoken_rows([Row(2, "7♣ K♥", 0.9, "+15.2", "hand 11.1  crib +3.7", "tie", chosen=False)])
    ['2. 7♣ K♥: +15.2, tie (hand 11.1, crib +3.7)']
    """
    lines = []
    for row in rows:
        worth = ", ".join([word for word in (row.figure, row.tie) if word])
        parts = f" ({row.parts.replace('  ', ', ')})" if row.parts else ""
        rank = f"{row.rank}. " if numbered else ""
        lines.append(f"{rank}{row.cards}: {worth}{parts}")
    return lines


def _behind(decision: ValuedOptions, option: DecisionOption) -> float:
    best = decision.options[0]
    if decision.by_chance:
        return best.chance - option.chance
    return best.points - option.points


def _figure(decision: ValuedOptions, option: DecisionOption, t: Translator) -> str:
    """Return the value of an option in the unit that ranks them."""
    if decision.by_chance:
        return percent(option.chance, t)
    return figure(option.points, t, signed=True)


def _parts(option: DecisionOption, decision: ValuedOptions, t: Translator) -> str:
    """Return the text below a row; empty where it would repeat the number of the row."""
    parts = [part for part in option_parts(option, decision, t) if part.name != "chance"]
    if len(parts) == 1 and not decision.by_chance:
        return ""
    return "  ".join([f"{part.label} {part.figure}" for part in parts])


def draw_panel(canvas: Canvas, panel: Panel, area: Area, palette: Palette) -> list[Area]:
    """Draw a panel, and return the area of each of its rows."""
    return _Drawing(canvas, panel, area, palette).draw()


class _Drawing:
    """A drawing of a panel."""

    def __init__(self, canvas: Canvas, panel: Panel, area: Area, palette: Palette) -> None:
        self.canvas, self.panel, self.palette = canvas, panel, palette
        self.area = area
        self.x, self.width = area.x + 1, area.width - 2
        self.y = area.y

    def ink(self, colour: str, *, bold: bool = False) -> Style:
        return paint(colour, self.palette.deep, bold=bold)

    def draw(self) -> list[Area]:
        panel, palette, area = self.panel, self.palette, self.area
        canvas_ground = paint(palette.ink, palette.deep)
        self.canvas.fill(area.x, area.y, area.width, area.height, style=canvas_ground)
        says = [line for said in panel.says for line in wrap(said, self.width)]
        sums = len(panel.sums) + (panel.share < 1)
        head = self._draw_title()
        spare = area.height - head - len(panel.rows) - len(says) - sums
        # Leave out what does not fit, the least important first.
        detailed = [row for row in panel.rows if row.parts]
        if len(detailed) > spare:
            detailed = [row for row in detailed if row.rank == 1 or row.chosen][: max(0, spare)]
        spare -= len(detailed)
        gaps = [spare > 0, spare > 1 and bool(panel.rows), spare > 2 and bool(panel.sums)]
        self.y += head + gaps[0]
        rows = [self._draw_row(row, detailed=row in detailed) for row in panel.rows]
        self.y += gaps[1]
        self._draw_lines(says)
        self.y += gaps[2] and bool(says)
        self._draw_sums()
        return rows

    def _draw_title(self) -> int:
        """Draw the title with the verdict beside it, or below if it is long; return the rows."""
        panel, palette = self.panel, self.palette
        beside = cell_len(panel.title) + 1 + cell_len(panel.verdict) <= self.width
        title = self.ink(palette.brass, bold=True)
        self.canvas.put(self.x, self.y, fit(panel.title, self.width), title)
        verdict = self.ink(palette.red if panel.wrong else palette.ink, bold=True)
        lines = [panel.verdict] if beside else wrap(panel.verdict, self.width)
        top = self.y if beside else self.y + 1
        for row, line in enumerate(lines, start=top):
            self.canvas.put(self.x + self.width - cell_len(line), row, line, verdict)
        return 1 if beside else 1 + len(lines)

    def _draw_row(self, row: Row, *, detailed: bool) -> Area:
        palette, top = self.palette, self.y
        bold = row.chosen or row.rank == 1
        ink = self.ink(palette.ink, bold=bold)
        if row.chosen:
            self.canvas.put(self.x, self.y, "▸", self.ink(palette.brass, bold=True))
        key = self.ink(palette.brass if self.panel.keys else palette.quiet, bold=self.panel.keys)
        self.canvas.put(self.x + 1, self.y, f"{row.rank:>2}", key)
        self.canvas.put(self.x + 4, self.y, row.cards, ink)
        cards = max(cell_len(row.cards) for row in self.panel.rows)
        figures = max(cell_len(row.figure) for row in self.panel.rows)
        right = self.x + self.width
        self.canvas.put(right - cell_len(row.figure), self.y, row.figure, ink)
        start = self.x + 5 + cards
        self._draw_bar(start, right - figures - 1 - start, row)
        self.y += 1
        if detailed:
            self._draw_parts(row.parts)
            self.y += 1
        return Area(self.area.x, top, self.area.width, self.y - top)

    def _draw_parts(self, parts: str) -> None:
        """Write the numbers of an option below it, closer where there is little room."""
        room = self.width - 4
        if cell_len(parts) > room:
            parts = fit(parts.replace("  ", " "), self.width)
        x = self.x + min(4, self.width - cell_len(parts))
        self.canvas.put(x, self.y, parts, self.ink(self.palette.quiet))

    def _draw_bar(self, x: int, room: int, row: Row) -> None:
        """Draw the bar of an option, with the word for a tie at its end."""
        room -= max(cell_len(row.tie) + bool(row.tie) for row in self.panel.rows)
        halves = max(1, round(2 * row.bar * room))
        bar = "━" * (halves // 2) + "╸" * (halves % 2)
        colour = self.palette.brass if row.rank == 1 or row.tie else self.palette.quiet
        self.canvas.put(x, self.y, bar, self.ink(colour))
        self.canvas.put(x + room + 1, self.y, row.tie, self.ink(self.palette.ink))

    def _draw_lines(self, lines: list[str]) -> None:
        room = self.area.y + self.area.height - self.y
        for line in lines[:room]:
            self.canvas.put(self.x, self.y, line, self.ink(self.palette.ink))
            self.y += 1

    def _draw_sums(self) -> None:
        palette = self.palette
        for word, number in self.panel.sums:
            room = self.width - cell_len(number) - 1
            self.canvas.put(self.x, self.y, fit(word, room), self.ink(palette.quiet))
            at = self.x + self.width - cell_len(number)
            self.canvas.put(at, self.y, number, self.ink(palette.ink))
            self.y += 1
        if self.panel.share < 1:
            done = round(self.panel.share * self.width)
            bar = "━" * done + "─" * (self.width - done)
            self.canvas.put(self.x, self.y, bar[:done], self.ink(palette.brass))
            self.canvas.put(self.x + done, self.y, bar[done:], self.ink(palette.quiet))
            self.y += 1

"""Cribbage squares line by line: the square, the next card, and the best possible result."""

import re
from collections.abc import Iterator

from pegout.school.errors import SchoolError
from pegout.school.squares import SIDE, Squares, best_squares
from pegout.school.squares_messages import told_line, told_squares
from pegout.text.drill_sentences import problem_words
from pegout.text.names import short
from pegout.text.squares_sentences import best_squares_sentence, kept_squares_sentence
from pegout.tui.lines import Lines, QuitRequested
from pegout.tui.squares_session import SquaresSession


class PlainSquares:
    """A game of cribbage squares line by line.

    Args:
        lines: sentences out, lines in.
        session: the game.
    """

    def __init__(self, lines: Lines, session: SquaresSession) -> None:
        self.lines, self.t, self.session = lines, lines.t, session

    def run(self) -> None:
        """Play until the starter is turned, then tell the result and the best possible one."""
        session, t = self.session, self.t
        try:
            while not session.game.over:
                self.lines.say("", *square_lines(session.game))
                self._place()
        except QuitRequested:
            self.lines.say("", t("Nothing is kept; you can begin again."))
            return
        best = best_squares(session.game.deal)
        self._say_result(session.game, told_squares(session.game, t))
        self._say_result(best, [best_squares_sentence(best.total, t)])
        if session.best_today is not None:
            self.lines.say("", kept_squares_sentence(session.best_today, t))
        if session.problem:
            self.lines.say(t("Your progress is not kept: {why}.", why=session.problem))

    def _place(self) -> None:
        """Ask for a cell until the card can be put there."""
        (task,) = told_squares(self.session.game, self.t)
        while True:
            line = self.lines.ask(task)
            if line.casefold() in self.lines.words("quit"):
                raise QuitRequested
            try:
                self.session.place(_cell(line))
                return
            except SchoolError as error:
                self.lines.say(
                    problem_words(error.code, self.t),
                    self.t("Type the row and the column, such as 23; q exits."),
                )

    def _say_result(self, game: Squares, says: list[str]) -> None:
        counts = [told_line(game, line, self.t) for line in range(2 * SIDE)]
        self.lines.say("", *square_lines(game), "", *says, *counts)


def square_lines(game: Squares) -> Iterator[str]:
    """Yield the square row by row, the points of each line at its end."""
    rows, columns = game.points[:SIDE], game.points[SIDE:]
    for row, points in enumerate(rows):
        cards = game.grid[SIDE * row : SIDE * row + SIDE]
        cells = ["·" if card is None else short(card) for card in cards]
        yield "".join([f"{cell:>5}" for cell in cells]) + f"{points:>6}"
    yield "".join([f"{points:>5}" for points in columns]) + f"{game.total:>6}"


def _cell(line: str) -> int:
    """Read a row and a column, such as ``23`` or ``2 3``.

    Raises:
        SchoolError: ``bad_cell``.
    """
    found = re.fullmatch(r"([1-4])[ ,.]*([1-4])", line)
    if found is None:
        raise SchoolError("bad_cell", f"expected a row and a column, not {line!r:.40}")
    return SIDE * (int(found[1]) - 1) + int(found[2]) - 1

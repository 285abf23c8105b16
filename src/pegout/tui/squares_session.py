"""A game of cribbage squares, and the best result of today in the file of the progress."""

from datetime import date
from pathlib import Path

from pegout.school.squares import Squares, deal_squares, keep_squares
from pegout.tui.progress_file import change_progress, load_progress


class SquaresSession:
    """A game of cribbage squares.

    Args:
        path: the file of the progress.
        today: the player's own calendar day, whose best result is kept.
        deal: the deal, a date or a number; that of today unless given.

    Raises:
        SchoolError: ``bad_deal``, or for progress that cannot be read.
    """

    def __init__(self, path: Path, today: date, deal: str = "") -> None:
        self.path, self.today = path, today
        self.deal = deal or today.isoformat()
        self.game = Squares(deal_squares(self.deal))
        kept = load_progress(path).squares.get(today)
        #: The best total in the deal of today.
        self.best_today = None if kept is None else kept.score
        #: Why the result is not kept, once it could not be written.
        self.problem = ""

    def place(self, cell: int) -> None:
        """Put the next card into a cell; keep the result after the last.

        Raises:
            SchoolError: ``bad_cell``.
        """
        self.game = self.game.place(cell)
        if self.game.over and self.deal == self.today.isoformat():
            self._keep(self.game.total)

    def _keep(self, total: int) -> None:
        self.best_today = max(total, self.best_today or 0)
        try:
            change_progress(self.path, lambda progress: keep_squares(progress, self.today, total))
        except OSError as error:
            self.problem = error.strerror or str(error)

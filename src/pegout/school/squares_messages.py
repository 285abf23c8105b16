"""The requests of cribbage squares, as pure functions from a message to its answer."""

from pegout.school.errors import SchoolError
from pegout.school.progress import better_result
from pegout.school.squares import (
    TARGET,
    VERSION,
    Squares,
    best_squares,
    deal_squares,
    is_date,
    play_squares,
)
from pegout.table.analyses import AnalysisRefused
from pegout.text import Translator
from pegout.text.drill_sentences import problem_words
from pegout.text.squares_sentences import (
    best_squares_sentence,
    line_sentence,
    squares_result,
    squares_task,
)
from pegout.wire.learning import (
    SquaresBest,
    SquaresBestWanted,
    SquaresGrid,
    SquaresLine,
    SquaresResult,
    SquaresStep,
    SquaresWanted,
)


def step_squares(request: SquaresWanted, t: Translator) -> SquaresStep:
    """Say where a game stands.

    Raises:
        AnalysisRefused: ``bad_deal`` or ``bad_cell``.
    """
    try:
        game = play_squares(request.deal, request.cells)
    except SchoolError as error:
        raise AnalysisRefused(error.code, problem_words(error.code, t)) from error
    card, starter = game.next_card, game.starter
    result = None
    if starter is not None and is_date(request.deal):
        result = SquaresResult(VERSION, game.total)
        result = better_result(request.kept or result, result)
    return SquaresStep(
        card="" if card is None else str(card),
        starter="" if starter is None else str(starter),
        grid=_grid(game, t),
        says=told_squares(game, t),
        result=result,
    )


def find_best_squares(request: SquaresBestWanted, t: Translator) -> SquaresBest:
    """Find the best possible result of a deal.

    Raises:
        AnalysisRefused: ``bad_deal``.
    """
    try:
        game = best_squares(deal_squares(request.deal))
    except SchoolError as error:
        raise AnalysisRefused(error.code, problem_words(error.code, t)) from error
    return SquaresBest(_grid(game, t), [best_squares_sentence(game.total, t)])


def told_squares(game: Squares, t: Translator) -> list[str]:
    """Ask where the next card goes, or state the result."""
    if game.next_card is not None:
        return [squares_task(game.next_card, t)]
    return squares_result(game.total, TARGET, game.deal.starter, game.heels, t)


def told_line(game: Squares, line: int, t: Translator) -> str:
    """Say what a line has, with its count once the starter is turned."""
    return line_sentence(line, game.points[line], game.items(line) if game.over else None, t)


def _grid(game: Squares, t: Translator) -> SquaresGrid:
    return SquaresGrid(
        ["" if card is None else str(card) for card in game.grid],
        [SquaresLine(points, told_line(game, line, t)) for line, points in enumerate(game.points)],
        game.total,
    )

"""The requests of drills, the daily and cribbage squares over HTTP.

The modules that compute values are imported with the first question, where it is computed.
"""

from functools import partial
from typing import Final

from pegout.table.requests import Caller, Endpoint, House
from pegout.text import Translator
from pegout.wire.learning import (
    AnswerGiven,
    AnswerJudged,
    DailyStep,
    DailyWanted,
    DrillAsked,
    MistakesMade,
    MistakesScheduled,
    ProgressMerge,
    ProgressMerged,
    QuestionWanted,
    SquaresBest,
    SquaresBestWanted,
    SquaresStep,
    SquaresWanted,
)


async def question(house: House, caller: Caller, request: QuestionWanted) -> DrillAsked:
    """Return a question of a drill: a given one, or a new one."""
    return await house.analyse(partial(_find_question, request, caller.t), caller.address)


async def answer(house: House, caller: Caller, request: AnswerGiven) -> AnswerJudged:
    """Judge an answer, and return the part of the progress that it changes."""
    return await house.analyse(partial(_judge_answer, request, caller.t), caller.address)


async def daily(house: House, caller: Caller, request: DailyWanted) -> DailyStep:
    """Return the next question of a daily, or its score."""
    return await house.analyse(partial(_step_daily, request, caller.t), caller.address)


async def mistakes(house: House, caller: Caller, request: MistakesMade) -> MistakesScheduled:
    """Make items of the mistakes of a reviewed game, each pattern once."""
    return await house.analyse(partial(_schedule_mistakes, request, caller.t), caller.address)


async def merge_progress(house: House, caller: Caller, request: ProgressMerge) -> ProgressMerged:
    """Merge two values of progress, item by item."""
    return await house.analyse(partial(_merge, request, caller.t), caller.address)


async def squares(_house: House, caller: Caller, request: SquaresWanted) -> SquaresStep:
    """Return where a game of cribbage squares stands."""
    from pegout.school.squares_messages import step_squares

    return step_squares(request, caller.t)


async def best_squares(house: House, caller: Caller, request: SquaresBestWanted) -> SquaresBest:
    """Find the best possible result of cribbage squares."""
    return await house.analyse(partial(_best_squares, request, caller.t), caller.address)


def _merge(request: ProgressMerge, t: Translator) -> ProgressMerged:
    from pegout.school.drill_messages import merge_texts

    return merge_texts(request, t)


def _find_question(request: QuestionWanted, t: Translator) -> DrillAsked:
    from pegout.school.drill_messages import find_question

    return find_question(request, t)


def _judge_answer(request: AnswerGiven, t: Translator) -> AnswerJudged:
    from pegout.school.drill_messages import judge_answer

    return judge_answer(request, t)


def _schedule_mistakes(request: MistakesMade, t: Translator) -> MistakesScheduled:
    from pegout.school.drill_messages import schedule_mistakes

    return schedule_mistakes(request, t)


def _step_daily(request: DailyWanted, t: Translator) -> DailyStep:
    from pegout.school.drill_messages import step_daily

    return step_daily(request, t)


def _best_squares(request: SquaresBestWanted, t: Translator) -> SquaresBest:
    from pegout.school.squares_messages import find_best_squares

    return find_best_squares(request, t)


ENDPOINTS: Final = (
    Endpoint("POST", "/api/school/question", question, "analyses"),
    Endpoint("POST", "/api/school/answer", answer, "analyses"),
    Endpoint("POST", "/api/school/daily", daily, "analyses"),
    Endpoint("POST", "/api/school/mistakes", mistakes, "analyses"),
    Endpoint("POST", "/api/school/merge", merge_progress, "records"),
    Endpoint("POST", "/api/school/squares", squares),
    Endpoint("POST", "/api/school/squares/best", best_squares, "analyses"),
)

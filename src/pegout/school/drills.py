"""Every drill by its name: draw a question, judge an answer, keep it, and choose the next.

>>> from datetime import date
>>> from random import Random
>>> day, progress = date(2026, 11, 28), PlayerProgress()
>>> question = DrillQuestion("counting", "7C 7D 8H 9S | KC")
>>> judged = judge(question, "12")
>>> judged.grade, judge(question, "10").grade
('right', 'wrong')
>>> progress = keep_answer(progress, question, judge(question, "10"), day, 4.5)
>>> next_question(progress, "counting", "", date(2026, 11, 29), Random(7)) == question
True
"""

from collections.abc import Callable, Mapping
from datetime import date
from random import Random
from typing import Final, NamedTuple

from pegout.school.choices import options_at
from pegout.school.counting_drill import judge_count, make_count, read_count
from pegout.school.difficulty import choice_measure, count_measure, grade_measure
from pegout.school.discard_drill import judge_discard, make_discard
from pegout.school.errors import SchoolError
from pegout.school.patterns import pattern_of
from pegout.school.play_drill import judge_play, make_play
from pegout.school.progress import PlayerProgress, add_answer, due_items
from pegout.school.questions import (
    DRILLS,
    DrillQuestion,
    Judgement,
    QuestionFilter,
    read_filter,
)
from pegout.wire.learning import DrillName


class _Drill(NamedTuple):
    make: Callable[[Random, QuestionFilter], DrillQuestion]
    judge: Callable[[str, str], Judgement]
    measure: Callable[[str], float]


def _measure_count(text: str) -> float:
    return count_measure(read_count(text).items)


def _measure_choice(text: str) -> float:
    return choice_measure(options_at(text))


_DRILLS: Final[Mapping[DrillName, _Drill]] = {
    "counting": _Drill(make_count, judge_count, _measure_count),
    "discards": _Drill(make_discard, judge_discard, _measure_choice),
    "play": _Drill(make_play, judge_play, _measure_choice),
}


def make(drill: DrillName, chance: Random, wanted: str = "") -> DrillQuestion:
    """Draw a question.

    Args:
        drill: the name of the drill.
        chance: the source of randomness; the same state gives the same question.
        wanted: a filter, see :func:`pegout.school.questions.read_filter`.

    Raises:
        SchoolError: ``bad_filter``; ``no_question`` where none was found.
    """
    return _DRILLS[drill].make(chance, read_filter(drill, wanted))


def judge(question: DrillQuestion, answer: str) -> Judgement:
    """Judge an answer.

    Raises:
        SchoolError: ``bad_question`` or ``bad_answer`` for what cannot be judged.
    """
    return _DRILLS[question.drill].judge(question.text, answer)


def measure(question: DrillQuestion) -> float:
    """Return the probability of an error in a question, see :mod:`pegout.school.difficulty`.

    Raises:
        SchoolError: ``bad_question``.
    """
    return _DRILLS[question.drill].measure(question.text)


def keep_answer(
    progress: PlayerProgress,
    question: DrillQuestion,
    judgement: Judgement,
    day: date,
    seconds: float = 0.0,
) -> PlayerProgress:
    """Return the progress after an answer; the arguments are those of ``add_answer``."""
    return add_answer(
        progress,
        question.drill,
        question.text,
        judgement.grade,
        day,
        seconds=seconds,
        difficulty=grade_measure(measure(question)),
        errors=judgement.errors,
        pattern=pattern_of(question),
    )


def next_question(
    progress: PlayerProgress, drill: DrillName, wanted: str, day: date, chance: Random
) -> DrillQuestion:
    """Return the next question: what is due on a day, the longest due first; else a new one.

    A filter is for new questions. An item that cannot be read any more is passed over.

    Raises:
        SchoolError: as :func:`make`.
    """
    for text in due_items(progress, drill, day):
        question = DrillQuestion(drill, text)
        if _can_be_asked(question):
            return question
    return make(drill, chance, wanted)


def due_mistakes(progress: PlayerProgress, day: date) -> list[DrillQuestion]:
    """Return the items of all drills that are due on a day, the longest due first."""
    due = [
        (progress.of(drill).items[text].memory.due, DrillQuestion(drill, text))
        for drill in DRILLS
        for text in due_items(progress, drill, day)
    ]
    return [question for _, question in sorted(due)]


def next_mistake(progress: PlayerProgress, day: date) -> DrillQuestion | None:
    """Return the item of any drill that is the longest due on a day; ``None`` without one.

    An item that cannot be read any more is passed over.
    """
    return next(filter(_can_be_asked, due_mistakes(progress, day)), None)


def _can_be_asked(question: DrillQuestion) -> bool:
    try:
        measure(question)
    except SchoolError:
        return False
    return True

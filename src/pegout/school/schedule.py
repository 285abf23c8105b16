"""When to repeat what was missed: the schedule of `fsrs`, in whole days and without chance.

An item that was missed comes back on the next day. With each right answer the interval grows, by
how well the item was remembered after the last one. The day is an argument: nothing here asks the
clock, and the same answers on the same days give the same schedule everywhere.

>>> missed = repeat(None, "wrong", date(2026, 11, 28))
>>> missed.due.isoformat()
'2026-11-29'
>>> known = repeat(missed, "right", date(2026, 11, 29))
>>> [(repeat(known, grade, known.due).due - known.due).days for grade in ("right", "wrong")]
[6, 1]
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, TypeAlias

import fsrs

from pegout.school.errors import SchoolError
from pegout.wire.learning import Grade, Memory

_State: TypeAlias = Literal["learning", "review", "relearning"]

_RATINGS: Final = {
    "wrong": fsrs.Rating.Again,
    "close": fsrs.Rating.Hard,
    "right": fsrs.Rating.Good,
}
_STATES: Final[dict[_State, fsrs.State]] = {
    "learning": fsrs.State.Learning,
    "review": fsrs.State.Review,
    "relearning": fsrs.State.Relearning,
}
_NAMES: Final = {state: name for name, state in _STATES.items()}
#: The library's steps of one and ten minutes are for a session; these are for a visit a day.
_STEP: Final = (timedelta(days=1),)
#: An item is asked at least once in so many days.
_LONGEST: Final = 365
_YEARS: Final = range(2000, 3000)
_SCHEDULER: Final = fsrs.Scheduler(
    learning_steps=_STEP,
    relearning_steps=_STEP,
    maximum_interval=_LONGEST,
    enable_fuzzing=False,
)


def repeat(memory: Memory | None, grade: Grade, day: date) -> Memory:
    """Return the schedule after an answer.

    Args:
        memory: the schedule so far, or ``None`` for a new item.
        grade: how it was answered.
        day: the day of the answer. A day before the last answer counts as the day of that answer,
            so that a clock that was set back moves nothing.

    Raises:
        SchoolError: ``bad_day`` for a day that no clock shows.
    """
    if memory is not None:
        day = max(day, memory.last)
    if day.year not in _YEARS:
        raise SchoolError("bad_day", f"expected a day from {_YEARS[0]} to {_YEARS[-1]}, not {day}")
    # The library measures time in UTC; only differences between days count.
    card, _ = _SCHEDULER.review_card(_card(memory, day), _RATINGS[grade], _time(day))
    assert card.stability is not None, "an answered card has a stability"
    assert card.difficulty is not None, "an answered card has a difficulty"
    due = max(card.due.date(), day + timedelta(days=1))
    # Rounded, so that the value is short and the same on every machine.
    stability, difficulty = round(card.stability, 4), round(card.difficulty, 4)
    return Memory(due, day, stability, difficulty, _NAMES[card.state])


def chance_to_remember(memory: Memory, day: date) -> float:
    """Return the probability that an item is remembered on a day.

    >>> item = repeat(None, "right", date(2026, 11, 28))
    >>> chance_to_remember(item, item.last), round(chance_to_remember(item, item.due), 2)
    (1.0, 0.91)
    """
    return _SCHEDULER.get_card_retrievability(_card(memory, day), _time(max(day, memory.last)))


def _card(memory: Memory | None, day: date) -> fsrs.Card:
    # Without an id and a day, the library would ask the clock for both.
    if memory is None:
        return fsrs.Card(card_id=0, due=_time(day))
    step = None if memory.state == "review" else 0
    return fsrs.Card(
        0,
        _STATES[memory.state],
        step,
        memory.stability,
        memory.difficulty,
        _time(memory.due),
        _time(memory.last),
    )


def _time(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)

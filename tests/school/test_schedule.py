"""The schedule: whole days, no chance, no clock, and more learnt than by fixed intervals."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pegout.school.errors import SchoolError
from pegout.school.schedule import chance_to_remember, repeat
from pegout.wire.learning import Grade, Memory
from tests.cases import each, raises_code
from tests.school.learners import Trace, known, remembers, study

DAY = date(2026, 11, 28)
GRADES = st.sampled_from(["wrong", "close", "right"])


def after(grades: list[Grade], day: date = DAY) -> Memory:
    """Answer an item whenever it is due."""
    memory = None
    for grade in grades:
        memory = repeat(memory, grade, day if memory is None else memory.due)
    assert memory is not None
    return memory


def test_what_is_missed_comes_back_on_the_next_day() -> None:
    missed: list[list[Grade]] = [
        ["wrong"],
        ["right", "right", "wrong"],
        ["wrong", "right", "wrong", "wrong"],
    ]
    for grades in missed:
        memory = after(grades)
        assert memory.due - memory.last == timedelta(days=1), grades


def test_intervals_grow_with_right_answers() -> None:
    gaps = []
    memory = repeat(None, "wrong", DAY)
    for _ in range(6):
        memory = repeat(memory, "right", memory.due)
        gaps.append((memory.due - memory.last).days)
    assert gaps == sorted(gaps)
    assert gaps[-1] > 30


@given(st.lists(st.tuples(GRADES, st.integers(0, 100)), min_size=1, max_size=12))
def test_a_later_answer_is_never_due_on_its_own_day(answers: list[tuple[Grade, int]]) -> None:
    memory, day = None, DAY
    for grade, later in answers:
        day += timedelta(days=later)
        memory = repeat(memory, grade, day)
        assert day < memory.due <= day + timedelta(days=365)
        assert memory.last == day
        assert 0 <= chance_to_remember(memory, memory.due) < 1


@given(st.lists(GRADES, min_size=1, max_size=5), GRADES, st.integers(1, 4000))
def test_a_clock_that_was_set_back_counts_as_the_day_of_the_last_answer(
    grades: list[Grade], grade: Grade, back: int
) -> None:
    memory = after(grades)
    assert repeat(memory, grade, memory.last - timedelta(days=back)) == repeat(
        memory, grade, memory.last
    )


@each("day", [date(1, 1, 1), date(1999, 12, 31), date.max])
def test_a_day_that_no_clock_shows_is_refused(day: date) -> None:
    with raises_code(SchoolError, "bad_day"):
        repeat(None, "right", day)


# A learner who forgets by another curve than that of the schedule

ITEMS, DAYS, A_DAY = 120, 90, 12


def learn(due_of: Callable[[int, int, bool, date], date]) -> float:
    """Learn items for ninety days, twelve answers a day, and return how many are known then.

    What is due comes first, the longest due before all; the rest of a day is for new items.
    """
    chance = Random(5)
    traces = [Trace() for _ in range(ITEMS)]
    due: dict[int, date] = {}
    for at in range(DAYS):
        day = DAY + timedelta(days=at)
        waiting = sorted([item for item in due if due[item] <= day], key=lambda item: due[item])
        new = [item for item in range(ITEMS) if item not in due]
        for item in (waiting + new)[:A_DAY]:
            remembered = remembers(traces[item], at, chance)
            study(traces[item], at, remembered=remembered)
            due[item] = due_of(item, at, remembered, day)
    return known(traces, DAYS + 30)


def by_schedule() -> Callable[[int, int, bool, date], date]:
    memories: dict[int, Memory] = {}

    def due(item: int, _at: int, remembered: bool, day: date) -> date:
        memories[item] = repeat(memories.get(item), "right" if remembered else "wrong", day)
        return memories[item].due

    return due


def by_fixed(days: int) -> Callable[[int, int, bool, date], date]:
    return lambda _item, _at, _remembered, day: day + timedelta(days=days)


def test_a_learner_with_another_curve_of_forgetting_learns_more_than_by_fixed_intervals() -> None:
    """A month after the last visit, as many answers have taught more by the schedule."""
    fixed = {days: learn(by_fixed(days)) for days in (1, 3, 7, 14, 30)}
    assert learn(by_schedule()) > max(fixed.values()) + 2, fixed

"""Progress: one value that is read and written exactly, and merged in any order."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.school import progress as module
from pegout.school.errors import SchoolError
from pegout.school.progress import (
    MAX_BYTES,
    PlayerProgress,
    add_answer,
    due_items,
    merge,
    read,
    write,
)
from pegout.wire.learning import MAX_DAYS, MAX_ITEMS, DailyResult, Grade, SquaresResult
from tests.cases import each, raises_code

DAY = date(2026, 11, 28)
NEXT = DAY + timedelta(days=1)

GRADES: st.SearchStrategy[Grade] = st.sampled_from(["wrong", "close", "right"])
ANSWERS = st.lists(
    st.tuples(
        st.sampled_from(["counting", "discards"]),
        st.sampled_from(["5H 5S 5C JD | 5D", "7C 8D", "2H 3H"]),
        GRADES,
        st.integers(0, 4),
        st.sampled_from([0.0, 1.5, 2.25, 3.5]),
    ),
    max_size=6,
)
DAILY = st.dictionaries(
    st.integers(0, 4).map(lambda days: DAY + timedelta(days=days)),
    st.builds(
        DailyResult,
        st.integers(1, 2),
        st.integers(0, 3),
        st.lists(GRADES, max_size=5).map(tuple),
        st.sampled_from([0.0, 0.4, 2.5]),
    ),
    max_size=3,
)

SQUARES = st.dictionaries(
    st.integers(0, 4).map(lambda days: DAY + timedelta(days=days)),
    st.builds(SquaresResult, st.integers(1, 2), st.integers(0, 170)),
    max_size=3,
)


@st.composite
def progresses(draw: st.DrawFn) -> PlayerProgress:
    value = PlayerProgress(daily=draw(DAILY), squares=draw(SQUARES))
    for drill, text, grade, day, seconds in draw(ANSWERS):
        value = add_answer(
            value,
            drill,
            text,
            grade,
            DAY + timedelta(days=day),
            seconds=seconds,
            difficulty="easy",
            errors=() if grade == "right" else ("fifteen",),
        )
    return value


@given(progresses())
def test_what_is_written_is_read(value: PlayerProgress) -> None:
    assert read(write(value)) == value


@given(progresses(), progresses())
def test_the_order_of_two_devices_does_not_matter(
    one: PlayerProgress, other: PlayerProgress
) -> None:
    assert write(merge(one, other)) == write(merge(other, one))


@given(progresses(), progresses(), progresses())
def test_nor_does_that_of_three(
    one: PlayerProgress, two: PlayerProgress, three: PlayerProgress
) -> None:
    assert write(merge(merge(one, two), three)) == write(merge(one, merge(two, three)))


@given(progresses(), progresses())
def test_an_import_made_twice_changes_nothing(one: PlayerProgress, other: PlayerProgress) -> None:
    assert write(merge(one, one)) == write(one)
    both = merge(one, other)
    assert write(merge(both, other)) == write(both)


@given(progresses(), progresses(), progresses())
def test_the_order_does_not_matter_where_items_are_too_many(
    one: PlayerProgress, two: PlayerProgress, three: PlayerProgress
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MAX_ITEMS", "MAX_DAYS", "MAX_DAILY"):
            patch.setattr(module, name, 2)
        kept = [merge(value, PlayerProgress()) for value in (one, two, three)]
        left, right = (
            merge(merge(kept[0], kept[1]), kept[2]),
            merge(kept[0], merge(kept[1], kept[2])),
        )
        assert write(left) == write(right)
        assert all(len(drill.items) <= 2 for drill in left.drills.values())


def test_the_newest_answer_wins() -> None:
    old = add_answer(PlayerProgress(), "counting", "2H 3H", "wrong", DAY)
    new = add_answer(old, "counting", "2H 3H", "right", NEXT)
    assert merge(old, new).of("counting").items == new.of("counting").items
    assert merge(old, new).of("counting").items["2H 3H"].answers == 2


def test_a_daily_that_was_played_twice_has_the_lower_score() -> None:
    one, other = (PlayerProgress(daily={DAY: DailyResult(1, score)}) for score in (80, 90))
    assert merge(one, other) == one
    known = PlayerProgress(daily={DAY: DailyResult(1, 80, ("right",) * 5, 2.0)})
    assert merge(one, known) == merge(known, one) == known


def test_a_daily_that_was_kept_without_its_answers_is_read() -> None:
    data = '{"daily":{"2026-11-28":{"score":80,"version":1}},"version":1}'
    assert read(data) == PlayerProgress(daily={DAY: DailyResult(1, 80)})
    assert write(read(data)).decode() == data


def test_a_question_that_is_right_at_once_is_counted_and_not_repeated() -> None:
    value = add_answer(
        PlayerProgress(), "counting", "2H 3H", "right", DAY, seconds=2.5, difficulty="easy"
    )
    done = value.of("counting")
    assert not done.items
    assert done.best == {"easy": 2.5}
    assert (done.days[DAY].answers, done.days[DAY].right, done.days[DAY].seconds) == (1, 1, 2.5)


def test_a_missed_question_is_due_on_the_next_day_and_then_later() -> None:
    value = add_answer(PlayerProgress(), "counting", "2H 3H", "wrong", DAY, errors=["fifteen"])
    assert value.of("counting").days[DAY].errors == {"fifteen": 1}
    assert due_items(value, "counting", DAY) == []
    assert due_items(value, "counting", NEXT) == ["2H 3H"]
    value = add_answer(value, "counting", "2H 3H", "right", NEXT)
    assert due_items(value, "counting", NEXT) == []
    assert due_items(value, "counting", NEXT + timedelta(days=60)) == ["2H 3H"]


def test_the_largest_value_can_be_read_again() -> None:
    value, text = PlayerProgress(), "x" * 396
    for number in range(MAX_ITEMS + 1):
        day = DAY + timedelta(days=number)
        value = add_answer(value, "discards", f"{text}{number:04}", "wrong", day)
    assert len(value.of("discards").items) == MAX_ITEMS
    assert len(value.of("discards").days) == MAX_DAYS
    assert f"{text}0000" not in value.of("discards").items
    value = PlayerProgress(
        {name: value.of("discards") for name in ("counting", "discards", "play")}
    )
    assert len(write(value)) < MAX_BYTES
    assert read(write(value)) == value


ITEM = {
    "memory": {
        "due": "2026-11-29",
        "last": "2026-11-28",
        "stability": 0.212,
        "difficulty": 6.4133,
        "state": "learning",
    },
    "answers": 1,
    "missed": 1,
}


def changed(**changes: Any) -> str:
    return json.dumps({"version": 1, "drills": {"counting": {"items": {"2H 3H": ITEM | changes}}}})


def test_the_specified_value_is_read() -> None:
    assert read(changed()).of("counting").items["2H 3H"].memory.due == NEXT


@each(
    ("data", "code"),
    [
        ("", "bad_progress"),
        ("[]", "bad_progress"),
        ("{}", "bad_progress"),
        ("[" * 100_000, "bad_progress"),
        (b"\xff", "bad_progress"),
        ('{"version":0}', "bad_progress"),
        ('{"version":true}', "bad_progress"),
        ('{"version":1,"more":1}', "bad_progress"),
        ('{"version":2}', "newer_version"),
        ('{"version":1,"daily":{"2026-11-31":{"version":1,"score":1}}}', "bad_progress"),
        ('{"version":1,"daily":{"2026-11-30":{"version":1,"score":101}}}', "bad_progress"),
        ('{"version":1,"squares":{"2026-11-30":{"version":1,"score":-1}}}', "bad_progress"),
        (changed(answers=-1), "bad_progress"),
        (changed(answers="1"), "bad_progress"),
        (changed(memory=ITEM["memory"] | {"stability": 0}), "bad_progress"),  # type: ignore[operator]
        (" " * (MAX_BYTES + 1), "too_large"),
    ],
)
def test_what_is_no_progress_is_refused(data: str | bytes, code: str) -> None:
    with raises_code(SchoolError, code) as refused:
        read(data)
    assert len(str(refused.value)) <= 200


def test_an_older_version_is_migrated_step_by_step() -> None:
    """With two more versions, a value of the first is brought to the third."""

    def rename(value: dict[str, Any]) -> dict[str, Any]:
        value["results"] = value.pop("points")
        return value

    def regroup(value: dict[str, Any]) -> dict[str, Any]:
        scores = value.pop("results")
        return {"daily": {day: {"version": 1, "score": score} for day, score in scores.items()}}

    data = '{"version":%d,"%s":{"2026-11-28":80}}'
    expected = PlayerProgress(daily={DAY: DailyResult(1, 80)})
    steps = (rename, regroup)
    assert module._read(data % (1, "points"), steps) == expected
    assert module._read(data % (2, "results"), steps) == expected
    with pytest.raises(SchoolError):
        module._read(data % (4, "points"), steps)

"""What a player has learnt, as one JSON value that the player keeps.

The value has no names, no cards but those of questions, and no
time of day. :func:`merge` unites the values of two devices: it is commutative, associative and
idempotent, so that the order and the number of imports do not matter.

>>> read(write(PlayerProgress())) == PlayerProgress()
True
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from pegout.school.errors import SchoolError
from pegout.school.schedule import repeat
from pegout.wire.learning import (
    MAX_DAYS,
    MAX_ITEMS,
    DailyResult,
    DayCounts,
    DrillProgress,
    Grade,
    RepeatedItem,
    SquaresResult,
)

#: The most bytes of the JSON that is read.
MAX_BYTES: Final = 2_000_000
#: The most dailies, and the most days of cribbage squares; the latest are kept.
MAX_DAILY: Final = 4_000

_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class PlayerProgress(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that a player has learnt.

    Attributes:
        drills: the progress in each drill, by its name.
        daily: the result of each daily, by its date.
        squares: the best result in the cribbage squares of each date.
    """

    drills: Annotated[dict[_Name, DrillProgress], Meta(max_length=20)] = {}
    daily: Annotated[dict[date, DailyResult], Meta(max_length=MAX_DAILY)] = {}
    squares: Annotated[dict[date, SquaresResult], Meta(max_length=MAX_DAILY)] = {}

    def of(self, drill: str) -> DrillProgress:
        """Return the progress in a drill, which may be empty."""
        return self.drills.get(drill, DrillProgress())


# Has msgspec describe the type with this module: several threads convert to it.
msgspec.json.Decoder(PlayerProgress)

#: A step from the value of a version, as plain data without the version, to that of the next.
Migration: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

#: The steps from version 1 on; each version stays readable for good.
_MIGRATIONS: Final[Sequence[Migration]] = ()


# Reading and writing


def write(progress: PlayerProgress) -> bytes:
    """Write progress as JSON, the same bytes for the same value."""
    value = {"version": len(_MIGRATIONS) + 1, **msgspec.to_builtins(progress)}
    return msgspec.json.encode(value, order="deterministic")


def read(data: bytes | str) -> PlayerProgress:
    """Read progress of this version or an older one.

    Raises:
        SchoolError: ``too_large``; ``newer_version``; ``bad_progress`` with the place of the fault.
    """
    return _read(data, _MIGRATIONS)


def _read(data: bytes | str, migrations: Sequence[Migration]) -> PlayerProgress:
    if len(data) > MAX_BYTES:
        raise SchoolError(
            "too_large", f"expected progress of up to {MAX_BYTES} bytes, not {len(data)}"
        )
    try:
        value = msgspec.json.decode(data, type=dict[str, Any])
        version = msgspec.convert(value.pop("version", None), int)
        return msgspec.convert(_migrate(value, version, migrations), PlayerProgress)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SchoolError("bad_progress", f"this is no progress: {error}"[:200]) from None


def _migrate(
    value: dict[str, Any], version: int, migrations: Sequence[Migration]
) -> dict[str, Any]:
    """Bring a value to the current version, step by step."""
    if version > len(migrations) + 1:
        raise SchoolError(
            "newer_version",
            f"expected progress of version {len(migrations) + 1} or older, not {version}; a newer "
            "Pegout wrote it",
        )
    if version < 1:
        raise SchoolError("bad_progress", f"versions are counted from 1; there is no {version}")
    for migration in migrations[version - 1 :]:
        value = migration(value)
    return value


# Answers


def add_answer(
    progress: PlayerProgress,
    drill: str,
    text: str,
    grade: Grade,
    day: date,
    *,
    seconds: float = 0.0,
    difficulty: str = "",
    errors: Iterable[str] = (),
    pattern: str = "",
) -> PlayerProgress:
    """Return the progress after an answer.

    A question that is not answered right becomes an item, which comes back. One that is right at
    once is only counted.

    Args:
        drill: the name of the drill.
        text: the text of the question.
        grade: how it was answered.
        day: the player's own calendar day.
        seconds: the time that the answer took; 0 where it was not measured.
        difficulty: the difficulty of the question, under which a best time is kept.
        errors: the kinds of errors that were made.
        pattern: the pattern of the question.

    >>> after = add_answer(
    ...     PlayerProgress(), "counting", "5H 5S 5C JD | 5D", "wrong", date(2026, 11, 28)
    ... )
    >>> list(after.of("counting").items)
    ['5H 5S 5C JD | 5D']
    """
    done = progress.of(drill)
    items, best = done.items, done.best
    item = items.get(text)
    if item is not None or grade != "right":
        items = {**items, text: _repeat(item, grade, day, pattern)}
    if grade == "right" and difficulty and seconds:
        best = {**best, difficulty: min(seconds, best.get(difficulty, seconds))}
    days = {**done.days, day: _counted(done.days.get(day, DayCounts()), grade, seconds, errors)}
    after = DrillProgress(_latest_items(items), best, _latest(days, MAX_DAYS))
    return msgspec.structs.replace(progress, drills={**progress.drills, drill: after})


def keep_items(
    progress: PlayerProgress, drill: str, items: Mapping[str, RepeatedItem]
) -> PlayerProgress:
    """Return the progress with more items in a drill."""
    done = progress.of(drill)
    after = msgspec.structs.replace(done, items=_latest_items({**done.items, **items}))
    return msgspec.structs.replace(progress, drills={**progress.drills, drill: after})


def _repeat(item: RepeatedItem | None, grade: Grade, day: date, pattern: str) -> RepeatedItem:
    missed = int(grade != "right")
    if item is None:
        return RepeatedItem(repeat(None, grade, day), 1, missed, pattern)
    memory = repeat(item.memory, grade, day)
    return RepeatedItem(memory, item.answers + 1, item.missed + missed, pattern)


def _counted(counts: DayCounts, grade: Grade, seconds: float, errors: Iterable[str]) -> DayCounts:
    number = dict(counts.errors)
    for kind in errors:
        number[kind] = number.get(kind, 0) + 1
    right = counts.right + (grade == "right")
    return DayCounts(counts.answers + 1, right, round(counts.seconds + seconds, 3), number)


def due_items(progress: PlayerProgress, drill: str, day: date) -> list[str]:
    """Return the texts of the items of a drill that are due on a day, the longest due first."""
    items = progress.of(drill).items.items()
    due = [(item.memory.due, text) for text, item in items if item.memory.due <= day]
    return [text for _, text in sorted(due)]


# Two devices


def merge(one: PlayerProgress, other: PlayerProgress) -> PlayerProgress:
    """Unite the progress of two devices, item by item.

    Of an item, the newer answer wins. Of the counts of a day, the larger wins, because both devices
    may have imported the same answers; of a best time the shorter; of a daily that was played
    twice the lower score; of cribbage squares the higher.
    """
    names = {**one.drills, **other.drills}
    return PlayerProgress(
        {name: _merge_drills(one.of(name), other.of(name)) for name in names},
        _latest(_united(one.daily, other.daily, _lower_result), MAX_DAILY),
        _latest(_united(one.squares, other.squares, better_result), MAX_DAILY),
    )


def _merge_drills(one: DrillProgress, other: DrillProgress) -> DrillProgress:
    return DrillProgress(
        _latest_items(_united(one.items, other.items, _newer_item)),
        _united(one.best, other.best, min),
        _latest(_united(one.days, other.days, _larger_counts), MAX_DAYS),
    )


def _united(
    one: Mapping[_Key, _Value],
    other: Mapping[_Key, _Value],
    choose: Callable[[_Value, _Value], _Value],
) -> dict[_Key, _Value]:
    """Unite two mappings; ``choose`` gives the value of a key that both have."""
    both = {key: choose(one[key], other[key]) for key in one.keys() & other.keys()}
    return {**one, **other, **both}


def _newer_item(one: RepeatedItem, other: RepeatedItem) -> RepeatedItem:
    return max(one, other, key=_age)


def _age(item: RepeatedItem) -> tuple[date, int, bytes]:
    """Order items by their last answer; by all that they hold where that is the same."""
    return item.memory.last, item.answers, msgspec.json.encode(item)


def _larger_counts(one: DayCounts, other: DayCounts) -> DayCounts:
    return DayCounts(
        max(one.answers, other.answers),
        max(one.right, other.right),
        max(one.seconds, other.seconds),
        _united(one.errors, other.errors, max),
    )


def _lower_result(one: DailyResult, other: DailyResult) -> DailyResult:
    """Return the lower result; of two with one score that of which more is known."""

    def order(result: DailyResult) -> tuple[int, int, bool, bytes]:
        unknown = not result.grades
        return result.score, result.version, unknown, msgspec.json.encode(result)

    return min(one, other, key=order)


def better_result(one: SquaresResult, other: SquaresResult) -> SquaresResult:
    """Return the better of two results in the squares of a date."""
    return max(one, other, key=lambda result: (result.score, result.version))


def _latest_items(items: Mapping[str, RepeatedItem]) -> dict[str, RepeatedItem]:
    """Return the items that were answered last."""
    order = sorted(items.items(), key=lambda entry: (_age(entry[1]), entry[0]))
    return dict(order[-MAX_ITEMS:])


def _latest(days: Mapping[date, _Value], number: int) -> dict[date, _Value]:
    return dict(sorted(days.items(), key=lambda entry: entry[0])[-number:])

"""The streak of the daily: how many days somebody has played, with one day in seven forgiven.

It depends on the days that were played and on the day of today alone, so that it is the same
wherever it is counted. A day counts once. A day that was missed is forgiven if none of the six days
before it was; two days that were missed end the streak.

>>> week = [date(2026, 11, day) for day in (1, 2, 3, 5, 6, 7)]
>>> streak(week, date(2026, 11, 7)), streak(week, date(2026, 11, 9)), streak([], week[0])
(6, 0, 0)
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

#: The number of days of which one may be missed.
WEEK: Final = 7
_DAY: Final = timedelta(days=1)


def streak(played: Iterable[date], today: date) -> int:
    """Return the number of days played without an end up to today.

    Today may still be missing. A clock that is behind the latest day played changes nothing.

    Args:
        played: the days whose daily was played, in any order.
        today: the player's own calendar day.
    """
    length, latest = 0, date.min
    forgiven: date | None = None
    for day in sorted(set(played)):
        if length and _goes_on(latest, day, forgiven):
            if day - latest > _DAY:
                forgiven = latest + _DAY
            length += 1
        else:
            length, forgiven = 1, None
        latest = day
    if not length or today <= latest or _goes_on(latest, today, forgiven):
        return length
    return 0


def _goes_on(latest: date, day: date, forgiven: date | None) -> bool:
    """Return whether a day continues a streak: the next one, or the one after a forgiven one."""
    missing = (day - latest).days - 1
    if missing == 1:
        return forgiven is None or latest + _DAY - forgiven >= timedelta(days=WEEK)
    return missing == 0

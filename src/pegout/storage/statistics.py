"""What a library holds, in numbers, by the database alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from pegout.storage import schema
from pegout.storage.database import Database, SqlConnection, moment

#: The tables at which something has happened since a moment, which is given twice.
_USED: Final = """
SELECT count(*) FROM tables LEFT JOIN matches ON matches.id = tables.match_id
WHERE tables.updated >= ? OR matches.updated >= ?
"""


@dataclass(frozen=True, slots=True)
class LibraryStatistics:
    """The numbers of a library.

    Attributes:
        version: the version of its tables, which is the last step that they have taken.
        tables: the number of tables.
        tables_used: the tables at which something has happened in the last day.
        oldest: when the oldest table was set up; ``None`` without one.
        matches: the number of matches by their status.
        entries: the number of entries in all logs.
        games: the number of finished games.
        games_by_day: the games that ended on each of the last days, in UTC, the earliest first.
        reviews: the number of reviewed games.
        review_bytes: the bytes of their numbers.
        bytes: the size of the database.
    """

    version: int
    tables: int
    tables_used: int
    oldest: datetime | None
    matches: Mapping[str, int]
    entries: int
    games: int
    games_by_day: Mapping[date, int]
    reviews: int
    review_bytes: int
    bytes: int


def statistics(database: Database, now: datetime, days: int) -> LibraryStatistics:
    """Return the numbers of a library.

    Raises:
        StoreError: if it cannot be read.
    """
    day = timedelta(days=1)
    with database.reading() as connection:
        tables, oldest = connection.rows("SELECT count(*), min(created) FROM tables")[0]
        # The last entry of a match has the number of its entries.
        by_status = connection.rows(
            "SELECT status, count(*), sum(number) FROM matches GROUP BY status ORDER BY status"
        )
        reviews, kept = connection.rows("SELECT count(*), sum(length(numbers)) FROM reviews")[0]
        return LibraryStatistics(
            version=schema.read_steps(connection, database.location).taken,
            tables=tables,
            tables_used=_number(connection, _USED, now - day, now - day),
            oldest=None if oldest is None else moment(oldest),
            matches={status: matches for status, matches, _ in by_status},
            entries=sum(int(entries) for *_, entries in by_status),
            games=_number(connection, "SELECT count(*) FROM games"),
            games_by_day=_games_by_day(connection, now, days),
            reviews=reviews,
            review_bytes=int(kept or 0),
            bytes=database.size(connection),
        )


def _games_by_day(connection: SqlConnection, now: datetime, days: int) -> dict[date, int]:
    first = now.date() - timedelta(days=days - 1)
    since = datetime.combine(first, time(), now.tzinfo)
    rows = connection.rows("SELECT ended FROM games WHERE ended >= ?", since)
    ended = Counter(moment(stored).date() for (stored,) in rows)
    return {day: ended[day] for day in (first + timedelta(days=n) for n in range(days))}


def _number(connection: SqlConnection, query: str, *values: object) -> int:
    return int(connection.rows(query, *values)[0][0])

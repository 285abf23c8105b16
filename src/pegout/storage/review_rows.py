"""The store of game reviews: numbers under the digest of a game, one version for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final
from zlib import compress, decompress, error

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pegout.storage import schema
from pegout.storage.database import Database

_R: Final = schema.reviews.c
#: The dialects that support an upsert; SQL has no common statement for it.
_INSERT: Final[Mapping[str, Callable[..., postgresql.Insert | sqlite.Insert]]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}
#: The resolution of the time when a review was last read.
_STEP: Final = timedelta(hours=1)


class ReviewRows:
    """The stored reviews of a library.

    The content for a digest and a version never changes, so any server may store it.

    Args:
        database: the database.
        now: the clock.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    def find(self, digest: str, version: str) -> bytes | None:
        """Return the stored numbers of a game, or ``None`` if there are none of this version.

        Args:
            digest: the digest of the game, 64 hexadecimal digits.
            version: the version of the numbers, in the same form.

        Raises:
            StoreError: if the review cannot be read.
        """
        query = select(_R.numbers, _R.used).where(_R.digest == digest, _R.version == version)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        now = self._now()
        if now - row.used > _STEP:
            with self._database.writing() as connection:
                connection.execute(
                    update(schema.reviews).where(_R.digest == digest).values(used=now)
                )
        try:
            return decompress(row.numbers)
        except error:
            # A damaged review is treated as missing, and computed again.
            return None

    def keep(self, digest: str, version: str, numbers: bytes, most: int) -> None:
        """Store the numbers of a game, in place of those of another version.

        Args:
            digest: the digest of the game.
            version: the version of the numbers.
            numbers: the numbers.
            most: the most reviews to store; those unread for longest are removed.

        Raises:
            StoreError: if the review cannot be stored.
        """
        values = {
            "digest": digest,
            "version": version,
            "numbers": compress(numbers, 6),
            "used": self._now(),
        }
        least = select(_R.digest).order_by(_R.used.desc(), _R.digest).offset(most)
        with self._database.writing() as connection:
            # Another server may store the same review at the same moment.
            put = _INSERT[connection.dialect.name](schema.reviews).values(values)
            connection.execute(put.on_conflict_do_update(index_elements=["digest"], set_=values))
            connection.execute(delete(schema.reviews).where(_R.digest.in_(least)))

    def clear(self, before: datetime) -> int:
        """Remove the reviews not read since a moment; return how many they were.

        Args:
            before: a moment, with its zone.

        Raises:
            StoreError: if the reviews cannot be removed.
        """
        with self._database.writing() as connection:
            return connection.execute(delete(schema.reviews).where(_R.used < before)).rowcount

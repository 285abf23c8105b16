"""Reviews of games that are kept: numbers under the digest of a game, for as long as they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final
from zlib import compress, decompress, error

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pegout.storage import schema
from pegout.storage.database import Database

__all__ = ["ReviewRows"]

_R: Final = schema.reviews.c
#: SQL has no common words for putting a row in the place of another.
_INSERT: Final[Mapping[str, Callable[..., postgresql.Insert | sqlite.Insert]]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}
#: How exactly it is known when a review was last read.
_STEP: Final = timedelta(hours=1)


class ReviewRows:
    """The reviews that a library keeps.

    What is stored under a digest and a version never changes, so it does not matter who stores it.

    Args:
        database: where they are.
        now: the clock.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    def find(self, digest: str, version: str) -> bytes | None:
        """Give what is kept for a game, or ``None`` where that is nothing of this version.

        Args:
            digest: of the game, 64 hexadecimal digits.
            version: of the numbers, likewise.

        Raises:
            StorageError: if it cannot be read.
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
            # Damaged: it is found again as if it had never been kept.
            return None

    def keep(self, digest: str, version: str, numbers: bytes, most: int) -> None:
        """Keep the numbers of a game in place of those of another version.

        Args:
            digest: of the game.
            version: of the numbers.
            numbers: them.
            most: how many reviews are kept at most; those go that were not read for longest.

        Raises:
            StorageError: if they cannot be stored.
        """
        values = {
            "digest": digest,
            "version": version,
            "numbers": compress(numbers, 6),
            "used": self._now(),
        }
        least = select(_R.digest).order_by(_R.used.desc(), _R.digest).offset(most)
        with self._database.writing() as connection:
            # Another server may store the same at the same moment.
            put = _INSERT[connection.dialect.name](schema.reviews).values(values)
            connection.execute(put.on_conflict_do_update(index_elements=["digest"], set_=values))
            connection.execute(delete(schema.reviews).where(_R.digest.in_(least)))

    def clear(self, before: datetime) -> int:
        """Remove what nobody has read since a moment; give how many reviews that were.

        Args:
            before: a moment, with its zone.

        Raises:
            StorageError: if they cannot be removed.
        """
        with self._database.writing() as connection:
            return connection.execute(delete(schema.reviews).where(_R.used < before)).rowcount

"""The store of game reviews: numbers under the digest of a game, one version for each game."""

from datetime import datetime, timedelta
from typing import Final
from zlib import compress, decompress, error

from pegout.storage.database import NO_LIMIT, Rows, moment

#: The resolution of the time when a review was last read.
_STEP: Final = timedelta(hours=1)
#: The number of reviewed games that a library keeps unless its host says otherwise.
KEPT_REVIEWS: Final = 5000


class ReviewRows(Rows):
    """The stored reviews of a library.

    The content for a digest and a version never changes, so any server may store it.
    """

    def find(self, digest: str, version: str) -> bytes | None:
        """Return the stored numbers of a game, or ``None`` if there are none of this version.

        Raises:
            StoreError: if the review cannot be read.
        """
        with self._database.reading() as connection:
            row = connection.row(
                "SELECT numbers, used FROM reviews WHERE digest = ? AND version = ?",
                digest,
                version,
            )
        if row is None:
            return None
        numbers, used = row
        now = self._now()
        if now - moment(used) > _STEP:
            with self._database.writing() as connection:
                connection.execute("UPDATE reviews SET used = ? WHERE digest = ?", now, digest)
        try:
            return decompress(numbers)
        except error:
            # A damaged review is treated as missing, and computed again.
            return None

    def keep(self, digest: str, version: str, numbers: bytes, maximum: int) -> None:
        """Store the numbers of a game, in place of those of another version.

        Raises:
            StoreError: if the review cannot be stored.
        """
        with self._database.writing() as connection:
            # Another server may store the same review at the same moment.
            connection.execute(
                "INSERT INTO reviews (digest, version, numbers, used) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (digest) DO UPDATE SET version = excluded.version,"
                " numbers = excluded.numbers, used = excluded.used",
                digest,
                version,
                compress(numbers, 6),
                self._now(),
            )
            connection.execute(
                "DELETE FROM reviews WHERE digest IN"
                " (SELECT digest FROM reviews ORDER BY used DESC, digest LIMIT ? OFFSET ?)",
                NO_LIMIT,
                maximum,
            )

    def clear(self, before: datetime) -> int:
        """Remove the reviews not read since a moment with its zone; return how many they were.

        Raises:
            StoreError: if the reviews cannot be removed.
        """
        with self._database.writing() as connection:
            return connection.execute("DELETE FROM reviews WHERE used < ?", before)

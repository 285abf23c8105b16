"""The finished games of a library: the sums of each, and the errors that a review found."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from pegout.storage.database import Rows, SqlConnection, moment
from pegout.table.game_sums import (
    EndedGame,
    SeatErrors,
    decode_errors,
    decode_sums,
    encode_errors,
    encode_sums,
)
from pegout.table.store import StoredGame, storable

_KEEP: Final = (
    "INSERT INTO games (match_id, number, ended, sums) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (match_id, number) DO UPDATE SET sums = excluded.sums"
)
#: The number of matches in one query; SQLite limits the values of a statement.
_SOME: Final = 500


def keep_sums(
    connection: SqlConnection, match_id: str, ended: Sequence[EndedGame], now: datetime
) -> None:
    """Store the sums of games that have ended, within the current transaction."""
    for number, sums in ended:
        connection.execute(_KEEP, match_id, number, now, encode_sums(sums))


class GameRows(Rows):
    """The finished games of a library; :class:`~pegout.table.store.MatchStore` describes them."""

    def games(self, match_ids: Collection[str] | None = None) -> list[StoredGame]:
        """Return the finished games of some matches, or of all, in the order of their ends."""
        select = "SELECT match_id, number, ended, sums, errors FROM games"
        with self._database.reading() as connection:
            if match_ids is None:
                rows = connection.rows(select)
            else:
                wanted = [match_id for match_id in match_ids if storable(match_id)]
                parts = [wanted[at : at + _SOME] for at in range(0, len(wanted), _SOME)]
                rows = [
                    row
                    for part in parts
                    for row in connection.rows(
                        f"{select} WHERE match_id IN ({', '.join('?' * len(part))})", *part
                    )
                ]
        games = [
            StoredGame(match_id, number, moment(ended), decode_sums(sums), decode_errors(errors))
            for match_id, number, ended, sums, errors in rows
        ]
        return sorted(games, key=lambda game: (game.ended, game.match_id, game.number))

    def keep_errors(self, match_id: str, number: int, errors: Sequence[SeatErrors]) -> None:
        """Store the errors of each seat in a finished game."""
        if not storable(match_id):
            return
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE games SET errors = ? WHERE match_id = ? AND number = ?",
                encode_errors(errors),
                match_id,
                number,
            )

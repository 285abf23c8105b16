"""The tournaments of a library, one row each; a change must name the version it was made from."""

from datetime import datetime
from typing import Final

from pegout.storage.database import Rows, moment
from pegout.table import store

_COLUMNS: Final = "code, version, state, created, updated"


class TournamentRows(Rows):
    """The stored tournaments; :class:`~pegout.table.store.TournamentStore` says what they do."""

    def add(self, code: str, state: str) -> store.TournamentRow:
        """Store a new tournament."""
        store.check_code(code)
        store.check_texts(state)
        now = self._now()
        with self._database.writing() as connection:
            added = connection.execute(
                f"INSERT INTO tournaments ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (code) DO NOTHING",
                *(code, 1, state, now, now),
            )
        if not added:
            raise store.tournament_exists(code)
        return store.TournamentRow(code, 1, state, now, now)

    def find(self, code: str) -> store.TournamentRow:
        """Return the tournament with a code."""
        if not store.storable(code):
            raise store.unknown_tournament(code)
        with self._database.reading() as connection:
            found = connection.row(f"SELECT {_COLUMNS} FROM tournaments WHERE code = ?", code)
        if found is None:
            raise store.unknown_tournament(code)
        code, version, state, created, updated = found
        return store.TournamentRow(code, version, state, moment(created), moment(updated))

    def change(self, code: str, version: int, state: str) -> store.TournamentRow:
        """Change a tournament that is still at this version."""
        if not store.storable(code):
            raise store.unknown_tournament(code)
        store.check_texts(state)
        now = self._now()
        with self._database.writing() as connection:
            changed = connection.execute(
                "UPDATE tournaments SET version = ?, state = ?, updated = ?"
                " WHERE code = ? AND version = ?",
                *(version + 1, state, now, code, version),
            )
            row = connection.row("SELECT created FROM tournaments WHERE code = ?", code)
        if row is None:
            raise store.unknown_tournament(code)
        if not changed:
            raise store.tournament_conflict(code)
        return store.TournamentRow(code, version + 1, state, moment(row[0]), now)

    def remove(self, code: str) -> None:
        """Remove a tournament permanently."""
        if not store.storable(code):
            raise store.unknown_tournament(code)
        with self._database.writing() as connection:
            if not connection.execute("DELETE FROM tournaments WHERE code = ?", code):
                raise store.unknown_tournament(code)

    def clear(self, before: datetime) -> int:
        """Remove the tournaments not changed since a moment; return their number."""
        with self._database.writing() as connection:
            return connection.execute("DELETE FROM tournaments WHERE updated < ?", before)

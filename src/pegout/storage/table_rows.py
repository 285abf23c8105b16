"""The tables of a server, one row each; a change must name the version that it was made from."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from pegout.storage.database import NO_LIMIT, Rows, SqlConnection, SqlRow, moment
from pegout.table import store
from pegout.table.peers import TableMark

_COLUMNS: Final = "code, version, state, match_id, created, updated"
_OF_TABLES: Final = ", ".join(f"tables.{name}" for name in _COLUMNS.split(", "))
#: The number of tables in one query; SQLite limits the values of a statement.
_SOME: Final = 500
_SELECT: Final = f"SELECT {_COLUMNS} FROM tables"
#: How far the tables have got that have one of the codes that follow.
MARKS: Final = (
    "SELECT tables.code, tables.version, tables.match_id, coalesce(matches.number, 0)"
    " FROM tables LEFT JOIN matches ON matches.id = tables.match_id WHERE tables.code"
)
_VISITED: Final = (
    "SELECT 1 FROM visits JOIN servers ON servers.id = visits.server"
    " WHERE visits.code = tables.code AND servers.expires > CURRENT_TIMESTAMP"
)


class TableRows(Rows):
    """The tables of a library; :class:`~pegout.table.store.TableStore` describes the methods."""

    def add_table(
        self, code: str, state: str, match_id: str = "", *, listed: bool = False
    ) -> store.TableRow:
        """Store a new table."""
        store.check_code(code)
        store.check_texts(state, match_id)
        now = self._now()
        with self._database.writing() as connection:
            added = connection.execute(
                f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (code) DO NOTHING",
                code,
                1,
                state,
                match_id,
                now,
                now,
            )
            if not added:
                raise store.table_exists(code)
            if listed:
                connection.execute("INSERT INTO listed_tables (code) VALUES (?)", code)
        return store.TableRow(code, 1, state, match_id, now, now)

    def table(self, code: str) -> store.TableRow:
        """Return the table with a code."""
        if not store.storable(code):
            raise store.unknown_table(code)
        with self._database.reading() as connection:
            found = connection.row(f"{_SELECT} WHERE code = ?", code)
        if found is None:
            raise store.unknown_table(code)
        return _table(found)

    def marks(self, codes: Collection[str]) -> dict[str, TableMark]:
        """Return how far some tables have got; those that were removed are missing."""
        wanted = [code for code in codes if store.storable(code)]
        parts = [wanted[at : at + _SOME] for at in range(0, len(wanted), _SOME)]
        rows: list[SqlRow] = []
        with self._database.reading() as connection:
            for part in parts:
                rows += connection.rows(f"{MARKS} IN ({', '.join('?' * len(part))})", *part)
        return {code: TableMark(*mark) for code, *mark in rows}

    def listed_tables(self, limit: int) -> list[store.TableRow]:
        """Return listed tables whose current match is not over, the newest first."""
        with self._database.reading() as connection:
            rows = connection.rows(
                f"SELECT {_OF_TABLES} FROM listed_tables"
                " JOIN tables ON tables.code = listed_tables.code"
                " LEFT JOIN matches ON matches.id = tables.match_id"
                " WHERE coalesce(matches.status, '') <> 'over'"
                " ORDER BY tables.created DESC, tables.code DESC LIMIT ?",
                limit,
            )
        return [_table(row) for row in rows]

    def table_with(self, match_id: str) -> store.TableRow | None:
        """Return the table at which a match is the current one, or ``None`` if there is none."""
        if not match_id or not store.storable(match_id):
            return None
        query = f"{_SELECT} WHERE match_id = ? ORDER BY created, code LIMIT 1"
        with self._database.reading() as connection:
            found = connection.row(query, match_id)
        return None if found is None else _table(found)

    def change_table(self, code: str, version: int, state: str, match_id: str) -> store.TableRow:
        """Change a table that is still at this version."""
        if not store.storable(code):
            raise store.unknown_table(code)
        store.check_texts(state, match_id)
        now = self._now()
        with self._database.writing() as connection:
            changed = connection.execute(
                "UPDATE tables SET version = ?, state = ?, match_id = ?, updated = ?"
                " WHERE code = ? AND version = ?",
                version + 1,
                state,
                match_id,
                now,
                code,
                version,
            )
            row = connection.row("SELECT created FROM tables WHERE code = ?", code)
        if row is None:
            raise store.unknown_table(code)
        if not changed:
            raise store.table_conflict(code)
        return store.TableRow(code, version + 1, state, match_id, moment(row[0]), now)

    def delete_table(self, code: str, version: int) -> None:
        """Remove a table that is still at this version; its matches remain."""
        if not store.storable(code):
            raise store.unknown_table(code)
        with self._database.writing() as connection:
            where = "WHERE code = ?"
            if connection.execute(f"DELETE FROM tables {where} AND version = ?", code, version):
                return
            known = connection.row(f"SELECT code FROM tables {where}", code) is not None
        raise store.table_conflict(code) if known else store.unknown_table(code)

    def tables(self, before: datetime, limit: int | None = None) -> list[store.TableRow]:
        """Return the tables last changed before a moment, the longest unchanged first."""
        with self._database.reading() as connection:
            rows = connection.rows(
                f"{_SELECT} WHERE updated < ? ORDER BY updated, code LIMIT ?",
                before,
                NO_LIMIT if limit is None else limit,
            )
        return [_table(row) for row in rows]

    def expired_tables(
        self,
        finished: datetime | None,
        abandoned: datetime | None,
        *,
        after: store.TableRow | None = None,
        limit: int = 20,
    ) -> list[store.TableRow]:
        """Return the tables without any activity since a moment, the oldest first.

        The moment is ``finished`` for tables whose match is over and ``abandoned`` for others;
        ``None`` returns none of these. ``after`` is the last table of the previous call, to
        continue after it.
        """
        old: list[str] = []
        values: list[object] = []
        for is_so, since in (("=", finished), ("<>", abandoned)):
            if since is not None:
                old.append(
                    f"(coalesce(matches.status, '') {is_so} 'over' AND tables.updated < ?"
                    " AND (matches.updated IS NULL OR matches.updated < ?))"
                )
                values += [since, since]
        if not old:
            return []
        where = f"({' OR '.join(old)})"
        if after is not None:
            where += " AND (tables.updated, tables.code) > (?, ?)"
            values += [after.updated, after.code]
        with self._database.reading() as connection:
            rows = connection.rows(
                f"SELECT {_OF_TABLES} FROM tables LEFT JOIN matches ON matches.id = tables.match_id"
                f" WHERE {where} ORDER BY tables.updated, tables.code LIMIT ?",
                *values,
                limit,
            )
        return [_table(row) for row in rows]

    def last_activity(self) -> datetime | None:
        """Return when a table or a match was last changed; ``None`` if there is none."""
        with self._database.reading() as connection:
            rows = connection.rows("SELECT max(updated) FROM tables") + connection.rows(
                "SELECT max(updated) FROM matches"
            )
        return max([moment(stored) for (stored,) in rows if stored is not None], default=None)

    def clear_tables(
        self, rows: Sequence[store.TableRow], before: datetime, *, unless_visited: bool = False
    ) -> list[store.TableRow]:
        """Remove tables with their matches, unless active since a moment; return those removed."""
        unvisited = f" AND NOT EXISTS ({_VISITED})" if unless_visited else ""

        def gone(connection: SqlConnection, row: store.TableRow) -> bool:
            removed = connection.execute(
                "DELETE FROM tables WHERE code = ? AND version = ? AND NOT EXISTS"
                " (SELECT 1 FROM matches WHERE id = ? AND updated >= ?)" + unvisited,
                row.code,
                row.version,
                row.match_id,
                before,
            )
            if not removed:
                return False
            if row.match_id:
                connection.execute("DELETE FROM matches WHERE id = ?", row.match_id)
            connection.execute("DELETE FROM leases WHERE code = ?", row.code)
            return True

        def clear(connection: SqlConnection) -> list[store.TableRow]:
            return [row for row in rows if gone(connection, row)]

        return self._database.write(clear)


def _table(row: SqlRow) -> store.TableRow:
    code, version, state, match_id, created, updated = row
    return store.TableRow(code, version, state, match_id, moment(created), moment(updated))

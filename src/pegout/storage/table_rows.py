"""The tables of a server, one row each; a change must name the version that it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from pegout.storage.database import NO_LIMIT, Database, SqlConnection, SqlRow, moment
from pegout.table.store import (
    TableRow,
    check_code,
    check_texts,
    storable,
    table_conflict,
    table_exists,
    unknown_table,
)

_COLUMNS: Final = "code, version, state, match_id, created, updated"
_SELECT: Final = f"SELECT {_COLUMNS} FROM tables"


def add(database: Database, row: TableRow) -> TableRow:
    """Store a new table."""
    check_code(row.code)
    check_texts(row.state, row.match_id)
    with database.writing() as connection:
        added = connection.execute(
            f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (code) DO NOTHING",
            row.code,
            row.version,
            row.state,
            row.match_id,
            row.created,
            row.updated,
        )
        if not added:
            raise table_exists(row.code)
    return row


def find(database: Database, code: str) -> TableRow:
    """Return the table with a code."""
    if not storable(code):
        raise unknown_table(code)
    with database.reading() as connection:
        found = connection.row(f"{_SELECT} WHERE code = ?", code)
    if found is None:
        raise unknown_table(code)
    return _table(found)


def with_match(database: Database, match_id: str) -> TableRow | None:
    """Return the table at which a match is the current one, or ``None`` if there is none."""
    if not match_id or not storable(match_id):
        return None
    query = f"{_SELECT} WHERE match_id = ? ORDER BY created, code LIMIT 1"
    with database.reading() as connection:
        found = connection.row(query, match_id)
    return None if found is None else _table(found)


def change(
    database: Database, code: str, version: int, state: str, match_id: str, *, now: datetime
) -> TableRow:
    """Change a table, if it is still at this version."""
    if not storable(code):
        raise unknown_table(code)
    check_texts(state, match_id)
    with database.writing() as connection:
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
        raise unknown_table(code)
    if not changed:
        raise table_conflict(code)
    return TableRow(code, version + 1, state, match_id, moment(row[0]), now)


def remove(database: Database, code: str, version: int | None) -> None:
    """Remove a table; with a version, only if that is its current version."""
    if not storable(code):
        raise unknown_table(code)
    where, values = ("", []) if version is None else (" AND version = ?", [version])
    with database.writing() as connection:
        if connection.execute(f"DELETE FROM tables WHERE code = ?{where}", code, *values):
            return
        known = connection.row("SELECT code FROM tables WHERE code = ?", code) is not None
    raise table_conflict(code) if known else unknown_table(code)


def untouched(database: Database, before: datetime, limit: int | None) -> list[TableRow]:
    """Return the tables last changed before a moment, the longest unchanged first."""
    with database.reading() as connection:
        rows = connection.rows(
            f"{_SELECT} WHERE updated < ? ORDER BY updated, code LIMIT ?",
            before,
            NO_LIMIT if limit is None else limit,
        )
    return [_table(row) for row in rows]


def expired(
    database: Database,
    finished: datetime | None,
    abandoned: datetime | None,
    after: TableRow | None,
    limit: int,
) -> list[TableRow]:
    """Return the tables without any activity since a moment, the oldest first."""
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
    columns = ", ".join(f"tables.{name}" for name in _COLUMNS.split(", "))
    with database.reading() as connection:
        rows = connection.rows(
            f"SELECT {columns} FROM tables LEFT JOIN matches ON matches.id = tables.match_id"
            f" WHERE {where} ORDER BY tables.updated, tables.code LIMIT ?",
            *values,
            limit,
        )
    return [_table(row) for row in rows]


def newest(database: Database) -> datetime | None:
    """Return when a table or a match was last changed; ``None`` if there is none."""
    with database.reading() as connection:
        rows = connection.rows("SELECT max(updated) FROM tables") + connection.rows(
            "SELECT max(updated) FROM matches"
        )
    return max([moment(stored) for (stored,) in rows if stored is not None], default=None)


def clear(database: Database, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
    """Remove tables and their matches without activity since a moment; return those removed."""

    def gone(connection: SqlConnection, row: TableRow) -> bool:
        removed = connection.execute(
            "DELETE FROM tables WHERE code = ? AND version = ? AND NOT EXISTS"
            " (SELECT 1 FROM matches WHERE id = ? AND updated >= ?)",
            row.code,
            row.version,
            row.match_id,
            before,
        )
        if removed and row.match_id:
            connection.execute("DELETE FROM matches WHERE id = ?", row.match_id)
        return bool(removed)

    return database.write(lambda connection: [row for row in rows if gone(connection, row)])


def _table(row: SqlRow) -> TableRow:
    code, version, state, match_id, created, updated = row
    return TableRow(code, version, state, match_id, moment(created), moment(updated))

"""The tables of a server, one row each; a change must name the version that it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from pegout.storage import schema
from pegout.storage.database import Database
from pegout.table.store import (
    TableRow,
    check_code,
    check_texts,
    storable,
    table_conflict,
    table_exists,
    unknown_table,
)

_T: Final = schema.tables.c
_M: Final = schema.matches.c


def add(database: Database, row: TableRow) -> TableRow:
    """Store a new table."""
    check_code(row.code)
    check_texts(row.state, row.match_id)
    values = {name: getattr(row, name) for name in schema.tables.c.keys()}  # noqa: SIM118
    with database.writing() as connection:
        try:
            connection.execute(insert(schema.tables).values(values))
        except IntegrityError as error:
            raise table_exists(row.code) from error
    return row


def find(database: Database, code: str) -> TableRow:
    """Return the table with a code."""
    if not storable(code):
        raise unknown_table(code)
    with database.reading() as connection:
        found = connection.execute(select(schema.tables).where(_T.code == code)).one_or_none()
    if found is None:
        raise unknown_table(code)
    return TableRow(*found)


def change(
    database: Database, code: str, version: int, state: str, match_id: str, *, now: datetime
) -> TableRow:
    """Change a table, if it is still at this version."""
    if not storable(code):
        raise unknown_table(code)
    check_texts(state, match_id)
    changes = {"version": version + 1, "state": state, "match_id": match_id, "updated": now}
    with database.writing() as connection:
        changed = connection.execute(
            update(schema.tables).where(_T.code == code, _T.version == version).values(changes)
        ).rowcount
        created = connection.execute(select(_T.created).where(_T.code == code)).scalar()
    if created is None:
        raise unknown_table(code)
    if not changed:
        raise table_conflict(code)
    return TableRow(code, version + 1, state, match_id, created, now)


def remove(database: Database, code: str, version: int | None) -> None:
    """Remove a table; with a version, only if that is its current version."""
    if not storable(code):
        raise unknown_table(code)
    query = delete(schema.tables).where(_T.code == code)
    if version is not None:
        query = query.where(_T.version == version)
    with database.writing() as connection:
        if connection.execute(query).rowcount:
            return
        known = connection.execute(select(_T.code).where(_T.code == code)).scalar() is not None
    raise table_conflict(code) if known else unknown_table(code)


def untouched(database: Database, before: datetime, limit: int | None) -> list[TableRow]:
    """Return the tables last changed before a moment, the longest unchanged first."""
    query = select(schema.tables).where(_T.updated < before).order_by(_T.updated, _T.code)
    with database.reading() as connection:
        return [TableRow(*row) for row in connection.execute(query.limit(limit))]


def expired(
    database: Database,
    finished: datetime | None,
    abandoned: datetime | None,
    after: TableRow | None,
    limit: int,
) -> list[TableRow]:
    """Return the tables without any activity since a moment, the oldest first."""
    over = func.coalesce(_M.status, "") == "over"
    old = [
        and_(is_so, _T.updated < moment, or_(_M.updated.is_(None), _M.updated < moment))
        for is_so, moment in ((over, finished), (not_(over), abandoned))
        if moment is not None
    ]
    if not old:
        return []
    query = select(schema.tables).outerjoin(schema.matches, _M.id == _T.match_id).where(or_(*old))
    if after is not None:
        later = and_(_T.updated == after.updated, _T.code > after.code)
        query = query.where(or_(_T.updated > after.updated, later))
    with database.reading() as connection:
        rows = connection.execute(query.order_by(_T.updated, _T.code).limit(limit)).all()
    return [TableRow(*row) for row in rows]


def newest(database: Database) -> datetime | None:
    """Return when a table or a match was last changed; ``None`` if there is none."""
    query = select(select(func.max(_T.updated)).scalar_subquery(),
                   select(func.max(_M.updated)).scalar_subquery())  # fmt: skip
    with database.reading() as connection:
        found = [moment for moment in connection.execute(query).one() if moment is not None]
    return max(found, default=None)


def clear(database: Database, rows: Sequence[TableRow], before: datetime) -> list[TableRow]:
    """Remove tables and their matches without activity since a moment; return those removed."""

    def gone(connection: Connection, row: TableRow) -> bool:
        played = exists().where(_M.id == row.match_id, _M.updated >= before)
        same = and_(_T.code == row.code, _T.version == row.version, ~played)
        if not connection.execute(delete(schema.tables).where(same)).rowcount:
            return False
        if row.match_id:
            connection.execute(delete(schema.matches).where(_M.id == row.match_id))
        return True

    return database.write(lambda connection: [row for row in rows if gone(connection, row)])

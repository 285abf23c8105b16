"""The servers that share a library in PostgreSQL: their rows, their leases and their notices.

Each server has a row that it renews twice a second, and counts as alive until the row expires by
the clock of the database. All that it holds falls with the row, so one renewal stands for all of
its leases. It trusts them only as long by its own clock.

Each server has two connections for this, and a thread for each. One renews, stores who is
connected, and sends notices; the other one listens. A notice is sent after the commit that it is
about: in the same transaction it would have all commits of the database wait for one another.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import inf
from time import monotonic
from typing import Any, Final

import msgspec
import psycopg

from pegout.storage.postgresql import PostgresqlDatabase, from_postgresql
from pegout.storage.table_rows import MARKS
from pegout.table.peers import (
    Attended,
    Hear,
    Notice,
    Resync,
    Sight,
    TableMark,
    read_notice,
    write_notice,
)
from pegout.table.presence import Visit
from pegout.table.store import Lease

#: For how many seconds a renewal holds, and after how many the next one is due. A server that dies
#: is missed before two seconds have passed.
LASTS: Final = 1.5
RENEWAL: Final = 0.4
#: The seconds within which the database has to answer here.
_ANSWER: Final = 1.0
_CONNECT: Final = 2.0
#: The shortest and the longest pause before another connection is made, in seconds.
_PAUSES: Final = (0.05, 1.0)
#: How many notices may wait while the database does not answer.
_WAITING: Final = 10_000
_CHANNEL: Final = "pegout"

_REGISTER: Final = """
INSERT INTO servers (id, started, expires)
VALUES (%s, clock_timestamp(), clock_timestamp() + %s * interval '1 second')
"""
_RENEW: Final = """
UPDATE servers SET expires = clock_timestamp() + %s * interval '1 second'
WHERE id = %s AND expires > clock_timestamp()
"""
_ALIVE: Final = "SELECT id, expires > clock_timestamp() FROM servers"
_BURY: Final = "DELETE FROM servers WHERE expires <= clock_timestamp()"
_ATTEND: Final = """
INSERT INTO visits (code, server, visit) SELECT %s, id, %s FROM servers WHERE id = %s
ON CONFLICT (code, server) DO UPDATE SET visit = excluded.visit
"""
_LEAVE: Final = "DELETE FROM visits WHERE code = %s AND server = %s"
_STALE: Final = "DELETE FROM visits WHERE server = %s AND code <> ALL(%s)"
_TELL: Final = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice"
_TAKE: Final = """
INSERT INTO leases (code, server, generation)
SELECT ?, id, 1 FROM servers WHERE id = ? AND expires > clock_timestamp()
ON CONFLICT (code) DO UPDATE
SET server = excluded.server, generation = leases.generation + 1
WHERE leases.server = excluded.server OR NOT EXISTS (
    SELECT 1 FROM servers JOIN visits ON visits.server = servers.id
    WHERE servers.id = leases.server AND visits.code = leases.code
    AND servers.expires > clock_timestamp()
)
RETURNING generation
"""
_VISITS: Final = """
SELECT visits.code, visits.visit, leases.code IS NOT NULL
FROM visits JOIN servers ON servers.id = visits.server
LEFT JOIN leases ON leases.code = visits.code AND leases.server = visits.server
WHERE visits.code = ANY(?) AND visits.server <> ? AND servers.expires > clock_timestamp()
"""

_write: Final = msgspec.json.encode
_read: Final = msgspec.json.Decoder(Visit).decode
_Line = psycopg.Connection[Any]


class PostgresqlPeers:
    """The peers of a server by PostgreSQL; :class:`~pegout.table.peers.Peers` has the methods."""

    def __init__(self, database: PostgresqlDatabase) -> None:
        self._database = database
        self._hear: Hear = _ignore
        #: The id under which this server is registered, and how long that holds at least.
        self._server = ""
        self._valid_until = -inf
        self._alive: frozenset[str] = frozenset()
        #: Who is connected here; the tables of which that is still to be stored; and what is still
        #: to be sent. What has no room is made up for: another connection stores everything.
        self._visits: dict[str, Visit] = {}
        self._unstored: deque[str] = deque(maxlen=_WAITING)
        self._outbox: deque[Notice] = deque(maxlen=_WAITING)
        self._wake = threading.Event()
        self._stopping = threading.Event()
        #: Why a thread could not work the last time that it tried, by its name.
        self._faults: dict[str, str] = {}
        self._threads = [
            threading.Thread(target=self._run, args=[work, name], name=name, daemon=True)
            for name, work in (("pegout-sends", self._send), ("pegout-listens", self._listen))
        ]

    @property
    def trouble(self) -> str:
        """The code of the error that keeps this server from its peers; empty if none does."""
        return next(iter(tuple(self._faults.values())), "")

    def start(self, hear: Hear) -> None:
        """Begin to receive the notices of others, and to be one of them."""
        self._hear = hear
        for thread in self._threads:
            thread.start()

    def tell(self, *notices: Notice) -> None:
        """Send notices to the others soon."""
        self._outbox.extend(notices)
        self._wake.set()

    def attend(self, code: str, visit: Visit, lost: Mapping[int, float]) -> None:
        """Tell the others who is connected to a table here."""
        if visit == Visit():
            self._visits.pop(code, None)
        else:
            self._visits[code] = visit
        self._unstored.append(code)
        self.tell(Attended(code, dict(lost)))

    def look(self, codes: Collection[str]) -> dict[str, Sight]:
        """Look at some tables; those that were removed are missing."""
        with self._database.reading() as connection:
            marks = connection.rows(f"{MARKS} = ANY(?)", list(codes))
            rows = connection.rows(_VISITS, list(codes), self._server)
        visits: dict[str, list[Visit]] = {}
        held = set()
        for code, visit, holds in rows:
            visits.setdefault(code, []).append(_read(visit))
            if holds:
                held.add(code)
        return {
            code: Sight(TableMark(version, match, number), visits.get(code, []), code not in held)
            for code, version, match, number in marks
        }

    def take(self, code: str) -> Lease | None:
        """Take the lease of a table, unless a server with somebody there holds it."""
        server = self._server
        with self._database.writing() as connection:
            row = connection.row(_TAKE, code, server)
        return None if row is None else Lease(code, server, row[0])

    def holds(self, lease: Lease) -> bool:
        """Return whether a lease may still be valid, by what is known here."""
        return lease.server == self._server and monotonic() < self._valid_until

    def stop(self) -> None:
        """Begin to give up all leases, to tell the others, and to end."""
        self._stopping.set()
        self._wake.set()

    @property
    def has_stopped(self) -> bool:
        """Whether all of that is done."""
        return not any(thread.is_alive() for thread in self._threads)

    # Threads

    def _run(self, work: Callable[[_Line], None], name: str) -> None:
        """Work with a connection, and make another one whenever it fails."""
        pause = _PAUSES[0]
        while not self._stopping.is_set():
            try:
                with self._database.own_line(_CONNECT) as line:
                    work(line)
            except psycopg.Error as error:
                pause = min(2 * pause, _PAUSES[1]) if name in self._faults else _PAUSES[0]
                self._faults[name] = from_postgresql(error, self._database.location).code
                self._stopping.wait(pause)

    def _send(self, line: _Line) -> None:
        """Renew the row of this server in time, and send what is to be sent."""
        with self._database.within(_ANSWER):
            # What is lost here in a crash is made up for, or lost anyway.
            line.execute("SET synchronous_commit = off")
            # Whether the changes of an earlier connection were stored is not known.
            visited = list(self._visits)
            line.execute(_STALE, [self._server, visited])
            self._unstored.extend(visited)
        due = -inf
        while not self._stopping.is_set():
            self._wake.clear()
            now = monotonic()
            with self._database.within(_ANSWER):
                if now >= due:
                    self._renew(line)
                    due = now + RENEWAL
                self._post(line)
            self._faults.pop("pegout-sends", None)
            self._wake.wait(max(0.0, due - monotonic()))
        with self._database.within(_ANSWER):
            self._post(line)
            line.execute("DELETE FROM servers WHERE id = %s", [self._server])
            self._tell(line, [Resync()])

    def _renew(self, line: _Line) -> None:
        begun = monotonic()
        if not line.execute(_RENEW, [LASTS, self._server]).rowcount:
            self._register(line)
        self._valid_until = begun + LASTS
        rows = line.execute(_ALIVE).fetchall()
        alive = frozenset(server for server, is_alive in rows if is_alive)
        if len(alive) < len(rows):
            line.execute(_BURY)
        if self._alive - alive:
            self._heard(Resync())
        self._alive = alive

    def _register(self, line: _Line) -> None:
        """Enter this server under a new id, so that nothing it held before is valid any more."""
        server = secrets.token_hex(8)
        line.execute(_REGISTER, [server, LASTS])
        self._server = server
        self._unstored.extend(list(self._visits))
        self._heard(Resync())

    def _post(self, line: _Line) -> None:
        """Store who is connected, and then send the notices, those about it among them."""
        notices = [self._outbox.popleft() for _ in range(len(self._outbox))]
        codes = dict.fromkeys(self._unstored.popleft() for _ in range(len(self._unstored)))
        for code in codes:
            visit = self._visits.get(code)
            if visit is None:
                line.execute(_LEAVE, [code, self._server])
            else:
                line.execute(_ATTEND, [code, _write(visit).decode(), self._server])
        self._tell(line, notices)

    def _tell(self, line: _Line, notices: Iterable[Notice]) -> None:
        texts = [write_notice(self._server, notice) for notice in notices]
        if texts:
            line.execute(_TELL, [_CHANNEL, texts])

    def _listen(self, line: _Line) -> None:
        with self._database.within(_ANSWER):
            line.execute(f"LISTEN {_CHANNEL}")
        self._faults.pop("pegout-listens", None)
        self._heard(Resync())
        while not self._stopping.is_set():
            texts = [found.payload for found in line.notifies(timeout=_ANSWER, stop_after=1)]
            if texts:
                self._pass_on(texts)
            else:
                # A connection that says nothing may be dead.
                with self._database.within(_ANSWER):
                    line.execute("SELECT 1")

    def _pass_on(self, texts: Sequence[str]) -> None:
        told = [found for text in texts if (found := read_notice(text)) is not None]
        self._heard(*[notice for server, notice in told if server != self._server])

    def _heard(self, *notices: Notice) -> None:
        """Pass on what was heard, until this server stops."""
        if notices and not self._stopping.is_set():
            self._hear(notices)


def _ignore(notices: Sequence[Notice]) -> None:
    """Hear nothing, before the start."""

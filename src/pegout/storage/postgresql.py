"""PostgreSQL, by a driver that does not wait for ever.

A database that hangs keeps its connections open and says nothing, and its kernel acknowledges
whatever is sent to it. No time limit that the database itself keeps ends that, nor does one of TCP.
So whoever waits here looks at the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg import OperationalError
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout
from sqlalchemy import URL, Engine, NullPool, create_engine, event

from pegout.storage import patience as times
from pegout.storage.patience import Patience

__all__ = ["engines"]

_T = TypeVar("_T")
# What an address of PostgreSQL may say otherwise: how soon a server counts as gone, in seconds (and
# milliseconds). Left to the system, a machine that was switched off is waited for for hours.
_PROMPT: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
#: The shortest time that the driver waits for a connection, in seconds.
_SHORTEST: Final = 2


def engines(
    url: URL, connections: int, patience: Patience, silent: Callable[[], object]
) -> tuple[Engine, Engine]:
    """Give the connections for the work, and those with which one asks whether there is anybody.

    Args:
        url: where.
        connections: how many there may be for the work.
        patience: how long the threads wait.
        silent: called when one of them has waited for long enough.

    Raises:
        ArgumentError: for an address that is none.
    """
    # Whatever the database itself is written in, we speak one language with it.
    query = {**_PROMPT, **url.query, "client_encoding": "utf8"}
    address = url.set(query=query)
    # Parameters hold the secrets of packs, which no message may repeat. A server that was started
    # again has forgotten the connections of before.
    work = create_engine(
        address,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=connections,
        max_overflow=0,
    )
    ask = create_engine(address, hide_parameters=True, poolclass=NullPool)

    def connect(dialect: object, record: object, arguments: Any, named: dict[str, Any]) -> Any:
        """Take no longer for a connection than the thread still has."""
        left = patience.left()
        if not left:
            raise OperationalError("no time is left")
        if left < float(named["connect_timeout"]):
            named["connect_timeout"] = max(_SHORTEST, int(left))
        try:
            line = _Line.connect(*arguments, **named)
        except ConnectionTimeout:
            silent()
            raise
        line.patience, line.silent = patience, silent
        return line

    for engine in (work, ask):
        event.listen(engine, "do_connect", connect)
    event.listen(work, "connect", _be_patient)
    return work, ask


class _Line(psycopg.Connection[Any]):
    """A connection that is given up when its thread has waited for long enough."""

    patience: Patience = Patience()
    silent: Callable[[], object] = staticmethod(lambda: None)

    def wait(self, gen: PQGen[_T], *arguments: Any, **named: Any) -> _T:
        """Wait for the database."""
        return super().wait(self._bounded(gen), *arguments, **named)

    def _bounded(self, gen: PQGen[_T]) -> Generator[Any, Any, _T]:
        """Do as a generator of the driver does, and end it in time.

        The driver resumes it whenever there is news, and ten times a second where there is none.
        """
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and not self.patience.left():
                    self._give_up()
                wanted = gen.send(ready)
        except StopIteration as end:
            result: _T = end.value
            return result

    def _give_up(self) -> None:
        # Whatever comes after this would be taken for the answer to something else.
        self.pgconn.finish()
        self.silent()
        raise OperationalError("it took too long")


def _be_patient(connection: Any, record: object) -> None:
    # Somebody may have been stopped in the middle of a transaction.
    connection.execute(f"SET lock_timeout = {int(times.PATIENCE * 1000)}")
    connection.commit()

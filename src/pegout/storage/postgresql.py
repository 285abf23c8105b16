"""PostgreSQL, with a time limit on every wait.

A hung database keeps its connections open and sends nothing, while its kernel acknowledges every
packet. Neither the time limits of the database nor those of TCP end such a wait. So the client
checks the clock while it waits.
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

_T = TypeVar("_T")
# The defaults for options of a PostgreSQL URL: how soon a server counts as gone, in seconds (and
# milliseconds). The defaults of the system wait for hours for a machine that was switched off.
_PROMPT: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
#: The shortest connection timeout of the driver, in seconds.
_SHORTEST: Final = 2


def engines(
    url: URL, connections: int, patience: Patience, silent: Callable[[], object]
) -> tuple[Engine, Engine]:
    """Return two engines: one for the work, and one that checks whether the database answers.

    Args:
        url: the URL of the database.
        connections: the most connections for the work.
        patience: the time limits of the threads.
        silent: called when a thread has reached its time limit.

    Raises:
        ArgumentError: for an invalid URL.
    """
    # The client encoding is fixed, whatever the encoding of the database.
    query = {**_PROMPT, **url.query, "client_encoding": "utf8"}
    address = url.set(query=query)
    # Parameters hold the secrets of packs, which no message may repeat. A restarted server has
    # closed the earlier connections, so each is tested before use.
    work = create_engine(
        address,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=connections,
        max_overflow=0,
    )
    ask = create_engine(address, hide_parameters=True, poolclass=NullPool)

    def connect(dialect: object, record: object, arguments: Any, named: dict[str, Any]) -> Any:
        """Connect within the time that the thread has left."""
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
    """A connection that is closed when it fails or when its thread has reached its time limit."""

    patience: Patience = Patience()
    silent: Callable[[], object] = staticmethod(lambda: None)

    def wait(self, gen: PQGen[_T], *arguments: Any, **named: Any) -> _T:
        """Wait for the database, within the time limit."""
        try:
            return super().wait(self._bounded(gen), *arguments, **named)
        except OperationalError as error:
            # Errors that the server reports have classes of their own. After any other, a late
            # response would be taken for the response to another query. The driver itself does
            # not always count such a connection as lost.
            if type(error) is OperationalError:
                self.pgconn.finish()
            raise

    def _bounded(self, gen: PQGen[_T]) -> Generator[Any, Any, _T]:
        """Wrap a generator of the driver with the time limit.

        The driver resumes it when data arrive, and ten times a second when none do.
        """
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and not self.patience.left():
                    self.silent()
                    raise OperationalError("it took too long")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: _T = end.value
            return result


def _be_patient(connection: Any, record: object) -> None:
    # A program may have been stopped in the middle of a transaction.
    connection.execute(f"SET lock_timeout = {int(times.PATIENCE * 1000)}")
    connection.commit()

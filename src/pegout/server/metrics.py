"""What a server measures for Prometheus: counters, gauges and histograms.

No label has a name, a code of a table, an address or a token: a route is one of those of the
server, and a code one of those that have a sentence. :mod:`pegout.server.metrics_server` serves
them.
"""

from contextlib import AbstractContextManager
from importlib.metadata import version
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from pegout.server.connections import ConnectionKind
from pegout.server.fair_queue import Urgency
from pegout.server.live_tables import LiveTables
from pegout.server.meter import Meter
from pegout.server.review_jobs import Reviews, ReviewState
from pegout.storage.errors import LASTING
from pegout.text.errors import SENTENCES

#: The upper bounds of the histograms, in seconds: from an answer without the disk to the time limit
#: of a request.
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
#: The label of a code that is none of those on the wire.
_OTHER: Final = "other"
#: The troubles of a database; any other is a failure.
_FAILED: Final = "failed"
_TROUBLES: Final = sorted(LASTING | {"busy", "newer", _FAILED})


class Metrics(Meter):
    """The metrics of one server, in a registry of their own.

    What happens is counted as it happens; how things stand is read by :meth:`read` when somebody
    asks.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._gauge("pegout_info", "The version of the server.", "version").labels(
            version("pegout")
        ).set(1)
        self._stopping = self._gauge("pegout_stopping", "Whether the server is being stopped.")
        self._tables = self._gauge("pegout_tables", "Tables in memory.")
        self._connections = self._gauge("pegout_connections", "Connections, by kind.", "kind")
        self._waiting = self._gauge(
            "pegout_waiting_computations", "Computations that wait for their turn.", "purpose"
        )
        self._reviews = self._gauge("pegout_reviews", "Reviews in memory, by state.", "state")
        self._trouble = self._gauge(
            "pegout_database_trouble", "Whether the database has this trouble.", "code"
        )
        self._requests = self._counter(
            "pegout_requests", "Answers over HTTP, by route and status.", "route", "status"
        )
        self._refusals = self._counter(
            "pegout_refusals", "What was refused, by its code.", "by", "code"
        )
        self._lines = self._counter("pegout_log_lines", "Warnings and errors in the log.", "level")
        self._request = self._histogram(
            "pegout_request_seconds", "The time of a request until its answer.", "route"
        )
        self._message = self._histogram(
            "pegout_message_seconds",
            "The time of a message of a connection until it is carried out and answered.",
            "kind",
        )
        self._computation = self._histogram(
            "pegout_computation_seconds",
            "The time of a move, a hint or an analysis, with its wait.",
            "purpose",
        )
        self._transaction = self._histogram(
            "pegout_transaction_seconds", "The time of a transaction of the database.", "kind"
        )
        # A line counts from the start, so that its first increase shows.
        for level in ("warning", "error"):
            self._lines.labels(level)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, registry=self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(name, about, labels, registry=self.registry, buckets=_BOUNDS)

    def refused(self, code: str, by: str) -> None:
        """Count a refusal, and log it."""
        super().refused(code, by)
        self._refusals.labels(by, code if code in SENTENCES else _OTHER).inc()

    def answered(self, route: str, status: int, took: float | None) -> None:
        """Count an answer over HTTP, and its time."""
        self._requests.labels(route, str(status)).inc()
        if took is not None:
            self._request.labels(route).observe(took)

    def handled(self, kind: str, took: float) -> None:
        """Count a message of a connection, and its time."""
        self._message.labels(kind).observe(took)

    def computed(self, purpose: str, took: float) -> None:
        """Count a computation, and its time."""
        self._computation.labels(purpose).observe(took)

    def logged(self, level: str) -> None:
        """Count a warning or an error of the log."""
        self._lines.labels(level).inc()

    def transaction(self, kind: str) -> AbstractContextManager[object]:
        """Return a block whose time is that of a transaction; any thread may use it."""
        return self._transaction.labels(kind).time()

    def read(self, tables: LiveTables, reviews: Reviews, trouble: str) -> None:
        """Read how things stand, with the code of the trouble of the database, if it has any."""
        self._stopping.set(tables.stopping)
        self._tables.set(tables.loaded)
        connections, waiting, states = tables.connections, tables.waiting, reviews.states
        for kind in get_args(ConnectionKind):
            self._connections.labels(kind).set(connections[kind])
        for urgency in Urgency:
            self._waiting.labels(urgency.name.lower()).set(waiting[urgency])
        for state in get_args(ReviewState):
            self._reviews.labels(state).set(states[state])
        known = trouble if trouble in _TROUBLES else _FAILED
        for code in _TROUBLES:
            self._trouble.labels(code).set(bool(trouble) and code == known)

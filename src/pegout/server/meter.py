"""What happens at a server, reported to whatever measures it."""

from pegout.server import logs


class Meter:
    """Receives what happens at a server; this one logs refusals, and measures nothing.

    :mod:`pegout.server.metrics` measures for Prometheus. Times are in seconds. Every label has a
    bounded number of values: a route is never a path, and a code is one of those on the wire.
    """

    def refused(self, code: str, by: str) -> None:
        """Take a refusal: of a request over ``http``, of a ``socket``, or at a ``table``."""
        logs.refused(code, by)

    def answered(self, route: str, status: int, took: float | None) -> None:
        """Take an answer over HTTP; a connection to a table has a status, and no time."""

    def handled(self, kind: str, took: float) -> None:
        """Take a message of a connection, once its request has been carried out and answered."""

    def computed(self, purpose: str, took: float) -> None:
        """Take the time of a computation, with its wait: for a move, a hint or an analysis."""

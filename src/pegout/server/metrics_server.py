"""The server of ``/metrics``, at an address of its own, which players cannot reach."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from prometheus_client.exposition import choose_encoder
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegout.server.logs import telling
from pegout.server.metrics import Metrics
from pegout.storage import Library

#: The most connections: of Prometheus, a second one beside it, and an operator.
_CONNECTIONS: Final = 16


class MetricsServer(uvicorn.Server):
    """Has the metrics of an application, and serves them while it runs and while it stops."""

    def __init__(self, listener: socket.socket, library: Library) -> None:
        self.meter = Metrics()
        library.time_transactions(self.meter.transaction)
        self._listener = listener
        self._state: State | None = None
        self._running: asyncio.Task[None] | None = None
        super().__init__(
            uvicorn.Config(
                Starlette(routes=[Route("/metrics", self._answer)]),
                log_config=None,
                access_log=False,
                lifespan="off",
                ws="none",
                server_header=False,
                limit_concurrency=_CONNECTIONS,
                timeout_graceful_shutdown=1,
            )
        )

    async def _answer(self, request: Request) -> Response:
        state = self._state
        assert state is not None, "the application has started"
        self.meter.read(state.tables, state.reviews, await state.health.problem())
        encode, kind = choose_encoder(request.headers.get("accept", ""))
        # To write a thousand lines takes some milliseconds, in which the tables play on.
        text = await asyncio.to_thread(encode, self.meter.registry)
        return Response(text, headers={"Content-Type": kind, "Cache-Control": "no-store"})

    def begin(self, state: State) -> None:
        """Begin to serve, with the state of an application that has started."""
        self._state = state
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        with telling(self.meter.logged):
            await self.serve([self._listener])

    async def end(self) -> None:
        """Stop to serve."""
        self.should_exit = True
        if self._running is not None:
            await self._running

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the server of the tables."""
        yield

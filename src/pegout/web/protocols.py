"""The two protocols beneath the application, with bounds on what a client may leave unfinished.

uvicorn closes what is idle, and waits for everything else: for the rest of a request, and for a
client to take what it was sent. Here every wait has an end, so that connections that do nothing
cannot use up what the others need.
"""

from __future__ import annotations

import asyncio
import socket
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

__all__ = ["Requests", "Sockets"]

#: In how many pieces a message may come; browsers send it in one.
_PIECES = 64
#: So many bytes of a WebSocket may wait in this process before it is written to no more, and about
#: so many in the kernel, which would let megabytes wait.
_UNSENT = 8_192
_IN_KERNEL = 32_768


class Requests(H11Protocol):
    """HTTP: a request has arrived, and its answer has been taken, within some seconds.

    Attributes:
        patience: how many seconds that may take.
    """

    patience: ClassVar[float] = 30.0
    _end: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def _wait(self) -> None:
        self._end = self.loop.call_later(self.patience, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the answer to be taken."""
        self._end.cancel()
        self._wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over."""
        self._end.cancel()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._end.cancel()
        super().connection_lost(exc)


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets: what is over is over after some seconds, whatever was not taken by then.

    Attributes:
        patience: how many seconds that may take, beside the goodbye.
    """

    patience: ClassVar[float] = 15.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep little that the other side has not taken, here and in the kernel."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(_UNSENT)
        line = self.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _IN_KERNEL)

    async def run_asgi(self) -> None:
        """Serve the connection, and end it; tell whoever serves whether it takes what is sent."""
        self.scope["state"]["writable"] = self.writable
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(self.patience, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End a connection at whose other side nobody is, also if something waits for them."""
        super().keepalive_timeout()
        self.loop.call_later(self.patience, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer, unless the answers of before have not been taken yet."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Take another piece of a message."""
        if len(self.frames) < _PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

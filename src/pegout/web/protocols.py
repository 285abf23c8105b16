"""The HTTP and WebSocket protocols, with limits on what a client may leave unfinished.

uvicorn closes idle connections, but waits without limit for the rest of a request, and for a client
to accept what was sent. Here every wait has a timeout, so that stalled connections cannot use up
the resources of the others.
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

#: The most fragments of a message; browsers send it in one.
_PIECES = 64
#: The most bytes of a WebSocket that may be buffered in this process before writing pauses, and
#: about the size of the kernel's buffer, which would otherwise accept megabytes.
_UNSENT = 8_192
_IN_KERNEL = 32_768


class Requests(H11Protocol):
    """HTTP with a time limit for a request to arrive, and for the client to accept its answer.

    Attributes:
        patience: the time limit, in seconds.
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
        """Wait for the next request, or for the client to accept the answer."""
        self._end.cancel()
        self._wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection to the WebSocket protocol."""
        self._end.cancel()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._end.cancel()
        super().connection_lost(exc)


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets that close within a time limit, even if the client accepts nothing more.

    Attributes:
        patience: the time limit for closing, in seconds, in addition to that for the last message.
    """

    patience: ClassVar[float] = 15.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the bytes that are buffered here and in the kernel."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(_UNSENT)
        line = self.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _IN_KERNEL)

    async def run_asgi(self) -> None:
        """Serve the connection and close it; pass the server an event for flow control."""
        self.scope["state"]["writable"] = self.writable
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(self.patience, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Close a connection whose peer no longer answers, even while a write is pending."""
        super().keepalive_timeout()
        self.loop.call_later(self.patience, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers are still buffered."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Accept another fragment of a message."""
        if len(self.frames) < _PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

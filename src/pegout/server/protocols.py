"""The HTTP and WebSocket protocols, with limits on what a client may leave unfinished.

uvicorn closes idle connections, but waits without limit for the rest of a request, and for a client
to accept what was sent. Here every wait has a timeout, so that stalled connections cannot use up
the resources of the others. What would be refused is refused here, before anything is made for it.
"""

import asyncio
import socket
from functools import partial
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pegout.server.admission import Admission, answer
from pegout.server.limits import neighbourhood

#: The most fragments of a message; browsers send it in one.
_PIECES: Final = 64
#: The most bytes of a WebSocket that may be buffered in this process before writing pauses, and
#: about the size of the kernel's buffer, which would otherwise accept megabytes.
_UNSENT: Final = 8_192
_IN_KERNEL: Final = 32_768
#: The bytes after which a head that has not ended is refused.
_HEAD: Final = 65_536
#: The most bytes of a body that are read although the answer has been given without them. A client
#: that is still sending would not read the answer of a connection that is closed.
_UNREAD: Final = 67_108_864
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n"


class Requests(HttpToolsProtocol):
    """HTTP with a time limit for a request to arrive, and for the client to accept its answer."""

    #: The time limit, in seconds.
    patience: ClassVar[float] = 30.0
    _end: asyncio.TimerHandle

    def __init__(self, *given: Any, admission: Admission, **named: Any) -> None:
        super().__init__(*given, **named)
        self._admission = admission
        #: The address that has asked for nothing yet, as long as it counts for its limit.
        self._silent: str | None = None
        #: The bytes of the head that is arriving, and of a body that nobody waits for.
        self._head = self._unread = 0
        self._in_head = True
        #: Whether a request has ended in the data that are being read.
        self._ended = False
        #: Whether the request under way was refused, and whether it is the last one.
        self._refused = self._last = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, unless the address has too many that ask for nothing."""
        super().connection_made(transport)
        self._wait()
        if self._admission.proxy:
            return
        address = neighbourhood(self.client[0] if self.client else "")
        if self._admission.silent.acquire(address):
            self._silent = address
        else:
            self._admission.meter.refused("too_many_connections", "http")
            transport.abort()

    def _wait(self) -> None:
        self._end = self.loop.call_later(self.patience, self.transport.abort)

    def _note_request(self) -> None:
        if self._silent is not None:
            self._admission.silent.release(self._silent)
            self._silent = None

    def data_received(self, data: bytes) -> None:
        """Read on, unless a head has become too long."""
        self._ended = False
        super().data_received(data)
        if self._in_head and self.parser is not None:
            # The end of a body counts for no head, nor does what follows it at once.
            self._head = 0 if self._ended else self._head + len(data)
            if self._head > _HEAD:
                self._admission.meter.refused("too_large", "http")
                self.transport.write(_TOO_LONG)
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._head = self._unread = 0
        self._in_head, self._refused = True, False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Handle a request, or refuse it."""
        self._in_head = False
        self._note_request()
        # With requests that are handled one after the other, an answer has to wait for its turn.
        idle = self.cycle is None or self.cycle.response_complete
        upgrade = self.parser.should_upgrade() and self._should_upgrade()
        if idle and not upgrade and self._refuse():
            self._refused = True
            return
        super().on_headers_complete()
        if not upgrade:
            # The connection stays open until the whole request has arrived.
            self._last = not self.cycle.keep_alive
            self.cycle.keep_alive = True

    def _refuse(self, *, socket: bool = False) -> bool:
        """Refuse a request whose address asks too often; return whether it was refused."""
        scope: Any = self.scope
        path, _, scope["query_string"] = self.url.partition(b"?")
        code = self._admission.refusal(scope, path.decode("latin-1"), socket=socket)
        if not code:
            return False
        self._admission.meter.refused(code, "socket" if socket else "http")
        self.transport.write(answer(code, scope))
        return True

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        if self._refused or (self.cycle and self.cycle.response_complete):
            self._unread += len(body)
            if self._unread > _UNREAD:
                self.transport.abort()
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        self._in_head = self._ended = True
        if self._refused:
            if not self.parser.should_keep_alive():
                self.transport.close()
            return
        super().on_message_complete()
        self._close_the_last()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the client to accept the answer."""
        self._end.cancel()
        self._wait()
        super().on_response_complete()
        self._close_the_last()

    def _close_the_last(self) -> None:
        if self._last and self._in_head and self.cycle.response_complete:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection to the WebSocket protocol, or refuse it."""
        self._end.cancel()
        if self._refuse(socket=True):
            self.transport.close()
            return
        super().handle_websocket_upgrade()
        # The parser refers to this protocol, which is not needed any more.
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._end.cancel()
        self._note_request()
        super().connection_lost(exc)


def requests(admission: Admission) -> Any:
    """Return what makes a protocol for each connection."""
    return partial(Requests, admission=admission)


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets that close within a time limit, even if the client accepts nothing more."""

    #: The time limit for closing, in seconds, in addition to that for the last message.
    patience: ClassVar[float] = 15.0
    #: When the ping was sent that the client has not answered.
    pinged: float | None = None
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the bytes that are buffered here and in the kernel."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(_UNSENT)
        line = self.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _IN_KERNEL)

    async def run_asgi(self) -> None:
        """Serve the connection and close it; meanwhile the server knows the line itself."""
        self.scope["state"]["line"] = self
        try:
            await super().run_asgi()
        finally:
            # It refers to its own scope.
            del self.scope["state"]["line"]
            self._end_soon()

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""
        if self.pinged is None and not (self.close_sent or self.transport.is_closing()):
            self.pinged = self.loop.time()
            self.conn.send_ping(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))

    def data_received(self, data: bytes) -> None:
        """Read on; whatever the client sends shows that the line is open."""
        self.pinged = None
        super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Close a connection whose peer no longer answers, even while a write is pending."""
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """Abort the connection after a while, unless it is lost by then."""
        if self._end is None and not self.disconnected:
            self._end = self.loop.call_later(self.patience, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout, and let go of what refers to itself."""
        if self._end is not None:
            self._end.cancel()
            self._end = None
        super().connection_lost(exc)
        # The parser is a generator whose frame holds its own protocol.
        self.conn.parser.close()

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

"""Connections to tables by WebSockets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from pegout.server.admission import Admission
from pegout.server.connections import Connection, TransportClosed
from pegout.server.live_tables import LiveTables
from pegout.server.responses import problem
from pegout.text import Translator

if TYPE_CHECKING:
    from pegout.server.protocols import Sockets


class SocketTransport:
    """The transport of an accepted WebSocket, whose protocol is in its state ``line``."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._protocol: Sockets = socket.state.line

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the client has not answered."""
        return self._protocol.pinged

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""
        self._protocol.ping()

    async def receive(self) -> str | bytes:
        """Return the next message.

        Raises:
            TransportClosed: if the client has gone.
        """
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise TransportClosed
        message: str | bytes = event.get("text") or event.get("bytes") or b""
        return message

    async def send(self, message: str) -> None:
        """Send a message.

        Raises:
            TransportClosed: if the client has gone.
        """
        try:
            await self._socket.send({"type": "websocket.send", "text": message})
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise TransportClosed from None

    async def drain(self) -> None:
        """Wait until the client has accepted what was sent."""
        await self._protocol.writable.wait()

    async def close(self, code: int) -> None:
        """Close the socket with a code."""
        await self._socket.close(code)


async def serve_socket(
    socket: WebSocket, tables: LiveTables, address: str, t: Translator, admission: Admission
) -> None:
    """Serve a connection to a table, unless its address has too many or opens them too fast."""
    with admission.connections.occupy(address) as free:
        code = "" if free else "too_many_connections"
        if not admission.requests.take(address):
            code = "too_fast"
        if code:
            await socket.send_denial_response(problem(code, t))
            return
        await socket.accept()
        connection = Connection(SocketTransport(socket), address, tables.config, t, admission.meter)
        with tables.connected(connection):
            await connection.run(tables, socket.path_params["code"])

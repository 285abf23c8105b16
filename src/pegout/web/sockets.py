"""One connection: from its first message to its last."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from pegout.storage import StorageError
from pegout.text import Translator, language
from pegout.web.answers import farewell, refusal
from pegout.web.config import Config
from pegout.web.limits import Bucket, Buckets, Places
from pegout.web.logs import fault, refused
from pegout.web.rooms import Rooms
from pegout.web.seats import TableError
from pegout.wire import WIRE_VERSION, Bye, Hello, Request, WireError, decode, encode

if TYPE_CHECKING:
    from pegout.web.room import Room

__all__ = ["Connection", "serve_socket"]

#: What a connection is closed with: all is well, try again later, you have broken the rules.
_GONE, _LATER, _BROKEN = 1000, 1013, 1008
#: What is no better in a moment.
_LASTING = frozenset({"damaged", "newer", "not_a_library", "unknown_match", "unknown_table"})
#: How long a goodbye may take to be sent, in seconds.
_PATIENCE = 2.0


class _Farewell(Exception):
    """The connection ends with a goodbye."""

    def __init__(self, code: str, *, again: bool) -> None:
        super().__init__(code)
        self.code = code
        self.again = again


class Connection:
    """One connection.

    Args:
        socket: the socket, accepted.
        config: the limits.
        t: the language until the client has said which one it speaks.
    """

    def __init__(self, socket: WebSocket, config: Config, t: Translator) -> None:
        self.t = t
        self.seat: int | None = None
        self._socket = socket
        self._config = config
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._bucket = Bucket(config.messages, config.message_burst)
        self._faults = 0
        self._reader: asyncio.Task[None] | None = None
        self.ended = False
        self._close_code = _GONE

    # For the room

    def send(self, message: bytes) -> None:
        """Send something, soon and in order."""
        if self.ended:
            return
        self._waiting += len(message)
        config = self._config
        if self._queue.qsize() >= config.queue or self._waiting > config.queue_bytes:
            refused("too_slow", "socket")
            self._end(_LATER)
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(encode(farewell("too_slow", self.t, again=True)))
            return
        self._queue.put_nowait(message)

    def dismiss(self, bye: Bye) -> None:
        """Say goodbye and close the connection."""
        self.send(encode(bye))
        self._end(_LATER if bye.again else _BROKEN)

    def _end(self, code: int) -> None:
        """Read nothing more; what is waiting to be sent still is."""
        self.ended = True
        self._close_code = code
        if self._reader is not None:
            self._reader.cancel()

    # The course of it

    async def run(self, rooms: Rooms, code: str) -> None:
        """Serve the connection until one side closes it."""
        loop = asyncio.get_running_loop()
        writer = loop.create_task(self._write())
        self._reader = loop.create_task(self._serve(rooms, code))
        await asyncio.wait([self._reader, writer], return_when=asyncio.FIRST_COMPLETED)
        self.ended = True
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader
        self._queue.put_nowait(None)
        await asyncio.wait([writer], timeout=_PATIENCE)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer
        with suppress(Exception):
            await asyncio.wait_for(self._socket.close(self._close_code), _PATIENCE)

    async def _serve(self, rooms: Rooms, code: str) -> None:
        """Read and answer; every error has become a message when this returns."""
        try:
            async with asyncio.timeout(self._config.hello):
                hello = await self._hello()
            async with rooms.visit(code) as room:
                await self._stay(room, hello)
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            self._bid("no_hello", again=False)
        except _Farewell as end:
            self._bid(end.code, again=end.again)
        except TableError as error:
            self._bid(error.code, again=error.code in ("too_many_tables", "stopping"))
        except StorageError as error:
            self._bid(error.code, again=error.code not in _LASTING)
        except Exception as error:
            fault("socket", error)
            self._bid("fault", again=True)

    def _bid(self, code: str, *, again: bool) -> None:
        refused(code, "socket")
        if not self.ended:
            self.dismiss(farewell(code, self.t, again=again))

    async def _hello(self) -> Hello:
        while True:
            request = await self._next()
            if isinstance(request, Hello):
                break
            if request is not None:
                raise _Farewell("no_hello", again=False)
        self.t = language(request.language)
        if request.version != WIRE_VERSION:
            raise _Farewell("wrong_version", again=False)
        return request

    async def _stay(self, room: Room, hello: Hello) -> None:
        try:
            await room.enter(self, hello)
            while True:
                request = await self._next()
                if request is not None:
                    await room.handle(self, request)
        finally:
            room.leave(self)

    async def _next(self) -> Request | None:
        """Read a message; ``None`` for one that was refused."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", _GONE))
        try:
            request = decode(event.get("text") or event.get("bytes") or b"")
        except WireError:
            self._faults += 1
            if self._faults >= self._config.faults:
                raise _Farewell("bad_message", again=False) from None
            refused("bad_message", "socket")
            self.send(encode(refusal("", "bad_message", self.t)))
            return None
        if not self._bucket.take():
            refused("too_fast", "socket")
            self.send(encode(refusal(getattr(request, "id", ""), "too_fast", self.t)))
            return None
        return request

    async def _write(self) -> None:
        """Send what is waiting, until there is nothing more or nobody to send it to."""
        while (message := await self._queue.get()) is not None:
            self._waiting -= len(message)
            try:
                await self._socket.send({"type": "websocket.send", "text": message.decode()})
            except (WebSocketDisconnect, RuntimeError, OSError):
                return


async def serve_socket(
    socket: WebSocket,
    rooms: Rooms,
    address: str,
    t: Translator,
    *,
    places: Places,
    requests: Buckets,
) -> None:
    """Serve a connection to a table, unless its address has too many, or opens them too fast."""
    await socket.accept()
    connection = Connection(socket, rooms.config, t)
    with places.one(address) as free:
        code = "" if free else "too_many_connections"
        if not requests.take(address):
            code = "too_fast"
        if not code:
            with rooms.connected(connection):
                await connection.run(rooms, socket.path_params["code"])
        else:
            refused(code, "socket")
            bye = farewell(code, t, again=True)
            await socket.send({"type": "websocket.send", "text": encode(bye).decode()})
            await socket.close(_LATER)

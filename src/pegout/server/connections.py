"""A connection to a table, from its first message to its last."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Literal, Protocol

from pegout.server.answers import farewell, refusal
from pegout.server.config import Config
from pegout.server.limits import Bucket
from pegout.server.live_tables import LiveTables
from pegout.server.logs import fault
from pegout.server.meter import Meter
from pegout.table.state import TableRefused
from pegout.table.store import StoreError
from pegout.text import Translator, explain, language
from pegout.wire.codecs import WireError, encode
from pegout.wire.table import WIRE_VERSION, Bye, Hello, Ping, Pong, Refused, Request, decode

if TYPE_CHECKING:
    from pegout.server.live_table import LiveTable

#: The close codes: closed normally, try again later, policy violation.
_GONE, _LATER, _BROKEN = 1000, 1013, 1008
#: The errors that will not go away by reconnecting.
_LASTING = frozenset(
    {"damaged", "newer", "not_a_library", "older", "unknown_match", "unknown_table"}
)
#: How long a client may accept nothing of what was sent before it is dismissed, in seconds.
_STALLED = 20.0
#: How long the last message may take to be sent, in seconds.
_PATIENCE = 2.0
#: How many requests are read ahead while one is being handled.
_AHEAD = 8


#: What a connection is to the server; one that arrives is not at its table yet.
ConnectionKind = Literal["arriving", "player", "spectator"]


class _Farewell(Exception):
    """Ends the connection with a last message."""

    def __init__(self, code: str, *, again: bool) -> None:
        super().__init__(code)
        self.code = code
        self.again = again


class TransportClosed(Exception):
    """The other side has closed a transport, or it is broken."""


class Transport(Protocol):
    """What carries the messages of a connection, such as a WebSocket."""

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the other side has not answered."""

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""

    async def receive(self) -> str | bytes:
        """Return the next message.

        Raises:
            TransportClosed: if there will be none.
        """

    async def send(self, message: str) -> None:
        """Send a message.

        Raises:
            TransportClosed: if it cannot be sent.
        """

    async def drain(self) -> None:
        """Wait until the other side has accepted what was sent."""

    async def close(self, code: int) -> None:
        """Close the transport with a code of WebSockets."""


class Connection:
    """A connection to a table, by a transport of its messages."""

    def __init__(
        self, transport: Transport, address: str, config: Config, t: Translator, meter: Meter
    ) -> None:
        self.t = t
        self.address = address
        self.seat: int | None = None
        self.visible = True
        self.last_received: float | None = None
        self._transport = transport
        self._config = config
        self._meter = meter
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._taken = asyncio.Event()
        self._taken.set()
        self._bucket = Bucket(config.messages, config.message_burst)
        self._faults = 0
        self._reader: asyncio.Task[None] | None = None
        #: Requests read but not yet handled; at the end, the reason why no more will come.
        self._inbox: asyncio.Queue[Request | Exception] = asyncio.Queue(_AHEAD)
        self._greeted = self._entered = False
        self.ended = False
        self._close_code = _GONE

    @property
    def kind(self) -> ConnectionKind:
        """What the connection is to the server."""
        if not self._entered:
            return "arriving"
        return "spectator" if self.seat is None else "player"

    # The interface for the live table

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the client has not answered."""
        return self._transport.pinged

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""
        self._transport.ping()

    def send(self, message: bytes) -> None:
        """Queue a message for sending, in order.

        A message is sent as a whole. If too much is already waiting, all of it is dropped, and the
        connection closes.
        """
        if self.ended:
            return
        config = self._config
        if self._queue.qsize() >= config.queue or self._waiting > config.queue_bytes:
            self._meter.refused("too_slow", "socket")
            self._end(_LATER)
            while not self._queue.empty():
                self._queue.get_nowait()
            message = encode(farewell("too_slow", self.t, again=True))
        self._waiting += len(message)
        self._taken.clear()
        self._queue.put_nowait(message)

    def refuse(self, refusal: Refused) -> None:
        """Send the refusal of a request."""
        self._meter.refused(refusal.code, "table")
        self.send(encode(refusal))

    def dismiss(self, bye: Bye) -> None:
        """Send a last message and close the connection."""
        self.send(encode(bye))
        self._end(_LATER if bye.again else _BROKEN)

    def _end(self, code: int) -> None:
        """Stop reading; messages that are waiting are still sent."""
        self.ended = True
        self._close_code = code
        if self._reader is not None:
            self._reader.cancel()

    # The life of the connection

    async def run(self, tables: LiveTables, code: str) -> None:
        """Serve the connection until one side closes it."""
        loop = asyncio.get_running_loop()
        writer = loop.create_task(self._write())
        self._reader = loop.create_task(self._serve(tables, code))
        listener = loop.create_task(self._listen())
        await asyncio.wait([self._reader, writer], return_when=asyncio.FIRST_COMPLETED)
        self.ended = True
        for task in (self._reader, listener):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._queue.put_nowait(None)
        await asyncio.wait([writer], timeout=_PATIENCE)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer
        with suppress(Exception):
            async with asyncio.timeout(_PATIENCE):
                await self._transport.close(self._close_code)

    async def _serve(self, tables: LiveTables, code: str) -> None:
        """Read and answer requests; every error becomes a message to the client."""
        try:
            async with asyncio.timeout(self._config.hello):
                hello = await self._hello()
            async with tables.visit(code) as live_table:
                await self._stay(live_table, hello)
        except TransportClosed:
            pass
        except TimeoutError:
            self._bid("no_hello", again=False)
        except _Farewell as end:
            self._bid(end.code, again=end.again)
        except TableRefused as error:
            self._bid(error.code, again=error.code in ("too_many_tables", "stopping"))
        except StoreError as error:
            self._bid(error.code, again=error.code not in _LASTING)
        except Exception as error:
            fault("socket", error)
            self._bid("fault", again=True)

    def _bid(self, code: str, *, again: bool) -> None:
        self._meter.refused(code, "socket")
        if not self.ended:
            self.dismiss(farewell(code, self.t, again=again))

    async def _hello(self) -> Hello:
        request = await self._next()
        if not isinstance(request, Hello):
            raise _Farewell("no_hello", again=False)
        self.t = language(request.language)
        if request.version != WIRE_VERSION:
            raise _Farewell("wrong_version", again=False)
        return request

    async def _stay(self, live_table: LiveTable, hello: Hello) -> None:
        try:
            await live_table.enter(self, hello)
            self._entered = True
            while True:
                await self._handle(live_table, await self._next())
        finally:
            live_table.leave(self)

    async def _handle(self, live_table: LiveTable, request: Request) -> None:
        begun = perf_counter()
        await live_table.handle(self, request)
        self._meter.handled(str(request.__struct_config__.tag), perf_counter() - begun)

    async def _next(self) -> Request:
        """Return the next request, once the client has accepted everything sent before."""
        await self._all_taken()
        request = await self._inbox.get()
        if isinstance(request, Exception):
            try:
                raise request
            finally:
                # With it this frame would refer to itself, and wait for the garbage collector.
                del request
        return request

    async def _all_taken(self) -> None:
        """Wait until the client has accepted what was sent; until then it cannot request more."""
        try:
            async with asyncio.timeout(_STALLED):
                await self._taken.wait()
        except TimeoutError:
            self._meter.refused("too_slow", "socket")
            raise _Farewell("too_slow", again=True) from None

    async def _listen(self) -> None:
        """Read messages until the connection ends.

        Pings are answered immediately, even while a request is being handled. A client that waits
        for an answer can so distinguish a slow disk from a broken connection.
        """
        try:
            while True:
                request = await self._read()
                now = asyncio.get_running_loop().time()
                if isinstance(request, Ping) and self._greeted:
                    self.last_received = now
                    self.send(encode(Pong(request.id)))
                elif request is not None:
                    self.last_received = self.last_received and now
                    self._greeted = self._greeted or isinstance(request, Hello)
                    await self._inbox.put(request)
        except Exception as end:
            await self._inbox.put(end.with_traceback(None))

    async def _read(self) -> Request | None:
        """Read a message; return ``None`` for one that was refused."""
        await self._all_taken()
        message = await self._transport.receive()
        try:
            request = decode(message)
        except WireError as error:
            self._faults += 1
            if self._faults >= self._config.faults:
                raise _Farewell("bad_message", again=False) from None
            self._meter.refused("bad_message", "socket")
            self.send(encode(Refused("", error.code, explain(error, None, self.t))))
            return None
        if not self._bucket.take():
            self._meter.refused("too_fast", "socket")
            self.send(encode(refusal(getattr(request, "id", ""), "too_fast", self.t)))
            return None
        return request

    async def _write(self) -> None:
        """Send the waiting messages, until the queue or the connection ends."""
        while (message := await self._queue.get()) is not None:
            length = len(message)
            try:
                await self._transport.send(message.decode())
            except TransportClosed:
                return
            # While the message is being sent it must not occupy memory twice.
            del message
            await self._transport.drain()
            self._waiting -= length
            if not self._waiting:
                self._taken.set()

"""The messages between a page and the worker that runs the application.

A page asks, opens connections, sends on them and closes them; each answer and each connection has
the number that the page gave. All messages are JSON.

>>> read_message('{"type": "close", "id": 2}')
CloseConnection(id=2)
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from pegout.server.connections import TransportClosed
from pegout.server.languages import choose_language
from pegout.server.logs import fault
from pegout.site.application import Application


class PageRequest(Struct, tag="ask", tag_field="type"):
    """A request over HTTP; its path may have a query."""

    id: int
    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""


class OpenConnection(Struct, tag="open", tag_field="type"):
    """A new connection, by the path of its socket."""

    id: int
    path: str


class SendMessage(Struct, tag="send", tag_field="type"):
    """A message on a connection."""

    id: int
    message: str


class CloseConnection(Struct, tag="close", tag_field="type"):
    """The end of a connection."""

    id: int


PageMessage = PageRequest | OpenConnection | SendMessage | CloseConnection
read_message: Final = msgspec.json.Decoder(PageMessage).decode


class _ChannelTransport:
    """The transport of a connection, which is never slow and never breaks."""

    #: Page and worker are parts of one program, so a ping would say nothing.
    pinged = None

    def __init__(self, number: int, post: Callable[..., None]) -> None:
        self._number, self._post = number, post
        self._received: asyncio.Queue[str | None] = asyncio.Queue()

    def deliver(self, message: str | None) -> None:
        """Take a message of the page; ``None`` is its last."""
        self._received.put_nowait(message)

    def ping(self) -> None:
        """Send nothing."""

    async def receive(self) -> str:
        """Return the next message.

        Raises:
            TransportClosed: if the page has closed the connection.
        """
        message = await self._received.get()
        if message is None:
            raise TransportClosed
        return message

    async def send(self, message: str) -> None:
        """Send a message."""
        self._post(type="message", id=self._number, message=message)

    async def drain(self) -> None:
        """Return at once: the page has a queue of its own."""

    async def close(self, code: int) -> None:
        """Tell the page that the connection is closed, and why."""
        self._post(type="closed", id=self._number, code=code)


class Channel:
    """Passes the messages of a page to an application; ``post`` sends a message to the page."""

    def __init__(self, application: Application, post: Callable[[str], None]) -> None:
        self._application = application
        self._post_text = post
        self._transports: dict[int, _ChannelTransport] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, text: str) -> None:
        """Take a message of the page; what it asks for is answered later."""
        match read_message(text):
            case PageRequest() as request:
                self._start(self._answer(request))
            case OpenConnection(number, path):
                self._transports[number] = _ChannelTransport(number, self._post)
                self._start(self._serve(number, path))
            case SendMessage(number, message):
                if number in self._transports:
                    self._transports[number].deliver(message)
            case CloseConnection(number):
                if number in self._transports:
                    self._transports[number].deliver(None)

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: PageRequest) -> None:
        path, _, query = request.path.partition("?")
        headers = {name.lower(): value for name, value in request.headers.items()}
        answer = await self._application.handle(
            request.method, path, query, headers, request.body.encode()
        )
        headers = {"Content-Type": answer.kind, **answer.headers}
        body = answer.body.decode()
        self._post(type="answer", id=request.id, status=answer.status, headers=headers, body=body)

    async def _serve(self, number: int, path: str) -> None:
        transport = self._transports[number]
        path, _, query = path.partition("?")
        self._post(type="opened", id=number)
        try:
            await self._application.connect(path, transport, choose_language(query, ""))
        except Exception as error:
            fault("site", error)
            await transport.close(1011)
        finally:
            del self._transports[number]

    def _post(self, **message: object) -> None:
        self._post_text(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        """Close all connections, and finish the work under way."""
        await self._application.close()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)

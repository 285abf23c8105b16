"""Running the server: from binding its address to the last goodbye."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from pegout.fairness import Secrets
from pegout.storage import Library, StorageError
from pegout.web.app import create_app
from pegout.web.config import Config
from pegout.web.logs import note
from pegout.web.protocols import Requests, Sockets
from pegout.wire import MAX_BYTES

__all__ = ["LAST", "Server", "address", "bind", "serve"]

#: How long connections may take to end, in seconds.
_PATIENCE = 2
#: After how many seconds from the signal to stop the process ends, whatever still hangs.
LAST = 9.0
#: How long a thread that computes may keep the others waiting, in seconds. An answer is made by
#: threads that wait for one another and for the disk a dozen times, and a slow computer player
#: computes meanwhile: with Python's own 5 ms that could add up to 60.
_TURN = 0.001
#: How many files and connections a server wants to be allowed.
_FILES = 65_536


class Server(uvicorn.Server):
    """A server that says goodbye before it closes the connections.

    Args:
        library: where tables and matches are stored.
        config: the limits and switches.
        ready: called once connections are accepted.
        secrets: where the secrets of the packs come from; unpredictable unless given.
        last: after how many seconds from the signal the process ends, whatever still hangs.
    """

    def __init__(
        self,
        library: Library,
        config: Config,
        ready: Callable[[], object] = lambda: None,
        secrets: Secrets | None = None,
        last: float | None = None,
    ) -> None:
        self._last = last
        self.app = create_app(library, config, secrets)
        super().__init__(
            uvicorn.Config(
                self.app,
                log_config=None,
                access_log=False,
                http=Requests,
                ws=Sockets,
                # Of a message that came compressed, this bounds what it is unpacked to. We compress
                # too: messages shrink to a sixth, and the small windows take 32 KB for each.
                ws_max_size=MAX_BYTES,
                ws_per_message_deflate=True,
                ws_ping_interval=config.ping,
                ws_ping_timeout=config.ping,
                server_header=False,
                lifespan="on",
                timeout_graceful_shutdown=_PATIENCE,
            )
        )
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to everybody, then close."""
        await self.app.state.rooms.stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; the process does not outlive its last patience."""
        if self._last is not None and not self.should_exit:
            timer = threading.Timer(self._last, _end)
            timer.daemon = True
            timer.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in good order when asked to; the signal has done its work with that."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {one: signal.signal(one, self.handle_exit) for one in signals}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def bind(host: str, port: int) -> socket.socket:
    """Take an address to listen at.

    Raises:
        OSError: if it is taken, or not ours.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows this would let two programs have the same port.
        if hasattr(signal, "SIGHUP"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def serve(
    library: Library,
    config: Config,
    listener: socket.socket,
    ready: Callable[[], object] = lambda: None,
    last: float | None = LAST,
) -> None:
    """Serve until a signal ends it.

    Args:
        library: where tables and matches are stored; it is left open.
        config: the limits and switches.
        listener: the bound address.
        ready: called once connections are accepted.
        last: after how many seconds from the signal the process ends, whatever still hangs, such
            as a disk that does not answer; ``None`` for whenever all is done.

    Raises:
        StorageError: ``served`` where the library is a file that another server serves.
    """
    _allow_many_files()
    port = listener.getsockname()[1]
    with library.serving(address(config, port)):
        note("start", host=config.host, port=port)
        if (config.keep_finished, config.keep_abandoned) != (None, None):
            _make_shrinkable(library)
        _collect_seldom()
        sys.setswitchinterval(_TURN)
        Server(library, config, ready, last=last).run(sockets=[listener])
        note("stop")


def address(config: Config, port: int) -> str:
    """Give the address at which people reach a server.

    >>> address(Config(host="::1"), 8131), address(Config(public_url="https://a.example"), 80)
    ('http://[::1]:8131/', 'https://a.example')
    """
    host = f"[{config.host}]" if ":" in config.host else config.host
    return config.public_url or f"http://{host}:{port}/"


def _make_shrinkable(library: Library) -> None:
    """Have the file of an earlier version shrink when tables are removed, before anybody plays."""
    try:
        library.make_shrinkable()
    except StorageError as error:
        # It is served all the same, and does not shrink until another start.
        note("does_not_shrink", code=error.code)


def _end() -> None:
    """End the process as a power cut would; whatever was acknowledged is stored."""
    note("ended", why="something did not end in time")
    sys.stderr.flush()
    os._exit(1)


def _allow_many_files() -> None:
    """Raise the limit that a shell sets for ordinary programs; every connection is a file."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _collect_seldom() -> None:
    """Look for cycles less often than Python would: all tables wait while it is done.

    What the program itself is made of stays; and the thousands of small values that tables are
    made of hold no cycles, so that looking through them again and again finds nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)

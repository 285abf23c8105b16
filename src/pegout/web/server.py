"""Running the server: from binding its address to the last goodbye."""

from __future__ import annotations

import gc
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn

from pegout.fairness import Secrets
from pegout.storage import Library
from pegout.web.app import create_app
from pegout.web.config import Config
from pegout.web.logs import note
from pegout.web.protocols import Requests, Sockets
from pegout.wire import MAX_BYTES

__all__ = ["Server", "bind", "serve"]

#: How long connections may take to end, in seconds.
_PATIENCE = 2
#: How many files and connections a server wants to be allowed.
_FILES = 65_536


class Server(uvicorn.Server):
    """A server that says goodbye before it closes the connections.

    Args:
        library: where tables and matches are stored.
        config: the limits and switches.
        ready: called once connections are accepted.
        secrets: where the secrets of the packs come from; unpredictable unless given.
    """

    def __init__(
        self,
        library: Library,
        config: Config,
        ready: Callable[[], object] = lambda: None,
        secrets: Secrets | None = None,
    ) -> None:
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
) -> None:
    """Serve until a signal ends it.

    Args:
        library: where tables and matches are stored; it is left open.
        config: the limits and switches.
        listener: the bound address.
        ready: called once connections are accepted.
    """
    _allow_many_files()
    port = listener.getsockname()[1]
    note("start", host=config.host, port=port)
    _collect_seldom()
    Server(library, config, ready).run(sockets=[listener])
    note("stop")


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

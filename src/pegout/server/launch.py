"""The server process: from binding its address to closing the last connection."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from pegout.server.app import create_app
from pegout.server.config import Config, is_wildcard
from pegout.server.logs import note, refused
from pegout.server.meter import Meter
from pegout.server.protocols import Sockets, requests
from pegout.server.request_log import RequestLog
from pegout.storage import Library
from pegout.storage.serving import alone
from pegout.table.sources import Sources
from pegout.wire.table import MAX_BYTES

if TYPE_CHECKING:
    from pegout.server.metrics_server import MetricsServer

#: How long connections may take to close, in seconds.
_PATIENCE = 2
#: The seconds from the stop signal after which the process ends, whatever still hangs.
LAST = 9.0
#: How long a computing thread may block the others, in seconds. An answer comes from threads that
#: wait for one another and for the disk a dozen times, while a slow computer player computes: with
#: Python's default of 5 ms that could add up to 60.
_TURN = 0.001
#: The number of open files and connections that a server needs.
_FILES = 65_536
#: An address outside of every network, reserved for examples, in each family.
_OUTSIDE: Final = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}


class Server(uvicorn.Server):
    """A uvicorn server that sends every client a last message before it closes connections.

    ``sources`` is as in :func:`~pegout.server.app.create_app`, ``last`` and ``metrics`` as in
    :func:`serve`.
    """

    def __init__(
        self,
        library: Library,
        config: Config,
        ready: Callable[[], object] = lambda: None,
        sources: Sources | None = None,
        last: float | None = None,
        metrics: socket.socket | None = None,
    ) -> None:
        self._last = last
        self._metrics = None if metrics is None else _metrics_server(metrics, library)
        meter = self._metrics.meter if self._metrics else Meter()
        self.app = create_app(library, config, sources, meter)
        super().__init__(
            uvicorn.Config(
                RequestLog(self.app, config, meter),
                log_config=None,
                access_log=False,
                http=requests(self.app.state.admission),
                ws=Sockets,
                # For a compressed message this limits the uncompressed size. The server compresses
                # too: messages shrink to a sixth, and the small windows take 32 KB for each
                # connection.
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
        """Start to accept connections."""
        asyncio.get_running_loop().set_exception_handler(_trouble)
        await super().startup(sockets)
        if self.started:
            if self._metrics is not None:
                self._metrics.begin(self.app.state)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send every client a last message, then close the connections."""
        await self.app.state.tables.stop()
        await super().shutdown(sockets)
        if self._metrics is not None:
            await self._metrics.end()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start to stop; a timer ends the process if that takes too long."""
        if self._last is not None and not self.should_exit:
            timer = threading.Timer(self._last, _end)
            timer.daemon = True
            timer.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop cleanly on a signal, without raising the signal again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _metrics_server(listener: socket.socket, library: Library) -> MetricsServer:
    # Imported late, because a server at home measures nothing.
    from pegout.server.metrics_server import MetricsServer

    return MetricsServer(listener, library)


def bind(host: str, port: int) -> socket.socket:
    """Bind an address to listen at.

    Raises:
        OSError: if the address is taken, or does not belong to this machine.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows this option would let two programs bind the same port.
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
    metrics: socket.socket | None = None,
) -> None:
    """Serve until a signal ends it; the library is not closed.

    ``last`` seconds after the stop signal the process ends, whatever still hangs, such as a disk
    that does not answer; ``None`` for no limit. ``metrics`` listens for Prometheus.

    Raises:
        StoreError: ``served`` if the library is a file that another server serves.
    """
    allow_many_files()
    port = listener.getsockname()[1]
    url = address(config, port)
    with library.serving(url), _controlled(config, url):
        also = {"metrics": metrics.getsockname()[1]} if metrics else {}
        note("start", host=config.host, port=port, **also)
        _collect_seldom()
        sys.setswitchinterval(_TURN)
        Server(library, config, ready, last=last, metrics=metrics).run(sockets=[listener])
        note("stop")


def _controlled(config: Config, url: str) -> AbstractContextManager[None]:
    """Hold the control file of a server, if it has one."""
    return alone(Path(config.control), url) if config.control else nullcontext()


def address(config: Config, port: int) -> str:
    """Return the URL at which people reach a server.

    >>> address(Config(host="::1"), 8131), address(Config(public_url="https://a.example"), 80)
    ('http://[::1]:8131/', 'https://a.example')
    """
    host = _own_address(config.host) if is_wildcard(config.host) else config.host
    return config.public_url or _url(host, port)


def addresses(config: Config, port: int) -> list[str]:
    """Return the URL of a server, and the one by its first name if others can use that name.

    >>> addresses(Config(host="192.168.1.5", allowed_hosts=("kitchen.local",)), 8131)
    ['http://192.168.1.5:8131/', 'http://kitchen.local:8131/']
    >>> addresses(Config(allowed_hosts=("kitchen.local",)), 8131)
    ['http://127.0.0.1:8131/']
    """
    # Behind a proxy the name belongs to the proxy, which has another port.
    behind = config.proxy or config.local or config.public_url
    names = () if behind else config.allowed_hosts[:1]
    return [address(config, port), *[_url(name, port) for name in names]]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address(wildcard: str) -> str:
    """Return the address of this machine in its network, or ``localhost`` without a network."""
    # A socket for IPv6 usually accepts IPv4 too.
    families = [socket.AF_INET6, socket.AF_INET] if ":" in wildcard else [socket.AF_INET]
    for family in families:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # This sends nothing; it only chooses the interface.
            probe.connect((_OUTSIDE[family], 9))
            return str(probe.getsockname()[0])
    return "localhost"


#: The errors of a machine that can open nothing more.
_NO_MORE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


def _trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a fault of the event loop; where no file can be opened, that comes thousands of times."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in _NO_MORE:
        refused("no_files", "accept")
    else:
        loop.default_exception_handler(context)


def _end() -> None:
    """End the process abruptly; everything acknowledged is stored."""
    note("ended", why="something did not end in time")
    sys.stderr.flush()
    os._exit(1)


def allow_many_files() -> None:
    """Raise the limit on open files, which is low by default; every connection is a file."""
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
    """Run the garbage collector less often than Python would, because it stops all tables.

    The objects of the program itself are permanent. The thousands of small values in tables contain
    no cycles, so the collector would search them in vain.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)

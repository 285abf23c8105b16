"""A plain file server for this machine, to try a site."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

_LOOPBACK: Final = "127.0.0.1"


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, and its page ``404.html`` in place of others."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the page of the folder where there is no file."""
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder at a port of this machine; at a free one if it is taken."""
    handler = partial(SiteHandler, directory=str(folder))
    with suppress(OSError):
        return ThreadingHTTPServer((_LOOPBACK, port), handler)
    return ThreadingHTTPServer((_LOOPBACK, 0), handler)


def serve_folder(folder: Path, port: int, ready: Callable[[str], None]) -> None:
    """Serve a folder until it is interrupted; ``ready`` receives the address."""
    with open_server(folder, port) as server:
        ready(f"http://{_LOOPBACK}:{server.server_port}/")
        with suppress(KeyboardInterrupt):
            server.serve_forever()

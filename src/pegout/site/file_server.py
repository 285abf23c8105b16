"""A file server for this machine, to try a site: it sends the compressed files of a folder."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

_LOOPBACK: Final = "127.0.0.1"
#: The codings of a browser, the best first, and how the names of such files end.
_CODINGS: Final = {"br": ".br", "gzip": ".gz"}


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder as a browser accepts them, and its ``404.html`` for others."""

    #: Whether compressed files are sent in place of those beside them.
    compresses = True
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Send the headers of the best file for the browser, and return the file."""
        path = Path(self.translate_path(self.path))
        if self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        accepted = self.headers.get("Accept-Encoding", "") if self.compresses else ""
        for coding, ending in _CODINGS.items():
            packed = path.with_name(path.name + ending)
            if coding in accepted and packed.is_file():
                body = packed.read_bytes()
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", self.guess_type(path))
                self.send_header("Content-Encoding", coding)
                self.send_header("Vary", "Accept-Encoding")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                return BytesIO(body)
        return super().send_head()

    def send_response(self, code: int, message: str | None = None) -> None:
        """Say how long a browser may keep a file: what has a digest in its address, for ever."""
        super().send_response(code, message)
        has_digest = any(f"/{folder}/" in self.path for folder in ("engine", "static"))
        keeps = code == HTTPStatus.OK and has_digest
        lasting = "public, max-age=31536000, immutable" if keeps else "no-cache"
        self.send_header("Cache-Control", lasting)

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

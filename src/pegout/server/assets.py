"""The static files of the client: scripts, styles, pictures, and the texts generated for them.

The application reads all of them once, when it is created, and serves them compressed but otherwise
unchanged. Their path contains a digest of all of them, ``/static/DIGEST/js/main.js``, so a browser
caches them for ever and requests nothing on a second visit. A new release has a new path.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

#: The folder of the static files.
STATIC: Final = Path(str(files("pegout"))).resolve() / "client"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
#: The types of file that are served; other files in the folder are for developers.
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": JAVASCRIPT,
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
#: The style sheets of every page but the first, in their order. They are served as one file: a page
#: needs all of them before it can be shown, and every request costs time.
LATER_STYLES: Final = (
    "fields",
    "pages",
    "around",
    "cards",
    "table",
    "others",
    "felt",
    "foot",
    "hints",
    "log",
)
_FOR_EVER: Final = "public, max-age=31536000, immutable"
#: The smallest file worth compressing; below it, compression does not save a packet.
_SMALL: Final = 1024


class Assets:
    """The static files of the client, under a path with their digest.

    ``root`` is the address of the folder that contains ``static``.

    >>> assets = Assets({"js/main.js": b"go();"})
    >>> assets.address("js/main.js")
    '/static/3b8368774e8ef4c7/js/main.js'
    """

    def __init__(self, contents: Mapping[str, bytes], root: str = "/") -> None:
        self._contents = dict(contents)
        self._root = root
        self._packed: dict[str, bytes] = {}
        self.digest = _digest(self._contents)

    def __getitem__(self, path: str) -> bytes:
        return self._contents[path]

    def address(self, path: str) -> str:
        """Return the address of a file.

        Raises:
            KeyError: if there is no such file.
        """
        if path not in self._contents:
            raise KeyError(path)
        return f"{self._root}static/{self.digest}/{path}"

    def under(self, folder: str) -> list[str]:
        """Return the paths of the files in a folder, such as ``cards/``."""
        return sorted(path for path in self._contents if path.startswith(folder))

    def answer(self, request: Request) -> Response | None:
        """Return the response to a request for a file, or ``None`` if there is no such file.

        A page that was loaded before an update of the server requests files under the old digest.
        It receives the current pictures and styles. Scripts must fit each other, so it receives no
        script.
        """
        path: str = request.path_params["path"]
        body = self._contents.get(path)
        current = request.path_params["digest"] == self.digest
        suffix = Path(path).suffix
        if body is None or not (current or suffix != ".js"):
            return None
        headers = {
            "Cache-Control": _FOR_EVER if current else "no-cache",
            "Vary": "Accept-Encoding",
        }
        if len(body) >= _SMALL and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = self._compressed(path, body)
        return Response(body, 200, headers, _TYPES[suffix])

    def _compressed(self, path: str, body: bytes) -> bytes:
        packed = self._packed.get(path)
        if packed is None:
            packed = self._packed[path] = gzip.compress(body, 9, mtime=0)
        return packed


def service_worker(
    assets: Assets,
    pages: Sequence[str],
    game: Sequence[str] = (),
    expert: Sequence[str] = (),
    packed: Sequence[str] = (),
    *,
    served: bool = False,
) -> bytes:
    """Return the script of the service worker, which has to be beside the first page.

    Args:
        assets: the files of the client; it keeps all of them.
        pages: the addresses of the pages that it keeps.
        game: the other files that a game needs.
        expert: the files that only the expert needs.
        packed: those of both that have a compressed file beside them.
        served: whether a server has the pages, as long as it can be reached.
    """
    client = [assets.address(path) for path in assets.under("")]
    release = {
        "digest": assets.digest,
        "pages": pages,
        "game": [*client, *game],
        "expert": expert,
        "packed": packed,
        "served": served,
    }
    scripts = [assets.address(f"js/worker/{name}.js") for name in ("parts", "service_worker")]
    written = json.dumps(release, separators=(",", ":"))
    return f"self.release = {written};\nimportScripts(...{json.dumps(scripts)});\n".encode()


def static_files() -> dict[str, bytes]:
    """Read every static file by its path; the later style sheets are joined into one."""
    contents = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in _TYPES and path.is_file()
    }
    later = b"".join(contents[f"style/{name}.css"] for name in LATER_STYLES)
    return {**contents, "style/later.css": later}


def _digest(contents: Mapping[str, bytes]) -> str:
    """Return a digest of the names and contents of files."""
    whole = sha256()
    for path in sorted(contents):
        body = contents[path]
        whole.update(f"{path} {len(body)}\n".encode() + body)
    return whole.hexdigest()[:16]

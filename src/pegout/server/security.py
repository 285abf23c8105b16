"""Access control: which requests the server accepts, and the security headers of its answers."""

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pegout.server.config import Config
from pegout.server.languages import language_of
from pegout.server.limits import neighbourhood
from pegout.server.responses import mark_refused, problem

_POLICIES: Final = (
    "default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'{host}; manifest-src 'self'; base-uri 'none'; form-action 'self'; {more}"
)
_POLICY: Final = _POLICIES.format(scripts="'self'", host="", more="frame-ancestors 'none'")
#: The headers of every answer, and those of answers that a browser shows as a page.
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_PAGE_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
# A script or style sheet that is opened by itself is only text.
_NO_PAGES: Final = ("text/javascript", "text/css", "application/json")
#: The paths whose requests have records, or the tokens of many tables.
_LONG: Final = ("/api/records", "/api/review", "/api/games", "/api/school/merge")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class _TooLarge(Exception):
    """The body of a request is longer than it may be."""


class Guard:
    """A middleware that refuses requests from foreign pages, and bounds request bodies.

    A foreign web page can make a visitor's browser send requests to any address, even to one that
    only this machine can reach. The server therefore answers only to its own host names, which such
    a page cannot use, and accepts requests that change something only from its own pages. Programs
    send no ``Origin`` and need none: tokens grant access, and no browser adds a token by itself.
    """

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app = app
        self._config = config
        self._hosts = _LOOPBACK | {name.lower() for name in config.allowed_hosts}
        self._hosts |= {config.host.lower()} - {"0.0.0.0", "::", ""}
        self._origins = {origin_of(site) for site in config.allowed_origins}
        if config.public_url:
            public = origin_of(config.public_url)
            self._hosts |= {urlsplit(public).hostname or ""} - {""}
            self._origins.add(public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        code = self._fault(scope, headers)
        if code:
            await self._refuse(code, scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._bounded(scope, receive, send)

    def _fault(self, scope: Scope, headers: Headers) -> str:
        """Return the code of the fault in a request, or an empty string."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope):
            return "bad_host"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not self._is_own(headers):
            return "bad_origin"
        if scope["type"] == "http" and changes:
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length[:12]) > self._longest(scope):
                return "too_large"
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return "bad_type"
        return ""

    def _longest(self, scope: Scope) -> int:
        """Return the longest body of a request, in bytes."""
        is_long = scope["path"].startswith(_LONG)
        return self._config.record_body if is_long else self._config.body

    def _is_ours(self, host: str, scope: Scope) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name = (parts.hostname or "").lower().rstrip(".")
            # What follows the name has to be a port; which one does not matter.
            _ = parts.port
        except ValueError:
            return False
        if parts.netloc != host or parts.username is not None:
            return False
        if name in self._hosts:
            return True
        # Unlike a name, an address cannot be made to resolve to another host. It has to be the
        # address at which this connection arrived.
        arrived = (scope.get("server") or ("",))[0] or ""
        return _same_address(name, arrived)

    def _is_own(self, headers: Headers) -> bool:
        origins = headers.getlist("origin")
        if not origins:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        origin = origins[0].lower()
        if len(origins) > 1:
            return False
        if origin in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc == headers.get("host", "").lower()

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a bounded body, and add the security headers to the answer."""
        left = self._longest(scope)
        begun = False

        async def read() -> Message:
            nonlocal left
            message = await receive()
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    raise _TooLarge
            return message

        async def write(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _add_headers(message)
            await send(message)

        try:
            await self._app(scope, read, write)
        except _TooLarge:
            if not begun:
                await self._refuse("too_large", scope, receive, send)

    async def _refuse(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            mark_refused(scope, code)
            # Before the socket is accepted, this is an answer with status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return

        async def write(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        await problem(code, language_of(scope))(scope, receive, write)


def folder_policy(host: str = "") -> str:
    """Return the policy of a page in a folder of files.

    It may load its own files, what Python needs to run, and what the ``host`` says, a server
    elsewhere, if it has one.

    >>> "connect-src 'self' https://a.example wss://a.example;" in folder_policy("a.example")
    True
    """
    origin = origin_of(host) if host else ""
    socket = origin.replace("http", "ws", 1)
    return _POLICIES.format(
        scripts="'self' 'wasm-unsafe-eval'",
        host=f" {origin} {socket}" if host else "",
        more="worker-src 'self'",
    )


def origin_of(url: str) -> str:
    """Return the origin of a URL, as a browser names it; without a scheme it is https.

    >>> origin_of("Club.example:8443"), origin_of("http://club.example:80/")
    ('https://club.example:8443', 'http://club.example')
    """
    parts = urlsplit(url if "://" in url else f"https://{url}")
    usual = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(usual)}"


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    headers.update(_HEADERS)
    if not headers.get("content-type", "").startswith(_NO_PAGES):
        headers.update(_PAGE_HEADERS)


def _same_address(first: str, second: str) -> bool:
    try:
        return _plain_address(first) == _plain_address(second)
    except ValueError:
        return False


def _plain_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Parse an address; a socket that accepts both families reports IPv4 as mapped IPv6."""
    address = ipaddress.ip_address(text)
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address


def address_of(scope: Scope, *, proxy: bool) -> str:
    """Return the client's address as it counts for rate limits.

    A reverse proxy appends the address of its client to the header.
    """
    if proxy:
        forwarded: Iterable[str] = Headers(scope=scope).getlist("x-forwarded-for")
        said = [part.strip() for line in forwarded for part in line.split(",")]
        if said and said[-1]:
            return neighbourhood(said[-1])
    client = scope.get("client")
    return neighbourhood(client[0] if client else "")

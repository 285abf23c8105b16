"""Admission: the limits of an address, and which of them a request counts for.

The protocol asks before anything is made for a request; the middleware counts what is handled.
"""

from functools import lru_cache
from typing import Final, Literal

from starlette.types import ASGIApp, Receive, Scope, Send

from pegout.server.config import Config
from pegout.server.languages import language_of
from pegout.server.limits import Buckets, ConnectionSlots
from pegout.server.meter import Meter
from pegout.server.responses import problem
from pegout.server.security import address_of
from pegout.text import LANGUAGES, language

Code = Literal["", "too_fast", "too_many_connections"]

#: The paths whose requests have the limit of requests; all others are pages and their files.
_REQUESTS: Final = "/api/"


class Admission:
    """The limits that an address has for requests and connections.

    The middleware and the sockets take from these limits; the protocol only looks, and refuses
    cheaply what they would refuse.
    """

    def __init__(self, config: Config, meter: Meter) -> None:
        #: Receives what the protocol refuses; ``request_log`` reports all other requests.
        self.meter = meter
        self.requests = Buckets(config.requests, config.request_burst)
        self.pages = Buckets(config.pages, config.page_burst)
        self.connections = ConnectionSlots(config.connections_per_address)
        #: The connections of each address that have not asked for anything yet.
        self.silent = ConnectionSlots(config.connections_per_address)
        self.proxy = config.proxy

    def refusal(self, scope: Scope, path: str, *, socket: bool = False) -> Code:
        """Return the code with which a request is refused, or an empty string.

        The path may be missing in the scope.
        """
        address = address_of(scope, proxy=self.proxy)
        if not self._limit(path).ready(address):
            return "too_fast"
        if socket and not self.connections.free(address):
            return "too_many_connections"
        return ""

    def take(self, scope: Scope) -> bool:
        """Count a request, and return whether its address may ask so often."""
        return self._limit(scope["path"]).take(address_of(scope, proxy=self.proxy))

    def _limit(self, path: str) -> Buckets:
        return self.requests if path.startswith(_REQUESTS) else self.pages


class RequestCounter:
    """A middleware that counts every request, whether there is such a page or not."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app, self._admission = app, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it."""
        if scope["type"] == "http" and not self._admission.take(scope):
            await problem("too_fast", language_of(scope))(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def answer(code: Code, scope: Scope) -> bytes:
    """Return the HTTP answer that refuses a request.

    The query string may be missing in the scope, which says the language.
    """
    return _answer(code, language_of(scope).code)


@lru_cache(len(LANGUAGES) * 2)
def _answer(code: Code, spoken: str) -> bytes:
    response = problem(code, language(spoken))
    lines = [f"HTTP/1.1 {response.status_code} Too Many Requests".encode()]
    lines += [name + b": " + value for name, value in response.raw_headers]
    return b"\r\n".join([*lines, b"x-content-type-options: nosniff", b"", bytes(response.body)])

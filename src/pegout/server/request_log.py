"""An id for each request, a line in the log, and how it ended for whatever measures it."""

import re
import secrets
from collections.abc import Mapping
from time import perf_counter
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

from pegout.server.config import Config
from pegout.server.logs import note
from pegout.server.meter import Meter
from pegout.server.responses import REFUSED

#: The header that has the id of a request.
REQUEST_ID: Final = "X-Request-Id"
#: Where the state of a request has its id.
REQUEST: Final = "request"
#: What a proxy may give as an id: it goes into a header and into the log.
_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
#: The route of a request for which there is none.
_NO_ROUTE: Final = "none"
#: The messages that begin an answer, also one that refuses a WebSocket.
_STARTS: Final = ("http.response.start", "websocket.http.response.start")


class RequestLog:
    """An application around another, which names each request and tells how it ended.

    A line never has the path of a request, because the code in it admits to a table. It has the
    route, such as ``GET /api/tables/{code}``.
    """

    def __init__(self, app: Starlette, config: Config, meter: Meter) -> None:
        self._app, self._meter = app, meter
        self._proxy, self._lines = config.proxy, config.log_requests
        self._routes = _routes(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, and tell how it ended."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state[REQUEST] = name = self._name(scope)
        status, begun = 0, perf_counter()

        async def write(message: Message) -> None:
            nonlocal status
            kind = message["type"]
            if kind in _STARTS:
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = name
            elif kind == "websocket.accept":
                status = 101
                message["headers"] = [
                    *message.get("headers", ()),
                    (REQUEST_ID.lower().encode(), name.encode()),
                ]
            elif kind == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, write)
        finally:
            # A client that has gone, or a server that stops, leaves requests without an answer.
            if status:
                self._ended(scope, status, perf_counter() - begun)

    def _ended(self, scope: Scope, status: int, took: float) -> None:
        state, is_socket = scope["state"], scope["type"] == "websocket"
        route = self._routes.get(scope.get("endpoint"), _NO_ROUTE)
        code = state.get(REFUSED, "")
        if code:
            self._meter.refused(code, "socket" if is_socket else "http")
        self._meter.answered(route, status, None if is_socket else took)
        if self._lines:
            facts = {"code": code} if code else {}
            ms = round(took * 1000, 1)
            note("request", id=state[REQUEST], route=route, status=status, **facts, ms=ms)

    def _name(self, scope: Scope) -> str:
        """Return the id of a request: that of the proxy, or a new one."""
        given = Headers(scope=scope).get(REQUEST_ID, "") if self._proxy else ""
        return given if _ID.fullmatch(given) else secrets.token_hex(8)


def _routes(app: Starlette) -> Mapping[Any, str]:
    """Return the name of each route by its endpoint, which is a function of its own."""
    names: dict[Any, str] = {}
    for route in app.routes:
        if isinstance(route, Route):
            method = min((route.methods or {"GET"}) - {"HEAD"})
            names[route.endpoint] = f"{method} {route.path}"
        elif isinstance(route, WebSocketRoute):
            names[route.endpoint] = route.path
    return names

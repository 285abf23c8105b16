"""The ASGI application: routes, rate limits, and errors as answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from pegout.machine import machine_sources
from pegout.server.admission import Admission, RequestCounter
from pegout.server.api import Api, Handler
from pegout.server.assets import JAVASCRIPT, Assets, service_worker, static_files
from pegout.server.config import Config
from pegout.server.dispatch import answer_fault
from pegout.server.health import Health
from pegout.server.house import ServerHouse
from pegout.server.languages import language_of
from pegout.server.live_tables import LiveTables
from pegout.server.meter import Meter
from pegout.server.pages import PAGES, Described, cached_answer, page, text_files
from pegout.server.request_log import REQUEST
from pegout.server.responses import json_answer, problem, respond
from pegout.server.review_jobs import Reviews
from pegout.server.routes import ENDPOINTS
from pegout.server.security import Guard, address_of, origin_of
from pegout.server.sockets import serve_socket
from pegout.server.thread_pools import ThreadPools
from pegout.storage import Library
from pegout.table.opponents import describe_engines
from pegout.table.sources import Sources

#: How long a browser may remember what a page elsewhere may ask, in seconds.
_PERMITTED: Final = 7200


def library_name(library: Library) -> str:
    """Return an identifier of a library that does not reveal where the library is."""
    return sha256(library.location.encode()).hexdigest()[:16]


def create_app(
    library: Library,
    config: Config,
    sources: Sources | None = None,
    meter: Meter | None = None,
) -> Starlette:
    """Create the application; the date and chance are those of the machine unless given.

    The program that opened the library closes it. ``meter`` receives what happens.
    """
    return _Application(library, config, sources or machine_sources(), meter or Meter()).made


class _Application:
    """The state that all handlers share."""

    def __init__(self, library: Library, config: Config, sources: Sources, meter: Meter) -> None:
        self._library = library
        self._config = config
        self._sources = sources
        self._meter = meter
        self._admission = Admission(config, meter)
        self._engines = describe_engines(config.engines)
        self._assets = _assets(self._engines)
        self._health = {
            "pegout": version("pegout"),
            "library": library_name(library),
            "status": "ok",
        }
        self._api = Api(config, lambda: self._house, lambda: self._tables.stopping)
        self.made = Starlette(
            routes=self._routes(),
            lifespan=self._lifespan,
            middleware=[
                *_for_other_sites(config),
                Middleware(Guard, config=config),
                Middleware(RequestCounter, admission=self._admission),
                Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6),
            ],
            exception_handlers={HTTPException: self._no_page, Exception: self._failed},
        )
        self.made.router.redirect_slashes = False
        self.made.state.admission = self._admission

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        pools = ThreadPools(self._config)
        given = (self._library, self._config, self._sources, pools.executors, self._meter)
        tables = app.state.tables = LiveTables(*given)
        self._tables = tables
        early, workers = tables.early_reviews, pools.executors.workers
        reviews = app.state.reviews = Reviews(tables, self._config, workers, early)
        self._house = ServerHouse(tables, reviews, self._config)
        self._ready = app.state.health = Health(self._library)
        watches = [
            asyncio.create_task(self._ready.watch()),
            asyncio.create_task(self._ready.watch_peers(tables.peers)),
        ]
        try:
            yield
        finally:
            for watch in watches:
                watch.cancel()
            self._ready.close()
            reviews.close()
            await tables.close()
            await pools.close(tables.opponents.close)

    def _routes(self) -> list[Any]:
        return [
            *[Route(path, self._page(name)) for path, name in PAGES.items()],
            Route("/service_worker.js", self._service_worker),
            Route("/healthz", self._healthz),
            Route("/readyz", self._readyz),
            *self._api.routes(),
            WebSocketRoute("/api/tables/{code}/socket", self._socket),
            Route("/static/{digest}/{path:path}", self._asset),
        ]

    async def _healthz(self, request: Request) -> Response:
        status = "stopping" if self._tables.stopping else "ok"
        return json_answer({**self._health, "status": status, "tables": self._tables.loaded})

    async def _readyz(self, request: Request) -> Response:
        code = "stopping" if self._tables.stopping else await self._ready.problem()
        if code:
            return json_answer({**self._health, "status": code}, 503, refused=code)
        return json_answer(self._health)

    def _page(self, name: str) -> Handler:
        """Return the handler of a page."""

        async def answer(request: Request) -> Response:
            return page(language_of(request.scope), self._assets, name, engines=self._engines)

        return answer

    async def _service_worker(self, request: Request) -> Response:
        script = service_worker(self._assets, ["/"], served=True)
        return cached_answer(request, script, JAVASCRIPT)

    async def _asset(self, request: Request) -> Response:
        return self._assets.answer(request) or problem("no_page", language_of(request.scope))

    async def _socket(self, socket: WebSocket) -> None:
        address = address_of(socket.scope, proxy=self._config.proxy)
        t = language_of(socket.scope)
        await serve_socket(socket, self._tables, address, t, self._admission)

    async def _no_page(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        t = language_of(request.scope)
        if error.status_code == 405:
            response = problem("no_method", t)
            response.headers.update(error.headers or {})
            return response
        if request.url.path.startswith(("/api/", "/static/")):
            return problem("no_page", t)
        return page(t, self._assets, "not_found", 404, self._engines)

    async def _failed(self, request: Request, error: Exception) -> Response:
        named = request.scope["state"].get(REQUEST, "")
        return respond(answer_fault("http", error, language_of(request.scope), named))


def _for_other_sites(config: Config) -> list[Middleware]:
    """Return what tells browsers which pages elsewhere may ask, and read the answers."""
    if not config.allowed_origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=[origin_of(site) for site in config.allowed_origins],
            allow_methods=sorted({endpoint.method for endpoint in ENDPOINTS}),
            allow_headers=["Authorization", "Content-Type"],
            max_age=_PERMITTED,
        )
    ]


@cache
def _assets(engines: Described) -> Assets:
    """Read the static files, and the texts of each language as files."""
    return Assets({**static_files(), **text_files(engines)})

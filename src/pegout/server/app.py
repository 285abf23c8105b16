"""The ASGI application: routes, rate limits, and errors as answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from pegout.cards import CardError
from pegout.fairness import FairnessError, Secrets
from pegout.rules import RulesError
from pegout.server.admission import Admission, RequestCounter
from pegout.server.answers import sentence, status_of
from pegout.server.api import Api, options_text, words_text
from pegout.server.assets import Assets, static_files
from pegout.server.config import Config
from pegout.server.errors import json_answer, problem
from pegout.server.health import Health
from pegout.server.languages import language_of
from pegout.server.limits import Buckets
from pegout.server.live_tables import LiveTables
from pegout.server.logs import fault, refused
from pegout.server.pages import PAGES, page
from pegout.server.review_jobs import Reviews
from pegout.server.security import Guard, address_of
from pegout.server.sockets import serve_socket
from pegout.storage import Library, StorageError
from pegout.table.opponents import described
from pegout.text import LANGUAGES, explain, language

#: The requests that read the logs of whole matches.
_RECORDS: Final = (
    "record",
    "replay",
    "games",
    "all_records",
    "records",
    "replay_record",
    "library",
    "library_replay",
    "library_record",
    "review_record",
    "review_match",
    "review_library",
)

#: The requests that set up a table.
_CREATIONS: Final = ("create", "try_again", "try_record_again", "try_library_again")

Endpoint = Callable[[Request], Awaitable[Response]]


def library_name(library: Library) -> str:
    """Return an identifier of a library that does not reveal where the library is."""
    return sha256(library.place.encode()).hexdigest()[:16]


def create_app(library: Library, config: Config, secrets: Secrets | None = None) -> Starlette:
    """Create the application.

    Args:
        library: where tables and matches are stored; the program that opened it closes it.
        config: the limits and switches.
        secrets: the source of the packs' secrets; unpredictable unless given.
    """
    return _Application(library, config, secrets).made


class _Application:
    """The state that all handlers share."""

    def __init__(self, library: Library, config: Config, secrets: Secrets | None) -> None:
        self._library = library
        self._config = config
        self._secrets = secrets
        self._admission = Admission(config)
        creations = Buckets(config.creations / 60, config.creations)
        records = Buckets(config.records / 60, config.records)
        analyses = Buckets(config.analyses / 60, config.analyses)
        #: Expensive requests have a rate limit of their own beside the common one.
        self._scarce = {
            **dict.fromkeys(_CREATIONS, creations),
            "analyse_discards": analyses,
            **dict.fromkeys(_RECORDS, records),
        }
        self._assets = _assets(described(config.engines))
        self._health = {
            "pegout": version("pegout"),
            "library": library_name(library),
            "status": "ok",
        }
        self.made = Starlette(
            routes=self._routes(),
            lifespan=self._lifespan,
            middleware=[
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
        rooms = app.state.rooms = LiveTables(self._library, self._config, self._secrets)
        self._rooms = rooms
        reviews = app.state.reviews = Reviews(rooms, self._config, rooms.workers)
        self._api = Api(rooms, reviews)
        self._ready = Health(self._library)
        watch = asyncio.create_task(self._ready.watch())
        try:
            yield
        finally:
            watch.cancel()
            self._ready.close()
            reviews.close()
            await rooms.close()

    def _routes(self) -> list[Any]:
        table = "/api/tables/{code}"
        return [
            *[Route(path, self._page(name)) for path, name in PAGES.items()],
            Route("/healthz", self._healthz),
            Route("/readyz", self._readyz),
            Route("/api/tables", self._answer("create"), methods=["POST"]),
            Route(table, self._answer("table")),
            Route(f"{table}/join", self._answer("join"), methods=["POST"]),
            Route(f"{table}/record", self._answer("record")),
            Route(f"{table}/record.json", self._answer("record")),
            Route(f"{table}/replay", self._answer("replay")),
            Route(f"{table}/forget", self._answer("forget"), methods=["POST"]),
            Route("/api/games", self._answer("games"), methods=["POST"]),
            Route("/api/games/records", self._answer("all_records"), methods=["POST"]),
            Route("/api/records", self._answer("records"), methods=["POST"]),
            Route("/api/records/replay", self._answer("replay_record"), methods=["POST"]),
            Route("/api/review", self._answer("review_record"), methods=["POST"]),
            Route("/api/review/{review}", self._answer("review"), methods=["GET", "DELETE"]),
            Route(f"{table}/review", self._answer("review_match"), methods=["GET", "POST"]),
            Route(
                "/api/library/{match}/review",
                self._answer("review_library"),
                methods=["GET", "POST"],
            ),
            Route(f"{table}/try-again", self._answer("try_again"), methods=["POST"]),
            Route("/api/records/try-again", self._answer("try_record_again"), methods=["POST"]),
            Route(
                "/api/library/{match}/try-again",
                self._answer("try_library_again"),
                methods=["POST"],
            ),
            Route("/api/library", self._answer("library")),
            Route("/api/library/{match}/replay", self._answer("library_replay")),
            Route("/api/library/{match}/record", self._answer("library_record")),
            WebSocketRoute(f"{table}/socket", self._socket),
            Route("/api/count", self._answer("count"), methods=["POST"]),
            Route("/api/combination", self._answer("combination"), methods=["POST"]),
            Route("/api/likeness", self._answer("likeness"), methods=["POST"]),
            Route("/api/discards", self._answer("analyse_discards")),
            Route("/api/chances", self._answer("analyse_score")),
            Route("/api/chances/map", self._answer("map_scores")),
            Route("/api/options", self._answer("options")),
            Route("/api/words/{language}", self._answer("words")),
            Route("/api/rulebook/{language}", self._answer("rulebook")),
            Route("/api/wire.json", self._answer("wire")),
            Route("/static/{digest}/{path:path}", self._asset),
        ]

    def _answer(self, name: str) -> Endpoint:
        """Return the handler of a route: it limits what is expensive, and makes errors answers."""
        scarce, proxy = self._scarce.get(name), self._config.proxy

        async def answer(request: Request) -> Response:
            if scarce is not None and not scarce.take(address_of(request.scope, proxy=proxy)):
                refused("too_fast", "http")
                return problem("too_fast", language_of(request.scope))
            try:
                response: Response = await getattr(self._api, name)(request)
            except (RulesError, CardError, StorageError, FairnessError) as error:
                refused(error.code, "http")
                said = explain(error, None, language_of(request.scope))
                return json_answer({"code": error.code, "message": said}, status_of(error.code))
            except asyncio.CancelledError:
                # While the server stops it does not wait for a disk that hangs.
                if not self._rooms.stopping:
                    raise
                return problem("stopping", language_of(request.scope))
            except ClientDisconnect:
                # The client has gone, so nobody receives this answer.
                refused("broken_off", "http")
                return Response(status_code=400)
            return response

        return answer

    async def _healthz(self, request: Request) -> Response:
        status = "stopping" if self._rooms.stopping else "ok"
        return json_answer({**self._health, "status": status, "tables": self._rooms.awake})

    async def _readyz(self, request: Request) -> Response:
        code = "stopping" if self._rooms.stopping else await self._ready.problem()
        if code:
            refused(code, "readyz")
            return json_answer({**self._health, "status": code}, 503)
        return json_answer(self._health)

    def _page(self, name: str) -> Endpoint:
        """Return the handler of a page."""

        async def answer(request: Request) -> Response:
            return page(language_of(request.scope), self._assets, name)

        return answer

    async def _asset(self, request: Request) -> Response:
        return self._assets.answer(request) or problem("no_page", language_of(request.scope))

    async def _socket(self, socket: WebSocket) -> None:
        address = address_of(socket.scope, proxy=self._config.proxy)
        t = language_of(socket.scope)
        await serve_socket(socket, self._rooms, address, t, self._admission)

    async def _no_page(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        t = language_of(request.scope)
        if error.status_code == 405:
            response = problem("no_method", t)
            response.headers.update(error.headers or {})
            return response
        if request.url.path.startswith(("/api/", "/static/")):
            return problem("no_page", t)
        return page(t, self._assets, "not_found", 404)

    async def _failed(self, request: Request, error: Exception) -> Response:
        name = fault("http", error)
        t = language_of(request.scope)
        return json_answer({"code": "fault", "message": sentence("fault", t), "id": name}, 500)


@cache
def _assets(engines: tuple[tuple[str, str, str], ...]) -> Assets:
    """Read the static files, and the texts of each language as files."""
    texts = {}
    for code in LANGUAGES:
        texts[f"texts/options.{code}.json"] = options_text(language(code), engines)
        texts[f"texts/words.{code}.json"] = words_text(code)
    return Assets({**static_files(), **texts})

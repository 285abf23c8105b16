"""The requests over HTTP: limits each, has it answered, and makes errors answers.

:mod:`pegout.table.requests` has the requests themselves, and ``docs/wire.md`` describes them for
programs.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from pegout.server.config import Config
from pegout.server.dispatch import answer_error, answer_request, bearer
from pegout.server.languages import language_of
from pegout.server.limits import Buckets
from pegout.server.pages import cached_answer, rulebook_text, words_text
from pegout.server.responses import mark_refused, problem, respond
from pegout.server.routes import ENDPOINTS, wire_schema
from pegout.server.security import address_of
from pegout.table import requests
from pegout.table.state import TableRefused
from pegout.text import LANGUAGES

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """The routes of all requests.

    There is no house before the server has started.
    """

    def __init__(
        self, config: Config, house: Callable[[], requests.House], stopping: Callable[[], bool]
    ) -> None:
        self._house, self._stopping, self._proxy = house, stopping, config.proxy
        #: Expensive requests have a rate limit of their own beside the common one.
        self._limits = {
            limit: Buckets(rate / 60, rate)
            for limit, rate in (
                ("creations", config.creations),
                ("records", config.records),
                ("analyses", config.analyses),
            )
        }

    def routes(self) -> list[Route]:
        """Return a route for each request, and for the texts of the scripts."""
        texts = {
            "/api/words/{language}": (words_text, "application/json"),
            "/api/rulebook/{language}": (rulebook_text, "application/json"),
            "/api/wire.json": (lambda _: _schema(), "application/schema+json"),
        }
        return [
            *[
                Route(endpoint.path, self._guarded(endpoint), methods=[endpoint.method])
                for endpoint in ENDPOINTS
            ],
            *[Route(path, self._text(find, kind)) for path, (find, kind) in texts.items()],
        ]

    def _guarded(self, endpoint: requests.Endpoint) -> Handler:
        """Return the handler of a request: it limits what is expensive, and answers errors."""
        bucket = self._limits.get(endpoint.limit)
        # Has msgspec describe the request now: threads that decode later share its types.
        msgspec.json.Decoder(endpoint.request)

        async def handle(request: Request) -> Response:
            address = address_of(request.scope, proxy=self._proxy)
            if bucket is not None and not bucket.take(address):
                return problem("too_fast", language_of(request.scope))
            try:
                return await self._answer(endpoint, request, address)
            except asyncio.CancelledError:
                # While the server stops it does not wait for a disk that hangs.
                if not self._stopping():
                    raise
                return problem("stopping", language_of(request.scope))
            except Exception as error:
                return _refusal(error, request)

        return handle

    async def _answer(
        self, endpoint: requests.Endpoint, request: Request, address: str
    ) -> Response:
        t = language_of(request.scope)
        body = await request.body() if endpoint.has_body else b""
        query = dict(request.query_params)
        caller = requests.Caller(t, bearer(request.headers.get("authorization", "")), address)
        path = request.path_params
        answer = await answer_request(endpoint, self._house(), caller, body, path, query)
        return cached_answer(request, *answer[1:3]) if answer.cached else respond(answer)

    def _text(self, find: Callable[[str], bytes], kind: str) -> Handler:
        async def handle(request: Request) -> Response:
            code = request.path_params.get("language", "en")
            if code not in LANGUAGES:
                error = TableRefused("unknown_language", "there is no catalogue for that language")
                return _refusal(error, request)
            return cached_answer(request, find(code), kind)

        return handle


def _refusal(error: Exception, request: Request) -> Response:
    """Return the answer to a request that was refused; raise what is no refusal."""
    if isinstance(error, ClientDisconnect):
        # The client has gone, so nobody receives this answer.
        mark_refused(request.scope, "broken_off")
        return Response(status_code=400)
    answer = answer_error(error, language_of(request.scope))
    if answer is None:
        raise error
    return respond(answer)


@cache
def _schema() -> bytes:
    return msgspec.json.encode(wire_schema())

"""The application of one user: requests over HTTP and connections to tables, without a server."""

import asyncio
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, unquote

from pegout.server.config import Config
from pegout.server.connections import Connection, Transport
from pegout.server.dispatch import (
    HttpAnswer,
    answer_error,
    answer_fault,
    answer_request,
    bearer,
    refuse,
)
from pegout.server.house import ServerHouse
from pegout.server.languages import choose_language
from pegout.server.live_tables import LiveTables
from pegout.server.logs import note
from pegout.server.meter import Meter
from pegout.server.review_jobs import Reviews
from pegout.server.routes import ENDPOINTS
from pegout.server.table_executors import Executors, JobWorkers
from pegout.site import saved_library
from pegout.site.inline import InlineExecutor, InlineWorkers
from pegout.storage import Library
from pegout.table.requests import Caller, Endpoint
from pegout.table.sources import Sources
from pegout.text import Translator

#: More than one user can ask for.
_PLENTY: Final = 1_000_000
#: One user plays against nobody who has to be protected from them, and their games stay.
CONFIG: Final = Config(
    own=True,
    messages=_PLENTY,
    message_burst=_PLENTY,
    queue=_PLENTY,
    queue_bytes=64 * _PLENTY,
    workers=0,
)
_PARAMETER: Final = re.compile(r"{(\w+)}")
_SOCKET: Final = "/api/tables/{code}/socket"


class Application:
    """Answers the requests of one user, and serves their connections to tables.

    It has the tables of a library, and belongs to the event loop in which it is made. The program
    that opened the library closes it, and ends the workers, which run what takes long. Without any,
    a review is computed between two requests, and nothing while a game is played.
    """

    def __init__(
        self,
        library: Library,
        sources: Sources,
        config: Config = CONFIG,
        workers: JobWorkers | None = None,
    ) -> None:
        self._library = library
        inline = InlineExecutor()
        executors = Executors(inline, inline, inline, inline, workers=workers)
        self._tables = LiveTables(library, config, sources, executors, Meter())
        early, reviewers = self._tables.early_reviews, workers or InlineWorkers()
        self._reviews = Reviews(self._tables, config, reviewers, early)
        self._house = ServerHouse(self._tables, self._reviews, config)
        self._connections: set[asyncio.Task[None]] = set()

    async def handle(
        self, method: str, path: str, query: str, headers: Mapping[str, str], body: bytes
    ) -> HttpAnswer:
        """Answer a request, even where its function has failed or needs what only a server has.

        The names of headers are in lower case.
        """
        t = choose_language(query, headers.get("accept-language", ""))
        try:
            if path == saved_library.PATH:
                return saved_library.answer(self._library, method, body, t)
            found = _find(method, path)
            if isinstance(found, str):
                return refuse(found, t)
            endpoint, parameters = found
            caller = Caller(t, bearer(headers.get("authorization", "")))
            given = dict(parse_qsl(query))
            return await answer_request(endpoint, self._house, caller, body, parameters, given)
        except ModuleNotFoundError as error:
            note("missing", module=error.name)
            return refuse("no_server", t)
        except Exception as error:
            return answer_error(error, t) or answer_fault("site", error, t)

    def connect(self, path: str, transport: Transport, t: Translator) -> asyncio.Task[None]:
        """Serve a connection to a table, by the path of its socket, until one side closes it."""
        found = _pattern(_SOCKET).fullmatch(path)
        code = unquote(found["code"]) if found else ""
        task = asyncio.get_running_loop().create_task(self._serve(code, transport, t))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        return task

    async def _serve(self, code: str, transport: Transport, t: Translator) -> None:
        connection = Connection(transport, "", self._tables.config, t, Meter())
        with self._tables.connected(connection):
            await connection.run(self._tables, code)

    async def close(self) -> None:
        """Close all connections, and finish the work under way."""
        self._reviews.close()
        await self._tables.close()
        self._tables.opponents.close()


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(_PARAMETER.sub(r"(?P<\1>[^/]+)", path))


_ROUTES: Final = [(endpoint, _pattern(endpoint.path)) for endpoint in ENDPOINTS]


def _find(method: str, path: str) -> tuple[Endpoint, dict[str, str]] | str:
    """Return the endpoint of a request with the parameters of its path, or the code of a refusal.

    >>> _find("PUT", "/api/count"), _find("GET", "/api/nothing")
    ('no_method', 'no_page')
    """
    code = "no_page"
    for endpoint, pattern in _ROUTES:
        if found := pattern.fullmatch(path):
            if endpoint.method == method:
                return endpoint, {name: unquote(text) for name, text in found.groupdict().items()}
            code = "no_method"
    return code

"""Requests over HTTP and their answers as plain values, which any transport can carry."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from pegout.cards import CardError
from pegout.fairness import FairnessError
from pegout.notation import RecordError
from pegout.review.errors import ReviewError
from pegout.rules import RulesError
from pegout.server.answers import fault_code, sentence, status_of
from pegout.server.logs import fault
from pegout.table.analyses import AnalysisRefused
from pegout.table.requests import Caller, Endpoint, File, House, read_request
from pegout.table.store import StoreError
from pegout.text import Translator, explain
from pegout.wire.http import ReviewAsked

#: The states of a review in which there is nothing to wait for.
_SETTLED: Final = ("done", "failed")
_JSON: Final = "application/json"


class HttpAnswer(NamedTuple):
    """An answer over HTTP: its status, its body and the type of it, and further headers.

    A client may keep a ``cached`` answer, and ask whether it still holds. ``refused`` is the code
    of a request that was refused.
    """

    status: int
    body: bytes
    kind: str = _JSON
    headers: Mapping[str, str] = {}
    cached: bool = False
    refused: str = ""


async def answer_request(
    endpoint: Endpoint,
    house: House,
    caller: Caller,
    body: bytes,
    path: dict[str, str],
    query: dict[str, str],
) -> HttpAnswer:
    """Answer a request by its body, the parameters of its path and its query.

    Raises:
        TableRefused: ``bad_body`` for a request that cannot be read; whatever the function of the
            endpoint raises. :func:`answer_error` has the answers to these errors.
    """
    wanted, rest = read_request(endpoint, body, path, query)
    found = await endpoint.answer(house, caller, wanted, **rest)
    if isinstance(found, File):
        return _file(found)
    finished = isinstance(found, ReviewAsked) and found.state in _SETTLED
    status = 200 if finished else endpoint.status
    return HttpAnswer(status, msgspec.json.encode(found), cached=endpoint.cached)


def answer_error(error: Exception, t: Translator) -> HttpAnswer | None:
    """Return the answer to a request that an error refused; ``None`` for any other error."""
    match error:
        case AnalysisRefused():
            return refuse(error.code, t, str(error))
        case RecordError():
            return refuse("bad_record", t, str(error))
        case RulesError() | CardError() | StoreError() | FairnessError() | ReviewError():
            return _refusal(error.code, explain(error, None, t))
        case _:
            return None


def answer_fault(where: str, error: Exception, t: Translator, request: str = "") -> HttpAnswer:
    """Log an internal error in a request, and return the answer that has the error's id."""
    name = fault(where, error, request)
    code = fault_code(error)
    content = {"code": code, "message": sentence(code, t), "id": name}
    return HttpAnswer(status_of(code), msgspec.json.encode(content))


def refuse(code: str, t: Translator, message: str = "") -> HttpAnswer:
    """Return the answer of an error code, with a sentence for a person.

    >>> from pegout.text import language
    >>> refuse("no_page", language("en")).status
    404
    """
    answer = _refusal(code, message or sentence(code, t))
    return answer._replace(headers={"Retry-After": "5"} if answer.status in (429, 503) else {})


def bearer(authorization: str) -> str:
    """Return the token in the value of a header ``Authorization``, or an empty text.

    >>> bearer("Bearer abc"), bearer("Basic abc")
    ('abc', '')
    """
    kind, _, token = authorization.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _refusal(code: str, message: str) -> HttpAnswer:
    content = msgspec.json.encode({"code": code, "message": message})
    return HttpAnswer(status_of(code), content, refused=code)


def _file(file: File) -> HttpAnswer:
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    if isinstance(file.content, str):
        return HttpAnswer(200, file.content.encode(), "text/plain; charset=utf-8", headers)
    return HttpAnswer(200, msgspec.json.encode(file.content), _JSON, headers)

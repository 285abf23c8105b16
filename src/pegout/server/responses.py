"""Answers as responses of Starlette."""

import msgspec
from starlette.responses import Response

from pegout.server.dispatch import HttpAnswer, refuse
from pegout.text import Translator


def respond(answer: HttpAnswer) -> Response:
    """Return the response of an answer, which must not be cached."""
    headers = {"Cache-Control": "no-store", **answer.headers}
    return Response(answer.body, answer.status, headers, answer.kind)


def json_answer(data: object, status: int = 200) -> Response:
    """Return a JSON response that must not be cached."""
    return respond(HttpAnswer(status, msgspec.json.encode(data)))


def problem(code: str, t: Translator) -> Response:
    """Return an error response: its stable code, and a sentence for a person."""
    return respond(refuse(code, t))

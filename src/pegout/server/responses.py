"""Answers as responses of Starlette."""

from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pegout.server.dispatch import HttpAnswer, refuse
from pegout.text import Translator

#: Where the state of a request has the code with which it was refused.
REFUSED: Final = "refused"


class _Answer(Response):
    """The response of an answer, which must not be cached."""

    def __init__(self, answer: HttpAnswer) -> None:
        headers = {"Cache-Control": "no-store", **answer.headers}
        super().__init__(answer.body, answer.status, headers, answer.kind)
        self._refused = answer.refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, and leave its code for those that log the request."""
        if self._refused:
            mark_refused(scope, self._refused)
        await super().__call__(scope, receive, send)


def respond(answer: HttpAnswer) -> Response:
    """Return the response of an answer, which must not be cached."""
    return _Answer(answer)


def json_answer(data: object, status: int = 200, refused: str = "") -> Response:
    """Return a JSON response that must not be cached, with the code of a refusal."""
    return respond(HttpAnswer(status, msgspec.json.encode(data), refused=refused))


def problem(code: str, t: Translator) -> Response:
    """Return an error response: its stable code, and a sentence for a person."""
    return respond(refuse(code, t))


def mark_refused(scope: Scope, code: str) -> None:
    """Note the code with which a request is refused."""
    scope.setdefault("state", {})[REFUSED] = code

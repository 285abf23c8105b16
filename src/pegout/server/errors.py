"""Errors of requests as HTTP answers."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from pegout.server.answers import sentence, status_of
from pegout.text import Translator


def json_answer(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response that must not be cached."""
    return Response(
        msgspec.json.encode(data),
        status,
        {"Cache-Control": "no-store", **(headers or {})},
        "application/json",
    )


def problem(code: str, t: Translator, message: str = "") -> Response:
    """Return an error response: its stable code, and a sentence for a person."""
    status = status_of(code)
    headers = {"Retry-After": "5"} if status in (429, 503) else None
    return json_answer({"code": code, "message": message or sentence(code, t)}, status, headers)

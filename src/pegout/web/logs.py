"""What a server says of itself: one line for each thing that happens, to standard error.

Neither tokens nor cards nor names are ever among it.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final, Literal

__all__ = ["fault", "note", "refused", "set_up"]

_LOG: Final = logging.getLogger("pegout.web")
#: How long refusals of one kind share a line, in seconds.
_WHILE: Final = 10.0
_refusals: dict[tuple[str, str], tuple[float, int]] = {}


def note(happened: str, /, **facts: object) -> None:
    """Log that something happened, with facts about it."""
    _LOG.info(happened, extra={"facts": facts})


def refused(code: str, by: str) -> None:
    """Log that something was refused: one line in a while for each code, with how often."""
    now = monotonic()
    since, times = _refusals.get((code, by), (-_WHILE, 0))
    if now - since < _WHILE:
        _refusals[code, by] = since, times + 1
        return
    _refusals[code, by] = now, 0
    note("refused", code=code, by=by, **({"times": times + 1} if times else {}))


def fault(where: str, error: BaseException) -> str:
    """Log an error of our own; give the id by which a person can ask about it.

    The message of the error is left out, because nobody knows what is in it.
    """
    name = secrets.token_hex(4)
    # The lines of the program say where it happened, and hold no values.
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    facts = {"id": name, "where": where, "kind": type(error).__name__, "trace": frames[-8:]}
    _LOG.error("fault", extra={"facts": facts})
    return name


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage(), **facts}
        return json.dumps(line, default=str, ensure_ascii=False)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        told = " ".join(f"{name}={value}" for name, value in facts.items())
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        return f"{at} {record.getMessage()} {told}".rstrip()


def set_up(kind: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Have the lines written to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if kind == "json" else _Text())
    _LOG.handlers[:] = [handler]
    _LOG.setLevel(level)
    _LOG.propagate = False
    # What the server beneath says about connections is noise; what fails in it is not.
    beneath = logging.getLogger("uvicorn.error")
    beneath.handlers[:] = [handler]
    beneath.setLevel(logging.ERROR)
    beneath.propagate = False

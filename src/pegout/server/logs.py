"""The log of a server: one line for each event, to standard error.

It never contains tokens, cards or names.
"""

import logging
import secrets
import sys
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from types import TracebackType
from typing import Any, Final, Literal

_LOG: Final = logging.getLogger("pegout.server")
#: How long refusals of one kind share a line, in seconds.
_WHILE: Final = 10.0
#: The libraries beneath the server, and the least level at which they may log: what they report of
#: connections that open and close is noise.
BENEATH: Final = {
    "asyncio": logging.ERROR,
    "concurrent.futures": logging.ERROR,
    "psycopg": logging.ERROR,
    "py.warnings": logging.WARNING,
    "uvicorn.error": logging.ERROR,
}
_refusals: dict[tuple[str, str], tuple[float, int]] = {}


def note(happened: str, /, **facts: object) -> None:
    """Log an event with facts about it."""
    _LOG.info(happened, extra={"facts": facts})


def warning(happened: str, /, **facts: object) -> None:
    """Log what an operator wants to hear of, with nothing to do about it."""
    _LOG.warning(happened, extra={"facts": facts})


def trouble(happened: str, /, **facts: object) -> None:
    """Log as an error what an operator has to do something about."""
    _LOG.error(happened, extra={"facts": facts})


def refused(code: str, by: str) -> None:
    """Log a refusal; repeated refusals of one code share a line, with their number."""
    now = monotonic()
    since, times = _refusals.get((code, by), (-_WHILE, 0))
    if now - since < _WHILE:
        _refusals[code, by] = since, times + 1
        return
    _refusals[code, by] = now, 0
    note("refused", code=code, by=by, **({"times": times + 1} if times else {}))


def fault(where: str, error: BaseException, request: str = "") -> str:
    """Log an internal error; return an id by which a person can refer to it.

    The message of the error is left out, because it may contain anything. The id of the request
    leads to its own line, here and in the log of a proxy.
    """
    name = secrets.token_hex(4)
    asked = {"request": request} if request else {}
    facts = {"id": name, "where": where, **asked, **_kind(error, error.__traceback__)}
    _LOG.error("fault", extra={"facts": facts})
    return name


def _kind(error: BaseException, trace: TracebackType | None) -> dict[str, object]:
    """Return the type of an error and where it occurred; source lines contain no values."""
    frames = []
    while trace is not None:
        frames.append(f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    return {"kind": type(error).__name__, "trace": frames[-8:]}


def _facts(record: logging.LogRecord) -> dict[str, object]:
    facts: dict[str, object] = dict(getattr(record, "facts", {}))
    if record.exc_info and record.exc_info[1] is not None:
        facts |= _kind(record.exc_info[1], record.exc_info[2])
    return facts


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        return f"{at} {_first_line(record.getMessage())} {facts}".rstrip()


def _json() -> logging.Formatter:
    # structlog is large, and a server at home does without it.
    from structlog.processors import JSONRenderer, TimeStamper
    from structlog.stdlib import ProcessorFormatter, add_log_level

    return ProcessorFormatter(
        foreign_pre_chain=[TimeStamper("iso", key="at"), add_log_level, _with_facts],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            JSONRenderer(ensure_ascii=False, default=str),
        ],
    )


def _with_facts(
    logger: Any, method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Put the facts beside the event, and never the message of an error."""
    line.pop("exc_info", None)
    line["event"] = _first_line(line["event"])
    return {"at": line["at"], "level": line["level"], **line, **_facts(line["_record"])}


class _Teller(logging.Handler):
    """Tells a function the level of each warning and error."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of a line."""
        self._tell(record.levelname.lower())


@contextmanager
def telling(tell: Callable[[str], None]) -> Iterator[None]:
    """Tell a function the level of each warning and error of this process, within a block."""
    teller = _Teller(tell)
    loggers = [logging.getLogger(name) for name in (_LOG.name, *BENEATH)]
    for logger in loggers:
        logger.addHandler(teller)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(teller)


def _first_line(said: str) -> str:
    # Further lines of a library's message may contain anything.
    return said.strip().partition("\n")[0]


def set_up(kind: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Write the log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_json() if kind == "json" else _Text())
    for name, minimum in {_LOG.name: level, **BENEATH}.items():
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(minimum)
        logger.propagate = False
    logging.captureWarnings(True)

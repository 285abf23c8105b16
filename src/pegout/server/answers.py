"""Refusals: a code for programs, with its HTTP status, and a sentence for people."""

from typing import Final

from pegout.tables.files import TableError
from pegout.text import Translator, explain
from pegout.wire.table import Bye, Refused

#: The HTTP status of each code that is not simply a bad request (400).
STATUS: Final = {
    "bad_host": 403,
    "bad_origin": 403,
    "bad_table": 503,
    "bad_token": 401,
    "bad_type": 415,
    "busy": 503,
    "closed": 503,
    "closed_table": 410,
    "conflict": 503,
    "damaged": 500,
    "damaged_table": 500,
    "damaged_tournament": 500,
    "disk_error": 503,
    "disk_full": 503,
    "failed": 503,
    "fault": 500,
    "key_taken": 409,
    "no_method": 405,
    "no_page": 404,
    "no_review": 404,
    "no_reviews": 404,
    "no_server": 501,
    "no_spectators": 403,
    "not_maker": 403,
    "not_a_library": 503,
    "not_host": 403,
    "older": 503,
    "round_open": 409,
    "seat_taken": 409,
    "stopping": 503,
    "table_full": 409,
    "too_fast": 429,
    "too_large": 413,
    "too_many_connections": 429,
    "too_many_reviews": 429,
    "too_many_tables": 503,
    "tournament_full": 409,
    "tournament_over": 409,
    "unknown_game": 404,
    "unknown_match": 404,
    "unknown_pairing": 404,
    "unknown_player": 404,
    "unknown_review": 404,
    "unknown_table": 404,
    "unknown_tournament": 404,
    "unreachable": 503,
    "unwritable": 503,
}


class CodeOnly:
    """A stand-in for an error of which only the code is known."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __str__(self) -> str:
        return self.code


def status_of(code: str) -> int:
    """Return the HTTP status of an error code.

    >>> status_of("unknown_table"), status_of("bad_name")
    (404, 400)
    """
    return STATUS.get(code, 400)


def fault_code(error: Exception, otherwise: str = "fault") -> str:
    """Return the code of an internal error that is told to people.

    The tables of a site come over the network, so that they are missing can be mended by people.
    """
    return error.code if isinstance(error, TableError) else otherwise


def sentence(code: str, t: Translator) -> str:
    """Return the sentence that explains an error code."""
    return explain(CodeOnly(code), None, t)


def refusal(name: str, code: str, t: Translator) -> Refused:
    """Return the message that refuses a request."""
    return Refused(name, code, sentence(code, t))


def farewell(code: str, t: Translator, *, again: bool) -> Bye:
    """Return the message that closes a connection; ``again`` says whether to reconnect soon."""
    return Bye(code, sentence(code, t), again)

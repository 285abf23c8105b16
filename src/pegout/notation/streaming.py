"""Read the records of a file one after the other, in constant memory."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

from pegout.notation.errors import Fault, NotationError, RecordError
from pegout.notation.json_form import decode_record, from_json
from pegout.notation.reader import read
from pegout.notation.record import Record
from pegout.notation.writer import MAX_TEXT

# UTF-8 takes at most four bytes for a character.
_MAX_BYTES: Final = 4 * MAX_TEXT
#: How a file compressed by gzip begins.
_GZIP: Final = b"\x1f\x8b"
_JSON_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}]')
_JSON_START: Final = re.compile(rb"\s*(?:\{|\[\s*(?:[{\]]|$))")
#: The beginning of a record in JSON; within a string, the quotation marks would be escaped.
_FIRST: Final = b'{"format"'

#: The number of its first line, and the bytes of one record.
_Piece = tuple[int, bytes]


class _Readable(Protocol):
    """A file opened for reading, in binary or as text."""

    def readline(self, size: int, /) -> bytes | str: ...


def iter_records(
    source: str | os.PathLike[str] | _Readable,
    *,
    checked: bool = True,
    on_error: Callable[[RecordError], object] | None = None,
) -> Iterator[Record]:
    r"""Yield the records of a file, of which only one is in memory at a time.

    The file has records as text one after the other, or JSON: one object after the other, as in
    JSON Lines, or an array of objects. The first line decides.

    Args:
        source: the path of a file, or an open file, read from where it is.
        checked: whether every game is replayed by the rules. ``False`` takes the events of JSON as
            they are, which is several times as fast, for files that were checked before. Text is
            always replayed, because its lines leave out what follows from the rules.
        on_error: called with the error of each broken record, and the next record follows; by
            default the error is raised.

    >>> from io import StringIO
    >>> file = StringIO("%pegout 1\n%pegout 1\ngame 1\nnonsense\n%pegout 1\n")
    >>> errors = []
    >>> len(list(iter_records(file, on_error=errors.append)))
    2
    >>> [error.faults[0].line for error in errors]
    [4]

    Raises:
        NotationError: ``bad_source`` for what is neither a path nor a file open for reading,
            ``bad_value`` for ``on_error`` that is no function or ``checked`` that is neither true
            nor false.
        RecordError: with every fault of the first broken record and its lines in the file.
        OSError: for a file that cannot be read.
    """
    if isinstance(source, str) and ("\n" in source or source.startswith("%pegout")):
        raise NotationError(
            "bad_source", "expected a path or an open file, not a text; read_records takes a text"
        )
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "readline"):
        raise NotationError("bad_source", f"expected a path or an open file, not {source!r:.60}")
    if getattr(source, "closed", False):
        raise NotationError("bad_source", "this file is closed; read the records while it is open")
    if not getattr(source, "readable", lambda: True)():
        raise NotationError("bad_source", "this file is open for writing; open it for reading")
    if not isinstance(checked, bool):
        raise NotationError(
            "bad_value", f"expected checked to be True or False, not {checked!r:.40}"
        )
    if on_error is not None and not callable(on_error):
        raise NotationError(
            "bad_value", f"expected on_error to be a function of an error, not {on_error!r:.40}"
        )
    return _iterate(source, checked, on_error)


def _iterate(
    source: Any, checked: bool, on_error: Callable[[RecordError], object] | None
) -> Iterator[Record]:
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            yield from _iterate(file, checked, on_error)
        return
    lines = _lines(source)
    blank: list[_Piece] = []
    for number, line in lines:
        blank.append((number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line))
        if blank[-1][1].strip():
            break
    if blank and blank[0][1].startswith(_GZIP):
        raise NotationError(
            "bad_source", "this file is compressed; read it with iter_records(gzip.open(path))"
        )
    is_json = bool(blank) and _JSON_START.match(blank[-1][1]) is not None
    pieces = (_json_pieces if is_json else _text_pieces)(chain(blank, lines))
    for number, piece in pieces:
        try:
            record = _json_record(number, piece, checked) if is_json else read(piece)
        except RecordError as error:
            placed = RecordError([_placed(fault, number, is_json) for fault in error.faults])
            if on_error is None:
                raise placed from None
            on_error(placed)
        else:
            yield record


def _placed(fault: Fault, number: int, is_json: bool) -> Fault:
    """Return a fault of a record with its line in the file."""
    return replace(fault, line=max(fault.line, is_json) + number - 1)


def _lines(file: Any) -> Iterator[_Piece]:
    """Yield every line as bytes with its number; a line that is far too long comes in parts."""
    number = 1
    while line := file.readline(_MAX_BYTES):
        if isinstance(line, str):
            line = line.encode("utf-8", "surrogatepass")
        yield number, line
        number += line.endswith(b"\n")


class _Joined:
    """The lines of a record, of which no more are kept than it takes to refuse the record."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.lines: list[bytes] = []
        self.size = 0

    def add(self, line: bytes) -> None:
        if self.size <= _MAX_BYTES:
            self.lines.append(line)
            self.size += len(line)

    def piece(self) -> _Piece:
        return self.number, b"".join(self.lines)


def _text_pieces(lines: Iterable[_Piece]) -> Iterator[_Piece]:
    """Yield the text of each record; remarks before the first one belong to it."""
    joined = _Joined()
    begun = False
    for number, line in lines:
        starts = line.lstrip().startswith(b"%")
        if starts and begun:
            yield joined.piece()
            joined = _Joined(number)
        begun = begun or starts
        joined.add(line)
    yield joined.piece()


def _json_pieces(lines: Iterable[_Piece]) -> Iterator[_Piece]:
    """Yield the JSON of each object, and what is between the objects and should not be there."""
    joined = _Joined()
    depth = 0
    for number, line in lines:
        if depth and line.startswith(b'{"'):
            # The object before breaks off: only the outermost ones begin a line with a name.
            yield joined.piece()
            depth = 0
        whole = line.rstrip(b" \t\r\n,]")
        if whole.startswith(_FIRST) and whole.endswith(b"}") and whole.count(_FIRST) == 1:
            # One record in a line is the usual case, and need not be scanned.
            yield number, whole
            continue
        at = 0
        for token in _JSON_TOKEN.finditer(line):
            if token[0] == b"{":
                if not depth:
                    yield from _between(number, line[at : token.start()])
                    joined, at = _Joined(number), token.start()
                depth += 1
            elif token[0] == b"}" and depth:
                depth -= 1
                if not depth:
                    joined.add(line[at : token.end()])
                    yield joined.piece()
                    at = token.end()
        if depth:
            joined.add(line[at:])
        else:
            yield from _between(number, line[at:])
    if depth:
        yield joined.piece()


def _between(number: int, text: bytes) -> Iterator[_Piece]:
    if text.strip(b" \t\r\n,[]"):
        yield number, text


def _json_record(number: int, piece: bytes, checked: bool) -> Record:
    if len(piece) > _MAX_BYTES:
        message = f"expected at most {_MAX_BYTES} bytes for a record"
        raise RecordError([Fault(1, 0, "too_long", message)])
    try:
        data = json.loads(piece)
    except json.JSONDecodeError as error:
        message = f"expected a record in JSON: {error.msg}"
        raise RecordError([Fault(error.lineno, error.colno, "bad_json", message)]) from error
    except (UnicodeDecodeError, RecursionError) as error:
        message = "expected a record in JSON, in UTF-8 and without many levels"
        raise RecordError([Fault(1, 0, "bad_json", message)]) from error
    return from_json(data) if checked else decode_record(data)

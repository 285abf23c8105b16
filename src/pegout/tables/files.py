"""The file formats of the shipped tables: write, check and read them.

A table is a text file. The lines of its head begin with ``#`` and say what the numbers are, which
command and versions produced them, and from which other tables. Comma-separated lines follow, and
the first of them names the columns. The head ends with a checksum of everything below it, so that a
table edited by hand is not mistaken for a computed one.

Where readable lines would take megabytes, the lines below the head are one compressed array of
numbers; see :func:`compose_numbers`. Where even that is too large, compressed bytes follow the
head; see :func:`compose_bytes`.

The tables are read from the folder that the environment variable :data:`FOLDER_VARIABLE` names, or
from the package if it is not set. Each table is read only once, so set the variable before the
first use.
"""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import accumulate, chain, pairwise
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pegout.errors import PegoutError
from pegout.loading import load_once
from pegout.versions import KERNEL_VERSION, RULES_VERSION

T = TypeVar("T")

#: The environment variable that names another folder to read the tables from.
FOLDER_VARIABLE: Final = "PEGOUT_TABLES"

_CHECKSUM: Final = "# sha256: "
_COMMAND: Final = "command: "
_INPUT: Final = "input: "
_NONE: Final = "none"
_RULES_ALONE: Final = "computed from the rules alone; no published table went into it"
_SHIPPED: Final = Path(__file__).parent / "data"


class TableError(PegoutError):
    """A table that is unreadable, malformed or differs from its checksum.

    Every function here that reads a table raises it.

    Attributes:
        code: ``bad_table``.
    """


class RowTable(NamedTuple):
    """A table: the lines of its head, and its rows as a mapping from column to text."""

    head: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]


class Numbers(NamedTuple):
    """An array of numbers: the lines of its head, its shape, and its numbers in C order.

    The numbers are integers; multiply them by 10 to the power of ``-digits``.
    """

    head: tuple[str, ...]
    shape: tuple[int, ...]
    digits: int
    values: Sequence[int]


class _Parts(NamedTuple):
    """The parts of a file: the lines of its head, the checksum, and all below it."""

    head: tuple[str, ...]
    checksum: str
    body: bytes


class Head(NamedTuple):
    """The head of a file."""

    command: str  # the command that writes the file
    inputs: Mapping[str, str]  # the checksums of the tables that it was computed from, by file name
    checksum: str  # its own checksum


def folder() -> Path:
    """Return the folder that the tables are read from."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else _SHIPPED


def read(file: str) -> bytes:
    """Return the bytes of a table file, unchecked.

    Raises:
        TableError: if the file cannot be read.
    """
    try:
        return (folder() / file).read_bytes()
    except OSError as error:
        raise TableError(
            "bad_table",
            f"the table {file} cannot be read from {folder()} ({error.strerror}); `pegout solve "
            "tables` makes all tables",
        ) from error


def head_of(data: bytes) -> Head:
    """Return the head of a file, and check the rest against its checksum.

    >>> head = head_of(read("play.bin"))
    >>> head.command, list(head.inputs)
    ('pegout solve play', ['discards_deal.csv'])
    """
    lines, checksum, _ = _split(data)
    commands = [line.removeprefix(_COMMAND) for line in lines if line.startswith(_COMMAND)]
    inputs = [line.removeprefix(_INPUT) for line in lines if line.startswith(_INPUT)]
    if len(commands) != 1 or not inputs:
        raise TableError("bad_table", "the head of the table lacks its command or its inputs")
    digests = dict([line.rpartition(" ")[::2] for line in inputs if line != _NONE])
    return Head(commands[0], digests, checksum)


def _split(data: bytes) -> _Parts:
    """Split a file below the line of its checksum, and check it."""
    above, mark, below = data.partition(_CHECKSUM.encode("ascii"))
    checksum, _, body = below.partition(b"\n")
    if not mark or sha256(body).hexdigest().encode("ascii") != checksum:
        raise TableError("bad_table", "the table has no checksum or differs from it; make it again")
    lines = tuple([line[2:] for line in _text(above).splitlines()])
    return _Parts(lines, _text(checksum), body)


def _headed(head: Iterable[str], body: bytes) -> bytes:
    """Put a head and the checksum above the body of a file; the inverse of :func:`_split`."""
    lines = "".join([f"# {line}\n" for line in head])
    return f"{lines}{_CHECKSUM}{sha256(body).hexdigest()}\n".encode() + body


@contextmanager
def _decoding(expected: str) -> Iterator[None]:
    """Turn what goes wrong in decoding a body into a :class:`TableError`."""
    try:
        yield
    except (LookupError, ValueError, OverflowError, zlib.error) as error:
        raise TableError(
            "bad_table", f"expected {expected} below the head; make the table again"
        ) from error


def checksums(names: Iterable[str]) -> dict[str, str]:
    """Return the checksums of tables by file name; the files are read from :func:`folder`.

    >>> checksums(["play.bin"])["play.bin"][:8]
    '9ea46495'
    """
    return {name: _head(folder(), name).checksum for name in names}


@load_once
def _head(index: Path, name: str) -> Head:
    """Return the head of a table in the folder ``index``, which :func:`read` reads from too.

    It is an argument because results are cached by the arguments, and :func:`folder` may change.
    """
    return head_of(read(name))


def check_tables(wanted: Mapping[str, str]) -> None:
    """Check that the tables here are the same as those of another process or machine.

    >>> check_tables({"play.bin": "9ea4"})
    Traceback (most recent call last):
    ...
    pegout.tables.files.TableError: play.bin is another table here than where this was asked; ...
    """
    for name, checksum in checksums(wanted).items():
        if checksum != wanted[name]:
            raise TableError(
                "bad_table",
                f"{name} is another table here than where this was asked; have {FOLDER_VARIABLE} "
                "name a folder with the same tables everywhere",
            )


def provenance_lines(
    command: str, inputs: Iterable[str] = (), provenance: str = _RULES_ALONE
) -> list[str]:
    """Return the lines of a head that say how a table was computed.

    >>> for line in provenance_lines("pegout solve last", ["play.bin"], "the rules alone"):
    ...     print(line[:28])
    command: pegout solve last
    made by: pegout ..., rules
    provenance: the rules alone
    input: play.bin 9ea4649513b1
    """
    # Only those who make a table need it, and it takes time to import.
    from importlib.metadata import PackageNotFoundError, version

    try:
        package = version("pegout")
    except PackageNotFoundError:
        package = "unreleased"
    digests = [f"{name} {checksum}" for name, checksum in checksums(inputs).items()]
    return [
        f"{_COMMAND}{command}",
        f"made by: pegout {package}, rules version {RULES_VERSION}, kernel {KERNEL_VERSION}",
        f"provenance: {provenance}",
        *[f"{_INPUT}{digest}" for digest in digests or [_NONE]],
    ]


def compose(
    head: Iterable[str], columns: Sequence[str], rows: Iterable[Sequence[str | float | int]]
) -> str:
    """Write a table.

    >>> print(compose(["Squares."], ["number", "square"], [[2, 4], [3, 9]]))
    # Squares.
    # sha256: dae55fb9f84f77429a7dcd3b04b3b7e8aca6529cd7d85ff1bbcc1ff1340ec288
    number,square
    2,4
    3,9
    <BLANKLINE>
    """
    lines = [",".join(columns), *[",".join([_cell(value) for value in row]) for row in rows]]
    return _headed(head, _joined(lines)).decode()


def _cell(value: str | float | int) -> str:
    return f"{value:.5f}" if isinstance(value, float) else str(value)


def _joined(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def parse(text: str) -> RowTable:
    """Read a table and check it against its checksum.

    >>> parse(compose(["Squares."], ["number", "square"], [[2, 4]])).rows
    ({'number': '2', 'square': '4'},)
    """
    head, lines = _parted(text)
    with _decoding("lines of as many cells as the first, which names the columns,"):
        columns = lines[0].split(",")
        rows = [dict(zip(columns, line.split(","), strict=True)) for line in lines[1:] if line]
    return RowTable(head, tuple(rows))


def _parted(text: str) -> tuple[tuple[str, ...], list[str]]:
    """Split a table into its head and the lines below it, whatever ends its lines."""
    head, _, body = _split(_joined(text.splitlines()))
    return head, body.decode().splitlines()


@load_once
def load(name: str) -> RowTable:
    """Return a shipped table."""
    return read_checked(f"{name}.csv", lambda data: parse(_text(data)))


def read_checked(file: str, parse: Callable[[bytes], T]) -> T:
    """Read a table file, and name the file in any error."""
    data = read(file)
    try:
        return parse(data)
    except TableError as error:
        raise TableError("bad_table", f"{folder() / file}: {error}") from error


def _text(data: bytes) -> str:
    return data.decode("ascii", "replace")


def compose_numbers(
    head: Iterable[str], shape: Sequence[int], digits: int, values: Iterable[int]
) -> str:
    """Write an array of integers.

    The line below the head has the shape and the digits. After it come the numbers, compressed by
    zlib and encoded in base 64. Second differences are stored instead of the numbers, because they
    are small where the numbers change smoothly. A difference ``d`` is encoded as ``2 d``, or as
    ``-2 d - 1`` if it is negative, in four bytes. The lowest bytes of all differences come first.

    Args:
        digits: the number of decimal places; the integers are the numbers times ``10 ** digits``.
        values: the integers in C order, with absolute values below ``2**28``.

    >>> text = compose_numbers(["Squares."], [2, 2], 0, [1, 4, 9, 16])
    >>> parse_numbers(text)
    Numbers(head=('Squares.',), shape=(2, 2), digits=0, values=array('i', [1, 4, 9, 16]))
    """
    numbers = list(values)
    once = [after - before for before, after in pairwise(chain([0], numbers))]
    twice = [after - before for before, after in pairwise(chain([0], once))]
    written = array("I", [2 * step if step >= 0 else -2 * step - 1 for step in twice])
    if sys.byteorder == "big":
        written.byteswap()
    plain = written.tobytes()
    packed = b64encode(zlib.compress(b"".join([plain[at::4] for at in range(4)]), 9)).decode(
        "ascii"
    )
    lines = [f"shape {' '.join(map(str, shape))} digits {digits}"]
    lines += [packed[at : at + 96] for at in range(0, len(packed), 96)]
    return _headed(head, _joined(lines)).decode()


def parse_numbers(text: str) -> Numbers:
    """Read an array of numbers and check it against its checksum."""
    head, lines = _parted(text)
    first = lines[0].split(" ") if lines else []
    if len(first) < 3 or first[0] != "shape" or first[-2] != "digits":
        raise TableError("bad_table", "the table is not one of packed numbers; read it with parse")
    with _decoding("packed numbers of the shape"):
        shape = tuple([int(size) for size in first[1:-2]])
        packed = zlib.decompress(b64decode("".join(lines[1:]), validate=True))
        return Numbers(head, shape, int(first[-1]), _unpacked(packed, prod(shape)))


def _unpacked(packed: bytes, number: int) -> array[int]:
    """Return the numbers whose second differences are in ``packed``."""
    if len(packed) != 4 * number:
        raise ValueError(f"expected {4 * number} bytes, not {len(packed)}")
    plain = bytearray(4 * number)
    for at in range(4):
        plain[at::4] = packed[at * number : (at + 1) * number]
    twice = [code >> 1 if not code & 1 else -(code + 1 >> 1) for code in numbers_in("I", plain)]
    return array("i", accumulate(accumulate(twice)))


@load_once
def load_numbers(name: str) -> Numbers:
    """Return a shipped array of numbers."""
    return read_checked(f"{name}.txt", lambda data: parse_numbers(_text(data)))


def compose_bytes(head: Iterable[str], body: bytes) -> bytes:
    """Write a file of bytes: the lines of its head, the checksum and then the compressed bytes.

    >>> parse_bytes(compose_bytes(["Three."], b"abc"))
    (('Three.',), b'abc')
    """
    return _headed(head, zlib.compress(body, 9))


def parse_bytes(
    data: bytes, size_of: Callable[[bytes], int] = lambda first: zlib.DEF_BUF_SIZE
) -> tuple[tuple[str, ...], bytes]:
    """Read the head and the bytes of a file, and check them against the checksum.

    Args:
        size_of: returns the number of bytes, given up to the first sixteen of them. With it they
            are not copied while they are decompressed, which would take twice the memory.
    """
    head, _, packed = _split(data)
    with _decoding("compressed bytes"):
        size = size_of(zlib.decompressobj().decompress(packed, 16))
        return head, zlib.decompress(packed, bufsize=max(1, size))


def numbers_in(kind: str, data: bytes | bytearray) -> array[Any]:
    """Return the numbers of a type code of :mod:`array` in bytes, the lowest byte first.

    >>> numbers_in("H", bytes([1, 0, 0, 1])).tolist()
    [1, 256]
    """
    numbers = array(kind, bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers

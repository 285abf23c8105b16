"""The servers that share a library: what they tell each other, and which of them does what.

A server tells its peers that a table has changed, and never what has happened there: each reads
what its own clients may know. The holder of a table's lease moves the computer players there. A
library that only one server can use has :class:`NoPeers`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from pegout.table.presence import Visit
from pegout.table.store import Lease


class TableMark(NamedTuple):
    """How far a table has got: its version, its current match, and the last entry of that."""

    version: int
    match: str = ""
    number: int = 0

    def is_behind(self, other: "TableMark") -> bool:
        """Return whether another server has stored something since.

        >>> TableMark(3, "k7qx", 40).is_behind(TableMark(3, "k7qx", 41))
        True
        >>> TableMark(3, "k7qx", 40).is_behind(TableMark(2, "other", 90))
        False
        """
        if self.version != other.version:
            return self.version < other.version
        return self.match == other.match and self.number < other.number


class About(Struct, frozen=True, tag=str.lower):
    """A notice about one table."""

    code: str


class Changed(About, frozen=True):
    """A table or its match was changed, up to this mark."""

    version: int
    match: str
    number: int

    @property
    def mark(self) -> TableMark:
        """How far the table has got."""
        return TableMark(self.version, self.match, self.number)


class Attended(About, frozen=True):
    """Somebody has come or gone, or looks elsewhere.

    ``lost`` has the seats that lost their last connection to the server, and how many seconds ago.
    """

    lost: dict[int, float] = {}


class Said(About, frozen=True):
    """A seat has said a ready-made phrase."""

    seat: int
    phrase: str


class Nudged(About, frozen=True):
    """A seat has nudged another."""

    seat: int
    other: int


class Replaced(About, frozen=True):
    """A level has replaced an engine that failed in a seat."""

    seat: int
    engine: str
    level: str


class Vacated(About, frozen=True):
    """Players have left a table for good, or it was removed with the last of them."""


class Resync(Struct, frozen=True, tag="resync"):
    """A server has stopped, or notices may have been missed: every table is to be looked at."""


Notice = Changed | Attended | Said | Nudged | Replaced | Vacated | Resync
#: What receives the notices of other servers, in any thread.
Hear = Callable[[Sequence[Notice]], object]

_decode: Final = msgspec.json.Decoder(tuple[str, Notice]).decode


def write_notice(server: str, notice: Notice) -> str:
    """Return a notice of a server as text.

    >>> write_notice("a7", Nudged("k7qxk7qxk7", 0, 1))
    '["a7",{"type":"nudged","code":"k7qxk7qxk7","seat":0,"other":1}]'
    """
    return msgspec.json.encode((server, notice)).decode()


def read_notice(text: str) -> tuple[str, Notice] | None:
    """Return the server and the notice of a text, or ``None`` for one of a newer version.

    >>> read_notice('["a7",{"type":"resync"}]')
    ('a7', Resync())
    >>> read_notice('["a7",{"type":"sung"}]')
    """
    try:
        return _decode(text)
    except msgspec.DecodeError:
        return None


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as it is stored, and who is connected to it at other servers.

    ``is_free`` says that no other server where somebody is connected holds its lease.
    """

    mark: TableMark
    visits: Sequence[Visit]
    is_free: bool


class Peers(Protocol):
    """The other servers of a library, as one server sees them.

    Only :meth:`look` and :meth:`take` wait for the database.
    """

    @property
    def trouble(self) -> str:
        """The code of the error that keeps this server from its peers; empty if none does."""

    def start(self, hear: Hear) -> None:
        """Begin to receive the notices of others, and to be one of them."""

    def tell(self, *notices: Notice) -> None:
        """Send notices to the others soon; those that are lost are made up for by a look."""

    def attend(self, code: str, visit: Visit, lost: Mapping[int, float]) -> None:
        """Tell the others who is connected to a table here; see :class:`Attended`."""

    def look(self, codes: Collection[str]) -> dict[str, Sight]:
        """Look at some tables; those that were removed are missing.

        Raises:
            StoreError: if the database does not answer.
        """

    def take(self, code: str) -> Lease | None:
        """Take the lease of a table, unless a server that is alive and has somebody there holds it.

        Raises:
            StoreError: if the database does not answer.
        """

    def holds(self, lease: Lease) -> bool:
        """Return whether a lease may still be valid, by what is known here."""

    def stop(self) -> None:
        """Begin to give up all leases, to tell the others, and to end."""

    @property
    def has_stopped(self) -> bool:
        """Whether all of that is done."""


class NoPeers:
    """The peers of a server that has its library to itself.

    Other programs may still change the tables: ``marks`` returns how far some of them have got.

    >>> peers = NoPeers(lambda codes: {code: TableMark(7) for code in codes})
    >>> peers.holds(peers.take("k7qxk7qxk7")), peers.look(["k7qxk7qxk7"])["k7qxk7qxk7"].is_free
    (True, True)
    """

    #: Nothing keeps it from peers that it does not have.
    trouble = ""

    def __init__(self, marks: Callable[[Collection[str]], Mapping[str, TableMark]]) -> None:
        self._marks = marks

    def start(self, hear: Hear) -> None:
        """Hear nothing."""

    def tell(self, *notices: Notice) -> None:
        """Tell nobody."""

    def attend(self, code: str, visit: Visit, lost: Mapping[int, float]) -> None:
        """Tell nobody."""

    def look(self, codes: Collection[str]) -> dict[str, Sight]:
        """Look at some tables; nobody is connected to them elsewhere."""
        return {code: Sight(mark, [], is_free=True) for code, mark in self._marks(codes).items()}

    def take(self, code: str) -> Lease:
        """Take the lease of a table, which nobody else wants."""
        return Lease(code, "", 1)

    def holds(self, lease: Lease) -> bool:
        """Keep every lease."""
        return True

    def stop(self) -> None:
        """End."""

    @property
    def has_stopped(self) -> bool:
        """There is nothing to end."""
        return True

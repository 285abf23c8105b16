"""The configuration of a server: every limit and every switch, in one frozen value."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from pegout.storage.review_rows import KEPT_REVIEWS
from pegout.text.language import mark

if TYPE_CHECKING:
    from pegout.table.opponents import HostEngine


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings and limits of a server.

    The limits protect the host: a table of four with a hundred spectators stays far below all of
    them. :data:`LIMITS` says what most of them bound.

    Attributes:
        host: the address to listen at.
        port: the port to listen at; 0 for any free one.
        database: a file or a database URL; ``None`` for the player's own library.
        control: a file by which ``pegout admin drain`` finds the server; empty for none.
        allowed_hosts: the host names that the server answers to, beside its own address.
        public_url: the URL at which people reach the server, if it differs from where it listens.
        allowed_origins: the sites elsewhere whose pages may use the server, such as
            ``https://club.example``.
        proxy: whether a reverse proxy in front of the server reports the client's address.
        keep_finished: the seconds for which a table whose match is over stays after its last
            activity; ``None`` for ever.
        keep_abandoned: the same for a table whose match is not over.
        logs_kept: the seconds for which the host keeps logs, for the page about data; ``None`` if
            the host does not say.
        backups_kept: the same for backups.
        own: whether the library belongs to the person at this machine; the browser then also lists
            the matches played in the terminal. Only for a server that nobody else can reach.
        log: ``text`` for a person, ``json`` for a program.
        log_requests: whether the log has a line for each request.
        spectators: the most spectators of one table. When another one arrives, the last spectator
            of the address with the most spectators has to leave.
        faults: the number of invalid messages after which a connection is closed.
        pages: the pages and static files that an address may fetch per second, on average. A first
            visit fetches about a hundred at once, a later visit a single one.
        body: the longest body of a request, in bytes.
        record_body: the longest body of a request that contains records, in bytes.
        retry: the seconds after which a computer player retries when storage failed.
        watch: the seconds between two looks for tables that another program has changed.
        think: the time step, in seconds, at which computer players answer where several persons
            play, so that the delay reveals nothing about their cards; 0 for no delay. The strongest
            of them take up to a tenth of a second for a decision. Where one person plays, slow
            levels answer at steps of a quarter of that, and quick levels at once.
        thinkers: the most slow computer players that may decide at the same time. More than one
            does not increase the decisions per second, because Python runs one thread at a time.
        workers: the most worker processes. They review games and, on a machine with several cores,
            compute hints and analyses, which one core computes in the threads of slow computer
            players. They start when they are needed. With 0 there are none, and no reviews.
        kept_reviews: the most reviewed games that the database stores, a few kilobytes each. They
            stay at most as long as a table whose match is over.
        engines: the external programs that people may play against, by name; see
            :func:`pegout.table.opponents.read_engines`.
    """

    host: str = "127.0.0.1"
    port: int = 8131
    database: str | None = None
    control: str = ""
    allowed_hosts: tuple[str, ...] = ()
    public_url: str = ""
    allowed_origins: tuple[str, ...] = ()
    proxy: bool = False
    keep_finished: float | None = None
    keep_abandoned: float | None = None
    logs_kept: float | None = None
    backups_kept: float | None = None
    own: bool = False
    log: Literal["text", "json"] = "text"
    log_requests: bool = False
    tables: int = 10_000
    spectators: int = 100
    connections_per_seat: int = 4
    connections_per_address: int = 200
    messages: float = 10.0
    message_burst: float = 40.0
    faults: int = 8
    phrases: int = 5
    requests: float = 20.0
    request_burst: float = 100.0
    pages: float = 100.0
    page_burst: float = 3000.0
    creations: float = 30.0
    records: float = 60.0
    analyses: float = 60.0
    body: int = 16_384
    record_body: int = 262_144
    queue: int = 256
    queue_bytes: int = 16_000
    hello: float = 10.0
    idle: float = 300.0
    ping: float = 20.0
    retry: float = 5.0
    watch: float = 2.0
    think: float = 0.5
    thinkers: int = 1
    threads: int = 8
    workers: int = 1
    worker_niceness: int = 10
    reviews: int = 50
    reviews_per_address: int = 4
    kept_reviews: int = KEPT_REVIEWS
    engines: Mapping[str, HostEngine] = field(default_factory=dict)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


class Limit(NamedTuple):
    """What a limit bounds, in English; the catalogues translate both texts."""

    unit: str
    meaning: str


#: The fields that are limits, for the command line and the manual.
LIMITS: Final[Mapping[str, Limit]] = {
    "tables": Limit(mark("tables at once"), mark("Tables in memory.")),
    "spectators": Limit(mark("spectators"), mark("Spectators of one table.")),
    "connections_per_seat": Limit(
        mark("connections"), mark("Connections of one seat; a further one closes the oldest.")
    ),
    "connections_per_address": Limit(
        mark("connections"),
        mark("Connections of one address to tables, and as many that have asked for nothing yet."),
    ),
    "messages": Limit(mark("messages/s"), mark("Messages that a connection may send, on average.")),
    "message_burst": Limit(mark("messages"), mark("Messages that a connection may send at once.")),
    "phrases": Limit(mark("phrases/10 s"), mark("Ready-made phrases that a seat may say.")),
    "requests": Limit(
        mark("requests/s"),
        mark("Requests of one address, on average; a connection to a table counts as one."),
    ),
    "request_burst": Limit(mark("requests"), mark("Requests of one address at once.")),
    "pages": Limit(
        mark("files/s"), mark("Pages, and files that belong to them, for one address, on average.")
    ),
    "page_burst": Limit(
        mark("files"), mark("Pages, and files that belong to them, for one address at once.")
    ),
    "creations": Limit(mark("tables/min"), mark("New tables from one address.")),
    "records": Limit(
        mark("requests/min"),
        mark("Records, lists of games and reviews for one address."),
    ),
    "analyses": Limit(mark("hands/min"), mark("Hands that are analysed for one address.")),
    "queue": Limit(
        mark("messages"),
        mark("Messages that may wait for a slow client; with more its connection is closed."),
    ),
    "queue_bytes": Limit(
        mark("bytes"),
        mark("Bytes that may wait for a slow client; with more its connection is closed."),
    ),
    "hello": Limit(mark("seconds"), mark("The time for a new connection to say hello.")),
    "idle": Limit(
        mark("seconds"),
        mark("How long a table without connections stays in memory."),
    ),
    "ping": Limit(
        mark("seconds"),
        mark("The time between pings of a connection, and the time for each answer."),
    ),
    "thinkers": Limit(
        mark("players"), mark("Computer players of the level expert that may decide at once.")
    ),
    "threads": Limit(mark("threads"), mark("Threads for the rules and the database.")),
    "workers": Limit(
        mark("processes"),
        mark("Processes for reviews, hints and analyses; 0 turns reviews off."),
    ),
    "worker_niceness": Limit(
        mark("niceness"), mark("How far these processes give way to others, from 0 to 19.")
    ),
    "reviews": Limit(mark("reviews"), mark("Reviews in progress.")),
    "reviews_per_address": Limit(mark("reviews"), mark("Reviews in progress for one address.")),
    "kept_reviews": Limit(mark("games"), mark("Reviewed games that the database keeps.")),
}


def is_loopback(host: str) -> bool:
    """Return whether a host is the loopback address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_wildcard(host: str) -> bool:
    """Return whether a host stands for every address of this machine.

    >>> is_wildcard("0.0.0.0"), is_wildcard("::"), is_wildcard("192.168.1.5"), is_wildcard("den")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


#: The limits that may be 0.
NONE_AT_ALL: Final = ("workers", "worker_niceness")

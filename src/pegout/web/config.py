"""Every limit and every switch of a server, in one frozen value."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from pegout.web.opponents import HostEngine

__all__ = ["LIMITS", "NONE_AT_ALL", "Config"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server is run, and what it bears.

    The limits protect the host: a table of four with a hundred onlookers is far below all of them.

    Attributes:
        host: the address to listen at.
        port: the port to listen at; 0 for any free one.
        database: a file or the URL of a database; ``None`` for the player's own library.
        allowed_hosts: the names that the server answers to, beside its own address.
        public_url: where people reach the server, if that is not where it listens.
        proxy: whether the one next to us is a proxy that says whom it speaks for.
        keep_finished: for how many seconds a table stays after the last thing that happened at it
            when its match is over; ``None`` for ever.
        keep_abandoned: the same for a table at which nobody plays on.
        own: whether the library is that of whoever sits at this machine; then the browser also
            lists what was played in the terminal. Only for a server that nobody else can reach.
        log: ``text`` for a person, ``json`` for a program.
        tables: how many tables may be awake at a time.
        spectators: how many may watch one table. If more come, somebody makes place for them who is
            of the address from which most watch.
        connections_per_seat: how many windows one player may have open at one table.
        connections_per_address: how many connections one address may have.
        messages: how many messages a connection may send in a second, over time.
        message_burst: how many it may send at once.
        faults: how many messages of a connection may be no messages before it is closed.
        phrases: how many ready phrases a seat may say in ten seconds.
        requests: how many requests an address may make in a second, over time; to open a
            connection to a table is one.
        request_burst: how many it may make at once.
        pages: how many pages, and files that belong to them, an address may fetch in a second, over
            time. A first visit takes some hundred at once, a later one a single file.
        page_burst: how many it may fetch at once.
        creations: how many tables an address may set up in a minute.
        records: how many records and lists of games an address may fetch in a minute; those of
            long matches are much work.
        analyses: how many hands an address may have analysed in a minute.
        body: the longest body of a request, in bytes.
        record_body: the longest body with records to be read.
        queue: how many messages may wait for a client that is slow to read them.
        queue_bytes: how long these may be together before one more is too many, in bytes.
        hello: how long a new connection may take to say who it is, in seconds.
        idle: after how many seconds a table sleeps that nobody is connected to.
        ping: how often a silent connection is asked whether it is alive, in seconds.
        retry: after how many seconds a computer player tries again when storage failed.
        think: at which steps of time, in seconds, computer players answer where several persons
            play, so that it tells nothing of their cards; 0 for at once. The strongest of them
            take up to half a second for a decision. Where one person plays, slow levels answer at
            steps of a quarter of that, and quick ones at once.
        thinkers: how many computer players of slow levels may decide at the same moment. More than
            one decide no more in a second, because Python runs one thread at a time.
        threads: how many threads do the work of the rules and of storage.
        reviewers: how many processes may review games at the same moment; 0 for no reviews. They
            are started when somebody asks for a review, and leave the processor to the tables.
        review_niceness: how much these processes stand back behind others, from 0 to 19.
        reviews: how many reviews may be under way.
        reviews_per_address: how many of them may be of one address.
        kept_reviews: how many games that were reviewed are kept in the database, a few kilobytes
            for each. As long as a table whose match is over, at most.
        engines: programs that people may play against, by their names; see
            :func:`pegout.web.opponents.read_engines`.
    """

    host: str = "127.0.0.1"
    port: int = 8131
    database: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    public_url: str = ""
    proxy: bool = False
    keep_finished: float | None = None
    keep_abandoned: float | None = None
    own: bool = False
    log: Literal["text", "json"] = "text"
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
    page_burst: float = 2000.0
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
    think: float = 0.5
    thinkers: int = 1
    threads: int = 8
    reviewers: int = 1
    review_niceness: int = 10
    reviews: int = 50
    reviews_per_address: int = 4
    kept_reviews: int = 5000
    engines: Mapping[str, HostEngine] = field(default_factory=dict)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


#: The fields that are limits, for the command line.
LIMITS: Final = (
    "tables",
    "spectators",
    "connections_per_seat",
    "connections_per_address",
    "messages",
    "message_burst",
    "phrases",
    "requests",
    "request_burst",
    "pages",
    "page_burst",
    "creations",
    "records",
    "analyses",
    "queue",
    "queue_bytes",
    "hello",
    "idle",
    "ping",
    "thinkers",
    "threads",
    "reviewers",
    "review_niceness",
    "reviews",
    "reviews_per_address",
    "kept_reviews",
)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine talking to itself.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


#: Those that may be 0.
NONE_AT_ALL: Final = ("reviewers", "review_niceness")

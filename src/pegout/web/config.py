"""Every limit and every switch of a server, in one frozen value."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["LIMITS", "Config"]


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
        log: ``text`` for a person, ``json`` for a program.
        tables: how many tables may be awake at a time.
        spectators: how many may watch one table.
        connections_per_seat: how many windows one player may have open at one table.
        connections_per_address: how many connections one address may have.
        messages: how many messages a connection may send in a second, over time.
        message_burst: how many it may send at once.
        faults: how many messages of a connection may be no messages before it is closed.
        phrases: how many ready phrases a seat may say in ten seconds.
        requests: how many requests an address may make in a second, over time; to open a
            connection to a table is one.
        request_burst: how many it may make at once.
        creations: how many tables an address may set up in a minute.
        records: how many records an address may fetch in a minute; that of a long match is much
            work.
        body: the longest body of a request, in bytes.
        queue: how many messages may wait for a client that is slow to read them.
        queue_bytes: how long these may be together, in bytes.
        hello: how long a new connection may take to say who it is, in seconds.
        idle: after how many seconds a table sleeps that nobody is connected to.
        ping: how often a silent connection is asked whether it is alive, in seconds.
        retry: after how many seconds a computer player tries again when storage failed.
        think: at which steps of time, in seconds, computer players answer where several persons
            play, so that it tells nothing of their cards; 0 for at once. The strongest of them
            take up to half a second for a decision.
        thinkers: how many computer players may think at the same moment.
        threads: how many threads do the work of the rules and of storage.
    """

    host: str = "127.0.0.1"
    port: int = 8131
    database: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    public_url: str = ""
    proxy: bool = False
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
    creations: float = 30.0
    records: float = 60.0
    body: int = 16_384
    queue: int = 256
    queue_bytes: int = 1_000_000
    hello: float = 10.0
    idle: float = 300.0
    ping: float = 20.0
    retry: float = 5.0
    think: float = 0.5
    thinkers: int = 2
    threads: int = 8

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
    "creations",
    "records",
    "queue",
    "queue_bytes",
    "hello",
    "idle",
    "ping",
    "thinkers",
    "threads",
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

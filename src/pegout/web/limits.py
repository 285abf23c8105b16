"""Rate limits and connection limits, for connections and addresses."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

__all__ = ["Bucket", "Buckets", "Places", "neighbourhood"]


class Bucket:
    """A token bucket that fills steadily; each request takes one token.

    Args:
        rate: the tokens added per second.
        burst: the most tokens that the bucket holds.
        now: the clock, in seconds.

    >>> time = 0.0
    >>> bucket = Bucket(1, 2, lambda: time)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_burst", "_last", "_left", "_now", "_rate")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._now = now
        self._last = now()

    @property
    def full(self) -> bool:
        """Whether the bucket is full, and so no different from a new one."""
        self._fill()
        return self._left >= self._burst

    def take(self) -> bool:
        """Take a token, and return whether there was one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now


class Buckets:
    """A token bucket for each address, dropped once it is full again.

    Args:
        rate: the tokens added per second.
        burst: the most tokens that a bucket holds.
        now: the clock, in seconds.
    """

    #: The number of addresses from which on full buckets are searched for and dropped.
    MANY = 1024

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._by_address: dict[str, Bucket] = {}
        self._sweep_at = self.MANY

    def __len__(self) -> int:
        return len(self._by_address)

    def take(self, address: str) -> bool:
        """Take a token of an address, and return whether there was one."""
        bucket = self._by_address.get(address)
        if bucket is None:
            if len(self._by_address) >= self._sweep_at:
                self._sweep()
            bucket = self._by_address[address] = Bucket(self._rate, self._burst, self._now)
        return bucket.take()

    def _sweep(self) -> None:
        self._by_address = {key: one for key, one in self._by_address.items() if not one.full}
        # The threshold doubles, so that many busy addresses do not cause a sweep with every
        # request.
        self._sweep_at = max(self.MANY, 2 * len(self._by_address))


class Places:
    """The number of places that each address occupies, with a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of addresses that occupy a place."""
        return len(self._taken)

    @contextmanager
    def one(self, address: str) -> Iterator[bool]:
        """Occupy a place for a while; yield whether one was free."""
        free = self._taken[address] < self._most
        if free:
            self._taken[address] += 1
        try:
            yield free
        finally:
            if free:
                self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


def neighbourhood(address: str) -> str:
    """Return the unit that counts as one address: for IPv6, the network of a customer.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3::4")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if parsed.version == 6:
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)

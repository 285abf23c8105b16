"""Rate limits and connection limits, for connections and addresses."""

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Final

#: The networks of IPv6 that one customer may own: the length of the prefix, and how many addresses'
#: worth of the limits all of it has.
_OWNED: Final = ((64, 1), (56, 4), (48, 16))


class Bucket:
    """A token bucket that fills steadily; each request takes one token.

    The rate is in tokens per second, and the burst is the most that the bucket holds.

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

    @property
    def ready(self) -> bool:
        """Whether there is a token to take."""
        self._fill()
        return self._left >= 1

    def take(self) -> bool:
        """Take a token, and return whether there was one."""
        if not self.ready:
            return False
        self._left -= 1
        return True

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now


class Buckets:
    """A token bucket for each address and the networks around it, dropped when it is full again."""

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
        if not self.ready(address):
            return False
        for name, worth in networks(address):
            bucket = self._by_address.get(name)
            if bucket is None:
                if len(self._by_address) >= self._sweep_at:
                    self._sweep()
                bucket = Bucket(self._rate * worth, self._burst * worth, self._now)
                self._by_address[name] = bucket
            bucket.take()
        return True

    def ready(self, address: str) -> bool:
        """Return whether there is a token of an address, and of the networks around it."""
        found = [self._by_address.get(name) for name, _ in networks(address)]
        return all(bucket is None or bucket.ready for bucket in found)

    def _sweep(self) -> None:
        self._by_address = {
            key: bucket for key, bucket in self._by_address.items() if not bucket.full
        }
        # The threshold doubles, so that many busy addresses do not cause a sweep with every
        # request.
        self._sweep_at = max(self.MANY, 2 * len(self._by_address))


class ConnectionSlots:
    """The slots that each address occupies, and the networks around it, with a limit."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of addresses and networks that occupy a slot."""
        return len(self._taken)

    def free(self, address: str) -> bool:
        """Return whether an address may occupy another slot."""
        return all(self._taken[name] < self._maximum * worth for name, worth in networks(address))

    def acquire(self, address: str) -> bool:
        """Occupy a slot, and return whether one was free."""
        free = self.free(address)
        if free:
            self._taken.update([name for name, _ in networks(address)])
        return free

    def release(self, address: str) -> None:
        """Give back a slot."""
        for name, _ in networks(address):
            self._taken[name] -= 1
            if not self._taken[name]:
                del self._taken[name]

    @contextmanager
    def occupy(self, address: str) -> Iterator[bool]:
        """Occupy a slot for a while; yield whether one was free."""
        free = self.acquire(address)
        try:
            yield free
        finally:
            if free:
                self.release(address)


@lru_cache(4096)
def networks(address: str) -> tuple[tuple[str, int], ...]:
    """Return what an address counts for: itself, and for IPv6 what its owner may have besides.

    A customer has a network of 64, 56 or 48 bits, and cannot be told from several with less.

    Each has a name, and says how many addresses' worth of a limit it has.

    >>> networks("192.0.2.7")
    (('192.0.2.7', 1),)
    >>> networks("2001:db8:1:2ff::")
    (('2001:db8:1:2ff::/64', 1), ('2001:db8:1:200::/56', 4), ('2001:db8:1::/48', 16))
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ((address, 1),)
    if parsed.version == 4:
        return ((address, 1),)
    return tuple(
        (str(ipaddress.ip_network((parsed, length), strict=False)), worth)
        for length, worth in _OWNED
    )


def customer(address: str) -> str:
    """Return the network that takes turns as one, because it usually belongs to one customer.

    >>> customer("192.0.2.7"), customer("2001:db8:1:2ff::")
    ('192.0.2.7', '2001:db8:1:200::/56')
    """
    return networks(address)[:2][-1][0]


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """Return the unit that counts as one address: for IPv6, the smallest network of a customer.

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

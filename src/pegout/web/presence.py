"""Presence: whether each person at a table is here, away or gone, judged by their connections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Final, Literal, Protocol

__all__ = ["GRACE", "SILENT", "Presence", "attends", "next_change", "presence_of"]

#: ``here``: connected, with the page visible. ``away``: connected but hidden or silent, or briefly
#: without a connection. ``gone``: without a connection for longer.
Presence = Literal["here", "away", "gone"]

#: How many seconds a person without a connection counts as away: most reconnect by themselves.
GRACE: Final = 8.0
#: After how many seconds of silence a client that pings by itself counts as away.
SILENT: Final = 30.0


class Connected(Protocol):
    """The state of a connection that presence depends on."""

    seat: int | None
    looks: bool
    last_received: float | None


def attends(guest: Connected, now: float) -> bool:
    """Return whether a person is watching the table over a connection."""
    return guest.looks and (guest.last_received is None or now - guest.last_received < SILENT)


def presence_of(
    seat: int, guests: Iterable[Connected], gone: Mapping[int, float], now: float
) -> Presence:
    """Return the presence of the person at a seat.

    Args:
        seat: the seat.
        guests: all connections to the table.
        gone: for each seat without a connection, the time at which it lost the last one.
        now: the time, on the same clock as ``gone``.
    """
    own = [guest for guest in guests if guest.seat == seat]
    if any(attends(guest, now) for guest in own):
        return "here"
    return "away" if own or now - gone.get(seat, -inf) < GRACE else "gone"


def next_change(guests: Iterable[Connected], gone: Mapping[int, float], now: float) -> float:
    """Return the next time at which a presence may change without any message."""
    silent = [guest.last_received + SILENT for guest in guests if guest.last_received is not None]
    # A ping postpones that time without notice, so presence is checked regularly.
    moments = [now + SILENT / 2, *silent, *(since + GRACE for since in gone.values())]
    return min(moment for moment in moments if moment > now)

"""Who of the persons at a table is here, away or gone, as far as their connections tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Final, Literal, Protocol

__all__ = ["GRACE", "SILENT", "Presence", "attends", "next_change", "presence_of"]

#: ``here``: connected and looking. ``away``: connected, but looking elsewhere or silent, or without
#: a connection for a moment. ``gone``: without one for longer than that.
Presence = Literal["here", "away", "gone"]

#: For how many seconds somebody without a connection is only away: most come back by themselves.
GRACE: Final = 8.0
#: After how many seconds of silence a client that pings by itself counts as away.
SILENT: Final = 30.0


class Connected(Protocol):
    """A connection, as far as presence goes."""

    seat: int | None
    looks: bool
    last_heard: float | None


def attends(guest: Connected, now: float) -> bool:
    """Whether somebody looks at the table over a connection."""
    return guest.looks and (guest.last_heard is None or now - guest.last_heard < SILENT)


def presence_of(
    seat: int, guests: Iterable[Connected], gone: Mapping[int, float], now: float
) -> Presence:
    """Say whether the person of a seat is here.

    Args:
        seat: the seat.
        guests: all connections.
        gone: for each seat without a connection, since when.
        now: the time, as in ``gone``.
    """
    own = [guest for guest in guests if guest.seat == seat]
    if any(attends(guest, now) for guest in own):
        return "here"
    return "away" if own or now - gone.get(seat, -inf) < GRACE else "gone"


def next_change(guests: Iterable[Connected], gone: Mapping[int, float], now: float) -> float:
    """Give the next moment at which somebody may count as away or gone without doing anything."""
    silent = [guest.last_heard + SILENT for guest in guests if guest.last_heard is not None]
    # A ping changes when that will be, and nobody tells of it.
    moments = [now + SILENT / 2, *silent, *(since + GRACE for since in gone.values())]
    return min(moment for moment in moments if moment > now)

"""Presence: whether each person at a table is here, silent, away or gone, by their connections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Final, Literal, Protocol

#: ``here``: connected, with the page visible. ``silent``: connected, but a ping is not answered.
#: ``away``: connected but hidden or without a message for long, or briefly without a connection.
#: ``gone``: without a connection for longer.
Presence = Literal["here", "silent", "away", "gone"]

#: How many seconds a person without a connection counts as away: most reconnect by themselves.
GRACE: Final = 8.0
#: After how many seconds of silence a client that pings by itself counts as away.
IDLE: Final = 30.0
#: The seconds between the pings of a person whom others are waiting for, and those after which a
#: ping counts as not answered. A lost network is noticed within the two together.
PULSE: Final = 3.0
UNANSWERED: Final = 4.0


class Connected(Protocol):
    """The state of a connection that presence depends on."""

    seat: int | None
    looks: bool
    last_received: float | None

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the client has not answered."""


def _answers(guest: Connected, now: float) -> bool:
    return guest.pinged is None or now - guest.pinged < UNANSWERED


def _attends(guest: Connected, now: float) -> bool:
    return guest.looks and (guest.last_received is None or now - guest.last_received < IDLE)


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
    if not own:
        return "away" if now - gone.get(seat, -inf) < GRACE else "gone"
    answering = [guest for guest in own if _answers(guest, now)]
    if not answering:
        return "silent"
    return "here" if any(_attends(guest, now) for guest in answering) else "away"


def next_change(guests: Iterable[Connected], gone: Mapping[int, float], now: float) -> float:
    """Return the next time at which a presence may change without any message."""
    guests = list(guests)
    silent = [guest.last_received + IDLE for guest in guests if guest.last_received is not None]
    unanswered = [guest.pinged + UNANSWERED for guest in guests if guest.pinged is not None]
    absent = [since + GRACE for since in gone.values()]
    # A message of the client postpones these times without notice, so presence is checked
    # regularly.
    moments = [now + IDLE / 2, *silent, *unanswered, *absent]
    return min(moment for moment in moments if moment > now)

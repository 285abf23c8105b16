"""Who is at a table: whether each person is here, silent, away or gone, by their connections."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal, Protocol

from msgspec import Struct

from pegout.table.offers import DEFAULT_LEVEL
from pegout.table.state import TableState

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
    visible: bool
    last_received: float | None

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the client has not answered."""

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""


class Visit(Struct, frozen=True):
    """Who is connected to a table at one server: persons by seat, and the number of spectators."""

    seats: dict[int, Presence] = {}
    spectators: int = 0


@dataclass(slots=True)
class _Elsewhere:
    """A person who is connected to another server, which pings by itself."""

    seat: int | None
    visible: bool
    #: For ever, if the other server waits for an answer to its own ping.
    pinged: float | None
    last_received: float | None = None

    def ping(self) -> None:
        """Leave that to the other server."""


class Attendance:
    """The presence of the persons at a table, from connections and the times of their loss.

    The connections to other servers are those that :meth:`meet` was told of last; the clients that
    other methods are given are connected here. All times are on one clock, in seconds.
    """

    def __init__(self, persons: Iterable[int], now: float) -> None:
        #: For each seat without a connection, the time at which it lost the last one.
        self._gone = dict.fromkeys(persons, now)
        self._elsewhere: tuple[_Elsewhere, ...] = ()
        #: The number of spectators at other servers.
        self.spectators_elsewhere = 0
        self._next_pulse = -inf

    @property
    def seats_elsewhere(self) -> frozenset[int]:
        """The seats of the persons who are connected to other servers."""
        return frozenset([person.seat for person in self._elsewhere if person.seat is not None])

    def meet(
        self,
        visits: Collection[Visit],
        clients: Iterable[Connected],
        lost: Mapping[int, float],
        now: float,
    ) -> None:
        """Take note of who is connected to other servers.

        ``lost`` has the times, as far as they are known, at which persons lost their last
        connection to another server.
        """
        before = self.seats_elsewhere
        self._elsewhere = tuple(
            _Elsewhere(seat, presence != "away", -inf if presence == "silent" else None)
            for visit in visits
            for seat, presence in visit.seats.items()
        )
        self.spectators_elsewhere = sum(visit.spectators for visit in visits)
        for seat in self.seats_elsewhere:
            self.arrive(seat)
        for seat in before - {client.seat for client in clients}:
            self.depart(seat, lost.get(seat, now))

    def visit(self, clients: Iterable[Connected], now: float) -> Visit:
        """Return who is connected here, for the other servers."""
        clients = list(clients)
        seats = sorted({client.seat for client in clients if client.seat is not None})
        return Visit(
            {seat: self._presence(seat, clients, now) for seat in seats},
            sum(client.seat is None for client in clients),
        )

    def gone_since(self, seat: int, now: float) -> float:
        """Return when a seat lost its last connection, or now if it has one."""
        return self._gone.get(seat, now)

    def arrive(self, seat: int) -> None:
        """Note that a person has a connection."""
        self._gone.pop(seat, None)

    def depart(self, seat: int, now: float) -> None:
        """Note that a person has lost the last connection here, or was seated without one."""
        if seat not in self.seats_elsewhere:
            self._gone.setdefault(seat, now)

    def presence(
        self, persons: Iterable[int], clients: Iterable[Connected], now: float
    ) -> dict[int, Presence]:
        """Return the presence of each person."""
        everybody = self._everybody(clients)
        return {seat: self._presence(seat, everybody, now) for seat in persons}

    def _everybody(self, clients: Iterable[Connected]) -> list[Connected]:
        return [*clients, *self._elsewhere]

    def _presence(self, seat: int, clients: list[Connected], now: float) -> Presence:
        own = [client for client in clients if client.seat == seat]
        if not own:
            return "away" if now - self._gone.get(seat, -inf) < GRACE else "gone"
        answering = [client for client in own if _answers(client, now)]
        if not answering:
            return "silent"
        return "here" if any(_attends(client, now) for client in answering) else "away"

    def stand_ins(
        self, state: TableState, clients: Iterable[Connected], now: float
    ) -> dict[int, str]:
        """Return the seats of persons for whom a computer player acts, with its level.

        The other players choose this at the table, or the host in advance for players who have been
        gone for long. While no player is connected, no computer player stands in.
        """
        if all(client.seat is None for client in self._everybody(clients)):
            return {}
        persons = state.persons
        patience = state.options.stand_in or inf
        levels = {
            seat: DEFAULT_LEVEL
            for seat, since in self._gone.items()
            if seat in persons and now - since >= patience
        }
        for seat, presence in self.presence(persons, clients, now).items():
            chosen = state.seats[seat].stand_in
            if chosen and presence != "here":
                levels[seat] = chosen
        return levels

    def next_change(
        self, state: TableState, clients: Iterable[Connected], now: float
    ) -> float | None:
        """Return the next time at which a presence or a stand-in may change without any message.

        It is ``None`` while no player is connected.
        """
        clients = self._everybody(clients)
        if all(client.seat is None for client in clients):
            return None
        persons = state.persons
        gone = [since for seat, since in self._gone.items() if seat in persons]
        silent = [
            client.last_received + IDLE for client in clients if client.last_received is not None
        ]
        unanswered = [client.pinged + UNANSWERED for client in clients if client.pinged is not None]
        patience = state.options.stand_in or inf
        moments = [
            # A message of the client postpones these times without notice, so presence is checked
            # regularly.
            now + IDLE / 2,
            *silent,
            *unanswered,
            *[since + GRACE for since in gone],
            *[since + patience for since in gone],
        ]
        later = [moment for moment in moments if moment > now]
        if in_company(clients):
            later.append(max(now, self._next_pulse))
        return min(later)

    def ping_company(self, clients: Iterable[Connected], now: float) -> None:
        """Ping the persons who are looking at the table, while others see whether they answer."""
        clients = self._everybody(clients)
        if now < self._next_pulse or not in_company(clients):
            return
        self._next_pulse = now + PULSE
        for client in clients:
            if client.seat is not None and client.visible:
                client.ping()


def in_company(clients: Iterable[Connected]) -> bool:
    """Return whether several persons are connected, so that one can miss another."""
    return len({client.seat for client in clients} - {None}) > 1


def _answers(client: Connected, now: float) -> bool:
    return client.pinged is None or now - client.pinged < UNANSWERED


def _attends(client: Connected, now: float) -> bool:
    return client.visible and (client.last_received is None or now - client.last_received < IDLE)

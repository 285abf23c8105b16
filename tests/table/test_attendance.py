"""Who is at a table, of whose clients some are connected to other servers."""

from dataclasses import dataclass

import pytest

from pegout.table.presence import GRACE, UNANSWERED, Attendance, Presence, Visit
from pegout.table.state import SeatState, TableState
from pegout.wire.table import TableOptions

NOW = 1000.0
#: After how many seconds a computer player acts for a person who is gone.
STAND_IN = 60


@dataclass
class Client:
    """A connection to this server."""

    seat: int | None
    visible: bool = True
    last_received: float | None = None
    pinged: float | None = None

    def ping(self) -> None:
        self.pinged = NOW


def a_table() -> TableState:
    seats = tuple(SeatState("person", name) for name in ("Ann", "Ben"))
    return TableState(1, "standard", 1, 0, TableOptions(stand_in=STAND_IN), seats)


def attendance(*visits: Visit) -> Attendance:
    """Return the attendance of a table of two that was loaded long ago."""
    found = Attendance([0, 1], NOW - 500)
    found.meet(visits, (), {}, NOW)
    return found


@pytest.mark.parametrize("presence", ["here", "silent", "away"])
def test_a_person_elsewhere_is_as_the_other_server_tells(presence: Presence) -> None:
    found = attendance(Visit({1: presence}, spectators=2))
    assert found.presence([0, 1], [Client(0)], NOW) == {0: "here", 1: presence}
    assert found.seats_elsewhere == {1}
    assert found.spectators_elsewhere == 2


def test_of_two_connections_the_better_counts() -> None:
    found = attendance(Visit({1: "away"}), Visit({1: "silent"}))
    assert found.presence([1], [], NOW) == {1: "away"}
    assert found.presence([1], [Client(1)], NOW) == {1: "here"}


def test_others_are_told_of_the_connections_here_alone() -> None:
    found = attendance(Visit({1: "here"}, spectators=5))
    silent = Client(0, pinged=NOW - UNANSWERED)
    assert found.visit([silent, Client(None)], NOW) == Visit({0: "silent"}, spectators=1)
    assert found.visit([], NOW) == Visit()


def test_who_loses_one_of_two_connections_is_not_gone() -> None:
    found = attendance(Visit({1: "here"}))
    found.depart(1, NOW)
    assert found.presence([1], [], NOW + GRACE) == {1: "here"}
    found.meet([], [Client(1)], {}, NOW)
    assert found.presence([1], [Client(1)], NOW + GRACE) == {1: "here"}


@pytest.mark.parametrize(("lost", "since"), [({1: NOW - 5}, NOW - 5), ({}, NOW)])
def test_who_is_lost_elsewhere_is_gone_since_then(lost: dict[int, float], since: float) -> None:
    state = a_table()
    found = attendance(Visit({1: "here"}))
    ann = [Client(0)]
    found.arrive(0)
    assert not found.stand_ins(state, ann, NOW + 2 * STAND_IN)
    found.meet([], ann, lost, NOW)
    assert found.gone_since(1, NOW) == since
    assert found.presence([1], ann, since + GRACE - 0.1) == {1: "away"}
    assert found.presence([1], ann, since + GRACE) == {1: "gone"}
    assert not found.stand_ins(state, ann, since + STAND_IN - 0.1)
    assert list(found.stand_ins(state, ann, since + STAND_IN)) == [1]
    found.meet([Visit({1: "here"})], ann, {}, NOW)
    assert not found.stand_ins(state, ann, since + STAND_IN)


def test_a_computer_player_stands_in_while_the_others_are_elsewhere() -> None:
    state = a_table()
    assert not attendance().stand_ins(state, [], NOW)
    assert attendance().next_change(state, [], NOW) is None
    found = attendance(Visit({0: "here"}))
    assert list(found.stand_ins(state, [], NOW)) == [1]
    assert found.next_change(state, [], NOW) is not None


def test_a_person_is_pinged_while_another_is_elsewhere() -> None:
    alone, together = Client(0), Client(0)
    attendance().ping_company([alone], NOW)
    attendance(Visit({1: "here"})).ping_company([together], NOW)
    assert (alone.pinged, together.pinged) == (None, NOW)

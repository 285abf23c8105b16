"""The servers that share a library: leases, who is connected where, and notices."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest

from pegout.match import Match
from pegout.rules import Ready
from pegout.storage import Library
from pegout.storage.database import Database
from pegout.storage.match_rows import check_lease
from pegout.table.memory import MemoryStore
from pegout.table.peers import (
    Attended,
    Changed,
    NoPeers,
    Notice,
    Nudged,
    Peers,
    Replaced,
    Resync,
    Said,
    Sight,
    TableMark,
    Vacated,
)
from pegout.table.presence import Visit
from pegout.table.store import Lease, StoreError
from tests.cases import present, raises_code
from tests.databases import PrivateServer, Server, opened
from tests.storage.stored import a_setup

CODE = "k7qxk7qxk7"
#: Somebody who is connected.
SOMEBODY = Visit({0: "here"})
PATIENCE = 60.0
FREE = Sight(TableMark(1), [], is_free=True)
#: The peers of a store that only its server can reach.
MEMORY = NoPeers(lambda codes: {code: TableMark(1) for code in codes})


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


class Peer:
    """One of several servers, with what it has heard."""

    def __init__(self, library: Library, database: Database) -> None:
        self.library = library
        self.database = database
        self.notices: list[Notice] = []
        self.peers: Peers = library.peers()
        self.peers.start(self.notices.extend)
        until(self.alive)

    @property
    def heard(self) -> list[Notice]:
        return [notice for notice in self.notices if not isinstance(notice, Resync)]

    def alive(self) -> bool:
        """Whether it can hold a lease, and hears a notice."""
        lease = self.peers.take("nowhere")
        # It looks once when it is registered, and once when it listens.
        registered = lease is not None and self.peers.holds(lease)
        return registered and self.notices.count(Resync()) > 1

    def lease(self) -> Lease | None:
        return self.peers.take(CODE)

    def sight(self) -> Sight:
        return self.peers.look([CODE])[CODE]

    def attend(self, visit: Visit, code: str = CODE) -> None:
        """Tell who is connected here, and wait until that is stored."""
        self.peers.attend(code, visit, {})
        until(lambda: self._stored(code) == (visit != Visit()))

    def _stored(self, code: str) -> bool:
        with self.database.reading() as connection:
            rows = connection.rows(
                "SELECT 1 FROM visits JOIN servers ON servers.id = visits.server"
                " WHERE code = ? AND server = ? AND expires > clock_timestamp()",
                code,
                self.id,
            )
        return bool(rows)

    @property
    def id(self) -> str:
        """The id under which it is registered, or an empty text while it is not."""
        lease = self.peers.take(f"of {id(self)}")
        return "" if lease is None else lease.server

    def expire(self) -> None:
        """Have the row of the server expire by the clock of the database."""
        with self.database.writing() as connection:
            connection.execute(
                "UPDATE servers SET expires = clock_timestamp() WHERE id = ?", self.id
            )

    def break_connections(self) -> None:
        """Break all connections to the database but one."""
        with self.database.writing() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


Servers = Callable[[], Peer]


@pytest.fixture
def servers(postgresql: Server) -> Iterator[Servers]:
    """Yield what makes another server of one library, which has a table."""
    with postgresql.library() as name, ExitStack() as stack:

        def another() -> Peer:
            peer = Peer(*stack.enter_context(opened(postgresql.url(name))))
            stack.callback(_stop, peer.peers)
            return peer

        with Library.open(postgresql.url(name)) as library:
            library.add_table(CODE, "{}")
        yield another


def _stop(peers: Peers) -> None:
    peers.stop()
    until(lambda: peers.has_stopped)


# --- every kind of library ------------------------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def alone(request: pytest.FixtureRequest) -> Iterator[Peers]:
    """Yield the peers of the only server of a library."""
    if request.param == "postgresql":
        yield request.getfixturevalue("servers")().peers
    elif request.param == "sqlite":
        with Library.open("sqlite://") as library:
            yield library.peers()
    else:
        yield MEMORY


def test_who_is_alone_has_every_lease(alone: Peers) -> None:
    heard: list[Notice] = []
    if isinstance(alone, NoPeers):
        alone.start(heard.extend)
    for _ in range(2):
        lease = present(alone.take(CODE))
        assert lease.code == CODE
        assert alone.holds(lease)
    alone.attend(CODE, SOMEBODY, {1: 0.5})
    alone.tell(Said(CODE, 0, "wow"))
    assert alone.look([CODE]).get(CODE, FREE) == FREE
    _stop(alone)
    assert heard == []


def test_a_store_for_one_server_takes_every_lease() -> None:
    lease = present(MEMORY.take(CODE))
    with Library.open("sqlite://") as library:
        for store in (library, MemoryStore(lambda: datetime.now(UTC))):
            setup = a_setup()
            store.create(setup, lease_of=lambda: lease).act(0, Ready(0))
            match = store.load(setup.id, lease_of=lambda: lease)
            assert match.act(1, Ready(1))


def test_a_look_sees_what_another_program_has_changed(where: str) -> None:
    with Library.open(where) as library, Library.open(where) as other:
        peers, row = library.peers(), library.add_table(CODE, "{}")
        # More tables than one query takes in SQLite.
        assert peers.look([CODE, *map(str, range(1200))]) == {CODE: FREE}
        match = other.create(a_setup())
        row = other.change_table(CODE, row.version, "{}", match.setup.id)
        for seat in (0, 1):
            mark = peers.look([CODE])[CODE].mark
            assert mark == TableMark(2, match.setup.id, match.number)
            match.act(seat, Ready(seat))
            assert mark.is_behind(peers.look([CODE])[CODE].mark)
        other.delete_table(CODE, row.version)
        assert peers.look([CODE]) == {}


# --- leases ---------------------------------------------------------------------------------------


def refuses(do: Callable[[], object], code: str) -> None:
    with raises_code(StoreError, code):
        do()


def test_a_lease_is_its_holders_while_somebody_is_there(servers: Servers) -> None:
    one, two = servers(), servers()
    assert one.sight() == two.sight() == FREE
    one.attend(SOMEBODY)
    assert present(one.lease()).generation == 1
    assert two.lease() is None
    assert two.sight() == Sight(TableMark(1), [SOMEBODY], is_free=False)
    assert one.sight() == FREE
    one.attend(Visit())
    assert present(two.lease()).generation == 2
    # Where nobody is connected, any server that is asked for something may take it.
    assert present(one.lease()).generation == 3


def a_match(peer: Peer, lease: Lease | None) -> Match:
    return peer.library.create(a_setup(), lease_of=lambda: lease)


def test_a_write_of_a_former_holder_is_refused(servers: Servers) -> None:
    one, two = servers(), servers()
    match = a_match(one, present(one.lease()))
    match.act(0, Ready(0))
    assert present(two.lease()).generation == 2
    number = match.number
    with pytest.raises(StoreError) as caught:
        match.act(1, Ready(1))
    assert caught.value.code == "lease_lost"
    assert CODE in str(caught.value)
    assert match.number == number == two.library.load(match.setup.id).number
    # What a person does needs no lease, and what the new holder does has one.
    lease = present(two.lease())
    assert two.library.load(match.setup.id, lease_of=lambda: lease).act(1, Ready(1))


def test_the_lease_of_a_server_that_expired_is_free_and_void(servers: Servers) -> None:
    one, two = servers(), servers()
    one.attend(SOMEBODY)
    lease = present(one.lease())
    match = a_match(one, lease)
    assert two.lease() is None
    one.expire()
    until(lambda: not one.peers.holds(lease))
    refuses(lambda: match.act(0, Ready(0)), "lease_lost")
    # It is alive again under another id, with those who are connected to it.
    until(lambda: one.id != lease.server)
    one.attend(SOMEBODY)
    fresh = present(one.lease())
    assert one.peers.holds(fresh)
    assert not one.peers.holds(lease)
    assert two.lease() is None
    assert Resync() in two.notices


def test_nobody_takes_a_lease_between_the_check_and_the_commit(servers: Servers) -> None:
    one, two = servers(), servers()
    lease = present(one.lease())
    taken: list[Lease | None] = []
    with one.database.writing() as connection:
        check_lease(connection, lease)
        taker = threading.Thread(target=lambda: taken.append(two.lease()))
        taker.start()
        with two.database.reading() as other:
            until(lambda: other.rows("SELECT 1 FROM pg_locks WHERE NOT granted"))
        assert not taken
    taker.join(PATIENCE)
    assert present(taken[0]).generation == 2


def test_who_stops_hands_over_at_once(servers: Servers) -> None:
    one, two = servers(), servers()
    one.attend(SOMEBODY)
    assert present(one.lease())
    assert two.lease() is None
    two.notices.clear()
    _stop(one.peers)
    until(lambda: Resync() in two.notices)
    assert two.sight() == FREE
    assert two.lease()


def test_a_table_that_was_removed_is_not_seen(servers: Servers) -> None:
    one, two = servers(), servers()
    one.attend(SOMEBODY)
    (row,) = two.library.tables(datetime.now(UTC) + timedelta(days=1))
    soon = datetime.now(UTC) + timedelta(hours=1)
    assert two.library.clear_tables([row], soon, unless_visited=True) == []
    one.expire()
    # Its visit goes with its row, and comes back with the next one.
    until(lambda: one.sight().is_free)
    one.attend(SOMEBODY)
    assert two.library.clear_tables([row], soon, unless_visited=True) == []
    one.attend(Visit())
    assert two.library.clear_tables([row], soon, unless_visited=True) == [row]
    assert two.peers.look([CODE]) == {}


def test_a_table_that_is_removed_by_hand_may_be_open(servers: Servers) -> None:
    one, two = servers(), servers()
    one.attend(SOMEBODY)
    (row,) = two.library.tables(datetime.now(UTC) + timedelta(days=1))
    soon = datetime.now(UTC) + timedelta(hours=1)
    assert two.library.clear_tables([row], soon) == [row]


# --- notices --------------------------------------------------------------------------------------

NOTICES: Sequence[Notice] = (
    Changed(CODE, 3, "m", 40),
    Said(CODE, 0, "wow"),
    Nudged(CODE, 0, 1),
    Replaced(CODE, 1, "crib", "club"),
    Vacated(CODE),
)


def test_the_others_hear_everything_in_order(servers: Servers) -> None:
    one, two, three = servers(), servers(), servers()
    one.peers.tell(*NOTICES)
    until(lambda: len(two.heard) == len(three.heard) == len(NOTICES))
    assert two.heard == three.heard == list(NOTICES)
    assert one.heard == []


def test_who_hears_that_somebody_came_finds_it_stored(servers: Servers) -> None:
    one, two = servers(), servers()
    for visit, lost in ((SOMEBODY, {}), (Visit({0: "away"}, 3), {}), (Visit(), {0: 0.5})):
        two.notices.clear()
        one.peers.attend(CODE, visit, lost)
        until(lambda: two.heard)
        assert two.heard == [Attended(CODE, lost)]
        assert two.sight().visits == ([visit] if visit.seats else [])


def test_what_a_newer_server_tells_is_ignored(servers: Servers, postgresql: Server) -> None:
    one, two = servers(), servers()
    with one.database.writing() as connection:
        for text in ('["x",{"type":"sung","code":"k"}]', "{", '["x",{"type":"said"}]'):
            connection.execute("SELECT pg_notify('pegout', ?)", text)
    one.peers.tell(Said(CODE, 0, "wow"))
    until(lambda: two.heard)
    assert two.heard == [Said(CODE, 0, "wow")]


def test_connections_that_break_are_made_again(servers: Servers) -> None:
    one, two = servers(), servers()
    one.attend(SOMEBODY)
    lease = present(one.lease())
    for _ in range(3):
        two.notices.clear()
        one.break_connections()
        # Whatever was lost in between is looked for.
        until(lambda: Resync() in two.notices)
        until(lambda: _heard(two, one))
        until(lambda: two.sight().visits == [SOMEBODY])
    assert lease.generation == 1
    assert two.lease() is None


def test_what_a_broken_connection_left_behind_is_removed(servers: Servers) -> None:
    one, two = servers(), servers()
    two.library.add_table("left", "{}")
    one.attend(SOMEBODY)
    with one.database.writing() as connection:
        # The connection broke before it was stored that somebody had gone.
        connection.execute("INSERT INTO visits VALUES ('left', ?, '{}')", one.id)
    one.break_connections()
    until(lambda: not two.peers.look(["left"])["left"].visits)
    assert two.sight().visits == [SOMEBODY]


def test_it_says_why_the_others_cannot_be_reached(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers(), servers()
    assert one.peers.trouble == MEMORY.trouble == ""
    with monkeypatch.context() as patch:
        patch.setattr("pegout.storage.postgresql_peers._CHANNEL", "no channel")
        one.break_connections()
        until(lambda: one.peers.trouble == "failed")
    until(lambda: one.peers.trouble == two.peers.trouble == "")
    until(lambda: _heard(two, one))


def _heard(one: Peer, other: Peer) -> bool:
    """Have one server tell something; return whether another has heard anything."""
    other.peers.tell(Said(CODE, 0, "wow"))
    return bool(one.heard)


@pytest.mark.slow
def test_a_database_that_crashes_forgets_and_is_told_again(
    private_postgresql: PrivateServer,
) -> None:
    with private_postgresql.database() as name, ExitStack() as stack:
        url = private_postgresql.url(name)
        one, two = (Peer(*stack.enter_context(opened(url))) for _ in range(2))
        for peer in (one, two):
            stack.callback(_stop, peer.peers)
        one.library.add_table(CODE, "{}")
        one.attend(SOMEBODY)
        lease = present(one.lease())
        match = a_match(one, lease)
        with private_postgresql.dead():
            until(lambda: not one.peers.holds(lease))
        until(lambda: two.sight().visits == [SOMEBODY])
        refuses(lambda: match.act(0, Ready(0)), "lease_lost")
        assert present(one.lease()) != lease


@pytest.mark.slow
def test_who_cannot_reach_the_database_trusts_no_lease(private_postgresql: PrivateServer) -> None:
    with private_postgresql.database() as name, opened(private_postgresql.url(name)) as found:
        peer = Peer(*found)
        lease = present(peer.lease())
        assert peer.peers.holds(lease)
        with private_postgresql.frozen():
            until(lambda: not peer.peers.holds(lease))
        until(lambda: peer.id != lease.server)
        _stop(peer.peers)

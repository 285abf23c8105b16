"""Every command of the runbooks, run as it stands on the page, against a real PostgreSQL.

The page and these tests cannot drift apart: the tests read the commands from the page, and a
section that none of them follows is a fault.
"""

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pegout.storage import schema
from tests.runbooks.machine import PATIENCE, Machine, machine, sections

#: The sections, each with the test that follows it.
FOLLOWED = {
    "": "every test",
    "Install": "every test",
    "Back up": "test_a_backup_is_restored, test_the_database_returns_to_a_point_in_time",
    "Restore": "test_a_backup_is_restored, test_the_database_returns_to_a_point_in_time",
    "Upgrade": "test_an_upgrade_is_made_and_taken_back",
    "Go back by one version": "test_an_upgrade_is_made_and_taken_back",
    "The database is lost": "test_a_lost_database_is_made_again",
    "The disk is full": "test_a_full_disk_is_given_room",
    "Abuse": "test_an_abused_table_is_closed_and_erased",
    "End a server": "test_a_server_is_ended",
}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture
def installed() -> Iterator[Machine]:
    with machine(free_port()) as made:
        yield made


def test_every_section_is_followed_by_a_test() -> None:
    assert sections().keys() == FOLLOWED.keys()
    named = {name for names in FOLLOWED.values() for name in names.split(", ")} - {"every test"}
    assert named <= globals().keys()


def stats(machine: Machine) -> dict[str, object]:
    found: dict[str, object] = json.loads(machine.do("pegout-admin stats --json"))
    return found


@pytest.mark.long
def test_a_backup_is_restored(installed: Machine) -> None:
    nightly = sections()["Back up"].blocks[0]
    stop, check = sections()["Restore"].blocks[:2]
    before = installed.table()
    assert "is written and checked" in installed.do(nightly)
    after = installed.table()
    installed.do(stop)
    assert "Nothing is wrong." in installed.do(check)
    assert installed.has(before)
    assert not installed.has(after)


@pytest.mark.long
def test_the_database_returns_to_a_point_in_time(installed: Machine) -> None:
    _, archive, base = sections()["Back up"].blocks
    put, recover, check = sections()["Restore"].blocks[2:]
    installed.do(archive)
    first = installed.table()
    # A second one takes the place of the first.
    installed.do(base)
    installed.do(base)
    second = installed.table()
    moment = datetime.now(UTC).isoformat()
    third = installed.table()
    installed.do(put)
    installed.do(recover, moment=moment)
    said = installed.do(check)
    assert "Nothing is wrong." in said
    assert [installed.has(code) for code in (first, second, third)] == [True, True, False]
    # Play goes on, and is archived again.
    assert installed.has(installed.table())


@pytest.mark.long
def test_an_upgrade_is_made_and_taken_back(installed: Machine) -> None:
    before = installed.table()
    said = installed.follow("Upgrade")
    step = f"from version {schema.VERSION} to {schema.VERSION + 1}; it was tried, and works"
    assert step in said[1]
    assert stats(installed)["version"] == schema.VERSION + 1
    assert installed.has(before)
    after = installed.table()
    assert "Nothing is wrong." in installed.follow("Go back by one version")[0]
    assert stats(installed)["version"] == schema.VERSION
    assert installed.has(before)
    assert not installed.has(after)


@pytest.mark.long
def test_a_lost_database_is_made_again(installed: Machine) -> None:
    code = installed.table()
    installed.do(sections()["Back up"].blocks[0])
    installed.do("systemctl stop postgresql")
    installed.wait("503")
    again, restored = sections()["The database is lost"].blocks
    installed.do(again)
    assert installed.has(code)
    installed.do(restored)
    assert installed.has(code)


@pytest.mark.long
def test_a_full_disk_is_given_room() -> None:
    if os.geteuid() != 0:
        pytest.skip("a small disk is mounted by root alone")
    with machine(free_port(), small=True) as small:
        reserve, room, look, check = sections()["The disk is full"].blocks
        code = small.table()
        small.do(reserve)
        fill = small.root / "var/lib/postgresql/fill"
        fill_up(fill)
        # What is written now needs room that is not there.
        end = time.monotonic() + PATIENCE
        while small.status() == "200":
            assert time.monotonic() < end, "the disk never was full"
            small.server.post("/api/tables", order())
        small.do(room)
        small.wait()
        assert "%" in small.do(look)
        fill.unlink()
        assert "Nothing is wrong." in small.do(check)
        assert small.has(code)
        assert small.has(small.table())


def fill_up(path: Path) -> None:
    """Write a file until the disk is full."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"0" * 65_536):
            pass


def order() -> dict[str, object]:
    from tests.serving import order

    return order([("Ann", "person"), ("Ben", "novice")])


@pytest.mark.long
def test_an_abused_table_is_closed_and_erased(installed: Machine) -> None:
    code, other = installed.table(), installed.table()
    shown, closed, erased = installed.follow("Abuse", code=code)
    assert "Ann" in shown
    assert (installed.root / f"var/backups/pegout/{code}.peg").read_text()
    assert f"Table {code} is closed." in closed
    assert f"Table {code} is removed." in erased
    assert installed.server.get(f"/api/tables/{code}").code == "unknown_table"
    assert installed.has(other)


def test_a_server_is_ended(installed: Machine) -> None:
    installed.wait()
    installed.follow("End a server")
    assert installed.status() == ""
    log = Path(installed.root, "log-pegout").read_text()
    assert '"stop"' in log

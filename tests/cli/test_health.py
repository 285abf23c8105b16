"""``pegout health``."""

import asyncio

import pytest

from pegout.cli.exit_status import CHECK_FAILED, DONE, WRONG_USAGE
from pegout.cli.run import run
from pegout.storage import Library
from pegout.table.store import StoreError
from tests.server.table import house


async def asked(*words: str) -> int:
    return await asyncio.to_thread(run, ["health", *words])


async def test_a_server_that_can_serve_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    async with house() as home:
        url = f"http://127.0.0.1:{home.port}"
        assert await asked("--url", url) == DONE
        assert capsys.readouterr().out == f"The server at {url} can serve.\n"
        assert await asked("--url", f"{url}/", "--json") == DONE
        assert '"status": "ok"' in capsys.readouterr().out
    assert await asked("--url", url) == CHECK_FAILED
    assert capsys.readouterr().out == f"No server of Pegout answers at {url}.\n"


async def test_a_server_whose_database_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(library: Library, patience: float) -> None:
        raise StoreError("disk_full", "the disk is full")

    async with house() as home:
        monkeypatch.setattr(Library, "check", full)
        assert await asked("--url", f"http://127.0.0.1:{home.port}") == CHECK_FAILED
        assert "cannot serve. The disk is full" in capsys.readouterr().out
        assert await asked("--url", f"http://127.0.0.1:{home.port}", "--json") == CHECK_FAILED
        assert '"status": "disk_full"' in capsys.readouterr().out


async def test_something_else_at_the_address_is_no_server(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello")
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert await asked("--url", f"http://127.0.0.1:{port}", "--json") == CHECK_FAILED
        assert '"status": "silent"' in capsys.readouterr().out


def test_an_address_that_is_none_is_refused() -> None:
    assert run(["health", "--url", "127.0.0.1:8131"]) == WRONG_USAGE

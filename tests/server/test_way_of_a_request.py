"""The way of a request, from the live table to the act of the referee, and how long it is."""

import asyncio
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import pegout
from pegout.match import Entry, Match
from pegout.rules import Action, Ready
from tests.server.live_tables import act, enter, home

#: The functions of the package on the way: those that wait for the task which has the table to
#: itself, those of that task, and those in the thread.
WAITING = ["handle", "_act", "_run", "_exclusive", "with_timeout"]
EXCLUSIVE = ["_locked", "_in_thread"]
THREAD = ["run", "ask", "retry_on_conflict", "_grant"]
PACKAGE = Path(pegout.__file__).parent


def is_ours(code: CodeType) -> bool:
    return PACKAGE in Path(code.co_filename).parents


def running(frame: FrameType | None) -> list[str]:
    """Return the functions of the package that are being run, the outermost first."""
    names = []
    while frame is not None:
        if is_ours(frame.f_code) and frame.f_code.co_name != "<lambda>":
            names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names[::-1]


def chain_of_awaits(coroutine: Any) -> list[str]:
    """Return the coroutines of the package that wait for one another, the outermost first."""
    names = []
    while hasattr(coroutine, "cr_code"):
        if is_ours(coroutine.cr_code):
            names.append(coroutine.cr_code.co_name)
        coroutine = coroutine.cr_await
    return names


async def test_a_request_takes_few_steps_to_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[list[str]] = []
    act_of_match = Match.act

    def seen(match: Match, seat: int, action: Action, request: str = "") -> tuple[Entry, ...]:
        if request:
            # Once the loop has a turn for something else, all who wait have begun to.
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()
            tasks = [chain_of_awaits(task.get_coro()) for task in asyncio.all_tasks(loop)]
            # A task that has nothing behind ``_locked`` waits for its turn.
            ways.extend(way for way in tasks if way[:1] == ["handle"] or way[:2] == EXCLUSIVE)
            ways.append(running(sys._getframe(1)))
        return act_of_match(match, seat, action, request)

    async with home() as here, here.table(["person", "club"]) as (table, held):
        client = await enter(table, held[0])
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(Match, "act", seen)
        await asyncio.create_task(act(table, client, Ready(0)))
    assert sorted(ways) == sorted([WAITING, EXCLUSIVE, THREAD])

"""Computer players compute in threads, and what they need is loaded when their table opens."""

from __future__ import annotations

import asyncio
import threading

import pytest

from pegout import players
from pegout.players.baselines import Greedy
from pegout.rules import Action, Phase, Ready, View
from pegout.text.offers import DEFAULT_LEVEL, offered_levels
from pegout.web.room import Room
from pegout.wire import Fill, Ping
from tests.web.rooms import act, enter, home, until
from tests.web.table import house


class Slow(Greedy):
    """Thinks over a discard until it is told to go on."""

    gate = threading.Event()
    begun = threading.Event()

    def choose(self, view: View) -> Action:
        if view.phase is Phase.DISCARD:
            assert threading.current_thread() is not threading.main_thread()
            self.begun.set()
            self.gate.wait(20)
        return super().choose(view)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have ``novice`` be slow."""
    level = players.Level("novice", "is slow", Slow)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
    monkeypatch.setattr("pegout.web.room.warm", lambda name, players: None)
    Slow.gate.clear()
    Slow.begun.clear()
    return "novice"


async def test_the_table_answers_while_a_player_computes(slow: str) -> None:
    async with (
        home() as here,
        here.table(["person", slow], first_deal="chosen") as (room, tokens),
    ):
        ann = await enter(room, tokens[0])
        await act(room, ann, Ready(0))
        await until(Slow.begun.is_set)
        await room.handle(ann, Ping("p"))
        assert ann.heard("pong")
        # The table itself is not held up either.
        await asyncio.wait_for(room.table(), 10)
        match = room.sitting.match
        assert match is not None
        assert 1 in match.to_act
        Slow.gate.set()
        await until(lambda: 1 not in match.to_act)


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    """Give what has been warmed, and whether the event loop had to wait for it."""
    seen: list[tuple[str, int, bool]] = []
    main = threading.main_thread()
    monkeypatch.setattr(
        "pegout.web.room.warm",
        lambda name, players: seen.append((name, players, threading.current_thread() is main)),
    )
    return seen


async def test_levels_are_warmed_when_their_table_opens(
    warmed: list[tuple[str, int, bool]],
) -> None:
    async with home() as here, here.table(["person", "novice", "club", "novice"]) as (room, tokens):
        await until(lambda: len(warmed) == 2)
        await enter(room, tokens[0])
        assert sorted(warmed) == [("club", 4, False), ("novice", 4, False)]


async def test_a_level_that_fills_a_seat_is_warmed_then(
    warmed: list[tuple[str, int, bool]],
) -> None:
    async with home() as here, here.table(["person", "open"]) as (room, tokens):
        assert not warmed
        ann = await enter(room, tokens[0])
        await room.handle(ann, Fill("f", 1, "novice"))
        assert ann.heard("done")
        await until(lambda: warmed == [("novice", 2, False)])


async def slept(
    room: Room, tokens: list[str], monkeypatch: pytest.MonkeyPatch
) -> list[tuple[Phase, float]]:
    """Let a deal begin; give when computer players waited before they answered, and how long."""
    waits: list[tuple[Phase, float]] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        match = room.sitting.match
        assert match is not None
        waits.append((match.view(None).phase, seconds))
        await sleep(0)

    guests = [await enter(room, token) for token in tokens]
    match = room.sitting.match
    assert match is not None
    monkeypatch.setattr("pegout.web.room.asyncio.sleep", noted)
    for seat, guest in enumerate(guests):
        await act(room, guest, Ready(seat), f"{seat}")
    while match.to_act & {2}:
        await sleep(0.005)
    return waits


async def test_answers_keep_to_fixed_moments_where_several_persons_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever is ready weighs nothing, and keeps nobody waiting."""
    async with (
        home(think=0.5) as here,
        here.table(["person", "person", "novice"], first_deal="chosen") as (room, tokens),
    ):
        waits = await slept(room, tokens, monkeypatch)
        assert {phase for phase, _ in waits} == {Phase.DISCARD}
        assert all(0 < seconds <= 0.5 for _, seconds in waits)


async def test_the_options_list_the_offered_levels() -> None:
    async with house() as here:
        answer = (await here.get("/api/options")).json
        levels = answer["levels"]
        assert [level["name"] for level in levels] == offered_levels()
        assert all(level["title"] and level["help"].endswith(".") for level in levels)
        assert DEFAULT_LEVEL in offered_levels()

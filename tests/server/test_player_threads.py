"""Computer players compute in threads, and their data is loaded when their table opens."""

import asyncio
import threading
from dataclasses import replace

import pytest

from pegout import players
from pegout.players.policy_player import PolicyPlayer
from pegout.rules import Action, Phase, Ready, View
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.live_table import LiveTable
from pegout.table.offers import DEFAULT_LEVEL, offered_levels
from pegout.wire.table import Fill
from tests.cases import present
from tests.preloads import note_preloads
from tests.server.live_tables import act, enter, home, until
from tests.server.table import house


class Slow(PolicyPlayer):
    """Waits in a discard until a test releases it."""

    gate = threading.Event()
    begun = threading.Event()

    def __init__(self, seed: int) -> None:
        super().__init__("greedy", seed)

    def choose(self, view: View) -> Action:
        if view.phase is Phase.DISCARD:
            assert threading.current_thread() is not threading.main_thread()
            self.begun.set()
            self.gate.wait(20)
        return super().choose(view)


# The queue ----------------------------------------------------------------------------------------


class Crowd:
    """The clients that wait in a queue, and the order in which they entered."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places)
        self.entered: list[str] = []
        self.inside: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Add clients to the queue.

        The first letter of a name is its address; with h at the end it wants a hint, with n an
        analysis, and a move otherwise.
        """
        for name in names:
            self._tasks[name] = asyncio.create_task(self._wait(name))
            await asyncio.sleep(0)

    async def _wait(self, name: str) -> None:
        urgency = {"h": Urgency.HINT, "n": Urgency.ANALYSIS}.get(name[-1], Urgency.MOVE)
        async with self.queue.slot(name[0], urgency):
            self.entered.append(name)
            self.inside[name] = asyncio.Event()
            await self.inside[name].wait()

    async def go(self, name: str) -> None:
        self.inside[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])

    async def empty(self) -> list[str]:
        """Let all clients leave in the order in which they entered; return that order."""
        for name in self.entered:
            await self.go(name)
        return self.entered


async def test_moves_go_before_hints_and_hints_before_analyses() -> None:
    crowd = Crowd(1)
    await crowd.come("a0", "a1n", "b1n", "a2h", "c1", "a3", "b2h")
    assert await crowd.empty() == ["a0", "c1", "a3", "a2h", "b2h", "a1n", "b1n"]


async def test_all_networks_of_a_customer_have_one_turn() -> None:
    queue, entered = FairQueue(1), []

    async def come(address: str) -> None:
        async with queue.slot(address):
            entered.append(address)
            await asyncio.sleep(0)

    mine = [f"2001:db8:1:{number:x}::" for number in range(5)]
    async with queue.slot(mine[0]):
        tasks = [asyncio.create_task(come(address)) for address in [*mine[1:], "192.0.2.1"]]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert entered.index("192.0.2.1") == 1


async def test_each_address_has_its_turn_however_many_wait_of_another() -> None:
    crowd = Crowd(2)
    await crowd.come(*[f"a{number}" for number in range(28)], "b0", "b1", "c0")
    assert crowd.entered == ["a0", "a1"]
    assert (await crowd.empty())[:8] == ["a0", "a1", "a2", "b0", "c0", "a3", "b1", "a4"]
    assert len(crowd.entered) == 31


async def test_of_one_address_whoever_came_first_is_first() -> None:
    crowd = Crowd(1)
    await crowd.come("a0", "a1", "a2", "a3")
    assert await crowd.empty() == ["a0", "a1", "a2", "a3"]
    # A client does not wait for a free place.
    await crowd.come("b0")
    assert crowd.entered[-1] == "b0"


async def test_whoever_gives_up_keeps_no_place() -> None:
    crowd = Crowd(1)
    await crowd.come("a0", "b0", "c0")
    await crowd.give_up("b0")
    assert await crowd.empty() == ["a0", "c0"]
    # Not even for one that became free at that moment.
    crowd = Crowd(1)
    await crowd.come("a0", "b0", "c0")
    crowd.inside["a0"].set()
    await asyncio.sleep(0)
    await crowd.give_up("b0")
    await asyncio.sleep(0)
    assert crowd.entered[-1] == "c0"


async def test_quick_levels_do_not_wait_for_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    level = players.Level("novice", Slow, quick=False)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
    Slow.gate.clear()
    Slow.begun.clear()
    async with (
        home(thinkers=1, threads=1) as here,
        here.table(["person", "novice"], first_deal="chosen") as (slow_table, theirs),
        here.table(["person", "club"], first_deal="chosen") as (quick_table, ours),
    ):
        await act(slow_table, await enter(slow_table, theirs[0]), Ready(0))
        await until(Slow.begun.is_set)
        await act(quick_table, await enter(quick_table, ours[0]), Ready(0))
        match = present(quick_table.service.match)
        await until(lambda: match.view(0).phase is Phase.DISCARD and 1 not in match.to_act)
        Slow.gate.set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make ``novice`` slow."""
    level = players.Level("novice", Slow)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
    Slow.gate.clear()
    Slow.begun.clear()
    return "novice"


async def test_the_table_answers_while_a_player_computes(slow: str) -> None:
    async with (
        home() as here,
        here.table(["person", slow], first_deal="chosen") as (live_table, tokens),
    ):
        ann = await enter(live_table, tokens[0])
        await act(live_table, ann, Ready(0))
        await until(Slow.begun.is_set)
        # The table keeps responding.
        async with asyncio.timeout(60):
            await live_table.table()
        match = present(live_table.service.match)
        assert 1 in match.to_act
        Slow.gate.set()
        await until(lambda: 1 not in match.to_act)


@pytest.fixture
def preloaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    return note_preloads(monkeypatch)


async def test_levels_are_preloaded_at_opening(preloaded: list[tuple[str, int, bool]]) -> None:
    async with (
        home() as here,
        here.table(["person", "novice", "club", "novice"]) as (live_table, tokens),
    ):
        await until(lambda: len(preloaded) == 2)
        await enter(live_table, tokens[0])
        assert sorted(preloaded) == [("club", 4, False), ("novice", 4, False)]


async def test_a_level_is_preloaded_as_it_sits_down(preloaded: list[tuple[str, int, bool]]) -> None:
    async with home() as here, here.table(["person", "open"]) as (live_table, tokens):
        assert not preloaded
        ann = await enter(live_table, tokens[0])
        await live_table.handle(ann, Fill("f", 1, "novice"))
        assert ann.heard("done")
        await until(lambda: preloaded == [("novice", 2, False)])


async def test_a_seat_keeps_its_player_for_the_whole_match(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def make(seed: int) -> PolicyPlayer:
        made.append(seed)
        return PolicyPlayer("greedy", seed)

    level = replace(players.LEVELS["novice"], make=make)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
    async with (
        home() as here,
        here.table(["person", "novice"], first_deal="chosen", target=31) as (live_table, tokens),
    ):
        ann = await enter(live_table, tokens[0])
        match = present(live_table.service.match)
        while not match.over:
            if 0 in match.to_act:
                await act(live_table, ann, match.legal(0)[0], f"{match.number}")
            await asyncio.sleep(0)
        assert len(made) == 1


async def slept(
    live_table: LiveTable, tokens: list[str], monkeypatch: pytest.MonkeyPatch
) -> list[tuple[Phase, float]]:
    """Let a deal begin; return the phases and times in which computer players waited."""
    waits: list[tuple[Phase, float]] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        match = present(live_table.service.match)
        waits.append((match.view(None).phase, seconds))
        await sleep(0)

    clients = [await enter(live_table, token) for token in tokens]
    match = present(live_table.service.match)
    monkeypatch.setattr("pegout.server.live_table.asyncio.sleep", noted)
    for seat, client in enumerate(clients):
        await act(live_table, client, Ready(seat), f"{seat}")
    while match.to_act & {len(tokens)}:
        await sleep(0.005)
    return waits


async def test_answers_keep_to_fixed_moments_among_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer player that only says ready has no choice, and does not wait."""
    async with (
        home(think=0.5) as here,
        here.table(["person", "person", "novice"], first_deal="chosen") as (live_table, tokens),
    ):
        waits = await slept(live_table, tokens, monkeypatch)
        assert {phase for phase, _ in waits} == {Phase.DISCARD}
        assert all(0 < seconds <= 0.5 for _, seconds in waits)


async def test_a_slow_level_keeps_to_fixed_moments_for_a_single_person_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the time shows whether it had a choice; quick levels reveal nothing."""
    for quick, found in ((False, {Phase.DISCARD}), (True, set())):
        level = replace(players.LEVELS["novice"], quick=quick)
        with monkeypatch.context() as patch:
            patch.setattr(players, "LEVELS", {**players.LEVELS, "novice": level})
            async with (
                home(think=0.5) as here,
                here.table(["person", "novice"], first_deal="chosen") as (live_table, tokens),
            ):
                waits = await slept(live_table, tokens, patch)
                assert {phase for phase, _ in waits} == found
                assert all(0 < seconds <= 0.125 for _, seconds in waits)


async def test_the_options_list_the_offered_levels() -> None:
    async with house() as here:
        answer = (await here.get("/api/options")).json
        levels = answer["levels"]
        assert [level["name"] for level in levels] == offered_levels()
        assert all(level["title"] and level["help"].endswith(".") for level in levels)
        assert DEFAULT_LEVEL in offered_levels()

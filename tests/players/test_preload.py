"""Preloading a level's data before a player needs it, and loading it only once."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pegout.fairness import seeded_secrets
from pegout.loading import load_once
from pegout.match import Match, Seated, Setup
from pegout.players import LEVELS, UnknownLevel, create, expert, level_of
from pegout.rules import Phase, Rules, SeatView
from pegout.search.searcher import Searcher
from pegout.search.searchers import searcher_of
from tests.kernel.alone import said_alone

THREADS = 8


def test_what_many_threads_ask_for_at_once_is_loaded_once() -> None:
    loaded: list[str] = []
    asking: list[int] = []
    together = threading.Barrier(THREADS)

    @load_once
    def table(name: str) -> list[str]:
        loaded.append(name)
        while len(asking) < THREADS:
            time.sleep(0)
        # All threads have asked. Any that could enter would do so within these turns.
        for _ in range(1000):
            time.sleep(0)
        return [name]

    def ask(number: int) -> list[str]:
        together.wait(60)
        asking.append(number)
        return table("cribs")

    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(ask, range(THREADS)))
    assert loaded == ["cribs"]
    assert all(answer is found[0] for answer in found)
    assert table("keeps") == ["keeps"]


def test_what_cannot_be_loaded_is_tried_again() -> None:
    tried: list[int] = []

    @load_once
    def fails() -> int:
        tried.append(1)
        if len(tried) < 2:
            raise OSError("not yet")
        return 7

    with pytest.raises(OSError, match="not yet"):
        fails()
    assert (fails(), fails(), len(tried)) == (7, 7, 2)


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        level_of("nobody")


def test_every_level_can_be_preloaded() -> None:
    for level in LEVELS.values():
        level.preload(2)


# The expert ---------------------------------------------------------------------------------------

COUNTED = """
import json, sys, threading
from collections import Counter
from functools import wraps
from pegout import loading
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup

loads, real = Counter(), loading.load_once

def counted(load):
    @wraps(load)
    def count(*args):
        loads[f"{load.__module__}.{load.__name__}{args}"] += 1
        return load(*args)
    return real(count)

loading.load_once = counted
from pegout.players import advance, create, level_of
from pegout.rules import Rules

players, threads = int(sys.argv[1]), int(sys.argv[2])
together = threading.Barrier(threads)

def preload():
    together.wait(60)
    level_of("expert").preload(players)

running = [threading.Thread(target=preload) for _ in range(threads)]
for one in running:
    one.start()
for one in running:
    one.join()
before, opened, at_table = dict(loads), [], False

def note(event, args):
    if at_table and event in ("open", "import"):
        opened.append(f"{event} {args[0]}")

sys.addaudithook(note)
seats = tuple([Seated(name) for name in ("Ann", "Ben", "Cem", "Dee")[:players]])
match = Match(
    Setup("deal", Rules(players=players, target=31), seats), secrets=seeded_secrets("deal")
)
seated = {seat: create("expert", seat) for seat in range(players)}
at_table = True
for _ in advance(match, seated):
    pass
at_table = False
compiled = {
    name
    for name, module in list(sys.modules.items())
    if name.startswith("pegout.")
    for one in vars(module).values()
    if getattr(one, "signatures", None)
}
print(json.dumps({
    "twice": [name for name, times in loads.items() if times > 1],
    "loads": len(loads),
    "later": sorted(set(loads) - set(before)),
    "opened": opened,
    "compiled": sorted(compiled),
    "numba": "numba" in sys.modules,
    "over": match.over,
}))
"""


def count_loads(players: int, threads: int) -> Any:
    """Preload in several threads at once and play a game; return what was loaded when."""
    # Nothing is compiled, though it could be.
    return json.loads(said_alone(COUNTED, str(players), str(threads), NUMBA_DISABLE_JIT="0"))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_expert_loads_everything_once_and_nothing_at_the_table(players: int) -> None:
    found = count_loads(players, THREADS)
    assert found["loads"] > 5
    assert found["twice"] == []
    assert found["later"] == []
    assert found["opened"] == []
    assert found["over"]
    # No player waits for a compiler either. For two players the search is in the module of the
    # compiled loops, but Python runs it.
    assert found["compiled"] == []
    assert not found["numba"] or players == 2


def a_decision(game: Rules, phase: Phase) -> SeatView:
    """Play until the expert has a choice in this phase."""
    match = Match(
        Setup("deal", game, (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets("deal")
    )
    player = create("club")
    while True:
        view = match.view(min(match.to_act))
        if view.phase is phase and len(view.legal) > 1:
            return view
        assert view.seat is not None
        match.act(view.seat, player.choose(view))


def test_threads_that_take_turns_share_a_workspace(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Rules] = []
    monkeypatch.setattr(expert, "WORKSPACES", expert.Workspaces())

    def noted(game: Rules) -> Searcher:
        made.append(game)
        return searcher_of(game)

    monkeypatch.setattr("pegout.search.searchers.searcher_of", noted)
    view = a_decision(Rules(), Phase.DISCARD)
    for _ in range(3):
        with ThreadPoolExecutor(1) as thread:
            thread.submit(create("expert").choose, view).result()
    assert len(made) == 1


@pytest.mark.slow
def test_threads_that_decide_at_once_choose_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert, "WORKSPACES", expert.Workspaces())
    views = [
        a_decision(Rules(target=target), phase)
        for target in (31, 121)
        for phase in (Phase.DISCARD, Phase.PLAY)
    ]
    alone = [create("expert").choose(view) for view in views]
    with ThreadPoolExecutor(THREADS) as threads:
        together = list(threads.map(create("expert").choose, views * 3))
    assert together == alone * 3


def test_few_workspaces_are_kept_whatever_rules_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    workspaces = expert.Workspaces()
    monkeypatch.setattr(expert, "WORKSPACES", workspaces)
    games = Rules(), Rules(lowball=True), Rules(stinkhole=True), Rules(runs_in_play=False)
    for game in games:
        create("expert").choose(a_decision(game, Phase.DISCARD))
    assert workspaces.idle == 2

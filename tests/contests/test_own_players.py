"""Contests with players of one's own and with programs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegout.contests import referee_engine as refereed
from pegout.contests.arena import ArenaError, cast, play_matchup
from pegout.contests.ladder import play_ladder
from pegout.contests.sequential import Decision
from pegout.contests.statistics import Matchup
from pegout.players import create
from pegout.players.base import PlayerError
from pegout.players.engines import Engine, EngineFailed
from pegout.rules import Action, Go, Rules, SeatView, View
from pegout.runs import RunError
from tests.cases import present, raises_code
from tests.players.test_engines import FIFTEENS, misbehaving, runs, wait_for_end, wait_for_ids

HALF = Rules("half")
SLOW = pytest.mark.slow
ROOT = Path(__file__).parents[2]


class Chancy:
    """Plays at random, with a separate random stream for each game."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, view: View) -> Action:
        return self.chance.choice(view.legal)


class Counting:
    """Plays worse with each decision: state that leaks into the next game would show."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Action:
        self.asked += 1
        return view.legal[self.asked % len(view.legal)]


class Novice:
    """Plays like the level of its name."""

    def __init__(self) -> None:
        self.inner = create("novice", 1)

    def choose(self, view: SeatView) -> Action:
        return self.inner.choose(view)


def a_novice() -> Novice:
    return Novice()


class Wrong:
    """Returns, or raises, whatever it was made with."""

    def __init__(self, what: Any = None) -> None:
        self.what = what

    def choose(self, view: View) -> Any:
        if isinstance(self.what, Exception):
            raise self.what
        return self.what


def play(*who: Any, games: int = 4, of: Rules = HALF, **more: Any) -> Matchup:
    return play_matchup(who, games, 1, of, **{"workers": 1, **more})


def figures(result: Matchup) -> list[Any]:
    return [result.games, *[(row.wins, row.margin, row.play_pone) for row in result.contestants]]


def test_an_object_a_class_a_function_and_a_module_are_the_same() -> None:
    level = figures(play("novice", "random"))
    for given in (Novice, Novice(), a_novice, "tests.contests.test_own_players:Novice"):
        assert figures(play(given, "random")) == level


def test_everybody_has_a_name() -> None:
    index = "tests.contests.test_own_players:Novice"
    assert play(Novice, index, games=2).levels == ("Novice", index)


@pytest.mark.parametrize(
    "player", [pytest.param(case, marks=SLOW) for case in (Counting(), Chancy, Counting)]
)
def test_what_comes_of_it_follows_from_the_seed(player: Any) -> None:
    # Two chunks, for two processes.
    alone = play(player, "random", games=12)
    assert play(player, "random", games=12) == alone
    assert play(player, "random", games=12, workers=2) == alone
    with ThreadPoolExecutor(2) as pool:
        assert play(player, "random", games=12, workers=None, executor=pool) == alone


def test_chance_is_not_shared_between_games() -> None:
    # In mirrored games equals win equally often if each seat of a group has a separate stream.
    assert play(Chancy, Chancy, games=12).contestants[0].wins == 6


@pytest.mark.parametrize(
    ("of", "who"),
    [
        (Rules("half", players=3), (Chancy, "novice", Counting())),
        (Rules("half", players=4), (Chancy, FIFTEENS)),
        (Rules("half", counting="manual", muggins=True), (Novice, FIFTEENS)),
        (Rules("half", lowball=True), (Chancy, FIFTEENS)),
    ],
)
def test_by_any_rules(of: Rules, who: tuple[Any, ...]) -> None:
    result = play(*who, games=of.sides, of=of)
    assert (result.games, result.engine) == (of.sides, "rules")
    assert sum(side.wins for side in result.contestants) == pytest.approx(of.sides)
    assert not any(side.forfeits for side in result.contestants)


def test_a_goal_ends_it() -> None:
    result = play("novice", Chancy, games=400, goal=Decision(0.2, 0.4))
    assert present(result.stopped).reached == "high"
    assert result.games < 400


def test_a_ladder_of_all_kinds() -> None:
    found = play_ladder(["novice", Chancy, FIFTEENS], 2, 1, HALF, workers=2)
    assert found.levels == ("novice", "Chancy", "fifteens")
    assert [matchup.games for matchup in found.matchups] == [2, 2, 2]


FAULTS = [
    (Wrong(), r"Wrong failed in game \d+ of seed 1, in seat 0, .* gave None, and not one of"),
    (Wrong("go"), "gave 'go', and not one of view.legal"),
    (Wrong(Go(1)), r"Go\(seat=1\) is for seat 1"),
    (Wrong(Go(0)), r"Go\(seat=0\) is not allowed: now is the time for: discard; not go"),
    (Wrong(KeyError("x")), r"test_own_players.py:\d+ in choose: KeyError: 'x'"),
]


@pytest.mark.parametrize(
    ("player", "said", "workers"),
    [*[(*fault, 1) for fault in FAULTS], pytest.param(*FAULTS[-1], 2, marks=SLOW)],
)
def test_a_player_that_fails_stops_it(player: Wrong, said: str, workers: int) -> None:
    with raises_code(PlayerError, "player_failed", match=said):
        play(player, "random", games=20, workers=workers)


def test_where_it_fails_is_said() -> None:
    with pytest.raises(PlayerError, match="in game 2 of seed 1, in seat 1, in deal 1"):
        # In the first game of the group it has seat 0, where it plays.
        play(lambda: _OnlyInSeat(0), "random")


class _OnlyInSeat:
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def choose(self, view: View) -> Any:
        return view.legal[0] if view.seat == self.seat else None


@pytest.mark.parametrize(
    ("who", "more", "error", "said"),
    [
        (["novice", 7], {}, PlayerError, "int is no player"),
        (["novice", "nothing:Bot"], {}, PlayerError, "no module nothing"),
        (["novice", "cmd:"], {}, ArenaError, "'cmd:' names no program"),
        (["novice", "cmd:./nothing"], {}, EngineFailed, "cannot be run: No such file"),
        (["novice", Chancy], {"engine": "kernel"}, ArenaError, "kernel cannot play Chancy"),
        (["novice", FIFTEENS], {"cluster": "tcp://x:1"}, ArenaError, "fifteens plays on this m"),
        (["novice", lambda seed: Chancy(-seed)], {"workers": 2}, ArenaError, "no other process"),
    ],
)
def test_what_cannot_play_is_said(
    who: list[Any], more: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        play_matchup(who, 4, 1, HALF, **more)


def test_what_cannot_be_sent_plays_here() -> None:
    class Hidden(Chancy):
        pass

    alone = play(Hidden, "random")
    assert play(Hidden, "random", workers=None) == alone
    assert figures(play(Chancy, "random")) == figures(alone)


# Resuming


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the file of a player of one's own in the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    path = tmp_path / "kept_bot.py"
    path.write_text(
        "class Bot:\n    def choose(self, view):\n        return view.legal[0]\n", encoding="utf-8"
    )
    yield path
    sys.modules.pop("kept_bot", None)


def test_a_file_knows_who_played(bot: Path) -> None:
    file = bot.with_name("a.run")
    first = play("kept_bot:Bot", "novice", resume=file)
    assert play("kept_bot:Bot", "novice", resume=file) == first
    bot.write_text(bot.read_text(encoding="utf-8") + "# better now\n", encoding="utf-8")
    with raises_code(RunError, "other_run", match="of another run: players"):
        play("kept_bot:Bot", "novice", resume=file)


def test_a_file_knows_which_program_played(tmp_path: Path) -> None:
    file, program = tmp_path / "a.run", tmp_path / "engine.py"
    text = (ROOT / "examples" / "engine.py").read_text(encoding="utf-8")
    program.write_text(text, encoding="utf-8")
    engine = f"cmd:{sys.executable} {program}"
    first = play(engine, "novice", games=2, resume=file)
    assert play(engine, "novice", games=2, resume=file) == first
    for change in ("# better now", ""):
        program.write_text(text.replace("Fifteens", "Others") + change, encoding="utf-8")
        with pytest.raises(RunError, match="of another run: players"):
            play(engine, "novice", games=2, resume=file)


def test_it_goes_on_after_a_player_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.run"
    asked = []

    def counted(self: Any, view: View) -> Action:
        asked.append(view.seat)
        return choose(self, view)

    choose = Counting.choose
    with monkeypatch.context() as patch:
        patch.setattr(Counting, "choose", counted)
        whole = play(Counting, "random", games=12)
    # The first of the two chunks is eight of the twelve games.
    with monkeypatch.context() as patch:
        patch.setattr(Counting, "choose", _failing(choose, len(asked) - 10))
        with pytest.raises(PlayerError):
            play(Counting, "random", games=12, resume=file)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    assert play(Counting, "random", games=12, resume=file) == whole


def _failing(choose: Any, at: int) -> Any:
    asked = 0

    def failing(self: Any, view: View) -> Any:
        nonlocal asked
        asked += 1
        return choose(self, view) if asked < at else None

    return failing


# Programs


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=SLOW)])
def test_a_program_plays_alike_wherever_it_plays(workers: int) -> None:
    alone = play(FIFTEENS, "random", games=10)
    assert play(FIFTEENS, "random", games=10, workers=workers) == alone
    with ThreadPoolExecutor(2) as pool:
        assert play(FIFTEENS, "random", games=10, workers=None, executor=pool) == alone
    assert not refereed._STARTED


@pytest.mark.parametrize(
    ("how", "at", "said", "workers"),
    [
        ("crash", 3, "its process ended with exit status 3", 1),
        pytest.param("crash", 3, "its process ended with exit status 3", 2, marks=SLOW),
        # Any answer would come too late.
        ("silent", 1, "no answer within 0.01 s", 1),
        ("illegal", 3, "now is the time for", 1),
        ("other seat", 3, "is for seat 5", 1),
        ("garbage", 3, "is no message", 1),
    ],
)
def test_a_program_that_fails_forfeits(how: str, at: int, said: str, workers: int) -> None:
    result = play(misbehaving(how, at), "random", games=10 if workers > 1 else 4, workers=workers)
    bad, good = result.contestants
    assert (bad.forfeits, good.forfeits) == (result.games, 0)
    assert (bad.wins, good.wins) == (0, result.games)
    assert (bad.win_rate.mean, bad.win_rate.number) == (0, result.games)
    # Nothing else in a forfeited game counts.
    assert [bad.margin.number, result.deals.number, result.by_one.number] == [0, 0, 0]
    assert (good.skunks, good.double_skunks, good.hand_dealer.number) == (0, 0, 0)
    assert 1 <= len(result.reports) <= result.games
    for report in result.reports:
        assert report.startswith(f"{how} failed in game ")
        assert said in report
        assert f"it is time for: {how}" in report
    assert "in game 1 of seed 1, in seat 0, in deal " in result.reports[0]


def test_some_games_are_forfeited_and_others_count() -> None:
    result = play(misbehaving("crash", 60), "random", games=6)
    bad = result.contestants[0]
    assert 0 < bad.forfeits < 6
    assert bad.margin.number == 6 - bad.forfeits
    assert bad.win_rate.number == 6
    assert result.first_dealer.number == 6 - bad.forfeits


def test_of_three_the_best_of_the_others_wins() -> None:
    result = play(
        misbehaving("crash", 20), "novice", "random", games=6, of=Rules("half", players=3)
    )
    assert result.contestants[0].forfeits > 0
    assert result.contestants[0].wins + result.contestants[1].wins > 3
    assert sum(side.wins for side in result.contestants) == pytest.approx(6)


def test_forfeits_stay_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    first = play(misbehaving("crash", 30), "random", games=8, resume=file)
    assert first.reports
    assert play(misbehaving("crash", 30), "random", games=8, resume=file) == first


def test_a_process_sees_one_seat_of_a_group(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    play(misbehaving("nothing", 0, file), "random", games=12)
    # One process for the query of its name, and one for each of the two seats, for all games.
    assert len(wait_for_ids(file, 3)) == 3


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=SLOW)])
def test_programs_end_with_the_run(workers: int, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    play(misbehaving("deaf", 0, file), "random", games=16, workers=workers)
    numbers = wait_for_ids(file, 3)
    wait_for_end(numbers)


def running_processes(group: int, file: Path) -> list[str]:
    """Return the processes of a group that run, and those whose command names a file."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            command = (process / "cmdline").read_bytes()
            state, _, its_group, *_ = (process / "stat").read_text().rpartition(")")[2].split()
            if state != "Z" and (int(its_group) == group or str(file).encode() in command):
                found.append(process.name)
    return found


@pytest.mark.parametrize(
    ("number", "workers"),
    [
        (signal.SIGKILL, 2),
        *[
            pytest.param(number, workers, marks=SLOW)
            for number, workers in (
                (signal.SIGKILL, 1),
                (signal.SIGTERM, 1),
                (signal.SIGTERM, 2),
                (signal.SIGINT, 1),
                (signal.SIGINT, 2),
            )
        ],
    ],
)
def test_programs_end_with_whoever_asked(number: int, workers: int, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engine = misbehaving("note", 1, file)
    command = f"cmd:{' '.join(engine.command)}"
    line = [sys.executable, "-m", "pegout", "arena", command, "novice", "--games", "100000"]
    parent = subprocess.Popen(
        [*line, "--processes", str(workers)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        # Each process notes itself when it starts and with each decision: they play.
        numbers = wait_for_ids(file, 3 + workers)
        assert sum(map(runs, numbers)) >= 1
    finally:
        # As a terminal does with Ctrl-C: to the whole group, to which engines do not belong.
        (os.killpg if number == signal.SIGINT else os.kill)(parent.pid, number)
        parent.wait()
    # Nobody is left who could start another one, and every one that was started has ended.
    end = time.monotonic() + 60
    while running_processes(parent.pid, file) and time.monotonic() < end:
        time.sleep(0.02)
    assert not running_processes(parent.pid, file)
    wait_for_end([int(pid) for pid in file.read_text(encoding="utf-8").split()])


def test_a_cast_says_who_plays() -> None:
    found = cast([Novice, FIFTEENS], HALF)
    assert (found.names, found.engine) == (("Novice", "fifteens"), "rules")
    assert found.programs == (FIFTEENS,)
    own, program = found.identities()
    assert own.startswith("Novice, source ")
    assert program.endswith(", Fifteens, 300 s")
    assert cast(["novice", "random"], HALF, "rules").identities() == []
    assert isinstance(FIFTEENS, Engine)

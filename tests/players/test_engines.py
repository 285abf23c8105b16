"""Engines: their messages, their time limits, and that none outlives its use."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pegout.cards import VALUES
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, Seated, Setup
from pegout.players import create
from pegout.players import engines as module
from pegout.players.engines import Engine, EngineFailed, EnginePlayer, Engines, EngineSeat
from pegout.rules import Phase, Rules, SeatView
from pegout.server.routes import wire_schema
from pegout.wire.codecs import VIEWS, WireError
from pegout.wire.engine_messages import decode_engine
from tests.cases import present, raises_code

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
#: Limits that no machine exceeds.
AMPLE = {"limit": 300.0, "start": 300.0, "grace": 60.0}
FIFTEENS = Engine("fifteens", (sys.executable, str(EXAMPLES / "engine.py")), **AMPLE)
#: What does not exit, or does not answer, exceeds any limit.
SHORT = 0.01
AUTOMATIC = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


def misbehaving(how: str, at: int = 1, file: Path | None = None) -> Engine:
    """Return an engine that fails in some way; only what it does not keep to has a short limit."""
    command = [sys.executable, str(HERE / "misbehaving.py"), how, str(at)]
    limits = dict(AMPLE)
    if how in ("silent", "no hello"):
        limits["limit" if how == "silent" else "start"] = SHORT
    if how in ("close", "deaf", "child"):
        limits["grace"] = SHORT
    return Engine(how, (*command, *([str(file)] if file else [])), **limits)


def begin(phase: Phase = Phase.DISCARD) -> Match:
    """Return a match that waits for an action in a phase."""
    match = Match(
        Setup("tried", Rules(), (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets("1")
    )
    for seat in (0, 1):
        match.automate(seat, AUTOMATIC)
    while match.view(None).phase is not phase:
        seat = min(match.to_act)
        match.act(seat, create("novice").choose(match.view(seat)))
    return match


def view_of(match: Match) -> SeatView:
    return match.view(min(match.to_act))


@pytest.fixture
def engines() -> Iterator[Engines]:
    running = Engines()
    yield running
    running.close()


def at(key: str = "a", game: str = "1", seat: int = 0) -> EngineSeat:
    return EngineSeat(key, game, seat, 17)


def runs(number: int) -> bool:
    """Return whether a process runs; a zombie that waits for its parent does not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        # The process may end between opening the file and reading it.
        return False
    return state[0] != "Z"


def wait_for_end(numbers: list[int]) -> None:
    end = time.monotonic() + 60
    while any(map(runs, numbers)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not [number for number in numbers if runs(number)]


def wait_for_ids(file: Path, how_many: int) -> list[int]:
    """Wait until a file contains this many process ids."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        lines = file.read_text(encoding="utf-8").split() if file.exists() else []
        if len(lines) >= how_many:
            return [int(line) for line in lines]
        time.sleep(0.02)
    raise AssertionError(f"{file} does not fill")


def checker(name: str) -> Any:
    """Return what validates messages of a name by the schema; ``tests.wire`` checks the schema."""
    import jsonschema

    schema = {"$ref": f"#/$defs/{name}", "$defs": wire_schema()["$defs"]}
    return jsonschema.validators.validator_for(schema)(schema)


def test_an_engine_decides(engines: Engines) -> None:
    match = begin(Phase.PLAY)
    view = view_of(match)
    player = engines.player(FIFTEENS, at(seat=view.seat))
    action = player.choose(view)
    assert action in view.legal
    assert player.choose(view) == action
    assert len(engines) == 1


def test_an_engine_is_told_what_the_schema_says(tmp_path: Path, engines: Engines) -> None:
    told = tmp_path / "told"
    program = (
        "import json, sys\n"
        "print(json.dumps({'type': 'hello', 'version': 1, 'name': 'x', 'release': '2'}),"
        " flush=True)\n"
        f"file = open({str(told)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=file, flush=True)\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'decide':\n"
        "        act = {'type': 'act', 'id': message['id']}\n"
        "        print(json.dumps({**act, 'action': message['view']['legal'][0]}), flush=True)\n"
    )
    engine = Engine("writes down", (sys.executable, "-c", program), **{**AMPLE, "limit": 62.5})
    view = view_of(begin())
    seat = view.seat
    engines.decide(engine, at(game="7", seat=seat), view)
    engines.decide(engine, at(game="7", seat=seat), view)
    engines.decide(engine, at(game="8", seat=seat), view)
    engines.close()
    messages = [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()]
    assert [message["type"] for message in messages] == [
        "welcome", "game", "decide", "decide", "game", "decide", "bye",
    ]  # fmt: skip
    assert messages[1] == {"type": "game", "game": "7", "seat": seat, "seed": 17}
    assert messages[2]["milliseconds"] == 62_500
    # Exactly the view of its seat, and nothing else.
    assert messages[2]["view"] == VIEWS.encode(view)
    assert set(messages[2]) == {"type", "id", "milliseconds", "view"}
    schema = checker("EngineMessage")
    for message in messages:
        schema.validate(message)


def test_what_an_engine_says_is_what_the_schema_says() -> None:
    schema = checker("EngineRequest")
    for message in (
        {"type": "hello", "version": 1},
        {"type": "act", "id": "1", "action": {"type": "go", "seat": 0}},
    ):
        schema.validate(message)
        decode_engine(json.dumps(message))
    for wrong in ({"type": "hello"}, {"type": "act", "id": "1"}, {"type": "ping"}):
        assert not schema.is_valid(wrong)
        with pytest.raises(WireError):
            decode_engine(json.dumps(wrong))


def test_it_is_not_asked_where_there_is_no_choice(engines: Engines) -> None:
    match = Match(
        Setup("tried", Rules(), (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets("1")
    )
    player = engines.player(misbehaving("crash"), at())
    view = match.view(0)
    assert player.choose(view) == view.legal[0]
    assert len(engines) == 0


@pytest.mark.parametrize(
    ("how", "code", "reason"),
    [
        ("crash", "ended", "its process ended with exit status 3"),
        ("kill", "ended", "its process was ended by signal 9"),
        ("close", "ended", "it closed its standard output"),
        ("garbage", "bad_message", "'hello, world' is no message"),
        ("long", "bad_message", "is no message"),
        ("no action", "bad_message", "its action is none: expected a member 'seat'"),
        ("wrong id", "bad_message", "expected an act with the id 2"),
    ],
)
def test_an_engine_fails(
    how: str, code: str, reason: str, engines: Engines, tmp_path: Path
) -> None:
    file = tmp_path / "numbers"
    view = view_of(begin())
    engine = misbehaving(how, 2, file)
    engines.decide(engine, at(seat=view.seat), view)
    with raises_code(EngineFailed, code) as error:
        engines.decide(engine, at(seat=view.seat), view)
    assert reason in error.value.reason
    assert error.value.last == (f"in the discard it is time for: {how}",)
    assert f"standard error:\n    in the discard it is time for: {how}" in str(error.value)
    wait_for_end(wait_for_ids(file, 1))
    # The next game has another process.
    assert engines.decide(engine, at(seat=view.seat), view) == view.legal[0]
    assert len(wait_for_ids(file, 2)) == 2


def test_an_engine_that_says_nothing_fails(engines: Engines, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    view = view_of(begin())
    engine = misbehaving("silent", 1, file)
    for number in (1, 2):
        with raises_code(EngineFailed, "silent", match=r"no answer within 0\.01 s") as error:
            engines.decide(engine, at(seat=view.seat), view)
        assert error.value.last == ("in the discard it is time for: silent",)
        # Each time with another process.
        wait_for_end(wait_for_ids(file, number))
    assert len(set(wait_for_ids(file, 2))) == 2


def test_whoever_breaks_the_rules_is_told_and_ended(engines: Engines, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    match = begin()
    view = view_of(match)
    player = engines.player(misbehaving("illegal", 1, file), at(seat=view.seat))
    action = player.choose(view)
    why = present(match.why_not(view.seat, action))
    error = player.refuse(str(why))
    assert error.code == "illegal"
    assert "now is the time for: discard" in str(error)
    assert error.last == ("in the discard it is time for: illegal",)
    wait_for_end(wait_for_ids(file, 1))


@pytest.mark.parametrize(
    ("how", "reason"),
    [("no hello", "no hello within 0.01 s"), ("version", "it speaks version 7, and this is 1")],
)
def test_an_engine_does_not_start(how: str, reason: str, engines: Engines, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engine = misbehaving(how, 1, file)
    view = view_of(begin())
    with raises_code(EngineFailed, "not_started", match=reason):
        engines.decide(engine, at(), view)
    with pytest.raises(EngineFailed, match=reason):
        engines.try_out(engine)
    wait_for_end(wait_for_ids(file, 2))
    assert len(engines) == 0


def test_a_program_that_is_not_there(engines: Engines) -> None:
    with raises_code(
        EngineFailed, "not_started", match=r"\./nothing --fast cannot be run: No such f"
    ):
        engines.try_out(Engine.parse("./nothing --fast"))


@pytest.mark.parametrize("command", ["", "'unfinished"])
def test_a_command_is_one(command: str) -> None:
    with pytest.raises(ValueError, match=r"command|quotation"):
        Engine.parse(command)


def test_times_are_above_nothing() -> None:
    for times in ({"limit": 0.0}, {"start": -1.0}, {"grace": 0.0}, {"limit": 1e6}):
        with pytest.raises(ValueError, match="seconds, above 0"):
            Engine("x", ("true",), **times)


def test_it_introduces_itself(engines: Engines) -> None:
    assert engines.try_out(misbehaving("nothing")) == "Misbehaving 1.0"


def test_every_seat_has_a_process_of_its_own(engines: Engines, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engine = misbehaving("nothing", 0, file)
    view = view_of(begin())
    for key in ("a", "b", "a"):
        engines.decide(engine, at(key), view)
    numbers = wait_for_ids(file, 2)
    assert len(set(numbers)) == len(numbers) == 2
    assert all(map(runs, numbers))
    engines.close()
    wait_for_end(numbers)
    assert len(engines) == 0


def test_there_are_not_too_many(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engines = Engines(maximum=2)
    engine = misbehaving("nothing", 0, file)
    view = view_of(begin())
    for key in ("a", "b", "a", "c"):
        engines.decide(engine, at(key), view)
    a, b, c = wait_for_ids(file, 3)
    wait_for_end([b])
    assert runs(a)
    assert runs(c)
    engines.decide(engine, at("b"), view)
    wait_for_end([a])
    engines.close()
    wait_for_end(wait_for_ids(file, 4))


@pytest.mark.parametrize("how", ["deaf", "child"])
def test_nothing_is_left_of_it(how: str, engines: Engines, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engines.decide(misbehaving(how, 0, file), at(), view_of(begin()))
    numbers = wait_for_ids(file, 2 if how == "child" else 1)
    assert all(map(runs, numbers))
    engines.close()
    wait_for_end(numbers)
    # A child that is not waited for stays as a zombie; the engine itself must not.
    assert not Path(f"/proc/{numbers[0]}").exists()


@pytest.mark.parametrize(
    ("how", "number"),
    [
        ("sleep", signal.SIGKILL),
        pytest.param("child", signal.SIGKILL, marks=pytest.mark.slow),
        pytest.param("sleep", signal.SIGTERM, marks=pytest.mark.slow),
        ("child", signal.SIGTERM),
        pytest.param("sleep", signal.SIGINT, marks=pytest.mark.slow),
        pytest.param("child", signal.SIGINT, marks=pytest.mark.slow),
    ],
)
def test_it_ends_with_whoever_started_it(how: str, number: int, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    program = (
        "from tests.players.test_engines import *\n"
        f"engine = misbehaving({how!r}, 1, Path({str(file)!r}))\n"
        "Engines().decide(engine, at(), view_of(begin()))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=HERE.parents[1],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
    )
    try:
        numbers = wait_for_ids(file, 2 if how == "child" else 1)
        assert all(map(runs, numbers))
    finally:
        parent.send_signal(number)
        parent.wait()
    wait_for_end(numbers)


def test_the_guard_is_there_before_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise an engine's first children would outlive a program that is killed just then."""
    begun_with: list[str] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, command: Sequence[str], **options: Any) -> None:
            begun_with.append(Path(command[-1]).name)
            super().__init__(command, **options)

    # A new guard, independent of engines that other tests have left.
    monkeypatch.setattr(module, "_guard", vars(module)["_Guard"]())
    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(EngineFailed, match="cannot be run"):
        Engines().try_out(Engine("none", ("/nowhere/engine",)))
    assert begun_with == ["guard.py", "engine"]


def test_an_engine_of_another_language(engines: Engines) -> None:
    engine = Engine("low cards", ("node", str(EXAMPLES / "engine.mjs")))
    match = Match(
        Setup("tried", Rules("half"), (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets("2")
    )
    players = [
        EnginePlayer(engines, program, at(str(seat), seat=seat))
        for seat, program in enumerate((engine, FIFTEENS))
    ]
    while not match.over:
        seat = min(match.to_act)
        match.act(seat, players[seat].choose(match.view(seat)))
    assert max(match.view(None).scores) == 61


def test_the_example_is_short() -> None:
    assert len((EXAMPLES / "engine.py").read_text(encoding="utf-8").splitlines()) < 25


# --- analysis -------------------------------------------------------------------------------------

THINKING = """
import json, sys
print(json.dumps({"type": "hello", "version": 1, "analyses": True}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("decide", "analyse"):
        legal, name = message["view"]["legal"], message["id"]
        options = [[{"action": action}] for action in legal]
        reports = [{"type": "values", "id": name, "options": some} for some in options]
        reports[-1] |= {"done": True}
        if message["type"] == "decide":
            reports = [{"type": "act", "id": name, "action": legal[0]}]
        if sys.argv[1] == "no end":
            reports.pop()
        if sys.argv[1] == "wrong id":
            reports[0]["id"] = "7 or so"
        if sys.argv[1] == "illegal":
            reports[0]["options"] = [{"action": {"type": "go", "seat": 0}}]
        if sys.argv[1] == "no action":
            reports[0]["options"] = [{"action": {"type": "lunch"}}]
        if sys.argv[1] == "certain":
            reports[0]["options"][0]["chance"] = 1.5
        for report in reports:
            print(json.dumps(report), flush=True)
"""


def thinking(how: str = "") -> Engine:
    return Engine("thinks", (sys.executable, "-c", THINKING, how), **AMPLE)


@pytest.mark.parametrize("program", ["engine.py", "engine.mjs"])
def test_the_examples_analyse(program: str, engines: Engines) -> None:
    command = "node" if program.endswith("mjs") else sys.executable
    player = engines.player(Engine(program, (command, str(EXAMPLES / program)), **AMPLE), at())
    match = begin(Phase.PLAY)
    while match.view(None).phase is Phase.PLAY:
        view = view_of(match)
        (values,) = player.analyse(view)
        assert {value.action for value in values} == set(view.legal)
        chosen = player.choose(view)
        assert values[0].action == chosen or len(view.legal) == 1
        points = [value.points for value in values]
        assert points in (sorted(points, key=lambda one: -(one or 0)), [None] * len(values))
        match.act(view.seat, chosen)
    assert len(engines) == 1


def test_an_engine_reports_while_it_thinks(engines: Engines) -> None:
    player = engines.player(thinking(), at())
    view = view_of(begin())
    reports = list(player.analyse(view, seconds=300))
    assert [values[0].action for values in reports] == list(view.legal)
    assert reports[0][0] == (view.legal[0], None, None)
    assert player.choose(view) == view.legal[0], "the same process goes on"
    assert len(engines) == 1


def test_an_analysis_that_is_left_ends_the_process(engines: Engines) -> None:
    player = engines.player(thinking(), at())
    view = view_of(begin())
    reports = iter(player.analyse(view))
    next(reports)
    del reports
    assert len(engines) == 0
    assert player.choose(view) == view.legal[0], "a new process"


@pytest.mark.parametrize(
    ("how", "code", "reason"),
    [
        ("wrong id", "bad_message", "expected values with the id 1"),
        ("illegal", "illegal", "expected one of legal, not Go"),
        ("no action", "bad_message", "its action is none"),
        ("certain", "bad_message", "is no message"),
    ],
)
def test_an_analysis_fails(how: str, code: str, reason: str, engines: Engines) -> None:
    view = view_of(begin())
    with raises_code(EngineFailed, code) as error:
        list(engines.analyse(thinking(how), at(), view))
    assert reason in error.value.reason
    assert len(engines) == 0


def test_an_analysis_without_an_end_is_too_late(engines: Engines) -> None:
    view = view_of(begin())
    with raises_code(EngineFailed, "silent", match=r"no last values within"):
        list(engines.analyse(thinking("no end"), at(), view, seconds=1.0))
    assert len(engines) == 0


def test_only_an_engine_that_says_so_analyses(engines: Engines) -> None:
    with raises_code(EngineFailed, "no_analysis"):
        list(engines.analyse(misbehaving("note"), at(), view_of(begin())))


def test_analysis_speaks_by_the_schema() -> None:
    view = VIEWS.encode(view_of(begin()))
    analyse = {"type": "analyse", "id": "6", "milliseconds": 5000, "view": view}
    checker("EngineMessage").validate(analyse)
    option = {"action": {"type": "play", "seat": 0, "card": "5H"}, "points": 2.1, "chance": 0.53}
    values = {"type": "values", "id": "6", "done": True, "options": [option]}
    checker("EngineRequest").validate(values)
    decode_engine(json.dumps(values))
    wrong = {**values, "options": [{**option, "chance": 2}]}
    assert not checker("EngineRequest").is_valid(wrong)


def test_a_view_says_which_counts_ended_by_goes() -> None:
    match = begin(Phase.PLAY)
    ended = set()
    while not match.over:
        view = view_of(match)
        played = 0
        for pile in view.earlier:
            played += len(pile)
            count = sum(VALUES[card.card] for card in pile)
            gone = any(go.count == count and go.after == played for go in view.goes)
            ended.add((count == 31, gone))
            assert count != 31 or not gone
        seat = view.seat
        match.act(seat, create("novice").choose(view))
    assert ended == {(True, False), (False, True)}

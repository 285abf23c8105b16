"""The package from the programmer's side: its names, its imports, and a game from the start."""

import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import pegout
from tests.cases import failures, raises_code
from tests.kernel.alone import said_alone

ROOT = Path(__file__).resolve().parent.parent

#: The errors that its functions raise, each with a stable code.
ERRORS = {
    "ArenaError",
    "CardError",
    "DiscardError",
    "EngineFailed",
    "EnvError",
    "FairnessError",
    "GoalError",
    "IllegalAction",
    "KernelError",
    "MatchError",
    "NotationError",
    "PegoutError",
    "PlayerError",
    "PositionError",
    "RecordError",
    "ReviewError",
    "RulesError",
    "RunError",
    "SimulationError",
    "TableError",
    "UnknownLevel",
    "UnknownRules",
}


def homes_for_type_checkers() -> dict[str, tuple[str, str]]:
    """Return the names of the stub, and the module and the name that each is imported from."""
    stub = Path(pegout.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    imported = re.findall(r"^from (\S+) import (\w+) as (\w+)$", stub, re.MULTILINE)
    renamed = re.findall(r"^(\w+) = (\w+)\.(\w+)$", stub, re.MULTILINE)
    homes = {name: (module, own) for module, own, name in imported}
    return homes | {name: (f"pegout.{package}", own) for name, package, own in renamed}


def takes_rules(package: str) -> dict[str, str]:
    """Return the public functions of a package that take rules, with the type that they take."""
    module = import_module(package)
    functions = {name: getattr(module, name) for name in module.__all__}
    return {
        f"{package}.{name}": str(inspect.signature(function).parameters["rules"].annotation)
        for name, function in functions.items()
        if inspect.isfunction(function) and "rules" in inspect.signature(function).parameters
    }


def test_every_function_that_takes_rules_takes_the_name_of_a_preset() -> None:
    packages = ("env", "evaluation", "kernel", "match", "notation", "rules", "simulation")
    functions = {"pegout": takes_rules("pegout")} | {
        package: takes_rules(f"pegout.{package}") for package in packages
    }
    assert sum(map(len, functions.values())) > 20
    strict = [
        name
        for found in functions.values()
        for name, kind in found.items()
        if "RulesLike" not in kind and not re.search(r"\bstr\b", kind)
    ]
    assert strict == []


def test_every_name_can_be_loaded_and_is_known_to_type_checkers() -> None:
    assert sorted(set(pegout.__all__)) == sorted(pegout.__all__) == sorted(dir(pegout))
    assert homes_for_type_checkers() == vars(pegout)["_HOMES"]
    for name in pegout.__all__:
        assert getattr(pegout, name) is not None
    with pytest.raises(AttributeError, match="'pegout' has no attribute 'shows'"):
        _ = pegout.shows  # type: ignore[attr-defined]


def test_all_that_a_seat_does_and_all_that_goes_wrong_is_at_the_top() -> None:
    chance = {"Commit", "Shuffle", "Reveal"}
    actions = {kind.__name__ for kind in get_args(pegout.Action)} - chance
    assert actions <= set(pegout.__all__)
    assert {name for name in pegout.__all__ if isinstance(getattr(pegout, name), type)} >= ERRORS
    for name in ERRORS:
        assert issubclass(getattr(pegout, name), pegout.PegoutError)


def test_the_docstring_names_what_is_there() -> None:
    told = {word.strip("`.,;:()") for word in (pegout.__doc__ or "").split() if "``" in word}
    told -= {"ValueError", "code"}
    assert {name for name in told if name.isidentifier()} <= set(pegout.__all__)


def test_a_signature_fits_a_screen_and_is_described() -> None:
    def fits(name: str) -> None:
        thing = getattr(pegout, name)
        if callable(thing) and not isinstance(thing, type):
            assert len(str(inspect.signature(thing))) < 500
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert inspect.getdoc(thing)

    assert failures(fits, sorted(set(pegout.__all__) - {"__version__"})) == []


def test_the_import_loads_nothing_that_is_not_asked_for() -> None:
    script = (
        "import sys\n"
        "import pegout\n"
        "print(sorted(name for name in sys.modules if name.startswith('pegout')))\n"
        "assert pegout.show_points('5H 5S 5C JD', '5D') == 29\n"
        "seats = pegout.Seated('A'), pegout.Seated('B')\n"
        "pegout.Match(pegout.Setup('x', pegout.Rules(), seats))\n"
        "print(sorted({'numpy', 'numba', 'click', 'sqlite3'} & set(sys.modules)))\n"
    )
    assert said_alone(script).splitlines() == ["['pegout']", "[]"]


@pytest.mark.slow
def test_the_players_of_the_tutorial_pass_the_strict_type_checker(tmp_path: Path) -> None:
    """With types where they are left out, as a reader adds them."""
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    parts = re.findall(r'```py title="my_bot.py"\n(.*?)```', tutorial, re.DOTALL)
    assert len(parts) == 2
    typed = "from typing import Any\n\n" + "\n\n".join(parts)
    for untyped, more in (
        ("(self, view)", "(self, view: pegout.SeatView) -> pegout.Action"),
        ("(self, view, discard)", "(self, view: pegout.SeatView, discard: Any) -> float"),
        ("(self, view, action)", "(self, view: pegout.SeatView, action: pegout.Action) -> int"),
    ):
        typed = typed.replace(f"{untyped}:", f"{more}:")
    program = tmp_path / "my_bot.py"
    program.write_text(typed, encoding="utf-8")
    done = check_strictly(program)
    assert done.returncode == 0, done.stdout


def check_strictly(program: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)],
        capture_output=True,
        text=True,
        cwd=program.parent,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
        check=False,
    )


@pytest.mark.slow
def test_an_obvious_player_passes_the_strict_type_checker(tmp_path: Path) -> None:
    """The type of the view's seat decides whether ``Discard(view.seat, …)`` type-checks."""
    wrong = tmp_path / "wrong.py"
    example = (ROOT / "examples" / "own_player.py").read_text(encoding="utf-8")
    wrong.write_text(example.replace("pegout.SeatView", "pegout.View"), encoding="utf-8")
    done = [check_strictly(program) for program in (ROOT / "examples" / "own_player.py", wrong)]
    assert done[0].returncode == 0, done[0].stdout
    assert "int | None" in done[1].stdout


def test_from_the_import_to_a_finished_game_its_record_and_its_statistics() -> None:
    seats = pegout.Seated("Ann", "club"), pegout.Seated("Ben", "novice")
    setup = pegout.Setup("example", pegout.Rules("half"), seats)
    match = pegout.Match(setup, secrets=pegout.seeded_secrets("a seed"))
    assert repr(match) == "<Match half, deal 0, Ann 0 Ben 0, Ann and Ben to ready>"
    for entries in pegout.advance(match):
        assert entries
    assert match.over
    assert max(match.view(None).scores) == 61
    assert "won by" in str(match)
    record = match.record()
    assert pegout.read_record(pegout.write_record(record)) == record
    assert pegout.record_from_json(pegout.record_to_json(record)) == record
    assert pegout.read_records(pegout.write_records([record])) == (record,)
    assert {verdict.code for verdict in pegout.verify_deals(record)} == {"proved"}
    found = pegout.record_statistics(record)
    assert [row.name for row in found] == ["Ann", "Ben"]
    assert [row.points >= score for row, score in zip(found, match.view(None).scores, strict=True)]


def test_one_move_at_a_time_as_a_person_makes_them() -> None:
    seats = pegout.Seated("Ann"), pegout.Seated("Ben")
    setup = pegout.Setup("example", pegout.Rules(first_deal="chosen"), seats, dealer=0)
    match = pegout.Match(setup, secrets=pegout.seeded_secrets("a seed"))
    for seat in (0, 1):
        match.act(seat, pegout.Ready(seat, contribution="a word of my own"))
    for seat in (0, 1):
        view = match.view(seat)
        assert view.phase is pegout.Phase.DISCARD
        best = pegout.analyse_discard(view.hand, view.rules, "own" if seat == 0 else "opponent")
        match.act(view.seat, pegout.Discard(view.seat, best.best.cards))
    cut = match.legal(1)[0]
    assert isinstance(cut, pegout.Cut)
    match.act(1, cut)
    card = match.view(1).playable()[0]
    with raises_code(pegout.IllegalAction, "not_your_turn"):
        match.act(0, pegout.Play(0, card))
    match.act(1, pegout.Play(1, card))
    assert [played.card for played in match.view(None).pile] == [card]

"""Compiled code is cached on the disk, and is never used again after one of its files changed.

A small package stands in for the kernel, with a function that calls one of another file.
"""

import os
import pickle
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from pegout.kernel import jit, pegging, rng
from pegout.kernel.jit import compiled
from pegout.rules import Rules
from pegout.search.building_arrays import search_of
from pegout.search.model import knowledge, no_knowledge
from pegout.simulation import game_loops
from pegout.simulation.constants import ground
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.registry import roles_array
from pegout.solver import cfr_loops

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")

INNER = """
from pegout.kernel.jit import inlined, jit
@jit
def called(number):
    return number + {more}
@inlined
def within(number):
    return number + {more}
"""
OUTER = """
from pegout.kernel.jit import jit
from .inner import called, within
@jit
def outer(number):
    return 100 * called(number) + within(number)
"""
#: Prints the result, and the hits and misses of the cache for the outer function.
PROGRAM = """
from pegout.kernel.jit import compiled
from small.outer import outer
twin = compiled(outer)
assert outer(1) == twin(1)
print(twin(1), sum(twin.stats.cache_hits.values()), sum(twin.stats.cache_misses.values()))
"""
#: Prints the number of functions that were reported as compiled.
REPORTED = """
import atexit
from pegout.delays import add_listener
causes = []
add_listener(causes.append)
atexit.register(lambda: print(len(causes)))
"""
#: Prints the highest level of optimization at which a function of the package was compiled, and the
#: level that other functions have afterwards.
LEVELS = """
import atexit
import warnings
from numba.core import config, event
class Compiling(event.Listener):
    levels = []
    def on_start(self, event):
        if event.data["dispatcher"].py_func.__module__.startswith("small."):
            self.levels.append(int(config.OPT))
    def on_end(self, event):
        pass
event.register("numba:compile", Compiling())
warnings.simplefilter("ignore")  # Of code without any optimization numba says that it caches none.
atexit.register(lambda: print(max(Compiling.levels), int(config.OPT)))
"""
#: Simulates a numba without the attribute for the stamp.
ELSEWHERE = """
import numba.core.dispatcher as dispatcher
class Moved(dispatcher.FunctionCache):
    def __init__(self, function):
        super().__init__(function)
        self._moved = self.__dict__.pop("_cache_file")
dispatcher.FunctionCache = Moved
"""
#: Simulates a package without its sources.
NOWHERE = """
from small import inner
inner.__file__ = "/nowhere/inner.py"
"""


#: Levels of optimization that are seldom set, and those that are used then.
LESS_USUAL = [("0", 0), ("1", 1), ("max", 1)]


class Small:
    """The small package, in a temporary directory."""

    def __init__(self, path: Path) -> None:
        self.root = path
        self.package = path / "small"
        self.package.mkdir()
        self.write("__init__", "")
        self.write("outer", OUTER)
        self.write("other", "number = 1")
        self.write("inner", INNER.format(more=1))

    def write(self, name: str, source: str) -> None:
        (self.package / f"{name}.py").write_text(source)

    def run(self, before: str = "") -> tuple[int, ...]:
        """Run the program in a separate Python process."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-B", "-c", before + PROGRAM],
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(self.root), *sys.path]),
                "NUMBA_DISABLE_JIT": "0",
                "NUMBA_CACHE_DIR": str(self.root / "kept"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, done.stderr
        return tuple([int(word) for word in done.stdout.split()])

    def kept(self) -> list[Path]:
        return list((self.root / "kept").rglob("*.nb?"))


def test_a_function_is_compiled_again_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    small = Small(tmp_path)
    # The function, and the two that it calls, are reported where they are compiled.
    assert small.run(REPORTED) == (202, 0, 1, 3)
    # The new source has the same length, and is in another file than the compiled function.
    small.write("inner", INNER.format(more=2))
    assert small.run(REPORTED) == (303, 0, 1, 3)
    assert small.run(REPORTED) == (303, 1, 0, 0)


@pytest.mark.slow
def test_a_change_in_a_file_that_it_does_not_stand_on_compiles_nothing(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run() == (202, 0, 1)
    small.write("other", "number = 2")
    assert small.run() == (202, 1, 0)


@pytest.mark.slow
def test_what_is_kept_of_classes_that_are_gone_is_not_read(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run() == (202, 0, 1)
    for path in small.kept():
        if path.suffix == ".nbi":
            with path.open("rb") as file:
                version = pickle.load(file)
            path.write_bytes(pickle.dumps(version) + b"csmall.inner\nGone\n.")
    small.write("inner", INNER.format(more=2))
    assert small.run() == (303, 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("usual", "used"),
    [("3", 1), *[pytest.param(*other, marks=pytest.mark.slow) for other in LESS_USUAL]],
)
def test_only_our_functions_are_optimized_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: str, used: int
) -> None:
    monkeypatch.setenv("NUMBA_OPT", usual)
    *_, compiled_at, afterwards = Small(tmp_path).run(LEVELS)
    assert (compiled_at, afterwards) == (used, 3 if usual == "max" else int(usual))


@pytest.mark.slow
def test_where_numba_keeps_its_stamp_elsewhere_nothing_is_kept(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run(ELSEWHERE) == (202, 0, 1)
    assert not small.kept()


@pytest.mark.slow
def test_where_there_are_no_sources_nothing_is_kept(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run(NOWHERE) == (202, 0, 1)
    assert not small.kept()
    assert small.run() == (202, 0, 1)
    assert small.kept()


def test_numbers_that_are_written_out_are_compiled_once(tmp_path: Path) -> None:
    small = Small(tmp_path)
    numbers = " + ".join([f"called({number})" for number in range(5)])
    small.write("outer", OUTER.replace("100 * called(number)", f"{numbers} + called(number)"))
    count = """
import atexit
from pegout.kernel.jit import compiled
from small.outer import outer
inner = compiled(outer).py_func.__globals__["called"]
atexit.register(lambda: print(len(inner.signatures)))
"""
    assert small.run(count) == (19, 0, 1, 1)


def test_a_function_stands_on_the_files_that_its_own_imports() -> None:
    def names(module: str) -> set[str]:
        return {file.stem for file in jit.files_of(f"pegout.{module}")}

    assert {"game_loops", "deal_steps", "pegging", "rules_of_thumb", "layout", "jit"} <= names(
        "simulation.game_loops"
    )
    assert names("solver.cfr_loops") & {"game_loops", "rules_of_thumb", "workspace"} == set()


def test_a_module_stands_on_what_it_imports_by_its_whole_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "standing"
    package.mkdir()
    for name, source in (
        ("__init__", ""),
        ("lowest", "import os"),
        ("lower", "import json, standing.lowest as below"),
        ("upper", "import standing.lower"),
    ):
        (package / f"{name}.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import_module("standing.upper")
    files = jit.files_of("standing.upper")
    assert {file.stem for file in files} == {"upper", "lower", "lowest"}


@pytest.mark.compiled
def test_functions_of_different_files_have_different_stamps() -> None:
    functions: list[Any] = [
        compiled(game_loops.run_games), compiled(cfr_loops.visit), compiled(pegging.pile_score),
        compiled(pegging.fitting),
    ]  # fmt: skip
    stamps = [function._cache._cache_file._source_stamp for function in functions]
    assert len(set(stamps)) == 3
    assert stamps[2] == stamps[3]


@pytest.mark.compiled
def test_the_compiled_twin_stands_beside_the_function_that_python_runs() -> None:
    assert isinstance(rng.seed_stream, FunctionType)
    twin: Any = compiled(rng.seed_stream)
    assert not isinstance(twin, FunctionType)
    assert twin is compiled(rng.seed_stream)
    assert twin(5, 7) == rng.seed_stream(5, 7)
    with pytest.raises(ValueError, match="is not marked with @jit"):
        compiled(test_the_compiled_twin_stands_beside_the_function_that_python_runs)


def test_the_loops_are_compiled_once_whatever_is_known() -> None:
    """For numba a writable array has another type than a read-only one."""
    import numba

    typeof: Any = numba.typeof
    known, cribs = knowledge(), roles_array(None, [POLICIES["expert"]], Rules())
    written = known.solved._replace(weights=known.solved.weights.copy())
    grounds = [ground(Rules()), ground(Rules(), cribs)]
    assert len(set(map(typeof, grounds))) == 1
    searches = [
        search_of(Rules(), no_knowledge()),
        search_of(Rules(), known, cribs),
        search_of(Rules(), known._replace(solved=written), cribs),
    ]
    assert len(set(map(typeof, searches))) == 1

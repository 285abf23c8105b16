"""What was compiled is kept on the disk, and never used again when a file of it has changed.

A small package stands here for that of the kernel: with the kernel's own file about compiling, and
with a function that calls one of another file.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pegout.kernel import COMPILED
from pegout.kernel.compiled import jit

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")

INNER = """
from .jit import inlined, jit
@jit
def called(number):
    return number + {more}
@inlined
def within(number):
    return number + {more}
"""
OUTER = """
from .inner import called, within
from .jit import jit
@jit
def outer(number):
    return 100 * called(number) + within(number)
"""
#: Prints the result, and how often the outer function was found on the disk and was not.
PROGRAM = """
from small.outer import outer
print(outer(1), sum(outer.stats.cache_hits.values()), sum(outer.stats.cache_misses.values()))
"""
#: As if numba had no such place for its stamp.
ELSEWHERE = """
import numba.core.dispatcher as dispatcher
class Moved(dispatcher.FunctionCache):
    def __init__(self, function):
        super().__init__(function)
        self._moved = self.__dict__.pop("_cache_file")
dispatcher.FunctionCache = Moved
"""


class Small:
    """The small package, in a directory of its own."""

    def __init__(self, path: Path) -> None:
        self.root = path
        self.package = path / "small"
        self.package.mkdir()
        (self.package / "__init__.py").write_text("")
        (self.package / "jit.py").write_text(Path(jit.__file__).read_text("utf-8"), "utf-8")
        (self.package / "outer.py").write_text(OUTER)
        self.write_inner(1)

    def write_inner(self, more: int) -> None:
        (self.package / "inner.py").write_text(INNER.format(more=more))

    def run(self, before: str = "") -> tuple[int, ...]:
        """Run the program in a Python of its own."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-B", "-c", before + PROGRAM],
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": str(self.root),
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
    assert small.run() == (202, 0, 1)
    assert small.run() == (202, 1, 0)
    # Of the same length, and in another file than the function that is asked for.
    small.write_inner(2)
    assert small.run() == (303, 0, 1)
    assert small.run() == (303, 1, 0)


def test_where_numba_keeps_its_stamp_elsewhere_nothing_is_kept(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run(ELSEWHERE) == (202, 0, 1)
    assert not small.kept()


def test_where_there_are_no_sources_nothing_is_kept(tmp_path: Path) -> None:
    small = Small(tmp_path)
    assert small.run("from small import jit\njit.__file__ = '/nowhere/jit.py'\n") == (202, 0, 1)
    assert not small.kept()
    assert small.run() == (202, 0, 1)
    assert small.kept()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_functions_of_the_kernel_are_all_stamped_alike() -> None:
    from pegout.kernel.compiled import games, sweeps, thumbs

    functions: tuple[object, ...] = (games.run_games, sweeps.visit, thumbs.has_answer)
    stamps = {function._cache._cache_file._source_stamp for function in functions}  # type: ignore[attr-defined]
    assert stamps == {jit._sources()}

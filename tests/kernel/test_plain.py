"""At a table everything is run by Python, and nobody waits for numba."""

from pathlib import Path
from types import FunctionType

import pytest

from pegout import kernel
from pegout.kernel import COMPILED, compiled
from pegout.kernel.plain import loops
from tests.kernel.alone import said_alone

#: Experts throw and lay four cards; prints whether they thought, and what of the compiler was
#: imported.
TABLE = """
import sys
from pegout.match import Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import rules
match = Match(Setup("example", rules("half"), (Seated("Ann", "expert"), Seated("Ben", "expert"))))
players = {seat: create("expert", seed=seat) for seat in (0, 1)}
acts = advance(match, players)
while len(match.view(None).laid) < 4:
    next(acts)
print(any(name.endswith(".search") for name in sys.modules))
print([name for name in sys.modules if name.partition(".")[0] in ("numba", "llvmlite")])
"""


def test_a_table_with_experts_does_not_wait_for_numba() -> None:
    said = said_alone(TABLE, NUMBA_DISABLE_JIT="0")
    assert said.split("\n") == ["True", "[]", ""]


def test_the_names_of_the_kernel_are_there_when_they_are_asked_for() -> None:
    for name in kernel.__all__:
        assert getattr(kernel, name) is not None
    assert sorted(kernel.__all__) == dir(kernel)
    with pytest.raises(AttributeError, match=r"'pegout\.kernel' has no attribute 'rumour'"):
        _ = kernel.rumour


def test_every_file_of_the_package_runs_as_plain_python() -> None:
    """And from the very same source: there is no other."""
    for path in sorted(Path(compiled.__path__[0]).glob("*.py")):
        if path.stem == "__init__":
            continue
        module = loops(path.stem)
        assert Path(str(module.__file__)) == path
        functions = [one for one in vars(module).values() if hasattr(one, "__code__")]
        assert all(type(one) is FunctionType for one in functions)
        # What it calls of another file is of the same kind.
        home = module.__name__.rpartition(".")[0]
        calls = [one for one in functions if one.__module__.startswith("pegout.")]
        assert {one.__module__.rpartition(".")[0] for one in calls} <= {home}


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_what_is_compiled_stays_beside_it() -> None:
    from pegout.kernel.compiled import chance

    assert loops("chance") is not chance
    assert not isinstance(chance.seeded, FunctionType)
    assert loops("chance").seeded(5, 7) == chance.seeded(5, 7)

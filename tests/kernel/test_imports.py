"""At a table everything is run by Python, and nobody waits for numba."""

from tests.kernel.alone import said_alone

#: Experts throw and lay four cards; prints whether they thought, and what of the compiler was
#: imported.
TABLE = """
import sys
from pegout.match import Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import Rules
match = Match(Setup("example", Rules("half"), (Seated("Ann", "expert"), Seated("Ben", "expert"))))
players = {seat: create("expert", seed=seat) for seat in (0, 1)}
acts = advance(match, players)
while len(match.view(None).laid) < 4:
    next(acts)
print(any(name.endswith(".best_response") for name in sys.modules))
print([name for name in sys.modules if name.partition(".")[0] in ("numba", "llvmlite")])
"""


def test_a_table_with_experts_does_not_wait_for_numba() -> None:
    said = said_alone(TABLE, NUMBA_DISABLE_JIT="0")
    assert said.split("\n") == ["True", "[]", ""]

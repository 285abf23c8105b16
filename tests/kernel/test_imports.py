"""At a table Python runs everything, and no player waits for numba."""

from tests.kernel.alone import said_alone

#: Experts discard and play four cards; prints whether they searched, and which modules of the
#: compiler were imported.
TABLE = """
import sys
from pegout.match import Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import Rules
match = Match(Setup("example", Rules("half"), (Seated("Ann", "expert"), Seated("Ben", "expert"))))
players = {seat: create("expert", seed=seat) for seat in (0, 1)}
acts = advance(match, players)
while len(match.view(None).played) < 4:
    next(acts)
print(any(name.endswith(".best_response") for name in sys.modules))
print([name for name in sys.modules if name.partition(".")[0] in ("numba", "llvmlite")])
"""


def test_a_table_with_experts_does_not_wait_for_numba() -> None:
    said = said_alone(TABLE, NUMBA_DISABLE_JIT="0")
    assert said.split("\n") == ["True", "[]", ""]

"""The errors: one base class, a code for programs, and the same error in another process."""

import pickle
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path

import pegout
from pegout.cards import CardError
from pegout.contests.arena import ArenaError
from pegout.contests.sequential import GoalError
from pegout.env.errors import EnvError
from pegout.errors import PegoutError
from pegout.kernel import KernelError
from pegout.notation import PositionError
from pegout.players import UnknownLevel
from pegout.review.errors import ReviewError
from pegout.rules import IllegalAction
from pegout.runs import RunError
from pegout.solver.checkpoint import SolveError
from pegout.tables.files import TableError
from pegout.tables.win_probability import ChancesError
from tests.cases import each

SOURCE = Path(pegout.__file__).parent
#: Packages that only an application uses.
APPLICATIONS = {"cli", "server", "site", "storage", "table", "text", "tui"}

ERRORS = (
    CardError,
    IllegalAction,
    PositionError,
    RunError,
    KernelError,
    ChancesError,
    SolveError,
    ArenaError,
    EnvError,
    GoalError,
    ReviewError,
    TableError,
    UnknownLevel,
)


@each("error", ERRORS)
def test_an_error_is_the_same_in_another_process(error: type[PegoutError]) -> None:
    sent = pickle.loads(pickle.dumps(error("bad_number", "expected 1, not 2")))
    assert type(sent) is error
    assert isinstance(sent, ValueError)
    assert (sent.code, str(sent)) == ("bad_number", "expected 1, not 2")


def test_every_error_of_the_library_has_one_base_class() -> None:
    """The library raises a chunk that was lost and a private error to itself alone."""
    found = set()
    for file in SOURCE.rglob("*.py"):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        if parts[0] in APPLICATIONS or "class " not in file.read_text(encoding="utf-8"):
            continue
        module = import_module(".".join(("pegout", *parts)).removesuffix(".__init__"))
        found |= {kind for _, kind in getmembers(module, isclass) if issubclass(kind, Exception)}
    own = {kind for kind in found if kind.__module__.startswith("pegout.")}
    assert len(own) > 20
    strange = {kind.__name__ for kind in own if not issubclass(kind, PegoutError)}
    assert strange == {"ChunkLost", "_Bad"}

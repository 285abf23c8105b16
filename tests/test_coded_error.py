"""The base class of the errors: it keeps its code in another process."""

import pickle

from pegout.cards import CardError
from pegout.coded_error import CodedError
from pegout.contests.arena import ArenaError
from pegout.env.errors import EnvError
from pegout.kernel import KernelError
from pegout.notation import PositionError
from pegout.rules import IllegalAction
from pegout.runs import RunError
from pegout.solver.checkpoint import SolveError
from pegout.tables.win_probability import ChancesError
from tests.cases import each

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
)


@each("error", ERRORS)
def test_an_error_is_the_same_in_another_process(error: type[CodedError]) -> None:
    sent = pickle.loads(pickle.dumps(error("bad_number", "expected 1, not 2")))
    assert type(sent) is error
    assert isinstance(sent, ValueError)
    assert (sent.code, str(sent)) == ("bad_number", "expected 1, not 2")

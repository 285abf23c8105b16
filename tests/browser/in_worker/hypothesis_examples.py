"""Examples by chance, in the place of Hypothesis, whose compiled part no browser has."""

import inspect
from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any, Final

from tests.chance import chance

Test = Callable[..., None]
#: How many examples a test has.
EXAMPLES: Final = 8


class HealthCheck:
    """The names of checks that are not made here."""

    function_scoped_fixture = too_slow = None


class settings:  # noqa: N801
    """The settings of a test, of which none matters here."""

    max_examples = EXAMPLES

    def __init__(self, **given: object) -> None:
        self.given = given

    def __call__(self, test: Test) -> Test:
        return test


def given(
    **strategies: Callable[[Random], Any],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with some examples."""

    def made(test: Test) -> Test:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            random = chance(test.__name__)
            for _ in range(EXAMPLES):
                test(**fixtures, **{name: draw(random) for name, draw in strategies.items()})

        whole = inspect.signature(test)
        left = [found for name, found in whole.parameters.items() if name not in strategies]
        vars(run)["__signature__"] = whole.replace(parameters=left)
        return run

    return made

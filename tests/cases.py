"""One test for many cases, of which those that fail are named together; errors with a code."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

Case = TypeVar("Case")
Coded = TypeVar("Coded", bound=Exception)


def present(value: Case | None) -> Case:
    assert value is not None
    return value


@contextmanager
def raises_code(
    kind: type[Coded], code: str, match: str | None = None
) -> Iterator[pytest.ExceptionInfo[Coded]]:
    """Check that an error is raised that has this code, and whose message matches."""
    with pytest.raises(kind, match=match) as caught:
        yield caught
    assert getattr(caught.value, "code", None) == code


def failures(
    check: Callable[[Case], object], cases: Iterable[Case], name: Callable[[Case], object] = str
) -> list[str]:
    """Check each case, and return what is wrong with those that fail.

    >>> def even(number):
    ...     assert number % 2 == 0, "it is odd"
    >>> failures(even, [2, 3, 4])
    ['3: AssertionError: it is odd']
    >>> failures(even, [])
    ['there is no case']

    Args:
        check: fails for a case that is wrong, as a test does.
        cases: at least one.
        name: what a case is called where it fails.
    """
    found, number = [], 0
    for case in cases:
        number += 1
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as error:
            found.append(f"{name(case)}: {type(error).__name__}: {error}")
    return found if number else ["there is no case"]


def each(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Check all cases in one test, where ``pytest.mark.parametrize`` makes a test of each.

    It is for tables of values: a case without a name of its own costs more as a test than it says.
    Fixtures are the same for all cases.
    """
    names = (names,) if isinstance(names, str) else tuple(names)
    listed = [_arguments(names, case) for case in cases]

    def made(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def one_test(*arguments: Any, **fixtures: Any) -> None:
            def check(case: dict[str, Any]) -> None:
                test(*arguments, **fixtures, **case)

            wrong = failures(check, listed, _name_of)
            assert not wrong, "\n".join(wrong)

        whole = inspect.signature(test)
        left = [parameter for name, parameter in whole.parameters.items() if name not in names]
        vars(one_test)["__signature__"] = whole.replace(parameters=left)
        return one_test

    return made


def examples(
    quick: int, whole: int, *strategies: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Check a property with some examples in the quick gate, and with more in the whole one."""

    def made(check: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("number", [quick, pytest.param(whole, marks=pytest.mark.slow)])
        def test(number: int) -> None:
            settings(max_examples=number)(given(*strategies)(check))()

        test.__name__, test.__qualname__, test.__doc__ = (
            check.__name__,
            check.__qualname__,
            check.__doc__,
        )
        test.__module__ = check.__module__
        return test

    return made


def _arguments(names: Sequence[str], case: Any) -> dict[str, Any]:
    values = (case,) if len(names) == 1 else tuple(case)
    return dict(zip(names, values, strict=True))


def _name_of(case: dict[str, Any]) -> str:
    return ", ".join([f"{name}={value!r:.80}" for name, value in case.items()])

"""Cases that fail are gathered, and none hides another."""

import pytest

from tests.cases import each, failures


def even(number: int) -> None:
    if number == 9:
        pytest.fail("too large")
    assert number % 2 == 0


def test_every_case_that_fails_is_named() -> None:
    assert failures(even, [2, 4]) == []
    one, nine = failures(even, [1, 2, 9], lambda number: f"number {number}")
    assert one.startswith("number 1: AssertionError: ")
    assert nine == "number 9: Failed: too large"


def test_a_check_without_cases_has_failed() -> None:
    assert failures(even, []) == ["there is no case"]


@each("number", [2, 4])
@each(("text", "length"), [("ab", 2), ("abc", 3)])
def test_cases_are_combined_and_have_fixtures(
    number: int, text: str, length: int, request: pytest.FixtureRequest
) -> None:
    even(number)
    assert len(text) == length
    assert request.node.name == "test_cases_are_combined_and_have_fixtures"


def test_a_test_fails_with_all_cases_that_do() -> None:
    checked = each(("number", "wanted"), [(1, 1), (2, 3), (3, 4)])(equal)
    with pytest.raises(AssertionError) as caught:
        checked()
    said = str(caught.value)
    assert "number=2, wanted=3: AssertionError" in said
    assert "number=3, wanted=4: AssertionError" in said
    assert "number=1" not in said
    with pytest.raises(AssertionError, match="there is no case"):
        each("number", [])(even)()


def equal(number: int, wanted: int) -> None:
    assert number == wanted

"""The expert, and hints and reviews of two, where NumPy cannot be imported: the same as with it."""

import json

import pytest

from tests.kernel.alone import said_alone
from tests.players.plain_decisions import KINDS, SWITCHES, Line

#: A program in whose process neither NumPy nor numba can be imported.
PLAIN = """
import sys
sys.modules.update(numpy=None, numba=None)
from tests.players.plain_decisions import write
kind, number, *more = sys.argv[1:]
write(kind, number, **{"target": int(target) for target in more})
"""


#: What a table of two people or players loads, hints and reviews included.
LOADED = (
    "pegout.players.expert pegout.review.discard_analysis pegout.review.game_review"
    " pegout.review.luck pegout.review.tutor pegout.table.comparison_messages"
    " pegout.table.decision_messages pegout.table.hints pegout.table.review_messages"
    " pegout.table.service"
)


def test_a_table_of_two_can_be_loaded() -> None:
    imports = "".join([f"import {name}\n" for name in LOADED.split()])
    loaded = said_alone(f"import sys\nsys.modules.update(numpy=None, numba=None)\n{imports}")
    assert loaded == ""


def plainly(kind: str, *words: int) -> list[Line]:
    """Return the lines of a kind, computed without NumPy."""
    return [json.loads(line) for line in said_alone(PLAIN, kind, *map(str, words)).splitlines()]


def check(found: list[Line], wanted: list[Line]) -> None:
    """Check that the texts are the same, and the numbers but for rounding."""
    for line, other in zip(found, wanted, strict=True):
        for part, expected in zip(line, other, strict=True):
            close = expected if isinstance(expected, str) else pytest.approx(expected, abs=1e-9)
            assert part == close, (line, other)


@pytest.mark.parametrize("number", [42, pytest.param(5000, marks=pytest.mark.long)])
def test_late_discards_are_the_same(number: int) -> None:
    found = plainly("discards", number)
    assert len(found) == number
    check(found, list(KINDS["discards"](number)))


@pytest.mark.parametrize(
    ("number", "target"), [(2, 31), pytest.param(56, 121, marks=pytest.mark.long)]
)
def test_games_are_the_same(number: int, target: int) -> None:
    assert decisions("games", number, target) > (3000 if number > len(SWITCHES) else 20)


@pytest.mark.parametrize(
    ("number", "target"), [(1, 31), pytest.param(16, 61, marks=pytest.mark.long)]
)
def test_games_of_three_and_four_are_the_same(number: int, target: int) -> None:
    assert decisions("games of many", number, target) > 20 * number


def decisions(kind: str, number: int, target: int) -> int:
    """Check that games are the same, and return the number of decisions in them."""
    found = plainly(kind, number, target)
    check(found, list(KINDS[kind](number, target=target)))
    return len([line for (line,) in found if line.startswith(("Played", "Discarded"))])


@pytest.mark.parametrize("number", [5, pytest.param(300, marks=pytest.mark.long)])
def test_hints_are_the_same(number: int) -> None:
    check(plainly("hints", number), list(KINDS["hints"](number)))


@pytest.mark.parametrize(
    "seed", [1, *[pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 22)]]
)
def test_reviews_are_the_same(seed: int) -> None:
    check(plainly("review", seed), list(KINDS["review"](seed)))

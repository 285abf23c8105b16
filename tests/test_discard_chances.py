"""How the chances of discards agree with those before the deal, and with the search."""

from functools import cache
from random import Random

import pytest

from pegout.review.discard_analysis import analyse
from pegout.rules import Rules
from pegout.search.next_deal import chance_before_deal
from pegout.search.workspace import LATE, NEAR
from tools.discard_chances import (
    above_the_chance_before,
    beyond_the_table,
    compare_with_search,
    main,
    random_late,
)
from tools.late_choices import Judge


@cache
def judge() -> Judge:
    return Judge()


def test_needs_are_drawn_beyond_the_table_where_the_chance_decides() -> None:
    luck = Random(1)
    drawn = [beyond_the_table(luck) for _ in range(300)]
    assert all(LATE < max(needs) <= NEAR and min(needs) >= 2 for needs in drawn)
    assert {needs[0] > LATE >= needs[1] for needs in drawn} == {True, False}


@pytest.mark.parametrize("role", [0, 1])
def test_the_chance_with_the_best_discard_is_that_of_the_analysis(role: int) -> None:
    late = random_late(Random(3), (9, 14), role)
    shown = analyse([*map(int, late.six)], dealer=role, scores=[*map(int, late.scores)])
    before = chance_before_deal(Rules(), (9, 14), role, 0)
    expected = shown.options.best.chance - before
    assert above_the_chance_before(judge(), late) == pytest.approx(expected, abs=1e-6)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_discard_is_compared_with_the_search_of_as_many_hands() -> None:
    late = random_late(Random(4), (28, 30), 1)
    found = compare_with_search(judge(), late, Random(1), 40)
    assert max(map(abs, found)) < 0.15


@pytest.mark.long
@pytest.mark.compiled
def test_it_prints_what_it_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["discard_chances.py", "--deals", "20", "--searched", "2"])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == [
        "dealer, both need 25 or less",
        "pone, both need 25 or less",
        "one needs 26 to 45",
    ]

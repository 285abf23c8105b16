"""The search over arrays of all hands at once, against the recursive search."""

from functools import cache

import pytest

from pegout.evaluation import cribs_array
from pegout.rules import SWITCHES, Component, Rules, switches_used_by
from pegout.search.model import knowledge
from pegout.search.workspace import LATE
from tests.search.observing import Asked
from tests.search.spots import Spot, decisions_of

STANDARD = Rules()
#: More cards than the quick gate compares: how many are in hand, and how many choices.
MORE = [(4, 6), (3, 20), (2, 30)]


@cache
def search_under(asked: Rules) -> Asked:
    return Asked(asked, knowledge(), cribs_array(asked), hands=455)


@cache
def late_cards(held: int, number: int) -> list[Spot]:
    """Return choices of a card from this many in hand, where both need 25 or less."""
    return [
        spot
        for spot in decisions_of("club", 40, 11, from_score=100)
        if not spot.discards
        and len(spot.position.held) == held
        and max(spot.position.needs) <= LATE
    ][:number]


def compare(spot: Spot, asked: Rules, patch: pytest.MonkeyPatch) -> int:
    """Check that both searches give every card the same value; return the number of hands."""
    searcher, found = search_under(asked), []
    for many in (0, 10_000):
        patch.setattr("pegout.search.array_searcher._MANY", many)
        found.append((searcher.rank(spot.position), searcher.values()))
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-9)
    assert found[0][0] == found[1][0]
    assert searcher.task is not None
    return searcher.task.number


@pytest.mark.parametrize(
    ("held", "number"),
    [(3, 1), (2, 4), *[pytest.param(*more, marks=pytest.mark.slow) for more in MORE]],
)
def test_both_searches_agree(held: int, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spots = late_cards(held, number)
    hands = [compare(spot, STANDARD, monkeypatch) for spot in spots]
    assert len(spots) == number
    if held == 4:
        assert max(hands) > 350


#: Every switch that the search of two takes into account.
OTHER_RULES = {
    "stinkhole": Rules(stinkhole=True),
    "nobs": Rules(nobs_points=2),
    "heels and flushes": Rules(heels_points=1, crib_flush="four"),
    # The play is not solved for these: the opponent looks ahead.
    "no runs": Rules(runs_in_play=False),
    "stacked": Rules(go_stacks_on_31=True),
    "lowball": Rules(lowball=True),
    "one count": Rules(five_card=True, target=121),
}


@pytest.mark.parametrize("asked", OTHER_RULES.values(), ids=OTHER_RULES)
def test_by_other_rules_too(asked: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    for spot in late_cards(3, 1):
        compare(spot, asked, monkeypatch)


def test_both_searches_are_compared_under_every_switch() -> None:
    absent = [
        name
        for name in switches_used_by(Component.SEARCH)
        if name not in ("players", "teams")
        if all(getattr(rules, name) == SWITCHES[name].default for rules in OTHER_RULES.values())
    ]
    assert not absent, "add it to OTHER_RULES, for line_search.py and play_arrays.py of the search"

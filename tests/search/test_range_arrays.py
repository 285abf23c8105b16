"""Ranges of all hands at once, against those computed one hand after the other."""

from functools import cache

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.search import card_choice, workspace
from pegout.search.array_searcher import ArraySearcher
from pegout.search.model import knowledge
from tests.search.observing import Observation, facts_of
from tests.search.spots import Spot, decisions_of


@cache
def searcher(rules: Rules) -> ArraySearcher:
    return ArraySearcher(rules, knowledge(), cribs_array(rules))


@cache
def cards(policy: str, from_score: int, every: int = 5) -> list[Spot]:
    """Return the choices of a card in some games, one of so many."""
    return [spot for spot in decisions_of(policy, 6, 3, from_score) if not spot.discards][::every]


def found_by(
    many: int, facts: workspace.Facts, rules: Rules, patch: pytest.MonkeyPatch
) -> list[float]:
    """Return everything computed for a card: the range, the discards and the counts."""
    patch.setattr("pegout.search.array_searcher._CARDS", many)
    search = searcher(rules)
    space = search.space
    task = search.begin(workspace.BY_WIN_PROBABILITY, facts._replace(score_matters=1), space)
    assert task.utility == card_choice.WINNING
    held = [float(hand) for hand in space.range.held[: task.number]]
    shows = space.shows.extra[: 4 * task.number], space.shows.points[: task.number]
    weights = space.range.weight[: task.number]
    assert sum(weights) == pytest.approx(1)
    total = sum(space.beliefs.discarded)
    discarded = [weight / total for weight in space.beliefs.discarded]
    return [*held, *weights, *discarded, *shows[0], *shows[1], *space.shows.crib]


@pytest.mark.parametrize(
    ("rules", "left_out"),
    [
        (Rules(), 0),
        (Rules(), workspace.OF_BELIEFS),
        (Rules(), workspace.OF_SOLUTION),
        (Rules(), workspace.OF_CARELESS),
        (Rules(nobs_points=2, crib_flush="four"), 0),
        (Rules(go_stacks_on_31=True), 0),
        (Rules(runs_in_play=False), 0),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    ("policy", "from_score", "every"),
    [
        ("club", 0, 34),
        pytest.param("club", 0, 5, marks=pytest.mark.slow),
        pytest.param("novice", 100, 5, marks=pytest.mark.slow),
    ],
)
def test_arrays_find_what_is_found_hand_by_hand(
    rules: Rules,
    left_out: int,
    policy: str,
    from_score: int,
    every: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes = set[tuple[int, int]]()
    for spot in cards(policy, from_score, every):
        facts = facts_of(spot.position, rules, left_out)
        one_by_one = found_by(9, facts, rules, monkeypatch)
        assert found_by(1, facts, rules, monkeypatch) == pytest.approx(one_by_one, abs=1e-9)
        sizes.add((4 - sum(facts.by), facts.role))
    assert {left for left, _ in sizes} == {4, 3, 2, 1}
    assert {role for _, role in sizes} == {0, 1}


@pytest.mark.parametrize("seed", range(2))
def test_hands_of_three_kept_from_five(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, ways = Rules(five_card=True), []
    cards = np.random.default_rng(seed).permutation(52)[:6].tolist()
    dealt, starter = sorted(cards[:5]), cards[5]
    told = Observation(Role.PONE, (61, 61), dealt, dealt[:2], dealt[2:], starter)
    search = searcher(rules)
    for many in (9, 1):
        monkeypatch.setattr("pegout.search.array_searcher._CARDS", many)
        task = search.begin(workspace.BY_SEARCH, facts_of(told, rules), search.space)
        ways.append(search.space.range.weight[: task.number])
    assert len(ways[0]) > 30
    assert ways[0] == pytest.approx(ways[1], abs=1e-9)


@pytest.mark.parametrize(
    ("every", "minimum"), [(40, 2), pytest.param(5, 20, marks=pytest.mark.slow)]
)
def test_few_of_many_hands_are_chosen_alike(
    every: int, minimum: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, chosen = searcher(Rules()), 0
    for spot in cards("club", 0, every):
        facts = facts_of(spot.position, Rules())
        found = []
        for many in (9, 1):
            monkeypatch.setattr("pegout.search.array_searcher._CARDS", many)
            found.append(search.card_values(facts, 50))
        assert found[0].points == pytest.approx(found[1].points, abs=1e-9)
        assert found[0].wins == pytest.approx(found[1].wins, abs=1e-9)
        chosen += 1
    assert chosen > minimum

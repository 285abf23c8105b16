"""The value of every option, against the choice and against the other form of the search."""

from functools import cache

import pytest

from pegout.evaluation import cribs_array
from pegout.search import card_choice
from pegout.search.array_searcher import ArraySearcher
from pegout.search.card_choice import PEGGING
from pegout.search.model import knowledge
from pegout.search.workspace import BY_WIN_PROBABILITY, LATE
from tests.search.observing import facts_of
from tests.search.spots import STANDARD, Spot, decisions_of

HANDS = 60


@cache
def searcher() -> ArraySearcher:
    return ArraySearcher(STANDARD, knowledge(), cribs_array(STANDARD))


@cache
def spots(from_score: int) -> list[Spot]:
    return list(decisions_of("club", 2, 8, from_score))


def test_the_best_discard_is_the_one_that_is_chosen() -> None:
    compared = 0
    for spot in spots(70):
        facts = facts_of(spot.position, STANDARD)
        if not spot.discards or not facts.score_matters or max(spot.position.needs) <= LATE:
            continue
        compared += 1
        found = searcher().discard_values(facts)
        chosen = searcher().discard(facts)
        assert found.wins[chosen] >= max(found.wins) - 1e-3
        assert all(0 <= chance <= 1 for chance in found.wins)
    assert compared > 5


def test_what_a_hand_pegs_is_what_the_table_says() -> None:
    spot = next(spot for spot in spots(0) if spot.discards)
    facts = facts_of(spot.position, STANDARD)
    pegs = searcher().discard_values(facts).pegs
    assert len(pegs) == 15
    assert len(set(pegs)) > 5
    assert set(pegs) <= set(knowledge().pegs[facts.role].tolist())


@pytest.mark.parametrize("from_score", [0, 100])
@pytest.mark.parametrize("some", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_cards_are_worth_what_the_search_down_each_line_finds(from_score: int, some: int) -> None:
    compared = 0
    for spot in [spot for spot in spots(from_score) if not spot.discards][:some]:
        facts = facts_of(spot.position, STANDARD)
        found = searcher().card_values(facts, HANDS)
        assert spot.chosen >> 2 in found.ranks
        effort = searcher().space.effort._replace(hands=[HANDS] * 15)
        space = searcher().space._replace(effort=effort)
        certain = facts._replace(score_matters=1)
        task = card_choice.begin(BY_WIN_PROBABILITY, certain, space, searcher().solved)
        for utility, wanted in ((task.utility, found.wins), (PEGGING, found.points)):
            asked = task._replace(utility=utility)
            card_choice.weigh(asked, certain, space, searcher().solved)
            values = [
                value
                for index, value in enumerate(space.choice.values)
                if card_choice.is_choice(task.play, index)
            ]
            assert values == pytest.approx(list(wanted), abs=1e-9)
            compared += 1
        assert not found.shares or sum(found.shares) == pytest.approx(1)
    assert compared == 2 * some

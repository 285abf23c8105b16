"""Kept hands near the end, valued for all needs at once, against the search, which takes one."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import tables
from pegout.rules import Rules
from pegout.search.best_response import best_response_value
from pegout.search.building import workspace_of
from pegout.search.card_choice import WINNING
from pegout.search.hands import FIRST_FOUR
from pegout.search.leaf_values import fill_show
from pegout.search.model import knowledge
from pegout.search.play import PlayState
from pegout.search.ranges import believe, believe_discards, signs_of
from pegout.search.workspace import CRIB_POINTS, OF_CARELESS, OPPONENT, OWN, Facts, Workspace
from pegout.solver.late_hands import HandValuer, cards_behind, crib_model
from pegout.tables import rank_sets as ranks
from pegout.tables.rank_sets import JACK

STANDARD = Rules()


@cache
def workspace() -> Workspace:
    return workspace_of(STANDARD, knowledge(), cribs_array(STANDARD))


def searched(role: Role, four: int, starter: int, needs: tuple[int, int], most: int) -> float:
    """Return the search's value of a hand behind a starter, at needs, with an average crib."""
    known, space = knowledge(), workspace()
    own, other = needs
    if starter == JACK:
        own, other = (own - 2, other) if role == Role.DEALER else (own, other - 2)
    if min(own, other) <= 0:
        return float(own <= 0)
    cards = cards_behind(four, starter)
    nothing = np.zeros(0, np.int8)
    facts = Facts(
        int(role), own, other, 1, OF_CARELESS, 0, 0, int(space.sets.ranks[FIRST_FOUR + four]),
        cards[4], int(tables().show_four[four, starter]), sum(1 << card for card in cards), 0, 0,
        nothing, nothing, nothing,
    )  # fmt: skip
    signs = signs_of(space)
    number = compiled(believe)(1820, facts, 4, 0, 0, 4, signs, known.solved)
    compiled(believe_discards)(facts, number, 4, 0, True, signs)
    discarded = space.beliefs.discarded / space.beliefs.discarded.sum()
    number = compiled(believe)(most, facts, 4, 0, 0, 4, signs, known.solved)
    compiled(fill_show)(facts, number, 4, 0, STANDARD.nobs_points, signs, space.shows)
    crib = discarded @ crib_model(known).average[role, starter]
    space.shows.crib[:] = np.concatenate((crib, np.zeros(CRIB_POINTS - len(crib))))
    space.shows.decision[0] += 1
    turn = OPPONENT if role == Role.DEALER else OWN
    play = PlayState(turn, 0, -1, 0, NO_PILE, facts.held, 4, own, other, 0)
    found = compiled(best_response_value)(play, number, facts, WINNING, space, known.solved)
    return float(found)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("role", Role)
def test_every_need_has_the_value_of_a_search(role: Role) -> None:
    known, luck, most = knowledge(), Random(1), 40
    valuer = HandValuer(known, crib_model(known), most)
    for four in luck.sample(range(1820), 3):
        held = ranks.sets(4)[four]
        starters = [rank for rank in range(13) if held.count(rank) < 4]
        for starter in {JACK, *luck.sample(starters, 4)} & {*starters}:
            values = valuer.behind(role, four, starter, wide=False)[0][0]
            for _ in range(12):
                needs = luck.randint(1, 25), luck.randint(1, 25)
                wanted = searched(role, four, starter, needs, most)
                found = values[needs[0] - 1, needs[1] - 1]
                assert found == pytest.approx(wanted, abs=1e-5), (held, starter, needs)

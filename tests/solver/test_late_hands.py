"""Kept hands near the end, valued for all needs at once, against the search, which takes one."""

from functools import cache
from pathlib import Path
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
from pegout.search.building_arrays import workspace_of
from pegout.search.card_choice import WINNING
from pegout.search.hands import FIRST_FOUR
from pegout.search.leaf_values import fill_show
from pegout.search.model import knowledge
from pegout.search.play import PlayState
from pegout.search.ranges import believe, believe_discards, signs_of
from pegout.search.workspace import CRIB_POINTS, OF_CARELESS, OPPONENT, OWN, Facts, Workspace
from pegout.solver import late_hands
from pegout.solver.checkpoint import SolveError
from pegout.tables import rank_sets as ranks
from pegout.tables.late_hands import AVERAGE, BY_CRIB, BY_DISCARDED, FLUSH
from pegout.tables.rank_sets import JACK

STANDARD = Rules()


@cache
def workspace() -> Workspace:
    return workspace_of(STANDARD, knowledge(), cribs_array(STANDARD))


def search(role: Role, four: int, starter: int, needs: tuple[int, int], maximum: int) -> float:
    """Return the search's value of a hand behind a starter, at needs, with an average crib."""
    known, space = knowledge(), workspace()
    own, other = needs
    if starter == JACK:
        own, other = (own - 2, other) if role == Role.DEALER else (own, other - 2)
    if min(own, other) <= 0:
        return float(own <= 0)
    cards = late_hands.cards_of_ranks(four, starter)
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
    number = compiled(believe)(maximum, facts, 4, 0, 0, 4, signs, known.solved)
    compiled(fill_show)(facts, number, 4, 0, STANDARD.nobs_points, signs, space.shows)
    crib = discarded @ late_hands.crib_model(known).average[role, starter]
    space.shows.crib[:] = np.concatenate((crib, np.zeros(CRIB_POINTS - len(crib))))
    space.shows.decision[0] += 1
    turn = OPPONENT if role == Role.DEALER else OWN
    play = PlayState(turn, 0, -1, 0, NO_PILE, facts.held, 4, own, other, 0)
    found = compiled(best_response_value)(play, number, facts, WINNING, space, known.solved)
    return float(found)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("role", [Role.DEALER, pytest.param(Role.PONE, marks=pytest.mark.long)])
def test_every_need_has_the_value_of_a_search(role: Role) -> None:
    known, luck, maximum = knowledge(), Random(1), 40
    valuer = late_hands.HandValuer(known, late_hands.crib_model(known), maximum)
    for four in luck.sample(range(1820), 3):
        held = ranks.sets(4)[four]
        starters = [rank for rank in range(13) if held.count(rank) < 4]
        for starter in {JACK, *luck.sample(starters, 4)} & {*starters}:
            values = valuer.behind(role, four, starter)[0][0]
            for _ in range(12):
                needs = luck.randint(1, 25), luck.randint(1, 25)
                wanted = search(role, four, starter, needs, maximum)
                found = values[needs[0] - 1, needs[1] - 1]
                assert found == pytest.approx(wanted, abs=1e-5), (held, starter, needs)


HANDS = 40


def invent(role: Role, four: int) -> late_hands.HandValues:
    """Return smooth functions of both needs, another for each hand."""
    own, other = np.meshgrid(np.arange(25) / 25, np.arange(25) / 25, indexing="ij")
    average = 0.5 + 0.4 * np.sin(own * (1 + four / HANDS) - other * (1 + role))
    changes = np.stack(
        [0.01 * np.cos(own * rank / 4 - other * four / HANDS) for rank in range(1, 14)]
    )
    crib = np.stack([changes, 0.5 * changes, 2 * changes], axis=1)
    return late_hands.HandValues(average, changes, crib, np.stack((changes[0], 4 * changes[0])))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Role, int]]:
    """Let all hands be few, with invented values; return which of them are valued."""
    asked: list[tuple[Role, int]] = []

    class Inventor:
        def __init__(self, *_: object) -> None:
            pass

        def value(self, role: Role, four: int) -> late_hands.HandValues:
            asked.append((role, four))
            return invent(role, four)

    kept = [((2, HANDS, *shape[2:]), kind) for shape, kind in late_hands._KEPT]
    monkeypatch.setattr(late_hands, "_HANDS", HANDS)
    monkeypatch.setattr(late_hands, "_KEPT", kept)
    monkeypatch.setattr(late_hands, "HandValuer", Inventor)
    return asked


@pytest.mark.slow
def test_the_table_has_the_values_of_all_hands(few: list[tuple[Role, int]]) -> None:
    solved = late_hands.solve_late_hands(knowledge(), workers=1)
    assert few == [(role, four) for role in Role for four in range(HANDS)]
    assert max(error.mean for error in solved.errors.values()) < 2e-4
    table = solved.table
    for role, four in ((Role.PONE, 3), (Role.DEALER, 17)):
        for part, wanted in (
            (AVERAGE, invent(role, four).average[None]),
            (BY_DISCARDED, invent(role, four).discarded),
            (BY_CRIB, invent(role, four).crib),
            (FLUSH, invent(role, four).more[1:]),
        ):
            numbers = table.numbers[role, part.number :, four][: part.rows * part.shapes]
            some = slice(part.shape, part.shape + part.shapes)
            shapes = table.scales[role, some, None] * table.shapes[role, some]
            found = numbers.reshape(part.rows, part.shapes) @ shapes
            assert found == pytest.approx(wanted.reshape(part.rows, 625), abs=4e-3)


@pytest.mark.slow
def test_an_interrupted_run_gives_the_same(few: list[tuple[Role, int]], tmp_path: Path) -> None:
    whole, state = late_hands.solve_late_hands(knowledge(), workers=1).table, tmp_path / "half.npz"

    def interrupt(part: float) -> None:
        if part > 0.6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        late_hands.solve_late_hands(knowledge(), workers=1, state=state, progress=interrupt)
    few.clear()
    again = late_hands.solve_late_hands(knowledge(), workers=1, state=state).table
    # A twentieth of the hands is saved at a time.
    assert 0.4 * 2 * HANDS <= len(few) <= 0.45 * 2 * HANDS
    for array, other in zip(whole, again, strict=True):
        assert np.array_equal(array, other)
    with pytest.raises(SolveError, match="belongs to another solution"):
        late_hands.solve_late_hands(knowledge(), workers=1, maximum=7, state=state)

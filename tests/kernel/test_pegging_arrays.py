"""Many piles at once, compared with scoring one pile."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pegout.cards import CARDS, VALUES
from pegout.kernel import layout as state
from pegout.kernel.pegging_arrays import ends_of_five, pile_scores
from pegout.scoring import play_points
from pegout.search.multiplayer import rollouts
from pegout.tables import rank_sets as ranks
from tests.cases import each


def score_last(played: list[int], *, runs: bool) -> int:
    """Count the last of some ranks, in piles of both widths."""
    count = sum(ranks.VALUES[rank] for rank in played)
    piles = []
    for empty in (state.NO_PILE, rollouts.NO_END):
        pile = empty
        for rank in played:
            pile = (pile << 4 | rank) & empty
        piles.append(pile)
    points, other = pile_scores(np.array(piles), np.array([count] * 2), ends_of_five(runs)).tolist()
    assert points == other
    return int(points)


@given(st.lists(st.integers(0, 51), min_size=1, max_size=13, unique=True), st.booleans())
def test_a_pile_scores_as_in_the_rules(cards: list[int], runs: bool) -> None:
    pile: list[int] = []
    for card in cards:
        if sum(VALUES[played] for played in [*pile, card]) <= 31:
            pile.append(card)
    wanted = play_points([CARDS[card] for card in pile], runs=runs)
    assert score_last([card >> 2 for card in pile], runs=runs) == wanted


@each("letters", ["A23456", "A234567", "7654321".replace("1", "A"), "263457"])
def test_the_longest_runs_are_counted(letters: str) -> None:
    pile = [ranks.parse(letter)[0] for letter in letters]
    found = score_last(pile, runs=True)
    assert found == play_points([CARDS[rank * 4] for rank in pile])
    assert found >= 4

"""The score tables equal the scoring of cards."""

from pegout.cards import sets_of_ranks
from pegout.kernel.score_tables import tables
from pegout.tables import rank_sets as ranks
from tests.cases import each


@each("size", [3, 4])
def test_a_set_scores_with_a_starter_what_its_ranks_do(size: int) -> None:
    found = tables().show_three if size == 3 else tables().show_four
    for at, cards in enumerate(sets_of_ranks(size)):
        for rank in range(13):
            used_up = cards.count(rank) == 4
            assert found[at, rank] == (0 if used_up else ranks.points((*cards, rank)))

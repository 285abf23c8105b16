"""Computations for one hand at a time equal the tables of the kernel."""

from itertools import product

from pegout.cards import sets_of_ranks
from pegout.evaluation import cribs_array
from pegout.evaluation.single_hand import SHOW, cribs_of
from pegout.kernel.score_tables import tables
from pegout.rules import Rules
from tests.cases import each


@each("size", [3, 4])
def test_sets_of_ranks_score_what_they_score_in_the_tables(size: int) -> None:
    made = tables()
    for number, ranks in enumerate(sets_of_ranks(size)):
        if size == 3:
            mine = SHOW.three_of[ranks[2], ranks[0], ranks[1]]
            assert SHOW.left_three[mine] == made.left_three[number]
            points = [SHOW.show_three[mine, rank] for rank in range(13)]
            assert points == made.show_three[number].tolist()
        else:
            mine = SHOW.four_of[SHOW.two_of[ranks[3], ranks[0]], SHOW.two_of[ranks[1], ranks[2]]]
            assert SHOW.left_four[mine] == made.left_four[number]
            points = [SHOW.show_four[mine, rank] for rank in range(13)]
            assert points == made.show_four[number].tolist()
        assert mine == ranks


@each("variant", [Rules(), Rules(five_card=True), Rules(lowball=True)])
def test_cribs_of_two_are_those_of_the_array(variant: Rules) -> None:
    array, found = cribs_array(variant), cribs_of(variant)
    assert len(found) == 2
    for role, suited, rank, other in product(range(2), range(2), range(13), range(13)):
        assert found[role][suited, rank, other] == array[role, suited, rank, other]


@each("players", [3, 4])
def test_cribs_of_more_are_those_of_the_array(players: int) -> None:
    array, found = cribs_array(Rules(players=players)), cribs_of(Rules(players=players))
    assert len(found) == len(array)
    for role, rank in product(range(len(array)), range(13)):
        # The arrays pass a single card twice, and so always as suited.
        assert found[role][1, rank, rank] == array[role, rank]

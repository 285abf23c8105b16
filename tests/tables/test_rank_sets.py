from math import comb

from pegout.cards import parse_cards
from pegout.scoring import show_points
from pegout.tables import rank_sets as ranks
from tests.cases import each


def test_every_hand_is_one_of_the_ways_of_its_ranks() -> None:
    for size in (1, 2, 3, 4):
        assert sum(map(ranks.ways, ranks.sets(size))) == comb(52, size)


def test_taken_cards_leave_fewer_ways() -> None:
    taken = ranks.parse("5 5 J")
    total = sum(ranks.ways(hand, taken) for hand in ranks.sets(3))
    assert total == comb(49, 3)


@each(
    ("hand", "starter"),
    [("5H 5S 5C JD", "5D"), ("2H 4C 6H 8H", "KS"), ("7C 7D 8H 9S", "8C"), ("AC 2C 3C 9H", "4C")],
)
def test_points_are_those_of_the_show_without_flush_and_nobs(hand: str, starter: str) -> None:
    cards, (cut,) = parse_cards(hand), parse_cards(starter)
    expected = show_points(cards, cut, crib=True, crib_flush="none", nobs_points=0)
    assert ranks.points(ranks.of((*cards, cut))) == expected


def test_ranks_are_read_and_written() -> None:
    assert ranks.format(ranks.parse("K T5A")) == "A5TK"

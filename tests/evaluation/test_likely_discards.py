"""How likely a seat is to discard given cards."""

from itertools import combinations

import pytest

from pegout.cards import parse_cards
from pegout.evaluation.likely_discards import likely_discards
from pegout.evaluation.opponent_discards import shares
from pegout.rules import Rules
from pegout.tables import rank_sets as ranks
from tests.cases import each


@each(
    ("rules", "seat", "held"),
    [
        (Rules(), 0, "5H 5S 5D 7C JD JS"),
        (Rules(), 1, "AH AS 2D 2C KD KS"),
        (Rules(lowball=True), 1, "AH 3S 5D 5C KD KS"),
        (Rules(five_card=True), 1, "AH 3S 5D 5C KD"),
        (Rules(players=3), 2, "5H 5S 5D 5C JD"),
        (Rules(players=4), 2, "2H 4S 6D 8C 8D"),
    ],
)
def test_all_discards_of_a_hand_add_up_to_one(rules: Rules, seat: int, held: str) -> None:
    likely = likely_discards(rules, 0)
    dealt = parse_cards(held)
    every = [likely(seat, dealt, away) for away in combinations(dealt, rules.discard_size)]
    assert sum(every) == pytest.approx(1)
    assert min(every) > 0


def test_cards_of_one_rank_share_what_is_told_of_the_rank() -> None:
    dealt = parse_cards("2H 3S 4D 8C KD KS")
    likely = likely_discards(Rules(), 0)
    told = shares(Rules(), "own")[ranks.of(dealt)][ranks.parse("8K")]
    found = [likely(0, dealt, parse_cards(f"8C {king}")) for king in ("KD", "KS")]
    assert found[0] == found[1] == pytest.approx(0.05 / 15 + 0.95 * told / 2)

"""How often sets of ranks are kept, compared with keeping any four cards."""

from math import comb

import pytest

from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.kept_hands import keep_means, keep_rate
from tests.cases import each

ROLES = ("own", "opponent")


@each("role", ROLES)
def test_good_hands_are_kept_more_often(role: str) -> None:
    rates = keep_rate(role)
    assert rates[ranks.parse("5TJQ")] > 1.5
    assert rates[ranks.parse("29QK")] < 0.5


@each("role", ROLES)
def test_rates_are_of_four_cards_at_random(role: str) -> None:
    rates = keep_rate(role)
    assert list(rates) == list(ranks.sets(4))
    mean = sum(rate * ranks.ways(keep) for keep, rate in rates.items()) / comb(52, 4)
    assert mean == pytest.approx(1)
    # Some hands are never kept.
    assert min(rates.values()) == 0


@each("role", ROLES)
@each("keep", ["5JQK", "A23K", "4556"])
def test_a_rate_is_what_the_table_says_of_all_hands(role: str, keep: str) -> None:
    hands = {
        row["keep"]: int(row["hands"]) for row in tables.load("keeps").rows if row["role"] == role
    }
    share = hands[keep] / sum(hands.values())
    random = ranks.ways(ranks.parse(keep)) / comb(52, 4)
    assert keep_rate(role)[ranks.parse(keep)] == pytest.approx(share / random)


def test_means_are_of_both_roles() -> None:
    fives = 0.0
    for role in ROLES:
        for keep, rate in keep_rate(role).items():
            fives += keep.count(4) * rate * ranks.ways(keep) / comb(52, 4) / 2
    means = keep_means()
    assert means[4] == max(means) == pytest.approx(fives)
    assert sum(means) == pytest.approx(4)

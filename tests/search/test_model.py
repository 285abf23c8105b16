from math import comb, prod

import numpy as np
import pytest

from pegout.evaluation.opponent_discards import read_strategy
from pegout.search.model import check_knowledge, knowledge
from pegout.tables import files as tables
from pegout.tables.score_distributions import shipped_parts
from pegout.tables.win_probability import chance


def test_it_is_what_the_search_takes() -> None:
    known = check_knowledge(knowledge())
    for rates in (*known.discard_rates, known.crib, *known.hands, known.play):
        assert rates.min() >= 0
        assert rates.sum() == pytest.approx(1)


def test_discards_are_those_of_the_table() -> None:
    for index, role in enumerate(("opponent", "own")):
        found = read_strategy(tables.load("discards_deal"), role, 6, 2)
        rates = np.zeros(len(found.discards))
        for counts, discards in found.hands:
            hands = prod([comb(4, number) for _, number in counts])
            for pair, share in discards:
                rates[pair] += hands * share
        assert knowledge().discard_rates[index] == pytest.approx(rates / rates.sum(), abs=1e-5)


def test_chances_and_points_are_those_of_the_tables() -> None:
    known, parts = knowledge(), shipped_parts()
    for needs in ((1, 1), (12, 7), (121, 121)):
        assert known.wins[needs] == chance(*needs)
    deals = parts.crib.sum()
    assert known.play * deals == pytest.approx(parts.play)
    assert known.hands[::-1] * deals == pytest.approx(parts.hands)
    assert known.crib * deals == pytest.approx(parts.crib)


def test_discards_and_keeps_are_of_one_solution() -> None:
    # The command, the versions, the sources, the roles, and the quality.
    assert tables.load("discards_deal").head[1:7] == tables.load("keeps").head[1:7]

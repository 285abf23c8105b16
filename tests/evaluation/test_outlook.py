from math import comb, prod

import numpy as np
import pytest

from pegout.evaluation.outlook import knowledge
from pegout.evaluation.positions import chance, shipped_deals
from pegout.evaluation.throwing import habit
from pegout.kernel.thinking import checked_knowledge
from pegout.rules import rules


def test_it_is_what_the_search_takes() -> None:
    known = checked_knowledge(knowledge())
    for rates in (known.throws[0], known.throws[1], known.crib, *known.hands, known.play):
        assert rates.min() >= 0
        assert rates.sum() == pytest.approx(1)


def test_throws_are_those_of_the_table() -> None:
    for place, role in enumerate(("own", "opponent")):
        found = habit(rules(), role)  # type: ignore[arg-type]
        rates = np.zeros(len(found.throws))
        for counts, throws in found.hands:
            hands = prod([comb(4, number) for _, number in counts])
            for pair, share in throws:
                rates[pair] += hands * share
        assert knowledge().throws[place] == pytest.approx(rates / rates.sum(), abs=1e-5)


def test_chances_and_points_are_those_of_the_tables() -> None:
    known, deals = knowledge(), shipped_deals()
    for needs in ((1, 1), (12, 7), (121, 121)):
        assert known.chances[needs] == chance(*needs)
    dealer = (known.play.sum(axis=1) * np.arange(32)).sum()
    assert dealer == pytest.approx(sum(more * rate for more, _, rate in deals.play), abs=0.01)
    assert known.hands[1] @ np.arange(30) == pytest.approx(
        sum(points * rate for points, rate in deals.hand_pone)
    )

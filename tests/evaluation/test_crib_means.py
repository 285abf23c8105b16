import random
from statistics import fmean

import numpy as np
import pytest

from pegout.cards import CARDS, Card, parse_cards
from pegout.evaluation import cribs_array
from pegout.evaluation.discards import CribOwner, crib_mean
from pegout.rules import Rules
from tests.cases import each

ROLES: tuple[CribOwner, ...] = ("own", "opponent", "partner")
VARIANTS = [
    Rules(),
    Rules("clasico"),
    Rules("family"),
    Rules(crib_flush="none"),
    Rules(five_card=True),
    Rules(players=3),
    Rules(players=4),
]


@each("of", VARIANTS)
def test_the_array_is_the_mean_of_what_players_expect(of: Rules) -> None:
    chance = random.Random(1)
    cribs = cribs_array(of)
    for role, table in zip(ROLES, cribs, strict=False):
        for _ in range(6):
            discarded = chance.sample(CARDS, of.discard_size)
            rest = [card for card in CARDS if card not in discarded]
            means = []
            for _ in range(400):
                dealt = [*discarded, *chance.sample(rest, of.hand_size - of.discard_size)]
                nobs = sum(
                    [
                        13 - sum([other & 3 == card & 3 for other in dealt])
                        for card in discarded
                        if card >> 2 == 10
                    ]
                ) / (52 - len(dealt))
                means.append(crib_mean(discarded, dealt, of, role) - of.nobs_points * nobs)
            ranks = [card >> 2 for card in discarded]
            suited = len({card & 3 for card in discarded}) == 1
            found = (
                table[int(suited), ranks[0], ranks[1]] if of.discard_size == 2 else table[ranks[0]]
            )
            assert found == pytest.approx(fmean(means), abs=0.005)


def test_shapes_follow_the_players() -> None:
    assert [cribs_array(Rules(players=players)).shape for players in (2, 3, 4)] == [
        (2, 2, 13, 13),
        (2, 13),
        (3, 13),
    ]


def test_the_order_of_a_discard_does_not_matter() -> None:
    cribs = cribs_array(Rules())
    assert np.allclose(cribs, cribs.transpose(0, 1, 3, 2), rtol=0, atol=1e-12)


def test_a_suited_discard_is_worth_a_flush_more() -> None:
    own = cribs_array(Rules())[0]
    assert ((own[1] - own[0])[~np.eye(13, dtype=bool)] > 0).all()
    assert np.array_equal(np.diag(own[1]), np.diag(own[0]))
    none = cribs_array(Rules(crib_flush="none"))[0]
    assert np.allclose(none[0], none[1], rtol=0, atol=1e-12)


def test_fives_are_best_in_ones_own_crib() -> None:
    own = cribs_array(Rules())[0, 0]
    assert np.unravel_index(own.argmax(), own.shape) == (4, 4)
    five, king = (Card(card) >> 2 for card in parse_cards("5C KC"))
    assert own[five, king] > own[king, king]


def test_the_array_is_shared_and_cannot_be_written_to() -> None:
    assert cribs_array(Rules()) is cribs_array(Rules())
    with pytest.raises(ValueError, match="read-only"):
        cribs_array(Rules())[0] = 0

"""Every discard of many hands at once, compared with one hand at a time."""

import random
from typing import Any

import numpy as np
import pytest

import pegout
from pegout.cards import CARDS, Card, parse_cards
from pegout.evaluation import discard_values, many_discards
from pegout.evaluation.discards import CribOwner, valued_discards
from pegout.kernel import KernelError, discards_of
from pegout.rules import Rules
from tests.cases import each, raises_code

VARIANTS = [
    Rules(),
    Rules("clasico"),
    Rules(nobs_points=0),
    Rules(nobs_points=2),
    Rules(crib_flush="none"),
    Rules(lowball=True),
    Rules(five_card=True),
    Rules(players=3),
    Rules(players=4),
]
HANDS = {
    "one suit": "AH 3H 5H 7H JH KH",
    "two jacks": "JH JS 4H 4S 9H 9S",
    "four jacks": "JH JS JC JD 5H 5S",
    "a flush to be broken": "2C 6C 9C JC KC 5D",
}


def roles_of(variant: Rules) -> list[CribOwner]:
    return ["own", "opponent", "partner"][: 3 if variant.players == 4 else 2]  # type: ignore[return-value]


def some_hands(size: int) -> list[list[Card]]:
    chance = random.Random(3)
    hands = [chance.sample(CARDS, size) for _ in range(10)]
    return [*hands, *[list(parse_cards(text))[:size] for text in HANDS.values()]]


@each("variant", VARIANTS)
def test_each_discard_is_worth_what_it_is_worth_for_one_hand(variant: Rules) -> None:
    hands = some_hands(variant.hand_size)
    for role in roles_of(variant):
        values = discard_values(hands, role, rules=variant)
        assert values.shape == (len(hands), len(discards_of(variant)))
        assert values.dtype == np.float64
        alone = discard_values(hands, None, rules=variant)
        for at, hand in enumerate(hands):
            valued = valued_discards(hand, variant, role)
            by_cards = {frozenset(discard.cards): discard for discard in valued}
            for index, where in enumerate(discards_of(variant)):
                discard = by_cards[frozenset([hand[card] for card in where])]
                assert alone[at, index] == pytest.approx(discard.hand, abs=1e-12)
                # The array has the crib's flush by its mean over all other cards dealt.
                suited = len({card.suit for card in discard.cards}) == 1
                within = 0.15 if suited and variant.crib_flush != "none" else 1e-9
                assert values[at, index] == pytest.approx(discard.total, abs=within)


@pytest.mark.parametrize(
    "number", [60, pytest.param(20_000, marks=[pytest.mark.slow, pytest.mark.compiled])]
)
def test_by_the_loops_and_by_numpy_alone_the_numbers_are_the_same(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variant in VARIANTS:
        hands = pegout.kernel.deal(number, 4, rules=variant).hands[:, 0]
        for role in [*roles_of(variant), None]:
            found = []
            for loops in (True, False):
                monkeypatch.setattr(many_discards, "COMPILED", loops)
                found.append(discard_values(hands, role, rules=variant))
            assert np.array_equal(found[0], found[1])


def test_the_order_of_the_cards_changes_the_order_of_the_discards_alone() -> None:
    hand = list(parse_cards("5H JD 6S 7C JC KH"))
    forwards, backwards = discard_values([hand, hand[::-1]], "own")
    turned = dict(zip(discards_of(Rules()), forwards, strict=True))
    for (index, other), value in zip(discards_of(Rules()), backwards, strict=True):
        assert value == pytest.approx(turned[5 - other, 5 - index], abs=1e-12)


def test_it_has_a_name_at_the_top() -> None:
    assert pegout.discard_values is discard_values
    assert discard_values(np.zeros((0, 6), np.int8), "own").shape == (0, 15)


@each(
    ("hands", "role", "options", "code"),
    [
        ([[0, 1, 2, 3, 4]], "own", {}, "bad_shape"),
        ([0, 1, 2, 3, 4, 5], "own", {}, "bad_shape"),
        ([range(6)], "own", {"rules": Rules(players=3)}, "bad_shape"),
        ([[0, 1, 2, 3, 4, 4]], "own", {}, "duplicate_card"),
        ([[0, 1, 2, 3, 4, 52]], "own", {}, "bad_card"),
        ([[0, 1, 2, 3, 4, -1]], "own", {}, "bad_card"),
        ([[0, 1, 2, 3, 4, 5.0]], "own", {}, "bad_dtype"),
        ([range(6)], "partner", {}, "bad_role"),
        ([range(6)], "dealer", {}, "bad_role"),
    ],
)
def test_what_cannot_be_valued_is_refused(
    hands: Any, role: Any, options: dict[str, Any], code: str
) -> None:
    with raises_code(KernelError, code):
        discard_values(hands, role, **options)

"""The discard where the game may end in the deal: from the table, and against the search."""

from functools import cache
from random import Random

import numpy as np
import pytest

from pegout.cards import Card, format_cards, parse_cards
from pegout.evaluation import cribs_array
from pegout.kernel.actions import discards_of
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.model import knowledge
from pegout.search.workspace import OF_CRIB, OF_SOLUTION
from pegout.tables import late_hands
from pegout.tables import rank_sets as ranks
from pegout.tables.late_hands_arrays import no_late_hands
from tests.cases import each
from tests.search.observing import Asked, Observation
from tools.late_choices import Judge
from tools.late_deals import Late

STANDARD = Rules()
DISCARD_SIZE = discards_of(STANDARD)
JACK = 10


@cache
def search_under(rules: Rules = STANDARD) -> Asked:
    return Asked(rules, knowledge(), cribs_array(rules))


@cache
def without_table() -> Asked:
    return Asked(STANDARD, knowledge()._replace(late=no_late_hands()), cribs_array(STANDARD))


def spots(number: int) -> list[Observation]:
    luck = Random(7)
    return [
        Observation(
            Role(luck.random() < 0.5),
            (luck.randint(1, 25), luck.randint(1, 25)),
            sorted(luck.sample(range(52), 6)),
        )
        for _ in range(number)
    ]


def wins_of(position: Observation, rules: Rules = STANDARD, left_out: int = 0) -> list[float]:
    facts = search_under(rules).facts(position, left_out)
    return [*search_under(rules).searcher.discard_values(facts).wins]


# The sum, part by part ---------------------------------------------------------------------------


def table_of(role: Role, four: tuple[int, ...], part: late_hands.TablePart, row: int = 0) -> Array:
    """Return a function of a hand by both needs, with a row and a column 0 in front."""
    late = knowledge().late
    numbers = late.numbers[role, ranks.sets(4).index(four), part.number :].astype(float)
    numbers = numbers[: part.rows * part.shapes].reshape(part.rows, part.shapes)
    shapes = late.shapes[role, :, :, part.shape : part.shape + part.shapes]
    return np.pad(shapes @ numbers[row], ((1, 0), (1, 0)))


def expected_chances(position: Observation, discard: int, nobs_points: int = 1) -> Array:
    """Return the chances of winning with a discard by both needs."""
    six = [int(card) for card in position.dealt]
    discarded = [six[index] for index in DISCARD_SIZE[discard]]
    kept = [card for card in six if card not in discarded]
    role, four = position.role, tuple(sorted(card >> 2 for card in kept))
    total = table_of(role, four, late_hands.AVERAGE)
    for card in discarded:
        total = total + table_of(role, four, late_hands.BY_DISCARDED, card >> 2)
    pair = ranks.sets(2).index(tuple(sorted(card >> 2 for card in discarded)))
    starters = [card for card in range(52) if card not in six]
    for starter in starters:
        for direction in range(late_hands.DIRECTIONS):
            row = late_hands.DIRECTIONS * (starter >> 2) + direction
            far = knowledge().late.features[role, pair, starter >> 2, direction]
            total = total + far / 46 * table_of(role, four, late_hands.BY_CRIB, row)
        flush = {card & 3 for card in kept} == {starter & 3}
        nobs = sum(card >> 2 == JACK and card & 3 == starter & 3 for card in kept)
        total = total + (flush + nobs * nobs_points) / 46 * table_of(role, four, late_hands.NOBS)
    if len({card & 3 for card in kept}) == 1:
        total = total + table_of(role, four, late_hands.FLUSH)
    return total


def test_chances_are_the_sums_of_the_parts() -> None:
    flush = Observation(Role.PONE, (7, 5), sorted(map(int, parse_cards("2S 6S 7S JS QH KD"))))
    for position in [*spots(4), flush]:
        found = wins_of(position)
        for discard in Random(1).sample(range(15), 4):
            wanted = expected_chances(position, discard)[position.needs]
            assert found[discard] == pytest.approx(min(max(wanted, 0), 1), abs=1e-6)


@each(
    ("rules", "role", "needs"),
    [
        (Rules(heels_points=0), Role.DEALER, (2, 6)),
        (Rules(heels_points=0), Role.PONE, (9, 7)),
        (Rules(heels_points=1), Role.DEALER, (1, 2)),
        (Rules(heels_points=1), Role.PONE, (4, 2)),
        (Rules(stinkhole=True), Role.DEALER, (1, 4)),
        (Rules(stinkhole=True), Role.PONE, (5, 1)),
        (Rules(stinkhole=True), Role.PONE, (5, 2)),
        (Rules(nobs_points=0), Role.PONE, (9, 4)),
        (Rules("family"), Role.DEALER, (9, 4)),
    ],
)
def test_heels_and_nobs_follow_the_rules(rules: Rules, role: Role, needs: tuple[int, int]) -> None:
    six = sorted(map(int, parse_cards("4C 5D 6H JS JH QD")))
    position, jacks = Observation(role, needs, six), 2 / 46
    found = wins_of(position, rules)
    for discard in (3, 8, 14):
        chances = expected_chances(position, discard, rules.nobs_points)

        def after(points: int, chances: Array = chances) -> float:
            own, other = needs
            own, other = (own - points, other) if role else (own, other - points)
            return float(own <= 0) if min(own, other) <= 0 else float(chances[own, other])

        dealer = needs[0] if role else needs[1]
        heels = 0 if rules.stinkhole and dealer == 1 else rules.heels_points
        # With a need of two or less heels end the game, and all else is the other starters.
        if dealer <= 2:
            plain = (chances[needs] - jacks * after(2)) / (1 - jacks)
        else:
            plain = chances[needs] - jacks * (after(2) - chances[needs])
        wanted = (
            chances[needs] if heels == 2 else plain + jacks * (after(heels) - plain) * (heels > 0)
        )
        assert found[discard] == pytest.approx(min(max(wanted, 0), 1), abs=1e-6)


def test_what_is_left_out_does_not_count() -> None:
    position = Observation(Role.DEALER, (9, 12), sorted(map(int, parse_cards("2S 3D 4H 5S JS QD"))))
    whole, plain = wins_of(position), wins_of(position, left_out=OF_CRIB)
    average = wins_of(position, left_out=OF_SOLUTION)
    assert max(abs(value - other) for value, other in zip(whole, plain, strict=True)) > 0.01
    assert whole != average


# What it says ------------------------------------------------------------------------------------


@each(
    ("deals", "needs", "dealt", "away", "otherwise"),
    [
        # The dealer needs seventeen points before the pone has five: the crib has to be large.
        (True, (17, 5), "2S 3D 4H 5S JS QD", "5S JS", "JS QD"),
        # The dealer has to peg three points, or to stop the pone, who counts first.
        (True, (3, 2), "AC 2C 7D 7S 9H KH", "AC 7D", "AC 9H"),
    ],
)
def test_what_the_score_asks_for_is_discarded(
    deals: bool, needs: tuple[int, int], dealt: str, away: str, otherwise: str
) -> None:
    cards = sorted(int(card) for card in parse_cards(dealt))
    for searcher, wanted in ((search_under(), away), (without_table(), otherwise)):
        discard = DISCARD_SIZE[searcher.discard(Observation(Role(deals), needs, cards))]
        assert format_cards([Card(cards[index]) for index in discard]) == wanted


def test_without_the_table_discards_are_for_an_average_deal() -> None:
    less = without_table()
    differ = sum(
        less.discard(position) != search_under().discard(position) for position in spots(30)
    )
    assert 0 < differ < 20


@pytest.mark.slow
@pytest.mark.compiled
def test_chances_are_those_of_the_search_behind_every_starter() -> None:
    judge, errors = Judge(), []
    for position in spots(6):
        six = np.array(position.dealt)
        late = Late(0, int(not position.role), 121 - np.array(position.needs), six)
        found = wins_of(position)
        best = max(range(15), key=found.__getitem__)
        errors.append(found[best] - judge.worth(late, best))
    assert np.mean(np.abs(errors)) < 0.004
    assert max(map(abs, errors)) < 0.02

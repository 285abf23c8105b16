"""The discard where the game may end in the deal, against an oracle of dictionaries."""

from collections import defaultdict
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from pegout.cards import CARDS, Card, format_cards, parse_cards
from pegout.evaluation import cribs_array
from pegout.kernel.actions import discards_of
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search import endgame_discard as late
from pegout.search.best_response import best_response_value
from pegout.search.kept_hand import take
from pegout.search.model import kept_by, knowledge
from pegout.search.workspace import OPPONENT
from pegout.tables import rank_sets as ranks
from pegout.tables.pegging_goals import shipped_goals
from pegout.tables.win_probability import chance
from tests.cases import failures
from tests.search.observing import Asked, Observation
from tests.tables.goals import chances_of

STANDARD = Rules()
DISCARD_SIZE = discards_of(STANDARD)
JACK = 10


@cache
def thoughts_under(rules: Rules) -> Asked:
    return Asked(rules, knowledge(), cribs_array(rules))


def thoughts(rules: Rules = STANDARD) -> Asked:
    return thoughts_under(rules)


@cache
def without_goals() -> Asked:
    known = knowledge()
    known = known._replace(goals=np.zeros_like(known.goals))
    return Asked(STANDARD, known, cribs_array(STANDARD))


@cache
def fours() -> tuple[tuple[int, ...], ...]:
    return tuple(ranks.sets(4))


def counts(four: tuple[int, ...], starter: int) -> int:
    """Return what ranks count with a starter of another suit than all of them, without flushes."""
    copies: dict[int, int] = defaultdict(int)
    cards = []
    for rank in four:
        cards.append(CARDS[4 * rank + copies[rank]])
        copies[rank] += 1
    if copies[starter] == 4:
        return -1
    points = show_points(cards, CARDS[4 * starter + copies[starter]], nobs_points=0)
    suited = len({card & 3 for card in cards}) == 1
    return points - (0 if not suited else 5 if copies[starter] == 0 else 4)


@cache
def hands_behind(role: int, starter: int, nobs_points: int) -> dict[int, float]:
    """Return the distribution of a role's hand given a starter, without flushes."""
    found: dict[int, float] = defaultdict(float)
    for four, kept in zip(fours(), kept_by(knowledge())[role].tolist(), strict=True):
        points, weight = counts(four, starter), kept * (4 - four.count(starter))
        if weight <= 0:
            continue
        nobs = four.count(JACK) / 4 if starter != JACK else 0
        found[points] += weight * (1 - nobs)
        found[points + nobs_points] += weight * nobs
    total = sum(found.values())
    return {points: weight / total for points, weight in found.items()}


def cribs_behind(
    discarded: list[int], seen: list[int], deals: bool, starter: int, nobs_points: int
) -> dict[int, float]:
    """Return the distribution of the crib given a starter, without flushes."""
    found: dict[int, float] = defaultdict(float)
    rates = knowledge().discard_rates[0 if deals else 1].tolist()
    for pair, rate in zip(ranks.sets(2), rates, strict=True):
        left = [4 - sum(card >> 2 == rank for card in seen) for rank in range(13)]
        one, other = pair
        whole = 6 if one == other else 16
        ways = left[one] * (left[one] - 1) / 2 if one == other else left[one] * left[other]
        four = tuple(sorted([*pair, *[card >> 2 for card in discarded]]))
        if not ways:
            continue
        nobs = four.count(JACK) / 4 if starter != JACK else 0
        points = max(0, counts(four, starter))
        found[points] += rate * ways / whole * (1 - nobs)
        found[points + nobs_points] += rate * ways / whole * nobs
    total = sum(found.values())
    return {points: weight / total for points, weight in found.items()}


def mixed(parts: list[dict[int, float]]) -> dict[int, float]:
    found: dict[int, float] = defaultdict(float)
    for part in parts:
        for points, weight in part.items():
            found[points] += weight / len(parts)
    return found


def at_crib(dealer: int, pone: int, crib: dict[int, float]) -> float:
    """Return the dealer's chance before the crib."""
    if dealer <= 0:
        return 1.0
    return sum(
        weight * (1.0 if points >= dealer else 1 - chance(pone, dealer - points))
        for points, weight in crib.items()
    )


def after(
    deals: bool, need: int, other: int, own: int, hand: dict[int, float], crib: dict[int, float]
) -> float:
    """Return the chance of winning after the play, with ``own`` points in the own hand."""
    if not deals and own >= need:
        return 1.0
    total = 0.0
    for points, weight in hand.items():
        if points >= other:
            continue
        if deals:
            total += weight * at_crib(need - own, other - points, crib)
        else:
            total += weight * (1 - at_crib(other - points, need - own, crib))
    return total


class Expected(NamedTuple):
    """The chance of winning with a discard; and those after the play, over starters but heels."""

    chance: float
    mean: Array


def expected(position: Observation, discard: int, rules: Rules = STANDARD) -> Expected:
    """Compute the value of a discard, as its docstring defines it."""
    seen, deals = [int(card) for card in position.dealt], bool(position.role)
    discarded = [seen[place] for place in DISCARD_SIZE[discard]]
    kept = [card for card in seen if card not in discarded]
    four = tuple(sorted(card >> 2 for card in kept))
    outcomes = chances_of(shipped_goals()[0 if deals else 1, fours().index(four)])
    alike: dict[tuple[int, bool], list[int]] = defaultdict(list)
    nobs = rules.nobs_points
    for starter in range(52):
        if starter not in seen:
            points = show_points([CARDS[card] for card in kept], CARDS[starter], nobs_points=nobs)
            alike[points, starter >> 2 == JACK].append(starter >> 2)
    total, mean, plain = 0.0, np.zeros((12, 12)), 0
    for (points, heels), starters in alike.items():
        need, other = position.needs
        scored = rules.heels_points * heels
        if rules.stinkhole and position.needs[0 if deals else 1] == 1:
            scored = 0
        need, other = (need - scored, other) if deals else (need, other - scored)
        if min(need, other) <= 0:
            total += len(starters) * (need <= 0)
            continue
        hand = mixed([hands_behind(0 if deals else 1, rank, nobs) for rank in starters])
        crib = mixed([cribs_behind(discarded, seen, deals, rank, nobs) for rank in starters])
        wins = behind(deals, need, other, points, hand, crib)
        total += len(starters) * float((outcomes * wins.ravel()).sum(axis=1).max())
        if not heels:
            mean, plain = mean + len(starters) * wins, plain + len(starters)
    return Expected(total / 46, mean / plain)


def behind(
    deals: bool, need: int, other: int, points: int, hand: dict[int, float], crib: dict[int, float]
) -> Array:
    """Return the chances of winning after the play, by what both have pegged."""
    wins = np.zeros((12, 12))
    for mine in range(12):
        for theirs in range(12):
            if mine >= need or theirs >= other:
                wins[mine, theirs] = 0.5 * (mine >= need) * (1 + (theirs < other))
            else:
                wins[mine, theirs] = after(deals, need - mine, other - theirs, points, hand, crib)
    return wins


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


def found(position: Observation, discard: int, rules: Rules = STANDARD) -> float:
    mind, facts = thoughts(rules), thoughts(rules).facts(position)
    take(discard, facts.dealt, mind.space.discarding, mind.space.sets)
    return float(late.late_chance(facts, mind.space))


@pytest.mark.parametrize("number", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_chances_are_those_of_all_starters_hands_and_cribs(number: int) -> None:
    for position in spots(number):
        for discard in Random(number).sample(range(15), 2):
            wanted = expected(position, discard)
            assert found(position, discard) == pytest.approx(wanted.chance, abs=1e-9)
            means = thoughts().space.endgame.mean_wins
            assert means == pytest.approx(wanted.mean.ravel().tolist(), abs=1e-9)


VARIANTS = (
    Rules(heels_points=0),
    Rules(heels_points=1),
    Rules(stinkhole=True),
    Rules(nobs_points=0),
    Rules("family"),
)


def check_heels_and_nobs(case: tuple[Rules, Role, tuple[int, int], int]) -> None:
    rules, role, needs, discard = case
    position = Observation(role, needs, sorted(Random(1).sample(range(52), 6)))
    wanted = expected(position, discard, rules)
    assert found(position, discard, rules) == pytest.approx(wanted.chance, abs=1e-9)
    means = thoughts(rules).space.endgame.mean_wins
    assert means == pytest.approx(wanted.mean.ravel().tolist(), abs=1e-9)


def test_heels_and_nobs_are_those_of_the_rules() -> None:
    every = [
        (Rules(heels_points=0), Role.DEALER, (1, 1), 3),
        (Rules(heels_points=1), Role.DEALER, (1, 2), 8),
        (Rules(heels_points=1), Role.PONE, (2, 1), 8),
        (Rules(stinkhole=True), Role.DEALER, (1, 2), 3),
        (Rules(stinkhole=True), Role.PONE, (1, 1), 3),
        (Rules(nobs_points=0), Role.PONE, (9, 4), 8),
        (Rules("family"), Role.DEALER, (9, 4), 8),
    ]
    assert failures(check_heels_and_nobs, every) == []


@pytest.mark.long
def test_heels_and_nobs_are_those_of_the_rules_for_all_needs() -> None:
    needs = [(1, 1), (1, 2), (2, 1), (9, 4)]
    every = product(VARIANTS, Role, needs, (3, 8))
    assert failures(check_heels_and_nobs, every) == []


@pytest.mark.slow
@pytest.mark.parametrize("some", [2, pytest.param(10, marks=pytest.mark.long)])
def test_the_play_of_the_best_discards_is_searched_from_its_beginning(some: int) -> None:
    space, solved = thoughts().space, thoughts().solved
    for position in spots(some):
        chosen, facts = thoughts().discard(position), thoughts().facts(position)
        number, values = late.begin_race(facts, space, solved), {}
        for at in range(space.endgame.number[0]):
            play, utility = late.race_play(at, facts, space, solved), late.race_utility(at)
            assert (play.turn == OPPONENT) == bool(position.role)
            searched = best_response_value(play, number, facts, utility, space, solved)
            outcomes = chances_of(
                shipped_goals()[0 if position.role else 1, space.discarding.four[0]]
            )
            wins = np.array(space.endgame.race_wins[144 * at : 144 * at + 144])
            goals = float((outcomes * wins).sum(axis=1).max())
            more = space.effort.race_believed * (searched - goals)
            values[space.endgame.raced[at]] = space.endgame.values[at] + more
        assert values[chosen] == pytest.approx(max(values.values()), abs=1e-8)


@pytest.mark.parametrize("some", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_the_discard_is_one_of_the_best_of_those_looked_at(some: int) -> None:
    for position in spots(some):
        chosen = thoughts().discard(position)
        endgame, worth = thoughts().space.endgame, thoughts().space.discarding.values
        assert chosen in endgame.raced
        assert endgame.values == sorted(endgame.values, reverse=True)
        looked_at = [discard for discard in range(15) if worth[discard] < -1e299]
        assert len(looked_at) == 8
        assert set(endgame.raced) <= set(looked_at)
        best = endgame.raced[0]
        most = max(found(position, discard) for discard in looked_at)
        # Between chances that are nearly equal points decide.
        assert found(position, best) > most - 30 * late.DECIDED


def discarded(deals: bool, needs: tuple[int, int], text: str) -> str:
    """Return the ranks discarded."""
    dealt = sorted(int(card) for card in parse_cards(text))
    discard = thoughts().discard(Observation(Role(deals), needs, dealt))
    cards = [Card(dealt[place]) for place in DISCARD_SIZE[discard]]
    return format_cards(cards)


@pytest.mark.parametrize(
    ("deals", "needs", "dealt", "away", "otherwise"),
    [
        # The dealer needs seventeen points before the pone has five: the crib has to be large.
        (True, (17, 5), "2S 3D 4H 5S JS QD", "5S JS", "JS QD"),
        # The points of the hand do not matter where the dealer may peg out.
        (True, (4, 3), "4C 6D 6H 7H 8D QH", "6D 8D", "8D QH"),
        # The race to the needed points decides: by the goals alone it would be AC QH.
        (True, (3, 2), "AC 2H 4S 9H TC QH", "4S QH", "TC QH"),
    ],
)
def test_what_the_score_asks_for_is_discarded(
    deals: bool, needs: tuple[int, int], dealt: str, away: str, otherwise: str
) -> None:
    cards = sorted(int(card) for card in parse_cards(dealt))
    for mind, wanted in ((thoughts(), away), (without_goals(), otherwise)):
        discard = DISCARD_SIZE[mind.discard(Observation(Role(deals), needs, cards))]
        assert format_cards([Card(cards[place]) for place in discard]) == wanted


@pytest.mark.slow
def test_without_goals_discards_are_for_an_average_deal() -> None:
    less = without_goals()
    differ = sum(less.discard(position) != thoughts().discard(position) for position in spots(30))
    assert 0 < differ < 20

"""The values of the expert's cards near the end, against an oracle that deals whole hands."""

from functools import cache
from random import Random

import click
import numpy as np
import pytest

from pegout.cards import CARDS, Card
from pegout.evaluation import cribs_array
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.scoring import play_points, show_points
from pegout.search.model import knowledge
from pegout.search.workspace import OF_CARELESS
from tests.chance import chance
from tests.search.observing import Asked, Observation
from tests.search.whole_hands import Oracle, count_hands, hands_of, pile_points, positions

#: The largest average error of the values, as a part of a game.
MEAN = 0.002


@cache
def shared_search() -> Asked:
    """Return a search over all of the opponent's hands, as the oracle deals them all out."""
    return Asked(Rules(), knowledge(), cribs_array(Rules()), hands=1820)


def choose(position: Observation) -> None:
    """Choose as an expert who assumes that the opponent follows the solution."""
    shared_search().rank(position, left_out=OF_CARELESS)


def errors(number: int, seed: int) -> tuple[list[float], list[float]]:
    """Return the errors of all cards' values, and those of cards that the solution fully covers."""
    found: list[float] = []
    said: list[float] = []
    for position in positions(number, seed):
        choose(position)
        values = shared_search().values()
        held = [int(card) >> 2 for card in position.held]
        for rank, value in Oracle(position).values().items():
            found.append(abs(values[held.index(rank)] - value.chance))
            if value.unsaid < 1e-3:
                said.append(found[-1])
    return found, said


def test_a_card_is_worth_what_whole_hands_dealt_out_give_it() -> None:
    found, said = errors(1, 4)
    assert found
    assert np.mean(found) <= 2 * MEAN
    assert max(said, default=0) <= 0.01


@pytest.mark.slow
def test_cards_are_worth_what_whole_hands_dealt_out_give() -> None:
    found, said = errors(8, 4)
    assert len(said) >= 18
    assert np.mean(found) <= MEAN
    assert np.mean(said) <= 0.0005
    assert max(said) <= 0.01


@pytest.mark.long
def test_over_300_positions_values_are_those_of_whole_hands() -> None:
    found, said = errors(300, chance("whole hands").randrange(1 << 32))
    for values in (found, said):
        click.echo(f"{len(values)} off by {np.mean(values):.5f}, at most by {max(values):.4f}")
    assert np.mean(found) <= MEAN
    assert len(said) > len(found) / 2
    # The crib's estimate is an average over the possible hands, and is rarely far off.
    assert np.mean(said) <= MEAN / 2
    assert max(said) <= 0.1


def test_who_has_led_one_of_a_pair_seldom_has_the_other() -> None:
    six = [8, 15, 23, 34, 37, 38]
    led = Observation(Role.DEALER, (8, 8), six, six[4:], six[:4], 30, [(13, True)], 4)
    led_rank = 13 >> 2
    hands = hands_of(led)
    shares = hands.counts.sum(axis=(1, 2))
    exact = sum(share for hand, share in zip(hands.ranks, shares, strict=True) if led_rank in hand)
    assert exact == pytest.approx(0.25, abs=0.005)
    choose(led)
    space, task = shared_search().space, shared_search().task
    assert task is not None
    believed = 0.0
    for at in range(task.number):
        held = [space.sets.ranks[space.range.held[at]] >> 4 * index & 15 for index in range(3)]
        believed += space.range.weight[at] * (led_rank in held)
    assert believed == pytest.approx(exact, abs=1e-3)


def test_the_oracle_counts_as_the_rules_do() -> None:
    luck = Random(3)
    for crib in (False, True):
        for _ in range(300):
            *four, starter = luck.sample(CARDS, 5)
            if luck.random() < 0.2:
                four = luck.sample([card for card in CARDS if card & 3 == starter & 3], 4)
                four = [card for card in four if card != starter]
                four += [card for card in CARDS if card & 3 != starter & 3][: 4 - len(four)]
            found = count_hands(np.array([[int(card) for card in four]]), int(starter), crib=crib)
            assert found[0] == show_points(four, starter, crib=crib)
    for _ in range(300):
        pile: tuple[Card, ...] = ()
        for card in luck.sample(luck.sample(CARDS, 16), 7):
            pile = (*pile, card)
            ranks = tuple([card >> 2 for card in pile])
            if sum(min(rank + 1, 10) for rank in ranks) > 31:
                break
            assert pile_points(ranks) == play_points(pile)

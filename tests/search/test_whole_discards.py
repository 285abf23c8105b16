"""The chances of discards near the end, against an oracle that deals whole hands.

The oracle deals every hand of six cards to the opponent, with suits, behind one starter. Behind all
starters that would take hours. So the search behind every starter stands between the two: the table
is compared with the search over all starters, and the search with the oracle behind one of them.
"""

from functools import cache
from random import Random
from typing import NamedTuple

import click
import numpy as np
import pytest

from pegout.cards import CARDS
from pegout.evaluation import cribs_array
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import DISCARDS_OF_SIX
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search.model import knowledge
from tests.chance import chance
from tests.search.observing import Asked, Observation
from tests.search.whole_hands import Oracle
from tools.late_choices import Judge
from tools.late_discards import Late

JACK = 10
#: The number of discards, the most promising ones, of which one is drawn.
PROMISING = 4


@cache
def thoughts() -> Asked:
    return Asked(Rules(), knowledge(), cribs_array(Rules()))


@cache
def judge() -> Judge:
    return Judge()


class Judged(NamedTuple):
    """A discard: the table less the search over all starters; the search less the oracle."""

    table: float
    search: float


def judged(luck: Random, least: int, most: int) -> Judged:
    """Judge one of the best discards of a random deal with needs between two limits."""
    six = sorted(luck.sample(range(52), 6))
    needs, role = (luck.randint(least, most), luck.randint(least, most)), Role(luck.randrange(2))
    facts = thoughts().facts(Observation(role, needs, six))
    found = thoughts().searcher.discard_values(facts).wins
    discard = luck.choice(sorted(range(15), key=lambda one: -found[one])[:PROMISING])
    late = Late(0, int(role == Role.PONE), 121 - np.array(needs), np.array(six))
    starters = [card for card in range(52) if card not in six]
    behind = {one: judge().behind(late, discard, one, 1820) for one in starters}
    starter = luck.choice(starters)
    dealt = oracle_of(six, needs, role, discard, starter)
    return Judged(found[discard] - float(np.mean([*behind.values()])), behind[starter] - dealt)


def oracle_of(
    six: list[int], needs: tuple[int, int], role: Role, discard: int, starter: int
) -> float:
    """Return the oracle's chance with a discard behind a starter."""
    away = [six[place] for place in DISCARDS_OF_SIX[discard]]
    kept = [card for card in six if card not in away]
    heels = 2 * (starter >> 2 == JACK)
    own, other = needs[0] - heels * (role == Role.DEALER), needs[1] - heels * (role == Role.PONE)
    if min(own, other) <= 0:
        return float(own <= 0)
    show = show_points([CARDS[card] for card in kept], CARDS[starter])
    return (
        Oracle(Observation(role, (own, other), six, away, kept, starter, [], show)).value().chance
    )


def told(name: str, found: list[Judged]) -> tuple[float, float]:
    """Print and return how far the table is from the search, and the search from the oracle."""
    table, search = np.abs(np.array(found)).mean(axis=0).tolist()
    most, one = np.abs(np.array(found)).max(axis=0).tolist()
    click.echo(f"{name}: the table is off by {100 * table:.3f} %, at most {100 * most:.2f} %")
    click.echo(f"  of a search that is off by {100 * search:.3f} %, at most {100 * one:.2f} %")
    return table, search


@pytest.mark.slow
@pytest.mark.compiled
def test_a_discard_is_worth_what_whole_hands_dealt_out_give_it() -> None:
    luck = Random(5)
    table, search = told("2 to 25", [judged(luck, 2, 25) for _ in range(3)])
    assert table < 0.01
    assert search < 0.005


@pytest.mark.long
@pytest.mark.compiled
def test_over_200_discards_chances_are_those_of_whole_hands() -> None:
    luck = Random(chance("whole discards").randrange(1 << 32))
    for name, least, most, limit in (("2 to 6", 2, 6, 0.003), ("2 to 25", 2, 25, 0.002)):
        table, search = told(name, [judged(luck, least, most) for _ in range(200)])
        assert table < limit
        assert search < 0.002

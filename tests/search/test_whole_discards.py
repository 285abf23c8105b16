"""The chances of discards near the end, against an oracle that deals whole hands.

The oracle deals every hand of six cards to the opponent, with suits, behind one starter. Behind all
starters that would take hours. So the search behind every starter stands between the two: the table
is compared with the search over all starters, and the search with the oracle behind one of them.
Where the solution has no entry, the two have the opponent play differently, so such lines are told
apart.
"""

from functools import cache
from random import Random
from typing import NamedTuple

import click
import numpy as np
import pytest

from pegout.cards import CARDS, parse_cards
from pegout.evaluation import cribs_array
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search.model import knowledge
from tests.chance import chance
from tests.search.observing import Asked, Observation
from tests.search.whole_hands import Oracle, Value
from tools.late_choices import Judge
from tools.late_deals import Late

JACK = 10
#: The number of discards, the most promising ones, of which one is drawn.
PROMISING = 4
#: The solution has entries where it lacks no more of the lines.
SAID = 1e-3


@cache
def shared_search() -> Asked:
    return Asked(Rules(), knowledge(), cribs_array(Rules()))


@cache
def judge() -> Judge:
    return Judge()


class Judged(NamedTuple):
    """A discard: the table less the search over all starters; the search less the oracle.

    The last is how often the solution has no entry for the play of the opponent.
    """

    table: float
    search: float
    unsaid: float


def judge_discard(luck: Random, minimum: int, maximum: int) -> Judged:
    """Judge one of the best discards of a random deal with needs between two limits."""
    six = sorted(luck.sample(range(52), 6))
    needs, role = (
        (luck.randint(minimum, maximum), luck.randint(minimum, maximum)),
        Role(luck.randrange(2)),
    )
    facts = shared_search().facts(Observation(role, needs, six))
    found = shared_search().searcher.discard_values(facts).wins
    discard = luck.choice(sorted(range(15), key=lambda index: -found[index])[:PROMISING])
    late = Late(0, int(role == Role.PONE), 121 - np.array(needs), np.array(six))
    starters = [card for card in range(52) if card not in six]
    behind = {card: judge().behind(late, discard, card, 1820) for card in starters}
    starter = luck.choice(starters)
    dealt = oracle_of(six, needs, role, discard, starter)
    table = found[discard] - float(np.mean([*behind.values()]))
    return Judged(table, behind[starter] - dealt.chance, dealt.unsaid)


def oracle_of(
    six: list[int], needs: tuple[int, int], role: Role, discard: int, starter: int
) -> Value:
    """Return the oracle's value of a discard behind a starter."""
    away = [six[index] for index in DISCARDS_OF_SIX[discard]]
    kept = [card for card in six if card not in away]
    heels = 2 * (starter >> 2 == JACK)
    own, other = needs[0] - heels * (role == Role.DEALER), needs[1] - heels * (role == Role.PONE)
    if min(own, other) <= 0:
        return Value(float(own <= 0), 0.0)
    show = show_points([CARDS[card] for card in kept], CARDS[starter])
    return Oracle(Observation(role, (own, other), six, away, kept, starter, [], show)).value()


def report(name: str, found: list[Judged]) -> tuple[float, float]:
    """Print how far the table is from the search, and the search from the oracle.

    Returns:
        The two averages, the second where the solution has entries for nearly all lines.
    """
    table = np.abs([row.table for row in found])
    search = np.abs([row.search for row in found])
    said = np.abs([row.search for row in found if row.unsaid < SAID])
    click.echo(f"{name}: the table is off by {per_cent(table)} of the search,")
    click.echo(
        f"  the search by {per_cent(search)} of whole hands, {per_cent(said)} of {len(said)}"
    )
    click.echo("  in which the solution has entries for nearly all lines")
    return float(table.mean()), float(said.mean())


def per_cent(errors: Array) -> str:
    return f"{100 * errors.mean():.3f} % (at most {100 * errors.max():.2f} %)"


@pytest.mark.slow
@pytest.mark.compiled
def test_a_discard_is_worth_what_whole_hands_dealt_out_give_it() -> None:
    luck = Random(5)
    table, search = report("2 to 12", [judge_discard(luck, 2, 12) for _ in range(4)])
    assert table < 0.01
    assert search < 0.002


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("dealt", "away", "needs"),
    [("AS 3S 4C 9S TS QS", "3S 4C", (3, 5)), ("5H 7H 8H TH JH KH", "5H JH", (5, 4))],
)
def test_a_flush_is_worth_what_the_search_gives_it(
    dealt: str, away: str, needs: tuple[int, int]
) -> None:
    six = sorted(map(int, parse_cards(dealt)))
    discarded = {six.index(card) for card in map(int, parse_cards(away))}
    discard = next(n for n in range(15) if discarded == {*map(int, DISCARDS_OF_SIX[n])})
    facts = shared_search().facts(Observation(Role.PONE, needs, six))
    late = Late(0, 1, 121 - np.array(needs), np.array(six))
    starters = [card for card in range(52) if card not in six]
    searched = [judge().behind(late, discard, starter, 1820) for starter in starters]
    assert (
        abs(shared_search().searcher.discard_values(facts).wins[discard] - np.mean(searched)) < 0.03
    )


@pytest.mark.long
@pytest.mark.compiled
def test_over_200_discards_chances_are_those_of_whole_hands() -> None:
    luck = Random(chance("whole discards").randrange(1 << 32))
    for name, minimum, maximum in (("2 to 6", 2, 6), ("2 to 25", 2, 25)):
        table, search = report(name, [judge_discard(luck, minimum, maximum) for _ in range(200)])
        assert table < 0.0025
        assert search < 0.002

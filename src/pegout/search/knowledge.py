"""The knowledge of a strong player with two players, from the shipped tables, without NumPy.

The numbers are in arrays of the standard library, in C order; :mod:`pegout.search.model` has the
same in arrays of NumPy, and functions of one name do the same.

>>> known = knowledge()
>>> len(known.keeps), round(sum(known.discard_rates[:91]), 9)
(3640, 1.0)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import comb, fsum, prod
from typing import Any, Final, NamedTuple

from pegout.loading import load_once
from pegout.rules import Component, Rules
from pegout.search.workspace import NEEDS, TABLE_POINTS
from pegout.tables import files as tables
from pegout.tables import play_strategy, score_distributions
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.kept_hands import keep_means, keep_pegs, keep_rate
from pegout.tables.late_hands import LateHands, no_late_hands, shipped_late_hands
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.prepared import prepared
from pegout.tables.win_probability import dealer_wins

#: The names of the roles in the tables, in the order of :class:`pegout.kernel.roles.Role`.
_ROLES: Final = ("opponent", "own")
#: The number of sets of four ranks.
_FOURS: Final = 1820


class Discards(NamedTuple):
    """The probability that two given cards are discarded and four kept, by ranks; the pone first.

    For the four ranks with the number ``f`` in :func:`pegout.tables.rank_sets.sets` the entries
    begin at ``starts[f]`` for the pone and at ``starts[1820 + f]`` for the dealer. They end where
    those of the next number begin.
    """

    starts: Any  # int32[3641]
    low: Any  # uint8[n], four times the lower of two ranks discarded
    high: Any  # uint8[n], four times the higher
    shares: Any  # float64[n], the probability that exactly these two cards of the six are discarded


class Knowledge(NamedTuple):
    """The knowledge of a strong player in arrays; in arrays by role the pone comes first."""

    # float64[2, 1820], how much likelier each set of four ranks is as a role's kept hand than as
    # random cards
    keeps: Any
    discards: Discards  # the discards that go with these hands
    # float64[2, 91], the frequency of each pair of ranks as a discard; the sum is 1
    discard_rates: Any
    means: Any  # float64[13], the expected number of cards of each rank in a kept hand
    # float64[122, 122], the dealer's win probability at the start of a deal, by the needs of the
    # dealer and the pone; the first row and column are not used
    wins: Any
    # float64[32, 32], the joint distribution of the points that the dealer and the pone peg
    play: Any
    hands: Any  # float64[2, 30], the score distribution of the hand
    crib: Any  # float64[30], the score distribution of the crib
    # float64[2, 1820], the expected points of each set of four ranks in the solved play, less the
    # opponent's; all zero where unknown
    pegs: Any
    solved: SolvedPlay
    late: LateHands  # the win probabilities of late hands; empty where unknown


def no_discards() -> Discards:
    """Return empty discards, in which nothing is known."""
    starts = array("i", [0]) * (2 * _FOURS + 1)
    return Discards(starts, array("B"), array("B"), array("d"))


@load_once
def no_knowledge() -> Knowledge:
    """Return the knowledge of a complete beginner: everything is equally likely.

    >>> round(sum(no_knowledge().means), 9)
    4.0
    """
    play = [1 / 64 if max(dealer, pone) < 8 else 0 for dealer in range(32) for pone in range(32)]
    hand = [1 / 16 if points < 16 else 0 for points in range(TABLE_POINTS)]
    return Knowledge(
        array("d", [1.0]) * (2 * _FOURS),
        no_discards(),
        array("d", [1 / 91]) * (2 * 91),
        array("d", [4 / 13]) * 13,
        array("d", [0.5]) * (NEEDS * NEEDS),
        array("d", play),
        array("d", hand * 2),
        array("d", [0.1 if points < 10 else 0 for points in range(TABLE_POINTS)]),
        array("d", [0.0]) * (2 * _FOURS),
        play_strategy.unsolved(),
        no_late_hands(),
    )


def knowledge_under(rules: Rules, knowledge: Knowledge) -> Knowledge:
    """Return knowledge without the solved play if it was solved by other rules of play.

    >>> known = no_knowledge()
    >>> [knowledge_under(rules, known) is known for rules in (Rules(), Rules(lowball=True))]
    [True, False]
    """
    if not rules.refusal(Component.SOLVED_PLAY):
        return knowledge
    nothing = no_knowledge()
    return knowledge._replace(pegs=nothing.pegs, solved=nothing.solved, late=nothing.late)


@prepared
def points_parts() -> Knowledge:
    """Return the knowledge for maximising points, except for the solved play.

    See :func:`pegout.search.model.points_knowledge`.
    """
    discarded = list(_discarded())
    return no_knowledge()._replace(
        keeps=array("d", [keep_rate(role)[keep] for role in _ROLES for keep in ranks.sets(4)]),
        discards=_discards(discarded),
        discard_rates=_discard_rates(discarded),
        means=array("d", keep_means()),
        pegs=array("d", [points for role in _ROLES for points in keep_pegs(role)]),
    )


@prepared
def win_parts() -> Knowledge:
    """Return the full knowledge except for the solved play and the late hands."""
    play, hands, crib = score_distributions.shipped_rates()
    return points_parts()._replace(
        wins=array("d", dealer_wins()),
        play=play,
        # The tables have the dealer first.
        hands=hands[TABLE_POINTS:] + hands[:TABLE_POINTS],
        crib=crib,
    )


@load_once
def knowledge() -> Knowledge:
    """Return the full knowledge, the same in every two-player game."""
    return win_parts()._replace(solved=play_strategy.load().play, late=shipped_late_hands())


#: A discard from hands of six ranks: the set number of the four ranks kept, plus 1820 for the
#: dealer; that of the two ranks discarded; the probability of discarding two cards of these ranks
#: from such a hand; the number of pairs of cards with these ranks in it; and the number of such
#: hands in a pack.
_Discarded = tuple[int, int, float, int, int]


def _discarded() -> Iterator[_Discarded]:
    """Read the discards of the solution that ``keeps`` also comes from."""
    fours = {ranks.format(four): index for index, four in enumerate(ranks.sets(4))}
    pairs = {ranks.format(pair): index for index, pair in enumerate(ranks.sets(2))}
    ways = [comb(4, number) for number in range(5)]
    numbers = dict[str, int]()
    for row in tables.load("discards_deal").rows:
        hand, role = row["dealt"], _FOURS * _ROLES.index(row["role"])
        hands = numbers.get(hand)
        if hands is None:
            hands = numbers[hand] = prod([ways[hand.count(letter)] for letter in set(hand)])
        for pair, share in read_shares(row["discards"]):
            low, high = pair[0], pair[1]
            kept = hand.replace(low, "", 1).replace(high, "", 1)
            number = hand.count(low)
            choices = number * (number - 1) // 2 if low == high else number * hand.count(high)
            yield role + fours[kept], pairs[pair], share, choices, hands


def _discards(discarded: Iterable[_Discarded]) -> Discards:
    by_four: list[list[tuple[int, float]]] = [[] for _ in range(2 * _FOURS)]
    for four, pair, share, choices, _ in discarded:
        by_four[four].append((pair, share / choices))
    starts, pairs, shares = array("i", [0]), list[int](), array("d")
    for entries in by_four:
        entries.sort()
        pairs += [pair for pair, _ in entries]
        shares.extend([share for _, share in entries])
        starts.append(len(pairs))
    every: Sequence[tuple[int, ...]] = [(4 * low, 4 * high) for low, high in ranks.sets(2)]
    low, high = [bytes([every[pair][side] for pair in pairs]) for side in (0, 1)]
    return Discards(starts, array("B", low), array("B", high), shares)


def _discard_rates(discarded: Iterable[_Discarded]) -> array[float]:
    """Return float64[2, 91], the frequency of each discard of a role over all hands of six."""
    rates = [[0.0] * 91, [0.0] * 91]
    for four, pair, share, _, hands in discarded:
        rates[four // _FOURS][pair] += hands * share
    return array("d", [rate / fsum(row) for row in rates for rate in row])

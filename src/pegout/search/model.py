"""The knowledge of a strong player with two players: arrays from the shipped tables.

>>> known = knowledge()
>>> known.keeps.shape, round(float(known.discard_rates[0].sum()), 9)
((2, 1820), 1.0)
"""

from collections.abc import Mapping
from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np

from pegout.kernel.errors import KernelError
from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.rules import Component, Rules
from pegout.search.workspace import NEEDS, TABLE_POINTS
from pegout.tables import files as tables
from pegout.tables import play_strategy_arrays as solved_play
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.kept_hands import keep_means, keep_pegs, keep_rate
from pegout.tables.late_hands import LATE_SHAPES, LateHands
from pegout.tables.late_hands_arrays import no_late_hands, shipped_late_hands
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.play_strategy_arrays import unsolved
from pegout.tables.rank_set_arrays import BINOMIALS, counts
from pegout.tables.score_distributions import shipped_parts
from pegout.tables.win_probability import LARGEST_NEED, chance

#: The tables that :func:`points_knowledge` reads.
POINTS_TABLES: Final = ("keeps.csv", "discards_deal.csv", "pegs.csv", "play.bin")
#: The tables that :func:`late_knowledge` reads.
LATE_TABLES: Final = (*POINTS_TABLES, "chances_two.txt")
#: The further tables that :func:`knowledge` reads.
WIN_TABLES: Final = ("chances_two.txt", "deals.csv", "late_hands.bin")

#: The names of the roles in the tables, in the order of :class:`pegout.kernel.roles.Role`.
_ROLES: Final = ("opponent", "own")


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
    """The knowledge of a strong player as arrays; in arrays by role the pone comes first."""

    # float64[2, 1820], how much likelier each set of four ranks is as a role's kept hand than as
    # random cards
    keeps: Array
    discards: Discards  # the discards that go with these hands
    # float64[2, 91], the frequency of each pair of ranks as a discard; the sum is 1
    discard_rates: Array
    means: Array  # float64[13], the expected number of cards of each rank in a kept hand
    # float64[122, 122], the dealer's win probability at the start of a deal, by the needs of the
    # dealer and the pone; the first row and column are not used
    wins: Array
    # float64[32, 32], the joint distribution of the points that the dealer and the pone peg
    play: Array
    hands: Array  # float64[2, 30], the score distribution of the hand
    crib: Array  # float64[30], the score distribution of the crib
    # float64[2, 1820], the expected points of each set of four ranks in the solved play, less the
    # opponent's; all zero where unknown
    pegs: Array
    solved: SolvedPlay
    late: LateHands  # the win probabilities of late hands; empty where unknown


def no_discards() -> Discards:
    """Return empty discards, in which nothing is known."""
    return Discards(
        np.zeros(2 * 1820 + 1, np.int32),
        np.zeros(0, np.uint8),
        np.zeros(0, np.uint8),
        np.zeros(0),
    )


@load_once
def no_knowledge() -> Knowledge:
    """Return the knowledge of a complete beginner: everything is equally likely.

    >>> round(float(no_knowledge().means.sum()), 9)
    4.0
    """
    play, hands, crib = np.zeros((32, 32)), np.zeros((2, TABLE_POINTS)), np.zeros(TABLE_POINTS)
    play[:8, :8] = 1 / 64
    hands[:, :16] = 1 / 16
    crib[:10] = 0.1
    return Knowledge(
        np.ones((2, 1820)),
        no_discards(),
        np.full((2, 91), 1 / 91),
        np.full(13, 4 / 13),
        np.full((NEEDS, NEEDS), 0.5),
        play,
        hands,
        crib,
        np.zeros((2, 1820)),
        unsolved(),
        no_late_hands(),
    )


_SHAPES: Final = {
    "keeps": (2, 1820),
    "discard_rates": (2, 91),
    "means": (13,),
    "wins": (NEEDS, NEEDS),
    "play": (32, 32),
    "hands": (2, TABLE_POINTS),
    "crib": (TABLE_POINTS,),
    "pegs": (2, 1820),
}


_DTYPES: Final = {
    "moves": "uint16",
    "first_child": "int32",
    "mover": "int8",
    "offset": "int64",
    "weights": "uint8",
}


_OF_LATE: Final = {"numbers": "int16", "shapes": "float32", "features": "float64"}


_OF_DISCARDS: Final = {"starts": "int32", "low": "uint8", "high": "uint8", "shares": "float64"}


def knowledge_under(rules: Rules, knowledge: Knowledge) -> Knowledge:
    """Return knowledge without the solved play if it was solved by other rules of play.

    >>> from pegout.rules import Rules
    >>> known = no_knowledge()
    >>> [knowledge_under(rules, known) is known for rules in (Rules(), Rules(lowball=True))]
    [True, False]
    """
    if not rules.refusal(Component.SOLVED_PLAY):
        return knowledge
    return knowledge._replace(
        pegs=np.zeros_like(knowledge.pegs),
        solved=unsolved(),
        late=no_late_hands(),
    )


def check_knowledge(given: Any) -> Knowledge:
    """Return the knowledge if its arrays have the right types and shapes, or raise an error."""
    if not isinstance(given, Knowledge):
        raise KernelError(
            "bad_policy",
            "a policy that searches needs knowledge=pegout.search.model.knowledge(), "
            f"not {given!r:.40}",
        )
    for name, shape in _SHAPES.items():
        array = getattr(given, name)
        if getattr(array, "dtype", None) != np.float64:
            raise KernelError("bad_dtype", f"expected {name} of float64")
        if array.shape != shape:
            raise KernelError(
                "bad_shape", f"expected {name} of shape {shape}, not of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            raise KernelError("bad_number", f"expected finite numbers in {name}")
    typed: tuple[tuple[Any, Mapping[str, str]], ...] = (
        (given.solved, _DTYPES),
        (given.discards, _OF_DISCARDS),
        (given.late, _OF_LATE),
    )
    for part, dtypes in typed:
        for name, dtype in dtypes.items():
            array = getattr(part, name)
            if array.dtype != dtype:
                raise KernelError("bad_dtype", f"expected {name} of {dtype}, not {array.dtype}")
    _check_discards(given.discards)
    _check_late(given.late)
    nodes = len(given.solved.offset)
    for name in ("moves", "first_child", "mover"):
        shape = getattr(given.solved, name).shape
        if shape != (nodes,):
            raise KernelError(
                "bad_shape",
                f"expected {name} of shape ({nodes},), as offset has it, not of shape {shape}",
            )
    return given


def _check_discards(given: Discards) -> None:
    """Check that the arrays of discards have consistent lengths."""
    number = len(given.shares)
    if given.starts.shape != (2 * 1820 + 1,) or given.starts[-1] != number:
        raise KernelError("bad_shape", f"expected 3641 starts of discards, the last {number}")
    if given.low.shape != (number,) or given.high.shape != (number,):
        raise KernelError("bad_shape", f"expected {number} low and high ranks of discards")


def _check_late(given: LateHands) -> None:
    """Check that the arrays of late hands have the shapes of a table, or of one without entries."""
    shapes = [array.shape for array in given]
    if shapes not in ([array.shape for array in no_late_hands()], [*LATE_SHAPES]):
        raise KernelError("bad_shape", f"expected late hands of shapes {LATE_SHAPES}, not {shapes}")


def kept_by(knowledge: Knowledge) -> Array:
    """Return float64[2, 1820], the probability that a role keeps each set of four ranks.

    >>> kept_by(no_knowledge()).sum(axis=1).round(9)
    array([1., 1.])
    """
    choices = BINOMIALS[4].astype(np.float64)[counts(4)]
    kept = knowledge.keeps * choices.prod(axis=1)
    probabilities: Array = kept / kept.sum(axis=1, keepdims=True)
    return probabilities


@load_once
def knowledge() -> Knowledge:
    """Return the full knowledge, the same in every two-player game.

    The heads of the tables ``chances_two``, ``deals`` and ``late_hands.bin``, and of those of
    :func:`points_knowledge`, give the provenance of each part.
    """
    play, hands, crib = shipped_parts().rates()
    return late_knowledge()._replace(
        play=play,
        # The tables have the dealer first.
        hands=np.ascontiguousarray(hands[::-1]),
        crib=crib,
        late=shipped_late_hands(),
    )


@load_once
def points_knowledge() -> Knowledge:
    """Return the knowledge for maximising points, without win probabilities.

    A policy that maximises points needs no more, and the tables of win probabilities are computed
    with it. The heads of the tables ``keeps``, ``discards_deal``, ``pegs`` and
    ``play.bin`` give the provenance of each part. Discards and kept hands come from the whole deal
    solved as one game, not from the discards solved alone.

    >>> known, nothing = points_knowledge(), no_knowledge()
    >>> bool((known.wins == nothing.wins).all()), bool((known.pegs == nothing.pegs).all())
    (True, False)
    """
    discarded = _discarded()
    return no_knowledge()._replace(
        keeps=np.array([[keep_rate(role)[keep] for keep in ranks.sets(4)] for role in _ROLES]),
        discards=_discards(discarded),
        discard_rates=_discard_rates(discarded),
        means=np.array(keep_means()),
        pegs=np.array([keep_pegs(role) for role in _ROLES]),
        solved=solved_play.load().play,
    )


def late_knowledge() -> Knowledge:
    """Return the knowledge that the table of late hands is computed with."""
    return points_knowledge()._replace(wins=_wins())


def _wins() -> Array:
    wins = np.zeros((LARGEST_NEED + 1, LARGEST_NEED + 1))
    for dealer in range(1, LARGEST_NEED + 1):
        for pone in range(1, LARGEST_NEED + 1):
            wins[dealer, pone] = chance(dealer, pone)
    return wins


class _Discarded(NamedTuple):
    """The discards from hands of six ranks as arrays, with an entry for each hand and discard."""

    four: Array  # the set number of the four ranks kept, plus 1820 for the dealer
    pair: Array  # the set number of the two ranks discarded
    share: Array  # the probability of discarding two cards of these ranks from such a hand
    choices: Array  # the number of pairs of cards with these ranks in the hand
    hands: Array  # the number of such hands in a pack


def _discarded() -> _Discarded:
    """Read the discards of the solution that ``keeps`` also comes from."""
    fours = {ranks.format(four): index for index, four in enumerate(ranks.sets(4))}
    pairs = {ranks.format(pair): index for index, pair in enumerate(ranks.sets(2))}
    entries: list[tuple[int, int, float, int, int]] = []
    for row in tables.load("discards_deal").rows:
        hand, role = row["dealt"], 1820 * _ROLES.index(row["role"])
        hands = prod([comb(4, hand.count(letter)) for letter in set(hand)])
        for pair, share in read_shares(row["discards"]):
            low, high = pair[0], pair[1]
            kept = hand.replace(low, "", 1).replace(high, "", 1)
            number = hand.count(low)
            choices = comb(number, 2) if low == high else number * hand.count(high)
            entries.append((role + fours[kept], pairs[pair], share, choices, hands))
    return _Discarded(*[np.array(column) for column in zip(*entries, strict=True)])


def _discards(discarded: _Discarded) -> Discards:
    order = np.lexsort((discarded.pair, discarded.four))
    low, high = 4 * np.array(ranks.sets(2))[discarded.pair[order]].T
    return Discards(
        np.searchsorted(discarded.four[order], np.arange(2 * 1820 + 1)).astype(np.int32),
        low.astype(np.uint8),
        high.astype(np.uint8),
        (discarded.share / discarded.choices)[order],
    )


def _discard_rates(discarded: _Discarded) -> Array:
    """Return float64[2, 91], the frequency of each discard of a role over all hands of six."""
    rates = np.zeros((2, 91))
    np.add.at(rates, (discarded.four // 1820, discarded.pair), discarded.hands * discarded.share)
    shares: Array = rates / rates.sum(axis=1, keepdims=True)
    return shares

"""What a strong player knows of an opponent, between two: arrays from the shipped tables.

>>> known = knowledge()
>>> known.keeps.shape, round(float(known.throws[0].sum()), 9)
((2, 1820), 1.0)
"""

from __future__ import annotations

from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.kernel.validation import KernelError
from pegout.loading import load_once
from pegout.rules import Rules
from pegout.search.workspace import GOALS, NEEDS, PEGGED, TABLE_POINTS
from pegout.tables import files as tables
from pegout.tables import play_strategy as solved_play
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.kept_hands import keep_means, keep_pegs, keep_rate
from pegout.tables.pegging_goals import shipped_goals
from pegout.tables.play_strategy import SolvedPlay, unsolved
from pegout.tables.score_distributions import shipped_parts
from pegout.tables.win_probability import MOST, chance

__all__ = [
    "POINTS_TABLES",
    "WIN_TABLES",
    "Discards",
    "Knowledge",
    "checked_knowledge",
    "kept_by",
    "knowledge",
    "no_discards",
    "no_knowledge",
    "points_knowledge",
    "under",
]

#: The tables that :func:`points_knowledge` is made of.
POINTS_TABLES: Final = ("keeps.csv", "throws_deal.csv", "pegs.csv", "play.bin")
#: The tables that :func:`knowledge` is made of besides.
WIN_TABLES: Final = ("chances_two.txt", "deals.csv", "goals.bin")

#: Whose the crib is in the tables, in the order of :class:`pegout.kernel.roles.Role`.
_ROLES: Final = ("opponent", "own")
#: In how many ways so many cards of a rank are chosen.
_CHOICES: Final = np.array([comb(4, number) for number in range(5)], np.float64)


class Discards(NamedTuple):
    """How often two certain cards are discarded where four are kept, by ranks; the pone first.

    Of four cards with the number ``f`` in :data:`SETS` the entries begin at ``starts[f]`` for the
    pone and at ``starts[1820 + f]`` for the dealer, and end where those of the next begin.

    Attributes:
        starts: int32[3641].
        low: uint8[n], four times the lower of two ranks discarded.
        high: uint8[n], four times the higher.
        shares: float64[n], how often these very two are discarded from the six cards.
    """

    starts: Any
    low: Any
    high: Any
    shares: Any


class Knowledge(NamedTuple):
    """What a strong player knows, as arrays; of two roles the pone comes first.

    Attributes:
        keeps: float64[2, 1820], for each set of four ranks how much likelier it is kept by a role
            than four cards at random.
        discards: what is discarded from beside them.
        throws: float64[2, 91], how often each pair of ranks is thrown; the sum is 1.
        means: float64[13], how many cards of each rank a kept hand has in the mean.
        chances: float64[122, 122], the dealer's chance of winning at the start of a deal, by what
            the dealer and what the pone needs; the first row and column are not used.
        play: float64[32, 32], how likely the dealer and the pone peg so many points.
        hands: float64[2, 30], how likely the hand counts so much.
        crib: float64[30], the same of the crib.
        pegs: float64[2, 1820], what each set of four ranks pegs in the solved play, less what the
            other does, in the mean; all zero where nothing is known.
        solved: what is solved of the play.
        goals: uint8[2, 1820, 12, 144], how often each set of four ranks pegs how much when it is
            played for each goal; all zero where it is not known. The last number counts what a
            role pegs, up to 11 points, by 12, and what the other does; the squares of what stands
            there are in proportion to the chances.
    """

    keeps: Array
    discards: Discards
    throws: Array
    means: Array
    chances: Array
    play: Array
    hands: Array
    crib: Array
    pegs: Array
    solved: SolvedPlay
    goals: Array


def no_discards() -> Discards:
    """Give discards of which nothing is known.

    >>> len(no_discards().shares)
    0
    """
    return Discards(
        np.zeros(2 * 1820 + 1, np.int32),
        np.zeros(0, np.uint8),
        np.zeros(0, np.uint8),
        np.zeros(0),
    )


@load_once
def no_knowledge() -> Knowledge:
    """Give the knowledge of somebody who has never seen the game: everything is as likely.

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
        np.zeros(_GOALS, np.uint8),
    )


_SHAPES: Final = {
    "keeps": (2, 1820),
    "throws": (2, 91),
    "means": (13,),
    "chances": (NEEDS, NEEDS),
    "play": (32, 32),
    "hands": (2, TABLE_POINTS),
    "crib": (TABLE_POINTS,),
    "pegs": (2, 1820),
}


_GOALS: Final = (2, 1820, GOALS, PEGGED**2)


_DTYPES: Final = {"children": "int32", "mover": "int8", "offset": "int64", "weights": "uint8"}


_OF_DISCARDS: Final = {"starts": "int32", "low": "uint8", "high": "uint8", "shares": "float64"}


def under(rules: Rules, knowledge: Knowledge) -> Knowledge:
    """Leave out what is known of the play where it is played by other rules than it was solved by.

    >>> from pegout.rules import Rules
    >>> known = no_knowledge()
    >>> under(Rules(), known) is known, under(Rules(lowball=True), known) is known
    (True, False)
    """
    as_solved = (
        rules.hand_size == 6
        and rules.runs_in_play
        and not rules.lowball
        and not rules.go_stacks_on_31
    )
    if as_solved:
        return knowledge
    return knowledge._replace(
        pegs=np.zeros_like(knowledge.pegs),
        solved=unsolved(),
        goals=np.zeros_like(knowledge.goals),
    )


def checked_knowledge(given: Any) -> Knowledge:
    """Give back knowledge, if its arrays are what they have to be.

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape``, ``bad_number`` or ``bad_policy``.
    """
    if not isinstance(given, Knowledge):
        raise KernelError(
            "bad_policy",
            "a policy that thinks needs knowledge=pegout.search.model.knowledge(), "
            f"not {given!r:.40}",
        )
    for name, shape in _SHAPES.items():
        found = getattr(given, name)
        if getattr(found, "dtype", None) != np.float64:
            raise KernelError("bad_dtype", f"expected {name} of float64")
        if found.shape != shape:
            raise KernelError(
                "bad_shape", f"expected {name} of shape {shape}, not of shape {found.shape}"
            )
        if not np.isfinite(found).all():
            raise KernelError("bad_number", f"expected finite numbers in {name}")
    if getattr(given.goals, "dtype", None) != np.uint8:
        raise KernelError("bad_dtype", "expected goals of uint8")
    if given.goals.shape != _GOALS:
        raise KernelError(
            "bad_shape", f"expected goals of shape {_GOALS}, not of shape {given.goals.shape}"
        )
    for part, dtypes in ((given.solved, _DTYPES), (given.discards, _OF_DISCARDS)):
        for name, dtype in dtypes.items():
            found = getattr(part, name)
            if found.dtype != dtype:
                raise KernelError("bad_dtype", f"expected {name} of {dtype}, not {found.dtype}")
    _check_discards(given.discards)
    nodes = len(given.solved.offset)
    if given.solved.children.shape != (nodes, 14) or given.solved.mover.shape != (nodes,):
        raise KernelError(
            "bad_shape",
            f"expected {nodes} nodes as offset has them: children of shape ({nodes}, 14) and "
            f"mover of shape ({nodes},)",
        )
    return given


def _check_discards(given: Discards) -> None:
    """Check that discards are as many as they say.

    Raises:
        KernelError: ``bad_shape``.
    """
    number = len(given.shares)
    if given.starts.shape != (2 * 1820 + 1,) or given.starts[-1] != number:
        raise KernelError("bad_shape", f"expected 3641 starts of discards, the last {number}")
    if given.low.shape != (number,) or given.high.shape != (number,):
        raise KernelError("bad_shape", f"expected {number} low and high ranks of discards")


def kept_by(knowledge: Knowledge) -> Array:
    """Give float64[2, 1820]: how likely a role keeps each set of four ranks.

    >>> kept_by(no_knowledge()).sum(axis=1).round(9)
    array([1., 1.])
    """
    kept = knowledge.keeps * _CHOICES[copies()].prod(axis=1)
    chances: Array = kept / kept.sum(axis=1, keepdims=True)
    return chances


@load_once
def copies() -> Array:
    """Give int64[1820, 13]: how many cards of each rank each set of four has."""
    return np.array([[four.count(rank) for rank in range(13)] for four in ranks.sets(4)])


@load_once
def knowledge() -> Knowledge:
    """Give what is known, the same in every game of two.

    Whence each part comes stands in the heads of the tables ``chances_two``, ``deals`` and
    ``goals.bin``, and of those of :func:`points_knowledge`.
    """
    play, hands, crib = shipped_parts().rates()
    return points_knowledge()._replace(
        chances=_chances(),
        play=play,
        # In these tables the dealer comes first.
        hands=np.ascontiguousarray(hands[::-1]),
        crib=crib,
        goals=np.ascontiguousarray(shipped_goals()[::-1]),
    )


@load_once
def points_knowledge() -> Knowledge:
    """Give what is known where points are all that matters; nothing of who wins, or of goals.

    That is all that a policy needs which plays for points, and the tables of who wins and of goals
    are made with it. Whence each part comes stands in the heads of the tables ``keeps``,
    ``throws_deal``, ``pegs`` and ``play.bin``. What both discard and keep is of the deal solved as
    one game, not of the discards by themselves.

    >>> known, nothing = points_knowledge(), no_knowledge()
    >>> bool((known.chances == nothing.chances).all()), bool((known.pegs == nothing.pegs).all())
    (True, False)
    """
    discarded = _discarded()
    return no_knowledge()._replace(
        keeps=np.array([[keep_rate(role)[keep] for keep in ranks.sets(4)] for role in _ROLES]),
        discards=_discards(discarded),
        throws=_throws(discarded),
        means=np.array(keep_means()),
        pegs=np.array([keep_pegs(role) for role in _ROLES]),
        solved=solved_play.load().play,
    )


def _chances() -> Array:
    """Give the dealer's chance of winning at the start of a deal, by the needs of both."""
    found = np.zeros((MOST + 1, MOST + 1))
    for dealer in range(1, MOST + 1):
        for pone in range(1, MOST + 1):
            found[dealer, pone] = chance(dealer, pone)
    return found


class _Discarded(NamedTuple):
    """What is discarded from hands of six ranks, an entry for each hand and discard: arrays.

    Attributes:
        four: which four ranks are kept, by the number of the set; of the dealer 1820 higher.
        pair: which two are discarded.
        share: how often any two cards of these ranks are, from such a hand.
        choices: how many two cards of these ranks the hand has.
        hands: how many such hands a pack has.
    """

    four: Array
    pair: Array
    share: Array
    choices: Array
    hands: Array


def _discarded() -> _Discarded:
    """Read what is discarded in the solution of which ``keeps`` tells what is kept."""
    fours = {ranks.format(four): place for place, four in enumerate(ranks.sets(4))}
    pairs = {ranks.format(pair): place for place, pair in enumerate(ranks.sets(2))}
    found: list[tuple[int, int, float, int, int]] = []
    for row in tables.load("throws_deal").rows:
        hand, role = row["dealt"], 1820 * _ROLES.index(row["role"])
        hands = prod([comb(4, hand.count(letter)) for letter in set(hand)])
        for pair, share in read_shares(row["throws"]):
            low, high = pair[0], pair[1]
            kept = hand.replace(low, "", 1).replace(high, "", 1)
            number = hand.count(low)
            choices = comb(number, 2) if low == high else number * hand.count(high)
            found.append((role + fours[kept], pairs[pair], share, choices, hands))
    return _Discarded(*[np.array(column) for column in zip(*found, strict=True)])


def _discards(found: _Discarded) -> Discards:
    order = np.lexsort((found.pair, found.four))
    low, high = 4 * np.array(ranks.sets(2))[found.pair[order]].T
    return Discards(
        np.searchsorted(found.four[order], np.arange(2 * 1820 + 1)).astype(np.int32),
        low.astype(np.uint8),
        high.astype(np.uint8),
        (found.share / found.choices)[order],
    )


def _throws(found: _Discarded) -> Array:
    """Give float64[2, 91], how often a role throws each pair of ranks, over all hands of six."""
    rates = np.zeros((2, 91))
    np.add.at(rates, (found.four // 1820, found.pair), found.hands * found.share)
    shares: Array = rates / rates.sum(axis=1, keepdims=True)
    return shares

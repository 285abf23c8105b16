"""How a strong player thinks, between two: the arrays that the search needs, and its Python face.

The search itself stands in :mod:`pegout.kernel.compiled`, under Thinking. At a table it is always
run by Python, whether numba is installed or not, so that nobody waits for a compiler; the compiled
policies run the very same source, and choose the same cards. See :mod:`pegout.kernel.plain`. Where
there are many hands to be looked at, :mod:`pegout.kernel.breadth` finds the same sooner.

>>> from pegout.rules import rules
>>> made = Thoughts(rules(), no_knowledge())
>>> position = Position(True, (60, 60), dealt=(0, 4, 8, 12, 16, 48))
>>> 0 <= made.throw(position) < 15
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, exp
from typing import Any, Final, NamedTuple

import numpy as np

from pegout.kernel.breadth import Breadth
from pegout.kernel.checks import KernelError, flushes_of
from pegout.kernel.compiled import mind as places
from pegout.kernel.compiled.jit import COMPILED
from pegout.kernel.compiled.mind import SolvedPlay
from pegout.kernel.plain import loops
from pegout.kernel.tables import Array, ends_of, tables
from pegout.rules import Rules

__all__ = [
    "Knowledge",
    "Position",
    "SolvedPlay",
    "Thoughts",
    "checked_knowledge",
    "kept_by",
    "mind_of",
    "no_knowledge",
    "no_mind",
    "under",
    "unsolved",
]

#: By how many cards the own seat holds: how many hands of the other are looked at, and how many of
#: the own choices are searched before the rest of the play is played by looking ahead. The second
#: row is for deals in which the game may end.
_MOST_HANDS: Final = ((1, 40, 100, 60, 80), (1, 40, 100, 455, 1820))
_OWN_CHOICES: Final = ((1, 4, 4, 4, 2), (1, 4, 4, 4, 4))
#: So many hands are quicker looked at abreast; the first row has fewer, so every own choice is
#: searched then.
_MANY: Final = 101
#: The score matters when a side needs no more than this.
_NEAR: Final = 45
#: Among cards whose chance of winning is so close to the best, the solved play decides.
_SLACK: Final = 0.01
#: How many needs are remembered with what follows from them for a throw.
_SLOTS: Final = 2 * 122 * 122
_FEW_SLOTS: Final = 64
_MOST_POINTS: Final = 30
_JACK: Final = 10
_NEEDS: Final = 122
#: In how many ways so many cards of a rank are chosen.
_CHOICES: Final = np.array([comb(4, number) for number in range(5)], np.float64)


class Knowledge(NamedTuple):
    """What a strong player knows, as arrays; of two roles the dealer comes first.

    Attributes:
        keeps: float64[2, 1820], for each set of four ranks how much likelier it is kept by a role
            than four cards at random.
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
    throws: Array
    means: Array
    chances: Array
    play: Array
    hands: Array
    crib: Array
    pegs: Array
    solved: SolvedPlay
    goals: Array


class Position(NamedTuple):
    """What a seat knows when it has to decide, of two.

    Attributes:
        deals: whether it deals.
        needs: what it and the other need to the end.
        dealt: the cards dealt to it, sorted, 0 to 51.
        thrown: what it has laid away.
        held: what it holds now, sorted.
        starter: the starter.
        laid: the cards laid in this deal, each with whether the other laid it.
        show: what its hand counts with the starter; wanted where the score may matter.
    """

    deals: bool
    needs: tuple[int, int]
    dealt: Sequence[int]
    thrown: Sequence[int] = ()
    held: Sequence[int] = ()
    starter: int = 52
    laid: Sequence[tuple[int, bool]] = ()
    show: int = 0


def unsolved() -> SolvedPlay:
    """Give a solved play in which nothing is known.

    >>> len(unsolved().children)
    0
    """
    return SolvedPlay(
        np.zeros((0, 14), np.int32),
        np.zeros(0, np.int8),
        np.zeros(0, np.int64),
        np.zeros(0, np.uint8),
    )


@cache
def no_knowledge() -> Knowledge:
    """Give the knowledge of somebody who has never seen the game: everything is as likely.

    >>> round(float(no_knowledge().means.sum()), 9)
    4.0
    """
    play, hands, crib = np.zeros((32, 32)), np.zeros((2, _MOST_POINTS)), np.zeros(_MOST_POINTS)
    play[:8, :8] = 1 / 64
    hands[:, :16] = 1 / 16
    crib[:10] = 0.1
    return Knowledge(
        np.ones((2, 1820)),
        np.full((2, 91), 1 / 91),
        np.full(13, 4 / 13),
        np.full((_NEEDS, _NEEDS), 0.5),
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
    "chances": (_NEEDS, _NEEDS),
    "play": (32, 32),
    "hands": (2, _MOST_POINTS),
    "crib": (_MOST_POINTS,),
    "pegs": (2, 1820),
}
_GOALS: Final = (2, 1820, places.GOALS, places.PEGGED**2)
_DTYPES: Final = {"children": "int32", "mover": "int8", "offset": "int64", "weights": "uint8"}


def under(rules: Rules, knowledge: Knowledge) -> Knowledge:
    """Leave out what is known of the play where it is played by other rules than it was solved by.

    >>> from pegout.rules import rules
    >>> known = no_knowledge()
    >>> under(rules(), known) is known, under(rules(lowball=True), known) is known
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
            "a policy that thinks needs knowledge=pegout.evaluation.outlook.knowledge(), "
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
    for name, dtype in _DTYPES.items():
        found = getattr(given.solved, name)
        if found.dtype != dtype:
            raise KernelError("bad_dtype", f"expected {name} of {dtype}, not {found.dtype}")
    nodes = len(given.solved.offset)
    if given.solved.children.shape != (nodes, 14) or given.solved.mover.shape != (nodes,):
        raise KernelError(
            "bad_shape",
            f"expected {nodes} nodes as offset has them: children of shape ({nodes}, 14) and "
            f"mover of shape ({nodes},)",
        )
    return given


@cache
def _sets(size: int) -> tuple[tuple[int, ...], ...]:
    """Give every set of so many ranks, numbered as in the tables."""
    every = combinations_with_replacement(range(13), size)
    return tuple([ranks for ranks in every if all(ranks.count(rank) < 5 for rank in ranks)])


def _packed(ranks: Sequence[int]) -> int:
    """Put ranks into an int, four bits each, the lowest rank in the lowest bits."""
    packed = 0
    for place in range(4):
        packed |= (ranks[place] if place < len(ranks) else 15) << 4 * place
    return packed


@cache
def _table_ints() -> Array:
    """Give the part of the ints that is the same for everybody."""
    made = tables()
    ints = np.zeros(places.ROW_KEYS, np.int64)
    every = [_packed(ranks) for size in (1, 2, 3, 4) for ranks in _sets(size)]
    for start, found in (
        (places.SETS, np.array(every)),
        (places.TWO_OF, made.two_of),
        (places.THREE_OF, made.three_of),
        (places.FOUR_OF, made.four_of),
        (places.SHOW_FOUR, made.show_four),
        (places.THROWN_AT, made.thrown),
        (places.KEPT_AT, made.kept),
        (places.MOST_HANDS, np.array(_MOST_HANDS)),
        (places.OWN_CHOICES, np.array(_OWN_CHOICES)),
    ):
        ints[start : start + found.size] = found.ravel()
    ints[places.NEAR] = _NEAR
    return ints


def _before_crib(knowledge: Knowledge) -> Array:
    """Give float64[152, 122]: the dealer's chance before an average crib is counted.

    By what the dealer needs, from -30 on, and what the pone needs.
    """
    found = np.ones((152, _NEEDS))
    found[31:] = 0
    for points, rate in enumerate(knowledge.crib):
        found[31 : 31 + points] += rate
        found[31 + points :] += rate * (1 - knowledge.chances[:, 1 : _NEEDS - points].T)
    return found


def _before_hands(knowledge: Knowledge, crib: Array) -> tuple[Array, Array]:
    """Give the dealer's chances before the pone's hand and before the dealer's.

    Args:
        knowledge: what is known.
        crib: the chances before the crib.

    Returns:
        float64[122, 152], by what the pone needs and what the dealer needs from -30 on when its own
        hand is counted in already; and float64[122, 122], by what the pone and the dealer need.
    """
    before_pone, before_dealer = np.zeros((_NEEDS, 152)), np.zeros((_NEEDS, _NEEDS))
    for points in range(_MOST_POINTS):
        before_pone[points + 1 :] += knowledge.hands[1, points] * crib[:, 1 : _NEEDS - points].T
        shifted = crib[30 - points : 152 - points]
        before_dealer += knowledge.hands[0, points] * shifted.T
    return before_pone, before_dealer


def _table_floats(knowledge: Knowledge, cribs: Array | None) -> Array:
    """Give the part of the floats that follows from knowledge and the means of the crib."""
    floats = np.zeros(places.ROWS)
    crib = _before_crib(knowledge)
    # A crib that is better by a point is as good as a point less to go.
    better = np.vstack((crib[:1], crib[:-1]))
    pone, dealer = _before_hands(knowledge, crib)
    better_pone, better_dealer = _before_hands(knowledge, better)
    played = np.argwhere(knowledge.play > 0)
    soft = np.array([exp(mark / 16 - 12) for mark in range(384)])
    values = [min(rank + 1, 10) for rank in range(13)]
    fits = [
        sum(knowledge.means[rank] for rank in range(13) if values[rank] <= room) / 4
        for room in range(11)
    ]
    kept = kept_by(knowledge)
    mean_crib = float((knowledge.crib * np.arange(_MOST_POINTS)).sum())
    by_starter = _hands_by_starter(knowledge)
    for start, found in (
        (places.CRIB_MEAN, np.array([mean_crib, mean_crib])),
        (places.PEG_MEAN, (kept * knowledge.pegs).sum(axis=1)),
        (places.FITTING, np.array(fits)),
        (places.MEANS, knowledge.means),
        (places.SOFT, soft),
        # Whose cards are guessed at is the other: for a dealer it is the pone.
        (places.KEEPS, knowledge.keeps[::-1]),
        (places.THROWS_MADE, knowledge.throws),
        (places.PEGS, knowledge.pegs),
        (places.CRIBS, np.zeros(676) if cribs is None else cribs[:2]),
        (places.START_OF, knowledge.chances),
        (places.BEFORE_PONE, pone),
        (places.BETTER_PONE, better_pone),
        (places.BEFORE_DEALER, dealer),
        (places.BETTER_DEALER, better_dealer),
        (places.PLAY_RATES, knowledge.play[tuple(played.T)]),
        (places.HANDS_BY, by_starter),
        (places.CRIB_RATES, knowledge.crib),
    ):
        floats[start : start + found.size] = found.ravel()
    return floats


def _hands_by_starter(knowledge: Knowledge) -> Array:
    """Give float64[2, 13, 30]: how likely the hand of a role counts so much, by the starter's rank.

    A jack that is held is nobs as often as suits have it, and there is no flush.
    """
    shows, copies = tables().show_four, _copies()
    found = np.zeros((2, 13, _MOST_POINTS))
    for role, kept in enumerate(kept_by(knowledge)):
        for rank in range(13):
            weights = kept * (4 - copies[:, rank])
            nobs = weights * copies[:, _JACK] / 4 * (rank != _JACK)
            points = np.asarray(shows[:, rank], np.int64)
            np.add.at(found[role, rank], points, weights - nobs)
            np.add.at(found[role, rank], np.minimum(points + 1, _MOST_POINTS - 1), nobs)
    chances: Array = found / found.sum(axis=2, keepdims=True)
    return chances


def kept_by(knowledge: Knowledge) -> Array:
    """Give float64[2, 1820]: how likely a role keeps each set of four ranks.

    >>> kept_by(no_knowledge()).sum(axis=1).round(9)
    array([1., 1.])
    """
    kept = knowledge.keeps * _CHOICES[_copies()].prod(axis=1)
    chances: Array = kept / kept.sum(axis=1, keepdims=True)
    return chances


@cache
def _copies() -> Array:
    """Give int64[1820, 13]: how many cards of each rank each set of four has."""
    return np.array([[ranks.count(rank) for rank in range(13)] for ranks in _sets(4)])


def no_mind() -> places.Mind:
    """Give a mind for policies that do not think."""
    return places.Mind(
        np.zeros(1, np.int64), np.zeros(1), np.zeros(1, np.int8), np.zeros(1, np.uint8)
    )


def mind_of(
    rules: Rules, knowledge: Knowledge, cribs: Array | None = None, *, lists: bool = False
) -> places.Mind:
    """Make a mind; whoever thinks at the same time needs one of their own.

    Args:
        rules: the rules, of two players.
        knowledge: what is known.
        cribs: float64[2 or 3, 2, 13, 13], the means of the crib by role, as
            :func:`pegout.kernel.policies.roles_array` gives them.
        lists: whether to make lists, which Python reads faster than arrays.
    """
    few = lists or not COMPILED
    slots = _FEW_SLOTS if few else _SLOTS
    ints = np.concatenate((_table_ints(), np.zeros(slots, np.int64)))
    rows = np.zeros(2 * places.HAND_POINTS * slots)
    floats = np.concatenate((_table_floats(knowledge, cribs), rows))
    played = np.argwhere(knowledge.play > 0)
    ints[places.PLAYS] = len(played)
    ints[places.PLAY_DEALER : places.PLAY_DEALER + len(played)] = played[:, 0]
    ints[places.PLAY_PONE : places.PLAY_PONE + len(played)] = played[:, 1]
    four, five, nobs = flushes_of(rules, crib=True).tolist()
    for place, number in (
        (places.SLOTS, slots),
        (places.STACKED, int(rules.go_stacks_on_31)),
        (places.STINKS, int(rules.stinkhole)),
        (places.ONE_COUNT, int(rules.five_card)),
        (places.KEPT_SIZE, rules.kept),
        (places.NOBS, nobs),
        (places.CRIB_FOUR, four),
        (places.CRIB_FIVE, five),
        (places.PEGGING, int(knowledge.pegs.any())),
        (places.AIMS, int(knowledge.goals.any())),
    ):
        ints[place] = number
    floats[places.POINT] = -1.0 if rules.lowball else 1.0
    floats[places.SLACK] = _SLACK
    ends = ends_of(rules.runs_in_play)
    if few:
        goals = knowledge.goals.ravel().data
        return places.Mind(ints.tolist(), _list(floats), ends.tolist(), goals)
    return places.Mind(ints, floats, ends, knowledge.goals.ravel())


def _list(floats: Array) -> list[float]:
    """Make a list in which every zero, as most of a mind is, is the same object."""
    found = [0.0] * len(floats)
    for at in np.flatnonzero(floats).tolist():
        found[at] = float(floats[at])
    return found


class Thoughts:
    """The search, for one who sits at a table; run by Python.

    Args:
        rules: the rules, of two players.
        knowledge: what is known.
        cribs: the means of the crib, as for :func:`mind_of`.
    """

    def __init__(self, rules: Rules, knowledge: Knowledge, cribs: Array | None = None) -> None:
        self.rules = rules
        knowledge = under(rules, checked_knowledge(knowledge))
        self.mind = mind_of(rules, knowledge, cribs, lists=True)
        # Python reads them faster so.
        self.solved = SolvedPlay(*[memoryview(part) for part in knowledge.solved])
        self._deciding, self._stages = loops("deciding"), loops("stages")
        self._breadth = Breadth(self.mind, knowledge.solved, runs=rules.runs_in_play)

    def _pose(self, position: Position) -> None:
        ints, rules = self.mind.ints, self.rules
        ints[places.DEALS] = int(position.deals)
        ints[places.NEED], ints[places.OTHER_NEED] = position.needs
        near = min(position.needs) <= ints[places.NEAR]
        ints[places.CHANCES] = int(near and rules.hand_size == 6 and not rules.lowball)
        for place, card in enumerate(position.dealt):
            ints[places.SIX + place] = int(card)

    def matters(self, position: Position) -> bool:
        """Say whether the score is near enough to the end to be looked at.

        >>> from pegout.rules import rules
        >>> made = Thoughts(rules(), no_knowledge())
        >>> made.matters(Position(True, (60, 60), ())), made.matters(Position(True, (60, 12), ()))
        (False, True)
        """
        self._pose(position)
        return bool(self.mind.ints[places.CHANCES])

    def throw(self, position: Position, *, chances: bool = True) -> int:
        """Choose a throw of two from six.

        Args:
            position: what is known, the cards dealt among it.
            chances: whether winning chances decide where the score matters.

        Returns:
            Its place in :data:`pegout.kernel.tables.THROWS_OF_SIX`.
        """
        self._pose(position)
        way = places.BY_CHANCES if chances else places.BY_SOLUTION
        return int(self._stages.think_throw(way, self.mind))

    def rank(
        self, position: Position, way: int = places.BY_CHANCES, chance: Callable[[], float] = float
    ) -> int:
        """Choose a rank to lay, of two or more that fit.

        Args:
            position: what is known.
            way: one of the ways to think, of :mod:`pegout.kernel.compiled.mind`.
            chance: gives a number from 0 to 1, where the solved play mixes.
        """
        self._pose(position)
        ints = self.mind.ints
        held = _packed([int(card) >> 2 for card in position.held])
        ints[places.HELD], ints[places.SHOW] = held, position.show
        ints[places.CUT] = int(position.starter)
        seen = 1 << int(position.starter)
        for card in position.dealt:
            seen |= 1 << int(card)
        for place, card in enumerate(position.thrown):
            ints[places.THROWN + place] = int(card)
        ints[places.CARDS_LAID] = len(position.laid)
        for step, (card, other) in enumerate(position.laid):
            seen |= 1 << int(card)
            ints[places.CARD_LAID + step], ints[places.LAID_BY + step] = int(card), int(other)
        ints[places.SEEN] = seen
        rank = self._decided(way)
        if rank < 0:
            rank = int(self._deciding.drawn_rank(held, chance(), self.mind))
        return rank

    def _decided(self, way: int) -> int:
        """Give what :func:`pegout.kernel.compiled.deciding.think` does."""
        deciding, mind, solved = self._deciding, self.mind, self.solved
        if not deciding.begin(way, mind, solved):
            return -1
        if mind.ints[places.NUMBER] < _MANY:
            deciding.weigh(mind, solved)
        else:
            self._breadth.weigh()
        return int(deciding.settle(mind, solved))

    def values(self) -> tuple[float, ...]:
        """Give what the last search found for each place of the hand; 0 where it has no choice."""
        start = places.VALUES_OF
        return tuple(self.mind.floats[start : start + 4])

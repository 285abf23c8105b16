"""The search of a strong player between two: its workspace filled, and its Python face.

At a table the search is always run by Python, whether numba is installed or not, so that nobody
waits for a compiler; the compiled policies run the very same source, and choose the same cards.
Where there are many hands to be looked at, :mod:`pegout.search.best_response_arrays` finds the same
sooner.

>>> from pegout.rules import Rules
>>> from pegout.search.model import no_knowledge
>>> made = Thoughts(Rules(), no_knowledge())
>>> position = Position(True, (60, 60), dealt=(0, 4, 8, 12, 16, 48))
>>> 0 <= made.throw(position) < 15
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import exp
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.jit import COMPILED
from pegout.kernel.score_tables import Array, constant, constants, ends_of, tables
from pegout.kernel.validation import flushes_of
from pegout.loading import load_once
from pegout.rules import Rules
from pegout.search import card_choice as deciding
from pegout.search import discard_choice as stages
from pegout.search import endgame_discard as late
from pegout.search import workspace as places
from pegout.search.best_response_arrays import Breadth
from pegout.search.model import (
    Discards,
    Knowledge,
    checked_knowledge,
    copies,
    kept_by,
    under,
)
from pegout.tables.play_strategy import SolvedPlay

__all__ = ["Position", "Thoughts", "mind_of", "search_of"]

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


@load_once
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


@load_once
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
    ints[places.NEAR], ints[places.RACE] = _NEAR, -1
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
    shows, held = tables().show_four, copies()
    found = np.zeros((2, 13, _MOST_POINTS))
    for role, kept in enumerate(kept_by(knowledge)):
        for rank in range(13):
            weights = kept * (4 - held[:, rank])
            nobs = weights * held[:, _JACK] / 4 * (rank != _JACK)
            points = np.asarray(shows[:, rank], np.int64)
            np.add.at(found[role, rank], points, weights - nobs)
            np.add.at(found[role, rank], np.minimum(points + 1, _MOST_POINTS - 1), nobs)
    chances: Array = found / found.sum(axis=2, keepdims=True)
    return chances


def search_of(rules: Rules, knowledge: Knowledge, cribs: Array | None = None) -> places.Search:
    """Give what the compiled loops search with; see :func:`mind_of`."""
    return places.Search(mind_of(rules, knowledge, cribs), constants(knowledge.solved))


def mind_of(
    rules: Rules, knowledge: Knowledge, cribs: Array | None = None, *, lists: bool = False
) -> places.Mind:
    """Make a mind; whoever thinks at the same time needs one of their own.

    Args:
        rules: the rules, of two players.
        knowledge: what is known.
        cribs: float64[2 or 3, 2, 13, 13], the means of the crib by role, as
            :func:`pegout.simulation.policies.registry.roles_array` gives them.
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
        discards = Discards(*[memoryview(part) for part in knowledge.discards])
        return places.Mind(ints.tolist(), _list(floats), ends.tolist(), goals, discards)
    read = constant(knowledge.goals.ravel()), constants(knowledge.discards)
    return places.Mind(ints, floats, ends, *read)


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

        >>> from pegout.rules import Rules
        >>> from pegout.search.model import no_knowledge
        >>> made = Thoughts(Rules(), no_knowledge())
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
            Its place in :data:`pegout.kernel.score_tables.THROWS_OF_SIX`.
        """
        self._pose(position)
        way = places.BY_CHANCES if chances else places.BY_SOLUTION
        throw = int(stages.first_throw(way, self.mind))
        return throw if throw >= 0 else self._raced()

    def _raced(self) -> int:
        """Give what :func:`pegout.search.endgame_discard.race_throw` does."""
        mind = self.mind
        late.begin_races(mind, self.solved)
        best, most = 0, -1e300
        for at in range(mind.ints[places.RACE_NUMBER]):
            late.begin_race(at, mind)
            value = late.raced(at, self._breadth.value(), mind)
            if value > most + 1e-9:
                best, most = mind.ints[places.RACES + at], value
        mind.ints[places.RACE] = -1
        return int(best)

    def rank(
        self, position: Position, way: int = places.BY_CHANCES, chance: Callable[[], float] = float
    ) -> int:
        """Choose a rank to lay, of two or more that fit.

        Args:
            position: what is known.
            way: one of the ways to think, of :mod:`pegout.search.workspace`.
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
            rank = int(deciding.drawn_rank(held, chance(), self.mind))
        return rank

    def _decided(self, way: int) -> int:
        """Give what :func:`pegout.search.card_choice.think` does."""
        mind, solved = self.mind, self.solved
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

"""Rollouts in arrays: the rest of the play in many worlds at once.

A row is one world. Every row plays a card in each step, because a count ends automatically if no
seat can play. So the rollout takes as many steps as there are cards, each of them a few NumPy
operations over all rows. :mod:`pegout.search.multiplayer.rollouts` describes the heuristic. In
arrays, ``NO_RANK`` means no card.

>>> hands = np.array([[[10, 4, NO_RANK, NO_RANK], [12, 9, NO_RANK, NO_RANK]]], np.int8)
>>> play_out(Rules(), hands, turn=0, opening=np.array([4])).gains.tolist()
[[1, 3]]
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.layout import ANSWER
from pegout.kernel.pegging_arrays import ends_of_five, pile_scores
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.rules import Component, Rules
from pegout.search.multiplayer.rollouts import MANY, NEVER, NO_CHOICE, NO_END, OVER, lone_values
from pegout.tables import rank_sets as ranks

#: The rank that means no card.
NO_RANK: Final = 13
#: The value of no card, which never fits.
_BLANK: Final = 32
_VALUES: Final = np.array([*ranks.VALUES, _BLANK], np.int64)
#: Points for the count alone.
_COUNTS: Final = np.zeros(OVER, np.int64)
_COUNTS[[15, 31]] = 2


class RolloutArrays(NamedTuple):
    """The result of a rollout."""

    # int64[n, sides], the points of each side, with those that its row started with; with needs,
    # only up to the card that meets one
    gains: Array
    first: Array  # int64[n], the side that met its need, or -1


def load(rules: Rules) -> None:
    """Preload the tables for rollouts under some rules."""
    _answers(rules.runs_in_play)
    _plain(rules.runs_in_play)
    _alone()
    _seats(rules.players, rules.sides)


@load_once
def _plain(runs: bool) -> Array:
    """Return the scores of five last cards without the marks of longer runs: float32[2**20]."""
    return (ends_of_five(runs) & 63).astype(np.float32)


@load_once
def _answers(runs: bool) -> Array:
    """Return float32[4096 * 64], the weighted expected score of a random card on a pile."""
    ends = ends_of_five(runs)
    pile = np.arange(4096, dtype=np.int32)
    scores = np.zeros((4096, OVER), np.float32)
    for rank in range(13):
        points = ends[15 << 16 | pile << 4 | rank] & 63
        left = 4 - sum([(pile >> 4 * index & 15) == rank for index in range(3)])
        for count in range(32 - ranks.VALUES[rank]):
            scores[:, count] += left * (points + _COUNTS[count + ranks.VALUES[rank]])
    return ANSWER * scores.ravel() / 52


@load_once
def _alone() -> Array:
    """Return :func:`pegout.search.multiplayer.rollouts.lone_values`: float32[64 * 17]."""
    return np.frombuffer(lone_values(), np.float32)


def heuristic_values(
    rules: Rules, pile: Array, count: Array, cards: Array, answering: Array, opposing: Array
) -> Array:
    """Return the heuristic values of playing each of some cards, in points for the own side.

    Args:
        cards: int8[n, cards], ranks.
        answering: float32[n], the number of cards in the next seat's hand, negative for the
            partner.
        opposing: int64[n], the total number of cards in the opponents' hands.

    Returns:
        float32[n, cards]; ``NO_CHOICE`` for a card that does not fit or for no card.
    """
    runs = rules.runs_in_play
    after = count[:, None] + _VALUES.take(cards)
    longer = pile[:, None] << 4 | cards
    answer = _answers(runs).take((longer & 0xFFF) << 6 | after)
    value: Array = _plain(runs).take(longer & 0xFFFFF)
    value += _alone().take(after * MANY + opposing[:, None])
    value -= answering[:, None] * answer
    if rules.lowball:
        value = -value
    value[after > 31] = NO_CHOICE
    return value


class _Seats(NamedTuple):
    """The seating."""

    side_of: Array  # int64[players], the side of each seat
    # int64[players, 16], the first seat after each that is in a set of seats, the seat itself last.
    # In a set, seat 0 is the highest of four bits.
    after: Array
    # float32[players, players], 1 for an opponent, -1 for the partner, 0 for the seat itself
    sign: Array


@cache
def _seats(players: int, sides: int) -> _Seats:
    seats = range(players)
    side_of = np.arange(players) % sides
    after = np.zeros((players, 16), np.int64)
    for seat in seats:
        around = [(seat + step) % players for step in range(1, players + 1)]
        for group in range(16):
            after[seat, group] = next((active for active in around if group & 8 >> active), 0)
    sign = np.where(side_of[:, None] == side_of, -1, 1) * (1 - np.eye(players))
    return _Seats(side_of, after, sign.astype(np.float32))


def _group(among: Array) -> Array:
    """Return the set of seats in each row as a number; see :class:`_Seats`."""
    numbers: Array = np.packbits(among, axis=1)[:, 0] >> 4
    return numbers


class _Table:
    """The state of all rows of a rollout between two cards."""

    def __init__(
        self,
        rules: Rules,
        hands: Array,
        turn: int,
        pile: int,
        count: int,
        needs: Sequence[int],
        ahead: Array,
    ) -> None:
        self.rules = rules
        self.ends = ends_of_five(rules.runs_in_play)
        self.seats = _seats(rules.players, rules.sides)
        rows = len(hands)
        self.rows = np.arange(rows)
        self.base = self.rows * rules.players
        self.hands = hands.reshape(-1, 4).astype(np.int64)
        self.worth = _VALUES.take(self.hands)
        # The lowest card value of each seat, and its number of cards.
        self.low = self.worth.min(axis=1).reshape(rows, -1)
        self.size = (self.hands != NO_RANK).sum(axis=1).reshape(rows, -1)
        self.turn = np.full(rows, turn)
        self.pile = np.full(rows, pile, np.int64)
        self.count = np.full(rows, count, np.int64)
        self.gains = ahead.astype(np.int64).ravel()
        self.needs = np.array(needs, np.int64)
        met = ahead >= self.needs
        self.first = np.where(met.any(axis=1), met.argmax(axis=1), -1)
        #: Rows whose play has ended with cards left, as in the five-card game.
        self.stopped = np.zeros(rows, bool)

    def choose(self) -> Array:
        """Return the position of the best card of each row's seat; the highest of equal ones."""
        turn, players, sides = self.turn, self.rules.players, self.rules.sides
        has = self.size > 0
        has[self.rows, turn] = False
        after = self.seats.after[turn, _group(has)]
        sizes = self.size.ravel()
        answering = sizes.take(self.base + after) * self.seats.sign[turn, after]
        # The cards of a side are those of its first seat and, if there is one, its second.
        own = sizes.take(self.base + turn)
        if sides < players:
            own = own + sizes.take(self.base + (turn + sides) % players)
        cards = self.hands.take(self.base + turn, axis=0)
        opposing = self.size.sum(axis=1) - own
        values = heuristic_values(self.rules, self.pile, self.count, cards, answering, opposing)
        choices: Array = values.argmax(axis=1)
        return choices

    def play(self, index: Array) -> None:
        """Play the card at a position of the hand in each row, and pass the turn."""
        turn = self.turn
        at = self.base + turn
        card = at * 4 + index
        rank = self.hands.take(card)
        self.count = self.count + self.worth.take(card)
        self.hands.ravel()[card] = NO_RANK
        self.worth.ravel()[card] = _BLANK
        self.size.ravel()[at] -= 1
        self.low.ravel()[at] = self.worth.take(at, axis=0).min(axis=1)
        self.pile = (self.pile << 4 | rank) & NO_END
        side = self.seats.side_of.take(turn)
        self._peg(side, pile_scores(self.pile, self.count, self.ends))
        can = _group(self.low <= 31 - self.count[:, None])
        ended = can == 0
        if ended.any():
            go = ended if self.rules.go_stacks_on_31 else ended & (self.count != 31)
            if self.rules.stinkhole:
                go = go & (self.needs[side] - self.gains[self.rows * self.rules.sides + side] != 1)
            self._peg(side, go.astype(np.int64))
            if self.rules.five_card:
                self.stopped |= ended
            can = np.where(ended, _group(self.size > 0), can)
            self.count[ended] = 0
            self.pile[ended] = NO_END
        self.turn = self.seats.after[turn, can]

    def _peg(self, side: Array, points: Array) -> None:
        at = self.rows * self.rules.sides + side
        still = (self.first < 0) & ~self.stopped
        gains = self.gains.take(at) + points * still
        self.gains[at] = gains
        reached = (gains >= self.needs.take(side)) & still
        if reached.any():
            self.first[reached] = side[reached]


def play_out(
    rules: Rules,
    hands: Array,
    turn: int,
    opening: Array | None = None,
    pile: int = NO_END,
    count: int = 0,
    needs: Sequence[int] | None = None,
    ahead: Array | None = None,
) -> RolloutArrays:
    """Roll out the rest of a deal in every row.

    Args:
        hands: int8[n, players, 4], the ranks in each seat's hand, the highest first; every row has
            the same number of cards, with ``NO_RANK`` after them.
        opening: int[n], the rank that this seat plays; the heuristic's choice unless given.
        ahead: int64[n, sides], the points that each row starts with, such as heels; none unless
            given. A row in which they meet a need is over, and nobody pegs in it.

    Raises:
        KernelError: ``bad_rules`` for a switch that the search does not support.

    >>> hands = np.array([[[4, 13, 13, 13], [9, 13, 13, 13]]], np.int8)
    >>> play_out(Rules(), hands, turn=0, needs=(9, 2), ahead=np.array([[0, 2]]))
    RolloutArrays(gains=array([[0, 2]]), first=array([1]))
    """
    check_rules(rules, Component.SEARCH)
    if ahead is None:
        ahead = np.zeros((len(hands), rules.sides), np.int64)
    table = _Table(rules, hands, turn, pile, count, needs or (NEVER,) * rules.sides, ahead)
    for step in range(int((hands[0] != NO_RANK).sum())):
        if step == 0 and opening is not None:
            table.play((hands[:, turn] == opening[:, None]).argmax(axis=1))
        else:
            table.play(table.choose())
    return RolloutArrays(table.gains.reshape(-1, rules.sides), table.first)

"""Rollouts: the rest of the play in many worlds, by a fast heuristic of all seats.

A row is one world. Points are exact. Suits do not matter in the play; a card is its rank.

The heuristic looks one card ahead: the points now, less the expected reply of the next seat (plus,
if that is the partner), and a bonus for the chance that no opponent has a card that fits. Its
values are rounded to 32 bits, so that :mod:`pegout.search.multiplayer.rollouts_arrays`, which
plays all rows at once, chooses the same cards. ``play`` is one function with many branches, because
it runs for every card of every row.

>>> play_out(Rules(), [((10, 4), (12, 9))], turn=0, opening=[4])
RolloutResult(gains=[(1, 3)], first=[-1])
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from pegout.kernel.layout import ANSWER, GO, LONGER
from pegout.kernel.pegging import long_run, pile_score
from pegout.kernel.rule_numbers import check_rules, end_points
from pegout.loading import load_once
from pegout.rules import Component, Rules
from pegout.tables.rank_sets import VALUES

#: The ranks in the hand of each seat, the highest first.
WorldHands: TypeAlias = tuple[tuple[int, ...], ...]

#: The end of an empty pile: seven positions of four bits, the last card lowest, 15 for no card. A
#: pile of the kernel has fifteen.
NO_END: Final = (1 << 28) - 1
#: A need that no side meets in the play.
NEVER: Final = 1 << 20
#: More than any count, even with a card that does not fit or with no card.
OVER: Final = 64
#: More than the number of cards in the hands of all opponents.
MANY: Final = 17
#: The value of a card that does not fit.
NO_CHOICE: Final = -1e9
#: The positions of a pile above the last five cards, empty.
_FIVE: Final = NO_END & ~0xFFFFF
#: Points that five cards do not decide.
_UNKNOWN: Final = 255
#: The number of situations that are kept: 10 MB.
_KEPT: Final = 40_000


class RolloutResult(NamedTuple):
    """The result of a rollout, row by row."""

    # The points of each side, with those that its row started with; with needs, only up to the card
    # that meets one.
    gains: list[tuple[int, ...]]
    first: list[int]  # the side that met its need, or -1


def load(rules: Rules) -> None:
    """Preload the tables for rollouts under rules for three or four players."""
    _heuristic(rules.runs_in_play, rules.lowball)
    _seats(rules.players, rules.sides)


def end_of(pile: Sequence[int]) -> int:
    """Return the end of a pile of ranks, as far as it matters to later cards."""
    end = NO_END
    for rank in pile:
        end = (end << 4 | rank) & NO_END
    return end


@load_once
def lone_values() -> array[float]:
    """Return the points for a count, with the bonus for no possible reply.

    Returns:
        float32[64 * 17], by the count and the number of cards in the hands of all opponents.
    """
    values = array("f")
    for count in range(OVER):
        fits = sum([value <= 31 - count for value in VALUES])
        points = 2 if count in (15, 31) else 0
        # There is no reply to 31, and no go for it.
        bonus = 0.0 if count == 31 else GO
        values.extend([bonus * (1 - fits / 13) ** number + points for number in range(MANY)])
    return values


#: What a seat knows of its choice: the order in which it prefers ranks, and their points.
_Choice: TypeAlias = tuple[Callable[[int], int], bytes]


class _Heuristic:
    """The heuristic under some rules, which keeps what it has computed."""

    def __init__(self, runs: bool, lowball: bool) -> None:
        self.ends = end_points(runs)
        self.lowball = lowball
        self._lone = lone_values()
        self._replies: dict[int, tuple[list[int], list[int]]] = {}
        self._answers: dict[int, float] = {}
        #: By the last four cards, the count and what faces the seat; see :func:`_facing`.
        self.choices: dict[int, _Choice] = {}

    def points(self, pile: int) -> int:
        """Count the last of five cards, with ``LONGER`` where earlier cards may change it."""
        points = self.ends[pile & 0xFFF]
        if points < LONGER:
            return points
        points = long_run(pile & 0xFFFFF | _FIVE, points - LONGER)
        ranks = {pile >> 4 * index & 15 for index in range(5)}
        longer = len(ranks) == 5 and 15 not in ranks and max(ranks) - min(ranks) < 7
        return points + LONGER if longer else points

    def values(self, pile: int, count: int, answering: int, opposing: int) -> array[float]:
        """Return the value of playing each rank, in points for the own side.

        Runs of six and seven count as shorter runs here.

        Args:
            answering: the number of cards in the next seat's hand, negative for the partner.
            opposing: the total number of cards in the opponents' hands.

        Returns:
            float32[13]; ``NO_CHOICE`` for a rank that does not fit.
        """
        fitting = 13 if count <= 21 else 31 - count
        lone, points = self._lone, self.points
        pile = (pile & 0xFFFF) << 4
        at_once = [
            (points(pile | rank) & LONGER - 1) + lone[(count + VALUES[rank]) * MANY + opposing]
            for rank in range(fitting)
        ]
        values = array(
            "f",
            [
                value - answering * self._answer((pile | rank) & 0xFFF, count + VALUES[rank])
                for rank, value in enumerate(array("f", at_once))
            ],
        )
        if self.lowball:
            values = array("f", [-value for value in values])
        values.extend([NO_CHOICE] * (13 - fitting))
        return values

    def _answer(self, pile: int, count: int) -> float:
        """Return the weighted expected score of a random card on a pile of three, as float32."""
        known = self._answers.get(pile << 6 | count)
        if known is None:
            if pile not in self._replies:
                self._replies[pile] = self._replies_to(pile)
            points, left = self._replies[pile]
            fitting = 13 if count <= 21 else 31 - count
            total = points[fitting]
            for target in (15, 31):
                value = target - count
                if 0 < value < 10:
                    total += 2 * (left[value] - left[value - 1])
                elif value == 10:
                    total += 2 * (left[13] - left[9])
            known = array("f", [ANSWER * total / 52])[0]
            self._answers[pile << 6 | count] = known
        return known

    def _replies_to(self, pile: int) -> tuple[list[int], list[int]]:
        """Return the points of all cards below each rank on a pile of three, and their number."""
        held = [pile & 15, pile >> 4 & 15, pile >> 8 & 15]
        points, cards = [0], [0]
        for rank in range(13):
            left = 4 - held.count(rank)
            score = self.points(0xF0000 | pile << 4 | rank) & LONGER - 1
            points.append(points[-1] + left * score)
            cards.append(cards[-1] + left)
        return points, cards

    def choose(self, pile: int, count: int, facing: int) -> _Choice:
        """Compute what :attr:`choices` keeps."""
        values = self.values(pile, count, (facing >> 4) - 4, facing & 15)
        worse = sorted(set(values))
        order = bytes([worse.index(value) for value in values])
        points = []
        for rank in range(13):
            score = self.points((pile & 0xFFFF) << 4 | rank)
            made = count + VALUES[rank]
            points.append(_UNKNOWN if score >= LONGER else score + 2 * (made in (15, 31)))
        if len(self.choices) >= _KEPT:
            self.choices.clear()
        choice = order.__getitem__, bytes(points)
        self.choices[((pile & 0xFFFF) << 5 | count) << 8 | facing] = choice
        return choice


@load_once
def _heuristic(runs: bool, lowball: bool) -> _Heuristic:
    return _Heuristic(runs, lowball)


def heuristic_values(
    rules: Rules, pile: int, count: int, answering: int, opposing: int
) -> array[float]:
    """Return the heuristic values of playing each rank; see :meth:`_Heuristic.values`."""
    heuristic = _heuristic(rules.runs_in_play, rules.lowball)
    return heuristic.values(pile, count, answering, opposing)


class _Seats(NamedTuple):
    """The seating."""

    side_of: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]  # the seats after each, itself the last
    # What faces a seat, by the numbers of cards of all seats, three bits each, and the seat: four
    # more than the next seat's number of cards, negative for a partner, and the opponents' number
    facing: Sequence[int]


@load_once
def _seats(players: int, sides: int) -> _Seats:
    seats = range(players)
    facing = array("H", [0]) * (players << 3 * players)
    for sizes in product(range(5), repeat=players):
        at = sum([size << 3 * seat for seat, size in enumerate(sizes)]) * players
        for seat in seats:
            answering, opposing = faced(players, sides, seat, sizes)
            facing[at + seat] = answering + 4 << 4 | opposing
    return _Seats(
        tuple([seat % sides for seat in seats]),
        tuple(
            [tuple([(seat + step) % players for step in range(1, players + 1)]) for seat in seats]
        ),
        facing,
    )


def faced(players: int, sides: int, seat: int, sizes: Sequence[int]) -> tuple[int, int]:
    """Return the next seat's number of cards, negative for a partner, and the opponents' number.

    >>> faced(4, 2, 0, [2, 0, 3, 1])
    (-3, 1)
    """
    others = [(seat + step) % players for step in range(1, players)]
    opposing = sum([sizes[other] for other in others if (other - seat) % sides])
    after = next((other for other in others if sizes[other]), None)
    if after is None:
        return 0, 0
    return (sizes[after] if (after - seat) % sides else -sizes[after]), opposing


class _Table:
    """Plays the rest of a deal in one row after the other."""

    def __init__(self, rules: Rules, needs: Sequence[int]) -> None:
        self.rules, self.needs = rules, needs
        self.heuristic = _heuristic(rules.runs_in_play, rules.lowball)
        self.seats = _seats(rules.players, rules.sides)
        #: Where a count ends with a point for the last card at 31 too.
        self.stacks, self.stinkhole = rules.go_stacks_on_31, rules.stinkhole

    def play(
        self, hands: WorldHands, turn: int, rank: int, pile: int, count: int, ahead: Sequence[int]
    ) -> tuple[tuple[int, ...], int]:
        """Play a row; the first card is of a rank, or the heuristic's choice if that is -1."""
        gains, needs, players = [*ahead], self.needs, self.rules.players
        for side, need in enumerate(needs):
            if gains[side] >= need:
                return tuple(gains), side
        heuristic, (side_of, after, facing) = self.heuristic, self.seats
        choices, ends, values = heuristic.choices, heuristic.ends, VALUES
        held = [[*hand] for hand in hands]
        sizes = sum([len(hand) << 3 * seat for seat, hand in enumerate(hands)])
        while sizes:
            hand = held[turn]
            if len(hand) == 1:
                rank = hand.pop()
                count += values[rank]
                pile = (pile << 4 | rank) & NO_END
                points = pile_score(pile, count, ends)
            else:
                faces = facing[sizes * players + turn]
                choice = choices.get(((pile & 0xFFFF) << 5 | count) << 8 | faces)
                if choice is None:
                    choice = heuristic.choose(pile, count, faces)
                if rank < 0:
                    rank = max(hand, key=choice[0])
                hand.remove(rank)
                count += values[rank]
                pile = (pile << 4 | rank) & NO_END
                points = choice[1][rank]
                if points == _UNKNOWN:
                    points = pile_score(pile, count, ends)
            rank = -1
            sizes -= 1 << 3 * turn
            side = side_of[turn]
            if points:
                gains[side] += points
                if gains[side] >= needs[side]:
                    return tuple(gains), side
            room = 31 - count
            for seat in after[turn]:
                hand = held[seat]
                if hand and values[hand[-1]] <= room:
                    turn = seat
                    break
            else:
                if (room or self.stacks) and not (
                    self.stinkhole and needs[side] - gains[side] == 1
                ):
                    gains[side] += 1
                    if gains[side] >= needs[side]:
                        return tuple(gains), side
                if self.rules.five_card:
                    break
                pile, count = NO_END, 0
                for seat in after[turn]:
                    if held[seat]:
                        turn = seat
                        break
        return tuple(gains), -1


def play_out(
    rules: Rules,
    hands: Sequence[WorldHands],
    turn: int,
    opening: Sequence[int] | None = None,
    pile: int = NO_END,
    count: int = 0,
    needs: Sequence[int] | None = None,
    ahead: Sequence[tuple[int, ...]] | None = None,
) -> RolloutResult:
    """Roll out the rest of a deal in every row.

    Args:
        hands: the hands in each row.
        opening: the rank that this seat plays in each row; the heuristic's choice unless given.
        ahead: the points that each side starts with in each row, such as heels; none unless given.
            A row in which they meet a need is over, and nobody pegs in it.

    Raises:
        KernelError: ``bad_rules`` for a switch that the search does not support.

    >>> play_out(Rules(), [((4,), (9,))], turn=0, needs=(9, 2), ahead=[(0, 2)])
    RolloutResult(gains=[(0, 2)], first=[1])
    """
    check_rules(rules, Component.SEARCH)
    table = _Table(rules, needs or (NEVER,) * rules.sides)
    nothing = (0,) * rules.sides
    #: Many rows are alike near the end of the play.
    known: dict[tuple[WorldHands, int, tuple[int, ...]], tuple[tuple[int, ...], int]] = {}
    gains, first = [], []
    for at, row in enumerate(hands):
        rank = -1 if opening is None else opening[at]
        begun = nothing if ahead is None else ahead[at]
        case = row, rank, begun
        result = known.get(case)
        if result is None:
            result = known[case] = table.play(row, turn, rank, pile, count, begun)
        gains.append(result[0])
        first.append(result[1])
    return RolloutResult(gains, first)

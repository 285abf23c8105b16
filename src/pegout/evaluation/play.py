"""Looking ahead in the play, by ranks.

Suits do not matter in the play, so a position is the ranks that each seat holds, the ranks of the
current count and the seat to lay a card. A card is tried by laying it and playing the rest of the
deal out, with the cards that the others may hold, by a simple rule that everybody follows: lay the
card whose points now are the most above what the next player is likely to make of it.
:func:`card_values` does this for every card that fits, over the hands that the others can hold.

>>> hands = (ranks.parse("5J"), ranks.parse("TK"))
>>> Playout(Rules()).follow(hands, turn=0, at=0, pile=(), count=0)
(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, TypeAlias

from pegout.cards import CARDS
from pegout.evaluation import endgame, ranks
from pegout.evaluation.beliefs import keep_means, worlds
from pegout.evaluation.ranks import VALUES, Ranks
from pegout.rules import Rules, View
from pegout.scoring import play_points

__all__ = ["Playout", "card_values", "lead", "pile_points"]

#: How many worlds are looked at, by the number of players; and where the score matters, since a
#: chance of winning is found out from wins and losses.
_WORLDS: Final = {2: 50, 3: 120, 4: 120}
_WORLDS_AT_THE_END: Final = 100
#: How many piles are remembered before the memory is emptied.
_PILES: Final = 300_000
#: How much of what the next player would score is expected to be scored.
_CAUTION: Final = 0.8
#: What it is worth to peg out where winning chances are not worked out, in points.
_PRIZE: Final = 100


class _PilePoints(dict[Ranks, int]):
    """The points of the last card of a pile, found once for each pile of ranks."""

    def __init__(self, runs: bool) -> None:
        self.runs = runs

    def __missing__(self, pile: Ranks) -> int:
        if len(self) >= _PILES:
            self.clear()
        points = self[pile] = play_points([CARDS[rank * 4] for rank in pile], runs=self.runs)
        return points


class _Likings(dict[Ranks, float]):
    """How much a player likes to have laid the last card of a pile."""

    def __init__(self, points: _PilePoints) -> None:
        self.points = points

    def __missing__(self, pile: Ranks) -> float:
        if len(self) >= _PILES:
            self.clear()
        room = 31 - sum([VALUES[rank] for rank in pile])
        reply = sum(
            [
                mean * (1 - pile.count(rank) / 4) * self.points[(*pile, rank)]
                for rank, mean in enumerate(keep_means())
                if VALUES[rank] <= room and pile.count(rank) < 4
            ]
        )
        liking = self[pile] = self.points[pile] - _CAUTION * reply
        return liking


@cache
def _tables(runs: bool) -> tuple[_PilePoints, _Likings]:
    points = _PilePoints(runs)
    return points, _Likings(points)


def pile_points(pile: Ranks, *, runs: bool = True) -> int:
    """Give the points of the last card of a pile of ranks.

    >>> pile_points(tuple([2, 4, 5, 6, 3]))
    5
    """
    return _tables(runs)[0][pile]


class Playout:
    """The play by certain rules, played out to its end.

    Args:
        rules: the rules of the game.
        needs: for each side, how many points end the game; playing stops there.
    """

    def __init__(self, rules: Rules, needs: tuple[int, ...] | None = None) -> None:
        players = rules.players
        self.sides = [rules.side(seat) for seat in range(players)]
        self.needs = needs or (1000,) * rules.sides
        self.order = [
            tuple([(seat + step) % players for step in range(1, players + 1)])
            for seat in range(players)
        ]
        self.points, self.likings = _tables(rules.runs_in_play)
        self.aim = -1 if rules.lowball else 1
        self.stacks = rules.go_stacks_on_31
        self.one_count = rules.five_card
        # The last hole, where a go is worth nothing.
        self.stinkhole = 1 if rules.stinkhole else 0

    def follow(
        self, hands: tuple[Ranks, ...], turn: int, at: int, pile: Ranks, count: int
    ) -> tuple[int, ...]:
        """Lay the card at a place of the hand, play on to the end and give each side's points.

        Args:
            hands: the ranks that each seat holds.
            turn: the seat that lays the card.
            at: the place of the card in its hand.
            pile: the ranks of the current count.
            count: the count.
        """
        points, likings, aim = self.points, self.likings, self.aim
        held = list(hands)
        gains = [0] * len(self.needs)
        while True:
            hand = held[turn]
            rank = hand[at]
            held[turn] = hand[:at] + hand[at + 1 :]
            pile = (*pile, rank)
            count += VALUES[rank]
            side = self.sides[turn]
            gains[side] += points[pile]
            if gains[side] >= self.needs[side]:
                break
            following = -1
            if count < 31:
                room = 31 - count
                for seat in self.order[turn]:
                    hand = held[seat]
                    if hand and VALUES[hand[0]] <= room:
                        following = seat
                        break
            if following < 0:
                if (count != 31 or self.stacks) and not (
                    self.stinkhole and gains[side] + 1 == self.needs[side]
                ):
                    gains[side] += 1
                    if gains[side] >= self.needs[side]:
                        break
                if self.one_count:
                    break
                pile, count = (), 0
                for seat in self.order[turn]:
                    if held[seat]:
                        following = seat
                        break
                else:
                    break
            turn = following
            room = 31 - count
            best = -1e9
            for place, rank in enumerate(held[turn]):
                if VALUES[rank] > room:
                    break
                liking = aim * likings[(*pile, rank)]
                if liking >= best:
                    best, at = liking, place
        return tuple(gains)


def lead(rules: Rules, seat: int, needs: Sequence[int], gains: Sequence[int]) -> float:
    """Give how far a seat's side gets ahead, with a prize for whoever pegs out.

    With three sides a point of one's own is worth as much as one of each of the others.

    >>> lead(Rules(), 0, (30, 40), (5, 2)), lead(Rules(), 0, (30, 2), (5, 2))
    (3.0, -97.0)
    """
    side, others = rules.side(seat), rules.sides - 1
    total = 0.0
    for one, gain in enumerate(gains):
        value = gain + (_PRIZE if gain >= needs[one] else 0)
        total += value if one == side else -value / others
    return -total if rules.lowball else total


def card_values(view: View, chance: Random) -> Mapping[int, float]:
    """Give what it is worth to lay a card of each rank that fits.

    Where the score is near the end of the board this is the chance of winning, elsewhere how many
    points the own side gets ahead in the play from here on.

    Args:
        view: the view of a seat whose turn it is to play.
        chance: for the sample of what the others may hold.
    """
    assert view.seat is not None, "a seat looks at its own deal"
    rules, seat = view.rules, view.seat
    needs = tuple([view.needs(side) for side in range(rules.sides)])
    playout = Playout(rules, needs)
    hand = ranks.of(view.hand)
    pile = tuple([laid.card >> 2 for laid in view.pile])
    options = [
        (at, rank)
        for at, rank in enumerate(hand)
        if view.count + VALUES[rank] <= 31 and rank not in hand[:at]
    ]
    end = endgame.matters(view)
    counts = _other_hand(view) if end else _nothing
    most = _WORLDS_AT_THE_END if end else _WORLDS[rules.players]
    outcomes: dict[int, dict[_Outcome, float]] = {rank: {} for _, rank in options}
    for hands, weight in worlds(view, most, chance):
        points = counts(hands)
        for at, rank in options:
            gains = playout.follow(hands, seat, at, pile, view.count)
            found = outcomes[rank]
            found[gains, points] = found.get((gains, points), 0.0) + weight

    def worth(gains: tuple[int, ...], points: int) -> float:
        return lead(rules, seat, needs, gains)

    judge = endgame.counted(view).chance if end else worth
    return {
        rank: sum([weight * judge(*outcome) for outcome, weight in found.items()])
        / sum(found.values())
        for rank, found in outcomes.items()
    }


#: What each side pegs in the play, and what the other seat's hand counts where that matters.
_Outcome: TypeAlias = tuple[tuple[int, ...], int]


def _nothing(hands: tuple[Ranks, ...]) -> int:
    return 0


def _other_hand(view: View) -> Callable[[tuple[Ranks, ...]], int]:
    """Give how to count the other seat's hand in a world, by its ranks."""
    assert view.seat is not None, "a seat looks at its own deal"
    assert view.starter is not None, "the starter is cut before the play"
    other = 1 - view.seat
    known = [laid.card >> 2 for laid in view.laid if laid.seat == other] + [view.starter >> 2]

    def count(hands: tuple[Ranks, ...]) -> int:
        return ranks.points((*known, *hands[other]))

    return count

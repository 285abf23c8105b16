"""An oracle for the expert's cards near the end: whole hands of six cards, dealt with their suits.

It takes every hand of six cards that the opponent may have been dealt, suits included. Two of the
cards are discarded with the shipped table's shares, and the opponent has played from the other four
with the shipped solution's shares, each card of a rank equally often. The play is then searched to
its end, and the hands and the crib are counted card by card in their order. The oracle shares
nothing with the code under test but the shipped numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from csv import DictReader
from functools import cache
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pegout.kernel.roles import Role
from pegout.tables.play_strategy_arrays import load
from pegout.tables.win_probability import chance
from tests.search.observing import Observation

Array = NDArray[Any]
Ranks = tuple[int, ...]

#: The most that both need in the deals that are drawn.
NEAR = 12
OWN, OTHER = 0, 1
GO = 13
_MOST = 30


def _sets(size: int) -> list[Ranks]:
    every = combinations_with_replacement(range(13), size)
    return [found for found in every if all(found.count(rank) < 5 for rank in found)]


_FOURS = {found: at for at, found in enumerate(_sets(4))}
_THREES = {found: at for at, found in enumerate(_sets(3))}
_PAIRS = {found: at for at, found in enumerate(_sets(2))}


def _worth(rank: int) -> int:
    return min(rank + 1, 10)


def _fits(rank: int, pile: Ranks) -> bool:
    return sum(map(_worth, pile)) + _worth(rank) <= 31


def _less(hand: Ranks, rank: int) -> Ranks:
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]


# The shipped tables ------------------------------------------------------------------------------


@cache
def discards(dealer: bool, table: str = "discards_deal") -> dict[Ranks, dict[Ranks, float]]:
    """Return how often each pair of ranks is discarded from each six."""
    text = files("pegout.tables").joinpath("data", f"{table}.csv").read_text()
    rows = DictReader(line for line in text.splitlines() if not line.startswith("#"))
    found: dict[Ranks, dict[Ranks, float]] = {}
    for row in rows:
        if (row["role"] == "own") == dealer:
            shares = [word.partition(":") for word in row["discards"].split()]
            found[_parse(row["dealt"])] = {
                _parse(pair): float(share or 1) for pair, _, share in shares
            }
    return found


def _parse(text: str) -> Ranks:
    return tuple(["A23456789TJQK".index(letter) for letter in text])


@cache
def discard_shares(dealer: bool) -> Array:
    """Return how often two given cards are discarded, by ranks kept and discarded: [1820, 91]."""
    found = np.zeros((len(_FOURS), len(_PAIRS)))
    for six, shares in discards(dealer).items():
        for pair, share in shares.items():
            kept = six
            for rank in pair:
                kept = _less(kept, rank)
            low, high = pair
            alike = six.count(low)
            choices = comb(alike, 2) if low == high else alike * six.count(high)
            found[_FOURS[kept], _PAIRS[pair]] = share / choices
    return found


@cache
def play_shares(node: int, hand: Ranks, pile: Ranks) -> tuple[tuple[int, float], ...] | None:
    """Return how often the solution plays each rank of a hand; None where it has no data."""
    solved = load().play
    able = sorted({rank for rank in hand if _fits(rank, pile)})
    if len(able) < 2:
        return ((able[0], 1.0),) if able else ()
    if node < 0:
        return None
    start = int(solved.offset[node])
    if len(hand) == 2:
        low, high = hand
        byte = int(solved.weights[start + high * (high - 1) // 2 + low])
        return None if byte == 255 else ((low, byte / 254), (high, 1 - byte / 254))
    numbers = _THREES if len(hand) == 4 else _PAIRS
    bytes_ = [
        int(solved.weights[start + rank * len(numbers) + numbers[_less(hand, rank)]])
        for rank in able
    ]
    total = sum(bytes_)
    if not total:
        return None
    return tuple([(rank, byte / total) for rank, byte in zip(able, bytes_, strict=True)])


def child_of(node: int, number: int) -> int:
    """Return the node of the solution after a rank, or after "go" as 13; -1 for none."""
    moves = int(load().play.moves[node]) if node >= 0 else 0
    if not moves & 2**number:
        return -1
    return int(load().play.first_child[node]) + bin(moves % 2**number).count("1")


def play_chances(node: int, hand: Ranks, pile: Ranks) -> tuple[tuple[int, float], ...]:
    """Return the same shares; equal ones for all ranks that fit where the solution has no data."""
    found = play_shares(node, hand, pile)
    if found is None:
        able = sorted({rank for rank in hand if _fits(rank, pile)})
        found = tuple([(rank, 1 / len(able)) for rank in able])
    return found


def unsaid(node: int, hand: Ranks, pile: Ranks) -> bool:
    """Return whether the solution has no data there."""
    return play_shares(node, hand, pile) is None


# Counting ----------------------------------------------------------------------------------------


def count_hands(fours: Array, starter: int | Array, *, crib: bool) -> Array:
    """Count hands of four cards with the starter, or with one starter each: int64[n]."""
    five = np.column_stack((fours, np.full(len(fours), starter)))
    ranks, suits = five >> 2, five & 3
    values = np.minimum(ranks + 1, 10)
    total = np.zeros(len(five), np.int64)
    for size in range(2, 6):
        for some in combinations(range(5), size):
            total += 2 * (values[:, some].sum(axis=1) == 15)
    number = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    total += (number * (number - 1)).sum(axis=1)
    open_ = np.ones(len(five), bool)
    for length in (5, 4, 3):
        runs = sum(number[:, at : at + length].prod(axis=1) for at in range(14 - length))
        total += np.where(open_, length * runs, 0)
        open_ &= runs == 0
    flush = (suits[:, :4] == suits[:, :1]).all(axis=1)
    whole = flush & (suits[:, 0] == suits[:, 4])
    total += 5 * whole + (0 if crib else 4) * (flush & ~whole)
    nobs = (ranks[:, :4] == 10) & (suits[:, :4] == suits[:, 4:])
    return np.asarray(total + nobs.any(axis=1))


def counted_one(four: list[int], starter: int) -> int:
    return int(count_hands(np.array([four]), starter, crib=False)[0])


@cache
def pile_points(pile: Ranks) -> int:
    """Return what the last card of a pile scores."""
    total = 2 * (sum(map(_worth, pile)) in (15, 31))
    alike = 1
    while alike < len(pile) and pile[-alike - 1] == pile[-1]:
        alike += 1
    total += alike * (alike - 1)
    for length in range(len(pile), 2, -1):
        last = sorted(pile[-length:])
        if all(high - low == 1 for low, high in pairwise(last)):
            return total + length
    return total


# The play ----------------------------------------------------------------------------------------


class Table(NamedTuple):
    """The public state: the seat on turn, the seats out of this count, and the last to play."""

    turn: int
    pile: Ranks
    out: tuple[bool, bool]
    last: int
    node: int
    needs: tuple[int, int]

    def child(self, number: int) -> int:
        return child_of(self.node, number)

    def pegged(self, seat: int, points: int) -> tuple[int, int]:
        own, other = self.needs
        return (own - points, other) if seat == OWN else (own, other - points)

    def after_card(self, rank: int) -> Table:
        pile, seat = (*self.pile, rank), self.turn
        needs = self.pegged(seat, pile_points(pile))
        if sum(map(_worth, pile)) == 31:
            return Table(1 - seat, (), (False, False), seat, self.child(rank), needs)
        turn = seat if self.out[1 - seat] else 1 - seat
        return Table(turn, pile, self.out, seat, self.child(rank), needs)

    def after_pass(self, *, holds: bool) -> Table:
        """Return the state after the seat on turn cannot play."""
        node = self.child(GO) if holds else self.node
        if not self.out[1 - self.turn]:
            out = (self.turn == OWN, self.turn == OTHER)
            return self._replace(turn=1 - self.turn, out=out, node=node)
        # The last card of the count.
        needs = self.pegged(self.last, 1 if self.pile else 0)
        return Table(1 - self.last, (), (False, False), self.last, node, needs)

    @property
    def decided(self) -> bool:
        return min(self.needs) <= 0


class PlaySoFar(NamedTuple):
    """The history of the play: for each card of the opponent its rank, the node and the pile."""

    plays: list[tuple[int, int, Ranks]]
    passes: list[tuple[int, Ranks]]
    table: Table


def follow_play(position: Observation) -> PlaySoFar:
    """Follow the cards played, up to the choice of the own seat.

    The needs are those of now, so the points on the way do not matter.
    """
    cards = [(int(card) >> 2, OTHER if other else OWN) for card, other in position.played]
    held = [int(card) >> 2 for card in position.held]
    sizes = [4, 4]
    plays: list[tuple[int, int, Ranks]] = []
    passes: list[tuple[int, Ranks]] = []
    table = Table(int(position.role), (), (False, False), -1, 0, (999, 999))
    if not cards and table.turn == OTHER:
        # The play has not begun, and the opponent leads.
        return PlaySoFar([], [], table._replace(needs=position.needs))
    while True:
        seat = table.turn
        if not cards and seat == OWN and any(_fits(rank, table.pile) for rank in held):
            return PlaySoFar(plays, passes, table._replace(needs=position.needs))
        if cards and cards[0][1] == seat and _fits(cards[0][0], table.pile):
            rank, _ = cards.pop(0)
            if seat == OTHER:
                plays.append((rank, table.node, table.pile))
            sizes[seat] -= 1
            table = table.after_card(rank)
        else:
            if seat == OTHER and sizes[seat]:
                passes.append((len(plays), table.pile))
            table = table.after_pass(holds=sizes[seat] > 0)
            if not table.pile and not sizes[table.turn]:
                table = table._replace(turn=1 - table.turn)


class Hands(NamedTuple):
    """The opponent's range: ranks, and weights that add up to 1.

    ``counts`` is float64[n, 30, 30]: the weight by what its hand and the crib count. ``unsaid`` is
    the share of hands for whose earlier play the solution has no data.
    """

    ranks: list[Ranks]
    counts: Array
    unsaid: float


def hands_of(position: Observation) -> Hands:
    """Weigh every hand of six cards that the opponent may have been dealt."""
    story = follow_play(position)
    played = [int(card) for card, other in position.played if other]
    seen = {*map(int, position.dealt), int(position.starter), *played}
    unseen = np.array([card for card in range(52) if card not in seen])
    size = 4 - len(played)
    rests = np.array([*combinations(unseen.tolist(), size)], np.int64)
    rests = rests.reshape(comb(len(unseen), size), size)
    fours = np.column_stack((rests, np.tile(played, (len(rests), 1)))).astype(np.int64)
    sets = [tuple(sorted(row)) for row in (fours >> 2).tolist()]
    plays, passes = tuple(story.plays), tuple(story.passes)
    likely, unsaid = np.array([_play_chance(found, plays, passes) for found in sets]).T
    there = np.flatnonzero(likely)
    rests, fours, likely, unsaid = rests[there], fours[there], likely[there], unsaid[there]
    fours_at = np.array([_FOURS[sets[at]] for at in there.tolist()], np.int64)
    pairs = np.array([*combinations(unseen.tolist(), 2)])
    pairs_at = np.array([_PAIRS[card >> 2, other >> 2] for card, other in pairs.tolist()])
    own = np.tile([int(card) for card in position.discards], (len(pairs), 1))
    in_crib = count_hands(np.column_stack((own, pairs)), int(position.starter), crib=True)
    in_hand = count_hands(fours, int(position.starter), crib=False)
    by_crib = (in_crib[:, None] == np.arange(_MOST)).astype(np.float64)
    away = np.array([1 << card | 1 << other for card, other in pairs.tolist()])
    kept = np.array([sum(1 << card for card in rest) for rest in rests.tolist()])
    groups: dict[Ranks, int] = {}
    held = [tuple(sorted(row)) for row in (rests >> 2).tolist()]
    group = np.array([groups.setdefault(hand, len(groups)) for hand in held])
    counts = np.zeros((len(groups), _MOST, _MOST))
    nothing_said = 0.0
    shares = discard_shares(not position.role)[:, pairs_at]
    for start in range(0, len(rests), 4000):
        part = slice(start, start + 4000)
        weights = shares[fours_at[part]] * (kept[part, None] & away == 0)
        weights *= likely[part, None]
        nothing_said += float(unsaid[part] @ weights.sum(axis=1))
        np.add.at(counts, (group[part], in_hand[part]), weights @ by_crib)
    return Hands(list(groups), counts / counts.sum(), nothing_said / float(counts.sum()))


@cache
def _play_chance(
    four: Ranks, plays: tuple[tuple[int, int, Ranks], ...], passes: tuple[tuple[int, Ranks], ...]
) -> tuple[float, bool]:
    """Return how likely a hand plays these very cards, in this order, with these goes.

    Also return whether the solution has no data at some point.
    """
    hand, likely, nothing = four, 1.0, False
    for number in range(len(plays) + 1):
        for before, pile in passes:
            if before == number and any(_fits(rank, pile) for rank in hand):
                return 0.0, False
        if number < len(plays):
            rank, node, pile = plays[number]
            nothing |= unsaid(node, hand, pile)
            chances = dict(play_chances(node, hand, pile))
            likely *= chances.get(rank, 0.0) / hand.count(rank)
            hand = _less(hand, rank)
    return likely, nothing


# The search --------------------------------------------------------------------------------------

#: The possible hands: a number, the ranks that are left, and the probability of this line.
Some = list[tuple[int, Ranks, float]]


class Value(NamedTuple):
    """The chance of winning, and how often the solution has no data on the opponent's play."""

    chance: float
    unsaid: float


class Oracle:
    """The value of each card that the own seat may play."""

    def __init__(self, position: Observation) -> None:
        self.position = position
        self.hands, self.table = hands_of(position), follow_play(position).table
        self.own = tuple([int(card) >> 2 for card in position.held])
        kept = [int(card) for card in position.dealt if card not in position.discards]
        self.show = counted_one(kept, int(position.starter))
        self.ends: dict[tuple[int, int], list[float]] = {}

    def values(self) -> dict[int, Value]:
        some: Some = [(at, hand, 1.0) for at, hand in enumerate(self.hands.ranks)]
        found = {
            rank: self.after(self.table.after_card(rank), _less(self.own, rank), some)
            for rank in sorted(set(self.own))
            if _fits(rank, self.table.pile)
        }
        return {
            rank: Value(value.chance, value.unsaid + self.hands.unsaid)
            for rank, value in found.items()
        }

    def value(self) -> Value:
        """Return the value of the state, before the seat on turn plays."""
        some: Some = [(at, hand, 1.0) for at, hand in enumerate(self.hands.ranks)]
        value = self.after(self.table, self.own, some)
        return Value(value.chance, value.unsaid + self.hands.unsaid)

    def after(self, table: Table, own: Ranks, some: Some) -> Value:
        """Return the value of a state, times the probability of these hands."""
        if table.needs[OWN] <= 0:
            return Value(self.likely(some), 0.0)
        if table.needs[OTHER] <= 0:
            return Value(0.0, 0.0)
        theirs = len(some[0][1])
        if not own and not theirs:
            if table.pile:
                # The last card of all.
                needs = table.pegged(table.last, 1)
                return self.after(table._replace(pile=(), needs=needs), own, some)
            worths = self.end(table.needs)
            return Value(sum(worths[at] * part for at, _, part in some), 0.0)
        if not table.pile and not (own if table.turn == OWN else theirs):
            table = table._replace(turn=1 - table.turn)
        if table.turn == OWN:
            able = [rank for rank in sorted(set(own)) if _fits(rank, table.pile)]
            if not able:
                return self.after(table.after_pass(holds=bool(own)), own, some)
            return max(self.after(table.after_card(rank), _less(own, rank), some) for rank in able)
        parts: dict[int, Some] = {}
        nothing = self.likely([case for case in some if unsaid(table.node, case[1], table.pile)])
        for at, hand, part in some:
            for rank, share in play_chances(table.node, hand, table.pile) or ((GO, 1.0),):
                if share:
                    rest = hand if rank == GO else _less(hand, rank)
                    parts.setdefault(rank, []).append((at, rest, part * share))
        total = 0.0
        for rank, left in parts.items():
            passes = rank == GO
            after = table.after_pass(holds=theirs > 0) if passes else table.after_card(rank)
            value = self.after(after, own, left)
            total, nothing = total + value.chance, nothing + value.unsaid
        return Value(total, nothing)

    def likely(self, some: Some) -> float:
        whole = self.end((0, 1))
        return sum(whole[at] * part for at, _, part in some)

    def end(self, needs: tuple[int, int]) -> list[float]:
        """Return the chance of winning after the play with each hand, times its probability."""
        if needs not in self.ends:
            points = range(_MOST)
            worth = np.array(
                [[self.counting(needs, hand, crib) for crib in points] for hand in points]
            )
            counts = self.hands.counts.reshape(len(self.hands.ranks), -1)
            self.ends[needs] = (counts @ worth.ravel()).tolist()
        return self.ends[needs]

    def counting(self, needs: tuple[int, int], hand: int, crib: int) -> float:
        """Return the chance of winning in the show, or from the next deal on."""
        own, other = needs
        if own <= 0:
            return 1.0
        shows = [(OWN, self.show), (OTHER, hand)]
        dealer = OWN if self.position.role else OTHER
        if dealer == OWN:
            shows.reverse()
        left = [own, other]
        for seat, points in (*shows, (dealer, crib)):
            left[seat] -= points
            if left[seat] <= 0:
                return 1.0 if seat == OWN else 0.0
        # The pone deals next.
        pone = 1 - dealer
        wins = chance(left[pone], left[dealer])
        return wins if pone == OWN else 1 - wins


# Positions ---------------------------------------------------------------------------------------


def draw(luck: Random) -> Observation | None:
    """Deal, discard and play as shipped, and return one of the choices that came up, if any."""
    deck = luck.sample(range(52), 13)
    deals = luck.random() < 0.5
    needs = (luck.randint(1, NEAR), luck.randint(1, NEAR))
    starter = deck[12]
    if starter >> 2 == 10:
        needs = (needs[0] - 2 * deals, needs[1] - 2 * (not deals))
    dealt = [sorted(deck[:6]), sorted(deck[6:12])]
    discarded = [_discard(dealt[seat], deals == (seat == OWN), luck) for seat in (OWN, OTHER)]
    held = [[card for card in dealt[seat] if card not in discarded[seat]] for seat in (OWN, OTHER)]
    show = counted_one(held[OWN], starter)
    table = Table(int(deals), (), (False, False), -1, 0, needs)
    played: list[tuple[int, bool]] = []
    found: list[Observation] = []
    while not table.decided and (held[OWN] or held[OTHER]):
        if not table.pile and not held[table.turn]:
            table = table._replace(turn=1 - table.turn)
        seat = table.turn
        ranks = tuple([card >> 2 for card in held[seat]])
        chances = play_chances(table.node, ranks, table.pile)
        if not chances:
            table = table.after_pass(holds=bool(ranks))
            continue
        if seat == OWN and len({rank for rank in ranks if _fits(rank, table.pile)}) > 1:
            seen = (held[OWN].copy(), starter, played.copy())
            found.append(
                Observation(Role(deals), table.needs, dealt[OWN], discarded[OWN], *seen, show)
            )
        rank = luck.choices(*zip(*chances, strict=True))[0]
        card = luck.choice([card for card in held[seat] if card >> 2 == rank])
        held[seat].remove(card)
        played.append((card, seat == OTHER))
        table = table.after_card(rank)
    return luck.choice(found) if found else None


def _discard(six: list[int], dealer: bool, luck: Random) -> list[int]:
    shares = discards(dealer)[tuple([card >> 2 for card in six])]
    (pair,) = luck.choices([*shares], [*shares.values()])
    low, high = pair
    first = luck.choice([card for card in six if card >> 2 == low])
    second = luck.choice([card for card in six if card >> 2 == high and card != first])
    return sorted([first, second])


def positions(number: int, seed: int) -> Iterator[Observation]:
    """Yield choices of a card in deals in which both need 12 or less, each from another deal."""
    luck = Random(seed)
    while number:
        position = draw(luck)
        if position:
            number -= 1
            yield position

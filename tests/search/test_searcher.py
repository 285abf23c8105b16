"""The search against an oracle that deals real cards, and compiled against interpreted.

The oracle is as long as the code under test, and no other test needs it, so it is in this file.
"""

from collections.abc import Iterator
from functools import cache, partial
from importlib.util import find_spec
from itertools import combinations, product
from math import comb, exp
from operator import mul
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pegout.cards import CARDS, VALUES, Card, parse_cards
from pegout.evaluation import cribs_array
from pegout.evaluation.discards import CribOwner, valued_discards
from pegout.kernel import KernelError
from pegout.kernel.actions import discards_of
from pegout.kernel.roles import Role
from pegout.rules import Rules
from pegout.scoring import play_points, show_points
from pegout.search.discard_choice import stage_row
from pegout.search.hands import EMPTY, every_hand, more_of
from pegout.search.history import shares_at
from pegout.search.knowledge import Knowledge
from pegout.search.model import check_knowledge, knowledge, no_knowledge
from pegout.search.workspace import BY_SEARCH, BY_WIN_PROBABILITY, HAND_POINTS, OF_BELIEFS
from pegout.simulation import Policy, play_deals, play_games
from pegout.tables import rank_sets as ranks
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.play_strategy_arrays import unsolved
from tests.cases import each, failures, present, raises_code
from tests.kernel.alone import said_alone
from tests.search.observing import Asked, Observation
from tests.search.spots import Spot, decisions_of, fits, value_of
from tests.search.stages import stages

STANDARD = Rules()


# The oracle: cards, dictionaries and recursion ---------------------------------------------------


@cache
def score_pile(pile: tuple[int, ...]) -> int:
    return play_points([CARDS[4 * rank + pile[:at].count(rank)] for at, rank in enumerate(pile)])


#: Hands that the opponent may hold: a number, the ranks, the weight.
Hands = list[tuple[int, tuple[int, ...], float]]


#: The history of the play: the ranks played, and 13 for each go of a seat that held cards.
Trail = tuple[int, ...]


class Solution:
    """A solution of the play, drawn at random on request."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.asked: dict[Trail, list[int]] = {}

    def shares(
        self, path: Trail, hand: tuple[int, ...], pile: tuple[int, ...]
    ) -> dict[int, float] | None:
        """Return how often each of two or more ranks is played, or None where it is unknown."""
        size, count = len(hand), sum(map(value_of, pile))
        fitting = 13 if count <= 21 else 31 - count
        number = len(ranks.sets(size - 1))
        if path not in self.asked:
            luck, length = (
                self.luck,
                fitting * (fitting - 1) // 2 if size == 2 else fitting * number,
            )
            marks = [0, 254, 255, 100, 31] if size == 2 else [0, 0, 3, 200]
            self.asked[path] = luck.choices(marks, k=length)
        asked = self.asked[path]
        if size == 2:
            low, high = hand
            mark = asked[high * (high - 1) // 2 + low]
            return None if mark == 255 else {low: mark / 254, high: 1 - mark / 254}
        found = {
            rank: asked[rank * number + ranks.sets(size - 1).index(minus(hand, rank))]
            for rank in set(hand)
            if rank < fitting
        }
        total = sum(found.values())
        return {rank: mark / total for rank, mark in found.items()} if total else None

    def solved(self) -> SolvedPlay:
        """Return the solution of everything requested so far, and of the paths to it."""
        # By length, so that the children of a node are consecutive.
        every = {path[:at] for path in self.asked for at in range(len(path) + 1)}
        paths = sorted(every, key=lambda path: (len(path), path))
        moves = np.zeros(len(paths), np.uint16)
        first_child = np.zeros(len(paths), np.int32)
        for at, path in reversed(list(enumerate(paths))[1:]):
            parent = paths.index(path[:-1])
            moves[parent] |= 1 << path[-1]
            first_child[parent] = at
        sizes = [len(self.asked.get(path, ())) for path in paths]
        return SolvedPlay(
            moves,
            first_child,
            np.zeros(len(paths), np.int8),
            np.cumsum([0, *sizes[:-1]]).astype(np.int64),
            np.array([mark for path in paths for mark in self.asked.get(path, ())], np.uint8),
        )


class Oracle:
    """Plays and values as the search should, without any of its code."""

    def __init__(
        self,
        known: Knowledge,
        position: Observation,
        chances: bool,
        solution: Solution | None = None,
    ) -> None:
        self.known, self.position, self.chances = known, position, chances
        self.solution = solution

    def heuristic_value(self, rank: int, pile: tuple[int, ...], held: int) -> float:
        """Return the heuristic value: points, less 3/4 of the expected reply, plus a go."""
        after = (*pile, rank)
        total = float(score_pile(after))
        if not held:
            return total
        means, count = self.known.means, sum(map(value_of, after))
        answers: list[float] = [
            means[other] * (4 - after.count(other)) / 4 * score_pile((*after, other))
            for other in range(13)
            if fits(other, after) and after.count(other) < 4
        ]
        total -= 0.75 * held / 4 * sum(answers)
        if count > 21:
            fitting = sum(means[other] for other in range(13) if fits(other, after)) / 4
            total += 0.75 * (1 - fitting) ** held
        return total

    def choice(
        self, path: Trail, hand: tuple[int, ...], pile: tuple[int, ...], held: int
    ) -> dict[int | None, float]:
        """Return the probability of each rank: as solved, or the best by the heuristic value."""
        able = sorted({rank for rank in hand if fits(rank, pile)})
        if len(able) < 2:
            return {able[0] if able else None: 1.0}
        shares = self.solution.shares(path, hand, pile) if self.solution else None
        if shares is not None:
            return {rank: share for rank, share in shares.items() if share}
        return {max(able, key=lambda rank: (self.heuristic_value(rank, pile, held), rank)): 1.0}

    # The range, in real cards.

    def history(self) -> tuple[list[tuple[int, Trail, tuple[int, ...], int]], int, Trail]:
        """Return each card of the opponent: its rank, the path, the pile, and the cards facing it.

        Also return the least value that its cards can have, from its goes, and the whole path.
        """
        path: Trail = ()
        told: list[tuple[int, Trail, tuple[int, ...], int]] = []
        minimum = 1
        sizes, turn, last = [4, 4], int(self.position.role), -1
        pile: tuple[int, ...] = ()
        silent = False
        on_table = [(card >> 2, int(other)) for card, other in self.position.played]
        own = [card >> 2 for card in self.position.held]
        while True:
            if on_table:
                here = on_table[0][1] == turn and fits(on_table[0][0], pile)
            else:
                here = turn == 0 and any(fits(rank, pile) for rank in own)
                if here:
                    return told, minimum, path
            if here:
                rank, _ = on_table.pop(0)
                if turn:
                    told.append((rank, path, pile, sizes[0]))
                path = (*path, rank)
                sizes[turn] -= 1
                pile, last = (*pile, rank), turn
                over = sum(map(value_of, pile)) == 31
                if not over and not silent:
                    turn = 1 - turn
            else:
                if sizes[turn]:
                    path = (*path, 13)
                    if turn:
                        minimum = max(minimum, 32 - sum(map(value_of, pile)))
                over, turn, silent = silent, 1 - turn, True
            if over:
                pile, silent, turn = (), False, 1 - last
                if not sizes[turn]:
                    turn = last

    def worlds(self) -> Iterator[tuple[tuple[Card, ...], float]]:
        """Yield every hand of real cards that the opponent may hold now, with its weight."""
        told, minimum, _ = self.history()
        position = self.position
        seen = {*position.dealt, position.starter, *(card for card, _ in position.played)}
        unseen = [card for card in CARDS if card not in seen]
        on_table = [rank for rank, *_ in told]
        kept: dict[tuple[int, ...], float] = {}
        for hand in combinations(unseen, 4 - len(on_table)):
            if any(VALUES[card] < minimum for card in hand):
                continue
            now = tuple([card >> 2 for card in hand])
            if now not in kept:
                rest = [card for card in unseen if card not in hand]
                kept[now] = self.kept(tuple(sorted([*now, *on_table])), rest)
            weight = kept[now]
            for step, (rank, path, pile, facing) in enumerate(told):
                then = tuple(sorted([*now, *on_table[step:]]))
                fitting = [held for held in then if fits(held, pile)]
                able = sorted(set(fitting))
                share = 1.0
                if len(able) > 1:
                    shares = self.solution.shares(path, then, pile) if self.solution else None
                    marks = shares or {held: self.mark(held, pile, facing) for held in able}
                    share = marks[rank] / sum(marks.values())
                # The share is that of all cards of the rank, of which this was one.
                weight *= 0.85 * share / then.count(rank) + 0.15 / len(fitting)
            yield hand, weight

    def kept(self, four: tuple[int, ...], rest: list[Card]) -> float:
        """Return how often a hand is kept from six cards, over all pairs of the rest."""
        away = self.beside(four)
        pairs = combinations([card >> 2 for card in rest], 2)
        return sum(0.9 * away.get(pair, 0) + 0.1 / comb(6, 2) for pair in pairs)

    def beside(self, four: tuple[int, ...]) -> dict[tuple[int, int], float]:
        """Return how often each pair of ranks is discarded from a hand, for any two such cards."""
        starts, lows, highs, shares = self.known.discards
        at = 1820 * (1 - self.position.role) + ranks.sets(4).index(four)
        return {
            (int(lows[entry]) // 4, int(highs[entry]) // 4): float(shares[entry])
            for entry in range(starts[at], starts[at + 1])
        }

    def mark(self, rank: int, pile: tuple[int, ...], facing: int) -> float:
        """Weigh a rank by its heuristic value, from -12 to 12 in sixteenths of a point."""
        step = int((self.heuristic_value(rank, pile, facing) + 12) * 16)
        return exp(min(383, max(0, step)) / 16 - 12)

    # Search.

    def value(
        self, turn: int, silent: bool, last: int, pile: tuple[int, ...], own: tuple[int, ...],
        hands: Hands, needs: tuple[int, int], path: Trail,
    ) -> float:  # fmt: skip
        """Return the expected rest of the play, times the weight of the possible hands."""
        weight = sum(part for *_, part in hands)
        other_has = bool(hands[0][1])
        able = [rank for rank in sorted(set(own)) if fits(rank, pile)]
        if turn == 0 and able:
            return max(
                self.value_of_card(0, rank, silent, pile, own, hands, needs, weight, path)
                for rank in able
            )
        if turn == 1 and other_has:
            parts: dict[int | None, Hands] = {}
            for number, hand, part in hands:
                picks = self.choice(path, hand, pile, 0 if silent else len(own))
                for pick, share in picks.items():
                    parts.setdefault(pick, []).append((number, hand, part * share))
            total = 0.0
            for pick, some in parts.items():
                if pick is None:
                    total += self.passed(1, silent, last, pile, own, some, needs, path)
                else:
                    left = [(at, minus(hand, pick), part) for at, hand, part in some]
                    part = sum(part for *_, part in some)
                    total += self.value_of_card(1, pick, silent, pile, own, left, needs, part, path)
            return total
        return self.passed(turn, silent, last, pile, own, hands, needs, path)

    def passed(
        self, turn: int, silent: bool, last: int, pile: tuple[int, ...], own: tuple[int, ...],
        hands: Hands, needs: tuple[int, int], path: Trail,
    ) -> float:  # fmt: skip
        if own if turn == 0 else hands[0][1]:
            path = (*path, 13)
        if silent:
            return self.ended(last, pile, own, hands, needs, path)
        return self.value(1 - turn, True, last, pile, own, hands, needs, path)

    def worth(self, turn: int, points: int) -> float:
        return 0.0 if self.chances else (-points if turn else points)

    def out(self, turn: int) -> float:
        return (1.0, 0.0)[turn] if self.chances else (60.0, -60.0)[turn]

    def value_of_card(
        self, turn: int, rank: int, silent: bool, pile: tuple[int, ...], own: tuple[int, ...],
        hands: Hands, needs: tuple[int, int], weight: float, path: Trail,
    ) -> float:  # fmt: skip
        after, path = (*pile, rank), (*path, rank)
        points = score_pile(after)
        total = self.worth(turn, points) * weight
        if points >= needs[turn]:
            return total + self.out(turn) * weight
        needs = (needs[0] - points, needs[1]) if turn == 0 else (needs[0], needs[1] - points)
        if turn == 0:
            own = minus(own, rank)
        if sum(map(value_of, after)) == 31:
            return total + self.ended(turn, after, own, hands, needs, path)
        return total + self.value(
            turn if silent else 1 - turn, silent, turn, after, own, hands, needs, path
        )

    def ended(
        self, last: int, pile: tuple[int, ...], own: tuple[int, ...], hands: Hands,
        needs: tuple[int, int], path: Trail,
    ) -> float:  # fmt: skip
        weight = sum(part for *_, part in hands)
        total = 0.0
        if sum(map(value_of, pile)) != 31:
            total += self.worth(last, 1) * weight
            needs = (needs[0] - 1, needs[1]) if last == 0 else (needs[0], needs[1] - 1)
            if needs[last] <= 0:
                return total + self.out(last) * weight
        other = bool(hands[0][1])
        if not own and not other:
            if self.chances:
                total += sum(part * self.counted(number, needs) for number, _, part in hands)
            return total
        turn = 1 - last
        if not (own if turn == 0 else other):
            turn = last
        return total + self.value(turn, False, last, (), own, hands, needs, path)

    # The counting.

    def crib(self) -> dict[int, float]:
        """Return the distribution of the crib, over the real cards of the opponent's discard."""
        position = self.position
        seen = {*position.dealt, position.starter, *(card for card, _ in position.played)}
        unseen = [card for card in CARDS if card not in seen]
        on_table = [card >> 2 for card, other in position.played if other]
        away: dict[tuple[int, ...], float] = {}
        anyhow = 0.0
        kept: dict[tuple[int, ...], float] = {}
        for hand, weight in self.worlds():
            four = tuple(sorted([*[card >> 2 for card in hand], *on_table]))
            rest = [card for card in unseen if card not in hand]
            if four not in kept:
                kept[four] = self.kept(four, rest)
            # Random discards come from all unseen cards.
            anyhow += weight / kept[four] * comb(len(rest), 2) * 0.1 / comb(6, 2)
            of = {rank: [card for card in rest if card >> 2 == rank] for rank in range(13)}
            for (low, high), share in self.beside(four).items():
                some = combinations(of[low], 2) if low == high else product(of[low], of[high])
                for pair in some:
                    away[pair] = away.get(pair, 0) + weight / kept[four] * 0.9 * share
        found: dict[int, float] = {}
        for pair in combinations(unseen, 2):
            rate = away.get(pair, 0) + anyhow / comb(len(unseen), 2)
            crib = [*map(Card, position.discards), *pair]
            points = show_points(crib, Card(position.starter), crib=True)
            found[points] = found.get(points, 0.0) + rate
        total = sum(found.values())
        return {points: rate / total for points, rate in found.items()}

    def counted(self, number: int, needs: tuple[int, int]) -> float:
        """Return the chance of winning after the play, against one hand of real cards."""
        position = self.position
        other = show_points(self.fours[number], Card(position.starter))
        own = position.show
        order = [(1, other), (0, own)] if position.role else [(0, own), (1, other)]
        left = list(needs)
        for who, points in order:
            left[who] -= points
            if left[who] <= 0:
                return 1.0 - who
        dealer = 0 if position.role else 1
        total = 0.0
        for points, rate in self.cribs.items():
            if points >= left[dealer]:
                total += rate
            else:
                # The pone deals next.
                total += rate * (1 - self.known.wins[left[1 - dealer], left[dealer] - points])
        return total if dealer == 0 else 1 - total

    def values(self, pile: tuple[int, ...], silent: bool, last: int) -> dict[int, float]:
        worlds = list(self.worlds())
        total = sum(weight for _, weight in worlds)
        on_table = [Card(card) for card, other in self.position.played if other]
        self.fours = [(*hand, *on_table) for hand, _ in worlds]
        self.cribs = self.crib() if self.chances else {}
        hands = [(at, ranks.of(hand), part / total) for at, (hand, part) in enumerate(worlds)]
        own = tuple(card >> 2 for card in self.position.held)
        path = self.history()[2]
        return {
            rank: self.value_of_card(
                0, rank, silent, pile, own, hands, self.position.needs, 1.0, path
            )
            for rank in sorted(set(own))
            if fits(rank, pile)
        }


def minus(hand: tuple[int, ...], rank: int) -> tuple[int, ...]:
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]


def average_cribs() -> NDArray[np.float64]:
    full = np.zeros((3, 2, 13, 13))
    full[:2] = cribs_array(STANDARD)
    return full


@cache
def shared_search() -> Asked:
    return Asked(STANDARD, knowledge(), average_cribs())


@cache
def search_unaided() -> Asked:
    """Return a search without a solution of the play."""
    known = knowledge()._replace(pegs=np.zeros((2, 1820)), solved=unsolved())
    return Asked(STANDARD, known, average_cribs())


@cache
def late_spots() -> list[Spot]:
    return [
        spot
        for spot in decisions_of("club", 30, 5, from_score=96)
        if not spot.discards and len(spot.position.held) <= 3 and len(spot.position.played) >= 4
    ]


def compare(spot: Spot, chances: bool, solution: Solution | None) -> None:
    known = knowledge()
    wanted = Oracle(known, spot.position, chances, solution).values(
        spot.pile, spot.silent, spot.last
    )
    searcher = search_unaided()
    if solution:
        searcher = Asked(STANDARD, known._replace(solved=solution.solved()), average_cribs())
    searcher.rank(spot.position, BY_WIN_PROBABILITY if chances else BY_SEARCH)
    found = searcher.values()
    held = [card >> 2 for card in spot.position.held]
    for rank, value in wanted.items():
        assert found[held.index(rank)] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("some", [2, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("chances", [False, True])
def test_the_search_is_what_dealing_real_cards_out_gives(chances: bool, some: int) -> None:
    for spot in Random(3).sample(late_spots(), some):
        compare(spot, chances, None)


@pytest.mark.parametrize("some", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("chances", [False, True])
def test_who_plays_as_is_solved_is_expected_to(chances: bool, some: int) -> None:
    for seed, spot in enumerate(Random(4).sample(late_spots(), some)):
        solution = Solution(seed)
        compare(spot, chances, solution)
        assert solution.asked


def test_of_many_hands_a_sample_stands_for_all() -> None:
    dealt = [int(card) for card in parse_cards("3C 5D 9C JD QH KS")]
    position = Observation(
        Role.PONE, (100, 100), dealt, dealt[4:], dealt[:4], int(Card.parse("2C"))
    )
    searcher = search_unaided()
    searcher.rank(position)
    number, space = present(searcher.task).number, searcher.space
    assert 60 < number <= space.effort.hands[4]
    weights = space.range.weight[:number]
    assert sum(weights) == pytest.approx(1)
    every = space.beliefs.weights
    fives = [sets.count(4) for sets in ranks.sets(4)]
    mean = sum(weight * five for weight, five in zip(every, fives, strict=True)) / sum(every)
    sampled = [
        sum((space.sets.ranks[held] >> 4 * index & 15) == 4 for index in range(4))
        for held in space.range.held[:number]
    ]
    assert sum(map(mul, weights, sampled)) == pytest.approx(mean, abs=0.1)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("score", "games"), [(0, 1), (90, 3), pytest.param(90, 6, marks=pytest.mark.long)]
)
def test_python_and_compiled_choose_the_same(score: int, games: int) -> None:
    number = 0
    for spot in decisions_of("expert", games, 7, from_score=score):
        number += 1
        if spot.discards:
            assert shared_search().discard(spot.position) == spot.chosen
        else:
            # Where the solved play mixes, the choice must be one of the possible draws.
            lucks = [step / 64 for step in range(64)]
            assert any(
                shared_search().rank(spot.position, chance=partial(float, luck)) == spot.chosen >> 2
                for luck in lucks
            )
    assert number > 50


DIGEST = """
import hashlib
from pegout.evaluation import cribs_array
from pegout.search.model import knowledge
from pegout.simulation import play_games
from pegout.rules import Rules
digest = hashlib.sha256()
for variant in (Rules("half"), Rules("half", lowball=True, go_stacks_on_31=True)):
    cribs = cribs_array(variant)
    games = play_games(["expert", "expert-points"], 2, 5, rules=variant, cribs=cribs,
                       knowledge=knowledge())
    for array in games:
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")
def test_compiled_or_not_the_games_are_the_same() -> None:
    digests = {said_alone(DIGEST, NUMBA_DISABLE_JIT=off) for off in "01"}
    assert len(digests) == 1


# The solved play ---------------------------------------------------------------------------------


def one_node(weights: NDArray[np.uint8]) -> SolvedPlay:
    """Return a solution of the lead alone."""
    return SolvedPlay(
        np.zeros(1, np.uint16), np.zeros(1, np.int32), np.zeros(1, np.int8), np.zeros(1, np.int64),
        weights,
    )  # fmt: skip


def small_solution() -> SolvedPlay:
    """Return a solution for some leads of a pone, and nothing else."""
    weights = np.zeros((13, 455), np.uint8)
    number = {kept: at for at, kept in enumerate(ranks.sets(3))}
    weights[3, number[ranks.parse("789")]] = 1
    weights[8, number[ranks.parse("478")]] = 3
    return one_node(weights.ravel())


@each(("luck", "rank"), [(0.0, "4"), (0.24, "4"), (0.26, "9"), (0.99, "9")])
def test_far_from_the_end_the_shares_are_drawn(luck: float, rank: str) -> None:
    searcher = Asked(STANDARD, no_knowledge()._replace(solved=small_solution()))
    dealt = [int(card) for card in parse_cards("4C 7D 8H 9S QS KS")]
    position = Observation(
        Role.PONE, (100, 100), dealt, dealt[4:], dealt[:4], int(Card.parse("2C"))
    )
    drawn = searcher.rank(position, chance=lambda: luck)
    assert ranks.format([drawn]) == rank
    near = position._replace(needs=(10, 10), show=7)
    assert searcher.rank(near, chance=lambda: 0.0) == searcher.rank(near, chance=lambda: 0.99)


def test_what_nobody_solved_is_searched() -> None:
    known = no_knowledge()
    searcher = Asked(STANDARD, known._replace(solved=small_solution()))
    dealt = [int(card) for card in parse_cards("3C 3D TC TD QH KS")]
    position = Observation(
        Role.PONE, (100, 100), dealt, dealt[4:], dealt[:4], int(Card.parse("2C"))
    )
    assert searcher.rank(position) == Asked(STANDARD, known).rank(position)


def test_shares_of_two_cards_are_those_of_the_lower() -> None:
    weights = np.full(78, 255, np.uint8)
    weights[9 * 8 // 2 + 3] = 127
    solved = one_node(weights)
    shares, sets = [9.0] * 4, every_hand()
    fours, threes = (more_of(more_of(EMPTY, rank, sets), 9, sets) for rank in (3, 2))
    assert shares_at(0, fours, 2, 0, 0, shares, sets, solved)
    assert shares == [0.5, 0.5, 0.0, 0.0]
    assert not shares_at(0, threes, 2, 0, 0, shares, sets, solved)
    assert not shares_at(-1, fours, 2, 0, 0, shares, sets, solved)


# Discards ----------------------------------------------------------------------------------------


def test_by_points_the_discard_is_the_one_with_the_best_mean() -> None:
    luck = Random(4)
    for number in range(60):
        dealt = sorted(luck.sample(CARDS, 6))
        role: CribOwner = "own" if number % 2 else "opponent"
        best = valued_discards(dealt, STANDARD, role)
        chosen = search_unaided().discard(Observation(Role(role == "own"), (121, 121), dealt))
        cards = {dealt[index] for index in discards_of(STANDARD)[chosen]}
        found = next(option for option in best if set(option.cards) == cards)
        # Whole hands hardly change the average of a flush in the crib.
        assert found.total > best[0].total - 0.05


@each("text", ["5C 5D 5H 8S JS QS", "2C 5D 5H 5S JC KH", "4C 6C 7C JC QC KD"])
def test_a_discard_is_worth_its_hand_with_every_starter(text: str) -> None:
    # Where nobs is worth two, a hand may count thirty.
    variant = Rules(nobs_points=2)
    shared_search, dealt = Asked(variant, no_knowledge()), parse_cards(text)
    shared_search.discard(Observation(Role.DEALER, (121, 121), [int(card) for card in dealt]))
    for discard, discarded in enumerate(discards_of(variant)):
        kept = [card for at, card in enumerate(dealt) if at not in discarded]
        jacks = [dealt[at] for at in discarded if dealt[at] >> 2 == ranks.parse("J")[0]]
        starters = [card for card in CARDS if card not in dealt]
        points = sum([show_points(kept, starter, nobs_points=2) for starter in starters])
        crib = 2 * sum([starter & 3 == jack & 3 for jack in jacks for starter in starters])
        found = shared_search.space.discarding.points[discard]
        assert found == pytest.approx((points + crib) / 46)


def test_stages_are_those_of_an_average_deal() -> None:
    needs = [(1, 1), (5, 12), (12, 5), (26, 30), (31, 90), (121, 8)]
    assert failures(check_stages, zip(needs, (0, 4, 12, 29, 30, 12), strict=True)) == []


@pytest.mark.slow
def test_all_stages_are_those_of_an_average_deal() -> None:
    needs = [(1, 1), (5, 12), (12, 5), (26, 30), (31, 90), (121, 8)]
    assert failures(check_stages, product(needs, [0, 4, 12, 29, 30])) == []


def check_stages(case: tuple[tuple[int, int], int]) -> None:
    (own, other), hand = case
    look, space = stages(), shared_search().space
    rows = space.stages.rows

    def pone(dealer: int, left: int) -> float:
        return 1.0 if hand >= left else 1 - look.at_dealer(dealer, left - hand)

    dealing = look.over_play(own, other, lambda mine, left: look.with_hand(mine - hand, left))
    row = stage_row(Role.DEALER, own, other, space.switches.slots, space.stages)
    assert rows[row + hand] == pytest.approx(dealing)
    leading = look.over_play(other, own, lambda dealer, left: 1 - pone(dealer, left))
    row = stage_row(Role.PONE, own, other, space.switches.slots, space.stages)
    assert rows[row + hand] == pytest.approx(1 - leading)
    # A better crib helps the dealer.
    assert rows[row + HAND_POINTS + hand] <= 1e-12


def test_what_is_pegged_counts() -> None:
    pegs = np.zeros((2, 1820))
    dealt = [int(card) for card in parse_cards("4C 7D 8H 9S QS KS")]
    pegs[Role.PONE, ranks.sets(4).index(ranks.parse("47QK"))] = 50
    searcher = Asked(STANDARD, no_knowledge()._replace(pegs=pegs))
    for needs in ((121, 121), (25, 25)):
        discard = discards_of(STANDARD)[searcher.discard(Observation(Role.PONE, needs, dealt))]
        assert [dealt[index] for index in discard] == dealt[2:4]


# Without a part of the search -------------------------------------------------------------------


def test_without_crib_and_solution_only_the_hand_is_discarded_for() -> None:
    lacking = Policy("lacking", "points", "lookahead", ("crib", "solution"))
    cribs = cribs_array(STANDARD)
    games = play_games([lacking] * 2, 2, 1, cribs=cribs, knowledge=knowledge())
    other = play_games(["blind", "blind"], 2, 1)
    assert np.array_equal(games.scores, other.scores)


@pytest.mark.slow
def test_without_the_solution_nothing_of_it_is_known() -> None:
    cribs, known = cribs_array(STANDARD), knowledge()
    less = known._replace(pegs=np.zeros_like(known.pegs), solved=unsolved())
    deals = play_deals(["expert-no-solution", "lookahead"], 6, 1, cribs=cribs, knowledge=known)
    other = play_deals(["expert", "lookahead"], 6, 1, cribs=cribs, knowledge=less)
    whole = play_deals(["expert", "lookahead"], 6, 1, cribs=cribs, knowledge=known)
    assert np.array_equal(deals.play, other.play)
    assert not np.array_equal(deals.play, whole.play)


def test_without_beliefs_all_hands_are_as_likely_as_their_cards() -> None:
    searcher = search_unaided()
    dealt = [int(card) for card in parse_cards("3C 5D 9C JD QH KS")]
    led = [(int(Card.parse("4H")), True)]
    position = Observation(
        Role.DEALER, (60, 60), dealt, dealt[4:], dealt[:4], int(Card.parse("2C")), led
    )
    searcher.rank(position, BY_SEARCH, left_out=OF_BELIEFS)
    unseen = [4 - sum(card >> 2 == rank for card in [*dealt, 4, 12]) for rank in range(13)]
    for at, held in enumerate(ranks.sets(3)):
        wanted = np.prod([comb(unseen[rank], held.count(rank)) for rank in set(held)])
        assert searcher.space.beliefs.weights[at] == wanted


def test_only_who_thinks_can_do_without_a_part() -> None:
    for play, part in (("lookahead", "crib"), ("chances", "luck")):
        with raises_code(KernelError, "bad_policy", match="can do without"):
            Policy("wrong", "hand", play, (part,))  # type: ignore[arg-type]


# Knowledge ---------------------------------------------------------------------------------------


def test_wrong_knowledge_is_refused() -> None:
    known = no_knowledge()
    for wrong, code in (
        ("what I know", "bad_policy"),
        (known._replace(means=np.zeros(12)), "bad_shape"),
        (known._replace(means=np.zeros(13, np.float32)), "bad_dtype"),
        (known._replace(means=np.full(13, np.nan)), "bad_number"),
        (known._replace(solved=known.solved._replace(mover=np.zeros(1, np.int8))), "bad_shape"),
        (known._replace(solved=known.solved._replace(offset=np.zeros(0, np.int32))), "bad_dtype"),
    ):
        with raises_code(KernelError, code):
            check_knowledge(wrong)


def test_with_three_and_four_the_ways_to_think_are_looking_ahead() -> None:
    for players in (3, 4):
        variant = Rules(players=players)
        cribs = cribs_array(variant)
        games = play_games(["expert"] * variant.sides, 3, 1, rules=variant, cribs=cribs)
        other = play_games(["lookahead"] * variant.sides, 3, 1, rules=variant, cribs=cribs)
        assert np.array_equal(games.scores, other.scores)

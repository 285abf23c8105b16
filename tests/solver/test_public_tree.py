"""The public tree of the play, against a plain implementation of the play.

Trees that begin late in the play are small; the whole tree is among the long tests.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from pegout.kernel import COMPILED, KernelError
from pegout.kernel.layout import ANSWER, GO
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import ends_of
from pegout.simulation import POLICIES, trace_deals
from pegout.solver.public_tree import HANDS, PlayTree, first_node, numbers_of_pairs
from pegout.solver.quantize import otherwise_of
from pegout.tables import rank_sets as ranks
from tests.cases import each, raises_code
from tests.kernel.alone import said_alone
from tests.solver import plays
from tests.solver.discards import WITHOUT_NUMBA

needs_numba = pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)

SEATS: tuple[Role, ...] = tuple(Role)
#: The larger trees are compiled.
COMPILED_MARKS = {name: [pytest.mark.slow, pytest.mark.compiled] for name in ("aces", "tens")}
of_each_line = pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=name, marks=COMPILED_MARKS.get(name, ()))
        for name, line in plays.LINES.items()
    ],
)


def left_of(hand: tuple[int, ...], line: Any, seat: int) -> int:
    """Return the number of the set of ranks that a line leaves of a hand."""
    left = plays.without(hand, *plays.played_by(line, seat))
    return plays.NUMBERS[len(left)][left]


def lines_of(number: int, seed: int) -> list[tuple[Any, Any, int]]:
    """Return hands, lines and pegged points, the dealer's less the pone's, of random deals."""
    trace = trace_deals(["random", "random"], number, seed)
    found = []
    for at in range(number):
        by, played = (1 - trace.by[at]).tolist(), (trace.played[at] >> 2).tolist()
        line = list(zip(by, played, strict=True))
        hands = [tuple(sorted(plays.played_by(line, seat))) for seat in SEATS]
        found.append((tuple(hands), line, int(trace.deals.play[at, 0] - trace.deals.play[at, 1])))
    return found


# Sets and pairs


def test_pairs_come_in_the_order_of_their_places() -> None:
    for fits in range(14):
        low, high = numbers_of_pairs(fits)
        assert len(low) == fits * (fits - 1) // 2
        assert (low < high).all()
        assert (high < fits).all()
        assert np.array_equal(high * (high - 1) // 2 + low, np.arange(len(low)))


# Where a tree begins


def test_the_oracle_pegs_what_the_kernel_pegs() -> None:
    for hands, line, points in lines_of(300, 5):
        play = plays.after(hands, line)
        assert play.mover < 0
        assert play.points[1] - play.points[0] == points


def begin(hands: Any, line: Any) -> tuple[Any, ...]:
    """Return the root of a tree, by the oracle."""
    play = plays.after(hands, line)
    held = [len(hand) for hand in play.hands]
    pile = (1 << 60) - 1
    for rank in play.pile:
        pile = (pile << 4 | rank) & ((1 << 60) - 1)
    played = [
        plays.NUMBERS[4 - held[seat]][tuple(sorted(plays.played_by(line, seat)))] for seat in SEATS
    ]
    return (
        play.mover, held[0] | held[1] << 4, played[0] | played[1] << 12, play.total, pile,
        play.last, sum(1 << seat for seat in play.gone), play.points[1] - play.points[0],
    )  # fmt: skip


def test_a_tree_begins_where_the_play_stands() -> None:
    seen = set()
    for hands, line, _ in lines_of(300, 6):
        for length in range(9):
            given = line[:length]
            held = [4 - len(plays.played_by(given, seat)) for seat in SEATS]
            if 0 in held or held == [1, 1]:
                with raises_code(KernelError, "bad_line", match="leave a choice"):
                    first_node(given, ends_of(True))
                continue
            wanted = begin(hands, given)
            assert first_node(given, ends_of(True)) == wanted
            if length:
                seen.add((wanted[3] == 0, wanted[6], line[length - 2 : length - 1] == given[-1:]))
    # Completed counts, by 31 and by two goes, and either seat out of the count.
    assert {(True, 0), (False, 0), (False, 1), (False, 2)} <= {case[:2] for case in seen}


@each(
    ("line", "why"),
    [
        ([(1, 0)], "the dealer does not lead"),
        ([(0, 0), (0, 1)], "nobody says go below 22"),
        ([(0, 9), (1, 9), (0, 9), (1, 0), (1, 3)], "after 31 nobody says go"),
        ([(0, 0), (1, 0), (0, 0), (1, 0), (0, 0)], "a fifth ace"),
        ([(0, 13)], "no rank"),
        ([(0, -1)], "no rank"),
        ([(2, 0)], "no seat"),
    ],
)
def test_lines_that_the_play_does_not_allow(line: Any, why: str) -> None:
    with pytest.raises(KernelError, match="in an order that the play allows") as caught:
        PlayTree(line)
    assert caught.value.code == "bad_line", why


@each("line", [plays.LINES["two each"], plays.LINES["after two goes"]])
def test_what_is_not_as_it_has_to_be_is_told(line: Any) -> None:
    tree = plays.tree_after(*line)
    weights, shares = np.zeros((HANDS, HANDS), np.float32), tree.empty()
    for given, way in (
        (weights.astype(np.float64), shares),
        (weights[:10], shares),
        (weights, shares[1:]),
        (weights, shares.astype(np.float64)),
    ):
        for call in (tree.worth, tree.best):
            with raises_code(KernelError, "bad_shape", match="float32 of shape"):
                call(Role.PONE, given, way)
    with raises_code(KernelError, "bad_shape"):
        tree.learn(Role.DEALER, weights, shares, shares[1:], 1)


# The value of a line of play


@pytest.mark.parametrize(
    ("number", "minimum"),
    [(6, 4), pytest.param(40, 3, marks=[pytest.mark.slow, pytest.mark.compiled])],
)
def test_a_deal_played_to_its_end_is_worth_what_was_pegged(number: int, minimum: int) -> None:
    alone = 0
    for at, (hands, line, pegged) in enumerate(lines_of(number, 7)):
        given = line[: minimum + at % (6 - minimum)]
        if 0 in [4 - len(plays.played_by(given, seat)) for seat in SEATS]:
            continue
        tree, node, play = PlayTree(given, workers=1), 0, plays.after(hands, given)
        shares = tree.empty()
        for seat, rank in line[len(given) :]:
            while play.mover != seat or not play.fitting():
                node, play = int(tree.nodes.children[node, 13]), plays.act(play, None)
                assert node > 0
            if len(play.hands[seat]) > 1:
                shares[plays.place_of(tree, node, play.hands[seat], rank)] = 1
            node, play = int(tree.nodes.children[node, rank]), plays.act(play, rank)
            if node < 0:
                break
        left_alone = () in play.hands and max(map(len, play.hands)) > 1
        alone += left_alone
        points = plays.finish(play) if left_alone else pegged
        for own, sign in zip(SEATS, (-1, 1), strict=True):
            weights = plays.array_of({hands: np.float32(1)}, own)
            worth = tree.worth(own, weights, shares)
            assert worth[left_of(hands[own], given, own)] == sign * points
            assert np.count_nonzero(worth) == (points != 0)
    assert alone


# Strategies


@of_each_line
@pytest.mark.parametrize("own", SEATS)
def test_a_way_of_playing_is_worth_the_mean_over_all_lines(line: Any, own: Any) -> None:
    tree = plays.tree_after(*line)
    weights, shares = (
        plays.some_weights(plays.some_deals(line, 80, 1), 2),
        plays.some_shares(tree, 3),
    )
    found = tree.worth(own, plays.array_of(weights, own), shares)
    wanted = np.zeros_like(found)
    for hands, weight in weights.items():
        at = left_of(hands[own], line, own)
        wanted[at] += plays.mean(tree, shares, own, 0, plays.after(hands, line), float(weight), {})
    assert found == pytest.approx(wanted, abs=1e-5)
    assert wanted.any()


@of_each_line
@pytest.mark.parametrize("own", SEATS)
def test_the_best_response_is_that_to_what_a_seat_can_know(line: Any, own: Any) -> None:
    tree = plays.tree_after(*line)
    # Few of the own hands, so that each meets many.
    dealt = plays.some_deals(line, 400, 4)
    few = [hands[own] for hands in dealt[:12]]
    pairs = [hands for hands in dealt if hands[own] in few] + [
        (mine, hands[1]) if own == Role.PONE else (hands[0], mine)
        for mine, hands in product(few, dealt[12:22])
        if max(map((*mine, *hands[1 - own]).count, range(13))) < 5
    ]
    weights, shares = plays.some_weights(pairs, 5), plays.some_shares(tree, 6)
    found = tree.best(own, plays.array_of(weights, own), shares)
    by_hand: dict[Any, list[tuple[float, plays.Play]]] = {}
    for hands, weight in weights.items():
        by_hand.setdefault(hands[own], []).append((float(weight), plays.after(hands, line)))
    wanted = np.zeros_like(found)
    for hand, against in by_hand.items():
        wanted[left_of(hand, line, own)] = plays.best(tree, shares, own, 0, against)
    assert found == pytest.approx(wanted, abs=1e-5)
    worth = tree.worth(own, plays.array_of(weights, own), shares)
    assert (found >= worth - 1e-5).all()
    assert (found > worth + 1e-2).any()


@of_each_line
@pytest.mark.parametrize("own", SEATS)
def test_a_sweep_changes_regrets_and_adds_up_the_other_way(line: Any, own: Any) -> None:
    tree = plays.tree_after(*line)
    dealt = plays.some_weights(plays.some_deals(line, 60, 7), 8)
    weights = plays.array_of(dealt, own)
    before, start = plays.some_shares(tree, 9), plays.some_shares(tree, 10)
    regrets, means = before.copy(), start.copy()
    worth = tree.learn(own, weights, regrets, means, 3)
    assert np.array_equal(worth, tree.worth(own, weights, before))
    gains: dict[int, float] = {}
    for hands, weight in dealt.items():
        plays.mean(tree, before, own, 0, plays.after(hands, line), float(weight), gains)
    for index, gain in gains.items():
        assert regrets[index] == pytest.approx(max(before[index] + gain, 0), abs=1e-5)
    assert any(regrets[index] != before[index] for index in gains)
    assert regrets.min() >= 0
    for node, mover in enumerate(tree.nodes.mover):
        if mover != own:
            rows = slice(tree.offset[node], tree.offset[node + 1])
            assert np.array_equal(regrets[rows], before[rows])
    # Every hand of the opponent counts, whatever hands are dealt.
    by_index: dict[int, float] = {}
    other = 1 - own
    for hand in ranks.sets(int(tree.nodes.held[0, other])):
        for index, part in plays.reach_plays(tree, before, other, 0, hand, 1.0):
            by_index[index] = by_index.get(index, 0.0) + part
    sums = start.copy()
    for index, part in by_index.items():
        sums[index] += 3 * part
    assert means == pytest.approx(sums, abs=1e-4)
    assert (means != start).any()


def standing(tree: PlayTree, dealt: Any, shares: Any) -> tuple[float, float]:
    """Return the gains of the best responses, the pone's and the dealer's."""
    gains = []
    for own in SEATS:
        weights = plays.array_of(dealt, own)
        gains.append(tree.best(own, weights, shares).sum() - tree.worth(own, weights, shares).sum())
    return gains[0], gains[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "sweeps", "gain"),
    [
        pytest.param(plays.LINES["after two goes"], 12, 0.05, id="a few"),
        *[
            pytest.param(
                line, 300, 0.005, id=name,
                marks=[pytest.mark.slow, pytest.mark.compiled],
            )
            for name, line in plays.LINES.items()
        ],
    ],
)  # fmt: skip
def test_sweeps_find_play_that_no_deviation_beats(line: Any, sweeps: int, gain: float) -> None:
    tree = plays.tree_after(*line)
    dealt = plays.some_weights(plays.some_deals(line, 3000, 11), 12)
    whole = sum(dealt.values())
    dealt = {hands: weight / whole for hands, weight in dealt.items()}
    regrets, means = tree.empty(), tree.empty()
    first = standing(tree, dealt, means)
    assert sum(first) > 0.1
    weights = {own: plays.array_of(dealt, own) for own in SEATS}
    for number in range(1, sweeps + 1):
        for own in SEATS:
            tree.learn(own, weights[own], regrets, means, number)
    gains = standing(tree, dealt, means)
    assert min(gains) > -1e-5
    assert sum(gains) < gain
    # The game is zero-sum.
    values = [tree.worth(own, weights[own], means).sum() for own in SEATS]
    assert values[0] == pytest.approx(-values[1], abs=1e-5)


@pytest.mark.slow
def test_nothing_is_worth_more_than_the_best_response() -> None:
    line = plays.LINES["two each after 31"]
    tree = plays.tree_after(*line)
    for seed, own in product(range(5), SEATS):
        dealt = plays.some_weights(plays.some_deals(line, 300, seed), seed)
        weights, shares = plays.array_of(dealt, own), plays.some_shares(tree, seed)
        found = tree.best(own, weights, shares) - tree.worth(own, weights, shares)
        assert found.min() > -1e-5


# Compiled and interpreted

#: Computes the value, the best response and a sweep on a tree of three cards, and the race to the
#: dealer's first point; prints them.
THREE_CARDS = """
import json
import numpy as np
from pegout.kernel import COMPILED
from pegout.solver.public_tree import PlayTree
from tests.solver.plays import array_of, some_deals, some_shares, some_weights

line = [(0, 5), (1, 6), (0, 7), (1, 8), (0, 1)]
tree = PlayTree(line, workers=1)
dealt = some_weights(some_deals(line, 200, 1), 2)
found = []
for own in (0, 1):
    weights, shares, means = array_of(dealt, own), some_shares(tree, 3), tree.empty()
    found.append(tree.worth(own, weights, shares).tolist())
    found.append(tree.best(own, weights, shares).tolist())
    found.append(tree.learn(own, weights, shares, means, 2).tolist())
    found += [shares.tolist(), means.tolist()]
weights = array_of(dealt, 0).astype(np.float64)
found.append(tree.first_points(weights, some_shares(tree, 3)).tolist())
print(json.dumps([COMPILED, found]))
"""


def numbers(**environment: str) -> tuple[bool, Any]:
    compiled, found = json.loads(said_alone(THREE_CARDS, **environment))
    return compiled, found


@pytest.mark.slow
@pytest.mark.compiled
def test_compiled_from_the_disk_and_not_compiled_the_numbers_are_the_same() -> None:
    compiled, wanted = numbers(NUMBA_DISABLE_JIT="1")
    assert not compiled
    assert sum(wanted[-1]) > 1
    # The second run loads everything from numba's cache.
    for _ in range(2):
        compiled, found = numbers(NUMBA_DISABLE_JIT="0")
        assert compiled
        for value, other in zip(found, wanted, strict=True):
            assert value == pytest.approx(other, abs=1e-5)
        assert found[-1] == pytest.approx(wanted[-1], abs=1e-12)


# The whole tree


@needs_numba
@pytest.mark.long
def test_the_whole_tree() -> None:
    parts: list[float] = []
    tree = PlayTree(progress=parts.append)
    assert parts[-1] == 1
    assert parts == sorted(parts)
    assert len(tree.nodes.mover) == 1_005_844
    assert tree.nodes.children.min() == -1 - 9_531_056
    assert tree.slots == tree.offset[-1]

    # Two players who play every rank that fits equally often.
    shares = tree.empty()
    numbers = {cards: at for at, cards in enumerate(ranks.sets(4))}
    weights = np.zeros((HANDS, HANDS), np.float32)
    chance = np.random.default_rng(1)
    dealt: list[Any] = []
    for _ in range(40_000):
        cards = chance.permutation(52)[:8] >> 2
        hands = tuple(tuple(sorted(part.tolist())) for part in (cards[:4], cards[4:]))
        weights[numbers[hands[0]], numbers[hands[1]]] += 1 / 40_000
        dealt.append(hands)
    worth = [
        tree.worth(Role.PONE, weights, shares).sum(),
        tree.worth(Role.DEALER, np.ascontiguousarray(weights.T), shares).sum(),
    ]
    assert worth[0] == pytest.approx(-worth[1], abs=1e-4)
    pegged = []
    for hands in dealt:
        play = plays.Play(hands)
        while play.mover >= 0:
            if () in play.hands:
                pegged.append(plays.finish(play))
                break
            fitting = play.fitting()
            play = plays.act(play, fitting[chance.integers(len(fitting))] if fitting else None)
        else:
            pegged.append(play.points[1] - play.points[0])
    error = np.std(pegged) / np.sqrt(len(pegged))
    assert worth[1] == pytest.approx(np.mean(pegged), abs=4 * error)


# Policies in a tree


def replied_to(
    own: plays.Ranks, others: Sequence[int], play: plays.Play, blanks: int
) -> dict[int, float]:
    """Return the value of each rank to ``lookahead``, which knows no starter.

    The opponent's cards are any of the pack but the own four and those that the opponent played.

    Args:
        own: the four cards of the seat to play.
        others: the cards that the opponent has played.
        play: the state of the play.
        blanks: the number of further cards that count as seen, of any rank.
    """
    pack = [rank for rank in range(13) for _ in range(4)]
    for rank in (*own, *others):
        pack.remove(rank)
    other = 1 - play.mover
    held = 0 if other in play.gone else len(play.hands[other])
    found = {}
    for rank in play.fitting():
        pile = (*play.pile, rank)
        found[rank] = float(plays.pile_points(pile))
        room = 31 - sum([plays.VALUES[played] for played in pile])
        fitting = [reply for reply in pack if plays.VALUES[reply] <= room]
        if held:
            left = len(pack) - blanks
            replies = sum([plays.pile_points((*pile, reply)) for reply in fitting]) / left
            alone = comb(max(left - len(fitting), 0), held) / comb(left, held)
            found[rank] += GO * alone - ANSWER * held * replies
    return found


def places_of(tree: PlayTree, line: Any) -> Iterator[tuple[int, plays.Play, list[tuple[int, int]]]]:
    """Yield every node of a tree with the state of the play, in which no hand is known, and the
    cards played.
    """
    blank = [
        (*plays.played_by(line, seat), *[-1] * (4 - len(plays.played_by(line, seat))))
        for seat in SEATS
    ]
    waiting = [(0, plays.after((blank[0], blank[1]), line), list(line))]
    while waiting:
        node, play, played = waiting.pop()
        yield node, play, played
        if plays.child_of(tree, node, None) >= 0:
            waiting.append((plays.child_of(tree, node, None), plays.act(play, None), played))
        for rank in range(13):
            if plays.child_of(tree, node, rank) >= 0:
                following = plays.act(holding(play, (rank, *play.hands[play.mover][1:])), rank)
                waiting.append(
                    (plays.child_of(tree, node, rank), following, [*played, (play.mover, rank)])
                )


def holding(play: plays.Play, hand: plays.Ranks) -> plays.Play:
    """Return the state of the play with the hand of the mover."""
    other = play.hands[1 - play.mover]
    return play._replace(hands=(other, hand) if play.mover else (hand, other))


@pytest.mark.parametrize(
    "name",
    ["two each", *[pytest.param(name, marks=marks) for name, marks in COMPILED_MARKS.items()]],
)
@pytest.mark.parametrize("blanks", [0, 1])
def test_lookahead_weighs_every_reply_that_it_has_not_seen(name: str, blanks: int) -> None:
    line = plays.LINES[name]
    tree = plays.tree_after(*line)
    shares = otherwise_of(tree) if blanks else tree.of_policy(POLICIES["lookahead"])
    looked = 0
    for node, blank, played in places_of(tree, line):
        size = len(blank.hands[blank.mover])
        mine, others = (plays.played_by(played, seat) for seat in (blank.mover, 1 - blank.mover))
        for hand in ranks.sets(size) if size > 1 else ():
            play, own = holding(blank, hand), (*hand, *mine)
            if not play.fitting() or max(map((*own, *others).count, own)) > 4:
                continue
            values = replied_to(own, others, play, blanks)
            picks = [rank for rank in values if shares[plays.place_of(tree, node, hand, rank)]]
            (pick,) = picks
            assert values[pick] == pytest.approx(max(values.values()), abs=1e-9)
            looked += 1
    assert looked > 500


def test_a_policy_that_searches_does_not_go_by_ranks() -> None:
    with raises_code(KernelError, "bad_policy", match="expert searches"):
        plays.tree_after(*plays.LINES["two each"]).of_policy(POLICIES["expert"])

"""The solved play in its shipped form: packed, written, read and unpacked, on late trees."""

from typing import Any

import numpy as np
import pytest

from pegout.cards import sets_of_ranks
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.solver import quantize as play_packing
from pegout.solver.public_tree import HANDS, PlayTree
from pegout.solver.quantize import pack, unpack
from pegout.tables import play_strategy
from pegout.tables.files import TableError
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.play_strategy_arrays import children_of, compose, parse, unsolved
from tests.cases import each, failures
from tests.solver.plays import NUMBERS, reach_plays, some_shares, tree_after, without

SEATS: tuple[Role, ...] = tuple(Role)
#: Five cards are left, of which one seat holds three; and four.
LINES = {"five": [(0, 9), (1, 0), (0, 0)], "four": [(0, 2), (1, 3), (0, 4), (1, 0)]}
#: The marks of what is done with the larger tree, which is compiled.
LARGE = [pytest.mark.slow, pytest.mark.compiled]
of_each_line = pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=name, marks=LARGE if name == "five" else ())
        for name, line in LINES.items()
    ],
)


def all_hands() -> tuple[Array, Array]:
    """Return equal weights for all hands of both seats; late trees use them for partial hands."""
    return np.ones(HANDS), np.ones(HANDS)


def pack_shares(tree: PlayTree, shares: Array, minimum: float = 0, levels: int = 255) -> SolvedPlay:
    return pack(tree, shares, all_hands(), minimum, levels)


def chance_at(tree: PlayTree, shares: Array, node: int, hand: tuple[int, ...]) -> Any:
    """Return the probability of each rank that fits, or None where only one fits."""
    fits = int(tree.nodes.fits[node])
    fitting = sorted({rank for rank in hand if rank < fits})
    if len(hand) < 2 or len(fitting) < 2:
        return None
    rows = shares[tree.offset[node] : tree.offset[node + 1]].reshape(fits, -1)
    found = np.array([rows[rank, NUMBERS[len(hand) - 1][without(hand, rank)]] for rank in fitting])
    return found / found.sum() if found.sum() else np.full(len(found), 1 / len(found))


def places(tree: PlayTree, shares: Array) -> dict[int, float]:
    """Return how often each hand's own choices lead to each of its plays, by index."""
    found: dict[int, float] = {}
    for seat in SEATS:
        for hand in sets_of_ranks(int(tree.nodes.held[0, seat])):
            for index, part in reach_plays(tree, shares, seat, 0, hand, 1.0):
                found[index] = found.get(index, 0.0) + part
    return found


@of_each_line
def test_what_is_packed_is_unpacked_as_it_was_but_for_rounding(line: Any) -> None:
    tree = tree_after(*line)
    shares, otherwise = some_shares(tree, 1), some_shares(tree, 2)
    found = unpack(tree, pack_shares(tree, shares), otherwise)
    compared = 0
    for node, mover in enumerate(tree.nodes.mover):
        held = int(tree.nodes.held[node, mover])
        for hand in sets_of_ranks(held):
            wanted = chance_at(tree, shares, node, hand)
            if wanted is None:
                continue
            got = chance_at(tree, found, node, hand)
            # Where its own choices never lead a hand, no shares are stored.
            if np.allclose(got, wanted, atol=0.008):
                compared += 1
            else:
                assert np.array_equal(got, chance_at(tree, otherwise, node, hand))
    assert compared > 500
    # Wherever a hand can get, the shares are those that were packed.
    weights = np.ones((HANDS, HANDS), np.float32)
    for own in SEATS:
        value, other = (tree.worth(own, weights, way) for way in (shares, found))
        assert np.abs(value - other).max() < 0.01 * np.abs(value).max()


@pytest.mark.parametrize(
    "line", [pytest.param(LINES["five"], marks=pytest.mark.slow), LINES["four"]], ids=LINES
)
def test_it_stands_as_its_description_says(line: Any) -> None:
    tree = tree_after(*line)
    shares = some_shares(tree, 3)
    play = pack_shares(tree, shares)
    children = children_of(play.moves, play.first_child)
    assert len(children) == len(play.mover) == len(play.offset)
    assert children[0].max() > 0
    node_of = play_packing.nodes_of(tree, play)
    assert node_of[0] == 0
    checked = 0
    for at, node in enumerate(node_of.tolist()):
        mover = int(tree.nodes.mover[node])
        assert play.mover[at] == mover
        held, fits = int(tree.nodes.held[node, mover]), int(tree.nodes.fits[node])
        for rank in range(14):
            below = int(children[at, rank])
            assert below < 0 or node_of[below] == tree.nodes.children[node, rank]
        start, smaller = int(play.offset[at]), len(sets_of_ranks(held - 1))
        for hand in sets_of_ranks(held) if node == 0 else ():
            wanted = chance_at(tree, shares, node, hand)
            if wanted is None:
                continue
            fitting = sorted({rank for rank in hand if rank < fits})
            if held == 2:
                low, high = fitting
                byte = play.weights[start + high * (high - 1) // 2 + low]
                assert byte == pytest.approx(254 * wanted[0], abs=1)
            else:
                for rank, part in zip(fitting, wanted, strict=True):
                    left = NUMBERS[held - 1][without(hand, rank)]
                    byte = play.weights[start + rank * smaller + left]
                    assert byte == pytest.approx(255 * part, abs=1)
            checked += 1
    assert checked > 50


@of_each_line
def test_what_own_cards_hardly_ever_let_come_is_left_out(line: Any) -> None:
    tree = tree_after(*line)
    shares, otherwise = some_shares(tree, 4), tree.empty()
    whole, part = pack_shares(tree, shares), pack_shares(tree, shares, 0.2)
    assert len(part.mover) <= len(whole.mover)
    every, found = unpack(tree, whole, otherwise), unpack(tree, part, otherwise)
    often = [index for index, chance in places(tree, shares).items() if chance >= 0.2]
    assert every[often].any()
    assert np.array_equal(found[often], every[often])
    # The rest is unchanged, or missing altogether.
    left_out = found != every
    assert left_out.any()
    assert not found[left_out].any()
    assert len(pack_shares(tree, shares, 1e9).mover) == 0


@pytest.mark.slow
def test_chances_are_rounded_to_so_many_steps() -> None:
    assert failures(check_rounded, [4, 16, 32]) == []


def check_rounded(levels: int) -> None:
    tree = tree_after(*LINES["five"])
    play = pack_shares(tree, some_shares(tree, 5), 0, levels)
    held = tree.nodes.held[0, tree.nodes.mover[0]]
    size = int(play.offset[1])
    top = 255 if held > 2 else 254
    allowed = {round(step / levels * top) for step in range(levels + 1)} | {255}
    found = set(play.weights[:size].tolist())
    assert found <= allowed
    assert len(found) > levels // 2


@of_each_line
def test_a_file_is_read_as_it_was_written(line: Any) -> None:
    tree = tree_after(*line)
    play = pack_shares(tree, some_shares(tree, 6), 0.01, 32)
    data = compose(["The play.", "command: none"], play)
    assert data == compose(["The play.", "command: none"], play)
    found = parse(data)
    assert found.head == ("The play.", "command: none")
    for array, other in zip(found.play, play, strict=True):
        assert array.dtype == other.dtype
        assert np.array_equal(array, other)
        # A view would keep the bytes of the whole file in memory.
        assert array.base.flags.owndata


@of_each_line
def test_without_arrays_the_same_is_read(line: Any) -> None:
    tree = tree_after(*line)
    data = compose(["The play."], pack_shares(tree, some_shares(tree, 6), 0.01, 32))
    plain = play_strategy.parse(data)
    assert plain.head == ("The play.",)
    for array, numbers in zip(parse(data).play, plain.play, strict=True):
        assert array.tolist() == list(numbers)


def test_nothing_is_written_read_and_unpacked() -> None:
    tree = tree_after(*LINES["four"])
    found = parse(compose(["Nothing."], unsolved()))
    plain = play_strategy.unsolved()
    for array, other, none in zip(found.play, unsolved(), plain, strict=True):
        assert array.shape == other.shape == (len(none),)
        assert array.dtype == other.dtype
    otherwise = some_shares(tree, 7)
    assert np.array_equal(unpack(tree, found.play, otherwise), otherwise)


@each(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + b"\x00",
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data.replace(b"# sha256: ", b"# sha1: "),
        lambda data: data.split(b"\n", 2)[2],
        lambda data: data.replace(b"\n", b"\r\n"),
    ],
)
def test_a_file_that_was_changed_is_told(spoil: Any) -> None:
    tree = tree_after(*LINES["four"])
    data = spoil(compose(["The play."], pack_shares(tree, some_shares(tree, 8))))
    with pytest.raises(TableError, match="make it again"):
        parse(data)

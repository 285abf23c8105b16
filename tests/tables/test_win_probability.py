from itertools import product

import numpy as np
import pytest

from pegout.kernel.score_tables import Array
from pegout.tables.files import load_numbers
from pegout.tables.win_probability import (
    LARGEST_NEED,
    NODES,
    OUTCOMES,
    STAKES,
    ChancesError,
    chance,
    chance_of_seat,
    errors_array,
    outcomes_array,
    three_array,
    win_probabilities,
    within,
)
from tests.cases import each, raises_code


def test_chances_are_near_those_that_others_found() -> None:
    # First dealers win 56 % of games (DeLynn Colvert, Play Winning Cribbage); a dealer who has 35
    # against 37 wins 51 % (Carte Primus); the first dealer skunks in 8.0 % of games (Mueller).
    assert chance(121, 121) == pytest.approx(0.56, abs=0.005)
    assert chance(86, 84) == pytest.approx(0.51, abs=0.015)
    assert outcomes_array()[1:3, 121, 121].sum() == pytest.approx(0.08, abs=0.01)


@each("players", [2, 4])
def test_needing_less_is_never_worse(players: int) -> None:
    wins = win_probabilities("win", players)[1:, 1:]
    assert wins.min() >= 0
    assert wins.max() <= 1 + 1e-4
    # The rounding of the table.
    assert (np.diff(wins, axis=0) <= 4e-5).all()
    assert (np.diff(wins, axis=1) >= -4e-5).all()
    assert wins[0, 0] > 0.55


@each("players", [2, 4])
def test_the_outcomes_are_all_there_is(players: int) -> None:
    outcomes = outcomes_array(players)
    assert outcomes.shape == (len(OUTCOMES), LARGEST_NEED + 1, LARGEST_NEED + 1)
    assert outcomes[:, 1:, 1:].sum(axis=0) == pytest.approx(1, abs=5e-5)
    # A side that needs no more than 30 is not skunked, nor twice one that needs no more than 60.
    assert not outcomes[1:3, :, :31].any()
    assert not outcomes[2, :, :61].any()
    assert not outcomes[4:, :31].any()
    assert not outcomes[:, 0].any()
    assert win_probabilities("win", players)[5, 9] == pytest.approx(chance(5, 9, players))


def test_what_is_at_stake() -> None:
    outcomes = outcomes_array()[:, 100, 100]
    assert win_probabilities("1-2-3")[100, 100] == pytest.approx(
        outcomes @ np.array([1, 2, 3, -1, -2, -3])
    )
    assert win_probabilities("2-3-3")[100, 100] == pytest.approx(
        outcomes @ np.array([2, 3, 3, -2, -3, -3])
    )
    assert win_probabilities(target=61).shape == errors_array(target=61).shape == (62, 62)
    assert (win_probabilities(target=61) == win_probabilities()[:62, :62]).all()


@each("players", [2, 4])
def test_the_standard_errors_are_small(players: int) -> None:
    for stake in STAKES:
        errors = errors_array(stake, players)[1:, 1:]
        assert 0 < errors.max() < (0.001 if stake == "win" else 0.003)


def test_arrays_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        outcomes_array()[0, 1, 1] = 1


def test_who_needs_more_than_the_table_has() -> None:
    assert chance(200, 5) == chance(LARGEST_NEED, 5)
    assert chance(LARGEST_NEED + 1, 100) == chance(LARGEST_NEED + 1 - 26, 74)
    assert within((241, 241), 2) == (111, 111)
    assert within((121, 121, 121), 3) == (121, 121, 121)
    assert max(within((241, 30, 241), 3)) == LARGEST_NEED


def test_two_seats() -> None:
    assert chance_of_seat((10, 20), 0, 0) == chance(10, 20)
    assert chance_of_seat((10, 20), 1, 1) == chance(20, 10)
    assert chance_of_seat((10, 20), 1, 0) == 1 - chance(20, 10)


def test_three_seats() -> None:
    for needs in ((1, 1, 1), (7, 30, 12), (60, 41, 33), (121, 121, 121), (100, 90, 26)):
        for dealer in range(3):
            chances = [chance_of_seat(needs, dealer, seat) for seat in range(3)]
            assert sum(chances) == pytest.approx(1, abs=1e-6)
            # Rotating the seats changes nothing.
            turned = (needs[2], needs[0], needs[1])
            again = [chance_of_seat(turned, (dealer + 1) % 3, (seat + 1) % 3) for seat in range(3)]
            assert again == chances
    assert chance_of_seat((1, 100, 100), 0, 0) > 0.999


@pytest.mark.slow
def test_three_needing_less_is_never_worse() -> None:
    values = three_array()
    for axis, seat in product(range(3), range(3)):
        change = np.diff(values[seat, 1:, 1:, 1:], axis=axis)
        # By the rounding of the table, and the cost of approximations of the play.
        assert (change if axis != seat else -change).min() > -0.0005


def interpolate() -> Array:
    """Interpolate the table of the dealer and the next player axis by axis: an oracle."""
    table = load_numbers("chances_three")
    values: Array = np.array(table.values, np.float64).reshape(table.shape)
    values = values / 10**table.digits
    nodes, needs = np.array(NODES), np.arange(1, LARGEST_NEED + 1)
    for axis in (1, 2, 3):
        below = np.clip(np.searchsorted(nodes, needs, side="right") - 1, 0, len(nodes) - 2)
        share = np.clip((needs - nodes[below]) / (nodes[below + 1] - nodes[below]), 0, 1)
        lower, upper = values.take(below, axis), values.take(below + 1, axis)
        share = share.reshape(-1, *[1] * (3 - axis))
        values = lower * (1 - share) + upper * share
    return values


@pytest.mark.slow
def test_the_array_of_three_is_interpolated_on_each_axis() -> None:
    values = three_array()
    assert values.shape == (3, *[LARGEST_NEED + 1] * 3)
    assert np.abs(values[:2, 1:, 1:, 1:] - interpolate()).max() < 1e-12
    assert np.abs(values[:, 1:, 1:, 1:].sum(axis=0) - 1).max() < 1.01e-4
    assert not values[:, 0].any()
    assert not values[:, :, :, 0].any()


def test_the_array_of_three_is_what_is_looked_up() -> None:
    values = three_array()
    for needs in ((3, 5, 8), (38, 40, 63), (121, 60, 118)):
        found = [chance_of_seat(needs, 0, seat) for seat in range(3)]
        assert values[(slice(None), *needs)] == pytest.approx(found, abs=1e-9)
    table = load_numbers("chances_three")
    places = [NODES.index(need) for need in (7, 41, 121)]
    assert values[0, 7, 41, 121] == pytest.approx(
        np.array(table.values).reshape(table.shape)[(0, *places)] / 10**table.digits
    )


@each("name", ["chances_two", "chances_three", "chances_four"])
def test_a_shipped_table_says_where_it_comes_from(name: str) -> None:
    head = "\n".join(load_numbers(name).head)
    assert "command: pegout solve chances --policy " in head
    assert "made by: pegout " in head
    assert "provenance: " in head
    (line,) = [line for line in head.split("\n") if line.startswith("largest standard error: ")]
    assert 0 < float(line.split()[-1]) < 0.001


@each(
    ("asked", "code"),
    [
        (lambda: chance(0, 5), "bad_needs"),
        (lambda: chance(5, -1), "bad_needs"),
        (lambda: within((5, 5), 3), "bad_needs"),
        (lambda: chance(0, 5, 5), "bad_players"),
        (lambda: chance(5, 5, 3), "bad_players"),
        (lambda: chance_of_seat((5, 5, 5, 5), 0, 0), "bad_players"),
        (lambda: chance_of_seat((5, 5, 5), 3, 0), "bad_seat"),
        (lambda: chance_of_seat((5, 5), 0, -1), "bad_seat"),
        (lambda: win_probabilities("3-2-1"), "bad_stake"),
        (lambda: errors_array("3-2-1"), "bad_stake"),
        (lambda: win_probabilities(target=0), "bad_target"),
        (lambda: errors_array(target=200), "bad_target"),
        (lambda: outcomes_array(3), "bad_players"),
    ],
)
def test_questions_without_an_answer(asked: object, code: str) -> None:
    with raises_code(ChancesError, code):
        asked()  # type: ignore[operator]

from itertools import product

import numpy as np
import pytest

from pegout.rules import Rules, Scored
from pegout.rules.engine import apply
from pegout.rules.table import Phase
from pegout.simulation import trace_deals
from pegout.solver import backward_induction as chance_solving
from pegout.solver.backward_induction import (
    add_sums,
    exact_win_probabilities,
    solve_margins,
    solve_three,
    solve_win_probabilities,
    standard_errors,
)
from pegout.solver.deal_paths import SumsError, exact_sums, no_sums, sums_of_paths
from pegout.tables.win_probability import STAKES, ChancesError, stake_value
from tests.simulation.replays import before_play, some_cribs
from tests.solver.paths import (
    every_path,
    gains_and_ends,
    number_of_paths,
    slow_chances,
    slow_margins,
    some_paths,
)


def test_the_toy_is_solved_as_by_playing_every_deal_from_every_score() -> None:
    paths = list(every_path())
    assert len(paths) == number_of_paths()
    slow = slow_chances(paths, 14)
    fast = exact_win_probabilities(*gains_and_ends(iter(paths)), maximum=14)
    for (dealer, pone), outcomes in slow.items():
        assert fast[:, dealer, pone] == pytest.approx(list(map(float, outcomes)), abs=1e-12)
    assert (fast[:, 0] == 0).all()
    assert (fast[:, :, 0] == 0).all()


def test_margins_are_those_of_playing_every_deal_from_every_score() -> None:
    paths = list(every_path())
    slow = slow_margins(paths, 14)
    fast = solve_margins(exact_sums(*gains_and_ends(iter(paths))), 14)
    for (dealer, pone), margin in slow.items():
        assert fast[0, dealer, pone] - fast[1, dealer, pone] == pytest.approx(float(margin))
    assert (fast >= 0).all()
    assert not fast[:, 0].any()
    assert not fast[:, :, 0].any()


def test_skunks_go_by_what_the_loser_still_needs() -> None:
    # The dealer gets 70 points one after the other, and the pone none.
    values = exact_win_probabilities([(0, 0, 70, (0,), 1)], [((70, 0), 1)], maximum=70)
    assert values[:3, 5, 30].tolist() == [1, 0, 0]
    assert values[:3, 5, 31].tolist() == [0, 1, 0]
    assert values[:3, 5, 60].tolist() == [0, 1, 0]
    assert values[:3, 5, 61].tolist() == [0, 0, 1]
    # The pone has 2 before the dealer reaches 5, and so is not skunked from 32.
    values = exact_win_probabilities(
        [(0, 0, 4, (0,), 1), (1, 0, 2, (4,), 1), (0, 4, 9, (2,), 1)], [((9, 2), 1)], maximum=40
    )
    assert values[:3, 4, 32].tolist() == [0, 1, 0]
    assert values[:3, 5, 32].tolist() == [1, 0, 0]
    assert values[:3, 5, 33].tolist() == [0, 1, 0]


def test_what_is_sampled_agrees_with_what_is_enumerated() -> None:
    exact = exact_win_probabilities(*gains_and_ends(every_path()), maximum=30)
    batches = [exact_sums(*gains_and_ends(some_paths(1000, seed))) for seed in range(20)]
    sampled = solve_win_probabilities(add_sums(batches), 30)
    errors = standard_errors(batches, 30)
    away = np.abs(sampled - exact)
    # Of 900 cells some are two or three standard errors off, and none is five.
    assert (away <= 5 * errors + 1e-9).all()
    assert (away > 0.5 * errors).sum() > 100
    assert 0 < errors.max() < 0.02


def test_weights_that_are_no_whole_numbers() -> None:
    gains, ends = gains_and_ends(every_path())
    thirds = exact_win_probabilities(
        [(*gain, weight / 3) for *gain, weight in gains],  # type: ignore[misc]
        [(end, weight / 3) for end, weight in ends],
        maximum=12,
        dtype=float,
    )
    assert thirds == pytest.approx(exact_win_probabilities(gains, ends, maximum=12), abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sums_are_what_the_referee_finds(players: int) -> None:
    """Play kernel deals from some scores in the rules engine, and compare the winners."""
    variant = Rules(players=players)
    sides, number = variant.sides, 30
    trace = trace_deals(["lookahead"] * sides, number, 5, rules=variant, cribs=some_cribs(variant))
    sums = sums_of_paths(trace, sides)
    assert sums.deals == number
    chance = np.random.default_rng(players)
    all_needs = [tuple(chance.integers(1, 30, sides).tolist()) for _ in range(12)]
    for needs in [(1,) * sides, (2,) * sides, *all_needs]:
        won = [0] * sides
        for at in range(number):
            winner = _winner(trace, at, needs, variant)
            if winner is not None:
                won[winner] += 1
        for side in range(sides):
            others = [needs[(side + step) % sides] for step in range(1, sides)]
            more = others[1] if sides == 3 else 1
            found = sums.reached[side, needs[side], : others[0], :more].sum()
            assert found == won[side], (needs, side)


def _winner(trace: object, at: int, needs: tuple[int, ...], variant: object) -> int | None:
    """Return who is out first in a deal, by the engine's own events."""
    left = list(needs)
    for seat, points in _events(trace, at, variant):
        side = seat % len(needs)
        left[side] -= points
        if left[side] <= 0:
            return side
    return None


def _events(trace: object, at: int, variant: object) -> list[tuple[int, int]]:
    from pegout.cards import CARDS
    from pegout.rules import Go, Play
    from pegout.rules.engine import legal

    state = before_play(trace, at, variant)  # type: ignore[arg-type]
    heels = int(trace.deals.heels[at])  # type: ignore[attr-defined]
    found = [(0, heels)] if heels else []
    cards = [card for card in trace.played[at].tolist() if card < 52]  # type: ignore[attr-defined]
    while state.phase is Phase.PLAY:
        turn = state.turn
        assert turn is not None
        actions = legal(state, turn)
        action = Go(turn) if Go(turn) in actions else Play(turn, CARDS[cards.pop(0)])
        state, events = apply(state, action)
        found += [(event.seat, event.points) for event in events if type(event) is Scored]
    return found


def test_a_game_of_three_by_hand() -> None:
    # One point each, in the order of counting: dealer's left, third player, dealer.
    deal = [(1, 0, 1, (0, 0), 1), (2, 0, 1, (0, 1), 1), (0, 0, 1, (1, 1), 1)]
    values = solve_three(exact_sums(deal, [((1, 1, 1), 1)], 3), maximum=3)
    assert values[:, 1, 1, 1].tolist() == [0, 1, 0]
    assert values[:, 1, 2, 2].tolist() == [1, 0, 0]
    # The next seat deals; of those who need one more, its left neighbour counts first.
    assert values[:, 2, 2, 2].tolist() == [0, 0, 1]
    assert values[:, 2, 2, 3].tolist() == [1, 0, 0]
    assert values[:, 3, 3, 3].tolist() == [1, 0, 0]


def test_three_are_solved_alike_with_and_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = Rules(players=3)
    trace = trace_deals(["greedy"] * 3, 300, 2, rules=variant, cribs=some_cribs(variant))
    sums = sums_of_paths(trace, 3)
    monkeypatch.setattr(chance_solving, "COMPILED", True)
    spread = solve_three(sums, 8)
    monkeypatch.setattr(chance_solving, "COMPILED", False)
    spread_by_sums = solve_three(sums, 8)
    assert spread_by_sums == pytest.approx(spread, abs=1e-12)
    assert spread[:, 1:, 1:, 1:].sum(axis=0) == pytest.approx(1)
    assert spread.min() > -1e-12


def test_three_are_solved_as_by_playing_every_deal_from_every_score() -> None:
    parts = [(0, (0, 2)), (1, (0, 1)), (2, (1, 2)), (0, (1, 3)), (1, (0, 4)), (2, (0, 3))]
    paths = list(every_path(parts))
    values = solve_three(exact_sums(*gains_and_ends(iter(paths), 3), sides=3), maximum=6)
    for needs in sorted(product(range(1, 7), repeat=3), key=sum):
        wins = np.zeros(3)
        for path in paths:
            left = list(needs)
            for side, points in path:
                left[side] -= points
                if left[side] <= 0:
                    wins[side] += 1
                    break
            else:
                wins += np.roll(values[:, left[1], left[2], left[0]], 1)
        first, second, third = needs
        assert values[:, first, second, third] == pytest.approx(wins / len(paths), abs=1e-12)


def test_stakes() -> None:
    outcomes = np.array([0.4, 0.1, 0.05, 0.3, 0.1, 0.05])
    assert {stake: stake_value(outcomes, stake).round(9).item() for stake in STAKES} == {
        "win": 0.55,
        "1-2-3": 0.1,
        "2-3-3": 0.2,
    }
    with pytest.raises(ChancesError, match="1-2-3"):
        stake_value(outcomes, "3-2-1")


@pytest.mark.parametrize("maximum", [0, 128])
def test_needs_that_are_not_solved(maximum: int) -> None:
    sums = exact_sums([(0, 0, 1, (0,), 1)], [((1, 0), 1)])
    with pytest.raises(SumsError, match="from 1 to 127"):
        solve_win_probabilities(sums, maximum)


def test_sums_that_make_no_game() -> None:
    with pytest.raises(SumsError, match="never end"):
        solve_win_probabilities(exact_sums([], [((0, 0), 1)]), 5)
    with pytest.raises(SumsError, match="2 sides"):
        solve_win_probabilities(no_sums(3), 5)
    with pytest.raises(SumsError, match="2 sides"):
        solve_win_probabilities(no_sums(2), 5)
    with pytest.raises(SumsError, match="those of the ends"):
        exact_sums([(0, 0, 2, (0,), 1)], [((3, 0), 1)])
    assert SumsError("bad_sums", "no").code == "bad_sums"


def test_more_points_than_there_is_room_for_stay_at_the_most() -> None:
    values = exact_win_probabilities([(0, 0, 500, (0,), 1)], [((500, 0), 1)], maximum=121)
    assert values[:3].sum(axis=0)[1:, 1:].min() == 1

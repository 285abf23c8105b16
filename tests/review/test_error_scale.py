"""The scale that compares a player's errors with those of the levels."""

from itertools import pairwise

import pytest

from pegout.review.error_scale import ErrorScale, count_decisions
from pegout.review.game_review import Reviewed, choices, decide
from pegout.rules import Rules
from pegout.tables.level_losses import LevelLoss
from tests.cases import each, present
from tests.review.games import play_game

WEAK = LevelLoss("weak", 20.0, 12.0, 4.0, 0.3, 0.2)
MIDDLE = LevelLoss("middle", 20.0, 4.0, 2.0, 0.1, 0.1)
STRONG = LevelLoss("strong", 20.0, 0.0, 0.0, 0.0, 0.0)
SCALE = ErrorScale([MIDDLE, WEAK, STRONG])


def test_a_level_is_named_where_its_own_loss_is() -> None:
    for loss in (WEAK, MIDDLE, STRONG):
        placed = present(SCALE.closest_level(10 * loss.points, 200))
        assert placed.level == loss.level
        assert placed.points == pytest.approx(loss.points)
        assert placed.games == 10


def test_the_limit_is_as_many_deviations_from_either() -> None:
    # A loss of 4 + 8/3 points is 4/3 deviations of 2 above the one, of 4 below the other.
    assert SCALE.level((4 + 8 / 3 - 0.01) / 20) == "middle"
    assert SCALE.level((4 + 8 / 3 + 0.01) / 20) == "weak"


@each("points", [1.0, 3.0, 6.0, 11.0, 20.0])
def test_more_games_leave_fewer_levels(points: float) -> None:
    ranges = []
    for games in (1, 4, 16, 64, 256):
        placed = present(SCALE.closest_level(points * games, 20 * games))
        assert placed.low <= placed.points <= placed.high
        ranges.append(placed.high - placed.low)
    assert all(wide >= narrow for wide, narrow in pairwise(ranges))
    assert ranges[0] > ranges[-1]


def test_the_uncertainty_is_that_of_so_many_games() -> None:
    placed = present(SCALE.closest_level(4.0 * 25, 20 * 25))
    # By 1.96 standard errors of 2 / 5 points, and a little more above, where games differ more.
    assert placed.low == pytest.approx(4 - 1.96 * 0.4, abs=0.2)
    assert placed.high == pytest.approx(4 + 1.96 * 0.4, abs=0.3)
    assert (placed.weakest, placed.strongest) == ("middle", "middle")


def test_a_loss_beyond_the_scale_is_still_placed() -> None:
    best, worst = SCALE.closest_level(0.0, 20), SCALE.closest_level(2000.0, 2000)
    assert best is not None
    assert worst is not None
    assert (best.level, best.strongest, best.points) == ("strong", "strong", 0.0)
    assert (worst.level, worst.weakest) == ("weak", "weak")
    assert worst.points == pytest.approx(20.0)


def test_too_few_decisions_say_nothing() -> None:
    assert SCALE.closest_level(1.0, 4) is None
    assert SCALE.closest_level(0.0, 0) is None


def some_decisions(rules: Rules, each: int) -> list[Reviewed]:
    """Return seat 1's decisions in a game, one in so many."""
    made = [
        choice
        for choice in choices(rules, play_game(rules, ("casual", "novice"), "scale", "scale"))
        if choice.view.seat == 1
    ]
    decisions = [decide(choice) for choice in made[::each]]
    return [decision for decision in decisions if decision is not None]


def test_counted_are_the_decisions_that_points_decide() -> None:
    rules = Rules("half")
    reviewed = some_decisions(rules, 4)
    points, decisions = count_decisions(rules, reviewed)
    own = [decision for decision in reviewed if not decision.options.by_chance]
    assert 0 < decisions == len(own) < len(reviewed)
    assert points == sum([decision.loss.points for decision in own]) > 0


def test_estimates_and_other_games_are_not_counted() -> None:
    other = Rules("half", runs_in_play=False)
    reviewed = some_decisions(other, 12)
    assert count_decisions(other, reviewed)[1] == 0
    assert count_decisions(Rules(players=3), reviewed) == (0, 0)

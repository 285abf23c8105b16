"""Games whose decisions are judged: the same games, and consistent losses.

A judged game takes seconds without compiling, so the gate plays few. The long tests compile, and
play many.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from pegout.kernel.errors import KernelError
from pegout.simulation import play_games
from pegout.simulation.judged_games import DECISIONS, JudgedGames, judge_games
from pegout.simulation.judged_loops import KINDS
from pegout.table.offers import offered_levels
from tests.kernel.alone import said_alone

FAR, NEAR = slice(0, KINDS), slice(KINDS, None)
BEGINNERS = ("novice", "casual")


def judge_some(policies: Sequence[Any], games: int, **options: Any) -> JudgedGames:
    from pegout.review.option_values import ties_of_two

    return judge_games(policies, games, ties=ties_of_two(), **options)


@cache
def one_game() -> JudgedGames:
    """Return the second of two games of beginners, judged roughly."""
    return judge_some(BEGINNERS, 1, seed=8, first=1, hands=5)


def test_there_is_a_name_for_every_kind() -> None:
    assert len(set(DECISIONS)) == 2 * KINDS


def check_games(found: JudgedGames, policies: Sequence[str], games: int, first: int) -> None:
    """Check that judging has changed no game."""
    played = play_games(policies, games, seed=8, first=first)
    for array, other in zip(found.games, played, strict=True):
        assert (array == other).all()


def test_judging_changes_no_game() -> None:
    check_games(one_game(), BEGINNERS, 1, 1)


@pytest.mark.slow
def test_judging_changes_no_game_of_an_expert() -> None:
    policies = ("club", "expert")
    check_games(judge_some(policies, 1, seed=8, first=10, hands=5), policies, 1, 10)


@pytest.mark.slow
def test_losses_of_a_game_do_not_depend_on_the_games_before_it() -> None:
    both = judge_some(BEGINNERS, 2, seed=8, hands=5)
    assert (both.losses[1:] == one_game().losses).all()


#: Prints the losses of a game of beginners, and whether they were found by compiled code.
PROGRAM = """
import json
from pegout.kernel import COMPILED
from tests.simulation.test_judged_games import one_game
print(json.dumps([COMPILED, one_game().losses.tolist()]))
"""


@pytest.mark.long
def test_compiled_or_not_the_losses_are_the_same() -> None:
    found = [json.loads(said_alone(PROGRAM, NUMBA_DISABLE_JIT=off)) for off in "01"]
    assert [compiled for compiled, _ in found] == [True, False]
    # Chances near the end come from a table in single precision, and are added up in another order.
    assert np.array(found[0][1]) == pytest.approx(np.array(found[1][1]), abs=1e-7)


def check_losses(found: JudgedGames) -> None:
    number, losing, points, chance = np.moveaxis(found.losses, 3, 0)
    assert (losing <= number).all()
    assert losing.any()
    assert ((chance > 0) == (losing > 0)).all()
    assert ((points[:, :, FAR] > 0) == (losing[:, :, FAR] > 0)).all()
    assert not points[:, :, NEAR].any()
    # Both seats discard once in every deal, and the play begins with a lead and a reply.
    discards = number[:, :, [0, 1, KINDS, KINDS + 1]].sum(axis=2)
    assert (discards == found.games.deals[:, None]).all()
    leads = number[:, :, [2, KINDS + 2]].sum(axis=(1, 2))
    assert (leads <= found.games.deals).all()


def test_losses_hang_together() -> None:
    check_losses(one_game())


@pytest.mark.long
def test_losses_of_many_games_hang_together() -> None:
    check_losses(judge_some(BEGINNERS, 20, seed=8, hands=40))


@pytest.mark.long
def test_a_level_that_knows_more_loses_less() -> None:
    lost = {
        level: judge_some([level, level], 20, seed=2, hands=40).losses[..., 3].sum()
        for level in offered_levels()
    }
    assert sorted(lost, key=lambda level: -lost[level]) == list(lost)


def test_only_compiled_policies_are_judged() -> None:
    with pytest.raises(KernelError, match="compiled policies") as caught:
        judge_some(["club", lambda batch, rows: rows], 1, seed=1, hands=10)
    assert caught.value.code == "bad_policy"

"""Games whose decisions are judged: the same games, and consistent losses."""

from typing import Any

import numpy as np
import pytest

from pegout.analysis.option_values import ties_of_two
from pegout.kernel.validation import KernelError
from pegout.simulation import play_games
from pegout.simulation.judged_games import DECISIONS, judge_games
from pegout.simulation.judged_loops import KINDS

FAR, NEAR = slice(0, KINDS), slice(KINDS, None)


def test_there_is_a_name_for_every_kind() -> None:
    assert len(set(DECISIONS)) == 2 * KINDS


@pytest.mark.parametrize("policies", [("club", "expert"), ("gentle", "casual")])
def test_judging_changes_no_game(policies: tuple[str, str]) -> None:
    judged = judge_games(policies, 6, seed=3, first=10, ties=ties_of_two(), hands=10)
    played = play_games(policies, 6, seed=3, first=10)
    for one, other in zip(judged.games, played, strict=True):
        assert (one == other).all()


def test_losses_of_a_game_do_not_depend_on_the_games_before_it() -> None:
    levels, ties = ["novice", "club"], ties_of_two()
    whole = judge_games(levels, 4, seed=5, ties=ties, hands=20)
    alone = judge_games(levels, 2, seed=5, first=2, ties=ties, hands=20)
    assert (whole.losses[2:] == alone.losses).all()


def test_losses_hang_together() -> None:
    judged = judge_games(["novice", "casual"], 20, seed=8, ties=ties_of_two(), hands=40)
    number, losing, points, chance = np.moveaxis(judged.losses, 3, 0)
    assert (losing <= number).all()
    assert ((chance > 0) == (losing > 0)).all()
    assert ((points[:, :, FAR] > 0) == (losing[:, :, FAR] > 0)).all()
    assert not points[:, :, NEAR].any()
    # Both seats discard once in every deal, and the play begins with a lead and a reply.
    discards = number[:, :, [0, 1, KINDS, KINDS + 1]].sum(axis=2)
    assert (discards == judged.games.deals[:, None]).all()
    leads = number[:, :, [2, KINDS + 2]].sum(axis=(1, 2))
    assert (leads <= judged.games.deals).all()


def test_a_level_that_knows_more_loses_less() -> None:
    lost = {
        level: judge_games([level, level], 20, seed=2, ties=ties_of_two(), hands=40)
        .losses[..., 3]
        .sum()
        for level in ("gentle", "novice", "casual", "club", "expert")
    }
    assert sorted(lost, key=lambda level: -lost[level]) == list(lost)


def test_only_compiled_policies_are_judged() -> None:
    policies: list[Any] = ["club", lambda batch, rows: rows]
    with pytest.raises(KernelError, match="compiled policies") as caught:
        judge_games(policies, 1, seed=1, ties=ties_of_two(), hands=10)
    assert caught.value.code == "bad_policy"

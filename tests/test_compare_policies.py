"""How much more often one policy wins than another, in the same deals."""

import numpy as np
import pytest

from pegout.simulation import play_games
from tools.compare_policies import difference, main, wins


@pytest.mark.compiled
def test_a_policy_against_itself_wins_one_of_each_two() -> None:
    assert wins("greedy", "greedy", 50, 1).tolist() == [0.5] * 50
    found = difference("greedy", "greedy", "random", 1000, 1)
    assert found == (0, 0, 1000)


@pytest.mark.compiled
def test_the_difference_is_that_of_the_games_by_themselves() -> None:
    found = difference("greedy", "random", "novice", 1000, 4)
    rates = []
    for policy in ("greedy", "random"):
        first = play_games([policy, "novice"], 500, 4).winners[:, 0]
        second = play_games(["novice", policy], 500, 4).winners[:, 1]
        rates.append(50 * (first.mean() + second.mean()))
    assert found.mean == pytest.approx(rates[0] - rates[1])
    assert found.mean - found.error > 30
    assert np.isfinite(found.error)


def test_half_a_batch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["compare_policies.py", "greedy", "random", "--against", "novice", "--games", "1500"]
    monkeypatch.setattr("sys.argv", asked)
    with pytest.raises(SystemExit, match="expected --games in whole thousands, not 1500"):
        main()

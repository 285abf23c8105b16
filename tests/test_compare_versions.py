"""An earlier version of a policy against the present one."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pegout.kernel import layout
from tools.compare_versions import EARLIER, check_layout, main, rate_of, tree_of, unpack


def test_the_package_of_a_commit_has_another_name(tmp_path: Path) -> None:
    unpack(tree_of("HEAD"), tmp_path)
    assert (tmp_path / EARLIER / "tables" / "data" / "play.bin").stat().st_size > 1e6
    source = (tmp_path / EARLIER / "kernel" / "jit.py").read_text(encoding="utf-8")
    assert f"from {EARLIER}.loading import load_once" in source


def test_what_is_no_commit_is_refused() -> None:
    with pytest.raises(SystemExit, match="expected a commit of this repository, not 'nowhere'"):
        tree_of("nowhere")


def test_another_layout_is_refused() -> None:
    earlier = ModuleType("earlier")
    vars(earlier).update(vars(layout))
    check_layout(earlier)
    earlier.CLUB = layout.CLUB + 1  # type: ignore[attr-defined]
    with pytest.raises(SystemExit, match=f"CLUB of a game is {layout.CLUB} here and was"):
        check_layout(earlier)
    earlier.GameState = layout.Game  # type: ignore[attr-defined]
    with pytest.raises(SystemExit, match="GameState has other fields here than in that version"):
        check_layout(earlier)


def test_the_rate_is_of_games_and_its_error_of_pairs() -> None:
    rate, error = rate_of(np.array([2, 96, 2]))
    assert rate == 50
    assert error == pytest.approx(1.96 * np.std([0, 0, *[50] * 96, 100, 100], ddof=1) / 10)


@pytest.mark.parametrize(
    ("policy", "games", "said"),
    [("expert", "11", "an even number of --games, not 11"), ("greedy", "10", "not greedy")],
)
def test_what_cannot_be_measured_is_refused(
    policy: str, games: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["compare_versions.py", "HEAD", policy, "--games", games])
    with pytest.raises(SystemExit, match=said):
        main()


@pytest.mark.long
def test_a_version_wins_one_game_of_each_pair_against_itself() -> None:
    asked = ["-m", "tools.compare_versions", "HEAD", "expert", "--games", "100", "--workers", "1"]
    here = Path(__file__).parents[1]
    found = subprocess.run(
        [sys.executable, *asked], cwd=here, capture_output=True, text=True, check=True
    ).stdout
    assert "50.00 % ±0.00 of 100 games; pairs won 0, 1 and 2 times: 0, 50, 0" in found

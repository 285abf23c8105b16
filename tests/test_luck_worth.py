"""The value of a luck-adjusted game: the row of the table."""

import pytest

from pegout.analysis.arena import play_matchup
from tools import luck_worth
from tools.luck_worth import row, worth

PAIR = ("casual", "random")


@pytest.mark.slow
@pytest.mark.compiled
def test_a_row_is_what_the_arena_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    # A plain game takes a second, and an adjusted one four.
    clock = iter((0.0, 64.0, 100.0, 356.0))
    monkeypatch.setattr(luck_worth, "process_time", lambda: next(clock))
    found = worth(PAIR, 200, 7, deals=2000, timed=64)
    matchup = play_matchup(PAIR, 200, 7, engine="kernel", luck_adjusted=True, workers=1)
    assert found.matchup.contestants == matchup.contestants
    assert found.matchup.adjusted == matchup.adjusted
    assert matchup.adjusted is not None
    assert matchup.group_worth is not None
    assert found.mirrored == matchup.group_worth / 2
    assert found.starters == matchup.adjusted.game_worth
    assert found.dealt == matchup.adjusted.dealt_worth
    assert found.per_second == found.starters / 4
    cells = [cell.strip() for cell in row(found).strip("|").split("|")]
    assert cells[:2] == ["casual–random", "200"]
    assert [float(cell) for cell in cells[4:]] == [round(one, 1) for one in found[1:]]
    assert cells[2].startswith(f"{100 * matchup.contestants[0].win_rate.mean:.1f} % ±")


@pytest.mark.slow
@pytest.mark.compiled
def test_one_group_says_nothing() -> None:
    with pytest.raises(ValueError, match="too few"):
        worth(PAIR, 2, 7, deals=2000, timed=8)

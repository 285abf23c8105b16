"""Ladders: every pair plays the same contest as it would alone."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest

from pegout.contests.arena import ArenaError, play_matchup
from pegout.contests.ladder import Ladder, play_ladder
from pegout.rules import Rules
from pegout.runs import RunError
from tests.cases import each, present, raises_code

HALF = Rules("half")
NAMES = ["lookahead", "blind", "random"]


def ladder(games: int = 39, workers: int = 1) -> Ladder:
    return play_ladder(NAMES, games, 1, HALF, engine="kernel", workers=workers)


def test_pairs_are_contests() -> None:
    found = ladder()
    assert (found.games, found.complete, found.engine) == (40, True, "kernel")
    for matchup, pair in zip(found.matchups, combinations(NAMES, 2), strict=True):
        assert matchup == play_matchup(list(pair), 39, 1, HALF, engine="kernel", workers=1)


def test_the_referee_plays_ladders_too() -> None:
    names = ["greedy", "novice", "random"]
    found = play_ladder(names, 4, 1, HALF, workers=1)
    assert found.engine == "rules"
    assert found.matchups[1] == play_matchup(["greedy", "random"], 4, 1, HALF, workers=1)


def test_rates_are_those_of_either() -> None:
    found = ladder()
    rate, other = found.rate("blind", "random"), found.rate("random", "blind")
    assert rate is not None
    assert rate.mean + present(other).mean == pytest.approx(1)
    assert rate.mean > 0.9
    assert found.rate("blind", "nobody") is None


def test_the_result_follows_from_the_seed_wherever_it_is_computed() -> None:
    with ThreadPoolExecutor(3) as pool:
        found = play_ladder(NAMES, 39, 1, HALF, engine="kernel", executor=pool)
    assert found.to_json() == ladder().to_json()
    assert json.loads(found.to_json())["matchups"][0]["levels"] == ["lookahead", "blind"]


def test_a_ladder_goes_on_from_its_file(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 18:
            raise KeyboardInterrupt

    path = tmp_path / "a.run"
    names = ["blind", "novice", "random"]
    part = play_ladder(names, 12, 1, HALF, workers=1, resume=path, progress=stop)
    assert told == [(8, 36), (16, 36), (24, 36)]
    assert not part.complete
    assert [(found.games, found.complete) for found in part.matchups] == [(12, True), (12, True)]
    assert part.rate("novice", "random") is None
    whole = play_ladder(names, 12, 1, HALF, workers=1, resume=path)
    assert whole.complete
    assert whole.to_json() == play_ladder(names, 12, 1, HALF, workers=1).to_json()
    with pytest.raises(RunError, match="levels"):
        play_ladder(names[::-1], 12, 1, HALF, workers=1, resume=path)


@each(
    ("names", "games", "of", "code"),
    [
        (["blind"], 2, HALF, "bad_levels"),
        ("blind", 2, HALF, "bad_levels"),
        (["blind", "random", "blind"], 2, HALF, "bad_levels"),
        (["blind", "random"], 2, Rules(players=3), "bad_levels"),
        (["blind", "random"], 0, HALF, "bad_games"),
        (["blind", "nobody"], 2, HALF, "bad_levels"),
    ],
)
def test_what_cannot_be_held_is_said(names: list[str], games: int, of: Rules, code: str) -> None:
    with raises_code(ArenaError, code):
        play_ladder(names, games, 1, of, engine="kernel", workers=1)

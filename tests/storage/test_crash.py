"""A match that is killed at any moment resumes from the last position that was seen."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match
from pegout.storage import Library, StorageError
from tests.storage import player

KILLS = 4
ROOT = Path(__file__).parents[2]


def played_without_a_break(seed: int) -> Match:
    match = Match(player.a_setup(), secrets=seeded_secrets(seed))
    while not match.over:
        player.step(match, seed)
    return match


def start(place: Path, seed: int) -> subprocess.Popen[str]:
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, player.__file__, str(place), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )


def kill(process: subprocess.Popen[str], lines: list[str]) -> list[str]:
    """Kill a player, and return every complete line of its output."""
    process.kill()
    assert process.stdout is not None
    with process:
        lines += process.stdout.read().splitlines(keepends=True)
    # An incomplete line was cut off by the kill, and counts as unread.
    return [line for line in lines if line.endswith("\n")]


def play_and_kill(place: Path, seed: int, delay: float) -> list[str]:
    """Let a player resume the match, and kill it some time after its first line."""
    process = start(place, seed)
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(delay)
    return kill(process, [first])


def check(place: Path, seed: int, acknowledged: str) -> int:
    """Compare the stored match with a player's last acknowledgement; return its last number."""
    number, digest = acknowledged.split()
    with Library.open(place) as library:
        match = library.load(player.MATCH, seeded_secrets(seed))
        (summary,) = library.matches()
    known = match.entries[: int(number)]
    assert player.digest(known) == digest, "what was acknowledged is there"
    assert summary.number == match.number
    assert summary.scores == match.view(None).scores
    if match.number > int(number):
        # The one batch that may be stored without having been acknowledged.
        before = Match.resume(known, secrets=seeded_secrets(seed))
        assert match.entries[int(number) :] == player.step(before, seed)
    return match.number


def torment(place: Path, seed: int, kills: int) -> None:
    whole = played_without_a_break(seed)
    chance = random.Random(seed)
    reached = 0
    for _ in range(kills):
        lines = play_and_kill(place, seed, chance.uniform(0, 0.06))
        assert int(lines[0].split()[0]) == max(reached, 4), "it goes on from there"
        reached = check(place, seed, lines[-1])
    assert reached > 4, "somebody must have played"
    with Library.open(place) as library:
        match = library.load(player.MATCH, seeded_secrets(seed))
        while not match.over:
            player.step(match, seed)
        assert match.entries == whole.entries
        assert library.entries(player.MATCH) == list(whole.entries)


def test_a_match_that_is_killed_again_and_again_is_played_to_its_end(tmp_path: Path) -> None:
    torment(tmp_path / "games.db", 1, KILLS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 27))
def test_a_match_that_is_killed_very_often(tmp_path: Path, seed: int) -> None:
    torment(tmp_path / "games.db", seed, 12)


def kill_at_the_start(place: Path, delay: float) -> None:
    process = start(place, 1)
    time.sleep(delay)
    lines = kill(process, [])
    if lines:
        check(place, 1, lines[-1])
    with Library.open(place) as library:
        try:
            match = library.load(player.MATCH, seeded_secrets(1))
        except StorageError as error:
            assert error.code == "unknown_match"  # noqa: PT017
            assert not lines
        else:
            assert match.number >= 4, "a match begins with all of its first batch or not at all"


@pytest.mark.parametrize("delay", [0.3, 0.6])
def test_a_first_start_that_is_killed_leaves_a_library_that_opens(
    tmp_path: Path, delay: float
) -> None:
    kill_at_the_start(tmp_path / "games.db", delay)


@pytest.mark.long
@pytest.mark.parametrize("step", range(60))
def test_a_first_start_that_is_killed_at_any_moment(tmp_path: Path, step: int) -> None:
    kill_at_the_start(tmp_path / "games.db", 0.2 + step * 0.01)

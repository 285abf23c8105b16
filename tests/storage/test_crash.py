"""A match that is killed at any moment resumes from the last position that was seen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match
from pegout.storage import Library
from pegout.table.store import StoreError
from tests.chance import chance
from tests.databases import opened
from tests.storage import player

KILLS = 3
#: A length that a file has when the match is well under way, in bytes.
LONGEST = 600_000
ROOT = Path(__file__).parents[2]


def played_without_a_break(seed: int) -> Match:
    match = Match(player.a_setup(), secrets=seeded_secrets(seed))
    while not match.over:
        player.step(match, seed)
    return match


def start(where: str, seed: int, *lengths: int) -> subprocess.Popen[str]:
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, player.__file__, where, str(seed), *map(str, lengths)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )


def whole_lines(text: str) -> list[str]:
    """Return the lines of an output without one that was cut off, which counts as unread."""
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def play_and_kill(where: str, seed: int, lines: int) -> list[str]:
    """Let a player resume the match, kill it after so many lines, and return all of its lines."""
    process = start(where, seed)
    assert process.stdout is not None
    with process:
        said = "".join([process.stdout.readline() for _ in range(lines)])
        process.kill()
        said += process.stdout.read()
    wait_until_alone(where)
    return whole_lines(said)


def wait_until_alone(where: str) -> None:
    """Wait until PostgreSQL has ended what a killed program began."""
    if where.startswith("postgresql"):
        others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        with opened(where) as (_, database), database.reading() as connection:
            while len(connection.rows(others)) > 1:
                connection.execute("SELECT pg_stat_clear_snapshot()")


def check(where: str, seed: int, acknowledged: str) -> int:
    """Compare the stored match with a player's last acknowledgement; return its last number."""
    number, digest = acknowledged.split()
    with Library.open(where) as library:
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


def torment(where: str, seed: int, kills: int) -> None:
    whole = played_without_a_break(seed)
    drawn = chance("kills", seed)
    reached = 0
    for _ in range(kills):
        lines = play_and_kill(where, seed, drawn.randint(1, 20))
        assert int(lines[0].split()[0]) == max(reached, 4), "it goes on from there"
        reached = check(where, seed, lines[-1])
    assert reached > 4, "somebody must have played"
    with Library.open(where) as library:
        match = library.load(player.MATCH, seeded_secrets(seed))
        while not match.over:
            player.step(match, seed)
        assert match.entries == whole.entries
        assert library.entries(player.MATCH) == list(whole.entries)


@pytest.mark.slow
def test_a_match_that_is_killed_again_and_again_is_played_to_its_end(where: str) -> None:
    torment(where, 1, KILLS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 27))
def test_a_match_that_is_killed_very_often(where: str, seed: int) -> None:
    torment(where, seed, 12)


def die(folder: Path, lengths: list[int]) -> None:
    """Let players begin a match and die once a file has some length; check what is there then."""
    process = start(str(folder), 1, *lengths)
    output, _ = process.communicate()
    assert process.returncode == 0
    last = {}
    for line in whole_lines(output):
        name, acknowledged = line.split(maxsplit=1)
        last[int(name)] = acknowledged
    began = []
    for length in lengths:
        place = str(folder / f"{length}.db")
        if length in last:
            began.append(check(place, 1, last[length]))
            continue
        with Library.open(place) as library:
            try:
                match = library.load(player.MATCH, seeded_secrets(1))
            except StoreError as error:
                assert error.code == "unknown_match"  # noqa: PT017
            else:
                assert match.number >= 4, "a match begins with all of its first batch or not at all"
    assert 0 < len(began) < len(lengths), "some die before the match begins, and some later"


@pytest.mark.parametrize("many", [8, pytest.param(300, marks=pytest.mark.long)])
def test_a_program_that_dies_at_any_byte_that_it_writes_leaves_a_library_that_opens(
    tmp_path: Path, many: int
) -> None:
    drawn, step = chance("bytes"), LONGEST // many
    die(tmp_path, [drawn.randrange(step) + number * step for number in range(many)])

"""``pegout stats``."""

import random

from pegout.review.game_numbers import digest, encode, gather, version
from pegout.storage import Library
from tests.cli.lines import Cli
from tests.matches import QUICK, play_on
from tests.storage.stored import a_setup


def test_stats_are_told_and_rebuilt(where: str, cli: Cli) -> None:
    at = ("--database", where)
    with Library.open(where) as library:
        match = play_on(library.create(a_setup(QUICK)), random.Random(1))
        record = library.record(match.setup.id)
        numbers = gather(record.rules, record.games[0], [])
        key = digest(record.rules, record.games[0])
        library.reviews.keep(key, version(), encode(numbers), maximum=10)
    before = cli.json("stats", *at)
    assert before["results"]["games"] == 1
    assert before["results"]["won"] == (match.results[0].winners == (0,))
    assert (before["course"], before["luck"]) == ([], None)
    after = cli.json("stats", "--rebuild", *at)
    assert len(after["course"]) == 1
    assert after["luck"]["games"] == 1
    assert after["averages"] == before["averages"]
    told = cli.told("stats", *at).splitlines()
    assert told[0].startswith("1 game, ")
    assert "Results by level" in told
    assert cli.json("stats", "--name", "Nobody", *at)["results"]["games"] == 0
    assert cli.told("stats", "--name", "Nobody", *at).strip() == "No game has been finished yet."

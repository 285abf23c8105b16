"""``pegout stats``."""

import random
from collections import deque
from pathlib import Path

import pytest

from pegout.cli.exit_status import FAILED
from pegout.review.game_numbers import digest, encode, gather, version
from pegout.storage import Library
from pegout.table.game_sums import KindErrors, SeatErrors
from pegout.text import language
from pegout.tui import judged_game
from pegout.tui.finished_game import keep_review
from pegout.tui.judged_game import ReviewedGames
from pegout.tui.local_seats import LocalView
from tests.cli.lines import Cli
from tests.matches import QUICK, play_on
from tests.storage.stored import a_setup
from tests.tui.test_review import forge


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


def test_a_newcomer_has_not_finished_a_game(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cli.told("stats").strip() == "No game has been finished yet."
    assert cli.json("stats")["results"]["games"] == 0
    assert [*tmp_path.rglob("*.db")] == []
    said = cli.refused("stats", "--database", str(tmp_path / "none.db"), status=FAILED)
    assert "There is no library" in said


def told_rebuilt(cli: Cli, where: str) -> str:
    """Return what a rebuild says beside the statistics."""
    return cli.both("stats", "--rebuild", "--json", "--database", where).err


def test_a_rebuild_makes_the_errors_of_games_that_were_reviewed_in_the_terminal(
    where: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of an earlier version has no sums in which the review could keep them."""
    monkeypatch.setattr(judged_game, "decide", forge)
    t = language("en")
    with Library.open(where) as library, monkeypatch.context() as patch:
        patch.setattr("pegout.storage.match_rows.keep_sums", lambda *_: None)
        match = play_on(library.create(a_setup(QUICK)), random.Random(1))
        judged = ReviewedGames().of(LocalView(match, t), 1)
        deque(judged.work(0), maxlen=0)
        assert keep_review(judged, 0, library, None, t) == ""
        assert library.games() == []
    assert told_rebuilt(cli, where).strip() == (
        "Sums of games made from their logs: 1. Errors made from stored reviews: 1; kept as they "
        "were, without such a review: 0; games not reviewed: 0."
    )
    with Library.open(where) as library:
        (game,) = library.games()
    decisions = [seat.discard.decisions + seat.play.decisions for seat in game.errors]
    assert sum(decisions) == len(judged.decisions(0)) + len(judged.decisions(1)) > 0
    assert len(cli.json("stats", "--database", where)["course"]) == 1


def test_a_rebuild_keeps_errors_that_cannot_be_made_again(
    where: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their review is not stored, or by another version; and a damaged match loses nothing."""
    errors = (SeatErrors(play=KindErrors(3, 1.5, 0.02)), SeatErrors())
    with Library.open(where) as library:
        play_on(library.create(a_setup(QUICK)), random.Random(1))
        match = play_on(library.create(a_setup(QUICK)), random.Random(1))
        library.keep_errors(match.setup.id, 1, errors)
        before = library.games()
    assert "kept as they were, without such a review: 1; games not reviewed: 1." in told_rebuilt(
        cli, where
    )
    with Library.open(where) as library:
        assert library.games() == before
    monkeypatch.setattr("pegout.storage.match_rows.record_of", _damaged)
    assert "kept as they were, without such a review: 1;" in told_rebuilt(cli, where)
    with Library.open(where) as library:
        assert library.games() == before


def _damaged(*_: object, **__: object) -> None:
    raise ValueError("a log that makes no sense")

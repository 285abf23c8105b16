"""What a terminal says and keeps of a game that is over."""

import io
import json
from collections import deque
from datetime import date
from functools import partial
from pathlib import Path

import msgspec
import pytest
from textual.widgets import DataTable

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.review.option_values import options_of
from pegout.rules import Discard, Ready, Resign, Rules
from pegout.school.drills import due_mistakes
from pegout.school.progress import read
from pegout.storage import Library
from pegout.text import language, shorts
from pegout.tui import judged_game, plain
from pegout.tui.finished_game import is_judged_at_once, keep_review, luck_lines
from pegout.tui.judged_game import JudgedGame, ReviewedGames
from pegout.tui.local_seats import LocalView
from pegout.tui.pages import Page
from pegout.tui.saved_games import HistoryScreen
from pegout.tui.scene import GameEnding, Mode
from pegout.wire.http import ReviewAsked
from tests.cases import present
from tests.sources import sources
from tests.tui.table import Table, a_setup, order_of, paragraphs, quiet, sit_down
from tests.tui.terminal import until

SHORT = partial(a_setup, "person", "novice", target=31, first_deal="chosen")


def said(table: Table) -> tuple[str, ...]:
    """Return what the end says of luck and skill."""
    ending: GameEnding = present(table.screen.scene().ending)
    return ending.luck


async def test_luck_and_skill_are_said_at_the_end_and_counted_in_the_statistics() -> None:
    async with sit_down(SHORT(), size=(80, 24)) as table:
        await table.play()
        assert table.mode is Mode.OVER
        await until(lambda: said(table) and "Luck and skill:" not in said(table)[0], "it is told")
        assert "by " in said(table)[0]
        assert ". Luck " in said(table)[0]
        assert all(line.startswith("Costliest: ") for line in said(table)[1:])
        for line in said(table):
            assert line.split("(")[0].strip() in " ".join(table.text.split())
        # It stays after another screen, which stops what is under way.
        before = said(table)
        await table.press_and_pause("l", "escape")
        assert said(table) == before
        (game,) = table.library.games()
        assert game.errors[0].luck_holes is not None
        # The same sums are read from the saved games.
        table.app.push_screen(HistoryScreen())
        await table.pilot.pause()
        assert isinstance(table.app.screen, HistoryScreen)
        assert table.app.screen.query_one(DataTable).row_count == 1
        await table.press_and_pause("s")
        page = table.app.screen
        assert isinstance(page, Page)
        shown = paragraphs(page)
        assert shown[0].startswith("1 game, ")
        assert any(text.startswith("Errors") for text in shown), shown


async def test_without_a_game_the_statistics_say_so() -> None:
    async with sit_down() as table:
        await table.press_and_pause("s")
        page = table.app.screen
        assert isinstance(page, Page)
        assert paragraphs(page) == ["No game has been finished yet."]


async def test_a_game_without_a_decision_or_of_three_is_not_valued() -> None:
    async with sit_down(a_setup("person", "novice", "novice", target=31)) as table:
        assert not is_judged_at_once(table.screen.local)
    async with sit_down(SHORT()) as table:
        assert not is_judged_at_once(table.screen.local)


def a_game() -> tuple[JudgedGame, LocalView]:
    """Return a game of a person who resigned after the worst discard, with its values."""
    setup = Setup(
        "game", Rules(first_deal="chosen"), (Seated("Ann"), Seated("Ben", "club")), dealer=1
    )
    match = Match(setup, secrets=seeded_secrets("finished"))
    match.act(0, Ready(0))
    match.act(1, Ready(1))
    match.act(0, Discard(0, present(options_of(match.view(0))).options[-1].cards))
    match.act(0, Resign(0))
    local = LocalView(match, language("en"))
    judged = ReviewedGames().of(local, 1)
    deque(judged.work(0), maxlen=0)
    return judged, local


def test_the_costliest_decision_is_named_and_comes_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PEGOUT_DATA", str(tmp_path))
    judged, local = a_game()
    assert is_judged_at_once(local)
    (decision,) = judged.decisions(0)
    english, spanish = language("en"), language("es")
    headline, costliest = luck_lines(judged.review(0, english), 0, english)
    assert "You lost by " in headline
    assert costliest.startswith(f"Costliest: {shorts(decision.cards)}; better ")
    assert costliest.endswith("%). Review shows it.")
    assert luck_lines(judged.review(0, spanish), 0, spanish)[1].startswith("La más cara: ")
    # Of a screen that is shared nobody is told what cost the most.
    assert len(luck_lines(judged.review(None, english), None, english)) == 1
    day = date(2026, 11, 28)
    with Library.open("sqlite://") as library:
        kept = partial(keep_review, judged, 0, library, t=english)
        assert kept(day=None) == ""
        assert not (tmp_path / "progress.json").exists()
        for _ in range(2):
            assert kept(day=day) == ""
            progress = read((tmp_path / "progress.json").read_bytes())
            (question,) = due_mistakes(progress, day)
            assert question.drill == "discards"
        (tmp_path / "progress.json").write_text("my notes")
        assert kept(day=day).startswith("This file is no progress of Pegout")
        (tmp_path / "progress.json").unlink()
        (tmp_path / "progress.new").mkdir()
        assert kept(day=day).startswith("Your progress is not kept: ")


def test_it_is_the_decision_that_the_browser_names() -> None:
    """The client's test of the same review has the same cards and figures."""
    sample = Path(__file__).parents[1] / "client/review.json"
    asked, _ = json.loads(sample.read_bytes())
    (review,) = msgspec.convert(asked, ReviewAsked).games
    for seat, said in (
        (0, ["Costliest: 5♦; better 4♠ (−0.2 points, −0.6\xa0%). Review shows it."]),
        (1, ["Costliest: 6♥; better 4♥ (−1.1 points, −3.0\xa0%). Review shows it."]),
        (None, []),
    ):
        assert luck_lines(review, seat, language("en"))[1:] == said


@pytest.mark.parametrize("stopped", [False, True])
def test_line_by_line_the_same_is_said_before_what_can_be_done(
    monkeypatch: pytest.MonkeyPatch, *, stopped: bool
) -> None:
    """A game that ends before the first discard has nothing to say."""

    def stop(choice: object) -> None:
        raise KeyboardInterrupt

    if stopped:
        monkeypatch.setattr(judged_game, "decide", stop)
    heard = io.StringIO()
    lines = io.StringIO("".join([f"{line}\n" for line in ("1 2", "resign", "2", "5", "q")]))
    with Library.open("sqlite://") as library:
        plain.run(
            library,
            order_of(a_setup("person", "novice", first_deal="chosen")),
            language="en",
            stdin=lines,
            stdout=heard,
            settings=quiet(),
            sources=sources("tui"),
        )
    told = heard.getvalue().split("The decisions are being reviewed.\n")[1].splitlines()
    if stopped:
        assert told[0] == "The review was stopped."
    else:
        assert ". Luck " in told[0]
    assert "What would you like to do?" in told[1:]

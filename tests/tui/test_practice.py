"""Trying a decision again in the terminal, from the review of a game and back to it."""

from dataclasses import replace

import pytest
from textual.widgets import DataTable

from pegout.rules import Dealt
from pegout.tui import judged_game
from pegout.tui.replay import ReplayScreen
from pegout.tui.saved_games import HistoryScreen
from tests.tui.table import a_setup
from tests.tui.test_review import forge, reviewing


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the valuation of choices, which does not matter here."""
    monkeypatch.setattr(judged_game, "decide", forge)


async def test_a_decision_is_tried_again_and_left_for_its_review() -> None:
    async with reviewing() as review:
        before = review.screen.local.match.record()
        await review.press("home", "right", "right")
        shown = review.screen.scene()
        at = review.screen.at
        await review.press("t")
        table = review.table
        await table.settle()
        match = table.match
        began = match.practice
        assert began is not None
        assert (began.match, began.seat, began.replaced) == ("table", 0, ())
        assert match.setup.seats == a_setup("person", "novice").seats
        assert replace(match.view(0), commitment=None) == replace(shown.view, commitment=None)
        assert "Practice: deal 1 of an earlier game again" in " ".join(
            [line.text for line in table.screen.scene().log]
        )
        await table.play()
        assert match.over
        assert "Go back" in table.text
        await table.press_and_pause("enter")
        # The review is where the player left it, and the game itself is unchanged.
        assert isinstance(table.app.screen, ReplayScreen)
        assert review.screen.at == at
        now = review.screen.scene()
        assert (now.view, now.says, now.panel) == (shown.view, shown.says, shown.panel)
        assert table.library.load("table").record() == before
        assert table.library.find_practised(["table", match.setup.id]) == {match.setup.id}
        await table.app.push_screen(HistoryScreen())
        await table.pilot.pause()
        screen = table.app.screen
        assert isinstance(screen, HistoryScreen)
        rows = screen.query_one(DataTable)
        states = [str(rows.get_row_at(at)[3]) for at in range(rows.row_count)]
        assert sorted(state.startswith("practice: ") for state in states) == [False, True]


async def test_only_own_decisions_are_tried_again() -> None:
    async with reviewing() as review:
        await review.press("home")
        await review.press("t")
        assert isinstance(review.table.app.screen, ReplayScreen)
        assert "your own decisions" in review.screen.problem
        # The computer player's decisions can be looked at, but not tried again.
        await review.press("tab", "right")
        assert review.screen.seat == 1
        assert ("T", "try again") not in review.screen.scene().footer
        await review.press("t")
        assert "your own decisions" in review.screen.problem


@pytest.mark.slow
async def test_where_two_share_the_screen_each_tries_their_own_against_the_computer() -> None:
    setup = a_setup("person", "person", target=31, first_deal="chosen")
    async with reviewing(setup) as review:
        await review.press("tab")
        await review.press("home", "right")
        seat = review.screen.seat
        assert seat == 1
        await review.press("t")
        await review.table.settle()
        match = review.table.match
        assert [seat.kind for seat in match.setup.seats] == ["club", "person"]
        assert match.practice is not None
        assert match.practice.replaced == (0,)
        dealt = [entry.event for entry in match.entries if isinstance(entry.event, Dealt)]
        assert dealt[-1].hands[1] == match.view(1).dealt

"""Hints at the table and line by line, and the assessment of a discard."""

import threading

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match
from pegout.players import advance
from pegout.review.game_numbers import ValuedDecision
from pegout.review.option_values import options_of
from pegout.rules import Ready, SeatView
from pegout.table.hints import Question, answer_hint
from pegout.table.review_messages import encode_decision
from pegout.text import Translator, language, shorts
from pegout.text.reasons import explanation, reason
from pegout.tui import table
from pegout.tui.areas import Area
from pegout.tui.canvas import Canvas
from pegout.tui.option_panel import Panel, Row, draw_panel, rows_of
from pegout.tui.scene import Mode
from pegout.tui.table import TableScreen
from pegout.tui.themes import PALETTES
from pegout.wire.table import Suggestion
from tests.cases import present
from tests.tui.table import Table, a_setup, quiet, sit_down
from tests.tui.terminal import until
from tests.tui.test_plain import play


async def ask_for_hint(table: Table) -> None:
    """Press H, and wait for the result."""
    await table.pilot.press("h")

    wait = table.app.t("One moment: the options are being weighed.")

    def answered() -> bool:
        return table.screen.hint is not None or table.screen.problem not in ("", wait)

    await until(answered, "there is a hint")
    await table.pilot.pause()


@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_a_hint_has_the_best_three_with_their_numbers_and_a_reason(code: str) -> None:
    setup = a_setup(first_deal="chosen")
    async with sit_down(setup, language=code, size=(80, 24)) as table:
        await table.play(Mode.DISCARD)
        options = present(options_of(table.match.view(0)))
        await ask_for_hint(table)
        for size in (80, 24), (100, 30):
            await table.resize(*size)
            for option in options.options[:3]:
                assert shorts(option.cards) in table.text
            panel = present(table.screen.scene().panel)
            assert [row.rank for row in panel.rows] == [1, 2, 3]
            assert panel.says == (reason(options, language(code)),)
            for row in panel.rows:
                assert row.figure in table.text
                assert " ".join(row.parts.split()) in " ".join(table.text.split())
        # A number chooses these cards, Enter discards them.
        await table.press("2")
        assert set(table.intent.cards) == set(options.options[1].cards)
        assert "▸" in table.text
        await table.press("1")
        assert set(table.intent.cards) == set(options.best.cards)
        await table.press("enter")
        assert table.match.view(0).discards
        assert set(table.match.view(0).discards) == set(options.best.cards)
        assert table.screen.hint is None


async def test_a_card_is_chosen_from_a_hint_and_escape_puts_it_away() -> None:
    async with sit_down(a_setup(first_deal="chosen"), confirm=False) as table:
        await table.play(Mode.PLAY)
        options = present(options_of(table.match.view(0)))
        await ask_for_hint(table)
        assert "Esc close" in table.text
        await table.press("escape")
        assert table.screen.hint is None
        assert "H hint" in table.text
        await ask_for_hint(table)
        await table.press("h")
        assert table.screen.hint is None
        await ask_for_hint(table)
        hand = table.match.view(0).hand
        await table.press("1")
        # It is chosen, and played by Enter alone.
        assert table.match.view(0).hand == hand
        assert table.intent.cards == list(options.best.cards)
        await table.press("enter")
        assert options.best.cards[0] not in table.match.view(0).hand


async def test_where_nothing_is_valued_a_club_player_is_asked() -> None:
    async with sit_down(a_setup(first_deal="cut")) as table:
        await ask_for_hint(table)
        assert table.screen.problem == "Say that you are ready."
        await table.play(Mode.CUT_DEAL)
        await ask_for_hint(table)
        assert "every card is as likely" in table.screen.problem


async def test_with_other_people_there_are_no_hints() -> None:
    async with sit_down(a_setup("person", "person", first_deal="chosen")) as table:
        await table.play(Mode.DISCARD)
        assert "H hint" not in table.text
        await ask_for_hint(table)
        assert "Hints are for games against the computer." in table.text


async def test_the_screen_goes_on_while_a_hint_is_computed_and_a_late_one_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed, given = threading.Event(), threading.Event()

    def slowly(question: Question, t: Translator) -> Suggestion:
        allowed.wait(90)
        given.set()
        return answer_hint(question, t)

    monkeypatch.setattr(table, "answer_hint", slowly)
    async with sit_down(a_setup(first_deal="chosen")) as there:
        await there.play(Mode.DISCARD)
        await there.press("h")
        assert "being weighed" in there.text
        await there.press("1", "2")
        assert len(there.intent.cards) == 2
        await there.press("enter")
        assert there.match.view(0).discards
        allowed.set()
        await until(given.is_set, "the hint is there")
        await there.app.workers.wait_for_complete()
        await there.pilot.pause()
        assert there.screen.hint is None


async def _remark(table: Table) -> str:
    def remarks() -> list[str]:
        words = (" less than ", ": the best", "as good as")
        log = [line.text for line in table.screen.stage.log]
        return [line for line in log if any(word in line for word in words)]

    await until(remarks, "something is said of the discard")
    return remarks()[0]


async def test_the_log_says_what_a_discard_was_worth_where_that_is_wanted() -> None:
    async with sit_down(a_setup(first_deal="chosen"), tell_discards=True) as table:
        await table.play(Mode.DISCARD)
        options = present(options_of(table.match.view(0)))
        hand = table.hand
        await table.decide()
        said = explanation(options, options.of(hand[:2]), language("en"))
        assert await _remark(table) == said
        # It stays when the log is shown again, and goes when the discard is taken back.
        table.screen.stage.catch_up()
        assert [line.text for line in table.screen.stage.log].count(said) == 1
        await table.play(Mode.PLAY)
        while not table.asks(Mode.DISCARD):
            await table.press("u")
        assert said not in [line.text for line in table.screen.stage.log]


async def test_nothing_is_said_of_discards_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "remark_on", None)
    async with sit_down(a_setup(first_deal="chosen")) as table:
        await table.play(Mode.PLAY)
        assert not table.app.settings.tell_discards


def test_ties_are_called_ties_and_what_was_chosen_is_shown() -> None:
    match = Match(a_setup(first_deal="chosen"), secrets=seeded_secrets("hints"))
    view, t = _deal(match), language("en")
    options = present(options_of(view))
    worst = options.options[-1]
    valued = ValuedDecision(2, 1, 0, options, len(options.options) - 1)
    rows = rows_of(encode_decision(valued, (), t), t, valued.chosen_index)
    assert len(rows) == 4
    assert (rows[-1].rank, rows[-1].chosen) == (len(options.options), True)
    assert rows[-1].cards == shorts(worst.cards)
    assert [row.bar for row in rows] == sorted([row.bar for row in rows], reverse=True)
    assert rows[0].bar == 1.0
    assert rows[-1].bar == pytest.approx(0.1)
    for row in rows:
        option = options.options[row.rank - 1]
        assert bool(row.tie) == (row.rank > 1 and options.loss(option).tied)


def _deal(match: Match) -> SeatView:
    """Deal the cards, and return the first seat's view."""
    for _ in advance(match):
        pass
    match.act(0, Ready(0))
    return match.view(0)


def test_line_by_line_a_hint_is_three_lines_and_a_reason() -> None:
    setup = a_setup("person", "novice", first_deal="chosen")
    said = play(setup, "", "h", "hint", "help", "1 2", "quit", maximum=8)
    lines = said.splitlines()
    at = next(at for at, line in enumerate(lines) if "1. " in line and ": +" in line)
    assert lines[at + 1].startswith("2. ")
    assert lines[at + 2].startswith("3. ")
    assert "hand " in lines[at]
    assert "crib " in lines[at]
    assert "play " in lines[at]
    assert lines[at + 3].endswith(".")
    assert said.count(lines[at + 1]) == 2
    assert "hint: what to do and why" in said


def test_line_by_line_others_are_not_helped() -> None:
    said = play(a_setup("person", "person", first_deal="chosen"), "", "", "h", maximum=4)
    assert "Hints are for games against the computer." in said


def test_line_by_line_a_discard_is_told_where_that_is_wanted() -> None:
    setup = a_setup("person", "novice", first_deal="chosen")
    told_now = play(setup, "", "1 2", "quit", settings=quiet(tell_discards=True), maximum=3)
    silent = play(setup, "", "1 2", "quit", maximum=3)
    words = (" less than ", ": the best", "as good as")
    assert any(word in told_now for word in words)
    assert not any(word in silent for word in words)


def test_line_by_line_it_is_chosen_among_the_options() -> None:
    said = play(None, "3", "7", "7", "1", "quit")
    assert "After each discard, say what it was worth: off" in said
    assert "After each discard, say what it was worth: on" in said


def test_an_option_without_parts_has_one_line() -> None:
    rows = tuple(Row(at, f"{at}♣", 1 / at, "+1.0", "", "", chosen=at == 2) for at in (1, 2, 3))
    canvas = Canvas(34, 12)
    panel = Panel("Hint", rows=rows, says=("Because.",))
    places = draw_panel(canvas, panel, Area(0, 0, 34, 12), PALETTES["plain"])
    assert [place.height for place in places] == [1, 1, 1]
    assert canvas.lines()[places[1].y].lstrip().startswith("▸")


def test_a_verdict_that_is_too_long_stands_below_the_title() -> None:
    canvas = Canvas(34, 6)
    panel = Panel("Decision 1 of 7", verdict="large mistake, after a hint, after a warning")
    draw_panel(canvas, panel, Area(4, 0, 30, 6), PALETTES["plain"])
    lines = [line.strip() for line in canvas.lines()]
    assert lines[:3] == ["Decision 1 of 7", "large mistake, after a hint,", "after a warning"]

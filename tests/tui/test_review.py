"""The review of a game at the table: its decisions, the line of the chance of winning, reasons."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from pegout.match import Entry, Setup
from pegout.notation import read, replay_events, seat_to_ask
from pegout.review.game_review import Choice, Reviewed, Verdict, decide, is_known, verdict_of
from pegout.review.options import Option, OptionKind, Options
from pegout.rules import Discarded, Phase, Played
from pegout.tui import finished_game, judged_game
from pegout.tui.chance_line import ChanceLine, Mark
from pegout.tui.judged_game import Judged, JudgedGame
from pegout.tui.position_page import PositionScreen
from pegout.tui.replay import ReplayScreen
from pegout.tui.scene import Mode
from pegout.tui.view import TableView
from tests.cases import present
from tests.tui.table import Table, a_setup, sit_down, targets
from tests.tui.terminal import until

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Value decisions in the review alone, not already as the game ends."""
    monkeypatch.setattr(finished_game, "is_judged_at_once", lambda local: False)


class Review:
    """A reader of a review who uses the keys."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.table.app.screen, ReplayScreen)
        return self.table.app.screen

    @property
    def text(self) -> str:
        return "\n".join(self.screen.query_one(TableView).lines())

    @property
    def said(self) -> str:
        """The text beside the cards, without line breaks."""
        panel = present(self.screen.scene().panel)
        return " ".join([panel.title, panel.verdict, *panel.says])

    @property
    def decisions(self) -> list[Judged]:
        return self.screen.judged.decisions(self.screen.seat)

    async def press(self, *keys: str) -> None:
        await self.table.press_and_pause(*keys)

    async def done(self) -> None:
        """Wait until every decision is valued."""
        await until(lambda: self.screen.judged.over, "every decision is valued")
        await self.table.pilot.pause()


@asynccontextmanager
async def reviewing(
    setup: Setup | None = None, *, wait: bool = True, **more: Any
) -> AsyncIterator[Review]:
    """Play a game to its end, and open its review."""
    setup = setup or a_setup("person", "novice", target=31, first_deal="chosen")
    async with sit_down(setup, **more) as table:
        await table.play()
        await table.press_and_pause("right", "enter")
        review = Review(table)
        if wait:
            await review.done()
        yield review


def forge(choice: Choice) -> Reviewed | None:
    """Judge a choice at once, as fine."""
    view, cards = choice.view, choice.cards
    if not is_known(choice):
        return None
    hand = view.hand if view.phase is Phase.DISCARD else view.playable()
    others = [card for card in hand if card not in cards and card.rank != cards[0].rank]
    if not others:
        return None
    chosen = Option(cards, 0.0, 0.0, 1.0, 0.5)
    other = chosen._replace(cards=(*cards[1:], others[0]))
    kind: OptionKind = "play" if len(cards) == 1 else "discard"
    options = Options(kind, (chosen, other), False, 0.01, 0.001, "own", (31, 31))
    loss = options.loss(chosen)
    return Reviewed(choice.entry_index, view.deal, view.seat, options, chosen, loss, Verdict.FINE)


@pytest.fixture
def _first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Value the first choice of seat 0 alone."""
    valued: list[Choice] = []

    def judge(choice: Choice) -> Reviewed | None:
        if choice.view.seat != 0 or valued:
            return forge(choice)
        valued.append(choice)
        return decide(choice)

    monkeypatch.setattr(judged_game, "decide", judge)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the valuation of choices, which does not matter here."""
    monkeypatch.setattr(judged_game, "decide", forge)


@pytest.mark.slow
async def test_a_review_opened_again_has_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(choice: Choice) -> Reviewed | None:
        asked.append(choice.entry_index)
        if len(asked) == 4:
            halfway.set()
            left.wait(90)
        return forge(choice)

    halfway, left = threading.Event(), threading.Event()
    monkeypatch.setattr(judged_game, "decide", counted)
    async with reviewing(wait=False) as review:
        assert await asyncio.to_thread(halfway.wait, 90)
        # The reader leaves while a decision is being valued, and opens the review again.
        first = review.screen
        await review.press("q")
        review.table.app.review(review.table.match)
        await review.table.pilot.pause()
        assert review.screen is not first
        left.set()
        await review.done()
        assert len(asked) == len(set(asked)) == review.screen.judged.of
        before = review.screen.scene().panel
        await review.press("q")
        review.table.app.review(review.table.match)
        await review.table.pilot.pause()
        assert review.screen.scene().panel == before
        assert len(asked) == review.screen.judged.of


@pytest.mark.usefixtures("_first")
@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_a_decision_stands_beside_the_cards_with_its_reason(code: str) -> None:
    async with reviewing(language=code) as review:
        for size in (80, 24), (100, 30), (160, 50):
            await review.table.resize(*size)
            await review.press("home", "right")
            _check_decision(review, size)


def _check_decision(review: Review, size: tuple[int, int]) -> None:
    lines = review.text.split("\n")
    assert {len(line) for line in lines} == {size[0]}
    assert len(lines) == size[1]
    found = review.decisions[0].valued
    # The table shows the six cards still in the hand, with the chosen ones raised.
    scene = review.screen.scene()
    assert scene.view.hand == scene.view.dealt
    assert scene.chosen == frozenset(found.chosen.cards)
    panel = present(scene.panel)
    assert [row.rank for row in panel.rows][:1] == [1]
    assert sum(row.chosen for row in panel.rows) == 1
    assert 2 <= len(panel.rows) <= 4
    for row in panel.rows:
        assert any(row.cards in line and row.figure in line for line in lines)
    assert all("…" not in line for line in lines[9:-6]), "nothing is cut off"
    words = " ".join(panel.says).split()
    beside = " ".join(line[size[0] // 2 :] for line in lines)
    assert words[-1] in beside
    assert "▸" in review.text


@pytest.mark.usefixtures("_quick")
async def test_the_line_has_every_deal_and_every_decision() -> None:
    async with reviewing() as review:
        line = present(review.screen.scene().line)
        own = set(line.points)
        for decision in review.decisions:
            options = decision.valued.options
            # The chance from which the verdict is taken, before the decision and after it.
            assert (decision.at, options.best.chance) in own
            assert (decision.at + 1, options.chance_after(decision.valued.chosen)) in own
        won = 0 in review.table.library.load("table").results[0].winners
        assert line.points[-1] == (line.last, float(won))
        assert [mark.at for mark in line.marks] == [decision.at for decision in review.decisions]
        assert len(line.deals) == review.screen.local.match.view(0).deal
        # With all cards open there is another line, at first hidden.
        assert line.opened == ()
        await review.press("o")
        opened = present(review.screen.scene().line)
        assert opened.points == line.points
        assert opened.opened[-1][1] == float(won)
        # With the cards open, the opponent's line is the same one upside down.
        await review.press("tab")
        other = present(review.screen.scene().line)
        assert other.side == 1
        assert [chance for _, chance in other.opened] == [1 - chance for _, chance in opened.opened]
        await review.press("o")
        hidden = present(review.screen.scene().line)
        assert hidden.opened == ()


@pytest.mark.usefixtures("_quick")
async def test_keys_go_from_decision_to_decision_and_card_by_card() -> None:
    async with reviewing() as review:
        numbers = [decision.number for decision in review.decisions]
        seen = []
        for _ in numbers:
            await review.press("right")
            assert review.screen.before is not None
            seen.append(review.screen.before.number)
        assert seen == numbers
        await review.press("right")
        assert review.screen.before is None
        assert review.screen.at == len(review.screen.steps) - 1
        await review.press("left")
        assert review.screen.before.number == numbers[-1]  # type: ignore[attr-defined]
        await review.press("home", "right")
        before = review.screen.scene().view
        await review.press("down")
        after = review.screen.scene().view
        assert len(after.hand) < len(before.hand), "the cards have now been discarded"
        assert review.screen.at == [step.number for step in review.screen.steps].index(numbers[0])
        await review.press("left")
        assert review.screen.scene().view == before


@pytest.mark.usefixtures("_quick")
async def test_a_key_asks_about_the_position_of_a_decision() -> None:
    async with reviewing() as review:
        await review.press("a")
        assert "Go to a discard or a card of the play" in review.text
        found = review.decisions[0]
        await review.press("right", "a")
        page = review.table.app.screen
        assert isinstance(page, PositionScreen)
        answer = page.query_one("#answer", Static)
        await until(lambda: "score 0–0" in str(answer.render()), "an answer")
        seen = seat_to_ask(page.query_one("#link", Input).value)
        assert set(seen.hand) >= set(found.cards)
        await review.press("escape")
        assert review.screen.before == found


def costing(found: Reviewed, chance: float) -> Reviewed:
    """Have a forged choice lose some win probability."""
    chosen, other = found.options.options
    best = other._replace(chance=chosen.chance + chance)
    options = replace(found.options, options=(best, chosen), by_chance=True)
    loss = options.loss(chosen)
    return found._replace(options=options, loss=loss, verdict=verdict_of(loss))


def _losing(monkeypatch: pytest.MonkeyPatch, wanted: dict[int, float]) -> None:
    """Have the n-th decision of seat 0 lose some win probability, and all others none."""
    count = iter(range(1000))

    def judge(choice: Choice) -> Reviewed | None:
        found = forge(choice)
        if found is None or found.seat:
            return found
        return costing(found, wanted.get(next(count), 0.0))

    monkeypatch.setattr(judged_game, "decide", judge)


async def test_one_key_goes_to_the_next_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    _losing(monkeypatch, {1: 0.01, 2: 0.02, 4: 0.05})
    # A shorter game may have four decisions.
    setup = a_setup("person", "novice", target=61, first_deal="chosen")
    async with reviewing(setup) as review:
        decisions = review.decisions
        assert [decision.size for decision in decisions[:5]] == [0, 1, 2, 0, 3]
        await review.press("n")
        assert review.screen.before == decisions[2]
        assert "mistake" in review.text
        await review.press("n")
        assert review.screen.before == decisions[4]
        assert "large mistake" in review.text
        await review.press("n")
        assert "No mistake after this." in review.text
        await review.press("N")
        assert review.screen.before == decisions[2]
        assert "No mistake" not in review.text
        await review.press("N")
        assert "No mistake before this." in review.text
        # Larger dots mean larger losses, and fine decisions have no dot on the line.
        assert review.text.count("●") >= 1
        assert "•" in review.text


async def test_decisions_are_shown_as_they_are_valued_and_leaving_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed, looked = threading.Semaphore(0), []

    def slowly(choice: Choice) -> Reviewed | None:
        allowed.acquire()
        looked.append(choice)
        return forge(choice)

    monkeypatch.setattr(judged_game, "decide", slowly)
    async with reviewing(wait=False) as review:
        await review.press("right")
        assert "still being reviewed" in review.text.replace("\n", " ")
        await review.press("home")
        while not review.decisions:
            valued = review.screen.judged.done
            allowed.release()
            await until(partial(_more_than, review, valued), "one more decision is valued")
        await review.table.pilot.pause()
        await review.press("right")
        assert "Decision 1" in review.text
        assert "Decision 1 of" not in review.text
        await review.press("home")
        assert "decisions reviewed" in review.text
        judged = review.screen.judged
        await review.press("escape")
        assert not isinstance(review.table.app.screen, ReplayScreen)
        # The decision that was being valued is the last.
        before = len(looked)
        allowed.release(200)
        await review.table.app.workers.wait_for_complete()
        assert len(looked) <= before + 1 < judged.of
        assert not judged.over


def _more_than(review: Review, valued: int) -> bool:
    return review.screen.judged.done > valued


async def test_own_decisions_are_valued_first(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[int] = []

    def note(choice: Choice) -> Reviewed | None:
        seats.append(choice.view.seat)
        return None

    monkeypatch.setattr(judged_game, "decide", note)
    async with reviewing():
        assert seats == sorted(seats)
        assert set(seats) == {0, 1}


async def test_the_whole_game_is_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def costly(choice: Choice) -> Reviewed | None:
        found = forge(choice)
        return None if found is None else costing(found, 0.01)

    monkeypatch.setattr(judged_game, "decide", costly)
    async with reviewing() as review:
        await review.press("end")
        assert "Luck" in review.said
        assert "skill" in review.said
        numbers = present(review.screen.judged.numbers)
        assert numbers.chance
        lost = sum(decision.valued.loss.chance for decision in review.decisions)
        assert review.decisions
        assert lost == pytest.approx(0.01 * len(review.decisions))
        assert lost == pytest.approx(numbers.chance[0].errors[0])
        assert "luck of the cards" in review.text
        assert "Ben’s errors" in review.text


@pytest.mark.slow
@pytest.mark.usefixtures("_quick")
async def test_in_pass_and_play_each_person_has_a_review() -> None:
    setup = a_setup("person", "person", target=31, first_deal="chosen")
    async with reviewing(setup) as review:
        assert review.screen.seats == [0, 1]
        assert "Review of Ann" in review.text
        await review.press("right")
        assert review.screen.scene().view.seat == 0
        mine = review.screen.scene().view.hand
        await review.press("tab")
        assert review.screen.scene().view.seat == 1
        assert review.screen.scene().view.hand != mine
        await review.press("home")
        assert "Review of Ben" in review.text


async def test_what_is_not_valued_is_said_and_the_game_can_still_be_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judged_game, "decide", lambda choice: None)
    setup = a_setup("person", "novice", "novice", target=31, lowball=True)
    async with reviewing(setup) as review:
        assert "Luck is not measured in five-card cribbage" in review.said
        at = review.screen.at
        await review.press("right", "right")
        assert review.screen.at == at + 2
        await review.press("left")
        assert review.screen.at == at + 1


def test_claims_of_a_game_counted_by_hand_are_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Choice] = []
    monkeypatch.setattr(judged_game, "decide", looked.append)
    record = read((ROOT / "docs/records/muggins.peg").read_bytes())
    told = enumerate(replay_events(record.rules, record.games[0]), start=2)
    judged = JudgedGame(record, 1, [Entry(at, event) for at, (event, _) in told])
    for _ in judged.work(0):
        continue
    assert judged.over
    assert judged.done == judged.of == len(looked)
    assert {choice.claim is None for choice in looked} == {True, False}


@pytest.mark.usefixtures("_quick")
async def test_a_game_that_goes_on_shows_no_more_than_the_table() -> None:
    async with sit_down(a_setup(first_deal="chosen"), home=True) as table:
        await table.play(Mode.PLAY)
        await table.decide()
        await table.press_and_pause("q")
        await table.press_and_pause("h", "r")
        review = Review(table)
        await review.done()
        assert review.screen.seats == [0]
        assert "leaves their cards unknown" in review.said
        await review.press("right")
        scene = review.screen.scene()
        assert present(scene.panel).rows, "one’s own decisions are valued"
        assert scene.line is not None
        # The line follows what the player knew.
        decided = [at for decision in review.decisions for at in (decision.at, decision.at + 1)]
        assert [at for at, _ in scene.line.points] == [0, *decided]
        await review.press("o")
        line = present(review.screen.scene().line)
        assert line.opened == ()
        await review.press("tab")
        assert review.screen.seat == 0


async def test_a_shared_game_that_goes_on_shows_nobodys_cards() -> None:
    setup = a_setup("person", "person", first_deal="chosen")
    async with sit_down(setup, home=True) as table:
        await table.play(Mode.PLAY)
        await table.press_and_pause("q")
        await table.press_and_pause("h", "r")
        review = Review(table)
        await review.done()
        assert review.screen.seats == []
        for at in range(len(review.screen.steps)):
            review.screen.at = at
            scene = review.screen.scene()
            assert not scene.hand
            assert not present(scene.panel).rows


@pytest.mark.slow
@pytest.mark.usefixtures("_quick")
async def test_every_game_of_a_match_is_reviewed() -> None:
    async with sit_down(a_setup("person", "novice", target=31, games=2)) as table:
        await table.play()
        await table.press("enter")
        await table.play()
        await table.press_and_pause("right", "enter")
        review = Review(table)
        await review.done()
        first = [decision.number for decision in review.decisions]
        await review.press("g")
        await review.done()
        assert review.screen.game == 2
        assert min(decision.number for decision in review.decisions) > max(first)
        await review.press("g")
        assert review.screen.game == 2
        await review.press("G")
        assert review.screen.game == 1


@pytest.mark.usefixtures("_quick")
async def test_without_colour_and_by_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with reviewing(alone=True) as review:
        mark = next(hit for hit in targets(review.screen) if (hit.name, hit.value) == ("mark", 2))
        await review.table.pilot.click(TableView, offset=(mark.x, mark.y + 1))
        await review.table.pilot.pause()
        assert review.screen.before == review.decisions[2]
        assert "▲" in review.text
        keys = [key for key, _ in review.screen.scene().footer]
        wanted = ("key", keys.index("?"))
        key = next(hit for hit in targets(review.screen) if (hit.name, hit.value) == wanted)
        await review.table.pilot.click(TableView, offset=(key.x, key.y))
        await review.table.pilot.pause()
        assert not isinstance(review.table.app.screen, ReplayScreen)


def test_a_line_is_straight_between_what_is_known() -> None:
    line = ChanceLine(((10, 0.2), (20, 0.4)), (), (Mark(10, 0),))
    assert line.chance(5) is None
    assert line.chance(15) == pytest.approx(0.3)
    assert [line.column(at, 21) for at in (0, 10, 20)] == [0, 10, 20]


@pytest.mark.usefixtures("_quick")
async def test_places_are_those_of_the_log() -> None:
    async with reviewing() as review:
        events = {entry.number: entry.event for entry in review.screen.local.match.entries}
        for decision in review.decisions:
            event = events[decision.number]
            assert isinstance(event, Discarded | Played)
            cards = event.cards if isinstance(event, Discarded) else (event.card,)
            assert decision.valued.options.of(cards) == decision.valued.chosen
            assert decision.cards == cards
            review.screen.go_to(decision)
            assert review.screen.scene().chosen == frozenset(cards)

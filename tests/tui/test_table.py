"""Whole games at the table, by keys and by mouse, at every size."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.cards import Card
from pegout.notation import outcome, read
from pegout.rules import Counted, Phase, Played, Revealed, SaidReady, Scored
from pegout.text import shorts
from pegout.tui import judged_game
from pegout.tui.home import HomeScreen
from pegout.tui.pages import Page
from pegout.tui.replay import ReplayScreen
from pegout.tui.scene import Mode
from pegout.tui.themes import SHAPES
from pegout.tui.view import TableView, draw_scene
from tests.cases import present
from tests.tui.table import NAMES, Table, a_setup, paragraphs, sit_down, targets


async def test_a_whole_game_against_a_club_player_by_keys() -> None:
    async with sit_down(a_setup(preset="half")) as table:
        assert table.asks(Mode.READY)
        assert "needs 61" in table.text
        while not table.asks(Mode.OVER):
            await table.decide()
        scores = table.match.view(0).scores
        assert max(scores) == 61
        assert "wins by" in table.text or "You win by" in table.text
        ending = present(table.screen.scene().ending)
        sums = list(map(sum, ending.points))
        assert tuple(sums) == scores
        # The game is stored while it is played.
        assert table.library.matches()[0].status == "over"


@pytest.mark.slow
async def test_the_end_has_a_word_for_a_hand_to_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "GREAT_HAND", 4)
    async with sit_down(a_setup("person", "novice", target=31)) as table:
        await table.play()
        assert re.search(r"A (hand|crib) of \d+!", table.text)


async def test_every_person_adds_a_word_of_their_own_to_each_deal() -> None:
    async with sit_down(a_setup(preset="half")) as table:
        await table.play(Mode.DISCARD)
        said = [entry.event for entry in table.match.entries]
        words = [
            event.contribution for event in said if isinstance(event, SaidReady) and event.seat == 0
        ]
        assert all(re.fullmatch("[0-9a-f]{32}", word) for word in words)
        assert len(set(words)) == len(words) == 2


@pytest.mark.parametrize("others", [1, pytest.param(2, marks=pytest.mark.slow), 3])
async def test_everything_is_in_sight_at_every_size(others: int) -> None:
    async with sit_down(a_setup("person", *("novice",) * others, target=31)) as table:
        await table.play(Mode.DISCARD)
        for size, text in at_every_size(table):
            lines = text.split("\n")
            assert len(lines) == size[1]
            assert {len(line) for line in lines} == {size[0]}
            assert "crib" in lines[0]
            assert "Deal 1" in lines[0]
            assert "Discard" in text
            assert text.count("needs 31") == table.match.setup.rules.sides
            assert "dealer" in text
        await table.play(Mode.PLAY)
        for _, text in at_every_size(table):
            assert "Your turn: play a card." in text
            assert "starter" in text
            assert "count" in text
        await table.play(Mode.READY)
        assert all("crib" in text for _, text in at_every_size(table))
        await table.play(Mode.OVER)
        assert all("total" in text for _, text in at_every_size(table))


def at_every_size(table: Table) -> Iterator[tuple[tuple[int, int], str]]:
    """Draw the table as it is in windows of three sizes."""
    for size in ((80, 24), (100, 30), (160, 50)):
        canvas = draw_scene(table.screen.scene(), *size, table.app.palette)
        yield size, "\n".join(canvas.lines())


async def test_four_singles_have_a_lane_a_name_and_a_score_each_at_every_size() -> None:
    setup = a_setup("person", *("novice",) * 3, target=61, teams=False)
    sides = list(zip(SHAPES, ("Tú", *NAMES[1:]), strict=True))
    async with sit_down(setup, language="es") as table:
        await table.play(Mode.PLAY)
        for (width, height), text in at_every_size(table):
            lines = text.split("\n")
            board = lines[1 : height // 2]
            for shape, name in sides:
                assert any(f"{shape} {name}" in line for line in lines), (width, name)
                assert any(shape in line[: width // 2] for line in board), (width, name)
            # Nothing lies on the cards that were played.
            assert "cuenta" in text
            assert text.count("faltan") == 4
        await table.play()
        assert max(table.match.view(0).scores) == 61
        for _, text in at_every_size(table):
            assert [f"{shape} {name}" in text for shape, name in sides] == [True] * 4


@pytest.mark.parametrize("code", ["en", "es"])
async def test_a_game_from_given_scores_is_played_to_its_end(code: str) -> None:
    setup = a_setup(start_scores=(100, 90), first_deal="chosen")
    async with sit_down(setup, size=(80, 24), language=code) as table:
        # What a game begins with was not pegged in it.
        assert "+100" not in table.text
        await table.play()
        begun, ending = (100, 90), present(table.screen.scene().ending)
        scored = tuple(map(sum, ending.points))
        scores = table.match.view(0).scores
        assert scores == tuple(map(sum, zip(begun, scored, strict=True)))
        for start, score in zip(begun, scores, strict=True):
            assert re.search(rf" {start} .* {score}\b", table.text)


@pytest.mark.parametrize("code", ["en", "es"])
async def test_missed_points_are_lost_to_the_end(code: str) -> None:
    setup = a_setup("person", "novice", target=31, counting="manual", missed="lost")
    async with sit_down(setup, language=code) as table:
        await table.play(points="1")
        events = [entry.event for entry in table.match.entries]
        counted = [event for event in events if isinstance(event, Counted) and event.seat == 0]
        low = [event for event in counted if event.claimed < event.points]
        assert low
        scored = [event for event in events if isinstance(event, Scored) and event.seat == 0]
        assert all(event.points <= 1 or event.reason == "heels" for event in scored)


async def test_cards_in_the_log_are_symbols() -> None:
    async with sit_down(a_setup(target=31), language="es") as table:
        await table.play(Mode.PLAY)
        said = " ".join(line.text for line in table.screen.stage.log)
        assert shorts(sorted(table.match.view(0).hand)) in said
        assert "picas" not in said
        # A sentence above the buttons has room for the name of a card.
        assert "picas" in table.screen.local.teller.card(Card("5S"))


async def test_names_of_four_are_seen_in_a_narrow_window() -> None:
    made = a_setup("person", *("novice",) * 3, first_deal="chosen")
    setup = replace(made, dealer=2)
    async with sit_down(setup, size=(80, 24), language="es") as table:
        await table.play(Mode.DISCARD)
        line = next(line for line in table.text.split("\n") if "▮4" in line)
        others, _, _ = line.partition("la cuna")
        assert [name in others for name in NAMES[1:]] == [True] * 3


async def test_the_window_may_be_resized_in_the_middle() -> None:
    async with sit_down(a_setup(preset="half")) as table:
        await table.play(Mode.PLAY)
        for size in ((80, 24), (200, 60), (60, 18), (30, 8), (5, 2), (100, 30)):
            await table.resize(*size)
            lines = table.screen.query_one(TableView).lines()
            assert len(lines) == size[1]
            assert {len(line) for line in lines} == {size[0]}
        await table.decide()
        assert table.screen.scene().view.played


@pytest.mark.slow
async def test_counting_by_hand_with_muggins() -> None:
    setup = a_setup("person", "novice", target=31, counting="manual", muggins=True)
    async with sit_down(setup) as table:
        asked: set[Mode] = set()
        for _ in range(400):
            asked.add(table.mode)
            if table.asks(Mode.OVER):
                break
            answers = table.screen.may_call()
            if answers:
                assert table.mode in (Mode.PLAY, Mode.POINTS, Mode.GO, Mode.ANSWER)
                assert "M muggins" in table.text
            if answers and table.asks(Mode.PLAY) and Mode.MUGGINS not in asked:
                asked.add(Mode.MUGGINS)
                await table.press("m", "enter")
                assert table.asks(Mode.MUGGINS), "nothing is claimed before it is typed"
                await table.press("escape")
                assert table.asks(Mode.PLAY)
                await table.press("m", "1")
                assert "Claim 1 point" in table.text
                await table.press("enter")
            elif table.asks(Mode.CLAIM):
                await table.press("enter")
                assert table.asks(Mode.CLAIM), "no hand is given away by a slip"
                await table.decide("0")
            else:
                await table.decide("0")
        assert {Mode.POINTS, Mode.CLAIM, Mode.ANSWER, Mode.OVER} <= asked
        assert any("muggins" in line.text for line in table.screen.stage.log)


async def test_what_was_missed_is_told_gently() -> None:
    setup = a_setup("person", "novice", preset="half", counting="manual")
    async with sit_down(setup) as table:
        await table.play(Mode.CLAIM, points="0")
        await table.press("2", "9", "enter")
        assert any("too many" in line.text for line in table.screen.stage.log)


async def test_two_persons_pass_the_screen_and_see_only_their_own_cards() -> None:
    async with sit_down(a_setup("person", "person", target=31)) as table:
        await table.play(Mode.DISCARD)
        first = present(table.screen.local.holder)
        await table.decide()
        assert table.asks(Mode.COVER)
        other = 1 - first
        assert f"Pass the screen to {table.screen.local.names[other]}" in table.text
        hands = [table.match.view(seat).hand for seat in (0, 1)]
        assert not table.screen.scene().hand
        await table.press("enter")
        assert table.screen.scene().hand == tuple(sorted(hands[other]))
        # The log names no card before it is played.
        said = " ".join(line.text for line in table.screen.stage.log)
        assert "Your cards" not in said


async def test_a_new_hand_at_a_shared_screen_waits_for_its_player() -> None:
    async with sit_down(a_setup("person", "person", first_deal="chosen")) as table:
        await table.play(Mode.READY)
        await table.press("enter")
        assert table.asks(Mode.COVER)
        assert "Pass the screen to Ann" in table.text
        assert not table.screen.scene().hand


async def test_at_a_shared_screen_each_person_is_asked_by_name_to_cut() -> None:
    async with sit_down(a_setup("person", "person")) as table:
        await table.play(Mode.CUT_DEAL)
        for name in table.screen.local.names:
            assert f"{name} to cut. Cut for the first deal" in " ".join(table.text.split())
            await table.press("enter")


async def test_a_covered_table_can_be_left() -> None:
    async with sit_down(a_setup("person", "person", first_deal="chosen"), home=True) as table:
        await table.play(Mode.COVER)
        await table.press_and_pause("q")
        assert isinstance(table.app.screen, HomeScreen)


async def test_the_cut_begins_at_the_free_place_nearest_the_middle() -> None:
    async with sit_down(a_setup("person", "person", "person")) as table:
        await table.play(Mode.CUT_DEAL)
        places = []
        for _ in range(3):
            places.append(table.intent.cut_at)
            await table.press("enter")
        assert places == [26, 25, 27]


async def test_a_decision_is_taken_back() -> None:
    async with sit_down(a_setup()) as table:
        await table.play(Mode.PLAY)
        before = table.match.view(0)
        await table.decide()
        assert table.match.view(0) != before
        await table.press("u")
        assert table.match.view(0) == before
        assert table.asks(Mode.PLAY)
        await table.press("u")
        while not table.asks(Mode.DISCARD):
            await table.press("u")
        assert len(table.match.view(0).hand) == 6
        await table.press("u")
        assert "nothing to take back" in table.text


async def test_cards_that_do_not_fit_say_why() -> None:
    async with sit_down(a_setup(first_deal="chosen")) as table:

        def stuck() -> list[Card]:
            view = table.match.view(0)
            return [card for card in sorted(view.hand) if card not in view.playable()]

        await table.play(Mode.PLAY)
        while not (table.asks(Mode.PLAY) and stuck()):
            if table.asks(Mode.PLAY):
                # High cards soon leave one that does not fit.
                table.intent.cards = [max(table.match.view(0).playable())]
            await table.take()
        await table.press(str(sorted(table.match.view(0).hand).index(stuck()[0]) + 1))
        assert "the count stops at thirty-one" in " ".join(table.text.split())
        assert not table.intent.cards


async def test_keys_move_along_the_hand_and_the_pack() -> None:
    async with sit_down(a_setup()) as table:
        await table.play(Mode.CUT_DEAL)
        place = table.intent.cut_at
        await table.press("left", "left")
        assert table.intent.cut_at < place
        await table.press("up")
        assert table.intent.cut_at > place
        await table.play(Mode.DISCARD)
        await table.press("right", "space", "right", "up")
        hand = table.hand
        assert table.intent.cards == [hand[1], hand[2]]
        await table.press("down")
        assert table.intent.cards == [hand[1]]
        await table.press("escape")
        assert table.intent.cards == []
        await table.press("c", "s")
        assert "needs" in table.screen.problem


@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_at_the_end_nobody_needs_nothing_and_every_button_is_seen(code: str) -> None:
    setup = a_setup("person", "novice", target=31)
    async with sit_down(setup, size=(80, 24), language=code) as table:
        await table.play()
        for words in ("needs 0", "faltan 0", "−0", "0 left", "0 más"):
            assert words not in table.text
        await table.press("s")
        assert "31" in table.screen.problem
        for words in ("needs 0", "faltan 0"):
            assert words not in table.screen.problem
        for label in table.app.t("Review"), table.app.t("Save"), table.app.t("Home"):
            assert label in table.text


async def click(table: Table, name: str, value: int = 0) -> None:
    hit = next(hit for hit in targets(table.screen) if (hit.name, hit.value) == (name, value))
    await table.pilot.hover(TableView, offset=(hit.x, hit.y))
    await table.pilot.click(TableView, offset=(hit.x, hit.y + hit.height // 2))
    await table.settle()


async def test_the_mouse_does_it_all() -> None:
    async with sit_down(a_setup(first_deal="chosen")) as table:
        await click(table, "button")
        assert table.asks(Mode.DISCARD)
        await click(table, "card", 0)
        await click(table, "card", 3)
        assert len(table.intent.cards) == 2
        await click(table, "button")
        assert table.match.view(0).discards
        while not table.asks(Mode.CUT):
            if table.asks(Mode.PLAY):
                playable = table.match.view(0).playable()[0]
                at = table.hand.index(playable)
                await click(table, "card", at)
                await click(table, "card", at)
            elif table.asks(Mode.DISCARD):
                await click(table, "card", 1)
                await click(table, "card", 2)
                await click(table, "button")
            else:
                await click(table, "button")
        await click(table, "cut", 10)
        await click(table, "cut", 10)
        assert table.match.view(0).starter is not None
        await click(table, "log")
        await table.pilot.press("escape")
        await table.settle()
        keys = [key for key, _ in table.screen.scene().footer]
        await click(table, "key", keys.index("P"))
        await table.pilot.pause()
        assert table.app.settings.pace == "step"


@pytest.mark.slow
async def test_a_key_for_each_step_shows_the_count_item_by_item() -> None:
    async with sit_down(a_setup("person", "novice", target=61), pace="step") as table:
        seen: list[tuple[int, int]] = []
        for _ in range(900):
            screen = table.screen
            count = screen.stage.script.count
            if screen.mode is Mode.WATCH:
                if count is not None and count.announced:
                    seen.append((count.announced, len(count.items)))
                    assert "starter" in table.text
                await table.press_and_pause("enter")
            elif screen.mode is Mode.READY and seen:
                break
            else:
                await table.pilot.pause()
                keys = ["1", "2"] if screen.mode is Mode.DISCARD else []
                if screen.mode is Mode.PLAY:
                    keys = []
                    await table.pilot.press("enter")
                await table.press_and_pause(*keys, "enter")
        assert (1, max(items for _, items in seen)) in seen
        assert all(told <= items for told, items in seen)


async def test_a_quick_pace_moves_the_pegs_on_their_way() -> None:
    async with sit_down(a_setup("person", "novice", target=31), pace="quick") as table:
        stage, moving = table.screen.stage, 0
        while moving < 6:
            if table.screen.mode is Mode.WATCH:
                # A step ends at once, and the pegs hop all the same.
                stage.nudge()
                await asyncio.sleep(0.002)
                moving += bool(stage.pegs)
            else:
                await table.pilot.press(*table.keys(), "enter")
        table.app.change(pace="instant")
        table.screen.action_back()
        await table.settle()
        assert not stage.pegs


@pytest.mark.slow
async def test_games_of_a_match_follow_each_other() -> None:
    async with sit_down(a_setup("person", "novice", target=31, games=2)) as table:
        await table.play()
        assert "Next game" in table.text
        assert "Game 1 of 2" in table.text
        await table.press("enter")
        assert table.match.game == 2
        assert table.asks(Mode.READY)
        assert len(table.screen.stage.log) < 6
        await table.play()
        assert table.match.over
        assert "Play again" in table.text
        await table.press("enter")
        assert table.match.setup.id != "table"
        assert table.asks(Mode.READY)


async def test_a_game_is_gone_on_with_where_it_was_left() -> None:
    async with sit_down(a_setup(), home=True) as table:
        await table.play(Mode.PLAY)
        before, log = table.match.view(0), table.screen.stage.log
        await table.press_and_pause("q")
        await table.pilot.press("c")
        await table.settle()
        assert table.match.view(0) == before
        assert table.screen.stage.log == log
        assert table.asks(Mode.PLAY)


async def test_the_end_can_be_reviewed_verified_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(judged_game, "decide", lambda choice: None)
    async with sit_down(a_setup("person", "novice", target=31)) as table:
        await table.play()
        await table.press_and_pause("right", "enter")
        review = table.app.screen
        assert isinstance(review, ReplayScreen)
        await table.pilot.press("down", "down")
        assert review.at == 2
        for _ in review.steps:
            review.action_step(1)
        assert review.at == len(review.steps) - 1
        await table.press_and_pause("up", "pageup", "home", "pagedown", "escape")
        await table.press_and_pause("right", "enter")
        assert isinstance(table.app.screen, Page)
        assert any("The check succeeded" in line for line in paragraphs(table.app.screen))
        await table.pilot.press("escape")
        await table.press_and_pause("right", "enter")
    record = read((tmp_path / "pegout-table.peg").read_text(encoding="utf-8"))
    assert max(record.games[0].result.match_points) == 1  # type: ignore[union-attr]


async def test_the_log_tells_the_game_and_a_quiet_lock_has_the_seals() -> None:
    async with sit_down(a_setup("person", "novice", target=31)) as table:
        await table.play(Mode.DISCARD)
        assert "F sealed" in table.text.split("\n")[0]
        seal = table.match.view(0).commitment
        await click(table, "seal")
        page = table.app.screen
        assert isinstance(page, Page)
        assert f"sealed: {seal}" in paragraphs(page)
        assert any(line.startswith("secret: ") for line in paragraphs(page))  # of the first cut
        await table.pilot.press("escape")
        await table.play()
        log = [line.text for line in table.screen.stage.log]
        assert not [line for line in log if re.search("[0-9a-f]{8}", line)]
        assert sum("sealed" in line for line in log) == 1
        # The latest sentence is bright.
        assert "the game." in log[-1]


async def test_who_leaves_in_the_middle_is_told_how_to_go_on() -> None:
    async with sit_down(a_setup("person", "novice", target=31)) as table:
        await table.play(Mode.DISCARD)
        assert "“pegout play --resume last”" in table.app.farewell()
        await table.play()
        assert table.app.farewell() == ""


async def test_spanish_speaks_spanish() -> None:
    names = ("Bartholomew Maximilian A", "Wilhelmina-Josephine VII")
    setup = a_setup("person", "novice", names=names, target=61)
    async with sit_down(setup, language="es", size=(80, 24)) as table:
        await table.play(Mode.DISCARD)
        assert "cuna" in table.text
        await table.play()
        assert "juego" in table.text


async def test_no_colour_needs_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with sit_down(a_setup(preset="half"), alone=True) as table:
        assert table.app.palette.name == "plain"
        await table.play(Mode.DISCARD)
        await table.press("1")
        assert "┌╌" in table.text
        assert "●" in table.text
        assert "■" in table.text


@pytest.mark.slow
async def test_the_table_can_be_looked_at_after_every_entry() -> None:
    async with sit_down(a_setup("person", "novice", "novice", target=61)) as table:
        await table.play()
        match = table.match
        for entry in match.effective():
            view = match.view(0, at=entry.number)
            assert sum(size for size in view.hand_sizes) <= 15
            if isinstance(entry.event, Played):
                assert view.played[-1].card == entry.event.card
                assert view.count == entry.event.count
            if isinstance(entry.event, Revealed):
                break
        last = match.view(0, at=match.number)
        assert last.phase is Phase.OVER

"""The first game with a guide in the full-screen terminal: one sentence, and Enter for the next."""

from textual.widgets import Static

from pegout.school import first_game
from pegout.tui.ask import Ask
from pegout.tui.table import TableScreen
from tests.tui.table import sit_down
from tests.tui.terminal import until


async def test_the_end_says_what_was_learnt_and_goes_on() -> None:
    async with sit_down(size=(80, 24)) as table:
        app = table.app
        app.teach()
        await until(lambda: isinstance(app.screen, Ask), "the guide begins")
        await table.pilot.press("down", "down", "enter")
        await until(lambda: isinstance(app.screen, TableScreen), "the guide is left")
        await table.settle()
        await table.pilot.press("g")
        await until(lambda: isinstance(app.screen, Ask), "the guide goes on")
        await table.pilot.press("down", "down", "enter")
        await until(lambda: isinstance(app.screen, TableScreen), "the guide is left again")
        await table.settle()
        await table.play()
        # The log stands beside it.
        for word in ("Fifteens, pairs and runs", "The crib is the dealer", "question mark"):
            assert word in table.text
        await table.pilot.press("enter")
        await table.settle()
        assert table.match.practice is None
        assert table.match.setup.seats[1].kind == first_game.LEVEL
        assert table.match.setup.rules.target == 61


async def test_the_guide_says_each_step_and_waits() -> None:
    async with sit_down() as table:
        app = table.app
        app.teach()

        def asked(sentence: str) -> bool:
            shown = app.screen
            return isinstance(shown, Ask) and sentence in str(
                shown.query_one("#ask-title", Static).content
            )

        def dealing() -> bool:
            shown = app.screen
            return isinstance(shown, TableScreen) and shown.intent is not None

        await until(lambda: asked("Each of you has two pegs"), "the board is explained")
        await table.pilot.press("enter")
        await until(dealing, "the learner may deal")
        await table.pilot.press("enter")
        for sentence in "add up to fifteen", "are a pair", "are a run":
            await until(lambda said=sentence: asked(said), sentence)  # type: ignore[misc]
            await table.pilot.press("enter")
        await until(dealing, "the learner may discard")

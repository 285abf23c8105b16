"""The first game with a guide in the full-screen terminal: one sentence, and Enter for the next."""

from textual.widgets import Static

from pegout.tui.ask import Ask
from pegout.tui.table import TableScreen
from tests.tui.table import sit_down
from tests.tui.terminal import until


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

"""Resigning and stopping in the terminal, on the screen and line by line."""

from pathlib import Path

import pytest

from pegout.rules import Phase
from pegout.storage import Library
from pegout.tui.ask import Ask
from pegout.tui.endings import how_it_ended
from pegout.tui.scene import Mode
from tests.text.test_sentences import EN
from tests.tui.table import a_setup, question, sit_down
from tests.tui.terminal import until
from tests.tui.test_plain import play


@pytest.mark.parametrize(
    ("keys", "says", "state"),
    [
        (("down", "down", "enter"), "You resigned.", "won by Ben, Ann resigned"),
        (("down", "enter"), "You agreed to stop.", "stopped by agreement"),
    ],
)
async def test_a_key_ends_the_game_once_asked(keys: tuple[str, ...], says: str, state: str) -> None:
    async with sit_down(a_setup()) as table:
        await table.play(Mode.DISCARD)
        for answer in (("enter",), ("escape",)):
            await table.pilot.press("e")
            assert isinstance(table.app.screen, Ask)
            await table.press(*answer)
            assert table.asks(Mode.DISCARD), "the first answer plays on"
        await table.pilot.press("e", *keys)
        await table.settle()
        assert table.asks(Mode.OVER)
        assert says in table.text
        assert not table.screen.may_end()
        (summary,) = table.library.matches()
        assert how_it_ended(summary, EN) == state


@pytest.mark.parametrize("agree", [True, False])
async def test_the_other_at_the_same_screen_is_asked_a_plain_question(agree: bool) -> None:
    async with sit_down(a_setup("person", "person")) as table:
        await table.play(Mode.READY)
        await table.press_and_pause("e", "down", "enter")
        await until(lambda: isinstance(table.app.screen, Ask), "the other is asked")
        asked = table.app.screen
        assert isinstance(asked, Ask)
        assert "do you want to stop too?" in question(asked)
        await table.press(*(("down", "enter") if agree else ("enter",)))
        await table.settle()
        assert table.asks(Mode.OVER) == agree
        assert table.match.over == agree
        assert table.match.view(None).stopping == (frozenset((0, 1)) if agree else frozenset())


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("en", "resign", "You resign."),
        ("es", "abandonar", "Abandonas."),
        ("en", "stop", "You agreed to stop."),
        ("es", "dejarlo", "Habéis acordado dejarlo."),
    ],
)
def test_in_plain_text_a_word_ends_the_game_at_once(language: str, word: str, said: str) -> None:
    heard = play(a_setup(), word, "", word, "2", "5", language=language, maximum=8)
    assert heard.count(said) == 1
    question, _, _ = heard.partition(said)
    assert question.count("1. ") >= 2, "it is asked each time"


def test_line_by_line_the_other_at_the_same_terminal_is_asked(tmp_path: Path) -> None:
    lines = ("", "stop", "2", "1", "stop", "2", "2", "5", "quit")
    heard = play(a_setup("person", "person"), *lines, library=Library.open(tmp_path))
    assert heard.count("do you want to stop too?") == 2
    assert "declines and plays on." in heard
    assert "They agreed to stop." in heard
    with Library.open(tmp_path) as library:
        (summary,) = library.matches()
        assert summary.status == "over"
        assert library.load(summary.id).view(None).phase is Phase.OVER
    listed = play(None, "4", "1", "quit", library=Library.open(tmp_path))
    assert "stopped by agreement" in listed

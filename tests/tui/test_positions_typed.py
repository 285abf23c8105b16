"""A position typed into the terminal: its page, and the same line by line."""

from textual.widgets import Input, Static

from pegout.rules import Rules
from pegout.table.analyses import AnalysisRefused
from pegout.text import language
from pegout.tui.position_page import PositionScreen
from pegout.tui.scene import Mode
from pegout.tui.typed_answer import FIELDS, dealer_names, typed_answer
from tests.cases import raises_code
from tests.tui import terminal
from tests.tui.table import Table, sit_down
from tests.tui.test_plain import play

HAND = {"hand": "5H 5S 6D 7C JD KS", "scores": "84-90"}
PLAY = {**HAND, "discards": "JD KS", "starter": "2C", "played": "8D 7C 9S"}


def answer(screen: PositionScreen) -> str:
    return str(screen.query_one("#answer", Static).render())


async def fill_in(table: Table, fields: dict[str, str], said: str) -> PositionScreen:
    """Fill in the form, ask, and wait for an answer that has these words."""
    await table.press_and_pause("a")
    screen = table.app.screen
    assert isinstance(screen, PositionScreen)
    for name, text in fields.items():
        screen.query_one(f"#{name}", Input).value = text
    await table.press_and_pause("enter")
    await terminal.until(lambda: said in answer(screen), f"an answer with {said}")
    return screen


async def test_a_discard_is_valued_and_the_form_emptied() -> None:
    async with sit_down(size=(80, 24)) as table:
        screen = await fill_in(table, HAND, "J♦ K♠: about as good as 6♦ 7♣")
        assert "score 84–90" in answer(screen)
        await table.press_and_pause("ctrl+l")
        assert answer(screen) == ""
        assert not any(screen.query_one(f"#{name}", Input).value for name in FIELDS)
        await table.press_and_pause("ctrl+s")
        assert answer(screen) == "Ask about a position first."


async def test_a_game_goes_on_from_what_was_typed() -> None:
    async with sit_down(language="es") as table:
        await fill_in(table, PLAY, "6♦: lo mejor")
        await table.press_and_pause("ctrl+s")
        await table.settle()
        assert table.asks(Mode.PLAY)
        (match,) = table.library.matches()
        assert match.scores == (84, 90)
        assert table.library.find_practised([match.id]) == {match.id}


async def test_a_contradiction_is_said_on_the_page() -> None:
    async with sit_down() as table:
        screen = await fill_in(table, {**PLAY, "played": "8D 9D"}, "At a count of 8")
        await table.press_and_pause("ctrl+s")
        assert answer(screen) == "Ask about a position first."


def test_line_by_line_it_is_asked_and_played_on() -> None:
    at = "6"
    typed = ("", *(PLAY["hand"], "1", PLAY["scores"], PLAY["discards"], PLAY["starter"]))
    said = play(None, at, *typed, PLAY["played"], "2", "quit", maximum=12)
    assert "6♦: the best." in said
    assert "Practice: the game begins at a position." in said
    refused = play(None, at, "nonsense", "quit", maximum=4)
    assert "That is no position" in refused


def test_a_link_stands_for_all_other_fields() -> None:
    fields = dict.fromkeys(FIELDS, "")
    found, _ = typed_answer({**fields, **PLAY}, 0, Rules(), language("en"))
    link = f"http://127.0.0.1:8131/ask?position={found.position}"
    assert typed_answer({**fields, "link": link}, 0, Rules(), language("en"))[0] == found
    with raises_code(AnalysisRefused, "no_scores"):
        typed_answer({**fields, **HAND, "scores": "ten"}, 0, Rules(), language("en"))


def test_dealers_have_names() -> None:
    assert dealer_names(2, language("en")) == ["You", "Your opponent"]
    assert dealer_names(4, language("es"))[1:] == ["Asiento 2", "Asiento 3", "Asiento 4"]

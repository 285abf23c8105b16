"""Whole games with every kind of input: mouse, finger, keys, and the text view."""

import asyncio
import operator
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from pegout.notation import read, rules_to_text, verify_deals
from pegout.text import language
from tests.browser.ending import verify_and_save
from tests.browser.tables import at_a_table, felt, place
from tests.browser.test_review import await_review, decision
from tests.browser.visitors import PHONE, Visitors
from tests.browser.waiting import PAUSE, until
from tests.browser.words import Spoken, TextView
from tests.serving import Server

SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, [role=slider]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => !one.closest(".visually-hidden, [inert], [hidden]") && one.tabIndex >= 0)
  .map((one) => {
    const box = one.getBoundingClientRect();
    return { what: one.outerHTML.slice(0, 90), w: box.width, h: box.height };
  })
  .filter(({ w, h }) => w && h && (w < 43.5 || h < 43.5))"""

#: A board that is much wider than high.
STRIP = re.compile(r"^0 0 [23]\d\d \d\d$")
PEGS = """() => [...document.querySelectorAll(".pt-track .board-pegs .peg")]
  .map((one) => one.getAttribute("transform")).sort()"""

SCROLLS = """() => {
  const root = document.scrollingElement;
  return root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth;
}"""


@pytest.mark.slow
async def test_from_the_first_page_into_a_game(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/")
    await visitor.page.get_by_role("button", name="Play against").click()
    await visitor.page.wait_for_url("**/table/*")
    table = felt(visitor)
    state = await table.play(lambda state: len(state["cards"]) == 6)
    assert state["bright"]["label"] == "Discard"


@pytest.mark.long
@pytest.mark.parametrize(
    ("switches", "tag"),
    [
        ({"start_scores": [100, 90], "first_deal": "chosen", "target": 121}, "start_scores=100/90"),
        ({"counting": "manual", "missed": "lost"}, "missed=lost"),
    ],
    ids=["100:90", "missed points lost"],
)
async def test_a_game_by_other_rules_to_its_end_verified_and_reviewed(
    visitors: Visitors, server: Server, tmp_path: Path, switches: dict[str, Any], tag: str
) -> None:
    visitor = await at_a_table(visitors, switches=switches, server=server)
    table = felt(visitor)
    await table.play()
    await verify_and_save(visitor.page, tmp_path)
    record = read((tmp_path / "game.peg").read_text(encoding="utf-8"))
    assert tag in rules_to_text(record.rules)
    assert {game.code for game in verify_deals(record)} == {"proved"}
    await table.end.get_by_role("button", name="Review").click()
    await await_review(visitor.page)
    await visitor.page.keyboard.press("d")
    await expect(decision(visitor.page).locator(".pt-decision-head b")).not_to_be_empty()


@pytest.mark.slow
async def test_a_game_by_mouse(visitors: Visitors, server: Server, tmp_path: Path) -> None:
    visitor = await at_a_table(visitors, server=server)
    table = felt(visitor)
    await table.play()
    await expect(table.end.get_by_role("heading")).to_have_text(re.compile("win"))
    for name in ("Play again", "Review", "More"):
        await expect(table.end.get_by_role("button", name=name)).to_be_visible()
    await verify_and_save(visitor.page, tmp_path)


@pytest.mark.slow
async def test_a_game_by_keys(visitors: Visitors, server: Server, tmp_path: Path) -> None:
    table = felt(await at_a_table(visitors, server=server), 2, "keys")
    await table.play()
    await expect(table.end).to_be_visible()
    await verify_and_save(table.page, tmp_path, "keys")


async def test_a_game_with_a_finger_on_a_phone_in_spanish(
    visitors: Visitors, server: Server, tmp_path: Path
) -> None:
    spanish = {"language": "es"}
    visitor = await at_a_table(
        visitors, viewport=PHONE, touch=True, settings=spanish, server=server
    )
    page, table = visitor.page, felt(visitor, 3, "touch")
    while not (state := await table.state())["over"]:
        if state["there"]:
            assert not await page.evaluate(SCROLLS), state
            assert not await page.evaluate(SMALL), state
        if not await table.step(state):
            await asyncio.sleep(PAUSE)
    await expect(page.get_by_role("region", name="El final")).to_be_visible()
    await verify_and_save(page, tmp_path, "touch", "es")


def not_said(said: str, sentences: list[str]) -> str:
    """Return the first sentence that was not said after those before it, or an empty text."""
    at = 0
    for sentence in sentences:
        found = said.find(sentence, at)
        if found < 0:
            return f"{sentence!r} was not said after {said[:at][-120:]!r}, but {said[at:][:400]!r}"
        at = found
    return ""


@pytest.mark.parametrize("code", ["en", pytest.param("es", marks=pytest.mark.slow)])
async def test_a_game_in_words(
    visitors: Visitors, server: Server, tmp_path: Path, code: str
) -> None:
    """Play by keyboard alone; every sentence of the log was announced, in that order."""
    t = language(code)
    visitor = await at_a_table(
        visitors, settings={"textView": True, "language": code}, server=server
    )
    page, words = visitor.page, TextView(visitor.page, random.Random(4), code)
    spoken = await Spoken(page).listen()
    # Sentences from before the page was opened are not announced.
    await page.get_by_role("region", name=t("The log")).get_by_role("listitem").first.wait_for()
    known = len(await words.log())
    while not await page.get_by_role("button", name=t("Play again")).is_visible():
        await words.step()
    sentences = await words.log()
    # Announcements omit the seals of each deal, and their digits.
    assert sum(t("sealed") in line for line in sentences) <= 1
    assert not [line for line in sentences if re.search("[0-9a-f]{8}", line)]
    await spoken.wait_for(sentences[-1])

    async def missing() -> str:
        return not_said(await spoken.all(), sentences[known:])

    # Each announcement waits until the one before it can have been heard.
    await until(missing, operator.not_)
    if code == "en":
        await verify_and_save(page, tmp_path, "keys")


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [("person", "novice", "novice"), ("person", *["novice"] * 3)])
async def test_a_game_of_three_and_of_two_teams(visitors: Visitors, kinds: tuple[str, ...]) -> None:
    visitor = await at_a_table(visitors, kinds)
    table = felt(visitor, 5)
    await table.play()
    await expect(table.end).to_be_visible()
    sides = 3 if len(kinds) == 3 else 2
    await expect(table.end.get_by_role("row")).to_have_count(1 + sides)


@pytest.mark.slow
async def test_counting_by_hand_with_muggins(visitors: Visitors) -> None:
    manual = {"counting": "manual", "muggins": True}
    table = felt(await at_a_table(visitors, switches=manual), 6)
    await table.play()
    log = " ".join(await table.log())
    assert "claim" in log or "count" in log
    await expect(table.end).to_be_visible()


#: Presses the bright button of the end as soon as it is there, and Enter with it.
_PRESS_AT_ONCE = """() => {
  window.pressed = 0;
  new MutationObserver(() => {
    const button = document.querySelector(".pt-end .pt-do");
    if (!button || window.pressed) return;
    window.pressed = 2;
    button.click();
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", enter));
  }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.slow
async def test_a_match_of_several_games_and_another(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors, games=2)
    page, table = visitor.page, felt(visitor, 7)
    # A press meant for the button before comes too early for the one in its place.
    await page.evaluate(_PRESS_AT_ONCE)
    await table.play()
    following = table.end.get_by_role("button", name="Next game")
    await until(lambda: page.evaluate("() => window.pressed"), lambda count: count == 2)
    await expect(following).to_be_enabled()
    await following.click()
    await table.until(lambda state: not state["over"])
    await expect(page.get_by_text("Game 2 of 2").first).to_be_visible()
    await table.play()
    await table.end.get_by_role("button", name="Play again").click()
    await table.until(lambda state: not state["over"])
    await expect(page.get_by_text("Game 1 of 2").first).to_be_visible()
    await table.play(lambda state: len(state["cards"]) == 6)


@pytest.mark.slow
async def test_a_decision_is_taken_back(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page, table = visitor.page, felt(visitor, 8)
    await table.play(lambda state: len(state["cards"]) == 6 and state["bright"] is not None)
    before = await place(visitor)
    await table.step()
    await page.get_by_role("button", name="Take back").click()
    await table.until(lambda state: len(state["cards"]) == 6)
    after = await place(visitor)
    assert after["cards"] == before["cards"]
    assert after["bright"] == before["bright"]
    await table.play()


@pytest.mark.slow
async def test_a_board_that_is_drawn_anew_has_its_pegs_where_they_were(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page = visitor.page
    await felt(visitor, 11).play()
    await page.set_viewport_size(PHONE)
    await expect(page.locator(".pt-track .board")).to_have_attribute("viewBox", STRIP)
    turned = await page.evaluate(PEGS)
    await page.reload()
    await expect(page.locator(".pt-track .board")).to_have_attribute("viewBox", STRIP)
    await felt(visitor).until(lambda state: bool(state["over"]))
    assert turned == await page.evaluate(PEGS)


@pytest.mark.slow
async def test_a_game_is_leafed_through(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page, table = visitor.page, felt(visitor, 10)
    await table.play()
    await table.end.get_by_role("button", name="Review").click()
    place = page.get_by_role("slider", name="Place in the game")
    await expect(place).to_be_visible()
    await page.get_by_role("button", name="The next deal").click()
    await page.keyboard.press("ArrowRight")
    assert int(await place.input_value()) > 1
    await page.get_by_role("button", name="Close the review").click()
    await expect(table.end).to_be_visible()

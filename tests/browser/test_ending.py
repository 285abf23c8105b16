"""The end of a game: its animation, its sentences, and the actions that follow."""

import random
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.axe import check_axe
from tests.browser.tables import NAMES, SHORT
from tests.browser.visitors import PHONE, Visitor, Visitors
from tests.driver import Driver
from tests.serving import Server

#: How many deals this game takes, the same in every run.
DEALS = 4

#: Records on the page whether the animation of the last peg ever appeared.
_WATCH = """() => {
  window.celebrated = 0;
  new MutationObserver(() => {
    if (document.querySelector(".pt-finale")) window.celebrated += 1;
  }).observe(document, { childList: true, subtree: true });
}"""

#: Records on the page every element that ever changed its place, its size or its angle.
_MOVED = """() => {
  window.moved = new Set();
  const still = new Set(["offset", "computedOffset", "easing", "composite", "opacity"]);
  const light = /^(none|[( .0-9)]|brightness|saturate)+$/;
  const lights = (name, values) => name === "filter" && [...values].every((one) => light.test(one));
  const colours = /color|shadow|outline/i;
  const look = () => {
    for (const { effect } of document.getAnimations()) {
      const frames = effect.getKeyframes();
      for (const name of frames.flatMap(Object.keys)) {
        const values = new Set(frames.map((frame) => frame[name]).filter(Boolean));
        if (still.has(name) || colours.test(name) || values.size < 2) continue;
        if (lights(name, values)) continue;
        window.moved.add(`${effect.target.getAttribute("class")}: ${name}`);
      }
    }
  };
  setInterval(look, 40);
}"""

#: What the result of a game takes, and the room that it has.
_HEIGHT = "(result) => [result.scrollHeight, result.scrollWidth]"
_ROOM = "(result) => [result.clientHeight, result.clientWidth]"


async def at_the_end(
    visitors: Visitors, server: Server, *, motion: bool, early: bool = False, **more: Any
) -> Visitor:
    """Return a visitor in whose game the last deal is being played, or the first."""
    kinds = [(name, "person") for name in NAMES[:2]]
    code, seats = server.table(kinds, **SHORT)
    visitor = await visitors.new(
        motion=motion, settings={"pace": "quick"}, bypass_csp=True, server=server, **more
    )
    tokens = [seat["token"] for seat in seats]
    async with Driver(server, code, tokens, random.Random(5)) as driver:
        last = 1 if early else DEALS
        await driver.until(
            lambda position: (
                position["view"]["phase"] == "play" and position["view"]["deal"] == last
            )
        )
        await visitor.sit(code, seats[:1], [*NAMES[:2]])
        await visitor.page.locator(".pt").wait_for()
        await visitor.page.evaluate(_WATCH)
        await visitor.page.evaluate(_MOVED)
        if early:
            match = (await driver.position())["match"]
            action = {"type": "resign", "seat": 1}
            answer = await driver.ask(1, {"type": "act", "match": match, "action": action})
            assert answer["type"] == "done", answer
        else:
            await driver.until(lambda position: bool(position["standing"]["over"]))
    return visitor


@pytest.mark.slow
async def test_the_last_peg_is_shown_until_a_key_is_hit(visitors: Visitors, same: Server) -> None:
    page = (await at_the_end(visitors, same, motion=True)).page
    moment = page.locator(".pt-finale")
    # The page is checked in every frame, because the animation is short.
    await moment.wait_for()
    await page.keyboard.press("Space")
    await expect(moment).to_have_count(0)
    assert await page.evaluate("window.moved.size") > 0
    end = page.get_by_role("region", name="The end")
    await expect(end.get_by_role("heading")).to_have_text(re.compile(r"wins? by \d+\."))
    await expect(end.get_by_role("heading")).to_be_focused()
    # One bright button and at most three beside it; the last of them opens the others.
    await expect(end.locator(".pt-end-buttons").get_by_role("button")).to_have_count(4)
    await expect(end.locator(".pt-do")).to_have_count(1)
    await end.get_by_role("button", name="More").click()
    for name in ("Verify", "Save the record", "Look at the table"):
        await expect(end.get_by_role("button", name=name)).to_be_visible()
    await check_axe(page, "the end")


@pytest.mark.slow
async def test_with_little_motion_the_end_is_simply_there(visitors: Visitors, same: Server) -> None:
    page = (await at_the_end(visitors, same, motion=False, viewport=PHONE)).page
    await expect(page.get_by_role("region", name="The end")).to_be_visible()
    assert await page.evaluate("window.celebrated") == 0
    assert await page.evaluate("[...window.moved]") == []


@pytest.mark.slow
@pytest.mark.parametrize(("code", "theme"), [("en", "walnut"), ("es", "maple")])
async def test_a_phone_has_room_for_all_that_a_lesson_says_at_its_end(
    visitors: Visitors, same: Server, code: str, theme: str
) -> None:
    made = same.post("/api/lesson", {"name": NAMES[0]}).json
    async with Driver(same, made["code"], [made["seats"][0]["token"]], random.Random(5)) as driver:
        position = await driver.until(lambda position: bool(position["standing"]["guide"]["step"]))
        step = position["standing"]["guide"]["step"]["step"]
        leave = {"type": "guide", "match": position["match"], "step": step, "answer": "leave"}
        await driver.ask(0, leave)
        await driver.until(lambda position: bool(position["standing"]["over"]))
    visitor = await visitors.new(
        PHONE, server=same, settings={"language": code, "theme": theme}, locale=code
    )
    page = (await visitor.sit(made["code"], made["seats"][:1], ["Maggie", "Ben"])).page
    await page.locator(".pt-luck-costliest").wait_for()
    await expect(page.locator(".pt-learnt li")).to_have_count(3)
    result = page.locator(".pt-result")
    assert await result.evaluate(_HEIGHT) == await result.evaluate(_ROOM)
    # Where the screen is smaller, the result is scrolled and the buttons stay.
    await page.set_viewport_size({"width": 320, "height": 568})
    assert await result.evaluate(_HEIGHT) > await result.evaluate(_ROOM)
    await expect(page.locator(".pt-end .pt-do")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize(("code", "theme"), [("en", "walnut"), ("es", "maple")])
async def test_a_phone_has_room_for_a_game_of_a_match(
    visitors: Visitors, same: Server, code: str, theme: str
) -> None:
    kinds = [("Maximiliana", "person"), ("Bartholomew", "novice")]
    table, seats = same.table(kinds, **SHORT, games=3)
    async with Driver(same, table, [seats[0]["token"]], random.Random(5)) as driver:
        await driver.until(lambda position: bool(position["standing"]["next_game"]))
    visitor = await visitors.new(
        PHONE, server=same, settings={"language": code, "theme": theme}, locale=code
    )
    page = (await visitor.sit(table, seats[:1], ["Maximiliana", "Bartholomew"])).page
    await page.locator(".pt-luck-costliest").wait_for()
    await expect(page.get_by_role("table").get_by_role("columnheader")).to_have_count(5)
    result = page.locator(".pt-result")
    for width, height in ((360, 640), (320, 568)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await result.evaluate(_HEIGHT) == await result.evaluate(_ROOM), width


@pytest.mark.slow
async def test_a_game_that_is_resigned_ends_quietly(visitors: Visitors, same: Server) -> None:
    page = (await at_the_end(visitors, same, motion=True, early=True)).page
    end = page.get_by_role("region", name="The end")
    await expect(end.get_by_role("heading")).to_have_text("You win the game.")
    assert await page.evaluate("window.celebrated") == 0
    await expect(end.get_by_role("button", name="Share")).to_have_count(0)


@pytest.mark.slow
async def test_a_game_is_shared_as_a_picture_and_in_words_that_name_nobody(
    visitors: Visitors, same: Server, tmp_path: Path
) -> None:
    page = (await at_the_end(visitors, same, motion=False)).page
    await page.get_by_role("button", name="Share").click()
    panel = page.get_by_role("complementary", name="Share")
    said = panel.locator(".share-text")
    await expect(said).to_contain_text("against a friend")
    for name in NAMES[:2]:
        await expect(said).not_to_contain_text(name)
    await expect(panel.get_by_role("img")).to_be_visible()
    await check_axe(page, "sharing")
    async with page.expect_download() as download:
        await panel.get_by_role("button", name="Save the picture").click()
    file = tmp_path / "pegout.png"
    await (await download.value).save_as(file)
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1200, 630)


@pytest.mark.slow
async def test_one_s_own_game_is_shared_from_its_replay(visitors: Visitors, same: Server) -> None:
    visitor = await at_the_end(visitors, same, motion=False)
    page = visitor.page
    await expect(page.get_by_role("region", name="The end")).to_be_visible()
    await visitor.open("/games")
    await page.get_by_role("link", name="Review").click()
    await page.get_by_role("button", name="Share").click()
    await expect(page.locator(".share-text")).to_contain_text("against a friend")
    await page.get_by_role("button", name="Close", exact=True).click()

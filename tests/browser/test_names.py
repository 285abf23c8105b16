"""Names and scores at the table: complete where possible, and never overlapping."""

import random

import pytest
from playwright.async_api import Page, ViewportSize

from tests.browser.gallery import LONG, MOMENTS
from tests.browser.tables import NAMES, at_a_table, still
from tests.browser.test_layouts import LARGE, TABLET, overlaps
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.driver import Driver, Message
from tests.serving import Server

LANDSCAPE: ViewportSize = {"width": 1024, "height": 768}

#: The names at the table that are cut off, even by a fraction of a pixel.
_CUT = """() => [...document.querySelectorAll('.pt-other-name, .pt-side-name')].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [box, all] = [one.getBoundingClientRect(), words.getBoundingClientRect()];
  return one.textContent.includes('…') || all.width > box.width + 0.1
    || one.scrollHeight > one.clientHeight + 2;
}).map((one) => one.textContent)"""
#: The height of each side's part, and the size of its score.
_SIDES = """() => [...document.querySelectorAll('.pt-side')].map((one) => [
  Math.round(one.getBoundingClientRect().height),
  getComputedStyle(one.querySelector('.pt-score')).fontSize,
])"""
#: Whether the page has the width of its window.
_WIDE = "(wide) => innerWidth === wide"
#: Whether the cards of all other seats are at the same height.
_LEVEL = """() => new Set([...document.querySelectorAll('.pt-other-backs')]
  .map((one) => Math.round(one.getBoundingClientRect().top))).size === 1"""


async def cut(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(_CUT)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_the_longest_names_fit_whole(visitors: Visitors, same: Server, players: int) -> None:
    names = [*LONG[:players]]
    code, seats = same.table([(name, "person") for name in names], target=121, players=players)
    tokens = [seat["token"] for seat in seats]
    async with Driver(same, code, tokens, random.Random(players)) as driver:
        await driver.until(MOMENTS["play_late"])
        visitor = await visitors.new(settings={"language": "es"}, server=same)
        await visitor.sit(code, seats[:1], names)
        for viewport in (LANDSCAPE, TABLET, DESKTOP, LARGE):
            await visitor.page.set_viewport_size(viewport)
            await visitor.page.wait_for_function(_WIDE, arg=viewport["width"])
            await still(visitor.page)
            assert await cut(visitor.page) == [], viewport
            assert await overlaps(visitor.page) == [], viewport
            assert await visitor.page.evaluate(_LEVEL), viewport


@pytest.mark.slow
async def test_three_scores_stand_in_a_line_on_a_phone(visitors: Visitors, same: Server) -> None:
    code, seats = same.table([(name, "person") for name in NAMES[:3]], target=121, players=3)
    tokens = [seat["token"] for seat in seats]

    def figures(position: Message) -> set[int]:
        return {len(str(score)) for score in position["view"]["scores"]}

    def mixed(position: Message) -> bool:
        return MOMENTS["play"](position) and figures(position) == {1, 2}

    async with Driver(same, code, tokens, random.Random(3)) as driver:
        visitor = await visitors.new(PHONE, server=same)
        await driver.until(MOMENTS["discard"])
        await visitor.sit(code, seats[:1], [*NAMES[:3]])
        await still(visitor.page)
        [(low, _), *_] = await visitor.page.evaluate(_SIDES)
        await driver.until(mixed)
        await still(visitor.page)
        sides = await visitor.page.evaluate(_SIDES)
        assert {high for high, _ in sides} == {low}
        assert len({size for _, size in sides}) == 1


@pytest.mark.slow
async def test_a_name_gives_way_to_what_its_player_does(visitors: Visitors, same: Server) -> None:
    code, seats = same.table([(name, "person") for name in NAMES[:2]], target=121, players=2)
    tokens = [seat["token"] for seat in seats]
    async with Driver(same, code, tokens, random.Random(4)) as driver:
        await driver.until(lambda position: len(position["view"]["discarded"]) == 1)
        visitor = await (await visitors.new(PHONE, server=same)).open(f"/table/{code}")
        await visitor.page.get_by_role("button", name="Watch").click()
        await still(visitor.page)
        assert await cut(visitor.page) == []


#: What each side needs, and how far it goes beyond the part of its side.
_NEEDS = """() => [...document.querySelectorAll('.pt-needs')].map((one) => [
  one.checkVisibility() ? one.textContent : '',
  Math.max(0, Math.floor(one.getBoundingClientRect().right
    - one.closest('.pt-side').getBoundingClientRect().right)),
])"""


@pytest.mark.slow
@pytest.mark.parametrize(("code", "word"), [("en", "needs"), ("es", "faltan")])
async def test_what_four_singles_need_is_said_in_the_narrowest_window(
    visitors: Visitors, code: str, word: str
) -> None:
    scores = (60, 100, 118, 0)
    visitor = await at_a_table(
        visitors,
        ("person", "novice", "novice", "novice"),
        switches={"teams": False, "target": 121, "start_scores": scores},
        viewport={"width": 320, "height": 568},
        settings={"language": code},
    )
    await visitor.page.locator(".pt-needs").first.wait_for()
    await still(visitor.page)
    needs = await visitor.page.evaluate(_NEEDS)
    assert [said for said, _ in needs] == [f"{word} {121 - score}" for score in scores]
    assert max(beyond for _, beyond in needs) <= 1, needs

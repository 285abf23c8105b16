"""Small windows: a phone in landscape, and pages enlarged to 200 % and to 400 %."""

import random
from typing import Any, Final

import pytest
from playwright.async_api import ViewportSize, expect

from pegout.text import language as translated
from tests.browser.crowded import MOST, crowded
from tests.browser.gallery import LONG, MOMENTS, phase
from tests.browser.reach import check_reach, out_of_reach
from tests.browser.tables import NAMES, still
from tests.browser.test_played import at_the_list, play_on
from tests.browser.test_press import GONE, Through
from tests.browser.test_review import await_review, from_a_file
from tests.browser.visitors import DESKTOP, PHONE, PLAIN_PATHS, Visitors
from tests.driver import Driver
from tests.network import Line
from tests.serving import Server

#: 1280 x 800 at 200 %, 1280 x 1024 at 400 %, and a small phone with its browser's bars.
SIZES: Final[dict[str, ViewportSize]] = {
    "200 %": {"width": 640, "height": 400},
    "400 %": {"width": 320, "height": 256},
    "bars": {"width": 360, "height": 530},
}
#: A game of wrong counts takes long.
MANUAL: Final[dict[str, Any]] = {"counting": "manual", "muggins": True, "target": 61}
#: Moments to check besides those of the gallery: hands that have been counted.
LOOKED_AT: Final = {
    **MOMENTS,
    "shown": lambda now: now["view"]["phase"] == "ready" and bool(now["view"]["shown"]),
    "counted": phase("show"),
}
LATER: Final = ("play", "play_late", "shown", "over")
#: Whether the name of the table and the state of its connection are whole, or not there at all.
_HEAD: Final = """() => [".table-name", ".table-line"]
  .map((name) => document.querySelector(name))
  .every((one) => !one.clientWidth || one.scrollWidth <= one.clientWidth)"""
#: A hand whose discards are ranked.
ANALYSED: Final = "/analyse?cards=5H,5S,6D,7C,JD,KS&scores=90-84"
#: A play whose options are ranked.
ASKED: Final = "/ask?hand=5H,5S,6D,7C,JD,KS&discards=JD,KS&starter=2C&played=TD,5H,TS,5S,go,4C"
PATHS: Final = [*PLAIN_PATHS, "/new?for=friends", "/new?for=here", ANALYSED, ASKED]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("400 %", "es"),
        ("200 %", "en"),
        pytest.param("400 %", "en", marks=pytest.mark.long),
        pytest.param("200 %", "es", marks=pytest.mark.long),
    ],
)
async def test_all_of_every_page_is_reached(visitors: Visitors, name: str, language: str) -> None:
    visitor = await visitors.new(SIZES[name], settings={"language": language})
    page = visitor.page
    found = {}
    for path in PATHS:
        await visitor.open(path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        if path in (ANALYSED, ASKED):
            rows = 15 if path == ANALYSED else 2
            await expect(page.locator(".ranking-row")).to_have_count(rows)
        found[path] = await out_of_reach(page)
    await visitor.open("/board")
    await page.locator("button[type=submit]").click()
    found["a board alone"] = await out_of_reach(page)
    assert not any(found.values()), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "names", "language", "switches", "moments"),
    [
        pytest.param(
            *(2, NAMES, "en", {}, ("cut_for_deal", "ready", "discard", "cut", *LATER)),
            marks=pytest.mark.long,
        ),
        pytest.param(3, NAMES, "en", {}, ("discard", *LATER), marks=pytest.mark.long),
        pytest.param(4, NAMES, "en", {}, ("discard", *LATER), marks=pytest.mark.long),
        (2, LONG, "es", MANUAL, ("discard", "play", "play_late", "counted", "claim", "over")),
        pytest.param(3, LONG, "es", {}, ("discard", *LATER), marks=pytest.mark.long),
        pytest.param(4, LONG, "es", {}, ("discard", *LATER), marks=pytest.mark.long),
    ],
    ids=["two", "three", "four", "two-manual-es", "three-es", "four-es"],
)
async def test_every_card_is_read_and_every_button_reached(
    visitors: Visitors,
    same: Server,
    players: int,
    names: tuple[str, ...],
    language: str,
    switches: dict[str, Any],
    moments: tuple[str, ...],
) -> None:
    names = names[:players]
    rules = {"target": 121, **switches, "players": players}
    code, seats = same.table([(name, "person") for name in names], **rules)
    tokens = [seat["token"] for seat in seats]
    async with Driver(same, code, tokens, random.Random(players)) as driver:
        visitor = await visitors.new(settings={"language": language}, server=same)
        page = visitor.page
        for moment in moments:
            await driver.until(LOOKED_AT[moment])
            await visitor.sit(code, seats[:1], [*names])
            await page.locator(".pt").wait_for()
            for size, viewport in SIZES.items():
                await page.set_viewport_size(viewport)
                await still(page)
                await check_reach(page, f"{moment} at {size}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "names", "language"),
    [
        pytest.param(2, NAMES, "en", marks=pytest.mark.long),
        pytest.param(3, LONG, "en", marks=pytest.mark.long),
        (4, LONG, "es"),
    ],
)
async def test_a_review_is_read_where_as_many_cards_lie_as_there_can_be(
    visitors: Visitors, players: int, names: tuple[str, ...], language: str
) -> None:
    record = crowded(names[:players])
    settings = {"language": language}
    page = (await from_a_file(visitors, "crowded", record, settings=settings)).page
    await await_review(page)

    async def check(what: str) -> None:
        for size, viewport in SIZES.items():
            await page.set_viewport_size(viewport)
            await still(page)
            await check_reach(page, f"{what} at {size}")

    # The last card of the play, before its points are counted.
    await page.keyboard.press("Home")
    pile = page.locator(".pt-card[data-zone=pile]:not(.gone)")
    for _ in range(99):
        if await pile.count() == MOST[players]:
            break
        await page.keyboard.press("Shift+ArrowRight")
    await expect(pile).to_have_count(MOST[players])
    await check("the longest play")
    # From there to the discard of the next deal.
    await page.keyboard.press("d")
    await expect(page.locator(".pt-decision[data-state=decision]")).to_be_visible()
    await check("a discard")
    await page.keyboard.press("End")
    await check("the end")


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es"])
async def test_a_list_of_games_and_a_replay_are_reached(visitors: Visitors, language: str) -> None:
    tables = {
        **await play_on(visitors.server, 2, names=("Maggie", LONG[1])),
        **await play_on(visitors.server, 3, over=False, names=(LONG[0], LONG[1])),
    }
    page = (await at_the_list(visitors, tables, settings={"language": language})).page
    await expect(page.locator(".game-bars").first).to_be_visible()
    await page.locator(".games-transfer summary").click()
    for size in ("400 %", "200 %", "bars"):
        await page.set_viewport_size(SIZES[size])
        await check_reach(page, f"the list at {size}")
    await page.locator(".game-links a[href*='/games/']").last.click()
    await page.locator(".pt-review-slider").wait_for()
    for size, viewport in SIZES.items():
        await page.set_viewport_size(viewport)
        for key in ("Home", "d", "p", "End"):
            await page.keyboard.press(key)
            await still(page)
            await check_reach(page, f"a replay at {size} after {key}")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
async def test_what_to_do_about_absentees_is_reached(visitors: Visitors, language: str) -> None:
    code, seats = visitors.server.table([(name, "person") for name in LONG[:2]], target=121)
    tokens = [seat["token"] for seat in seats]
    async with Driver(visitors.server, code, tokens, random.Random(1)) as driver:
        await driver.until(MOMENTS["play"])
        visitor = await visitors.new(settings={"language": language})
        page = (await visitor.sit(code, seats[:1], [*LONG[:2]])).page
        await driver.look(1, here=False)
        away = page.locator(".pt-other-help")
        await expect(away).to_have_text("away" if language == "en" else "no está")
        for size, viewport in SIZES.items():
            await page.set_viewport_size(viewport)
            await still(page)
            await check_reach(page, f"a friend is away at {size}")
            await away.click()
            await page.locator("[data-key='level/club']").wait_for()
            await check_reach(page, f"what to do about it at {size}", ".side-panel")
            await page.locator(".absent [data-key=stop]").click()
            await check_reach(page, f"asked once more at {size}", ".side-panel")
            await page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es"])
async def test_offers_calls_and_requests_cover_nothing(visitors: Visitors, language: str) -> None:
    server = visitors.server
    code, seats = server.table([(name, "person") for name in LONG[:2]], **MANUAL)
    tokens = [seat["token"] for seat in seats]
    async with Driver(server, code, tokens, random.Random(3)) as driver, Line(server.port) as line:

        def may_call(now: dict[str, Any]) -> bool:
            kinds = {action["type"] for action in now["standing"]["legal"]}
            return {"muggins", "play"} <= kinds

        position = await driver.until(may_call)
        settings = {"language": language}
        visitor = await visitors.new(server=Through(server, line), settings=settings)
        visitor.expected += GONE
        page = (await visitor.sit(code, seats[:1], [*LONG[:2]])).page
        await page.locator(".pt-foot [data-key=call]").wait_for()

        async def check(what: str) -> None:
            for size, viewport in SIZES.items():
                await page.set_viewport_size(viewport)
                await check_reach(page, f"{what} at {size}")

        await page.keyboard.press("m")
        await page.locator(".pt-number").wait_for()
        await check("calling muggins")
        await page.keyboard.press("Escape")
        stop = {"type": "act", "match": position["match"], "action": {"type": "stop", "seat": 1}}
        await driver.ask(1, stop)
        await page.locator(".offer [data-key=stop]").wait_for()
        await check("somebody would stop")
        line.swallow()
        await page.locator('.pt-hand [aria-disabled="false"]').first.press("Enter")
        await page.locator(".pt-number").fill("0")
        await page.locator(".pt-foot .pt-do").click()
        late = translated(language).plural(
            "No answer yet: your card is saved and will be sent.",
            "No answer yet: your cards are saved and will be sent.",
            1,
        )
        await expect(page.locator(".pt-says")).to_have_text(late)
        await check("nothing is answered")
        line.cut()
        await page.set_viewport_size(PHONE)
        again = translated(language)("Connecting again…")
        await expect(page.locator(".table-line")).to_have_text(again)
        assert await page.evaluate(_HEAD)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["200 %", "400 %", "bars", "desktop"])
async def test_what_somebody_says_covers_nothing_and_goes(
    visitors: Visitors, same: Server, size: str
) -> None:
    names = ["Maggie", LONG[1]]
    code, seats = same.table([(name, "person") for name in names], target=121, players=2)
    tokens = [seat["token"] for seat in seats]
    spanish = {"language": "es"}
    visitor = await visitors.new(SIZES.get(size, DESKTOP), settings=spanish, server=same)
    page = visitor.page
    await page.clock.install()
    async with Driver(same, code, tokens, random.Random(1)) as driver:
        await driver.until(LOOKED_AT["shown"])
        await visitor.sit(code, seats[:1], names)
        await page.locator(".pt").wait_for()
        await driver.say(1, "one_moment")
        bubble = page.locator(".bubble")
        await expect(bubble).to_contain_text("Un momento")
        await check_reach(page, "somebody speaks")
        assert await bubble.evaluate(
            "(one) => document.querySelector('.table-head').contains(one)"
            " && one.getBoundingClientRect().width > 100"
        )
        await bubble.focus()
        await page.clock.fast_forward(30_000)
        await expect(bubble).to_be_visible()
        await bubble.blur()
        await page.clock.fast_forward(30_000)
        await expect(bubble).to_have_count(0)

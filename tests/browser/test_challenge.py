"""The same cards: a challenge by link, and several tables, with both games compared."""

import json
import random

import pytest
from playwright.async_api import ViewportSize, expect

from pegout.notation import read, verify_deals
from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.tables import SHORT, still
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.driver import Driver
from tests.serving import Server

_AGAINST = [("Maggie", "person"), ("Ben", "novice")]


async def _play(visitors: Visitors, code: str, token: str, seed: int) -> None:
    async with Driver(visitors.server, code, [token], random.Random(seed)) as driver:
        await driver.until(lambda position: bool(position["standing"]["over"]))


@pytest.mark.parametrize(
    ("code", "size"),
    [("en", PHONE), pytest.param("es", DESKTOP, marks=pytest.mark.slow)],
    ids=["phone", "desktop"],
)
async def test_a_friend_plays_the_same_cards_and_both_see_where_they_differed(
    visitors: Visitors, code: str, size: ViewportSize
) -> None:
    t = language(code)
    table, seats = visitors.server.table(_AGAINST, **SHORT)
    await _play(visitors, table, seats[0]["token"], 1)
    ann = await visitors.new(viewport=size, settings={"language": code}, bypass_csp=True)
    await ann.sit(table, seats[:1], ["Maggie", "Ben"])
    page = ann.page
    await page.get_by_role("button", name=t("Share"), exact=True).click()
    await page.get_by_role("button", name=t("Challenge somebody with these cards")).click()
    link = await page.locator(".share-text span", has_text="/join/").inner_text()
    compare = page.get_by_role("link", name=t("Compare both games"))
    await expect(compare).to_be_visible()
    await still(page)
    await check_axe(page, "the link")

    # The friend is asked for a name, plays from the same seat, and needs no word for the shuffle.
    ben = await visitors.new(
        viewport=size, settings={"language": code, "name": "Zoe"}, bypass_csp=True
    )
    await ben.open(link.removeprefix(visitors.server.url))
    await ben.page.get_by_role("button", name=t("Sit here")).click()
    await expect(ben.page.locator(".pt")).to_be_visible()
    await page.goto(visitors.server.url + str(await compare.get_attribute("href")))
    await expect(page.get_by_text(t("Look again"))).to_be_visible()
    kept = await ben.page.evaluate("() => JSON.parse(localStorage.getItem('pegout.tables'))")
    ((made, held),) = kept.items()
    await _play(visitors, made, held["seats"][0]["token"], 2)
    await ben.page.get_by_role("button", name=t("Compare both games")).click()
    await expect(ben.page.locator(".compare-deal").first).to_be_visible()
    await expect(ben.page.locator(".compare-player b")).to_have_text(["Maggie", "Zoe"])
    await check_axe(ben.page, "both games")
    await page.get_by_role("button", name=t("Look again")).click()
    await expect(page.locator(".compare-deal").first).to_be_visible()


@pytest.mark.parametrize(
    ("code", "size"),
    [("en", DESKTOP), pytest.param("es", PHONE, marks=pytest.mark.slow)],
    ids=["desktop", "phone"],
)
async def test_two_tables_with_four_seats_play_the_same_cards(
    visitors: Visitors, server: Server, code: str, size: ViewportSize
) -> None:
    t = language(code)
    host = await visitors.new(
        viewport=size, settings={"language": code}, bypass_csp=True, server=server
    )
    page = (await host.open("/new?for=friends")).page
    await page.get_by_role("link", name=t("Several tables with the same cards")).click()
    await expect(page.get_by_role("heading", name=t("Duplicate"))).to_be_visible()
    await check_axe(page, "the form")
    await page.locator("label", has_text="61").click()
    await page.get_by_role("button", name=t("Make the tables")).click()
    tables = page.locator(".duplicate-table")
    await expect(tables).to_have_count(2)
    names = iter(["Ann", "Ben", "Cem", "Dee"])
    free = await page.get_by_role("link", name=t("Sit here")).all()
    records = []
    # The page asks again meanwhile, and a full table has no free seat.
    for path in [str(await table.get_attribute("href")) for table in free]:
        tokens = []
        for name in (next(names), next(names)):
            friend = await visitors.new(settings={"language": code, "name": name}, server=server)
            await friend.open(path)
            await friend.page.get_by_role("button", name=t("Sit here")).first.click()
            await expect(friend.page.locator(".pt, .lobby").first).to_be_visible()
            kept = await friend.page.evaluate("() => localStorage.getItem('pegout.tables')")
            (held,) = json.loads(kept).values()
            tokens.append(held["seats"][0]["token"])
            await friend.page.close()
        made = path.rpartition("/")[2]
        async with Driver(server, made, tokens, random.Random(5)) as driver:
            await driver.until(lambda position: bool(position["standing"]["over"]))
        answer = server.get(f"/api/tables/{made}/record", tokens[0])
        records.append(read(answer.body.decode()))
    # Both games are proved to have the same packs.
    assert len({record.packs for record in records}) == 1
    assert {one.code for record in records for one in verify_deals(record)} == {"proved"}
    await page.reload()
    await expect(page.get_by_text(t("All tables have finished."))).to_be_visible()
    await expect(tables.first).to_contain_text("Ann")
    await expect(tables.last).to_contain_text("Dee")
    await check_axe(page, "the tables")
    await page.get_by_role("link", name=t("Compare seat {n}", n=2)).last.click()
    await expect(page.locator(".compare-player b")).to_have_text(["Ben", "Dee"])
    await expect(page.locator(".compare-deal").first).to_be_visible()

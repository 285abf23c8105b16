"""Several people: at one screen, at several, and somebody who only watches."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import expect

from pegout.cards import Card
from pegout.text import card_name, language
from tests.browser.tables import NAMES, SHORT, at_a_table, felt
from tests.browser.visitors import Visitor, Visitors
from tests.driver import Driver


async def shows(visitor: Visitor, cards: list[str]) -> list[str]:
    """Give those of some cards of which there is any trace on the page."""
    content = await visitor.page.content()
    english = language("en")
    return [
        card
        for card in cards
        if f'"{card}"' in content or card_name(Card.parse(card), english) in content
    ]


async def hands_of(visitors: Visitors, code: str, tokens: list[str]) -> list[list[str]]:
    async with Driver(visitors.server, code, tokens) as driver:
        positions: list[dict[str, Any]] = [await driver.position(at) for at in range(len(tokens))]
    return [position["view"]["dealt"] for position in positions]


async def test_two_at_one_screen_never_see_each_others_cards(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("Ann", "person")], **SHORT)
    visitor = await (await visitors.new()).sit(code, seats, [*NAMES[:2]])
    page, table = visitor.page, felt(visitor)
    table.shared = True
    await table.play(lambda state: bool(state["covered"]))
    maggie, ann = await hands_of(visitors, code, [seat["token"] for seat in seats])
    assert len(maggie) == len(ann) == 6
    assert not await shows(visitor, maggie + ann), "nothing lies open under the cover"
    holder = "Maggie" if await page.get_by_role("button", name="I am Maggie").count() else "Ann"
    mine, theirs = (maggie, ann) if holder == "Maggie" else (ann, maggie)
    await page.get_by_role("button", name=f"I am {holder}").click()
    await table.until(lambda state: len(state["cards"]) == 6)
    assert len(await shows(visitor, mine)) == 6
    assert not await shows(visitor, theirs)
    await table.step()
    await table.until(lambda state: bool(state["covered"]))
    assert not await shows(visitor, maggie + ann)
    await table.play()
    await expect(table.end).to_be_visible()


async def test_friends_join_by_a_link_and_play_with_the_computer(visitors: Visitors) -> None:
    host = await (await visitors.new(settings={"name": "Maggie"})).open("/")
    code, seats = visitors.server.table(
        [("Maggie", "person"), ("", "open"), ("Cora", "novice")], players=3, **SHORT
    )
    await host.sit(code, seats, ["Maggie", "", "Cora"])
    await expect(host.page.get_by_label("Send this link to your friends")).to_have_value(
        f"{visitors.server.url}/table/{code}"
    )
    friend = await (await visitors.new(settings={"name": ""})).open(f"/table/{code}")
    await friend.page.get_by_label("Your name").fill("Ben")
    await friend.page.get_by_role("button", name="Sit here").click()
    one, other = felt(host, 1), felt(friend, 2)
    await asyncio.gather(one.play(), other.play())
    await expect(one.end.get_by_role("heading")).to_have_text(
        (await other.end.get_by_role("heading").inner_text())
        .replace("You win", "Ben wins")
        .replace("Maggie wins", "You win")
    )


async def test_two_teams_at_two_screens(visitors: Visitors) -> None:
    names = [*NAMES]
    code, seats = visitors.server.table(
        list(zip(names, ("person", "novice", "open", "novice"), strict=True)), players=4, **SHORT
    )
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ben"}).json
    maggie = await (await visitors.new()).sit(code, seats, names)
    ben = await (await visitors.new()).sit(code, [joined], names)
    one, other = felt(maggie, 3), felt(ben, 4)
    await asyncio.gather(one.play(), other.play())
    assert await one.end.get_by_role("row").count() == 3


async def test_somebody_watches_and_sees_no_hand(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    tokens = [seats[0]["token"], joined["token"]]
    watcher = await (await visitors.new()).open(f"/table/{code}")
    await watcher.page.get_by_role("button", name="Watch").click()
    table = felt(watcher)
    async with Driver(visitors.server, code, tokens) as driver:
        await driver.until(lambda position: position["view"]["phase"] == "discard")
        log = watcher.page.locator(".pt-log-list")
        await expect(log).to_contain_text("Deal 1")
        hands = [(await driver.position(at))["view"]["dealt"] for at in (0, 1)]
        assert not await shows(watcher, hands[0] + hands[1])
        assert await table.hand.count() == 0
        await driver.until(lambda position: bool(position["standing"]["over"]))
    await expect(table.end).to_be_visible()
    await expect(table.end.get_by_role("button", name="Play again")).to_have_count(0)


async def test_a_ready_phrase_is_heard_at_the_other_screen(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    maggie = await (await visitors.new()).sit(code, seats, [*NAMES[:2]])
    ann = await (await visitors.new()).sit(code, [joined], [*NAMES[:2]])
    await felt(ann).until(lambda state: bool(state["there"]))
    await maggie.page.get_by_role("button", name="Say something").click()
    await maggie.page.get_by_role("menuitem", name="Good luck!").click()
    await expect(ann.page.get_by_role("log")).to_contain_text("Good luck!")


async def test_a_table_in_words_is_the_same_table(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    table = felt(visitor)
    await table.play(lambda state: len(state["cards"]) == 6)
    await visitor.page.get_by_role("button", name="Table", exact=True).click()
    await visitor.page.get_by_role("button", name="The table in words").click()
    await expect(visitor.page.get_by_role("region", name="Your hand")).to_be_visible()
    cards = visitor.page.get_by_role("region", name="Your hand").get_by_role("button")
    await expect(cards).to_have_count(6)

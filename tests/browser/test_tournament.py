"""A tournament in browsers: its host, its players and the screen of the room."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect
from playwright.async_api import TimeoutError as TooLate

from tests.browser.axe import check_axe
from tests.browser.felt import HASTE
from tests.browser.tables import felt
from tests.browser.visitors import SIZES, Visitor, Visitors

LEVELS = {
    "Novice": "Cora, Dan, Eve, Fay, Gus",
    "Casual": "Hal, Ida, Jon, Kit, Lou",
    "Club": "Mia, Ned, Oda, Pia",
}
NAMES = ("Ann", "Ben", "Cora", "Dan Whitmore-Fitzgeral")


async def made(
    visitors: Visitors, *choices: str, rounds: str = "as many as it takes", **more: Any
) -> Visitor:
    """Make a tournament by its form, and return its host."""
    host = await (await visitors.new(bypass_csp=True, **more)).open("/tournament")
    page = host.page
    await page.get_by_label("Name of the evening").fill("Thursday")
    for choice in choices:
        await page.get_by_label(choice, exact=True).check()
    await page.get_by_label("Rounds").select_option(rounds)
    await page.get_by_role("button", name="Make the tournament").click()
    await expect(page.get_by_role("heading", name="Thursday", level=1)).to_be_visible()
    return host


async def add(page: Page, names: str, level: str = "") -> None:
    kind = f"computer: {level}" if level else "people"
    await page.get_by_label("They are").select_option(kind)
    await page.get_by_label("Add players").fill(names)
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_label("Add players")).to_have_value("")


async def link_of(page: Page, name: str) -> str:
    """Return the path of a player's link, which the host copies."""
    await page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    )
    await page.get_by_role("button", name=f"Copy the link of {name}").click()
    await expect(page.get_by_text("The link is copied.")).to_be_visible()
    link: str = await page.evaluate("() => window.copied")
    return re.sub("^https?://[^/]*", "", link)


@SIZES
async def test_results_from_wooden_boards_are_entered_and_corrected(
    visitors: Visitors, size: ViewportSize
) -> None:
    host = await made(visitors, "On wooden boards: you enter them", viewport=size)
    page = host.page
    await expect(page.get_by_text("Add the players below")).to_be_visible()
    await add(page, ", ".join(NAMES))
    link = await link_of(page, NAMES[0])
    await page.get_by_role("button", name="Begin round 1").click()
    pairings = page.locator(".pairing")
    await expect(pairings).to_have_count(2)
    for at, scores in enumerate(((121, 80, 121, 100), (121, 115, 99, 121))):
        await pairings.nth(at).get_by_role("button", name="Result").click()
        for field, score in enumerate(scores):
            await pairings.nth(at).get_by_role("textbox").nth(field).fill(str(score))
        await check_axe(page, "a result")
        await pairings.nth(at).get_by_role("button", name="Enter", exact=True).click()
        await expect(pairings.nth(at)).to_contain_text(f"{scores[0]}–{scores[1]}, ")
    await expect(pairings.first).to_contain_text("121–80, 121–100")
    await expect(page.locator("main > [role=status]").first).to_have_text("Round 1 of 3 is over.")
    points = page.locator(".standings tbody tr td:nth-child(3)")
    await expect(points).to_have_text(["5", "2", "2", "0"])
    # A correction says why, and stays.
    host.expected.append("400")
    await pairings.first.get_by_role("button", name="Correct").click()
    await pairings.first.get_by_role("textbox").nth(1).fill("100")
    await pairings.first.get_by_role("button", name="Enter", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("Say in a line why")
    await pairings.first.get_by_label("Why it is corrected").fill("Read upside down.")
    await pairings.first.get_by_role("button", name="Enter", exact=True).click()
    corrections = page.locator(".corrections")
    await expect(corrections).to_contain_text("121–80, 121–100 became 121–100, 121–100.")
    await expect(corrections).to_contain_text("Read upside down.")
    await expect(points).to_have_text(["4", "2", "2", "0"])
    await check_axe(page, "the host")
    # The room sees it, and so does a player.
    player = await (await visitors.new(viewport=size, bypass_csp=True)).open(link)
    assert "#" not in player.page.url
    await expect(player.page.locator(".corrections")).to_contain_text("Read upside down.")
    await expect(player.page.locator(".tournament-own")).to_contain_text("in round 1")
    await expect(player.page.locator(".standings .own")).to_contain_text(NAMES[0])
    await check_axe(player.page, "a player")
    screen = await host.tab(page.url.removeprefix(host.server.url) + "/screen")
    await expect(screen.page.locator(".screen-standings li")).to_have_count(4)
    await expect(screen.page.get_by_role("button")).to_have_count(0)
    await expect(screen.page.get_by_role("link")).to_have_count(0)
    await check_axe(screen.page, "the screen")
    # It is new by itself.
    await page.get_by_role("button", name="Begin round 2").click()
    await expect(screen.page.locator(".screen-round li")).to_have_count(2)
    await expect(screen.page.locator(".screen-says")).to_contain_text("Round 2 of 3.")


async def play_match(player: Visitor, seed: int) -> None:
    """Play all games at the table of the round, and return to the tournament."""
    page, table = player.page, felt(player, seed)
    while "/table/" in page.url:
        await table.play(lambda state: state["over"])
        try:
            await page.locator(".pt-end .pt-do:not([aria-disabled])").click(timeout=HASTE)
        except TooLate:
            # The opponent has begun the next game.
            continue
        await table.until(lambda state: not state["over"])


async def play_round(player: Visitor, seed: int) -> bool:
    """Play a round from the player's page; return whether the player had an opponent."""
    page = player.page
    await page.reload()
    own = page.locator(".tournament-own")
    await own.wait_for()
    if "sit out" in await own.inner_text():
        return False
    await page.get_by_role("button", name="Go to your table").click()
    await page.wait_for_url("**/table/*")
    await play_match(player, seed)
    await expect(own).to_contain_text("You have played")
    return True


@pytest.mark.slow
async def test_a_players_link_leads_to_the_table_of_the_round_and_back(
    visitors: Visitors,
) -> None:
    host = await made(visitors, "61")
    await add(host.page, "Maggie")
    await add(host.page, "Cora, Dan, Eve", "Novice")
    player = await (await visitors.new()).open(await link_of(host.page, "Maggie"))
    await expect(player.page.get_by_text("You do not play just now.")).to_be_visible()
    await host.page.get_by_role("button", name="Begin round 1").click()
    await expect(host.page.locator(".pairing")).to_have_count(2)
    assert await play_round(player, 1)
    await expect(player.page.locator(".standings .own")).to_contain_text("of 2")
    await expect(host.page.get_by_role("button", name="Begin round 2")).to_be_visible()


@pytest.mark.long
async def test_sixteen_play_to_the_standings_and_one_of_them_leaves(visitors: Visitors) -> None:
    """Two of them are in browsers, and the others are computer players."""
    host = await made(visitors, "61", "Swiss: those who stand alike meet", rounds="4")
    page = host.page
    await add(page, "Maggie, Nora")
    for level, names in LEVELS.items():
        await add(page, names, level)
    links = [await link_of(page, name) for name in ("Maggie", "Nora")]
    players = [await (await visitors.new()).open(link) for link in links]
    for number in range(1, 5):
        if number == 3:
            await page.locator("summary", has_text="Players").click()
            await page.get_by_role("button", name="Cora leaves").click()
            await expect(page.get_by_role("button", name="Cora comes back")).to_be_visible()
        await page.get_by_role("button", name=f"Begin round {number}").click()
        await expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        seeds = (10 * number, 10 * number + 1)
        await asyncio.gather(*map(play_round, players, seeds))
        done = "The tournament is over." if number == 4 else f"Round {number} of 4 is over."
        await expect(page.locator("main > [role=status]").first).to_have_text(done)
    lines = page.locator(".standings tbody tr")
    await expect(lines).to_have_count(16)
    await expect(lines.filter(has_text="has left")).to_have_count(1)
    spreads = [
        int(text.replace("−", "-").replace("+", ""))
        for text in await lines.locator("td:nth-child(4)").all_inner_texts()
    ]
    assert sum(spreads) == 0
    played = await lines.locator("td:nth-child(5)").all_inner_texts()
    # Two games in each of four rounds; Cora played in two, and two players sat out once.
    assert sorted(int(text.split()[-1]) for text in played) == [4, *[6] * 2, *[8] * 13]
    screen = await host.tab(page.url.removeprefix(host.server.url) + "/screen")
    await expect(screen.page.locator(".screen-standings li")).to_have_count(16)


@pytest.mark.slow
async def test_a_host_erases_a_tournament(visitors: Visitors) -> None:
    host = await made(visitors)
    await add(host.page, "Ann, Ben")
    address = host.page.url
    await host.page.get_by_role("button", name="Erase…").click()
    await host.page.get_by_role("button", name="Keep it").click()
    await host.page.get_by_role("button", name="Erase…").click()
    await host.page.get_by_role("button", name="Erase it with all names").click()
    await host.page.wait_for_url("**/tournament")
    await expect(host.page.get_by_role("heading", name="Your tournament")).to_have_count(0)
    host.expected.append("404")
    await host.page.goto(address)
    await expect(host.page.get_by_text("There is no such tournament")).to_be_visible()

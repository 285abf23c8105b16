"""What is played, reviewed, learned and shared in a site, where nothing but files is served."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Any, Final, cast

import pytest
from playwright.async_api import Page, ViewportSize, Worker, expect

from pegout.notation import describe_position, write_position
from pegout.table.offers import offered_levels
from pegout.text import language
from tests.browser.felt import Felt
from tests.browser.test_site import READY, keep_all, root, served, site, visit
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors
from tests.browser.waiting import until
from tests.serving import Server

__all__ = ["root", "site"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

POSITION: Final = write_position(describe_position("5H 5S 6D 7C JD KS"))
RECORD: Final = (Path(__file__).parents[2] / "docs" / "records" / "two.peg").read_text("utf-8")
#: The review of a game, once there is something in it.
_DECISION: Final = ".pt-decision:not([data-state=waiting], [data-state=running])"
_ASK: Final = """async ([path, body]) => {
  const main = document.querySelector("script[type=module]").src;
  const { ask } = await import(main.replace("main", "api"));
  return ask(path, body ? { body } : {});
}"""
#: Loads Python in the page itself, with a generator of random numbers that is easy to recognise.
_RANDOM: Final = """async () => {
  const place = new URL("../engine.json", document.querySelector("script[type=module]").src);
  const home = new URL((await (await fetch(place)).json()).python, place).href;
  crypto.getRandomValues = (view) => view.fill(7);
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: home });
  return python.runPython("import os; os.urandom(32).hex()");
}"""


def last(players: int = 2, level: str = "novice", **switches: Any) -> dict[str, Any]:
    """Return the options of a short game against a level, as a browser keeps them."""
    kinds = ("me", level, level, level)
    seats = [{"kind": kind, "name": ""} for kind in kinds]
    rules = {"target": 31, "players": players, **switches}
    return {"computer": {"switches": rules, "seats": seats}}


async def begin(
    visitors: Visitors, site: Server, options: dict[str, Any], code: str = "en", **visitor: Any
) -> Visitor:
    """Begin a game on the first page."""
    settings = {"language": code, **visitor.pop("settings", {})}
    found = await visitors.new(server=site, settings=settings, **visitor)
    await found.remember("pegout.last", options)
    await found.open("/")
    await found.page.locator(".home-start").click()
    await found.page.wait_for_url("**/#/table/*", timeout=READY)
    await found.page.locator(".pt").wait_for(timeout=READY)
    return found


def _games() -> list[Any]:
    """Return games of two, three and four against each level, in both languages at both sizes."""
    places = [(code, size) for size in (PHONE, DESKTOP) for code in ("en", "es")]
    return [
        pytest.param(players, level, *places[at % 4], id=f"{players} {level}")
        for at, (players, level) in enumerate(product((2, 3, 4), offered_levels()))
    ]


@pytest.mark.long
@pytest.mark.parametrize(("players", "level", "code", "size"), _games())
async def test_a_whole_game(
    visitors: Visitors, site: Server, players: int, level: str, code: str, size: ViewportSize
) -> None:
    visitor = await begin(
        visitors, site, last(players, level), code, viewport=size, touch=size == PHONE
    )
    felt = Felt(visitor.page, random.Random(players), "touch" if size == PHONE else "mouse")
    await felt.play()
    t = language(code)
    await expect(visitor.page.get_by_role("button", name=t("Play again"))).to_be_visible()
    sides = visitor.page.locator(".pt-sides .pt-side")
    assert await sides.count() == (2 if players == 4 else players)


@pytest.mark.parametrize(
    ("code", "size"),
    [pytest.param("en", DESKTOP, marks=pytest.mark.long), ("es", PHONE)],
    ids=["desktop", "phone"],
)
async def test_a_game_is_reviewed_to_its_end(
    visitors: Visitors, site: Server, code: str, size: ViewportSize
) -> None:
    visitor = await begin(visitors, site, last(), code, viewport=size)
    page = visitor.page
    await Felt(page, random.Random(12)).play()
    await review(page, code)
    # The review is stored: after a reload it is there again, and no second worker starts for it.
    await page.reload()
    await page.locator(".pt-end [data-key=review]").click(timeout=READY)
    await page.locator(_DECISION).wait_for(timeout=READY)
    assert len(page.workers) == 1


async def review(page: Page, code: str) -> None:
    """Have the game on the page reviewed, and look at every decision."""
    t = language(code)
    await page.locator(".pt-end [data-key=review]").click()
    there = page.locator(_DECISION)
    await there.wait_for(timeout=READY)
    await expect(there).to_have_attribute("data-state", re.compile("game|decision"))
    dots = await page.locator(".pt-strip-dots .pt-dot").count()
    assert dots > 1
    for at in range(dots):
        await page.keyboard.press("ArrowRight")
        place = t("{at} of {all}", at=at + 1, all=dots)
        await expect(page.locator(".pt-decision-position")).to_have_text(place)
        assert 2 <= await page.locator(".pt-decision .pt-option").count() <= 4
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".pt-headline")).not_to_be_empty()


async def test_the_death_of_the_second_worker_is_said_and_it_ends_with_the_first(
    visitors: Visitors, site: Server
) -> None:
    visitor = await visit(visitors, site)
    visitor.expected.append("the worker dies")
    page = visitor.page
    asked = await _ask(page, "/api/review", {"text": RECORD, "seat": 1})
    assert asked["state"] == "waiting"
    jobs = await until(_workers(page), lambda workers: len(workers) == 2, patience=READY / 1000)
    await jobs[1].evaluate("() => { setTimeout(() => { throw new Error('the worker dies'); }); }")
    failed = await _finish(page, asked)
    assert (failed["state"], failed["code"]) == ("failed", "review_failed")
    assert failed["message"] == "The review stopped early; start it again."
    again = await _finish(page, await _ask(page, "/api/review", {"text": RECORD, "seat": 1}))
    assert again["games"][0]["headline"].startswith("You lost by 17.")
    await page.workers[0].evaluate("() => close()")
    await until(_workers(page), lambda workers: not workers)


def _workers(page: Page) -> Callable[[], Awaitable[list[Worker]]]:
    async def look() -> list[Worker]:
        return page.workers

    return look


async def _ask(page: Page, path: str, body: Any = None) -> dict[str, Any]:
    """Ask the application, as a page does."""
    answer: dict[str, Any] = await page.evaluate(_ASK, [path, body])
    return answer


async def _finish(page: Page, review: dict[str, Any]) -> dict[str, Any]:
    return await until(
        lambda: _ask(page, f"/api/review/{review['review']}"),
        lambda seen: seen["state"] in ("done", "failed"),
        patience=READY / 1000,
    )


@pytest.mark.long
async def test_a_drill_is_answered_by_keys(visitors: Visitors, site: Server) -> None:
    page = (await visit(visitors, site, "/#/learn", viewport=PHONE)).page
    await answer_a_drill(page, "en")


async def answer_a_drill(page: Page, code: str) -> None:
    """Answer a question of a drill, from the page that offers them."""
    await page.get_by_role("link", name=language(code)("Discards")).first.click()
    await page.locator(".learn-page .counter-slot").first.wait_for(timeout=READY)
    for key in ("1", "2", "Enter"):
        await page.keyboard.press(key)
    await page.locator(".learn-result .ranking-item").first.wait_for(timeout=READY)
    await page.keyboard.press("Enter")
    await expect(page.locator(".learn-result")).to_be_hidden()


@pytest.mark.long
async def test_the_daily_is_played_to_its_end(visitors: Visitors, site: Server) -> None:
    page = (await visit(visitors, site, "/es/#/learn/daily", settings={"language": ""})).page
    await play_the_daily(page, "es")


async def play_the_daily(page: Page, code: str) -> None:
    """Answer every question of the daily, on its page."""
    t = language(code)
    answer, following = [page.get_by_role("button", name=t(name)) for name in ("Answer", "Next")]
    total, share = page.locator(".learn-total"), page.locator(".learn-share")
    await page.locator(".learn-page .counter-slot").first.wait_for(timeout=READY)
    while not await share.is_visible():
        await answer.wait_for(timeout=READY)
        if await total.is_visible():
            await total.fill("4")
        for key in "12":
            if not await answer.is_enabled():
                await page.keyboard.press(key)
        await answer.click()
        await following.click(timeout=READY)
        await answer.or_(share).wait_for(timeout=READY)
    await expect(share).to_contain_text("/100")


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("code", ["en", "es"])
async def test_everything_is_there_when_the_file_server_has_stopped(
    visitors: Visitors, root: Path, code: str, size: ViewportSize
) -> None:
    """Play games of two, three and four, review one, and do a drill and the daily."""
    with served(root) as server:
        settings = {"language": code}
        visitor = await visit(visitors, server, viewport=size, settings=settings, keeps=True)
        page = visitor.page
        await keep_all(page)
    # The browser asks for a newer release, in vain.
    visitor.expected.append("service_worker.js")
    for players, level in ((2, "expert"), (3, "club"), (4, "casual")):
        options = json.dumps(last(players, level))
        await page.evaluate("(options) => { localStorage['pegout.last'] = options; }", options)
        await visitor.open("/")
        await page.reload()
        await page.locator(".home-start").click()
        await page.locator(".pt").wait_for(timeout=READY)
        await Felt(page, random.Random(players)).play()
        if players == 2:
            await review(page, code)
    await visitor.open("/#/learn")
    await answer_a_drill(page, code)
    await visitor.open("/#/learn/daily")
    await play_the_daily(page, code)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        pytest.param("/#/learn/daily", ".learn-page .counter-slot", marks=pytest.mark.long),
        (f"/#/ask?position={POSITION}", ".ranking-item"),
        pytest.param("/es/#/learn/daily", ".learn-page .counter-slot", marks=pytest.mark.long),
    ],
    ids=["the daily", "a position", "the daily in Spanish"],
)
async def test_a_link_opens_in_another_browser(
    visitors: Visitors, site: Server, path: str, there: str
) -> None:
    stranger = await visitors.new(server=site, settings={"language": "", "name": ""})
    await stranger.open(path)
    await stranger.page.locator(there).first.wait_for(timeout=READY)


@pytest.mark.long
async def test_the_link_to_a_position_is_that_of_this_copy(
    visitors: Visitors, site: Server
) -> None:
    visitor = await visit(visitors, site, f"/#/ask?position={POSITION}")
    await visitor.page.locator(".ranking-item").first.wait_for(timeout=READY)
    link = await _copy(visitor, "Copy the link")
    assert link == f"{site.url}/#/ask?position={POSITION}"


async def _copy(visitor: Visitor, name: str) -> str:
    """Press a button that copies, and return what it has copied."""
    await visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await visitor.page.get_by_role("button", name=name).click()
    await expect(visitor.page.get_by_text("The link is copied.")).to_be_visible()
    return cast(str, await visitor.page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.long
async def test_a_challenge_is_played_in_another_browser_and_compared_in_both(
    visitors: Visitors, site: Server
) -> None:
    ann = await begin(visitors, site, last())
    await Felt(ann.page, random.Random(1)).play()
    await ann.page.get_by_role("button", name="Share", exact=True).click()
    await ann.page.get_by_role("button", name="Challenge somebody with these cards").click()
    link = await ann.page.locator(".share-text span", has_text="/#/challenge").inner_text()
    assert link.startswith(f"{site.url}/#/challenge#games=")
    zoe = await visitors.new(server=site, settings={"name": "Zoe"})
    await zoe.open(link.removeprefix(site.url))
    await zoe.page.get_by_role("button", name="Sit here").click(timeout=READY)
    await zoe.page.locator(".pt").wait_for(timeout=READY)
    await Felt(zoe.page, random.Random(2)).play()
    await zoe.page.get_by_role("button", name="Compare both games").click()
    await zoe.page.locator(".compare-deal").first.wait_for(timeout=READY)
    names = zoe.page.locator(".compare-player b")
    await expect(names).to_have_text(["Maggie", "Zoe"])
    both = await _copy(zoe, "Copy the link to both games")
    # The same link leads to the table that was played.
    await zoe.open(link.removeprefix(site.url))
    await expect(zoe.page.get_by_role("button", name="Compare both games")).to_be_visible()
    await ann.open(both.removeprefix(site.url))
    await expect(ann.page.locator(".compare-player b")).to_have_text(["Maggie", "Zoe"])
    assert await ann.page.locator(".compare-deal").count() > 1


@pytest.mark.parametrize("path", ["/#/new?for=friends", "/#/duplicate"])
async def test_tables_with_friends_are_said_to_need_a_server(
    visitors: Visitors, site: Server, path: str
) -> None:
    page = (await visit(visitors, site, "/es/", settings={"language": "es"})).page
    await expect(page.get_by_role("link", name=language("es")("With friends"))).to_have_count(0)
    await page.goto(site.url + path)
    await expect(page.get_by_text("servidor")).to_be_visible()
    await page.get_by_role("link", name=language("es")("Pass and play")).click()
    await expect(page.locator(".options-page")).to_be_visible()


async def test_the_page_on_fair_deals_says_who_deals(visitors: Visitors, site: Server) -> None:
    for code, said in (("en", "your own browser deals"), ("es", "reparte tu propio navegador")):
        visitor = await visit(visitors, site, "/#/fair", settings={"language": code})
        await expect(visitor.page.locator(".fair-yes", has_text=said)).to_have_count(1)


async def test_the_deals_of_a_game_are_proved(visitors: Visitors, site: Server) -> None:
    visitor = await begin(visitors, site, last())
    await Felt(visitor.page, random.Random(3)).play()
    await visitor.page.get_by_role("button", name="More").click()
    await visitor.page.get_by_role("button", name="Verify").click()
    said = re.compile(r"Your cards were fixed before the first deal\. .* checked\.")
    await expect(visitor.page.locator(".fair-summary")).to_have_text(said)


async def test_chance_is_that_of_the_browser(visitors: Visitors, site: Server) -> None:
    page: Page = (await visit(visitors, site)).page
    assert await page.evaluate(_RANDOM) == "07" * 32

"""The first game with a guide: who does only what it says finishes it, whatever they use."""

import pytest
from playwright.async_api import Page, expect

from pegout.school import first_game
from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.learner import Learner, Way
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors

#: The steps that depend on the cards that are played.
SOMETIMES = {"their_go", "own_go", "again", "last_card", "own_hand", "own_hand_again"}


async def begin(visitors: Visitors, way: Way, code: str = "en") -> Visitor:
    settings = {"textView": way == "text", "confirm": True, "language": code}
    # One of the languages is played on a phone.
    size = PHONE if code == "es" else DESKTOP
    visitor = await visitors.new(size, locale=code, settings=settings, bypass_csp=True)
    await visitor.open()
    await visitor.page.locator(".home-teach").click()
    await visitor.page.locator(".pt, .text-view").wait_for()
    return visitor


def sentences(code: str) -> set[str]:
    """Return the sentences that come up in every game, as far as their first name."""
    t = language(code)
    steps = [step for step in first_game.SCRIPT if step.name not in SOMETIMES]
    return {t.text(step.says, name="Ben", n="N").partition("N")[0] for step in steps}


async def finish(visitors: Visitors, way: Way, code: str) -> None:
    visitor = await begin(visitors, way, code)
    await visitor.page.locator(".pt-guide, .text-says").first.wait_for()
    await check_axe(visitor.page, f"the first step, {way}")
    learner = Learner(visitor.page, way, code)
    await learner.play()
    told = " ".join(learner.told)
    assert [said for said in sentences(code) if said not in told] == []
    await go_on(visitor, way, code)


async def go_on(visitor: Visitor, way: Way, code: str) -> None:
    """Check what the end says, and begin the next game, which has no guide."""
    page, t = visitor.page, language(code)
    end = page.locator(".text-view" if way == "text" else ".pt-end")
    for said in first_game.LEARNT:
        await expect(end).to_contain_text(t.text(said))
    await expect(end.get_by_role("button", name=t("Drills"))).to_be_visible()
    await check_axe(page, f"the end, {way}")
    lesson = page.url
    await end.get_by_role("button", name=t("Play again")).click()
    await page.wait_for_url(lambda url: "/table/" in url and url != lesson)
    await page.locator(".pt, .text-view").wait_for()
    await page.goto(visitor.server.url)
    await expect(page.locator("[data-part=kept]")).to_contain_text("Ben")
    await expect(page.locator(".home .primary")).not_to_have_text(t("Teach me (10 minutes)"))


#: What is tapped in the first lesson, step by step.
TAPS = ("5H JD", "5H 5S", "JD QC KH")


async def tap_all(page: Page) -> None:
    """Tap what the first lesson asks for."""
    for cards in TAPS:
        for card in cards.split():
            await page.locator(f".first-card[data-card='{card}']").click()


async def next_of(page: Page, said: str) -> None:
    """Answer a sentence of the guide, and wait for the next one."""
    says = page.locator(".pt-guide-says")
    await expect(says).to_have_text(said)
    await page.locator(".pt-buttons .primary").click()
    await expect(says).not_to_have_text(said)


@pytest.mark.parametrize("code", ["en", "es"])
async def test_what_was_learnt_before_the_table_is_not_asked_again(
    visitors: Visitors, code: str
) -> None:
    t = language(code)
    visitor = await visitors.new(PHONE, locale=code, settings={"language": code}, bypass_csp=True)
    page = (await visitor.open("/learn/first")).page
    says = {step.name: t.text(step.says) for step in first_game.SCRIPT[:6]}
    await expect(page.locator(".first-says")).to_have_text(says["fifteen"])
    await page.locator(".first-card[data-card='2S']").click()
    await expect(page.locator(".first-note")).to_have_text(t("Not these. Take one back."))
    await check_axe(page, "the first lesson")
    await page.locator(".first-card[data-card='2S']").click()
    await tap_all(page)
    await page.get_by_role("button", name=t("To the table")).click()
    await next_of(page, says["board"])
    await next_of(page, says["deal"])
    await expect(page.locator(".pt-guide-says")).to_have_text(says["discard"])


async def test_by_mouse(visitors: Visitors) -> None:
    await finish(visitors, "mouse", "en")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "code"),
    [
        ("keys", "en"),
        pytest.param("mouse", "es", marks=pytest.mark.long),
        pytest.param("text", "en", marks=pytest.mark.long),
        pytest.param("keys", "es", marks=pytest.mark.long),
        pytest.param("text", "es", marks=pytest.mark.long),
    ],
)
async def test_finished_by_what_is_said(visitors: Visitors, way: Way, code: str) -> None:
    await finish(visitors, way, code)

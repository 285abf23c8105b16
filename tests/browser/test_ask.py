"""The page that answers what to discard or to play in any position."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from pegout.notation import describe_position, read, verify_deals, write_position
from pegout.review.option_values import options_of
from pegout.text import language
from pegout.text.names import shorts
from pegout.text.reasons import explanation
from tests.browser import ending
from tests.browser.axe import check_axe
from tests.browser.felt import By
from tests.browser.reach import check_reach
from tests.browser.tables import felt, still
from tests.browser.test_review import await_review, decision
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.browser.waiting import until
from tests.serving import Server

HAND: Final = "5H 5S 6D 7C JD KS"
DISCARD: Final = describe_position(HAND)
PLAY: Final = describe_position(
    HAND, discards="JD KS", starter="2C", played="TD 5H TS 5S go 4C", scores=(84, 90)
)
DISCARD_PATH: Final = f"/ask?position={write_position(DISCARD)}"
PLAY_PATH: Final = f"/ask?position={write_position(PLAY)}"
_ES: Final = {"language": "es"}
#: How many options of a reviewed decision do not stand below the one before.
_BESIDE: Final = """() => {
  const options = [...document.querySelectorAll(".pt-options > li")];
  const boxes = options.map((one) => one.getBoundingClientRect());
  return boxes.slice(1).filter((box, at) => box.top < boxes[at].bottom - 1).length;
}"""


def says(page: Page) -> Locator:
    """Return the line below the cards: what comes next, or what is refused."""
    return page.locator(".ask-says")


async def options_are(page: Page, cards: list[str]) -> None:
    read = "all => all.map((one) => [...one.children].map((c) => c.textContent).join(' '))"
    rows = page.locator(".ranking-cards")
    await until(lambda: rows.evaluate_all(read), lambda texts: texts == cards)


def options(seen: object) -> list[str]:
    found = options_of(seen)  # type: ignore[arg-type]
    assert found is not None
    return [shorts(option.cards) for option in found.options]


async def press(page: Page, *cards: str) -> None:
    """Press cards in the pack."""
    for card in cards:
        await page.locator(f'.counter-card[data-card="{card}"]').click()


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_discard_is_set_up_and_played_on(visitors: Visitors, size: ViewportSize) -> None:
    page = (await (await visitors.new(size, bypass_csp=True)).open("/ask")).page
    await expect(says(page)).to_have_text("Choose the 6 cards that you were dealt.")
    await check_axe(page, "an empty position")
    await press(page, *HAND.split())
    await options_are(page, options(DISCARD))
    found = options_of(DISCARD)
    assert found is not None
    result = page.get_by_role("region", name="The options")
    await expect(result).to_contain_text(explanation(found, found.best, language("en")))
    await expect(page).to_have_url(re.compile(re.escape(DISCARD_PATH)))
    await check_reach(page, "a discard that is asked about")
    await page.get_by_label("Play on against").select_option("Casual")
    await page.get_by_role("button", name="Play on").click()
    await expect(page).to_have_url(re.compile("/table/"))
    await expect(page.locator(".pt-hand")).to_be_visible()


async def test_a_play_with_a_go_is_typed(visitors: Visitors) -> None:
    page = (await (await visitors.new(bypass_csp=True)).open("/ask")).page
    await page.get_by_role("textbox", name="You", exact=True).fill("84")
    await page.get_by_role("textbox", name="Opponent").fill("90")
    await page.keyboard.press("Tab")
    await page.get_by_role("heading", level=1).focus()
    await page.keyboard.type("5h5s6d7cjdks")
    await expect(page.locator(".ranking-row")).to_have_count(15)
    await page.keyboard.type("jd")
    await expect(says(page)).to_have_text("Tap the other card that you discarded.")
    await page.keyboard.type("ks2c")
    await expect(says(page)).to_contain_text("It is another player’s turn")
    await page.keyboard.type("td5hts5sg")
    moves = page.get_by_role("list", name="The play so far").get_by_role("listitem")
    await expect(moves).to_have_count(6)
    await page.keyboard.type("3c")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("4c")
    await options_are(page, options(PLAY))
    await expect(moves).to_have_count(7)
    await expect(page.locator(".ask-count")).to_contain_text("4")
    await expect(page).to_have_url(re.compile(re.escape(PLAY_PATH)))
    await check_axe(page, "a play that is asked about")


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_link_shows_the_position(visitors: Visitors, size: ViewportSize) -> None:
    visitor = await visitors.new(size, bypass_csp=True, scheme="light")
    page = (await visitor.open(PLAY_PATH)).page
    await options_are(page, options(PLAY))
    await expect(page.get_by_role("textbox", name="You", exact=True)).to_have_value("84")
    await expect(page.get_by_role("button", name="jack of diamonds, discarded")).to_be_visible()
    await check_reach(page, "a position from a link")
    await check_axe(page, "a position from a link")
    # The browser's back leads to what was asked before.
    await page.locator("[data-key=undo]").click()
    await expect(says(page)).to_contain_text("It is another player’s turn")
    await page.go_back()
    await options_are(page, options(PLAY))


@pytest.mark.slow
async def test_a_link_is_copied_and_pasted(visitors: Visitors) -> None:
    visitor = await visitors.new()
    await visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = (await visitor.open(DISCARD_PATH)).page
    await page.get_by_role("button", name="Copy the link").click()
    await expect(page.get_by_role("status")).to_contain_text("The link is copied.")
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(DISCARD_PATH)
    await page.locator("[data-key=clear]").click()
    await expect(page.locator(".counter-slot button")).to_have_count(0)
    field = page.get_by_label("A position, or a link to one")
    await field.fill(copied)
    await field.press("Enter")
    await options_are(page, options(DISCARD))


@pytest.mark.slow
async def test_what_cannot_be_is_refused_by_name(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected.append("api/position")
    page = (await visitor.open(PLAY_PATH)).page
    await expect(page.locator(".ranking-row")).to_have_count(2)
    for card, reason in (
        ("TD", "10♦ is played already."),
        ("2C", "2♣ is the starter."),
        ("JD", "J♦ was discarded."),
        ("9C", "At a count of 4 it is your turn, and you do not hold 9♣."),
    ):
        await press(page, card)
        await expect(says(page)).to_have_text(reason)
        await expect(says(page)).to_have_class(re.compile("problem"))
        # What stood there before still stands.
        await expect(page.locator(".ranking-row")).to_have_count(2)
    await page.get_by_role("radio", name="Opponent").check()
    await expect(says(page)).to_contain_text("10♦")
    await expect(page.locator(".ranking-row")).to_have_count(0)
    await page.get_by_role("textbox", name="You", exact=True).fill("121")
    await page.keyboard.press("Tab")
    await expect(says(page)).to_have_text("A score is a number from 0 to 120.")
    cards = page.get_by_role("textbox", name="Your cards")
    await cards.fill("5H 5H")
    await cards.press("Enter")
    await expect(page.locator(".analyser-tools .problem")).to_have_text("5♥ is there twice.")


@pytest.mark.parametrize("path", ["/ask", "/analyse"])
async def test_spanish_cards_are_typed_and_a_doubtful_letter_is_named(
    visitors: Visitors, path: str
) -> None:
    visitor = await visitors.new(settings=_ES, bypass_csp=True)
    page = (await visitor.open(path)).page
    field = page.locator('input[data-key="cards"]')
    await field.fill("5 de corazones, 5P 6D 7T JD rey de picas")
    await field.press("Enter")
    await options_are(page, options(DISCARD))
    await expect(field).to_have_value(HAND)
    note = page.locator(".field").filter(has=field).get_by_role("alert")
    await expect(note).to_have_count(0)
    await field.fill("5C 5S 6D 7H JD KS")
    await field.press("Enter")
    said = "5C se lee como cinco de tréboles; escribe 5♥ o 5H para cinco de corazones."
    await expect(note).to_have_text(said)
    await options_are(page, options(describe_position("5C 5S 6D 7H JD KS")))
    await check_axe(page, "a doubtful card")
    await page.locator("[data-key=clear]").click()
    await expect(note).to_have_count(0)


@pytest.mark.slow
async def test_an_address_that_is_no_position_says_so(visitors: Visitors) -> None:
    visitor = await visitors.new(settings=_ES)
    visitor.expected.append("api/position")
    page = (await visitor.open("/ask?position=1~nothing")).page
    problem = page.locator(".analyser-tools .problem")
    await expect(problem).to_be_visible()
    field = page.get_by_label("Una posición, o un enlace a una")
    await expect(field).to_have_value("1~nothing")
    await page.locator("[data-key=deal]").click()
    await expect(page.locator(".ranking-row")).to_have_count(15)
    await expect(problem).to_have_count(0)


@pytest.mark.slow
async def test_three_and_four_players(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected.append("api/position")
    page = (await visitor.open("/ask?hand=5H,5S,6D,7C,JD,KS")).page
    await page.get_by_role("radio", name="3", exact=True).check()
    await expect(page.locator(".counter-slot button")).to_have_count(5)
    await expect(page.locator(".ranking-row")).to_have_count(5)
    await page.get_by_role("radio", name="4 singles").check()
    await expect(page.get_by_role("textbox", name="Opposite")).to_have_value("0")
    await page.get_by_role("radio", name="4 in teams").check()
    await page.get_by_role("button", name=re.compile("jack of diamonds, discard")).click()
    await press(page, "2C", "TD")
    await expect(page.locator(".ask-name.is-turn")).to_have_text("Partner")
    await page.locator("[data-key=go]").click()
    await expect(says(page)).to_have_class(re.compile("problem"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "code"),
    [pytest.param(PHONE, "en", marks=pytest.mark.long), (DESKTOP, "es")],
    ids=["phone", "desktop"],
)
async def test_a_position_is_played_to_its_end_verified_and_reviewed(
    visitors: Visitors, server: Server, tmp_path: Path, size: ViewportSize, code: str
) -> None:
    t = language(code)
    by: By = "touch" if size is PHONE else "mouse"
    settings = {"language": code}
    visitor = await visitors.new(
        size, bypass_csp=True, settings=settings, touch=by == "touch", server=server
    )
    page = (await visitor.open(PLAY_PATH)).page
    await ending.press(page, page.get_by_role("button", name=t("Play on")), by)
    await page.wait_for_url(re.compile("/table/"))
    table = page.url
    state = await felt(visitor, 3, by).play()
    assert state["over"]
    await check_axe(page, "the end of a game from a position")
    await ending.verify_and_save(page, tmp_path, by, code)
    record = read((tmp_path / "game.peg").read_text(encoding="utf-8"))
    assert (record.tag("Practice") or "").startswith(f"{write_position(PLAY)} ")
    assert verify_deals(record)[0].code == "practice"
    await ending.press(page, page.locator(".pt-end [data-key=review]"), by)
    await await_review(page)
    # Those of a discard and of a card.
    for kind in ("discard", "play"):
        await page.keyboard.press("d")
        await expect(decision(page).locator(".pt-decision-head b")).not_to_be_empty()
        await still(page)
        assert await page.evaluate(_BESIDE) == 0, kind
        await check_reach(page, f"a reviewed {kind} of a game from a position")
        await check_axe(page, f"a reviewed {kind} of a game from a position")
    # From there the same page answers, and the way back leads to the decision.
    where = await decision(page).locator(".pt-option-cards").all_inner_texts()
    await ending.press(page, page.get_by_role("link", name=t("Ask about this position")), by)
    await expect(page.locator(".ranking-row").first).to_be_visible()
    assert await page.get_by_label(t("Your cards")).input_value() == HAND
    await page.go_back()
    await await_review(page)
    assert await decision(page).locator(".pt-option-cards").all_inner_texts() == where
    await page.goto(table)
    await ending.press(page, page.get_by_role("button", name=t("Back to the decision")), by)
    await expect(page).to_have_url(re.compile(re.escape(PLAY_PATH)))
    await options_are(page, options(PLAY))

"""All pages other than the table: settings, languages, proofs, and the pages without a game."""

import operator
import re

import pytest
from playwright.async_api import ConsoleMessage, ViewportSize, expect

from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.tables import SHORT, at_a_table, felt, place
from tests.browser.visitors import PHONE, Visitors
from tests.browser.waiting import until


async def test_another_language_needs_no_new_page(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page, table = visitor.page, felt(visitor)
    await table.play(lambda state: len(state["cards"]) == 6)
    await expect(page.locator(".pt-log-list")).to_contain_text("Ann discards two cards")
    await page.evaluate("() => { window.marked = true; }")
    before = await place(visitor)
    await page.get_by_role("button", name="Table", exact=True).click()
    await page.get_by_role("button", name="Settings").click()
    panel = page.get_by_role("complementary", name="Settings")
    await panel.locator("summary", has_text="Maggie · English").click()
    await panel.get_by_label("Language").select_option("Español")
    await expect(page.locator("html")).to_have_attribute("lang", "es")
    await table.until(lambda state: state["there"] and state["says"] != before["says"])
    after = await place(visitor)
    assert after["cards"] == before["cards"]
    assert len(after["log"]) == len(before["log"])
    assert after["log"] != before["log"]
    assert await page.evaluate("() => window.marked")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "courts"), [({"width": 390, "height": 844}, 0), ({"width": 1280, "height": 800}, 12)]
)
async def test_a_table_loads_the_courts_that_it_shows_and_warns_of_nothing(
    visitors: Visitors, size: ViewportSize, courts: int
) -> None:
    code, seats = visitors.server.table(
        [("Maggie", "person"), ("Ann", "novice"), ("Ben", "novice")], players=3, target=61
    )
    visitor = await visitors.new(viewport=size, motion=True, settings={"pace": "quick"})
    asked: set[str] = set()
    warned: list[str] = []
    visitor.page.on("request", lambda request: asked.add(request.url))

    def listen(message: ConsoleMessage) -> None:
        # The tests keep service workers out, and the browser says so.
        if message.type == "warning" and "Service Worker" not in message.text:
            warned.append(message.text)

    visitor.page.on("console", listen)
    await visitor.sit(code, seats[:1], ["Maggie", "Ann", "Ben"])
    await felt(visitor, 2).play(lambda state: len(state["cards"]) == 5)
    await felt(visitor, 2).play(lambda state: len(state["cards"]) == 3)
    await expect(visitor.page.locator("link[rel=preload][as=image]")).to_have_count(0)
    pictures = {url for url in asked if "/cards/" in url}
    assert len(pictures) == courts
    assert warned == []


@pytest.mark.slow
async def test_the_keys_are_shown_over_the_table(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    page, table = visitor.page, felt(visitor)
    await table.play(lambda state: len(state["cards"]) == 6)
    dialog = page.get_by_role("dialog", name="Help")
    await page.keyboard.press("?")
    await expect(dialog).to_contain_text("ask for a hint")
    before = await place(visitor)
    # A key press now does not reach the cards behind the panel.
    await page.keyboard.press("1")
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    assert await place(visitor) == before
    await page.get_by_role("button", name="Help", exact=True).click()
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_have_count(0)
    await page.get_by_role("button", name="Help", exact=True).click()
    await expect(dialog).to_be_visible()
    await page.mouse.click(3, 300)
    await expect(dialog).to_have_count(0)


LOCKS = """() => {
  window.locks = 0;
  const wakeLock = { request: async () => {
    window.locks += 1;
    return { release: async () => { window.locks -= 1; } };
  } };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("kinds", "locks"), [(("person", "novice"), 0), (("person",) * 2, 1)])
async def test_the_screen_stays_awake_while_people_wait_for_each_other(
    visitors: Visitors, kinds: tuple[str, ...], locks: int
) -> None:
    code, seats = visitors.server.table(list(zip(("Ann", "Ben"), kinds, strict=True)), **SHORT)
    visitor = await visitors.new()
    await visitor.context.add_init_script(f"({LOCKS})()")
    await visitor.sit(code, seats, ["Ann", "Ben"])
    await visitor.page.locator(".table-stage > *").first.wait_for()
    assert await visitor.page.evaluate("() => window.locks") == locks
    await visitor.page.get_by_role("link", name="To the first page").click()
    await visitor.page.wait_for_url(visitor.server.url + "/")
    await visitor.page.wait_for_function("() => window.locks === 0")


async def test_settings_stay(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/settings")
    page = visitor.page
    await page.get_by_role("group", name="Colours").get_by_label("slate").check()
    await page.get_by_role("switch", name="Four colours").check(force=True)
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "slate")
    await expect(page.get_by_role("switch", name="Four colours")).to_be_checked()
    # On a phone each group is one line with its settings, and all of them fit the screen.
    await page.set_viewport_size(PHONE)
    look = page.locator("#look summary")
    await expect(look).to_contain_text("Slate · four colours")
    await expect(page.get_by_role("switch")).to_have_count(0)
    assert await page.evaluate("() => document.documentElement.scrollHeight") <= PHONE["height"]
    await look.focus()
    await page.keyboard.press("Enter")
    await page.get_by_role("switch", name="Four colours").uncheck(force=True)
    await expect(look).to_contain_text("two colours")
    await expect(page.get_by_role("switch", name="Four colours")).to_be_visible()
    await visitor.open("/settings#pace")
    await expect(page.get_by_role("group", name="Pace", exact=True)).to_be_visible()
    table = await at_a_table(visitors, settings={"theme": "maple"})
    await expect(table.page.locator("html")).to_have_attribute("data-theme", "maple")


@pytest.mark.slow
@pytest.mark.parametrize("allowed", [True, False])
async def test_notifications_are_turned_on_if_allowed(visitors: Visitors, allowed: bool) -> None:
    visitor = await visitors.new()
    answer = "granted" if allowed else "denied"
    await visitor.context.add_init_script(
        f"window.Notification = class {{ static requestPermission = async () => '{answer}'; }}"
    )
    page = (await visitor.open("/settings#sound")).page
    switch = page.get_by_role("switch", name="Notifications")
    await page.locator(".toggle", has_text="Notifications").click()
    if allowed:
        await expect(switch).to_be_checked()
    else:
        await expect(page.get_by_text("Your browser does not allow them")).to_be_visible()
        await expect(switch).not_to_be_checked()


#: Waits until the service worker has kept a whole release, its page last.
_KEPT = """async () => {
  const cache = await caches.open("pegout game /");
  while (!(await cache.keys()).some(({ url }) => new URL(url).search))
    await new Promise(requestAnimationFrame);
}"""


@pytest.mark.slow
async def test_the_service_worker_of_a_server_answers_for_its_files(visitors: Visitors) -> None:
    """The page comes from the server, as long as it can be reached."""
    visitor = await visitors.new(keeps=True)
    page = (await visitor.open("/")).page
    await page.evaluate(_KEPT)
    visitor.expected.append("ERR_INTERNET_DISCONNECTED")
    await page.context.set_offline(True)
    await page.reload()
    await expect(page.locator(".home-tagline")).to_be_visible()
    await page.context.set_offline(False)


async def test_the_board_alone_keeps_a_score(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/board")).page
    await page.get_by_role("button", name="Start").click()
    points = page.get_by_role("group", name="Points")
    await points.get_by_role("button", name="8", exact=True).click()
    await page.locator(".bo-sides").get_by_role("button").first.click()
    await expect(page.locator(".bo-sides")).to_contain_text("8")
    await page.reload()
    await expect(page.locator(".bo-sides")).to_contain_text("8")
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".bo-sides")).not_to_contain_text("+8")


@pytest.mark.slow
async def test_a_hand_is_counted(visitors: Visitors) -> None:
    page = (await (await visitors.new(bypass_csp=True)).open("/count")).page
    for card in ("5C", "5D", "5S", "JH", "5H"):
        await page.locator(f'[data-card="{card}"]').click()
    count = page.get_by_role("region", name="The count")
    await expect(count).to_contain_text("29")
    # Every item lists its cards.
    fives = count.get_by_role("img", name=re.compile(r"^(5\S ?){4}$"))
    await expect(fives).to_have_count(1)
    await check_axe(page, "a hand that is counted")


@pytest.mark.slow
async def test_a_hand_is_typed_and_counted_as_a_crib(visitors: Visitors) -> None:
    page = (await (await visitors.new(bypass_csp=True)).open("/count")).page
    count = page.get_by_role("region", name="The count")
    await expect(count).to_contain_text("type the rank and the suit")
    await page.keyboard.type("2h4h6h10hkd")
    await expect(page.locator(".counter-slot button")).to_have_count(5)
    await page.keyboard.press("Backspace")
    await page.keyboard.type("qs")
    await expect(count).to_contain_text("A flush of four")
    await page.get_by_role("radio", name="Crib").check()
    await expect(count).not_to_contain_text("flush")


@pytest.mark.slow
async def test_every_card_of_the_pack_can_be_touched_on_a_phone(visitors: Visitors) -> None:
    page = (await (await visitors.new(viewport=PHONE, touch=True)).open("/count")).page
    cards = page.locator(".counter-card")
    await expect(cards).to_have_count(52)
    sizes = "all => all.map(one => [one.clientWidth, one.clientHeight])"
    for wide, high in await cards.evaluate_all(sizes):
        assert wide >= 24
        assert high >= 44


@pytest.mark.slow
async def test_the_rule_book_and_what_is_fair(visitors: Visitors) -> None:
    visitor = await (await visitors.new()).open("/rules")
    await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    await expect(visitor.page.get_by_role("heading", level=2).nth(3)).to_be_visible()
    await visitor.open("/fair")
    await expect(visitor.page.get_by_role("heading", name="Fair deals")).to_be_visible()


async def test_a_rule_book_that_did_not_come_is_asked_for_again(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected += ["rulebook", "net::ERR_FAILED"]
    await visitor.page.route("**/api/rulebook/en", lambda route: route.abort())
    page = (await visitor.open("/rules")).page
    await expect(page.locator(".problem")).not_to_be_empty()
    await page.unroute_all()
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", level=2).nth(3)).to_be_visible()
    await expect(page.locator(".problem")).to_have_count(0)


@pytest.mark.slow
async def test_an_address_that_leads_nowhere(visitors: Visitors) -> None:
    visitor = await visitors.new()
    visitor.expected += ["404", "status of 404"]
    page = (await visitor.open("/nowhere")).page
    await expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    await visitor.open("/table/2222222222")
    await expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.slow
async def test_any_error_on_a_page_would_fail_its_test(visitors: Visitors) -> None:
    visitor = await visitors.new(bypass_csp=True)
    page = (await visitor.open("/rules")).page
    wrongs = {
        "fetch('/nowhere')": "404",
        "fetch('https://example.org/').catch(() => null)": "example.org",
        "fetch('http://93.184.216.34/').catch(() => null)": "93.184.216.34",
        "console.error('alas')": "alas",
        "setTimeout(() => { throw Error('oh'); })": "oh",
    }

    async def told() -> list[str]:
        texts = " ".join(visitors.problems)
        return [sign for sign in wrongs.values() if sign not in texts]

    for wrong in wrongs:
        await page.evaluate(f"async () => {{ await {wrong}; }}")
    await until(told, operator.not_)
    visitors.problems.clear()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "es"])
async def test_the_page_about_data_is_reached_from_the_settings(
    visitors: Visitors, lang: str
) -> None:
    visitor = await visitors.new(settings={"language": lang}, viewport=PHONE, bypass_csp=True)
    page = (await visitor.open("/settings")).page
    t = language(lang)
    await page.get_by_role("link", name=t("Your data")).click()
    await expect(page.get_by_role("heading", name=t("What is stored"))).to_be_visible()
    await expect(page.get_by_role("heading", name=t("For how long"))).to_be_visible()
    await check_axe(page, f"the page about data, {lang}")
    await page.get_by_role("link", name=t("Back")).click()
    await expect(page.get_by_role("heading", name=t("Settings"), level=1)).to_be_visible()

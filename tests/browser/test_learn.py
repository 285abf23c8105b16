"""Drills and the daily in the browser: answered by press or by keys, the next by the same key."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from pegout.cards import format_cards
from pegout.school.choices import options_at
from pegout.school.counting_drill import read_count
from pegout.school.progress import read
from tests.browser.axe import check_axe
from tests.browser.reach import check_reach
from tests.browser.visitors import DESKTOP, PHONE, Visitors

COUNT = "7C 7D 8H 9S | KC"
DISCARD = "1~standard~discard~deal-1-1~score-10.20~rear-0.0~dealt-5H5S6D7CJDKS.xxxxxx"
ITEM = {
    "memory": {
        "due": "2026-01-01",
        "last": "2025-12-31",
        "stability": 0.212,
        "difficulty": 6.4133,
        "state": "learning",
    },
    "answers": 1,
    "missed": 1,
}

#: Has the system take files, and keeps what is given to it.
_CAN_SHARE = """() => {
  globalThis.shared = [];
  navigator.canShare = () => true;
  navigator.share = async (what) => { shared.push(what); };
}"""


async def keep(page: Page, value: dict[str, Any]) -> None:
    await page.evaluate("text => localStorage.setItem('pegout.progress', text)", json.dumps(value))


async def kept(page: Page) -> str:
    text: str = await page.evaluate("() => localStorage.getItem('pegout.progress')")
    return text


async def asked(page: Page) -> None:
    """Wait for a question."""
    await expect(page.locator(".learn-page .counter-slot").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_what_was_missed_comes_first_and_is_counted(
    visitors: Visitors, size: ViewportSize
) -> None:
    visitor = await visitors.new(size, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    await check_axe(page, "the drills")
    await keep(page, {"version": 1, "drills": {"counting": {"items": {COUNT: ITEM}}}})
    await page.reload()
    await expect(page.locator(".learn-due").first).to_have_text("1 question comes back today.")
    await page.get_by_role("link", name="Counting hands").click()
    await asked(page)
    cards = page.locator(".counter-slot button")
    await expect(cards).to_have_count(5)
    # Two combinations of three, by press.
    for chosen in ((0, 2), (1, 2)):
        for at in chosen:
            await cards.nth(at).click()
        await page.get_by_role("button", name="These score").click()
    await check_axe(page, "combinations of a count")
    await check_reach(page, "a count")
    await page.get_by_role("button", name="Answer").click()
    said = page.locator(".learn-says")
    await expect(said).to_have_text("Missed: a double run of three, 7♣ 7♦ 8♥ 9♠.")
    await check_axe(page, "a count that was missed")
    value = read(await kept(page)).of("counting")
    assert value.items[COUNT].answers == 2
    assert [counts.errors for counts in value.days.values()] == [{"double_run": 1}]
    # The next one is new, and is answered by keys alone.
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Answer")).to_be_visible()
    await asked(page)


@pytest.mark.slow
async def test_a_discard_and_a_card_are_answered_by_keys(visitors: Visitors) -> None:
    visitor = await visitors.new(DESKTOP, bypass_csp=True)
    page = (await visitor.open("/learn/discards")).page
    for drill, keys in (("discards", "12"), ("play", "1")):
        await page.goto(page.url.rpartition("/")[0] + f"/{drill}")
        await asked(page)
        task = await page.locator(".learn-task").text_content()
        for key in keys:
            await page.keyboard.press(key)
        await page.keyboard.press("Enter")
        await expect(page.locator(".learn-result .ranking-item").first).to_be_visible()
        await check_axe(page, f"an answer in {drill}")
        await page.keyboard.press("Enter")
        await expect(page.locator(".learn-result")).to_be_hidden()
        await asked(page)
        await expect(page.locator(".learn-task")).to_have_text(task or "")
    assert set(read(await kept(page)).drills) == {"discards", "play"}


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_new_questions_fit_a_filter_which_is_kept(
    visitors: Visitors, size: ViewportSize
) -> None:
    visitor = await visitors.new(size, bypass_csp=True)
    page = (await visitor.open("/learn/discards")).page
    await asked(page)
    situation = page.locator(".learn-situation")
    await page.get_by_label("Dealer or pone").select_option("As pone")
    await expect(situation).to_contain_text("The opponent deals")
    score = page.get_by_label("At a score")
    # What is typed there chooses no card.
    await score.press_sequentially("84-90")
    await score.press("Tab")
    await expect(situation).to_contain_text("You have 84 points, the opponent 90.")
    await asked(page)
    await expect(page.locator(".counter-slot [aria-pressed=true]")).to_have_count(0)
    await check_axe(page, "a drill with a filter")
    await check_reach(page, "a drill with a filter")
    await page.reload()
    await expect(situation).to_contain_text("You have 84 points, the opponent 90.")
    await expect(page.get_by_label("Dealer or pone")).to_have_value("pone")
    # The question after an answer fits as well, also where the filter changes meanwhile.
    await page.locator(".counter-slot button").nth(0).click()
    await page.locator(".counter-slot button").nth(1).click()
    await page.get_by_role("button", name="Answer").click()
    await expect(page.locator(".learn-says").first).to_be_visible()
    await score.fill("3-4")
    await score.press("Tab")
    await expect(page.locator(".learn-says").first).to_be_visible()
    await page.get_by_role("button", name="Next").click()
    await expect(situation).to_contain_text("You have 3 points, the opponent 4.")
    visitor.expected.append("api/school/question")
    await score.fill("999-4")
    await score.press("Tab")
    await expect(page.locator(".problem")).to_have_text("This drill has no such filter.")
    await score.fill("")
    await score.press("Tab")
    await asked(page)


@pytest.mark.slow
async def test_what_cannot_be_kept_is_said(visitors: Visitors) -> None:
    visitor = await visitors.new(PHONE)
    result = {"version": 1, "score": 50, "grades": ["right"] * 5, "lost": 0.4}
    step: dict[str, Any] = {
        "questions": 5, "question": None, "happened": [], "result": result, "share": "50/100",
        "picture": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
        "label": "Daily", "keep": True, "streak": 1,
    }  # fmt: skip
    await visitor.page.route("**/api/school/daily*", lambda route: route.fulfill(json=step))
    await visitor.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new Error('full'); };"
    )
    says = visitor.page.get_by_text("This browser does not keep what you learn.")
    for path in ("/learn", "/learn/daily"):
        await visitor.open(path)
        await expect(says).to_be_visible()


@pytest.mark.slow
async def test_an_answer_is_timed_only_if_the_player_wants_it(visitors: Visitors) -> None:
    visitor = await visitors.new(PHONE, bypass_csp=True)
    page = (await visitor.open("/learn/counting")).page
    best = {"easy": 0.1, "medium": 0.1, "hard": 0.1}
    await keep(page, {"version": 1, "drills": {"counting": {"best": best}}})
    for timed in (False, True):
        await asked(page)
        await page.locator(".learn-total").fill("99" if timed else "0")
        async with page.expect_request("**/api/school/answer*") as request:
            await page.get_by_role("button", name="Answer").click()
        sent: Any = (await request.value).post_data_json
        assert (sent["seconds"] > 0) == timed
        await expect(page.locator(".learn-says").first).to_be_visible()
        assert await page.get_by_text("seconds for each").count() == timed
        await check_axe(page, "an answer and its time")
        await page.get_by_role("switch", name="Against my best time").check(force=True)
        await page.keyboard.press("Enter")
    # The choice is kept.
    await page.reload()
    await expect(page.get_by_role("switch")).to_be_checked()
    await check_reach(page, "a count against the clock")


@pytest.mark.slow
async def test_the_mistakes_of_a_reviewed_game_come_back(visitors: Visitors) -> None:
    """The game is reviewed as at its end; what was missed in a drill comes back as well."""
    visitor = await visitors.new(DESKTOP, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    await keep(page, {"version": 1, "drills": {"counting": {"items": {COUNT: ITEM}}}})
    decisions = [
        {"seat": seat, "verdict": {"name": name}, "position": position}
        for seat, name, position in (
            (0, "mistake", DISCARD),
            (0, "large_mistake", DISCARD.replace("5H5S6D7CJDKS", "5C5D6S7HJSKD")),
            (0, "fine", DISCARD.replace("5H", "2H")),
            (1, "mistake", DISCARD.replace("5H", "3H")),
        )
    ]
    script = next(iter(await page.evaluate(
        "() => [...document.scripts].map((one) => one.src).filter((one) => one.includes('/js/'))"
    ))).rpartition("/js/")[0]  # fmt: skip
    await page.evaluate(
        """async ([path, review]) => {
          const { keepMistakes } = await import(path);
          for (const game of [1, 1, 2]) await keepMistakes("m", { ...review, game }, 0);
        }""",
        [f"{script}/js/shell/mistakes.js", {"decisions": decisions}],
    )
    assert list(read(await kept(page)).of("discards").items) == [DISCARD]
    await page.reload()
    await expect(page.locator(".learn-due").last).to_have_text("2 questions come back today.")
    await check_axe(page, "what comes back")
    await page.keyboard.press("5")
    for answer in ("12", ""):
        await asked(page)
        if answer:
            await page.locator(".learn-total").fill(answer)
        else:
            await page.keyboard.press("1")
            await page.keyboard.press("2")
        await page.keyboard.press("Enter")
        await expect(page.locator(".learn-says").first).to_be_visible()
        await page.keyboard.press("Enter")
    await expect(page.locator(".learn-task")).to_have_text("Nothing comes back today.")
    await check_axe(page, "the end of the mistakes")
    assert read(await kept(page)).of("discards").items[DISCARD].answers == 2


@pytest.mark.slow
async def test_the_progress_of_a_file_is_taken_over_and_undone(
    visitors: Visitors, tmp_path: Path
) -> None:
    visitor = await visitors.new(PHONE, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    await keep(page, {"version": 1, "daily": {"2026-01-01": {"version": 1, "score": 80}}})
    await page.reload()
    before = await kept(page)
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save as a file").click()
    assert read(Path(await (await saved.value).path()).read_bytes()) == read(before)
    file, bad = tmp_path / "other.json", tmp_path / "bad.json"
    file.write_text(json.dumps({"version": 1, "drills": {"counting": {"items": {COUNT: ITEM}}}}))
    bad.write_text("my notes")
    field = page.locator("input[type=file]")
    visitor.expected.append("api/school/merge")
    await field.set_input_files(bad)
    status = page.get_by_role("status")
    await expect(status).to_contain_text("This file is no progress of Pegout")
    await field.set_input_files(file)
    await expect(status).to_have_text("Both together have 1 question that comes back and 1 daily.")
    assert await kept(page) == before
    await check_axe(page, "progress to take over")
    await page.get_by_role("button", name="Take it over").click()
    both = read(await kept(page))
    assert (set(both.of("counting").items), len(both.daily)) == ({COUNT}, 1)
    await page.get_by_role("button", name="Undo").click()
    assert read(await kept(page)) == read(before)
    # What another tab has kept meanwhile is not overwritten.
    await field.set_input_files(file)
    newer = {"version": 1, "daily": {"2026-01-02": {"version": 1, "score": 90}}}
    await expect(page.get_by_role("button", name="Take it over")).to_be_visible()
    await keep(page, newer)
    await page.get_by_role("button", name="Take it over").click()
    await expect(status).to_contain_text("You have learnt more meanwhile")
    assert read(await kept(page)) == read(json.dumps(newer))


@pytest.mark.slow
async def test_the_daily_is_played_to_its_end_and_kept(visitors: Visitors) -> None:
    """Every question is answered with the best, which the page itself asked for."""
    visitor = await visitors.new(PHONE, settings={"language": "es"}, bypass_csp=True)
    page = (await visitor.open("/learn")).page
    async with page.expect_response("**/api/school/daily*") as response:
        await page.get_by_role("link", name="Reto diario").click()
    question: dict[str, Any] = (await (await response.value).json())["question"]
    await page.evaluate(_CAN_SHARE)
    while question:
        await asked(page)
        if question["drill"] == "counting":
            total = sum([item.points for item in read_count(question["text"]).items])
            await page.locator(".learn-total").fill(str(total))
        else:
            best = format_cards(options_at(question["text"]).best.cards)
            for card in best.split():
                rank = [one for one in question["choosable"] if one[0] == card[0]]
                await page.locator(f'[data-card="{card if card in rank else rank[0]}"]').click()
        async with page.expect_response("**/api/school/daily*") as response:
            await page.get_by_role("button", name="Responder").click()
        question = (await (await response.value).json())["question"]
        await page.get_by_role("button", name="Siguiente").click()
    await expect(page.locator(".counter-sum b")).to_have_text("100")
    await expect(page.locator(".learn-share")).to_contain_text("100/100  ●●●●● ±0")
    picture = page.locator(".share-picture canvas")
    label = re.compile(
        "Reto diario [0-9-]{10}: 100 de 100. Bien, bien, bien, bien, bien. "
        "El reparto: nada perdido. 1 día seguido."
    )
    await expect(picture).to_have_accessible_name(label)
    await check_axe(page, "the end of a daily")
    await check_reach(page, "the end of a daily")
    await page.get_by_role("button", name="Compartir").click()
    shared = await page.evaluate("() => shared.map(({ files: [file], text }) => [file.name, text])")
    ((name, text),) = shared
    assert name.startswith("pegout-20")
    assert text.endswith("  100/100  ●●●●● ±0")
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Guardar la imagen").click()
    png = Path(await (await saved.value).path()).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(png[at : at + 4]) for at in (16, 20)] == [1200, 630]
    (result,) = read(await kept(page)).daily.values()
    assert result.score == 100
    await page.goto(page.url.rpartition("/")[0])
    await expect(page.locator(".learn-due").first).to_have_text("Hoy: 100 de 100.")
    # It is not asked again, and its result can still be shared.
    await page.get_by_role("link", name="Reto diario").click()
    await expect(page.locator(".learn-share")).to_have_text(text)
    await expect(picture).to_have_accessible_name(label)
    await expect(page.get_by_role("button", name="Guardar la imagen")).to_be_visible()
    await check_axe(page, "a daily that was played")

"""My games: the list, replays, records from files, deletion, and moving to another browser."""

import json
import random
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Download, FilePayload, Page, ViewportSize, expect

from pegout.storage import Library
from pegout.text import language
from tests.browser.axe import check_axe
from tests.browser.tables import SHORT
from tests.browser.test_press import GONE, Through
from tests.browser.visitors import FINISHED, PHONE, SIZES, Visitor, Visitors
from tests.browser.waiting import passes, stop_the_clock
from tests.driver import Driver
from tests.network import Line
from tests.server.table import House
from tests.serving import GENEROUS, Server

RECORDS = Path(__file__).parents[2] / "docs" / "records"
_LIMIT = """() => {
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), milliseconds);
    return controller.signal;
  };
}"""
#: The top of each of some elements.
_TOPS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"

#: What reaches beyond the right edge of an element that does not scroll sideways, and by how much.
_BEYOND = """(host) => {
  const edge = host.getBoundingClientRect().left + host.clientWidth;
  const beyond = [...host.querySelectorAll("*")]
    .map((one) => [one.className, one.textContent, one.getBoundingClientRect().right - edge])
    .filter(([, , by]) => by > 0.5);
  const { scrollWidth, clientWidth } = host;
  return scrollWidth > clientWidth ? [scrollWidth, clientWidth, ...beyond] : [];
}"""


async def play_on(
    server: Server, seed: int = 1, *, over: bool = True, names: tuple[str, ...] = ("Maggie", "Ben")
) -> dict[str, Any]:
    """Play a game to its end, or not, and return what a browser stores about its table."""
    home = House(None, None, server.port, None)  # type: ignore[arg-type]
    seats = list(zip(names, ("person", "novice"), strict=True))
    code, tokens = await home.table(seats, target=31, first_deal="cut")
    async with home.sit(code, tokens[0]) as maggie:
        if over:
            await maggie.play(random.Random(seed))
        else:
            await maggie.play(random.Random(seed), lambda player: player.number > 12)
    held = [{"seat": 0, "token": tokens[0]}]
    ended = {"scores": [31, 20], "target": 31} if over else {}
    return {code: {"seats": held, "names": [*names], "updated": seed, "over": over, **ended}}


async def at_the_list(visitors: Visitors, tables: dict[str, Any], **more: Any) -> Visitor:
    visitor = await visitors.new(bypass_csp=True, **more)
    await visitor.remember("pegout.tables", tables)
    return await visitor.open("/games")


async def together(server: Server) -> list[dict[str, Any]]:
    """Have two friends play to the end, and return what the browser of each stores."""
    names = ["Maggie", "Ben"]
    code, seats = server.table([("Maggie", "person"), ("", "open")], **SHORT)
    held = [seats[0], server.post(f"/api/tables/{code}/join", {"name": "Ben"}).json]
    async with Driver(server, code, [seat["token"] for seat in held]) as driver:
        await driver.until(lambda position: bool(position["standing"]["over"]))
    return [
        {code: {"seats": [seat], "names": names, "updated": 1, "over": True}}
        for seat in ({"seat": seat["seat"], "token": seat["token"]} for seat in held)
    ]


def card(page: Page, at: int = 0) -> Any:
    return page.locator(".game").nth(at)


def place(page: Page) -> Any:
    return page.locator(".pt-review-position")


async def open_review(page: Page) -> None:
    await card(page).get_by_role("link", name="Review").click()
    await expect(place(page)).to_contain_text("1 of")


async def read_file(page: Page, name: str, data: bytes) -> None:
    kind = "application/json" if name.endswith(".json") else "text/plain"
    file = FilePayload(name=name, mimeType=kind, buffer=data)
    await page.locator("#games-file").set_input_files([file])


async def save(page: Page, label: str) -> Download:
    async with page.expect_download() as saving:
        await page.get_by_role("button", name=label).click()
    return await saving.value


@SIZES
async def test_a_list_of_games(visitors: Visitors, size: ViewportSize) -> None:
    server = visitors.server
    tables = {**await play_on(server, 2), **await play_on(server, 3, over=False), **FINISHED}
    page = (await at_the_list(visitors, tables, viewport=size)).page
    await expect(page.locator(".game")).to_have_count(3)
    await expect(card(page, 0)).to_contain_text("not finished")
    await expect(card(page, 1).locator(".game-level")).to_have_text(["Novice"])
    await expect(card(page, 2)).to_contain_text("no longer has this game")
    await check_axe(page, "the list")
    tops = await card(page, 0).locator(".game-tools .icon-button").evaluate_all(_TOPS)
    assert len(tops) == 2
    assert len({*tops}) == 1, "what is done with a record stays together"
    await page.get_by_text("Take to another browser").click()
    await check_axe(page, "the way to another browser")
    await card(page, 2).get_by_role("button", name="Take off this list").click()
    await expect(page.locator(".game")).to_have_count(2)
    await card(page, 0).get_by_role("link", name="Continue").click()
    await expect(page.locator(".pt")).to_be_visible()


@pytest.mark.slow
@SIZES
async def test_a_replay_by_keys(visitors: Visitors, size: ViewportSize) -> None:
    page = (await at_the_list(visitors, await play_on(visitors.server), viewport=size)).page
    await open_review(page)
    said = page.locator(".pt-review-text")
    await page.keyboard.press("ArrowDown")
    dealt = await place(page).inner_text()
    await page.keyboard.press("d")
    await expect(said).to_contain_text("You discard")
    await check_axe(page, "a replay")
    await page.keyboard.press("Shift+D")
    await expect(said).to_contain_text("You discard")
    await page.keyboard.press("ArrowUp")
    await expect(place(page)).to_have_text(dealt)
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowLeft")
    await expect(place(page)).to_have_text(dealt)
    # As soon as the game is reviewed, a phone has the mistakes in place of scores and deals.
    await page.get_by_role("button", name="My next decision").click()
    assert await place(page).inner_text() != dealt
    await page.keyboard.press("End")
    await expect(said).to_contain_text("win")
    await page.get_by_role("button", name="My decision before").click()
    await page.reload()
    await expect(place(page)).to_contain_text("1 of")
    await page.get_by_role("link", name="My games").click()
    await expect(card(page)).to_be_visible()


@pytest.mark.slow
async def test_a_replay_in_words_and_in_another_language(visitors: Visitors) -> None:
    settings = {"textView": True, "language": "es"}
    tables = await play_on(visitors.server)
    page = (await at_the_list(visitors, tables, viewport=PHONE, settings=settings)).page
    await card(page).get_by_role("link", name="Repasar").click()
    await expect(place(page)).to_contain_text("1 de")
    await page.keyboard.press("d")
    await expect(page.locator(".text-says")).to_contain_text("Descartas")
    await check_axe(page, "a replay in words")
    width = "document.documentElement.scrollWidth <= innerWidth"
    assert await page.evaluate(width)
    # What is said above the strip is widest at a mistake.
    await expect(page.locator(".text-decision")).to_have_attribute("data-state", "decision")
    await page.locator(".pt-strip-full").evaluate(
        "(element) => { element.textContent = 'Ganas el 21 % (mejor: 44 %)'; }"
    )
    assert await page.locator(".text-host").evaluate(_BEYOND) == []


@pytest.mark.slow
async def test_a_game_that_is_deleted_is_gone_everywhere(visitors: Visitors) -> None:
    tables = await play_on(visitors.server)
    page = (await at_the_list(visitors, tables)).page
    delete = card(page).get_by_role("button", name="Delete")
    await delete.click()
    await expect(page.locator(".games-status")).to_contain_text("Press again")
    await delete.click()
    await expect(page.locator(".games-status")).to_have_text("Deleted.")
    await expect(page.locator(".game")).to_have_count(0)
    (code,) = tables
    assert visitors.server.get(f"/api/tables/{code}").status == 404


@pytest.mark.slow
async def test_records_are_opened_and_the_damaged_ones_named(visitors: Visitors) -> None:
    sound = (RECORDS / "two.peg").read_bytes()
    broken = sound[: len(sound) // 2] + b"\nnonsense\n"
    page = (await (await visitors.new(bypass_csp=True)).open("/games")).page
    await expect(page.get_by_text("No game is kept in this browser.")).to_be_visible()
    await page.locator("#games-file").set_input_files(
        [
            FilePayload(name="friday.peg", mimeType="text/plain", buffer=sound),
            FilePayload(name="torn.peg", mimeType="text/plain", buffer=broken),
        ]
    )
    await expect(page.locator(".games-status")).to_contain_text("1 record was opened.")
    await expect(page.locator(".games-faults li")).to_contain_text("torn.peg, line ")
    await expect(page.locator(".game")).to_have_count(1)
    await page.reload()
    await open_review(page)
    await page.get_by_role("combobox", name="Seen by").select_option(index=1)
    await expect(place(page)).to_contain_text("1 of")
    await check_axe(page, "the replay of a file")
    assert (await save(page, "Save the record")).suggested_filename.endswith(".peg")


@pytest.mark.slow
async def test_everything_is_saved_and_read_again(visitors: Visitors) -> None:
    tables = {**await play_on(visitors.server, 4), **await play_on(visitors.server, 5)}
    page = (await at_the_list(visitors, tables)).page
    file = await (await save(page, "Save all")).path()
    other = (await (await visitors.new()).open("/games")).page
    await read_file(other, "all.peg", file.read_bytes())
    await expect(other.locator(".games-status")).to_contain_text("2 records were opened.")


@pytest.mark.slow
async def test_a_list_goes_to_another_browser(visitors: Visitors) -> None:
    tables = {**await play_on(visitors.server, 6), **await play_on(visitors.server, 7, over=False)}
    page = (await at_the_list(visitors, tables)).page
    await page.get_by_text("Take to another browser").click()
    field = page.get_by_label("Link to this list")
    await expect(field).to_have_value(re.compile("#take="))
    link = await field.input_value()
    other = await visitors.new()
    await other.page.goto(link)
    await expect(other.page.locator(".games-status")).to_have_text(
        "2 games were added to this list."
    )
    assert "take" not in other.page.url
    await expect(other.page.locator(".game")).to_have_count(2)
    kept = await other.page.evaluate("() => localStorage.getItem('pegout.tables')")
    assert {code: table["seats"] for code, table in json.loads(kept).items()} == {
        code: table["seats"] for code, table in tables.items()
    }
    # Within the page only the part after the # changes.
    await other.page.goto(link)
    await expect(other.page.locator(".games-status")).to_contain_text("on this list already")
    await other.page.goto(link[:-7])
    await expect(other.page.locator(".games-status")).to_contain_text("not complete")


@pytest.mark.slow
async def test_what_was_played_has_its_day_result_and_averages(visitors: Visitors) -> None:
    server = visitors.server
    tables = await play_on(server, 8)
    ((code, kept),) = tables.items()
    told = server.post(
        "/api/games", {"tables": [{"code": code, "token": kept["seats"][0]["token"]}]}
    ).json[0]["matches"][0]
    page = (await at_the_list(visitors, tables, locale="en")).page
    year = re.compile(r"\d{4}")
    await expect(card(page).locator(".game-date")).to_have_text(year)
    won = told["winners"] == [0]
    await expect(card(page).locator(".game-tag")).to_have_text(["won" if won else "lost"])
    await expect(card(page).locator(".game-name")).to_have_text(["You", "Ben"])
    scores = [str(score) for score in told["games"][0]["scores"]]
    await expect(card(page).locator(".game-bars b")).to_have_text(scores)
    await read_file(page, "early.peg", (RECORDS / "early.peg").read_bytes())
    await expect(page.locator(".game", has_text="From a file")).to_contain_text("stopped")


@SIZES
async def test_my_games_say_how_one_is_doing(visitors: Visitors, size: ViewportSize) -> None:
    server = visitors.server
    tables = {
        code: kept for seed in range(6) for code, kept in (await play_on(server, seed)).items()
    }
    page = (await at_the_list(visitors, tables, viewport=size)).page
    line = page.locator(".stats-line")
    await expect(line).to_have_text(re.compile(r"^6 games, \d won"))
    if not await page.locator(".stats[open]").count():
        await line.click()
    levels = page.get_by_role("region", name="Results by level").get_by_role("row")
    await expect(levels).to_have_count(2)
    await expect(levels.last).to_contain_text("Novice")
    wide = "(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length"
    assert await page.locator(".stats-scroll").evaluate_all(wide) == 0
    deals = page.locator(".stats-part", has_text="Points in a deal")
    await deals.get_by_text("As a table").click()
    await expect(deals.get_by_role("row")).to_have_count(6)
    await check_axe(page, "the statistics")
    won = await page.locator(".game-tag.won").count()
    await page.get_by_label("Every result").select_option("won")
    await expect(page.locator(".game")).to_have_count(won)


@pytest.mark.slow
async def test_the_list_says_which_games_go_and_when(browser: Browser, tmp_path: Path) -> None:
    options = (*GENEROUS, "--keep-finished", "9d", "--keep-abandoned", "3d")
    with Server(tmp_path, tmp_path / "log", options=options) as server:
        async with Visitors(browser, server) as visitors:
            tables = {**await play_on(server, 2), **await play_on(server, 3, over=False)}
            page = (await at_the_list(visitors, tables)).page
            for at, days in ((0, 3), (1, 9)):
                until = (datetime.now(UTC) + timedelta(days=days)).strftime("%b %-d, %Y")
                note = f"The server keeps it until {until}."
                await expect(card(page, at)).to_contain_text(note)
            assert not visitors.problems


@pytest.mark.slow
async def test_each_of_two_friends_deletes_a_game_for_themselves(visitors: Visitors) -> None:
    server = visitors.server
    hers, his = await together(server)
    (code,) = hers
    maggie = await at_the_list(visitors, hers)
    delete = card(maggie.page).get_by_role("button", name="Delete")
    await delete.click()
    await delete.click()
    await expect(maggie.page.locator(".games-status")).to_have_text("Deleted.")
    assert await maggie.page.evaluate("localStorage['pegout.tables']") == "{}"
    page = (await at_the_list(visitors, his, settings={"language": "es"})).page
    await expect(card(page)).to_contain_text("Asiento 1")
    await expect(card(page)).not_to_contain_text("Maggie")
    await card(page).get_by_role("link", name="Repasar").click()
    await expect(place(page)).to_contain_text("1 ")
    await expect(page.locator("main")).not_to_contain_text("Maggie")
    await page.go_back()
    delete = card(page).get_by_role("button", name=language("es")("Delete"))
    await delete.click()
    await delete.click()
    await expect(page.locator(".game")).to_have_count(0)
    assert server.get(f"/api/tables/{code}").status == 404


@pytest.mark.slow
async def test_a_game_that_others_play_on_is_only_taken_off_the_list(visitors: Visitors) -> None:
    server = visitors.server
    code, seats = server.table([("Maggie", "person"), ("", "open")], **SHORT)
    server.post(f"/api/tables/{code}/join", {"name": "Ben"})
    held = [{"seat": seats[0]["seat"], "token": seats[0]["token"]}]
    kept = {"seats": held, "names": ["Maggie", "Ben"], "updated": 1, "over": False}
    visitor = await at_the_list(visitors, {code: kept})
    visitor.expected += ["400"]
    page = visitor.page
    said = page.locator(".games-status")
    delete = card(page).get_by_role("button", name="Delete")
    await delete.click()
    await expect(said).to_contain_text("Press again to delete")
    await delete.click()
    await expect(said).to_contain_text("Other players want to continue this game.")
    await delete.click()
    await expect(said).to_have_text("Taken off the list.")
    await expect(page.locator(".game")).to_have_count(0)
    assert server.get(f"/api/tables/{code}").status == 200


@pytest.mark.slow
async def test_what_the_server_deleted_keeps_its_line_with_the_skunk(visitors: Visitors) -> None:
    tables = await play_on(visitors.server, 5)
    page = (await at_the_list(visitors, tables)).page
    await expect(card(page).locator(".game-bars")).to_be_visible()
    assert (await save(page, "Save the record")).suggested_filename.endswith(".peg")
    ((code, kept),) = tables.items()
    token = kept["seats"][0]["token"]
    left = visitors.server.post(f"/api/tables/{code}/forget", {}, token=token)
    assert left.status == 200
    await page.evaluate(
        """() => {
          const told = JSON.parse(localStorage["pegout.played"]);
          Object.values(told)[0].matches[0].games[0].skunks = [0, 1];
          localStorage["pegout.played"] = JSON.stringify(told);
        }"""
    )
    await page.reload()
    await expect(card(page)).to_contain_text("The server no longer has this game")
    await expect(card(page).locator(".game-tag", has_text="skunk")).to_be_visible()
    await expect(card(page).get_by_role("link", name="Review")).to_have_count(0)


@pytest.mark.slow
async def test_a_browser_that_keeps_nothing_says_so(visitors: Visitors) -> None:
    visitor = await visitors.new()
    await visitor.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }"
    )
    page = (await visitor.open("/games")).page
    await expect(page.get_by_text("This browser keeps nothing for this page")).to_be_visible()


@pytest.mark.slow
async def test_a_list_goes_to_another_browser_in_a_file(visitors: Visitors) -> None:
    tables = {**await play_on(visitors.server, 6), **await play_on(visitors.server, 7, over=False)}
    page = (await at_the_list(visitors, tables)).page
    await read_file(page, "early.peg", (RECORDS / "early.peg").read_bytes())
    await expect(page.locator(".games-status")).to_have_text("1 record was opened.")
    await page.get_by_text("Take to another browser").click()
    await expect(page.get_by_text("Records from files go along in the file")).to_be_visible()
    file = await (await save(page, "Save as a file")).path()
    other = (await (await visitors.new()).open("/games")).page
    await read_file(other, "games.json", file.read_bytes())
    said = other.locator(".games-status")
    await expect(said).to_have_text("1 record was opened. 2 games were added to this list.")
    await expect(other.locator(".game")).to_have_count(3)
    # An unfinished game resumes there.
    await other.get_by_role("link", name="Continue").click()
    await expect(other.locator(".pt-foot .pt-do")).to_be_visible()


@pytest.mark.slow
async def test_on_one_s_own_machine_all_browsers_and_the_terminal_list_the_same(
    browser: Browser, tmp_path: Path
) -> None:
    with Server(tmp_path, tmp_path / "log", program="tests.browser.own") as server:
        tables = await play_on(server, 4)
        async with Visitors(browser, server) as visitors:
            page = (await at_the_list(visitors, tables)).page
            await expect(card(page).locator(".game-bars")).to_be_visible()
            # The server's list comes after this browser's own, and is the same.
            await page.wait_for_load_state("networkidle")
            await expect(page.locator(".game")).to_have_count(1)
            other = (await (await visitors.new()).open("/games")).page
            await expect(card(other).locator(".game-tag").first).to_be_visible()
            await expect(card(other)).to_contain_text("You")
            with Library.open(tmp_path) as library:
                (kept,) = library.matches()
            await card(other).get_by_role("link", name="Review").click()
            await other.wait_for_url(f"**/games/library/{kept.id}")
            await expect(place(other)).to_contain_text("1 of")
            assert not visitors.problems


@pytest.mark.slow
async def test_the_list_answers_every_press_on_a_slow_line(visitors: Visitors) -> None:
    tables = await play_on(visitors.server, 9)
    async with Line(visitors.server.port) as line:
        visitor = await visitors.new(server=Through(visitors.server, line))
        visitor.expected += GONE
        page = visitor.page
        # The time limit of a request goes by the clock of the page, which the test moves.
        await page.clock.install()
        await page.add_init_script(f"({_LIMIT})()")
        await visitor.remember("pegout.tables", tables)
        await visitor.open("/games")
        said = page.locator(".games-status")
        delete = card(page).get_by_role("button", name="Delete")
        await expect(card(page).locator(".game-bars")).to_be_visible()
        await page.wait_for_load_state("networkidle")
        await stop_the_clock(page)
        line.swallow()
        await delete.click()
        await expect(said).to_contain_text("Press again")
        await delete.click()
        await expect(delete).to_have_class(re.compile("sent"))
        passed = 0
        for text in ("Sending…", "No answer yet; one moment more.", "cannot be reached"):
            passed += await passes(page, said.filter(has_text=text).count)
        assert passed <= 16_000
        await expect(delete).not_to_have_class(re.compile("sent"))
        line.mend()
        await page.clock.resume()
        await delete.click()
        await expect(said).to_have_text("Deleted.")


@pytest.mark.slow
@pytest.mark.parametrize("words", [False, True], ids=["drawn", "in words"])
async def test_a_replay_shows_counts_as_they_were_made(visitors: Visitors, words: bool) -> None:
    text = (RECORDS / "muggins.peg").read_text("utf-8")
    visitor = await visitors.new(settings={"textView": words})
    page = (await visitor.open("/games")).page
    await read_file(page, "m.peg", text.encode())
    await open_review(page)
    replay = visitors.server.post("/api/records/replay", {"text": text, "seat": 0}).json
    log = replay["games"][0]["log"]
    counted = ("claimed", "muggins_called")
    wanted = {line["say"] for line in log if line["event"]["type"] in counted and line.get("say")}
    assert any("muggins" in say.lower() for say in wanted)
    place_of = page.locator(".pt-review-slider, .text-review input[type=range]").first
    steps = int(await place_of.get_attribute("max") or 0)
    seen, shown = set(), 0
    says = page.locator(".pt-review-text").first
    for _ in range(steps):
        await page.keyboard.press("Shift+ArrowRight")
        seen.add(await says.inner_text())
        shown = max(shown, await page.locator(".pt-items li:visible, .text-count li").count())
    # The review adds the value of each decision to its line.
    assert all(any(said.startswith(say) for said in seen) for say in wanted)
    assert words or shown > 1

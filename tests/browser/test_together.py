"""Several people: at one screen, at several, and a spectator."""

import asyncio

import pytest
from playwright.async_api import expect

from pegout.cards import Card
from tests.browser.felt import Felt
from tests.browser.tables import NAMES, SHORT, at_a_table, felt
from tests.browser.truth import Truth, cards_in, log_of, texts
from tests.browser.visitors import Visitor, Visitors
from tests.browser.waiting import PAUSE, until
from tests.driver import Driver


async def told_too_much(visitor: Visitor, code: str, seat: int | None) -> set[Card]:
    """Return the cards on a page that a seat may not know, or may not see any more."""

    async def at_rest() -> tuple[Truth, Truth, dict[str, list[str]]]:
        before = Truth.of(log_of(visitor.server, code), seat)
        told = await texts(visitor.page)
        return before, Truth.of(log_of(visitor.server, code), seat), told

    truth, _, told = await until(at_rest, lambda seen: seen[0] == seen[1])
    return cards_in(told["now"]) - truth.known | cards_in(told["past"]) - truth.past


@pytest.mark.parametrize("enough", [1, pytest.param(30, marks=pytest.mark.long)])
async def test_two_at_a_screen_never_see_each_others_cards(visitors: Visitors, enough: int) -> None:
    """Play until the cover has been there often enough, or else to the end."""
    code, seats = visitors.server.table([("Maggie", "person"), ("Ann", "person")], **SHORT)
    visitor = await (await visitors.new()).sit(code, seats, [*NAMES[:2]])
    table = felt(visitor)
    table.shared = True
    covers = visible = 0
    holder = 0
    while not (state := await table.state())["over"] and visible < enough:
        if state["covered"]:
            assert not await told_too_much(visitor, code, None), "nothing lies under the cover"
            words = await visitor.page.locator(".cover-button").inner_text()
            holder = NAMES.index(words.removeprefix("I am "))
            covers += 1
            await table.uncover()
            continue
        hidden = Truth.of(log_of(visitor.server, code), holder).hidden
        mine = state["bright"] and state["bright"]["label"].startswith(("Discard", "Play"))
        if hidden and (state["fan"] or mine):
            assert not await told_too_much(visitor, code, holder)
            shown = {Card.parse(card["key"]) for card in state["cards"]}
            assert shown <= Truth.of(log_of(visitor.server, code), holder).known
            if len(shown) == 6:
                # As the opponent's view the same page would reveal too much.
                assert await told_too_much(visitor, code, 1 - holder) >= shown
            visible += len(shown) > 0
        if not await table.step(state):
            await asyncio.sleep(PAUSE)
    # Both discard and both play: the screen changes hands many times.
    assert covers >= min(6, enough)
    assert visible >= min(6, enough)


async def same_ends(*tables: Felt) -> None:
    """Check that all screens show the same end, and logs of the same length."""
    ends = []
    for table in tables:
        await expect(table.end).to_be_visible()
        rows = table.end.get_by_role("row")
        cells = [
            (await row.get_by_role("cell").all_inner_texts()) for row in (await rows.all())[1:]
        ]
        ends.append((cells, len(await table.log())))
    assert all(end == ends[0] for end in ends), ends
    numbers = [int(row[-1]) for row in ends[0][0]]
    assert max(numbers) == SHORT["target"]
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.slow
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
    first, second = felt(host, 1), felt(friend, 2)
    await asyncio.gather(first.play(), second.play())
    await same_ends(first, second)
    await expect(first.end.get_by_role("heading")).to_have_text(
        (await second.end.get_by_role("heading").inner_text())
        .replace("You win", "Ben wins")
        .replace("Maggie wins", "You win")
    )


@pytest.mark.long
async def test_two_teams_at_two_screens(visitors: Visitors) -> None:
    names = [*NAMES]
    code, seats = visitors.server.table(
        list(zip(names, ("person", "novice", "open", "novice"), strict=True)), players=4, **SHORT
    )
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ben"}).json
    maggie = await (await visitors.new()).sit(code, seats, names)
    ben = await (await visitors.new()).sit(code, [joined], names)
    first, second = felt(maggie, 3), felt(ben, 4)
    await asyncio.gather(first.play(), second.play())
    await same_ends(first, second)
    await expect(first.end.get_by_role("row")).to_have_count(3)


async def test_somebody_watches_and_sees_no_hand(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    tokens = [seats[0]["token"], joined["token"]]
    watcher = await (await visitors.new()).open(f"/table/{code}")
    await watcher.page.get_by_role("button", name="Watch").click()
    table = felt(watcher)
    async with Driver(visitors.server, code, tokens) as driver:
        await driver.until(lambda position: position["view"]["phase"] == "discard")
        await expect(watcher.page.locator(".pt-log-list")).to_contain_text("Deal 1")
        assert not await told_too_much(watcher, code, None)
        assert await table.hand.count() == 0
        await driver.until(lambda position: bool(position["standing"]["over"]))
    await expect(table.end).to_be_visible()
    await expect(table.end.get_by_role("button", name="Play again")).to_have_count(0)


@pytest.mark.slow
async def test_a_ready_phrase_is_heard_at_the_other_screen(visitors: Visitors) -> None:
    code, seats = visitors.server.table([("Maggie", "person"), ("", "open")], **SHORT)
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    maggie = await (await visitors.new()).sit(code, seats, [*NAMES[:2]])
    ann = await (await visitors.new()).sit(code, [joined], [*NAMES[:2]])
    await felt(ann).until(lambda state: bool(state["there"]))
    await maggie.page.get_by_role("button", name="Say something").click()
    await maggie.page.get_by_role("menuitem", name="Good luck!").click()
    await expect(ann.page.get_by_role("log")).to_contain_text("Good luck!")


@pytest.mark.slow
async def test_a_table_in_words_is_the_same_table(visitors: Visitors) -> None:
    visitor = await at_a_table(visitors)
    table = felt(visitor)
    await table.play(lambda state: len(state["cards"]) == 6)
    await visitor.page.get_by_role("button", name="Table", exact=True).click()
    await visitor.page.get_by_role("button", name="The table in words").click()
    await expect(visitor.page.get_by_role("region", name="Your hand")).to_be_visible()
    cards = visitor.page.get_by_role("region", name="Your hand").get_by_role("button")
    await expect(cards).to_have_count(6)

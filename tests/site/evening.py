"""What a user does in an evening with the application, where there is nothing but Python."""

import asyncio
import itertools
import random
from contextlib import suppress
from typing import Any, Final

from pegout.rules import PRESETS, Rules
from pegout.table.offers import offered_levels
from tests.site.pages import Page, open_page

HAND = ["5H", "5S", "5D", "JC"]
DAY: Final = "2026-11-28"
#: Rules under which the play is not solved, or of three and four.
RULES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"players": 3},
    {"players": 4},
    {"lowball": True},
    {"five_card": True},
    {"runs_in_play": False},
)


async def play(page: Page, level: str, **rules: Any) -> None:
    """Play a game to its end at random."""
    code, token = await page.table(level, **rules)
    number = await page.enter(code, token)
    over = await page.play(number, random.Random(1))
    assert over["standing"]["over"], (level, rules)
    page.post(type="close", id=number)


async def play_against_every_level() -> None:
    """Play games of two, three and four against every level."""
    async with open_page() as page:
        for level in offered_levels():
            for players in (2, 3, 4):
                await play(page, level, players=players)


async def play_by_every_preset() -> None:
    """Play games of two, three and four against the expert, by every set of rules."""
    async with open_page() as page:
        for preset in PRESETS:
            for players in (2, 3, 4):
                if target := shortest(preset, players):
                    rules = {"preset": preset, "players": players, "target": target}
                    await play(page, "expert", **rules)


def shortest(preset: str, players: int) -> int | None:
    """Return the lowest target that a preset allows; none if so many cannot play by it."""
    for target in (31, 61, 121):
        with suppress(ValueError):
            return Rules(preset, players=players, target=target).target
    return None


async def ask_for_help() -> None:
    """Ask for hints at the first decisions under several rules."""
    async with open_page() as page:
        for rules in RULES:
            code, token = await page.table("club", **rules)
            number = await page.enter(code, token)
            kinds, turns = set[str](), itertools.count()
            while kinds != {"discard", "play"}:
                page.say(number, type="sync", match="", since=0)
                position = await page.hear(number, "position")
                legal, match = position["standing"]["legal"], position["match"]
                if not legal:
                    await asyncio.sleep(0)
                    continue
                kind = legal[0]["type"] if len(legal) > 1 else ""
                if kind in {"discard", "play"} - kinds:
                    page.say(number, type="hint", match=match, id="h")
                    hint = await page.hear(number, "suggestion", "refused")
                    assert hint["type"] == "suggestion", (rules, hint)
                    assert hint["advice"]["kind"] == kind
                    kinds.add(kind)
                turn = f"turn-{next(turns)}"
                page.say(number, type="act", match=match, action=legal[-1], id=turn)
                assert (await page.hear(number, "done", "refused"))["type"] == "done"
            page.post(type="close", id=number)


async def learn_for_an_evening() -> None:
    """Answer a question of each drill and the daily, and look at every analysis."""
    async with open_page() as page:
        text = ""
        for drill in ("counting", "discards", "play"):
            asked = await page.send("/api/school/question", {"drill": drill, "seed": 5})
            answer = " ".join(asked["choosable"][: asked["choose"]]) or "1"
            text = asked["text"]
            given = {"drill": drill, "text": text, "answer": answer, "day": DAY}
            assert (await page.send("/api/school/answer", given))["grade"], drill
        missed = {"positions": [text], "day": DAY}
        assert (await page.send("/api/school/mistakes", missed))["drills"]
        assert (await page.send("/api/school/daily", {"day": DAY}))["question"]
        assert (await page.send("/api/school/squares/best", {"deal": DAY}))["says"]
        for players in (2, 4):
            rows = (await page.get(f"/api/chances/map?players={players}"))["rows"]
            assert len(rows) == 121
        for scores in ("100-90", "100-90-80"):
            players = scores.count("-") + 1
            assert await page.get(f"/api/chances?scores={scores}&players={players}")
        for players, cards in ((2, "5H 5S 6D 7C JD KS"), (3, "5H 5S 6D 7C JD")):
            query = f"cards={cards.replace(' ', '+')}&players={players}"
            assert await page.get(f"/api/discards?{query}")


async def play_an_evening() -> None:
    """Play a game against club, look at it again, and count a hand."""
    async with open_page() as page:
        code, token = await page.table()
        number = await page.enter(code, token)
        over = await page.play(number, random.Random(1))
        assert max(over["view"]["scores"]) >= 31
        page.post(type="close", id=number)
        await page.hear(number, "closed")
        replay = await page.get(f"/api/tables/{code}/replay", token)
        assert replay["match"] == over["match"]
        tables = {"tables": [{"code": code, "token": token}]}
        [game] = await page.send("/api/games", tables)
        assert (game["code"], game["status"]) == (code, "over")
        figures = await page.send("/api/games/figures", tables)
        assert figures
        counted = await page.send("/api/count", {"cards": HAND, "starter": "5C"})
        assert counted["points"] == 29
        [match] = await page.get("/api/library")
        assert match["match"] == over["match"]

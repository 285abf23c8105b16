"""What a user does in an evening with the application, where there is nothing but Python."""

import random

from tests.site.pages import open_page

HAND = ["5H", "5S", "5D", "JC"]


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

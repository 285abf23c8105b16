"""Actions at the end of a game: verifying its deals and saving its record."""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from pegout.text import language
from tests.browser.felt import By

#: The most presses of Tab until the focus must have reached a button.
_MANY = 80


async def press(page: Page, button: Locator, by: By) -> None:
    if by == "mouse":
        await button.click()
    elif by == "touch":
        await button.tap()
    else:
        await expect(button).to_be_visible()
        for _ in range(_MANY):
            if await button.evaluate("(one) => one === document.activeElement"):
                break
            await page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not come to {button}")
        await page.keyboard.press("Enter")


async def verify_and_save(page: Page, folder: Path, by: By = "mouse", code: str = "en") -> None:
    """Verify at the end of a game: every deal is proved, on the page and by its saved record."""
    t = language(code)
    panel = page.get_by_role("complementary", name=t("Verify"))
    more = page.get_by_role("button", name=t("More"), exact=True)
    if await more.is_visible():
        await press(page, more, by)
    await press(page, page.get_by_role("button", name=t("Verify"), exact=True), by)
    await expect(panel.locator(".fair-summary")).to_contain_text(
        "Your cards were fixed before the first deal."
        if code == "en"
        else "Tus cartas estaban fijadas antes del primer reparto."
    )
    await expect(panel.get_by_text(t("proved"), exact=True).first).to_be_visible()
    for words in (t("not proved"), t("not over yet")):
        await expect(panel.get_by_text(words)).to_have_count(0)
    await press(page, panel.get_by_role("button", name=t("Close")), by)
    await expect(panel).to_be_hidden()
    file = folder / "game.peg"
    async with page.expect_download() as download:
        save = page.get_by_role("button", name=t("Save the record")).first
        await press(page, save, by)
    await (await download.value).save_as(file)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pegout", "verify", file),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()

"""Waiting until a page has its final look."""

from typing import Final

from playwright.async_api import Page

#: After a change of size the next frame lays the table out, and fading elements do not have their
#: colours yet. Endless animations are not waited for.
_SETTLED: Final = """async () => {
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const moving = () => document.getAnimations().filter((one) =>
    Number.isFinite(one.effect?.getComputedTiming().endTime) && one.playState === "running");
  do {
    await Promise.allSettled(moving().map((one) => one.finished));
    await frame();
    await frame();
  } while (moving().length);
}"""


async def settle(page: Page) -> None:
    """Wait until the layout is complete and nothing moves."""
    await page.evaluate(_SETTLED)

"""Waits until a page looks as it is going to."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Page

__all__ = ["settled"]

#: After a change of size the table is laid out in the next frame; what is still fading in has not
#: got its colours yet. What moves for ever is not waited for.
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


async def settled(page: Page) -> None:
    """Wait until everything is laid out and nothing moves."""
    await page.evaluate(_SETTLED)

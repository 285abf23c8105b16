"""Icons as pictures, for systems that install no drawing: ``python -m tools.icons``.

They are taken of ``client/icon.svg`` in Chromium.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from tests.browser.visitors import launch

CLIENT: Final = Path(__file__).resolve().parent.parent / "src" / "pegout" / "client"
#: Each picture, its size, and how much of it the drawing takes. A system cuts the corners off one
#: that is maskable, and iOS those of its own.
PICTURES: Final = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.8),
    "icon-touch.png": (180, 0.9),
}
#: What lies around a drawing that does not take the whole picture.
_GROUND: Final = "#1c1712"


async def draw() -> None:
    """Take every picture."""
    drawing = (CLIENT / "icon.svg").read_text("utf-8")
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for name, (size, share) in PICTURES.items():
            page = await browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if share == 1 else _GROUND
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
            svg = drawing[drawing.index("<svg") :].replace(
                "<svg", f'<svg width="{size * share}" height="{size * share}"', 1
            )
            await page.set_content(f'<body style="{style}">{svg}')
            await page.screenshot(path=CLIENT / name, omit_background=True)
            await page.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw())

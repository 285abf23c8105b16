"""axe-core, which detects most barriers to accessibility on a page."""

from pathlib import Path
from typing import Final

from playwright.async_api import Page

from tests.browser.settling import settle

_SOURCE: Final = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
_RUN: Final = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


async def check_axe(page: Page, where: str) -> None:
    """Fail for every violation that axe detects; the context must bypass the page's own CSP."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.add_script_tag(path=_SOURCE)
    await settle(page)
    found = await page.evaluate(_RUN)
    assert not found, f"{where}:\n" + "\n\n".join(found)

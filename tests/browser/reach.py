"""Problems of a small window: covered cards, overlapping words, and unreachable controls."""

from typing import Final

from playwright.async_api import Page

from tests.browser.settling import settle

#: How much of a covered card must be visible, of its width and of its height.
_CORNER: Final = 0.38
_FOUND: Final = """([corner, within]) => {
  const found = [];
  const wide = document.documentElement.clientWidth;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (names, from = document) => [...from.querySelectorAll(names)].filter(seen);
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className}`
    + ` ${(one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40)}`;
  const meet = (a, b, by = 1) => a.left < b.right - by && b.left < a.right - by
    && a.top < b.bottom - by && b.top < a.bottom - by;
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    // What is too long is cut off where its element ends, or the list that it stands in.
    const clips = [one, one.closest(".pt-show, .pt-summary")]
      .filter((around) => around && getComputedStyle(around).overflowX !== "visible")
      .map((around) => around.getBoundingClientRect());
    const cut = (rect, box) => ({
      left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right),
      top: Math.max(rect.top, box.top), bottom: Math.min(rect.bottom, box.bottom),
    });
    return [...range.getClientRects()]
      .map((rect) => clips.reduce(cut, rect))
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  };
  const shown = document.documentElement.scrollWidth;
  if (shown > wide) found.push(`the page is ${shown} wide in a window of ${wide}`);

  // Cards: the corner of each is free of other cards and of words.
  const table = document.querySelector(".pt");
  if (table && !within && !table.querySelector(".pt-end")?.checkVisibility()) {
    const zones = ["hand", "slot", "pile", "shown", "starter", "cut"];
    const cards = all(".pt-card", table)
      .filter((one) => zones.includes(one.dataset.zone) && !one.classList.contains("gone"))
      .map((one) => ({
        one, z: Number(one.style.zIndex), box: one.getBoundingClientRect(),
        label: `${one.dataset.key} of the ${one.dataset.zone}`,
      }));
    const corners = cards.map((card) => {
      const { left, top, width, height } = card.box;
      return { ...card, left, top, right: left + width * corner, bottom: top + height * corner };
    });
    for (const card of corners) {
      if (card.left < -1 || card.box.right > wide + 1) found.push(`${card.label} is cut off`);
      for (const other of cards) {
        const over = other.z > card.z || (other.z === card.z && other.one !== card.one
          && card.one.compareDocumentPosition(other.one) & Node.DOCUMENT_POSITION_FOLLOWING);
        if (other.one !== card.one && over && meet(card, other.box)) {
          found.push(`${other.label} hides ${card.label}`);
        }
      }
    }
    const said = all(`.pt-figure, .pt-word, .pt-title, .pt-caption, .pt-note, .pt-says, .pt-sum,
      .pt-item, .pt-verdict, .pt-summary button, .pt-other-name, .pt-foot button, .bubble`, table);
    const texts = said.flatMap((one) => words(one).map((box) => ({ one, box })));
    for (const { one, box } of texts) {
      for (const card of corners) {
        if (meet(card, box, 3)) found.push(`${name(one)} hides ${card.label}`);
      }
      for (const other of texts) {
        if (other.one !== one && meet(box, other.box, 3)) {
          found.push(`${name(one)} and ${name(other.one)} lie on each other`);
        }
      }
    }
  }

  // Controls: each can be brought into the window, and nothing lies on it there.
  const controls = all(`button, a[href], input, select, textarea, summary, [role=slider]`)
    .filter((one) => !one.disabled && !one.closest("[inert]") && !one.matches(".skip-link")
      && (!within || one.closest(within))
      && (!one.matches(".pt-card") || one.dataset.zone === "hand"));
  const modal = document.querySelector("dialog[open]");
  for (const one of controls) {
    if (modal && !modal.contains(one)) continue;
    // A field that is drawn by its label is pressed there.
    const shown = one.matches("input") ? one.closest("label") ?? one : one;
    shown.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = shown.getBoundingClientRect();
    if (!width || !height) continue;
    if (left < -1 || left + width > wide + 1) found.push(`${name(one)} is wider than the window`);
    const card = one.matches(".pt-card");
    const part = card ? 0.2 : 0.5;
    const at = document.elementFromPoint(left + width * part, top + height * part);
    if (!at || !(shown.contains(at) || at.contains(shown))) {
      found.push(`${name(one)} cannot be pressed: ${at ? name(at) : "nothing"} is there`);
    }
  }
  return [...new Set(found)];
}"""


async def out_of_reach(page: Page, within: str = "") -> list[str]:
    """Return every unreadable card and every unreachable control."""
    await settle(page)
    found: list[str] = await page.evaluate(_FOUND, [_CORNER, within])
    return found


async def check_reach(page: Page, where: str, within: str = "") -> None:
    found = await out_of_reach(page, within)
    assert not found, f"{where}:\n" + "\n".join(found)

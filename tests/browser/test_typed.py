"""A press right after typing counts: what the text changes is drawn when the press is over."""

import re
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.visitors import PHONE, Visitors

_FIELDS: Final = "main input:is([type=text], :not([type])), main textarea"
_CONTROLS: Final = "main :is(button, a[href], summary, label:has(input)):not(:disabled)"
#: Notes where a press begins and where it becomes a click, which has no effect.
_NOTE: Final = """(controls) => {
  const control = ({ target }) => target.closest(controls);
  document.addEventListener("mousedown", (event) => {
    window.pressed = control(event);
    window.clicked = null;
  }, true);
  document.addEventListener("click", (event) => {
    window.clicked ??= control(event);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}"""
#: Brings a control into view, and returns where it is.
_AIM: Final = """([controls, number]) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1;
  const one = [...document.querySelectorAll(controls)].filter(shown)[number];
  if (!one) return null;
  one.scrollIntoView({ block: "center" });
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, name: one.textContent.trim().slice(0, 40) };
}"""
_UNFOLD: Final = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
}"""
_CAME: Final = "() => [Boolean(window.pressed), window.pressed === window.clicked]"


async def lose_focus(page: Page, field: Locator) -> list[str]:
    """Type into a field and press a control, for each control; return those that got no click."""
    found: list[str] = []
    number = 0
    while await page.evaluate(_AIM, [_CONTROLS, number]):
        await field.press("End")
        # A field that is full takes nothing more.
        await field.press("Backspace")
        await page.keyboard.type(str(number % 10))
        place = await page.evaluate(_AIM, [_CONTROLS, number])
        await page.mouse.click(place["x"], place["y"])
        if await page.evaluate(_CAME) != [True, True]:
            found.append(place["name"])
        number += 1
    assert number > 1, "the page has controls"
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/new?for=friends",
        *[
            pytest.param(path, marks=pytest.mark.slow)
            for path in (
                *("/new?for=computer", "/board", "/fair", "/settings", "/games", "/table/"),
                *("/ask?hand=5H,5S,6D,7C,JD,KS&scores=90-84", "/learn/counting"),
            )
        ],
        *[
            pytest.param(path, marks=pytest.mark.long)
            for path in ("/new?for=here", "/analyse?cards=5H,5S,6D,7C,JD,KS&scores=90-84")
        ],
    ],
)
async def test_no_press_after_typing_is_lost(visitors: Visitors, path: str) -> None:
    if path == "/table/":
        code, _ = visitors.server.table([("Maggie", "person"), ("", "open")])
        path += code
    visitor = await visitors.new()
    # A digit is no position.
    visitor.expected.append("api/position")
    page = (await visitor.open(path)).page
    fields = page.locator(_FIELDS).locator("visible=true")
    await page.locator(_FIELDS).first.wait_for(state="attached")
    await page.evaluate(_UNFOLD)
    await fields.first.wait_for()
    await page.evaluate(_NOTE, _CONTROLS)
    # Of several fields of one kind, the last stands for all.
    for number in {0, await fields.count() - 1}:
        assert await lose_focus(page, fields.nth(number)) == []


@pytest.mark.parametrize(("path", "button"), [("friends", "Make the table"), ("here", "Start")])
async def test_one_press_starts_after_the_name_is_typed(
    visitors: Visitors, path: str, button: str
) -> None:
    touch: dict[str, Any] = {"viewport": PHONE, "touch": True} if path == "here" else {}
    page = (await (await visitors.new(**touch)).open(f"/new?for={path}")).page
    await page.get_by_label("Name at seat 1").fill("Zoe")
    press = page.touchscreen.tap if touch else page.mouse.click
    await page.get_by_role("button", name=button).scroll_into_view_if_needed()
    place = await page.get_by_role("button", name=button).bounding_box()
    assert place is not None
    await press(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    await expect(page).to_have_url(re.compile("/table/"))


@pytest.mark.parametrize(
    "path",
    ["friends", *[pytest.param(path, marks=pytest.mark.slow) for path in ("here", "computer")]],
)
async def test_enter_starts(visitors: Visitors, path: str) -> None:
    page = (await (await visitors.new()).open(f"/new?for={path}")).page
    await page.get_by_label("Name at seat 1").fill("Zoe")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("/table/"))

"""A press right after typing counts: what the text changes is drawn when the press is over."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from tests.browser.visitors import PHONE, Visitors

_FIELDS: Final = "main input:is([type=text], :not([type])), main textarea"
_CONTROLS: Final = "main :is(button, a[href], summary, select, label:has(input)):not(:disabled)"
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
#: Brings a control into view, puts the focus into a field, and returns where the control is.
_AIM: Final = """([controls, fields, number, field]) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const found = [...document.querySelectorAll(controls)].filter(shown);
  const inputs = [...document.querySelectorAll(fields)].filter(shown);
  const one = found[number];
  if (!one || !inputs[field]) return null;
  one.scrollIntoView({ block: "center" });
  inputs[field].focus({ preventScroll: true });
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, name: one.textContent.trim().slice(0, 40) };
}"""
_CAME: Final = "() => [Boolean(window.pressed), window.pressed === window.clicked]"


async def lost(page: Page, field: int) -> list[str]:
    """Type into a field and press a control, for each control; return those that got no click."""
    found: list[str] = []
    number = 0
    while place := await page.evaluate(_AIM, [_CONTROLS, _FIELDS, number, field]):
        await page.keyboard.press("End")
        await page.keyboard.type(str(number % 10))
        if number % 3 == 0:
            await page.keyboard.press("Backspace")
            await page.keyboard.type("7")
        await page.mouse.click(place["x"], place["y"])
        if await page.evaluate(_CAME) != [True, True]:
            found.append(place["name"])
        number += 1
    assert number, "the page has a field and a control"
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/new?for=friends",
        *[
            pytest.param(path, marks=pytest.mark.slow)
            for path in ("/new?for=here", "/new?for=computer", "/board", "/fair", "/games")
        ],
    ],
)
async def test_no_press_after_typing_is_lost(visitors: Visitors, path: str) -> None:
    page = (await (await visitors.new()).open(path)).page
    fields = page.locator(_FIELDS).locator("visible=true")
    await fields.first.wait_for()
    await page.evaluate(_NOTE, _CONTROLS)
    for field in range(await fields.count()):
        assert await lost(page, field) == []


@pytest.mark.parametrize(("path", "button"), [("friends", "Make the table"), ("here", "Start")])
async def test_one_press_starts_after_the_name_is_typed(
    visitors: Visitors, path: str, button: str
) -> None:
    touch: dict[str, Any] = {"viewport": PHONE, "touch": True} if path == "here" else {}
    page = (await (await visitors.new(**touch)).open(f"/new?for={path}")).page
    await page.get_by_label("Name at seat 1").fill("Zoe")
    place = await page.get_by_role("button", name=button).bounding_box()
    assert place is not None
    press = page.touchscreen.tap if touch else page.mouse.click
    await page.get_by_role("button", name=button).scroll_into_view_if_needed()
    place = await page.get_by_role("button", name=button).bounding_box()
    assert place is not None
    await press(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    await expect(page).to_have_url(re.compile("/table/"))


async def test_enter_starts(visitors: Visitors) -> None:
    page = (await (await visitors.new()).open("/new?for=friends")).page
    await page.get_by_label("Name at seat 1").fill("Zoe")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("/table/"))

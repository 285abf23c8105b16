"""Messages to a browser name no card before its seat may know it."""

import asyncio

import pytest
from playwright.async_api import expect

from pegout.cards import CARDS
from tests.browser.tables import NAMES, SHORT, felt
from tests.browser.truth import Frames, Truth, log_of
from tests.browser.visitors import Visitors


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
async def test_no_frame_names_a_card_too_early(visitors: Visitors, players: int) -> None:
    kinds = ["person", "open", "novice", "novice"][:players]
    code, seats = visitors.server.table(
        [("" if kind == "open" else name, kind) for name, kind in zip(NAMES, kinds, strict=False)],
        players=players,
        **SHORT,
    )
    joined = visitors.server.post(f"/api/tables/{code}/join", {"name": "Ann"}).json
    maggie, ann, watcher = [await visitors.new() for _ in range(3)]
    heard = [Frames(visitor.page) for visitor in (maggie, ann, watcher)]
    await maggie.sit(code, seats, [*NAMES[:players]])
    await ann.sit(code, [joined], [*NAMES[:players]])
    await watcher.open(f"/table/{code}")
    await watcher.page.get_by_role("button", name="Watch").click()
    await asyncio.gather(felt(maggie, 1).play(), felt(ann, 2).play())
    await expect(felt(watcher).end).to_be_visible()
    log = log_of(visitors.server, code)
    for frames, seat in zip(heard, (0, joined["seat"], None), strict=True):
        assert frames.messages
        assert not frames.leaks(log, seat)
    # Judged as the opponent's, the same messages reveal too much: the check can fail.
    assert heard[0].leaks(log, joined["seat"])
    assert heard[1].leaks(log, 0)
    assert any(truth.hidden and len(truth.known) < len(CARDS) for truth in Truth.each(log, 0))

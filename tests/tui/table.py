"""A table in a simulated terminal, and a player who sits down at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from pegout.cards import Card
from pegout.match import Match, Seated, Setup
from pegout.rules import Rules
from pegout.storage import Library
from pegout.tui.app import Pegout
from pegout.tui.ask import Ask
from pegout.tui.intent import Intent
from pegout.tui.local_seats import in_order
from pegout.tui.pages import Page
from pegout.tui.replay import ReplayScreen
from pegout.tui.scene import ClickTarget, Mode
from pegout.tui.settings import Settings
from pegout.tui.table import TableScreen
from pegout.tui.view import TableView, draw_scene
from pegout.wire.http import Order, SeatOrder
from tests.matches import play_on
from tests.tui import terminal


def targets(screen: TableScreen | ReplayScreen) -> list[ClickTarget]:
    """Return what can be clicked on a table, and where."""
    view, scene = screen.query_one(TableView), screen.scene()
    draw_scene(scene, *view.size, view.palette)
    return scene.targets


def question(ask: Ask) -> str:
    """Return the question of a dialog."""
    return str(ask.query_one("#ask-title", Static).render())


def paragraphs(page: Page) -> list[str]:
    """Return the paragraphs of a page of text."""
    return [str(widget.render()) for widget in page.query(".paragraph").results(Static)]


NAMES = ("Ann", "Ben", "Cora", "Dan")


def a_setup(
    *kinds: str,
    preset: str = "standard",
    names: tuple[str, ...] = NAMES,
    games: int = 1,
    **more: Any,
) -> Setup:
    kinds = kinds or ("person", "club")
    made = Rules(preset, players=len(kinds), **more)
    seats = tuple(Seated(name, kind) for name, kind in zip(names, kinds, strict=False))
    dealer = 0 if made.first_deal == "chosen" else None
    return Setup("table", made, seats, games=games, dealer=dealer)


def order_of(setup: Setup) -> Order:
    """Return the order of a table for such a match."""
    rules = setup.rules
    return Order(
        rules.preset,
        {"players": rules.players, **rules.changes()},
        [SeatOrder(seated.name, seated.kind) for seated in setup.seats],
        setup.games,
        setup.play_to,
    )


def finish_a_game(library: Library) -> None:
    """Play a game of the library to its end."""
    setup = a_setup("person", "person", target=31, first_deal="chosen")
    play_on(library.create(replace(setup, id="earlier")), Random(1))


def quiet(**more: Any) -> Settings:
    """Return settings by which nothing is said or asked that the player has not asked for."""
    return Settings(**{"asked_play": True, "hints": "off", **more})


class Table:
    """A player who uses the keys, as a person would."""

    def __init__(self, app: Pegout, pilot: Pilot[None], library: Library) -> None:
        self.app = app
        self.pilot = pilot
        self.library = library

    @property
    def screen(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    @property
    def mode(self) -> Mode:
        return self.screen.mode

    def asks(self, mode: Mode) -> bool:
        """Return whether the table asks for this now."""
        return self.screen.mode is mode

    @property
    def intent(self) -> Intent:
        """What the player who is asked is about to do."""
        assert self.screen.intent is not None
        return self.screen.intent

    @property
    def match(self) -> Match:
        return self.screen.local.match

    @property
    def hand(self) -> tuple[Card, ...]:
        return in_order(self.match.view(0).hand, sort=self.app.settings.sorted)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.query_one(TableView).lines())

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the table asks for something."""
        await self.pilot.press(*keys)
        await self.settle()

    async def press_and_pause(self, *keys: str) -> None:
        """Press keys, and wait until they are handled, whatever is on the screen."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Resize the terminal, and wait until the table fills it."""
        await self.pilot.resize_terminal(width, height)
        view = self.app.screen.query_one(TableView)
        await terminal.until(lambda: view.size == (width, height), "the table fills the window")
        await self.pilot.pause()

    async def settle(self) -> None:
        """Wait until the table asks for something and has drawn it."""
        await self.asked()
        await self.pilot.pause()
        # What was under way may have opened a table, or changed it.
        while self._watches():
            await self.asked()
            await self.pilot.pause()

    async def opened(self) -> None:
        """Wait until a table is there, and asks for something."""
        await terminal.until(lambda: isinstance(self.app.screen, TableScreen), "a table is opened")
        await self.settle()

    async def asked(self) -> None:
        """Wait until the table asks for something."""
        await terminal.until(lambda: not self._watches(), "the table asks for something")

    def _watches(self) -> bool:
        screen = self.app.screen
        return isinstance(screen, TableScreen) and screen.mode is Mode.WATCH

    def keys(self, points: str = "") -> list[str]:
        """Return the keys of a decision, before the one that confirms it."""
        if self.mode is Mode.DISCARD:
            return [str(at + 1) for at in range(self.match.setup.rules.discard_size)]
        if self.mode is Mode.PLAY:
            local = self.screen.local
            view = local.ahead() or local.view()
            return [str(sorted(view.hand).index(sorted(view.playable())[0]) + 1)]
        return list(points) if self.mode in (Mode.POINTS, Mode.CLAIM) else []

    async def decide(self, points: str = "") -> None:
        """Take the requested decision by keys, with the first cards that may be played."""
        await self.pilot.press(*self.keys(points), "enter")
        await self.settle()

    async def take(self, points: str = "") -> None:
        """Take the requested decision without waiting for every key to be drawn."""
        if self.screen.intent is None or not self.intent.cards:
            for key in self.keys(points):
                self.screen.on_key(Key(key, key))
        self.screen.action_confirm()
        await self.asked()

    async def play(self, until: Mode = Mode.OVER, points: str = "") -> None:
        """Play on until the table reaches a mode, without waiting for every key to be drawn."""
        for _ in range(2000):
            if self.mode is until:
                await self.pilot.pause()
                return
            await self.take(points)
        raise AssertionError(f"the table never came to {until}")


@asynccontextmanager
async def sit_down(
    setup: Setup | None = None,
    *,
    size: tuple[int, int] = (100, 30),
    language: str = "en",
    library: Library | None = None,
    home: bool = False,
    alone: bool = False,
    **settings: Any,
) -> AsyncIterator[Table]:
    """Open the application, with a table if a setup is given.

    Args:
        setup: the setup of the table.
        size: the columns and rows of the terminal.
        language: the player's language.
        library: the storage of matches; a new one in memory unless given.
        home: whether the first screen lies under the table.
        alone: whether to start an application for this test alone.
        settings: the player's settings.
    """
    with library or Library.open("sqlite://") as kept:
        chosen = quiet(**{"pace": "instant", "language": language, **settings})
        if alone:
            opened = terminal.own(kept, chosen, size=size, language=language)
        else:
            opened = terminal.share_application(kept, chosen, size=size, home=home or setup is None)
        async with opened as (app, pilot):
            table = Table(app, pilot, kept)
            if setup is not None:
                kept.create(setup, secrets=app.sources.secrets)
                app.open_match(setup.id)
                await table.settle()
            yield table

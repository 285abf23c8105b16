"""The server's own log of every card, and what a page reveals of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Page, WebSocket

from pegout.cards import CARDS, Card
from pegout.match import Entry
from pegout.match.log import GameBegan
from pegout.rules.events import DealerCut, Dealt, HandShown, Played, Revealed, StarterCut
from pegout.storage import Library
from pegout.text import card_name, language
from pegout.text.names import short
from tests.serving import Server

_ENGLISH: Final = language("en")
_CARDS: Final = {
    word: card for card in CARDS for word in (str(card), short(card), card_name(card, _ENGLISH))
}
#: A card by its code, as printed, or by its name.
_CARD: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:" + "|".join(map(re.escape, _CARDS)) + r")(?![0-9A-Za-z])"
)

#: Every text and attribute of the page except the coordinates of drawings and the links to
#: files; those that may show the past are separate.
_TEXTS: Final = """() => {
  const told = { now: [], past: [] };
  const drawn = ["d", "points", "transform", "viewBox"];
  const past = ".pt-log, [aria-live], .text-view [aria-label='The log']";
  const walker = document.createTreeWalker(
    document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (element.closest("script, style, link")) continue;
    const into = element.closest(past) ? told.past : told.now;
    if (node.nodeType === 3) into.push(node.data);
    else {
      for (const { name, value } of node.attributes) if (!drawn.includes(name)) into.push(value);
      if ("value" in node) into.push(String(node.value));
    }
  }
  return told;
}"""


def cards_in(texts: Iterable[str]) -> set[Card]:
    """Return the cards that texts name, in any form."""
    return {_CARDS[found] for text in texts for found in _CARD.findall(text)}


async def texts(page: Page) -> dict[str, list[str]]:
    """Return all texts of the page: ``now``, and in its log and its live regions ``past``."""
    told: dict[str, list[str]] = await page.evaluate(_TEXTS)
    return told


def log_of(server: Server, code: str) -> tuple[Entry, ...]:
    """Return the log of a table's match, from the server's database."""
    with Library.open(server.data) as library:
        return tuple(library.entries(library.table(code).match_id))


@dataclass
class Truth:
    """What a seat may know after a number of entries of the log.

    Attributes:
        seat: the seat; ``None`` for a spectator.
        known: the cards of this deal that it has seen.
        past: its own cards and those shown to all, in the whole match so far.
        hidden: whether a hand of the deal is still hidden from some seat.
        number: the number of the last entry.
    """

    seat: int | None
    known: frozenset[Card] = frozenset()
    past: frozenset[Card] = frozenset()
    hidden: bool = False
    number: int = 0

    @classmethod
    def of(cls, entries: Iterable[Entry], seat: int | None) -> Truth:
        return [cls(seat), *cls.each(entries, seat)][-1]

    @classmethod
    def each(cls, entries: Iterable[Entry], seat: int | None) -> Iterator[Truth]:
        """Yield what the seat may know after each entry."""
        known: frozenset[Card] = frozenset()
        past: frozenset[Card] = frozenset()
        hidden = False
        for number, event in entries:
            match event:
                case GameBegan():
                    known = frozenset()
                case Dealt(hands=hands):
                    known, hidden = frozenset() if seat is None else frozenset(hands[seat]), True
                case DealerCut(card=card) | StarterCut(card=card) | Played(card=card):
                    known |= {card}
                case HandShown(cards=cards):
                    known, hidden = known | set(cards), False
                case Revealed():
                    # The revealed secret determines the whole pack.
                    known, hidden = frozenset(CARDS), False
            if len(known) < len(CARDS):
                past |= known
            yield cls(seat, known, past, hidden, number)


class Frames:
    """Records every frame that a page receives over its sockets, from the start."""

    def __init__(self, page: Page) -> None:
        self.messages: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        self.messages.append(json.loads(frame))

    def leaks(self, entries: Iterable[Entry], seat: int | None) -> list[str]:
        """Return everything that a seat received too early.

        An entry may name what was known when it happened, and the end of a game also what was shown
        in any of its deals. The rest of a message may name what was known after its last entry.
        """
        truths = {truth.number: truth for truth in Truth.each(entries, seat)}
        found = []
        number = 0
        for message in self.messages:
            told = [*message.get("events", []), *message.get("log", [])]
            rest = {name: part for name, part in message.items() if name not in ("events", "log")}
            if message["type"] in ("events", "position"):
                number = message["number"]
            parts = [(number, rest), *((entry["number"], entry) for entry in told)]
            for at, part in parts:
                truth = truths.get(at, Truth(seat))
                ends = part.get("event", {}).get("type") == "game_ended"
                known = truth.past | truth.known if ends else truth.known
                if early := cards_in(_strings(part)) - known:
                    found.append(f"{at}: {sorted(map(str, early))} in {json.dumps(part)[:300]}")
        return found


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        for value in part.values() if isinstance(part, dict) else part:
            yield from _strings(value)

"""Cribbage: one exact rules engine, fair deals, an open record, and a table to play at.

The names that a programmer wants first are here; each is loaded when it is asked for, so that the
command line starts quickly.

>>> import pegout
>>> pegout.show_points(pegout.parse_cards("5H 5S 5C JD"), pegout.Card("5D"))
29
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pegout.cards import UNKNOWN, Card, Rank, Suit, format_cards, parse_cards
    from pegout.fairness import fresh_secrets, seeded_secrets
    from pegout.match import Automation, Match, Seated, Setup
    from pegout.rules import PRESETS, RULES_VERSION, IllegalAction, Rules, View
    from pegout.scoring import Item, Kind, play, play_points, show, show_points

__all__ = [
    "PRESETS",
    "RULES_VERSION",
    "UNKNOWN",
    "Automation",
    "Card",
    "IllegalAction",
    "Item",
    "Kind",
    "Match",
    "Rank",
    "Rules",
    "Seated",
    "Setup",
    "Suit",
    "View",
    "__version__",
    "format_cards",
    "fresh_secrets",
    "parse_cards",
    "play",
    "play_points",
    "seeded_secrets",
    "show",
    "show_points",
]

_HOMES: Final = {
    "pegout.cards": ("UNKNOWN", "Card", "Rank", "Suit", "format_cards", "parse_cards"),
    "pegout.fairness": ("fresh_secrets", "seeded_secrets"),
    "pegout.match": ("Automation", "Match", "Seated", "Setup"),
    "pegout.rules": ("PRESETS", "RULES_VERSION", "IllegalAction", "Rules", "View"),
    "pegout.scoring": ("Item", "Kind", "play", "play_points", "show", "show_points"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pegout")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'pegout' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__

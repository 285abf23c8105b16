"""Cribbage: one exact rules engine, fair deals, an open record, and a table to play at.

The names that a programmer wants first are here; each is loaded when it is asked for, so that the
command line starts quickly.

>>> import pegout
>>> pegout.show_points(pegout.parse_cards("5H 5S 5C JD"), pegout.Card("5D"))
29
>>> pegout.analyse_discard(pegout.parse_cards("5H 5S 5C JD 2S 9C")).best.cards
(Card('2S'), Card('9C'))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pegout.analysis.arena import play_matchup
    from pegout.analysis.simulation import simulate, simulate_deals
    from pegout.cards import UNKNOWN, Card, Rank, Suit, format_cards, parse_cards
    from pegout.evaluation.advice import DiscardAdvice, ThrowAdvice, analyse_discard
    from pegout.fairness import fresh_secrets, seeded_secrets
    from pegout.match import Automation, Match, Seated, Setup
    from pegout.notation import Record, verify_deals
    from pegout.notation import read as read_record
    from pegout.notation import write as write_record
    from pegout.players import LEVELS, advance
    from pegout.players import create as create_player
    from pegout.rules import PRESETS, RULES_VERSION, IllegalAction, Rules, View
    from pegout.scoring import Item, Kind, play, play_points, show, show_points

__all__ = [
    "LEVELS",
    "PRESETS",
    "RULES_VERSION",
    "UNKNOWN",
    "Automation",
    "Card",
    "DiscardAdvice",
    "IllegalAction",
    "Item",
    "Kind",
    "Match",
    "Rank",
    "Record",
    "Rules",
    "Seated",
    "Setup",
    "Suit",
    "ThrowAdvice",
    "View",
    "__version__",
    "advance",
    "analyse_discard",
    "create_player",
    "format_cards",
    "fresh_secrets",
    "parse_cards",
    "play",
    "play_matchup",
    "play_points",
    "read_record",
    "seeded_secrets",
    "show",
    "show_points",
    "simulate",
    "simulate_deals",
    "verify_deals",
    "write_record",
]

_HOMES: Final = {
    "pegout.analysis.arena": ("play_matchup",),
    "pegout.analysis.simulation": ("simulate", "simulate_deals"),
    "pegout.cards": ("UNKNOWN", "Card", "Rank", "Suit", "format_cards", "parse_cards"),
    "pegout.evaluation.advice": ("DiscardAdvice", "ThrowAdvice", "analyse_discard"),
    "pegout.fairness": ("fresh_secrets", "seeded_secrets"),
    "pegout.match": ("Automation", "Match", "Seated", "Setup"),
    "pegout.notation": ("Record", "verify_deals"),
    "pegout.players": ("LEVELS", "advance"),
    "pegout.rules": ("PRESETS", "RULES_VERSION", "IllegalAction", "Rules", "View"),
    "pegout.scoring": ("Item", "Kind", "play", "play_points", "show", "show_points"),
}
_HOME_OF: Final = {name: (home, name) for home, names in _HOMES.items() for name in names} | {
    # Named for what they are about, where their room does not say it.
    "create_player": ("pegout.players", "create"),
    "read_record": ("pegout.notation", "read"),
    "write_record": ("pegout.notation", "write"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pegout")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'pegout' has no attribute {name!r}")
    home, own_name = _HOME_OF[name]
    return getattr(import_module(home), own_name)


def __dir__() -> list[str]:
    return __all__

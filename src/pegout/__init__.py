"""Cribbage: one exact rules engine, fair deals, an open record, and a table to play at.

The names that most programs need are here:

* cards: ``Card``, ``Rank``, ``Suit``, ``parse_cards``, ``format_cards``, ``CARDS``, ``UNKNOWN``
* counting: ``score_show``, ``show_points``, ``score_play``, ``play_points``, ``Item``, ``Kind``
* discards: ``analyse_discard``; ``discard_values`` for a million hands
* rules: ``Rules("half", players=3)``, ``PRESETS``
* playing: ``Match``, ``Setup``, ``Seated``, ``Automation``; what a seat sees, ``SeatView``; what it
  does, ``Ready``, ``CutForDeal``, ``Discard``, ``Cut``, ``Play``, ``Go``, ``Claim``, ``Muggins``,
  ``Accept``; where the game is, ``Phase``
* computer players: ``create_player``, ``LEVELS``, ``advance``; ``Player``, for yours
* records: ``Record``, ``write_record``, ``read_record``, ``record_statistics``, ``verify_deals``
* contests: ``play_matchup``, ``simulate``, ``simulate_deals``
* errors, each a ``ValueError`` with a ``code``: ``CardError``, ``IllegalAction``, ``UnknownRules``,
  ``MatchError``, ``RecordError``, ``UnknownLevel``, ``PlayerError``, ``DiscardError`` and others

Each is loaded on first use, so that the command line starts quickly. The packages, such as
``pegout.rules`` and ``pegout.notation``, have the rest.

>>> import pegout
>>> pegout.show_points("5H 5S 5C JD", "5D")
29
>>> pegout.analyse_discard("5H 5S 5C JD 2S 9C").best.cards
(Card('2S'), Card('9C'))
>>> seats = pegout.Seated("Ann", "club"), pegout.Seated("Ben", "novice")
>>> secrets = pegout.seeded_secrets("a seed")
>>> match = pegout.Match(pegout.Setup("example", pegout.Rules(), seats), secrets=secrets)
>>> for entries in pegout.advance(match):
...     pass
>>> match.over, max(match.view(None).scores)
(True, 121)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

# Each name is listed three times: for type checkers, in __all__, and in _HOMES, which says which
# module it is loaded from. A test compares the three.
if TYPE_CHECKING:
    __version__: str
    from pegout.cards import (
        CARDS,
        UNKNOWN,
        Card,
        CardError,
        Rank,
        Suit,
        format_cards,
        parse_cards,
    )
    from pegout.contests.arena import ArenaError, play_matchup
    from pegout.contests.policy_contests import (
        simulate,
        simulate_deals,
    )
    from pegout.contests.statistics import Matchup
    from pegout.evaluation.advice import (
        DiscardAdvice,
        DiscardError,
        DiscardOption,
        analyse_discard,
    )
    from pegout.evaluation.many_discards import (
        discard_values,
    )
    from pegout.fairness import (
        FairnessError,
        fresh_secrets,
        seeded_secrets,
    )
    from pegout.match import (
        Automation,
        Entry,
        Match,
        MatchError,
        Seated,
        Setup,
    )
    from pegout.notation import (
        NotationError,
        PositionError,
        Record,
        RecordError,
        SeatStatistics,
        verify_deals,
    )
    from pegout.notation import from_json as record_from_json
    from pegout.notation import read as read_record
    from pegout.notation import read_many as read_records
    from pegout.notation import statistics as record_statistics
    from pegout.notation import to_json as record_to_json
    from pegout.notation import write as write_record
    from pegout.notation import write_many as write_records
    from pegout.players import (
        LEVELS,
        Level,
        Player,
        PlayerError,
        UnknownLevel,
        advance,
        players_of,
    )
    from pegout.players import create as create_player
    from pegout.rules import (
        PRESETS,
        RULES_VERSION,
        Accept,
        Action,
        Claim,
        Cut,
        CutForDeal,
        Discard,
        Event,
        Go,
        GoOn,
        IllegalAction,
        Muggins,
        Phase,
        Play,
        Ready,
        Resign,
        Rules,
        RulesError,
        SeatView,
        Stop,
        UnknownRules,
        View,
    )
    from pegout.scoring import (
        Item,
        Kind,
        play_points,
        score_play,
        score_show,
        show_points,
    )

__all__ = [
    "CARDS",
    "LEVELS",
    "PRESETS",
    "RULES_VERSION",
    "UNKNOWN",
    "Accept",
    "Action",
    "ArenaError",
    "Automation",
    "Card",
    "CardError",
    "Claim",
    "Cut",
    "CutForDeal",
    "Discard",
    "DiscardAdvice",
    "DiscardError",
    "DiscardOption",
    "Entry",
    "Event",
    "FairnessError",
    "Go",
    "GoOn",
    "IllegalAction",
    "Item",
    "Kind",
    "Level",
    "Match",
    "MatchError",
    "Matchup",
    "Muggins",
    "NotationError",
    "Phase",
    "Play",
    "Player",
    "PlayerError",
    "PositionError",
    "Rank",
    "Ready",
    "Record",
    "RecordError",
    "Resign",
    "Rules",
    "RulesError",
    "SeatStatistics",
    "SeatView",
    "Seated",
    "Setup",
    "Stop",
    "Suit",
    "UnknownLevel",
    "UnknownRules",
    "View",
    "__version__",
    "advance",
    "analyse_discard",
    "create_player",
    "discard_values",
    "format_cards",
    "fresh_secrets",
    "parse_cards",
    "play_matchup",
    "play_points",
    "players_of",
    "read_record",
    "read_records",
    "record_from_json",
    "record_statistics",
    "record_to_json",
    "score_play",
    "score_show",
    "seeded_secrets",
    "show_points",
    "simulate",
    "simulate_deals",
    "verify_deals",
    "write_record",
    "write_records",
]

_HOMES: Final = {
    "pegout.contests.arena": (
        "ArenaError",
        "Matchup",
        "play_matchup",
    ),
    "pegout.contests.policy_contests": (
        "simulate",
        "simulate_deals",
    ),
    "pegout.cards": (
        "CARDS",
        "UNKNOWN",
        "Card",
        "CardError",
        "Rank",
        "Suit",
        "format_cards",
        "parse_cards",
    ),
    "pegout.evaluation.advice": (
        "DiscardAdvice",
        "DiscardError",
        "DiscardOption",
        "analyse_discard",
    ),
    "pegout.evaluation.many_discards": ("discard_values",),
    "pegout.fairness": (
        "FairnessError",
        "fresh_secrets",
        "seeded_secrets",
    ),
    "pegout.match": (
        "Automation",
        "Entry",
        "Match",
        "MatchError",
        "Seated",
        "Setup",
    ),
    "pegout.notation": (
        "NotationError",
        "PositionError",
        "Record",
        "RecordError",
        "SeatStatistics",
        "verify_deals",
    ),
    "pegout.players": (
        "LEVELS",
        "Level",
        "Player",
        "PlayerError",
        "UnknownLevel",
        "advance",
        "players_of",
    ),
    "pegout.rules": (
        "PRESETS",
        "RULES_VERSION",
        "Accept",
        "Action",
        "Claim",
        "Cut",
        "CutForDeal",
        "Discard",
        "Event",
        "Go",
        "GoOn",
        "IllegalAction",
        "Muggins",
        "Phase",
        "Play",
        "Ready",
        "Resign",
        "Rules",
        "RulesError",
        "SeatView",
        "Stop",
        "UnknownRules",
        "View",
    ),
    "pegout.scoring": (
        "Item",
        "Kind",
        "play_points",
        "score_play",
        "score_show",
        "show_points",
    ),
}
_HOME_OF: Final = {name: (home, name) for home, names in _HOMES.items() for name in names} | {
    # Names that say their subject where their package does not.
    "create_player": ("pegout.players", "create"),
    "read_record": ("pegout.notation", "read"),
    "read_records": ("pegout.notation", "read_many"),
    "record_from_json": ("pegout.notation", "from_json"),
    "record_statistics": ("pegout.notation", "statistics"),
    "record_to_json": ("pegout.notation", "to_json"),
    "write_record": ("pegout.notation", "write"),
    "write_records": ("pegout.notation", "write_many"),
}


if not TYPE_CHECKING:

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

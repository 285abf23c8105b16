"""Cribbage: one exact rules engine, fair deals, an open record, and a table to play at.

The names that most programs need are here:

* cards: ``Card``, ``Rank``, ``Suit``, ``parse_cards``, ``format_cards``, ``CARDS``, ``UNKNOWN``
* counting: ``score_show``, ``show_points``, ``score_play``, ``play_points``, ``Item``,
  ``Kind``, ``CribFlush``
* discards: ``analyse_discard``; ``discard_values`` for a million hands; ``CribOwner``
* rules: ``Rules("half", players=3)``, ``PRESETS``
* playing: ``Match``, ``Setup``, ``Seated``, ``Automation``; what a seat sees, ``SeatView``; what it
  does, ``Ready``, ``CutForDeal``, ``Discard``, ``Cut``, ``Play``, ``Go``, ``Claim``, ``Muggins``,
  ``Accept``; where the game is, ``Phase``
* computer players: ``create_player``, ``LEVELS``, ``advance``; ``Player``, for yours
* search players: ``State``, which ``SeatView.sample`` and ``sample_from_range`` draw and
  ``Match.from_position`` plays on; ``read_position``, ``write_position``, ``describe_position``
* records: ``Record``, ``write_record``, ``read_record``, ``record_statistics``, ``verify_deals``,
  ``review_record``; ``iter_records`` for files of any size
* pictures: ``cards_svg``, ``board_svg``, ``table_svg``
* contests: ``play_matchup``, ``simulate``, ``simulate_deals``; ``as_policy``, for learned policies
* errors, each a ``PegoutError``, which is a ``ValueError`` with a ``code``: ``CardError``,
  ``IllegalAction``, ``UnknownRules``, ``MatchError``, ``RecordError``, ``UnknownLevel``,
  ``PlayerError``, ``DiscardError`` and others

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

from importlib import import_module
from typing import Any, Final

#: The names of each module. ``create_player=create`` is a name that says its subject, where the
#: module has the short one. For type checkers they stand once more in ``__init__.pyi``.
_NAMES: Final = {
    "pegout.cards": "CARDS UNKNOWN Card CardError Rank Suit format_cards parse_cards",
    "pegout.errors": "PegoutError",
    "pegout.scoring": "CribFlush Item Kind play_points score_play score_show show_points",
    "pegout.fairness": "FairnessError fresh_secrets seeded_secrets",
    "pegout.rules": (
        "PRESETS RULES_VERSION Accept Action Claim Cut CutForDeal Discard Event Go GoOn "
        "IllegalAction Muggins Phase Play Ready Resign Rules RulesError SeatView State Stop "
        "UnknownRules View"
    ),
    "pegout.match": "Automation Entry Match MatchError Seated Setup",
    "pegout.notation": (
        "DescriptionError NotationError PositionError Record RecordError SeatStatistics "
        "describe_position iter_records read_position read_record=read read_records=read_many "
        "record_from_json=from_json record_statistics=statistics record_to_json=to_json "
        "verify_deals write_position write_record=write write_records=write_many"
    ),
    "pegout.svg": "PictureError board_svg cards_svg table_svg",
    "pegout.players": (
        "LEVELS Level Player PlayerError UnknownLevel advance create_player=create players_of"
    ),
    "pegout.evaluation.advice": "DiscardAdvice DiscardError DiscardOption analyse_discard",
    "pegout.players.engines": "EngineFailed",
    "pegout.evaluation.discards": "CribOwner",
    "pegout.evaluation.many_discards": "discard_values",
    "pegout.search.range_sampling": "sample_from_range",
    "pegout.review.errors": "ReviewError",
    "pegout.review.game_review": "ReviewedGame review_record",
    "pegout.env": "EnvError as_policy",
    "pegout.kernel.errors": "KernelError",
    "pegout.runs": "RunError",
    "pegout.tables.files": "TableError",
    "pegout.contests.arena": "ArenaError play_matchup",
    "pegout.contests.policy_contests": "SimulationError simulate simulate_deals",
    "pegout.contests.sequential": "GoalError",
    "pegout.contests.statistics": "Matchup",
}
_HOMES: Final = {
    name.partition("=")[0]: (module, name.rpartition("=")[2])
    for module, names in _NAMES.items()
    for name in names.split()
}

__all__ = ["__version__", *sorted(_HOMES)]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pegout")
    if name not in _HOMES:
        raise AttributeError(f"module 'pegout' has no attribute {name!r}")
    module, own_name = _HOMES[name]
    return getattr(import_module(module), own_name)


def __dir__() -> list[str]:
    return __all__

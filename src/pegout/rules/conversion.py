"""Take the name of a preset wherever rules are taken."""

from __future__ import annotations

from typing import TypeAlias

from pegout.rules.errors import UnknownRules, quoted
from pegout.rules.variant import Rules

#: The rules of a game, or the name of a preset.
RulesLike: TypeAlias = Rules | str


def as_rules(given: RulesLike) -> Rules:
    """Return rules as they are, and those of a preset by its name.

    >>> as_rules("half"), as_rules(Rules(players=3)).players
    (Rules('half'), 3)

    Raises:
        UnknownRules: ``unknown_preset`` for a name that no preset has, ``bad_rules`` for anything
            else.
    """
    if isinstance(given, Rules):
        return given
    if isinstance(given, str):
        return Rules(given)
    raise UnknownRules(
        "bad_rules",
        "expected rules such as pegout.Rules('half'), or the name of a preset such as 'half', not "
        f"{quoted(given, 60)}",
    )

"""Computer players, which know a view and nothing else, and the levels they come in.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import rules
>>> match = Match(Setup("example", rules(), (Seated("Ann"), Seated("Ben", "club"))))
>>> ben = create("club", seed=7)
>>> ben.choose(match.view(1))
Ready(seat=1, contribution='')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pegout.players.base import Level, Player, advance, chance
from pegout.players.baselines import Blind, BlindGreedy, Greedy, Lookahead, Randomly
from pegout.players.casual import Casual
from pegout.players.classic import Classic
from pegout.players.club import Club
from pegout.players.expert import Expert
from pegout.players.novice import Novice

__all__ = ["LEVELS", "Level", "Player", "UnknownLevel", "advance", "chance", "create"]

#: Every level by its name, the weakest first; those that are not ``offered`` are for measuring.
LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("random", "lays away and plays any cards", Randomly, False, "random"),
            Level("novice", "plays like a person in the first week", Novice, True, "novice"),
            Level(
                "blind-greedy",
                "throws for the best hand, plays for the moment",
                BlindGreedy,
                False,
                "blind-greedy",
            ),
            Level(
                "casual",
                "throws for the best hand, takes points and gives few away",
                Casual,
                True,
                "casual",
            ),
            Level(
                "greedy",
                "throws for hand and crib, plays for the moment",
                Greedy,
                False,
                "greedy",
            ),
            Level(
                "classic",
                "thinks in rules and whole points, as programs used to",
                Classic,
                False,
                "classic",
            ),
            Level(
                "blind",
                "throws for the best hand, thinks of the next card",
                Blind,
                False,
                "blind",
            ),
            Level(
                "club",
                "throws for hand and crib, plays by rules of thumb",
                Club,
                True,
                "club",
            ),
            Level(
                "lookahead",
                "throws for hand and crib, thinks of the next card",
                Lookahead,
                False,
                "lookahead",
            ),
            # Among more than two another thinks in its place, whom the kernel does not know.
            Level(
                "expert",
                "weighs every hand the others may hold, and the score",
                Expert,
                True,
                "expert",
                (2,),
            ),
        )
    }
)


class UnknownLevel(ValueError):
    """A level that does not exist.

    Attributes:
        code: ``unknown_level``.
    """

    code = "unknown_level"


def create(name: str, seed: int = 0) -> Player:
    """Make a player of a level.

    Args:
        name: one of :data:`LEVELS`.
        seed: where its chance comes from; players with the same seed play alike.

    Raises:
        UnknownLevel: for any other name.
    """
    level = LEVELS.get(name)
    if level is None:
        raise UnknownLevel(f"a level is one of {', '.join(LEVELS)}, not {name!r:.40}")
    return level.make(seed)

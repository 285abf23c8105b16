"""The choices when a game is set up: opponents, levels, and the values of each switch."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from pegout.players import LEVELS
from pegout.rules import SWITCHES

#: The default level of a computer player.
DEFAULT_LEVEL: Final = "club"

#: The level of the computer players, and the target of the game, that are proposed to a player who
#: has not finished a game yet.
FIRST_LEVEL: Final = "gentle"
FIRST_TARGET: Final = 61

#: The default names of computer players.
NAMES: Final = ("Ben", "Cora", "Dan", "Eve")

# The usual values of the switches that take too many for a choice.
_USUAL: Final[dict[str, tuple[Any, ...]]] = {
    "target": (121, 61),
    "start_scores": (),
    "skunk_lines": ((31, 61), (31,), (61,), (31, 61, 91)),
    "match_points": (
        (1, 2, 3),
        (2, 3, 3),
        (1, 1, 1),
        (1, 2, 2),
        (1, 2),
        (1, 2, 3, 4),
    ),
}


def offered_levels() -> list[str]:
    """Return the names of the levels that people may play against, weakest first.

    >>> DEFAULT_LEVEL in offered_levels(), "random" in offered_levels()
    (True, False)
    """
    return [level.name for level in LEVELS.values() if level.offered]


def offered_values(switch: str) -> tuple[Any, ...]:
    """Return the values of a switch that people choose from; the rules may allow others.

    There are none where people type numbers.

    >>> offered_values("nobs_points"), offered_values("muggins")
    ((0, 1, 2), (False, True))
    """
    return _USUAL.get(switch) or tuple(SWITCHES[switch].values)


def _is_same(first: str, second: str) -> bool:
    return first.casefold() == second.casefold()


def free_name(taken: Iterable[str], is_same: Callable[[str, str], bool] = _is_same) -> str:
    """Return a name for a computer player that no other player at the table has.

    >>> free_name(["Ann", "ben"])
    'Cora'
    """
    others = list(taken)
    more = (f"{name} {number}" for number in range(2, 10) for name in NAMES)
    return next(
        name for name in (*NAMES, *more) if not any(is_same(name, other) for other in others)
    )

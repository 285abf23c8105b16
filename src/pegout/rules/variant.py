"""The rules of one game as data: every switch of the rule book, and the named presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from pegout.rules.errors import UnknownRules, quoted
from pegout.scoring import CribFlush

__all__ = ["PRESETS", "SWITCHES", "Rules", "rules"]

Counting = Literal["automatic", "manual"]
Overcount = Literal["corrected", "to_opponent"]
FirstDeal = Literal["cut", "random", "chosen"]
NextDeal = Literal["usual", "loser", "alternate"]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Every switch of the rule book; :func:`rules` makes one from a preset and the differences.

    Attributes:
        preset: the preset that the switches are told apart from; see :data:`PRESETS`.
        players: 2, 3, or 4 in two teams.
        target: the hole that ends the game, 31 to 241.
        nobs_points: 0, 1 or 2 for a jack of the starter's suit in hand or crib.
        heels_points: 0, 1 or 2 to the dealer when the starter is a jack.
        crib_flush: which flush counts in the crib: ``five`` cards, ``four`` or ``none``.
        runs_in_play: whether runs count in the play.
        go_stacks_on_31: whether 31 also pays the point for the last card of the count.
        counting: ``automatic``, or ``manual`` where each player says what they count.
        muggins: with manual counting, whether the opponents may take points that were missed.
        overcount: with manual counting, whether a claim that is too high is ``corrected`` or its
            excess goes ``to_opponent``.
        stinkhole: whether heels, a go and a last card are worth nothing in the last hole.
        lowball: whether the first to reach the target loses.
        five_card: five dealt, two laid away, hands of three, the play stops at the first 31 or
            go, and the non-dealer starts with three points. Two players.
        skunks: whether a win by more than 30 and more than 60 holes counts for more.
        match_points: points for a match for a game, a skunk and a double skunk.
        first_deal: who deals first is ``cut`` for, ``random`` or ``chosen``.
        next_deal: who deals first in the next game: the ``loser``, ``alternate`` turns, or
            ``usual``: the loser after a single game, alternate turns in a match.

    >>> Rules(target=61).target
    61
    """

    preset: str = "standard"
    players: int = 2
    target: int = 121
    nobs_points: int = 1
    heels_points: int = 2
    crib_flush: CribFlush = "five"
    runs_in_play: bool = True
    go_stacks_on_31: bool = False
    counting: Counting = "automatic"
    muggins: bool = False
    overcount: Overcount = "corrected"
    stinkhole: bool = False
    lowball: bool = False
    five_card: bool = False
    skunks: bool = True
    match_points: tuple[int, int, int] = (1, 2, 3)
    first_deal: FirstDeal = "cut"
    next_deal: NextDeal = "usual"

    def __post_init__(self) -> None:
        if self.preset not in _NAMES:
            raise _unknown_preset(self.preset)
        for name, allowed in _ALLOWED.items():
            value = getattr(self, name)
            # True is no number of players, although Python takes it for 1.
            if not any(value == one and type(value) is type(one) for one in allowed):
                raise UnknownRules(
                    "bad_switch", f"{name} is one of {_words(allowed)}, not {value!r}"
                )
        points = self.match_points
        if (
            type(points) is not tuple
            or len(points) != 3
            or not all(type(point) is int and 0 <= point <= 1000 for point in points)
        ):
            raise UnknownRules(
                "bad_switch",
                "match_points are three whole numbers from 0 to 1000, for a game, a skunk and a "
                f"double skunk, such as (1, 2, 3), not {points!r}",
            )
        if self.muggins and self.counting != "manual":
            raise UnknownRules("bad_combination", "muggins needs counting=manual")
        if self.five_card and self.players != 2:
            raise UnknownRules(
                "bad_combination", f"five_card is a game for 2 players, not {self.players}"
            )

    @cached_property
    def sides(self) -> int:
        """How many sides keep a score: two teams when four play, else one for each seat."""
        return 2 if self.players == 4 else self.players

    def side(self, seat: int) -> int:
        """Give the side of a seat: partners sit opposite each other.

        >>> [Rules(players=4).side(seat) for seat in range(4)]
        [0, 1, 0, 1]
        """
        return seat % self.sides

    def seats_of(self, side: int) -> range:
        """Give the seats of a side."""
        return range(side, self.players, self.sides)

    @cached_property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return 6 if self.players == 2 and not self.five_card else 5

    @cached_property
    def throws(self) -> int:
        """How many cards each seat lays away to the crib."""
        return 2 if self.players == 2 else 1

    @cached_property
    def kept(self) -> int:
        """How many cards each seat keeps."""
        return self.hand_size - self.throws

    @cached_property
    def from_pack(self) -> int:
        """How many cards go to the crib from the pack."""
        return 1 if self.players == 3 else 0

    def changes(self) -> dict[str, Any]:
        """Give the switches that differ from the preset, by name.

        >>> rules("half", players=3).changes()
        {'players': 3}
        """
        base = PRESETS[self.preset]
        return {
            name: getattr(self, name)
            for name in SWITCHES
            if getattr(self, name) != getattr(base, name)
        }


_ALLOWED: Final[Mapping[str, tuple[object, ...]]] = {
    "players": (2, 3, 4),
    "target": tuple(range(31, 242)),
    "nobs_points": (0, 1, 2),
    "heels_points": (0, 1, 2),
    "crib_flush": get_args(CribFlush),
    "runs_in_play": (False, True),
    "go_stacks_on_31": (False, True),
    "counting": get_args(Counting),
    "muggins": (False, True),
    "overcount": get_args(Overcount),
    "stinkhole": (False, True),
    "lowball": (False, True),
    "five_card": (False, True),
    "skunks": (False, True),
    "first_deal": get_args(FirstDeal),
    "next_deal": get_args(NextDeal),
}

_NAMES: Final = ("standard", "acc", "half", "clasico", "family", "leaflet")

#: The name of every switch, in the order of the rule book.
SWITCHES: Final = tuple(field.name for field in fields(Rules) if field.name != "preset")

#: The named presets. The last three are the owner's three documents as they read: ``clasico``
#: the Spanish one, ``family`` the shop page, ``leaflet`` the leaflet of a board.
PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": Rules(),
        "acc": Rules(preset="acc", match_points=(2, 3, 3), next_deal="alternate"),
        "half": Rules(preset="half", target=61),
        "clasico": Rules(preset="clasico", runs_in_play=False, crib_flush="four", skunks=False),
        "family": Rules(preset="family", nobs_points=2, skunks=False),
        "leaflet": Rules(preset="leaflet", go_stacks_on_31=True),
    }
)

# What a document fixes for good; everything else may be switched.
_FIXED: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "half": {"target": (61,)},
    "clasico": {"players": (2,)},
    "family": {"target": (61, 121)},
    "leaflet": {"players": (2,)},
}


def rules(preset: str = "standard", **switches: Any) -> Rules:
    """Give the rules of a preset with the switches that differ.

    ``five_card`` alone also sets the target to 61, as the variation is played.

    >>> rules("family", players=3, target=61).nobs_points
    2
    >>> rules(five_card=True).target
    61

    Raises:
        UnknownRules: for a preset or switch that does not exist, or a value that does not fit.
    """
    if preset not in _NAMES:
        raise _unknown_preset(preset)
    base = PRESETS[preset]
    for name, value in switches.items():
        if name not in SWITCHES:
            raise UnknownRules(
                "unknown_switch", f"a switch is one of {_words(SWITCHES)}, not {name!r}"
            )
        fixed = _FIXED.get(preset, {}).get(name)
        if fixed and value not in fixed:
            raise UnknownRules(
                "bad_combination",
                f"the preset {preset} has {name} {_words(fixed)}, not {value!r}; "
                "start from standard instead",
            )
    if switches.get("five_card") is True:
        switches.setdefault("target", 61)
    return replace(base, **switches)


def _unknown_preset(preset: object) -> UnknownRules:
    return UnknownRules(
        "unknown_preset", f"the preset is one of {_words(_NAMES)}, not {quoted(preset)}"
    )


def _words(values: tuple[object, ...]) -> str:
    """Name the values in a sentence: a range by its ends, the rest one by one."""
    if len(values) > 10 and isinstance(values[0], int):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(str(value) for value in values)

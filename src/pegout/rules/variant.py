"""The rules of one game as data: every switch of the rule book, and the named presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal, TypedDict, Unpack, get_args

from pegout.rules.errors import UnknownRules, quoted
from pegout.scoring import CribFlush

Counting = Literal["automatic", "manual"]
Overcount = Literal["corrected", "to_opponent"]
FirstDeal = Literal["cut", "random", "chosen"]
NextDeal = Literal["usual", "loser", "alternate"]


class Switches(TypedDict, total=False):
    """Every switch by name, as :class:`Rules` takes them; see there for their meaning."""

    players: int
    target: int
    nobs_points: int
    heels_points: int
    crib_flush: CribFlush
    runs_in_play: bool
    go_stacks_on_31: bool
    counting: Counting
    muggins: bool
    overcount: Overcount
    stinkhole: bool
    lowball: bool
    five_card: bool
    skunks: bool
    match_points: tuple[int, int, int]
    first_deal: FirstDeal
    next_deal: NextDeal


@dataclass(frozen=True, kw_only=True, init=False, repr=False)
class Rules:
    """The rules of a game: a preset, and every switch of the rule book.

    ``Rules("half", players=3)`` has the switches of the preset ``half``, but for three players.
    ``five_card`` alone also sets the target to 61, as the variation is played.

    Attributes:
        preset: the preset that gives the switches that are not set; see :data:`PRESETS`.
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
        five_card: five dealt, two discarded, hands of three, the play stops at the first 31 or
            go, and the non-dealer starts with three points. Two players.
        skunks: whether a win by more than 30 and more than 60 holes counts for more.
        match_points: points for a match for a game, a skunk and a double skunk.
        first_deal: the first dealer is ``cut`` for, ``random`` or ``chosen``.
        next_deal: who deals first in the next game: the ``loser``, ``alternate`` turns, or
            ``usual``: the loser after a single game, alternate turns in a match.

    >>> Rules("half", players=3)
    Rules('half', players=3)
    >>> Rules("family", target=61).nobs_points, Rules(five_card=True).target
    (2, 61)

    Raises:
        UnknownRules: ``unknown_preset``, ``unknown_switch``, ``bad_switch`` for a value that a
            switch does not take, or ``bad_combination``.
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

    def __init__(self, preset: str = "standard", **switches: Unpack[Switches]) -> None:
        names = tuple(_PRESETS)
        if preset not in names:
            raise UnknownRules(
                "unknown_preset", f"the preset is one of {_words(names)}, not {quoted(preset)}"
            )
        given: dict[str, Any] = dict(switches)
        for name, value in given.items():
            _check_given(preset, name, value)
        if given.get("five_card") is True:
            given.setdefault("target", 61)
        made = {**_DEFAULTS, **_PRESETS[preset], **given}
        object.__setattr__(self, "preset", preset)
        for name in SWITCHES:
            object.__setattr__(self, name, made[name])
        self._check()

    @classmethod
    def from_fields(cls, **values: Any) -> Rules:
        """Make rules of a stored preset and all its stored switches.

        An earlier version could store a preset with a switch that the preset fixes otherwise, such
        as ``half`` with a target of 121. Such rules are read as they were played: as ``standard``
        with these switches.

        >>> Rules.from_fields(preset="half", target=121)
        Rules('standard')

        Raises:
            UnknownRules: as the class itself.
        """
        fixed = _FIXED.get(values.get("preset", "standard"), {})
        if any(name in values and values[name] not in allowed for name, allowed in fixed.items()):
            values["preset"] = "standard"
        return cls(**values)

    def _check(self) -> None:
        for name, allowed in _ALLOWED.items():
            value = getattr(self, name)
            # True is not a number of players, although it equals 1.
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
        """How many sides keep a score: two teams when four play, otherwise one for each seat."""
        return 2 if self.players == 4 else self.players

    def side(self, seat: int) -> int:
        """Return the side of a seat: partners sit opposite each other.

        >>> [Rules(players=4).side(seat) for seat in range(4)]
        [0, 1, 0, 1]
        """
        return seat % self.sides

    def seats_of(self, side: int) -> range:
        """Return the seats of a side."""
        return range(side, self.players, self.sides)

    @cached_property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return 6 if self.players == 2 and not self.five_card else 5

    @cached_property
    def discard_size(self) -> int:
        """How many cards each seat discards to the crib."""
        return 2 if self.players == 2 else 1

    @cached_property
    def kept(self) -> int:
        """How many cards each seat keeps."""
        return self.hand_size - self.discard_size

    @cached_property
    def from_pack(self) -> int:
        """How many cards go to the crib from the pack."""
        return 1 if self.players == 3 else 0

    def changes(self) -> dict[str, Any]:
        """Return the switches that differ from those of the preset.

        With ``five_card`` the target is always among them, because its default there is 61.

        >>> Rules("half", players=3).changes()
        {'players': 3}
        """
        base = {**_DEFAULTS, **_PRESETS[self.preset]}
        changed = {
            name: getattr(self, name) for name in SWITCHES if getattr(self, name) != base[name]
        }
        if self.five_card:
            changed["target"] = self.target
        return changed

    def changes_in_run(self) -> dict[str, Any]:
        """Return the changed switches without ``first_deal``, which alternates in a run of games.

        >>> Rules("half", stinkhole=True, first_deal="chosen").changes_in_run()
        {'stinkhole': True}
        """
        changed = self.changes()
        changed.pop("first_deal", None)
        return changed

    def __repr__(self) -> str:
        switches = "".join([f", {name}={value!r}" for name, value in self.changes().items()])
        return f"Rules({self.preset!r}{switches})"


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

_DEFAULTS: Final[Mapping[str, Any]] = {
    field.name: field.default for field in fields(Rules) if field.name != "preset"
}

#: The name of every switch, in the order of the rule book.
SWITCHES: Final = tuple(_DEFAULTS)

# How each preset differs from the defaults.
_PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {},
    "acc": {"match_points": (2, 3, 3), "next_deal": "alternate"},
    "half": {"target": 61},
    "clasico": {"runs_in_play": False, "crib_flush": "four", "skunks": False},
    "family": {"nobs_points": 2, "skunks": False},
    "leaflet": {"go_stacks_on_31": True},
}

# What a printed set of rules fixes; every other switch may be changed.
_FIXED: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "half": {"target": (61,)},
    "clasico": {"players": (2,)},
    "family": {"target": (61, 121)},
    "leaflet": {"players": (2,)},
}


def _check_given(preset: str, name: str, value: object) -> None:
    """Refuse an unknown switch, or a value that the preset does not allow."""
    if name not in _DEFAULTS:
        raise UnknownRules("unknown_switch", f"a switch is one of {_words(SWITCHES)}, not {name!r}")
    fixed = _FIXED.get(preset, {}).get(name)
    if fixed and value not in fixed:
        raise UnknownRules(
            "bad_combination",
            f"the preset {preset} has {name} {_words(fixed)}, not {value!r}; "
            "start from standard instead",
        )


def _words(values: tuple[object, ...]) -> str:
    """List the values for a message: a range by its ends, others one by one."""
    if len(values) > 10 and isinstance(values[0], int):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(str(value) for value in values)


#: The rules of every preset by its name. The last three are three printed sets of rules as
#: they read: ``clasico`` a Spanish one, ``family`` a shop's, ``leaflet`` the leaflet of a board.
PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({name: Rules(name) for name in _PRESETS})

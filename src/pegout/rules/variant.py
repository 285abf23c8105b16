"""The rules of one game as data: every switch of the rule book, and the named presets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal, Self, TypedDict, Unpack, get_args

from pegout.numbers import whole_number
from pegout.rules.errors import UnknownRules, quoted
from pegout.rules.switches import EVERYBODY, PLAYING, SCORING, SOLVED, Component, Switch, switch
from pegout.scoring import CribFlush

Counting = Literal["automatic", "manual"]
Missed = Literal["corrected", "lost"]
Overcount = Literal["corrected", "to_opponent"]
FirstDeal = Literal["cut", "random", "chosen"]
NextDeal = Literal["usual", "loser", "alternate", "winner", "cut"]


class Switches(TypedDict, total=False):
    """Every switch by name, as :class:`Rules` takes them; see there for their meaning."""

    players: int
    teams: bool
    target: int
    start_scores: tuple[int, ...]
    nobs_points: int
    heels_points: int
    crib_flush: CribFlush
    runs_in_play: bool
    go_stacks_on_31: bool
    counting: Counting
    muggins: bool
    missed: Missed
    overcount: Overcount
    stinkhole: bool
    lowball: bool
    five_card: bool
    skunks: bool
    skunk_lines: tuple[int, ...]
    match_points: tuple[int, ...]
    first_deal: FirstDeal
    next_deal: NextDeal


_NO_YES: Final = (False, True)
_KERNEL: Final = Component.KERNEL
_SEARCH: Final = Component.SEARCH


@dataclass(frozen=True, kw_only=True, init=False, repr=False)
class Rules:
    """The rules of a game: a preset, and every switch of the rule book.

    ``Rules("half", players=3)`` has the switches of the preset ``half``, but for three players.
    ``five_card`` alone also sets the target to 61, as the variation is played.

    Attributes:
        preset: the preset that gives the switches that are not set; see :data:`PRESETS`.
        players: 2, 3 or 4.
        teams: whether four play in two teams, partners opposite, or each for themselves.
        target: the hole that ends the game, 31 to 241.
        start_scores: the score of each side before the first deal; empty for a game from 0.
        nobs_points: 0, 1 or 2 for a jack of the starter's suit in hand or crib.
        heels_points: 0, 1 or 2 to the dealer when the starter is a jack.
        crib_flush: which flush counts in the crib: ``five`` cards, ``four`` or ``none``.
        runs_in_play: whether runs count in the play.
        go_stacks_on_31: whether 31 also pays the point for the last card of the count.
        counting: ``automatic``, or ``manual`` where each player says what they count.
        muggins: with manual counting, whether the opponents may take points that were missed.
        missed: with manual counting, whether a claim that is too low is ``corrected`` or what it
            misses is ``lost``; with muggins what no opponent takes is lost in any case.
        overcount: with manual counting, whether a claim that is too high is ``corrected`` or its
            excess goes ``to_opponent``.
        stinkhole: whether heels, a go and a last card are worth nothing in the last hole.
        lowball: whether the first to reach the target loses.
        five_card: five dealt, two discarded, hands of three, the play stops at the first 31 or
            go, and the non-dealer starts with three points. Two players.
        skunks: whether a win by many holes counts for more.
        skunk_lines: how many holes short of the target a loser is skunked, double skunked and
            triple skunked: one to three numbers, each larger than the one before.
        match_points: points for a match for a game, a skunk, a double skunk and so on: one number
            more than ``skunk_lines``. If lines alone are given, a further line is worth a point
            more than the one before.
        first_deal: the first dealer is ``cut`` for, ``random`` or ``chosen``.
        next_deal: who deals first in the next game: the ``loser``, the ``winner``, ``alternate``
            turns, ``cut`` for again, or ``usual``: the loser after a single game, alternate turns
            in a match.

    >>> Rules("half", players=3)
    Rules('half', players=3)
    >>> Rules("family", target=61).nobs_points, Rules(five_card=True).target
    (2, 61)
    >>> Rules(start_scores=(100, 90)).scores_at_start, Rules(players=3).scores_at_start
    ((100, 90), (0, 0, 0))
    >>> Rules(players=4).has_partners, Rules(players=4, teams=False).has_partners
    (True, False)
    >>> Rules("half").version, Rules(next_deal="winner").version
    (1, 2)
    >>> Rules().lines_judged, Rules(skunks=False).lines_judged
    ((31, 61), ())
    >>> Rules(counting="manual", missed="lost").pegs_missed
    False

    Raises:
        UnknownRules: ``unknown_preset``, ``unknown_switch``, ``bad_switch`` for a value that a
            switch does not take, or ``bad_combination``.
    """

    preset: str = "standard"
    players: int = switch(2, (2, 3, 4), "13.1", PLAYING | Component.TABLES)
    teams: bool = switch(True, _NO_YES, "9.7", _KERNEL | _SEARCH, since=2)
    target: int = switch(121, range(31, 242), "1.1", _KERNEL, ~_KERNEL)
    start_scores: tuple[int, ...] = switch(
        (), (), "1.5", _KERNEL, ~_KERNEL & ~Component.SOLVER, since=2
    )
    nobs_points: int = switch(1, (0, 1, 2), "6.6", SCORING, Component.SOLVED_PLAY)
    heels_points: int = switch(2, (0, 1, 2), "4.3", PLAYING, SOLVED)
    crib_flush: CribFlush = switch(
        "five", get_args(CribFlush), "6.5", SCORING, Component.SOLVED_PLAY
    )
    runs_in_play: bool = switch(True, _NO_YES, "5.6", PLAYING, Component.DISCARD_SOLVER)
    go_stacks_on_31: bool = switch(False, _NO_YES, "5.10", PLAYING, Component.DISCARD_SOLVER)
    counting: Counting = switch("automatic", get_args(Counting), "10.1", irrelevant_to=~_KERNEL)
    muggins: bool = switch(False, _NO_YES, "10.3", irrelevant_to=~_KERNEL)
    missed: Missed = switch("corrected", get_args(Missed), "10.9", irrelevant_to=EVERYBODY, since=2)
    overcount: Overcount = switch("corrected", get_args(Overcount), "10.7", irrelevant_to=EVERYBODY)
    stinkhole: bool = switch(False, _NO_YES, "11.2", _KERNEL | _SEARCH, SOLVED)
    lowball: bool = switch(False, _NO_YES, "11.3", _KERNEL | _SEARCH | Component.DISCARD_SOLVER)
    five_card: bool = switch(False, _NO_YES, "11.4", _KERNEL | _SEARCH)
    skunks: bool = switch(True, _NO_YES, "7.3", irrelevant_to=EVERYBODY)
    skunk_lines: tuple[int, ...] = switch((31, 61), (), "7.8", irrelevant_to=EVERYBODY, since=2)
    match_points: tuple[int, ...] = switch((1, 2, 3), (), "8.1", irrelevant_to=EVERYBODY)
    first_deal: FirstDeal = switch("cut", get_args(FirstDeal), "2.3", irrelevant_to=EVERYBODY)
    next_deal: NextDeal = switch(
        "usual", get_args(NextDeal), "8.2", irrelevant_to=EVERYBODY, newer={"winner": 2, "cut": 2}
    )

    def __init__(self, preset: str = "standard", **switches: Unpack[Switches]) -> None:
        names = tuple(_PRESETS)
        if preset not in names:
            raise UnknownRules(
                "unknown_preset", f"the preset is one of {_words(names)}, not {quoted(preset)}"
            )
        given: dict[str, Any] = dict(switches)
        for name, value in given.items():
            given[name] = _plain(value)
            _check_given(preset, name, given[name])
        if given.get("five_card") is True:
            given.setdefault("target", 61)
        made = {**_preset_switches(preset), **given}
        if "match_points" not in given:
            made["match_points"] = _points_for(made["skunk_lines"], made["match_points"])
        object.__setattr__(self, "preset", preset)
        for name in SWITCHES:
            object.__setattr__(self, name, made[name])
        self._check()

    @classmethod
    def from_fields(cls, **values: Any) -> Self:
        """Make rules of a stored preset and all its stored switches.

        A record of an earlier version may have a preset with a switch that the preset fixes, such
        as ``half`` with a target of 121. Its rules are read as they were played: as ``standard``
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
        for name, known in SWITCHES.items():
            value = getattr(self, name)
            # True is not a number of points, although it equals 1.
            if known.values and not (type(value) is type(known.default) and value in known.values):
                raise UnknownRules(
                    "bad_switch", f"{name} is one of {_words(known.values)}, not {value!r}"
                )
        self._check_start()
        lines, points = self.skunk_lines, self.match_points
        if not _whole_numbers(lines, 1, 241) or len(lines) > 3 or sorted({*lines}) != [*lines]:
            raise UnknownRules(
                "bad_switch",
                "skunk_lines are one to three whole numbers from 1 to 241, each larger than the "
                f"one before, such as (31, 61), not {lines!r}",
            )
        if not _whole_numbers(points, 0, 1000) or len(points) != len(lines) + 1:
            raise UnknownRules(
                "bad_switch",
                f"match_points are {len(lines) + 1} whole numbers from 0 to 1000, for a game and "
                f"for each of the skunk_lines {_words(lines)}, not {points!r}",
            )
        if not self.teams and self.players != 4:
            raise UnknownRules(
                "bad_combination", f"teams=False is a game for 4 players, not {self.players}"
            )
        if self.muggins and self.counting != "manual":
            raise UnknownRules("bad_combination", "muggins needs counting=manual")
        if self.five_card and self.players != 2:
            raise UnknownRules(
                "bad_combination", f"five_card is a game for 2 players, not {self.players}"
            )
        if self.next_deal == "cut" and self.first_deal == "chosen":
            raise UnknownRules(
                "bad_combination", "next_deal=cut is a cut before each game; first_deal is chosen"
            )

    def _check_start(self) -> None:
        start, end = self.start_scores, self.target - 1
        if start != () and not (_whole_numbers(start, 0, end) and len(start) == self.sides):
            raise UnknownRules(
                "bad_switch",
                f"start_scores are {self.sides} whole numbers from 0 to {end}, one for each side, "
                f"or none; not {start!r}",
            )

    @cached_property
    def scores_at_start(self) -> tuple[int, ...]:
        """The score of each side before the first deal."""
        return self.start_scores or (0,) * self.sides

    @cached_property
    def sides(self) -> int:
        """How many sides keep a score: two teams when four play so, otherwise one a seat."""
        return 2 if self.players == 4 and self.teams else self.players

    @cached_property
    def has_partners(self) -> bool:
        """Whether several seats share a side."""
        return self.sides < self.players

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

    @cached_property
    def version(self) -> int:
        """The first version of the rules that knows all these switches and values."""
        return max([known.version(getattr(self, name)) for name, known in SWITCHES.items()])

    @cached_property
    def lines_judged(self) -> tuple[int, ...]:
        """The skunk lines; empty without skunks."""
        return self.skunk_lines if self.skunks else ()

    @cached_property
    def pegs_missed(self) -> bool:
        """Whether points that a player's claim misses are pegged all the same."""
        return self.missed == "corrected" and not self.muggins

    def changes(self) -> dict[str, Any]:
        """Return the switches that differ from those of the preset.

        With ``five_card`` the target is always among them, because its default there is 61.

        >>> Rules("half", players=3).changes()
        {'players': 3}
        """
        base = _preset_switches(self.preset)
        base["match_points"] = _points_for(self.skunk_lines, base["match_points"])
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

    def refusal(self, component: Component) -> str:
        """Return which switches a component does not support, as a sentence; empty if it does all.

        >>> Rules("half", counting="manual").refusal(Component.KERNEL)
        "the kernel does not support counting='manual'"
        """
        unknown = [
            f"{name}={getattr(self, name)!r}"
            for name, known in SWITCHES.items()
            if component not in known.used_by | known.irrelevant_to
            and getattr(self, name) != known.default
        ]
        return f"{component} does not support {', '.join(unknown)}" if unknown else ""

    def __repr__(self) -> str:
        switches = "".join([f", {name}={value!r}" for name, value in self.changes().items()])
        return f"Rules({self.preset!r}{switches})"


_SWITCHES: Final[dict[str, Switch]] = {
    field.name: field.metadata.get("switch") or Switch(field.default, (), "")
    for field in fields(Rules)
    if field.name != "preset"
}

#: Every switch by its name, in the order of the rule book.
SWITCHES: Final[Mapping[str, Switch]] = MappingProxyType(_SWITCHES)


def switches_used_by(component: Component) -> tuple[str, ...]:
    """Return the names of the switches that a component takes into account.

    >>> switches_used_by(Component.DISCARD_SOLVER)
    ('nobs_points', 'crib_flush', 'lowball')
    """
    return tuple([name for name, known in SWITCHES.items() if component in known.used_by])


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


def _preset_switches(preset: str) -> dict[str, Any]:
    defaults = {name: known.default for name, known in SWITCHES.items()}
    return {**defaults, **_PRESETS[preset]}


def _points_for(lines: object, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the match points of a preset for other skunk lines."""
    if not isinstance(lines, tuple):
        return points
    more = range(points[-1] + 1, points[-1] + 1 + max(0, len(lines) + 1 - len(points)))
    return (*points[: len(lines) + 1], *more)


def _whole_numbers(values: object, minimum: int, maximum: int) -> bool:
    """Whether these are one or more whole numbers within limits, in a tuple."""
    return (
        type(values) is tuple
        and len(values) > 0
        and all(type(value) is int and minimum <= value <= maximum for value in values)
    )


def _plain(value: object) -> object:
    """Return a value of a switch with ints for whole numbers, and a tuple for a list of them."""
    if isinstance(value, str | tuple | set | frozenset | dict | bytes):
        return tuple(map(_plain, value)) if isinstance(value, tuple) else value
    number = whole_number(value)
    if number is None and isinstance(value, Iterable):
        return tuple(map(_plain, value))
    return value if number is None else number


def _check_given(preset: str, name: str, value: object) -> None:
    """Refuse an unknown switch, or a value that the preset does not allow."""
    if name not in SWITCHES:
        raise UnknownRules(
            "unknown_switch", f"a switch is one of {_words(tuple(SWITCHES))}, not {name!r}"
        )
    fixed = _FIXED.get(preset, {}).get(name)
    if fixed and value not in fixed:
        raise UnknownRules(
            "bad_combination",
            f"the preset {preset} has {name} {_words(fixed)}, not {value!r}; "
            "start from standard instead",
        )


def _words(values: Sequence[object]) -> str:
    """List the values for a message: a range by its ends, others one by one."""
    if len(values) > 10 and isinstance(values[0], int):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(str(value) for value in values)


#: The rules of every preset by its name. The last three are three printed sets of rules as
#: they read: ``clasico`` a Spanish one, ``family`` a shop's, ``leaflet`` the leaflet of a board.
PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({name: Rules(name) for name in _PRESETS})

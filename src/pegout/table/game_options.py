"""The options of a new game: which there are, which go together, and what they are at first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pegout.players import LEVELS
from pegout.rules import PRESETS, SWITCHES, Rules, UnknownRules
from pegout.table.names import looks_like
from pegout.table.offers import (
    DEFAULT_LEVEL,
    FIRST_LEVEL,
    FIRST_TARGET,
    NAMES,
    free_name,
    offered_levels,
    offered_values,
)
from pegout.table.state import PERSON, plan_table
from pegout.table.store import Summary
from pegout.wire.http import Order, SeatOrder
from pegout.wire.table import TableOptions

_SEATS: Final = max(offered_values("players"))
_COUNTING: Final = (
    {"counting": "automatic", "muggins": False},
    {"counting": "manual", "muggins": False},
    {"counting": "manual", "muggins": True},
)


def is_newcomer(matches: Iterable[Summary]) -> bool:
    """Return whether none of a player's matches was played to its end.

    A match that was resigned or stopped does not count; a first game with a guide does.
    """
    return not any(match.winners and match.resigned is None for match in matches)


@dataclass(frozen=True)
class GameOptions:
    """The options of a game at a table of one's own.

    >>> options = GameOptions.proposed("Ann").having(preset="half", counting="manual")
    >>> options.switches, options.rules().target
    ({'counting': 'manual'}, 61)
    >>> [other.rules().players for other in options.alternatives("players")]
    [2, 3, 4]

    Attributes:
        preset: the preset of the rules.
        switches: the switches that differ from it, including ``players``.
        names: four names, of which as many are used as there are players.
        kinds: the kind of each player: ``person`` or a level.
        games: the number of games.
        play_to: the points that win the match, or 0.
        dealer: the seat that deals first where the first deal is chosen, from 1.
    """

    preset: str = "standard"
    switches: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ("", *NAMES[:3])
    kinds: tuple[str, ...] = (PERSON, DEFAULT_LEVEL, DEFAULT_LEVEL, DEFAULT_LEVEL)
    games: int = 1
    play_to: int = 0
    dealer: int = 1

    @classmethod
    def proposed(cls, name: str, *, newcomer: bool = False) -> GameOptions:
        """Return the options that are proposed to a player who has chosen none.

        A newcomer, who has not finished a game yet, gets a short game against a weak opponent.

        >>> options = GameOptions.proposed("Ann", newcomer=True)
        >>> options.level, options.rules().target
        ('gentle', 61)
        """
        names = [name]
        while len(names) < _SEATS:
            names.append(free_name(names, looks_like))
        if not newcomer:
            return cls(names=tuple(names))
        kinds = (PERSON, *[FIRST_LEVEL] * (_SEATS - 1))
        return cls(names=tuple(names), kinds=kinds, switches={"target": FIRST_TARGET})

    def read(self, saved: Mapping[str, Any]) -> GameOptions:
        """Return these options with the choices that :meth:`choices` wrote.

        Where they make no game that can be played, these options are returned as they are.
        """
        try:
            names = [str(name) for name in saved.get("names", [])][:_SEATS]
            kinds = [str(kind) for kind in saved.get("kinds", [])][:_SEATS]
            known = {PERSON, *LEVELS}
            made = replace(
                self,
                preset=saved.get("preset", self.preset),
                switches=self._switches_of(saved),
                names=(*names, *self.names[len(names) :]),
                kinds=(
                    *(kind if kind in known else DEFAULT_LEVEL for kind in kinds),
                    *self.kinds[len(kinds) :],
                ),
                games=int(saved.get("games", self.games)),
                play_to=int(saved.get("play_to", self.play_to)),
                dealer=int(saved.get("dealer", self.dealer)),
            )
            made.order()
        except (KeyError, ValueError, TypeError):
            return self
        return made

    def _switches_of(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """Return the switches with those that were saved, as far as they differ from the preset."""
        chosen = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in saved.items()
            if name in SWITCHES
        }
        base = PRESETS[saved.get("preset", self.preset)]
        switches = {**self.switches, **chosen}
        return {name: value for name, value in switches.items() if getattr(base, name) != value}

    def choices(self, proposed: GameOptions) -> dict[str, Any]:
        """Return what differs from the proposed options, as plain data for a file of settings.

        What was not chosen follows the proposal, whatever it is then.

        >>> proposed = GameOptions.proposed("Ann", newcomer=True)
        >>> proposed.having(counting="manual").choices(proposed)
        {'counting': 'manual'}
        >>> proposed.having(target=121).choices(proposed)
        {'target': 121}
        """
        usual = proposed.as_plain()
        plain = {name: self.value(name) for name in proposed.switches} | self.as_plain()
        return {name: value for name, value in plain.items() if value != usual.get(name)}

    def as_plain(self) -> dict[str, Any]:
        """Return the options as plain data, for a file of settings."""
        return {
            "preset": self.preset,
            "games": self.games,
            "play_to": self.play_to,
            "dealer": self.dealer,
            "names": list(self.names),
            "kinds": list(self.kinds),
            **{
                name: list(value) if isinstance(value, tuple) else value
                for name, value in self.switches.items()
            },
        }

    def rules(self) -> Rules:
        """Return the rules.

        Raises:
            UnknownRules: for incompatible options.
        """
        return Rules(self.preset, **self.switches)

    def value(self, switch: str) -> Any:
        """Return the value of a switch, whether or not it goes together with the others.

        >>> GameOptions().having(muggins=True).value("muggins")
        True
        """
        try:
            return getattr(self.rules(), switch)
        except UnknownRules:
            return self.switches.get(switch, getattr(PRESETS[self.preset], switch))

    def order(self) -> Order:
        """Return the order of a new table.

        Raises:
            RulesError: for incompatible options.
        """
        made = self.rules()
        seats = list(map(SeatOrder, self.names, self.kinds))[: made.players]
        switches = {**self.switches, "players": made.players}
        alone = TableOptions(spectators=False, chat=False)
        dealer = self.dealer - 1 if made.first_deal == "chosen" else 0
        order = Order(self.preset, switches, seats, self.games, self.play_to, alone, dealer=dealer)
        plan_table(order, made, LEVELS, hosted=False)
        return order

    @property
    def playable(self) -> bool:
        """Whether the options are compatible."""
        try:
            self.order()
        except ValueError:
            return False
        return True

    @property
    def level(self) -> str:
        """The level of the first computer player."""
        return next((kind for kind in self.kinds[1:] if kind in LEVELS), DEFAULT_LEVEL)

    def having(self, **changes: Any) -> GameOptions:
        """Return these options with changes; switches of the rules are changed by name.

        Another preset replaces all switches but the number of players and whether they are teams,
        and another number of sides those that fit the former one alone.

        >>> singles = GameOptions().having(players=4, teams=False, start_scores=(100, 90, 80, 70))
        >>> singles.having(preset="half").switches, singles.having(players=3).switches
        ({'players': 4, 'teams': False}, {'players': 3})
        """
        own = {name: value for name, value in changes.items() if name not in SWITCHES}
        base = PRESETS[changes.get("preset", self.preset)]
        switches = dict(self.switches)
        if "preset" in changes:
            switches = {name: switches[name] for name in ("players", "teams") if name in switches}
        switches |= {name: value for name, value in changes.items() if name in SWITCHES}
        if not {"players", "teams"}.isdisjoint(changes):
            players = switches.get("players", base.players)
            if players != 4 and "teams" not in changes:
                switches.pop("teams", None)
            sides = 2 if players == 4 and switches.get("teams", base.teams) else players
            if len(switches.get("start_scores", ())) != sides and "start_scores" not in changes:
                switches.pop("start_scores", None)
        switches = {name: value for name, value in switches.items() if getattr(base, name) != value}
        return replace(self, switches=switches, **own)

    def alternatives(self, name: str) -> list[GameOptions]:
        """Return these options with each value of one option that the others allow.

        The option is a switch of the rules, ``preset``, ``level`` for all opponents, or
        ``counting`` together with muggins.
        """
        changes: list[dict[str, Any]]
        match name:
            case "level":
                changes = [
                    {"kinds": (self.kinds[0], *[level] * (_SEATS - 1))}
                    for level in offered_levels()
                ]
            case "preset":
                changes = [{"preset": preset} for preset in PRESETS]
            case "counting":
                changes = list(_COUNTING)
            case _:
                changes = [{name: value} for value in offered_values(name)]
        return [made for change in changes if (made := self.having(**change)).playable]

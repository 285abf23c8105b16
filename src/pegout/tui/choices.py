"""The options of a new game: choose them, save them for the next game, and order a table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pegout.players import LEVELS
from pegout.rules import PRESETS, SWITCHES, Rules
from pegout.table.names import looks_like
from pegout.table.state import PERSON, plan_table
from pegout.text import (
    Translator,
    level_details,
    level_help,
    level_name,
    preset_help,
    preset_name,
)
from pegout.text.offers import DEFAULT_LEVEL, NAMES, free_name, offered_levels
from pegout.tui.settings import Settings
from pegout.wire.http import Order, SeatOrder
from pegout.wire.table import TableOptions


@dataclass(frozen=True)
class Choices:
    """The options of a game.

    Attributes:
        preset: the preset of the rules.
        switches: the switches that differ from it, including ``players``.
        names: four names, of which as many are used as there are players.
        kinds: the kind of each player: ``person`` or a level.
        games: the number of games.
        play_to: the points that win the match, or 0.
    """

    preset: str = "standard"
    switches: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ("", *NAMES[:3])
    kinds: tuple[str, ...] = (PERSON, DEFAULT_LEVEL, DEFAULT_LEVEL, DEFAULT_LEVEL)
    games: int = 1
    play_to: int = 0

    @classmethod
    def of(cls, settings: Settings, t: Translator) -> Choices:
        """Return the options of the last game, or the defaults for a first game."""
        saved = settings.last
        choices = cls(names=_names_beside(settings.name or t("Player")))
        try:
            names = [str(name) for name in saved.get("names", [])][:4]
            kinds = [str(kind) for kind in saved.get("kinds", [])][:4]
            known = {PERSON, *LEVELS}
            made = replace(
                choices,
                preset=saved.get("preset", "standard"),
                switches={
                    name: tuple(value) if isinstance(value, list) else value
                    for name, value in saved.items()
                    if name in SWITCHES
                },
                names=(*names, *choices.names[len(names) :]),
                kinds=(
                    *(kind if kind in known else DEFAULT_LEVEL for kind in kinds),
                    *choices.kinds[len(kinds) :],
                ),
                games=int(saved.get("games", 1)),
                play_to=int(saved.get("play_to", 0)),
            )
            made.order()
        except (ValueError, TypeError):
            return choices
        return made

    def as_settings(self) -> dict[str, Any]:
        """Return the options in the format of the settings."""
        return {
            "preset": self.preset,
            "games": self.games,
            "play_to": self.play_to,
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

    def order(self) -> Order:
        """Return the order of a new table.

        Raises:
            RulesError: for incompatible options.
        """
        made = self.rules()
        seats = list(map(SeatOrder, self.names, self.kinds))[: made.players]
        switches = {**self.switches, "players": made.players}
        alone = TableOptions(spectators=False, chat=False)
        order = Order(self.preset, switches, seats, self.games, self.play_to, alone)
        plan_table(order, made, LEVELS, hosted=False)
        return order

    @property
    def level(self) -> str:
        """The level of the first computer player."""
        return next((kind for kind in self.kinds[1:] if kind in LEVELS), DEFAULT_LEVEL)

    def having(self, **changes: Any) -> Choices:
        """Return these options with changes; switches of the rules are changed by name."""
        own = {name: value for name, value in changes.items() if name not in SWITCHES}
        base = PRESETS[changes.get("preset", self.preset)]
        switches = {} if "preset" in changes else dict(self.switches)
        if "preset" in changes and "players" in self.switches:
            switches["players"] = self.switches["players"]
        for name, value in changes.items():
            if name in SWITCHES:
                switches[name] = value
        switches = {name: value for name, value in switches.items() if getattr(base, name) != value}
        return replace(self, switches=switches, **own)

    def title(self, t: Translator) -> str:
        """Describe the opponents."""
        seats = list(zip(self.names, self.kinds, strict=False))[: self.rules().players]
        persons = [name for name, kind in seats if kind == PERSON]
        others = [name for name, kind in seats[1:] if kind != PERSON]
        if len(persons) > 1:
            return t("Play: {names}", names=t.join([*persons, *others]))
        return t("Play against {names}", names=t.join(others))

    def chips(self, t: Translator) -> list[tuple[str, str]]:
        """Return short labels of the options, each with the name of its chip."""
        made = self.rules()
        kinds = dict.fromkeys(self.kinds[1 : made.players])
        shown = [t("pass and play") if kind == PERSON else level_name(kind, t) for kind in kinds]
        counting = t("automatic") if made.counting == "automatic" else t("by hand")
        if made.muggins:
            counting = t("with muggins")
        return [
            ("players", t("{n} players", n=made.players)),
            ("level", " / ".join(shown)),
            ("preset", preset_name(self.preset, t)),
            ("target", t("to {target}", target=made.target)),
            ("counting", counting),
        ]

    def opposition(self, t: Translator) -> str:
        """Describe the levels of the computer players; empty if there are none."""
        seated = dict.fromkeys(self.kinds[1 : self.rules().players])
        return " ".join(level_help(level, t) for level in seated if level != PERSON)

    def values(self, chip: str, t: Translator) -> list[Value]:
        """Return the values of a chip that are compatible with the other options."""
        changes: list[tuple[str, str, dict[str, Any]]]
        match chip:
            case "players":
                changes = [(t("{n} players", n=n), "", {"players": n}) for n in (2, 3, 4)]
            case "level":
                changes = [
                    (level_name(level, t), level_details(level, t), {"kinds": self._all(level)})
                    for level in offered_levels()
                ]
            case "preset":
                changes = [
                    (preset_name(name, t), preset_help(name, t), {"preset": name})
                    for name in PRESETS
                ]
            case "target":
                changes = [(t("to {target}", target=n), "", {"target": n}) for n in (121, 61)]
            case _:
                changes = [
                    (t("automatic"), "", {"counting": "automatic", "muggins": False}),
                    (t("by hand"), "", {"counting": "manual", "muggins": False}),
                    (t("with muggins"), "", {"counting": "manual", "muggins": True}),
                ]
        values = [Value(name, help_, self.having(**change)) for name, help_, change in changes]
        return [value for value in values if value.choices.playable]

    def _all(self, level: str) -> tuple[str, ...]:
        """Return the kinds of players with all opponents of a level."""
        return self.kinds[0], level, level, level

    @property
    def playable(self) -> bool:
        """Whether the options are compatible."""
        try:
            self.order()
        except ValueError:
            return False
        return True


def _names_beside(own: str) -> tuple[str, ...]:
    """Return four names, the player's own first."""
    names = [own]
    while len(names) < 4:
        names.append(free_name(names, looks_like))
    return tuple(names)


class Value(NamedTuple):
    """A value of a chip.

    Attributes:
        name: the name of the value.
        help: the meaning; empty if the name is clear.
        choices: the options of a game with this value.
    """

    name: str
    help: str
    choices: Choices

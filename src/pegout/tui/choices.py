"""The options of a new game as they are chosen, kept for the next time, and made into a setup."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from pegout.match import Seated, Setup
from pegout.players import LEVELS
from pegout.rules import PRESETS, SWITCHES, Rules
from pegout.storage import new_id
from pegout.text import (
    Translator,
    level_details,
    level_help,
    level_name,
    preset_help,
    preset_name,
)
from pegout.text.offers import DEFAULT_LEVEL, NAMES, offered_levels
from pegout.tui.settings import Settings

__all__ = ["Choices", "Value"]

_PERSON: Final = "person"


@dataclass(frozen=True)
class Choices:
    """The options of a game.

    Attributes:
        preset: the preset of the rules.
        switches: the switches that differ from it, with ``players`` among them.
        names: four names, of which the first few sit down.
        kinds: for each of them ``person`` or a level.
        games: how many games.
        play_to: points for the match to play to, or 0.
    """

    preset: str = "standard"
    switches: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ("", *NAMES)
    kinds: tuple[str, ...] = (_PERSON, DEFAULT_LEVEL, DEFAULT_LEVEL, DEFAULT_LEVEL)
    games: int = 1
    play_to: int = 0

    @classmethod
    def of(cls, settings: Settings, t: Translator) -> Choices:
        """Give the options of the last game, or those of a first one."""
        kept = settings.last
        own = settings.name or t("Player")
        choices = cls(names=(own, *NAMES))
        try:
            names = [str(name) for name in kept.get("names", [])][:4]
            kinds = [str(kind) for kind in kept.get("kinds", [])][:4]
            known = {_PERSON, *LEVELS}
            made = replace(
                choices,
                preset=kept.get("preset", "standard"),
                switches={
                    name: tuple(value) if isinstance(value, list) else value
                    for name, value in kept.items()
                    if name in SWITCHES
                },
                names=(*names, *choices.names[len(names) :]),
                kinds=(
                    *(kind if kind in known else DEFAULT_LEVEL for kind in kinds),
                    *choices.kinds[len(kinds) :],
                ),
                games=int(kept.get("games", 1)),
                play_to=int(kept.get("play_to", 0)),
            )
            made.setup()
        except (ValueError, TypeError):
            return choices
        return made

    def kept(self) -> dict[str, Any]:
        """Give the options as the settings keep them."""
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
        """Give the rules.

        Raises:
            UnknownRules: for options that do not go together.
        """
        return Rules(self.preset, **self.switches)

    def setup(self) -> Setup:
        """Give the setup of a new match.

        Raises:
            RulesError: for options that do not go together.
        """
        made = self.rules()
        seats = tuple(
            Seated(name, kind)
            for name, kind in list(zip(self.names, self.kinds, strict=True))[: made.players]
        )
        return Setup(
            new_id(),
            made,
            seats,
            games=self.games,
            play_to=self.play_to,
            dealer=0 if made.first_deal == "chosen" else None,
            date=datetime.now().astimezone().date().isoformat(),
        )

    def having(self, **changes: Any) -> Choices:
        """Give these options with some changed; those of the rules by their names."""
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
        """Say whom the game is against."""
        made = self.rules()
        others = [
            name
            for name, kind in zip(self.names[1 : made.players], self.kinds[1:], strict=False)
            if kind != _PERSON
        ]
        persons = [
            name
            for name, kind in zip(self.names[: made.players], self.kinds, strict=False)
            if kind == _PERSON
        ]
        if len(persons) > 1:
            return t("Play: {names}", names=t.join([*persons, *others]))
        return t("Play against {names}", names=t.join(others))

    def chips(self, t: Translator) -> list[tuple[str, str]]:
        """Give the options in short, each with the name of what it changes."""
        made = self.rules()
        levels = list(dict.fromkeys(kind for kind in self.kinds[1 : made.players]))
        shown = [
            t("pass and play") if level == _PERSON else level_name(level, t) for level in levels
        ]
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
        """Say how the computer players think; empty where there are none."""
        seated = dict.fromkeys(self.kinds[1 : self.rules().players])
        return " ".join(level_help(level, t) for level in seated if level != _PERSON)

    def values(self, chip: str, t: Translator) -> list[Value]:
        """Give what a chip can be changed to, as far as it fits the other options."""
        match chip:
            case "players":
                wanted = [
                    Value(t("{n} players", n=n), "", self.having(players=n)) for n in (2, 3, 4)
                ]
            case "level":
                wanted = [
                    Value(
                        level_name(level, t),
                        level_details(level, t),
                        self.having(kinds=(self.kinds[0], level, level, level)),
                    )
                    for level in offered_levels()
                ]
            case "preset":
                wanted = [
                    Value(preset_name(name, t), preset_help(name, t), self.having(preset=name))
                    for name in PRESETS
                ]
            case "target":
                wanted = [
                    Value(t("to {target}", target=target), "", self.having(target=target))
                    for target in (121, 61)
                ]
            case _:
                manual = {"counting": "manual"}
                automatic = {"counting": "automatic"}
                wanted = [
                    Value(t("automatic"), "", self.having(**automatic, muggins=False)),
                    Value(t("by hand"), "", self.having(**manual, muggins=False)),
                    Value(t("with muggins"), "", self.having(**manual, muggins=True)),
                ]
        return [value for value in wanted if value.choices.playable]

    @property
    def playable(self) -> bool:
        """Whether the options go together."""
        try:
            self.setup()
        except ValueError:
            return False
        return True


class Value(NamedTuple):
    """One value that a chip can have.

    Attributes:
        name: what it is called.
        help: what it means; empty where the name says it all.
        choices: the options of a game with it.
    """

    name: str
    help: str
    choices: Choices

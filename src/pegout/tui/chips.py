"""The options of a new game in words."""

from typing import Final

from pegout.table.game_options import GameOptions
from pegout.table.state import PERSON
from pegout.text import (
    Translator,
    level_details,
    level_help,
    level_name,
    preset_help,
    preset_name,
)
from pegout.tui.settings import Settings

#: The options that are offered beside the button that starts a game.
CHIPS: Final = ("players", "level", "preset", "target", "counting")


def proposed_options(settings: Settings, t: Translator, *, newcomer: bool = False) -> GameOptions:
    """Return the options of a game as long as the player has not chosen any."""
    return GameOptions.proposed(settings.name or t("Player"), newcomer=newcomer)


def last_options(settings: Settings, t: Translator, *, newcomer: bool = False) -> GameOptions:
    """Return the options of the next game: those that the player has chosen, or the proposed."""
    return proposed_options(settings, t, newcomer=newcomer).read(settings.last)


def title(options: GameOptions, t: Translator) -> str:
    """Describe the opponents."""
    seats = list(zip(options.names, options.kinds, strict=False))[: options.rules().players]
    persons = [name for name, kind in seats if kind == PERSON]
    others = [name for name, kind in seats[1:] if kind != PERSON]
    if len(persons) > 1:
        return t("Play: {names}", names=t.join([*persons, *others]))
    return t("Play against {names}", names=t.join(others))


def chip_label(options: GameOptions, chip: str, t: Translator) -> str:
    """Return the value of a chip in a few words."""
    made = options.rules()
    match chip:
        case "players":
            return t("{n} players", n=made.players)
        case "level":
            names = {PERSON: t("pass and play")}
            others = dict.fromkeys(options.kinds[1 : made.players])
            return " / ".join([names.get(kind) or level_name(kind, t) for kind in others])
        case "preset":
            return preset_name(options.preset, t)
        case "target":
            return t("to {target}", target=made.target)
    if made.muggins:
        return t("with muggins")
    return t("automatic") if made.counting == "automatic" else t("by hand")


def chip_help(options: GameOptions, chip: str, t: Translator) -> str:
    """Return what the value of a chip means; empty if its label is clear."""
    match chip:
        case "level":
            return level_details(options.level, t)
        case "preset":
            return preset_help(options.preset, t)
    return ""


def opposition(options: GameOptions, t: Translator) -> str:
    """Describe the levels of the computer players; empty if there are none."""
    seated = dict.fromkeys(options.kinds[1 : options.rules().players])
    return " ".join([level_help(level, t) for level in seated if level != PERSON])

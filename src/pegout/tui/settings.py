"""The player's settings, saved in a small TOML file."""

import os
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from pegout.match.log import MAX_NAME
from pegout.text.pacing import PACING

#: The smallest mistake that the tutor asks about; empty for none.
TutorSize: TypeAlias = Literal["", "large_mistake", "mistake", "inaccuracy"]
TUTOR_SIZES: Final[tuple[TutorSize, ...]] = get_args(TutorSize)

#: Whether hints come without being asked for; empty for only until a first game is finished.
HintsWanted: TypeAlias = Literal["", "on", "off"]
HINTS_WANTED: Final[tuple[HintsWanted, ...]] = get_args(HintsWanted)


@dataclass(frozen=True)
class Settings:
    """The settings, and the options of the last game.

    Attributes:
        name: the player's name at the table; empty until chosen.
        language: ``en`` or ``es``; empty to follow the environment.
        theme: the name of a palette.
        pace: one of the paces of :data:`~pegout.text.pacing.PACING`.
        thinking: the delay of computer players, one of its ``thinking``.
        sorted: whether to show the hand sorted.
        auto_go: whether to say go automatically, where it is the only action.
        auto_last: whether to play the only card that fits automatically.
        auto_deal: whether the next cards are dealt automatically, a while after a count.
        confirm: whether a card must be selected and then confirmed.
        asked_play: whether the player has been asked about ``confirm`` and ``auto_deal``.
        tell_discards: whether the log gives the value of each discard.
        hints: whether hints come without being asked for, one of :data:`HINTS_WANTED`.
        tutor: the smallest mistake that needs confirmation, one of :data:`TUTOR_SIZES`; empty for
            none.
        last: the options of the last game, in the format of the options screen.
    """

    name: str = ""
    language: str = ""
    theme: str = "walnut"
    pace: str = "normal"
    thinking: str = "like_me"
    sorted: bool = True
    auto_go: bool = True
    auto_last: bool = False
    auto_deal: bool = False
    confirm: bool = True
    asked_play: bool = False
    tell_discards: bool = False
    hints: HintsWanted = ""
    tutor: TutorSize = ""
    last: dict[str, Any] = field(default_factory=dict)


def settings_path() -> Path:
    """Return the path of the settings; ``PEGOUT_CONFIG`` sets another folder."""
    folder = os.environ.get("PEGOUT_CONFIG")
    if folder:
        return Path(folder) / "settings.toml"
    import platformdirs

    return Path(platformdirs.user_config_dir("pegout", appauthor=False)) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; missing or invalid values get their defaults."""
    try:
        data = tomllib.loads((path or settings_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    default = Settings()
    known = {
        member.name: data[member.name]
        for member in fields(Settings)
        if type(data.get(member.name)) is type(getattr(default, member.name))
    }
    settings = replace(default, **known)
    offered = {
        "pace": PACING.paces,
        "thinking": PACING.thinking,
        "hints": HINTS_WANTED,
        "tutor": TUTOR_SIZES,
    }
    for name, values in offered.items():
        if getattr(settings, name) not in values:
            settings = replace(settings, **{name: getattr(default, name)})
    return replace(settings, name=settings.name.strip()[:MAX_NAME].strip())


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; if that fails, they last only as long as the program."""
    lines = ["# The player’s own settings; written by Pegout.\n"]
    tables = []
    for member in fields(Settings):
        value = getattr(settings, member.name)
        if isinstance(value, dict):
            tables.append(f"\n[{member.name}]\n")
            tables.extend(f"{key} = {_toml(more)}\n" for key, more in value.items())
        else:
            lines.append(f"{member.name} = {_toml(value)}\n")
    path = path or settings_path()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text("".join([*lines, *tables]), encoding="utf-8")
        fresh.replace(path)


class KeptSettings:
    """The settings as they are now, and whether a change is saved."""

    def __init__(self, now: Settings, *, keep: bool) -> None:
        self.now = now
        self.keep = keep

    def change(self, **changes: Any) -> None:
        """Change settings, and save them if they are kept."""
        self.now = replace(self.now, **changes)
        if self.keep:
            save_settings(self.now)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in escaped) + '"'

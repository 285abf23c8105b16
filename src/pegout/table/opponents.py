"""The computer players of a server: the levels, and the engines that its host configures.

An engine is a program, and only the host's file can name a program: clients choose among the names
in it. ``docs/engines.md`` describes the file.

>>> opponents = Opponents()
>>> opponents.offered[0], opponents.knows("club"), opponents.knows("crusher")
('gentle', True, False)
"""

import os
import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pegout.errors import PegoutError
from pegout.players import LEVELS, Level, Player, level_of
from pegout.players.engines import Engine, Engines, EngineSeat
from pegout.table.offers import DEFAULT_LEVEL, offered_levels
from pegout.text import Translator, level_name

#: The default time limits of an engine, for a decision and for its hello, in seconds.
_LIMIT: Final = 5.0
_START: Final = 10.0
_NAME: Final = re.compile("[a-z][a-z0-9-]{0,30}")
_TAKEN: Final = frozenset({"person", "open", *LEVELS})


class EngineFileError(PegoutError):
    """A file of engines that cannot be used: ``bad_engines``."""


class HostEngine(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine as the host's file describes it.

    No shell interprets the command. Time limits, for a decision and for the hello, are in seconds.
    When more than ``processes`` are needed, the least recently used one is ended. ``instead`` is
    the level that takes over the seat if the engine fails.
    """

    command: tuple[str, ...]
    title: str = ""
    help: str = ""
    limit: float = _LIMIT
    start: float = _START
    processes: int = 8
    instead: str = DEFAULT_LEVEL


def read_engines(path: str | os.PathLike[str]) -> dict[str, HostEngine]:
    """Read the host's file of engines: TOML, with one section for each engine.

    Raises:
        EngineFileError: for an invalid file, with the place of the fault.
        OSError: if the file cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            engines = msgspec.convert(tomllib.load(file), dict[str, HostEngine])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise EngineFileError("bad_engines", f"{path}: {error}") from error
    for name, engine in engines.items():
        if not _NAME.fullmatch(name) or name in _TAKEN:
            raise EngineFileError(
                "bad_engines",
                f"{path}: an engine has a name of its own, of small letters, digits and hyphens, "
                f"not {name!r:.40}",
            )
        if engine.instead not in LEVELS:
            raise EngineFileError(
                "bad_engines",
                f"{path}: instead of {name} plays one of {', '.join(offered_levels())}, not "
                f"{engine.instead!r:.40}",
            )
        if engine.processes < 1:
            raise EngineFileError(
                "bad_engines", f"{path}: {name} has one process or more, not {engine.processes}"
            )
        try:
            _engine(name, engine)
        except ValueError as error:
            raise EngineFileError("bad_engines", f"{path}: {name}: {error}") from error
    return engines


def describe_engines(engines: Mapping[str, HostEngine]) -> tuple[tuple[str, str, str], ...]:
    """Return the name, title and description of each engine, as clients see them.

    >>> describe_engines({"crusher": HostEngine(("./crusher",), help="Strong.")})
    (('crusher', 'crusher', 'Strong.'),)
    """
    return tuple([(name, engine.title or name, engine.help) for name, engine in engines.items()])


def _engine(name: str, engine: HostEngine) -> Engine:
    return Engine(engine.title or name, engine.command, engine.limit, engine.start)


class Opponents:
    """The levels and engines that a server offers as opponents."""

    def __init__(self, engines: Mapping[str, HostEngine] | None = None) -> None:
        self._engines = dict(engines or {})
        self._running = {name: Engines(engine.processes) for name, engine in self._engines.items()}

    @property
    def offered(self) -> list[str]:
        """The names of levels and engines that may be chosen, the weakest level first."""
        return [*offered_levels(), *self._engines]

    @property
    def descriptions(self) -> tuple[tuple[str, str, str], ...]:
        """The name, title and description of each engine, as clients see them."""
        return describe_engines(self._engines)

    def knows(self, kind: str) -> bool:
        """Return whether there is a level or engine of this name."""
        return kind in LEVELS or kind in self._engines

    def title(self, kind: str, t: Translator) -> str:
        """Return the name of a level or an engine as people see it."""
        engine = self._engines.get(kind)
        return level_name(kind, t) if engine is None else engine.title or kind

    def level(self, kind: str) -> Level:
        """Return a level; an engine is described as a slow level.

        Raises:
            UnknownLevel: for a name that is neither a level nor an engine.
        """
        engine = self._engines.get(kind)
        if engine is None:
            return level_of(kind)
        # For an engine, :meth:`player` creates the player of a seat; this is only a description.
        return Level(kind, level_of(engine.instead).make, policy=None, quick=False)

    def player(self, kind: str, table: str, match: str, seat: int) -> Player:
        """Create the computer player of a seat.

        The seats of each table have engine processes of their own.

        Raises:
            UnknownLevel: for a name that is neither a level nor an engine.
        """
        seed = zlib.crc32(f"{match}/{seat}".encode())
        engine = self._engines.get(kind)
        if engine is None:
            return level_of(kind).make(seed)
        engine_seat = EngineSeat((table, seat), match, seat, seed >> 1)
        return self._running[kind].player(_engine(kind, engine), engine_seat)

    def instead(self, kind: str) -> str:
        """Return the level that takes over the seat of an engine that failed or was removed."""
        engine = self._engines.get(kind)
        return DEFAULT_LEVEL if engine is None else engine.instead

    def available(self, kind: str) -> str:
        """Return a level or engine if it is known, and otherwise the level that takes over."""
        return kind if self.knows(kind) else self.instead(kind)

    def try_out(self) -> None:
        """Start each engine once, so that the host notices immediately if one does not start.

        Raises:
            EngineFailed: ``not_started``.
        """
        for name, engine in self._engines.items():
            self._running[name].try_out(_engine(name, engine))

    def leave(self, table: str, kinds: Sequence[str]) -> None:
        """End the engine processes that play at a table."""
        for seat, kind in enumerate(kinds):
            engine = self._engines.get(kind)
            if engine is not None:
                engine_seat = EngineSeat((table, seat), "", seat, 0)
                self._running[kind].end(_engine(kind, engine), engine_seat)

    def close(self) -> None:
        """End every process."""
        for running in self._running.values():
            running.close()

"""The computer players of a server: the levels, and the engines that its host names in a file.

Engines are programs, and a program is named by the host's file alone: what comes over the network
chooses among the names in it. ``docs/engines.md`` has the file.

>>> opponents = Opponents()
>>> opponents.offered[0], opponents.knows("club"), opponents.knows("crusher")
('gentle', True, False)
"""

from __future__ import annotations

import os
import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pegout.players import LEVELS, Level, Player, level_of
from pegout.players.engines import Engine, Engines, EngineSeat
from pegout.text import Translator, level_name
from pegout.text.offers import DEFAULT_LEVEL, offered_levels

__all__ = ["EngineFileError", "HostEngine", "Opponents", "described", "read_engines"]

#: How long an engine may take over a decision, and to say hello, unless the file says otherwise.
_LIMIT: Final = 5.0
_START: Final = 10.0
_NAME: Final = re.compile("[a-z][a-z0-9-]{0,30}")
_TAKEN: Final = frozenset({"person", "open", *LEVELS})


class EngineFileError(ValueError):
    """A file of engines that cannot be used.

    Attributes:
        code: ``bad_engines``.
    """

    code = "bad_engines"


class HostEngine(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine as the host's file describes it.

    Attributes:
        command: the program and its arguments; no shell reads them.
        title: what it is called at the table; the name of its section unless given.
        help: a sentence about it.
        limit: how long it may take over a decision, in seconds.
        start: how long it may take until it says hello, in seconds.
        processes: how many of it may run at a time; the one that was asked longest ago is ended for
            another.
        instead: the level that takes its seat if it fails.
    """

    command: tuple[str, ...]
    title: str = ""
    help: str = ""
    limit: float = _LIMIT
    start: float = _START
    processes: int = 8
    instead: str = DEFAULT_LEVEL


def read_engines(path: str | os.PathLike[str]) -> dict[str, HostEngine]:
    """Read the host's file of engines: TOML, with a section for each by its name.

    Raises:
        EngineFileError: for a file that is none, with the place of the fault.
        OSError: if it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            found = msgspec.convert(tomllib.load(file), dict[str, HostEngine])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise EngineFileError(f"{path}: {error}") from error
    for name, one in found.items():
        if not _NAME.fullmatch(name) or name in _TAKEN:
            raise EngineFileError(
                f"{path}: an engine has a name of its own, of small letters, digits and hyphens, "
                f"not {name!r:.40}"
            )
        if one.instead not in LEVELS:
            raise EngineFileError(
                f"{path}: instead of {name} plays one of {', '.join(offered_levels())}, not "
                f"{one.instead!r:.40}"
            )
        if one.processes < 1:
            raise EngineFileError(f"{path}: {name} has one process or more, not {one.processes}")
        try:
            _engine(name, one)
        except ValueError as error:
            raise EngineFileError(f"{path}: {name}: {error}") from error
    return found


def described(engines: Mapping[str, HostEngine]) -> tuple[tuple[str, str, str], ...]:
    """Give name, title and description of engines, as they are offered.

    >>> described({"crusher": HostEngine(("./crusher",), help="Strong.")})
    (('crusher', 'crusher', 'Strong.'),)
    """
    return tuple([(name, one.title or name, one.help) for name, one in engines.items()])


def _engine(name: str, one: HostEngine) -> Engine:
    return Engine(one.title or name, one.command, one.limit, one.start)


class Opponents:
    """Whom one can play against at the tables of a server.

    Args:
        engines: the engines of the host by their names.
    """

    def __init__(self, engines: Mapping[str, HostEngine] | None = None) -> None:
        self._engines = dict(engines or {})
        self._running = {name: Engines(one.processes) for name, one in self._engines.items()}

    @property
    def offered(self) -> list[str]:
        """The names of levels and engines that may be chosen, the weakest level first."""
        return [*offered_levels(), *self._engines]

    def knows(self, kind: str) -> bool:
        """Whether there is such a level or engine."""
        return kind in LEVELS or kind in self._engines

    def title(self, kind: str, t: Translator) -> str:
        """Give what a level or an engine is called."""
        one = self._engines.get(kind)
        return level_name(kind, t) if one is None else one.title or kind

    def level(self, kind: str) -> Level:
        """Give a level; that of an engine says that it is slow.

        Raises:
            UnknownLevel: for what is neither.
        """
        one = self._engines.get(kind)
        if one is None:
            return level_of(kind)
        # A player of it is made by :meth:`player`, for a seat; this is a level's description.
        return Level(kind, one.help, level_of(one.instead).make, policy=None, quick=False)

    def player(self, kind: str, table: str, match: str, seat: int) -> Player:
        """Make the player of a seat.

        Args:
            kind: the level or engine.
            table: the code of the table, whose seats have processes of their own.
            match: the match.
            seat: the seat.

        Raises:
            UnknownLevel: for what is neither a level nor an engine.
        """
        seed = zlib.crc32(f"{match}/{seat}".encode())
        one = self._engines.get(kind)
        if one is None:
            return level_of(kind).make(seed)
        place = EngineSeat((table, seat), match, seat, seed >> 1)
        return self._running[kind].player(_engine(kind, one), place)

    def instead(self, kind: str) -> str:
        """Give the level that takes the seat of an engine that failed, or that is gone."""
        one = self._engines.get(kind)
        return DEFAULT_LEVEL if one is None else one.instead

    def try_out(self) -> None:
        """Start each engine once, so that the host hears at once of one that does not start.

        Raises:
            EngineFailed: ``not_started``.
        """
        for name, one in self._engines.items():
            self._running[name].try_out(_engine(name, one))

    def leave(self, table: str, kinds: Sequence[str]) -> None:
        """End the processes that play at a table, if any do."""
        for seat, kind in enumerate(kinds):
            one = self._engines.get(kind)
            if one is not None:
                place = EngineSeat((table, seat), "", seat, 0)
                self._running[kind].end(_engine(kind, one), place)

    def close(self) -> None:
        """End every process."""
        for running in self._running.values():
            running.close()

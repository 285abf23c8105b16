"""Custom players: an object, a class, a function that creates players, or ``module:Class``.

Every seat of every game has its own player, so that no state passes from one game or seat to
another and a contest depends only on its seed. A class or a function is called for each of them,
with a seed if it takes one; an object is copied.

>>> from pegout.rules import Action, SeatView
>>> class Hasty:
...     def choose(self, view: SeatView) -> Action:
...         return view.legal[0]
>>> own = own_of(Hasty)
>>> own.name, type(own.make(seed=1)).__name__
('Hasty', 'Hasty')
"""

import importlib
import inspect
import pickle
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pegout.players.base import Player, PlayerError

_NEEDS: Final = "a player has a method choose(view) that gives one of view.legal"


@dataclass(frozen=True, slots=True)
class Own:
    """A custom player, with the means to create one for each seat of each game.

    Attributes:
        name: the name of the player.
        factory: a class or function that creates a player; None to copy an object.
        seeded: whether the factory takes a seed.
        copied: the object to copy, pickled.
        version: its attribute ``version``, if that is a text or a number.
        source: the path of its source: a file, or the folder of a package; empty if there is none.
        portable: whether another process can create it too.
    """

    name: str
    factory: Callable[..., Player] | None
    seeded: bool
    copied: bytes
    version: str
    source: str
    portable: bool

    def make(self, seed: int) -> Player:
        """Create a player for a seat of a game.

        Raises:
            PlayerError: ``player_failed`` if that raises an error, or ``bad_player`` for an object
                without a method ``choose``.
        """
        try:
            if self.factory is None:
                made = pickle.loads(self.copied)
            else:
                made = self.factory(seed=seed) if self.seeded else self.factory()
        except Exception as error:
            raise PlayerError(
                "player_failed", f"{self.name} cannot be made: {fault_of(error)}"
            ) from error
        if not callable(getattr(made, "choose", None)):
            raise PlayerError("bad_player", f"{self.name} makes a {type(made).__name__}; {_NEEDS}")
        player: Player = made
        return player

    def identity(self) -> str:
        """Return its identity, as far as it is known: name, version, and digests.

        The digests cover its source file, or all Python files of its package, and the state of an
        object. They do not cover imports from elsewhere.
        """
        said = [self.name]
        if self.version:
            said.append(f"version {self.version}")
        if self.source:
            said.append(f"source {_digest(Path(self.source))}")
        if self.copied:
            said.append(f"state {sha256(self.copied).hexdigest()[:16]}")
        return ", ".join(said)


def own_of(given: Any, name: str = "") -> Own:
    """Wrap an object, a class or a function as a custom player.

    Args:
        given: an object with a method ``choose``, a class of such objects, or a function that
            creates one. The class or function takes no arguments, or one called ``seed``, a whole
            number.
        name: the name of the player; its attribute ``name``, or the name of its class, unless
            given.

    Raises:
        PlayerError: ``bad_player``.

    >>> from random import Random
    >>> own_of(Random(1))
    Traceback (most recent call last):
    ...
    pegout.players.base.PlayerError: Random is no player: a player has a method choose(view) that \
gives one of view.legal
    """
    check_answers(given)
    made = isinstance(given, type) or inspect.isroutine(given) or inspect.isfunction(given)
    home = given if made else type(given)
    called = name or _text(getattr(given, "name", "")) or getattr(home, "__name__", "player")
    version = _text(getattr(given, "version", ""))
    source = _source(home)
    if made:
        if isinstance(given, type) and not callable(getattr(given, "choose", None)):
            raise PlayerError("bad_player", f"{called} is no player: {_NEEDS}")
        return Own(called, given, _takes_seed(given, called), b"", version, source, can_send(given))
    if not callable(getattr(given, "choose", None)):
        raise PlayerError("bad_player", f"{called} is no player: {_NEEDS}")
    try:
        copied = pickle.dumps(given)
    except Exception as error:
        raise PlayerError(
            "bad_player",
            f"{called} cannot be copied for each game ({error}); give its class, or a function "
            "that makes one",
        ) from error
    return Own(called, None, False, copied, version, source, can_send(home))


def check_answers(player: object) -> None:
    """Raise ``bad_player`` for a player whose answers have to be waited for or iterated over."""
    choose = getattr(player, "choose", None)
    if inspect.iscoroutinefunction(choose) or inspect.isgeneratorfunction(choose):
        kind = player if isinstance(player, type) else type(player)
        raise PlayerError(
            "bad_player",
            f"{kind.__name__}.choose is asynchronous or a generator; a player answers at once: "
            "write def choose(self, view), without async and yield",
        )


def load(location: str) -> Own:
    """Import a custom player; see :func:`find`.

    >>> load("pegout.players.expert:Expert").make(1).choose.__name__
    'choose'

    Raises:
        PlayerError: ``bad_player``.
    """
    return own_of(find(location), location)


def find(location: str) -> Any:
    """Import a custom player, as what stands there.

    Args:
        location: ``module:name``: a module in the working directory or an installed one, and a
            class, a function that creates players, or an object in it; either may be a dotted path.

    Raises:
        PlayerError: ``bad_player`` if there is no such module or name, or if the module cannot be
            imported.

    >>> find("pegout.players.expert:Expart")
    Traceback (most recent call last):
    ...
    pegout.players.base.PlayerError: pegout.players.expert has no Expart; did you mean Expert?
    """
    module_name, _, path = location.partition(":") if isinstance(location, str) else ("", "", "")
    if not all(part.isidentifier() for part in [*module_name.split("."), *path.split(".")]):
        raise PlayerError(
            "bad_player",
            f"a player of your own is module:Class, such as my_bot:Bot, not {location!r}",
        )
    found: Any = _module(module_name)
    said = module_name
    for part in path.split("."):
        if not hasattr(found, part):
            close = get_close_matches(part, vars(found) if hasattr(found, "__dict__") else (), n=1)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise PlayerError("bad_player", f"{said} has no {part}{meant}")
        found, said = getattr(found, part), f"{said}.{part}"
    return found


def shared(given: Any, name: str, state: Any) -> Own:
    """Wrap an object that has no state of a game, so that all games share it.

    Args:
        given: an object with a method ``choose``.
        name: the name of the player.
        state: what distinguishes it from others: the function that chooses.
    """
    home = state if inspect.isroutine(state) else type(state)
    portable = can_send(state)
    copied = pickle.dumps(state) if portable else b""
    version = _text(getattr(state, "version", ""))
    return Own(name, partial(_itself, given), False, copied, version, _source(home), portable)


def _itself(given: Any) -> Any:
    return given


def fault_of(error: BaseException) -> str:
    """Describe an error with the place in the player's own code that raised it.

    >>> try:
    ...     int("x")
    ... except ValueError as error:
    ...     fault_of(error).split(" in ")[1]
    "<module>: ValueError: invalid literal for int() with base 10: 'x'"
    """
    said = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen")
    ]
    if not frames:
        return said
    return f"{frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}: {said}"


def _module(name: str) -> Any:
    """Import a module of the working directory, or an installed one."""
    here = str(Path.cwd())
    # Worker processes receive this path too.
    if here not in sys.path:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing and (name == missing or name.startswith(f"{missing}.")):
            raise PlayerError(
                "bad_player", f"there is no module {missing} in {here} or among those installed"
            ) from error
        raise PlayerError("bad_player", f"{name} cannot be imported: {error}") from error
    except Exception as error:
        raise PlayerError("bad_player", f"{name} cannot be imported: {fault_of(error)}") from error


def _takes_seed(factory: Callable[..., Any], name: str) -> bool:
    """Return whether a factory takes a seed; raise an error if it requires anything else."""
    try:
        wanted = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        # Some functions written in C have no signature.
        return False
    needed = [
        parameter.name
        for parameter in wanted
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        and parameter.name != "seed"
    ]
    if needed:
        raise PlayerError(
            "bad_player",
            f"{name} needs {', '.join(needed)}; a player is made with nothing but a seed. Give a "
            "function that makes one, or the object itself",
        )
    return any(
        parameter.name == "seed" and parameter.kind is not parameter.POSITIONAL_ONLY
        for parameter in wanted
    )


def can_send(given: Any) -> bool:
    """Return whether a fresh interpreter can import a class or function."""
    try:
        pickle.dumps(given)
    except Exception:
        return False
    if getattr(given, "__module__", "") != "__main__":
        return True
    # Code typed at a prompt is in no file that another process could read.
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    return getattr(main, "__spec__", None) is not None or bool(file and Path(file).is_file())


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int | float) else ""


def _source(home: Any) -> str:
    """Return the file of a class or function, or the folder of the package that it is in."""
    module = sys.modules.get(getattr(home, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    # A program read from standard input has a ``__file__`` that does not exist.
    if module is None or file is None or not Path(file).is_file():
        return ""
    top = sys.modules.get(module.__name__.partition(".")[0])
    folders = getattr(top, "__path__", None)
    return str(folders[0]) if folders else str(file)


def _digest(source: Path) -> str:
    """Return the digest of a file, or of all Python files of a folder with their names."""
    files = sorted(source.rglob("*.py")) if source.is_dir() else [source]
    digest = sha256()
    for file in files:
        inner = file.relative_to(source).as_posix() if source.is_dir() else ""
        digest.update(f"{inner}\0".encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]

"""Engines: programs in any language that play over their standard input and output.

Each seat that an engine plays has its own process, so that the process knows only what its seat
knows. Every answer has a time limit. An engine fails if it exits, does not answer, or returns
anything but a legal action; the report then quotes its last lines of standard error. A process is
ended after a failure, and together with the process that started it. ``docs/engines.md`` describes
the protocol.

>>> engine = Engine.parse("./my_engine --fast", limit=2.5)
>>> engine.name, engine.command, engine.limit
('my_engine', ('./my_engine', '--fast'), 2.5)
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from pegout.errors import PegoutError
from pegout.notation import CodecError
from pegout.players.base import PlayerError
from pegout.rules import ENDINGS, Action, SeatView
from pegout.wire import engine_messages as wire
from pegout.wire.codecs import ACTIONS, VIEWS, WireError, encode
from pegout.wire.table import Bye

#: The time limits for a decision, and for the hello at the start, in seconds.
LIMIT: Final = 10.0
START: Final = 30.0
#: The time that a process has to exit after the goodbye, in seconds.
GRACE: Final = 1.0
#: The time to read what an ended process has left in its pipes, in seconds. They stay open only as
#: long as a process that it has detached holds them.
_DRAINING: Final = 1.0
#: The longest line that an engine may send, and the longest line of standard error in a report.
_LINE: Final = 1 << 16
_QUOTED_LINE: Final = 300
#: The number of an engine's lines that may wait to be read.
_WAITING: Final = 100
#: The number of last lines of standard error in a report.
_LAST: Final = 12
_POSIX: Final = os.name == "posix"


class EngineFailed(PegoutError):
    """An engine that failed to decide; the message quotes its last lines of standard error.

    Attributes:
        code: ``not_started`` if it could not be run or did not say hello; ``ended`` if its process
            or its output ended; ``silent`` if it exceeded its time limit; ``bad_message`` if its
            answer was invalid; ``illegal`` if its action was illegal; ``no_analysis`` if it does
            not analyse.
        reason: the description of the failure.
        last: its last lines of standard error.

    >>> print(EngineFailed("silent", "no answer within 2 s", ("loading", "loaded")))
    no answer within 2 s. The last lines of its standard error:
        loading
        loaded
    """

    def __init__(self, code: str, reason: str, last: tuple[str, ...] = ()) -> None:
        heading = [f"{reason}. The last lines of its standard error:"]
        super().__init__(code, "\n    ".join([*heading, *last]) if last else reason)
        self.reason = reason
        self.last = last

    def __reduce__(self) -> tuple[type[EngineFailed], tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.code, self.reason, self.last)


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that plays.

    Attributes:
        name: the name of the engine.
        command: the program and its arguments, run without a shell.
        limit: the time limit for a decision, in seconds.
        start: the time limit for its hello, in seconds.
        grace: the time that its process has to exit after the goodbye, in seconds.
    """

    name: str
    command: tuple[str, ...]
    limit: float = LIMIT
    start: float = START
    grace: float = GRACE

    def __post_init__(self) -> None:
        if not self.command:
            raise PlayerError("bad_engine", "an engine has a command, such as './my_engine --fast'")
        times = self.limit, self.start, self.grace
        if not all(0 < seconds < 1e6 for seconds in times):
            said = ", ".join(map(str, times))
            raise PlayerError(
                "bad_engine", f"the times of an engine are seconds, above 0, not {said}"
            )

    @classmethod
    def parse(cls, command: str, *, name: str = "", limit: float = LIMIT) -> Engine:
        """Create an engine from a command line, split as a shell does.

        Raises:
            PlayerError: ``bad_engine`` for an unclosed quotation, an empty command or a bad limit.
        """
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise PlayerError("bad_engine", f"{command!r:.80} is no command: {error}") from error
        named = name or (Path(words[0]).name if words else "")
        return cls(named, words, limit)

    def identity(self) -> str:
        """Return its identity: its command, and digests of the files that the command names.

        The digests do not cover libraries that it loads or files that it reads.
        """
        said = [shlex.join(self.command)]
        for word in self.command:
            with suppress(OSError):
                said.append(f"{word} {sha256(Path(word).read_bytes()).hexdigest()[:16]}")
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class EngineSeat:
    """The seat that an engine plays.

    Attributes:
        key: the owner of its process, a seat of a table for instance; each key has its own process.
        game: the name of the game.
        seat: the seat.
        seed: the seed of its random choices in this game.
    """

    key: Hashable
    game: str
    seat: int
    seed: int


class ActionValue(NamedTuple):
    """An engine's value of a legal action; None for what it does not know.

    Attributes:
        action: the action.
        points: the net points of the deal from here on.
        chance: the probability that its side wins the game.
    """

    action: Action
    points: float | None
    chance: float | None


class Engines:
    """The running engines, with a process for each seat.

    Args:
        maximum: the largest number of processes at a time, or None for no limit; the least recently
            used process is ended to make room.
    """

    def __init__(self, maximum: int | None = None) -> None:
        self._maximum = maximum
        self._running: dict[tuple[Engine, Hashable], _Process] = {}
        self._lock = threading.Lock()

    def player(self, engine: Engine, engine_seat: EngineSeat) -> EnginePlayer:
        """Return a player backed by an engine; its process starts with its first decision."""
        return EnginePlayer(self, engine, engine_seat)

    def try_out(self, engine: Engine) -> str:
        """Start an engine and end it; return the name and version from its hello.

        Raises:
            EngineFailed: ``not_started``.
        """
        process = _Process(engine)
        process.end()
        return " ".join(part for part in process.introduced if part)

    def decide(self, engine: Engine, engine_seat: EngineSeat, view: SeatView) -> Action:
        """Request a decision from an engine.

        Raises:
            EngineFailed: if it fails; its process is ended then.
        """
        while True:
            process = self._process((engine, engine_seat.key))
            with process.lock:
                # Another thread may have ended it to make room between these two lines.
                if process.ended:
                    continue
                try:
                    return process.decide(engine_seat, view)
                except EngineFailed:
                    self.end(engine, engine_seat)
                    raise

    def analyse(
        self, engine: Engine, engine_seat: EngineSeat, view: SeatView, seconds: float | None = None
    ) -> Iterator[tuple[ActionValue, ...]]:
        """Yield what an engine thinks of the legal actions, each time that it reports.

        The process is busy until the last report. If the caller leaves before, it is ended.

        Args:
            engine: the engine.
            engine_seat: the owner of the process, and its game.
            view: the view of any seat.
            seconds: the time until the last report; that of the engine's decisions unless given.

        Raises:
            EngineFailed: ``no_analysis``, or if it fails; its process is ended then.
        """
        done = False
        process = self._process((engine, engine_seat.key))
        try:
            with process.lock:
                yield from process.analyse(engine_seat, view, seconds or engine.limit)
            done = True
        finally:
            if not done:
                self.end(engine, engine_seat)

    def refuse(self, engine: Engine, engine_seat: EngineSeat, why: str) -> EngineFailed:
        """End an engine that chose an illegal action, and return the error for it."""
        with self._lock:
            process = self._running.pop((engine, engine_seat.key), None)
        said = f"an action that the rules do not allow: {why}"
        return EngineFailed("illegal", said, process.end(said) if process else ())

    def end(self, engine: Engine, engine_seat: EngineSeat) -> None:
        """End the process of a seat, if it is running."""
        with self._lock:
            process = self._running.pop((engine, engine_seat.key), None)
        if process is not None:
            process.end()

    def close(self) -> None:
        """End every process."""
        with self._lock:
            ended = [self._running.pop(key) for key in list(self._running)]
        for process in ended:
            process.end()

    def __len__(self) -> int:
        return len(self._running)

    def _process(self, key: tuple[Engine, Hashable]) -> _Process:
        """Return the process for a key, starting it if needed, and mark it as the latest used."""
        old = None
        with self._lock:
            process = self._running.pop(key, None)
            if process is None:
                if self._maximum is not None and len(self._running) >= self._maximum:
                    old = self._running.pop(next(iter(self._running)))
                process = _Process(key[0], wait=False)
            self._running[key] = process
        if old is not None:
            with old.lock:
                old.end()
        return process


class EnginePlayer:
    """An engine at a seat, which is queried only if there is more than one legal action.

    Args:
        engines: the owner of its process.
        engine: the engine.
        engine_seat: its seat.
    """

    def __init__(self, engines: Engines, engine: Engine, engine_seat: EngineSeat) -> None:
        self._engines = engines
        self.engine = engine
        self.engine_seat = engine_seat

    def choose(self, view: SeatView) -> Action:
        """Return the engine's action.

        Raises:
            EngineFailed: if the engine fails.
        """
        if len(view.legal) == 1:
            return view.legal[0]
        return self._engines.decide(self.engine, self.engine_seat, view)

    def analyse(
        self, view: SeatView, seconds: float | None = None
    ) -> Iterator[tuple[ActionValue, ...]]:
        """Yield the engine's values of the legal actions, each time that it reports.

        Raises:
            EngineFailed: ``no_analysis``, or if it fails.
        """
        return self._engines.analyse(self.engine, self.engine_seat, view, seconds)

    def refuse(self, why: str) -> EngineFailed:
        """End the engine because its action was illegal, and return the error for it."""
        return self._engines.refuse(self.engine, self.engine_seat, why)


class _Process:
    """A running engine; with ``wait`` its hello is awaited at once, not before its first decision.

    Raises:
        EngineFailed: ``not_started``.
    """

    def __init__(self, engine: Engine, *, wait: bool = True) -> None:
        self.lock = threading.Lock()
        self.introduced = ("", "")
        self._analyses = False
        self._engine = engine
        self._welcomed = False
        self.ended = False
        self._asked = 0
        self._game: str | None = None
        self._last: deque[str] = deque(maxlen=_LAST)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        if _POSIX:
            # Start the guard before the engine, so that it learns of the engine at once.
            _guard.start()
        try:
            self._child = subprocess.Popen(
                engine.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C is meant for this process, which ends the engine in good order.
                start_new_session=_POSIX,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            _guard.rest()
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineFailed(
                "not_started", f"{shlex.join(engine.command)} cannot be run: {reason}"
            ) from error
        if _POSIX:
            # On other systems, an engine ends when its standard input does.
            _guard.watch(self._child.pid)
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._readers = [
            _reader(self._child.stdout, self._take),
            _reader(self._child.stderr, self._keep),
        ]
        if wait:
            self._welcome()

    def decide(self, engine_seat: EngineSeat, view: SeatView) -> Action:
        """Request a decision; if the engine fails, :meth:`end` is called before the error."""
        name = self._next_request(engine_seat)
        milliseconds = round(1000 * self._engine.limit)
        self._send(wire.Decide(name, milliseconds, VIEWS.encode(view)))
        answer = self._receive(self._engine.limit, "no answer")
        if not isinstance(answer, wire.EngineAct) or answer.id != name:
            raise self._failed("bad_message", f"expected an act with the id {name}")
        action = self._action(answer.action)
        if isinstance(action, ENDINGS):
            raise self._failed("illegal", f"expected one of legal, which {action} never is")
        return action

    def analyse(
        self, engine_seat: EngineSeat, view: SeatView, seconds: float
    ) -> Iterator[tuple[ActionValue, ...]]:
        """Yield the values that the engine reports, up to its last message."""
        name = self._next_request(engine_seat)
        if not self._analyses:
            raise self._failed("no_analysis", "it did not say in its hello that it analyses")
        self._send(wire.Analyse(name, round(1000 * seconds), VIEWS.encode(view)))
        end = time.monotonic() + seconds
        while True:
            answer = self._receive(max(0.0, end - time.monotonic()), "no last values")
            if not isinstance(answer, wire.EngineValues) or answer.id != name:
                raise self._failed("bad_message", f"expected values with the id {name}")
            values = tuple(
                [
                    ActionValue(self._action(option.action), option.points, option.chance)
                    for option in answer.options
                ]
            )
            for value in values:
                if value.action not in view.legal:
                    raise self._failed("illegal", f"expected one of legal, not {value.action}")
            yield values
            if answer.done:
                return

    def _next_request(self, engine_seat: EngineSeat) -> str:
        """Welcome the engine, tell it of a new game, and return the name of the next request."""
        self._welcome()
        if self._game != engine_seat.game:
            self._game = engine_seat.game
            self._send(wire.NewGame(engine_seat.game, engine_seat.seat, engine_seat.seed))
        self._asked += 1
        return str(self._asked)

    def _action(self, data: Mapping[str, Any]) -> Action:
        try:
            action: Action = ACTIONS.decode(data)
        except CodecError as error:
            raise self._failed("bad_message", f"its action is none: {error}") from error
        return action

    def end(self, why: str = "") -> tuple[str, ...]:
        """End the process and all that it has started; return its last lines of standard error."""
        if not self.ended:
            self.ended = True
            with suppress(OSError):
                self._write(Bye("refused" if why else "end", why or "that was all", False))
            assert self._child.stdin is not None
            with suppress(OSError):
                self._child.stdin.close()
            # An exited process keeps its id until it is waited for, so this cannot kill another
            # process.
            self._readers[0].join(self._engine.grace)
            _kill(self._child)
            if _POSIX:
                _guard.forget(self._child.pid)
            self._child.wait()
            for reader in self._readers:
                reader.join(_DRAINING)
        return tuple(self._last)

    def _welcome(self) -> None:
        """Wait for the engine's hello, once."""
        if self._welcomed:
            return
        try:
            hello = self._receive(self._engine.start, "no hello")
            if not isinstance(hello, wire.EngineHello):
                raise self._failed("bad_message", "its first line was not a hello")
            if hello.version != wire.ENGINE_VERSION:
                raise self._failed(
                    "bad_message",
                    f"it speaks version {hello.version}, and this is {wire.ENGINE_VERSION}",
                )
            self.introduced = (hello.name, hello.release)
            self._analyses = hello.analyses
            self._send(wire.EngineWelcome(wire.ENGINE_VERSION))
        except EngineFailed as error:
            said = f"{shlex.join(self._engine.command)} does not start: {error.reason}"
            raise EngineFailed("not_started", said, error.last) from error
        self._welcomed = True

    def _send(self, message: wire.EngineMessage) -> None:
        try:
            self._write(message)
        except (OSError, ValueError) as error:
            raise self._failed("ended", self._how_it_ended()) from error

    def _write(self, message: wire.EngineMessage) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(encode(message) + b"\n")
        self._child.stdin.flush()

    def _receive(self, seconds: float, missing: str) -> wire.EngineRequest:
        """Wait for the next line."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._failed("silent", f"{missing} within {seconds:g} s") from None
        if not line:
            raise self._failed("ended", self._how_it_ended())
        try:
            return wire.decode_engine(line)
        except WireError as error:
            shown = line[:80].decode("utf-8", "replace").rstrip()
            raise self._failed("bad_message", f"{shown!r} is no message: {error}") from error

    def _failed(self, code: str, message: str) -> EngineFailed:
        return EngineFailed(code, message, self.end(message))

    def _how_it_ended(self) -> str:
        """Describe how the process ended, waiting a moment in case it is about to."""
        end = time.monotonic() + self._engine.grace
        while not (ended := _has_ended(self._child)) and time.monotonic() < end:
            time.sleep(0.005)
        self.end()
        status = self._child.returncode
        if not ended:
            return "it closed its standard output"
        if status < 0:
            return f"its process was ended by signal {-status}"
        return f"its process ended with exit status {status}"

    def _take(self, line: bytes) -> None:
        # Discard the excess lines of an engine that sends much more than was requested.
        if not line or self._lines.qsize() < _WAITING:
            self._lines.put(line)

    def _keep(self, line: bytes) -> None:
        if line:
            self._last.append(line[:_QUOTED_LINE].decode("utf-8", "replace").rstrip())


def _reader(pipe: IO[bytes], take: Callable[[bytes], object]) -> threading.Thread:
    """Pass each line of a pipe to a function in a new thread, and an empty one at its end."""

    def read() -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(_LINE):
                take(line)
        take(b"")

    thread = threading.Thread(target=read, name="engine", daemon=True)
    thread.start()
    return thread


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a process and those that it has started."""
    if _POSIX:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    """Return whether a process has ended, without releasing its id where the system allows."""
    if hasattr(os, "waitid"):
        return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return child.poll() is not None


class _Guard:
    """The process that ends engines if this one exits without doing so; see ``guard.py``."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._groups: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the guard, if it is not running."""
        with self._lock:
            if self._process is None:
                program = str(Path(__file__).with_name("guard.py"))
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", program],
                    stdin=subprocess.PIPE,
                    start_new_session=True,
                )

    def watch(self, group: int) -> None:
        """Add a process group to those that the guard watches."""
        with self._lock:
            self.start()
            self._groups.add(group)
            self._notify(f"+{group}")

    def forget(self, group: int) -> None:
        """Stop watching a process group; end the guard with the last one."""
        with self._lock:
            self._groups.discard(group)
            self._notify(f"-{group}")
            self.rest()

    def rest(self) -> None:
        """End the guard if it watches no process group."""
        with self._lock:
            if not self._groups and self._process is not None:
                assert self._process.stdin is not None
                with suppress(OSError):
                    self._process.stdin.close()
                self._process.wait()
                self._process = None

    def _notify(self, text: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(f"{text}\n".encode())
                self._process.stdin.flush()


_guard: Final = _Guard()

"""The file from which a run goes on where it was.

Lines of JSON. The first says what was asked, and by which versions; each of the others is a chunk
that is finished, with a checksum that also covers the first line. A line is on the disk before its
chunk is counted, so a run may be killed at any moment: at most the last line is torn, and the
chunk of a torn line is computed again.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from errno import EDQUOT, EFBIG, ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pegout.runs.errors import RunError
from pegout.runs.sums import Sums
from pegout.runs.versions import difference

__all__ = ["ResumeFile", "read_head"]

_FORMAT: Final = 1
_FULL: Final = (ENOSPC, EDQUOT, EFBIG)
#: More than any head has; what was named by mistake may be one line of any length.
_LONGEST: Final = 2**20
_HEAD: Final = ("run", "asked", "total", "chunk", "versions")


def read_head(path: str | os.PathLike[str]) -> Mapping[str, Any] | None:
    """Give what was asked for in the run of a resume file.

    Args:
        path: the file.

    Returns:
        The head: ``run`` (its kind), ``asked``, ``total``, ``chunk`` and ``versions``; nothing if
        there is no file yet, or nothing in it.

    Raises:
        RunError: ``bad_file`` if it is no resume file.
    """
    if not os.path.lexists(path):
        return None
    if not Path(path).is_file():
        raise _not_one(path)
    with Path(path).open("rb") as file:
        line = file.readline(_LONGEST)
    # Without its end the line was being written when the run was killed.
    return _read(path, line) if line.endswith(b"\n") else None


class ResumeFile:
    """A resume file that is open and locked.

    Args:
        path: the file; it is made if there is none.
        head: what the run is: ``run``, ``asked``, ``total``, ``chunk`` and ``versions``.

    Attributes:
        chunk: how much is in a chunk; that of the file where there was one.

    Raises:
        RunError: ``bad_file``, ``other_run``, ``other_versions``, ``busy``, ``full`` or
            ``not_written``.
        OSError: if the file cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str], head: Mapping[str, Any]) -> None:
        self._path = path
        self.chunk: int = head["chunk"]
        #: Where the last line ends that is whole, and the checksum of the head.
        self._end = 0
        self._seal = ""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._number = os.open(path, flags, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(self._number).st_mode):
                raise _not_one(path)
            if not _lock(self._number):
                raise RunError("busy", f"another run is writing to {path}; wait, or name another")
            self._open(head)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file and its lock."""
        os.close(self._number)

    def _open(self, head: Mapping[str, Any]) -> None:
        line, self._seal = _compose({"pegout": _FORMAT, **head}, "")
        with open(self._number, "rb", closefd=False) as file:
            found = file.readline(_LONGEST)
        if found.endswith(b"\n"):
            self._compare(found, head)
            return
        # What is there is either the beginning of this line or not ours to write over.
        if not line.startswith(found):
            raise _not_one(self._path)
        self._write(line)
        _keep_name(Path(self._path))

    def _compare(self, line: bytes, head: Mapping[str, Any]) -> None:
        """Hold the head of the file against what is asked for."""
        found = _read(self._path, line)
        wanted = json.loads(json.dumps(head))
        here, there = head["versions"], found["versions"]
        differ = difference(here, there)
        other_versions = RunError(
            "other_versions",
            f"{self._path} was written by {differ}. Go on with what it was begun with, "
            "or begin anew with another file",
        )
        # Another version may have put the same question in another form.
        if found["run"] == wanted["run"] and any(
            here[one] != there[one] for one in here if one in there
        ):
            raise other_versions
        was, wanted = _asked(found), _asked(wanted)
        others = [
            f"{name} {was.get(name)}, not {wanted.get(name)}"
            for name in {**was, **wanted}
            if was.get(name) != wanted.get(name)
        ]
        if others:
            raise RunError(
                "other_run",
                f"{self._path} is of another run: {'; '.join(others)}. Ask for the same again, "
                "or name another file",
            )
        if differ:
            raise other_versions
        self.chunk = found["chunk"]
        self._seal = found["check"]
        self._end = len(line)

    def finished(self) -> Iterator[tuple[int, Sums]]:
        """Give the number and the sums of each chunk that is in the file, once.

        Raises:
            RunError: ``bad_file`` for a line that is not what was written, unless it is the last.
        """
        seen: dict[int, str] = {}
        with open(self._number, "rb", closefd=False) as file:
            file.seek(self._end)
            torn = 0
            for at, line in enumerate(file, start=2):
                if torn:
                    raise RunError(
                        "bad_file",
                        f"line {torn} of {self._path} is not what was written; take it out, and "
                        "its part is computed again",
                    )
                data = _checked(line, self._seal)
                if data is None:
                    torn = at
                    continue
                self._end += len(line)
                chunk = data["chunk"]
                if chunk not in seen:
                    seen[chunk] = data["check"]
                    yield chunk, {name: tuple(row) for name, row in data["sums"].items()}
                elif seen[chunk] != data["check"]:
                    raise RunError(
                        "bad_file",
                        f"line {at} of {self._path} tells otherwise of part {chunk} than a line "
                        "before; begin anew with another file",
                    )

    def append(self, chunk: int, sums: Sums) -> None:
        """Put a finished chunk on the disk; call :meth:`finished` to its end before.

        Raises:
            RunError: ``full`` or ``not_written``; the file is as it was before.
        """
        line, _ = _compose({"chunk": chunk, "sums": sums}, self._seal)
        self._write(line)

    def _write(self, line: bytes) -> None:
        try:
            # Behind the last whole line, whatever an interruption left there.
            os.ftruncate(self._number, self._end)
            os.lseek(self._number, self._end, os.SEEK_SET)
            left = memoryview(line)
            while left:
                left = left[os.write(self._number, left) :]
            os.fsync(self._number)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._number, self._end)
            if error.errno in _FULL:
                raise RunError("full", f"there is no room left for {self._path}") from error
            reason = error.strerror or str(error)
            raise RunError("not_written", f"cannot write to {self._path}: {reason}") from error
        self._end += len(line)


def _asked(head: Mapping[str, Any]) -> dict[str, Any]:
    """Give what two heads must agree on."""
    return {"kind": head["run"], **head["asked"], "total": head["total"]}


def _compose(data: Mapping[str, Any], seal: str) -> tuple[bytes, str]:
    """Give a line and its checksum, which also covers the head's."""
    check = _digest(data, seal)
    return _dump({**data, "check": check}) + b"\n", check


def _dump(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode("ascii")


def _digest(data: Mapping[str, Any], seal: str) -> str:
    return sha256(seal.encode("ascii") + _dump(data)).hexdigest()[:16]


def _checked(line: bytes, seal: str) -> dict[str, Any] | None:
    """Read a line; nothing if it is not what was written."""
    if not line.endswith(b"\n"):
        return None
    try:
        data = json.loads(line)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    told = {name: value for name, value in data.items() if name != "check"}
    return data if data.get("check") == _digest(told, seal) else None


def _read(path: str | os.PathLike[str], line: bytes) -> dict[str, Any]:
    """Read the head."""
    data = _checked(line, "")
    if data is None or "pegout" not in data:
        raise _not_one(path)
    # What a head of another format has is known to its own version alone.
    if data["pegout"] != _FORMAT:
        raise RunError(
            "other_versions",
            f"{path} is of format {data['pegout']}, and this is {_FORMAT}. Go on with the "
            "version that began it, or begin anew with another file",
        )
    if not all(name in data for name in _HEAD):
        raise _not_one(path)
    return data


def _not_one(path: str | os.PathLike[str]) -> RunError:
    return RunError("bad_file", f"{path} is not the resume file of a run; name another file")


def _keep_name(path: Path) -> None:
    """Put the name of a new file on the disk too, where the system lets a directory be opened."""
    if sys.platform == "win32":
        return
    number = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)


# The system takes a lock back from a process that dies.
if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> bool:
        # Nobody else can read the byte that is locked, so it is one far behind the end.
        os.lseek(number, 2**30, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(number, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

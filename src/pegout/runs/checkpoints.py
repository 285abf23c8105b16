"""The checkpoint file from which a run resumes.

The file consists of lines of JSON. The first line, the head, is the request with its versions. Each
of the others is a finished chunk, with a checksum that also covers the head. A line is on disk
before its chunk is counted, so a run may be killed at any moment: at most the last line is
incomplete, and its chunk is computed again.
"""

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

_FORMAT: Final = 1
_FULL: Final = (ENOSPC, EDQUOT, EFBIG)
#: Longer than any head; another file, named by mistake, may be one line of any length.
_LONGEST: Final = 2**20
_HEAD: Final = ("run", "asked", "total", "chunk", "versions")


def read_head(path: str | os.PathLike[str]) -> Mapping[str, Any] | None:
    """Return the request of the run in a resume file.

    Returns:
        The head: ``run`` (its kind), ``asked`` (the request), ``total``, ``chunk`` and
        ``versions``; None if there is no file yet, or no complete head in it.

    Raises:
        RunError: ``bad_file`` if it is not a resume file.
    """
    if not os.path.lexists(path):
        return None
    if not Path(path).is_file():
        raise _not_one(path)
    with Path(path).open("rb") as file:
        line = file.readline(_LONGEST)
    # A line without its end was cut off when the run was killed.
    return _read(path, line) if line.endswith(b"\n") else None


class ResumeFile:
    """An open and locked resume file, which is created if it does not exist.

    ``chunk`` is the size of a chunk, from the file if it already has a head; for the fields of a
    head see :func:`read_head`.

    Raises:
        RunError: ``bad_file``, ``other_run``, ``other_versions``, ``busy``, ``full`` or
            ``not_written``.
        OSError: if the file cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str], head: Mapping[str, Any]) -> None:
        self._path = path
        self.chunk: int = head["chunk"]
        #: The end of the last complete line, and the checksum of the head.
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
        """Close the file and release its lock."""
        os.close(self._number)

    def _open(self, head: Mapping[str, Any]) -> None:
        line, self._seal = compose({"pegout": _FORMAT, **head}, "")
        with open(self._number, "rb", closefd=False) as file:
            stored = file.readline(_LONGEST)
        if stored.endswith(b"\n"):
            self._compare(stored, head)
            return
        # Overwrite only the beginning of this very line: other contents belong to another file.
        if not line.startswith(stored):
            raise _not_one(self._path)
        self._write(line)
        _keep_name(Path(self._path))

    def _compare(self, line: bytes, head: Mapping[str, Any]) -> None:
        """Check the head of the file against the request."""
        stored = _read(self._path, line)
        wanted = json.loads(json.dumps(head))
        here, there = head["versions"], stored["versions"]
        differ = difference(here, there)
        other_versions = RunError(
            "other_versions",
            f"{self._path} was written by {differ}. Resume it with what it was begun with, "
            "or start again with another file",
        )
        # Another version may have written the same request in another form.
        if stored["run"] == wanted["run"] and any(
            here[key] != there[key] for key in here if key in there
        ):
            raise other_versions
        was, wanted = _comparable(stored), _comparable(wanted)
        changes = [
            f"{name} {was.get(name)}, not {wanted.get(name)}"
            for name in {**was, **wanted}
            if was.get(name) != wanted.get(name)
        ]
        if changes:
            raise RunError(
                "other_run",
                f"{self._path} is of another run: {'; '.join(changes)}. Ask for the same again, "
                "or name another file",
            )
        if differ:
            raise other_versions
        self.chunk = stored["chunk"]
        self._seal = stored["check"]
        self._end = len(line)

    def finished(self) -> Iterator[tuple[int, Sums]]:
        """Yield the number and the sums of each chunk in the file, once.

        Raises:
            RunError: ``bad_file`` for a damaged line, unless it is the last.
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
                        f"line {at} of {self._path} has another result of part {chunk} than an "
                        "earlier line; start again with another file",
                    )

    def append(self, chunk: int, sums: Sums) -> None:
        """Write a finished chunk to disk; exhaust :meth:`finished` first.

        Raises:
            RunError: ``full`` or ``not_written``; the file is unchanged then.
        """
        line, _ = compose({"chunk": chunk, "sums": sums}, self._seal)
        self._write(line)

    def _write(self, line: bytes) -> None:
        try:
            # Overwrite any incomplete line that an interruption left.
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


def _comparable(head: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a head that must be equal for two runs to be the same."""
    return {"kind": head["run"], **head["asked"], "total": head["total"]}


def compose(data: Mapping[str, Any], seal: str) -> tuple[bytes, str]:
    """Return a line and its checksum, which also covers that of the head."""
    check = _digest(data, seal)
    return _dump({**data, "check": check}) + b"\n", check


def _dump(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode("ascii")


def _digest(data: Mapping[str, Any], seal: str) -> str:
    return sha256(seal.encode("ascii") + _dump(data)).hexdigest()[:16]


def _checked(line: bytes, seal: str) -> dict[str, Any] | None:
    """Return the data of a line, or None if the line is damaged."""
    if not line.endswith(b"\n"):
        return None
    try:
        data = json.loads(line)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    content = {name: value for name, value in data.items() if name != "check"}
    return data if data.get("check") == _digest(content, seal) else None


def _read(path: str | os.PathLike[str], line: bytes) -> dict[str, Any]:
    """Return the data of the head."""
    data = _checked(line, "")
    if data is None or "pegout" not in data:
        raise _not_one(path)
    # Only its own version knows the fields of another format.
    if data["pegout"] != _FORMAT:
        raise RunError(
            "other_versions",
            f"{path} is of format {data['pegout']}, and this is {_FORMAT}. Resume it with the "
            "version that began it, or start again with another file",
        )
    if not all(name in data for name in _HEAD):
        raise _not_one(path)
    return data


def _not_one(path: str | os.PathLike[str]) -> RunError:
    return RunError("bad_file", f"{path} is not the resume file of a run; name another file")


def _keep_name(path: Path) -> None:
    """Sync the directory of a new file too, where the system can open a directory."""
    if sys.platform == "win32":
        return
    number = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)


# The system releases the lock of a process that dies.
if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> bool:
        # Other processes cannot read a locked byte, so lock one far behind the end.
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

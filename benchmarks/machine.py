"""The machine that is measured on, without a name or an address of it."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

__all__ = ["Machine", "busy_share", "machine"]

#: What the figures depend on, besides Python.
_PACKAGES: Final = ("numpy", "numba", "cribbage-scorer", "open-spiel")


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, and how much else it did.

    Attributes:
        processor: its model.
        cores: how many there are.
        memory: in GB.
        system: the operating system.
        python: the interpreter.
        packages: versions by name; those that are not installed are not there.
        governor: how the clock of the processor is governed, or empty where nothing tells.
        load: the load average of the minute before; nothing where the system has none.
        busy: the part of all cores that others took, from 0 to 1.
    """

    processor: str
    cores: int
    memory: float
    system: str
    python: str
    packages: dict[str, str]
    governor: str
    load: float
    busy: float

    @property
    def was_busy(self) -> bool:
        """Whether the figures are to be mistrusted."""
        # The load average tells of a minute that is over, and of processes that stand still.
        return self.busy > 0.1

    @property
    def place(self) -> str:
        """What figures that stand beside each other have in common."""
        return f"{self.processor}, {self.cores} cores, {self.system}, {self.python}"

    def after(self) -> Machine:
        """Look again at how busy it is, when everything has been measured."""
        return replace(self, busy=max(self.busy, busy_share()))

    def to_json(self) -> dict[str, Any]:
        """Give it as plain data."""
        return asdict(self)


def machine() -> Machine:
    """Look at this machine, for a second."""
    packages = {}
    for name in _PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    return Machine(
        _processor(),
        os.cpu_count() or 1,
        os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9,
        _system(),
        f"{platform.python_implementation()} {platform.python_version()}",
        packages,
        _text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        os.getloadavg()[0],
        busy_share(),
    )


def busy_share(watched: float = 1.0) -> float:
    """Watch for a while, doing nothing, and give the part of all cores that are busy."""
    before = _times()
    time.sleep(watched)
    passed = [now - then for now, then in zip(_times(), before, strict=True)]
    idle = sum(passed[3:5])
    return 1 - idle / sum(passed) if sum(passed) else 0.0


def _times() -> list[int]:
    """Give what the cores have done so far, in ticks: user, nice, system, idle, waiting, ..."""
    line = _text("/proc/stat").partition("\n")[0]
    return [int(word) for word in line.split()[1:9]]


def _processor() -> str:
    for line in _text("/proc/cpuinfo").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.system()
    return f"{name}, {platform.machine()}"


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""

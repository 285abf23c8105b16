"""The machine of a measurement, without its name or address."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

#: The packages that the figures depend on, besides Python.
_PACKAGES: Final = ("numpy", "numba", "cribbage-scorer", "open-spiel")


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, and its other load.

    Attributes:
        processor: its model.
        cores: the number of cores.
        memory: in GB.
        system: the operating system.
        python: the interpreter.
        packages: versions by name, without packages that are not installed.
        governor: the frequency governor of the processor; empty where it is unknown.
        load: the load average of the minute before.
        busy: the share of all cores that other processes used, from 0 to 1.
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
        """Whether the load makes the figures unreliable."""
        # The load average covers the past minute, and includes processes that wait.
        return self.busy > 0.1

    @property
    def description(self) -> str:
        """The properties that figures on the same page must share."""
        return f"{self.processor}, {self.cores} cores, {self.system}, {self.python}"

    def after(self) -> Machine:
        """Check the load again, after all measurements."""
        return replace(self, busy=max(self.busy, busy_share()))

    def to_json(self) -> dict[str, Any]:
        """Return the machine as plain data."""
        return asdict(self)


def machine() -> Machine:
    """Describe this machine; takes a second."""
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
    """Wait for a while, and return the share of all cores in use."""
    before = _times()
    time.sleep(watched)
    passed = [now - then for now, then in zip(_times(), before, strict=True)]
    idle = sum(passed[3:5])
    return 1 - idle / sum(passed) if sum(passed) else 0.0


def _times() -> list[int]:
    """Return the time of all cores so far, in ticks: user, nice, system, idle, iowait, ..."""
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

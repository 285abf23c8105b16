"""Ends engines when the process that started them has ended, however it ended.

Run as a program, it reads ``+NUMBER`` and ``-NUMBER`` from standard input: process groups that it
is to watch over, and no longer. Standard input ends with the process that writes there, be it by
SIGKILL; then the groups that are left get a moment to end by themselves, and are killed. It needs
nothing but the standard library and starts in a few milliseconds.
"""

import os
import signal
import sys
import time

__all__ = ["main"]

#: How long engines have to end by themselves, in seconds.
_GRACE = 0.5


def main() -> None:
    """Read until the end of standard input, and end what is left."""
    groups: set[int] = set()
    for line in sys.stdin:
        number = int(line[1:])
        if line[0] == "+":
            groups.add(number)
        else:
            groups.discard(number)
    end = time.monotonic() + _GRACE
    while groups and time.monotonic() < end:
        time.sleep(0.02)
        groups = {group for group in groups if _send(group, 0)}
    for group in groups:
        _send(group, signal.SIGKILL)


def _send(group: int, number: int) -> bool:
    """Send a signal to a process group, and say whether there is one."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        # macOS says so of a group whose processes have all ended and await their parent.
        return False
    return True


if __name__ == "__main__":
    main()

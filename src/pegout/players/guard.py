"""A program that ends engines when the process that started them has ended in any way.

The guard reads lines from standard input: ``+NUMBER`` to watch a process group, and ``-NUMBER`` to
stop watching it. Standard input ends when the writing process ends, even by SIGKILL. The groups
still watched then get a moment to exit, and are killed after that. The guard needs only the
standard library and starts in a few milliseconds.
"""

import os
import signal
import sys
import time

#: The time that engines have to exit, in seconds.
_GRACE = 0.5


def main() -> None:
    """Read standard input to its end, and kill the remaining process groups."""
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
    """Send a signal to a process group, and return whether the group exists."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        # macOS raises this for a group whose processes have all ended and await their parent.
        return False
    return True


if __name__ == "__main__":
    main()

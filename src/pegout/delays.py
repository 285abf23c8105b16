"""What delays a computation, reported to the code that shows its progress.

>>> causes = []
>>> with reported_to(causes.append):
...     report_delay("compiling a loop")
>>> report_delay("nobody listens any more")
>>> causes
['compiling a loop']
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_LISTENERS: Final[list[Callable[[str], None]]] = []


def report_delay(cause: str) -> None:
    """Report what the computation waits for now, to all listeners of this process."""
    for listener in _LISTENERS:
        listener(cause)


def add_listener(listener: Callable[[str], None]) -> None:
    """Report all delays of this process from now on."""
    _LISTENERS.append(listener)


@contextmanager
def reported_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Report the delays meanwhile, those of the worker processes of a run included."""
    add_listener(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)

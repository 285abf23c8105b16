"""The way into the application for a worker of the browser."""

from collections.abc import Callable

from pegout.machine import machine_sources
from pegout.site.application import Application
from pegout.site.channel import Channel
from pegout.storage import Library


def begin(path: str, post: Callable[[str], None]) -> Callable[[str], None]:
    """Open the library in a file, and return what receives the messages of the page.

    ``post`` sends a message to the page. The path is that of a file system which no other program
    uses, so the file needs no lock.

    Raises:
        StoreError: if the library cannot be opened.
    """
    library = Library.open(f"sqlite:///file:{path}")
    return Channel(Application(library, machine_sources()), post).receive

"""The way into the application for a worker of the browser."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from pegout.machine import machine_sources
from pegout.server.logs import set_up
from pegout.server.workers import Workers
from pegout.site.application import CONFIG, Application
from pegout.site.channel import Channel
from pegout.site.jobs import PageWorker, Start
from pegout.storage import Library
from pegout.table.store import StoreError

#: With this part of SQLite a write-ahead log needs no shared memory, which a browser has not. The
#: log waits for the disk once at a commit; with a journal it would be four times.
_ALONE: Final = "?vfs=unix-excl"

#: A second worker is a second Python, whose memory a phone misses.
_IDLE: Final = 60.0


def begin(
    path: str, post: Callable[[str], None], start: Start | None = None
) -> Callable[[str], None] | str:
    """Open the library in a file, and return what receives the messages of the page.

    ``post`` sends a message to the page. The path is that of a file system which no other program
    uses, so the file needs no lock. ``start`` starts a second worker for what takes long; it ends
    with the first one. Faults are logged in the browser's console. Return the code of the error if
    the library cannot be opened.
    """
    set_up("text", logging.WARNING)
    try:
        library = Library.open(f"sqlite:///file:{path}{_ALONE}")
    except StoreError as error:
        return error.code
    workers = Workers(1, _IDLE, partial(PageWorker, start)) if start else None
    return Channel(Application(library, machine_sources(), CONFIG, workers), post).receive

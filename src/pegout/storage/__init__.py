"""The library of matches: an append-only log of events, and a summary of each match beside it.

Every action is stored before its consequences are shown. So a match resumes from exactly the
position that was shown last, whenever the program stops.

``library`` is the interface; ``match_rows``, ``table_rows``, ``review_rows`` and
``tournament_rows`` have its statements, and ``schema`` the tables that they are about. ``database``
says what a database does, and ``sqlite`` and ``postgresql`` how.

>>> from pegout.match import Seated, Setup
>>> from pegout.rules import Ready, Rules
>>> with Library.open("sqlite://") as library:  # in memory; without an argument, the player's own
...     setup = Setup("k7qx", Rules("half"), (Seated("Ann"), Seated("Ben", "club")))
...     entries = library.create(setup).act(1, Ready(1))
...     again = library.load(setup.id)
...     [(match.names, match.status) for match in library.matches()]
[(('Ann', 'Ben'), 'playing')]
>>> again.number == entries[-1].number
True
"""

from pegout.storage.library import Library
from pegout.storage.locations import default_path

__all__ = ["Library", "default_path"]

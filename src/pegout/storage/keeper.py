"""Store the log of a match: each batch in one transaction, with the row of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from pegout.match import Entry, Setup
from pegout.storage import schema
from pegout.storage.database import Database
from pegout.storage.log import write_event
from pegout.table.progress import MatchProgress, follow
from pegout.table.store import match_conflict, match_exists, unknown_match

_CHANGED: Final = (
    "updated",
    "status",
    "game",
    "scores",
    "points",
    "winners",
    "number",
    "resigned",
)
_M: Final = schema.matches.c

# Compiled once, because building a statement takes as long as executing it.
_BEGIN: Final = insert(schema.matches)
_GO_ON: Final = (
    update(schema.matches)
    .where(_M.id == bindparam("match_id"), _M.number == bindparam("before"))
    .values({name: bindparam(name) for name in _CHANGED})
)
_LOG: Final = insert(schema.entries)
_LAST: Final = select(_M.number).where(_M.id == bindparam("match_id"))


class Keeper:
    """The store of one match's log.

    Args:
        database: the database.
        now: the clock.
        setup: the setup of the match.
        log: the entries already stored.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        setup: Setup,
        log: Sequence[Entry],
    ) -> None:
        self._database = database
        self._now = now
        self._setup = setup
        start = [MatchProgress.before(setup.rules)]
        self._history = start + follow(start, log)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Store entries, or raise a :class:`StoreError` and store none of them."""
        match_id, before = self._setup.id, entries[0].number - 1
        news = follow(self._history, entries)
        changes = self._changes(entries[-1].number, news[-1])
        rows = [
            {"match_id": match_id, "number": entry.number, "event": write_event(entry.event)}
            for entry in entries
        ]

        def store(connection: Connection) -> None:
            # The row of the match comes first: another program that continues from the same entry
            # waits there, so the two cannot deadlock.
            if before:
                self._go_on(connection, {**changes, "match_id": match_id, "before": before})
            else:
                self._begin(connection, changes)
            try:
                connection.execute(_LOG, rows)
            except IntegrityError as error:
                raise match_conflict(match_id) from error

        self._database.write(store)
        self._history.extend(news)

    def _changes(self, number: int, progress: MatchProgress) -> dict[str, Any]:
        return {
            "updated": self._now(),
            "status": progress.status,
            "game": progress.game,
            "scores": progress.scores,
            "points": progress.points,
            "winners": progress.winners,
            "number": number,
            "resigned": progress.resigned,
        }

    def _begin(self, connection: Connection, changes: dict[str, Any]) -> None:
        setup = self._setup
        row = {
            **changes,
            "id": setup.id,
            "created": changes["updated"],
            "names": [seated.name for seated in setup.seats],
            "kinds": [seated.kind for seated in setup.seats],
            "preset": setup.rules.preset,
            "games": setup.games,
            "play_to": setup.play_to,
        }
        try:
            connection.execute(_BEGIN, row)
        except IntegrityError as error:
            raise match_exists(setup.id) from error

    def _go_on(self, connection: Connection, changes: dict[str, Any]) -> None:
        """Update the row of the match, if its last entry is the one this program has seen."""
        if not connection.execute(_GO_ON, changes).rowcount:
            match_id = self._setup.id
            known = last_number(connection, match_id) is not None
            raise match_conflict(match_id) if known else unknown_match(match_id)


def last_number(connection: Connection, match_id: str) -> int | None:
    """Return the number of the last entry of a match, or ``None`` if there is no such match."""
    number: int | None = connection.execute(_LAST, {"match_id": match_id}).scalar()
    return number

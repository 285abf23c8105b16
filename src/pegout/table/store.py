"""Stores of matches, tables and reviews: their protocols, the values in them, and their errors.

:class:`~pegout.table.memory.MemoryStore` holds everything in memory, and
:class:`~pegout.storage.Library` in a database. Both raise the same errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from pegout.fairness import Secrets
from pegout.match import Entry, Match, PackPlanned, Practice, Setup
from pegout.notation import Record
from pegout.table.game_sums import GameSums, SeatErrors
from pegout.table.progress import MatchProgress, Status

#: The longest code of a table, in characters.
MAX_CODE: Final = 64


class StoreError(RuntimeError):
    """A store could not be read or written; the action to be stored has not happened.

    Only after ``unreachable`` is that uncertain: the connection may have been lost just before
    the acknowledgement. If the action was stored, a retry raises ``conflict``, and the caller
    loads the match.

    This is not a ValueError, unlike the errors of the rules, because the request was valid. A
    program that answers an illegal action with a retry must not do so here.

    Attributes:
        code: ``bad_place``, ``unwritable``, ``disk_full``, ``disk_error``, ``damaged``,
            ``not_a_library``, ``newer``, ``older``, ``busy``, ``conflict``, ``exists``,
            ``unknown_match``, ``unknown_table``, ``unknown_tournament``, ``bad_text``,
            ``unreachable``, ``served``, ``closed``, ``lease_lost`` or ``failed``; for backups and
            servers also ``not_empty``, ``no_program`` and ``not_served``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[StoreError], tuple[str, str]]:
        return type(self), (self.code, str(self))


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list of matches.

    Names and kinds are by seat, and kinds are ``person`` or a level. The scores are those of the
    current game, and the points those of the match, by side. ``number`` is that of the last entry.
    Nobody wins a match that all agreed to stop.
    """

    id: str
    created: datetime
    updated: datetime
    status: Status
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    preset: str
    games: int
    play_to: int
    game: int
    scores: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    number: int
    resigned: int | None = None

    @classmethod
    def of(
        cls,
        setup: Setup,
        created: datetime,
        updated: datetime,
        number: int,
        progress: MatchProgress,
    ) -> Summary:
        """Return the summary of a match."""
        return cls(
            id=setup.id,
            created=created,
            updated=updated,
            status=progress.status,
            names=tuple([seated.name for seated in setup.seats]),
            kinds=tuple([seated.kind for seated in setup.seats]),
            preset=setup.rules.preset,
            games=setup.games,
            play_to=setup.play_to,
            game=progress.game,
            scores=progress.scores,
            points=progress.points,
            winners=progress.winners,
            number=number,
            resigned=progress.resigned,
        )


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A finished game of a match: its number, when it ended, and its sums.

    The errors are by seat; there are none until the game is reviewed.
    """

    match_id: str
    number: int
    ended: datetime
    sums: GameSums
    errors: tuple[SeatErrors, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A stored table.

    A change names the version that it was made from; they count from 1. A store does not read the
    state, and the id of the match may be empty.
    """

    code: str
    version: int
    state: str
    match_id: str
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A stored tournament; a change names the version that it was made from, as for a table."""

    code: str
    version: int
    state: str
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a server to move the computer players of a table.

    A server that takes the lease of another one raises the generation.
    """

    code: str
    server: str
    generation: int


#: Returns the lease under which entries are being stored, for those that need one.
LeaseOf = Callable[[], Lease | None]


def no_lease() -> None:
    """Store entries that need no lease, such as those of persons."""


class MatchStore(Protocol):
    """A store of matches: every entry of a match is stored before its consequences are shown.

    A match that a store returns has one owner, like every match: if a second program loads the
    match and acts first, the first program gets ``conflict``.
    """

    def create(
        self,
        setup: Setup,
        secrets: Secrets | None = None,
        *,
        practice: Practice | None = None,
        planned: Sequence[PackPlanned] = (),
        lease_of: LeaseOf = no_lease,
    ) -> Match:
        """Begin a match, and store it and everything that happens in it.

        The id of the setup must be new; see :meth:`pegout.table.sources.Sources.new_id`. With
        ``practice`` the match continues from a decision of another match, with ``planned`` it has
        the packs of another one. Later entries are stored under the lease that ``lease_of``
        returns, and refused with ``lease_lost`` once another server has taken it.

        Raises:
            StoreError: ``exists`` if the store has a match of this id.
        """

    def load(
        self, match_id: str, secrets: Secrets | None = None, *, lease_of: LeaseOf = no_lease
    ) -> Match:
        """Return a match at exactly the position of its last entry; leases are as in create.

        Raises:
            StoreError: ``unknown_match``, or ``damaged`` with the number of the entry.
        """

    def entries(self, match_id: str, since: int = 0) -> list[Entry]:
        """Return the log of a match after an entry, with all secrets.

        Raises:
            StoreError: ``unknown_match``, or ``damaged`` with the number of the entry.
        """

    def find_answer(self, match_id: str, seat: int, request: str) -> int | None:
        """Return the number of the entry of a granted request, or ``None`` for any other."""

    def summary(self, match_id: str) -> Summary:
        """Return a match's entry in a list of matches.

        Raises:
            StoreError: ``unknown_match``.
        """

    def record(self, match_id: str, seat: int | None = None, *, checked: bool = True) -> Record:
        """Return the record of a match as a seat may see it, without resuming the match.

        The games are verified by replaying them. A record that is not ``checked`` serves for
        statistics, and cannot be written.

        Raises:
            StoreError: ``unknown_match``, or ``damaged`` with the number of the entry.
        """

    def matches(
        self, status: Status | None = None, limit: int | None = None, *, after: int = 0
    ) -> list[Summary]:
        """Return the matches of a status or all, the last changed first, and skip some."""

    def games(self, match_ids: Collection[str] | None = None) -> list[StoredGame]:
        """Return the finished games of some matches, or of all, in the order in which they ended.

        A library that was written by an earlier version has no sums of the games that had ended,
        until :meth:`pegout.storage.Library.rebuild_sums` makes them.
        """

    def keep_errors(self, match_id: str, number: int, errors: Sequence[SeatErrors]) -> None:
        """Store the errors of each seat in a finished game; nothing happens if it is unknown."""

    def rename(self, match_id: str, seat: int, name: str) -> None:
        """Change the name at a seat of a match, in its log and in lists of matches.

        Raises:
            StoreError: ``unknown_match``.
            MatchError: ``bad_name`` for an invalid name, or one that another seat has.
        """

    def delete(self, match_id: str) -> None:
        """Remove a match and its log permanently.

        Raises:
            StoreError: ``unknown_match``.
        """


class TableStore(Protocol):
    """A store of tables: each has a version, and a change names the one that it was made from."""

    def add_table(
        self, code: str, state: str, match_id: str = "", *, listed: bool = False
    ) -> TableRow:
        """Store a new table, which may be ``listed`` for everybody.

        The code has 1 to :data:`MAX_CODE` characters.

        Raises:
            StoreError: ``exists`` if there is a table of this code; ``bad_text`` for a text that
                no database can store.
        """

    def table(self, code: str) -> TableRow:
        """Return the table with a code.

        Raises:
            StoreError: ``unknown_table``.
        """

    def listed_tables(self, limit: int) -> list[TableRow]:
        """Return listed tables whose current match is not over, the newest first."""

    def table_with(self, match_id: str) -> TableRow | None:
        """Return the table at which a match is the current one, or ``None`` if there is none."""

    def change_table(self, code: str, version: int, state: str, match_id: str) -> TableRow:
        """Change a table that is still at this version.

        Raises:
            StoreError: ``conflict`` if the table is at another version, ``unknown_table``;
                ``bad_text`` for a text that no database can store.
        """

    def clear_tables(
        self, rows: Sequence[TableRow], before: datetime, *, unless_visited: bool = False
    ) -> list[TableRow]:
        """Remove tables together with their current matches, in one transaction; return them.

        A table that has changed since it was read remains, and one with a move since a moment,
        which has its zone. ``unless_visited`` spares those to which somebody is connected at a
        server that shares the store.
        """


class ReviewStore(Protocol):
    """A store of reviews: the numbers of a game under its digest, one version for each game.

    The content for a digest and a version never changes, so anybody may store it.
    """

    def find(self, digest: str, version: str) -> bytes | None:
        """Return the stored numbers of a game, or ``None`` if there are none of this version.

        The digest and the version of the numbers have 64 hexadecimal digits.

        Raises:
            StoreError: if the review cannot be read.
        """

    def keep(self, digest: str, version: str, numbers: bytes, maximum: int) -> None:
        """Store the numbers of a game, in place of those of another version.

        At most ``maximum`` reviews are stored; those unread for longest are removed.

        Raises:
            StoreError: if the review cannot be stored.
        """


class TournamentStore(Protocol):
    """A store of tournaments, each under its code; it does not read their states."""

    def add(self, code: str, state: str) -> TournamentRow:
        """Store a new tournament.

        Raises:
            StoreError: ``exists`` if there is a tournament of this code; ``bad_text`` for a text
                that no database can store.
        """

    def find(self, code: str) -> TournamentRow:
        """Return the tournament with a code.

        Raises:
            StoreError: ``unknown_tournament``.
        """

    def change(self, code: str, version: int, state: str) -> TournamentRow:
        """Change a tournament that is still at this version.

        Raises:
            StoreError: ``conflict`` if it is at another version, ``unknown_tournament``;
                ``bad_text`` for a text that no database can store.
        """

    def remove(self, code: str) -> None:
        """Remove a tournament permanently; its tables remain.

        Raises:
            StoreError: ``unknown_tournament``.
        """

    def clear(self, before: datetime) -> int:
        """Remove the tournaments not changed since a moment with its zone; return their number."""


class Store(MatchStore, TableStore, Protocol):
    """Everything that tables, played games, reviews and tournaments are stored in."""

    @property
    def reviews(self) -> ReviewStore:
        """The game reviews that are stored beside the matches."""

    @property
    def tournaments(self) -> TournamentStore:
        """The tournaments."""

    def now(self) -> datetime:
        """Return the time of the store's clock."""


def with_name(setup: Setup, seat: int, name: str) -> Setup:
    """Return the setup of a match with another name at a seat.

    Raises:
        MatchError: ``bad_name`` for an invalid name, or one that another seat has.
    """
    seats = list(setup.seats)
    seats[seat] = replace(seats[seat], name=name)
    return replace(setup, seats=tuple(seats))


def storable(text: str) -> bool:
    r"""Return whether every database can store a text: no NUL, no lone surrogate.

    >>> storable("Zoë"), storable("\0"), storable("\ud800")
    (True, False, False)
    """
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_code(code: str) -> None:
    """Check the code of a new table.

    Raises:
        StoreError: ``bad_text``.
    """
    if not 0 < len(code) <= MAX_CODE:
        raise StoreError("bad_text", f"the code of a table has 1 to {MAX_CODE} characters")
    check_texts(code)


def check_texts(*texts: str) -> None:
    """Check that every database can store some texts.

    Raises:
        StoreError: ``bad_text``.
    """
    for text in texts:
        if not storable(text):
            raise StoreError("bad_text", f"this text cannot be stored: {text!r:.60}")


def unknown_match(match_id: str) -> StoreError:
    """Return the error for a match that a store does not have."""
    return StoreError("unknown_match", f"there is no match {match_id:.40} in this library")


def match_exists(match_id: str) -> StoreError:
    """Return the error for a new match with the id of another."""
    return StoreError(
        "exists", f"there is a match {match_id} already; take a new id for a new match"
    )


def match_conflict(match_id: str) -> StoreError:
    """Return the error for a match that has other entries than its owner knows."""
    return StoreError(
        "conflict",
        f"match {match_id} was played on elsewhere; load it again to go on from there",
    )


def lease_lost(code: str) -> StoreError:
    """Return the error for a write under a lease that its server has lost."""
    return StoreError(
        "lease_lost",
        f"another server moves the computer players of table {code} now; leave them to it",
    )


def unknown_table(code: str) -> StoreError:
    """Return the error for a table that a store does not have."""
    return StoreError("unknown_table", f"there is no table {code!r:.42}")


def table_exists(code: str) -> StoreError:
    """Return the error for a new table with the code of another."""
    return StoreError("exists", f"there is a table {code} already; take a new code for a new table")


def table_conflict(code: str) -> StoreError:
    """Return the error for a table that is at another version than its reader knows."""
    return StoreError(
        "conflict", f"table {code} was changed elsewhere; load it again to go on from there"
    )


def unknown_tournament(code: str) -> StoreError:
    """Return the error for a tournament that a store does not have."""
    return StoreError("unknown_tournament", f"there is no tournament {code!r:.42}")


def tournament_exists(code: str) -> StoreError:
    """Return the error for a new tournament with the code of another."""
    return StoreError(
        "exists", f"there is a tournament {code} already; take a new code for a new one"
    )


def tournament_conflict(code: str) -> StoreError:
    """Return the error for a tournament that is at another version than its reader knows."""
    return StoreError(
        "conflict", f"tournament {code} was changed elsewhere; load it again and repeat the change"
    )

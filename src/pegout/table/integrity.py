"""Whether what is stored is whole: every log folds, every point is right, and every deal proves."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from pegout.match import Entry, MatchBegan, Setup
from pegout.match.log import GameBegan, SecretDrawn, effective
from pegout.match.recording import open_game, record_of
from pegout.notation import DealVerdict, Record, verify_deals
from pegout.rules import Revealed
from pegout.table.progress import MatchProgress, follow
from pegout.table.state import TableRefused, TableState
from pegout.table.store import MatchStore, StoreError, Summary, TableRow

#: What a deal may be that was dealt at a table: proved, or known or chosen before it began.
_SOUND: Final = frozenset({"proved", "practice", "lesson"})
#: The errors of a match itself; others are of the database, and say nothing of the match.
_OWN: Final = frozenset({"damaged", "newer"})


class Fault(NamedTuple):
    """What is wrong with a match or a table: its id or code, the code of the fault, a sentence."""

    where: str
    code: str
    message: str


def check_match(store: MatchStore, match_id: str) -> list[Fault]:
    """Check that a match folds, that its row follows from its log, and that its deals prove.

    A match that was removed meanwhile has no faults.

    Raises:
        StoreError: if the database cannot be read.
    """
    try:
        summary = store.summary(match_id)
        # The log may have grown since.
        log = store.entries(match_id)[: summary.number]
        store.load(match_id)
    except StoreError as error:
        if error.code == "unknown_match":
            return []
        if error.code not in _OWN:
            raise
        return [Fault(match_id, error.code, str(error))]
    began = log[0].event
    assert isinstance(began, MatchBegan), "what loads begins with its beginning"
    return [*_of_summary(summary, began.setup, log), *_of_deals(match_id, began.setup, log)]


def _of_summary(summary: Summary, setup: Setup, log: list[Entry]) -> Iterator[Fault]:
    progress = follow([MatchProgress.before(setup.rules)], log)[-1]
    if summary != Summary.of(setup, summary.created, summary.updated, len(log), progress):
        message = f"the list of matches tells otherwise of match {summary.id} than its log"
        yield Fault(summary.id, "summary", message)


def _of_deals(match_id: str, setup: Setup, log: list[Entry]) -> Iterator[Fault]:
    try:
        verdicts = _verdicts(setup, log)
    except Exception as error:
        # A log that somebody has edited may fail in any way.
        yield Fault(match_id, "damaged", f"match {match_id} cannot be replayed: {error!r:.200}")
        return
    for verdict in verdicts:
        if verdict.code not in _SOUND:
            message = (
                f"match {match_id}, game {verdict.game}, deal {verdict.deal}: {verdict.message}"
            )
            yield Fault(match_id, verdict.code, message)


def _verdicts(setup: Setup, log: list[Entry]) -> list[DealVerdict]:
    """Verify every deal, those of a game that is not over by the secrets in the log."""
    record = record_of(setup, log, None)
    if record.games and record.games[-1].result is None:
        record = _opened(record, setup, log)
    return [*verify_deals(record)]


def _opened(record: Record, setup: Setup, log: list[Entry]) -> Record:
    """Return a record with all cards of its last game, and the secrets of its packs."""
    game = open_game(setup, log)
    assert game is not None, "a record with a game is of a log with a game"
    secrets: dict[int, str] = {}
    for _, event in effective(log):
        if isinstance(event, GameBegan):
            secrets.clear()
        elif isinstance(event, SecretDrawn):
            secrets[event.deal] = event.secret
    told = {event.deal for event in game.entries if isinstance(event, Revealed)}
    more = [Revealed(deal, secret) for deal, secret in secrets.items() if deal not in told]
    opened = replace(game, entries=(*game.entries, *more))
    return record.having(games=(*record.games[:-1], opened))


def check_table(store: MatchStore, row: TableRow) -> list[Fault]:
    """Check that a table can be read, and that its earlier matches are there.

    The current match may be missing: a table is stored with the id of a match that begins after it.

    Raises:
        StoreError: if the database cannot be read.
    """
    try:
        state = TableState.read(row)
        state.check()
    except TableRefused as error:
        return [Fault(row.code, error.code, str(error))]
    return [
        Fault(row.code, "unknown_match", f"match {match_id} of table {row.code} is missing")
        for match_id in state.matches[:-1]
        if not _has(store, match_id)
    ]


def _has(store: MatchStore, match_id: str) -> bool:
    try:
        store.summary(match_id)
    except StoreError as error:
        if error.code != "unknown_match":
            raise
        return False
    return True

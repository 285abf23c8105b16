"""Build the record of a match from its log."""

from collections.abc import Sequence

from pegout.match.help import Helps
from pegout.match.log import (
    EVENTS,
    Entry,
    GameBegan,
    PracticeBegan,
    Setup,
    effective,
    is_nameless,
    seen_by,
)
from pegout.notation import GameRecord, Player, Record, game_record, helped
from pegout.notation.help import CHOSEN
from pegout.notation.record import Entry as Line
from pegout.rules import GameEnded


def record_of(
    setup: Setup, log: Sequence[Entry], seat: int | None, *, checked: bool = True
) -> Record:
    """Return the record of a match from its log.

    A finished game is recorded in full. An unfinished one is recorded as the seat saw it, with
    ``??`` for the cards that it did not see; ``None`` is a spectator.

    With ``checked`` the games are replayed to verify them, the record is in its canonical form,
    and it marks the decisions made with help. Without it, the record has the events as logged and
    takes a quarter of the time.
    """
    games: list[list[Entry]] = []
    practice = ""
    for entry in effective(log):
        if isinstance(entry.event, PracticeBegan):
            practice = entry.event.text()
        if isinstance(entry.event, GameBegan):
            games.append([entry])
        elif games:
            games[-1].append(entry)
    helps = Helps.of(log) if checked else None
    tags = (
        ("Event", setup.event),
        ("Date", setup.date),
        ("Practice", practice),
        ("Packs", setup.packs),
        ("Games", "" if setup.play_to else str(setup.games)),
        ("PlayTo", str(setup.play_to or "")),
    )
    return Record(
        setup.rules,
        tuple(
            [
                Player("" if is_nameless(seated.name) else seated.name, seated.kind)
                for seated in setup.seats
            ]
        ),
        tuple([_game(setup, entries, seat, helps) for entries in games]),
        setup.id,
        tuple([(name, text) for name, text in tags if text]),
    )


def open_game(setup: Setup, log: Sequence[Entry]) -> GameRecord | None:
    """Return the last game of a log with every card in it, as its events were logged.

    It is for the program that holds the log, and for nobody who plays.
    """
    entries: list[Entry] = []
    for entry in effective(log):
        if isinstance(entry.event, GameBegan):
            entries = []
        entries.append(entry)
    began = entries[0].event if entries else None
    if not isinstance(began, GameBegan):
        return None
    facts = [entry.event for entry in entries if not isinstance(entry.event, EVENTS)]
    return GameRecord(began.game, began.dealer, tuple(facts))


def _game(
    setup: Setup, entries: Sequence[Entry], seat: int | None, helps: Helps | None
) -> GameRecord:
    began = entries[0].event
    assert isinstance(began, GameBegan), "a game begins with its beginning"
    over = any(isinstance(event, GameEnded) for _, event in entries)
    facts: list[Line] = []
    for number, event in entries:
        shown = event if over else seen_by(event, seat)
        if shown is None or isinstance(shown, EVENTS):
            continue
        facts.append(shown)
        if isinstance(shown, CHOSEN) and helps is not None and helps.made.get(number):
            facts.append(helped(shown.seat, helps.made[number]))
    if helps is None:
        return GameRecord(began.game, began.dealer, tuple(facts))
    return game_record(setup.rules, facts, number=began.game, dealer=began.dealer)

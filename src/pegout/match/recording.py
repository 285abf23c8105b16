"""From the log of a match to its record."""

from __future__ import annotations

from collections.abc import Sequence

from pegout.match.log import (
    EVENTS,
    Entry,
    GameBegan,
    LogEvent,
    PracticeBegan,
    Setup,
    is_nameless,
    seen_by,
)
from pegout.notation import GameRecord, Player, Record, game_record
from pegout.rules import GameEnded

__all__ = ["record_of"]


def record_of(
    setup: Setup, line: Sequence[Entry], seat: int | None, *, checked: bool = True
) -> Record:
    """Give the record of a match from the entries that count.

    A game that is over is told in full. A game that is not is told as the seat saw it, ``None``
    being a spectator, with ``??`` for the cards that it did not see.

    With ``checked`` the record is in its canonical form, and plays the games again to see that they
    add up. Without, it has the events as they are, to be added up in a quarter of the time.
    """
    games: list[list[LogEvent]] = []
    practice = ""
    for _, event in line:
        if isinstance(event, PracticeBegan):
            practice = event.text()
        if isinstance(event, GameBegan):
            games.append([event])
        elif games:
            games[-1].append(event)
    tags = (
        ("Event", setup.event),
        ("Date", setup.date),
        ("Practice", practice),
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
        tuple([_game(setup, events, seat, checked=checked) for events in games]),
        setup.id,
        tuple([(name, text) for name, text in tags if text]),
    )


def _game(
    setup: Setup, events: Sequence[LogEvent], seat: int | None, *, checked: bool
) -> GameRecord:
    began = events[0]
    assert isinstance(began, GameBegan), "a game begins with its beginning"
    over = any(isinstance(event, GameEnded) for event in events)
    shown = [event if over else seen_by(event, seat) for event in events]
    facts = [event for event in shown if event is not None and not isinstance(event, EVENTS)]
    if not checked:
        return GameRecord(began.game, began.dealer, tuple(facts))
    return game_record(setup.rules, facts, number=began.game, dealer=began.dealer)

"""Replays: every game of a record as one seat saw it, with the sentences."""

from collections.abc import Sequence
from typing import Any, Final

from pegout.match import Entry, GameBegan, Seated, Setup
from pegout.notation import GameRecord, Player, Record, replay_events
from pegout.notation.codec import Codec
from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import Dealt, Event, GameEnded, Result, seen
from pegout.rules.view import view
from pegout.table.endings import encode_outcome
from pegout.table.seat_messages import encode_entry
from pegout.table.state import TableRefused
from pegout.text import Teller, Translator, player_name
from pegout.wire.codecs import VIEWS
from pegout.wire.http import Replay, ReplayGame

_RESULTS: Final = Codec([Result])


def names_of(players: Sequence[Player], t: Translator) -> list[str]:
    """Return the names of the players in a record; a nameless player is named after the seat.

    >>> from pegout.text import language
    >>> names_of([Player("Ann"), Player()], language("en"))
    ['Ann', 'Seat 2']
    """
    return [player_name(player.name, seat, t) for seat, player in enumerate(players)]


def replay_of(record: Record, seat: int | None, t: Translator, updated: str = "") -> Replay:
    """Build the replay of a record from the view of a seat; ``None`` for a spectator's.

    Raises:
        TableRefused: ``bad_seat`` for a seat whose cards are not in the record.
    """
    known = _known_seats(record)
    if seat is not None and seat not in known:
        raise TableRefused("bad_seat", f"the record does not tell what seat {seat} saw")
    single = len(record.games) == 1
    teller = Teller(t, names_of(record.players, t), seat, record.rules, single=single)
    kinds = [player.kind or "person" for player in record.players]
    games = [replay for game in record.games if (replay := _game(game, teller, kinds))]
    results = [_RESULTS.encode(game.result) for game in record.games if game.result is not None]
    return Replay(record.match, updated, seat, known, _setup(record, teller), games, results)


def number_of(record: Record, tag: str, usual: int) -> int:
    """Return the number in a tag of a record, or the default if the tag contains no number.

    >>> from pegout.rules import Rules
    >>> number_of(Record(Rules(), tags=(("Games", "many"),)), "Games", 1)
    1
    """
    text = record.tag(tag) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else usual


def _known_seats(record: Record) -> list[int]:
    """Return the seats whose cards are known in every deal."""
    deals = [event for game in record.games for event in game.events if isinstance(event, Dealt)]
    return [
        seat
        for seat in range(record.rules.players)
        if all(card.known for deal in deals for card in deal.hands[seat])
    ]


def _game(game: GameRecord, teller: Teller, kinds: Sequence[str]) -> ReplayGame | None:
    """Build the replay of one game, or return ``None`` if nothing has happened in it."""
    events: list[Event] = []
    log = [encode_entry(Entry(1, GameBegan(game.number, game.dealer)), teller)]
    first: dict[str, Any] | None = None
    for number, (event, state) in enumerate(replay_events(teller.rules, game), start=FIRST_NUMBER):
        if first is None:
            first = VIEWS.encode(view(state, teller.seat))
        events.append(event)
        outcome = encode_outcome(events, teller, kinds) if isinstance(event, GameEnded) else None
        log.append(encode_entry(Entry(number, seen(event, teller.seat)), teller, outcome))
    return None if first is None else ReplayGame(game.number, first, log)


def _setup(record: Record, teller: Teller) -> dict[str, Any]:
    """Return the setup of the replay. Records allow longer names than tables do."""
    plain = Setup("replay", record.rules, tuple([Seated(f"{n}") for n in range(len(teller.names))]))
    seats = [
        {"name": name, "kind": player.kind or "person"}
        for name, player in zip(teller.names, record.players, strict=True)
    ]
    length = {"games": number_of(record, "Games", 1), "play_to": number_of(record, "PlayTo", 0)}
    return {**VIEWS.encode(plain), "id": record.match, "seats": seats, **length}

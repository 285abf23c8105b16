"""The tables of a round: set up for its pairings, and read for their results.

The key of the host makes everything secret: the token of a player follows from it, and the token of
a seat from that of its player. So neither is stored, the host can show a link again, and a player
finds the seat of each round with the one link.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from pegout.table.duplicates import draw_packs
from pegout.table.game_sums import GameSums
from pegout.table.hand_counts import make_rules
from pegout.table.new_tables import add_once
from pegout.table.sources import Sources, make_id
from pegout.table.state import (
    PERSON,
    TableState,
    code_of,
    derive,
    derive_key,
    plan_table,
    with_token,
)
from pegout.table.store import Store, StoredGame, StoreError, TournamentRow
from pegout.tournaments.ranking import GameScores
from pegout.tournaments.tournament import Pairing, Tournament, with_pairing
from pegout.wire.http import Order, SeatOrder

#: Switches of the rules that differ from those of a preset, as in an order.
Switched = dict[str, bool | int | str | list[int]]


def player_token(key: str, player: int) -> str:
    """Return the secret of a player's link, by the key of the host."""
    return derive_key(key, f"player {player}")


def seat_token(token: str, table: str) -> str:
    """Return the token of a player's seat at a table, by the secret of the player's link."""
    return derive_key(token, f"seat {table}")


def set_up_round(
    store: Store,
    row: TournamentRow,
    pairings: Sequence[Pairing],
    key: str,
    offered: Collection[str],
    sources: Sources,
) -> list[Pairing]:
    """Set up a table for each pairing, and return the pairings with the codes of their tables.

    The key is that of the host. Repeating the request while the stored tournament is the same
    returns the same tables.

    Raises:
        RulesError: as :func:`~pegout.table.state.plan_table`.
        StoreError: if a table could not be stored.
    """
    tournament = Tournament.read(row.state)
    plan = tournament.plan
    if plan.boards:
        return list(pairings)
    round_key = derive_key(key, f"round {len(tournament.rounds) + 1} {row.version}")
    packs = make_id(derive(round_key, "packs")) if plan.scoring == "duplicate" else ""
    planned = draw_packs(packs, 2, sources) if packs else ()
    made = []
    for at, pairing in enumerate(pairings):
        if pairing.second is None:
            made.append(pairing)
            continue
        own = derive_key(round_key, f"table {at}")
        state = _with_links(_plan(tournament, pairing, own, offered), pairing, code_of(own), key)
        changes = {"tournament": row.code, "packs": packs, "planned": planned}
        add_once(store, code_of(own), msgspec.structs.replace(state, **changes))
        if packs:
            # A repeated request has the packs that were stored at first.
            planned = TableState.read(store.table(code_of(own))).planned
        made.append(msgspec.structs.replace(pairing, table=code_of(own)))
    return made


def _plan(
    tournament: Tournament, pairing: Pairing, key: str, offered: Collection[str]
) -> TableState:
    """Plan the table of a pairing."""
    plan = tournament.plan
    first_deal = "chosen" if plan.scoring == "duplicate" else "cut"
    switches: Switched = {"target": plan.target, "first_deal": first_deal}
    players = [tournament.players[player] for player in pairing.players]
    seats = [SeatOrder(found.name, found.kind) for found in players]
    order = Order(switches=switches, seats=seats, games=plan.games, key=key)
    rules = make_rules(order.preset, {"players": 2, **switches})
    return plan_table(order, rules, offered, hosted=False)[0]


def _with_links(state: TableState, pairing: Pairing, table: str, key: str) -> TableState:
    """Return the state of a table with its seats held by the links of their players."""
    seats = [
        with_token(seat_token(player_token(key, player), table), seat)
        if seat.kind == PERSON
        else seat
        for seat, player in zip(state.seats, pairing.players, strict=True)
    ]
    return msgspec.structs.replace(state, seats=tuple(seats))


def with_results(store: Store, tournament: Tournament) -> Tournament:
    """Return a tournament with the results that its tables have by now.

    What the host has entered by hand stays. A game that both players agreed to stop has no winner,
    and waits for the host; so does a pairing whose table was removed.

    Raises:
        StoreError: if the tables could not be read.
    """
    number = len(tournament.rounds)
    if tournament.is_between_rounds:
        return tournament
    playing = {
        at: _with_match(store, pairing)
        for at, pairing in enumerate(tournament.rounds[-1])
        if pairing.table and not tournament.is_complete(pairing)
    }
    games = store.games([pairing.match for pairing in playing.values() if pairing.match])
    for at, pairing in playing.items():
        own = [game for game in games if game.match_id == pairing.match]
        scores = _scores(own)[: tournament.plan.games]
        changed = msgspec.structs.replace(pairing, scores=scores)
        if changed != tournament.rounds[-1][at]:
            tournament = with_pairing(tournament, number, at, changed)
    return tournament


def _with_match(store: Store, pairing: Pairing) -> Pairing:
    """Return a pairing with the id of the first match at its table, once it has begun."""
    if pairing.match:
        return pairing
    try:
        matches = TableState.read(store.table(pairing.table)).matches
    except StoreError as error:
        if error.code != "unknown_table":
            raise
        return pairing
    return msgspec.structs.replace(pairing, match=matches[0]) if matches else pairing


def _scores(games: Sequence[StoredGame]) -> tuple[GameScores, ...]:
    """Return the scores of the games that somebody has won."""
    return tuple(
        [
            (found.target, found.scores[1])
            if 0 in found.winners
            else (found.scores[0], found.target)
            for found in (game.sums for game in sorted(games, key=lambda game: game.number))
            if found.winners
        ]
    )


def _as_won(sums: GameSums) -> GameScores:
    """Return the scores of a game; its winner has the last hole, also of one that was resigned."""
    first, second = sums.scores
    return (sums.target, second) if 0 in sums.winners else (first, sums.target)

"""Tournaments in a store: made, read, and changed by the holder of their key.

Each change reads the results of the tables first, and is made again from what is stored if somebody
else has changed the tournament meanwhile. All functions wait for the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from pegout.table.names import looks_like
from pegout.table.offers import free_name
from pegout.table.sources import Sources
from pegout.table.state import (
    PERSON,
    TableRefused,
    check_level,
    check_token,
    code_of,
    hash_token,
)
from pegout.table.store import Store, StoreError, TournamentRow
from pegout.tournaments import tournament as changes
from pegout.tournaments.round_tables import player_token, set_up_round, with_results
from pegout.tournaments.tournament import (
    Tournament,
    TournamentPlan,
    TournamentPlayer,
    TournamentRefused,
    begin_tournament,
    plan_round,
)
from pegout.tournaments.tournament_messages import role_of
from pegout.wire import tournaments as wire

#: A change of a tournament, from what is stored of it.
Change = Callable[[TournamentRow, Tournament], Tournament]

#: How often a change is made again when others change the tournament at the same moment.
_TRIES: Final = 5
#: The bits of a lot, which decides between equals.
_LOT: Final = 32


def make(store: Store, order: wire.TournamentOrder) -> wire.TournamentMade:
    """Make a tournament, or return the one that was made with its key.

    Raises:
        RulesError: ``weak_token``; ``key_taken`` if another tournament was made with the key;
            ``bad_title`` or ``bad_plan``.
        StoreError: if it could not be stored.
    """
    check_token(order.key)
    fields = {name: getattr(order, name) for name in TournamentPlan.__struct_fields__}
    made = begin_tournament(TournamentPlan(**fields), hash_token(order.key))
    code = code_of(order.key)
    try:
        store.tournaments.add(code, made.text())
    except StoreError as error:
        if error.code != "exists":
            raise
        if Tournament.read(store.tournaments.find(code).state).plan != made.plan:
            raise TableRefused("key_taken", "another tournament was made with this key") from None
    return wire.TournamentMade(code)


def current(store: Store, code: str) -> Tournament:
    """Return a tournament with the results of its tables, and store these.

    Raises:
        StoreError: ``unknown_tournament``, or if it could not be read or stored.
    """
    row = store.tournaments.find(code)
    stored = Tournament.read(row.state)
    found = with_results(store, stored)
    if found != stored:
        try:
            store.tournaments.change(code, row.version, found.text())
        except StoreError as error:
            # Another request has stored the same results, or will.
            if error.code != "conflict":
                raise
    return found


def changed(store: Store, code: str, key: str, change: Change) -> Tournament:
    """Change a tournament for its host, store it, and return it.

    Raises:
        TournamentRefused: ``not_host``, and whatever the change raises.
        StoreError: ``unknown_tournament``; others if it cannot be stored.
    """
    tries = _TRIES
    while True:
        row = for_host(store, code, key)
        stored = Tournament.read(row.state)
        found = change(row, with_results(store, stored))
        tries -= 1
        try:
            if found != stored:
                store.tournaments.change(code, row.version, found.text())
        except StoreError as error:
            if error.code != "conflict" or not tries:
                raise
        else:
            return found


def for_host(store: Store, code: str, key: str) -> TournamentRow:
    """Return what is stored of a tournament, for its host.

    Raises:
        TournamentRefused: ``not_host``, or ``unknown_player`` for a token that nobody has.
        StoreError: ``unknown_tournament``.
    """
    row = store.tournaments.find(code)
    if role_of(Tournament.read(row.state), key)[0] != "host":
        raise TournamentRefused("not_host", "only the host may change a tournament")
    return row


def entering(
    request: wire.PlayerEntered, key: str, offered: Collection[str], sources: Sources
) -> Change:
    """Return the change that enters a player, whose link follows from the key.

    Raises:
        TableRefused: ``unknown_level``.
    """
    person = request.kind == PERSON
    if not person:
        check_level(request.kind, offered)
    lot = sources.chance.getrandbits(_LOT)

    def enter(_: TournamentRow, found: Tournament) -> Tournament:
        names = [found.players[player].name for player in found.listed]
        name = request.name if request.name or person else free_name(names, looks_like)
        hashed = hash_token(player_token(key, len(found.players))) if person else ""
        return changes.enter_player(found, TournamentPlayer(name, request.kind, hashed, lot))

    return enter


def leaving(request: wire.PlayerLeft) -> Change:
    """Return the change by which a player leaves, or comes back."""
    change = changes.come_back if request.back else changes.leave
    return lambda _, found: change(found, request.player)


def beginning(
    number: int, store: Store, key: str, offered: Collection[str], sources: Sources
) -> Change:
    """Return the change that begins a round, and sets up its tables."""

    def begin(row: TournamentRow, found: Tournament) -> Tournament:
        if number == len(found.rounds):
            # The answer to the first request was lost.
            return found
        if number != len(found.rounds) + 1:
            raise TournamentRefused("round_open", f"expected round {len(found.rounds) + 1}")
        pairings = set_up_round(store, row, plan_round(found), key, offered, sources)
        return changes.begin_round(found, pairings)

    return begin


def entering_result(request: wire.ResultEntered, moment: str) -> Change:
    """Return the change that enters the result of a pairing, or corrects it."""
    number, at, reason = request.round, request.pairing, request.reason
    scores = [(first, second) for first, second in request.scores]
    return lambda _, found: changes.enter_scores(
        found, number, at, scores, moment=moment, reason=reason
    )


def computers_tables(found: Tournament) -> list[str]:
    """Return the tables of the current round at which only computer players still play."""
    return [
        pairing.table
        for pairing in (found.rounds[-1] if found.rounds else ())
        if pairing.table and not found.is_complete(pairing)
        if all(found.players[player].kind != PERSON for player in pairing.players)
    ]


def without_secrets(found: Tournament) -> Tournament:
    """Return a tournament without the hashes of its secrets."""
    players = tuple([msgspec.structs.replace(player, key="") for player in found.players])
    return msgspec.structs.replace(found, key="", players=players)

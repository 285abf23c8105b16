"""Challenges: somebody else plays the deals of a finished game, from the same seat.

The other seats have computer players of the same levels. The link to the table of a challenge
contains no card; the packs are known to the store alone. When both games are over, they are
compared.
"""

from collections.abc import Collection

import msgspec

from pegout.match import plan_deals
from pegout.rules import Dealt
from pegout.table.new_tables import add_once, key_of
from pegout.table.practice_tables import PractisedGame
from pegout.table.sources import Sources
from pegout.table.state import OPEN, TableRefused, code_of, plan_table
from pegout.table.store import Store
from pegout.wire import http as wire


def set_up_challenge(
    store: Store,
    played: PractisedGame,
    key: str,
    offered: Collection[str],
    sources: Sources,
) -> wire.Made:
    """Set up a table at which the deals of a game are played again; the same seat is free.

    The same key sets up the same table.

    Raises:
        TableRefused: ``no_challenge`` where another person played, or a level that is not offered;
            ``key_taken``, ``weak_token``.
        MatchError: ``no_packs`` for a game whose packs are not sealed and revealed.
        StoreError: if the table could not be stored.
    """
    record, seat = played.record, played.seat
    kinds = [player.kind for player in record.players]
    if any(kind not in offered for at, kind in enumerate(kinds) if at != seat):
        raise TableRefused(
            "no_challenge", "a game against computer players can be played by somebody else"
        )
    key = key_of(key, sources)
    seats = [
        wire.SeatOrder("", OPEN) if at == seat else wire.SeatOrder(player.name, player.kind)
        for at, player in enumerate(record.players)
    ]
    order = wire.Order(seats=seats, key=key)
    state, _ = plan_table(order, record.rules, offered, hosted=False)
    dealer = next(entry.dealer for entry in played.game.entries if isinstance(entry, Dealt))
    state = msgspec.structs.replace(
        state, dealer=dealer, packs=record.packs, planned=plan_deals(record)
    )
    code = code_of(key)
    add_once(store, code, state)
    return wire.Made(code, [])

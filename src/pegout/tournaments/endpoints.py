"""The requests of tournaments over HTTP.

What they need is imported with the first of them: most servers have no tournament, and a site for
one user has none.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from pegout.table.requests import Caller, Endpoint, File, House
from pegout.table.state import TableRefused
from pegout.table.store import StoreError
from pegout.wire import tournaments as wire
from pegout.wire.http import Nothing

if TYPE_CHECKING:
    from pegout.tournaments.running import Change
    from pegout.tournaments.tournament import Tournament


async def make_tournament(
    house: House, caller: Caller, request: wire.TournamentOrder
) -> wire.TournamentMade:
    """Make a tournament, or return the one that was made with its key."""
    from pegout.tournaments.running import make

    return await house.run(partial(make, house.store, request))


async def show_tournament(
    house: House, caller: Caller, request: wire.TournamentWanted, *, code: str
) -> wire.TournamentShown:
    """Show a tournament to its host, a player or a guest, by the token of the request."""
    from pegout.tournaments.running import current

    find = partial(current, house.store, code)
    return await _show(house, caller, code, find, request.round)


async def enter_player(
    house: House, caller: Caller, request: wire.PlayerEntered, *, code: str
) -> wire.TournamentShown:
    """Enter a player, who plays from the next round on."""
    from pegout.tournaments.running import entering

    given = caller.token, house.opponents.offered, house.sources
    return await _change(house, caller, code, entering(request, *given))


async def leave_tournament(
    house: House, caller: Caller, request: wire.PlayerLeft, *, code: str
) -> wire.TournamentShown:
    """Have a player leave, or come back for the next round."""
    from pegout.tournaments.running import leaving

    return await _change(house, caller, code, leaving(request))


async def begin_round(
    house: House, caller: Caller, request: wire.RoundBegun, *, code: str
) -> wire.TournamentShown:
    """Begin the next round: pair the players, and set up their tables."""
    from pegout.tournaments.running import beginning

    given = house.store, caller.token, house.opponents.offered, house.sources
    return await _change(house, caller, code, beginning(request.round, *given))


async def enter_result(
    house: House, caller: Caller, request: wire.ResultEntered, *, code: str
) -> wire.TournamentShown:
    """Enter the result of a pairing, or correct it: a correction stays visible."""
    from pegout.tournaments.running import entering_result

    moment = house.store.now().isoformat(timespec="seconds")
    return await _change(house, caller, code, entering_result(request, moment))


async def _change(house: House, caller: Caller, code: str, change: Change) -> wire.TournamentShown:
    from pegout.tournaments.running import changed

    return await _show(
        house, caller, code, partial(changed, house.store, code, caller.token, change)
    )


async def _show(
    house: House, caller: Caller, code: str, find: Callable[[], Tournament], number: int = 0
) -> wire.TournamentShown:
    """Show a tournament, with the computer players at its tables playing."""
    from pegout.tournaments.running import computers_tables
    from pegout.tournaments.tournament_messages import show

    found = await house.run(find)
    # Nobody connects to these, and after a restart nobody would load them.
    for table in computers_tables(found):
        # One that cannot be loaded now is with the next request.
        with suppress(TableRefused, StoreError):
            async with house.visit(table) as live:
                live.resume_players()
    given = found, code, caller.token, caller.t
    # The standings after many rounds take a while, in which others want to move.
    kept = house.tournaments_kept
    return await house.run(partial(show, *given, number=number, kept=kept))


async def erase_tournament(house: House, caller: Caller, request: Nothing, *, code: str) -> Nothing:
    """Erase a tournament with all names in it; the tables of its rounds remain for their time."""
    from pegout.tournaments.running import for_host

    def erase() -> None:
        for_host(house.store, code, caller.token)
        house.store.tournaments.remove(code)

    await house.run(erase)
    return Nothing()


async def tournament_sheet(house: House, caller: Caller, request: Nothing, *, code: str) -> File:
    """Return the standings as comma-separated values, for a spreadsheet."""
    from pegout.tournaments.running import current
    from pegout.tournaments.sheets import standings_sheet

    def write() -> str:
        return standings_sheet(current(house.store, code), caller.t)

    return File(f"pegout-{code}.csv", await house.run(write))


async def tournament_file(house: House, caller: Caller, request: Nothing, *, code: str) -> File:
    """Return everything about a tournament but its secrets, as JSON, to its host."""
    from pegout.tournaments.running import current, for_host, without_secrets

    def read() -> Tournament:
        for_host(house.store, code, caller.token)
        return without_secrets(current(house.store, code))

    return File(f"pegout-{code}.json", msgspec.to_builtins(await house.run(read)))


_TOURNAMENT: Final = "/api/tournaments/{code}"

ENDPOINTS: Final = (
    Endpoint("POST", "/api/tournaments", make_tournament, "creations", status=201),
    Endpoint("GET", _TOURNAMENT, show_tournament),
    Endpoint("DELETE", _TOURNAMENT, erase_tournament),
    Endpoint("POST", f"{_TOURNAMENT}/players", enter_player),
    Endpoint("POST", f"{_TOURNAMENT}/leave", leave_tournament),
    Endpoint("POST", f"{_TOURNAMENT}/rounds", begin_round, "creations"),
    Endpoint("POST", f"{_TOURNAMENT}/results", enter_result),
    Endpoint("GET", f"{_TOURNAMENT}/standings.csv", tournament_sheet),
    Endpoint("GET", f"{_TOURNAMENT}/tournament.json", tournament_file),
)

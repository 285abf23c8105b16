"""What answers the requests over HTTP: the tables of this server, its library and its reviews."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from pegout.school.guide import begin_lesson
from pegout.server.config import Config
from pegout.server.limits import ConnectionSlots
from pegout.server.live_tables import LiveTables
from pegout.server.retention import lifetime
from pegout.server.review_jobs import Reviews
from pegout.table.played_games import PlayedGames
from pegout.table.state import TableRefused
from pegout.table.store import StoredGame, Summary
from pegout.text import Translator
from pegout.text.privacy import StoredData
from pegout.wire.http import PlayerFigures

_T = TypeVar("_T")
#: The most analyses of one address that may be under way at once.
_ANALYSES: Final = 4


class ServerHouse:
    """The :class:`~pegout.table.requests.House` of a server."""

    def __init__(self, tables: LiveTables, reviews: Reviews, config: Config) -> None:
        self.reviews = reviews
        self.opponents = tables.opponents
        self.begin_lesson = begin_lesson
        self.store, self.sources = tables.library, tables.sources
        self.tournaments_kept = config.keep_finished
        self.games = PlayedGames(
            tables.library,
            lambda over, matches: lifetime(config, over=over, matches=matches),
            own=config.own and config.local,
            playing=tables.playing,
        )
        self.data = StoredData(
            config.own and config.local,
            config.keep_finished,
            config.keep_abandoned,
            config.logs_kept,
            config.backups_kept,
        )
        self.create, self.practise = tables.create, tables.practise
        self.challenge, self.create_duplicate = tables.challenge, tables.create_duplicate
        self.visit, self.vacate, self.run = tables.visit, tables.vacate, tables.run
        self.attended, self._compute = tables.attended, tables.compute
        self._analyses = ConnectionSlots(_ANALYSES)

    def statistics(
        self, games: Sequence[tuple[Summary, StoredGame, int]], t: Translator
    ) -> PlayerFigures:
        """Say how a player is doing, by games and the seat of the player in each."""
        # Imported late, so that a server starts without the scale of levels.
        from pegout.school.statistics import seat_game
        from pegout.school.statistics_tables import encode_statistics

        return encode_statistics([seat_game(*game) for game in games], t)

    async def analyse(self, do: Callable[[], _T], address: str, *, long: bool = False) -> _T:
        """Run an analysis, behind moves and hints; a ``long`` one where reviews are computed.

        Raises:
            TableRefused: ``too_fast`` if the address has too many of them under way.
        """
        with self._analyses.occupy(address) as free:
            if not free:
                raise TableRefused("too_fast", "wait for the analyses that are under way")
            return await self._compute(do, address, long=long)

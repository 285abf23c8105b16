"""Every request over HTTP, as a function from a typed request to a typed answer.

:data:`ENDPOINTS` lists them. The server makes its routes from this list and that of the school, and
the schema, the types of the client and the table in ``docs/wire.md`` are made from both. A function
here knows no transport: what it needs of its surroundings is in :class:`House`.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, partial
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from pegout.notation import GameRecord, Record, to_json, write
from pegout.notation import read as read_record
from pegout.rules import Rules
from pegout.table.analyses import (
    analyse_discards,
    analyse_score,
    map_scores,
    read_discard_question,
    read_score_question,
)
from pegout.table.hand_counts import count_hand, make_rules, name_combination
from pegout.table.listed_tables import LISTED, list_tables, share_list
from pegout.table.offer_messages import offers
from pegout.table.opponents import Opponents
from pegout.table.played_games import PlayedGames, games_of, read_file
from pegout.table.positions import analyse_position, read_position_question
from pegout.table.practice_tables import (
    Begin,
    Beginning,
    PractisedGame,
    begin_at_decision,
    begin_at_position,
)
from pegout.table.replays import replay_of
from pegout.table.service import TableService
from pegout.table.sources import Sources
from pegout.table.state import TableRefused
from pegout.table.store import Store, StoredGame, Summary
from pegout.text import Translator
from pegout.text.privacy import StoredData, data_page
from pegout.wire import http, schema
from pegout.wire.table import Table

_T = TypeVar("_T")
#: The limits that expensive requests have beside the common one.
LimitName = Literal["", "creations", "records", "analyses"]


class GamesToReview(NamedTuple):
    """Games of a record to review, and the seat that receives the review.

    The library has the games that are ``stored``; others come from the client.
    """

    record: Record
    games: list[GameRecord]
    seat: int | None
    stored: bool = False


class Caller(NamedTuple):
    """Who makes a request: the language, the token of a seat or none, and the address."""

    t: Translator
    token: str = ""
    address: str = ""


class File(NamedTuple):
    """An answer that is a file: its name, and its text or the data of a JSON file."""

    name: str
    content: str | dict[str, Any]


class OpenTable(Protocol):
    """A table that is loaded, with the connections to it."""

    async def table(self) -> Table:
        """Return the state of the table, as everybody at it sees it."""

    async def join(self, request: http.Join) -> http.SeatGranted:
        """Seat a player at a free seat."""

    def resume_players(self) -> None:
        """Have the computer players act that have to."""

    async def look(self, do: Callable[[TableService], _T]) -> _T:
        """Run a function on the table while nothing else runs on it."""


class ReviewDesk(Protocol):
    """The reviews that clients have asked for."""

    async def ask(self, wanted: GamesToReview, caller: Caller) -> http.ReviewAsked:
        """Begin a review, or return the stored one."""

    async def find_stored(self, wanted: GamesToReview, caller: Caller) -> http.ReviewAsked:
        """Return a stored review; never begin one."""

    async def progress(self, review: str, caller: Caller) -> http.ReviewAsked:
        """Return how far a review is, with its results once it is done."""

    def cancel(self, review: str) -> None:
        """Cancel a review."""


class House(Protocol):
    """What the requests need of the program that answers them."""

    @property
    def opponents(self) -> Opponents:
        """The computer players that may be chosen."""

    def begin_lesson(
        self,
        request: http.LessonWanted,
        t: Translator,
        offered: Collection[str],
        sources: Sources,
    ) -> Beginning:
        """Return where a first game with a guide begins."""

    @property
    def data(self) -> StoredData:
        """What is stored of players, and for how long."""

    @property
    def store(self) -> Store:
        """Where tables, matches and tournaments are stored."""

    @property
    def sources(self) -> Sources:
        """What a table may not make itself."""

    @property
    def tournaments_kept(self) -> float | None:
        """The seconds for which a tournament is kept; ``None`` for ever."""

    @property
    def games(self) -> PlayedGames:
        """The games that were played."""

    @property
    def reviews(self) -> ReviewDesk:
        """The reviews that clients have asked for."""

    def statistics(
        self, games: Sequence[tuple[Summary, StoredGame, int]], t: Translator
    ) -> http.PlayerFigures:
        """Say how a player is doing, by games and the seat of the player in each."""

    async def create(self, order: http.Order, rules: Rules) -> http.Made:
        """Set up a table."""

    async def practise(self, begin: Begin, key: str) -> http.Made:
        """Set up a practice table."""

    async def create_duplicate(
        self, wanted: http.DuplicateWanted, rules: Rules
    ) -> http.DuplicateMade:
        """Set up several tables that play the same deals."""

    async def challenge(self, played: PractisedGame, key: str) -> http.Made:
        """Set up a table with the deals of a game, at which its player's seat is free."""

    def visit(self, code: str) -> AbstractAsyncContextManager[OpenTable]:
        """Yield a table, which stays loaded meanwhile."""

    async def vacate(self, code: str) -> None:
        """Have a table reload, if it is loaded, after players have left it for good."""

    async def attended(self, codes: Collection[str]) -> dict[str, str]:
        """Return which tables a player is connected to, with an address of one."""

    async def run(self, do: Callable[[], _T]) -> _T:
        """Run a function that waits for the disk."""

    async def analyse(self, do: Callable[[], _T], address: str, *, long: bool = False) -> _T:
        """Run an analysis, behind moves and hints; an address may have few of them under way.

        One that values many decisions is ``long``.
        """


# Tables -----------------------------------------------------------------------------------------


async def create_table(house: House, caller: Caller, request: http.Order) -> http.Made:
    """Set up a table."""
    return await house.create(request, _rules_of(request))


def _rules_of(order: http.Order) -> Rules:
    """Return the rules of an order; one that names three players need not say that there are."""
    seats = len(order.seats)
    players = {"players": seats} if 2 <= seats <= 4 else {}
    return make_rules(order.preset, {**players, **order.switches})


async def show_table(house: House, caller: Caller, request: http.Nothing, *, code: str) -> Table:
    """Show a table to a player who may join it."""
    async with house.visit(code) as table:
        return await table.table()


async def list_open_tables(
    house: House, caller: Caller, request: http.Nothing
) -> http.ListedTables:
    """List the tables that everybody may find: those that wait for a player, and games to watch."""
    rows = await house.run(partial(house.store.listed_tables, 4 * LISTED))
    there = share_list(rows, await house.attended([row.code for row in rows]))
    return await house.run(partial(list_tables, house.store, there, caller.t))


async def join_table(
    house: House, caller: Caller, request: http.Join, *, code: str
) -> http.SeatGranted:
    """Take a free seat, and receive its token."""
    async with house.visit(code) as table:
        return await table.join(request)


async def table_record(
    house: House, caller: Caller, request: http.MatchWanted, *, code: str
) -> File:
    """Return the record of a match, as a seat knows it."""
    return File(f"pegout-{code}.peg", write(await _record(house, caller, request, code)))


async def table_record_json(
    house: House, caller: Caller, request: http.MatchWanted, *, code: str
) -> File:
    """Return the record of a match as JSON."""
    return File(f"pegout-{code}.json", to_json(await _record(house, caller, request, code)))


async def _record(house: House, caller: Caller, request: http.MatchWanted, code: str) -> Record:
    async with house.visit(code) as table:
        return await table.look(lambda service: service.record(caller.token, request.match))


async def leave_table(
    house: House, caller: Caller, request: http.Leaving, *, code: str
) -> http.SeatsLeft:
    """Remove a player from a table for good."""
    tokens = [caller.token, *request.tokens]
    seats = await house.run(lambda: house.games.forget(code, tokens))
    await house.vacate(code)
    return http.SeatsLeft(seats)


# Played games -----------------------------------------------------------------------------------


async def list_games(
    house: House, caller: Caller, request: http.OwnTables
) -> list[http.TableSummary]:
    """List what was played at the tables where the client holds seats."""
    return await house.run(lambda: house.games.tables(request.tables, caller.t))


async def player_figures(
    house: House, caller: Caller, request: http.OwnTables
) -> http.PlayerFigures:
    """Say how a player is doing, by the finished games at the tables where the client has seats.

    For the owner of a library these are all of its games.
    """

    def find() -> http.PlayerFigures:
        return house.statistics(house.games.finished(request.tables), caller.t)

    return await house.run(find)


async def all_records(house: House, caller: Caller, request: http.SeatTokens) -> File:
    """Return the records of all matches at the tables where the client holds seats."""
    return File("pegout.peg", await house.run(lambda: house.games.records(request.tables)))


async def match_replay(
    house: House, caller: Caller, request: http.MatchWanted, *, code: str = ""
) -> http.Replay:
    """Return the replay of a match."""
    find = partial(house.games.replay, code, caller.token, request.match, caller.t)
    return await house.run(find)


async def read_records(house: House, caller: Caller, request: http.Records) -> http.FileRead:
    """Read a file of records."""
    return await house.run(lambda: read_file(request.text, caller.t))


async def replay_record(house: House, caller: Caller, request: http.Replayed) -> http.Replay:
    """Return the replay of a record."""
    return await house.run(lambda: replay_of(read_record(request.text), request.seat, caller.t))


async def list_library(
    house: House, caller: Caller, request: http.LibraryWanted
) -> list[http.MatchSummary]:
    """List the matches of the library for its owner."""
    return await house.run(lambda: house.games.others(caller.t, request.after))


async def library_record(house: House, caller: Caller, request: http.MatchWanted) -> File:
    """Return the record of a match to the owner of the library."""
    text = await house.run(lambda: house.games.record_text("", "", request.match))
    return File(f"pegout-{request.match}.peg", text)


# Reviews ----------------------------------------------------------------------------------------


async def review_record(
    house: House, caller: Caller, request: http.RecordReview
) -> http.ReviewAsked:
    """Begin the review of a record, or return the stored one."""

    def read() -> GamesToReview:
        record = house.games.read_record(request.text, request.seat)
        games = games_of(record, request.game, over=False)
        return GamesToReview(record, games, request.seat)

    return await house.reviews.ask(await house.run(read), caller)


async def review_match(
    house: House, caller: Caller, request: http.ReviewWanted, *, code: str = ""
) -> http.ReviewAsked:
    """Begin the review of a match, or return the stored one."""
    return await house.reviews.ask(await _played(house, caller, request, code), caller)


async def stored_review(
    house: House, caller: Caller, request: http.ReviewWanted, *, code: str = ""
) -> http.ReviewAsked:
    """Return the stored review of a match."""
    return await house.reviews.find_stored(await _played(house, caller, request, code), caller)


async def _played(
    house: House, caller: Caller, request: http.ReviewWanted, code: str
) -> GamesToReview:
    find = partial(house.games.reviewed, code, caller.token, request.match, request.game)
    return GamesToReview(*await house.run(find), stored=True)


async def review_progress(house: House, caller: Caller, request: http.ReviewId) -> http.ReviewAsked:
    """Return the progress of a review, with the games once it is done."""
    return await house.reviews.progress(request.review, caller)


async def cancel_review(house: House, caller: Caller, request: http.ReviewId) -> http.Nothing:
    """Cancel a review; the decision that is being valued is finished first."""
    house.reviews.cancel(request.review)
    return http.Nothing()


# Practice ---------------------------------------------------------------------------------------


async def practise_match(
    house: House, caller: Caller, request: http.TryAgain, *, code: str = ""
) -> http.Made:
    """Set up a practice table at a decision of a match."""
    find = partial(house.games.practise, code, caller.token, request.match, request.game)
    begin = partial(begin_at_decision, await house.run(find), request, caller.t)
    return await house.practise(begin, request.key)


async def practise_record(house: House, caller: Caller, request: http.TryRecordAgain) -> http.Made:
    """Set up a practice table at a decision of a record."""
    attempt = request.attempt
    find = partial(house.games.record_practised, request.text, request.seat, attempt.game)
    begin = partial(begin_at_decision, await house.run(find), attempt, caller.t)
    return await house.practise(begin, attempt.key)


async def play_position(house: House, caller: Caller, request: http.PlayPosition) -> http.Made:
    """Set up a practice table at a position."""
    return await house.practise(partial(begin_at_position, request, caller.t), request.key)


async def begin_lesson(house: House, caller: Caller, request: http.LessonWanted) -> http.Made:
    """Set up a table for a first game with a guide."""
    return await house.practise(partial(house.begin_lesson, request, caller.t), request.key)


# Challenges -------------------------------------------------------------------------------------


async def challenge(
    house: House, caller: Caller, request: http.ChallengeWanted, *, code: str
) -> http.Made:
    """Set up a table at which somebody else plays the deals of a finished game again."""
    find = partial(house.games.practise, code, caller.token, request.match, 1)
    return await house.challenge(await house.run(find), request.key)


async def challenge_record(
    house: House, caller: Caller, request: http.RecordChallenge
) -> http.Made:
    """Set up a table at which the deals of a recorded game are played again."""
    find = partial(house.games.record_practised, request.text, request.seat, 1)
    return await house.challenge(await house.run(find), request.key)


async def comparison(
    house: House, caller: Caller, request: http.ComparisonWanted, *, code: str
) -> http.Comparison:
    """Compare two finished games that had the same deals."""
    games = await house.run(partial(house.games.compared, code, request))
    return await _compare(house, caller, games)


async def compare_records(
    house: House, caller: Caller, request: http.RecordsCompared
) -> http.Comparison:
    """Compare two recorded games that had the same deals."""
    games = await house.run(partial(house.games.records_compared, request))
    return await _compare(house, caller, games)


async def _compare(
    house: House, caller: Caller, games: tuple[Record, Record, int] | None
) -> http.Comparison:
    # What values decisions is imported late, so that a server starts without it.
    from pegout.table.comparison_messages import compare_challenge

    job = partial(compare_challenge, games, caller.t)
    return await house.analyse(job, caller.address, long=True)


async def create_duplicate(
    house: House, caller: Caller, request: http.DuplicateWanted
) -> http.DuplicateMade:
    """Set up several tables that play the same deals."""
    return await house.create_duplicate(request, _rules_of(request.order))


async def duplicate_standings(
    house: House, caller: Caller, request: http.TablesWanted
) -> http.Standings:
    """Show how the tables of a duplicate stand."""
    codes = request.tables.split("-")
    return await house.run(lambda: house.games.standings(codes, caller.t))


# Hands and scores -------------------------------------------------------------------------------


async def count(house: House, caller: Caller, request: http.CountRequest) -> http.HandCount:
    """Count a hand and list its items."""
    return count_hand(request, caller.t)


async def combination(
    house: House, caller: Caller, request: http.CombinationRequest
) -> http.Combination:
    """Name the items that the selected cards make, and no others."""
    return name_combination(request, caller.t)


async def discards(
    house: House, caller: Caller, request: http.DiscardsWanted
) -> http.DiscardsAnalysed:
    """Value every discard from a hand."""
    question = read_discard_question(request, caller.t)
    return await house.analyse(partial(analyse_discards, question, caller.t), caller.address)


async def position(
    house: House, caller: Caller, request: http.PositionWanted
) -> http.PositionAnalysed:
    """Value every option of a decision, from a position or its description."""
    question = read_position_question(request, caller.t)
    return await house.analyse(partial(analyse_position, question, caller.t), caller.address)


async def chances(house: House, caller: Caller, request: http.ScoreWanted) -> http.ScoreAnalysed:
    """Return the chances of winning at a score."""
    question = read_score_question(request, caller.t)
    return await house.run(partial(analyse_score, question))


async def chance_map(house: House, caller: Caller, request: http.ScoreWanted) -> http.ChanceMap:
    """Return the chance of winning at every score of two sides."""
    question = read_score_question(request, caller.t)
    if question.players == 3:
        raise TableRefused("bad_switch", "two sides are of 2 or 4 players, not 3")
    return await house.run(partial(map_scores, question.players, question.target))


async def list_offers(house: House, caller: Caller, request: http.Nothing) -> http.Offers:
    """Return everything that may be chosen for a new table."""
    return offers(caller.t, house.opponents.descriptions)


async def show_data(house: House, caller: Caller, request: http.Nothing) -> http.DataPage:
    """Say what is stored of players, for how long, and how it is erased."""
    sections = data_page(caller.t, house.data)
    return http.DataPage([http.DataSection(*section) for section in sections])


@dataclass(frozen=True)
class Endpoint:
    """A request over HTTP, and the function that answers it.

    The function receives the members of its request from the body, the path and the query; a
    parameter of the path that is no member of the request is an argument of its own. A ``POST`` has
    a body unless it is ``empty``. Some requests have a ``limit`` beside the common one. A browser
    keeps a ``cached`` answer, and asks whether it still holds.
    """

    method: str
    path: str
    answer: Callable[..., Awaitable[Any]]
    limit: LimitName = ""
    _: KW_ONLY
    empty: bool = False
    status: int = 200
    cached: bool = False

    @property
    def has_body(self) -> bool:
        """Whether the request has a body."""
        return self.method == "POST" and not self.empty

    @cached_property
    def request(self) -> type[Struct]:
        """The type of the request."""
        found: type[Struct] = get_type_hints(self.answer)["request"]
        return found

    @cached_property
    def response(self) -> Any:
        """The type of the answer: a struct, a list of structs, or :class:`File`."""
        return get_type_hints(self.answer)["return"]


_TABLE: Final = "/api/tables/{code}"
_LIBRARY: Final = "/api/library/{match}"

ENDPOINTS: Final = (
    Endpoint("POST", "/api/tables", create_table, "creations", status=201),
    Endpoint("GET", "/api/tables", list_open_tables),
    Endpoint("GET", _TABLE, show_table),
    Endpoint("POST", f"{_TABLE}/join", join_table),
    Endpoint("GET", f"{_TABLE}/record", table_record, "records"),
    Endpoint("GET", f"{_TABLE}/record.json", table_record_json, "records"),
    Endpoint("GET", f"{_TABLE}/replay", match_replay, "records"),
    Endpoint("POST", f"{_TABLE}/forget", leave_table),
    Endpoint("POST", "/api/games", list_games, "records"),
    Endpoint("POST", "/api/games/figures", player_figures, "records"),
    Endpoint("POST", "/api/games/records", all_records, "records"),
    Endpoint("POST", "/api/records", read_records, "records"),
    Endpoint("POST", "/api/records/replay", replay_record, "records"),
    Endpoint("POST", "/api/review", review_record, "records", status=202),
    Endpoint("POST", f"{_TABLE}/review", review_match, "records", empty=True, status=202),
    Endpoint("GET", f"{_TABLE}/review", stored_review, "records"),
    Endpoint("GET", "/api/review/{review}", review_progress),
    Endpoint("DELETE", "/api/review/{review}", cancel_review),
    Endpoint("POST", f"{_TABLE}/try-again", practise_match, "creations", status=201),
    Endpoint("POST", "/api/records/try-again", practise_record, "creations", status=201),
    Endpoint("POST", f"{_TABLE}/challenge", challenge, "creations", status=201),
    Endpoint("POST", "/api/records/challenge", challenge_record, "creations", status=201),
    Endpoint("POST", "/api/duplicates", create_duplicate, "creations", status=201),
    Endpoint("GET", "/api/duplicates", duplicate_standings, "records"),
    Endpoint("GET", f"{_TABLE}/comparison", comparison, "analyses"),
    Endpoint("POST", "/api/records/comparison", compare_records, "analyses"),
    Endpoint("GET", "/api/library", list_library, "records"),
    Endpoint("GET", f"{_LIBRARY}/replay", match_replay, "records"),
    Endpoint("GET", f"{_LIBRARY}/record", library_record, "records"),
    Endpoint("POST", f"{_LIBRARY}/review", review_match, "records", empty=True, status=202),
    Endpoint("GET", f"{_LIBRARY}/review", stored_review, "records"),
    Endpoint("POST", f"{_LIBRARY}/try-again", practise_match, "creations", status=201),
    Endpoint("POST", "/api/count", count),
    Endpoint("POST", "/api/combination", combination),
    Endpoint("GET", "/api/discards", discards, "analyses", cached=True),
    Endpoint("POST", "/api/position", position, "analyses"),
    Endpoint("POST", "/api/position/play", play_position, "creations", status=201),
    Endpoint("POST", "/api/lesson", begin_lesson, "creations", status=201),
    Endpoint("GET", "/api/chances", chances, cached=True),
    Endpoint("GET", "/api/chances/map", chance_map, cached=True),
    Endpoint("GET", "/api/options", list_offers, cached=True),
    Endpoint("GET", "/api/privacy", show_data),
)


def schema_of(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the JSON Schema of a protocol with these requests over HTTP."""
    responses = [struct for endpoint in endpoints for struct in _structs(endpoint.response)]
    requests = [endpoint.request for endpoint in endpoints]
    return schema.schema([*dict.fromkeys(requests)], [*dict.fromkeys(responses)])


def _structs(response: Any) -> list[type[Struct]]:
    """Return the struct of an answer: itself, or what a list has."""
    kinds = getattr(response, "__args__", (response,))
    return [kind for kind in kinds if issubclass(kind, Struct)]


def read_request(
    endpoint: Endpoint, body: bytes, path: dict[str, str], query: dict[str, str]
) -> tuple[Struct, dict[str, str]]:
    """Read the request of an endpoint from its body, or from the path and the query.

    Return with it the parameters of the path that are no members of it.

    Raises:
        TableRefused: ``bad_body`` for a request that cannot be read.
    """
    members = endpoint.request.__struct_fields__
    given = {name: value for name, value in (query | path).items() if name in members}
    rest = {name: value for name, value in path.items() if name not in members}
    try:
        if endpoint.has_body:
            given |= msgspec.json.decode(body, type=dict[str, Any])
        # Numbers in a path or a query are text.
        return msgspec.convert(given, endpoint.request, strict=endpoint.has_body), rest
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableRefused("bad_body", str(error)[:200]) from None

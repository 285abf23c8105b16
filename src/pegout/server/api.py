"""The HTTP API. ``docs/wire.md`` describes it for programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pegout.cards import Card, CardError, parse_cards
from pegout.notation import GameRecord, Record, RecordError, to_json, write
from pegout.notation import read as read_record
from pegout.rules import PRESETS, SWITCHES, Rules, UnknownRules
from pegout.scoring import Item, Kind, score_show
from pegout.server.errors import json_answer, problem
from pegout.server.languages import language_of
from pegout.server.limits import Places
from pegout.server.live_tables import LiveTables
from pegout.server.pages import cached_answer, rulebook_html, words
from pegout.server.played_games import PlayedGames, games_of, read_file
from pegout.server.review_jobs import Review, Reviews
from pegout.server.security import address_of
from pegout.table.analyses import (
    AnalysisRefused,
    discards_text,
    map_text,
    read_discard_question,
    read_score_question,
    score_text,
)
from pegout.table.opponents import described
from pegout.table.phrases import PHRASES
from pegout.table.practice_tables import PractisedGame
from pegout.table.replays import replay_of
from pegout.table.service import TableService, plain_rules
from pegout.table.state import TableRefused
from pegout.text import (
    LANGUAGES,
    Translator,
    cadence,
    called,
    capital,
    level_details,
    level_name,
    nineteen,
    preset_help,
    preset_name,
    switch_help,
    switch_name,
    value_name,
)
from pegout.text.offers import NAMES, offered_levels, offered_values
from pegout.wire import (
    CombinationRequest,
    CountRequest,
    Join,
    Leaving,
    LikenessRequest,
    Order,
    RecordReview,
    Records,
    Replay,
    Replayed,
    Tickets,
    TryAgain,
    TryRecordAgain,
    schema,
)

_S = TypeVar("_S", bound=Struct)
Handler = Callable[[Request], Awaitable[Response]]
#: The most analyses of one address that may be under way at once.
_ANALYSES: Final = 4
#: The arguments of a review: a record, games of it, and the seat that receives the review.
_Wanted = tuple[Record, list[GameRecord], int | None]


class Api:
    """The handlers of all requests.

    Args:
        rooms: the tables.
        reviews: the reviews of games.
    """

    def __init__(self, rooms: LiveTables, reviews: Reviews) -> None:
        self._rooms = rooms
        self._reviews = reviews
        self._games = PlayedGames(rooms.library, rooms.config, rooms.playing)
        self._proxy = rooms.config.proxy
        self._analyses = Places(_ANALYSES)

    async def create(self, request: Request) -> Response:
        """Set up a table."""
        order = await _read(request, Order)
        # A client that names three players need not repeat that there are three.
        players = {"players": len(order.seats)} if 2 <= len(order.seats) <= 4 else {}
        made = made_rules(order.preset, {**players, **order.switches})
        return json_answer(await self._rooms.create(order, made), 201)

    async def table(self, request: Request) -> Response:
        """Show a table to a player who may join it."""
        async with self._rooms.visit(request.path_params["code"]) as room:
            return json_answer(await room.table())

    async def join(self, request: Request) -> Response:
        """Seat a player, and return the token of the seat."""
        body = await _read(request, Join)
        async with self._rooms.visit(request.path_params["code"]) as room:
            held = await room.join(body)
        return json_answer(held)

    async def record(self, request: Request) -> Response:
        """Return the record of a match, as text or as JSON."""
        token = _bearer(request)
        wanted = request.query_params.get("match", "")
        as_json = request.url.path.endswith(".json")
        code = request.path_params["code"]

        def read(sitting: TableService) -> bytes | dict[str, Any]:
            record = sitting.record(token, wanted)
            return to_json(record) if as_json else write(record).encode()

        async with self._rooms.visit(code) as room:
            data = await room.look(read)
        kind = "json" if as_json else "peg"
        headers = {"Content-Disposition": f'attachment; filename="pegout-{code}.{kind}"'}
        if isinstance(data, bytes):
            headers["Cache-Control"] = "no-store"
            return Response(data, 200, headers, "text/plain; charset=utf-8")
        return json_answer(data, headers=headers)

    async def games(self, request: Request) -> Response:
        """List what was played at the tables where the client holds seats."""
        body = await _read(request, Tickets)
        t = language_of(request.scope)
        return json_answer(await self._rooms.run(lambda: self._games.tables(body.tables, t)))

    async def all_records(self, request: Request) -> Response:
        """Return the records of all matches at the tables where the client holds seats."""
        body = await _read(request, Tickets)
        text = await self._rooms.run(lambda: self._games.records(body.tables))
        return _text_answer(text, "pegout.peg")

    async def replay(self, request: Request) -> Response:
        """Return the replay of a match to one of its players."""
        code, token, t = request.path_params["code"], _bearer(request), language_of(request.scope)
        match = request.query_params.get("match", "")
        return json_answer(await self._rooms.run(lambda: self._games.replay(code, token, match, t)))

    async def forget(self, request: Request) -> Response:
        """Remove a player from a table for good."""
        body = await _read(request, Leaving)
        code, tokens = request.path_params["code"], [_bearer(request), *body.tokens]
        seats = await self._rooms.run(lambda: self._games.forget(code, tokens))
        await self._rooms.vacate(code, seats)
        return json_answer({"seats": seats})

    async def records(self, request: Request) -> Response:
        """Read a file of records."""
        body, t = await _read(request, Records), language_of(request.scope)
        return json_answer(await self._rooms.run(lambda: read_file(body.text, t)))

    async def replay_record(self, request: Request) -> Response:
        """Return the replay of a record."""
        body, t = await _read(request, Replayed), language_of(request.scope)

        def replay() -> Replay:
            return replay_of(read_record(body.text), body.seat, t)

        try:
            return json_answer(await self._rooms.run(replay))
        except RecordError as error:
            return problem("bad_record", t, str(error))

    async def review_record(self, request: Request) -> Response:
        """Begin the review of a record, or return the stored one."""
        body = await _read(request, RecordReview)

        def read() -> _Wanted:
            record = self._games.read_record(body.text, body.seat)
            return record, games_of(record, body.game, over=False), body.seat

        try:
            return await self._review(request, read)
        except RecordError as error:
            return problem("bad_record", language_of(request.scope), str(error))

    async def review_match(self, request: Request) -> Response:
        """Begin the review of a match for one of its players, or return the stored one."""
        code, token = request.path_params["code"], _bearer(request)
        match, game = request.query_params.get("match", ""), _number(request, "game")
        return await self._review(request, lambda: self._games.reviewed(code, token, match, game))

    async def review_library(self, request: Request) -> Response:
        """Begin the review of a match for the owner of the library, or return the stored one."""
        match, game = request.path_params["match"], _number(request, "game")
        return await self._review(request, lambda: self._games.other_reviewed(match, game))

    async def _review(self, request: Request, read: Callable[[], _Wanted]) -> Response:
        """Review what ``read`` returns; a GET request returns only what is stored."""
        record, games, seat = await self._rooms.run(read)
        if request.method == "POST":
            address = address_of(request.scope, proxy=self._proxy)
            review = await self._reviews.ask(record, games, seat, address)
        else:
            review = await self._reviews.stored(record, games, seat)
        return await self._review_answer(request, review, 202 if review.unfinished else 200)

    async def try_again(self, request: Request) -> Response:
        """Set up a practice table at a decision of a match, for one of its players."""
        code, token = request.path_params["code"], _bearer(request)
        body, match = await _read(request, TryAgain), request.query_params.get("match", "")
        return await self._practise(
            request, body, lambda: self._games.practised(code, token, match, body.game)
        )

    async def try_record_again(self, request: Request) -> Response:
        """Set up a practice table at a decision of a record."""
        asked = await _read(request, TryRecordAgain)
        text, seat, body = asked.text, asked.seat, asked.attempt
        try:
            return await self._practise(
                request, body, lambda: self._games.record_practised(text, seat, body.game)
            )
        except RecordError as error:
            return problem("bad_record", language_of(request.scope), str(error))

    async def try_library_again(self, request: Request) -> Response:
        """Set up a practice table at a decision of a match, for the owner of the library."""
        match, body = request.path_params["match"], await _read(request, TryAgain)
        return await self._practise(
            request, body, lambda: self._games.other_practised(match, body.game)
        )

    async def _practise(
        self, request: Request, body: TryAgain, find: Callable[[], PractisedGame]
    ) -> Response:
        played = await self._rooms.run(find)
        t = language_of(request.scope)
        return json_answer(await self._rooms.practise(played, body, t), 201)

    async def review(self, request: Request) -> Response:
        """Return the progress of a review, or cancel it."""
        name = request.path_params["review"]
        if request.method == "DELETE":
            self._reviews.cancel(name)
            return json_answer({})
        return await self._review_answer(request, self._reviews.find(name))

    async def _review_answer(self, request: Request, review: Review, status: int = 200) -> Response:
        t = language_of(request.scope)
        return json_answer(await self._reviews.answer(review, t), status)

    async def library(self, request: Request) -> Response:
        """List the matches of the library for its owner."""
        t, after = language_of(request.scope), _number(request, "after") or 0
        return json_answer(await self._rooms.run(lambda: self._games.others(t, after)))

    async def library_replay(self, request: Request) -> Response:
        """Return the replay of a match to the owner of the library."""
        match, t = request.path_params["match"], language_of(request.scope)
        return json_answer(await self._rooms.run(lambda: self._games.other_replay(match, t)))

    async def library_record(self, request: Request) -> Response:
        """Return the record of a match to the owner of the library."""
        match = request.path_params["match"]
        text = await self._rooms.run(lambda: self._games.other_record(match))
        return _text_answer(text, f"pegout-{match}.peg")

    async def count(self, request: Request) -> Response:
        """Count a hand and list its items."""
        body = await _read(request, CountRequest)
        return json_answer(counted(body, language_of(request.scope)))

    async def combination(self, request: Request) -> Response:
        """Name the items that the selected cards make, and no others."""
        body = await _read(request, CombinationRequest)
        return json_answer(combined(body, language_of(request.scope)))

    async def likeness(self, request: Request) -> Response:
        """Say which level a player resembles by the points lost, and how certain that is."""
        body = await _read(request, LikenessRequest)
        return json_answer({"says": likeness_of(body, language_of(request.scope))})

    async def analyse_discards(self, request: Request) -> Response:
        """Value every discard from a hand."""
        t, address = language_of(request.scope), address_of(request.scope, proxy=self._proxy)
        try:
            question = read_discard_question(request.query_params, t)
        except AnalysisRefused as error:
            return problem(error.code, t, str(error))
        with self._analyses.one(address) as free:
            if not free:
                raise TableRefused("too_fast", "wait for the analyses that are under way")
            text = await self._rooms.compute(partial(discards_text, question, t), address)
        return cached_answer(request, text, "application/json")

    async def analyse_score(self, request: Request) -> Response:
        """Return the win probability at a score."""
        t = language_of(request.scope)
        try:
            question = read_score_question(request.query_params, t)
        except AnalysisRefused as error:
            return problem(error.code, t, str(error))
        text = await self._rooms.run(partial(score_text, question))
        return cached_answer(request, text, "application/json")

    async def map_scores(self, request: Request) -> Response:
        """Return the win probability at every score of two sides."""
        t = language_of(request.scope)
        try:
            players, target, _ = read_score_question(request.query_params, t)
        except AnalysisRefused as error:
            return problem(error.code, t, str(error))
        if players == 3:
            raise TableRefused("bad_switch", "two sides are of 2 or 4 players, not 3")
        text = await self._rooms.run(partial(map_text, players, target))
        return cached_answer(request, text, "application/json")

    async def options(self, request: Request) -> Response:
        """Return every option of a new table."""
        engines = described(self._rooms.config.engines)
        text = options_text(language_of(request.scope), engines)
        return cached_answer(request, text, "application/json")

    async def words(self, request: Request) -> Response:
        """Return the message catalogue of a language."""
        return cached_answer(request, words_text(_language_in(request)), "application/json")

    async def rulebook(self, request: Request) -> Response:
        """Return the rule book in a language."""
        body = msgspec.json.encode(rulebook_html(_language_in(request)))
        return cached_answer(request, body, "application/json")

    async def wire(self, request: Request) -> Response:
        """Return the JSON Schema of the protocol."""
        return cached_answer(request, _schema(), "application/schema+json")


def made_rules(preset: str, switches: dict[str, bool | int | str | list[int]]) -> Rules:
    """Create rules from a preset and switches that arrived as JSON.

    Raises:
        UnknownRules: for an unknown preset or switch, or a value that a switch does not take.
    """
    for name in switches:
        if name not in SWITCHES:
            raise UnknownRules("unknown_switch", f"there is no switch {name!r:.40}")
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in switches.items()
    }
    return Rules(preset, **chosen)


def counted(body: CountRequest, t: Translator) -> dict[str, Any]:
    """Count a hand, item by item."""
    items = _items(body)
    phrases = [capital(one) for one in cadence(items, t)] if items else [nineteen(t)]
    return {
        "points": sum(item.points for item in items),
        "items": [
            {
                "kind": str(item.kind),
                "cards": [str(card) for card in item.cards],
                "points": item.points,
            }
            for item in items
        ],
        "phrases": phrases,
    }


def likeness_of(body: LikenessRequest, t: Translator) -> list[str]:
    """Return sentences on the level that a player resembles; an empty list if it is unknown.

    >>> from pegout.text import language
    >>> likeness_of(LikenessRequest(0.0, 0), language("en"))
    []
    """
    # The error scale is imported late, so that a server starts without it.
    from pegout.review.error_scale import error_scale
    from pegout.text.likeness import likeness_sentences

    placed = error_scale().placed(body.points, body.counted)
    return [] if placed is None else likeness_sentences("", placed, t)


def combined(body: CombinationRequest, t: Translator) -> dict[str, Any]:
    """Name the items that exactly these cards of a hand make.

    A pair inside a pair royal does not count by itself, but it is not worthless: ``part`` then says
    that the cards belong to a larger item.
    """
    items = _items(body)
    picked = set(parse_cards(" ".join(body.cards)))
    made = [item for item in items if set(item.cards) == picked]
    larger = [item for item in items if set(item.cards) > picked]
    return {
        "name": capital(called(made, t)) if made else "",
        "points": sum(item.points for item in made),
        "part": not made and any(_is_part(picked, item) for item in larger),
    }


def _is_part(picked: set[Card], item: Item) -> bool:
    """Return whether some cards of an item would make the same kind of item by themselves."""
    ranks = sorted({card.rank for card in picked})
    if item.kind is Kind.FLUSH:
        return len(picked) >= 4
    if item.kind in (Kind.FIFTEEN, Kind.NOBS):
        return False
    if len(ranks) == 1:
        return len(picked) > 1
    return len(ranks) >= 3 and ranks[-1] - ranks[0] == len(ranks) - 1


def _items(body: CountRequest | CombinationRequest) -> tuple[Item, ...]:
    """Count the hand of a request."""
    made = made_rules(body.preset, body.switches)
    held = body.hand if isinstance(body, CombinationRequest) else body.cards
    hand, starter = parse_cards(" ".join(held)), parse_cards(body.starter)
    cards = (*hand, *starter)
    if not 3 <= len(hand) <= 5 or len(starter) != 1 or not all(card.known for card in cards):
        raise CardError("bad_hand", "a hand is 3 to 5 cards, and the starter is one")
    if len(set(cards)) != len(cards):
        raise CardError("duplicate_card", "the same card is there twice")
    return score_show(
        hand, starter[0], crib=body.crib, crib_flush=made.crib_flush, nobs_points=made.nobs_points
    )


async def _read(request: Request, kind: type[_S]) -> _S:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableRefused("bad_body", str(error)[:200]) from None


def _text_answer(text: str, name: str) -> Response:
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return Response(text.encode(), 200, headers, "text/plain; charset=utf-8")


def _bearer(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _number(request: Request, name: str) -> int | None:
    """Return a whole number from the query, or ``None`` if it is missing."""
    text = request.query_params.get(name, "")[:6]
    return int(text) if text.isascii() and text.isdecimal() else None


def _language_in(request: Request) -> str:
    code: str = request.path_params["language"]
    if code not in LANGUAGES:
        raise TableRefused("unknown_language", "there is no catalogue for that language")
    return code


@cache
def _schema() -> bytes:
    return msgspec.json.encode(schema())


def words_text(code: str) -> bytes:
    """Return the message catalogue of a language as JSON."""
    return msgspec.json.encode(words(code))


@cache
def options_text(t: Translator, engines: tuple[tuple[str, str, str], ...] = ()) -> bytes:
    """Return every option of a new table as JSON.

    Args:
        t: the language.
        engines: the engines that are offered beside the levels: name, title and description.
    """
    return msgspec.json.encode(
        {
            "presets": [
                {
                    "name": name,
                    "title": preset_name(name, t),
                    "help": preset_help(name, t),
                    "rules": plain_rules(preset),
                }
                for name, preset in PRESETS.items()
            ],
            "switches": [
                {
                    "name": name,
                    "title": switch_name(name, t),
                    "help": switch_help(name, t),
                    "values": [
                        {"value": value, "title": value_name(value, t)}
                        for value in offered_values(name)
                    ],
                    "default": getattr(PRESETS["standard"], name),
                }
                for name in SWITCHES
            ],
            "levels": [
                *[
                    {"name": name, "title": level_name(name, t), "help": level_details(name, t)}
                    for name in offered_levels()
                ],
                *[{"name": name, "title": title, "help": says} for name, title, says in engines],
            ],
            "names": NAMES,
            "phrases": [{"name": name, "text": t.text(said)} for name, said in PHRASES.items()],
            "languages": [{"name": name, "title": title} for name, title in LANGUAGES.items()],
        }
    )

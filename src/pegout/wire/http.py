"""Requests over HTTP, and their responses."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pegout.wire.codecs import Secret, reference
from pegout.wire.decision_values import (
    DecisionAdvice,
    DecisionKind,
    DecisionLoss,
    DecisionOption,
    DecisionVerdict,
)
from pegout.wire.table import LogEntry, TableOptions


class Nothing(Struct, frozen=True):
    """A request that says everything by its path, or an answer that has no more to say."""


class MatchWanted(Struct, frozen=True):
    """A match of a table.

    Attributes:
        match: its id, or its number at the table from 1; empty for the current match.
    """

    match: Annotated[str, Meta(max_length=64)] = ""


class ReviewWanted(Struct, frozen=True):
    """Games of a match to review.

    Attributes:
        match: the match, as in ``MatchWanted``.
        game: the number of the game; ``null`` for all games that are over.
    """

    match: Annotated[str, Meta(max_length=64)] = ""
    game: int | None = None


class ReviewId(Struct, frozen=True):
    """A review, by the id that was given when it was asked for."""

    review: Annotated[str, Meta(max_length=64)]


class LibraryWanted(Struct, frozen=True):
    """A part of the list of a library.

    Attributes:
        after: the number of matches to skip, the latest first.
    """

    after: Annotated[int, Meta(ge=0, le=10**9)] = 0


class ScoreWanted(Struct, frozen=True):
    """A score to analyse, as the query of an address has it.

    Attributes:
        scores: the score of each side, the own side first, such as ``84-90``; empty for no points.
        players: the number of players.
        target: the hole that ends the game.
    """

    scores: str = ""
    players: str = "2"
    target: str = "121"


class DiscardsWanted(ScoreWanted, frozen=True):
    """A hand to analyse before its discard, as the query of an address has it.

    Attributes:
        scores: the scores, as in ``ScoreWanted``.
        players: the number of players.
        target: the hole that ends the game.
        cards: the cards dealt, separated by commas.
        dealer: the dealer, counted from the player: 0 for the player, 1 for the next on the left.
    """

    cards: str = ""
    dealer: str = "0"


class SeatOrder(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as requested in the order of a table.

    Attributes:
        name: the player's name.
        kind: ``person``, ``open`` for a person who is still to come, or the level of a computer
            player.
    """

    name: str = ""
    kind: str = "person"


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The order of a new table.

    Attributes:
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seats: the requested players, clockwise.
        games: the number of games in a match.
        play_to: the points for the match to play to instead, if not 0.
        dealer: the seat that deals first where ``first_deal`` is ``chosen``.
        options: the host's options.
        key: a random secret chosen by the client; a retry with the same key returns the table
            that the first request created.
    """

    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}
    seats: list[SeatOrder] = []
    games: int = 1
    play_to: int = 0
    options: TableOptions = TableOptions()
    key: Secret = ""
    dealer: int = 0


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's request for a seat.

    Attributes:
        name: the player's name at the table.
        seat: the requested seat; ``null`` for any.
        token: a random secret chosen by the client, which is to hold the seat; a retry with the
            same token returns the seat that it holds.
    """

    name: str
    seat: int | None = None
    token: Secret = ""


class SeatGranted(Struct, frozen=True):
    """A seat, and the token that holds it."""

    seat: int
    token: str


class Made(Struct, frozen=True):
    """A new table: its code, and the seats of the player who set it up."""

    code: str
    seats: list[SeatGranted]


class SeatToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, and a token that holds a seat there."""

    code: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=64)]


class SeatTokens(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables whose records a client requests, each with a token of its seat.

    Attributes:
        tables: up to 20 of them.
    """

    tables: Annotated[list[SeatToken], Meta(max_length=20)]


class OwnTables(Struct, frozen=True, forbid_unknown_fields=True):
    """All tables at which a client holds a seat, each with the token of its seat.

    Attributes:
        tables: up to 400 of them.
    """

    tables: Annotated[list[SeatToken], Meta(max_length=400)]


class SeatsLeft(Struct, frozen=True):
    """The seats whose players have left a table for good."""

    seats: list[int]


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who leaves a table permanently.

    Attributes:
        tokens: the tokens of the player's other seats, where several players share a screen.
    """

    tokens: Annotated[list[Secret], Meta(max_length=4)] = []


class Records(Struct, frozen=True, forbid_unknown_fields=True):
    """Records of matches, one after the other, as text.

    Attributes:
        text: the content of one file.
    """

    text: str


class Replayed(Struct, frozen=True, forbid_unknown_fields=True):
    """A record to replay.

    Attributes:
        text: the record of one match.
        seat: the seat whose view to show; ``null`` for a spectator's.
    """

    text: str
    seat: int | None = None


class Sums(Struct, frozen=True):
    """The totals of a seat in a match, for averages.

    Attributes:
        deals: the number of deals in which the seat was dealt cards.
        play: the points that it pegged in their play.
        hands: the number of its hands that were counted.
        hand: the points of these hands.
        cribs: the number of its cribs that were counted.
        crib: the points of these cribs.
    """

    deals: int
    play: int
    hands: int
    hand: int
    cribs: int
    crib: int


class GameSummary(Struct, frozen=True):
    """A game of a match.

    Attributes:
        scores: the score of each side.
        winners: the sides that won; empty while the game is played.
        skunks: for each side how badly it was beaten: 0, 1 for a skunk, 2 for a double and 3 for a
            triple skunk.
        lost: the win probability that the errors of the requesting seat cost, from 0 to 1; ``null``
            without a seat, and for a game that was not reviewed.
    """

    scores: list[int]
    winners: list[int]
    skunks: list[int]
    lost: float | None = None


class MatchSummary(Struct, frozen=True):
    """A match in a list of matches.

    Attributes:
        match: the id of the match.
        updated: the time of its last entry; ISO 8601, or empty where it is unknown.
        over: whether the match is over.
        names: the name at each seat, clockwise.
        kinds: ``person`` or the level at each seat.
        target: the hole that ends a game.
        long: whether the match has several games, or is played to a number of points.
        points: the points for the match, by side.
        winners: the sides that won the match; empty while it is played, or where it was stopped.
        resigned: the seat that resigned the last game, if one did.
        games: the games so far.
        sums: the totals of the requesting seat; ``null`` without one.
        practice: whether the match continued from a decision of another match.
    """

    match: str
    updated: str
    over: bool
    names: list[str]
    kinds: list[str]
    target: int
    long: bool
    points: list[int]
    winners: list[int]
    resigned: int | None
    games: list[GameSummary]
    sums: Sums | None
    practice: bool = False


class TableSummary(Struct, frozen=True):
    """A table in the list of a player's games.

    Attributes:
        code: the code of its link.
        status: ``open`` while seats are free, ``playing``, ``over``, or ``gone`` if there is no
            such table (any more), or the token holds no seat there.
        seat: the seat that the token holds.
        matches: the matches played there, the current one last.
        until: the time when the table is removed if there is no more activity; ISO 8601, or
            ``null`` for never.
        alone: whether all other players at the table are computer players.
    """

    code: str
    status: Literal["open", "playing", "over", "gone"]
    seat: int | None = None
    matches: list[MatchSummary] = []
    until: str | None = None
    alone: bool = False


class FigureTable(Struct, frozen=True):
    """A table of figures, in words.

    Attributes:
        name: the name of the table for programs: ``levels``, ``opponents``, ``averages`` or
            ``errors``.
        title: its title.
        columns: the heads of its columns; the first one is empty.
        rows: its rows; the first cell of each is its label.
        notes: sentences below it.
    """

    name: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]


class AverageShown(Struct, frozen=True):
    """An average of a part of a deal, beside what it should be.

    Attributes:
        label: the part and the role.
        mean: the average.
        expected: the expert's average.
        low: the least average of as many deals that luck explains.
        high: the greatest one.
    """

    label: str
    mean: float
    expected: float
    low: float
    high: float


class GameCostShown(Struct, frozen=True):
    """What errors cost in a reviewed game.

    Attributes:
        ended: when the game ended; ISO 8601.
        chance: the win probability that they cost, from 0 to 1.
    """

    ended: str
    chance: float


class PlayerFigures(Struct, frozen=True):
    """How a player is doing, by all finished games; practice counts in nothing.

    Attributes:
        line: one line about all of it; empty without a game.
        last: how the last game ended, in a sentence; empty without a game.
        won: the number of games won.
        games: the number of games.
        tables: the figures as tables.
        averages: the averages to draw.
        course: the cost of errors to draw, game by game.
    """

    line: str
    last: str
    won: int
    games: int
    tables: list[FigureTable]
    averages: list[AverageShown]
    course: list[GameCostShown]


class FileRecord(Struct, frozen=True):
    """A valid record of a file.

    Attributes:
        text: the record in its canonical form.
        summary: the summary of its match.
    """

    text: str
    summary: MatchSummary


class FileFault(Struct, frozen=True):
    """The first fault of one of the records of a file.

    Attributes:
        line: the first line with a fault.
        message: the expected text and the actual text.
    """

    line: int
    message: str


class FileRead(Struct, frozen=True):
    """The result of reading a file: the valid records, and the first fault of each other record."""

    records: list[FileRecord]
    faults: list[FileFault]


class RecordReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A record to review.

    Attributes:
        text: the record of one match.
        game: the number of the game; ``null`` for all games.
        seat: the seat for which the review is written; ``null`` for a spectator.
    """

    text: str
    game: int | None = None
    seat: int | None = None


class TryAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's request to continue from a decision of a game, at a practice table.

    Attributes:
        game: the number of the game.
        number: the number of the decision's entry in the log of the replay.
        level: the computer player for the seats of other persons, and of players whose level is
            unavailable.
        key: a random secret chosen by the client, as in ``Order``.
        match: the match, as in ``MatchWanted``; a record has only one.
    """

    game: int
    number: int
    level: Annotated[str, Meta(max_length=64)] = "club"
    key: Secret = ""
    match: Annotated[str, Meta(max_length=64)] = ""


class TryRecordAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request to continue from a decision of a recorded game.

    Attributes:
        text: the record of one match.
        attempt: the decision, and the level to play it against.
        seat: the seat that decides.
    """

    text: str
    attempt: TryAgain
    seat: int


class CountRequest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand to be counted.

    Attributes:
        cards: the cards of the hand, 3 to 5 of them.
        starter: the starter.
        crib: whether the hand is a crib.
        preset: the preset of the rules.
        switches: the switches that differ from it.
    """

    cards: list[str]
    starter: str
    crib: bool = False
    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}


class CombinationRequest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Cards that a player has selected while counting a hand.

    Attributes:
        cards: the selected cards; the starter may be one of them.
        hand: the cards of the hand, 3 to 5 of them.
        starter: the starter.
        crib: whether the hand is a crib.
        preset: the preset of the rules.
        switches: the switches that differ from it.
    """

    cards: list[str]
    hand: list[str]
    starter: str
    crib: bool = False
    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}


class CountedItem(Struct, frozen=True):
    """An item of a hand: its kind, its cards and its points."""

    kind: str
    cards: list[str]
    points: int


class HandCount(Struct, frozen=True):
    """The count of a hand.

    Attributes:
        points: its points.
        items: its items, in the order in which they are counted.
        phrases: the items as they are counted aloud.
    """

    points: int
    items: list[CountedItem]
    phrases: list[str]


class Combination(Struct, frozen=True):
    """The items that exactly the selected cards make.

    Attributes:
        name: what they are called; empty for none.
        points: their points.
        part: whether the cards score nothing by themselves, but belong to a larger item.
    """

    name: str
    points: int
    part: bool


class OfferedPreset(Struct, frozen=True):
    """Rules by a name: their title, a sentence about them, and every switch."""

    name: str
    title: str
    help: str
    rules: Annotated[dict[str, Any], reference("Rules", "Every switch.")]


class OfferedValue(Struct, frozen=True):
    """A value that a switch of the rules can have, and its title."""

    value: bool | int | str | list[int]
    title: str


class OfferedSwitch(Struct, frozen=True):
    """A switch of the rules: its title, a sentence about it, its values and the usual one."""

    name: str
    title: str
    help: str
    values: list[OfferedValue]
    default: bool | int | str | list[int]


class OfferedLevel(Struct, frozen=True):
    """A computer player: its name, its title and a sentence about it."""

    name: str
    title: str
    help: str


class OfferedPhrase(Struct, frozen=True):
    """A ready phrase: its name and its text."""

    name: str
    text: str


class OfferedLanguage(Struct, frozen=True):
    """A language: its code, and its name in itself."""

    name: str
    title: str


class Offers(Struct, frozen=True):
    """What may be chosen for a new table.

    Attributes:
        presets: the presets of the rules.
        switches: the switches of the rules.
        levels: the computer players.
        names: names for computer players.
        phrases: the ready phrases.
        languages: the languages.
    """

    presets: list[OfferedPreset]
    switches: list[OfferedSwitch]
    levels: list[OfferedLevel]
    names: list[str]
    phrases: list[OfferedPhrase]
    languages: list[OfferedLanguage]


class DataSection(Struct, frozen=True):
    """A section of the page about data: its title, and its sentences."""

    title: str
    says: list[str]


class DataPage(Struct, frozen=True):
    """What is stored of players, for how long, and how it is erased."""

    sections: list[DataSection]


class PointsShare(Struct, frozen=True):
    """The probability that a hand or a crib has this many points.

    Attributes:
        points: the points.
        share: the probability, from 0 to 1; for a hand, the share of the starters.
    """

    points: int
    share: float


class AnalysedDiscard(Struct, frozen=True):
    """A possible discard, with its score distributions.

    Attributes:
        option: the discard and its value.
        loss: its loss against the best discard.
        says: a sentence on its value and the reason.
        hand: the score distribution of the hand over the starters, the fewest points first.
        crib: the score distribution of the crib, in the same order.
    """

    option: DecisionOption
    loss: DecisionLoss
    says: str
    hand: list[PointsShare]
    crib: list[PointsShare]


class DiscardsAnalysed(Struct, frozen=True):
    """Every discard from some cards, at a score.

    Attributes:
        cards: the cards dealt.
        dealer: the dealer: 0 for the player, 1 for the next on the left, and so on.
        whose: the owner of the crib.
        scores: the score of each side, the player's first.
        players: the number of players.
        target: the hole that ends the game.
        by_chance: whether discards are ranked by win probability; otherwise by points.
        starters: the number of cards that may be the starter.
        discards: every discard, the best first.
        notes: the estimates used, one sentence each.
    """

    cards: list[str]
    dealer: int
    whose: Literal["own", "partner", "opponent"]
    scores: list[int]
    players: int
    target: int
    by_chance: bool
    starters: int
    discards: list[AnalysedDiscard]
    notes: list[str]


#: Cards in a row, with words between those of a play.
_Cards = Annotated[str, Meta(max_length=200)]


class PositionForm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A description of a seat's decision, as a person sees it: that seat is 0, the others follow.

    Attributes:
        hand: the cards dealt to the seat, its discards among them.
        dealer: the dealer: 0 for the seat, 1 for the next on the left, and so on.
        scores: the score of each side, the seat's first; empty for those at the start.
        discards: what the seat has discarded; empty while it has to discard.
        starter: the starter, in the play.
        played: the cards played in the deal from the first, ``go`` where a seat said so, and ``.``
            at the end of a count. Both may be left out where the next card says it.
        rules: the rules as in the tag of a record, such as ``standard players=3``.
    """

    hand: _Cards
    dealer: int = 0
    scores: list[int] = []
    discards: _Cards = ""
    starter: _Cards = ""
    played: _Cards = ""
    rules: Annotated[str, Meta(max_length=400)] = "standard"


class PositionWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request to value a decision.

    Attributes:
        position: a position, as ``docs/record-format.md`` describes; empty where a form has it.
        form: its description, where no position is given.
    """

    position: Annotated[str, Meta(max_length=10_000)] = ""
    form: PositionForm | None = None


class PositionMove(Struct, frozen=True):
    """A card of the play, a go, or the end of a count.

    Attributes:
        seat: the seat as in the description, 0 for the one that asks; ``null`` at the end of a
            count.
        card: the card; ``null`` for a go and at the end of a count.
        count: the count that it made.
    """

    seat: int | None
    card: str | None
    count: int


class PositionAnalysed(Struct, frozen=True):
    """Every option of a decision.

    Where a description ends before the turn of the seat that asks, there is no option yet.

    Attributes:
        position: the position as the seat knows it, for links; empty while others are to play.
        form: the description of the same decision.
        turn: the seat that is to play, as in the description; 0 for the one that asks.
        moves: the play so far.
        count: the count of the play.
        hand: the cards that the seat holds.
        advice: every option, the best first; ``null`` where there is no choice.
        says: what to do, and why; or what is missing.
        notes: the estimates used, one sentence each.
    """

    position: str
    form: PositionForm
    turn: int
    moves: list[PositionMove]
    count: int
    hand: list[str]
    advice: DecisionAdvice | None
    says: str
    notes: list[str]


class PlayPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request to play on from a position, at a practice table.

    The cards that the seat does not know are drawn by what the other seats have done.

    Attributes:
        position: the position.
        level: the computer player for the other seats.
        name: the name of the player; a default unless given.
        key: a random secret chosen by the client, as in ``Order``.
    """

    position: Annotated[str, Meta(max_length=10_000)]
    level: Annotated[str, Meta(max_length=64)] = "club"
    name: Annotated[str, Meta(max_length=64)] = ""
    key: Secret = ""


class ChallengeWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request to let somebody else play the deals of a finished game from the same seat.

    Attributes:
        match: the match, as in ``MatchWanted``; of several games the first is played again.
        key: a random secret chosen by the client, as in ``Order``.
    """

    match: Annotated[str, Meta(max_length=64)] = ""
    key: Secret = ""


class RecordChallenge(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request to play the deals of a recorded game from one of its seats.

    Attributes:
        text: the record of one match, as the player of that seat may know it once it is over; of
            several games the first is played again.
        seat: the seat.
        key: a random secret chosen by the client, as in ``Order``.
    """

    text: str
    seat: int
    key: Secret = ""


class RecordsCompared(Struct, frozen=True, forbid_unknown_fields=True):
    """Two recorded games with the same deals to compare.

    Attributes:
        first: the record that a challenge was made of.
        second: the record of the match that was played with its deals.
        seat: the seat to compare.
    """

    first: str
    second: str
    seat: int


class ComparisonWanted(Struct, frozen=True):
    """Two games to compare.

    Attributes:
        match: the match, as in ``MatchWanted``.
        other: the code of another table that plays the same deals; empty for the game that a
            challenge was dealt after.
        seat: the seat to compare; ``null`` for the only person.
    """

    match: Annotated[str, Meta(max_length=64)] = ""
    other: Annotated[str, Meta(max_length=64)] = ""
    seat: int | None = None


class ListedSeat(Struct, frozen=True):
    """A seat of a table in the list of open tables.

    Attributes:
        name: the player's name; empty for a free seat, and where the table shows no names.
        kind: ``person``, ``open`` for a free seat, or the level of a computer player.
    """

    name: str
    kind: str


class ListedTable(Struct, frozen=True):
    """A table in the list of open tables, because its maker has put it there.

    Attributes:
        code: the code of its link.
        status: ``open`` while a seat is free, or ``playing``, for spectators.
        seats: the seats, clockwise.
        preset: the preset of the rules.
        target: the hole that ends a game.
        games: the number of games in a match.
        play_to: the points for the match to play to instead, if not 0.
        scores: the score of each side in the current game.
        since: for how long it has been waiting or playing, in seconds.
    """

    code: str
    status: Literal["open", "playing"]
    seats: list[ListedSeat]
    preset: str
    target: int
    games: int
    play_to: int
    scores: list[int]
    since: int


class ListedTables(Struct, frozen=True):
    """The list of open tables.

    Attributes:
        tables: those with a free seat, then the games to watch; the newest first.
        says: a sentence on how many there are.
    """

    tables: list[ListedTable]
    says: str


class DuplicateWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for several tables that play the same deals.

    Attributes:
        order: the order of each table; its persons sit at the first, and their seats are free at
            the others.
        tables: the number of tables.
    """

    order: Order
    tables: Annotated[int, Meta(ge=2, le=10)] = 2


class DuplicateMade(Struct, frozen=True):
    """The new tables of a duplicate.

    Attributes:
        packs: the id that the commitments of all tables include.
        tables: the tables.
    """

    packs: str
    tables: list[Made]


class TablesWanted(Struct, frozen=True):
    """The tables of a duplicate.

    Attributes:
        tables: their codes, with hyphens between them.
    """

    tables: Annotated[str, Meta(min_length=1, max_length=128)]


class DuplicateTable(Struct, frozen=True):
    """A table of a duplicate.

    Attributes:
        code: its code.
        names: the players, clockwise; empty for a free seat.
        status: ``open``, ``playing`` or ``over``.
        scores: the score of each side, once its game is over.
        ahead: for each side by how much it did better than those with its cards at the other
            tables that are over, on average; ``null`` where there is none.
    """

    code: str
    names: list[str]
    status: Literal["open", "playing", "over"]
    scores: list[int]
    ahead: list[float | None]


class Standings(Struct, frozen=True):
    """How the tables of a duplicate stand.

    Attributes:
        packs: the id that the commitments of all tables include.
        over: whether all have finished.
        tables: the tables.
        says: a sentence on how many still play.
    """

    packs: str
    over: bool
    tables: list[DuplicateTable]
    says: str


class ComparedChoice(Struct, frozen=True):
    """What one of two players chose where they differed.

    Attributes:
        cards: the cards discarded, or the card played.
        words: the cards in words.
        loss: its loss against the best option; ``null`` where it has no value.
        verdict: the size of the loss in a word.
    """

    cards: list[str]
    words: str
    loss: DecisionLoss | None
    verdict: DecisionVerdict | None


class ComparedDecision(Struct, frozen=True):
    """A decision that two players made differently, knowing the same cards of the deal.

    Attributes:
        kind: the kind of the decision.
        count: the count of the play before it.
        choices: the choice in each game.
    """

    kind: Literal["discard", "play"]
    count: int
    choices: list[ComparedChoice]


class DealCompared(Struct, frozen=True):
    """One deal in two games.

    Attributes:
        deal: its number.
        own: whether the seat dealt it.
        hand: the cards that were dealt to the seat.
        leads: in each game, by how much its side outscored the best other in the deal.
        decisions: the decisions that differed.
    """

    deal: int
    own: bool
    hand: list[str]
    leads: list[int]
    decisions: list[ComparedDecision]


class Comparison(Struct, frozen=True):
    """Two games with the same deals, compared for one seat: the challenger's game first.

    Attributes:
        over: whether both are over; until then there is nothing to compare.
        names: the players of the seat.
        leads: in each game, by how much its side was ahead of the best other at the end.
        losses: in each game, the win probability that the differing decisions lost.
        deals: the deals that both games have.
        says: a sentence on the result.
    """

    over: bool
    names: list[str]
    leads: list[int]
    losses: list[float]
    deals: list[DealCompared]
    says: str


class LessonWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request for a first game with a guide.

    Attributes:
        name: the name of the player; a default unless given.
        key: a random secret chosen by the client, as in ``Order``.
    """

    name: Annotated[str, Meta(max_length=64)] = ""
    key: Secret = ""


class ChancesDealing(Struct, frozen=True):
    """The win probabilities at the start of a deal.

    Attributes:
        dealer: the dealer: 0 for the player, 1 for the next on the left, and so on; with four
            players one dealer of either side.
        chances: the win probability of each side, from 0 to 1, the player's first.
    """

    dealer: int
    chances: list[float]


class ScoreAnalysed(Struct, frozen=True):
    """The win probabilities at a score.

    Attributes:
        scores: the score of each side, the player's first.
        players: the number of players.
        target: the hole that ends the game.
        deals: the win probabilities for each side that may deal.
    """

    scores: list[int]
    players: int
    target: int
    deals: list[ChancesDealing]


class ChanceMap(Struct, frozen=True):
    """The win probability of the dealing side, at every score of two sides.

    Attributes:
        players: 2 or 4.
        target: the hole that ends the game.
        rows: the probabilities in thousandths; a row for each score of the dealing side, and in it
            a number for each score of the other side, from 0.
    """

    players: int
    target: int
    rows: list[list[int]]


class GameDecision(Struct, frozen=True):
    """A decision of a game, and its value.

    Attributes:
        number: the number of its entry in the log of the replay.
        deal: the number of the deal.
        seat: the seat that decided.
        kind: the kind of the decision.
        by_chance: whether options are ranked by win probability; otherwise by points.
        options: every option, the best first. One of the play stands for every card of its rank;
            the chosen one has the card that was played.
        chosen: the index of the chosen option among them, from 0.
        loss: the loss of the chosen option.
        verdict: the size of that loss.
        says: a sentence on why the best option is best; empty where there is nothing to say.
        points_error: the standard error of a difference in points.
        chance_error: the standard error of a difference in win probability.
        helped: the help with the decision, in words; empty without help.
        position: what its seat knew, as a position to ask about; empty for a count.
    """

    number: int
    deal: int
    seat: int
    kind: DecisionKind
    by_chance: bool
    options: list[DecisionOption]
    chosen: int
    loss: DecisionLoss
    verdict: DecisionVerdict
    says: str
    points_error: float
    chance_error: float
    helped: str = ""
    position: str = ""


class CurvePoint(Struct, frozen=True):
    """The win probability at a moment of a game.

    Attributes:
        number: the number of the last entry before the moment, in the log of the replay.
        chance: the win probability, from 0 to 1.
    """

    number: int
    chance: float


class DealStart(Struct, frozen=True):
    """The beginning of a deal.

    Attributes:
        deal: the number of the deal.
        number: the number of the entry of the log at which the cards are dealt.
        dealer: the dealer.
        scores: the score of each side at that moment.
    """

    deal: int
    number: int
    dealer: int
    scores: list[int]


class DecisionSums(Struct, frozen=True):
    """The totals of a seat's decisions in a game.

    Attributes:
        seat: the seat.
        decisions: the number of valued decisions made without help.
        mistakes: the number of mistakes or large mistakes among them.
        loss: their total loss in win probability.
        helped: the number of other valued decisions, which were made after a hint, an undo or a
            warning.
        counted: the number of decisions that measure a player's level: those ranked by points, in
            two-player games without estimates.
        points: the total loss of these, in points.
        costliest: the number of the decision without help that lost most win probability; ``null``
            where none lost any.
    """

    seat: int
    decisions: int
    mistakes: int
    loss: float
    helped: int = 0
    counted: int = 0
    points: float = 0.0
    costliest: int | None = None


class SplitParts(Struct, frozen=True):
    """The parts of a result, all for one side: ``before`` and all that follow sum to ``result``.

    Attributes:
        before: the expected result before the game.
        result: the actual result.
        cards: the luck of the cards: the first cut, the deals and the starters.
        hidden: the luck of hidden cards, as when a right card met the wrong hand.
        counting: the effect of counts that differ from the worth of the cards.
        ending: the effect of a resignation.
        errors: the effect of each seat's errors for the side: negative for its own seats.
    """

    before: float
    result: float
    cards: float
    hidden: float
    counting: float
    ending: float
    errors: list[float]


class LuckSplit(Struct, frozen=True):
    """The result of a game, split into luck and errors.

    Attributes:
        chance: the split in win probability, from 0 to 1.
        points: the split in holes of the final margin; ``null`` where it is not known in holes.
    """

    chance: SplitParts
    points: SplitParts | None


class GameReview(Struct, frozen=True):
    """The values of the decisions of a game, and the parts of its result.

    Attributes:
        game: the number of the game in the match.
        decisions: every decision that could be valued, in order.
        curve: the win probability as this player could know it, from which the verdicts are taken:
            before every deal, before and after each of the player's decisions, and at the end;
            for a spectator, that of the player of seat 0. Several may stand at the same entry.
        opened: the win probability of the same side after each step with all cards open; empty
            where it cannot be computed, and with three players.
        deals: the beginning of each deal.
        sums: the totals of each seat's decisions.
        splits: luck and errors from the view of each side; empty where they cannot be computed.
        headline: the result in a line, as for "You lost by 18. Luck −21, skill +3."; empty where
            luck and errors cannot be computed.
        closest_level: the level whose play this player's resembles in this game, and how certain
            that is, one sentence each; empty for a spectator, and where it cannot be estimated.
        limits: the decisions that were not valued and why, one sentence each.
    """

    game: int
    decisions: list[GameDecision]
    curve: list[CurvePoint]
    opened: list[CurvePoint]
    deals: list[DealStart]
    sums: list[DecisionSums]
    splits: list[LuckSplit]
    headline: str
    closest_level: list[str]
    limits: list[str]


class ReviewAsked(Struct, frozen=True):
    """The state of a requested review.

    Attributes:
        review: the id of the review, for queries and cancellation.
        state: its state.
        done: the number of decisions reviewed so far.
        of: the number of decisions.
        ahead: the number of reviews queued before it; 0 while it is running.
        seat: the seat for which the review is written; ``null`` for a spectator.
        games: the games, once the review is done.
        code: the error for programs; empty unless the review has failed.
        message: the error for people.
    """

    review: str
    state: Literal["waiting", "running", "done", "failed"]
    done: int
    of: int
    ahead: int
    seat: int | None
    games: list[GameReview] = []
    code: str = ""
    message: str = ""


class ReplayGame(Struct, frozen=True):
    """A game of a replay.

    Attributes:
        game: the number of the game in the match.
        view: the seat's view before the first entry.
        log: all events of the game, as the seat saw them.
    """

    game: int
    view: Annotated[dict[str, Any], reference("View", "What the seat knows.")]
    log: list[LogEntry]


class Replay(Struct, frozen=True):
    """A match to replay, from the view of a seat.

    Attributes:
        match: the match; empty where its record has no id.
        updated: the time of its last entry; ISO 8601, or empty where it is unknown.
        seat: the seat whose view it is; ``null`` for a spectator's.
        seats: the seats from whose view it can be replayed.
        setup: the players and the rules.
        games: the games.
        results: the result of each game.
    """

    match: str
    updated: str
    seat: int | None
    seats: list[int]
    setup: Annotated[dict[str, Any], reference("Setup", "The match.")]
    games: list[ReplayGame]
    results: list[Annotated[dict[str, Any], reference("Result", "How a game ended.")]]

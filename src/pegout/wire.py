"""The messages between a table's server and its clients, and between Pegout and engines.

Each seat has one WebSocket. Every message is one JSON object, and its ``type`` names its class. A
client may send any :data:`Request`, and the server sends any :data:`Message`. Tables and seats are
requested over HTTP, with :class:`Order` and :class:`Join`. :func:`schema` returns the JSON Schema
of all of them. ``docs/wire.md`` describes the protocol.

An engine is a program that plays and that Pegout starts. It sends :data:`EngineRequest` and
receives :data:`EngineMessage`, each as one line of JSON; ``docs/engines.md`` describes this
protocol. The file is long because both protocols share their types and one schema.

>>> decode(b'{"type":"ping","id":"7"}')
Ping(id='7')
>>> encode(Pong("7"))
b'{"type":"pong","id":"7"}'
>>> decode(b'{"type":"ping","id":7}')
Traceback (most recent call last):
...
pegout.wire.WireError: Expected `str`, got `int` - at `$.id`
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from pegout.match import EVENTS, Asked, Helped, SecretDrawn, Setup
from pegout.notation.codec import Codec
from pegout.notation.schema import schemas, summary, what_members_mean
from pegout.rules import Action, Commit, Event, Result, Reveal, RulesError, Shuffle, View

#: The version of the protocol; a client states its version in ``hello``.
WIRE_VERSION: Final = 1
#: The version of the protocol for engines; each side states its version first.
ENGINE_VERSION: Final = 1
#: The longest message that a client may send, in bytes.
MAX_BYTES: Final = 4096

_FOR_NATURE: Final = (Commit, Shuffle, Reveal)
_ACTIONS: Final = [cls for cls in get_args(Action) if cls not in _FOR_NATURE]
_EVENTS: Final = [
    *get_args(Event),
    *(cls for cls in EVENTS if cls not in (Asked, Helped, SecretDrawn)),
]

#: The actions of a seat, as in ``act``.
ACTIONS: Final = Codec(_ACTIONS)
#: Every event that is sent to clients; requests, secrets and help stay in the log.
SHOWN: Final = Codec(_EVENTS)
#: A view, as in ``position``, and a setup.
VIEWS: Final = Codec([View, Setup])


class WireError(RulesError):
    """A message that cannot be decoded; ``code`` is ``bad_message``."""


def _object(name: str, says: str) -> Meta:
    return Meta(description=says, extra_json_schema={"$ref": f"#/$defs/{name}"})


_Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[!-~]+$",
        description="A name for this request that the client has not used before at this table.",
    ),
]
_Match = Annotated[str, Meta(max_length=64, description="The match that is meant.")]
_Secret = Annotated[str, Meta(extra_json_schema={"pattern": "^([A-Za-z0-9_-]{32,64})?$"})]
_Word = Annotated[str, Meta(max_length=40)]

# What a client sends: requests -------------------------------------------------------------------


class Hello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message on every connection: the client's seat, language and last known entry."""

    version: int
    token: Annotated[
        str, Meta(max_length=64, description="What holds the seat; empty for a spectator.")
    ] = ""
    language: _Word = "en"
    match: Annotated[str, Meta(max_length=64, description="The match last known, if any.")] = ""
    since: Annotated[
        int, Meta(ge=0, description="The number of the last entry of it that is known.")
    ] = 0
    away: Annotated[
        bool, Meta(description="Whether nobody looks at the table, as with a hidden tab.")
    ] = False


class Act(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """Take an action at the table."""

    id: _Id
    match: _Match
    action: Annotated[dict[str, Any], _object("Action", "One of `legal` in the last standing.")]


class Undo(Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Take back the last decision; only against computer players, in the same deal."""

    id: _Id
    match: _Match


class NextGame(Struct, tag="next_game", frozen=True, forbid_unknown_fields=True):
    """Begin the next game of the match, once the current one is over."""

    id: _Id
    match: _Match


class Again(Struct, tag="again", frozen=True, forbid_unknown_fields=True):
    """Begin another match at this table, with the same players, once this one is over."""

    id: _Id
    match: _Match


class Hint(Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """Request the move of a strong player; only where all opponents are computer players."""

    id: _Id
    match: _Match
    cards: Annotated[
        list[str],
        Meta(
            max_length=2,
            description="What you would discard or play: the answer says what that is worth, too.",
        ),
    ] = []


class Tutor(Struct, tag="tutor", frozen=True, forbid_unknown_fields=True):
    """Request whether an action would be a mistake of some size, without taking the action.

    Only where all opponents are computer players. The response is a ``suggestion``: with
    ``advice`` and a sentence if the action is such a mistake, with neither if it is not.
    """

    id: _Id
    match: _Match
    action: Annotated[dict[str, Any], _object("Action", "What you would do.")]
    least: Annotated[
        Literal["inaccuracy", "mistake", "large_mistake"],
        Meta(description="How large a mistake has to be at least."),
    ]


class Fill(Struct, tag="fill", frozen=True, forbid_unknown_fields=True):
    """Have a computer player take a seat that is still free."""

    id: _Id
    seat: int
    level: _Word


class StandIn(Struct, tag="stand_in", frozen=True, forbid_unknown_fields=True):
    """Have a computer player act for an absent person until that person returns."""

    id: _Id
    seat: int
    level: Annotated[
        str, Meta(max_length=40, description="The level; empty to wait for the person again.")
    ]


class Nudge(Struct, tag="nudge", frozen=True, forbid_unknown_fields=True):
    """Remind a person that the table is waiting."""

    id: _Id
    seat: int


class Attend(Struct, tag="attend", frozen=True, forbid_unknown_fields=True):
    """Report whether a person is looking at the table; a returning player takes the seat back."""

    here: bool


class Automate(Struct, tag="automate", frozen=True, forbid_unknown_fields=True):
    """Set the automations of the seat, in place of its previous ones."""

    automations: list[Literal["ready", "cut_for_deal", "cut", "go", "only_card", "accept"]]


class Speak(Struct, tag="speak", frozen=True, forbid_unknown_fields=True):
    """Change the language of all texts; the server sends the position again."""

    language: _Word


class Say(Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """Send one of the ready phrases to the table."""

    phrase: _Word


class Sync(Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Request the events after an entry."""

    match: _Match
    since: int = 0


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Check whether the connection is alive."""

    id: Annotated[str, Meta(max_length=64)] = ""


Request = (
    Hello
    | Act
    | Undo
    | NextGame
    | Again
    | Hint
    | Tutor
    | Fill
    | StandIn
    | Nudge
    | Attend
    | Automate
    | Speak
    | Say
    | Sync
    | Ping
)

# Requests over HTTP, and their responses --------------------------------------------------------


class Wanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as requested in the order of a table.

    Attributes:
        name: the player's name.
        kind: ``person``, ``open`` for a guest who is still to come, or the level of a computer
            player.
    """

    name: str = ""
    kind: str = "person"


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's options for a table, beside the rules.

    Attributes:
        spectators: whether spectators may watch.
        chat: whether the ready phrases are allowed.
        stand_in: the seconds after which a computer player acts for a person who has gone;
            0 for never.
    """

    spectators: bool = True
    chat: bool = True
    stand_in: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The order of a new table.

    Attributes:
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seats: the requested players, clockwise.
        games: the number of games in a match.
        play_to: the points for the match to play to instead, if not 0.
        options: the host's options.
        key: a random secret chosen by the client; a retry with the same key returns the table
            that the first request created.
    """

    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}
    seats: list[Wanted] = []
    games: int = 1
    play_to: int = 0
    options: TableOptions = TableOptions()
    key: _Secret = ""


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
    token: _Secret = ""


class Held(Struct, frozen=True):
    """A seat, and the token that holds it."""

    seat: int
    token: str


class Made(Struct, frozen=True):
    """A new table: its code, and the seats of the player who set it up."""

    code: str
    seats: list[Held]


class Ticket(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, and a token that holds a seat there."""

    code: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=64)]


class Tickets(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables whose state a client requests, each with a token of its seat.

    Attributes:
        tables: up to 20 of them.
    """

    tables: Annotated[list[Ticket], Meta(max_length=20)]


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who leaves a table permanently.

    Attributes:
        tokens: the tokens of the player's other seats, where several players share a screen.
    """

    tokens: Annotated[list[_Secret], Meta(max_length=4)] = []


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
        skunks: for each side how badly it was beaten: 0, 1 for a skunk, 2 for a double skunk.
    """

    scores: list[int]
    winners: list[int]
    skunks: list[int]


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
    """

    game: int
    number: int
    level: Annotated[str, Meta(max_length=64)] = "club"
    key: _Secret = ""


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


class LikenessRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The losses of a player in reviewed games.

    Attributes:
        points: the sum of ``points`` over the ``sums`` of these games.
        counted: the sum of ``counted``, in the same way.
    """

    points: Annotated[float, Meta(ge=0, le=1e6)]
    counted: Annotated[int, Meta(ge=0, le=10**7)]


class DecisionOption(Struct, frozen=True):
    """An option of a decision, and its value on what the player knew.

    Attributes:
        cards: the cards to discard, or the one card to play; empty for a claim.
        hand: the expected points of the hand; 0 for a card.
        crib: the expected points of the crib, negative for an opponent's crib; 0 for a card.
        play: the expected points pegged from here on, less those that opponents peg.
        points: the sum of hand, crib and play.
        chance: the win probability of the game, from 0 to 1.
        share: the frequency of the card in the solved play strategy, from 0 to 1; ``null`` where
            the strategy does not cover the decision.
        tied: whether its value cannot be distinguished from the best.
        claim: the points to claim, 0 to accept a count; ``null`` for a choice of cards.
        words: the option in words: its cards, or its claim.
    """

    cards: list[str]
    hand: float
    crib: float
    play: float
    points: float
    chance: float
    share: float | None
    tied: bool
    claim: int | None
    words: str


class DecisionLoss(Struct, frozen=True):
    """The loss of a decision against the best option; 0 where the two cannot be distinguished.

    Attributes:
        points: the loss in net points of the deal.
        chance: the loss in win probability.
        tied: whether the two options cannot be distinguished.
    """

    points: float
    chance: float
    tied: bool


#: The kind of a decision: a discard, a card, the count of a hand or a card, or muggins.
DecisionKind: TypeAlias = Literal["discard", "play", "count", "muggins"]
#: The size of a decision's loss, for programs.
VerdictName: TypeAlias = Literal["fine", "inaccuracy", "mistake", "large_mistake"]


class DecisionVerdict(Struct, frozen=True):
    """The size of a decision's loss, in a word.

    Attributes:
        name: the verdict, for programs.
        word: the verdict, for people.
    """

    name: VerdictName
    word: str


class DecisionAdvice(Struct, frozen=True):
    """The options of a decision that is still to be made, and the reason for the best.

    Attributes:
        kind: the kind of the decision.
        by_chance: whether options are ranked by win probability; otherwise by points.
        options: the best three, the best first; then the option in question, if it is none of
            these.
        chosen: the index of the option in question among them, from 0; ``null`` without one.
        loss: the loss of the option in question.
        verdict: the size of that loss.
        says: a sentence on why the best option is best, compared with the option in question.
    """

    kind: DecisionKind
    by_chance: bool
    options: list[DecisionOption]
    chosen: int | None
    loss: DecisionLoss | None
    verdict: DecisionVerdict | None
    says: str


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
        options: every option, the best first.
        chosen: the index of the chosen option among them, from 0.
        loss: the loss of the chosen option.
        verdict: the size of that loss.
        says: a sentence on why the best option is best; empty where there is nothing to say.
        points_error: the standard error of a difference in points.
        chance_error: the standard error of a difference in win probability.
        helped: the help with the decision, in words; empty without help.
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
    """

    seat: int
    decisions: int
    mistakes: int
    loss: float
    helped: int = 0
    counted: int = 0
    points: float = 0.0


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
        likeness: the level whose play this player's resembles in this game, and how certain that
            is, one sentence each; empty for a spectator, and where it cannot be estimated.
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
    likeness: list[str]
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


# What the server sends ----------------------------------------------------------------------------


class Seat(Struct, frozen=True):
    """A seat of a table, as every client sees it.

    Attributes:
        name: the player's name; empty while the seat is free.
        kind: ``person``, or the level of a computer player.
        taken: whether the seat has a player.
        present: whether that person is connected; true for a computer player.
        stand_in: whether a computer player acts for a person who has gone.
        presence: ``here``; ``silent`` for a player who does not answer pings; ``away`` for one who
            looks elsewhere, or has just lost the connection; ``gone`` without one. A computer
            player is always ``here``.
        acting: the level of the computer player that acts for the person; empty if none does.
    """

    name: str
    kind: str
    taken: bool
    present: bool = False
    stand_in: bool = False
    presence: Literal["here", "silent", "away", "gone"] = "gone"
    acting: str = ""


class Table(Struct, frozen=True):
    """A table, as every client sees it, before and during a match.

    Attributes:
        code: the code of its link.
        status: ``open`` while seats are free, ``playing``, or ``over``.
        rules: the rules of every game.
        games: the number of games in a match.
        play_to: the points for the match to play to instead, if not 0.
        seats: the seats, clockwise.
        options: the host's options.
        match: the id of the current match; empty while seats are free.
        spectators: the number of spectators.
        kept: the seconds for which the table is kept after its last activity; ``None`` for ever.
        practice: whether its match continues from a decision of another one.
    """

    code: str
    status: Literal["open", "playing", "over"]
    rules: Annotated[dict[str, Any], _object("Rules", "The rules of every game.")]
    games: int
    play_to: int
    seats: list[Seat]
    options: TableOptions
    match: str = ""
    spectators: int = 0
    kept: int | None = None
    practice: bool = False


class BestHand(Struct, frozen=True):
    """A hand or crib that was counted.

    Attributes:
        seat: the seat of its owner.
        crib: whether it was the crib.
        cards: its cards, without the starter.
        starter: the starter.
        points: its points as counted.
    """

    seat: int
    crib: bool
    cards: list[str]
    starter: str
    points: int


class Feat(Struct, frozen=True):
    """A memorable feat of a game.

    Attributes:
        kind: the kind of the feat.
        word: a word for it: "A skunk!".
        says: a sentence on what happened.
        hand: the hand in question.
    """

    kind: Literal["skunk", "double_skunk", "comeback", "hand"]
    word: str
    says: str
    hand: BestHand | None = None


class Story(Struct, frozen=True):
    """The story of a game for the player at this seat to share; it names no other person.

    Attributes:
        headline: the winner and the margin.
        score: the score and the opponents.
        feats: the memorable feats; empty without any.
        hand: the points of the player's best hand; empty without one.
        best: that hand.
        text: the whole story in lines of text.
    """

    headline: str
    score: str
    feats: str
    hand: str
    best: BestHand | None
    text: list[str]


class Outcome(Struct, frozen=True):
    """The outcome of a game.

    Attributes:
        winners: the sides that won; empty where all agreed to stop.
        margin: the number of holes between the winners and the nearest loser.
        early: whether the game ended before the last hole, by resigning or by agreement.
        says: a sentence with the winner and the margin.
        worth: a sentence with the worth of the win in a match; empty where it is one point.
        feats: the memorable feats, the greatest first.
        story: the story of the game for this seat; ``null`` for a spectator, and for a game that
            ended early.
    """

    winners: list[int]
    margin: int
    early: bool
    says: str
    worth: str
    feats: list[Feat]
    story: Story | None


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as this seat may see it, with its texts.

    Attributes:
        number: the number of the entry. Numbers increase; some entries are never sent.
        event: the event.
        say: the event in a sentence; empty where there is nothing to say.
        word: the short announcement beside the count: "Fifteen for two", "Go".
        phrases: the items of a hand as they are counted aloud, one phrase for each.
        outcome: the outcome of the game, with the event that ends it.
    """

    number: int
    event: Annotated[dict[str, Any], _object("Event", "What happened.")]
    say: str = ""
    word: str = ""
    phrases: list[str] = []
    outcome: Outcome | None = None


class Standing(Struct, frozen=True):
    """The state of the table after all events: the legal actions, and the texts about them.

    Attributes:
        to_act: the seats whose action the table awaits.
        turn: the seat whose turn it is in the play and in the show.
        legal: the legal actions of this seat.
        says: a sentence on what this seat has to do, or for whom the table waits.
        offer: a sentence on who has offered to end the game here; empty without an offer.
        phase: the name of the phase.
        crib: the owner of the crib: "Ann's crib".
        to_crib: the place of a discard: "to Ann's crib".
        cards: the names of the cards in hand, with the effect of playing each now.
        undo: whether this seat may take back its last decision.
        next_game: whether the next game of the match may begin.
        over: whether the match is over.
        game: the number of the game.
        points: the points for the match, by side.
    """

    to_act: list[int]
    turn: int | None
    legal: list[Annotated[dict[str, Any], _object("Action", "What may be done.")]]
    says: str
    offer: str
    phase: str
    crib: str
    to_crib: str
    cards: dict[str, str]
    undo: bool
    next_game: bool
    over: bool
    game: int
    points: list[int]


class ReplayGame(Struct, frozen=True):
    """A game of a replay.

    Attributes:
        game: the number of the game in the match.
        view: the seat's view before the first entry.
        log: all events of the game, as the seat saw them.
    """

    game: int
    view: Annotated[dict[str, Any], _object("View", "What the seat knows.")]
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
    setup: Annotated[dict[str, Any], _object("Setup", "The match.")]
    games: list[ReplayGame]
    results: list[Annotated[dict[str, Any], _object("Result", "How a game ended.")]]


class Welcome(Struct, tag="welcome", frozen=True):
    """The response to ``hello``, with the seat of the client, ``null`` for a spectator."""

    version: int
    seat: int | None
    language: str
    table: Table


class TableChanged(Struct, tag="table", frozen=True):
    """The table has changed: a person came, left, or took a seat."""

    table: Table


class Position(Struct, tag="position", frozen=True):
    """The complete match as this seat knows it, after the entry ``number``.

    Attributes:
        match: the match.
        number: the number of the last entry.
        setup: the players and the rules.
        view: the seat's view of the current game.
        log: the effective entries of the current game.
        standing: the state of the table.
        results: the result of each finished game of the match.
    """

    match: str
    number: int
    setup: Annotated[dict[str, Any], _object("Setup", "The match.")]
    view: Annotated[dict[str, Any], _object("View", "What the seat knows.")]
    log: list[LogEntry]
    standing: Standing
    results: list[Annotated[dict[str, Any], _object("Result", "How a game ended.")]]


class Events(Struct, tag="events", frozen=True):
    """The events after the entry ``after``, up to the entry ``number``.

    A client whose last number is not ``after`` has missed events and requests them with ``sync``.
    """

    match: str
    after: int
    number: int
    events: list[LogEntry]
    standing: Standing


class Done(Struct, tag="done", frozen=True):
    """A request was granted, and its consequences are stored.

    Attributes:
        id: the name of the request.
        number: the number of the entry that holds the name of the request, in the log of the
            match that the request names; its consequences come after it. 0 for ``fill``,
            ``stand_in`` and ``nudge``, which concern the table and belong to no match.
    """

    id: str
    number: int


class Refused(Struct, tag="refused", frozen=True):
    """A request was not granted, and nothing has changed; ``id`` is empty if it had none."""

    id: str
    code: str
    message: str


class Suggestion(Struct, tag="suggestion", frozen=True):
    """The move of a strong player."""

    id: str
    action: Annotated[dict[str, Any], _object("Action", "What it would do.")]
    say: Annotated[
        str, Meta(description="The same in words; what the cards are worth, if they were asked of.")
    ]
    advice: Annotated[
        DecisionAdvice | None,
        Meta(description="What there is to choose; `null` where that is not valued."),
    ] = None


class Phrase(Struct, tag="phrase", frozen=True):
    """A ready phrase of a player; or ``replaced``: another computer player has this seat now."""

    seat: int
    phrase: str
    text: str


class Pong(Struct, tag="pong", frozen=True):
    """The connection is alive."""

    id: str = ""


class Bye(Struct, tag="bye", frozen=True):
    """The server closes this connection; ``again`` says whether to reconnect in a moment."""

    code: str
    message: str
    again: bool


Message = (
    Welcome | TableChanged | Position | Events | Done | Refused | Suggestion | Phrase | Pong | Bye
)
Answer = Done | Refused | Suggestion

# Engines ------------------------------------------------------------------------------------------


class EngineHello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first line of an engine: its version of the protocol, and its name."""

    version: int
    name: _Word = ""
    release: Annotated[_Word, Meta(description="Which version of the engine it is.")] = ""


class EngineAct(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """The decision of an engine."""

    id: Annotated[str, Meta(max_length=64, description="The `id` of the question.")]
    action: Annotated[dict[str, Any], _object("Action", "One of `legal` in the view.")]


class EngineWelcome(Struct, tag="welcome", frozen=True):
    """The response to ``hello``.

    Attributes:
        version: the version of the protocol for engines.
    """

    version: int


class NewGame(Struct, tag="game", frozen=True):
    """The next requests are about another game; the engine must forget everything it remembers.

    Attributes:
        game: the name of the game.
        seat: the seat of the engine.
        seed: the seed for its random numbers; the same game always has the same seed.
    """

    game: str
    seat: int
    seed: int


class Decide(Struct, tag="decide", frozen=True):
    """A request for the engine's decision.

    Attributes:
        id: the name of the request.
        milliseconds: the time limit of the response.
        view: everything that its seat knows.
    """

    id: str
    milliseconds: int
    view: Annotated[dict[str, Any], _object("View", "All that its seat knows.")]


EngineRequest = EngineHello | EngineAct
EngineMessage = EngineWelcome | NewGame | Decide | Bye

_decoder = msgspec.json.Decoder(Request)
_engine_decoder = msgspec.json.Decoder(EngineRequest)
_encoder = msgspec.json.Encoder()


def decode(data: bytes | str) -> Request:
    """Decode a message of a client.

    Raises:
        WireError: ``bad_message`` for data that are not a message, with the place of the fault.
    """
    request: Request = _read(_decoder, data)
    return request


def decode_engine(data: bytes | str) -> EngineRequest:
    """Decode a message of an engine.

    Raises:
        WireError: ``bad_message`` for data that are not a message, with the place of the fault.

    >>> decode_engine('{"type":"hello","version":1}')
    EngineHello(version=1, name='', release='')
    """
    request: EngineRequest = _read(_engine_decoder, data)
    return request


def _read(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WireError("bad_message", str(error)[:200]) from None


def encode(message: Message | EngineMessage) -> bytes:
    """Encode a message for a client or an engine."""
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the protocol.

    ``$defs`` has every type by name. ``Request`` and ``Message`` are the unions of what clients
    and the server send, ``EngineRequest`` and ``EngineMessage`` those for engines. The schema is
    exact: it has every member that this version writes, and no other.

    >>> sorted(schema()["$defs"])[:3]
    ['Accept', 'Accepted', 'Act']
    """
    unions = (Request, Message, EngineRequest, EngineMessage)
    asked = (
        *(Order, Join, Made, Tickets, Leaving, TableSummary, Records, FileRead, Replayed, Replay),
        *(RecordReview, ReviewAsked, TryAgain, TryRecordAgain),
        *(CountRequest, CombinationRequest, LikenessRequest),
        *(DiscardsAnalysed, ScoreAnalysed, ChanceMap),
    )
    types = [*unions, *asked]
    _, own = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    messages = dict.fromkeys(cls for union in unions for cls in get_args(union))
    parts = (
        *(Seat, TableOptions, Table, LogEntry, Standing, Wanted, Held, Ticket, ReplayGame),
        *(Outcome, Feat, Story, BestHand),
        *(Sums, GameSummary, MatchSummary, FileRecord, FileFault),
        *(GameReview, GameDecision, DecisionAdvice, DecisionOption, DecisionLoss, DecisionVerdict),
        *(DecisionSums, CurvePoint, DealStart, LuckSplit, SplitParts),
        *(AnalysedDiscard, PointsShare, ChancesDealing),
        *asked,
    )
    for cls in (*messages, *parts):
        own[cls.__name__] = _tidy(own[cls.__name__], cls)
    definitions = {
        **schemas([*_EVENTS, View, Setup, Result], whole=True),
        **schemas(_ACTIONS),
        **own,
    }
    for cls in _FOR_NATURE:
        del definitions[cls.__name__]
    definitions["View"]["properties"]["legal"]["items"] = {"$ref": "#/$defs/Action"}
    named = {
        "Action": ("What a seat may ask for.", _ACTIONS),
        "Event": ("What happened.", _EVENTS),
        "Request": ("What a client sends.", get_args(Request)),
        "Message": ("What the server sends.", get_args(Message)),
        "EngineRequest": ("What an engine sends.", get_args(EngineRequest)),
        "EngineMessage": ("What an engine is sent.", get_args(EngineMessage)),
    }
    for name, (says, members) in named.items():
        refs = [{"$ref": f"#/$defs/{one.__name__}"} for one in members]
        definitions[name] = {"description": says, "anyOf": refs}
    tops = (
        "Request",
        "Message",
        "EngineRequest",
        "EngineMessage",
        *(cls.__name__ for cls in asked),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Pegout wire protocol, version {WIRE_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in tops],
        "$defs": dict(sorted(definitions.items())),
    }


def _tidy(definition: dict[str, Any], cls: type[Struct]) -> dict[str, Any]:
    """Return the definition of a message in the common form, with the texts of its docstring."""
    meant = what_members_mean(cls)
    properties = {
        name: {**({"description": meant[name]} if name in meant else {}), **_plainly(member)}
        for name, member in definition["properties"].items()
    }
    # Messages of the server have all their members, unless the class omits defaults.
    sent = (*get_args(Request), *get_args(EngineRequest), Join, Leaving, Replayed, RecordReview)
    whole = cls not in sent and not cls.__struct_config__.omit_defaults
    return {
        "description": summary(cls),
        "type": "object",
        "properties": properties,
        "required": list(properties) if whole else definition["required"],
        "additionalProperties": False,
    }


def _plainly(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove msgspec's additions to a reference, and write an enumeration of one as a constant."""
    if "$ref" in schema:
        return {name: value for name, value in schema.items() if name not in ("type", "default")}
    if "items" in schema:
        return {**schema, "items": _plainly(schema["items"])}
    if len(schema.get("enum", ())) == 1:
        return {"const": schema["enum"][0]}
    return schema

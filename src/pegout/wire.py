"""The messages between a table's server and its clients, and between Pegout and engines.

One WebSocket for a seat. Every message is one JSON object whose ``type`` says what it is. What a
client may send is :data:`Request`, what the server sends is :data:`Message`. Tables and seats are
asked for by HTTP, with :class:`Order` and :class:`Join`. :func:`schema` gives all of them as JSON
Schema. ``docs/wire.md`` says how they go together.

An engine is a program that plays and is started by Pegout. It sends :data:`EngineRequest` and gets
:data:`EngineMessage`, a line of JSON each; ``docs/engines.md`` says how these go together. The file
is long because both protocols share their types and one schema.

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

__all__ = [
    "ACTIONS",
    "ENGINE_VERSION",
    "MAX_BYTES",
    "SHOWN",
    "VIEWS",
    "WIRE_VERSION",
    "Act",
    "Again",
    "AnalysedDiscard",
    "Answer",
    "Attend",
    "Automate",
    "BestHand",
    "Bye",
    "ChanceMap",
    "ChancesDealing",
    "CurvePoint",
    "DealStart",
    "Decide",
    "DecisionAdvice",
    "DecisionKind",
    "DecisionLoss",
    "DecisionOption",
    "DecisionSums",
    "DecisionVerdict",
    "DiscardsAnalysed",
    "Done",
    "EngineAct",
    "EngineHello",
    "EngineMessage",
    "EngineRequest",
    "EngineWelcome",
    "Events",
    "Feat",
    "FileFault",
    "FileRead",
    "FileRecord",
    "Fill",
    "GameDecision",
    "GameReview",
    "GameSummary",
    "Held",
    "Hello",
    "Hint",
    "Join",
    "Leaving",
    "LuckSplit",
    "Made",
    "MatchSummary",
    "Message",
    "NewGame",
    "NextGame",
    "Nudge",
    "Order",
    "Outcome",
    "Phrase",
    "Ping",
    "PointsShare",
    "Pong",
    "Position",
    "RecordReview",
    "Records",
    "Refused",
    "Replay",
    "ReplayGame",
    "Replayed",
    "Request",
    "ReviewAsked",
    "Say",
    "ScoreAnalysed",
    "Seat",
    "Speak",
    "SplitParts",
    "StandIn",
    "Standing",
    "Story",
    "Suggestion",
    "Sums",
    "Sync",
    "Table",
    "TableOptions",
    "TableSummary",
    "Ticket",
    "Tickets",
    "Told",
    "TryAgain",
    "TryRecordAgain",
    "Tutor",
    "Undo",
    "VerdictName",
    "Wanted",
    "Welcome",
    "WireError",
    "decode",
    "decode_engine",
    "encode",
    "schema",
]

#: The version of the protocol; a client says in its ``hello`` which one it speaks.
WIRE_VERSION: Final = 1
#: The version of the protocol for engines; each side says it first.
ENGINE_VERSION: Final = 1
#: The longest message that a client may send, in bytes.
MAX_BYTES: Final = 4096

_FOR_NATURE: Final = (Commit, Shuffle, Reveal)
_ACTIONS: Final = [cls for cls in get_args(Action) if cls not in _FOR_NATURE]
_EVENTS: Final = [
    *get_args(Event),
    *(cls for cls in EVENTS if cls not in (Asked, Helped, SecretDrawn)),
]

#: The actions of a seat as they stand in ``act``.
ACTIONS: Final = Codec(_ACTIONS)
#: Every event that anybody is told of; requests, secrets and help stay in the log.
SHOWN: Final = Codec(_EVENTS)
#: A view as it stands in ``position``, and a setup.
VIEWS: Final = Codec([View, Setup])


class WireError(RulesError):
    """A message that is none; ``code`` is ``bad_message``."""


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

# What a client sends ------------------------------------------------------------------------------


class Hello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message on every connection: who comes, and what they know already."""

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
    """Do something at the table."""

    id: _Id
    match: _Match
    action: Annotated[dict[str, Any], _object("Action", "One of `legal` in the last standing.")]


class Undo(Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Take the last decision back; only against computer players, in the same deal."""

    id: _Id
    match: _Match


class NextGame(Struct, tag="next_game", frozen=True, forbid_unknown_fields=True):
    """Begin the next game of the match, once one is over."""

    id: _Id
    match: _Match


class Again(Struct, tag="again", frozen=True, forbid_unknown_fields=True):
    """Begin another match at this table, with the same players, once this one is over."""

    id: _Id
    match: _Match


class Hint(Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """Ask what a strong player would do; only where all others are computer players."""

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
    """Ask whether an action would lose more than one wants to; it is not done by that.

    Only where all others are computer players. The answer is a ``suggestion``: with ``advice`` and
    a sentence where it would lose so much, with neither where it would not.
    """

    id: _Id
    match: _Match
    action: Annotated[dict[str, Any], _object("Action", "What you would do.")]
    least: Annotated[
        Literal["inaccuracy", "mistake", "large_mistake"],
        Meta(description="How large a mistake has to be at least."),
    ]


class Fill(Struct, tag="fill", frozen=True, forbid_unknown_fields=True):
    """Have a computer player take a seat that nobody has taken yet."""

    id: _Id
    seat: int
    level: _Word


class StandIn(Struct, tag="stand_in", frozen=True, forbid_unknown_fields=True):
    """Have a computer player act for a person who is away or gone, until they come back."""

    id: _Id
    seat: int
    level: Annotated[
        str, Meta(max_length=40, description="The level; empty to wait for the person again.")
    ]


class Nudge(Struct, tag="nudge", frozen=True, forbid_unknown_fields=True):
    """Remind a person that the others wait."""

    id: _Id
    seat: int


class Attend(Struct, tag="attend", frozen=True, forbid_unknown_fields=True):
    """Say whether somebody looks at the table here; a player who does takes their seat back."""

    here: bool


class Automate(Struct, tag="automate", frozen=True, forbid_unknown_fields=True):
    """Have the table do these things for the seat from now on, and no others."""

    automations: list[Literal["ready", "cut_for_deal", "cut", "go", "only_card", "accept"]]


class Speak(Struct, tag="speak", frozen=True, forbid_unknown_fields=True):
    """Have everything said in another language from now on; the position is sent anew."""

    language: _Word


class Say(Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """Say one of the ready phrases to the table."""

    phrase: _Word


class Sync(Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Ask for what happened after an entry."""

    match: _Match
    since: int = 0


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Ask whether the connection is alive."""

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

# What is asked by HTTP, and its answers ---------------------------------------------------------


class Wanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as it is wanted when a table is set up.

    Attributes:
        name: the player's name.
        kind: ``person``, ``open`` for a guest who is still to come, or the level of a computer
            player.
    """

    name: str = ""
    kind: str = "person"


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table decided beside the rules.

    Attributes:
        spectators: whether others may watch.
        chat: whether the ready phrases are allowed.
        stand_in: after how many seconds a computer player acts for a person who has gone;
            0 for never.
    """

    spectators: bool = True
    chat: bool = True
    stand_in: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table is set up with.

    Attributes:
        preset: the preset of the rules.
        switches: what differs from it.
        seats: who is to sit where, clockwise.
        games: how many games a match has.
        play_to: the points that a match goes to instead, if not 0.
        options: what the host decides beside the rules.
        key: a random secret of the client's own; a client that asks again with it is answered
            with the table that it set up.
    """

    preset: str = "standard"
    switches: dict[str, bool | int | str | list[int]] = {}
    seats: list[Wanted] = []
    games: int = 1
    play_to: int = 0
    options: TableOptions = TableOptions()
    key: _Secret = ""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who wants a seat.

    Attributes:
        name: what they are called at the table.
        seat: which seat, if that matters to them.
        token: a random secret of the client's own that is to hold the seat; a client that asks
            again with it is answered with the seat that it holds.
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
    """The tables that somebody asks about, each with a token of theirs.

    Attributes:
        tables: up to 20 of them.
    """

    tables: Annotated[list[Ticket], Meta(max_length=20)]


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who leaves a table for good.

    Attributes:
        tokens: what holds the player's other seats, where several share a screen.
    """

    tokens: Annotated[list[_Secret], Meta(max_length=4)] = []


class Records(Struct, frozen=True, forbid_unknown_fields=True):
    """Records of matches, one after the other, as text.

    Attributes:
        text: what stands in one file.
    """

    text: str


class Replayed(Struct, frozen=True, forbid_unknown_fields=True):
    """A record that somebody wants to see again.

    Attributes:
        text: the record of one match.
        seat: through whose eyes; ``null`` for a spectator's.
    """

    text: str
    seat: int | None = None


class Sums(Struct, frozen=True):
    """What a seat counted in a match, to make averages of.

    Attributes:
        deals: deals in which it was dealt cards, and
        play: the points that it pegged in their play.
        hands: how many of its hands were counted, and
        hand: their points.
        cribs: how many of its cribs were counted, and
        crib: their points.
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
        winners: the sides that won; nobody while it is played.
        skunks: for each side how badly it was beaten: 0, 1 for a skunk, 2 for a double skunk.
    """

    scores: list[int]
    winners: list[int]
    skunks: list[int]


class MatchSummary(Struct, frozen=True):
    """A match as a list of matches shows it.

    Attributes:
        match: its id.
        updated: when something last happened in it; ISO 8601, or empty where nobody knows.
        over: whether it is over.
        names: who sat where, clockwise.
        kinds: ``person`` or the level at each seat.
        target: what a game goes to.
        long: whether it has several games, or goes to a number of points.
        points: the points for the match, by side.
        winners: the sides that won the match; nobody while it is played, or where it was stopped.
        resigned: the seat that resigned the last game, if one did.
        games: the games so far.
        sums: what the seat that asks counted; ``null`` for nobody's.
        practice: whether it went on from a decision of another match.
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
    """A table as the list of somebody's games shows it.

    Attributes:
        code: the code of its link.
        status: ``open`` while seats are free, ``playing``, ``over``, or ``gone`` where there is no
            such table (any more), or the token holds no seat there.
        seat: the seat that the token holds.
        matches: the matches played there, the current one last.
        until: when the table is removed if nothing more happens there; ISO 8601, or ``null`` for
            never.
        alone: whether everybody else at the table is a computer player.
    """

    code: str
    status: Literal["open", "playing", "over", "gone"]
    seat: int | None = None
    matches: list[MatchSummary] = []
    until: str | None = None
    alone: bool = False


class FileRecord(Struct, frozen=True):
    """A record that was found in a file.

    Attributes:
        text: the record in its canonical form.
        summary: what it tells.
    """

    text: str
    summary: MatchSummary


class FileFault(Struct, frozen=True):
    """What is wrong with one of the records of a file.

    Attributes:
        line: the first line that is wrong.
        message: what was expected there, and what is there.
    """

    line: int
    message: str


class FileRead(Struct, frozen=True):
    """What stands in a file: the sound records, and the first fault of each of the others."""

    records: list[FileRecord]
    faults: list[FileFault]


class RecordReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of which somebody wants to know what each decision was worth.

    Attributes:
        text: the record of one match.
        game: the number of the game; ``null`` for all of them.
        seat: through whose eyes it is told; ``null`` for a spectator's.
    """

    text: str
    game: int | None = None
    seat: int | None = None


class TryAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player who wants to play on from a decision of a game, at a table of practice.

    Attributes:
        game: the number of the game.
        number: the number of the decision's entry in the log of the replay.
        level: the computer player for the seats of other persons, and of players whose level is
            not there.
        key: a random secret of the client's own, as in ``Order``.
    """

    game: int
    number: int
    level: Annotated[str, Meta(max_length=64)] = "club"
    key: _Secret = ""


class TryRecordAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The same for a game of a record.

    Attributes:
        text: the record of one match.
        wish: which decision of it.
        seat: whose decision it is.
    """

    text: str
    wish: TryAgain
    seat: int


class DecisionOption(Struct, frozen=True):
    """What could be chosen, and what it was worth to a player who knew what this player knew.

    Attributes:
        cards: the cards discarded, or the one that is played; none for a claim.
        hand: the mean of the hand, in points; 0 for a card.
        crib: the mean of the crib, in points, less than 0 where it is an opponent's; 0 for a card.
        play: what is pegged from here on, less what opponents peg.
        points: hand, crib and play together.
        chance: the chance of winning the game, from 0 to 1.
        share: how often the solved play plays the card, from 0 to 1; ``null`` where it says
            nothing.
        tied: whether it cannot be told apart from the best.
        claim: the points that are claimed, 0 to let a count stand; ``null`` where cards are chosen.
        words: its name in words: its cards, or what is claimed.
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
    """What a decision lost beside the best; nothing where the two cannot be told apart.

    Attributes:
        points: net points of the deal.
        chance: of the chance of winning the game.
        tied: whether the two cannot be told apart.
    """

    points: float
    chance: float
    tied: bool


#: What was decided: a discard, a card, what a hand or a card counts, or whether to call muggins.
DecisionKind: TypeAlias = Literal["discard", "play", "count", "muggins"]
#: How much a decision lost, for programs.
VerdictName: TypeAlias = Literal["fine", "inaccuracy", "mistake", "large_mistake"]


class DecisionVerdict(Struct, frozen=True):
    """How much a decision lost, in a word.

    Attributes:
        name: the verdict, for programs.
        word: the same for people.
    """

    name: VerdictName
    word: str


class DecisionAdvice(Struct, frozen=True):
    """What there is to choose in a decision that is still to be made, and why the best is that.

    Attributes:
        kind: what is to be decided.
        by_chance: whether the chance of winning decides which option is the best; points do
            otherwise.
        options: the best three, the best first; and last, where it is none of them, the one that
            was asked about.
        chosen: the place among them of the one that was asked about, from 0 on; ``null`` if none
            was.
        loss: what that would lose.
        verdict: how much that is.
        says: why the best is the best, in a sentence; beside the one that was asked about.
    """

    kind: DecisionKind
    by_chance: bool
    options: list[DecisionOption]
    chosen: int | None
    loss: DecisionLoss | None
    verdict: DecisionVerdict | None
    says: str


class PointsShare(Struct, frozen=True):
    """How likely a hand or a crib has so many points.

    Attributes:
        points: the points.
        share: how likely, from 0 to 1; for a hand, of what part of the starters.
    """

    points: int
    share: float


class AnalysedDiscard(Struct, frozen=True):
    """A discard that could be made, with what comes behind it.

    Attributes:
        option: what it is worth.
        loss: what it loses beside the best.
        says: the same in a sentence, and why.
        hand: what the hand has with the starters, the fewest points first.
        crib: what the crib has, likewise.
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
        dealer: who deals: 0 for oneself, 1 for the next on the left, and so on.
        whose: whose crib it is.
        scores: the score of each side, the own first.
        players: how many play.
        target: the hole that ends the game.
        by_chance: whether the chance of winning decides; points do otherwise.
        starters: how many cards may be the starter.
        discards: every discard, the best first.
        notes: what is estimated, in sentences.
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
    """The chances of winning at the start of a deal.

    Attributes:
        dealer: who deals: 0 for oneself, 1 for the next on the left, and so on; of four players one
            of either side.
        chances: the chance of each side, from 0 to 1, the own first.
    """

    dealer: int
    chances: list[float]


class ScoreAnalysed(Struct, frozen=True):
    """The chances of winning at a score.

    Attributes:
        scores: the score of each side, the own first.
        players: how many play.
        target: the hole that ends the game.
        deals: the chances for each side that may deal.
    """

    scores: list[int]
    players: int
    target: int
    deals: list[ChancesDealing]


class ChanceMap(Struct, frozen=True):
    """The chance of winning of the side that deals, at every score of two sides.

    Attributes:
        players: 2 or 4.
        target: the hole that ends the game.
        rows: in thousandths, a row for each score of the side that deals, in it a number for each
            score of the other side, from 0 on.
    """

    players: int
    target: int
    rows: list[list[int]]


class GameDecision(Struct, frozen=True):
    """A decision of a game, and what it was worth.

    Attributes:
        number: the number of its entry in the log of the replay.
        deal: the number of the deal.
        seat: who decided.
        kind: what was decided.
        by_chance: whether the chance of winning decides which option is the best; points do
            otherwise.
        options: every option, the best first.
        chosen: the place of the chosen one among them, from 0 on.
        loss: what it lost.
        verdict: how much that is.
        says: why the best is the best, in a sentence; empty where there is nothing to say.
        points_error: the standard error of a difference in points.
        chance_error: the same of a difference of chances.
        helped: after what help it was made, in words; empty where there was none.
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
    """The chance of winning at a moment of a game.

    Attributes:
        number: after which entry in the log of the replay.
        chance: the chance that the side of seat 0 wins, from 0 to 1.
    """

    number: int
    chance: float


class DealStart(Struct, frozen=True):
    """Where a deal begins.

    Attributes:
        deal: the number of the deal.
        number: the number of the entry of the log at which the cards are dealt.
        dealer: the seat that deals.
        scores: the score of each side at that moment.
    """

    deal: int
    number: int
    dealer: int
    scores: list[int]


class DecisionSums(Struct, frozen=True):
    """What the decisions of a seat come to in a game.

    Attributes:
        seat: the seat.
        decisions: how many were valued that were made without help.
        mistakes: how many of them were mistakes or large mistakes.
        loss: what all of them lost, of the chance of winning.
        helped: how many more were valued, which were made after a hint, after taking back or after
            a warning.
        counted: how many say what level a player plays like: those that points decide, in games of
            two where nothing is estimated.
        points: what these lost, in points.
    """

    seat: int
    decisions: int
    mistakes: int
    loss: float
    helped: int = 0
    counted: int = 0
    points: float = 0.0


class SplitParts(Struct, frozen=True):
    """What made a result, all for one side: ``before`` and all that follows add up to ``result``.

    Attributes:
        before: what was expected before the game.
        result: what came of it.
        cards: the luck of the cards: the first cut, the deals and the starters.
        hidden: the luck of what was hidden, as when a right card met the wrong hand.
        counting: what was counted otherwise than the cards are worth.
        ending: what it changed that the game was given up.
        errors: what the errors of each seat gave the side: less than 0 for those of its own.
    """

    before: float
    result: float
    cards: float
    hidden: float
    counting: float
    ending: float
    errors: list[float]


class LuckSplit(Struct, frozen=True):
    """How much of the result of a game was luck, and how much errors.

    Attributes:
        chance: in chances of winning, from 0 to 1.
        points: in holes of the final margin; ``null`` where it is not known in holes.
    """

    chance: SplitParts
    points: SplitParts | None


class GameReview(Struct, frozen=True):
    """What the decisions of a game were worth, and what made its result.

    Attributes:
        game: the number of the game in the match.
        decisions: every decision that could be valued, in their order.
        curve: the chance of winning through the game. After each step where every card is known;
            elsewhere at the decisions that were valued, by what the player knew.
        exact: whether the curve knows every card.
        deals: where each deal begins.
        sums: what the decisions of each seat come to.
        splits: luck and errors as each side sees them; nothing where they cannot be told.
        headline: the result in a line, as for "You lost by 18. Luck −21, skill +3."; empty where
            luck and errors cannot be told.
        likeness: what level the player who is told plays like by this game, and how sure that is,
            a sentence each; empty for a spectator, and where that cannot be told.
        limits: what was not valued and why, a sentence each.
    """

    game: int
    decisions: list[GameDecision]
    curve: list[CurvePoint]
    exact: bool
    deals: list[DealStart]
    sums: list[DecisionSums]
    splits: list[LuckSplit]
    headline: str
    likeness: list[str]
    limits: list[str]


class ReviewAsked(Struct, frozen=True):
    """A review that was asked for, and how far it is.

    Attributes:
        review: its id, by which it is asked after and cancelled.
        state: what becomes of it.
        done: how many decisions were looked at.
        of: how many there are.
        ahead: how many other reviews come before it; 0 while it is running.
        seat: through whose eyes it is told; ``null`` for a spectator's.
        games: the games, once it is done.
        code: why it failed, for programs; empty unless it has.
        message: the same for people.
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
    """A seat of a table, as everybody sees it.

    Attributes:
        name: the player's name; empty while nobody has taken the seat.
        kind: ``person``, or the level of a computer player.
        taken: whether somebody sits there.
        present: whether that person is connected; true for a computer player.
        stand_in: whether a computer player acts for a person who has gone.
        presence: ``here``; ``away`` for a player who looks elsewhere, is silent, or has just lost
            the connection; ``gone`` without one. A computer player is here.
        acting: the level of the computer player that acts for the person; empty if none does.
    """

    name: str
    kind: str
    taken: bool
    present: bool = False
    stand_in: bool = False
    presence: Literal["here", "away", "gone"] = "gone"
    acting: str = ""


class Table(Struct, frozen=True):
    """A table, as everybody sees it, before and while somebody plays there.

    Attributes:
        code: the code of its link.
        status: ``open`` while seats are free, ``playing``, or ``over``.
        rules: the rules of every game.
        games: how many games a match has.
        play_to: the points that a match goes to instead, if not 0.
        seats: who sits where, clockwise.
        options: what the host decided.
        match: the match that is played; empty while seats are free.
        spectators: how many others watch.
        kept: for how many seconds the table is kept after the last thing that happens at it;
            ``None`` for ever.
        practice: whether its match goes on from a decision of another one.
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
        seat: whose.
        crib: whether it was the crib.
        cards: its cards, without the starter.
        starter: the starter.
        points: what it was given.
    """

    seat: int
    crib: bool
    cards: list[str]
    starter: str
    points: int


class Feat(Struct, frozen=True):
    """Something memorable about a game.

    Attributes:
        kind: what for.
        word: a word for it: "A skunk!".
        says: what happened, in a sentence.
        hand: the hand that it is about.
    """

    kind: Literal["skunk", "double_skunk", "comeback", "hand"]
    word: str
    says: str
    hand: BestHand | None = None


class Story(Struct, frozen=True):
    """A game as the player at this seat may tell it to others; no other person is named.

    Attributes:
        headline: who won, by how much.
        score: the score, and against whom.
        feats: what was memorable; empty where nothing was.
        hand: what the player's best hand was worth; empty without one.
        best: that hand.
        text: all of it in lines of text.
    """

    headline: str
    score: str
    feats: str
    hand: str
    best: BestHand | None
    text: list[str]


class Outcome(Struct, frozen=True):
    """How a game ended.

    Attributes:
        winners: the sides that won; nobody where all agreed to stop.
        margin: how many holes lie between the winners and the nearest of the others.
        early: whether it ended before the last hole, by resigning or by agreement.
        says: who won, by how much, in a sentence.
        worth: what the win is worth in a match, in a sentence; empty where that is one point.
        feats: what was memorable, the greatest first.
        story: the game as this seat may tell it; ``null`` for a spectator, and of one
            that ended early.
    """

    winners: list[int]
    margin: int
    early: bool
    says: str
    worth: str
    feats: list[Feat]
    story: Story | None


class Told(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as this seat may see it, with the words for it.

    Attributes:
        number: the number of the entry. Numbers grow; some entries are for nobody's eyes.
        event: what happened.
        say: it in a sentence; empty where there is nothing to say.
        word: the word of the moment, for beside the count: "Fifteen for two", "Go".
        phrases: a hand's items as they are counted aloud, one for each item.
        outcome: how the game ended, beside the event that says that it has.
    """

    number: int
    event: Annotated[dict[str, Any], _object("Event", "What happened.")]
    say: str = ""
    word: str = ""
    phrases: list[str] = []
    outcome: Outcome | None = None


class Standing(Struct, frozen=True):
    """What stands on the table after all that happened: what can be done, and what is said of it.

    Attributes:
        to_act: the seats that the table waits for.
        turn: whose turn it is in the play and in the show.
        legal: what this seat may do now.
        says: what this seat is to do, or whom the table waits for.
        offer: who would end the game here, in a sentence; empty where nobody would.
        phase: the name of the phase.
        crib: whose crib it is: "Ann's crib".
        to_crib: where a discard goes: "to Ann's crib".
        cards: the names of the cards in hand, and what each would do now.
        undo: whether this seat may take its last decision back.
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
        game: its number in the match.
        view: what the seat knows before the first entry.
        log: everything that happened, as the seat saw it.
    """

    game: int
    view: Annotated[dict[str, Any], _object("View", "What the seat knows.")]
    log: list[Told]


class Replay(Struct, frozen=True):
    """A match to be seen again, through the eyes of a seat.

    Attributes:
        match: the match; empty where its record has no id.
        updated: when something last happened in it; ISO 8601, or empty where nobody knows.
        seat: whose eyes; ``null`` for a spectator's.
        seats: the seats through whose eyes it can be seen.
        setup: who plays by which rules.
        games: the games.
        results: how each of them ended.
    """

    match: str
    updated: str
    seat: int | None
    seats: list[int]
    setup: Annotated[dict[str, Any], _object("Setup", "The match.")]
    games: list[ReplayGame]
    results: list[Annotated[dict[str, Any], _object("Result", "How a game ended.")]]


class Welcome(Struct, tag="welcome", frozen=True):
    """The answer to ``hello``: which seat this is, ``null`` for a spectator."""

    version: int
    seat: int | None
    language: str
    table: Table


class TableChanged(Struct, tag="table", frozen=True):
    """The table has changed: somebody came, went, or took a seat."""

    table: Table


class Position(Struct, tag="position", frozen=True):
    """The whole of a match as this seat knows it, after the entry ``number``.

    Attributes:
        match: the match.
        number: the number of the last entry.
        setup: who plays by which rules.
        view: what the seat knows of the current game.
        log: the entries of the current game that count.
        standing: what stands on the table.
        results: how each finished game of the match ended.
    """

    match: str
    number: int
    setup: Annotated[dict[str, Any], _object("Setup", "The match.")]
    view: Annotated[dict[str, Any], _object("View", "What the seat knows.")]
    log: list[Told]
    standing: Standing
    results: list[Annotated[dict[str, Any], _object("Result", "How a game ended.")]]


class Events(Struct, tag="events", frozen=True):
    """What happened after the entry ``after``, up to the entry ``number``.

    A client whose last number is not ``after`` has missed something and asks with ``sync``.
    """

    match: str
    after: int
    number: int
    events: list[Told]
    standing: Standing


class Done(Struct, tag="done", frozen=True):
    """A request was granted, and what follows from it is stored.

    Attributes:
        id: the name of the request.
        number: the entry that holds the name of the request, in the log of the match that the
            request names; what followed from it stands after it. 0 for ``fill``, ``stand_in`` and
            ``nudge``, which are about the table and belong to no match.
    """

    id: str
    number: int


class Refused(Struct, tag="refused", frozen=True):
    """A request was not granted, and nothing has changed; ``id`` is empty if it had none."""

    id: str
    code: str
    message: str


class Suggestion(Struct, tag="suggestion", frozen=True):
    """What a strong player would do."""

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
    """Somebody said a ready phrase; or ``replaced``: another computer player has this seat now."""

    seat: int
    phrase: str
    text: str


class Pong(Struct, tag="pong", frozen=True):
    """The connection is alive."""

    id: str = ""


class Bye(Struct, tag="bye", frozen=True):
    """The server closes this connection; ``again`` says whether to come back in a moment."""

    code: str
    message: str
    again: bool


Message = (
    Welcome | TableChanged | Position | Events | Done | Refused | Suggestion | Phrase | Pong | Bye
)
Answer = Done | Refused | Suggestion

# Engines ------------------------------------------------------------------------------------------


class EngineHello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first line of an engine: which version it speaks, and who it is."""

    version: int
    name: _Word = ""
    release: Annotated[_Word, Meta(description="Which version of the engine it is.")] = ""


class EngineAct(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """The decision of an engine."""

    id: Annotated[str, Meta(max_length=64, description="The `id` of the question.")]
    action: Annotated[dict[str, Any], _object("Action", "One of `legal` in the view.")]


class EngineWelcome(Struct, tag="welcome", frozen=True):
    """The answer to ``hello``.

    Attributes:
        version: the version of the protocol for engines.
    """

    version: int


class NewGame(Struct, tag="game", frozen=True):
    """The questions that follow are of another game; whatever is remembered is to be forgotten.

    Attributes:
        game: the name of the game.
        seat: the seat that the engine has in it.
        seed: where its chance is to come from; the same game brings the same seed.
    """

    game: str
    seat: int
    seed: int


class Decide(Struct, tag="decide", frozen=True):
    """The engine is to decide.

    Attributes:
        id: the name of the question.
        milliseconds: how long it may take to answer.
        view: all that its seat knows.
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
    """Read what a client sent.

    Raises:
        WireError: ``bad_message`` for what is no message, with the place of the fault.
    """
    request: Request = _read(_decoder, data)
    return request


def decode_engine(data: bytes | str) -> EngineRequest:
    """Read what an engine sent.

    Raises:
        WireError: ``bad_message`` for what is no message, with the place of the fault.

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
    """Write what the server sends, or what an engine is sent."""
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """Give the JSON Schema of the protocol.

    ``$defs`` has every type by its name; ``Request`` and ``Message`` are the unions of what goes
    either way, ``EngineRequest`` and ``EngineMessage`` those for engines. It is exact: it has every
    member that this version writes, and no other.

    >>> sorted(schema()["$defs"])[:3]
    ['Accept', 'Accepted', 'Act']
    """
    unions = (Request, Message, EngineRequest, EngineMessage)
    asked = (
        *(Order, Join, Made, Tickets, Leaving, TableSummary, Records, FileRead, Replayed, Replay),
        *(RecordReview, ReviewAsked, TryAgain, TryRecordAgain),
        *(DiscardsAnalysed, ScoreAnalysed, ChanceMap),
    )
    types = [*unions, *asked]
    _, own = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    messages = dict.fromkeys(cls for union in unions for cls in get_args(union))
    parts = (
        *(Seat, TableOptions, Table, Told, Standing, Wanted, Held, Ticket, ReplayGame),
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
    """Put the definition of a message as the others are, with what its docstring says."""
    meant = what_members_mean(cls)
    properties = {
        name: {**({"description": meant[name]} if name in meant else {}), **_plainly(member)}
        for name, member in definition["properties"].items()
    }
    # What the server writes has all its members, but for what it is told to leave out.
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
    """Undo what msgspec adds to a reference, and say of a constant that it is one."""
    if "$ref" in schema:
        return {name: value for name, value in schema.items() if name not in ("type", "default")}
    if "items" in schema:
        return {**schema, "items": _plainly(schema["items"])}
    if len(schema.get("enum", ())) == 1:
        return {"const": schema["enum"][0]}
    return schema

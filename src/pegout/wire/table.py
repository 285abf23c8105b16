"""The messages of one seat: what a client sends, and what the server sends; ``docs/wire.md``.

Each seat has one WebSocket. Every message is one JSON object, and its ``type`` names its class. A
client may send any :data:`Request`, and the server sends any :data:`Message`.

>>> from pegout.wire.codecs import encode
>>> decode(b'{"type":"ping","id":"7"}')
Ping(id='7')
>>> encode(Pong("7"))
b'{"type":"pong","id":"7"}'
>>> decode(b'{"type":"ping","id":7}')
Traceback (most recent call last):
...
pegout.wire.codecs.WireError: Expected `str`, got `int` - at `$.id`
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pegout.wire.codecs import MatchId, RequestId, Word, read_message, reference
from pegout.wire.decision_values import DecisionAdvice

#: The version of the protocol; a client states its version in ``hello``.
WIRE_VERSION: Final = 2

#: The longest message that a client may send, in bytes.
MAX_BYTES: Final = 4096


class Hello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message on every connection: the client's seat, language and last known entry."""

    version: int
    token: Annotated[
        str, Meta(max_length=64, description="What holds the seat; empty for a spectator.")
    ] = ""
    language: Word = "en"
    match: Annotated[str, Meta(max_length=64, description="The match last known, if any.")] = ""
    since: Annotated[
        int, Meta(ge=0, description="The number of the last entry of it that is known.")
    ] = 0
    away: Annotated[
        bool, Meta(description="Whether nobody looks at the table, as with a hidden tab.")
    ] = False


class Act(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """Take an action at the table."""

    id: RequestId
    match: MatchId
    action: Annotated[dict[str, Any], reference("Action", "One of `legal` in the last standing.")]


class Undo(Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Take back the last decision; only against computer players, in the same deal."""

    id: RequestId
    match: MatchId


class NextGame(Struct, tag="next_game", frozen=True, forbid_unknown_fields=True):
    """Begin the next game of the match, once the current one is over."""

    id: RequestId
    match: MatchId


class Rematch(Struct, tag="rematch", frozen=True, forbid_unknown_fields=True):
    """Begin another match at this table, with the same players, once this one is over."""

    id: RequestId
    match: MatchId


class Hint(Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """Request the move of a strong player; only where all opponents are computer players."""

    id: RequestId
    match: MatchId
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

    id: RequestId
    match: MatchId
    action: Annotated[dict[str, Any], reference("Action", "What you would do.")]
    minimum: Annotated[
        Literal["inaccuracy", "mistake", "large_mistake"],
        Meta(description="How large a mistake has to be at least."),
    ]


class AnswerGuide(Struct, tag="guide", frozen=True, forbid_unknown_fields=True):
    """Answer a step of a lesson, or go on without or with its guide."""

    id: RequestId
    match: MatchId
    step: Annotated[str, Meta(max_length=40, description="The name of the step.")]
    answer: Annotated[
        Literal["done", "back", "skip", "leave", "resume"],
        Meta(description="`skip` skips the steps of this deal, `leave` all until `resume`."),
    ]


class Fill(Struct, tag="fill", frozen=True, forbid_unknown_fields=True):
    """Have a computer player take a seat that is still free."""

    id: RequestId
    seat: int
    level: Word


class StandIn(Struct, tag="stand_in", frozen=True, forbid_unknown_fields=True):
    """Have a computer player act for an absent person until that person returns."""

    id: RequestId
    seat: int
    level: Annotated[
        str, Meta(max_length=40, description="The level; empty to wait for the person again.")
    ]


class RemoveGuest(Struct, tag="remove_guest", frozen=True, forbid_unknown_fields=True):
    """Take the seat of another person away; only for who has set up the table.

    The token of that person holds nothing any more. Before the match begins, the seat is free again
    without a level. Afterwards a computer player of a level goes on there, under a name of its own,
    which takes the place of the other name in the records too.
    """

    id: RequestId
    seat: int
    level: Annotated[str, Meta(max_length=40, description="The level; empty for a free seat.")] = ""


class Nudge(Struct, tag="nudge", frozen=True, forbid_unknown_fields=True):
    """Remind a person that the table is waiting."""

    id: RequestId
    seat: int


class SetPresence(Struct, tag="set_presence", frozen=True, forbid_unknown_fields=True):
    """Report whether a person is looking at the table; a returning player takes the seat back."""

    here: bool


class Automate(Struct, tag="automate", frozen=True, forbid_unknown_fields=True):
    """Set the automations of the seat, in place of its previous ones."""

    automations: list[Literal["ready", "cut_for_deal", "cut", "go", "only_card", "accept"]]


class SetLanguage(Struct, tag="set_language", frozen=True, forbid_unknown_fields=True):
    """Change the language of all texts; the server sends the position again."""

    language: Word


class Say(Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """Send one of the ready phrases to the table."""

    phrase: Word


class Sync(Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Request the events after an entry."""

    match: MatchId
    since: int = 0


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Check whether the connection is alive."""

    id: Annotated[str, Meta(max_length=64)] = ""


Request = (
    Hello
    | Act
    | Undo
    | NextGame
    | Rematch
    | Hint
    | Tutor
    | AnswerGuide
    | Fill
    | StandIn
    | RemoveGuest
    | Nudge
    | SetPresence
    | Automate
    | SetLanguage
    | Say
    | Sync
    | Ping
)


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's options for a table, beside the rules.

    Attributes:
        spectators: whether spectators may watch.
        chat: whether the ready phrases are allowed.
        stand_in: the seconds after which a computer player acts for a person who has gone;
            0 for never.
        listed: whether the server's list of open tables has it while a seat is free.
        listed_names: whether that list shows the names of its players.
        listed_game: whether the list has it while it is played, for spectators.
    """

    spectators: bool = True
    chat: bool = True
    stand_in: Annotated[int, Meta(ge=0, le=86_400)] = 0
    listed: bool = False
    listed_names: bool = False
    listed_game: bool = False


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
        maker: whether that person has set up the table, and may remove others.
    """

    name: str
    kind: str
    taken: bool
    present: bool = False
    stand_in: bool = False
    presence: Literal["here", "silent", "away", "gone"] = "gone"
    acting: str = ""
    maker: bool = False


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
        duplicate: whether its match has the packs of another one, so that nobody adds to a shuffle.
        tournament: the code of the tournament to which its first match belongs, if it does.
    """

    code: str
    status: Literal["open", "playing", "over"]
    rules: Annotated[dict[str, Any], reference("Rules", "The rules of every game.")]
    games: int
    play_to: int
    seats: list[Seat]
    options: TableOptions
    match: str = ""
    spectators: int = 0
    kept: int | None = None
    practice: bool = False
    duplicate: bool = False
    tournament: str = ""


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

    kind: Literal["skunk", "double_skunk", "triple_skunk", "comeback", "hand"]
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
    event: Annotated[dict[str, Any], reference("Event", "What happened.")]
    say: str = ""
    word: str = ""
    phrases: list[str] = []
    outcome: Outcome | None = None


ChoiceKind: TypeAlias = Literal[
    "ready", "cut_for_deal", "discard", "cut", "play", "go", "claim", "accept", "muggins"
]


class SeatChoice(Struct, frozen=True, omit_defaults=True):
    """Something that a seat may decide now: cards to choose, a number to give, or just to do it.

    Attributes:
        kind: what the seat does.
        cards: the cards that may be chosen.
        size: the number of cards that have to be chosen.
        minimum: the lowest number that may be given; ``null`` if none is given.
        maximum: the highest number.
        taken: the numbers between them that may not be given.
    """

    kind: ChoiceKind
    cards: list[str] = []
    size: int = 0
    minimum: int | None = None
    maximum: int | None = None
    taken: list[int] = []


class GuideItem(Struct, frozen=True):
    """A combination that a step of a lesson asks for.

    Attributes:
        cards: its cards.
        name: its name with its points.
        points: its points.
    """

    cards: list[str]
    name: str
    points: int


class Kept(Struct, frozen=True):
    """What a discard keeps.

    Attributes:
        cards: the cards to discard.
        says: what the other cards are worth before the starter, as a sentence.
    """

    cards: list[str]
    says: str


class GuideStep(Struct, frozen=True):
    """The step of a lesson that is due, which a client shows after the entry ``at``.

    Attributes:
        step: its name.
        says: its sentence.
        at: the number of an entry: what follows it waits until the step is answered.
        anchor: the part of the table that it speaks of.
        way: how it is answered: by acting at the table, by a press, or by tapping combinations.
        cards: the cards that it speaks of.
        items: the combinations that may be tapped.
        need: how many of them have to be tapped.
        back: whether the step before can be read again.
        kept: what each discard keeps, where one is chosen.
    """

    step: str
    says: str
    at: int
    anchor: Literal["board", "button", "hand", "crib", "pack", "starter", "count", "pile", "show"]
    way: Literal["act", "press", "tap"]
    cards: list[str]
    items: list[GuideItem]
    need: int
    back: bool
    kept: list[Kept]


class Guide(Struct, frozen=True):
    """The guide of a lesson at a table.

    Attributes:
        step: the step that is due; ``null`` without one.
        left: whether the player goes on without the guide.
        marks: for cards in hand that would score now, the sign of what they make: ``15``, ``+2``.
        warns: the points that a decision has to lose for a warning; ``null`` for no warnings.
        learnt: what the player knows now, in sentences; empty until the game is finished.
    """

    step: GuideStep | None
    left: bool
    marks: dict[str, str]
    warns: float | None
    learnt: list[str]


class Standing(Struct, frozen=True):
    """The state of the table after all events: the legal actions, and the texts about them.

    Attributes:
        to_act: the seats whose action the table awaits.
        turn: the seat whose turn it is in the play and in the show.
        legal: the legal actions of this seat.
        choices: what this seat may decide by them, the usual decision first.
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
        guide: the guide of the lesson; ``null`` where none is given.
    """

    to_act: list[int]
    turn: int | None
    legal: list[Annotated[dict[str, Any], reference("Action", "What may be done.")]]
    choices: list[SeatChoice]
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
    guide: Guide | None


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
    setup: Annotated[dict[str, Any], reference("Setup", "The match.")]
    view: Annotated[dict[str, Any], reference("View", "What the seat knows.")]
    log: list[LogEntry]
    standing: Standing
    results: list[Annotated[dict[str, Any], reference("Result", "How a game ended.")]]


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
            ``stand_in``, ``remove_guest`` and ``nudge``, which concern the table and belong to no
            match.
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
    action: Annotated[dict[str, Any], reference("Action", "What it would do.")]
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

_decoder = msgspec.json.Decoder(Request)


def decode(data: bytes | str) -> Request:
    """Decode a message of a client.

    Raises:
        WireError: ``bad_message`` for data that are not a message, with the place of the fault.
    """
    request: Request = read_message(_decoder, data)
    return request

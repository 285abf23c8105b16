"""The requests about tournaments over HTTP, and their responses."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from pegout.wire.codecs import Secret, Word

_Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
_Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
#: The scores of a game: the first player's and the second's.
_Scores: TypeAlias = Annotated[list[_Number], Meta(min_length=2, max_length=2)]


class TournamentOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of a new tournament.

    Attributes:
        title: its name.
        key: a random secret chosen by the client: a client that has it is the host, and a retry
            with it returns the same tournament.
        system: who meets whom.
        scoring: what counts: games won, skunks and the spread; or ``duplicate``, where all tables
            of a round play the same cards.
        rounds: the number of rounds; 0 for as many as the system needs.
        games: the games of a round: one in ``duplicate``, otherwise two to nine.
        target: the hole that ends a game.
        boards: whether it is played on wooden boards, and the host enters all results.
    """

    title: _Title
    key: Secret
    system: Literal["round_robin", "swiss"] = "round_robin"
    scoring: Literal["points", "duplicate"] = "points"
    rounds: Annotated[int, Meta(ge=0, le=63)] = 0
    games: Annotated[int, Meta(ge=1, le=9)] = 2
    target: Literal[121, 61] = 121
    boards: bool = False


class TournamentMade(Struct, frozen=True):
    """A new tournament, by the code of its page."""

    code: str


class TournamentWanted(Struct, frozen=True):
    """What to show of a tournament.

    Attributes:
        round: the round whose pairings are shown, from 1; 0 for the last one.
    """

    round: Annotated[int, Meta(ge=0, le=1000)] = 0


class PlayerEntered(Struct, frozen=True, forbid_unknown_fields=True):
    """A player to enter, who plays from the next round on.

    Attributes:
        name: the player's name; a computer player without one gets a free one.
        kind: ``person``, or the level of a computer player.
    """

    name: Annotated[str, Meta(max_length=64)] = ""
    kind: Word = "person"


class PlayerLeft(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who leaves; who has left may come back for the next round.

    Attributes:
        player: the player's number.
        back: whether the player comes back.
    """

    player: _Number
    back: bool = False


class RoundBegun(Struct, frozen=True, forbid_unknown_fields=True):
    """The round to begin, so that a repeated request begins it once.

    Attributes:
        round: its number, from 1.
    """

    round: Annotated[int, Meta(ge=1, le=1000)]


class ResultEntered(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a pairing, entered by the host.

    Attributes:
        round: the number of the round.
        pairing: the number of the pairing in it.
        scores: the scores of each game.
        reason: why a result that was there before is replaced; everybody can read it.
    """

    round: _Number
    pairing: _Number
    scores: Annotated[list[_Scores], Meta(max_length=9)]
    reason: Annotated[str, Meta(max_length=200)] = ""


class TournamentPlayerShown(Struct, frozen=True):
    """A player of a tournament.

    Attributes:
        player: the player's number.
        name: the name.
        kind: ``person``, or the level of a computer player.
        present: whether the player has not left.
        token: the secret of the player's link, for the host alone.
    """

    player: int
    name: str
    kind: str
    present: bool
    token: str = ""


class StandingShown(Struct, frozen=True):
    """A line of the standings.

    Attributes:
        place: the place; equals share it.
        player: the player's number.
        points: the points; in ``duplicate`` holes ahead of those who had the same cards.
        spread: the margins of games won, less those of games lost.
        played: the games played.
        won: the games won.
        skunks: the games won by a skunk.
        byes: how often the player sat out.
    """

    place: int
    player: int
    points: float
    spread: int
    played: int
    won: int
    skunks: int
    byes: int


class PairingShown(Struct, frozen=True):
    """A pairing of a round.

    Attributes:
        first: the number of the first player.
        second: that of the second; ``null`` if the first one sits out.
        scores: the scores of the games that are over.
        table: the code of their table; empty where they play on a board.
        over: whether nothing is still to be played.
        by_hand: whether the host has entered the result.
        given_up: the players who left before the last game.
    """

    first: int
    second: int | None
    scores: list[list[int]]
    table: str
    over: bool
    by_hand: bool
    given_up: list[int]


class CorrectionShown(Struct, frozen=True):
    """A result that the host has replaced.

    Attributes:
        moment: when.
        round: the number of the round.
        first: the number of the first player.
        second: that of the second.
        before: the scores that were there.
        after: the scores that replaced them then.
        reason: why.
    """

    moment: str
    round: int
    first: int
    second: int
    before: list[list[int]]
    after: list[list[int]]
    reason: str


class OwnTable(Struct, frozen=True):
    """The table of a player in the current round, with the secret of the seat.

    Attributes:
        code: the code of the table.
        seat: the seat.
        token: its token.
    """

    code: str
    seat: int
    token: str


class TournamentShown(Struct, frozen=True):
    """A tournament, as its host, a player or a guest sees it.

    Attributes:
        code: the code of its page.
        title: its name.
        system: who meets whom.
        scoring: what counts.
        games: the games of a round.
        target: the hole that ends a game.
        boards: whether it is played on wooden boards.
        role: who asks, by the token of the request.
        status: ``open`` before the first round, ``playing``, ``between`` two rounds, or ``over``.
        says: a sentence on how things stand.
        begun: the number of rounds that have begun.
        planned: the number of rounds that are planned.
        players: the players in the lists.
        standings: where they stand, the best first.
        round: the number of the round that is shown; 0 before the first.
        pairings: the pairings of that round.
        corrections: the results that were replaced, the last first.
        you: the number of the player who asks.
        table: the table of the player who asks, in the current round.
        kept: the seconds for which the tournament is kept after its last change; ``null`` for ever.
    """

    code: str
    title: str
    system: Literal["round_robin", "swiss"]
    scoring: Literal["points", "duplicate"]
    games: int
    target: int
    boards: bool
    role: Literal["host", "player", "guest"]
    status: Literal["open", "playing", "between", "over"]
    says: str
    begun: int
    planned: int
    players: list[TournamentPlayerShown]
    standings: list[StandingShown]
    round: int
    pairings: list[PairingShown]
    corrections: list[CorrectionShown]
    you: int | None = None
    table: OwnTable | None = None
    kept: int | None = None

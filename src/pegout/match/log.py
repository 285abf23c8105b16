"""The log of a match: its setup, its own events beside those of the games, numbered entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout import fairness
from pegout.cards import Card
from pegout.notation import Help
from pegout.notation.proof import LESSON
from pegout.numbers import whole_number
from pegout.rules import Event, Rules, RulesError, RulesLike, as_rules, seen

#: The longest name of a player, in characters.
MAX_NAME: Final = 24
#: The longest kind of a player, event or date, in characters.
MAX_TEXT: Final = 100
#: The longest name of a request, in characters.
MAX_REQUEST: Final = 64
#: The most games of a match, and the most points that a match may be played to.
MAX_GAMES: Final = 1000


#: A sign that is drawn as blank, and that no name at a table may contain.
_BLANK: Final = "\u2800"


def nameless(seat: int) -> str:
    """Return the placeholder in a log for the name of a player who had the name removed.

    >>> is_nameless(nameless(1)), is_nameless("Ann"), nameless(0) == nameless(1)
    (True, False, False)
    """
    return f"{_BLANK}{seat + 1}"


def is_nameless(name: str) -> bool:
    """Return whether this is the placeholder of a removed name."""
    return name.startswith(_BLANK)


class MatchError(RulesError):
    """A match that cannot be set up or resumed, or a request to it that it cannot grant."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The player at a seat: a name, and ``person`` or the name of a computer player's level.

    A program that seats players of its own may call their kind as it likes; what no level is called
    is refused when Pegout has to play for it, see :func:`pegout.advance`.

    Raises:
        MatchError: ``bad_name`` or ``bad_text`` for anything but texts.
    """

    name: str
    kind: str = "person"

    def __post_init__(self) -> None:
        for code, what, text in (
            ("bad_name", "the name of a player", self.name),
            ("bad_text", "the kind of a player", self.kind),
        ):
            if not isinstance(text, str):
                raise MatchError(code, f"{what} is a text, not {text!r:.60}")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is settled before the first card; its rules may be the name of a preset.

    Attributes:
        id: the unique name of the match; the commitments of its deals include it.
        rules: the rules of every game.
        seats: the player at each seat, clockwise.
        games: the number of games.
        play_to: if not 0, the match lasts until a side has this many match points, in any number
            of games.
        dealer: the seat that deals first, if settled, whatever ``rules.first_deal`` says;
            ``None`` to follow that.
        event: the event that the match belongs to, for the record.
        date: the date of play, for the record; ISO 8601.
        packs: the id that the commitments of the deals include in place of that of the match.
            Matches of one game with the same dealer, ``packs`` and secrets are dealt the same cards
            and starters: nobody adds to a shuffle, and nobody cuts. This is duplicate; see
            :func:`~pegout.match.plan_deals`.

    Raises:
        MatchError: ``bad_seats``, ``bad_name``, ``bad_text``, ``bad_dealer``, ``bad_length`` or
            ``bad_packs``.
    """

    id: str
    rules: Rules
    seats: tuple[Seated, ...]
    games: int = 1
    play_to: int = 0
    dealer: int | None = None
    event: str = ""
    date: str = ""
    packs: str = ""

    if TYPE_CHECKING:

        def __init__(
            self,
            id: str,
            rules: RulesLike,
            seats: tuple[Seated, ...],
            games: int = 1,
            play_to: int = 0,
            dealer: int | None = None,
            event: str = "",
            date: str = "",
            packs: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))
        object.__setattr__(self, "seats", _seated(self.seats))
        for name in ("games", "play_to", "dealer"):
            number = whole_number(getattr(self, name))
            if number is not None:
                object.__setattr__(self, name, number)
        if len(self.seats) != self.rules.players:
            raise MatchError(
                "bad_seats", f"the rules seat {self.rules.players} players, not {len(self.seats)}"
            )
        _check_texts(self)
        if self.dealer is not None and not _whole(self.dealer, 0, self.rules.players - 1):
            raise MatchError(
                "bad_dealer",
                f"the dealer is a seat from 0 to {self.rules.players - 1}, or None to follow "
                f"first_deal, not {self.dealer!r:.20}",
            )
        if not (_whole(self.games, 1, MAX_GAMES) and _whole(self.play_to, 0, MAX_GAMES)):
            raise MatchError(
                "bad_length",
                f"a match has 1 to {MAX_GAMES} games, or goes to 1 to {MAX_GAMES} points; "
                f"not {self.games!r:.20} games to {self.play_to!r:.20}",
            )
        _check_labels(self)


def _check_texts(setup: Setup) -> None:
    names = [seated.name for seated in setup.seats]
    for name in names:
        if not (name == name.strip() and 0 < len(name) <= MAX_NAME and name.isprintable()):
            raise MatchError(
                "bad_name", f"a name has 1 to {MAX_NAME} printable characters, not {name!r:.60}"
            )
    if len({name.casefold() for name in names}) != len(names):
        raise MatchError("bad_name", f"every player needs a name of their own: {names}")
    for text in (setup.event, setup.date, *(seated.kind for seated in setup.seats)):
        if not isinstance(text, str) or not (
            text == text.strip() and len(text) <= MAX_TEXT and text.isprintable()
        ):
            raise MatchError(
                "bad_text",
                f"a kind, an event and a date are at most {MAX_TEXT} printable characters, "
                f"not {text!r:.60}",
            )


def _check_labels(setup: Setup) -> None:
    fairness.deal_label(setup.id, 1, 0)
    if setup.packs:
        fairness.deal_label(setup.packs, 1, 0)
        if setup.dealer is None or (setup.games, setup.play_to) != (1, 0):
            raise MatchError(
                "bad_packs",
                "packs that other matches share need a settled dealer and one game, "
                f"not dealer={setup.dealer}, games={setup.games}, play_to={setup.play_to}",
            )


def _seated(seats: object) -> tuple[Seated, ...]:
    """Return the players of a match as a tuple."""
    if isinstance(seats, list | tuple) and all(isinstance(one, Seated) for one in seats):
        return tuple(seats)
    raise MatchError(
        "bad_seats",
        "expected the player at each seat, such as (pegout.Seated('Ann'), pegout.Seated('Ben', "
        f"'club')), not {seats!r:.60}",
    )


def _whole(number: object, minimum: int, maximum: int) -> bool:
    return type(number) is int and minimum <= number <= maximum


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """The match began as set up; ``rules_version`` is that of the rules that logged it."""

    setup: Setup
    rules_version: int


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game of the match began; the dealer is ``None`` if the first deal is to be cut for."""

    game: int
    dealer: int | None


@dataclass(frozen=True, slots=True)
class PracticeBegan:
    """The match is practice: it begins at a decision of another match, at a position, or a lesson.

    The cards of that deal have no secret: that of the other match was public, and a position has
    none. A lesson chooses the cards of its deals. The next deals are new.

    Attributes:
        match: the id of the other match; empty where its record has none, and for a position.
        game: the number of the game in it.
        deal: the number of the deal of the decision; in a lesson, of the last deal that it chooses.
        seat: the seat that decides.
        event: the index of the decision among all events of that game, from 0.
        replaced: the seats whose player differs from that match.
        drawn: whether cards of the deal were unknown, and were drawn at random.
        starter_at: the number of cards lifted for the starter, wherever a seat cuts; ``None`` if
            the starter was never cut.
        position: the position, as the seat knows it; empty for a decision of another match.
        lesson: the name of the lesson that chooses the cards; empty where none does.
    """

    match: str
    game: int
    deal: int
    seat: int
    event: int
    replaced: tuple[int, ...]
    drawn: bool
    starter_at: int | None
    position: str = ""
    lesson: str = ""

    def text(self) -> str:
        """Return one line on the origin of the match, for its record.

        >>> PracticeBegan("k7qx", 1, 3, 0, 27, (), True, None).text()
        'k7qx game=1 deal=3 seat=0 event=27 drawn'
        """
        words = [
            f"{LESSON}{self.lesson}" if self.lesson else self.position or self.match,
            *[f"{name}={getattr(self, name)}" for name in ("game", "deal", "seat", "event")],
            "drawn" if self.drawn else "",
        ]
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class PackGiven:
    """A lesson chose the pack of a deal, which no secret decides; for the log alone."""

    deal: int
    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PackPlanned:
    """The pack of a deal is that of another match; for the log alone.

    Attributes:
        deal: the number of the deal.
        secret: its secret, 64 hex digits.
        words: the texts that the seats of the other match added to the shuffle.
        at: the number of cards lifted for the starter; ``None`` if it was never cut.
    """

    deal: int
    secret: str
    words: tuple[str, ...]
    at: int | None


@dataclass(frozen=True, slots=True)
class PositionSet:
    """The game begins at a position, with all its cards; for the log alone."""

    position: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat made the request of this name, which the next entries fulfil; for the log alone.

    A client that does not know whether a request arrived sends it again under the same name. The
    match does not execute it twice.
    """

    seat: int
    request: str


@dataclass(frozen=True, slots=True)
class SecretDrawn:
    """The secret of a pack; it stays in the log until it is revealed."""

    deal: int
    secret: str


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took back its last decision: the entries after number ``to`` no longer count."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Helped:
    """A seat had help with its next decision; for the log alone."""

    seat: int
    help: Help


@dataclass(frozen=True, slots=True)
class Guided:
    """A seat answered a step of a lesson, by its name; for the log alone."""

    seat: int
    step: str
    answer: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over, with these points for each side.

    Several sides may share the win; no side wins where all agreed to stop.
    """

    winners: tuple[int, ...]
    points: tuple[int, ...]


#: The events of a match that are not events of a game.
EVENTS: Final = (
    MatchBegan, GameBegan, PracticeBegan, PackGiven, PackPlanned, PositionSet, Asked, SecretDrawn,
    Undone, Helped, Guided, MatchEnded,
)  # fmt: skip
#: The events of a match that no seat is shown.
LOG_ONLY: Final = (PackGiven, PackPlanned, PositionSet, Asked, SecretDrawn, Helped, Guided)
LogEvent = (
    Event
    | MatchBegan
    | GameBegan
    | PracticeBegan
    | PackGiven
    | PackPlanned
    | PositionSet
    | Asked
    | SecretDrawn
    | Undone
    | Helped
    | Guided
    | MatchEnded
)


class Entry(NamedTuple):
    """One entry of the log: its number, from 1, and its event."""

    number: int
    event: LogEvent


def seen_by(event: LogEvent, seat: int | None) -> LogEvent | None:
    """Return an event of the log as a seat may see it, or ``None`` if the seat may not see it.

    >>> seen_by(SecretDrawn(1, "00" * 32), 0) is None
    True
    """
    if isinstance(event, LOG_ONLY):
        return None
    return event if isinstance(event, EVENTS) else seen(event, seat)


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that count: without those taken back, and without the undo itself."""
    line: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, Undone):
            while line and line[-1].number > entry.event.to:
                line.pop()
        else:
            line.append(entry)
    return line

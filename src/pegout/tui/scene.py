"""The state that the table shows at one moment, as plain values for drawing."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from pegout.cards import Card
from pegout.match import Setup
from pegout.rules import View
from pegout.table.endings import SidePoints
from pegout.table.playback import Count
from pegout.text import Teller, Translator
from pegout.tui.board import Pegs
from pegout.tui.chance_line import ChanceLine
from pegout.tui.option_panel import Panel


class Mode(Enum):
    """What the table waits for: a choice of the seat by its kind, or one of the last four.

    ``POINTS`` are those of a card that is chosen already, and ``COVER`` is the next player.
    """

    READY = "ready"
    CUT_DEAL = "cut_for_deal"
    DISCARD = "discard"
    CUT = "cut"
    PLAY = "play"
    GO = "go"
    CLAIM = "claim"
    ANSWER = "accept"
    MUGGINS = "muggins"
    POINTS = "points"
    WATCH = "watch"
    COVER = "cover"
    OVER = "over"


class Button(NamedTuple):
    """A button: its key, its label and its name."""

    key: str
    label: str
    name: str


class ClickTarget(NamedTuple):
    """A rectangle that responds to the mouse."""

    x: int
    y: int
    width: int
    height: int
    name: str
    value: int = 0

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class LogLine(NamedTuple):
    """A sentence of the log, and the side that it is about."""

    side: int | None
    text: str


@dataclass(frozen=True)
class GameEnding:
    """The end of a game: its summary, memorable feats, the points of each side, and its luck."""

    lines: tuple[str, ...]
    feats: tuple[str, ...]
    points: tuple[SidePoints, ...]
    luck: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One moment of the table.

    Attributes:
        mode: what the table waits for.
        pegs: the pegs of each side, which may be moving.
        log: the sentences of this game so far.
        points: the points for the match, by side.
        says: the text above the buttons: the last sentence, or the prompt.
        problem: the reason why the last request failed.
        word: the current word, under the count.
        count: the hand that is counted in the show.
        lit: cards of the play that score.
        chosen: the selected cards of the hand.
        cursor: the index of the card under the cursor.
        hover: the index of the card under the mouse.
        cut_at: the position of the cut in the pack.
        cuts: the lowest and the highest position, while a person chooses one.
        typed: the digits typed so far, where a number is expected.
        active: the index of the button that Enter presses.
        footer: the keys, as pairs of key and word.
        panel: the panel about a decision, which replaces the log.
        line: the win probability through the game, in a review.
        targets: the areas that respond to the mouse, filled by the drawing.
    """

    setup: Setup
    view: View
    teller: Teller
    mode: Mode = Mode.WATCH
    pegs: tuple[Pegs, ...] = ()
    log: tuple[LogLine, ...] = ()
    points: tuple[int, ...] = ()
    game: int = 1
    says: str = ""
    problem: str = ""
    word: str = ""
    count: Count | None = None
    lit: frozenset[Card] = frozenset()
    hand: tuple[Card, ...] = ()
    chosen: frozenset[Card] = frozenset()
    cursor: int = -1
    hover: int = -1
    cut_at: int = 0
    cuts: tuple[int, int] | None = None
    typed: str = ""
    buttons: tuple[Button, ...] = ()
    active: int = 0
    footer: tuple[tuple[str, str], ...] = ()
    ending: GameEnding | None = None
    panel: Panel | None = None
    line: ChanceLine | None = None
    targets: list[ClickTarget] = field(default_factory=list, compare=False)

    @property
    def t(self) -> Translator:
        """The translator."""
        return self.teller.t

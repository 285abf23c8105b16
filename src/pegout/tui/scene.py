"""What the table shows at one moment, as plain values: everything a drawing needs, nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from pegout.cards import Card
from pegout.match import Setup
from pegout.rules import View
from pegout.text import Teller, Translator
from pegout.tui.board import Pegs
from pegout.tui.chance_line import ChanceLine
from pegout.tui.option_panel import Panel
from pegout.tui.script import Count

__all__ = ["Button", "Finale", "Hit", "LogLine", "Mode", "Scene"]


class Mode(Enum):
    """What the table waits for."""

    WATCH = "watch"
    READY = "ready"
    CUT_DEAL = "cut_deal"
    DISCARD = "discard"
    CUT = "cut"
    PLAY = "play"
    GO = "go"
    POINTS = "points"
    CLAIM = "claim"
    ANSWER = "answer"
    MUGGINS = "muggins"
    COVER = "cover"
    OVER = "over"


class Button(NamedTuple):
    """Something that can be done now: its key, what stands on it, and its name."""

    key: str
    label: str
    name: str


class Hit(NamedTuple):
    """A rectangle that answers to the mouse."""

    x: int
    y: int
    width: int
    height: int
    name: str
    value: int = 0

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class LogLine(NamedTuple):
    """A sentence of the log, and the side whose it is."""

    side: int | None
    text: str


@dataclass(frozen=True)
class Finale:
    """The end of a game: what is said of it, what was memorable, and where points came from."""

    lines: tuple[str, ...]
    feats: tuple[str, ...]
    play: tuple[int, ...]
    hands: tuple[int, ...]
    cribs: tuple[int, ...]


@dataclass(frozen=True)
class Scene:
    """One moment of the table.

    Attributes:
        setup: who plays what.
        view: what may be shown.
        teller: who says it.
        mode: what the table waits for.
        pegs: the pegs of each side, which may be on their way.
        log: the sentences of this game so far.
        points: the points for the match, by side.
        game: the number of the game.
        says: what stands above the buttons: the last sentence, or what is to be done.
        trouble: why the last wish could not be granted.
        word: the word of the moment, under the count.
        count: the hand that is counted in the show.
        lit: cards of the play that score.
        chosen: the cards of the hand that are chosen.
        cursor: which card of the hand the cursor is on.
        hover: which card of the hand the mouse is over.
        place: where the pack would be cut.
        typed: the figures typed so far, where a number is asked for.
        buttons: what can be done now.
        active: which button Enter presses.
        footer: the keys, as pairs of key and word.
        finale: the end of the game.
        panel: what is said of a decision, beside the cards where the log is otherwise.
        line: the chance of winning through the game, in a review.
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
    trouble: str = ""
    word: str = ""
    count: Count | None = None
    lit: frozenset[Card] = frozenset()
    hand: tuple[Card, ...] = ()
    chosen: frozenset[Card] = frozenset()
    cursor: int = -1
    hover: int = -1
    place: int = 0
    typed: str = ""
    buttons: tuple[Button, ...] = ()
    active: int = 0
    footer: tuple[tuple[str, str], ...] = ()
    finale: Finale | None = None
    panel: Panel | None = None
    line: ChanceLine | None = None
    hits: list[Hit] = field(default_factory=list, compare=False)

    @property
    def t(self) -> Translator:
        """The translator."""
        return self.teller.t

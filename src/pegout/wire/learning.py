"""What a player has learnt, and the requests of drills and the daily.

The types of progress are those that :mod:`pegout.school.progress` keeps: a client sends the part
that an answer changes, and receives it changed.
"""

from datetime import date
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from pegout.wire.decision_values import DecisionAdvice
from pegout.wire.http import CountedItem

#: The most items of a drill; those answered last are kept.
MAX_ITEMS: Final = 500
#: The most days of a drill with counts, and of the daily; the latest are kept.
MAX_DAYS: Final = 400
#: The most characters of the text of a question, and of an answer.
MAX_TEXT: Final = 400
#: The most mistakes of one game.
MAX_MISTAKES: Final = 200

DrillName: TypeAlias = Literal["counting", "discards", "play"]
#: How an answer was: ``close`` is not right, and loses little.
Grade: TypeAlias = Literal["wrong", "close", "right"]

_Number: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
_Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=10**9)]
_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
_Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
_Answer: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]


# Progress


class Memory(Struct, frozen=True, forbid_unknown_fields=True):
    """The schedule of an item, in the terms of `fsrs`.

    Attributes:
        due: the day on which to ask it again.
        last: the day of the last answer.
        stability: the days after which it is remembered with a probability of 0.9.
        difficulty: how hard it is to remember, from 1 to 10.
        state: ``learning`` until it was right once, ``review``, or ``relearning`` after it was
            forgotten.
    """

    due: date
    last: date
    stability: Annotated[float, Meta(gt=0, le=1_000_000)]
    difficulty: Annotated[float, Meta(ge=1, le=10)]
    state: Literal["learning", "review", "relearning"]


class RepeatedItem(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that was missed, and when to ask it again.

    Attributes:
        memory: its schedule.
        answers: the number of answers.
        missed: the number of answers that were not right.
        pattern: what it has in common with questions that ask the same; empty for a count.
    """

    memory: Memory
    answers: _Number
    missed: _Number
    pattern: Annotated[str, Meta(max_length=MAX_TEXT)] = ""


class DayCounts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The answers of a drill on a day.

    Attributes:
        answers: the number of answers.
        right: the number of right answers.
        seconds: the time that all answers took.
        errors: the number of errors of each kind.
    """

    answers: _Number = 0
    right: _Number = 0
    seconds: _Seconds = 0.0
    errors: Annotated[dict[_Name, _Number], Meta(max_length=40)] = {}


class DrillProgress(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player has done in a drill.

    Attributes:
        items: the questions that were missed, by their text.
        best: the shortest time of a right answer, in seconds, by the difficulty of the question.
        days: the counts of answers by day.
    """

    items: Annotated[dict[_Text, RepeatedItem], Meta(max_length=MAX_ITEMS)] = {}
    best: Annotated[dict[_Name, _Seconds], Meta(max_length=40)] = {}
    days: Annotated[dict[date, DayCounts], Meta(max_length=MAX_DAYS)] = {}


class DailyResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of a daily.

    Attributes:
        version: the version of the function that made it.
        score: the score, from 0 to 100.
        grades: how each question was answered; empty where that was not kept.
        lost: the points that the deal lost, to a tenth.
    """

    version: Annotated[int, Meta(ge=1, le=1_000)]
    score: Annotated[int, Meta(ge=0, le=100)]
    grades: Annotated[tuple[Grade, ...], Meta(max_length=5)] = ()
    lost: Annotated[float, Meta(ge=0, le=1_000)] = 0.0


class SquaresResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The best result in the cribbage squares of a date.

    Attributes:
        version: the version of the function that made the deal.
        score: the total.
    """

    version: Annotated[int, Meta(ge=1, le=1_000)]
    score: Annotated[int, Meta(ge=0, le=300)]


# Requests


class QuestionWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request for a question of a drill.

    Attributes:
        drill: the name of the drill.
        text: the question, where it is known; empty for a new one.
        filter: what a new question has to be like, in words.
        seed: what a new question follows from; the same seed gives the same question.
    """

    drill: DrillName
    text: Annotated[str, Meta(max_length=MAX_TEXT)] = ""
    filter: Annotated[str, Meta(max_length=100)] = ""
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0


class DrillCard(Struct, frozen=True):
    """A card of the play: who played it, and whether its count is over."""

    card: str
    own: bool
    over: bool


class DrillTable(Struct, frozen=True):
    """The table at which a card is played: the starter, the cards of the play and the count.

    ``says`` has the same in sentences.
    """

    starter: str
    played: list[DrillCard]
    count: int
    says: list[str]


class FilterWord(Struct, frozen=True):
    """A word of a filter, and its name; the empty word restricts nothing."""

    word: str
    name: str


class DrillFilters(Struct, frozen=True):
    """What new questions of a drill can be like.

    Attributes:
        groups: the words of a filter; of each group one is given, and the first one is empty.
        scored: whether a score such as ``84-90`` can be given as well, the own first.
    """

    groups: list[list[FilterWord]]
    scored: bool


class DrillAsked(Struct, frozen=True):
    """A question.

    Attributes:
        drill: the name of the drill.
        text: the text that names the question.
        cards: the cards that are chosen from, the starter of a hand last.
        choosable: those of them that can be chosen.
        starter: whether the last card is the starter of a hand.
        choose: the number of cards to choose; 0 for a count.
        situation: what is known beside the cards and the table, in sentences.
        table: the table, where a card is played.
        task: what is asked.
        difficulty: how difficult it is.
        filters: what new questions of the drill can be like; ``null`` in a daily.
    """

    drill: DrillName
    text: str
    cards: list[str]
    choosable: list[str]
    starter: bool
    choose: int
    situation: list[str]
    table: DrillTable | None
    task: str
    difficulty: Literal["easy", "medium", "hard"]
    filters: DrillFilters | None = None


class AnswerGiven(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question, with the part of the progress that it changes.

    Attributes:
        drill: the name of the drill.
        text: the question.
        answer: a total, combinations separated by commas, or cards.
        day: the player's own calendar day.
        seconds: the time that the answer took; 0 where it was not measured.
        seed: what the reply to a card follows from.
        progress: the item of this question, the counts of this day, and the best time, as far as
            there are any.
    """

    drill: DrillName
    text: _Text
    answer: _Answer
    day: date
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 0.0
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    progress: DrillProgress = DrillProgress()


class AnswerJudged(Struct, frozen=True):
    """What an answer was worth.

    Attributes:
        grade: ``right``, where a tie is right; ``close`` for a small loss; ``wrong``.
        points: the points that were lost, or miscounted.
        items: all that scores, where cards were counted.
        missed: the items of these that were not tapped.
        worthless: the cards that were tapped and score nothing.
        advice: the best options and the chosen one, where cards were chosen.
        says: the answer in sentences.
        phrases: the count aloud.
        reply: what follows a card in the play, in sentences.
        time: the time of a right answer beside the best one, in a sentence; empty where it was not
            measured.
        progress: the changed part of the progress.
    """

    grade: Grade
    points: float
    items: list[CountedItem]
    missed: list[CountedItem]
    worthless: list[list[str]]
    advice: DecisionAdvice | None
    says: list[str]
    phrases: list[str]
    reply: list[str]
    time: str
    progress: DrillProgress


class MistakesMade(Struct, frozen=True, forbid_unknown_fields=True):
    """The mistakes of a reviewed game, to be asked again.

    Attributes:
        positions: the ``position`` of each decision.
        day: the player's own calendar day.
    """

    positions: Annotated[list[_Text], Meta(max_length=MAX_MISTAKES)]
    day: date


class MistakesScheduled(Struct, frozen=True):
    """Mistakes as items, each pattern once and due at once.

    Attributes:
        drills: the items by their drill. One whose pattern a client has already is not to be kept.
    """

    drills: dict[str, DrillProgress]


class ProgressMerge(Struct, frozen=True, forbid_unknown_fields=True):
    """Two values of progress to merge, which a player has chosen to send.

    Attributes:
        own: the progress that the client keeps, as JSON.
        other: that of a file, as JSON.
    """

    own: str
    other: str


class ProgressMerged(Struct, frozen=True):
    """Merged progress.

    Attributes:
        progress: the merged value, as JSON.
        says: what it has, in a sentence.
    """

    progress: str
    says: str


class DailyWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request for the next question of a daily, or for its result.

    Attributes:
        day: the date.
        answers: the answers to the questions so far.
        deal: the answers to the decisions of the deal so far.
        played: the latest days whose daily was played before, for the streak; needed at the end
            alone.
        light: whether the picture at the end is light.
        kept: the result, if it was played before; no question is asked then.
    """

    day: date
    answers: Annotated[list[_Answer], Meta(max_length=5)] = []
    deal: Annotated[list[_Answer], Meta(max_length=8)] = []
    played: Annotated[list[date], Meta(max_length=1_000)] = []
    light: bool = False
    kept: DailyResult | None = None


class DailyStep(Struct, frozen=True):
    """Where a daily stands.

    Attributes:
        questions: the number of questions before its deal.
        question: the next question; ``null`` at the end.
        happened: what has happened in the deal since the last decision, in sentences.
        result: the result at the end; ``null`` before.
        share: the text to share at the end.
        picture: the picture to share at the end, as SVG.
        label: what the picture shows, in words.
        keep: whether it is to be kept: the first of a day that is not before the latest one.
        streak: the number of days in a row, with this one if it is kept.
    """

    questions: int
    question: DrillAsked | None
    happened: list[str]
    result: DailyResult | None = None
    share: str = ""
    picture: str = ""
    label: str = ""
    keep: bool = False
    streak: int = 0


# Cribbage squares


class SquaresWanted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request for where a game of cribbage squares stands.

    Attributes:
        deal: the deal: a date or a number.
        cells: the cell of each card so far, from 0, row by row.
        kept: the best result so far in the deal of a date; needed at the end alone.
    """

    deal: Annotated[str, Meta(min_length=1, max_length=40)]
    cells: Annotated[list[Annotated[int, Meta(ge=0, le=15)]], Meta(max_length=16)] = []
    kept: SquaresResult | None = None


class SquaresLine(Struct, frozen=True):
    """A row or a column.

    Attributes:
        points: its points.
        says: these in a sentence; with the starter, as they are counted aloud.
    """

    points: int
    says: str


class SquaresGrid(Struct, frozen=True):
    """A square of cards.

    Attributes:
        cards: the card in each cell, row by row; empty for a free cell.
        lines: the rows from above, then the columns from the left.
        total: the points of all lines, and for his heels.
    """

    cards: list[str]
    lines: list[SquaresLine]
    total: int


class SquaresStep(Struct, frozen=True):
    """Where a game of cribbage squares stands.

    Attributes:
        card: the card to be placed; empty at the end.
        starter: the starter; empty before the end.
        grid: the square so far.
        says: what is asked, or the result, in sentences.
        result: the best result of the date at the end, to be kept; ``null`` before, and for a deal
            that is no date.
    """

    card: str
    starter: str
    grid: SquaresGrid
    says: list[str]
    result: SquaresResult | None


class SquaresBestWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the best possible result of a deal.

    Attributes:
        deal: the deal: a date or a number.
    """

    deal: Annotated[str, Meta(min_length=1, max_length=40)]


class SquaresBest(Struct, frozen=True):
    """The best possible result of a deal.

    Attributes:
        grid: the square that has it.
        says: the result in sentences.
    """

    grid: SquaresGrid
    says: list[str]

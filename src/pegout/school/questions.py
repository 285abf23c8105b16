"""The questions of drills as plain data: a drill and a text, with which the question is known.

The text of a discard or of a card to play is a position of :mod:`pegout.notation`; that of a count
is its cards. So a question can be stored, sent and asked again without anything else.

>>> wanted = read_filter("discards", "pone traps 84-90")
>>> sorted(wanted.words), wanted.scores
(['pone', 'traps'], (84, 90))
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from pegout.cards import Card
from pegout.review.options import Loss, Option, Options
from pegout.school.errors import SchoolError
from pegout.scoring import Item
from pegout.wire.learning import DrillName, Grade

#: The drills by name.
DRILLS: Final[tuple[DrillName, ...]] = get_args(DrillName)
#: What a round asks: the questions of a drill, or what comes back in all of them.
RoundName: TypeAlias = DrillName | Literal["mistakes"]
ROUNDS: Final[tuple[RoundName, ...]] = (*DRILLS, "mistakes")
#: How difficult a question is; :mod:`pegout.school.difficulty` measures it.
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)

#: The words of a filter by drill: of the words in a group at most one is given.
FILTER_WORDS: Final[Mapping[RoundName, tuple[tuple[str, ...], ...]]] = {
    "counting": (("hand", "crib", "pile"), DIFFICULTIES),
    "discards": (("dealer", "pone"), ("close", "traps"), DIFFICULTIES),
    "play": (("dealer", "pone"), ("last", "end"), DIFFICULTIES),
    "mistakes": (),
}
#: The drills whose questions have a score, which a filter can name.
SCORED: Final[frozenset[RoundName]] = frozenset({"discards", "play"})
#: The target of the games that questions come from.
_TARGET: Final = 121


class DrillQuestion(NamedTuple):
    """A question of a drill, and the text that is its identity."""

    drill: DrillName
    text: str


@dataclass(frozen=True)
class QuestionFilter:
    """What a question has to be like: words, and a score with that of the player first."""

    words: frozenset[str] = frozenset()
    scores: tuple[int, int] | None = None

    def one_of(self, words: tuple[str, ...]) -> str | None:
        """Return the word that is given of a group, if one is."""
        return next((word for word in words if word in self.words), None)

    @property
    def difficulty(self) -> str | None:
        """The difficulty that is wanted, if one is."""
        return self.one_of(DIFFICULTIES)


@dataclass(frozen=True)
class Judgement:
    """What an answer is worth.

    Attributes:
        grade: ``right``, where a tie is right; ``close`` for a small loss; ``wrong``.
        points: the points that were lost, or miscounted.
        errors: the kinds of errors, for the counts of progress.
        items: all that scores, where cards were counted.
        missed: the items of these that were not tapped; empty where a total was given.
        worthless: the cards that were tapped and score nothing.
        options: every option, the best first, where cards were chosen.
        chosen: the option that was chosen.
        loss: the loss of that option against the best.
    """

    grade: Grade
    points: float = 0.0
    errors: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    missed: tuple[Item, ...] = ()
    worthless: tuple[tuple[Card, ...], ...] = ()
    options: Options | None = None
    chosen: Option | None = None
    loss: Loss | None = None

    @property
    def right(self) -> bool:
        """Whether nothing is lost."""
        return self.grade == "right"


def read_filter(drill: RoundName, text: str) -> QuestionFilter:
    """Read the filter of a drill: words and a score such as ``84-90``, separated by spaces.

    Raises:
        SchoolError: ``bad_filter`` for a word that the drill does not know, two words that exclude
            each other, or a score that no game has.
    """
    words, scores = set(), None
    groups = FILTER_WORDS[drill]
    for word in text.lower().split():
        if found := re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", word):
            scores = int(found[1]), int(found[2])
        words.add(word)
    words -= {word for word in words if "-" in word and scores is not None}
    known = {word for group in groups for word in group}
    if not words <= known or (scores is not None and drill not in SCORED):
        raise SchoolError(
            "bad_filter", f"the drill has the filters {', '.join(sorted(known))}; not {text!r:.60}"
        )
    if any(len(words & set(group)) > 1 for group in groups):
        raise SchoolError("bad_filter", f"only one of these can be wanted: {text!r:.60}")
    if scores is not None and max(scores) >= _TARGET:
        raise SchoolError("bad_filter", f"scores are from 0 to {_TARGET - 1}, not {text!r:.60}")
    return QuestionFilter(frozenset(words), scores)

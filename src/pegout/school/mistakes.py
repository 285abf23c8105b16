"""The mistakes of recorded games as questions of the drills, without one pattern twice.

Two questions have one pattern if they differ by an exchange of suits alone, and far from the end
also by the score. A mistake is added to the items of its drill and is due at once; from then on it
comes back like any other item.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import permutations
from typing import Final, TypeAlias

from pegout.cards import Card, parse_cards
from pegout.notation import Record, write_position
from pegout.notation.describe import description_of
from pegout.review.game_review import Verdict, choices, decide
from pegout.rules import Phase, Rules, SeatView
from pegout.school.choices import options_at, view_at
from pegout.school.errors import SchoolError
from pegout.school.play_drill import described
from pegout.school.progress import PlayerProgress, keep_items
from pegout.school.questions import DrillQuestion
from pegout.school.schedule import repeat
from pegout.wire.learning import DrillName, RepeatedItem

_MISTAKES: Final = (Verdict.MISTAKE, Verdict.LARGE_MISTAKE)
#: Switches that change no decision of a deal whose dealer and scores are known.
_NEUTRAL: Final = frozenset({"first_deal", "next_deal", "start_scores"})
#: What two questions of one pattern have in common.
_Pattern: TypeAlias = tuple[object, ...]


def mistakes_of(record: Record, seat: int) -> Iterator[DrillQuestion]:
    """Yield the mistakes of a seat as questions, in the order of the games.

    Raises:
        SchoolError: ``bad_rules`` for games that are not of two by the standard rules.
    """
    changed = set(record.rules.changes()) - _NEUTRAL
    if record.rules.preset != Rules().preset or changed:
        raise SchoolError("bad_rules", "questions are about games of two by the standard rules")
    for game in record.games:
        for choice in choices(record.rules, game):
            if choice.view.seat != seat or choice.claim is not None:
                continue
            reviewed = decide(choice)
            if reviewed is not None and reviewed.verdict in _MISTAKES:
                yield _question(choice.view)


def _question(view: SeatView) -> DrillQuestion:
    drill: DrillName = "discards" if view.phase is Phase.DISCARD else "play"
    return DrillQuestion(drill, write_position(described(view)))


def add_mistakes(
    progress: PlayerProgress, questions: Iterable[DrillQuestion], day: date
) -> PlayerProgress:
    """Return the progress with more mistakes, due on a day; a pattern that is there stays as it is.

    Raises:
        SchoolError: ``bad_question``, ``bad_day``.
    """
    known = {
        pattern_of(DrillQuestion(drill, text))
        for drill in ("discards", "play")
        for text in progress.of(drill).items
    }
    memory = repeat(None, "wrong", day - timedelta(days=1))
    for question in questions:
        pattern = pattern_of(question)
        if pattern not in known:
            known.add(pattern)
            items = {question.text: RepeatedItem(memory, 1, 1)}
            progress = keep_items(progress, question.drill, items)
    return progress


def pattern_of(question: DrillQuestion) -> _Pattern:
    """Return what a question has in common with others that ask the same.

    Raises:
        SchoolError: ``bad_question``.
    """
    view = view_at(question.text)
    said = description_of(view)
    held = [parse_cards(cards) for cards in (said.hand, said.discards, said.starter)]
    played = [None if word in ("go", ".") else Card(word) for word in said.played.split()]
    shapes = []
    for suits in permutations(range(4)):
        exchanged = [tuple(sorted([_exchange(card, suits) for card in cards])) for cards in held]
        moves = tuple([-1 if card is None else _exchange(card, suits) for card in played])
        shapes.append((*exchanged, moves))
    scores = said.scores if options_at(question.text).by_chance else ()
    return (question.drill, said.dealer, scores, min(shapes))


def _exchange(card: Card, suits: tuple[int, ...]) -> int:
    return (card >> 2) * 4 + suits[card & 3]

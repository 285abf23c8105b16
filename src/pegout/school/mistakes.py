"""The mistakes of games as questions of the drills, without one pattern twice.

A mistake is added to the items of its drill and is due at once; from then on it comes back like any
other item.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from pegout.errors import PegoutError
from pegout.notation import GameRecord, Record, seat_to_ask, write_position
from pegout.review.game_numbers import GameNumbers, choices_in_log
from pegout.review.game_review import Verdict, choices, decide
from pegout.rules import SWITCHES, Phase, Rules, SeatView
from pegout.school.errors import SchoolError
from pegout.school.patterns import pattern_of
from pegout.school.play_drill import described
from pegout.school.progress import PlayerProgress, keep_items
from pegout.school.questions import DRILLS, DrillQuestion
from pegout.school.schedule import repeat
from pegout.wire.learning import DrillName, RepeatedItem

_MISTAKES: Final = (Verdict.MISTAKE, Verdict.LARGE_MISTAKE)
#: Switches that change no decision of a deal whose dealer and needs are known.
_NEUTRAL: Final = frozenset(
    {
        *("target", "start_scores", "first_deal", "next_deal"),
        *("counting", "muggins", "missed", "overcount"),
        *("skunks", "skunk_lines", "match_points"),
    }
)


def mistakes_of(record: Record, seat: int) -> Iterator[DrillQuestion]:
    """Review a record, and yield the mistakes of a seat as questions, in the order of the games.

    Raises:
        SchoolError: ``bad_rules`` for games whose decisions are not those of two by the standard
            rules.
    """
    if not can_be_asked(record.rules):
        raise SchoolError("bad_rules", "questions are about games of two by the standard rules")
    for game in record.games:
        for choice in choices(record.rules, game):
            if choice.view.seat != seat or choice.claim is not None:
                continue
            reviewed = decide(choice)
            if reviewed is not None and reviewed.verdict in _MISTAKES:
                yield _question(choice.view)


def mistakes_in(rules: Rules, game: GameRecord, numbers: GameNumbers) -> Iterator[DrillQuestion]:
    """Yield the mistakes of a reviewed game as questions; none for other rules.

    Args:
        rules: the rules of the game.
        game: the game.
        numbers: its review, or only those of its decisions whose mistakes are wanted.
    """
    if not can_be_asked(rules):
        return
    made = choices_in_log(rules, game)
    for decision in numbers.decisions:
        if decision.verdict in _MISTAKES and decision.number in made:
            yield _question(made[decision.number].view)


def mistakes_at(positions: Iterable[str]) -> Iterator[DrillQuestion]:
    """Yield questions about the decisions at positions; those of other rules are left out.

    Raises:
        SchoolError: ``bad_question`` for a text that is no position in which a seat has to decide.
    """
    for text in positions:
        try:
            seen = seat_to_ask(text)
        except PegoutError as error:
            raise SchoolError("bad_question", str(error)) from error
        if can_be_asked(seen.rules):
            yield _question(seen)


def can_be_asked(rules: Rules) -> bool:
    """Return whether discards and cards under these rules are those of two by the standard rules.

    >>> can_be_asked(Rules("half", counting="manual")), can_be_asked(Rules(players=3))
    (True, False)
    """
    usual = Rules()
    changed = {name for name in SWITCHES if getattr(rules, name) != getattr(usual, name)}
    return changed <= _NEUTRAL and rules.target <= usual.target


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
    known = {item.pattern for drill in DRILLS for item in progress.of(drill).items.values()}
    memory = repeat(None, "wrong", day - timedelta(days=1))
    for question in questions:
        pattern = pattern_of(question)
        if pattern not in known:
            known.add(pattern)
            items = {question.text: RepeatedItem(memory, 1, 1, pattern)}
            progress = keep_items(progress, question.drill, items)
    return progress

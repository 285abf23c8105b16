"""Give the first game at a table: its beginning, and its steps in words."""

from collections.abc import Collection
from functools import reduce
from itertools import combinations
from typing import Final

import msgspec

from pegout import text
from pegout.cards import Card
from pegout.match import Entry, Guided, Match, seen_by
from pegout.rules import Phase, SeatView
from pegout.school import first_game
from pegout.school.lesson import Due, LessonState, Moment, after, guide, kept_points
from pegout.scoring import Kind, unchecked
from pegout.table.practice_tables import Beginning, seats_around
from pegout.table.sources import Sources
from pegout.table.state import check_level
from pegout.text import Translator
from pegout.wire.http import LessonWanted
from pegout.wire.table import Guide, GuideItem, GuideStep, Kept

#: The signs of items that are known by their sum.
_SIGNS: Final = {Kind.FIFTEEN: "15", Kind.THIRTY_ONE: "31"}


def begin_lesson(
    request: LessonWanted, t: Translator, offered: Collection[str], sources: Sources
) -> Beginning:
    """Return where a table of the first game begins; nothing of it is left to chance.

    Raises:
        RulesError: ``unknown_level`` where its opponent is not on offer.
    """
    check_level(first_game.LEVEL, offered)
    players = first_game.RULES.players
    seats = seats_around(request.name, first_game.LEARNER, players, first_game.LEVEL, t)
    return Beginning(first_game.begin(), seats, (msgspec.structs.replace(request, key=""),))


def guide_of(match: Match, seat: int, t: Translator) -> Guide | None:
    """Return what the guide tells the learner; ``None`` without a lesson."""
    if match.practice is None or match.practice.lesson != first_game.NAME:
        return None
    state = progress_of(match)
    due = guide(first_game.SCRIPT, moment_of(match, seat), state)
    marked = not state.left and match.view(seat).deal <= first_game.MARKED
    return Guide(
        step=None if due is None else _in_words(due, match, seat, t),
        left=state.left,
        marks=_marks(match.view(seat)) if marked else {},
        warns=None if state.left or marked else first_game.WARNS,
        learnt=[t.text(says) for says in first_game.LEARNT] if _is_finished(match) else [],
    )


def _is_finished(match: Match) -> bool:
    """Return whether the game was played to its last hole."""
    rules = match.setup.rules
    return match.game_over and max(match.view(None).scores) >= rules.target


def moment_of(match: Match, seat: int) -> Moment:
    """Return what a seat knows of a game of a lesson."""
    shown = [(number, seen_by(event, seat)) for number, event in match.effective()]
    log = [Entry(number, event) for number, event in shown if event is not None]
    return Moment(match.view(seat), log)


def progress_of(match: Match) -> LessonState:
    """Return what the learner has answered, from the log of a match."""
    answers = [event for _, event in match.effective() if isinstance(event, Guided)]
    return reduce(
        lambda state, event: after(first_game.SCRIPT, state, event.step, event.answer),
        answers,
        LessonState(),
    )


def _in_words(due: Due, match: Match, seat: int, t: Translator) -> GuideStep:
    step, found = due.step, due.found
    values = {
        name: text.card_name(value, t) if isinstance(value, Card) else value
        for name, value in found.values.items()
    }
    other = match.setup.seats[1 - seat].name
    items = [
        GuideItem(
            [str(card) for card in item.cards],
            text.capital(text.called([item], t)),
            item.points,
        )
        for item in found.items
    ]
    return GuideStep(
        step=step.name,
        says=t.text(step.says, name=other, **values),
        at=found.at,
        anchor=step.anchor,
        way=step.way,
        cards=[str(card) for card in found.cards],
        items=items,
        need=min(step.need, len(items)),
        back=due.back,
        kept=_value_kept(match, seat, t) if step.anchor == "crib" else [],
    )


def _marks(view: SeatView) -> dict[str, str]:
    """Return the sign of what each card in hand would make in the play now."""
    if view.phase is not Phase.PLAY or view.turn != view.seat:
        return {}
    pile = [played.card for played in view.pile]
    marks = {}
    for card in view.playable():
        items = unchecked.score_play([*pile, card])
        if items:
            total = f"+{sum(item.points for item in items)}"
            marks[str(card)] = _SIGNS.get(items[0].kind, total)
    return marks


def _value_kept(match: Match, seat: int, t: Translator) -> list[Kept]:
    """Say for each discard what the cards that are kept are worth."""
    view = match.view(seat)
    if view.phase is not Phase.DISCARD:
        return []
    kept = []
    for away in combinations(view.hand, view.rules.discard_size):
        points = kept_points([card for card in view.hand if card not in away])
        says = t.plural("You keep {n} point.", "You keep {n} points.", points)
        kept.append(Kept([str(card) for card in away], says))
    return kept

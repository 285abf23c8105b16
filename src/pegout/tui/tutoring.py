"""The tutor of both interfaces, which asks once before a mistake."""

from typing import Final

from pegout.rules import Accept, Action, Claim, Discard, Muggins, Play, RulesError
from pegout.table.hints import Question
from pegout.tui.local_seats import LocalSeats
from pegout.tui.settings import TutorSize

#: The time that the screen waits for the tutor, in seconds; after that the action goes ahead.
PATIENCE: Final = 1.5

_DECISIONS: Final = (Discard, Play, Claim, Muggins, Accept)


class TableTutor:
    """A tutor that asks about each choice in a decision once."""

    def __init__(self, local: LocalSeats) -> None:
        self._local = local
        self._asked: set[Action] = set()
        self._decision: object = None

    def question(self, action: Action, minimum: TutorSize) -> Question | None:
        """Return the question whether an action is a mistake, or ``None`` if it goes ahead.

        The tutor warns from the verdict ``minimum`` on, and not at all where it is empty.
        """
        if not (minimum and isinstance(action, _DECISIONS)):
            return None
        try:
            question = self._local.service.question_of(action.seat, tried=action, minimum=minimum)
        except RulesError:
            # Other persons play, or the action is illegal: that is said when it is taken.
            return None
        match, view = self._local.match, question.view
        decision = match.game, view.deal, view.phase, view.hand, len(view.shown), view.claim
        if decision != self._decision:
            self._asked.clear()
        self._decision = decision
        if action in self._asked:
            return None
        self._asked.add(action)
        return question

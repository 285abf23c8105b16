"""The tutor of both interfaces, which asks once before a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.notation import Help
from pegout.rules import Accept, Action, Claim, Discard, Muggins, Play
from pegout.text import Translator
from pegout.text.help_sentences import tutor_words, warning
from pegout.text.reasons import reason
from pegout.tui.hinting import TableHint
from pegout.tui.session import Session

if TYPE_CHECKING:
    from pegout.review.game_review import Reviewed

#: The time that the screen waits for the tutor, in seconds; after that the action goes ahead.
PATIENCE: Final = 1.5

_DECISIONS: Final = (Discard, Play, Claim, Muggins, Accept)


class Doubt(NamedTuple):
    """The tutor's question about an action.

    Attributes:
        asks: the loss, and the question.
        does: the answer that goes ahead.
        why: the options, with the reason.
    """

    asks: str
    does: str
    why: TableHint


class TableTutor:
    """A tutor that asks about each choice in a decision once.

    Args:
        session: the session of the match.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: set[Action] = set()
        self._decision: object = None

    def is_new(self, action: Action, size: str) -> bool:
        """Return whether to check an action; the same action is not checked twice.

        Args:
            action: the action that the player is about to take.
            size: one of :data:`pegout.tui.settings.TUTOR_SIZES`.
        """
        if not (size and self.session.may_hint and isinstance(action, _DECISIONS)):
            return False
        if self.session.match.why_not(action.seat, action) is not None:
            return False
        view, game = self.session.match.view(action.seat), self.session.match.game
        decision = game, view.deal, view.phase, view.hand, len(view.shown), view.claim
        if decision != self._decision:
            self._asked.clear()
        self._decision = decision
        if action in self._asked:
            return False
        self._asked.add(action)
        return True

    def doubt(self, action: Action, size: str, t: Translator) -> Doubt | None:
        """Return the question about an action if its loss is that large; this takes a moment.

        Args:
            action: the action that the player is about to take.
            size: one of :data:`pegout.tui.settings.TUTOR_SIZES` except the empty one.
            t: the translator.
        """
        from pegout.review.game_review import Verdict
        from pegout.review.tutor import check_action

        match, seat = self.session.match, action.seat
        least = Verdict(size.replace("_", " "))
        reviewed = check_action(match.view(seat), action, least, match.if_it_stands(seat))
        return None if reviewed is None else _doubt(reviewed, action, t)

    def noted(self, seat: int) -> None:
        """Record that a seat was warned."""
        self.session.match.note_help(seat, Help.TUTOR, self.session.match.number)


def _doubt(reviewed: Reviewed, action: Action, t: Translator) -> Doubt:
    asks, does = tutor_words(action, t)
    says = f"{warning(reviewed.options, reviewed.loss, t)} {asks}"
    return Doubt(
        says, does, TableHint(reason(reviewed.options, t, reviewed.chosen), reviewed.options)
    )

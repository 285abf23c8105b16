"""What both tables do without being asked: hints for a newcomer, and the next deal.

The question about the latter is asked once, as the game after a first finished one begins.
"""

from collections.abc import Callable
from typing import Final

from pegout.rules import Phase
from pegout.text.pacing import PACING
from pegout.tui.intent import Intent
from pegout.tui.local_seats import LocalSeats
from pegout.tui.settings import Settings

#: The pace at which a count stays where the player's own shows everything at once.
_FASTEST: Final = "quick"
#: The phases of the first deal in which the question is asked.
_EARLY: Final = (Phase.READY, Phase.SHUFFLE, Phase.CUT_FOR_DEAL, Phase.DISCARD)


class UnaskedHints:
    """Hints that come without being asked for: in a first game, or always if the player wants that.

    Args:
        local: the seats of persons at this terminal.
        newcomer: whether the player has not finished a game yet; asked once for each match.
    """

    def __init__(self, local: LocalSeats, newcomer: Callable[[], bool]) -> None:
        self._local = local
        self._newcomer = newcomer
        self._match: tuple[str, bool] = ("", False)
        self._given: object = None

    def due(self, intent: Intent, settings: Settings) -> bool:
        """Return whether to give a hint now: once for each discard and each card with a choice."""
        local = self._local
        if intent.kind not in ("discard", "play") or len(intent.offered_cards) < 2:
            return False
        view = local.match.view(intent.seat)
        decision = local.match.setup.id, local.match.game, view.deal, view.hand
        if decision == self._given:
            return False
        self._given = decision
        # A lesson has a guide, and between persons there are no hints.
        if local.lesson or not local.may_hint:
            return False
        return settings.hints == "on" if settings.hints else self._is_first()

    def _is_first(self) -> bool:
        match_id = self._local.match.setup.id
        if self._match[0] != match_id:
            self._match = match_id, self._newcomer()
        return self._match[1]


def asks_how_to_play(local: LocalSeats, settings: Settings, newcomer: Callable[[], bool]) -> bool:
    """Return whether to ask now what the table may do by itself.

    Args:
        local: the seats of persons at this terminal.
        settings: the player's settings.
        newcomer: whether the player has not finished a game yet.
    """
    if settings.asked_play or local.witness is None or local.match.practice is not None:
        return False
    view = local.view()
    return view.deal <= 1 and view.phase in _EARLY and not newcomer()


def deals_by_itself(local: LocalSeats, settings: Settings) -> bool:
    """Return whether the table deals the cards that are due: not for the cut, nor in a lesson."""
    wanted = settings.auto_deal and local.witness is not None and not local.lesson
    view = local.view()
    return wanted and view.phase is Phase.READY and view.deal > 0


def seconds_before_deal(settings: Settings) -> float | None:
    """Return how long a count stays before the next deal; ``None`` until a key is pressed.

    >>> seconds_before_deal(Settings(pace="slow")), seconds_before_deal(Settings(pace="step"))
    (6.4, None)
    """
    if settings.pace == "step":
        return None
    return PACING.read * (PACING.paces[settings.pace] or PACING.paces[_FASTEST])

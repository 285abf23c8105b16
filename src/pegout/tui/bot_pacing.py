"""How long a computer player seems to think before its card comes.

The time follows the pace of whoever plays here. Beside that it depends on what everybody sees, the
phase and how many cards a seat holds, and on no chance: it tells nothing of the cards. The numbers
are those of the browser (:mod:`pegout.text.pacing`).
"""

from __future__ import annotations

from collections import deque
from statistics import median

from pegout.notation.codec import type_name
from pegout.rules import Action, Phase, View
from pegout.text.pacing import PACING

__all__ = ["Tempo", "moment", "thinking_time"]


class Tempo:
    """How long the persons at this table take for a decision."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=PACING.recent)

    def note(self, action: Action, seconds: float) -> None:
        """Note how long somebody has taken; whoever says go, or cuts, weighs nothing."""
        if type_name(type(action)) in PACING.decisions and seconds >= 0:
            self._times.append(seconds)

    @property
    def seconds(self) -> float:
        """The median of the last decisions, within bounds.

        >>> Tempo().seconds
        1.0
        """
        return min(PACING.most, max(PACING.least, median(self._times or (PACING.unknown,))))


def thinking_time(thinking: str, pace: str, tempo: Tempo, view: View, seat: int) -> float:
    """Give how long a seat seems to think, in seconds.

    Args:
        thinking: what was chosen, one of ``PACING.thinking``.
        pace: the pace of showing.
        tempo: how long the persons here take.
        view: anybody's; only what all of them share is looked at.
        seat: who thinks.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> match = Match(Setup("x", Rules(first_deal="random"), (Seated("Ann"), Seated("Ben"))))
    >>> thinking_time("like_me", "normal", Tempo(), match.view(0), 1)
    0.0
    """
    if thinking == "off" or pace in PACING.timeless:
        return 0.0
    base = PACING.quick if thinking == "quick" else tempo.seconds
    return base * _weight(view, seat)


def _weight(view: View, seat: int) -> float:
    if view.claim is not None:
        return PACING.light
    match view.phase:
        case Phase.PLAY:
            left = view.hand_sizes[seat]
            return PACING.cards[left] if left < len(PACING.cards) else 1.0
        case Phase.DISCARD | Phase.SHOW:
            return 1.0
        case Phase.CUT | Phase.CUT_FOR_DEAL:
            return PACING.light
    return 0.0


def moment(now: float, due: float) -> float:
    """Give when an answer that is there now is heard, if it was to be heard at ``due``.

    An answer that took longer comes at a fixed moment, for its time could tell of cards.

    >>> moment(1.0, 1.5), moment(1.5, 1.5), moment(2.05, 1.5)
    (1.5, 1.5, 2.25)
    """
    late = max(0.0, now - due)
    return due + -(-late // PACING.beat) * PACING.beat

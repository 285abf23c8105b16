"""How long a computer player seems to think before its card comes.

The time follows the pace of whoever plays here. Beside that it depends on what everybody sees, the
phase and how many cards a seat holds, and on no chance: it tells nothing of the cards. The table in
the browser keeps to the same times.
"""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

from pegout.rules import Action, Claim, Discard, Phase, Play, View

__all__ = ["BEAT", "PONDERED", "THINKING", "Tempo", "moment", "thinking_time"]

#: What may be chosen: as long as the person takes, always quick, or not at all.
THINKING: Final = ("like_me", "quick", "off")
#: Where there is something to weigh: nobody ponders a cut.
PONDERED: Final = (Phase.DISCARD, Phase.PLAY, Phase.SHOW)
#: A computer that decides late is heard at the next of such moments, in seconds.
BEAT: Final = 0.25

#: The shortest and the longest that somebody is taken to think, in seconds.
_LEAST: Final = 0.4
_MOST: Final = 2.5
#: What is taken for a person's pace before they have decided anything, in seconds.
_UNKNOWN: Final = 1.0
#: The pace of ``quick``, in seconds.
_QUICK: Final = 0.4
#: How many decisions of a person count.
_RECENT: Final = 9
#: By how many cards are left to choose from: what part of the time a card takes.
_CARDS: Final = {0: 0.6, 1: 0.6, 2: 0.8, 3: 0.9}
#: What part of the time an answer takes that needs little thought: a cut, a claim let stand.
_LIGHT: Final = 0.6
#: The paces that have no time of their own: everything at once, or a key for each step.
_TIMELESS: Final = ("instant", "step")


class Tempo:
    """How long the persons at this table take for a decision."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=_RECENT)

    def note(self, action: Action, seconds: float) -> None:
        """Note how long somebody has taken; whoever says go, or cuts, weighs nothing."""
        if isinstance(action, Discard | Play | Claim) and seconds >= 0:
            self._times.append(seconds)

    @property
    def seconds(self) -> float:
        """The median of the last decisions, within bounds.

        >>> Tempo().seconds
        1.0
        """
        return min(_MOST, max(_LEAST, median(self._times or (_UNKNOWN,))))


def thinking_time(thinking: str, pace: str, tempo: Tempo, view: View, seat: int) -> float:
    """Give how long a seat seems to think, in seconds.

    Args:
        thinking: one of :data:`THINKING`.
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
    if thinking == "off" or pace in _TIMELESS:
        return 0.0
    base = _QUICK if thinking == "quick" else tempo.seconds
    return base * _weight(view, seat)


def _weight(view: View, seat: int) -> float:
    if view.claim is not None:
        return _LIGHT
    match view.phase:
        case Phase.PLAY:
            return _CARDS.get(view.hand_sizes[seat], 1.0)
        case Phase.DISCARD | Phase.SHOW:
            return 1.0
        case Phase.CUT | Phase.CUT_FOR_DEAL:
            return _LIGHT
    return 0.0


def moment(now: float, due: float) -> float:
    """Give when an answer that is there now is heard, if it was to be heard at ``due``.

    An answer that took longer comes at a fixed moment, for its time could tell of cards.

    >>> moment(1.0, 1.5), moment(1.5, 1.5), moment(2.05, 1.5)
    (1.5, 1.5, 2.25)
    """
    late = max(0.0, now - due)
    return due + -(-late // BEAT) * BEAT

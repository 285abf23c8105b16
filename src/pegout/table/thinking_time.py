"""The delay of a computer player's action, so that it appears to think.

The delay follows the pace of the person at this table. Otherwise it depends only on public
information, the phase and the number of cards in a hand, and it is not random: so it reveals
nothing about the cards. The constants are those of the browser (:mod:`pegout.text.pacing`).
"""

from collections import deque
from statistics import median

from pegout.notation.codec import type_name
from pegout.rules import Action, Phase, View
from pegout.text.pacing import PACING


class Tempo:
    """The decision times of the persons at this table."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=PACING.recent)

    def note(self, action: Action, seconds: float) -> None:
        """Record the time of a decision; goes and cuts are ignored."""
        if type_name(type(action)) in PACING.decisions and seconds >= 0:
            self._times.append(seconds)

    @property
    def seconds(self) -> float:
        """The median of the last decisions, within bounds.

        >>> Tempo().seconds
        1.0
        """
        return min(PACING.longest, max(PACING.shortest, median(self._times or (PACING.unknown,))))


def thinking_time(thinking: str, pace: str, tempo: Tempo, view: View, seat: int) -> float:
    """Return the apparent thinking time of a seat, in seconds.

    ``thinking`` is one of ``PACING.thinking``. The view may be that of any seat, because only
    public information is used.

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
    """Return the time at which to show an answer that is available now and was due at ``due``.

    A late answer is delayed to a multiple of a beat, because its time could reveal cards.

    >>> moment(1.0, 1.5), moment(1.5, 1.5), moment(2.05, 1.5)
    (1.5, 1.5, 2.25)
    """
    late = max(0.0, now - due)
    return due + -(-late // PACING.beat) * PACING.beat

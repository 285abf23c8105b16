"""The durations at a table, shared by the terminal and the browser.

A page in the browser contains them (``server/facts.py``; ``js/pacing.js`` reads them), so each is
defined here and nowhere else. All durations are in seconds at the normal pace unless noted.

>>> round(PACING.paces["slow"] * PACING.item, 3)
1.12
>>> PACING.steps["played"]
0.9
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple


class Pacing(NamedTuple):
    """The durations.

    Attributes:
        paces: the factor of each pace, by its name. ``step`` waits for a key or a tap after each
            step, and animates as fast as the normal pace.
        steps: the duration of each event, by the name of its type; other events are skipped.
        card: the additional duration of a deal for each of its cards.
        lift: the time for which the cut pack is shown before the starter is turned.
        item: the duration of one item of a count.
        points: the duration of points of the play, a go or heels.
        total: the duration of a hand's points, after its items.
        corrected: the same for a hand that was counted wrongly, or by hand.
        read: the time for which a count stays before the next cards are dealt automatically.
        thinking: the options for the pauses of computer players: as long as the person's, always
            short, or none.
        timeless: the paces without such pauses.
        decisions: the actions whose duration for a person is measured.
        recent: the number of recent decisions that count.
        unknown: the assumed pace of a person before the first decision.
        shortest: the shortest pause taken from a person's pace.
        longest: the longest such pause.
        quick: the pause with ``quick``.
        cards: the share of the pause for playing a card, by the number of cards left to choose
            from; with more cards, the whole pause.
        light: the share of the pause for an easy response: a cut, or accepting a claim.
        deciding: the phases with a choice to make, in which the screen shows that a player thinks.
        beat: the interval at which late decisions are shown, so that their timing reveals nothing.
    """

    paces: Mapping[str, float]
    steps: Mapping[str, float]
    card: float
    lift: float
    item: float
    points: float
    total: float
    corrected: float
    read: float
    thinking: tuple[str, ...]
    timeless: tuple[str, ...]
    decisions: tuple[str, ...]
    recent: int
    unknown: float
    shortest: float
    longest: float
    quick: float
    cards: tuple[float, ...]
    light: float
    deciding: tuple[str, ...]
    beat: float


#: The durations in use.
PACING: Final = Pacing(
    paces=MappingProxyType({"slow": 1.6, "normal": 1.0, "quick": 0.5, "instant": 0.0, "step": 1.0}),
    steps=MappingProxyType(
        {
            "dealer_cut": 0.9,
            "cut_tied": 1.4,
            "dealer_chosen": 1.2,
            "dealt": 0.4,
            "discarded": 0.5,
            "starter_cut": 1.1,
            "played": 0.9,
            "said_go": 0.9,
            "count_ended": 0.5,
            "hand_shown": 0.9,
            "claimed": 0.9,
            "muggins_called": 1.4,
        }
    ),
    card=0.06,
    lift=0.55,
    item=0.7,
    points=1.1,
    total=1.3,
    corrected=1.5,
    read=4.0,
    thinking=("like_me", "quick", "off"),
    timeless=("instant", "step"),
    decisions=("discard", "play", "claim"),
    recent=9,
    unknown=1.0,
    shortest=0.4,
    longest=2.5,
    quick=0.4,
    cards=(0.6, 0.6, 0.8, 0.9),
    light=0.6,
    deciding=("discard", "play", "show"),
    beat=0.25,
)


def plain_pacing() -> dict[str, Any]:
    """Return the numbers by the names of :class:`Pacing`, in a form that JSON can write.

    >>> plain_pacing()["beat"]
    0.25
    """
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in PACING._asdict().items()
    }

"""How long things take at a table: the numbers that the terminal and the browser share.

A page in the browser carries them (``web/pages.py``; ``js/pacing.js`` reads them), so each stands
here and nowhere else. Everything is in seconds at the normal pace unless it says otherwise.

>>> round(PACING.paces["slow"] * PACING.item, 3)
1.12
>>> PACING.steps["played"]
0.9
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["PACING", "Pacing", "pacing_json"]


class Pacing(NamedTuple):
    """The numbers.

    Attributes:
        paces: what a time is multiplied with, by the name of the pace. ``step`` waits for a key or
            a tap after each step, and moves things as fast as the normal pace.
        steps: how long an event is shown, by the name of its type; others are passed over.
        card: how much longer a deal is shown for each card of it.
        lift: how long the pack is seen taken apart before the starter is turned.
        item: how long one item of a count is shown.
        points: how long points of the play, a go or heels are shown.
        total: how long the points of a hand are shown, behind its items.
        corrected: the same of a hand that was counted wrongly, or by hand.
        thinking: how a player may have computer players take their time: as long as the person
            does, always quickly, or not at all.
        timeless: the paces at which nobody seems to think.
        decisions: the actions over which a person's time is taken.
        recent: how many of a person's decisions count.
        unknown: what is taken for a person's pace before they have decided anything.
        least: the shortest that a person is taken to think.
        most: the longest.
        quick: how long ``quick`` thinks.
        cards: what part of the time a card takes, by how many are left to choose from; with more it
            takes all of it.
        light: what part of the time an answer takes that needs little thought: a cut, a claim let
            stand.
        pondered: the phases in which there is something to weigh, so that thinking is said.
        beat: who decides late is heard at the next of such moments, whose number tells nothing.
    """

    paces: Mapping[str, float]
    steps: Mapping[str, float]
    card: float
    lift: float
    item: float
    points: float
    total: float
    corrected: float
    thinking: tuple[str, ...]
    timeless: tuple[str, ...]
    decisions: tuple[str, ...]
    recent: int
    unknown: float
    least: float
    most: float
    quick: float
    cards: tuple[float, ...]
    light: float
    pondered: tuple[str, ...]
    beat: float


#: The numbers that everybody uses.
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
    thinking=("like_me", "quick", "off"),
    timeless=("instant", "step"),
    decisions=("discard", "play", "claim"),
    recent=9,
    unknown=1.0,
    least=0.4,
    most=2.5,
    quick=0.4,
    cards=(0.6, 0.6, 0.8, 0.9),
    light=0.6,
    pondered=("discard", "play", "show"),
    beat=0.25,
)


def pacing_json() -> str:
    """Give the numbers as JSON, by the names of :class:`Pacing`.

    >>> json.loads(pacing_json())["beat"]
    0.25
    """
    plain = {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in PACING._asdict().items()
    }
    return json.dumps(plain, separators=(",", ":"))

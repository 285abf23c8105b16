"""What may happen in a game of cribbage, and what follows from it.

This package gives the words that everybody may use: rules, actions, events, views and errors. The
truth of a game is in :mod:`pegout.rules.state`, which only the referee and the records import.
"""

from typing import TYPE_CHECKING, Any

from pegout.rules.actions import (
    ENDINGS,
    NATURE,
    Accept,
    Action,
    Claim,
    Commit,
    Cut,
    CutForDeal,
    Discard,
    Go,
    GoOn,
    Muggins,
    Play,
    Ready,
    Resign,
    Reveal,
    Shuffle,
    Stop,
)
from pegout.rules.errors import IllegalAction, RulesError, UnknownRules
from pegout.rules.events import (
    Accepted,
    Claimed,
    Committed,
    Counted,
    CountEnded,
    CutTied,
    DealEnded,
    DealerChosen,
    DealerCut,
    Dealt,
    Discarded,
    Event,
    GameEnded,
    HandShown,
    MugginsCalled,
    Played,
    Resigned,
    Revealed,
    SaidGo,
    SaidReady,
    Scored,
    Shuffled,
    StarterCut,
    StopDeclined,
    StopOffered,
    seen,
)
from pegout.rules.table import (
    DealerCutAt,
    GoSaid,
    Laid,
    Pending,
    Phase,
    Reason,
    Result,
    Shown,
)
from pegout.rules.variant import PRESETS, SWITCHES, Rules, Switches
from pegout.rules.view import SeatView, View
from pegout.versions import RULES_VERSION

__all__ = [
    "ENDINGS",
    "NATURE",
    "PRESETS",
    "RULES_VERSION",
    "SWITCHES",
    "Accept",
    "Accepted",
    "Action",
    "Claim",
    "Claimed",
    "Commit",
    "Committed",
    "CountEnded",
    "Counted",
    "Cut",
    "CutForDeal",
    "CutTied",
    "DealEnded",
    "DealerChosen",
    "DealerCut",
    "DealerCutAt",
    "Dealt",
    "Discard",
    "Discarded",
    "Event",
    "GameEnded",
    "Go",
    "GoOn",
    "GoSaid",
    "HandShown",
    "IllegalAction",
    "Laid",
    "Muggins",
    "MugginsCalled",
    "Pending",
    "Phase",
    "Play",
    "Played",
    "Ready",
    "Reason",
    "Resign",
    "Resigned",
    "Result",
    "Reveal",
    "Revealed",
    "Rules",
    "RulesError",
    "SaidGo",
    "SaidReady",
    "Scored",
    "SeatView",
    "Shown",
    "Shuffle",
    "Shuffled",
    "StarterCut",
    "Stop",
    "StopDeclined",
    "StopOffered",
    "Switches",
    "UnknownRules",
    "View",
    "seen",
]

if not TYPE_CHECKING:  # pragma: no branch

    def __getattr__(name: str) -> Any:
        # The name of an earlier version, for one version more.
        if name != "rules":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from warnings import warn

        message = "pegout.rules.rules(…) is now pegout.Rules(…), with the same arguments"
        warn(message, DeprecationWarning, stacklevel=2)
        return Rules

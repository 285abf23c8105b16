"""What may happen in a game of cribbage, and what follows from it.

This package has the public names: rules, actions, events, views and errors. The full state of a
game is in :mod:`pegout.rules.state`, which only the referee and the records import.
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
    Pending,
    Phase,
    PlayedCard,
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
    "Muggins",
    "MugginsCalled",
    "Pending",
    "Phase",
    "Play",
    "Played",
    "PlayedCard",
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
        # The names of an earlier version, deprecated.
        if name == "Laid":
            from pegout.moved import warn_of

            warn_of("pegout.rules.Laid", "pegout.rules.PlayedCard", 2)
            return PlayedCard
        if name != "rules":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from warnings import warn

        message = "pegout.rules.rules(…) is now pegout.Rules(…), with the same arguments"
        warn(message, DeprecationWarning, stacklevel=2)
        return Rules

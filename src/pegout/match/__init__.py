"""The referee: one match of one or more games as a log of numbered events.

A match takes actions and returns events. It draws the secret of each pack, publishes the
commitment before the deal and the secret after it, acts for seats with automations, adds up the
match points and takes decisions back. It does no input or output. It passes every batch of log
entries to ``keep`` before its state changes, so an entry that was not stored has no effect.

>>> from pegout.fairness import seeded_secrets
>>> from pegout.rules import Ready, Rules
>>> match = Match(
...     Setup("example", Rules(first_deal="chosen"), (Seated("Ann"), Seated("Ben")), dealer=0),
...     secrets=seeded_secrets("example"),
... )
>>> for seat in (0, 1):
...     entries = match.act(seat, Ready(seat))
>>> match.view(1).hand
(Card('7H'), Card('QD'), Card('2D'), Card('KC'), Card('KS'), Card('TS'))
"""

from pegout.match.draft import Automation
from pegout.match.duplicate import plan_deals
from pegout.match.log import (
    EVENTS,
    LOG_ONLY,
    Asked,
    Entry,
    GameBegan,
    Guided,
    Helped,
    LogEvent,
    MatchBegan,
    MatchEnded,
    MatchError,
    PackGiven,
    PackPlanned,
    PositionSet,
    PracticeBegan,
    Seated,
    SecretDrawn,
    Setup,
    Undone,
    effective,
    is_nameless,
    nameless,
    seen_by,
)
from pegout.match.practice import (
    Practice,
    opponents,
    practice,
    practice_lesson,
    practice_position,
)
from pegout.match.referee import Match

__all__ = [
    "EVENTS",
    "LOG_ONLY",
    "Asked",
    "Automation",
    "Entry",
    "GameBegan",
    "Guided",
    "Helped",
    "LogEvent",
    "Match",
    "MatchBegan",
    "MatchEnded",
    "MatchError",
    "PackGiven",
    "PackPlanned",
    "PositionSet",
    "Practice",
    "PracticeBegan",
    "Seated",
    "SecretDrawn",
    "Setup",
    "Undone",
    "effective",
    "is_nameless",
    "nameless",
    "opponents",
    "plan_deals",
    "practice",
    "practice_lesson",
    "practice_position",
    "seen_by",
]

"""The referee: one match of one or more games as a log of numbered events.

A match takes actions and gives events. It draws the secret of each pack, publishes the commitment
before and the secret after it, acts for seats that have things done for them, keeps the score of
the match and takes moves back. It does no input or output: what it logs is handed to ``keep``
before anything has changed, so that what was not stored has not happened.

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
from pegout.match.log import (
    EVENTS,
    Asked,
    Entry,
    GameBegan,
    Helped,
    LogEvent,
    MatchBegan,
    MatchEnded,
    MatchError,
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
from pegout.match.practice import Practice, opponents, practice
from pegout.match.referee import Match

__all__ = [
    "EVENTS",
    "Asked",
    "Automation",
    "Entry",
    "GameBegan",
    "Helped",
    "LogEvent",
    "Match",
    "MatchBegan",
    "MatchEnded",
    "MatchError",
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
    "practice",
    "seen_by",
]

"""Games of the registered levels, played through the referee.

Slow, and for every level and every rule: each player is handed its view, and nothing else.

>>> from pegout.rules import rules
>>> levels = Refereed(("novice", "random"), rules("half", first_deal="chosen"), seed=1)
>>> levels.games(range(2), [0, 1]).scores.max(axis=1)
array([61, 61])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pegout.analysis.groups import MEASURES, Array, Played
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import DealEnded, Dealt, GameEnded, HandShown, Rules, Scored

__all__ = ["Refereed"]

_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


@dataclass(frozen=True, slots=True)
class Refereed:
    """Levels that play through the referee.

    Attributes:
        levels: one for each contestant.
        rules: the rules, with ``first_deal`` chosen: group number modulo players deals first.
        seed: everything follows from it and the number of the group.
    """

    levels: tuple[str, ...]
    rules: Rules
    seed: int

    def games(self, chunk: range, who: list[int]) -> Played:
        """Play one game of each group.

        Args:
            chunk: the numbers of the groups.
            who: the contestant on each side.
        """
        sides = self.rules.sides
        scores = np.zeros((len(chunk), sides), np.int64)
        winners = np.zeros((len(chunk), sides), np.bool_)
        first = np.zeros(len(chunk), np.int64)
        deals = np.zeros(len(chunk), np.int64)
        counted = np.zeros((len(chunk), sides, len(MEASURES), 2), np.int64)
        for at, group in enumerate(chunk):
            match = self._game(group, [self.levels[one] for one in who])
            view = match.view(None)
            scores[at] = view.scores
            winners[at, list(match.results[0].winners)] = True
            first[at] = self.rules.side(group % self.rules.players)
            deals[at] = view.deal
            _count_deals(match.entries, self.rules, counted[at])
        return Played(scores, winners, first, deals, counted)

    def _game(self, group: int, levels: Sequence[str]) -> Match:
        """Play one game to its end, with a level on each side."""
        rules = self.rules
        seats = range(rules.players)
        setup = Setup(
            "arena",
            rules,
            tuple([Seated(f"seat {seat}") for seat in seats]),
            dealer=group % rules.players,
        )
        match = Match(setup, secrets=seeded_secrets(f"{self.seed} {group}"))
        for seat in seats:
            match.automate(seat, _AUTOMATIC)
        players = {seat: create(levels[rules.side(seat)], self.seed) for seat in seats}
        for _ in advance(match, players):
            pass
        return match


def _count_deals(entries: Sequence[Entry], rules: Rules, counted: Array) -> None:
    """Count the points of the deals of a game.

    Args:
        entries: the log of the game.
        rules: the rules.
        counted: int64[sides, len(MEASURES), 2], to be filled.
    """
    sides = range(rules.sides)
    dealing = 0
    play, deal = [0] * rules.sides, [0] * rules.sides
    heels = 0
    shown = False

    def count(side: int, what: str, points: int) -> None:
        counted[side, MEASURES.index(what)] += (1, points)

    def role(side: int) -> str:
        return "dealer" if side == dealing else "pone"

    for _, event in entries:
        match event:
            case Dealt(dealer=dealer):
                dealing = rules.side(dealer)
                play, deal, heels, shown = [0] * rules.sides, [0] * rules.sides, 0, False
            case Scored(seat=seat, reason=reason, points=points):
                side = rules.side(seat)
                deal[side] += points
                if reason in ("play", "go"):
                    play[side] += points
                elif reason == "hand":
                    count(side, f"hand {role(side)}", points)
                elif reason == "crib":
                    count(side, "crib", points)
                elif reason == "heels":
                    heels += points
            case HandShown() if not shown:
                shown = True
                for side in sides:
                    count(side, f"play {role(side)}", play[side])
                count(dealing, "heels", heels)
            case DealEnded():
                for side in sides:
                    count(side, f"points {role(side)}", deal[side])
            case GameEnded():
                return

"""Measures what the expert's choices near the end of the board lose to a whole enumeration.

``python tools/late_choices.py --within 12 --deals 200`` takes deals in which both sides need 12 or
fewer. Throws are held against the search of the play behind every starter, first cards (the pone's
lead, the dealer's answer) against the same search from there: with every hand that the other may
hold and every choice of one's own. The other discards and plays as the solution does, without the
careless shares of what the expert believes. Of throws the chosen one is looked at, and those five
that are best when 80 hands of the other are. Takes some five seconds a deal.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.cards import CARDS
from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.score_tables import THROWS_OF_SIX, Array
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search import workspace as places
from pegout.search.best_response import look
from pegout.search.card_choice import think
from pegout.search.discard_choice import think_throw
from pegout.search.leaf_values import foresee_crib, foresee_show
from pegout.search.model import knowledge
from pegout.search.ranges import believe, believe_discards
from pegout.search.searcher import mind_of
from tools.late_throws import Late, late_deals

RULES: Final = Rules()
ALL_HANDS: Final = 1820
#: At so many hands is looked to find the throws worth a closer look, and so many those are.
FEW_HANDS: Final = 80
RIVALS: Final = 5
JACK: Final = 10


class Parted(NamedTuple):
    """Six cards as they are thrown and kept."""

    thrown: list[int]
    kept: list[int]


def parted(late: Late, throw: int) -> Parted:
    """Take a throw out of the six cards."""
    away = THROWS_OF_SIX[throw]
    cards = late.six.tolist()
    return Parted(
        [cards[place] for place in away],
        [card for place, card in enumerate(cards) if place not in away],
    )


class Judge:
    """Says what a choice is worth, and what the expert chooses."""

    def __init__(self) -> None:
        known = knowledge()
        self.mind = mind_of(RULES, known, cribs_array(RULES))
        self.solved = known.solved

    def choice(self, late: Late) -> int:
        """Give the expert's throw."""
        self._pose(late, heels=False)
        self.mind.ints[places.WITHOUT] = 0
        return int(compiled(think_throw)(places.BY_CHANCES, self.mind, self.solved))

    def worth(self, late: Late, throw: int, hands: int = ALL_HANDS) -> float:
        """Give the chance of winning with a throw, over every starter."""
        seen = set(late.six.tolist())
        found = [
            self._behind(late, throw, starter, hands)
            for starter in range(52)
            if starter not in seen
        ]
        return float(np.mean(found))

    def cards(self, late: Late, throw: int, starter: int, led: list[int]) -> tuple[Array, Array]:
        """Give how often the expert lays each of four cards, and what each is worth.

        Args:
            late: the deal.
            throw: what was thrown.
            starter: the starter.
            led: the card that the other has led, if any.

        Returns:
            float64[4] twice; a card that is like the one before it has nan.
        """
        self._pose(late, heels=starter >> 2 == JACK)
        self._show(late, throw, starter, led)
        floats = self.mind.floats
        ranks = [card >> 2 for card in parted(late, throw).kept]
        self.mind.ints[places.WITHOUT] = 0
        laid = int(compiled(think)(places.BY_CHANCES, self.mind, self.solved))
        shares = np.array([float(rank == laid) for rank in ranks])
        if laid < 0:
            shares = np.array(floats[places.EXPECTED : places.EXPECTED + 4])
        self.mind.ints[places.WITHOUT] = places.OF_CARELESS
        compiled(think)(places.BY_CHANCES, self.mind, self.solved)
        worth = np.array(floats[places.VALUES_OF : places.VALUES_OF + 4])
        again = np.array([False, *[one == other for one, other in pairwise(ranks)]])
        return np.where(again, 0.0, shares), np.where(again, np.nan, worth)

    def _behind(self, late: Late, throw: int, starter: int, hands: int) -> float:
        needs = self._pose(late, heels=starter >> 2 == JACK)
        if min(needs) <= 0:
            return float(needs[0] <= 0)
        self._show(late, throw, starter, [])
        mind, ints, floats = self.mind, self.mind.ints, self.mind.floats
        ints[places.NODE] = ints[places.LEAST] = ints[places.SILENT] = 0
        ints[places.LEFT] = 4
        compiled(believe)(hands, mind, self.solved)
        ints[places.THOUGHT] += 1
        compiled(foresee_show)(mind)
        compiled(believe_discards)(mind)
        compiled(foresee_crib)(mind)
        worth = floats[places.OWN_POINT : places.OTHER_OUT + 1].copy()
        floats[places.OWN_POINT : places.OTHER_OUT + 1] = 0, 0, 1, 0
        ints[places.WINNING] = 1
        own, need = int(ints[places.HELD]), int(ints[places.NEED])
        turn = int(ints[places.DEALS])
        found = compiled(look)(turn, 0, 0, NO_PILE, own, need, 4, 0, mind, self.solved)
        floats[places.OWN_POINT : places.OTHER_OUT + 1] = worth
        return float(found)

    def _pose(self, late: Late, *, heels: bool) -> tuple[int, int]:
        ints, needs = self.mind.ints, RULES.target - late.scores
        needs[late.dealer] -= 2 * heels
        own, other = int(needs[late.seat]), int(needs[1 - late.seat])
        ints[places.DEALS] = int(late.seat == late.dealer)
        ints[places.NEED], ints[places.OTHER_NEED] = own, other
        ints[places.CHANCES], ints[places.WITHOUT] = 1, places.OF_CARELESS
        ints[places.SIX : places.SIX + 6] = late.six
        return own, other

    def _show(self, late: Late, throw: int, starter: int, led: list[int]) -> None:
        ints, (thrown, kept) = self.mind.ints, parted(late, throw)
        ints[places.THROWN : places.THROWN + 2], ints[places.CUT] = thrown, starter
        held = 0
        for card in reversed(kept):
            held = held << 4 | card >> 2
        ints[places.HELD] = held
        ints[places.SHOW] = show_points([CARDS[card] for card in kept], CARDS[starter])
        ints[places.CARDS_LAID] = len(led)
        ints[places.SEEN] = sum(1 << int(card) for card in (*late.six, starter, *led))
        for step, card in enumerate(led):
            ints[places.CARD_LAID + step], ints[places.LAID_BY + step] = card, 1


def throw_cost(judge: Judge, late: Late) -> float:
    """Say what the expert's throw loses, as a part of a game."""
    mine = judge.choice(late)
    first = [judge.worth(late, throw, FEW_HANDS) for throw in range(15)]
    rivals = [throw for throw in np.argsort(first)[::-1].tolist() if throw != mine][:RIVALS]
    worth = [judge.worth(late, throw) for throw in (mine, *rivals)]
    return max(worth) - worth[0]


def card_cost(judge: Judge, late: Late, luck: np.random.Generator) -> float | None:
    """Say what the first card loses, with a starter and a lead by chance; None without a choice."""
    throw = judge.choice(late)
    unseen = luck.permutation(np.setdiff1d(np.arange(52), late.six)).tolist()
    starter = next(card for card in unseen if card >> 2 != JACK)
    led = [card for card in unseen if card != starter][: int(late.seat == late.dealer)]
    shares, worth = judge.cards(late, throw, starter, led)
    if np.isfinite(worth).sum() < 2:
        return None
    return float(np.nanmax(worth) - np.nansum(shares * worth))


def main() -> None:
    """Read the arguments, and print what choices lose."""
    parser = argparse.ArgumentParser(description="What choices lose near the end of the board.")
    parser.add_argument("--within", type=int, default=12, help="what both sides need at most")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if not 0 < asked.within <= places.LATE:
        parser.error(f"expected --within from 1 to {places.LATE}, not {asked.within}")
    judge, luck = Judge(), np.random.default_rng(asked.seed)
    found: dict[str, list[float]] = {}
    lates = late_deals(asked.within, asked.deals, asked.seed)
    for at, late in enumerate(lates, 1):
        role = "dealer" if late.seat == late.dealer else "pone"
        card = card_cost(judge, late, luck)
        if card is not None:
            found.setdefault(f"{role}, first card", []).append(100 * card)
        found.setdefault(f"{role}, throw", []).append(100 * throw_cost(judge, late))
        click.echo(f"\r{at} of {len(lates)}", nl=at == len(lates), err=True)
    for name, per_cent in sorted(found.items()):
        error = 1.96 * np.std(per_cent, ddof=1) / np.sqrt(len(per_cent))
        click.echo(f"{name}: {np.mean(per_cent):.3f} % of a game ±{error:.3f}, {len(per_cent)}")


if __name__ == "__main__":
    main()

"""Measures what the expert's choices near the end of the board lose against a full enumeration.

``python -m tools.late_choices --within 12 --deals 200`` takes deals in which both sides need 12 or
fewer. It compares discards with the search of the play behind every starter, and first cards (the
pone's lead, the dealer's reply) with the same search from there. Both enumerate every hand that the
opponent may hold and every choice of one's own. The opponent discards, leads and plays by the
solved strategies, without the careless shares that the expert assumes. Of the discards it compares
the chosen one with the five that are best against 80 hands of the opponent, and counts how often
the best of all would be called an error. Takes some five seconds a deal.

``--cards`` leaves out the discards, which takes most of that time, and also says what first cards
would lose if the solved play decided within another margin of the best.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.cards import CARDS
from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.review.option_values import ties_of_two
from pegout.rules import Rules
from pegout.scoring import show_points
from pegout.search.best_response import best_response_value
from pegout.search.building_arrays import workspace_of
from pegout.search.card_choice import (
    WINNING,
    choose_rank,
    draw_rank,
    fill_distributions,
    own_shares,
    situation,
)
from pegout.search.discard_choice import choose_discard, value_wins
from pegout.search.hands import pack
from pegout.search.history import shares_at
from pegout.search.model import knowledge
from pegout.search.play import PlayState
from pegout.search.ranges import believe, signs_of
from pegout.search.workspace import (
    BY_WIN_PROBABILITY,
    FIRST_SLACK,
    LATE,
    NO_RANKS,
    OF_CARELESS,
    OPPONENT,
    OWN,
    SLACK,
    Facts,
    Workspace,
)
from tools.late_deals import Late, late_deals
from tools.measure import arguments, count_items, mean_and_error

RULES: Final = Rules()
ALL_HANDS: Final = 1820
#: The hands that select the discards worth a closer look, and the number of those discards.
FEW_HANDS: Final = 80
RIVALS: Final = 5
#: The margins within which the solved play might decide between first cards.
MARGINS: Final = (0.0, 0.002, FIRST_SLACK, SLACK)
JACK: Final = 10


class Parted(NamedTuple):
    """Six cards, split into the discards and the cards kept."""

    discarded: list[int]
    kept: list[int]


def split_hand(late: Late, discard: int) -> Parted:
    """Split the six cards by a discard."""
    away = DISCARDS_OF_SIX[discard]
    cards = late.six.tolist()
    return Parted(
        [cards[index] for index in away],
        [card for index, card in enumerate(cards) if index not in away],
    )


class CardChoice(NamedTuple):
    """The choice of a first card.

    Attributes:
        shares: float64[4], how often the expert plays each card.
        worth: float64[4], the value of each. A card of the rank of the card before has the share 0
            and the value nan.
        seen: float64[4], the same as the expert sees it, with careless shares.
        solved: float64[4], how often the solved play plays each card; all 0 where it has no entry.
    """

    shares: Array
    worth: Array
    seen: Array
    solved: Array

    def lost(self, shares: Array) -> float:
        """Return what is lost by playing each card so often."""
        return float(np.nanmax(self.worth) - np.nansum(shares * self.worth))

    def within(self, margin: float) -> Array:
        """Return how often each card is played if the solved play decides within a margin."""
        close = self.seen >= np.nanmax(self.seen) - margin
        shares = np.where(close, self.solved, 0.0)
        if not shares.any():
            shares = np.where(self.seen == np.nanmax(self.seen), 1.0, 0.0)
        return np.asarray(shares / shares.sum())


class Judge:
    """Computes the value of a choice, and the expert's choice."""

    def __init__(self) -> None:
        known = knowledge()
        self.space = workspace_of(RULES, known, cribs_array(RULES))
        self.solved = known.solved
        every = self.space.effort._replace(hands=np.full(15, ALL_HANDS, np.int64))
        self.space_of_all = self.space._replace(effort=every)

    def choice(self, late: Late) -> int:
        """Return the expert's discard."""
        facts = self._facts(late, heels=False)
        return int(compiled(choose_discard)(BY_WIN_PROBABILITY, facts, self.space))

    def seen(self, late: Late) -> Array:
        """Return the chance that hints and reviews show for each discard."""
        compiled(value_wins)(self._facts(late, heels=False), self.space)
        return np.array(self.space.discarding.values)

    def worth(self, late: Late, discard: int, hands: int = ALL_HANDS) -> float:
        """Return the chance of winning with a discard, over every starter."""
        seen = set(late.six.tolist())
        found = [
            self.behind(late, discard, starter, hands)
            for starter in range(52)
            if starter not in seen
        ]
        return float(np.mean(found))

    def cards(self, late: Late, discard: int, starter: int, led: list[int]) -> CardChoice:
        """Return how often the expert plays each of four cards, and the value of each.

        Args:
            late: the deal.
            discard: the number of the discard.
            starter: the starter.
            led: the card that the opponent led, if any.
        """
        before = self._facts(late, heels=starter >> 2 == JACK)
        facts = self._shown(before, late, discard, starter, led)
        ranks = [card >> 2 for card in split_hand(late, discard).kept]
        solved = self._solved_shares(facts)
        played = self._rank(facts, self.space)
        seen = np.array(self.space.choice.values)
        shares = np.array([float(rank == played) for rank in ranks])
        if played < 0:
            shares = np.array(self.space.choice.shares)
        self._rank(facts._replace(left_out=OF_CARELESS), self.space_of_all)
        worth = np.array(self.space.choice.values)
        again = np.array([False, *[first == second for first, second in pairwise(ranks)]])
        shares, solved = (np.where(again, 0.0, each) for each in (shares, solved))
        worth, seen = (np.where(again, np.nan, each) for each in (worth, seen))
        return CardChoice(shares, worth, seen, solved)

    def lead(self, late: Late, discard: int, starter: int, luck: np.random.Generator) -> int:
        """Draw a lead of the opponent: a hand of its range, and a card by the solved strategy."""
        facts = self._shown(self._facts(late, heels=False), late, discard, starter, [])
        space, solved = self.space, self.solved
        facts = facts._replace(left_out=OF_CARELESS)
        number = compiled(believe)(ALL_HANDS, facts, 4, 0, 0, 4, signs_of(space), solved)
        weights = np.array(space.range.weight[:number])
        hand = int(luck.choice(space.range.held[:number], p=weights / weights.sum()))
        shares = space.choice.shares
        compiled(shares_at)(0, hand, 4, 0, 0, shares, space.sets, solved)
        rank = int(compiled(draw_rank)(space.sets.ranks[hand], luck.random(), shares))
        unseen = np.setdiff1d(np.arange(4 * rank, 4 * rank + 4), [*late.six, starter])
        return int(luck.choice(unseen))

    def _solved_shares(self, facts: Facts) -> Array:
        here = compiled(situation)(BY_WIN_PROBABILITY, facts, self.space, self.solved)
        known = compiled(own_shares)(here.play, self.space, self.solved)
        return np.array(self.space.choice.shares) if known else np.zeros(4)

    def _rank(self, facts: Facts, space: Workspace) -> int:
        return int(compiled(choose_rank)(BY_WIN_PROBABILITY, facts, space, self.solved))

    def behind(self, late: Late, discard: int, starter: int, hands: int) -> float:
        """Return the value of a discard behind a starter, against so many hands."""
        before = self._facts(late, heels=starter >> 2 == JACK)
        if min(before.need, before.opponent_need) <= 0:
            return float(before.need <= 0)
        facts = self._shown(before, late, discard, starter, [])._replace(left_out=OF_CARELESS)
        space, solved = self.space, self.solved
        number = compiled(believe)(hands, facts, 4, 0, 0, 4, signs_of(space), solved)
        compiled(fill_distributions)(facts, number, 4, 0, space)
        turn = OPPONENT if facts.role == Role.DEALER else OWN
        play = PlayState(
            turn, 0, -1, 0, NO_PILE, facts.held, 4, facts.need, facts.opponent_need, 0
        )  # fmt: skip
        return float(compiled(best_response_value)(play, number, facts, WINNING, space, solved))

    def _facts(self, late: Late, *, heels: bool) -> Facts:
        needs, nothing = RULES.target - late.scores, np.zeros(0, np.int8)
        needs[late.dealer] -= 2 * heels
        own, other = int(needs[late.seat]), int(needs[1 - late.seat])
        role = Role.DEALER if late.seat == late.dealer else Role.PONE
        six = np.array(late.six, np.int8)
        return Facts(
            int(role), own, other, 1, 0, 0, 0, NO_RANKS, 52, 0, 0, 0, 0, six, nothing, nothing
        )

    def _shown(self, facts: Facts, late: Late, discard: int, starter: int, led: list[int]) -> Facts:
        discarded, kept = split_hand(late, discard)
        return facts._replace(
            first=discarded[0],
            second=discarded[1],
            held=pack([card >> 2 for card in kept]),
            starter=starter,
            show=show_points([CARDS[card] for card in kept], CARDS[starter]),
            seen=sum(1 << int(card) for card in (*late.six, starter, *led)),
            steps=len(led),
            played=np.array(led, np.int8),
            by=np.ones(len(led), np.int8),
        )


class DiscardCost(NamedTuple):
    """What a discard loses.

    Attributes:
        lost: what the expert's discard loses, as a part of a game.
        blamed: whether the best discard would be called an error.
    """

    lost: float
    blamed: bool


def discard_cost(judge: Judge, late: Late) -> DiscardCost:
    """Compare the expert's discard, and the values that a player sees, with the full search."""
    mine, seen = judge.choice(late), judge.seen(late)
    first = [judge.worth(late, discard, FEW_HANDS) for discard in range(15)]
    rivals = [discard for discard in np.argsort(first)[::-1].tolist() if discard != mine][:RIVALS]
    worth = {discard: judge.worth(late, discard) for discard in (mine, *rivals)}
    best = max(worth, key=worth.__getitem__)
    blamed = float(seen.max() - seen[best]) > ties_of_two().chance
    return DiscardCost(worth[best] - worth[mine], blamed)


class CardCost(NamedTuple):
    """What a first card loses, and how much higher the expert sees the chance with the best.

    Attributes:
        lost: what the expert's card loses, as a part of a game.
        by_margin: what it would lose with each margin.
        above: the chance with the best card as the expert sees it, less its value.
    """

    lost: float
    by_margin: list[float]
    above: float


def card_cost(judge: Judge, late: Late, luck: np.random.Generator) -> CardCost | None:
    """Compare the first card for a random starter; None without a choice."""
    discard = judge.choice(late)
    unseen = luck.permutation(np.setdiff1d(np.arange(52), late.six)).tolist()
    starter = next(card for card in unseen if card >> 2 != JACK)
    led = [judge.lead(late, discard, starter, luck)] if late.seat == late.dealer else []
    choice = judge.cards(late, discard, starter, led)
    if np.isfinite(choice.worth).sum() < 2:
        return None
    by_margin = [choice.lost(choice.within(margin)) for margin in MARGINS]
    above = float(np.nanmax(choice.seen) - np.nanmax(choice.worth))
    return CardCost(choice.lost(choice.shares), by_margin, above)


def main() -> None:
    """Read the arguments, and print what choices lose."""
    asked = arguments(__doc__, within=12, deals=200, seed=1, cards=False)
    if not 0 < asked.within <= LATE:
        raise SystemExit(f"expected --within from 1 to {LATE}, not {asked.within}")
    judge, luck = Judge(), np.random.default_rng(asked.seed)
    found: dict[str, list[float]] = {}
    above: list[float] = []
    blamed = 0
    lates = late_deals(asked.within, asked.deals, asked.seed)
    for late in count_items(lates):
        role = "dealer" if late.seat == late.dealer else "pone"
        card = card_cost(judge, late, luck)
        if card is not None:
            found.setdefault(f"{role}, first card", []).append(100 * card.lost)
            above.append(100 * card.above)
            for margin, lost in zip(MARGINS, card.by_margin, strict=True):
                name = f"{role}, first card with a margin of {100 * margin:.1f} %"
                found.setdefault(name, []).append(100 * lost)
        if asked.cards:
            continue
        cost = discard_cost(judge, late)
        blamed += cost.blamed
        found.setdefault(f"{role}, discard", []).append(100 * cost.lost)
    for name, per_cent in sorted(found.items()):
        mean, error = mean_and_error(per_cent)
        click.echo(f"{name}: {mean:.3f} % of a game ±{1.96 * error:.3f}, {len(per_cent)}")
    click.echo(f"the best first card is seen {np.mean(above):+.2f} % higher than it is")
    if not asked.cards:
        click.echo(f"the best discard is called an error: {blamed} of {len(lates)}")


if __name__ == "__main__":
    main()

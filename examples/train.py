"""An agent that learns two-player cribbage from scratch, by playing against itself.

It needs numpy and Pegout, and is faster where numba is installed:

    python examples/train.py --deals 2000000 --seed 1 --save weights.npz
    python examples/train.py --load weights.npz --evaluate 20000

Its input is what a seat at the table sees, which actions are legal, and the points that follow. It
does not know what a fifteen, a pair or a run is. It values an action by a sum of weights, one for
each feature of the action: for a discard, the ranks it keeps and the ranks it discards; for a card,
its rank with the count, with the cards before it and with those left in the hand. Learning moves
every weight towards the result of the action: the points of its side less the opponent's up to the
end of the deal.

Two parts of the result that an action cannot change are subtracted first. This changes no mean and
removes most of the noise: for a card in the play, the show; for a discard, the opponent's hand.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pegout.cards import VALUES
from pegout.env import FIRST_DISCARD, BatchedEnv, Seen, as_policy, decode
from pegout.evaluation import cribs_array
from pegout.kernel import DISCARD, PLAY, count_shows, discards_of
from pegout.rules import Rules
from pegout.simulation import play_games

Array = NDArray[Any]
Floats = NDArray[np.float32]

RULES: Final = Rules()
OPPONENTS: Final = ("random", "blind-greedy", "greedy", "lookahead")
#: The number of tables, played in lockstep.
TABLES: Final = 2048
#: No card, as a card and as a rank.
NO_CARD, NO_RANK = 52, 13
#: The value of each rank in a count.
VALUE_OF: Final = np.array([VALUES[rank * 4] for rank in range(13)] + [0])
#: The places of the cards that each discard gives away and keeps.
DISCARDED: Final = np.array(discards_of(RULES))
KEPT: Final = np.array(
    [[at for at in range(6) if at not in discard] for discard in DISCARDED.tolist()]
)
#: The places of the other three cards of a hand of four.
OTHERS: Final = np.array([[at for at in range(4) if at != one] for one in range(4)])

# The features of an action ------------------------------------------------------------------------


@dataclass
class Facts:
    """The features of actions, as the numbers of their weights; each has its own block of them."""

    columns: list[Array]
    size: int = 0

    def add(self, number: Array, size: int) -> None:
        self.columns.append(number + self.size)
        self.size += size

    def stacked(self) -> Array:
        return np.stack(np.broadcast_arrays(*self.columns), axis=-1)


def mixed(parts: Array, base: int) -> Array:
    """Combine the numbers in the last axis into one."""
    return parts @ base ** np.arange(parts.shape[-1])


def facts_of_discards(seen: Seen) -> Facts:
    """Return [n, 15, facts] for seats that have to discard."""
    ranks, suits = seen.dealt >> 2, seen.dealt & 3
    kept, discarded = ranks[:, KEPT], ranks[:, DISCARDED]
    own = (seen.dealer == 0)[:, None] * 1
    suited = (suits[:, DISCARDED[:, 0]] == suits[:, DISCARDED[:, 1]]) * 1
    flush = (suits[:, KEPT] == suits[:, KEPT[:, :1]]).all(axis=-1) * 1
    facts = Facts([])
    facts.add(mixed(kept, 13) * 2 + own, 2 * 13**4)
    facts.add((mixed(discarded, 13) * 2 + suited) * 2 + own, 4 * 13**2)
    facts.add(flush * 2 + own, 4)
    facts.add(((kept == 10).any(-1) * 2 + (discarded == 10).any(-1)) * 2 + own, 8)
    return facts


def facts_of_cards(seen: Seen, hand: Array) -> Facts:
    """Return [n, 4, facts] for seats in the play, one row for each card of the hand."""
    rows, played = np.arange(len(hand)), (seen.played < NO_CARD).sum(axis=1)
    ranks = np.where(hand < NO_CARD, hand >> 2, NO_RANK)
    before = np.where(seen.played < NO_CARD, seen.played >> 2, NO_RANK)

    def back(steps: int) -> Array:
        at = played - steps
        found: Array = np.where(at >= seen.pile, before[rows, np.maximum(at, 0)], NO_RANK)
        return found[:, None]

    last, second, third = back(1), back(2), back(3)
    count = seen.count[:, None]
    after = np.minimum(count + VALUE_OF[ranks], 31)
    # Whether the opponent has said go, so that the last card of the count is the seat's own.
    passed = ((played > seen.pile) & (seen.by[rows, played - 1] == 0))[:, None] * 1
    theirs = 4 - (seen.by == 1).sum(axis=1)[:, None]
    leads = (played == 0)[:, None] * 1
    others = ranks[:, OTHERS]
    facts = Facts([])
    facts.add(ranks * 32 + count, 14 * 32)
    facts.add((ranks * 14 + last) * 2 + passed, 14**2 * 2)
    facts.add((ranks * 14 + last) * 14 + second, 14**3)
    facts.add(((ranks * 14 + last) * 14 + second) * 14 + third, 14**4)
    facts.add((after * 5 + theirs) * 2 + passed, 32 * 5 * 2)
    facts.add((ranks * 5 + theirs) * 2 + leads, 14 * 5 * 2)
    facts.add(mixed(np.sort(others, axis=-1), 14) * 2 + (theirs > 0), 14**3 * 2)
    for other in np.moveaxis(others, -1, 0):
        facts.add(after * 14 + other, 32 * 14)
        facts.add(ranks * 14 + other, 14 * 14)
    return facts


# Weights ------------------------------------------------------------------------------------------


class Sum:
    """A value that is the sum of the weights of the features."""

    #: The smallest learning rate, for weights with many updates.
    FLOOR: Final = 1e-3
    #: The learning rate of a weight is this over its number of updates.
    YOUTH: Final = 8.0

    def __init__(self, size: int) -> None:
        self.weights = np.zeros(size)
        self.seen = np.zeros(size)

    def values(self, facts: Array) -> Array:
        found: Array = self.weights[facts].sum(axis=-1)
        return found

    def learn(self, facts: Array, targets: Array) -> None:
        """Move weights towards targets: far at first, and less with every update."""
        errors = targets - self.values(facts)
        flat, size = facts.ravel(), len(self.weights)
        times = np.bincount(flat, minlength=size)
        total = np.bincount(flat, np.repeat(errors, facts.shape[-1]), minlength=size)
        self.seen += times
        rate = np.maximum(self.FLOOR, self.YOUTH / np.maximum(self.seen, 1))
        self.weights += total / facts.shape[-1] * np.minimum(rate, 1 / np.maximum(times, 1))


@dataclass
class Choice:
    """Choices in some games, and their features.

    Attributes:
        rows: the numbers of the games.
        actions: the actions.
        facts: [rows, facts].
        open: whether there was more than one option.
    """

    rows: Array
    actions: Array
    facts: Array
    open: Array


class Agent:
    """Values discards and cards, and takes the best."""

    def __init__(self) -> None:
        nobody = np.zeros(1, np.int64)
        steps = np.full((1, 8), NO_CARD)
        self._empty = Seen(
            phase=nobody, dealer=nobody, turn=nobody, scores=np.zeros((1, 2), np.int64),
            dealt=np.arange(6)[None], discarded=np.full((1, 2), NO_CARD), starter=nobody,
            played=steps, by=steps, pile=nobody, count=nobody,
        )  # fmt: skip
        self.discards = Sum(facts_of_discards(self._empty).size)
        self.cards = Sum(facts_of_cards(self._empty, steps[:, :4]).size)

    def __call__(self, observations: Floats, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose the best actions, without noise; opponents in games meet only this."""
        actions = np.zeros(len(observations), np.int64)
        for choice in self.choices(decode(observations, RULES), masks):
            actions[choice.rows] = choice.actions
        return actions

    def choices(
        self,
        seen: Seen,
        masks: NDArray[np.bool_],
        chance: np.random.Generator | None = None,
        heat: float = 0.0,
    ) -> Iterator[Choice]:
        """Choose, with ``heat`` points of noise for exploration."""

        def best(values: Array) -> Array:
            if chance is not None:
                values = values + heat * chance.gumbel(size=values.shape)
            found: Array = values.argmax(axis=1)
            return found

        rows = np.flatnonzero(seen.phase == DISCARD)
        if len(rows):
            facts = facts_of_discards(seen.rows(rows)).stacked()
            at = best(self.discards.values(facts))
            yield Choice(rows, FIRST_DISCARD + at, facts[np.arange(len(at)), at], at >= 0)
        rows = np.flatnonzero(seen.phase == PLAY)
        if len(rows):
            hand = hands(seen.rows(rows))
            facts = facts_of_cards(seen.rows(rows), hand).stacked()
            fits = (hand < NO_CARD) & masks[rows[:, None], np.minimum(hand, NO_CARD - 1)]
            at = best(np.where(fits, self.cards.values(facts), -np.inf))
            several = fits.sum(axis=1) > 1
            here = np.arange(len(at))
            yield Choice(rows, hand[here, at], facts[here, at], several)

    def save(self, path: Path) -> None:
        np.savez_compressed(path, discards=self.discards.weights, cards=self.cards.weights)

    def load(self, path: Path) -> None:
        with np.load(path) as found:
            # Files of an older version have another name for the discards.
            discards = "throws" if "throws" in found else "discards"
            for name, part in ((discards, self.discards), ("cards", self.cards)):
                if name not in found or found[name].shape != part.weights.shape:
                    raise ValueError(f"{path} has no weights of this agent; train it again")
                part.weights = found[name]


def hands(seen: Seen) -> Array:
    """Return int[n, 4], the cards that seats hold, from low to high, padded with no card."""
    gone = np.concatenate((seen.discarded, np.where(seen.by == 0, seen.played, NO_CARD)), axis=1)
    left = np.where((seen.dealt[:, :, None] == gone[:, None]).any(axis=-1), NO_CARD, seen.dealt)
    return np.sort(left, axis=1)[:, :4]


# Learning -----------------------------------------------------------------------------------------


class Diary:
    """The choices of the deals in progress, until their results are known."""

    def __init__(self, slots: int, facts: int) -> None:
        self.facts = np.zeros((TABLES, slots, facts), np.int64)
        self.before = np.zeros((TABLES, slots))
        self.sign = np.zeros((TABLES, slots))
        self.open = np.zeros((TABLES, slots), np.bool_)

    def note(self, choice: Choice, slots: Array, before: Array, sign: Array) -> None:
        rows = choice.rows
        self.facts[rows, slots] = choice.facts
        self.before[rows, slots] = before[rows]
        self.sign[rows, slots] = sign[rows]
        self.open[rows, slots] = choice.open

    def close(self, rows: Array, totals: Array) -> tuple[Array, Array]:
        """Return the features of the choices, and the points of their seats from then on.

        Args:
            rows: the games whose deal is over.
            totals: [rows, 1 or slots], the points of seat 0 less those of seat 1 so far.
        """
        known = self.open[rows]
        points = (totals - self.before[rows]) * self.sign[rows]
        self.open[rows] = False
        return self.facts[rows][known], points[known]


class Trainer:
    """Trains an agent that plays both seats of many tables."""

    def __init__(self, seed: int) -> None:
        self.agent = Agent()
        self.tables = BatchedEnv(TABLES, seed, rules=RULES)
        self.chance = np.random.default_rng(seed)
        self.deals = 0
        #: The points of seat 0 less those of seat 1, since the beginning.
        self.ahead = np.zeros(TABLES)
        empty = self.agent._empty
        self.discards = Diary(2, len(facts_of_discards(empty).columns))
        self.cards = Diary(8, len(facts_of_cards(empty, np.full((1, 4), NO_CARD)).columns))

    def step(self, heat: float) -> None:
        """Take an action at every table, and learn from the deals that it ends."""
        observations, masks, seats = self.tables.observe()
        seen = decode(observations, RULES)
        sign = np.where(seats == 0, 1.0, -1.0)
        actions = np.zeros(TABLES, np.int64)
        for choice in self.agent.choices(seen, masks, self.chance, heat):
            rows = choice.rows
            actions[rows] = choice.actions
            if seen.phase[rows[0]] == DISCARD:
                self.discards.note(choice, seats[rows], self.ahead, sign)
            else:
                played = (seen.played[rows] < NO_CARD).sum(axis=1)
                self.cards.note(choice, played, self.ahead, sign)
        batch = self.tables.batch
        deal, dealer = batch.deal.copy(), batch.dealer.copy()
        cards = (batch.dealt.copy(), batch.discarded.copy(), batch.starter.copy())
        rewards, done = self.tables.step(actions)
        self.ahead += rewards[:, 0]
        # The end of the game cuts its last deal short, so that deal is no use for learning.
        over = np.flatnonzero((batch.deal != deal) & ~done)
        if len(over):
            self._learn(over, dealer[over], *[part[over] for part in cards])
        self.discards.open[done] = self.cards.open[done] = False

    def _learn(
        self, over: Array, dealer: Array, dealt: Array, discarded: Array, starter: Array
    ) -> None:
        """Learn from completed deals, with all their cards."""
        gone = (dealt[..., None] == discarded[:, :, None]).any(axis=-1)
        kept = dealt[~gone].reshape(-1, 2, 4)
        hand = [count_shows(kept[:, seat], starter).astype(np.int64) for seat in (0, 1)]
        crib = count_shows(discarded.reshape(-1, 4), starter, crib=True) * np.where(
            dealer == 0, 1, -1
        )
        show = hand[0] - hand[1] + crib
        ahead = self.ahead[over][:, None]
        self.agent.cards.learn(*self.cards.close(over, ahead - show[:, None]))
        without = ahead + np.stack((hand[1], -hand[0]), axis=1)
        self.agent.discards.learn(*self.discards.close(over, without))
        self.deals += len(over)


def heat_at(progress: float) -> float:
    """Return the noise in points: much at first, and always a little."""
    return max(0.15, 1.5 * (1 - 1.5 * progress))


def train(options: argparse.Namespace) -> Agent:
    trainer = Trainer(options.seed)
    spent = progress = 0.0
    reported = 0
    while progress < 1:
        began = time.process_time()
        trainer.step(heat_at(progress))
        spent += time.process_time() - began
        minutes, deals = spent / 60, trainer.deals
        progress = minutes / options.minutes if options.minutes else deals / options.deals
        if int(progress * options.reports) > reported:
            reported = int(progress * options.reports)
            print(f"{deals:,} deals in {spent:.0f} s: ", end="")
            pairs = min(options.evaluate, 1000)
            evaluate(trainer.agent, ("random", "greedy", "lookahead"), pairs)
    return trainer.agent


# Measuring ----------------------------------------------------------------------------------------


def evaluate(agent: Agent, opponents: Sequence[str], pairs: int) -> None:
    """Print the agent's win rate in pairs of games with the same packs.

    The two change seats in the second game of a pair. The pairs are independent, so the interval of
    95 % is that of the mean of their results.
    """
    told, policy, cribs = [], as_policy(agent), cribs_array(RULES)
    for opponent in opponents:
        # A seed that --seed cannot reach, so that no training sees these packs.
        seed = 2**61 + pairs
        first = play_games([policy, opponent], pairs, seed, rules=RULES, cribs=cribs)
        second = play_games([opponent, policy], pairs, seed, rules=RULES, cribs=cribs)
        wins = (first.winners[:, 0] * 1.0 + second.winners[:, 1]) / 2
        half = 1.96 * wins.std() / np.sqrt(pairs)
        told.append(f"{opponent} {wins.mean():.1%} ± {half:.1%}")
    print("wins against " + ", ".join(told), flush=True)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="An agent learns cribbage for two from nothing, and is measured."
    )
    parser.add_argument("--seed", type=int, default=1, help="what everything follows from")
    parser.add_argument("--deals", type=int, default=2_000_000, help="deals to learn from")
    parser.add_argument("--minutes", type=float, default=0.0, help="of one core, in place of deals")
    parser.add_argument("--reports", type=int, default=10, help="how often to say how it goes")
    parser.add_argument("--evaluate", type=int, default=5000, help="pairs of games at the end")
    parser.add_argument("--save", type=Path, help="where to put the weights, an .npz")
    parser.add_argument("--load", type=Path, help="weights to measure, without any training")
    options = parser.parse_args(given)
    if not 0 <= options.seed < 2**61:
        parser.error(f"expected a seed from 0 to 2**61 - 1, not {options.seed}")
    if options.deals < 1 or options.minutes < 0 or options.reports < 0 or options.evaluate < 1:
        parser.error("expected --deals and --evaluate from 1, --minutes and --reports from 0")
    return options


def main(given: Sequence[str] | None = None) -> None:
    options = arguments(given)
    if options.load:
        agent = Agent()
        agent.load(options.load)
    else:
        agent = train(options)
    if options.save:
        agent.save(options.save)
    evaluate(agent, OPPONENTS, options.evaluate)


if __name__ == "__main__":
    main()

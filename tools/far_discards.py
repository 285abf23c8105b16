"""Compares the values of discards far from the end with games that are played out.

``python -m tools.far_discards --worlds 10000 --resume far.jsonl`` deals 30 hands at scores
below 60 and takes the best discard of each and one of the next three. Both are played out by two
experts to the end of the game, in the same worlds: hands of the opponent, starters and later deals.
Each world is played with both discards, so 10,000 worlds of a hand are 20,000 games. The difference
of the two chances of winning is compared with the difference that hints and reviews show. Finished
chunks are in the resume file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.cards import Card, format_cards
from pegout.kernel import DISCARD, OVER
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.score_tables import Array
from pegout.review.discard_analysis import analyse
from pegout.rules import Rules
from pegout.runs import Run
from tools.late_deals import FIRST_DISCARD, Late, choose_cards, place_deals
from tools.measure import RESUMABLE, arguments, root_mean_square, sums_of

RULES: Final = Rules()
HANDS: Final = 30
#: The scores are below this.
FAR: Final = 60
#: The number of worlds that are played side by side.
_AT_ONCE: Final = 250


class Pair(NamedTuple):
    """Two discards of a hand.

    Attributes:
        late: the deal.
        discards: the numbers of the discard that is shown as the best, and of another.
        shown: the difference of their chances of winning, as it is shown.
        tied: whether they are called a tie.
    """

    late: Late
    discards: tuple[int, int]
    shown: float
    tied: bool


@cache
def pairs(number: int, seed: int) -> list[Pair]:
    """Deal hands, and choose two discards of each."""
    luck = Random(seed)
    return [_pair(luck, at) for at in range(number)]


def _pair(luck: Random, at: int) -> Pair:
    six = sorted(luck.sample(range(52), 6))
    dealer, scores = at % 2, [luck.randrange(FAR) for _ in range(2)]
    late = Late(0, dealer, np.array(scores), np.array(six))
    cards = [Card(card) for card in six]
    options = analyse(cards, RULES, dealer=dealer, scores=scores).options
    other = options.options[luck.randint(1, 3)]
    discards = [_number(six, option.cards) for option in (options.best, other)]
    loss = options.loss(other)
    return Pair(late, (discards[0], discards[1]), options.best.chance - other.chance, loss.tied)


def _number(six: Sequence[int], cards: Sequence[Card]) -> int:
    away = sorted([six.index(int(card)) for card in cards])
    return [list(positions) for positions in DISCARDS_OF_SIX].index(away)


def play_out(chunk: range, number: int, worlds: int, seed: int) -> dict[str, Array]:
    """Play some worlds out; return by hand in how many none, the second, the first and both won.

    Args:
        chunk: the numbers of the worlds, hand by hand.
        number: the number of hands.
        worlds: the number of worlds of a hand.
        seed: the seed of the hands and worlds.
    """
    found = np.zeros((number, 4), np.int64)
    every = pairs(number, seed)
    for hand in range(chunk.start // worlds, (chunk.stop - 1) // worlds + 1):
        first = max(chunk.start, hand * worlds)
        many = min(chunk.stop, (hand + 1) * worlds) - first
        won = _won(every[hand], many, np.random.default_rng([seed, hand, first]))
        found[hand] += np.bincount(2 * won[0] + won[1], minlength=4)
    return {"won": found.ravel()}


def _won(pair: Pair, worlds: int, chance: np.random.Generator) -> Array:
    """Play worlds out with both discards: return int64[2, worlds], 1 where the game is won."""
    batch = place_deals(pair.late, worlds, 2, chance)
    deal, mine = batch.deal.copy(), np.repeat(pair.discards, worlds)
    while (batch.phase != OVER).any():
        rows = np.flatnonzero(batch.phase != OVER)
        actions = np.zeros(len(batch), np.int64)
        actions[rows] = choose_cards(batch, "expert", rows)
        own = (batch.phase == DISCARD) & (batch.seat == pair.late.seat) & (batch.deal == deal)
        actions[own] = FIRST_DISCARD + mine[own]
        batch.step(actions)
    won = batch.scores[:, pair.late.seat] >= RULES.target
    return np.asarray(won.reshape(2, worlds), np.int64)


def line_of(pair: Pair, won: Array) -> str:
    """Return the line of a hand."""
    found, error = difference(won)
    six = format_cards([Card(card) for card in pair.late.six.tolist()])
    shown = f"shown {100 * pair.shown:5.2f} %{' (a tie)' if pair.tied else ''}"
    return f"{six}  {shown:22} played {100 * found:5.2f} % ±{100 * error:.2f}"


def difference(won: Array) -> tuple[float, float]:
    """Return the difference of the shares of games won, and its standard error."""
    number = won.sum()
    found = (won[2] - won[1]) / number
    return float(found), float(np.sqrt(((won[1] + won[2]) / number - found**2) / number))


def main() -> None:
    """Read the arguments, play the games, and print the differences."""
    asked = arguments(__doc__, hands=HANDS, worlds=10_000, seed=1, **RESUMABLE)
    request = {"hands": asked.hands, "worlds": asked.worlds, "seed": asked.seed}
    run = Run(
        "far discards", request, play_out, tuple(request.values()),
        total=asked.hands * asked.worlds, chunk=_AT_ONCE, unit="worlds",
        needs=("pegout", "rules", "numba"),
    )  # fmt: skip
    found = sums_of(asked, run)["won"].reshape(-1, 4)
    away, errors = [], []
    for pair, won in zip(pairs(asked.hands, asked.seed), found, strict=True):
        click.echo(line_of(pair, won))
        played, error = difference(won)
        away.append(pair.shown - played)
        errors.append(error)
    rms, noise = root_mean_square(away), root_mean_square(errors)
    click.echo(
        f"differences: {100 * np.mean(away):+.2f} % on average, {100 * rms:.2f} % (root mean "
        f"square), of which {100 * noise:.2f} % is the luck of the games"
    )


if __name__ == "__main__":
    main()

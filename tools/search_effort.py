"""Measures what the two-player expert loses by searching over fewer hands of the opponent.

``python -m tools.search_effort --games 500`` plays games of two experts in the kernel. Where the
score matters it chooses the first card of a seat in a deal with all 1,820 hands and with fewer. The
loss is the difference of the two choices in their values over all hands; the losses of both seats
add up over a game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

import click
import numpy as np

from pegout.kernel import OVER
from pegout.kernel.jit import compiled, jit
from pegout.kernel.layout import DISCARD
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.building_arrays import search_of
from pegout.search.card_choice import begin, is_choice, weigh
from pegout.search.decisions import encode
from pegout.search.hands import held_size
from pegout.search.workspace import BY_WIN_PROBABILITY, LATE, NOTHING, Effort, Search
from pegout.simulation import POLICIES, Batch
from pegout.simulation.game_loops import row_of
from pegout.simulation.policies.registry import knowledge_for, roles_array
from tools.measure import arguments

RULES: Final = Rules()
EXPERT: Final = POLICIES["expert"]
EVERY: Final = 1820
FEWER: Final = (40, 80, 120, 180, 240, 455)
#: The kinds of choices, by the numbers that the function below returns.
KINDS: Final = ("", "first card, the score matters", "first card, the game may end")


@jit
def card_values(at: int, way: int, games: Any, ground: Any, search: Any, values: Any) -> int:
    """Write the value of each card, and return the kind of choice; 0 for none of them."""
    game = row_of(games, at)
    facts = encode(game, ground, int(game.state[0].seat), way)
    if not facts.score_matters or held_size(facts.held) < 4:
        return 0
    task = begin(BY_WIN_PROBABILITY, facts, search.space, search.solved)
    weigh(task, facts, search.space, search.solved)
    for index in range(4):
        if is_choice(task.play, index):
            values[index] = search.space.choice.values[index]
    return 2 if max(facts.need, facts.opponent_need) <= LATE else 1


def effort_of(hands: int) -> Effort:
    """Return a search over this many hands of every size."""
    return Effort(np.full(15, hands, np.int64))


class Comparison:
    """Adds up losses, by the kind of choice and the number of hands."""

    def __init__(self) -> None:
        self.means = roles_array(None, [EXPERT], RULES)
        known = knowledge_for(None, [EXPERT], RULES)
        assert known is not None, "the expert searches with what is shipped"
        self.search = search_of(RULES, known, self.means)
        self.choices: Counter[str] = Counter()
        self.lost: defaultdict[tuple[str, int], float] = defaultdict(float)

    def look(self, batch: Batch, row: int) -> None:
        """Compare the choices in a row of a batch."""
        kind, worth = self._values(batch, row, EVERY)
        if not kind:
            return
        self.choices[kind] += 1
        for hands in FEWER:
            chosen = self._values(batch, row, hands)[1]
            self.lost[kind, hands] += float(worth.max() - worth[chosen.argmax()])

    def _values(self, batch: Batch, row: int, hands: int) -> tuple[str, Array]:
        """Return the kind of choice, and the value of each card."""
        space = self.search.space._replace(effort=effort_of(hands))
        search, values = Search(space, self.search.solved), np.full(4, NOTHING)
        if batch.phase[row] == DISCARD:
            return KINDS[0], values
        ground = batch.ground._replace(cribs=self.means)
        plays = EXPERT.numbers(RULES)[1]
        kind = compiled(card_values)(row, plays, batch.games, ground, search, values)
        return KINDS[kind], values

    def lines(self, games: int) -> Iterator[str]:
        """Yield the lines of the table, in thousandths of a game."""
        for (kind, hands), lost in sorted(self.lost.items()):
            share = self.choices[kind] / games
            yield f"{kind:32} {share:5.2f} a game  {hands:4} hands  {1000 * lost / games:6.3f}"


def compare(games: int, seed: int) -> Comparison:
    """Play games of two experts, and compare their choices."""
    batch, comparison = Batch(games, seed), Comparison()
    actions = np.zeros(games, np.int64)
    while (batch.phase != OVER).any():
        rows = np.flatnonzero(batch.phase != OVER)
        for row in rows:
            comparison.look(batch, int(row))
        actions[rows] = batch.choose(EXPERT, rows)
        batch.step(actions)
    return comparison


def main() -> None:
    """Print what fewer hands cost, in thousandths of a game."""
    chosen = arguments(__doc__, games=500, seed=1)
    for line in compare(chosen.games, chosen.seed).lines(chosen.games):
        click.echo(line)


if __name__ == "__main__":
    main()

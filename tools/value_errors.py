"""Measures the errors that advice gives for the values of two-player decisions.

``python -m tools.value_errors --deals 50`` deals hands, plays them at the level ``club``, and
measures

* how far the values of cards change where the opponent is never careless;
* how far what two discards peg differs in play-outs from the solved play, how much of the solved
  play's difference the play-outs explain, and how much a switch of the play changes it;
* how far what two cards peg differs, in play-outs and in a search against an opponent who looks
  one card ahead, from the best response to the solved play;
* how often the solved play plays the cards that have a positive share in it, and how many of those
  that it plays often enough are worth nearly as much as the best.

Differences are from the best option. Takes some two seconds a deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import click
import numpy as np

from pegout.cards import CARDS
from pegout.evaluation.crib_means import cribs_array
from pegout.players import create
from pegout.players.expert import facts_of
from pegout.review.estimated_options import play_out_cards, play_out_discards
from pegout.review.option_values import HANDS, options_of
from pegout.review.options import EVEN, PLAYED, Options
from pegout.rules import Cut, Phase, Ready, Rules, SeatView, Shuffle
from pegout.rules.engine import apply
from pegout.rules.state import new_game, to_act
from pegout.rules.view import view
from pegout.search.array_searcher import ArraySearcher
from pegout.search.model import knowledge, knowledge_under
from pegout.search.workspace import OF_CARELESS
from tools.measure import arguments, root_mean_square

RULES: Final = Rules()
#: The number of the best discards to compare.
BEST: Final = 5


def decisions(deals: int, seed: int) -> Iterator[SeatView]:
    """Yield what each seat sees in some deals when it has a choice."""
    luck = Random(seed)
    players = [create("club", seat) for seat in (0, 1)]
    for number in range(deals):
        state = new_game(RULES, number % 2)
        pack = tuple(luck.sample(CARDS, 52))
        low = luck.choice((0, 60, 100))
        state = state.having(scores=(low + luck.randrange(15), low + luck.randrange(15)))
        for action in (Ready(0), Ready(1), Shuffle(pack)):
            state, _ = apply(state, action)
        while state.phase in (Phase.DISCARD, Phase.CUT, Phase.PLAY):
            if state.phase is Phase.CUT:
                state, _ = apply(state, Cut(state.cutter, 10))
                continue
            seat = min(to_act(state))
            seen = view(state, seat)
            yield seen
            state, _ = apply(state, players[seat].choose(seen))


def from_best(values: Sequence[float]) -> list[float]:
    """Return the differences of the later values from the first."""
    return [value - values[0] for value in values[1:]]


def told(name: str, differences: Sequence[float], unit: str = "points") -> None:
    """Print the root mean square and the largest of some differences."""
    largest = np.abs(differences).max()
    click.echo(f"{name}: {root_mean_square(differences):.4f} {unit}, at most {largest:.3f}")


class Measured:
    """The measurements so far."""

    def __init__(self) -> None:
        known = knowledge()
        cribs = cribs_array(RULES)
        self.search = ArraySearcher(RULES, known, cribs)
        unsolved = knowledge_under(Rules(lowball=True), known).solved
        self.blind = ArraySearcher(RULES, known._replace(solved=unsolved), cribs)
        self.pegs: list[float] = []
        self.pegs_played: list[float] = []
        self.switched: dict[str, list[float]] = {"go_stacks_on_31": [], "runs_in_play": []}
        self.points: dict[str, list[float]] = {"played out": [], "searched": []}
        self.careless: dict[str, list[tuple[float, float]]] = {"leads": [], "later cards": []}
        self.shares: list[float] = []
        self.less: list[float] = []

    def discard(self, seen: SeatView, options: Options) -> None:
        """Compare the best discards."""
        best = options.options[:BEST]
        kept = [[card for card in seen.dealt if card not in option.cards] for option in best]
        self.pegs += from_best([option.play for option in best])
        # The explained share is measured here, so the play-outs are needed without it.
        here = np.array(play_out_discards(seen, kept).points)
        self.pegs_played += from_best(here.tolist())
        for name, rules in (
            ("go_stacks_on_31", Rules(go_stacks_on_31=True)),
            ("runs_in_play", Rules(runs_in_play=False)),
        ):
            there = np.array(play_out_discards(replace(seen, rules=rules), kept).points)
            self.switched[name] += from_best((there - here).tolist())

    def card(self, seen: SeatView, options: Options) -> None:
        """Compare the cards."""
        order = [option.cards[0] >> 2 for option in options.options]
        solved = from_best([option.play for option in options.options])
        facts = facts_of(seen)
        blind = self.blind.card_values(facts, HANDS)
        by_rank = dict(zip(blind.ranks, blind.points, strict=True))
        searched = from_best([by_rank[rank] for rank in order])
        played = from_best(play_out_cards(seen, order).points)
        self.points["searched"] += np.subtract(searched, solved).tolist()
        self.points["played out"] += np.subtract(played, solved).tolist()
        self.shares += [option.share for option in options.options if option.share > 0]
        others = [option for option in options.options[1:] if option.share >= PLAYED]
        self.less += [options.best.points - option.points for option in others]
        own = self.search.card_values(facts, HANDS)
        sure = self.search.card_values(facts._replace(left_out=OF_CARELESS), HANDS)
        moved = []
        for mine, other in ((own.points, sure.points), (own.wins, sure.wins)):
            differences = np.subtract(mine, other)
            top = int(np.argmax(mine))
            moved.append(np.delete(differences - differences[top], top).tolist())
        self.careless["later cards" if seen.played else "leads"] += zip(*moved, strict=True)

    def tell(self) -> None:
        """Print every measurement."""
        for name, moved in self.careless.items():
            points, chances = zip(*moved, strict=True)
            told(f"{name}, against one who is never careless", points)
            click.echo(f"half of them by no more than {np.median(np.abs(points)):.3f}")
            told(f"{name}, against one who is never careless", chances, "of a game")
        solved, played = np.array(self.pegs), np.array(self.pegs_played)
        share = float(solved @ played / (played @ played))
        told("discards, solved", self.pegs)
        click.echo(f"discards, explained by so much of what was played out: {share:.2f}")
        told("discards, unexplained", (solved - share * played).tolist())
        for name, found in self.switched.items():
            told(f"discards, changed by {name}", found)
        for name, found in self.points.items():
            told(f"cards, {name}", found)
        often = np.mean(np.array(self.shares) >= PLAYED)
        click.echo(f"cards of the solved play that it plays once in twenty times: {often:.3f}")
        even = np.mean(np.array(self.less) <= EVEN)
        click.echo(f"of these, worth at most {EVEN} points less than the best: {even:.3f}")


def main() -> None:
    """Deal, compare and print."""
    chosen = arguments(__doc__, deals=50, seed=1)
    measured = Measured()
    for seen in decisions(chosen.deals, chosen.seed):
        options = options_of(seen)
        if options is not None and options.kind == "discard":
            measured.discard(seen, options)
        elif options is not None:
            measured.card(seen, options)
    measured.tell()


if __name__ == "__main__":
    main()

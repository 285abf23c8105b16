"""A player that searches: it tries each card in deals that it may be in, and plays the best.

python examples/search_player.py --games 20 --against casual
"""

from __future__ import annotations

import argparse

import pegout
from pegout.players import chance


class MonteCarlo:
    """Plays the card after which its side gains most, on average over sampled deals."""

    def __init__(self, seed: int = 0, deals: int = 8) -> None:
        self.seed, self.deals = seed, deals
        self.level = pegout.create_player("lookahead", seed)

    def choose(self, view: pegout.SeatView) -> pegout.Action:
        if view.phase is not pegout.Phase.PLAY or len(view.legal) == 1:
            return self.level.choose(view)
        luck = chance(self.seed, view)
        states = [pegout.sample_from_range(view, luck) for _ in range(self.deals)]
        gains = {
            action: sum(self.gain(state, view, action) for state in states) for action in view.legal
        }
        return max(gains, key=gains.__getitem__)

    def gain(self, state: pegout.State, view: pegout.SeatView, action: pegout.Action) -> int:
        """Play a deal to its end after an action, and return the lead of the side of the view."""
        match = pegout.Match.from_position(state)
        match.act(view.seat, action)
        players = dict.fromkeys(range(view.rules.players), self.level)
        for _ in pegout.advance(match, players):
            if match.view(None).deal > view.deal:
                break
        scores = match.view(None).scores
        return 2 * scores[view.side] - sum(scores)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--against", default="casual", help="a level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--luck-adjusted", action="store_true")
    asked = parser.parse_args()
    result = pegout.play_matchup(
        [MonteCarlo, asked.against], asked.games, asked.seed, luck_adjusted=asked.luck_adjusted
    )
    rate = result.contestants[0].win_rate
    print(f"{rate.mean:.3f} of {result.games} games, from {rate.low:.3f} to {rate.high:.3f}")
    if result.adjusted is not None:
        less = result.adjusted.rates[0]
        print(f"less luck {less.mean:.3f}, from {less.low:.3f} to {less.high:.3f}")


if __name__ == "__main__":
    main()

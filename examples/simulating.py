"""Play thousands of games with mirrored deals, and count a million hands; needs the extra `fast`.

python examples/simulating.py 100000
"""

from __future__ import annotations

import sys

import numpy as np

import pegout
from pegout.kernel import count_shows, deal


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 2_000
    found = pegout.simulate(["lookahead", "greedy"], games=games, seed=1, workers=1)
    rate = found.contestants[0].win_rate
    print(f"looking one card ahead wins {100 * rate.mean:.2f} % of {found.games} games", end=" ")
    print(f"({100 * rate.low:.2f} to {100 * rate.high:.2f})")

    dealt = deal(games, seed=1)
    # Hands are sorted: this pone always discards the two highest cards.
    points = count_shows(dealt.hands[:, 1, :4], dealt.starters)
    print(f"the four lowest of six cards count {np.mean(points):.2f} on average")


if __name__ == "__main__":
    main(sys.argv[1:])

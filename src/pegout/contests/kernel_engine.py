"""Games and deals of policies, played by the kernel.

It is a hundred times faster than the referee where numba is installed, with the same numbers where
it is not.

>>> from pegout.simulation import POLICIES
>>> from pegout.rules import Rules
>>> policies = Compiled((POLICIES["blind"], POLICIES["random"]), Rules("half"), seed=1)
>>> policies.games(range(2), [0, 1]).scores.max(axis=1).tolist()
[61, 61]
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from pegout.contests.mirrored_games import GamesPlayed, Groups, lead_of, seating
from pegout.contests.statistics import MEASURES
from pegout.evaluation import cribs_array
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.simulation import SUMS, FunctionPolicy, Games, Policy, play_deals, play_games
from pegout.simulation.policies.registry import known_to

_ROLES: Final = ("dealer", "pone")
#: The kernel's name for the number of observations of each measure.
_NUMBERS: Final = {
    "play dealer": "deals dealer",
    "play pone": "deals pone",
    "hand dealer": "hands dealer",
    "hand pone": "hands pone",
    "crib": "cribs",
    "heels": "deals dealer",
    "points dealer": "finished dealer",
    "points pone": "finished pone",
}
#: [measures, 2], the columns of the number and of the points of each measure in the kernel's sums.
_COLUMNS: Final = [[SUMS.index(_NUMBERS[what]), SUMS.index(what)] for what in MEASURES]


@dataclass(frozen=True, slots=True)
class Compiled:
    """Policies that play in the kernel."""

    policies: tuple[Policy | FunctionPolicy, ...]  # one for each contestant
    rules: Rules
    seed: int  # everything follows from it and the number of the group

    def games(self, chunk: range, who: list[int]) -> GamesPlayed:
        """Play one game of each group.

        Raises:
            KernelError: for rules or policies that the kernel cannot play.
        """
        games = play_games(
            [self.policies[number] for number in who],
            len(chunk),
            self.seed,
            rules=self.rules,
            first=chunk.start,
            cribs=cribs_array(self.rules),
            knowledge=known_to(self.policies, self.rules),
        )
        return convert_games(games, self.rules)


def convert_games(games: Games, rules: Rules) -> GamesPlayed:
    """Convert games of the kernel to games of a contest."""
    first = games.dealers % rules.sides
    return GamesPlayed(games.scores, games.winners, first, games.deals, games.sums[:, :, _COLUMNS])


def play_deal_groups(
    chunk: range, policies: tuple[Policy, ...], rules: Rules, seed: int
) -> dict[str, Array]:
    """Play some groups of single deals and add them up: the task of a run."""
    groups = Groups(len(chunk))
    sides = rules.sides
    for turn in range(sides):
        who = seating(turn, sides)
        deals = play_deals(
            [policies[number] for number in who],
            len(chunk),
            seed,
            rules=rules,
            first=chunk.start,
            cribs=cribs_array(rules),
            knowledge=known_to(policies, rules),
        )
        hands = np.array(
            [deals.hands[:, list(rules.seats_of(side))].sum(axis=1) for side in range(sides)]
        ).T
        points = deals.play + hands
        # Seat 0 deals.
        points[:, 0] += deals.cribs + deals.heels
        groups.add(who[0], "crib", deals.cribs)
        groups.add(who[0], "heels", deals.heels)
        for side, contestant in enumerate(who):
            role = _ROLES[side != 0]
            groups.add(contestant, f"play {role}", deals.play[:, side])
            groups.add(contestant, f"hand {role}", hands[:, side], len(rules.seats_of(side)))
            groups.add(contestant, f"points {role}", points[:, side])
            groups.add(contestant, "margin", lead_of(points, side, rules))
    return groups.rows()

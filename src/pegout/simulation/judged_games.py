"""Games of two with every decision judged by its loss against the best option.

>>> from pegout.search.decision_losses import Ties
>>> ties = Ties(discard=0.05, card=0.06, chance=0.006, share=0.05, slack=0.01)
>>> result = judge_games(["novice", "novice"], 1, seed=1, ties=ties, hands=20)
>>> result.losses.shape, bool(result.losses[..., 0].sum() > 30)
((1, 2, 10, 4), True)
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import check_count, check_seed
from pegout.rules import Rules
from pegout.search.building_arrays import search_of
from pegout.search.decision_losses import Ties
from pegout.search.model import knowledge
from pegout.search.workspace import Search
from pegout.simulation.constants import games_of, ground
from pegout.simulation.games import SUMS, Games
from pegout.simulation.judged_loops import KINDS, run_judged_games
from pegout.simulation.policies.policy import POLICIES, Policy
from pegout.simulation.policies.registry import policies_of, roles_array

#: The kinds of decisions, in the order of :attr:`JudgedGames.losses`: discards of the dealer and of
#: the pone, the lead of a deal, the reply to it and all later cards, far from the end and near it.
DECISIONS: Final = tuple(
    [
        f"{kind}{where}"
        for where in ("", " near the end")
        for kind in ("discard as dealer", "discard as pone", "lead", "reply", "later card")
    ]
)

_RULES: Final = Rules()


class JudgedGames(NamedTuple):
    """Games, and the losses of their decisions."""

    games: Games  # the games, as ``play_games`` plays them
    # float64[n, 2, 10, 4], by seat and kind (``DECISIONS``): the number of decisions with a choice,
    # the number of them that lost anything, and their losses in points and in win probability. Near
    # the end, where the win probability decides, the points are 0.
    losses: Array


def judge_games(
    policies: Sequence[str | Policy],
    games: int,
    seed: int,
    *,
    ties: Ties,
    hands: int,
    first: int = 0,
) -> JudgedGames:
    """Play games to 121 by the standard rules, and judge every decision by a search."""
    number, first = check_count("games", games, first=first)
    named = [policy for policy in policies_of(policies, _RULES) if isinstance(policy, Policy)]
    if len(named) < 2:
        raise KernelError("bad_policy", "games that are judged take compiled policies")
    means = roles_array(cribs_array(_RULES), named, _RULES)
    scores, deals = np.zeros((number, 2), np.int16), np.zeros(number, np.int16)
    sums = np.zeros((number, 2, len(SUMS)), np.int64)
    losses = np.zeros((number, 2, 2 * KINDS, 4))
    compiled(run_judged_games)(
        first, check_seed(seed), _numbers(named), _numbers([POLICIES["expert"]] * 2),
        games_of(1, _RULES), ground(_RULES, means), search_of(_RULES, knowledge(), means),
        judging_search(hands), ties, scores, deals, sums, losses,
    )  # fmt: skip
    dealers = ((first + np.arange(number)) % 2).astype(np.int8)
    played = Games(scores, scores == _RULES.target, dealers, deals, sums)
    return JudgedGames(played, losses)


def _numbers(policies: Sequence[Policy]) -> Array:
    return np.array([policy.numbers(_RULES) for policy in policies], np.int64)


def judging_search(hands: int) -> Search:
    """Return a search that considers so many hands of the opponent for every card."""
    means = roles_array(cribs_array(_RULES), [POLICIES["expert"]], _RULES)
    search = search_of(_RULES, knowledge(), means)
    effort = search.space.effort
    counts = np.full_like(effort.hands, hands)
    return search._replace(space=search.space._replace(effort=effort._replace(hands=counts)))

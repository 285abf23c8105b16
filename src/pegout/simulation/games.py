"""Deals and whole games by the million.

Each game has a number. Its packs come from stream (seed, number), each seat has its own random
stream, and seat number % players deals first. So the results of a run do not depend on its division
into parts, and the same games with the policies exchanged are mirrored deals.

>>> result = play_games(["blind", "random"], 1000, seed=1)
>>> int(result.winners[:, 0].sum()) > 900
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.layout import Game
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import check_count, check_seed
from pegout.rules import Rules, RulesLike
from pegout.simulation.batch import OVER, Batch
from pegout.simulation.constants import games_of, ground
from pegout.simulation.game_loops import run_deals, run_games
from pegout.simulation.policies.policy import Policy
from pegout.simulation.policies.registry import ArrayPolicy, knowledge_for, policies_of, roles_array

if TYPE_CHECKING:
    from pegout.search.knowledge import Knowledge

_STANDARD: Final = Rules()
#: The number of games in a batch for a function.
_AT_ONCE: Final = 1 << 15
#: The action of a seat that has not decided.
_NONE: Final = -1

#: The names of the last axis of ``Games.sums``: numbers of occurrences and their points, by whether
#: the side dealt, as in :class:`pegout.contests.arena.Contestant`. "deals" are those whose play was
#: finished; "finished" are those that were finished, with their total points.
SUMS: Final[tuple[str, ...]] = (
    "deals dealer",
    "play dealer",
    "deals pone",
    "play pone",
    "hands dealer",
    "hand dealer",
    "hands pone",
    "hand pone",
    "cribs",
    "crib",
    "heels",
    "finished dealer",
    "points dealer",
    "finished pone",
    "points pone",
)

Policies: TypeAlias = Sequence[str | Policy | ArrayPolicy]


class Deals(NamedTuple):
    """The points of deals.

    Attributes:
        play: int16[n, sides], points of the play, go and last card included.
        hands: int16[n, players], points of the hands.
        cribs: int16[n], points of the crib.
        heels: int16[n], points of the dealer for the starter.
    """

    play: Array
    hands: Array
    cribs: Array
    heels: Array


class Trace(NamedTuple):
    """The full record of deals, so that they can be replayed; seat 0 deals.

    In five-card cribbage the pone has three points from the start, which are not recorded here.

    Attributes:
        hands: int8[n, players, 6 or 5], the cards dealt, sorted.
        from_pack: int8[n, 1 with three players, else 0], the card from the pack to the crib.
        discarded: int8[n, players, 2 or 1], the discards.
        starters: int8[n], the starters.
        played: int8[n, 4 * players], the cards of the play in order; 52 after the last.
        by: int8[n, 4 * players], the seats that played them; -1 after the last.
        points: int8[n, 4 * players], the points of each card.
        goes: int8[n, 4 * players], the points that a go or the last card added to it.
        deals: the points of play, hands, crib and heels.
    """

    hands: Array
    from_pack: Array
    discarded: Array
    starters: Array
    played: Array
    by: Array
    points: Array
    goes: Array
    deals: Deals


class Games(NamedTuple):
    """The results of games.

    Attributes:
        scores: int16[n, sides], the holes at the end.
        winners: bool[n, sides]; more than one in a row only in lowball with three players.
        dealers: int8[n], the first dealer.
        deals: int16[n], the number of deals, the last one included.
        sums: int64[n, sides, len(SUMS)], numbers and points, see :data:`SUMS`. Points count in
            full, including those beyond the last hole.
    """

    scores: Array
    winners: Array
    dealers: Array
    deals: Array
    sums: Array


def play_deals(
    policies: Policies,
    deals: int,
    seed: int,
    *,
    rules: RulesLike = _STANDARD,
    first: int = 0,
    cribs: Any = None,
    knowledge: Any = None,
) -> Deals:
    """Play single deals to their end, without a score.

    Args:
        policies: one compiled policy for each side; seat 0 deals.
        deals: the number of deals.
        seed: the seed.
        rules: the rules.
        first: the number of the first deal.
        cribs: the means of the crib, see :func:`pegout.simulation.policies.registry.roles_array`;
            the shipped ones for the rules unless given.
        knowledge: the knowledge of policies that search, see
            :class:`pegout.search.model.Knowledge`; the shipped one unless given.

    Returns:
        The points of the deals.

    Raises:
        KernelError: ``bad_policy``, ``bad_number``, ``bad_seed``, ``bad_rules``, ``bad_dtype`` or
            ``bad_shape``.

    >>> result = play_deals(["lookahead", "greedy"], 1000, seed=1)
    >>> 7 < float(result.hands.mean()) < 9
    True
    """
    rules = check_rules(rules)
    number, first = check_count("deals", deals, first=first)
    return _run_deals(policies, number, seed, rules, first, cribs, knowledge, min(number, 1))[0]


def trace_deals(
    policies: Policies,
    deals: int,
    seed: int,
    *,
    rules: RulesLike = _STANDARD,
    first: int = 0,
    cribs: Any = None,
    knowledge: Any = None,
) -> Trace:
    """Play single deals as :func:`play_deals` does, and record everything.

    Args:
        policies: one compiled policy for each side; seat 0 deals.
        deals: the number of deals.
        seed: the seed.
        rules: the rules.
        first: the number of the first deal.
        cribs: the means of the crib, see :func:`pegout.simulation.policies.registry.roles_array`;
            the shipped ones for the rules unless given.
        knowledge: the knowledge of policies that search, see
            :class:`pegout.search.model.Knowledge`; the shipped one unless given.

    Returns:
        The record.

    Raises:
        KernelError: as :func:`play_deals`.

    >>> from pegout.cards import Card, format_cards
    >>> trace = trace_deals(["blind", "blind"], 1, seed=1)
    >>> format_cards(map(Card, trace.played[0].tolist()))
    'JD 5D 5S QD JC JH TS TD'
    """
    rules = check_rules(rules)
    number, first = check_count("deals", deals, first=first)
    result, games = _run_deals(policies, number, seed, rules, first, cribs, knowledge, number)
    used = rules.players * rules.hand_size
    return Trace(
        games.dealt,
        games.pack[:, used : used + rules.from_pack].copy(),
        games.discarded,
        games.pack[:, used + rules.from_pack].copy(),
        games.played,
        games.by,
        games.points,
        games.goes,
        result,
    )


def _run_deals(
    policies: Policies, number: int, seed: int, rules: Rules, first: int, cribs: Any,
    knowledge: Any, rows: int,
) -> tuple[Deals, Game]:  # fmt: skip
    resolved = policies_of(policies, rules)
    named = [policy for policy in resolved if isinstance(policy, Policy)]
    if len(named) < len(resolved):
        raise KernelError(
            "bad_policy", "single deals take compiled policies; a function plays in play_games"
        )
    deals = Deals(
        np.zeros((number, rules.sides), np.int16),
        np.zeros((number, rules.players), np.int16),
        np.zeros(number, np.int16),
        np.zeros(number, np.int16),
    )
    games, means = games_of(rows, rules), roles_array(cribs, named, rules)
    used, known = ground(rules, means, endless=True), knowledge_for(knowledge, named, rules)
    numbers = first, check_seed(seed), _numbers(named, rules)
    if known is None:
        compiled(run_deals)(0, _NONE, *numbers, games, used, *deals)
    else:
        from pegout.search.building_arrays import search_of
        from pegout.simulation.search_loops import run_searched_deals

        search = search_of(rules, known, means)
        compiled(run_searched_deals)(*numbers, games, used, search, *deals)
    return deals, games


def _numbers(policies: Sequence[Policy], rules: Rules) -> Array:
    return np.array([policy.numbers(rules) for policy in policies], np.int64)


def play_games(
    policies: Policies,
    games: int,
    seed: int,
    *,
    rules: RulesLike = _STANDARD,
    first: int = 0,
    cribs: Any = None,
    knowledge: Any = None,
) -> Games:
    """Play whole games.

    Args:
        policies: one for each side: the name of a policy, a policy, or a function. A function is
            called with a :class:`~pegout.simulation.batch.Batch` and the rows in which it has to
            act, and returns an action for each. It may change neither the batch nor its arrays.
        games: the number of games.
        seed: the seed.
        rules: the rules.
        first: the number of the first game.
        cribs: the means of the crib, for policies that need them; see
            :func:`pegout.simulation.policies.registry.roles_array`. The shipped ones for the rules
            unless given.
        knowledge: the knowledge of policies that search, see
            :class:`pegout.search.model.Knowledge`; the shipped one unless given.

    Returns:
        The results.

    Raises:
        KernelError: ``bad_policy``, ``policy_failed``, ``illegal_action``, ``bad_number``,
            ``bad_seed``, ``bad_rules``, ``bad_dtype`` or ``bad_shape``.

    >>> def lowest(batch, rows):
    ...     return batch.legal()[rows].argmax(axis=1)
    >>> result = play_games([lowest, "random"], 100, seed=1)
    >>> int(result.scores.max(axis=1).min())
    121
    """
    number, first = check_count("games", games, first=first)
    rules = check_rules(rules)
    check_seed(seed)
    resolved = policies_of(policies, rules)
    means = roles_array(cribs, resolved, rules)
    known = knowledge_for(knowledge, resolved, rules)
    scores = np.zeros((number, rules.sides), np.int16)
    deals = np.zeros(number, np.int16)
    sums = np.zeros((number, rules.sides, len(SUMS)), np.int64)
    named = [policy for policy in resolved if isinstance(policy, Policy)]
    if len(named) == len(resolved):
        _run_games(named, seed, rules, first, means, known, (scores, deals, sums))
    else:
        for start in range(0, number, _AT_ONCE):
            part = slice(start, min(start + _AT_ONCE, number))
            batch = Batch(part.stop - start, seed, rules=rules, first=first + start)
            _play_batch(batch, resolved, means, known)
            scores[part], deals[part], sums[part] = batch.scores, batch.deal, batch.sums
    dealers = ((first + np.arange(number)) % rules.players).astype(np.int8)
    return Games(scores, _winners(scores, rules), dealers, deals, sums)


def _run_games(
    policies: Sequence[Policy], seed: int, rules: Rules, first: int, means: Array | None,
    known: Knowledge | None, results: tuple[Array, Array, Array],
) -> None:  # fmt: skip
    """Play games of compiled policies, and write the results to the given arrays."""
    numbers = first, int(seed), _numbers(policies, rules)
    room, used = games_of(1, rules), ground(rules, means)
    if known is None:
        compiled(run_games)(0, _NONE, *numbers, room, used, *results)
        return

    from pegout.search.building_arrays import search_of
    from pegout.simulation.search_loops import run_searched_games

    compiled(run_searched_games)(*numbers, room, used, search_of(rules, known, means), *results)


def _play_batch(
    batch: Batch,
    policies: Sequence[Policy | ArrayPolicy],
    means: Array | None,
    known: Knowledge | None,
) -> None:
    while (batch.phase != OVER).any():
        step_batch(batch, policies, means, known)


def step_batch(
    batch: Batch,
    policies: Sequence[Policy | ArrayPolicy],
    means: Array | None,
    known: Knowledge | None,
) -> None:
    """Take the actions that the policies of the sides choose, one in each game that is not over."""
    sides = batch.rules.sides
    actions = np.zeros(len(batch), np.int64)
    for side, policy in enumerate(policies):
        rows = np.flatnonzero((batch.seat % sides == side) & (batch.phase != OVER))
        if not len(rows):
            continue
        if isinstance(policy, Policy):
            actions[rows] = batch.chosen(policy, rows, means, known)
        else:
            actions[rows] = _ask_policy(policy, batch, rows)
    batch.stepped(actions)


def _ask_policy(policy: ArrayPolicy, batch: Batch, rows: Array) -> Array:
    """Call a function for its actions, and name it in the error if it fails."""
    name = getattr(policy, "name", None) or getattr(policy, "__name__", type(policy).__name__)
    try:
        actions = policy(batch, rows.copy())
    except KernelError:
        raise
    except Exception as error:
        said = f"policy {name} raised {type(error).__name__}: {error}"
        raise KernelError("policy_failed", said) from error
    try:
        return batch.check_actions(f"policy {name}", actions, rows)
    except KernelError as error:
        if error.code in ("bad_dtype", "bad_shape"):
            raise KernelError("bad_policy", str(error)) from error
        raise


def _winners(scores: Array, rules: Rules) -> Array:
    """Return the winners by the final scores, where one side has reached the target."""
    reached: Array = scores == rules.target
    if not rules.lowball:
        return reached
    others = np.where(reached, np.iinfo(np.int16).max, scores)
    minimum: Array = others == others.min(axis=1, keepdims=True)
    return minimum

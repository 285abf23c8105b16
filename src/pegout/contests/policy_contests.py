"""Contests of kernel policies: single deals by the million, and whole games.

Single deals come in groups with the same packs, where each policy plays every side once. Whole
games are a contest of :mod:`pegout.contests.arena`, run by its kernel.

>>> result = simulate(["greedy", "random"], games=200, seed=1, workers=1)
>>> result.games, result.contestants[0].wins > 190
(200, True)
>>> result = simulate_deals(["blind", "blind"], deals=200, seed=1, workers=1)
>>> result.deals, 7 < result.contestants[0].hand_pone.mean < 9
(200, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Unpack

from pegout.contests.arena import Cast, play_matchup
from pegout.contests.kernel_engine import play_deal_groups
from pegout.contests.statistics import ContestResult, Figures, Matchup, Mean, Points
from pegout.errors import PegoutError
from pegout.kernel import COMPILED
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.validation import check_seed
from pegout.numbers import whole_number
from pegout.players.spelling import unknown
from pegout.rules import Rules, RulesLike, as_rules
from pegout.runs import Run, RunOptions, compute, in_units
from pegout.simulation import POLICIES, FunctionPolicy, Policy
from pegout.simulation.policies.policy import NAMED

STANDARD: Final = Rules()


class SimulationError(PegoutError):
    """A simulation that cannot be held.

    Attributes:
        code: ``bad_policies`` or ``bad_number``.
    """


@dataclass(frozen=True, slots=True)
class DealContestant(Points):
    """The results of one policy in single deals.

    Attributes:
        level: the name of the policy.
        margin: the lead over the best of the others in a deal, over all roles.
    """

    level: str
    margin: Mean


@dataclass(frozen=True, slots=True, repr=False)
class DealMatchup(ContestResult):
    """The results of single deals.

    Attributes:
        deals: the number of deals played.
        contestants: the results of each policy.
    """

    deals: int
    contestants: tuple[DealContestant, ...]

    def __str__(self) -> str:
        margins = [f"{one.level} {one.margin}" for one in self.contestants]
        return f"{self.deals} deals: {', '.join(margins)}"


def compiled() -> bool:
    """Return whether the loops are compiled; if not, they are a hundred times slower."""
    return COMPILED


def simulate(
    policies: Sequence[str | Policy | FunctionPolicy],
    games: int,
    seed: int,
    rules: RulesLike = STANDARD,
    **options: Unpack[RunOptions],
) -> Matchup:
    """Play whole games between policies of the kernel.

    Args:
        policies: one for each side, by the names of ``pegout.simulation.POLICIES`` or as a
            ``Policy``, or learned ones as :func:`pegout.env.as_policy` makes them.
        games: the number of games, rounded up to whole groups, which have a game for each side.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules, without counting by hand; the policies deal first in turn.
        options: as for :func:`pegout.contests.arena.play_matchup`.

    Returns:
        The results, with the policies as levels. After an interruption from the keyboard, the
        results of the finished games, with ``complete`` false.

    Raises:
        SimulationError: ``bad_policies`` or ``bad_number``.
        KernelError: ``bad_seed`` or ``bad_rules``.
        RunError: see :func:`pegout.runs.compute`.
    """
    rules = as_rules(rules)
    resolved = _resolved(policies, games, rules)
    return play_matchup(resolved, games, seed, rules, engine="kernel", **options)


def simulate_deals(
    policies: Sequence[str | Policy],
    deals: int,
    seed: int,
    rules: RulesLike = STANDARD,
    **options: Unpack[RunOptions],
) -> DealMatchup:
    """Play single deals between policies of the kernel, without a score.

    Args:
        policies: one for each side, as for :func:`simulate`.
        deals: the number of deals, rounded up to whole groups, which have a deal for each side.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules, without counting by hand.
        options: as for :func:`simulate`; ``progress`` counts deals.

    Returns:
        The results, or those of the finished deals after an interruption.

    Raises:
        SimulationError: ``bad_policies`` or ``bad_number``.
        KernelError: ``bad_seed`` or ``bad_rules``.
        RunError: see :func:`pegout.runs.compute`.
    """
    rules = check_rules(rules)
    resolved = _compiled(_resolved(policies, deals, rules))
    deals, seed = int(deals), check_seed(seed)
    sides = rules.sides
    names = tuple([policy.name for policy in resolved])
    groups = -(-deals // sides)
    run = Run(
        "simulate deals",
        {
            "policies": [policy.parts for policy in resolved],
            "preset": rules.preset,
            "switches": rules.changes_in_run(),
            "seed": seed,
        },
        play_deal_groups,
        (resolved, replace(rules, first_deal="chosen"), seed),
        groups,
        Cast(names, "kernel", resolved).chunk(groups),
        "groups of deals",
        needs=("pegout", "rules", "kernel"),
    )
    outcome = compute(run, **in_units(options, sides))
    figures = Figures(outcome.sums)
    return DealMatchup(
        names,
        rules.preset,
        rules.changes_in_run(),
        seed,
        outcome.complete,
        outcome.finished * sides,
        tuple(
            [
                DealContestant(name, figures.mean(who, "margin"), **figures.points(who))
                for who, name in enumerate(names)
            ]
        ),
    )


def _compiled(policies: Sequence[Policy | FunctionPolicy]) -> tuple[Policy, ...]:
    """Return the policies, which may not be functions."""
    for policy in policies:
        if not isinstance(policy, Policy):
            raise SimulationError(
                "bad_policies",
                f"single deals take compiled policies; simulate plays whole games of {policy.name}",
            )
    return tuple([policy for policy in policies if isinstance(policy, Policy)])


def _resolved(
    policies: Sequence[str | Policy | FunctionPolicy], number: int, rules: Rules
) -> tuple[Policy | FunctionPolicy, ...]:
    """Check the arguments, and return the policies by their names."""
    sides = rules.sides
    if not isinstance(policies, list | tuple) or len(policies) != sides:
        came = str(len(policies)) if isinstance(policies, list | tuple) else f"{policies!r:.60}"
        raise SimulationError(
            "bad_policies", f"name {sides} policies, one for each side, not {came}"
        )
    whole = whole_number(number)
    if whole is None or whole < 1:
        raise SimulationError("bad_number", f"play one or more, not {number!r:.40}")
    resolved = [POLICIES.get(given) if isinstance(given, str) else given for given in policies]
    for given, policy in zip(policies, resolved, strict=True):
        if policy is None:
            raise SimulationError("bad_policies", unknown("policy", given, POLICIES, NAMED))
        if not isinstance(policy, Policy | FunctionPolicy):
            raise SimulationError(
                "bad_policies",
                "a policy is a name, a Policy or a learned one as pegout.env.as_policy makes it, "
                f"not {policy!r:.60}; play_matchup takes players of your own",
            )
    return tuple([policy for policy in resolved if policy is not None])

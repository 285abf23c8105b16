"""Policies by name, and their inputs: the means of the crib, and knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.errors import KernelError
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.simulation.policies.policy import NAMED, POLICIES, Policy

if TYPE_CHECKING:
    from pegout.search.knowledge import Knowledge

#: A function that is called with a :class:`~pegout.simulation.batch.Batch` and the rows in which it
#: has to act, and returns an action for each.
ArrayPolicy: TypeAlias = Callable[[Any, NDArray[np.intp]], NDArray[np.int64]]


@dataclass(frozen=True)
class FunctionPolicy:
    """A policy that is a function, with a name for contests.

    It is called as :data:`ArrayPolicy` says. The function sees the whole batch, and has to look
    only at what the seat on turn knows; :func:`pegout.env.as_policy` makes a policy of an agent
    that is given nothing else.

    Attributes:
        name: its name in results and messages.
        function: the function.
    """

    name: str
    function: Callable[..., Any]

    def __call__(self, batch: Any, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return an action for each of some games of a batch."""
        actions: NDArray[np.int64] = self.function(batch, rows)
        return actions

    @property
    def parts(self) -> list[str]:
        """What distinguishes it from other policies, as far as its name says."""
        return [self.name, "function"]


def policy_of(given: Any) -> Policy | ArrayPolicy:
    """Return the policy of a name; return a policy or a function as it is.

    Raises:
        KernelError: ``bad_policy`` for anything else.
    """
    if isinstance(given, str) and given in POLICIES:
        return POLICIES[given]
    if isinstance(given, Policy) or callable(given):
        policy: Policy | ArrayPolicy = given
        return policy
    raise KernelError(
        "bad_policy",
        f"a policy is one of {', '.join(NAMED)}, a Policy, or a function of a batch and the "
        f"rows in which it has to act; not {given!r:.60}",
    )


def policies_of(given: Sequence[Any], rules: Rules) -> tuple[Policy | ArrayPolicy, ...]:
    """Return one policy for each side.

    Raises:
        KernelError: ``bad_policy``.
    """
    listed = isinstance(given, list | tuple)
    if not listed or len(given) != rules.sides:
        came = f"{len(given)}" if listed else f"{given!r:.60}"
        raise KernelError(
            "bad_policy", f"expected {rules.sides} policies, one for each side, not {came}"
        )
    return tuple([policy_of(policy) for policy in given])


def knowledge_for(
    given: Any, policies: Sequence[Policy | ArrayPolicy], rules: Rules
) -> Knowledge | None:
    """Return the given knowledge after a check, or the shipped one, if a policy searches.

    Raises:
        KernelError: ``bad_policy`` for anything else, ``bad_dtype``, ``bad_shape`` or
            ``bad_number``.
    """
    if rules.players != 2:
        return None
    if not any(isinstance(policy, Policy) and policy.searches for policy in policies):
        return None

    from pegout.search.model import check_knowledge, knowledge, knowledge_under

    return knowledge_under(rules, check_knowledge(knowledge() if given is None else given))


def known_to(policies: Sequence[Policy | ArrayPolicy], rules: Rules) -> Knowledge | None:
    """Return the knowledge of policies that search, in games of two; other policies need none.

    Policies that play for points know no win probabilities, because those tables come from their
    deals.

    >>> known_to([POLICIES["lookahead"]], Rules()) is None
    True
    """
    searching = [one for one in policies if isinstance(one, Policy) and one.searches]
    if rules.players == 2 and searching:
        from pegout.search.model import knowledge, points_knowledge

        return knowledge() if any(one.seeks_wins for one in searching) else points_knowledge()
    return None


def roles_array(cribs: Any, policies: Sequence[Policy | ArrayPolicy], rules: Rules) -> Array | None:
    """Check the means of the crib, and return them in the shape of the compiled loops.

    Args:
        cribs: the mean of a crib that contains a discard, with flushes but without the nobs of the
            discard itself, by role: own, opponent's, and with four players the partner's. With two
            players float64[2, 2, 13, 13]: by role, for a discard of two suits and of one, and by
            the two ranks. With more float64[2 or 3, 13]: by role and rank. The shipped ones for the
            rules, :func:`pegout.evaluation.cribs_array`, unless given.
        policies: the policies that may need them.
        rules: the rules.

    Returns:
        float64[3, 2, 13, 13], where a single card is its own second, or None where no policy needs
        them.

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape`` or ``bad_number``.
    """
    if cribs is None:
        if not any(isinstance(policy, Policy) and policy.needs_cribs for policy in policies):
            return None
        cribs = cribs_array(rules)
    means = np.asarray(cribs)
    if means.dtype != np.float64:
        raise KernelError("bad_dtype", f"expected cribs of float64, not {means.dtype}")
    wanted = {2: ((2, 2, 13, 13),), 3: ((2, 13), (3, 13)), 4: ((3, 13),)}[rules.players]
    if means.shape not in wanted:
        raise KernelError(
            "bad_shape",
            f"expected cribs of shape {' or '.join(map(str, wanted))} with {rules.players} "
            f"players, not of shape {means.shape}",
        )
    if not np.isfinite(means).all():
        raise KernelError("bad_number", "expected finite numbers in cribs")
    full = np.zeros((3, 2, 13, 13))
    if rules.players == 2:
        full[:2] = means
    else:
        ranks = np.arange(13)
        full[: len(means), 1, ranks, ranks] = means
    return full

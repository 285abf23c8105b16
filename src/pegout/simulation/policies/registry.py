"""Ways of playing: those that the compiled loops know by name, and any function over a batch.

>>> POLICIES["lookahead"]
Policy(name='lookahead', discards='table', play='lookahead', without=())
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.layout import WAY_BITS
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import KernelError
from pegout.rules import Rules

if TYPE_CHECKING:
    from pegout.search.model import Knowledge
    from pegout.simulation.batch import Batch

__all__ = [
    "NAMED",
    "POLICIES",
    "ArrayPolicy",
    "Part",
    "Policy",
    "knowledge_for",
    "policies_of",
    "policy_of",
    "roles_array",
]

Discards: TypeAlias = Literal[
    "random", "hand", "table", "sight", "wholes", "need", "points", "chances"
]
Play: TypeAlias = Literal[
    "random", "greedy", "lookahead", "novice", "casual", "classic", "club",
    "solved", "search", "chances",
]  # fmt: skip

#: What a policy that thinks can do without, to see what it is worth.
Part: TypeAlias = Literal["crib", "beliefs", "solution", "careless"]

#: Called with a batch and the numbers of the rows in which it has to act; gives an action for each.
ArrayPolicy: TypeAlias = Callable[["Batch", NDArray[np.intp]], NDArray[np.int64]]

#: The place of each way in the compiled loops.
_DISCARDS: Final = get_args(Discards)
_PLAY: Final = get_args(Play)
_PARTS: Final = get_args(Part)
#: The ways to discard that need the means of the crib.
_WITH_CRIBS: Final = ("table", "wholes", "need", "points", "chances")
#: The ways to discard and to play that need knowledge, where two play.
_THINKING: Final = ("points", "chances", "solved", "search")


@dataclass(frozen=True, slots=True)
class Policy:
    """A way of playing that the compiled loops know.

    In lowball every policy but the random ones seeks the fewest points.

    Attributes:
        name: what it is called in messages.
        discards: ``random`` throws with equal chances; ``hand`` keeps the cards with the best mean
            over all starters; ``table`` adds the mean of the crib, or takes an opponent's off, from
            the array ``cribs``. ``sight`` keeps what a beginner sees, :mod:`pegout.players.novice`.
            ``wholes`` counts every hand as a crib is, and the crib in whole points. ``need`` is
            ``table`` among the throws that keep as many points as the side needs, if there are
            any. Of equals it is the first throw in the order of the actions.
            Of two players with six cards, and as ``table`` elsewhere: ``points`` adds what the kept
            cards peg; ``chances`` takes the best chance of winning where the score matters.
        play: ``random`` lays any card that fits, with equal chances; ``greedy`` the one that scores
            most now, of equals the highest; ``lookahead`` the one with the most points now less the
            mean of what the next opponent answers, over the cards that the seat has not seen.
            ``novice``, ``casual``, ``classic`` and ``club`` are the levels of that name, with any
            number of players, to the card: see :mod:`pegout.simulation.policies.rules_of_thumb`.
            Of two players, and with lookahead where there are more: ``solved`` plays by the solved
            play and searches by points where that knows nothing; ``search`` always searches by
            points; ``chances`` searches by the chance of winning where the score matters, and is
            ``solved`` elsewhere.
        without: parts of thinking that are left out, where it thinks. Without ``crib`` it throws as
            if all cribs were alike; without ``beliefs`` every hand that the cards allow is as
            likely the other's, whatever is kept and laid; without ``solution`` nothing is known of
            the solved play: it searches, against another that looks one card ahead, and throws as
            if all hands pegged alike; without ``careless`` it takes it that the other discards and
            plays as the solution does, always.

    >>> Policy("careless", "random", "greedy").ways(Rules())
    (0, 1)

    Raises:
        KernelError: ``bad_policy`` for a way or a part that does not exist.
    """

    name: str
    discards: Discards
    play: Play
    without: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        for what, given, ways in (
            ("discards", self.discards, _DISCARDS),
            ("play", self.play, _PLAY),
        ):
            if given not in ways:
                raise KernelError(
                    "bad_policy", f"{what} is one of {', '.join(ways)}, not {given!r:.40}"
                )
        if not set(self.without) <= set(_PARTS if self.thinks else ()):
            raise KernelError(
                "bad_policy",
                f"a policy that thinks can do without {', '.join(_PARTS)}, and others without "
                f"nothing; not without {self.without!r:.60}",
            )

    def ways(self, rules: Rules) -> tuple[int, int]:
        """Give the numbers of the two ways in the compiled loops, with what each leaves out."""
        left_out = sum(1 << WAY_BITS + _PARTS.index(part) for part in set(self.without))
        discards, play = _DISCARDS.index(self.discards), _PLAY.index(self.play)
        if self.discards in _THINKING:
            six = rules.players == 2 and rules.hand_size == 6
            discards = discards | left_out if six else _DISCARDS.index("table")
        if self.play in _THINKING:
            play = play | left_out if rules.players == 2 else _PLAY.index("lookahead")
        return discards, play

    @property
    def parts(self) -> list[str]:
        """Everything that tells it from other policies, its name first.

        >>> POLICIES["expert-no-crib"].parts
        ['expert-no-crib', 'chances', 'chances', 'crib']
        """
        return [self.name, self.discards, self.play, *self.without]

    @property
    def thinks(self) -> bool:
        """Whether it needs knowledge where two play."""
        return self.discards in _THINKING or self.play in _THINKING


def _without(*parts: Part) -> list[Policy]:
    """Give the expert without each of some parts."""
    return [Policy(f"expert-no-{part}", "chances", "chances", (part,)) for part in parts]


#: The policies that have a name. ``blind`` ones do not see whose crib it is. An
#: ``expert`` by ``points`` does without the chances of winning; the others by what they lack.
POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            Policy("random", "random", "random"),
            Policy("blind-greedy", "hand", "greedy"),
            Policy("greedy", "table", "greedy"),
            Policy("blind", "hand", "lookahead"),
            Policy("lookahead", "table", "lookahead"),
            Policy("novice", "sight", "novice"),
            Policy("casual", "hand", "casual"),
            Policy("classic", "wholes", "classic"),
            Policy("club", "need", "club"),
            Policy("expert-points", "points", "solved"),
            Policy("expert", "chances", "chances"),
            *_without("crib", "beliefs", "solution", "careless"),
        )
    }
)


#: The names that lists show: a policy that leaves something out is there to be measured.
NAMED: Final = tuple([name for name, policy in POLICIES.items() if not policy.without])


def policy_of(given: Any) -> Policy | ArrayPolicy:
    """Give a policy by its name; a policy or a function is given back.

    Raises:
        KernelError: ``bad_policy`` for anything else.
    """
    if isinstance(given, str) and given in POLICIES:
        return POLICIES[given]
    if isinstance(given, Policy) or callable(given):
        found: Policy | ArrayPolicy = given
        return found
    raise KernelError(
        "bad_policy",
        f"a policy is one of {', '.join(NAMED)}, a Policy, or a function of a batch and the "
        f"rows in which it has to act; not {given!r:.60}",
    )


def policies_of(given: Sequence[Any], rules: Rules) -> tuple[Policy | ArrayPolicy, ...]:
    """Give one policy for each side.

    Raises:
        KernelError: ``bad_policy``.
    """
    if isinstance(given, str) or len(given) != rules.sides:
        came = repr(given) if isinstance(given, str) else f"{len(given)}"
        raise KernelError(
            "bad_policy", f"expected {rules.sides} policies, one for each side, not {came}"
        )
    return tuple([policy_of(one) for one in given])


def knowledge_for(
    given: Any, policies: Sequence[Policy | ArrayPolicy], rules: Rules
) -> Knowledge | None:
    """Check the knowledge, or take what is shipped, and give it where a policy thinks.

    Raises:
        KernelError: ``bad_policy`` for anything else, ``bad_dtype``, ``bad_shape`` or
            ``bad_number``.
    """
    if rules.players != 2:
        return None
    if not any(isinstance(policy, Policy) and policy.thinks for policy in policies):
        return None

    from pegout.search.model import checked_knowledge, knowledge, under

    return under(rules, checked_knowledge(knowledge() if given is None else given))


def roles_array(cribs: Any, policies: Sequence[Policy | ArrayPolicy], rules: Rules) -> Array | None:
    """Check the means of the crib, and give them the shape that the compiled loops take.

    Args:
        cribs: the mean of a crib with each throw in it, flushes among them but not the nobs of the
            throw itself, by role: own, opponent's, and partner's where four play. With two players
            float64[2, 2, 13, 13]: by role, for a throw of two suits and of one, and by the two
            ranks. With more float64[2 or 3, 13]: by role and rank. Those that are shipped for the
            rules, :func:`pegout.evaluation.cribs_array`, unless given.
        policies: who may need them.
        rules: the rules.

    Returns:
        float64[3, 2, 13, 13], where a single card stands as its own second, or None where nobody
        needs them.

    Raises:
        KernelError: ``bad_dtype``, ``bad_shape`` or ``bad_number``.
    """
    if cribs is None:
        by_table = [
            policy
            for policy in policies
            if isinstance(policy, Policy) and policy.discards in _WITH_CRIBS
        ]
        if not by_table:
            return None
        cribs = cribs_array(rules)
    found = np.asarray(cribs)
    if found.dtype != np.float64:
        raise KernelError("bad_dtype", f"expected cribs of float64, not {found.dtype}")
    wanted = {2: ((2, 2, 13, 13),), 3: ((2, 13), (3, 13)), 4: ((3, 13),)}[rules.players]
    if found.shape not in wanted:
        raise KernelError(
            "bad_shape",
            f"expected cribs of shape {' or '.join(map(str, wanted))} with {rules.players} "
            f"players, not of shape {found.shape}",
        )
    if not np.isfinite(found).all():
        raise KernelError("bad_number", "expected finite numbers in cribs")
    full = np.zeros((3, 2, 13, 13))
    if rules.players == 2:
        full[:2] = found
    else:
        ranks = np.arange(13)
        full[: len(found), 1, ranks, ranks] = found
    return full

"""The policies that have a name: how each discards and plays.

>>> POLICIES["lookahead"]
Policy(name='lookahead', discards='table', play='lookahead', without=(), overlooks=0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from pegout.kernel.errors import KernelError
from pegout.kernel.layout import WAY_BITS
from pegout.rules import Rules

__all__ = ["NAMED", "POLICIES", "Part", "Policy"]

Discards: TypeAlias = Literal[
    "random", "hand", "table", "sight", "wholes", "need", "points", "chances"
]
Play: TypeAlias = Literal[
    "random", "greedy", "lookahead", "novice", "casual", "classic", "club",
    "solved", "search", "chances",
]  # fmt: skip

#: What a policy that thinks can do without, to see what it is worth.
Part: TypeAlias = Literal["crib", "beliefs", "solution", "careless"]

#: The place of each way in the compiled loops.
_DISCARDS: Final = get_args(Discards)
_PLAY: Final = get_args(Play)
_PARTS: Final = get_args(Part)
#: The ways to discard that need the means of the crib.
_WITH_CRIBS: Final = ("table", "wholes", "need", "points", "chances")
#: The ways of a beginner, who can overlook points.
_SIGHTED: Final = ("sight", "novice")
#: The ways to discard and to play that need knowledge, where two play.
_THINKING: Final = ("points", "chances", "solved", "search")


@dataclass(frozen=True, slots=True)
class Policy:
    """A way of playing that the compiled loops know.

    In lowball every policy but the random ones seeks the fewest points.

    Attributes:
        name: what it is called in messages.
        discards: ``random`` is any discard, each as likely; ``hand`` keeps the cards with the best
            mean over all starters; ``table`` adds the mean of the crib, or takes an opponent's off,
            from the array ``cribs``. ``sight`` keeps most of what a beginner sees, see
            :func:`pegout.simulation.policies.discarding.discard_by_sight`. ``wholes`` counts every
            hand as a crib is, and the crib in whole points. ``need`` is ``table`` among the
            discards that keep as many points as the side needs, if there are any. Of equals it is
            the first in the order of the actions. Of two players with six cards, and as ``table``
            elsewhere: ``points`` adds what the kept cards peg; ``chances`` takes the best chance of
            winning where the score matters.
        play: ``random`` plays any card that fits, each as likely; ``greedy`` the one that scores
            most now, of equals the highest; ``lookahead`` the one with the most points now less the
            mean reply of the next opponent, over the cards that the seat has not seen.
            ``novice``, ``casual``, ``classic`` and ``club`` are the levels of that name, with any
            number of players: see :mod:`pegout.simulation.policies.rules_of_thumb`.
            Of two players, and with lookahead where there are more: ``solved`` plays by the solved
            play and searches by points where that knows nothing; ``search`` always searches by
            points; ``chances`` searches by the chance of winning where the score matters, and is
            ``solved`` elsewhere.
        without: parts of the search that are left out, where it searches. Without ``crib`` it
            discards as if all cribs were alike; without ``beliefs`` every hand that the cards allow
            is as likely the opponent's, whatever is kept and played; without ``solution`` nothing
            is known of the solved play: it searches, against an opponent that looks one card ahead,
            and discards as if all hands pegged alike; without ``careless`` it takes it that the
            opponent discards and plays as the solution does, always.
        overlooks: how often, of sixteen times, a beginner does not see what a discard would keep or
            a card would score; for ``sight`` and ``novice``.

    >>> Policy("careless", "random", "greedy").ways(Rules())
    (0, 1)

    Raises:
        KernelError: ``bad_policy`` for a way or a part that does not exist, and for a number of
            ``overlooks`` that is not from 0 to 16, or is of no beginner.
    """

    name: str
    discards: Discards
    play: Play
    without: tuple[Part, ...] = ()
    overlooks: int = 0

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
        if self.overlooks not in range(17 if self.goes_by_sight else 1):
            raise KernelError(
                "bad_policy",
                "a beginner overlooks points 0 to 16 times of 16, and others never; not "
                f"{self.overlooks!r:.40}",
            )

    def ways(self, rules: Rules) -> tuple[int, int]:
        """Give the numbers of the two ways in the compiled loops, with what each leaves out."""
        left_out = sum(1 << WAY_BITS + _PARTS.index(part) for part in set(self.without))
        more = dict.fromkeys(_THINKING, left_out) | dict.fromkeys(
            _SIGHTED, self.overlooks << WAY_BITS
        )
        discards, play = self.discards, self.play
        if discards in _THINKING and (rules.players > 2 or rules.hand_size < 6):
            discards = "table"
        if play in _THINKING and rules.players > 2:
            play = "lookahead"
        return (
            _DISCARDS.index(discards) | more.get(discards, 0),
            _PLAY.index(play) | more.get(play, 0),
        )

    @property
    def parts(self) -> list[str]:
        """Everything that tells it from other policies, its name first.

        >>> POLICIES["expert-no-crib"].parts
        ['expert-no-crib', 'chances', 'chances', 'crib']
        """
        overlooked = [f"overlooks {self.overlooks}"] if self.overlooks else []
        return [self.name, self.discards, self.play, *self.without, *overlooked]

    @property
    def thinks(self) -> bool:
        """Whether it needs knowledge where two play."""
        return self.discards in _THINKING or self.play in _THINKING

    @property
    def goes_by_sight(self) -> bool:
        """Whether it sees cards as a beginner does."""
        return self.discards in _SIGHTED or self.play in _SIGHTED

    @property
    def needs_cribs(self) -> bool:
        """Whether it needs the means of the crib."""
        return self.discards in _WITH_CRIBS


def _without(*parts: Part) -> list[Policy]:
    """Give the expert without each of some parts."""
    return [Policy(f"expert-no-{part}", "chances", "chances", (part,)) for part in parts]


#: The policies that have a name. ``gentle`` is a novice that overlooks most points. ``blind`` ones
#: do not see whose crib it is. An ``expert`` by ``points`` does without the chances of winning; the
#: others by what they lack.
POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            Policy("random", "random", "random"),
            Policy("blind-greedy", "hand", "greedy"),
            Policy("greedy", "table", "greedy"),
            Policy("blind", "hand", "lookahead"),
            Policy("lookahead", "table", "lookahead"),
            Policy("gentle", "sight", "novice", overlooks=12),
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

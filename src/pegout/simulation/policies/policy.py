"""The named policies: how each discards and plays.

>>> POLICIES["lookahead"]
Policy(name='lookahead', discards='table', play='lookahead', without=(), overlooks=0)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from pegout.kernel.errors import KernelError
from pegout.kernel.layout import POLICY_BITS
from pegout.rules import Rules

DiscardPolicy: TypeAlias = Literal[
    "random", "hand", "table", "sight", "wholes", "need", "points", "chances"
]
PlayPolicy: TypeAlias = Literal[
    "random", "greedy", "lookahead", "novice", "casual", "classic", "club",
    "solved", "search", "chances",
]  # fmt: skip

#: The parts that a policy that searches can leave out, to measure what each is worth.
SearchPart: TypeAlias = Literal["crib", "beliefs", "solution", "careless"]

#: The number of each choice in the compiled loops is its index.
_DISCARDS: Final = get_args(DiscardPolicy)
_PLAY: Final = get_args(PlayPolicy)
_PARTS: Final = get_args(SearchPart)
#: The discard policies that need the means of the crib.
_WITH_CRIBS: Final = ("table", "wholes", "need", "points", "chances")
#: The policies of a beginner, who can overlook points.
_BY_EYE: Final = ("sight", "novice")
#: The discard and play policies that need knowledge, in games of two.
_SEARCHING: Final = ("points", "chances", "solved", "search")


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy that the compiled loops know: how it discards and how it plays.

    In lowball every policy but the random ones seeks the fewest points.

    Attributes:
        name: its name in messages.
        discards: how it discards. ``random`` makes any discard with equal probability; ``hand``
            keeps the cards with the best mean over all starters; ``table`` adds the mean of the
            crib, or subtracts an opponent's, from the array ``cribs``. ``sight`` keeps the most
            points that a beginner sees, see
            :func:`pegout.simulation.policies.discarding.discard_by_sight`. ``wholes`` counts every
            hand like a crib, and the crib in whole points. ``need`` is ``table`` among the discards
            that keep as many points as the side needs, if there are any. Among equals it is the
            first in the order of the actions. The rest is for two players with six cards, and is
            ``table`` elsewhere: ``points`` adds the pegging of the kept cards; ``chances``
            maximises the win probability where the score matters.
        play: how it plays. ``random`` plays any playable card with equal probability; ``greedy``
            the one that scores most now, among equals the highest; ``lookahead`` the one with the
            most points now minus the mean reply of the next opponent, over the cards that the seat
            has not seen. ``novice``, ``casual``, ``classic`` and ``club`` are the levels of that
            name, with any number of players: see :mod:`pegout.simulation.policies.rules_of_thumb`.
            The rest is for two players, and is ``lookahead`` with more: ``solved`` plays the solved
            play, and searches by points where that has no entry; ``search`` always searches by
            points; ``chances`` searches by win probability where the score matters, and is
            ``solved`` elsewhere.
        without: the parts of the search that it leaves out, if it searches. Without ``crib`` it
            discards as if all cribs were alike. Without ``beliefs`` every hand that the cards allow
            is equally likely in the opponent's range, whatever is kept and played. Without
            ``solution`` it ignores the solved play: it searches against an opponent that looks one
            card ahead, and discards as if all hands pegged alike. Without ``careless`` it assumes
            that the opponent always follows the solution.
        overlooks: how often, out of sixteen times, a beginner does not notice the points that a
            discard would keep or a card would score; for ``sight`` and ``novice``.

    >>> Policy("careless", "random", "greedy").numbers(Rules())
    (0, 1)

    Raises:
        KernelError: ``bad_policy`` for a choice or a part that does not exist, and for a number of
            ``overlooks`` that is not from 0 to 16, or that belongs to no beginner.
    """

    name: str
    discards: DiscardPolicy
    play: PlayPolicy
    without: tuple[SearchPart, ...] = ()
    overlooks: int = 0

    def __post_init__(self) -> None:
        for what, given, known in (
            ("discards", self.discards, _DISCARDS),
            ("play", self.play, _PLAY),
        ):
            if given not in known:
                raise KernelError(
                    "bad_policy", f"{what} is one of {', '.join(known)}, not {given!r:.40}"
                )
        if not set(self.without) <= set(_PARTS if self.searches else ()):
            raise KernelError(
                "bad_policy",
                f"a policy that searches can do without {', '.join(_PARTS)}, and others without "
                f"nothing; not without {self.without!r:.60}",
            )
        if self.overlooks not in range(17 if self.counts_by_eye else 1):
            raise KernelError(
                "bad_policy",
                "a beginner overlooks points 0 to 16 times of 16, and others never; not "
                f"{self.overlooks!r:.40}",
            )

    def numbers(self, rules: Rules) -> tuple[int, int]:
        """Return the numbers of both choices in the compiled loops, with the parts left out."""
        left_out = sum(1 << POLICY_BITS + _PARTS.index(part) for part in set(self.without))
        more = dict.fromkeys(_SEARCHING, left_out) | dict.fromkeys(
            _BY_EYE, self.overlooks << POLICY_BITS
        )
        discards, play = self.discards, self.play
        if discards in _SEARCHING and (rules.players > 2 or rules.hand_size < 6):
            discards = "table"
        if play in _SEARCHING and rules.players > 2:
            play = "lookahead"
        return (
            _DISCARDS.index(discards) | more.get(discards, 0),
            _PLAY.index(play) | more.get(play, 0),
        )

    @property
    def parts(self) -> list[str]:
        """Everything that distinguishes it from other policies, its name first.

        >>> POLICIES["expert-no-crib"].parts
        ['expert-no-crib', 'chances', 'chances', 'crib']
        """
        overlooked = [f"overlooks {self.overlooks}"] if self.overlooks else []
        return [self.name, self.discards, self.play, *self.without, *overlooked]

    @property
    def searches(self) -> bool:
        """Whether it searches, and so needs knowledge, in games of two."""
        return self.discards in _SEARCHING or self.play in _SEARCHING

    @property
    def seeks_wins(self) -> bool:
        """Whether it maximises the win probability where the score matters, rather than points.

        >>> POLICIES["expert"].seeks_wins, POLICIES["expert-points"].seeks_wins
        (True, False)
        """
        return "chances" in (self.discards, self.play)

    @property
    def counts_by_eye(self) -> bool:
        """Whether it counts cards as a beginner does."""
        return self.discards in _BY_EYE or self.play in _BY_EYE

    @property
    def needs_cribs(self) -> bool:
        """Whether it needs the means of the crib."""
        return self.discards in _WITH_CRIBS


def _without(*parts: SearchPart) -> list[Policy]:
    """Return the expert without each of some parts, as separate policies."""
    return [Policy(f"expert-no-{part}", "chances", "chances", (part,)) for part in parts]


#: The named policies. ``gentle`` is a novice that overlooks most points. ``blind`` policies ignore
#: the crib and its owner. ``expert-points`` ignores win probability. The other names with ``no``
#: say which part the expert leaves out.
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


#: The names that lists show: policies that leave something out only serve measurements.
NAMED: Final = tuple([name for name, policy in POLICIES.items() if not policy.without])

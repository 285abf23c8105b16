"""What a seat knows, in plain cards for tests, and a search that takes it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search.array_searcher import ArraySearcher
from pegout.search.card_choice import Task
from pegout.search.hands import pack
from pegout.search.knowledge import Knowledge
from pegout.search.workspace import BY_WIN_PROBABILITY, NEAR, Facts


class Observation(NamedTuple):
    """The information of a seat that has to decide, in a game of two.

    Attributes:
        role: the role of the seat.
        needs: the points that it and the opponent need.
        dealt: the cards dealt to it, sorted, 0 to 51.
        discards: its discards.
        held: the cards in its hand now, sorted.
        starter: the starter.
        played: the cards played in this deal, each with whether the opponent played it.
        show: the points of its hand with the starter; needed where the score may matter.
    """

    role: Role
    needs: tuple[int, int]
    dealt: Sequence[int]
    discards: Sequence[int] = ()
    held: Sequence[int] = ()
    starter: int = 52
    played: Sequence[tuple[int, bool]] = ()
    show: int = 0


def facts_of(told: Observation, rules: Rules, left_out: int = 0) -> Facts:
    """Encode the observation for the search, as seat 0."""
    played = [int(card) for card, _ in told.played]
    seen = 0
    for card in (int(told.starter), *map(int, told.dealt), *played):
        seen |= 1 << card
    first, second = (told.discards[0], told.discards[-1]) if told.discards else (0, 0)
    return Facts(
        role=int(told.role),
        need=told.needs[0],
        opponent_need=told.needs[1],
        score_matters=int(rules.hand_size == 6 and not rules.lowball and min(told.needs) <= NEAR),
        left_out=left_out,
        first=int(first),
        second=int(second),
        held=pack([int(card) >> 2 for card in told.held]),
        starter=int(told.starter),
        show=told.show,
        seen=seen,
        steps=len(played),
        seat=0,
        dealt=[int(card) for card in told.dealt],
        played=played,
        by=[int(other) for _, other in told.played],
    )


class Asked:
    """A search that takes observations; its first arguments are those of :class:`ArraySearcher`.

    With ``hands`` it searches up to so many of the opponent's hands for every card.
    """

    def __init__(
        self, rules: Rules, known: Knowledge, cribs: Array | None = None, hands: int | None = None
    ) -> None:
        self.searcher = ArraySearcher(rules, known, cribs)
        if hands is not None:
            space = self.searcher.space
            effort = space.effort._replace(hands=[hands] * len(space.effort.hands))
            self.searcher.space = space._replace(effort=effort)
        self.space, self.solved = self.searcher.space, self.searcher.solved
        self.values = self.searcher.values

    @property
    def task(self) -> Task | None:
        return self.searcher.task

    def facts(self, told: Observation, left_out: int = 0) -> Facts:
        return facts_of(told, self.searcher.rules, left_out)

    def discard(self, told: Observation, policy: int = BY_WIN_PROBABILITY) -> int:
        return self.searcher.discard(self.facts(told), policy)

    def rank(
        self,
        told: Observation,
        policy: int = BY_WIN_PROBABILITY,
        chance: Callable[[], float] = float,
        *,
        left_out: int = 0,
    ) -> int:
        return self.searcher.rank(self.facts(told, left_out), policy, chance)

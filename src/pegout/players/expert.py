"""``expert``: plays by a belief over the opponent's hands, and by the score.

With two players it computes the opponent's range from the frequencies of kept hands and the cards
played, and searches the play against the whole range. Near the end of the board it discards and
plays by win probability, with the order of counting; elsewhere by points and the solved play. With
three and four players :mod:`pegout.players.expert_many` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from pegout.cards import Card
from pegout.evaluation.discards import discards_in_view
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.players.base import chance
from pegout.players.common import ComputerPlayer, pegging_out
from pegout.players.encoding import game_of, ground_of, seat_of
from pegout.rules import SWITCHES, Component, Rules, View

if TYPE_CHECKING:
    from pegout.search.searcher import Searcher
    from pegout.search.workspace import Facts

#: The number of idle workspaces to cache; each takes 12 MB, and 20 ms to build.
_IDLE: Final = 2


def load(players: int) -> None:
    """Preload the tables of the expert for two to four players."""
    if players > 2:
        from pegout.players import expert_many

        expert_many.load(players)
        return

    ground_of(Rules())
    with WORKSPACES.borrow(Rules()):
        pass


def _switches(rules: Rules) -> tuple[object, ...]:
    """Return the values of all switches but those that are irrelevant to the search.

    A switch that the search does not support is among them, so that no cached workspace fits it.
    """
    return tuple(
        [
            getattr(rules, name)
            for name, known in SWITCHES.items()
            if Component.SEARCH not in known.irrelevant_to
        ]
    )


class Workspaces:
    """A pool of workspaces for the search; each deciding thread needs one.

    A workspace carries no information from one decision to the next. A few idle ones are cached.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[tuple[tuple[object, ...], Searcher]] = []

    @property
    def idle(self) -> int:
        """The number of idle workspaces in the cache."""
        return len(self._idle)

    @contextmanager
    def borrow(self, rules: Rules) -> Iterator[Searcher]:
        """Borrow a workspace for these rules."""
        switches = _switches(rules)
        workspace = self._take(switches) or _workspace(rules)
        try:
            yield workspace
        finally:
            with self._lock:
                self._idle.append((switches, workspace))
                del self._idle[:-_IDLE]

    def _take(self, switches: tuple[object, ...]) -> Searcher | None:
        with self._lock:
            for index, (those, workspace) in enumerate(self._idle):
                if those == switches:
                    del self._idle[index]
                    return workspace
        return None


def _workspace(rules: Rules) -> Searcher:
    from pegout.search.searchers import searcher_of

    return searcher_of(rules)


#: The workspaces of this process.
WORKSPACES: Final = Workspaces()


def borrow_searcher(rules: Rules) -> AbstractContextManager[Searcher]:
    """Borrow a search of two players with its own workspace for the duration of a context."""
    return WORKSPACES.borrow(rules)


def facts_of(view: View) -> Facts:
    """Return the information of one of two seats that has to decide, encoded for the search."""
    from pegout.search.searcher import facts_at_table

    return facts_at_table(game_of(view), ground_of(view.rules), seat_of(view))


class Expert(ComputerPlayer):
    """A player that weighs the opponent's hands and the score."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the discard with the most points or, near the end, the best win probability."""
        rules = view.rules
        if rules.players > 2:
            return self._of_many().discard(view)
        if rules.five_card:
            return discards_in_view(view)[0].cards
        dealt = sorted(view.dealt)
        with WORKSPACES.borrow(rules) as search:
            number = search.discard(facts_of(view))
        away = {dealt[index] for index in DISCARDS_OF_SIX[number]}
        return tuple([card for card in view.dealt if card in away])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the best card against the opponent's range; first of all one that wins at once."""
        winning = pegging_out(view, playable)
        if winning is not None:
            return winning
        if view.rules.players > 2:
            return self._of_many().play(view, playable)
        ranks = {card >> 2 for card in playable}
        if len(ranks) == 1:
            return max(playable)
        with WORKSPACES.borrow(view.rules) as search:
            rank = search.rank(facts_of(view), chance=lambda: chance(self.seed, view).random())
        return max(card for card in playable if card >> 2 == rank)

    def _of_many(self) -> ComputerPlayer:
        """Return the player that decides with more than two players."""
        from pegout.players.expert_many import ExpertMany

        return ExpertMany(self.seed)

"""``expert``: thinks of what the other may hold, and of the score.

Between two it weighs every hand that the other can still hold, by how hands are kept and by what
was laid from it, and searches the play against all of them at once. Where the score is near the
end of the board, it throws and plays by the chance of winning, in the order of counting;
elsewhere by points, and by what is solved of the play. Where more play,
:mod:`pegout.players.expert_many` thinks in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from pegout.cards import Card
from pegout.evaluation.discards import throws_of
from pegout.players.base import chance
from pegout.players.common import Thinker, pegging_out
from pegout.players.encoding import game_of, ground_of, seat_of
from pegout.rules import Rules, View

if TYPE_CHECKING:
    from pegout.search.searcher import Searcher
    from pegout.search.workspace import Facts

__all__ = ["Expert", "facts_of", "lent_searcher", "load"]

#: How many workspaces are kept while nobody uses them; each takes 12 MB, and 20 ms to make.
_IDLE: Final = 2


def load(players: int) -> None:
    """Read what the expert needs among so many players.

    Args:
        players: 2, 3 or 4.
    """
    if players > 2:
        from pegout.players import expert_many

        expert_many.load(players)
        return

    ground_of(Rules())
    with _WORKSPACES.lent(Rules()):
        pass


def _switches(rules: Rules) -> tuple[object, ...]:
    """Give what of the rules makes a difference to thinking."""
    return (
        rules.five_card, rules.lowball, rules.nobs_points, rules.crib_flush,
        rules.runs_in_play, rules.go_stacks_on_31, rules.stinkhole,
    )  # fmt: skip


class _Workspaces:
    """Workspaces for the search, of which each thread that decides something needs one.

    They hold nothing that one decision tells another. There are as many as threads that decide at
    the same moment, and a few that are kept for the next.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[tuple[tuple[object, ...], Searcher]] = []

    @contextmanager
    def lent(self, rules: Rules) -> Iterator[Searcher]:
        """Lend a workspace for these rules."""
        switches = _switches(rules)
        found = self._taken(switches) or _workspace(rules)
        try:
            yield found
        finally:
            with self._lock:
                self._idle.append((switches, found))
                del self._idle[:-_IDLE]

    def _taken(self, switches: tuple[object, ...]) -> Searcher | None:
        with self._lock:
            for place, (those, found) in enumerate(self._idle):
                if those == switches:
                    del self._idle[place]
                    return found
        return None


def _workspace(rules: Rules) -> Searcher:
    from pegout.evaluation.crib_means import cribs_array
    from pegout.search.model import knowledge
    from pegout.search.searcher import Searcher

    return Searcher(rules, knowledge(), cribs_array(rules))


_WORKSPACES: Final = _Workspaces()


def lent_searcher(rules: Rules) -> AbstractContextManager[Searcher]:
    """Lend the search with a workspace of its own, for as long as it is used.

    Args:
        rules: the rules, of two players.
    """
    return _WORKSPACES.lent(rules)


def facts_of(view: View) -> Facts:
    """Give what a seat knows when it has to decide, between two, as the search takes it.

    Args:
        view: the view of a seat that has to discard or to play a card.
    """
    from pegout.search.searcher import facts_at_table

    return facts_at_table(game_of(view), ground_of(view.rules), seat_of(view))


class Expert(Thinker):
    """A player that weighs hands and scores."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the most points, or where it matters the best chance of winning."""
        rules = view.rules
        if rules.players > 2:
            return self._of_many().discard(view)
        if rules.five_card:
            return throws_of(view)[0].cards
        from pegout.kernel.score_tables import THROWS_OF_SIX

        dealt = sorted(view.dealt)
        with _WORKSPACES.lent(rules) as search:
            throw = search.discard(facts_of(view))
        away = {dealt[place] for place in THROWS_OF_SIX[throw]}
        return tuple([card for card in view.dealt if card in away])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the best card against all that the other may hold; above all one that wins."""
        winning = pegging_out(view, playable)
        if winning is not None:
            return winning
        if view.rules.players > 2:
            return self._of_many().play(view, playable)
        ranks = {card >> 2 for card in playable}
        if len(ranks) == 1:
            return max(playable)
        luck = chance(self.seed, view)
        with _WORKSPACES.lent(view.rules) as search:
            rank = search.rank(facts_of(view), chance=luck.random)
        return max(card for card in playable if card >> 2 == rank)

    def _of_many(self) -> Thinker:
        """Give the player that plays against more than one in this one's place."""
        from pegout.players.expert_many import ExpertMany

        return ExpertMany(self.seed)

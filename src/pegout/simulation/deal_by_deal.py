"""Games of two in step, a deal at a time, and replays of the same deals by other policies.

>>> games = GamesInStep(["casual", "novice"], 100, seed=1)
>>> while games.play_deals():
...     pass
>>> from pegout.simulation import play_games
>>> bool((games.scores == play_games(["casual", "novice"], 100, seed=1).scores).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.layout import OVER, Game
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import Array
from pegout.kernel.validation import check_count, check_seed
from pegout.rules import Rules, RulesLike
from pegout.simulation.batch import Batch
from pegout.simulation.constants import games_of, ground
from pegout.simulation.deal_value_loops import copy_deals, value_deals
from pegout.simulation.game_loops import begin_games, run_next_deals
from pegout.simulation.games import SUMS, step_batch
from pegout.simulation.policies.policy import Policy
from pegout.simulation.policies.registry import (
    ArrayPolicy,
    knowledge_for,
    policies_of,
    roles_array,
)

if TYPE_CHECKING:
    from pegout.search.knowledge import Knowledge

_STANDARD: Final = Rules()


class DealsPlayed(NamedTuple):
    """Deals of two players that were played, by anybody."""

    # records[m], the states of the games before the deals, with the dealers of these. The dealer,
    # the scores and the random streams of the seats count.
    states: Array
    packs: Array  # int8[m, 52], the packs: the six cards of seat 0, those of seat 1, and all others
    discarded: Array  # int8[m, 2, 2], the discards of the seats; 52 where a seat made none
    starters: Array  # int64[m], the starters; 52 where none was cut
    numbers: Array  # int64[m], a number for each deal, from which other starters are drawn

    def scores(self) -> Array:
        """Return int64[m, 2], the scores before the deals."""
        scores: Array = self.states["scores"][:, :2]
        return scores

    def dealers(self) -> Array:
        """Return int64[m], the seats that dealt."""
        dealers: Array = self.states["dealer"]
        return dealers


class DealPlayers:
    """Policies that play single deals of many games.

    Args:
        rules: the rules, of two players with six cards.
        endless: whether no score ends the game or influences the play.

    Raises:
        KernelError: as :func:`pegout.simulation.play_games`, and ``bad_policy`` for a function.
    """

    def __init__(
        self,
        policies: Sequence[str | Policy | ArrayPolicy],
        rules: RulesLike,
        cribs: Any = None,
        knowledge: Knowledge | None = None,
        *,
        endless: bool = False,
    ) -> None:
        rules = check_rules(rules)
        if rules.players != 2 or rules.hand_size != 6:
            raise KernelError("bad_rules", "games in step are of two players with six cards")
        self.rules = rules
        resolved = policies_of(policies, rules)
        named = [policy for policy in resolved if isinstance(policy, Policy)]
        if len(named) < len(resolved):
            raise KernelError("bad_policy", "games in step take compiled policies, no functions")
        means = roles_array(cribs, named, rules)
        known = knowledge_for(knowledge, named, rules)
        self._policies = np.array([policy.numbers(rules) for policy in named], np.int64)
        self.ground = ground(rules, means, endless=endless)
        self._search: Any = None
        if known is not None:
            from pegout.search.building_arrays import search_of

            self._search = search_of(rules, known, means)

    def play(self, games: Game, sums: Array, *, fresh: bool, forced: Array | None = None) -> None:
        """Play a deal of each game that is not over.

        Args:
            fresh: whether to shuffle the packs and pass the deal on, or to deal from the packs as
                they are.
            forced: int64[n, 2], the numbers of the discards, or -1 where the policy chooses.
        """
        if forced is None:
            forced = np.full((len(games.state), 2), -1, np.int64)
        if self._search is None:
            step = compiled(run_next_deals)
            step(0, -1, fresh, forced, self._policies, games, self.ground, sums)
            return

        from pegout.simulation.search_loops import run_searched_next_deals

        play = compiled(run_searched_next_deals)
        play(fresh, forced, self._policies, games, self.ground, self._search, sums)


class GamesInStep:
    """Games that are played a deal at a time; the same as :func:`pegout.simulation.play_games`.

    Attributes:
        games: the games, with the last deal of each.
        before: records[n], their states before that deal.
        played: int64[m], the rows that played it.

    Raises:
        KernelError: as :class:`DealPlayers`, ``bad_number`` or ``bad_seed``.
    """

    def __init__(
        self,
        policies: Sequence[str | Policy | ArrayPolicy],
        games: int,
        seed: int,
        *,
        rules: RulesLike = _STANDARD,
        first: int = 0,
        cribs: Any = None,
        knowledge: Knowledge | None = None,
    ) -> None:
        number, self.first = check_count("games", games, first=first)
        self._players = DealPlayers(policies, rules, cribs, knowledge)
        rules = self._players.rules
        self.games = games_of(number, rules)
        self.before = self.games.state.copy()
        self.played = np.arange(0)
        self.sums = np.zeros((number, 2, len(SUMS)), np.int64)
        compiled(begin_games)(self.first, check_seed(seed), self.games, self._players.ground)

    def play_deals(self) -> bool:
        """Play the next deal of every game that is not over; return whether there was one."""
        self.played = np.flatnonzero(self.games.state["phase"] != OVER)
        self.before = self.games.state.copy()
        self._players.play(self.games, self.sums, fresh=True)
        return len(self.played) > 0

    def last_deals(self) -> DealsPlayed:
        """Return the deals that were played last, of the rows in ``played``."""
        rows, games = self.played, self.games
        states = self.before[rows]
        states["dealer"] = games.state["dealer"][rows]
        numbers = self.first + rows | states["deal"] + 1 << 40
        starters = games.state["starter"][rows]
        return DealsPlayed(states, games.pack[rows], games.discarded[rows], starters, numbers)

    @property
    def scores(self) -> Array:
        """int64[n, 2], the scores."""
        scores: Array = self.games.state["scores"][:, :2]
        return scores

    @property
    def deals(self) -> Array:
        """int64[n], the number of deals."""
        deals: Array = self.games.state["deal"]
        return deals


class BatchGames:
    """Games that functions play too, until one deal and another ends; see :class:`GamesInStep`.

    Attributes:
        batch: the games.
        played: int64[m], the rows whose deal ended last.

    Raises:
        KernelError: as :func:`pegout.simulation.play_games`.
    """

    def __init__(
        self,
        policies: Sequence[str | Policy | ArrayPolicy],
        games: int,
        seed: int,
        *,
        rules: RulesLike = _STANDARD,
        first: int = 0,
        cribs: Any = None,
        knowledge: Knowledge | None = None,
    ) -> None:
        self.batch = Batch(games, seed, rules=rules, first=first)
        self._policies = policies_of(policies, self.batch.rules)
        self._means = roles_array(cribs, self._policies, self.batch.rules)
        self._known = knowledge_for(knowledge, self._policies, self.batch.rules)
        self.played = np.arange(0)
        self._states = self.batch.games.state.copy()
        self._last: DealsPlayed | None = None

    def play_deals(self) -> bool:
        """Play until the deal of some game ends; return whether there was one."""
        batch = self.batch
        while (batch.phase != OVER).any():
            table = [batch.games.pack, batch.discarded, batch.starter]
            before = [part.copy() for part in table]
            playing, deals = batch.phase != OVER, batch.deal.copy()
            step_batch(batch, self._policies, self._means, self._known)
            over = playing & (batch.phase == OVER)
            following = playing & (batch.deal != deals)
            if (over | following).any():
                self._end(np.flatnonzero(over | following), following, before, table)
                return True
        self.played = np.arange(0)
        return False

    def _end(
        self, rows: Array, following: Array, before: Sequence[Array], table: Sequence[Array]
    ) -> None:
        """Note the deals that ended; the cards of the next one may be on the table already."""
        packs, discarded, starters = [
            np.where(following[rows].reshape(-1, *[1] * (now.ndim - 1)), old[rows], now[rows])
            for old, now in zip(before, table, strict=True)
        ]
        states = self._states[rows]
        numbers = self.batch.numbers[rows] | states["deal"].astype(np.int64) << 40
        self._last = DealsPlayed(states, packs, discarded, starters.astype(np.int64), numbers)
        self._states[following] = self.batch.games.state[following]
        self.played = rows

    def last_deals(self) -> DealsPlayed:
        """Return the deals that ended last, of the rows in ``played``."""
        assert self._last is not None, "a deal has been played"
        return self._last

    @property
    def scores(self) -> Array:
        """int16[n, 2], the scores."""
        return self.batch.scores

    @property
    def deals(self) -> Array:
        """int16[n], the number of deals."""
        return self.batch.deal

    @property
    def sums(self) -> Array:
        """int64[n, 2, len(SUMS)], what was counted; see :data:`pegout.simulation.games.SUMS`."""
        return self.batch.sums


class DealsAgain:
    """Replays of deals by policies that ignore the score.

    The replay has another, hidden starter, so its discards and play do not depend on the starter
    that was cut.

    Args:
        players: the policies, in the order of the seats and endless.
    """

    def __init__(self, players: DealPlayers, seed: int) -> None:
        self._players, self._seed = players, check_seed(seed)

    def values(self, deals: DealsPlayed, start: Array) -> tuple[Array, Array]:
        """Evaluate deals.

        Args:
            start: float64[2, 122, 122], the win probability of seat 0 at the start of a deal, by
                the dealer and by the needs of seat 0 and seat 1.

        Returns:
            float64[m] each: the win probability of seat 0 if these policies play the deal with the
            cards dealt, over all starters; and, with the actual discards, how much more it is with
            the actual starter than over all starters, 0 where none was cut.
        """
        games = self._played(deals)
        values, dealt = self._valued(games, deals, start)
        kept, cut = dealt.copy(), deals.starters < 52
        changed = (np.sort(games.discarded, axis=2) != np.sort(deals.discarded, axis=2)).any((1, 2))
        again = np.flatnonzero(changed & cut)
        if len(again):
            some = DealsPlayed(*[part[again] for part in deals])
            discards = self._numbers(games.dealt[again], some.discarded)
            values[again], kept[again] = self._valued(self._played(some, discards), some, start)
        actual = values[np.arange(len(cut)), np.where(cut, deals.starters, 0)]
        return dealt, np.where(cut, actual - kept, 0.0)

    def _played(self, deals: DealsPlayed, forced: Array | None = None) -> Game:
        games = games_of(len(deals.states), self._players.rules)
        compiled(copy_deals)(deals.states, deals.packs, self._seed, deals.numbers, games)
        sums = np.zeros((len(deals.states), 2, len(SUMS)), np.int64)
        self._players.play(games, sums, fresh=False, forced=forced)
        return games

    def _valued(self, games: Game, deals: DealsPlayed, start: Array) -> tuple[Array, Array]:
        """Return the values by the starter, and their means over the starters."""
        needs = self._players.rules.target - deals.scores()
        values, means = np.zeros((len(needs), 52)), np.zeros(len(needs))
        compiled(value_deals)(
            games, needs, start, self._players.ground, np.zeros(6, np.int64), values, means
        )
        return values, means

    def _numbers(self, dealt: Array, discarded: Array) -> Array:
        discards = self._players.ground.discards
        same = np.sort(dealt[:, :, discards], axis=3) == np.sort(discarded, axis=2)[:, :, None]
        numbers: Array = same.all(axis=3).argmax(axis=2).astype(np.int64)
        return numbers

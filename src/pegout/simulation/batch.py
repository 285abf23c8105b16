"""Many games in step: one action of one seat in each game at a time.

>>> import numpy as np
>>> batch = Batch(1000, seed=1)
>>> while (batch.phase != OVER).any():
...     actions = batch.legal().argmax(axis=1)
...     gained = batch.step(actions)
>>> int((batch.scores == 121).any(axis=1).sum())
1000
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pegout.cards import Card, format_cards
from pegout.kernel import layout as state
from pegout.kernel.actions import actions_of, discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import NO_CARD, Array
from pegout.kernel.validation import cards_array, check_count, check_seed
from pegout.rules import Rules, RulesLike
from pegout.simulation import batch_loops as loops
from pegout.simulation.constants import games_of, ground
from pegout.simulation.policies.policy import Policy
from pegout.simulation.policies.registry import knowledge_for, policy_of, roles_array

if TYPE_CHECKING:
    from pegout.search.knowledge import Knowledge
    from pegout.search.workspace import Search

DISCARD: Final = state.DISCARD
PLAY: Final = state.PLAY
OVER: Final = state.OVER

_STANDARD: Final = Rules()


class Batch:
    """Many games in step.

    Seats discard one after the other from the dealer's left, although no seat sees another's
    discard. Cuts, goes, the show and the next deal happen automatically, and a seat without cards
    to play is skipped. Game number i has the packs of stream (``seed``, i) and seat i % players as
    its first dealer, as in :func:`pegout.simulation.games.play_games`.

    The arrays are read-only for callers; each step changes them.

    Attributes:
        rules: the rules.
        seed: the seed.
        numbers: int64[n], the number of each game.
        phase: int8[n]: ``DISCARD``, ``PLAY`` or ``OVER``.
        seat: int8[n], the seat to act; -1 when the game is over.
        dealer: int8[n], the seat that deals.
        deal: int16[n], the number of the deal, from 1.
        scores: int16[n, sides], the scores.
        dealt: int8[n, players, 6 or 5], the cards dealt, sorted.
        held: bool[n, players, 52], the cards that each seat holds.
        discarded: int8[n, players, 2 or 1], the cards discarded; 52 before the discard.
        starter: int8[n], the starter; 52 before the cut.
        played: int8[n, 4 * players], the cards of the play in order; 52 after the last.
        by: int8[n, 4 * players], the seats that played them; -1 after the last.
        steps: int8[n], the number of cards played.
        count: int8[n], the count.
        pile: int8[n], the index in ``played`` where the count begins.
        sums: int64[n, sides, 15], the results of the deals so far; see
            :data:`pegout.simulation.games.SUMS`.
        games: the games as the compiled loops use them, with the packs; see
            :class:`pegout.kernel.layout.Game`.
        ground: the rules and the tables as the compiled loops use them.

    >>> batch = Batch(2, seed=7)
    >>> batch.dealer, batch.seat, batch.phase == DISCARD
    (array([0, 1], dtype=int8), array([1, 0], dtype=int8), array([ True,  True]))
    """

    def __init__(
        self, games: int, seed: int, *, rules: RulesLike = _STANDARD, first: int = 0
    ) -> None:
        """Begin games.

        Raises:
            KernelError: ``bad_number``, ``bad_seed`` or ``bad_rules``.
        """
        number, first = check_count("games", games, first=first)
        self.rules = rules = check_rules(rules)
        self.seed = check_seed(seed)
        self.numbers = np.arange(first, first + number, dtype=np.int64)
        self._next = first + number
        self.ground = ground(rules)
        self._search: tuple[Knowledge, Search] | None = None
        self.games = games_of(number, rules)
        self.dealt, self.discarded = self.games.dealt, self.games.discarded
        self.played, self.by = self.games.played, self.games.by
        self.deal = np.zeros(number, np.int16)
        self.scores = np.zeros((number, rules.sides), np.int16)
        self.held = np.zeros((number, rules.players, 52), np.bool_)
        bytes_ = [np.zeros(number, np.int8) for _ in range(7)]
        self.phase, self.seat, self.dealer, self.starter, self.steps, self.count, self.pile = bytes_
        self._seen = loops.BatchArrays(
            self.phase, self.seat, self.dealer, self.deal, self.scores, self.held, self.starter,
            self.steps, self.count, self.pile,
        )  # fmt: skip
        self.sums: Array = np.zeros((number, rules.sides, 15), np.int64)
        self._begin(np.ones(number, np.bool_))

    def __len__(self) -> int:
        return len(self.numbers)

    def _begin(self, which: NDArray[np.bool_]) -> None:
        compiled(loops.start_rows)(
            which, self.numbers, self.seed, self.games, self._seen, self.ground
        )

    def legal(self) -> NDArray[np.bool_]:
        """Return which actions the seat on turn may take in each game.

        Returns:
            bool[n, actions]: 52 cards to play, then the discards from ``dealt`` in the order of
            :func:`pegout.kernel.actions.discards_of`; all False where the game is over.

        >>> Batch(1, seed=7).legal()[0].nonzero()[0]
        array([52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66])
        """
        legal = np.zeros((len(self), actions_of(self.rules)), np.bool_)
        compiled(loops.legal_rows)(self.games, self.ground, legal)
        return legal

    def step(self, actions: Any) -> NDArray[np.int16]:
        """Take one action in every game.

        Args:
            actions: int64[n]; the action of a game that is over is ignored.

        Returns:
            int16[n, sides], the holes that each side has advanced.

        Raises:
            KernelError: ``bad_dtype``, ``bad_shape`` or ``illegal_action``. Nothing has changed
                then.
        """
        return self.stepped(self.check_actions("actions", actions, np.arange(len(self))))

    def stepped(self, actions: NDArray[np.int64]) -> NDArray[np.int16]:
        """Take actions known to be legal, as :meth:`step` does; a game with -1 waits."""
        gained = np.zeros(self.scores.shape, np.int16)
        compiled(loops.step_rows)(actions, self.games, self._seen, self.ground, gained, self.sums)
        return gained

    def choose(
        self,
        policy: str | Policy,
        rows: Any = None,
        *,
        cribs: Any = None,
        knowledge: Any = None,
    ) -> NDArray[np.int64]:
        """Choose for the seat on turn by a compiled policy; this advances the random streams.

        Args:
            policy: the name of a policy, or a policy.
            rows: the rows of the games, none of them over; all that are not over unless given.
            cribs: the means of the crib, for a policy that needs them; see
                :func:`pegout.simulation.policies.registry.roles_array`. The shipped ones for the
                rules unless given.
            knowledge: the knowledge of a policy that searches; the shipped one unless given.

        Returns:
            int64[len(rows)], an action for each.

        Raises:
            KernelError: ``bad_policy``, ``bad_dtype``, ``bad_shape`` or ``bad_number``.

        >>> batch = Batch(3, seed=7)
        >>> batch.choose("blind").shape
        (3,)
        """
        resolved = policy_of(policy)
        if not isinstance(resolved, Policy):
            raise KernelError("bad_policy", "a function chooses by itself: call it with the batch")
        indices = np.flatnonzero(self.phase != OVER) if rows is None else self._rows(rows)
        means = roles_array(cribs, [resolved], self.rules)
        known = knowledge_for(knowledge, [resolved], self.rules)
        return self.chosen(resolved, indices, means, known)

    def chosen(
        self,
        policy: Policy,
        rows: NDArray[np.intp],
        means: Array | None,
        known: Knowledge | None = None,
    ) -> NDArray[np.int64]:
        """Choose as :meth:`choose` does, from rows and means that are already checked."""
        used = self.ground if means is None else self.ground._replace(cribs=means)
        actions, numbers = np.zeros(len(rows), np.int64), policy.numbers(self.rules)
        if known is None:
            compiled(loops.choose_rows)(rows, *numbers, self.games, used, actions)
            return actions

        from pegout.search.building_arrays import search_of
        from pegout.simulation.search_loops import choose_searched

        if self._search is None or self._search[0] is not known:
            self._search = known, search_of(self.rules, known, means)
        both = np.array([numbers, numbers], np.int64)
        compiled(choose_searched)(rows, both, self.games, used, self._search[1], actions)
        return actions

    def _rows(self, rows: Any) -> NDArray[np.intp]:
        indices = np.asarray(rows)
        if indices.ndim != 1 or (indices.dtype.kind not in "iu" and indices.size):
            raise KernelError(
                "bad_shape", f"expected rows as one row of whole numbers, not {rows!r:.60}"
            )
        wrong = (indices < 0) | (indices >= len(self))
        if wrong.any() or (self.phase[indices.astype(np.intp)] == OVER).any():
            raise KernelError(
                "bad_number",
                f"expected rows from 0 to {len(self) - 1} of games that are not over",
            )
        return indices.astype(np.intp)

    def restart(self, which: Any) -> None:
        """Begin new games, with new numbers, in some rows.

        Args:
            which: bool[n], True where a game is to begin.

        Raises:
            KernelError: ``bad_dtype`` or ``bad_shape``.
        """
        mask = np.asarray(which)
        if mask.dtype != np.bool_ or mask.shape != (len(self),):
            raise KernelError(
                "bad_dtype" if mask.dtype != np.bool_ else "bad_shape",
                f"expected which as {len(self)} of bool, not {mask.dtype} of shape {mask.shape}",
            )
        number, first = check_count("games", int(mask.sum()), first=self._next)
        self.numbers[mask] = np.arange(first, first + number)
        self._next += number
        self.sums[mask] = 0
        self._begin(mask)

    def place(
        self, hands: Any, starters: Any, *, dealers: Any, scores: Any, from_pack: Any = None
    ) -> None:
        """Begin a deal in every game with given cards, whatever was on the table.

        The number of the deal and the random streams continue. An unfinished deal is not in
        ``sums``, and a game that was over continues.

        Args:
            hands: int[n, players, 6 or 5], the cards dealt, in any order.
            starters: int[n], the starters.
            dealers: int[n], the seats that deal.
            scores: int[n, sides], from 0 to one below the target.
            from_pack: int[n, 1], with three players the card from the pack to the crib.

        Raises:
            KernelError: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card`` or
                ``bad_number``; nothing has changed then.

        >>> batch = Batch(1, seed=7)
        >>> batch.place([[range(6), range(6, 12)]], [51], dealers=[0], scores=[[120, 119]])
        >>> batch.scores[0].tolist(), batch.dealt[0, 1].tolist()
        ([120, 119], [6, 7, 8, 9, 10, 11])
        """
        number, rules = len(self), self.rules
        shapes = {
            "hands": (hands, (number, rules.players, rules.hand_size)),
            "from_pack": (
                np.zeros((number, 0), np.int8) if from_pack is None else from_pack,
                (number, rules.from_pack),
            ),
            "starters": (starters, (number,)),
            "dealers": (dealers, (number,)),
            "scores": (scores, (number, rules.sides)),
        }
        arrays = {what: _whole(what, *asked) for what, asked in shapes.items()}
        for what, above in (("dealers", rules.players), ("scores", rules.target)):
            if arrays[what].size and not 0 <= arrays[what].min() <= arrays[what].max() < above:
                raise KernelError(
                    "bad_number", f"expected {what} from 0 to {above - 1}, not {arrays[what]}"
                )
        dealt = [arrays[what].reshape(number, -1) for what in ("hands", "from_pack", "starters")]
        cards = cards_array("the cards of a game", np.hstack(dealt), distinct=True)
        compiled(loops.place_rows)(
            cards, arrays["dealers"], arrays["scores"], self.games, self._seen, self.ground
        )

    def check_actions(self, what: str, actions: Any, rows: Array) -> NDArray[np.int64]:
        """Return actions for some rows as int64, if they are legal.

        Raises:
            KernelError: ``bad_dtype``, ``bad_shape`` or ``illegal_action``, which names the game,
                the seat and its cards.
        """
        checked = _whole(what, actions, (len(rows),))
        at = compiled(loops.first_illegal)(rows, checked, self.games, self.ground)
        if at >= 0:
            raise KernelError("illegal_action", self._case(what, int(rows[at]), int(checked[at])))
        return checked

    def _case(self, what: str, row: int, action: int) -> str:
        seat, phase = int(self.seat[row]), int(self.phase[row])
        discards = discards_of(self.rules)
        if 0 <= action < NO_CARD:
            asked = f"to play {Card(action)}"
        elif 0 <= action - NO_CARD < len(discards):
            positions = list(discards[action - NO_CARD])
            asked = (
                f"to discard {format_cards(map(Card, self.dealt[row, seat, positions].tolist()))}"
            )
        else:
            asked = f"for action {action}, where there are 0 to {NO_CARD + len(discards) - 1}"
        holds = format_cards(map(Card, np.flatnonzero(self.held[row, seat]).tolist()))
        time = "has to discard" if phase == DISCARD else f"the count is {self.count[row]}"
        return (
            f"{what}: seat {seat} in game {self.numbers[row]} holds {holds}, {time}, "
            f"and asked {asked}"
        )


def _whole(what: str, given: Any, shape: tuple[int, ...]) -> Array:
    """Return integers of a given shape as int64."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu" and array.size:
        raise KernelError("bad_dtype", f"expected {what} as whole numbers, not {array.dtype}")
    if array.shape != shape:
        raise KernelError(
            "bad_shape", f"expected {what} as an array of shape {shape}, not {array.shape}"
        )
    return array.astype(np.int64)

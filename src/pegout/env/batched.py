"""Thousands of games in step, for training: arrays in, arrays out, on the kernel's batch.

>>> tables = BatchedEnv(3, seed=7)
>>> observations, masks, seats = tables.observe()
>>> observations.shape, masks.shape, seats.tolist()
((3, 689), (3, 67), [1, 0, 1])
>>> rewards, done = tables.step(masks.argmax(axis=1))
>>> rewards.shape, done.tolist()
((3, 2), [False, False, False])
"""

from collections.abc import Callable
from inspect import iscoroutinefunction, isgeneratorfunction
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pegout.env.actions import action_of, legal_mask
from pegout.env.errors import EnvError, check_rules, check_seed
from pegout.env.observation import NOBODY, OVER, Seen, encode, seen_of_view, size
from pegout.env.rewards import shares_of, zero_sum
from pegout.kernel import actions_of
from pegout.rules import Action, Discard, Play, Rules, RulesLike, SeatView
from pegout.simulation import Batch
from pegout.simulation.policies.registry import FunctionPolicy

#: An agent: a function of float32[n, size] observations and bool[n, actions] masks that returns
#: int64[n] actions.
Choose: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]
#: The kinds of rewards; see :class:`pegout.env.aec.CribbageEnv`.
Reward: TypeAlias = Literal["points", "win"]
_Indices: TypeAlias = NDArray[np.intp]


def seen_of_batch(batch: Batch, which: _Indices, seats: NDArray[np.integer[Any]]) -> Seen:
    """Return the information of the seats int[m] in the games with the numbers int[m]."""
    rules = batch.rules
    players, sides = rules.players, rules.sides
    seat = np.asarray(seats, np.int64)
    turn = batch.seat[which].astype(np.int64)
    by = batch.by[which].astype(np.int64)
    around = (seat[:, None] + np.arange(sides)) % sides
    return Seen(
        phase=batch.phase[which].astype(np.int64),
        dealer=(batch.dealer[which] - seat) % players,
        turn=np.where(turn >= 0, (turn - seat) % players, NOBODY),
        scores=np.take_along_axis(batch.scores[which], around, axis=1),
        dealt=batch.dealt[which, seat].astype(np.int64),
        discarded=np.sort(batch.discarded[which, seat].astype(np.int64), axis=1),
        starter=batch.starter[which].astype(np.int64),
        played=batch.played[which].astype(np.int64),
        by=np.where(by >= 0, (by - seat[:, None]) % players, NOBODY),
        pile=batch.pile[which].astype(np.int64),
        count=batch.count[which].astype(np.int64),
    )


def observe_batch(batch: Batch, which: _Indices) -> NDArray[np.float32]:
    """Return the observations of the seats to act in the games int[m] that are not over.

    Returns:
        float32[m, size], in the layout :data:`pegout.env.observation.LAYOUT`.
    """
    return encode(seen_of_batch(batch, which, batch.seat[which]), batch.rules)


class AgentPolicy(FunctionPolicy):
    """An agent as a contestant: of many games at a time, or as a player at a table.

    Its function takes observations and masks. All that the environments decide by themselves, such
    as cuts, it does with the first legal action.
    """

    def __call__(self, batch: Batch, rows: _Indices) -> NDArray[np.int64]:
        """Return an action for each of some games of a batch."""
        return self._chosen(observe_batch(batch, rows), batch.legal()[rows])

    def choose(self, view: SeatView) -> Action:
        """Return an action for a view, as :class:`pegout.Player` wants it.

        Raises:
            EnvError: ``bad_rules`` for rules that no environment supports, ``bad_shape`` for an
                answer that is not one action, or ``bad_action``.
        """
        check_rules(view.rules)
        if not isinstance(view.legal[0], Discard | Play):
            return view.legal[0]
        observations = encode(seen_of_view(view, view.seat), view.rules)
        actions = np.asarray(self._chosen(observations, legal_mask(view)[None].astype(bool)))
        if actions.shape != (1,):
            raise EnvError(
                "bad_shape", f"{self.name} has to return one action, not {actions!r:.60}"
            )
        return action_of(actions[0], view)

    def _chosen(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = self.function(observations, masks)
        return actions


def as_policy(choose: Choose | AgentPolicy, name: str = "") -> AgentPolicy:
    """Make an agent a contestant: of :func:`pegout.play_matchup`, ladders and ``play_games``.

    Args:
        choose: the agent; it receives observations and masks, and nothing else. A policy of this
            function is an agent too.
        name: its name in results; the agent's own name unless given.

    >>> def lowest(observations, masks):
    ...     return masks.argmax(axis=1)
    >>> as_policy(lowest).name
    'lowest'

    Raises:
        EnvError: ``bad_option`` for anything that cannot be called, or answers later,
            and for a name that is no text.
    """
    if not isinstance(name, str):
        raise EnvError("bad_option", f"the name of an agent is a text, not {name!r:.40}")
    if isinstance(choose, AgentPolicy):
        return AgentPolicy(name or choose.name, choose.function)
    called = (choose, type(choose).__call__) if callable(choose) else ()
    if any(iscoroutinefunction(one) or isgeneratorfunction(one) for one in called):
        raise EnvError(
            "bad_option",
            f"{choose!r:.60} is asynchronous or a generator; an agent answers at once, without "
            "async and yield",
        )
    if not callable(choose) or isinstance(choose, type):
        raise EnvError(
            "bad_option",
            "an agent is a function of observations and masks that returns actions, or an object "
            f"that can be called so; not {choose!r:.60}",
        )
    own = getattr(choose, "name", None) or getattr(choose, "__name__", type(choose).__name__)
    return AgentPolicy(name or str(own), choose)


class BatchedEnv:
    """Games in step: at each step one seat of every game acts.

    The seat to act may differ between games. Finished games restart automatically, so that every
    game always has a seat to act.

    Args:
        games: the number of games, 1 or more.
        seed: the seed of all games, 0 to 2**62 - 1.
        rules: the rules of all games, or the name of a preset.
        reward: ``points`` or ``win``, as in :class:`pegout.env.aec.CribbageEnv`.

    Attributes:
        batch: the games themselves, with all cards visible.
        rules: the rules.
        reward: the kind of rewards.

    Raises:
        EnvError: ``bad_rules``, ``bad_seed`` or ``bad_option``.
    """

    def __init__(
        self,
        games: int,
        seed: int,
        *,
        rules: RulesLike | None = None,
        reward: Reward = "points",
    ) -> None:
        self.rules = check_rules(Rules() if rules is None else rules)
        number = check_games(games, reward)
        self.reward = reward
        self.batch = Batch(number, check_seed(seed), rules=self.rules)
        self._every = np.arange(number)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._every)

    @property
    def observation_size(self) -> int:
        """The number of values in an observation."""
        return size(self.rules)

    @property
    def actions(self) -> int:
        """The number of actions; see :mod:`pegout.env.actions`."""
        return actions_of(self.rules)

    def observe(self) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]]:
        """Return the observations and legal actions of the seats to act, and these seats.

        Returns:
            float32[games, size], bool[games, actions] and int8[games].
        """
        seats = np.array(self.batch.seat, np.int8)
        return observe_batch(self.batch, self._every), self.batch.legal(), seats

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Take one action in every game.

        Args:
            actions: int[games].

        Returns:
            float32[games, sides], the rewards, which sum to zero in each game, and bool[games], the
            games that ended; these have restarted.

        Raises:
            KernelError: ``bad_shape``, ``bad_dtype``, or ``illegal_action``, which names the game
                and the case; the state is unchanged then.
        """
        gained = self.batch.step(actions)
        done = self.batch.phase == OVER
        rewards = rewards_of(self.batch, gained, done, self.reward)
        if done.any():
            self.batch.restart(done)
        return rewards, done


def rewards_of(
    batch: Batch, gained: NDArray[np.int16], done: NDArray[np.bool_], reward: Reward
) -> NDArray[np.float32]:
    """Return the reward of each side.

    Args:
        batch: the games, not yet restarted.
        gained: int16[n, sides], the holes that each side has advanced.
        done: bool[n], the games that have ended.
        reward: the kind of rewards.

    Returns:
        float32[n, sides]; each row sums to zero.
    """
    if reward == "points":
        return zero_sum(gained)
    shares = np.zeros(gained.shape, np.float32)
    shares[done] = shares_of(_won(batch.scores[done], batch.rules))
    return shares


def check_games(games: Any, reward: Any) -> int:
    """Return the number of games as an int, if it and the reward are valid.

    Raises:
        EnvError: ``bad_option``.
    """
    if not isinstance(games, int | np.integer) or isinstance(games, bool) or games < 1:
        raise EnvError("bad_option", f"expected 1 or more games, not {games!r:.40}")
    if reward not in get_args(Reward):
        raise EnvError("bad_option", f"reward is one of 'points', 'win'; not {reward!r:.40}")
    return int(games)


def _won(scores: NDArray[Any], rules: Rules) -> NDArray[np.bool_]:
    """Return the winners of finished games: bool[n, sides]."""
    reached: NDArray[np.bool_] = scores == rules.target
    if not rules.lowball:
        return reached
    # A side that reaches the target loses, and the side that is furthest from it wins.
    others = np.where(reached, rules.target, scores)
    won: NDArray[np.bool_] = others == others.min(axis=1, keepdims=True)
    return won

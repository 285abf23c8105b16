"""Thousands of games as a Gymnasium ``VectorEnv``, for one agent that plays seat 0 of each.

A policy plays the other seats, in the same arrays. The module needs the extra ``env``, and enters
the registry of Gymnasium as ``pegout/Cribbage-v0``.

>>> from pegout.env.vector import CribbageVectorEnv
>>> tables = CribbageVectorEnv(1000, others="greedy")
>>> observations, infos = tables.reset(seed=7)
>>> _ = tables.action_space.seed(7)
>>> actions = tables.action_space.sample(mask=tuple(infos["action_mask"]))
>>> observations, rewards, terminations, truncations, infos = tables.step(actions)
>>> observations.shape, rewards.shape
((1000, 689), (1000,))
"""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.env.batched import Reward, check_games, rewards_of, seen_of_batch
from pegout.env.errors import EnvError, check_seed, rules_of
from pegout.env.observation import OVER, encode, size
from pegout.extras import missing_extra
from pegout.kernel import KernelError, actions_of
from pegout.rules import RulesLike
from pegout.simulation import ArrayPolicy, Batch, Policy
from pegout.simulation.policies.registry import knowledge_for, policy_of, roles_array

try:
    from gymnasium import register, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_extra("env") from error

_Floats: TypeAlias = NDArray[np.float32]
_Flags: TypeAlias = NDArray[np.bool_]

#: The action of a game that waits.
_WAITS: Final = -1
_SEEDS: Final = 2**62


class CribbageVectorEnv(VectorEnv[_Floats, NDArray[np.int64], NDArray[Any]]):
    """Games in step for one agent, which plays seat 0 of every game.

    In game number i seat ``i % players`` deals first, so all seats deal first equally often. With
    four players in teams seat 2 is the agent's partner. An episode is a game; none is truncated.

    Each step returns the observation of seat 0 when it has to act again, after all other seats have
    acted, or when the game is over. Legal actions are in the ``info`` under ``action_mask``,
    int8[num_envs, actions], in the format of a space's ``sample(mask=…)``. In a finished game every
    action is marked as legal, and all are ignored.

    Args:
        num_envs: the number of games, 1 or more.
        rules: the rules of all games, or the name of a preset.
        players: the number of players; that of the rules unless given.
        others: the policy of the other seats: the name of one of
            :data:`pegout.simulation.POLICIES`, a policy, or a function such as
            :func:`pegout.env.as_policy` returns for an agent.
        reward: ``points``: the points that the own side gained in the step, less the mean gain of
            the other sides. ``win``: 0 until the game is over, then 1 for a win and -1 for a loss,
            divided where several sides share it, as in :mod:`pegout.env.aec`.
        autoreset_mode: the time at which a finished game restarts, as in Gymnasium. ``NEXT_STEP``:
            in the next step, whose action is ignored. ``SAME_STEP``: at once; the last observation
            is in the ``info`` under ``final_obs``. ``DISABLED``: when :meth:`reset` is called with
            ``options={"reset_mask": …}``.

    Attributes:
        batch: the games themselves, with all cards visible; set by the first :meth:`reset`.
        rules: the rules.

    Raises:
        EnvError: ``bad_rules`` or ``bad_option``.
        UnknownRules: for a preset that does not exist, or a number of players it is not for.
        KernelError: ``bad_policy``.
    """

    batch: Batch

    def __init__(
        self,
        num_envs: int,
        *,
        rules: RulesLike = "standard",
        players: int | None = None,
        others: str | Policy | ArrayPolicy = "greedy",
        reward: Reward = "points",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.rules = rules_of(rules, players)
        self.num_envs = check_games(num_envs, reward)
        if not isinstance(autoreset_mode, AutoresetMode):
            raise EnvError(
                "bad_option", f"autoreset_mode is an AutoresetMode, not {autoreset_mode!r:.40}"
            )
        self.reward = reward
        self.autoreset_mode = autoreset_mode
        self.metadata = {"autoreset_mode": autoreset_mode}
        self.single_observation_space = spaces.Box(0, 1, (size(self.rules),), np.float32)
        self.single_action_space = spaces.Discrete(actions_of(self.rules))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._others = policy_of(others)
        self._cribs = roles_array(None, [self._others], self.rules)
        self._knowledge = knowledge_for(None, [self._others], self.rules)
        self._every = np.arange(self.num_envs)
        self._own = np.zeros(self.num_envs, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Floats, dict[str, Any]]:
        """Start all games or some of them.

        Args:
            seed: the seed of all games. Without one, the first reset draws one, and later resets
                start the next games of the same series.
            options: ``reset_mask``, bool[num_envs], the only games to restart.

        Returns:
            float32[num_envs, size], the observations of seat 0 in each game, and the ``info``.

        Raises:
            EnvError: ``bad_seed`` or ``bad_option``.
        """
        which = self._masked(options)
        begun = hasattr(self, "batch")
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if which is not None:
            if seed is not None or not begun:
                raise EnvError("bad_option", "a reset of some games comes after one of all of them")
            self.batch.restart(which)
        elif begun and seed is None:
            self.batch.restart(np.ones(self.num_envs, np.bool_))
        else:
            series = int(self.np_random.integers(_SEEDS)) if seed is None else int(seed)
            self.batch = Batch(self.num_envs, series, rules=self.rules)
        self._answer(np.zeros((self.num_envs, self.rules.sides), np.int16))
        return self._seen(self._every), self._info()

    def _masked(self, options: dict[str, Any] | None) -> _Flags | None:
        asked = dict(options or {})
        which = asked.pop("reset_mask", None)
        if asked:
            raise EnvError("bad_option", f"reset has the option reset_mask, not {[*asked]}")
        if which is None:
            return None
        mask: _Flags = np.asarray(which)
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise EnvError(
                "bad_option",
                f"expected reset_mask as bool[{self.num_envs}] with one True at least, not "
                f"{mask.dtype} of shape {mask.shape}",
            )
        return mask

    def step(
        self, actions: Any
    ) -> tuple[_Floats, NDArray[np.float32], _Flags, _Flags, dict[str, Any]]:
        """Take an action of seat 0 in every game, and let the other seats act until its next turn.

        Args:
            actions: int[num_envs], numbered as in :mod:`pegout.env.actions`.

        Returns:
            float32[num_envs, size], the observations of seat 0; float32[num_envs], the rewards;
            bool[num_envs], the games that are over; bool[num_envs], all False; and the ``info``.

        Raises:
            EnvError: ``not_begun`` before the first reset.
            KernelError: ``bad_shape``, ``bad_dtype``, or ``illegal_action``, which names the game
                and the case; the state is unchanged then.
        """
        if not hasattr(self, "batch"):
            raise EnvError("not_begun", "no game has begun; call reset first")
        batch = self.batch
        before = batch.phase == OVER
        checked = batch.check_actions("actions", actions, self._every)
        gained = batch.stepped(np.where(before, _WAITS, checked))
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and before.any():
            batch.restart(before)
        self._answer(gained)
        over = batch.phase == OVER
        done = over & ~before
        rewards = rewards_of(batch, gained, done, self.reward)[:, 0].copy()
        info: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and done.any():
            info = self._ended(done)
            batch.restart(done)
            self._answer(np.zeros_like(gained))
        none = np.zeros(self.num_envs, np.bool_)
        return self._seen(self._every), rewards, over.copy(), none, {**self._info(), **info}

    def _answer(self, gained: NDArray[np.int16]) -> None:
        """Let the other seats act until seat 0 is to act in every game, and add up the gains."""
        batch = self.batch
        while True:
            rows = np.flatnonzero(batch.seat > 0)
            if not len(rows):
                return
            actions = np.full(self.num_envs, _WAITS, np.int64)
            actions[rows] = self._chosen(rows)
            gained += batch.stepped(actions)

    def _chosen(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        policy = self._others
        if isinstance(policy, Policy):
            return self.batch.chosen(policy, rows, self._cribs, self._knowledge)
        try:
            return self.batch.check_actions("others", policy(self.batch, rows.copy()), rows)
        except KernelError as error:
            if error.code in ("bad_dtype", "bad_shape"):
                raise KernelError("bad_policy", str(error)) from error
            raise

    def _seen(self, which: NDArray[np.intp]) -> _Floats:
        return encode(seen_of_batch(self.batch, which, self._own[which]), self.rules)

    def _info(self) -> dict[str, Any]:
        masks = self.batch.legal().astype(np.int8)
        masks[self.batch.phase == OVER] = 1
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _ended(self, done: _Flags) -> dict[str, Any]:
        """Return the last observations of games that ended, in Gymnasium's format."""
        last = np.full(self.num_envs, None, dtype=object)
        rows = np.flatnonzero(done)
        for row, seen in zip(rows, self._seen(rows), strict=True):
            last[row] = seen
        # The observation already contains all other information.
        final = {"final_info": {}, "_final_info": done.copy()}
        return {"final_obs": last, "_final_obs": done.copy(), **final}


register("pegout/Cribbage-v0", vector_entry_point="pegout.env.vector:CribbageVectorEnv")

"""Thousands of games as a ``VectorEnv`` of Gymnasium, for one agent that plays seat 0 of each.

The other seats are played by a policy, in the same arrays. Needs the extra ``env``.

>>> from pegout.env.vector import CribbageVectorEnv
>>> tables = CribbageVectorEnv(1000, others="greedy")
>>> observations, infos = tables.reset(seed=7)
>>> _ = tables.action_space.seed(7)
>>> actions = tables.action_space.sample(mask=tuple(infos["action_mask"]))
>>> observations, rewards, terminations, truncations, infos = tables.step(actions)
>>> observations.shape, rewards.shape
((1000, 689), (1000,))
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pegout.env.batched import Reward, checked_games, rewards_of, seen_of_batch
from pegout.env.errors import EnvError, checked_rules, checked_seed
from pegout.env.observation import OVER, encode, size
from pegout.kernel import KernelError, actions_of
from pegout.rules import Rules
from pegout.simulation import ArrayPolicy, Batch, Policy
from pegout.simulation.policies.registry import knowledge_for, policy_of, roles_array

__all__ = ["CribbageVectorEnv"]

_Floats: TypeAlias = NDArray[np.float32]
_Flags: TypeAlias = NDArray[np.bool_]

#: Where an agent has nothing to do: the game waits.
_WAITS: Final = -1
_SEEDS: Final = 2**62


class CribbageVectorEnv(VectorEnv[_Floats, NDArray[np.int64], NDArray[Any]]):
    """Games in step for one agent, which plays seat 0 of every game.

    In game number i seat ``i % players`` deals first, so the agent deals first as often as anybody.
    With four players seat 2 is its partner. An episode is a game; none is truncated.

    Each step answers with what seat 0 sees when it has to act again, all others having acted
    meanwhile, or when the game is over. Legal actions stand in the ``info`` under
    ``action_mask``, int8[num_envs, actions], as a space's ``sample(mask=…)`` takes them. Where a
    game is over every action is marked there, and none is looked at.

    Args:
        num_envs: how many games, 1 or more.
        rules: the rules of all games.
        others: who plays the other seats: the name of a policy of
            :data:`pegout.simulation.POLICIES`, a policy, or a function as
            :func:`pegout.env.as_policy` makes it of an agent.
        reward: ``points``: what the own side has gained in the step, less the mean of what each
            other side has gained. ``win``: nothing until the game is over, then 1 for a win and -1
            for a loss, divided where several share it, as in :mod:`pegout.env.aec`.
        autoreset_mode: when a finished game begins anew, as Gymnasium has it. ``NEXT_STEP``: in the
            step after, whose action is not looked at. ``SAME_STEP``: at once; what was seen last
            stands in the ``info`` under ``final_obs``. ``DISABLED``: when :meth:`reset` is called
            with ``options={"reset_mask": …}``.

    Attributes:
        batch: the games themselves, with every card in them; from the first :meth:`reset` on.
        rules: the rules.

    Raises:
        EnvError: ``bad_rules`` or ``bad_option``.
        KernelError: ``bad_policy``.
    """

    batch: Batch

    def __init__(
        self,
        num_envs: int,
        *,
        rules: Rules | None = None,
        others: str | Policy | ArrayPolicy = "greedy",
        reward: Reward = "points",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.rules = checked_rules(Rules() if rules is None else rules)
        self.num_envs = checked_games(num_envs, reward)
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
        """Begin games, all of them or some.

        Args:
            seed: what all games follow from. Without one, the first reset draws one, and later
                resets begin the next games of the same series.
            options: ``reset_mask``, bool[num_envs], which games are to begin anew, and no others.

        Returns:
            float32[num_envs, size], what seat 0 of each game sees, and the ``info``.

        Raises:
            EnvError: ``bad_seed`` or ``bad_option``.
        """
        which = self._masked(options)
        begun = hasattr(self, "batch")
        if seed is not None:
            checked_seed(seed)
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
        found: _Flags = np.asarray(which)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            raise EnvError(
                "bad_option",
                f"expected reset_mask as bool[{self.num_envs}] with one True at least, not "
                f"{found.dtype} of shape {found.shape}",
            )
        return found

    def step(
        self, actions: Any
    ) -> tuple[_Floats, NDArray[np.float32], _Flags, _Flags, dict[str, Any]]:
        """Do one action of seat 0 in every game, and all that the others do until its next.

        Args:
            actions: int[num_envs], numbered as in :mod:`pegout.env.actions`.

        Returns:
            float32[num_envs, size], what seat 0 sees; float32[num_envs], the rewards;
            bool[num_envs], which games are over; bool[num_envs], all False; and the ``info``.

        Raises:
            EnvError: ``not_begun`` before the first reset.
            KernelError: ``bad_shape``, ``bad_dtype``, or ``illegal_action``, which names the game
                and the case; nothing has changed then.
        """
        if not hasattr(self, "batch"):
            raise EnvError("not_begun", "no game has begun; call reset first")
        batch = self.batch
        before = batch.phase == OVER
        checked = batch.checked_actions("actions", actions, self._every)
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
        """Let the others act until it is seat 0's turn everywhere, and add up what is gained."""
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
            return self.batch.checked_actions("others", policy(self.batch, rows.copy()), rows)
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
        """Tell what was seen last of games that ended, as Gymnasium tells it."""
        last = np.full(self.num_envs, None, dtype=object)
        rows = np.flatnonzero(done)
        for row, seen in zip(rows, self._seen(rows), strict=True):
            last[row] = seen
        # Whatever else was to be told is in the observation.
        final = {"final_info": {}, "_final_info": done.copy()}
        return {"final_obs": last, "_final_obs": done.copy(), **final}

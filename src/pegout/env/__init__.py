"""Environments for learning agents.

:mod:`pegout.env.aec` is a PettingZoo environment on the real referee; it needs the extra ``env``.
:class:`BatchedEnv` runs thousands of games in step, and :mod:`pegout.env.vector`, which needs the
same extra, wraps them as a Gymnasium ``VectorEnv``. All environments encode observations in the
same layout, :data:`LAYOUT`, and number the actions in the same way. ``docs/learning.md`` has worked
examples.

>>> tables = BatchedEnv(1000, seed=1)
>>> observations, masks, seats = tables.observe()
>>> rewards, done = tables.step(masks.argmax(axis=1))
"""

from pegout.env.actions import FIRST_DISCARD, action_text
from pegout.env.batched import BatchedEnv, Choose, as_policy, observe_batch, seen_of_batch
from pegout.env.errors import EnvError
from pegout.env.observation import LAYOUT, Part, Seen, decode, encode, layout, size

__all__ = [
    "FIRST_DISCARD",
    "LAYOUT",
    "BatchedEnv",
    "Choose",
    "EnvError",
    "Part",
    "Seen",
    "action_text",
    "as_policy",
    "decode",
    "encode",
    "layout",
    "observe_batch",
    "seen_of_batch",
    "size",
]

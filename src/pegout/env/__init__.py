"""Environments for learning agents.

:mod:`pegout.env.aec` has the table of PettingZoo, on the real referee; it needs the extra ``env``.
:class:`BatchedEnv` has thousands of games in step, and :mod:`pegout.env.vector`, which needs that
extra too, makes a ``VectorEnv`` of Gymnasium of them. All tell what a seat sees in the same layout,
:data:`LAYOUT`, and number the actions alike. ``docs/learning.md`` shows them at work.

>>> tables = BatchedEnv(1000, seed=1)
>>> observations, masks, seats = tables.observe()
>>> rewards, done = tables.step(masks.argmax(axis=1))
"""

from __future__ import annotations

from pegout.env.actions import FIRST_THROW, action_text
from pegout.env.batched import BatchedEnv, Choose, as_policy, observe_batch, seen_of_batch
from pegout.env.errors import EnvError
from pegout.env.observation import LAYOUT, Part, Seen, decode, encode, layout, size

__all__ = [
    "FIRST_THROW",
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

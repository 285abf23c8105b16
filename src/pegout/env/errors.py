"""The error of the environments, and checks of their arguments."""

from typing import Any

import numpy as np

from pegout.errors import PegoutError
from pegout.rules import Component, Rules, RulesLike, as_rules


class EnvError(PegoutError):
    """An invalid argument of an environment; the state is unchanged.

    Attributes:
        code: ``bad_rules``, ``bad_option``, ``bad_seed``, ``bad_action``, ``illegal_action``,
            ``bad_shape`` or ``not_begun``.
    """


def check_rules(given: RulesLike) -> Rules:
    """Return the rules if an environment supports them: those of the kernel."""
    rules = as_rules(given)
    refusal = rules.refusal(Component.KERNEL)
    if refusal:
        raise EnvError("bad_rules", f"{refusal}, and so no environment does")
    return rules


def rules_of(rules: RulesLike, players: int | None) -> Rules:
    """Return rules that an environment supports, with a number of players."""
    known = check_rules(rules)
    # Rebuild from the preset, which may allow two players only.
    changes = known.changes() if players is None else {**known.changes(), "players": players}
    return Rules(known.preset, **changes)


def check_seed(seed: Any) -> int:
    """Return a valid seed as an int: a whole number from 0 to 2**62 - 1, as in the kernel."""
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
        raise EnvError("bad_seed", f"expected a whole number as seed, not {seed!r:.40}")
    if not 0 <= seed < 2**62:
        raise EnvError("bad_seed", f"expected a seed from 0 to 2**62 - 1, not {seed}")
    return int(seed)

"""The seed of everything that a test draws by chance.

Each run prints it, and ``PEGOUT_SEED=NUMBER`` sets it. The gate has the same seed every time; the
long tests draw one.
"""

import os
from random import Random
from typing import Final

SEED: Final = int(os.environ.get("PEGOUT_SEED", "1"))


def chance(*name: object) -> Random:
    """Return a source of chance of its own for a test, or for one part of it.

    >>> chance("cut").random() == chance("cut").random()
    True
    """
    return Random(f"{SEED} {name}")

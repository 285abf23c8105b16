"""The same numbers to the last bit, whether the loops are compiled or run by Python."""

import os
from importlib.util import find_spec

import pytest

from pegout.kernel import COMPILED
from tests.kernel.alone import said_alone

#: A small run of every part of the kernel; prints a digest of the numbers.
EVERYTHING = """
from hashlib import sha256
import numpy as np
from pegout import kernel
from pegout import simulation
from pegout.kernel import rng
from pegout.kernel.jit import compiled
from pegout.rules import Rules
from tests.simulation.replays import some_cribs

digest = sha256()
def add(*arrays):
    for array in arrays:
        digest.update(repr((array.dtype.str, array.shape)).encode() + array.tobytes())

def lowest(batch, rows):
    return batch.legal()[rows].argmax(axis=1)

for index in (0, 1, 2**48 + 1):
    chance, numbers = compiled(rng.seed_stream)(2**61 + 5, index), []
    for number in (2, 3, 52, 2**31 - 1) * 20:
        chance, drawn = compiled(rng.draw)(chance, number)
        numbers.append(drawn)
    add(np.array(numbers))
for variant in (
    Rules(target=61), Rules("clasico", target=61), Rules(five_card=True),
    Rules(players=3, lowball=True, target=61), Rules(players=4, stinkhole=True, target=61),
):
    cribs, sides = some_cribs(variant), variant.sides
    add(*kernel.deal(20, 3, rules=variant))
    for names in (["random"], ["lookahead", "greedy"], ["blind", "blind-greedy"]):
        policies = (names * 3)[:sides]
        *trace, deals = simulation.trace_deals(policies, 3, 5, rules=variant, cribs=cribs)
        add(*trace, *deals)
        add(*simulation.play_games(policies, 1, 5, rules=variant, cribs=cribs))
    add(*simulation.play_games([lowest] + ["random"] * (sides - 1), 2, 6, rules=variant))
hands = np.array([[18, 19, 16, 41], [0, 4, 8, 12], [0, 1, 2, 44], [40, 41, 42, 43]])
for crib in (False, True):
    add(kernel.count_rows(hands, crib=crib))
add(kernel.count_shows(hands[:, :3], [51, 50, 49, 48]))
add(kernel.count_piles([[2, 4, 5, 6, 3], [4, 4, 4, 13, 13], [0, 1, 2, 3, 4]]))
print(kernel.COMPILED, digest.hexdigest())
"""

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None\n"


def run(source: str, **environment: str) -> tuple[str, str]:
    """Run a program in a separate process; return whether it was compiled, and the digest."""
    compiled, digest = said_alone(source, **environment).split()
    return compiled, digest


#: The expected digest. When it changes, KERNEL_VERSION must increase.
DIGEST = "297fe82db09944d07e4380cf16d9252d19173344c262ec13daf43a331982cbe2"

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


def test_the_kernel_is_compiled_where_it_can_be() -> None:
    wanted = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
    assert COMPILED is (wanted and find_spec("numba") is not None)


@pytest.mark.compiled
def test_compiled_it_gives_these_numbers() -> None:
    assert run(EVERYTHING, NUMBA_DISABLE_JIT="0") == ("True", DIGEST)


@needs_numba
def test_without_compiling_the_numbers_are_the_same() -> None:
    assert run(EVERYTHING, NUMBA_DISABLE_JIT="1") == ("False", DIGEST)


def test_without_numba_the_numbers_are_the_same() -> None:
    assert run(WITHOUT_NUMBA + EVERYTHING, NUMBA_DISABLE_JIT="0") == ("False", DIGEST)

"""The same numbers to the last bit, whether the loops are compiled or run by Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pegout.kernel import COMPILED

ROOT = Path(__file__).resolve().parents[2]

#: Everything that the kernel does, in small; prints a digest of the numbers.
EVERYTHING = """
from hashlib import sha256
import numpy as np
from pegout import kernel
from pegout.kernel import jitted
from pegout.rules import rules
from tests.kernel.replays import some_cribs

digest = sha256()
def add(*arrays):
    for array in arrays:
        digest.update(repr((array.dtype.str, array.shape)).encode() + array.tobytes())

def lowest(batch, rows):
    return batch.legal()[rows].argmax(axis=1)

state = np.zeros(2, np.int64)
for index in (0, 1, 2**48 + 1):
    jitted.seed_state(state, 2**61 + 5, index)
    add(np.array([jitted.below(state, number) for number in (2, 3, 52, 2**31 - 1) * 20]))
for variant in (
    rules(target=61), rules("clasico", target=61), rules(five_card=True),
    rules(players=3, lowball=True, target=61), rules(players=4, stinkhole=True, target=61),
):
    cribs, sides = some_cribs(variant), variant.sides
    add(*kernel.deal(20, 3, rules=variant))
    for names in (["random"], ["lookahead", "greedy"], ["blind", "blind-greedy"]):
        policies = (names * 3)[:sides]
        *trace, deals = kernel.trace_deals(policies, 3, 5, rules=variant, cribs=cribs)
        add(*trace, *deals)
        add(*kernel.play_games(policies, 1, 5, rules=variant, cribs=cribs))
    add(*kernel.play_games([lowest] + ["random"] * (sides - 1), 2, 6, rules=variant))
hands = np.array([[18, 19, 16, 41], [0, 4, 8, 12], [0, 1, 2, 44], [40, 41, 42, 43]])
for crib in (False, True):
    add(kernel.count_rows(hands, crib=crib))
add(kernel.count_shows(hands[:, :3], [51, 50, 49, 48]))
add(kernel.count_piles([[2, 4, 5, 6, 3], [4, 4, 4, 13, 13], [0, 1, 2, 3, 4]]))
print(kernel.COMPILED, digest.hexdigest())
"""

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None\n"


def run(source: str, **environment: str) -> tuple[str, str]:
    """Run a program in a Python of its own; gives whether it was compiled, and the digest."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    compiled, digest = done.stdout.split()
    return compiled, digest


@pytest.fixture(scope="module")
def compiled() -> str:
    was, digest = run(EVERYTHING, NUMBA_DISABLE_JIT="0")
    assert was == "True"
    return digest


def test_these_tests_run_compiled() -> None:
    assert COMPILED is (os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"))


def test_without_compiling_the_numbers_are_the_same(compiled: str) -> None:
    assert run(EVERYTHING, NUMBA_DISABLE_JIT="1") == ("False", compiled)


def test_without_numba_the_numbers_are_the_same(compiled: str) -> None:
    assert run(WITHOUT_NUMBA + EVERYTHING, NUMBA_DISABLE_JIT="0") == ("False", compiled)

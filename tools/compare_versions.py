"""Plays an earlier version of a policy that searches against the present one, in mirrored games.

``python -m tools.compare_versions 37ed14e expert --games 200000 --resume versions.jsonl`` takes the
package from that commit, with its own tables, and has both versions play the same deals from both
sides. The interval is of 95 %, from the pairs of games. Finished chunks are in the resume file,
which is refused once either version has changed; the present one is to be committed.

Both versions decide in one process, so they must agree about the array layout of a game; the tool
refuses an earlier version that does not.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import click
import numpy as np

from pegout.kernel import layout
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.runs import Run
from pegout.search.building_arrays import search_of
from pegout.search.decisions import decide
from pegout.search.model import knowledge
from pegout.simulation.constants import games_of, ground
from pegout.simulation.game_loops import row_of, run_games
from pegout.simulation.games import SUMS
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.registry import policies_of, roles_array
from tools.measure import RESUMABLE, arguments, sums_of

#: The name under which the earlier version is imported.
EARLIER: Final = "pegout_earlier"
#: The number of pairs of games in a chunk.
_AT_ONCE: Final = 250
_RULES: Final = Rules()


class Version(NamedTuple):
    """A version as the loop needs it: its decisions, its rules and tables, and its search."""

    decide: Any
    ground: Any
    search: Any


def tree_of(commit: str) -> str:
    """Return the digest of the package in a commit, the same as long as none of its files changes.

    Raises:
        SystemExit: where there is no such commit.
    """
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{commit}:src/pegout"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if found.returncode:
        raise SystemExit(f"expected a commit of this repository, not {commit!r}")
    return found.stdout.strip()


def unpack(tree: str, folder: Path) -> None:
    """Write a package to a folder, under its other name."""
    packed = subprocess.run(["git", "archive", tree], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder / EARLIER, filter="data")
    for file in (folder / EARLIER).rglob("*.py"):
        source = re.sub(r"""\bpegout(?=[."' ])""", EARLIER, file.read_text(encoding="utf-8"))
        file.write_text(source, encoding="utf-8")


def _module(name: str) -> ModuleType:
    return import_module(f"{EARLIER}.{name}")


def fields_of(module: ModuleType, name: str) -> Iterable[str]:
    """Return the names of the fields of one of the tuples of a game; none where it is missing."""
    return getattr(getattr(module, name, None), "__annotations__", ())


def check_layout(earlier: ModuleType) -> None:
    """Refuse a version whose games are laid out in another way.

    Raises:
        SystemExit: with the first tuple of other fields, or number with another meaning.
    """
    for name in ("GameState", "RuleNumbers", "Game", "Ground"):
        if list(fields_of(layout, name)) != list(fields_of(earlier, name)):
            raise SystemExit(f"{name} has other fields here than in that version")
    for name, number in vars(layout).items():
        there = getattr(earlier, name, number)
        if isinstance(number, int) and there != number:
            raise SystemExit(f"{name} of a game is {number} here and was {there} in that version")


def _present(means: Any) -> Version:
    used = ground(_RULES, means)
    return Version(compiled(decide), used, search_of(_RULES, knowledge(), means))


def _earlier(means: Any) -> Version:
    check_layout(_module("kernel.layout"))
    rules = _module("rules").Rules()
    used = _module("simulation.constants").ground(rules, means)
    known = _module("search.model").knowledge()
    arrays = find_spec(f"{EARLIER}.search.building_arrays") is not None
    building = _module("search.building_arrays" if arrays else "search.building")
    search = building.search_of(rules, known, means)
    decide = _module("kernel.jit").compiled(_module("search.decisions").decided)
    return Version(decide, used, search)


@cache
def loop_of(folder: str, policy: str) -> Any:
    """Return a function that plays some games, with the earlier version in one of the seats."""
    from numba import njit

    sys.path.insert(0, folder)
    named = policies_of([policy, policy], _RULES)
    means = roles_array(None, named, _RULES)
    present, earlier = _present(means), _earlier(means)
    play_on, game_at = compiled(run_games), compiled(row_of)
    decide_now, decide_then = present.decide, earlier.decide
    game_then = _module("kernel.layout").Game

    # Like all functions of the package, without counting references to arrays.
    options: dict[str, Any] = {"error_model": "numpy", "_nrt": False}

    @njit(**options)  # type: ignore[untyped-decorator]
    def loop(
        seat: int, first: int, seed: int, numbers: Any, games: Any, now: Any, then: Any,
        search_now: Any, search_then: Any, scores: Any, deals: Any, sums: Any,
    ) -> None:  # fmt: skip
        at, action = 0, -1
        while at < len(scores):
            at = play_on(at, action, first, seed, numbers, games, now, scores, deals, sums)
            if at == len(scores):
                return
            game = game_at(games, 0)
            if game.state[0].seat == seat:
                action = decide_then(game_then(*game), then, numbers, search_then)
            else:
                action = decide_now(game, now, numbers, search_now)

    numbers = np.array([POLICIES[policy].numbers(_RULES)] * 2, np.int64)

    def played(seat: int, first: int, number: int, seed: int) -> Array:
        scores, deals = np.zeros((number, 2), np.int16), np.zeros(number, np.int16)
        sums = np.zeros((number, 2, len(SUMS)), np.int64)
        loop(
            seat, first, seed, numbers, games_of(1, _RULES), present.ground, earlier.ground,
            present.search, earlier.search, scores, deals, sums,
        )  # fmt: skip
        return scores

    return played


def wins(chunk: range, folder: str, policy: str, seed: int) -> dict[str, Any]:
    """Play pairs of games; return in how many pairs the present version won 0, 1 and 2 games.

    Args:
        chunk: the numbers of the pairs.
        folder: the folder of the earlier version.
        policy: the policy of both.
        seed: the seed.
    """
    played = loop_of(folder, policy)
    second = played(1, chunk.start, len(chunk), seed)[:, 0] >= _RULES.target
    first = played(0, chunk.start, len(chunk), seed)[:, 1] >= _RULES.target
    return {"pairs": np.bincount(first.astype(int) + second, minlength=3)}


def rate_of(pairs: Array) -> tuple[float, float]:
    """Return the share of games won in per cent, and its error, from the numbers of pairs."""
    won, number = np.array([0.0, 50.0, 100.0]), pairs.sum()
    rate = float(pairs @ won / number)
    spread = float(pairs @ (won - rate) ** 2 / (number - 1)) ** 0.5
    return rate, 1.96 * spread / number**0.5


def main() -> None:
    """Read the arguments, play the games, and print the rate of the present version."""
    asked = arguments(__doc__, "commit", "policy", games=200_000, seed=1, **RESUMABLE)
    if asked.policy not in POLICIES or not POLICIES[asked.policy].searches:
        raise SystemExit(f"expected a policy that searches, not {asked.policy}")
    if asked.games < 2 or asked.games % 2:
        raise SystemExit(f"expected an even number of --games, not {asked.games}")
    trees = {"earlier": tree_of(asked.commit), "present": tree_of("HEAD")}
    with tempfile.TemporaryDirectory() as folder:
        # Numba takes classes of both versions with one name and fields for one type. So what is
        # compiled here may name either, and other programs must not find it.
        os.environ["NUMBA_CACHE_DIR"] = str(Path(folder) / "compiled")
        unpack(trees["earlier"], Path(folder))
        request = {**trees, "policy": asked.policy, "seed": asked.seed}
        run = Run(
            "versions", request, wins, (folder, asked.policy, asked.seed),
            total=asked.games // 2, chunk=_AT_ONCE, unit="pairs", needs=("pegout", "numba"),
        )  # fmt: skip
        pairs = sums_of(asked, run)["pairs"]
    rate, error = rate_of(pairs)
    click.echo(
        f"{asked.policy} now, against {asked.commit}: {rate:.2f} % ±{error:.2f} of "
        f"{2 * pairs.sum():,} games; pairs won 0, 1 and 2 times: {', '.join(map(str, pairs))}"
    )


if __name__ == "__main__":
    main()

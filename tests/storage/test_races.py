"""Several programs with one library: no action is lost, and nothing happens twice."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pegout.match import Seated, Setup
from pegout.rules import Ready, Rules, SaidReady
from pegout.storage import Library
from pegout.table.store import StoreError
from tests.sources import new_id
from tests.storage import racer

ROOT = Path(__file__).parents[2]
RACES = 40
SEATS = (Seated("Ann"), Seated("Ben"))


class Racer:
    """A separate program that resumes the matches it is sent."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def a_racer(where: str, seat: int) -> Iterator[Racer]:
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, racer.__file__, where, str(seat)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )
    with process:
        try:
            yield Racer(process)
        finally:
            process.kill()


def test_of_two_programs_that_go_on_from_one_entry_one_does(where: str, library: Library) -> None:
    won = {0: 0, 1: 0}
    with a_racer(where, 0) as first, a_racer(where, 1) as second:
        racers = (first, second)
        assert [each.hear() for each in racers] == ["open", "open"]
        for _ in range(RACES):
            match = library.create(Setup(new_id(), Rules(), SEATS))
            for each in racers:
                each.tell(match.setup.id)
            assert [each.hear() for each in racers] == ["loaded", "loaded"]
            for each in racers:
                each.tell("go")
            said = [each.hear() for each in racers]
            assert sorted(said) == ["conflict", "stored"]
            winner = said.index("stored")
            won[winner] += 1
            stored = library.entries(match.setup.id, match.number)
            assert [event for _, event in stored] == [SaidReady(winner, "")]
            again = library.load(match.setup.id)
            again.act(1 - winner, Ready(1 - winner))
    assert sum(won.values()) == RACES
    assert len(library.matches()) == RACES


def test_threads_with_the_same_matches_never_wait_for_each_other_for_ever(library: Library) -> None:
    """Each thread creates, resumes and deletes any of the matches, in any order."""
    ids = [new_id() for _ in range(3)]
    told: list[str] = []

    def work(place: int) -> None:
        for turn in range(30):
            match_id = ids[(place * turn + turn) % len(ids)]
            try:
                if turn % 7 == place:
                    library.delete(match_id)
                elif turn % 2:
                    library.load(match_id).act(place % 2, Ready(place % 2))
                else:
                    library.create(Setup(match_id, Rules(), SEATS))
            except StoreError as error:
                told.append(error.code)
            except ValueError:
                told.append("refused")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert set(told) <= {"conflict", "exists", "unknown_match", "refused"}
    for summary in library.matches():
        assert library.load(summary.id).number == summary.number


@pytest.mark.slow
def test_programs_that_start_at_once_make_the_tables_once(blank: str) -> None:
    with ExitStack() as stack:
        racers = [stack.enter_context(a_racer(blank, 0)) for _ in range(4)]
        assert [each.hear() for each in racers] == ["open"] * 4

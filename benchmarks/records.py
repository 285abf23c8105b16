"""Files of records: how fast they are read, one record after the other, and in how much memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, Final

from benchmarks.figures import PYTHON, Row, Trial, measurement
from benchmarks.timing import peak, rate

#: How many different games of two there are, and how many records the largest file has.
_GAMES: Final = 200
_LARGE: Final = 100_000


class _Repeated:
    """A file with the same lines several times over, which takes no space."""

    def __init__(self, lines: list[bytes], times: int) -> None:
        self._lines: Iterator[bytes] = chain.from_iterable(repeat(lines, times))

    def readline(self, _: int) -> bytes:
        return next(self._lines, b"")


@measurement(
    "records",
    "engine",
    PYTHON,
    Row("records of games of two read by `iter_records`, as text, all checks", "a second", "more"),
    Row("the same, as JSON, all checks", "a second", "more"),
    Row("the same, as JSON, without the replay", "a second", "more"),
    Row("memory added by 100,000 records instead of 200, as JSON, without the replay", "MB"),
    needs=("numpy",),
    rounds=1,
    warm=False,
)
def records() -> Trial:
    """Read the records of games of two, played by simple policies."""
    from pegout.fairness import seeded_secrets
    from pegout.match import Match, Seated, Setup
    from pegout.notation import iter_records, to_json, write
    from pegout.players import advance
    from pegout.rules import Rules

    texts, objects = [], []
    for seed in range(_GAMES):
        seats = (Seated("Ann", "novice"), Seated("Ben", "novice"))
        match = Match(Setup(f"bench-{seed}", Rules(), seats), secrets=seeded_secrets(seed))
        for _ in advance(match):
            pass
        texts.append(write(match.record()).encode())
        objects.append(json.dumps(to_json(match.record())).encode() + b"\n")

    def read(lines: list[bytes], times: int = 1, *, checked: bool = True) -> None:
        file: Any = _Repeated(lines, times)
        for _ in iter_records(file, checked=checked):
            pass

    def work() -> tuple[float, ...]:
        lines = b"".join(texts).splitlines(keepends=True)
        rates = [
            rate(lambda: read(lines), _GAMES),
            rate(lambda: read(objects), _GAMES),
            rate(lambda: read(objects, 5, checked=False), 5 * _GAMES),
        ]
        before = peak() or 0.0
        read(objects, _LARGE // _GAMES, checked=False)
        return *rates, (peak() or 0.0) - before

    return Trial(work)

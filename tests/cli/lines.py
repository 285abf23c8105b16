"""The command line in this process."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pytest

from pegout.cli.exit_status import WRONG_USAGE
from pegout.cli.run import run


class Written(NamedTuple):
    out: str
    err: str


class Cli:
    """Runs lines, checks their exit status, and returns what they write."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def both(self, *words: str, status: int = 0) -> Written:
        assert run(words) == status, words
        return Written(*self._capsys.readouterr())

    def told(self, *words: str, status: int = 0) -> str:
        return self.both(*words, status=status).out

    def json(self, *words: str, status: int = 0) -> Any:
        return json.loads(self.told(*words, "--json", status=status))

    def refused(self, *words: str, status: int = WRONG_USAGE) -> str:
        """Return the errors of a line that fails and has no output."""
        said = self.both(*words, status=status)
        assert said.out == "", words
        return said.err

    def not_refused(
        self, cases: Iterable[tuple[Sequence[str], str]], *before: str
    ) -> list[tuple[str, str]]:
        """Return the lines that are not refused as expected, with what was said of them."""
        wrong = []
        for words, expected in cases:
            status = run([*before, *words])
            said = self._capsys.readouterr()
            if status != WRONG_USAGE or said.out or expected not in said.err:
                wrong.append((" ".join([*before, *words]), said.err))
        return wrong

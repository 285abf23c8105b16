"""Many wrong lines at once, each with words that its message must have."""

from collections.abc import Iterable, Sequence

import pytest

from pegout.cli.run import WRONG_USAGE, run


def not_refused(
    capsys: pytest.CaptureFixture[str], cases: Iterable[tuple[Sequence[str], str]], *before: str
) -> list[tuple[str, str]]:
    """Return the lines that are not refused as expected, with what was said of them."""
    wrong = []
    for words, expected in cases:
        status = run([*before, *words])
        said = capsys.readouterr()
        if status != WRONG_USAGE or said.out or expected not in said.err:
            wrong.append((" ".join([*before, *words]), said.err))
    return wrong

"""The programs in examples/ do what they claim. Those with separate tests are not here."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

ARGUMENTS = {"search_player.py": ["--games", "2"], "simulating.py": ["10"]}
PROGRAMS = {
    "counting.py": ["double run", "points               12", "makes 5"],
    "discarding.py": ["together", "best"],
    "own_player.py": ["half to 61", "won by"],
    "search_player.py": ["of 2 games, from"],
    "records.py": ["the game ended", "proved"],
    "simulating.py": ["looking one card ahead wins", "the four lowest of six cards count "],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *ARGUMENTS.get(name, [])])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr().out
    assert [words for words in PROGRAMS[name] if words not in printed] == []

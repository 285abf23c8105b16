"""The same seed gives the same games, to the last card.

``python -m tools.golden_games --write`` writes the digests; its docstring explains the series.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import golden_games
from tools.golden_games import FILE, GOLDENS, Golden, differences, main

COMPILED = [pytest.mark.slow, pytest.mark.compiled]
WRITTEN: dict[str, dict[str, str]] = json.loads(FILE.read_text())


def soon() -> Iterator[Any]:
    """Yield the series and numbers of games that the gate plays."""
    for name, golden in GOLDENS.items():
        for games in golden.stops[:-1] if ", two:" in name else ():
            many = games > 10 and not golden.at_a_table
            # A policy that searches a little differently is an expert too.
            alike = games == 1 and golden.who != "expert"
            marks = COMPILED if many else pytest.mark.slow if alike else ()
            yield pytest.param(name, games, marks=marks)


def test_every_line_of_games_is_written_down() -> None:
    stops = {name: [str(stop) for stop in golden.stops] for name, golden in GOLDENS.items()}
    written = {name: list(digests) for name, digests in WRITTEN.items()}
    assert written == stops, "`python -m tools.golden_games --write --only NAME` plays a new line"


@pytest.mark.parametrize(("name", "games"), list(soon()))
def test_the_first_games_are_the_same(name: str, games: int) -> None:
    assert list(differences(name, WRITTEN.get(name, {}), games)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", GOLDENS)
def test_all_games_are_the_same(name: str) -> None:
    assert list(differences(name, WRITTEN.get(name, {}), GOLDENS[name].stops[-1])) == []


def test_another_card_is_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, file = "table, two: greedy", tmp_path / "games.json"
    main(["--write", "--only", name, "--games", "5"], file)
    assert json.loads(file.read_text()) == {name: {"5": WRITTEN[name]["5"]}}
    main(["--only", name, "--games", "5"], file)
    other = Golden(GOLDENS[name].rules, "casual", at_a_table=True, stops=(5,))
    monkeypatch.setattr(golden_games, "GOLDENS", {name: other})
    with pytest.raises(SystemExit) as refused:
        main(["--only", name, "--games", "5"], file)
    assert refused.value.code == 1
    said = capsys.readouterr().out
    assert said.startswith(f"{name}, 5 games of seed 20261123: expected {WRITTEN[name]['5']}, not ")

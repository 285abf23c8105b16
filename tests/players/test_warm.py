"""Loading what a level needs before anybody waits for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pegout import players
from pegout.players import UnknownLevel
from pegout.players.baselines import Greedy
from pegout.players.warm import warm
from pegout.rules import Action, Phase, View


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_level_is_asked_for_a_throw_and_a_card_and_only_once(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Phase] = []

    class Watched(Greedy):
        def choose(self, view: View) -> Action:
            asked.append(view.phase)
            # There is something to weigh: a level that is forced reads no table.
            assert len(view.legal) > 1
            assert view.rules.players == number
            # The end is near, and so whatever is read for it is read.
            assert max(view.needs(side) for side in range(view.rules.sides)) < 50
            return super().choose(view)

    level = players.Level("watched", "is watched", Watched)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "watched": level})
    warm.cache_clear()
    warm("watched", number)
    assert asked == [Phase.DISCARD, Phase.PLAY]
    warm("watched", number)
    assert len(asked) == 2


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        warm("nobody")


DEAL = """
import sys
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import advance, create
from pegout.players.warm import warm
from pegout.rules import rules
players = int(sys.argv[1])
warm("expert", players)
seats = tuple([Seated(name) for name in ("Ann", "Ben", "Cem", "Dee")[:players]])
match = Match(Setup("deal", rules(players=players), seats), secrets=seeded_secrets("deal"))
for _ in advance(match, {seat: create("expert", seat) for seat in range(players)}):
    if match.view(None).deal > 1:
        break
compiled = {
    name
    for name, module in list(sys.modules.items())
    if name.startswith("pegout.")
    for one in vars(module).values()
    if getattr(one, "signatures", None)
}
print("numba" in sys.modules, sorted(compiled), match.view(None).deal)
"""


@pytest.mark.parametrize("number", [2, 3, 4])
def test_an_expert_at_a_table_compiles_nothing(number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", DEAL, str(number)],
        capture_output=True,
        text=True,
        check=True,
    )
    imported, rest = done.stdout.split(maxsplit=1)
    assert rest == "[] 2\n"
    # Of two the search is in the file of the compiled loops, and run from it by Python.
    assert imported == "False" or number == 2

"""Loading what a level needs before anybody waits for it."""

from __future__ import annotations

import pytest

from pegout import players
from pegout.players import UnknownLevel
from pegout.players.baselines import Greedy
from pegout.players.warm import warm
from pegout.rules import Action, Phase, View


def test_a_level_is_asked_for_a_throw_and_a_card_and_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Phase] = []

    class Watched(Greedy):
        def choose(self, view: View) -> Action:
            asked.append(view.phase)
            # There is something to weigh: a level that is forced reads no table.
            assert len(view.legal) > 1
            return super().choose(view)

    level = players.Level("watched", "is watched", Watched)
    monkeypatch.setattr(players, "LEVELS", {**players.LEVELS, "watched": level})
    warm("watched")
    assert asked == [Phase.DISCARD, Phase.PLAY]
    warm("watched")
    assert len(asked) == 2


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        warm("nobody")

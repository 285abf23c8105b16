"""What computer players load before they are asked."""

import threading
from dataclasses import replace

import pytest

from pegout import players


def note_preloads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    """Return what will have been preloaded, and whether the event loop had to wait for it."""
    seen: list[tuple[str, int, bool]] = []
    main = threading.main_thread()

    def watched(level: players.Level) -> players.Level:
        def load(number: int) -> None:
            seen.append((level.name, number, threading.current_thread() is main))

        return replace(level, load=load)

    levels = {name: watched(level) for name, level in players.LEVELS.items()}
    monkeypatch.setattr(players, "LEVELS", levels)
    return seen

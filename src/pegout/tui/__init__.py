"""The table in a terminal: a full-screen interface, and a line-by-line one.

:func:`run` opens the full screen; :func:`pegout.tui.plain.run` plays line by line, for screen
readers, pipes and simple terminals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegout.storage import Library
    from pegout.wire.http import Order, PlayPosition


def run(
    library: Library,
    start: Order | PlayPosition | None = None,
    resume: str | None = None,
    language: str | None = None,
    notice: str = "",
) -> str:
    """Run the full-screen interface until the player exits, and return the farewell message.

    Args:
        library: the storage of tables and matches.
        start: the order of a table to sit down at first, or a position to play on from, instead of
            the home screen.
        resume: the id of a saved match to resume at once.
        language: ``en`` or ``es``; ``None`` for the player's setting, else the environment's.
        notice: a message to show first.
    """
    from pegout.tui.app import Pegout

    return Pegout(library, start=start, resume=resume, language=language, notice=notice).open()

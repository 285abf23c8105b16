"""The table in a terminal: a full screen to enjoy, and its line-by-line twin.

:func:`run` opens the screen; :func:`pegout.tui.plain.run` plays line by line, for screen readers,
pipes and terminals that can do no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegout.match import Setup
    from pegout.storage import Library

__all__ = ["run"]


def run(
    library: Library,
    start: Setup | None = None,
    resume: str | None = None,
    language: str | None = None,
    notice: str = "",
) -> str:
    """Open the table on the whole screen until the player leaves; give what is to be said then.

    Args:
        library: where matches are kept.
        start: a match to begin at once, instead of showing the home screen.
        resume: the id of a kept match to go on with at once.
        language: ``en`` or ``es``; ``None`` for the player's setting, else the environment's.
        notice: what the player has to know before anything else.
    """
    from pegout.tui.app import Pegout

    return Pegout(library, start=start, resume=resume, language=language, notice=notice).open()

"""The ready phrases that players can say at a table. No free text exists, so none can offend."""

from collections.abc import Mapping
from typing import Final

from pegout.text import mark

#: The message to a player who is nudged; it cannot be said as a phrase.
NUDGE: Final = "nudge"
NUDGE_SAYS: Final = mark("Are you still there?")

#: Each phrase by its name; every client shows it in its own language.
PHRASES: Final[Mapping[str, str]] = {
    "good_luck": mark("Good luck!"),
    "nice_hand": mark("Nice hand!"),
    "nineteen": mark("Nineteen!"),
    "wow": mark("Wow!"),
    "well_played": mark("Well played!"),
    "thanks": mark("Thank you!"),
    "sorry": mark("Sorry!"),
    "one_moment": mark("One moment, please."),
    "good_game": mark("Good game!"),
    "again": mark("Another game?"),
}

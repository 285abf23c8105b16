"""State in words which level a player's play resembles, and how certain that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pegout.text.language import mark
from pegout.text.reasons import figure
from pegout.text.rulebook import level_name

if TYPE_CHECKING:
    from pegout.review.error_scale import ClosestLevel
    from pegout.text.language import Translator

_KINDS: Final = {
    "discard as dealer": mark("discard as dealer"),
    "discard as pone": mark("discard as pone"),
    "lead": mark("lead"),
    "reply": mark("reply to the lead"),
    "later card": mark("later card"),
    "all": mark("all together"),
}
_NEAR: Final = " near the end"


def kind_words(kind: str, t: Translator) -> str:
    """Name a kind of decision, one of :data:`pegout.simulation.judged_games.DECISIONS`.

    >>> from pegout.text import language
    >>> kind_words("lead near the end", language("en"))
    'lead, near the end'
    """
    words = t.text(_KINDS[kind.removesuffix(_NEAR)])
    return t("{kind}, near the end", kind=words) if kind.endswith(_NEAR) else words


def closest_level_sentences(name: str, closest: ClosestLevel, t: Translator) -> list[str]:
    """State the level that a player's play resembles, its loss in points, and its certainty.

    An empty name addresses the reader.

    >>> from pegout.review.error_scale import error_scale
    >>> from pegout.text import language
    >>> placed = error_scale().closest_level(4.0, 20)
    >>> for sentence in closest_level_sentences("Ann", placed, language("en")):
    ...     print(sentence)
    Ann played like “Casual”: errors cost 4.0 points a game.
    This rests on 1 game: anything from “Gentle” to “Club” is possible.
    """
    level, points = level_name(closest.level, t), figure(closest.points, t)
    if name:
        first = t(
            "{name} played like “{level}”: errors cost {points} points a game.",
            name=name, level=level, points=points,
        )  # fmt: skip
    else:
        first = t(
            "You play like “{level}”: your errors cost {points} points a game.",
            level=level, points=points,
        )  # fmt: skip
    games = max(1, round(closest.games))
    weakest, strongest = level_name(closest.weakest, t), level_name(closest.strongest, t)
    if weakest == strongest:
        second = t.plural(
            "This rests on {n} game, and it is clear.",
            "This rests on {n} games, and it is clear.",
            games,
        )
    else:
        second = t.plural(
            "This rests on {n} game: anything from “{weakest}” to “{strongest}” is possible.",
            "This rests on {n} games: anything from “{weakest}” to “{strongest}” is possible.",
            games, weakest=weakest, strongest=strongest,
        )  # fmt: skip
    return [first, second]

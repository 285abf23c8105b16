"""Was it luck? How a game of two ended, with a figure each for luck and skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.language import mark
from pegout.text.sentences import Teller

if TYPE_CHECKING:
    from pegout.analysis.luck import Split

__all__ = ["luck_headline", "signed"]


def luck_headline(teller: Teller, found: Split) -> str:
    """Say how a game of two ended, and how much of that was luck and how much skill.

    Skill is what the opponent's errors lost less what one's own did, with points that somebody
    missed in the count and what it cost to give the game up; luck is everything else, the deal that
    somebody has first among it. Both are rounded so that they add up to the result.

    Args:
        teller: speaks to the player of a seat, or to a spectator, who is told of seat 0.
        found: what made the result, in holes: that of :func:`pegout.analysis.luck.split` with the
            worth ``margin``.

    Raises:
        ValueError: for one in anything else.

    >>> from pegout.analysis.luck import Split
    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> found = Split(0.0, 18.0, 14.2, 6.6, 0.0, 0.0, (5.9, 3.1), "margin")
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> luck_headline(teller, found)
    'You lost by 18. Luck −21, skill +3.'
    """
    if found.worth != "margin":
        raise ValueError(f"expected what made the result in holes, not as {found.worth}")
    seat = teller.seat or 0
    sign = 1 if seat == 0 else -1
    result = sign * round(found.result)
    luck = sign * round(found.luck)
    if result > 0:
        you = mark("You won by {n}. Luck {luck}, skill {skill}.")
        other = mark("{name} won by {n}. Luck {luck}, skill {skill}.")
    else:
        you = mark("You lost by {n}. Luck {luck}, skill {skill}.")
        other = mark("{name} lost by {n}. Luck {luck}, skill {skill}.")
    skill = signed(result - luck)
    return teller.by(seat, you, other, n=abs(result), luck=signed(luck), skill=skill)


def signed(number: int) -> str:
    """Give a whole number with its sign, as it is set in text.

    >>> signed(3), signed(-21), signed(0)
    ('+3', '−21', '0')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"

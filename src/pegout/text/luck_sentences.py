"""Was it luck? How a game of two ended, with a figure each for luck and skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.language import mark
from pegout.text.sentences import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegout.analysis.luck import Split
    from pegout.text.language import Translator

__all__ = ["lost", "luck_headline", "signed", "split_rows"]


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


def lost(name: str, number: int, chance: str, t: Translator) -> str:
    """Say what a player lost in all decisions of a game.

    Args:
        name: the player.
        number: how many decisions there were.
        chance: what they lost, as it is written.
        t: the translator.

    >>> from pegout.text import language
    >>> lost("Ann", 12, "3.5 %", language("en"))
    'Ann lost 3.5 % of a game in 12 decisions.'
    """
    return t.plural(
        "{name} lost {chance} of a game in {n} decision.",
        "{name} lost {chance} of a game in {n} decisions.",
        number,
        name=name,
        chance=chance,
    )


def split_rows(
    names: Sequence[str], split: Split, t: Translator, seat: int = 0
) -> list[tuple[str, float, bool]]:
    """Give the rows of a table of what made a result, as a seat sees it.

    Args:
        names: the names of both players.
        split: luck and errors.
        t: the translator.
        seat: whose share is told.

    Returns:
        For each row a word, a number, and whether the number is one that adds to the others; the
        first row and the last are where the sum begins and what it comes to.

    >>> from pegout.analysis.luck import Split
    >>> from pegout.text import language
    >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02))
    >>> [round(number, 2) for _, number, _ in split_rows(("Ann", "Ben"), split, language("en"), 1)]
    [0.5, -0.3, -0.19, -0.02, 0.01, 0.0]
    """
    sign = 1 if seat == 0 else -1
    plain = split if seat == 0 else split._replace(before=1 - split.before, result=1 - split.result)
    rows = [
        (t.text("before the game"), plain.before, False),
        (t.text("luck of the cards"), sign * split.cards, True),
        (t.text("luck of what was hidden"), sign * split.hidden, True),
        (t.text("errors of {name}", name=names[seat]), -split.errors[seat], True),
        (t.text("errors of {name}", name=names[1 - seat]), split.errors[1 - seat], True),
    ]
    if split.counting:
        rows.append((t.text("points that were missed"), sign * split.counting, True))
    if split.ending:
        rows.append((t.text("the game was given up"), sign * split.ending, True))
    return [*rows, (t.text("result"), plain.result, False)]


def signed(number: int) -> str:
    """Give a whole number with its sign, as it is set in text.

    >>> signed(3), signed(-21), signed(0)
    ('+3', '−21', '0')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"

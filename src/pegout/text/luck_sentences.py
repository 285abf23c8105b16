"""Was it luck? How a game ended, with a figure each for luck and skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.language import mark
from pegout.text.sentences import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegout.analysis.luck import Split
    from pegout.text.language import Translator

__all__ = ["lost", "luck_headline", "signed", "split_rows"]


def luck_headline(teller: Teller, splits: Sequence[Split]) -> str:
    """Say how a game ended, and how much of that was luck and how much skill.

    Skill is what the errors of the others gave less what one's own took, with points that somebody
    missed in the count and what it cost to give the game up; luck is everything else, the deal that
    somebody has first among it. Both are rounded so that they add up to the result: to the margin
    of a game of two, or to what is between the chance before the game and its end.

    Args:
        teller: speaks to the player of a seat, or to a spectator, who is told of seat 0.
        splits: what made the result as each side sees it, in holes or in chances of winning: those
            of :func:`pegout.analysis.luck.splits`. Without any nothing is said.

    Raises:
        ValueError: for match points.

    >>> from pegout.analysis.luck import Split
    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> found = Split(0.0, 18.0, 14.2, 6.6, 0.0, 0.0, (5.9, 3.1), "margin")
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> luck_headline(teller, [found, found.turned()])
    'You lost by 18. Luck −21, skill +3.'
    """
    if not splits:
        return ""
    seat = teller.seat or 0
    found = splits[teller.rules.side(seat)]
    if found.worth == "chance":
        return _in_chances(teller, splits, found)
    if found.worth != "margin":
        raise ValueError(f"expected what made the result in holes or chances, not {found.worth}")
    result, luck = round(found.result), round(found.luck)
    if result > 0:
        you = mark("You won by {n}. Luck {luck}, skill {skill}.")
        other = mark("{name} won by {n}. Luck {luck}, skill {skill}.")
    else:
        you = mark("You lost by {n}. Luck {luck}, skill {skill}.")
        other = mark("{name} lost by {n}. Luck {luck}, skill {skill}.")
    skill = signed(result - luck)
    return teller.by(seat, you, other, n=abs(result), luck=signed(luck), skill=skill)


def _in_chances(teller: Teller, splits: Sequence[Split], found: Split) -> str:
    """Say who has won, and what luck and skill moved the chance of winning by."""
    t = teller.t
    won = teller.won([side for side, one in enumerate(splits) if one.result > 0])
    luck = round(100 * (found.luck - found.before))
    skill = round(100 * (found.result - found.before)) - luck
    moved = t.text(
        "Luck {luck}, skill {skill} of a game.",
        luck=f"{signed(luck)}\N{NO-BREAK SPACE}%",
        skill=f"{signed(skill)}\N{NO-BREAK SPACE}%",
    )
    return f"{won} {moved}"


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
        names: the names of the players.
        split: luck and errors, as the side of the seat sees them.
        t: the translator.
        seat: whose errors come first.

    Returns:
        For each row a word, a number, and whether the number is one that adds to the others; the
        first row and the last are where the sum begins and what it comes to.

    >>> from pegout.analysis.luck import Split
    >>> from pegout.text import language
    >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02)).turned()
    >>> [round(number, 2) for _, number, _ in split_rows(("Ann", "Ben"), split, language("en"), 1)]
    [0.5, -0.3, -0.19, -0.02, 0.01, 0.0]
    """
    own = [one for one in range(len(names)) if one % split.sides == split.side]
    seats = sorted(range(len(names)), key=lambda one: (one != seat, one not in own))
    rows = [
        (t.text("before the game"), split.before, False),
        (t.text("luck of the cards"), split.cards, True),
        (t.text("luck of what was hidden"), split.hidden, True),
        *[(t.text("errors of {name}", name=names[one]), split.gained(one), True) for one in seats],
    ]
    if split.counting:
        rows.append((t.text("points that were missed"), split.counting, True))
    if split.ending:
        rows.append((t.text("the game was given up"), split.ending, True))
    return [*rows, (t.text("result"), split.result, False)]


def signed(number: int) -> str:
    """Give a whole number with its sign, as it is set in text.

    >>> signed(3), signed(-21), signed(0)
    ('+3', '−21', '0')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"

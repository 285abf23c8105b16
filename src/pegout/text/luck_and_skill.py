"""How a game ended and what made it so, in a line; and what of a game could not be valued.

>>> from pegout.rules import Rules
>>> from pegout.text import Teller, language
>>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
>>> luck_and_skill(teller, -21.4, 3.2, points=True)
'Luck −21, skill +3.'
>>> luck_and_skill(teller, -0.31, 0.012, points=False)
'Luck −31 %, skill +1 %.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.language import mark

if TYPE_CHECKING:
    from pegout.analysis.game_numbers import GameNumbers
    from pegout.notation import Outcome
    from pegout.text.language import Translator
    from pegout.text.sentences import Teller

__all__ = ["luck_and_skill", "margin", "unvalued"]


def margin(teller: Teller, outcome: Outcome, seat: int) -> str:
    """Say how a game ended for a seat, and by how much.

    Args:
        teller: says it.
        outcome: how a game ended that somebody won.
        seat: for whom.

    >>> from pegout.notation import Outcome
    >>> from pegout.rules import Rules
    >>> from pegout.text import Teller, language
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> outcome = Outcome((0,), (0, 0), (121, 98), 23, False, 0, (None, None))
    >>> margin(teller, outcome, 1), margin(teller, outcome, 0)
    ('You lost by 23.', 'Ann won by 23.')
    """
    won = teller.rules.side(seat) in outcome.winners
    if outcome.early:
        you, other = (
            (mark("You won."), mark("{name} won."))
            if won
            else (mark("You lost."), mark("{name} lost."))
        )
    elif won:
        you, other = mark("You won by {n}."), mark("{name} won by {n}.")
    else:
        you, other = mark("You lost by {n}."), mark("{name} lost by {n}.")
    return teller.by(seat, you, other, n=outcome.margin)


def luck_and_skill(teller: Teller, luck: float, skill: float, *, points: bool) -> str:
    """Say how much of a result was luck, and how much skill.

    Args:
        teller: says it.
        luck: the luck of the one who is told.
        skill: the errors of the opponents less the own.
        points: whether both are in points; in chances of winning otherwise.
    """
    own, errors = _whole(luck, points=points), _whole(skill, points=points)
    return teller.t.text("Luck {luck}, skill {skill}.", luck=own, skill=errors)


def _whole(number: float, *, points: bool) -> str:
    """Give a number without decimals, with its sign."""
    whole = round(number if points else 100 * number)
    said = f"{whole:+d}".replace("-", "−") if whole else "0"
    return said if points else f"{said}\N{NO-BREAK SPACE}%"


def unvalued(found: GameNumbers, t: Translator) -> list[str]:
    """Say what of a game was not valued and why, in a sentence each."""
    said = {
        "rules": t.text(
            "Decisions under these rules are not valued; those of games of two with six cards are."
        ),
        "cards": t.plural(
            "{n} decision was not valued, because the record does not know its cards.",
            "{n} decisions were not valued, because the record does not know their cards.",
            found.unknown,
        ),
        "not over": t.text("Luck is told of games that somebody has won."),
        "long": t.text("Luck is told of games to 121 or fewer."),
    }
    return [said[why.value] for why in found.limits]

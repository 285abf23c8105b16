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
    from collections.abc import Sequence

    from pegout.analysis.game_numbers import GameNumbers
    from pegout.analysis.luck import Split
    from pegout.notation import Outcome
    from pegout.text.language import Translator
    from pegout.text.sentences import Teller

__all__ = ["headline", "lost", "luck_and_skill", "margin", "split_rows", "unvalued"]


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


def headline(teller: Teller, outcome: Outcome, split: Split) -> str:
    r"""Say the result in a line, for the one who is told or else for the winner.

    Args:
        teller: says it.
        outcome: how the game ended, which somebody won.
        split: what made it so, in chances of winning.

    >>> from pegout.analysis.luck import Split
    >>> from pegout.notation import Outcome
    >>> from pegout.rules import Rules
    >>> from pegout.text import Teller, language
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> outcome = Outcome((0,), (0, 0), (121, 98), 23, False, 0, (None, None))
    >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02))
    >>> headline(teller, outcome, split)
    'You lost by 23. Luck −49\xa0%, skill −1\xa0%.'
    """
    seat = outcome.winners[0] if teller.seat is None else teller.seat
    luck, skill = split.cards + split.hidden, split.errors[1] - split.errors[0]
    if seat != 0:
        luck, skill = -luck, -skill
    parts = luck_and_skill(teller, luck, skill, points=False)
    return f"{margin(teller, outcome, seat)} {parts}"


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

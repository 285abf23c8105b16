"""Sentences on luck and skill: the result of a game, split into the two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pegout.text.language import mark
from pegout.text.reasons import figure, percent
from pegout.text.sentences import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegout.review.luck import Split
    from pegout.text.language import Translator


#: The least loss in points that is mentioned; a smaller one would be rounded to zero.
_MENTIONED: Final = 0.05


def luck_headline(teller: Teller, splits: Sequence[Split]) -> str:
    """State the result of a game, and how much of it was luck and how much skill.

    Skill is the opponents' errors less the player's own, with the points missed in the count. A
    resignation is stated beside it. Luck is everything else, including the advantage of the first
    deal. All are rounded so that they sum to the result: to the margin of a two-player game, or to
    the difference between the win probability before the game and its end.

    The splits are from each side's view, in holes or in win probability; without any, the text is
    empty. A spectator reads about seat 0.

    Raises:
        ValueError: for match points.

    >>> from pegout.review.luck import Split
    >>> from pegout.rules import Rules
    >>> from pegout.text.language import language
    >>> split = Split(0.0, 18.0, 14.2, 6.6, 0.0, 0.0, (5.9, 3.1), "margin")
    >>> teller = Teller(language("en"), ("Ann", "Ben"), 1, Rules(), single=True)
    >>> luck_headline(teller, [split, split.turned()])
    'You lost by 18. Luck −21, skill +3.'
    """
    if not splits:
        return ""
    seat = teller.seat or 0
    split = splits[teller.rules.side(seat)]
    if split.objective == "chance":
        return _in_win_probability(teller, splits, split)
    if split.objective != "margin":
        raise ValueError(
            f"expected what made the result in holes or chances, not {split.objective}"
        )
    result, luck, ending = round(split.result), round(split.luck), round(split.ending)
    if result > 0:
        you, other = mark("You won by {n}."), mark("{name} won by {n}.")
    else:
        you, other = mark("You lost by {n}."), mark("{name} lost by {n}.")
    won = teller.by(seat, you, other, n=abs(result))
    parts = (
        mark("Luck {luck}, skill {skill}, resignation {ending}.")
        if ending
        else mark("Luck {luck}, skill {skill}.")
    )
    moved = teller.t.text(
        parts, luck=signed(luck), skill=signed(result - luck - ending), ending=signed(ending)
    )
    return f"{won} {moved}"


def _in_win_probability(teller: Teller, splits: Sequence[Split], split: Split) -> str:
    """State the winner, and the effect of luck and skill on a side's win probability."""
    won = teller.won([side for side, side_split in enumerate(splits) if side_split.result > 0])
    luck, ending = round(100 * (split.luck - split.before)), round(100 * split.ending)
    skill = round(100 * (split.result - split.before)) - luck - ending
    parts = (
        mark("{side}: luck {luck}, skill {skill}, resignation {ending} in chance of winning.")
        if ending
        else mark("{side}: luck {luck}, skill {skill} in chance of winning.")
    )
    moved = teller.t.text(
        parts,
        side=teller.side_name(split.side),
        luck=f"{signed(luck)}\N{NO-BREAK SPACE}%",
        skill=f"{signed(skill)}\N{NO-BREAK SPACE}%",
        ending=f"{signed(ending)}\N{NO-BREAK SPACE}%",
    )
    return f"{won} {moved}"


def lost(name: str, number: int, chance: str, t: Translator) -> str:
    """State a player's loss in all decisions of a game.

    >>> from pegout.text import language
    >>> lost("Ann", 12, "−3.5 %", language("en"))
    'Ann’s errors: −3.5 % in 12 decisions.'
    """
    return t.plural(
        "{name}’s errors: {chance} in {n} decision.",
        "{name}’s errors: {chance} in {n} decisions.",
        number,
        name=name,
        chance=chance,
    )


def costliest_sentence(chosen: str, best: str, points: float, chance: float, t: Translator) -> str:
    r"""Name the decision of a game that cost the most, with the points and the chance it lost.

    >>> from pegout.text import language
    >>> costliest_sentence("7♣ 8♥", "5♣ K♥", 1.06, 0.03, language("en"))
    'Costliest: 7♣ 8♥; better 5♣ K♥ (−1.1 points, −3.0\xa0%). Review shows it.'
    """
    share = percent(-chance, t, signed=True)
    lost = share
    if points >= _MENTIONED:
        said = figure(-points, t, signed=True)
        lost = t.text("{points} points, {share}", points=said, share=share)
    return t.text(
        "Costliest: {chosen}; better {best} ({lost}). Review shows it.",
        chosen=chosen,
        best=best,
        lost=lost,
    )


def split_rows(
    names: Sequence[str], split: Split, t: Translator, seat: int = 0
) -> list[tuple[str, float, bool]]:
    """Return the rows of a table that splits a result, from the view of a seat.

    Each has a label, a number, and whether that is a summand; the first row is the value before the
    game, and the last is the result. The split is from the view of the seat's side.

    >>> from pegout.review.luck import Split
    >>> from pegout.text import language
    >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02)).turned()
    >>> [round(number, 2) for _, number, _ in split_rows(("Ann", "Ben"), split, language("en"), 1)]
    [0.5, -0.3, -0.19, -0.02, 0.01, 0.0]
    """
    own = [other for other in range(len(names)) if other % split.sides == split.side]
    seats = sorted(range(len(names)), key=lambda other: (other != seat, other not in own))
    rows = [
        (t.text("before the game"), split.before, False),
        (t.text("luck of the cards"), split.cards, True),
        (t.text("luck with unseen cards"), split.hidden, True),
        *[
            (t.text("{name}’s errors", name=names[other]), split.gained(other), True)
            for other in seats
        ],
    ]
    if split.counting:
        rows.append((t.text("points that were missed"), split.counting, True))
    if split.ending:
        rows.append((t.text("the game was given up"), split.ending, True))
    return [*rows, (t.text("result"), split.result, False)]


def split_notes(split: Split, t: Translator) -> list[str]:
    """Explain in a sentence each what a reader of the parts could stumble on."""
    notes = [
        t.text("Errors are measured by what each player could know, luck with all cards open.")
    ]
    if split.sides > 2:
        notes.append(
            t.text("With three players, what one loses goes to the other two in equal parts.")
        )
    if split.counting:
        notes.append(
            t.text(
                "The points that were missed are measured with all cards open; the loss of a "
                "decision is measured by what that player knew."
            )
        )
    return notes


def signed(number: int) -> str:
    """Return a whole number with its sign, for a sentence.

    >>> signed(3), signed(-21), signed(0)
    ('+3', '−21', '0')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"

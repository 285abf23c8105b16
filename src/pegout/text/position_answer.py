"""The answer to a question about a position, as lines of text."""

import textwrap
from typing import Final

from pegout.cards import Card
from pegout.text.columns import columns
from pegout.text.language import Translator
from pegout.text.names import short
from pegout.text.reasons import option_parts
from pegout.wire.decision_values import DecisionAdvice
from pegout.wire.http import PositionAnalysed

_WIDTH: Final = 80


def answer_lines(found: PositionAnalysed, t: Translator, width: int = _WIDTH) -> list[str]:
    """Return the score, the options with what they are worth, and the reason for the best."""
    lines = [_standing(found, t), ""]
    if found.advice is not None:
        lines += [*option_table(found.advice, t), ""]
    for sentence in (found.says, *found.notes):
        lines += textwrap.wrap(sentence, width)
    return lines


def _standing(found: PositionAnalysed, t: Translator) -> str:
    """Return the cards that the seat holds, the count and the score, in a line."""
    score = "–".join(map(str, found.form.scores))
    held = " ".join([short(Card(card)) for card in found.hand])
    said = [held, t("score {score}", score=score)]
    if found.form.discards:
        said.insert(1, t("count {count}", count=found.count))
    return "   ".join(said)


def option_table(advice: DecisionAdvice, t: Translator) -> list[str]:
    """Return a row for each option: its parts, and what it loses against the best."""
    best = advice.options[0]
    rows = [["", "", *[part.label for part in option_parts(best, advice, t)], t("behind")]]
    for position, option in enumerate(advice.options, start=1):
        figures = [part.figure for part in option_parts(option, advice, t)]
        lost = best.chance - option.chance if advice.by_chance else best.points - option.points
        behind = t("best") if option.tied else _behind(lost, t, by_chance=advice.by_chance)
        rows.append([str(position), option.words, *figures, behind])
    return columns(rows, left=(1,))


def _behind(lost: float, t: Translator, *, by_chance: bool) -> str:
    if by_chance:
        return t.decimal(-100 * lost, "+.1f") + " %"
    return t.decimal(-lost, "+.2f")

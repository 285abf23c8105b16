"""Answer a question about a position as it was typed, for the page and line by line."""

from collections.abc import Mapping
from typing import Final

from pegout.errors import PegoutError
from pegout.rules import Rules
from pegout.table.analyses import AnalysisRefused
from pegout.table.positions import analyse_position, read_position_question
from pegout.text import Translator
from pegout.text.position_errors import position_problem
from pegout.text.typed_position import (
    TypedDescription,
    TypedQuestion,
    read_link,
    read_typed_description,
)
from pegout.wire.http import PositionAnalysed

#: The fields that a player fills in; a position or link stands for all others.
FIELDS: Final = ("link", "hand", "scores", "discards", "starter", "played")


def dealer_names(players: int, t: Translator) -> list[str]:
    """Name the players who may deal, the one who asks first."""
    if players == 2:
        return [t("You"), t("Your opponent")]
    return [t("You"), *[t("Seat {number}", number=seat + 1) for seat in range(1, players)]]


def typed_answer(
    fields: Mapping[str, str], dealer: int, rules: Rules, t: Translator
) -> tuple[PositionAnalysed, tuple[str, ...]]:
    """Return the answer to what was typed, with warnings about cards.

    Raises:
        AnalysisRefused: for what is no position; its message is for the player.
    """
    if fields["link"]:
        question = TypedQuestion(read_link(fields["link"]))
    else:
        rest = {name: fields[name] for name in FIELDS if name != "link"}
        try:
            question = read_typed_description(TypedDescription(dealer=dealer, **rest), rules, t)
        except PegoutError as error:
            raise AnalysisRefused(error.code, position_problem(error, t)) from error
    return analyse_position(read_position_question(question.wanted, t), t), question.warnings

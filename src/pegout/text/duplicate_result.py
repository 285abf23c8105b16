"""A sentence on two games with the same cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.language import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegout.text.language import Translator


def duplicate_result(names: Sequence[str], leads: Sequence[int], t: Translator) -> str:
    """State by how much each of two players won or lost with the same cards, and who did better.

    >>> from pegout.text.language import language
    >>> duplicate_result(["Ann", "Zoe"], [-3, 12], language("en"))
    'Ann lost by 3. Zoe won by 12. With the same cards, Zoe did better by 15 points.'
    """
    told = [_say_lead(name, lead, t) for name, lead in zip(names, leads, strict=True)]
    ahead = leads[1] - leads[0]
    if not ahead:
        return " ".join([*told, t("With the same cards, both did equally well.")])
    better = t.plural(
        "With the same cards, {name} did better by {n} point.",
        "With the same cards, {name} did better by {n} points.",
        abs(ahead),
        name=names[ahead > 0],
    )
    return " ".join([*told, better])


def _say_lead(name: str, lead: int, t: Translator) -> str:
    sentence = mark("{name} won by {n}.") if lead > 0 else mark("{name} lost by {n}.")
    return t.text(sentence, name=name, n=abs(lead))

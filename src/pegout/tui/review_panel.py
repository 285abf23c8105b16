"""The panels of a review: one for a decision, and one for the whole game."""

from __future__ import annotations

from pegout.review.game_review import Reviewed, Verdict, by_help
from pegout.text import Teller, Translator
from pegout.text.help_sentences import help_words, left_out
from pegout.text.luck_sentences import lost, luck_headline, split_notes, split_rows
from pegout.text.reasons import chance_sentence, explanation, percent, verdict_words
from pegout.text.unvalued import unvalued
from pegout.tui.judged_game import Judged, JudgedGame
from pegout.tui.option_panel import Panel, costs_of


def decision_panel(game: JudgedGame, shown: Judged, teller: Teller) -> Panel:
    """Return the panel of a decision.

    Args:
        game: the game.
        shown: one of its decisions.
        teller: addresses the deciding seat.
    """
    t, seat, reviewed = teller.t, teller.seat, shown.reviewed
    decisions = game.decisions(seat)
    number = decisions.index(shown) + 1
    if game.over:
        title = t("Decision {number} of {of}", number=number, of=len(decisions))
    else:
        title = t("Decision {number}", number=number)
    return Panel(
        title,
        verdict=_verdict(reviewed, t),
        wrong=shown.size > 1,
        rows=costs_of(reviewed.options, reviewed.chosen, t),
        says=(
            chance_sentence("", reviewed.options, reviewed.chosen, t),
            explanation(reviewed.options, reviewed.chosen, t),
        ),
    )


def _verdict(reviewed: Reviewed, t: Translator) -> str:
    words = [] if reviewed.verdict is Verdict.FINE else [verdict_words(reviewed.verdict, t)]
    return ", ".join([*words, *([help_words(reviewed.helps, t)] if reviewed.helps else [])])


def summary_panel(game: JudgedGame, teller: Teller, seat: int | None) -> Panel:
    """Return the panel of a game: the total of its decisions, and what made its result.

    Args:
        game: the game, with the decisions evaluated so far.
        teller: the teller that writes the sentences.
        seat: the seat that is addressed.
    """
    t = teller.t
    title = t("The review") if seat is None else t("Review of {name}", name=teller.names[seat])
    if not game.over:
        share = game.done / game.of if game.of else 0.0
        how_far = t("{done} of {of} choices reviewed", done=game.done, of=game.of)
        return Panel(title, says=(how_far,), share=share)
    numbers = game.numbers
    assert numbers is not None, "everything is found"
    decisions = game.decisions(seat)
    says: list[str] = []
    sums: list[tuple[str, str]] = []
    if seat is not None:
        own, helped = by_help([one.reviewed for one in decisions])
        if own:
            chance = percent(-sum([one.loss.chance for one in own]), t, signed=True)
            says.append(lost(teller.names[seat], len(own), chance, t))
        if helped:
            says.append(left_out(teller.names[seat], len(helped), t))
    if numbers.chance:
        says.insert(0, luck_headline(teller, numbers.margin or numbers.chance))
        split = numbers.chance[game.rules.side(seat or 0)]
        rows = split_rows(teller.names, split, t, seat or 0)
        sums = [(word, percent(share, t, signed=adds)) for word, share, adds in rows]
        says += split_notes(split, t)
    return Panel(title, says=(*says, *unvalued(numbers, t)), sums=tuple(sums))

"""The panels of a review: one for a decision, and one for the whole game."""

from pegout.text import Teller
from pegout.text.help_sentences import left_out
from pegout.text.language import mark
from pegout.text.luck_sentences import lost, split_notes, split_rows
from pegout.text.reasons import chance_sentence, percent
from pegout.tui.judged_game import Judged, JudgedGame
from pegout.tui.local_seats import LocalView
from pegout.tui.option_panel import Panel, costs_of


def decision_panel(game: JudgedGame, shown: Judged, teller: Teller) -> Panel:
    """Return the panel of a decision of a game; the teller addresses the deciding seat."""
    t, decisions = teller.t, game.decisions(teller.seat)
    number = decisions.index(shown) + 1
    if game.over:
        title = t("Decision {number} of {of}", number=number, of=len(decisions))
    else:
        title = t("Decision {number}", number=number)
    decision = game.message(shown, t)
    verdict = decision.verdict.word if shown.size else ""
    return Panel(
        title,
        verdict=", ".join([word for word in (verdict, decision.helped) if word]),
        wrong=shown.size > 1,
        rows=costs_of(decision, t),
        says=tuple([said for said in (chance_sentence(decision, t), decision.says) if said]),
    )


def review_title(local: LocalView, seat: int | None) -> str:
    """Return the title of the review of a seat, or of the whole game."""
    if seat is None:
        return local.t("The review")
    return local.teller.by(seat, mark("Your review"), mark("Review of {name}"))


def summary_panel(game: JudgedGame, local: LocalView, seat: int | None) -> Panel:
    """Return the panel of a game: the total of a seat's decisions, and what made the result."""
    t, names = local.t, local.names
    title = review_title(local, seat)
    if not game.over:
        share = game.done / game.of if game.of else 0.0
        how_far = t("{done} of {of} decisions reviewed", done=game.done, of=game.of)
        return Panel(title, says=(how_far,), share=share)
    review, numbers = game.review(seat, t), game.numbers
    assert numbers is not None, "the evaluation is complete"
    says = [review.headline] if review.headline else []
    sums: list[tuple[str, str]] = []
    if seat is not None:
        own, name = review.sums[seat], names[seat]
        if own.decisions:
            says.append(lost(name, own.decisions, percent(-own.loss, t, signed=True), t))
        if own.helped:
            says.append(left_out(name, own.helped, t))
    if numbers.chance:
        split = numbers.chance[game.rules.side(seat or 0)]
        rows = split_rows(names, split, t, seat or 0)
        sums = [(word, percent(share, t, signed=adds)) for word, share, adds in rows]
        says += split_notes(split, t)
    return Panel(title, says=(*says, *review.limits), sums=tuple(sums))

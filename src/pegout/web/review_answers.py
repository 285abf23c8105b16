"""The numbers of a reviewed game, told in a language as one seat sees it."""

from __future__ import annotations

from typing import Final

from pegout import wire
from pegout.analysis.error_scale import counted, error_scale
from pegout.analysis.game_numbers import FIRST_NUMBER, GameNumbers, ValuedDecision
from pegout.analysis.luck import Split
from pegout.analysis.review import Verdict
from pegout.notation import GameRecord, Record, retold
from pegout.rules import Dealt, Rules
from pegout.text import Teller, Translator
from pegout.text.likeness import likeness_sentences
from pegout.text.luck_sentences import luck_headline
from pegout.text.reasons import reason
from pegout.text.unvalued import unvalued
from pegout.web.decision_answers import loss_told, option_told, verdict_told
from pegout.web.replays import names_of

__all__ = ["review_of"]

_MISTAKES: Final = (Verdict.MISTAKE, Verdict.LARGE_MISTAKE)


def review_of(
    record: Record, game: GameRecord, found: GameNumbers, seat: int | None, t: Translator
) -> wire.GameReview:
    """Tell what was found out about a game of a record.

    Args:
        record: what was played.
        game: one of its games.
        found: what was found out about it.
        seat: who is told; ``None`` for a spectator.
        t: the language.
    """
    single = len(record.games) == 1
    teller = Teller(t, names_of(record.players, t), seat, record.rules, single=single)
    chance, margin = found.chance, found.margin
    return wire.GameReview(
        game=game.number,
        decisions=[_decision(one, t) for one in found.decisions],
        curve=[wire.CurvePoint(number, chance) for number, chance in found.curve],
        exact=found.exact,
        deals=_deals(record.rules, game),
        sums=[_sums(record.rules, found, one) for one in range(record.rules.players)],
        split=chance and wire.LuckSplit(_parts(chance), margin and _parts(margin)),
        headline="" if margin is None else luck_headline(teller, margin),
        likeness=[] if seat is None else _likeness(record.rules, found, seat, t),
        limits=unvalued(found, t),
    )


def _decision(one: ValuedDecision, t: Translator) -> wire.GameDecision:
    options, loss, verdict = one.options, one.loss, one.verdict
    return wire.GameDecision(
        number=one.number,
        deal=one.deal,
        seat=one.seat,
        kind=options.kind,
        by_chance=options.by_chance,
        options=[option_told(option, options, t) for option in options.options],
        chosen=one.place,
        loss=loss_told(loss),
        verdict=verdict_told(verdict, t),
        says=reason(options, t, one.chosen),
        points_error=options.points_error,
        chance_error=options.chance_error,
    )


def _deals(rules: Rules, game: GameRecord) -> list[wire.DealStart]:
    return [
        wire.DealStart(event.deal, number, event.dealer, list(state.scores))
        for number, (event, state) in enumerate(retold(rules, game), start=FIRST_NUMBER)
        if isinstance(event, Dealt)
    ]


def _sums(rules: Rules, found: GameNumbers, seat: int) -> wire.DecisionSums:
    own = [one for one in found.decisions if one.seat == seat]
    mistakes = sum([one.verdict in _MISTAKES for one in own])
    points, number = counted(rules, own)
    loss = sum([one.loss.chance for one in own])
    return wire.DecisionSums(seat, len(own), mistakes, loss, number, points)


def _likeness(rules: Rules, found: GameNumbers, seat: int, t: Translator) -> list[str]:
    points, number = counted(rules, [one for one in found.decisions if one.seat == seat])
    placed = error_scale().placed(points, number)
    return [] if placed is None else likeness_sentences("", placed, t)


def _parts(split: Split) -> wire.SplitParts:
    return wire.SplitParts(
        split.before,
        split.result,
        split.cards,
        split.hidden,
        split.counting,
        split.ending,
        list(split.errors),
    )

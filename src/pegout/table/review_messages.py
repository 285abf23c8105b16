"""Reviewed games as messages, in one language and as one seat sees them."""

from collections.abc import Container, Sequence
from typing import Final

from msgspec.structs import replace

from pegout.notation import GameRecord, Help, Record, replay_events
from pegout.notation.describe import position_to_ask
from pegout.notation.replay import FIRST_NUMBER
from pegout.review.error_scale import count_decisions, error_scale
from pegout.review.game_numbers import (
    GameNumbers,
    ValuedDecision,
    choices_in_log,
    costliest,
    helps_in_log,
)
from pegout.review.game_review import Choice, Verdict
from pegout.review.luck import Split
from pegout.rules import Dealt, Rules
from pegout.table.decision_messages import encode_loss, encode_option, encode_verdict
from pegout.table.replays import names_of
from pegout.text import Teller, Translator
from pegout.text.closest_level import closest_level_sentences
from pegout.text.estimates import unvalued
from pegout.text.help_sentences import help_words
from pegout.text.luck_sentences import luck_headline
from pegout.text.reasons import reason
from pegout.wire import http as wire

_MISTAKES: Final = (Verdict.MISTAKE, Verdict.LARGE_MISTAKE)


def review_of(
    record: Record, game: GameRecord, numbers: GameNumbers, seat: int | None, t: Translator
) -> wire.GameReview:
    """Encode the review of a game."""
    single = len(record.games) == 1
    teller = Teller(t, names_of(record.players, t), seat, record.rules, single=single)
    holes: list[wire.SplitParts | None] = [_parts(split) for split in numbers.margin]
    holes = holes or [None] * len(numbers.chance)
    helps = helps_in_log(record.rules, game)
    made = choices_in_log(record.rules, game)
    sums = [_sums(record.rules, numbers, at, helps) for at in range(record.rules.players)]
    return wire.GameReview(
        game=game.number,
        decisions=[
            encode_decision(
                decision,
                helps.get(decision.number, ()),
                t,
                made.get(decision.number),
            )
            for decision in numbers.decisions
        ],
        curve=_curve(numbers.own_curve(record.rules, seat or 0)),
        opened=_curve(numbers.open_curve(record.rules, seat or 0)),
        deals=_deals(record.rules, game),
        sums=sums,
        splits=[
            wire.LuckSplit(_parts(chance), margin)
            for chance, margin in zip(numbers.chance, holes, strict=True)
        ],
        headline=luck_headline(teller, numbers.margin or numbers.chance),
        closest_level=[] if seat is None else _closest_level(sums[seat], t),
        limits=unvalued(numbers, t),
    )


def encode_decision(
    decision: ValuedDecision, helps: Sequence[Help], t: Translator, choice: Choice | None = None
) -> wire.GameDecision:
    """Encode a decision of a reviewed game.

    Args:
        decision: the decision with its values.
        helps: the help that the player had with it.
        t: the language.
        choice: what the player knew and did, for a position to ask about and the card played.
    """
    options, loss, verdict = decision.options, decision.loss, decision.verdict
    encoded = [encode_option(option, options, t) for option in options.options]
    if choice is not None and options.kind == "play":
        played = [str(card) for card in choice.cards]
        encoded[decision.chosen_index] = replace(encoded[decision.chosen_index], cards=played)
    return wire.GameDecision(
        number=decision.number,
        deal=decision.deal,
        seat=decision.seat,
        kind=options.kind,
        by_chance=options.by_chance,
        options=encoded,
        chosen=decision.chosen_index,
        loss=encode_loss(loss),
        verdict=encode_verdict(verdict, t),
        says=reason(options, t, decision.chosen),
        points_error=options.points_error,
        chance_error=options.chance_error,
        helped=help_words(helps, t),
        position="" if choice is None else position_to_ask(choice.view),
    )


def _curve(points: Sequence[tuple[int, float]]) -> list[wire.CurvePoint]:
    return [wire.CurvePoint(number, chance) for number, chance in points]


def _deals(rules: Rules, game: GameRecord) -> list[wire.DealStart]:
    return [
        wire.DealStart(event.deal, number, event.dealer, list(state.scores))
        for number, (event, state) in enumerate(replay_events(rules, game), start=FIRST_NUMBER)
        if isinstance(event, Dealt)
    ]


def _sums(
    rules: Rules, numbers: GameNumbers, seat: int, helps: Container[int]
) -> wire.DecisionSums:
    every = [decision for decision in numbers.decisions if decision.seat == seat]
    own = [decision for decision in every if decision.number not in helps]
    mistakes = sum([decision.verdict in _MISTAKES for decision in own])
    lost = sum([decision.loss.chance for decision in own])
    points, number = count_decisions(rules, own)
    worst = costliest(own)
    return wire.DecisionSums(
        seat=seat,
        decisions=len(own),
        mistakes=mistakes,
        loss=lost,
        helped=len(every) - len(own),
        counted=number,
        points=points,
        costliest=None if worst is None else worst.number,
    )


def _closest_level(sums: wire.DecisionSums, t: Translator) -> list[str]:
    closest = error_scale().closest_level(sums.points, sums.counted)
    return [] if closest is None else closest_level_sentences("", closest, t)


def _parts(split: Split) -> wire.SplitParts:
    return wire.SplitParts(
        split.before,
        split.result,
        split.cards,
        split.hidden,
        split.counting,
        split.ending,
        [split.gained(seat) for seat in range(len(split.errors))],
    )

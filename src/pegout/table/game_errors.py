"""The errors of each seat in a reviewed game, and its luck."""

from collections.abc import Container, Sequence

from pegout.review.error_scale import count_decisions
from pegout.review.game_numbers import GameNumbers, ValuedDecision
from pegout.rules import Rules
from pegout.table.game_sums import KindErrors, SeatErrors


def game_errors(
    rules: Rules, numbers: GameNumbers, helped: Container[int] = ()
) -> tuple[SeatErrors, ...]:
    """Return the errors of each seat in a reviewed game.

    ``helped`` has the numbers of the decisions that were made with help, which do not count.
    """
    own = [decision for decision in numbers.decisions if decision.number not in helped]
    return tuple([_seat_errors(rules, numbers, own, seat) for seat in range(rules.players)])


def _seat_errors(
    rules: Rules, numbers: GameNumbers, own: Sequence[ValuedDecision], seat: int
) -> SeatErrors:
    decisions = [decision for decision in own if decision.seat == seat]
    scaled_points, scaled = count_decisions(rules, decisions)
    side = rules.side(seat)
    chance = numbers.chance[side] if numbers.chance else None
    margin = numbers.margin[side] if numbers.margin else None
    return SeatErrors(
        discard=_of_kinds(decisions, "discard"),
        play=_of_kinds(decisions, "play"),
        count=_of_kinds(decisions, "count", "muggins"),
        scaled=scaled,
        scaled_points=scaled_points,
        luck=chance and chance.luck - chance.before,
        skill=chance and chance.skill,
        luck_holes=margin and margin.luck,
        skill_holes=margin and margin.skill,
    )


def _of_kinds(decisions: Sequence[ValuedDecision], *kinds: str) -> KindErrors:
    losses = [decision.loss for decision in decisions if decision.options.kind in kinds]
    points, chance = sum([loss.points for loss in losses]), sum([loss.chance for loss in losses])
    return KindErrors(len(losses), points, chance)

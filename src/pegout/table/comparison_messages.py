"""Challenges compared: two games with the same cards, as a client receives them."""

from pegout.notation import Record
from pegout.notation.replay import replay
from pegout.review.compare_games import ComparedDeal, Difference, compare_games
from pegout.review.game_review import Choice, Reviewed
from pegout.table.decision_messages import encode_loss, encode_verdict
from pegout.table.duplicates import lead_of
from pegout.table.replays import names_of
from pegout.text import Translator
from pegout.text.duplicate_result import duplicate_result
from pegout.text.names import card_names
from pegout.wire import http as wire


def compare_challenge(games: tuple[Record, Record, int] | None, t: Translator) -> wire.Comparison:
    """Compare the game of a challenger with that of the challenged player, from their seat.

    Raises:
        ReviewError: ``other_deals`` for games with other deals.
    """
    if games is None:
        says = t("The game with the same cards is not over yet.")
        return wire.Comparison(over=False, names=[], leads=[], losses=[], deals=[], says=says)
    first, second, seat = games
    deals = compare_games(first, second, seat)
    names = [names_of(record.players, t)[seat] for record in (first, second)]
    side = first.rules.side(seat)
    leads = [lead_of(_scores(record), side) for record in (first, second)]
    found = [difference for deal in deals for difference in deal.differences]
    return wire.Comparison(
        over=True,
        names=names,
        leads=leads,
        losses=[sum(_lost(pair[at]) for pair in map(_values, found)) for at in (0, 1)],
        deals=[_encode_deal(deal, seat, side, t) for deal in deals],
        says=duplicate_result(names, leads, t),
    )


def _scores(record: Record) -> tuple[int, ...]:
    """Return the scores at the end of the first game."""
    *_, (_, state) = replay(record.rules, record.games[0])
    return state.scores


def _values(difference: Difference) -> tuple[Reviewed | None, Reviewed | None]:
    return difference.first_value, difference.second_value


def _lost(value: Reviewed | None) -> float:
    return 0.0 if value is None else value.loss.chance


def _encode_deal(deal: ComparedDeal, seat: int, side: int, t: Translator) -> wire.DealCompared:
    return wire.DealCompared(
        deal.deal,
        deal.dealer == seat,
        list(map(str, deal.hand)),
        [lead_of(deal.first, side), lead_of(deal.second, side)],
        [_encode_difference(found, t) for found in deal.differences],
    )


def _encode_difference(found: Difference, t: Translator) -> wire.ComparedDecision:
    view = found.first.view
    choices = zip((found.first, found.second), _values(found), strict=True)
    return wire.ComparedDecision(
        "discard" if view.hand == view.dealt else "play",
        view.count,
        [_encode_choice(choice, value, t) for choice, value in choices],
    )


def _encode_choice(choice: Choice, value: Reviewed | None, t: Translator) -> wire.ComparedChoice:
    return wire.ComparedChoice(
        list(map(str, choice.cards)),
        card_names(choice.cards, t),
        None if value is None else encode_loss(value.loss),
        None if value is None else encode_verdict(value.verdict, t),
    )

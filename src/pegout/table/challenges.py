"""Challenges: somebody else plays the deals of a finished game, from the same seat.

The other seats have computer players of the same levels. The link to the table of a challenge
contains no card; the packs are known to the store alone. When both games are over, they are
compared.
"""

from collections.abc import Collection

import msgspec

from pegout.notation import Record
from pegout.notation.replay import replay
from pegout.review.compare_games import ComparedDeal, Difference, compare_games
from pegout.review.game_review import Choice, Reviewed
from pegout.rules import Dealt
from pegout.table.decision_messages import encode_loss, encode_verdict
from pegout.table.new_tables import add_once, key_of
from pegout.table.practice_tables import PractisedGame
from pegout.table.replays import names_of
from pegout.table.sources import Sources
from pegout.table.state import OPEN, TableRefused, code_of, plan_table
from pegout.table.store import Store
from pegout.text import Translator
from pegout.text.duplicate_result import duplicate_result
from pegout.text.names import card_names
from pegout.wire import http as wire


def set_up_challenge(
    store: Store,
    played: PractisedGame,
    key: str,
    offered: Collection[str],
    sources: Sources,
) -> wire.Made:
    """Set up a table at which the deals of a game are played again; the same seat is free.

    The same key sets up the same table.

    Raises:
        TableRefused: ``no_challenge`` where another person played, or a level that is not offered;
            ``key_taken``, ``weak_token``.
        MatchError: ``no_packs`` for a game whose packs are not sealed and revealed.
        StoreError: if the table could not be stored.
    """
    record, seat = played.record, played.seat
    kinds = [player.kind for player in record.players]
    if any(kind not in offered for at, kind in enumerate(kinds) if at != seat):
        raise TableRefused(
            "no_challenge", "a game against computer players can be played by somebody else"
        )
    key = key_of(key, sources)
    seats = [
        wire.SeatOrder("", OPEN) if at == seat else wire.SeatOrder(player.name, player.kind)
        for at, player in enumerate(record.players)
    ]
    order = wire.Order(seats=seats, key=key)
    state, _ = plan_table(order, record.rules, offered, hosted=False)
    dealer = next(entry.dealer for entry in played.game.entries if isinstance(entry, Dealt))
    state = msgspec.structs.replace(state, dealer=dealer, challenge=record.match)
    code = code_of(key)
    add_once(store, code, state)
    return wire.Made(code, [])


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
    leads = [_lead(_scores(record), side) for record in (first, second)]
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


def _lead(points: tuple[int, ...], side: int) -> int:
    return points[side] - max(score for at, score in enumerate(points) if at != side)


def _values(difference: Difference) -> tuple[Reviewed | None, Reviewed | None]:
    return difference.first_value, difference.second_value


def _lost(value: Reviewed | None) -> float:
    return 0.0 if value is None else value.loss.chance


def _encode_deal(deal: ComparedDeal, seat: int, side: int, t: Translator) -> wire.DealCompared:
    return wire.DealCompared(
        deal.deal,
        deal.dealer == seat,
        list(map(str, deal.hand)),
        [_lead(deal.first, side), _lead(deal.second, side)],
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

"""The deals of games that the referee played, as the arrays from which policies replay them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.match import Entry
from pegout.rules import Dealt, Discarded, Rules, Scored, StarterCut
from pegout.simulation.constants import games_of, ground
from pegout.simulation.deal_by_deal import DealsPlayed
from pegout.simulation.game_loops import begin_games

_NO_CARD = 52


def refereed_deals(
    games: Sequence[Sequence[Entry]], rules: Rules, first: int, seed: int
) -> tuple[Array, DealsPlayed]:
    """Return int64[m], the row of the game of each deal of games of two, and the deals."""
    begun = games_of(len(games), rules)
    compiled(begin_games)(first, seed, begun, ground(rules))
    deals = [(row, deal) for row, entries in enumerate(games) for deal in _deals_of(entries)]
    rows = np.array([row for row, _ in deals], np.int64)
    states = begun.state[rows]
    states["dealer"] = [deal.dealer for _, deal in deals]
    states["deal"] = [deal.number - 1 for _, deal in deals]
    states["scores"][:, :2] = np.reshape([deal.scores for _, deal in deals], (-1, 2))
    return rows, DealsPlayed(
        states,
        np.array([_pack(deal.hands) for _, deal in deals], np.int8).reshape(-1, _NO_CARD),
        np.array([deal.discarded for _, deal in deals], np.int8).reshape(-1, 2, 2),
        np.array([deal.starter for _, deal in deals], np.int64),
        first + rows | states["deal"] + 1 << 40,
    )


class _Deal(NamedTuple):
    """A deal: its number, and by seat the scores before it, the hands and the discards."""

    number: int
    dealer: int
    scores: list[int]
    hands: tuple[tuple[int, ...], ...]
    discarded: list[Sequence[int]]
    starter: int


def _deals_of(entries: Sequence[Entry]) -> Iterator[_Deal]:
    """Yield the deals of a game; what did not happen in the last one has no cards."""
    scores = [0, 0]
    deal = None
    for _, event in entries:
        match event:
            case Dealt():
                if deal is not None:
                    yield deal
                none: list[Sequence[int]] = [(_NO_CARD, _NO_CARD)] * 2
                deal = _Deal(event.deal, event.dealer, scores.copy(), event.hands, none, _NO_CARD)
            case Discarded(seat=seat, cards=cards) if deal is not None:
                deal.discarded[seat] = cards
            case StarterCut(card=card) if deal is not None:
                deal = deal._replace(starter=int(card))
            case Scored(seat=seat, score=score):
                scores[seat] = score
    if deal is not None:
        yield deal


def _pack(hands: Sequence[Sequence[int]]) -> list[int]:
    """Return a pack: the hands, and then all other cards."""
    dealt = [int(card) for hand in hands for card in hand]
    return dealt + [card for card in range(_NO_CARD) if card not in dealt]

"""From the play to the end of the game in arrays: the show and the winner of many worlds at once.

:mod:`pegout.search.multiplayer.game_end` describes them.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from pegout.cards import Card
from pegout.evaluation.discards import role_of
from pegout.kernel.score_tables import Array, tables
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer.determinization_arrays import WorldArrays, keep_rates, set_number
from pegout.search.multiplayer.game_end import WinEstimate, estimate_of
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import win_probabilities, win_probabilities_of_three, within_rows


def load(players: int) -> None:
    """Preload the tables for the show and the win probabilities of so many players."""
    tables()
    if players == 4:
        _four()
    else:
        win_probabilities_of_three(np.ones((1, 3), np.int64))


def winning(rules: Rules, needs: Array, dealer: int) -> Array:
    """Return each side's win probability before a deal.

    Args:
        needs: int64[n, sides].

    Returns:
        float64[n, sides].
    """
    first = rules.side(dealer)
    around = [(first + index) % rules.sides for index in range(rules.sides)]
    probabilities = np.zeros(needs.shape)
    order = needs[:, around]
    estimate = estimate_of(rules)
    if estimate is not None:
        probabilities[:, around] = _estimated(order, estimate)
    elif rules.sides == 2:
        dealing = _four()[tuple(within_rows(order, 4).T)]
        probabilities[:, around] = np.stack([dealing, 1 - dealing], axis=1)
        return 1 - probabilities if rules.lowball else probabilities
    else:
        probabilities[:, around] = win_probabilities_of_three(within_rows(order, 3))
    return probabilities


@load_once
def _four() -> Array:
    table: Array = win_probabilities("win", 4)
    return table


def _estimated(needs: Array, estimate: WinEstimate) -> Array:
    """Return the win probabilities of the dealer, the next seat and so on."""
    point, more, places = estimate
    minimum = needs.min(axis=1, keepdims=True)
    behind = (np.array(places) + point * (needs - minimum)) / np.sqrt(minimum + more)
    weight = np.exp(-behind)
    probabilities: Array = weight / weight.sum(axis=1, keepdims=True)
    return probabilities


def shows(
    view: View, worlds: WorldArrays, own: Array, starters: Array, discarded: Array, chance: Random
) -> Array:
    """Return the points of hands and crib in each world.

    Fifteens, pairs and runs are exact. Nobs and flushes of the other seats are drawn with their
    probabilities given the cards played. A crib has no flush here.

    Returns:
        int64[n, players + 1], by seat, and the crib last.
    """
    rules, dealer = view.rules, view.dealer
    assert dealer is not None, "there is a dealer"
    number = len(worlds.hands)
    luck = np.random.default_rng(chance.getrandbits(64))
    show = tables().show_four.astype(np.int64)
    points = np.zeros((number, rules.players + 1), np.int64)
    crib = np.zeros((number, 4), np.int64)
    crib[:, 0] = discarded
    left = worlds.left.copy()
    rows = np.arange(number)
    at = 1
    for seat in range(rules.players):
        if seat == view.seat:
            points[:, seat] = own
            continue
        kept = worlds.kept[:, seat]
        points[:, seat] = show[kept, starters] + _suited(view, seat, worlds.hands[:, seat], luck)
        rates = keep_rates(rules.players, role_of(rules, seat, dealer))[kept]
        crib[:, at] = _drawn(left * rates, luck.random(number))
        left[rows, crib[:, at]] -= 1
        at += 1
    if rules.from_pack:
        crib[:, at] = _drawn(left.astype(float), luck.random(number))
    points[:, -1] = show[set_number(crib), starters]
    jacks = (crib == JACK).sum(axis=1)
    points[:, -1] += rules.nobs_points * (luck.random(number) < jacks / 4)
    return points


def _suited(view: View, seat: int, hands: Array, luck: np.random.Generator) -> Array:
    """Draw the points for nobs and a flush in the hand of another seat."""
    played = [step.card for step in view.played if step.seat == seat]
    held = (hands == JACK).sum(axis=1)
    nobs, likely, flush = 0, held / 4, 4
    suits = {card & 3 for card in played}
    if view.starter is not None:
        suit = view.starter & 3
        right = Card.of(JACK, suit)
        nobs = int(right in played)
        jacks = sum([card >> 2 == JACK for card in view.unseen()])
        likely = held / max(jacks, 1) if right not in view.seen() else held * 0.0
        flush += suits == {suit}
    points: Array = view.rules.nobs_points * (nobs + (luck.random(len(hands)) < likely))
    if len(suits) < 2:
        # The first card sets the suit, and each other card matches it with probability 1/4.
        suited = 0.25 ** (view.rules.kept - max(1, len(played)))
        points = points + flush * (luck.random(len(hands)) < suited)
    return points


def _drawn(weights: Array, luck: Array) -> Array:
    """Draw a rank in each row by its weights."""
    reached = np.maximum(weights, 0).cumsum(axis=1)
    ranks: Array = np.minimum((reached <= luck[:, None] * reached[:, -1:]).sum(axis=1), 12)
    return ranks


def wins(
    rules: Rules, needs: Sequence[int], dealer: int, gains: Array, first: Array, shown: Array
) -> Array:
    """Return each side's win probability after the play of a deal.

    Args:
        gains: int64[n, sides], the points that each side has pegged.
        first: int64[n], the side that met its need in the play, or -1.
        shown: int64[n, players + 1], the points of hands and crib; see :func:`shows`.

    >>> none = np.zeros((1, 3), int)
    >>> counts = np.array([[0, 12, 12, 0]])
    >>> wins(Rules(players=3), (50, 12, 12), 0, none, np.array([-1]), counts).tolist()
    [[0.0, 1.0, 0.0]]
    """
    players = rules.players
    left = np.array(needs) - gains
    first = first.copy()
    for step in range(players + 1):
        seat = dealer if step == players else (dealer + 1 + step) % players
        side = rules.side(seat)
        left[:, side] -= np.where(first < 0, shown[:, players if step == players else seat], 0)
        first[(first < 0) & (left[:, side] <= 0)] = side
    over = first >= 0
    probabilities = winning(rules, np.maximum(left, 1), (dealer + 1) % players)
    probabilities[over] = _won(rules, left[over], first[over])
    return probabilities


def _won(rules: Rules, left: Array, first: Array) -> Array:
    """Return 1 for the winner of each row, or the shares of several."""
    reached = first[:, None] == np.arange(rules.sides)
    if not rules.lowball:
        only: Array = reached.astype(float)
        return only
    short = np.where(reached, -1, left)
    winners = short == short.max(axis=1, keepdims=True)
    shares: Array = winners / winners.sum(axis=1, keepdims=True)
    return shares

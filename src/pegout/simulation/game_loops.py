"""Many games, one after the other, by the policies that do not search.

A decision of a policy that searches is the caller's: the loops stop before it, and go on with it;
see :mod:`pegout.simulation.search_loops`. So they are compiled without the search.

``run_deals`` takes its results one array each, because nothing that a loop reads may be a global.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import (
    cut_starter,
    hand_out,
    lay,
    show_all,
    side_of,
    start_deal,
    start_game,
    tally,
    throw_away,
)
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    BY_POINTS,
    COUNT,
    CRIB,
    DEAL,
    DEALER,
    DISCARD,
    HAND,
    HANDS,
    HEELS,
    OVER,
    PHASE,
    PLAYED,
    PLAYERS,
    SCORES,
    SEAT,
    SIDES,
    THINKING,
    WAY_MASK,
    Game,
)
from pegout.kernel.pegging import only_card
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard


@inlined
def row_of(games: Any, at: int) -> Any:
    """Give one of many games."""
    return Game(
        games.state[at], games.pack[at], games.dealt[at], games.thrown[at],
        games.laid[at], games.by[at], games.points[at], games.goes[at],
    )  # fmt: skip


@inlined
def throw_of(game: Any, ground: Any, seat: int, way: int) -> int:
    """Choose a discard for a seat."""
    return choose_discard(game, ground, seat, way)


@inlined
def card_of(game: Any, ground: Any, seat: int, way: int) -> int:
    """Choose a card for a seat."""
    return choose_card(game, ground, seat, way)


@inlined
def lay_away(game: Any, ground: Any, seat: int, throw: int) -> bool:
    """Discard; the dealer is the last, and after it the starter is cut.

    Tells whether the game is over, by heels.
    """
    throw_away(
        game.state, seat, throw, game.dealt, game.thrown, ground.rules, ground.throws, ground.keeps
    )
    if seat == int(game.state[DEALER]):
        cut_starter(game.state, game.pack, ground.rules)
    return int(game.state[PHASE]) == OVER


@inlined
def lay_card(game: Any, ground: Any, card: int) -> bool:
    """Play a card, and after the last count the hands; tell whether the deal or game is over."""
    state = game.state
    if not lay(state, card, game.laid, game.by, game.points, game.goes, ground.rules, ground.ends):
        return False
    if int(state[PHASE]) != OVER:
        show_all(
            state, game.pack, game.thrown, ground.rules, ground.hand_flushes,
            ground.crib_flushes, ground.tables,
        )  # fmt: skip
    return True


@inlined
def play_on(game: Any, ground: Any, ways: Any, action: int) -> bool:
    """Go on with a deal to its end, or to the first decision that is the caller's.

    Args:
        game: the game.
        ground: the rules and the tables.
        ways: int64[sides, 2], how each side discards and plays; what a policy that searches
            decides is the caller's, but a card that is the only one.
        action: what the seat on turn does, a discard by its number or a card; -1 where it has not
            been decided.

    Returns:
        Whether the deal, or the game, is over.
    """
    state, rules = game.state, ground.rules
    while int(state[PHASE]) == DISCARD:
        seat = int(state[SEAT])
        if action < 0:
            way = int(ways[side_of(seat, rules), 0])
            if way & WAY_MASK >= BY_POINTS:
                return False
            action = throw_of(game, ground, seat, way)
        if lay_away(game, ground, seat, action):
            return True
        action = -1
    while True:
        if action < 0:
            seat = int(state[SEAT])
            way = int(ways[side_of(seat, rules), 1])
            if way & WAY_MASK >= THINKING:
                action = only_card(int(state[HANDS + seat]), int(state[COUNT]))
                if action < 0:
                    return False
            else:
                action = card_of(game, ground, seat, way)
        if lay_card(game, ground, action):
            return True
        action = -1


@jit
def run_games(
    at: int, action: int, first: int, seed: int, ways: Any, games: Any, ground: Any, scores: Any,
    deals: Any, sums: Any,
) -> int:  # fmt: skip
    """Play whole games one after the other, up to the first decision that is the caller's.

    Args:
        at: the number of the game to begin, or to go on with.
        action: what the seat on turn does in that game; -1 to begin it.
        first: the number of the first of all these games.
        seed: the seed.
        ways: as for :func:`play_on`.
        games: room for one game; what it holds between two calls must stay.
        ground: the rules and the tables.
        scores: int16[n, sides], one row for each game.
        deals: int16[n].
        sums: int64[n, sides, 15].

    Returns:
        The number of the game whose seat on turn has to decide; ``n`` where all are over.
    """
    rules = ground.rules
    game = row_of(games, 0)
    state = game.state
    while at < len(scores):
        if action < 0:
            start_game(state, game.pack, seed, first + at, rules)
            start_deal(state, game.pack, game.dealt, rules)
        while play_on(game, ground, ways, action):
            action = -1
            tally(state, sums[at], rules)
            if int(state[PHASE]) == OVER:
                break
            start_deal(state, game.pack, game.dealt, rules)
        action = -1
        if int(state[PHASE]) != OVER:
            return at
        for side in range(int(rules[SIDES])):
            scores[at, side] = state[SCORES + side]
        deals[at] = state[DEAL]
        at += 1
    return at


@jit
def begin_games(first: int, seed: int, games: Any, ground: Any) -> None:
    """Put many games at their beginning, before the first deal."""
    for at in range(len(games.state)):
        start_game(games.state[at], games.pack[at], seed, first + at, ground.rules)


@jit
def run_next_deals(
    at: int, action: int, fresh: bool, forced: Any, ways: Any, games: Any, ground: Any, sums: Any
) -> int:  # fmt: skip
    """Play the next deal of each of many games that are not over.

    Args:
        at: the number of the game whose deal is to be begun, or to go on.
        action: what the seat on turn does in that game; -1 to begin a deal.
        fresh: whether the pack is mixed and the deal passed on; otherwise the cards are dealt as
            they lie in the packs, by the dealers that there are.
        forced: int64[n, 2], the number of each seat's discard, or -1 where it is chosen.
        ways: as for :func:`play_on`.
        games: the games, one in each row; a deal stays in its row until the next.
        ground: the rules and the tables.
        sums: int64[n, sides, 15], to which the deals are added.

    Returns:
        The number of the game whose seat on turn has to decide; ``n`` where all deals are over.
    """
    rules = ground.rules
    while at < len(games.state):
        game = row_of(games, at)
        state = game.state
        if action < 0:
            if fresh:
                if int(state[PHASE]) == OVER:
                    at += 1
                    continue
                start_deal(state, game.pack, game.dealt, rules)
            else:
                hand_out(state, game.pack, game.dealt, rules)
            ended = False
            while int(state[PHASE]) == DISCARD and forced[at, int(state[SEAT])] >= 0 and not ended:
                seat = int(state[SEAT])
                ended = lay_away(game, ground, seat, int(forced[at, seat]))
            if ended:
                tally(state, sums[at], rules)
                at += 1
                continue
        if not play_on(game, ground, ways, action):
            return at
        action = -1
        tally(state, sums[at], rules)
        at += 1
    return at


@jit
def run_deals(
    at: int, action: int, first: int, seed: int, ways: Any, games: Any, ground: Any, play: Any,
    hands: Any, cribs: Any, heels: Any,
) -> int:  # fmt: skip
    """Play single deals, as many as there are rows in ``play``; seat 0 deals.

    Each leaves its traces in a row of ``games``, or in the last where there are not enough. It
    stops and goes on as :func:`run_games` does.
    """
    rules = ground.rules
    while at < len(play):
        game = row_of(games, min(at, len(games.state) - 1))
        state = game.state
        if action < 0:
            start_game(state, game.pack, seed, first + at, rules)
            state[DEALER] = -1
            start_deal(state, game.pack, game.dealt, rules)
        if not play_on(game, ground, ways, action):
            return at
        action = -1
        for side in range(int(rules[SIDES])):
            play[at, side] = state[PLAYED + side]
        for seat in range(int(rules[PLAYERS])):
            hands[at, seat] = state[HAND + seat]
        cribs[at] = state[CRIB]
        heels[at] = state[HEELS]
        at += 1
    return at

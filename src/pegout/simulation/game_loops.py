"""Many games, one after the other, by the policies that do not search.

The caller makes the decisions of a policy that searches: the loops stop before each, and resume
with its result; see :mod:`pegout.simulation.search_loops`. So they are compiled without the search.

``run_deals`` takes each of its results as an argument, because a compiled loop may read no globals.
"""

from typing import Any

from pegout.kernel.deal_steps import (
    cut_starter,
    discard_cards,
    hand_out,
    play_card,
    show_all,
    side_of,
    start_deal,
    start_game,
    tally,
)
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import BY_POINTS, DISCARD, OVER, POLICY_MASK, SEARCHING, Game
from pegout.kernel.pegging import only_card
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard


@inlined
def row_of(games: Any, at: int) -> Any:
    """Return one of many games."""
    return Game(
        games.state[at : at + 1], games.pack[at], games.dealt[at], games.discarded[at],
        games.played[at], games.by[at], games.points[at], games.goes[at],
    )  # fmt: skip


@inlined
def apply_discard(game: Any, ground: Any, seat: int, discard: int) -> bool:
    """Discard; the dealer is last, then the starter is cut. Return whether heels end the game."""
    discard_cards(
        game.state[0],
        seat,
        discard,
        game.dealt,
        game.discarded,
        ground.rules,
        ground.discards,
        ground.keeps,
    )
    if seat == int(game.state[0].dealer):
        cut_starter(game.state[0], game.pack, ground.rules)
    return int(game.state[0].phase) == OVER


@inlined
def apply_card(game: Any, ground: Any, card: int) -> bool:
    """Play a card, count the hands after the last; return whether the deal or game is over."""
    state = game.state[0]
    if not play_card(
        state, card, game.played, game.by, game.points, game.goes, ground.rules, ground.ends
    ):
        return False
    if int(state.phase) != OVER:
        show_all(
            state, game.pack, game.discarded, ground.rules, ground.hand_flushes,
            ground.crib_flushes, ground.tables,
        )  # fmt: skip
    return True


@inlined
def play_on(game: Any, ground: Any, policies: Any, action: int) -> bool:
    """Continue a deal to its end, or to the first decision of the caller.

    Args:
        policies: int64[sides, 2], the discard policy and the play policy of each side. The caller
            decides for policies that search, except where only one card is possible.
        action: the action of the seat on turn, a discard by its number or a card; -1 where it has
            not been decided.

    Returns:
        Whether the deal, or the game, is over.
    """
    state, rules = game.state[0], ground.rules
    while int(state.phase) == DISCARD:
        seat = int(state.seat)
        if action < 0:
            policy = int(policies[side_of(seat, rules), 0])
            if policy & POLICY_MASK >= BY_POINTS:
                return False
            action = choose_discard(game, ground, seat, policy)
        if apply_discard(game, ground, seat, action):
            return True
        action = -1
    while True:
        if action < 0:
            seat = int(state.seat)
            policy = int(policies[side_of(seat, rules), 1])
            if policy & POLICY_MASK >= SEARCHING:
                action = only_card(int(state.hands[seat]), int(state.count))
                if action < 0:
                    return False
            else:
                action = choose_card(game, ground, seat, policy)
        if apply_card(game, ground, action):
            return True
        action = -1


@jit
def run_games(
    at: int, action: int, first: int, seed: int, policies: Any, games: Any, ground: Any,
    scores: Any, deals: Any, sums: Any,
) -> int:  # fmt: skip
    """Play whole games one after the other, up to the first decision of the caller.

    Args:
        action: the action of the seat on turn in that game; -1 to begin it.
        games: the arrays of one game; they must not change between two calls.

    Returns:
        The number of the game whose seat on turn has to decide; ``n`` where all are over.
    """
    rules = ground.rules
    game = row_of(games, 0)
    state = game.state[0]
    while at < len(scores):
        if action < 0:
            start_game(state, game.pack, seed, first + at, rules)
            start_deal(state, game.pack, game.dealt, rules)
        while play_on(game, ground, policies, action):
            action = -1
            tally(state, sums[at], rules)
            if int(state.phase) == OVER:
                break
            start_deal(state, game.pack, game.dealt, rules)
        action = -1
        if int(state.phase) != OVER:
            return at
        for side in range(rules.sides):
            scores[at, side] = state.scores[side]
        deals[at] = state.deal
        at += 1
    return at


@jit
def begin_games(first: int, seed: int, games: Any, ground: Any) -> None:
    """Set many games to their start, before the first deal."""
    for at in range(len(games.state)):
        start_game(games.state[at], games.pack[at], seed, first + at, ground.rules)


@jit
def run_next_deals(
    at: int, action: int, fresh: bool, forced: Any, policies: Any, games: Any, ground: Any,
    sums: Any,
) -> int:  # fmt: skip
    """Play the next deal of each of many games that are not over.

    Args:
        fresh: whether the pack is shuffled and the deal passed on; otherwise the cards are dealt
            from the packs as they are, by the current dealers.
        forced: int64[n, 2], the number of each seat's discard, or -1 where the policy chooses.

    Returns:
        The number of the game whose seat on turn has to decide; ``n`` where all deals are over.
    """
    rules = ground.rules
    while at < len(games.state):
        game = row_of(games, at)
        state = game.state[0]
        if action < 0:
            if fresh:
                if int(state.phase) == OVER:
                    at += 1
                    continue
                start_deal(state, game.pack, game.dealt, rules)
            else:
                hand_out(state, game.pack, game.dealt, rules)
            ended = False
            while int(state.phase) == DISCARD and forced[at, int(state.seat)] >= 0 and not ended:
                seat = int(state.seat)
                ended = apply_discard(game, ground, seat, int(forced[at, seat]))
            if ended:
                tally(state, sums[at], rules)
                at += 1
                continue
        if not play_on(game, ground, policies, action):
            return at
        action = -1
        tally(state, sums[at], rules)
        at += 1
    return at


@jit
def run_deals(
    at: int, action: int, first: int, seed: int, policies: Any, games: Any, ground: Any, play: Any,
    hands: Any, cribs: Any, heels: Any,
) -> int:  # fmt: skip
    """Play single deals, as many as there are rows in ``play``; seat 0 deals.

    Each deal leaves its trace in a row of ``games``, or in the last row if there are fewer rows
    than deals. The function stops and resumes as :func:`run_games` does.
    """
    rules = ground.rules
    while at < len(play):
        game = row_of(games, min(at, len(games.state) - 1))
        state = game.state[0]
        if action < 0:
            start_game(state, game.pack, seed, first + at, rules)
            state.dealer = -1
            start_deal(state, game.pack, game.dealt, rules)
        if not play_on(game, ground, policies, action):
            return at
        action = -1
        for side in range(rules.sides):
            play[at, side] = state.pegged[side]
        for seat in range(rules.players):
            hands[at, seat] = state.points[seat]
        cribs[at] = state.crib
        heels[at] = state.heels
        at += 1
    return at

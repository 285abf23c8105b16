"""Many games in step: each waits for the action of its seat on turn."""

from typing import Any, NamedTuple

from pegout.kernel.deal_steps import hand_out, start_deal, start_game, tally
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import DISCARD, OVER, PLAY
from pegout.kernel.pegging import fitting, limit_of
from pegout.simulation.game_loops import apply_card, apply_discard, row_of
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard


class BatchArrays(NamedTuple):
    """The public arrays of many games, see :class:`pegout.simulation.batch.Batch`."""

    phase: Any
    seat: Any
    dealer: Any
    deal: Any
    scores: Any
    held: Any
    starter: Any
    steps: Any
    count: Any
    pile: Any


@inlined
def publish(state: Any, seen: Any, at: int, rules: Any) -> None:
    """Copy the state of a game to the public arrays."""
    seen.phase[at] = state.phase
    seen.seat[at] = state.seat
    seen.dealer[at] = state.dealer
    seen.deal[at] = state.deal
    seen.starter[at] = state.starter
    seen.steps[at] = state.steps
    seen.count[at] = state.count
    seen.pile[at] = state.begin
    for side in range(rules.sides):
        seen.scores[at, side] = state.scores[side]


@jit
def open_deal(games: Any, seen: Any, at: int, rules: Any) -> None:
    """Deal in one of many games, and clear the previous deal."""
    game = row_of(games, at)
    start_deal(game.state[0], game.pack, game.dealt, rules)
    clear(game, seen, at, rules)


@inlined
def clear(game: Any, seen: Any, at: int, rules: Any) -> None:
    """Clear the previous deal, and mark the cards that each seat holds."""
    for index in range(len(game.played)):
        game.played[index] = 52
        game.by[index] = -1
    for seat in range(rules.players):
        for index in range(rules.discard_size):
            game.discarded[seat, index] = 52
        for card in range(52):
            seen.held[at, seat, card] = False
        for index in range(rules.hand_size):
            seen.held[at, seat, game.dealt[seat, index]] = True


@jit
def start_rows(which: Any, numbers: Any, seed: int, games: Any, seen: Any, ground: Any) -> None:
    """Begin new games in the rows marked by ``which``."""
    rules = ground.rules
    for at in range(len(which)):
        if which[at]:
            game = row_of(games, at)
            start_game(game.state[0], game.pack, seed, int(numbers[at]), rules)
            open_deal(games, seen, at, rules)
            publish(game.state[0], seen, at, rules)


@jit
def place_rows(cards: Any, dealers: Any, scores: Any, games: Any, seen: Any, ground: Any) -> None:
    """Begin a deal in every game, with given cards, dealers and scores.

    Args:
        cards: int8[n, m], the top cards of each pack, no card twice in a row.
    """
    rules = ground.rules
    for at in range(len(cards)):
        game = row_of(games, at)
        for index in range(cards.shape[1]):
            found = index
            while game.pack[found] != cards[at, index]:
                found += 1
            game.pack[found] = game.pack[index]
            game.pack[index] = cards[at, index]
        for side in range(rules.sides):
            game.state[0].scores[side] = scores[at, side]
        game.state[0].dealer = dealers[at]
        hand_out(game.state[0], game.pack, game.dealt, rules)
        clear(game, seen, at, rules)
        publish(game.state[0], seen, at, rules)


@inlined
def is_legal(game: Any, action: int, ground: Any) -> bool:
    """Return whether the seat on turn may take an action; False where the game is over."""
    state = game.state[0]
    if int(state.phase) == DISCARD:
        return 52 <= action < 52 + len(ground.discards)
    hand, limit = int(state.hands[int(state.seat)]), limit_of(int(state.count))
    if not 0 <= action < limit:
        return False
    index = fitting(hand, action)
    return index < 4 and hand >> 8 * index & 0xFF == action


@jit
def first_illegal(rows: Any, actions: Any, games: Any, ground: Any) -> int:
    """Return the index of the first action that is illegal in its game, or -1."""
    for index in range(len(rows)):
        game = row_of(games, int(rows[index]))
        over = int(game.state[0].phase) == OVER
        if not over and not is_legal(game, int(actions[index]), ground):
            return index
    return -1


@jit
def legal_rows(games: Any, ground: Any, legal: Any) -> None:
    """Mark the legal actions of every game in an array of False."""
    for at in range(len(legal)):
        state = games.state[at]
        if int(state.phase) == DISCARD:
            for discard in range(len(ground.discards)):
                legal[at, 52 + discard] = True
        elif int(state.phase) == PLAY:
            hand = int(state.hands[int(state.seat)])
            for _ in range(fitting(hand, limit_of(int(state.count)))):
                legal[at, hand & 0xFF] = True
                hand >>= 8


@jit
def step_rows(actions: Any, games: Any, seen: Any, ground: Any, gained: Any, sums: Any) -> None:
    """Take one action, known to be legal, in every game that is not over.

    A game whose action is below zero waits.
    """
    rules = ground.rules
    sides = rules.sides
    for at in range(len(actions)):
        game = row_of(games, at)
        state = game.state[0]
        if int(state.phase) == OVER or int(actions[at]) < 0:
            continue
        for side in range(sides):
            gained[at, side] = -state.scores[side]
        seat, action = int(state.seat), int(actions[at])
        if int(state.phase) == DISCARD:
            done = apply_discard(game, ground, seat, action - 52)
            for index in range(rules.discard_size):
                seen.held[at, seat, game.discarded[seat, index]] = False
        else:
            done = apply_card(game, ground, action)
            seen.held[at, seat, action] = False
        if done:
            tally(state, sums[at], rules)
            if int(state.phase) != OVER:
                open_deal(games, seen, at, rules)
        for side in range(sides):
            gained[at, side] += state.scores[side]
        publish(state, seen, at, rules)


@jit
def choose_rows(
    rows: Any, discards: int, plays: int, games: Any, ground: Any, actions: Any
) -> None:
    """Choose an action for the seat on turn in each of some games that are not over."""
    for index in range(len(rows)):
        game = row_of(games, int(rows[index]))
        seat = int(game.state[0].seat)
        if int(game.state[0].phase) == DISCARD:
            actions[index] = 52 + choose_discard(game, ground, seat, discards)
        else:
            actions[index] = choose_card(game, ground, seat, plays)

"""Positions for tests: a deal with given cards, played up to a point."""

from collections.abc import Sequence

from pegout.cards import CARDS, Card, parse_cards
from pegout.rules import Cut, Discard, Go, Play, Ready, Rules, Shuffle
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act

STANDARD = Rules()


def deal(
    hands: Sequence[str],
    *,
    rules: Rules = STANDARD,
    dealer: int = 0,
    scores: Sequence[int] = (),
    starter: str = "",
) -> State:
    """Deal these hands; a cut at ten cards turns up the starter."""
    state = new_game(rules, dealer)
    for seat in range(rules.players):
        state, _ = apply(state, Ready(seat))
    cards = [list(parse_cards(hand)) for hand in hands]
    around = [cards[(dealer + 1 + step) % rules.players] for step in range(rules.players)]
    pack = [hand[turn] for turn in range(rules.hand_size) for hand in around]
    rest = [card for card in CARDS if card not in pack]
    if starter:
        rest.remove(Card.parse(starter))
        rest.insert(rules.from_pack + 10, Card.parse(starter))
    if scores:
        state = state.having(scores=tuple(scores), rear=(0,) * len(scores))
    state, _ = apply(state, Shuffle((*pack, *rest)))
    return state


def playing(state: State, discards: Sequence[str], *played: str) -> State:
    """Discard, cut, and play these cards; a seat that cannot play says go."""
    for seat, discard in enumerate(discards):
        state, _ = apply(state, Discard(seat, parse_cards(discard)))
    state, _ = apply(state, Cut(state.cutter, 10))
    for card in played:
        (seat,) = to_act(state)
        while isinstance(legal(state, seat)[0], Go):
            state, _ = apply(state, Go(seat))
            (seat,) = to_act(state)
        state, _ = apply(state, Play(seat, Card.parse(card)))
    return state

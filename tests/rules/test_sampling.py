"""States that a seat cannot tell from the true one: all of them possible, all alike."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from pegout.cards import Card
from pegout.match import Match
from pegout.notation import NotationError, read_position, write_position
from pegout.rules import Phase, Rules, RulesError, SeatView, State
from pegout.rules.view import view
from tests.cases import each
from tests.matches import a_match, step

VARIANTS = (
    Rules(target=61),
    Rules(target=61, players=3),
    Rules(target=61, players=4),
    Rules(target=61, players=3, counting="manual", muggins=True),
    Rules(target=61, five_card=True, counting="manual"),
)


def moments(variant: Rules, seed: int) -> Iterator[Match]:
    """Yield a match before each decision, until its game is over."""
    match, chance = a_match(variant, seed=seed), random.Random(seed)
    while not match.over:
        yield match
        step(match, chance)
    yield match


@each("variant", VARIANTS)
def test_a_seat_cannot_tell_a_sampled_state_from_the_true_one(variant: Rules) -> None:
    chance = random.Random(7)
    for number, match in enumerate(moments(variant, 3)):
        for seat in range(variant.players):
            seen = match.view(seat)
            state = seen.sample(chance)
            assert view(state, seat) == seen
            if number % 5 == 0:
                # Reading a position replays the deal by the rules.
                assert read_position(write_position(state)) == state


def hidden_in_hands(state: State, seen: SeatView) -> tuple[tuple[Card, ...], ...]:
    return tuple([tuple(sorted(cards)) for at, cards in enumerate(state.hands) if at != seen.seat])


def with_hands(state: State, seen: SeatView, cards: tuple[Card, ...]) -> State:
    """Return a state where the others hold these cards, and what they held is elsewhere."""
    left = iter(cards)
    hands = [
        hand if seat == seen.seat else tuple([next(left) for _ in hand])
        for seat, hand in enumerate(state.hands)
    ]
    rest = iter([card for card in seen.unseen() if card not in cards])
    from_pack = tuple([next(rest) for _ in state.from_pack])
    discards = [
        away if seat == seen.seat else tuple([next(rest) for _ in away])
        for seat, away in enumerate(state.discards)
    ]
    played = [[one.card for one in seen.played if one.seat == seat] for seat in range(len(hands))]
    dealt = [
        seen.dealt if seat == seen.seat else (*played[seat], *hands[seat], *discards[seat])
        for seat in range(len(hands))
    ]
    return state.having(
        hands=tuple(hands),
        discards=tuple(discards),
        from_pack=from_pack,
        dealt=tuple(dealt),
        pack=tuple(rest),
    )


def allowed(state: State, seen: SeatView) -> bool:
    """Whether the rules allow everything that happened, where the others held these cards."""
    try:
        return view(read_position(write_position(state)), seen.seat) == seen
    except NotationError:
        return False


def found(variant: Rules, wanted: Callable[[SeatView], bool]) -> SeatView:
    """Return a view of seat 0, when it is to play, that is as wanted."""
    for seed in range(100):
        for match in moments(variant, seed):
            seen = match.view(0)
            if seen.phase is Phase.PLAY and wanted(seen):
                return seen
    raise AssertionError("there is no such moment")


def one_each(seen: SeatView) -> bool:
    """Whether the others hold a card or two in all, and one with a card has said go."""
    others = seen.hand_sizes[1:]
    said = {go.seat for go in seen.goes}
    return sum(others) in (1, 2) and any(others[seat - 1] for seat in said - {0})


@pytest.mark.parametrize("variant", [Rules(target=61), Rules(target=61, players=3)], ids=str)
def test_each_possible_state_is_equally_likely(variant: Rules) -> None:
    seen, chance = found(variant, one_each), random.Random(1)
    first = seen.sample(chance)
    number = sum(seen.hand_sizes[1:])
    every = [with_hands(first, seen, cards) for cards in permutations(seen.unseen(), number)]
    possible = {hidden_in_hands(state, seen) for state in every if allowed(state, seen)}
    assert 1 < len(possible) < len({hidden_in_hands(state, seen) for state in every})
    draws = 40 * len(possible)
    drawn = Counter(hidden_in_hands(seen.sample(chance), seen) for _ in range(draws))
    assert set(drawn) <= possible
    # The sum of squares is about the number of possible states, with a spread of its root.
    squares = sum((drawn[hands] - 40) ** 2 / 40 for hands in possible)
    assert abs(squares - len(possible)) < 5 * (2 * len(possible)) ** 0.5


def test_a_seat_on_turn_again_after_its_own_card_can_play_another() -> None:
    """The play would have ended otherwise, so the opponent knows that some card fits."""

    def again(seen: SeatView) -> bool:
        return seen.turn == 1 and bool(seen.pile) and seen.pile[-1].seat == 1

    seen, chance = found(Rules(target=61), again), random.Random(1)
    for _ in range(50):
        state = seen.sample(chance)
        assert any(state.fits(card) for card in state.hands[1])


def test_the_order_of_the_pack_and_the_discards_are_drawn_too() -> None:
    seen = found(Rules(target=61), lambda seen: len(seen.played) == 1)
    chance = random.Random(1)
    drawn = [seen.sample(chance) for _ in range(300)]
    assert {card for state in drawn for card in state.pack[:1]} == set(seen.unseen())
    assert {card for state in drawn for card in state.discards[1]} == set(seen.unseen())


def test_the_same_chance_gives_the_same_state_and_no_chance_is_refused() -> None:
    seen = a_match(Rules(target=61)).view(0)
    assert seen.sample(random.Random(7)) == seen.sample(random.Random(7))
    with pytest.raises(RulesError, match="expected a source of randomness"):
        seen.sample(7)  # type: ignore[arg-type]

"""A seat's observation: everything that it may know, nothing else, in both environments."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings

from pegout.cards import VALUES, Card
from pegout.env import LAYOUT, EnvError, Seen, decode, encode, layout, seen_of_batch, size
from pegout.env.actions import action_of, action_text, legal_mask
from pegout.env.observation import NO_CARD, NOBODY, part, seen_of_view
from pegout.kernel import OVER, deal
from pegout.rules import Cut, Go, GoSaid, Phase, Play, PlayedCard, Ready, Rules, Shuffle, View
from pegout.rules.engine import MIN_PACKET, apply, legal
from pegout.rules.state import State, new_game, to_act
from pegout.rules.view import view
from pegout.simulation import Batch
from tests.cases import raises_code
from tests.rules.games import SEEDS, variants, walk
from tests.rules.test_secrets import an_exchange, swap, visible

FEWER = settings(max_examples=settings().max_examples // 3)


def count_automatically(game: Rules) -> Rules:
    return replace(game, counting="automatic", muggins=False)


def turn_of(state: State) -> int | None:
    """Return the seat to act: in the discard the first from the dealer's left."""
    players = state.rules.players
    return min(to_act(state), key=lambda seat: (seat - state.leader) % players, default=None)


def moments(game: Rules, seed: int) -> Iterator[tuple[State, int]]:
    """Yield states of a random game with a seat to act in an environment, and that seat."""
    chance = random.Random(seed)
    for step in walk(count_automatically(game), random.Random(seed)):
        turn = turn_of(step.after) if step.after.phase in (Phase.DISCARD, Phase.PLAY) else None
        asked = turn is not None and not isinstance(legal(step.after, turn)[0], Go)
        if asked and chance.random() < 0.3:
            yield step.after, chance.randrange(game.players)


def seen_from(state: State, seat: int) -> Seen:
    return seen_of_view(view(state, seat), turn_of(state))


# Its layout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parts_lie_side_by_side(players: int) -> None:
    game = Rules(players=players)
    parts = layout(game)
    assert list(parts) == [span.name for span in LAYOUT]
    assert [cut.start for cut in parts.values()] == [0, *[cut.stop for cut in parts.values()]][:-1]
    assert size(game) == sum(np.prod(part(name, game)) for name in parts)


def test_a_part_that_does_not_exist_is_refused() -> None:
    with raises_code(EnvError, "bad_option", match="phase, dealer, turn"):
        part("crib", Rules())


def test_observations_of_another_length_are_refused() -> None:
    with raises_code(EnvError, "bad_shape", match=r"\(n, 689\)"):
        decode(np.zeros((1, 690), np.float32), Rules())
    with pytest.raises(EnvError, match=r"observation\[None\]"):
        decode(np.zeros(689, np.float32), Rules())


@FEWER
@given(variants(), SEEDS)
def test_what_is_written_down_can_be_read_again(game: Rules, seed: int) -> None:
    for state, seat in moments(game, seed):
        seen = seen_from(state, seat)
        observation = encode(seen, state.rules)
        assert observation.min() >= 0
        assert observation.max() <= 1
        again = decode(observation, state.rules)
        for field in fields(Seen):
            assert (getattr(again, field.name) == getattr(seen, field.name)).all(), field.name


def test_many_rows_are_the_rows_one_by_one() -> None:
    game = Rules("half", players=3)
    rows = [seen_from(state, seat) for state, seat in moments(game, 3)]
    together = Seen(
        *[np.concatenate([getattr(row, field.name) for row in rows]) for field in fields(Seen)]
    )
    alone = np.concatenate([encode(row, game) for row in rows])
    assert (encode(together, game) == alone).all()
    some = np.arange(0, len(rows), 7)
    assert (encode(together.rows(some), game) == alone[some]).all()


# Nothing hidden


@FEWER
@given(variants(), SEEDS)
def test_nothing_changes_when_cards_hidden_from_a_seat_are_swapped(game: Rules, seed: int) -> None:
    chance = random.Random(seed)
    for state, seat in moments(game, seed):
        unseen = sorted(set(map(Card, range(52))) - visible(state, (), seat))
        other = swap(state, an_exchange(unseen, chance))
        encoded = encode(seen_from(state, seat), game)
        assert encoded.tobytes() == encode(seen_from(other, seat), game).tobytes()


# Perfect recall


def goes_of(seen: Seen, seat: int, game: Rules) -> list[GoSaid]:
    """Compute the goes from a seat's observation: a seat passes only if it has to."""
    players = game.players
    played = [card for card in seen.played[0].tolist() if card != NO_CARD]
    by = seen.by[0].tolist()
    holds = [game.kept] * players
    gone: set[int] = set()
    goes: list[GoSaid] = []
    count = 0
    for at, card in enumerate(played):
        who = by[at]
        count += VALUES[card]
        holds[who] -= 1
        following = played[at + 1] if at + 1 < len(played) else None
        if following is not None:
            ends, until = count + VALUES[following] > 31, by[at + 1]
        else:
            ends, until = seen.pile[0] == len(played), int(seen.turn[0])
        if count < 31:
            for step in range(1, players + 1):
                place = (who + step) % players
                if place == who or (not ends and place == until):
                    break
                if holds[place] and place not in gone:
                    gone.add(place)
                    goes.append(GoSaid((place + seat) % players, count, at + 1))
        if ends:
            count, gone = 0, set()
    return goes


def told_again(seen: Seen, seat: int, told: View) -> dict[str, object]:
    """Return the fields of a view, computed from the observation alone."""
    game = told.rules
    own = [Card(card) for card in seen.played[0][seen.by[0] == 0].tolist()]
    discarded = [Card(card) for card in seen.discarded[0].tolist() if card != NO_CARD]
    played = [
        PlayedCard((place + seat) % game.players, Card(card))
        for card, place in zip(seen.played[0].tolist(), seen.by[0].tolist(), strict=True)
        if place != NOBODY
    ]
    dealt = {Card(card) for card in seen.dealt[0].tolist()}
    return {
        "hand": dealt - set(own) - set(discarded),
        "discards": set(discarded),
        "played": tuple(played),
        "pile": tuple(played[int(seen.pile[0]) :]),
        "goes": goes_of(seen, seat, game),
        "starter": None if seen.starter[0] == NO_CARD else Card(int(seen.starter[0])),
        "count": seen.count[0],
        "dealer": (seen.dealer[0] + seat) % game.players,
        "scores": np.roll(seen.scores[0], game.side(seat)).tolist(),
    }


@FEWER
@given(variants(), SEEDS)
def test_a_seat_can_tell_its_view_from_the_observation_alone(game: Rules, seed: int) -> None:
    for state, seat in moments(game, seed):
        told = view(state, seat)
        seen = decode(encode(seen_from(state, seat), told.rules), told.rules)
        assert told_again(seen, seat, told) == {
            "hand": set(told.hand),
            "discards": set(told.discards),
            "played": told.played,
            "pile": told.pile,
            "goes": list(told.goes),
            "starter": told.starter,
            "count": told.count,
            "dealer": told.dealer,
            "scores": list(told.scores),
        }


def test_a_spectator_and_a_table_without_cards_have_no_observation() -> None:
    state = new_game(Rules(first_deal="chosen"), 0)
    with pytest.raises(EnvError, match="a spectator"):
        seen_of_view(view(state, None), 0)
    with pytest.raises(EnvError, match="seat 1 in phase ready"):
        seen_of_view(view(state, 1), 0)


# The same in both environments


def deal_packed(game: Rules, number: int) -> State:
    """Deal the first deal of a kernel game in the engine."""
    dealer = number % game.players
    cards = deal(1, 11, rules=game, first=number)
    around = [cards.hands[0, (dealer + 1 + place) % game.players] for place in range(game.players)]
    top = [Card(int(hand[at])) for at in range(game.hand_size) for hand in around]
    top += [Card(int(card)) for card in cards.from_pack[0]]
    starter = Card(int(cards.starters[0]))
    rest = [card for card in map(Card, range(52)) if card not in top and card != starter]
    state = new_game(replace(game, first_deal="chosen"), dealer)
    for seat in range(game.players):
        state, _ = apply(state, Ready(seat))
    pack = (*top, *rest[:MIN_PACKET], starter, *rest[MIN_PACKET:])
    return apply(state, Shuffle(pack))[0]


def settle(state: State) -> State:
    """Apply the actions that environments take without a query."""
    while True:
        if state.phase is Phase.CUT:
            state, _ = apply(state, Cut(state.cutter, MIN_PACKET))
        elif state.phase is Phase.PLAY and isinstance(
            legal(state, seat := turn_of(state) or 0)[0], Go
        ):
            state, _ = apply(state, Go(seat))
        else:
            return state


@pytest.mark.parametrize(
    "game",
    [Rules(), Rules(players=3), Rules(players=4), Rules(five_card=True), Rules("leaflet")],
    ids=["two", "three", "four", "five_card", "leaflet"],
)
def test_the_kernel_and_the_referee_show_the_same(game: Rules) -> None:
    number, compared = 12, 0
    batch = Batch(number, 11, rules=game)
    states = [deal_packed(game, at) for at in range(number)]
    chance = np.random.default_rng(5)
    while True:
        running = np.flatnonzero((batch.deal == 1) & (batch.phase != OVER))
        if not len(running):
            break
        legals = batch.legal()
        actions = (chance.random(legals.shape) * legals).argmax(axis=1)
        for at in running.tolist():
            turn = turn_of(states[at])
            assert turn == batch.seat[at]
            for seat in range(game.players):
                seen = seen_of_view(view(states[at], seat), turn)
                from_kernel = seen_of_batch(batch, np.array([at]), np.array([seat]))
                assert (encode(seen, game) == encode(from_kernel, game)).all()
                compared += 1
            told = view(states[at], turn)
            assert (legal_mask(told) == legals[at]).all()
            action = action_of(int(actions[at]), told)
            words = action_text(int(actions[at]), game, batch.dealt[at, turn].tolist())
            assert words.startswith("play" if isinstance(action, Play) else "discard")
            states[at] = settle(apply(states[at], action)[0])
        batch.step(actions)
    assert compared >= number * game.players * (game.players * (1 + game.kept) - 2)

"""For all rules and levels: every answer is legal, and depends on the view alone."""

import gc
import tracemalloc
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.cards import CARDS, UNKNOWN
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import LEVELS, Player, UnknownLevel, advance, chance, create
from pegout.rules import NATURE, PRESETS, Accept, Action, Claim, Muggins, Phase, Rules, Shuffle
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act
from pegout.rules.view import view
from tests.cases import failures
from tests.chance import chance as random_of

FEWER = settings(max_examples=settings().max_examples // 2)
VARIANTS = {
    **{name: Rules(name) for name in PRESETS},
    "three": Rules(players=3),
    "four": Rules(players=4),
    "four singles": Rules(players=4, teams=False, target=61),
    "family of three": Rules("family", players=3, target=61),
    "five cards": Rules(five_card=True),
    "lowball": Rules(lowball=True, target=61),
    "lowball for three": Rules(lowball=True, players=3, target=61),
    "lowball for four": Rules(lowball=True, players=4, target=61),
    "stinkhole": Rules(stinkhole=True, target=61),
    "manual": Rules(counting="manual", target=61),
    "muggins": Rules(counting="manual", muggins=True, target=61),
    "muggins for three": Rules(counting="manual", muggins=True, players=3, target=61),
    "muggins for four": Rules(counting="manual", muggins=True, players=4, target=61),
    "muggins in lowball": Rules(counting="manual", muggins=True, lowball=True, target=61),
    "excess to the opponent": Rules(counting="manual", overcount="to_opponent", target=61),
    "clasico, manual": Rules("clasico", counting="manual", target=61),
    "long": Rules(target=241),
    "short": Rules(target=31),
}


def play_match(variant: Rules, levels: list[str], seed: int) -> Match:
    setup = Setup(
        "players", variant, tuple(Seated(f"seat {seat}") for seat in range(variant.players))
    )
    match = Match(setup, secrets=seeded_secrets(seed))
    players = {seat: create(levels[seat % len(levels)], seed) for seat in range(variant.players)}
    for entries in advance(match, players):
        assert entries
    return match


def ends(variant: Rules, level: str) -> None:
    assert play_match(variant, [level, "random"], seed=3).over


def test_every_level_plays_some_variants_and_every_variant_is_played() -> None:
    levels = random_of("levels").sample(list(LEVELS), len(LEVELS))
    # Other presets fix their target.
    short = [
        replace(variant, target=31) if variant.preset == "standard" else variant
        for variant in VARIANTS.values()
    ]
    assert len(short) >= len(levels)
    assert failures(lambda pair: ends(*pair), zip(short, cycle(levels), strict=False)) == []


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_variant_to_its_end(level: str) -> None:
    assert failures(lambda variant: ends(variant, level), VARIANTS.values()) == []


def test_what_a_seat_keeps_between_decisions_is_small() -> None:
    state = some_position(Rules(first_deal="chosen"), seed=1, steps=3)
    assert state.phase is Phase.DISCARD
    mine = view(state, 0)

    def keeps_little(level: str) -> None:
        players = [create(level, seed) for seed in range(21)]
        players[0].choose(mine)
        before, _ = tracemalloc.get_traced_memory()
        for player in players[1:]:
            player.choose(mine)
        most = before + 20 * 2000
        if tracemalloc.get_traced_memory()[0] >= most:
            # Some of it may be garbage; looking through everything takes long.
            gc.collect()
        assert tracemalloc.get_traced_memory()[0] < most

    tracemalloc.start()
    try:
        found = failures(keeps_little, LEVELS)
    finally:
        tracemalloc.stop()
    assert found == []


def test_the_same_seeds_give_the_same_game() -> None:
    def same(level: str) -> None:
        match, other = (play_match(Rules(target=31), [level], seed=8) for _ in range(2))
        assert match.entries == other.entries

    assert failures(same, LEVELS) == []


def some_position(variant: Rules, seed: int, steps: int) -> State:
    """Return a position after random legal actions."""
    luck = Random(seed)
    state = new_game(variant, dealer=0)
    for _ in range(steps):
        seats = sorted(to_act(state))
        if not seats:
            break
        if seats == [NATURE]:
            state = shuffle(state, luck)
        else:
            seat = luck.choice(seats)
            state, _ = apply(state, luck.choice(legal(state, seat)))
    if to_act(state) == {NATURE}:
        state = shuffle(state, luck)
    return state


def shuffle(state: State, luck: Random) -> State:
    pack = list(CARDS)
    luck.shuffle(pack)
    return apply(state, Shuffle(tuple(pack)))[0]


def answers(state: State, level: str, seed: int) -> dict[int, Action]:
    return {seat: create(level, seed).choose(view(state, seat)) for seat in to_act(state)}


@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    level=st.sampled_from(sorted(LEVELS)),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 120),
)
def test_an_answer_is_legal_and_follows_from_the_view(
    variant: str, level: str, seed: int, steps: int
) -> None:
    state = some_position(VARIANTS[variant], seed, steps)
    for seat, action in answers(state, level, seed).items():
        options = legal(state, seat)
        assert action in options or isinstance(action, Claim | Muggins)
        apply(state, action)
        # An equal view and a new player, both made separately.
        assert create(level, seed).choose(replace(view(state, seat))) == action


@FEWER
@given(
    level=st.sampled_from(sorted(LEVELS)),
    players=st.sampled_from([2, 3, 4]),
    seed=st.integers(0, 10**6),
    steps=st.integers(4, 30),
)
def test_unseen_cards_change_nothing(level: str, players: int, seed: int, steps: int) -> None:
    check_unseen(create(level, seed), players, seed, steps)


def check_unseen(player: Player, players: int, seed: int, steps: int) -> None:
    """Check that a player chooses the same where nobody knows what its seat has not seen."""
    state = some_position(Rules(players=players, target=241), seed, steps)
    for seat in to_act(state):
        mine = view(state, seat)
        hands = tuple(
            hand if other == seat else (UNKNOWN,) * len(hand)
            for other, hand in enumerate(state.hands)
        )
        blind = state.having(hands=hands, pack=(UNKNOWN,) * len(state.pack))
        assert player.choose(mine) == player.choose(replace(view(blind, seat), legal=mine.legal))


def test_chance_is_not_the_same_everywhere() -> None:
    first = Match(Setup("one", Rules(), (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets(1))
    second = Match(Setup("two", Rules(), (Seated("Ann"), Seated("Ben"))), secrets=seeded_secrets(1))
    draws = {
        chance(seed, match.view(seat)).random()
        for seed in (1, 2)
        for match in (first, second)
        for seat in (0, 1)
    }
    assert len(draws) == 8


def test_computer_players_wait_for_a_person() -> None:
    match = Match(
        Setup("wait", Rules(first_deal="chosen"), (Seated("Ann"), Seated("Ben")), dealer=0),
        secrets=seeded_secrets(1),
    )
    assert len(list(advance(match, {1: create("club")}))) == 1
    assert match.to_act == {0}
    assert list(advance(match, {1: create("club")})) == []
    list(advance(match, {0: create("novice")}))
    assert match.view(None).phase is Phase.DISCARD
    assert match.to_act == {1}


def test_an_unknown_level_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(UnknownLevel, match="novice"):
        create("master")


def test_a_claim_is_answered_by_what_is_seen() -> None:
    variant = Rules(counting="manual", muggins=True, target=241)
    state = some_position(variant, seed=1, steps=0)
    found = set()
    for seed in range(40):
        state = some_position(variant, seed, steps=40 + seed)
        for seat, action in answers(state, "club", 1).items():
            if state.claim is not None:
                after, _ = apply(state, action)
                found.add(type(action))
                gained = sum(after.scores) - sum(state.scores)
                assert not isinstance(action, Muggins) or gained >= action.points
                assert view(state, seat).claim is not None
    assert found == {Accept, Muggins}

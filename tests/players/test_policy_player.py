"""The player of a policy: its view becomes the kernel's row, and its loops are the kernel's."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from pegout.cards import CARDS, parse_cards
from pegout.kernel import DISCARD, OVER, discards_of
from pegout.kernel.pegging import fitting
from pegout.players import LEVELS, create
from pegout.players.encoding import game_of, ground_of
from pegout.players.policy_player import PolicyPlayer
from pegout.rules import Action, Discard, Play, Rules
from pegout.rules.engine import apply
from pegout.rules.state import State, new_game
from pegout.rules.view import SeatView, view
from pegout.simulation import POLICIES, Batch
from pegout.simulation.constants import ground
from tests.cases import each
from tests.kernel.alone import said_alone
from tests.search.multiplayer.spots import deal, playing
from tests.simulation.replays import settle

VARIANTS = {
    "two": Rules(target=61),
    "five cards": Rules(five_card=True, target=31),
    "lowball": Rules(lowball=True, target=31),
    "three": Rules(players=3, target=61),
    "four": Rules(players=4, target=31),
}


def action_of(batch: Batch, at: int, action: int) -> Action:
    """Return the engine's form of a kernel action."""
    seat = int(batch.seat[at])
    if action < 52:
        return Play(seat, CARDS[action])
    places = list(discards_of(batch.rules)[action - 52])
    return Discard(seat, tuple([CARDS[card] for card in batch.dealt[at, seat, places].tolist()]))


def check_row(batch: Batch, at: int, mine: SeatView) -> None:
    """Check that the seat's view agrees with the row of the game."""
    seat, row, known = mine.seat, batch.games.state[at], game_of(mine)
    compared = [known.state[0].dealer, *known.state[0].scores[:2]]
    expected = [row.dealer, *row.scores[:2]]
    if batch.phase[at] != DISCARD:
        for game, numbers in ((known.state[0], compared), (row, expected)):
            numbers += [game.count, game.pile, game.steps, game.starter]
            numbers += [game.hands[seat], game.kept[seat]]
        for other in range(batch.rules.players):
            held = [int(game.hands[other]) for game in (row, known.state[0])]
            assert fitting(held[0], 52) == fitting(held[1], 52)
    assert compared == expected
    steps = int(batch.steps[at])
    assert [int(card) for card in known.played] == batch.played[at, :steps].tolist()
    assert known.by == batch.by[at, :steps].tolist()
    size = batch.rules.hand_size
    dealt = [known.dealt[seat, place] for place in range(size)]
    assert dealt == batch.dealt[at, seat].tolist()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_view_becomes_the_row_of_its_game(variant: Rules) -> None:
    games = 3
    batch = Batch(games, 5, rules=variant)
    chosen = replace(variant, first_deal="chosen")
    states: list[State] = [
        settle(new_game(chosen, at % variant.players), batch.games, at) for at in range(games)
    ]
    rows = 0
    while (batch.phase != OVER).any():
        running = np.flatnonzero(batch.phase != OVER)
        for at in running.tolist():
            check_row(batch, at, view(states[at], int(batch.seat[at])))
            rows += 1
        actions = np.zeros(games, np.int64)
        actions[running] = batch.choose("random", running)
        for at in running.tolist():
            states[at], _ = apply(states[at], action_of(batch, at, int(actions[at])))
        batch.step(actions)
        for at in running.tolist():
            states[at] = settle(states[at], batch.games, at)
    assert rows > 50


@pytest.mark.parametrize(
    "variant", [*VARIANTS.values(), Rules(nobs_points=2, crib_flush="four", runs_in_play=False)]
)
def test_rules_are_the_same_numbers_interpreted_and_compiled(variant: Rules) -> None:
    here, there = ground_of(variant), ground(variant)
    for name in ("rules", "hand_flushes", "crib_flushes", "ends"):
        assert list(getattr(here, name)) == list(getattr(there, name))
    for name in ("discards", "keeps"):
        assert getattr(here, name).tolist() == getattr(there, name).tolist()


def test_levels_name_their_policies() -> None:
    for name, level in LEVELS.items():
        assert level.policy == name
        assert name in POLICIES
        if level.quick:
            assert isinstance(level.make(1), PolicyPlayer)


def test_levels_play_without_numpy_numba_and_the_search() -> None:
    program = """
import sys
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import LEVELS, advance
from pegout.rules import Rules

for level in LEVELS.values():
    if level.quick:
        level.preload(2)
        seats = Seated("Ann", level.name), Seated("Ben", level.name)
        match = Match(Setup("game", Rules(target=31), seats), secrets=seeded_secrets("a seed"))
        for _ in advance(match):
            pass
        assert match.over
names = {".".join(name.split(".")[:2]) for name in sys.modules}
print(sorted(names & {"numpy", "numba", "pegout.search", "pegout.solver"}))
"""
    assert said_alone(program, NUMBA_DISABLE_JIT="0") == "[]\n"


# A gentle player ----------------------------------------------------------------------------------

HANDS = ["5H 5S 5C JD 2S 9C", "4C 7D KD QC 6H 9S"]


def discards(level: str) -> Counter[str]:
    """Count the discards from three fives and a jack by players of different seeds."""
    mine = view(deal(HANDS, dealer=0), 0)
    found: Counter[str] = Counter()
    for seed in range(60):
        action = create(level, seed).choose(mine)
        assert isinstance(action, Discard)
        found[" ".join(sorted(map(str, action.cards)))] += 1
    return found


def test_a_gentle_player_often_overlooks_what_a_novice_sees() -> None:
    assert discards("novice") == {"2S 9C": 60}
    gentle = discards("gentle")
    assert len(gentle) > 3
    assert 3 < gentle["2S 9C"] < 40


def test_a_gentle_player_overlooks_cards_and_plays_a_high_one_instead() -> None:
    start = deal(["4H 5S 9C JD QH KS", "TC 7D KD QC 6H 9S"], dealer=0)
    # A ten was led: the five makes fifteen, and a novice takes it.
    mine = view(playing(start, ["QH KS", "KD QC"], "TC"), 0)
    found: Counter[str] = Counter()
    for seed in range(60):
        action = create("gentle", seed).choose(mine)
        assert isinstance(action, Play)
        found[str(action.card)] += 1
    assert set(found) == {"5S", "JD"}
    assert found["5S"] < found["JD"]
    action = create("novice").choose(mine)
    assert isinstance(action, Play)
    assert action.card in parse_cards("5S")


@each("level", ["greedy", "blind", "lookahead", "novice", "club"])
def test_the_highest_of_four_aces_is_played(level: str) -> None:
    start = deal(["AC AD AH AS QH KS", "9C 7D KD QC 6H 9S"], dealer=0)
    mine = view(playing(start, ["QH KS", "KD QC"], "9C"), 0)
    action = create(level).choose(mine)
    assert isinstance(action, Play)
    assert str(action.card) == "AS"

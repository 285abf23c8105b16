from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.cards import Card
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, Seated, Setup
from pegout.players import advance
from pegout.players.expert_many import ExpertMany, SearchEffort
from pegout.rules import Claim, Discard, Muggins, Rules
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, to_act
from pegout.rules.view import view
from pegout.search.multiplayer.outlooks_arrays import lead_of as ahead_of
from tests.players.test_players import check_unseen, some_position
from tests.search.multiplayer.spots import deal, playing

VARIANTS = {
    "three": Rules(players=3),
    "four": Rules(players=4),
    "four singles": Rules(players=4, teams=False, target=31),
    "family of three": Rules("family", players=3, target=61),
    "lowball for three": Rules(lowball=True, players=3, target=61),
    "lowball for four": Rules(lowball=True, players=4, target=61),
    "no runs for four": Rules(players=4, runs_in_play=False),
    "stacking and stinkhole": Rules(players=4, go_stacks_on_31=True, stinkhole=True, target=61),
    "muggins for three": Rules(counting="manual", muggins=True, players=3, target=61),
    "long for four": Rules(players=4, target=241),
    "short for three": Rules(players=3, target=31),
}

#: A low effort: the properties hold for any number of worlds.
QUICK = SearchEffort(worlds=20, discard_worlds=20)


#: These take little time, and have three and four players and both ways to count.
SHORT = ("short for three", "four singles", "stacking and stinkhole", "muggins for three")


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(of, id=name, marks=[] if name in SHORT else pytest.mark.slow)
        for name, of in VARIANTS.items()
    ],
)
def test_every_variant_is_played_to_its_end(variant: Rules) -> None:
    seats = tuple(Seated(f"seat {seat}") for seat in range(variant.players))
    match = Match(Setup("expert", variant, seats), secrets=seeded_secrets(4))
    player = ExpertMany(1, QUICK)
    for seat in range(variant.players):
        match.automate(seat, (Automation.READY, Automation.CUT, Automation.GO))
    for _ in advance(match, dict.fromkeys(range(variant.players), player)):
        pass
    assert match.over


@settings(max_examples=25, deadline=None)
@given(
    variant=st.sampled_from(sorted(VARIANTS)), seed=st.integers(0, 10**6), steps=st.integers(4, 100)
)
def test_an_answer_is_legal_and_follows_from_the_view(variant: str, seed: int, steps: int) -> None:
    state = some_position(VARIANTS[variant], seed, steps)
    for seat in to_act(state):
        mine = view(state, seat)
        action = ExpertMany(seed, QUICK).choose(mine)
        assert action in legal(state, seat) or isinstance(action, Claim | Muggins)
        apply(state, action)
        assert ExpertMany(seed, QUICK).choose(replace(mine)) == action


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(players=st.sampled_from([3, 4]), seed=st.integers(0, 10**6), steps=st.integers(4, 30))
def test_unseen_cards_change_nothing(players: int, seed: int, steps: int) -> None:
    check_unseen(ExpertMany(seed, QUICK), players, seed, steps)


def spot(
    hands: list[str], discards: list[str], *played: str, of: Rules, scores: tuple[int, ...] = ()
) -> State:
    return playing(deal(hands, rules=of, starter="2H", scores=scores), discards, *played)


def play_rank(state: State, seed: int = 1) -> str:
    """Return the rank of the card that the expert plays."""
    assert state.turn is not None
    mine = view(state, state.turn)
    return str(ExpertMany(seed).play(mine, mine.playable()))[0]


OTHERS = ["3D 6H TS JC QS", "8C 7D KD QC 2D", "AC 8D 9D QH 9H"]


@pytest.mark.parametrize("players", [3, 4])
def test_a_five_is_not_led(players: int) -> None:
    # Seat 1 leads; the dealer is seat 0.
    hands = [OTHERS[0], "5C 4D 7S KC 8S", *OTHERS[1:]][:players]
    discards = ["QS", "8S", "2D", "9H"][:players]
    assert play_rank(spot(hands, discards, of=Rules(players=players))) != "5"


@pytest.mark.parametrize("players", [3, 4])
def test_a_fifteen_is_taken(players: int) -> None:
    hands = [OTHERS[0], "8H 4D KH KC 6S", "7C 2C TD QC 3C", OTHERS[2]][:players]
    discards = ["QS", "6S", "3C", "9H"][:players]
    assert play_rank(spot(hands, discards, "8H", of=Rules(players=players))) == "7"


def test_in_lowball_a_fifteen_is_left() -> None:
    hands = [OTHERS[0], "8H 4D KH KC 6S", "7C 2C TD QC 3C"]
    of = Rules(players=3, lowball=True)
    assert play_rank(spot(hands, ["QS", "6S", "3C"], "8H", of=of)) != "7"


def test_21_is_not_left_to_the_next_opponent() -> None:
    # A six makes 21 for any ten-card to follow; a nine leaves 24.
    hands = ["3D TS JC QS AD", "JD 4D KH KC 6S", "5S 2C TD QC 3C", "6H 9S 4C 8C KS"]
    discards = ["AD", "6S", "3C", "KS"]
    state = spot(hands, discards, "JD", "5S", of=Rules(players=4))
    assert state.count == 15
    assert play_rank(state) != "6"


@pytest.mark.parametrize("players", [3, 4])
def test_the_point_that_wins_is_taken(players: int) -> None:
    # A king makes a pair, and a five only fifteen twos; either wins. With one to go and a pair
    # available, no other card is better than one that scores.
    of = Rules(players=players)
    scores = (110, 110, 119) if players == 3 else (119, 110)
    hands = [OTHERS[0], "KH 4D 8H TC 6S", "KC 2C 7D QC 3C", OTHERS[2]][:players]
    discards = ["QS", "6S", "3C", "9H"][:players]
    assert play_rank(spot(hands, discards, "KH", of=of, scores=scores)) == "K"


def test_who_wins_with_every_card_pegs_out_all_the_same() -> None:
    # The hand of seat 0 is counted first of all, and has the one point that it needs.
    hands = ["QD 9C 3D 5C 2S", "5H 7D KD QC 2D", "KH 8D 9D QH 9H", "2C 6D 8C 8S JS"]
    discards = ["9C", "2D", "9H", "JS"]
    state = deal(hands, rules=Rules(players=4), dealer=3, starter="QS", scores=(120, 101))
    assert play_rank(playing(state, discards, "QD", "5H", "KH", "2C")) == "2"


@pytest.mark.parametrize("dealer", [0, 2])
def test_discards_that_decide_nothing_are_chosen_by_points(dealer: int) -> None:
    # The side needs nine and the opponents far more: hand, crib and partner bring that in any case.
    hands = ["4S 4H 9C 7C 4C", *OTHERS]
    state = deal(hands, rules=Rules(players=4), dealer=dealer, scores=(112, 60))
    for seed in range(3):
        action = ExpertMany(seed).choose(view(state, 0))
        assert isinstance(action, Discard)
        assert action.cards[0] >> 2 != 3


@pytest.mark.parametrize(
    ("of", "side", "gains", "ahead"),
    [
        (Rules(players=4), 0, (7, 3), 4),
        (Rules(players=4), 1, (7, 3), -4),
        (Rules(players=3), 0, (7, 3, 4), 3.5),
        (Rules(players=3, lowball=True), 0, (7, 3, 4), -3.5),
    ],
)
def test_points_of_a_side_are_all_alike(
    of: Rules, side: int, gains: tuple[int, ...], ahead: float
) -> None:
    assert ahead_of(of, side, np.array([gains])).tolist() == [ahead]


def test_near_the_end_values_are_chances() -> None:
    of = Rules(players=4)
    hands = ["3D TS JC QS AD", "5C 4D KH JS 6S", "6H 2C TD QC 3C", "AC 8D 9D QH 9H"]
    discards = ["AD", "6S", "3C", "9H"]
    near = view(spot(hands, discards, of=of, scores=(90, 80)), 1)
    values = ExpertMany(1).card_values(near)
    assert set(values) == {3, 4, 10, 12}
    assert all(0 < value < 0.5 for value in values.values())
    # Seat 1 counts first, and has the points that its side needs.
    sure = view(spot(hands, discards, of=of, scores=(60, 120)), 1)
    assert min(ExpertMany(1).card_values(sure).values()) > 0.99


def test_a_side_that_counts_first_lets_the_others_peg() -> None:
    # Both sides need two. The first side to score in the play wins at once, so the pair is right
    # even where the next seat could then make three of a kind.
    of = Rules(players=4)
    hands = ["3D TS JC QS AD", "9C 4D KH JS 6S", "9H 2C TD QC 3C", "AC 8D 9D QH 8H"]
    state = spot(hands, ["AD", "6S", "3C", "8H"], "9C", of=of, scores=(119, 119))
    assert play_rank(state) == "9"


@pytest.mark.parametrize("players", [3, 4])
def test_good_cards_are_not_discarded_to_the_others(players: int) -> None:
    # Seat 1 is on the dealer's left: it keeps the fives and discards the odd card.
    hands = ["3D 6H TS JC QS", "5C 5D JH KC 9S", "8C 7D KD QC 2D", "AC 8D 9D QH 9H"][:players]
    state = deal(hands, rules=Rules(players=players))
    assert ExpertMany(1).discard(view(state, 1)) == (Card.parse("9S"),)


def test_thoughts_can_be_left_out() -> None:
    hands = ["3D 6H TS JC QS", "5C 5D JH KC 9S", "8C 7D KD QC 2D"]
    mine = view(deal(hands, rules=Rules(players=3)), 1)
    for effort in (
        SearchEffort(discard_worlds=0),
        SearchEffort(near=0),
        SearchEffort(beliefs=False),
    ):
        assert ExpertMany(1, effort).discard(mine) == (Card.parse("9S"),)

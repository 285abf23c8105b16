from random import Random

import numpy as np
import pytest

from pegout.cards import CARDS, Card
from pegout.kernel.score_tables import Array
from pegout.rules import (
    SWITCHES,
    Component,
    Cut,
    Discard,
    Go,
    Phase,
    Play,
    Ready,
    Rules,
    Shuffle,
    switches_used_by,
)
from pegout.rules.engine import apply, legal
from pegout.rules.events import HandShown, Scored
from pegout.rules.state import State, new_game, to_act
from pegout.search.multiplayer.rollouts import end_of
from pegout.search.multiplayer.rollouts_arrays import NO_RANK, heuristic_values, play_out
from pegout.tables import rank_sets as ranks
from tests.cases import each, present

VARIANTS = {
    "two": Rules(),
    "three": Rules(players=3),
    "four": Rules(players=4),
    "no runs": Rules(players=3, runs_in_play=False),
    "go stacks": Rules(players=4, go_stacks_on_31=True),
    "lowball": Rules(players=3, lowball=True),
    "stinkhole": Rules(players=4, stinkhole=True),
    "five cards": Rules(five_card=True),
}
#: The switches that the search takes into account outside the play.
OUTSIDE = ("players", "teams", "nobs_points", "heels_points", "crib_flush")


def test_every_switch_of_the_play_has_a_variant() -> None:
    absent = [
        name
        for name in switches_used_by(Component.SEARCH)
        if name not in OUTSIDE
        if all(getattr(rules, name) == SWITCHES[name].default for rules in VARIANTS.values())
    ]
    assert not absent, "add it to VARIANTS, or to OUTSIDE if it changes nothing in the play"


def begin(of: Rules, luck: Random, *, discarded: bool = True) -> State:
    """Return a deal before its first card, with arbitrary discards, or before these."""
    state = new_game(of, 0)
    for seat in range(of.players):
        state, _ = apply(state, Ready(seat))
    pack = list(CARDS)
    luck.shuffle(pack)
    # No heels, so that all points come from the play.
    at = next(at for at in range(35, 52) if pack[at] >> 2 != ranks.JACK)
    state, _ = apply(state, Shuffle(tuple(pack)))
    if not discarded:
        return state
    for seat in range(of.players):
        state, _ = apply(state, Discard(seat, state.hands[seat][: of.discard_size]))
    state, _ = apply(state, Cut(state.cutter, at - 52 + len(state.pack)))
    return state


def chosen_by_rule(state: State, seat: int) -> Card:
    """Return the card that the play-out rule chooses, computed for this hand alone."""
    of = state.rules
    others = [(seat + step) % of.players for step in range(1, of.players)]
    sizes = [len(hand) for hand in state.hands]
    opposing = sum(sizes[other] for other in others if of.side(other) != of.side(seat))
    after = next((other for other in others if sizes[other]), None)
    answering = 0
    if after is not None:
        answering = sizes[after] if of.side(after) != of.side(seat) else -sizes[after]
    cards = sorted(state.hands[seat], reverse=True)
    pile = end_of([played.card >> 2 for played in state.pile])
    card_values = heuristic_values(
        of,
        np.array([pile]),
        np.array([state.count]),
        np.array([[card >> 2 for card in cards]]),
        np.array([answering]),
        np.array([opposing]),
    )[0]
    return cards[int(card_values.argmax())]


def played_by_engine(state: State, played_rank: int) -> tuple[list[int], int]:
    """Return the score of each side at the end of the play, and the side that won in it."""
    scores = list(state.scores)
    first = True
    while state.phase is Phase.PLAY:
        (seat,) = to_act(state)
        if isinstance(legal(state, seat)[0], Go):
            state, events = apply(state, Go(seat))
        else:
            card = chosen_by_rule(state, seat)
            if first:
                card = next(card for card in state.hands[seat] if card >> 2 == played_rank)
            first = False
            state, events = apply(state, Play(seat, card))
        for event in events:
            # The last action leads to the show; only events before it count.
            if isinstance(event, HandShown):
                break
            if isinstance(event, Scored):
                scores[state.rules.side(event.seat)] = event.score
    target = state.rules.target
    return scores, scores.index(target) if target in scores else -1


def pad_hands(hands: Array) -> Array:
    """Return hands of up to four ranks with the highest first and ``NO_RANK`` after them."""
    full = np.full((*hands.shape[:-1], 4), -1, np.int8)
    full[..., : hands.shape[-1]] = np.where(hands == NO_RANK, -1, hands)
    full = -np.sort(-full, axis=-1)
    return np.where(full < 0, np.int8(NO_RANK), full)


def rows_of(state: State) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    hands = np.full((1, state.rules.players, 4), NO_RANK, np.int8)
    for seat, hand in enumerate(state.hands):
        hands[0, seat, : len(hand)] = [card >> 2 for card in hand]
    return pad_hands(hands)


@each("name", VARIANTS)
@each("needs", [121, 9, 3])
def test_points_are_those_of_the_engine(name: str, needs: int) -> None:
    of = VARIANTS[name]
    luck = Random(f"{name} {needs}")
    for _ in range(12):
        state = begin(of, luck)
        state = state.having(scores=(of.target - needs,) * of.sides)
        turn = present(state.turn)
        played_rank = luck.choice(state.hands[turn]) >> 2
        scores, first = played_by_engine(state, played_rank)
        found = play_out(
            of, rows_of(state), turn, np.array([played_rank]), needs=(needs,) * of.sides
        )
        expected = [score - of.target + needs for score in scores]
        gains = np.minimum(found.gains[0], needs)
        assert (gains.tolist(), int(found.first[0])) == (expected, first)


@pytest.mark.slow
@each("name", VARIANTS)
def test_points_that_a_row_starts_with_count_before_the_first_card(name: str) -> None:
    of = VARIANTS[name]
    luck = np.random.default_rng(7)
    cards = np.array([luck.permutation(52)[: 4 * of.players] >> 2 for _ in range(80)])
    hands = pad_hands(cards.reshape(80, of.players, 4).astype(np.int8))
    needs = tuple(luck.integers(2, 9, of.sides).tolist())
    ahead = luck.integers(0, 2, (80, of.sides))
    together = play_out(of, hands, 1, needs=needs, ahead=ahead)
    for at in range(80):
        left = [need - int(points) for need, points in zip(needs, ahead[at], strict=True)]
        alone = play_out(of, hands[at : at + 1], 1, needs=left)
        assert (together.gains[at] - ahead[at]).tolist() == alone.gains[0].tolist()
        assert together.first[at] == alone.first[0]
    assert len(set(together.first.tolist())) > 1


def test_a_row_is_over_where_its_first_points_are_enough() -> None:
    of = Rules(players=3)
    hands = pad_hands(np.array([[[4, 4, 4, 4], [9, 9, 9, 9], [10, 10, 10, 10]]] * 2, np.int8))
    found = play_out(of, hands, 1, needs=(5, 2, 5), ahead=np.array([[0, 2, 1], [4, 1, 0]]))
    assert found.gains[0].tolist() == [0, 2, 1]
    assert found.first[0] == 1
    assert found.gains[1].sum() > 5


def test_rows_do_not_know_of_each_other() -> None:
    of = Rules(players=4)
    luck = np.random.default_rng(3)
    cards = np.array([luck.permutation(52)[:16] >> 2 for _ in range(50)]).reshape(50, 4, 4)
    hands = pad_hands(cards.astype(np.int8))
    together = play_out(of, hands, 1)
    alone = [play_out(of, hands[at : at + 1], 1).gains[0].tolist() for at in range(50)]
    assert together.gains.tolist() == alone
    assert (together.gains.sum(axis=1) >= 2).all()


def test_the_rule_takes_points_and_gives_few() -> None:
    def card_values(letters: str, pile: str, of: Rules = Rules(players=3)) -> dict[str, float]:  # noqa: B008
        played = [ranks.parse(letter)[0] for letter in pile]
        cards = np.array([ranks.parse(letters)])
        count = np.array([sum(ranks.VALUES[rank] for rank in played)])
        many = np.array([4])
        found = heuristic_values(of, np.array([end_of(played)]), count, cards, many, 2 * many)[0]
        return dict(zip(letters, found.tolist(), strict=True))

    taking = card_values("57K", "T")
    assert max(taking, key=taking.__getitem__) == "5"
    leading = card_values("45", "")
    assert max(leading, key=leading.__getitem__) == "4"
    assert card_values("AK", "KQJ")["K"] < -1e8
    lowball = card_values("57K", "T", Rules(players=3, lowball=True))
    assert max(lowball, key=lowball.__getitem__) == "7"


def test_what_is_left_to_an_opponent_is_not_grudged_to_the_partner() -> None:
    # A six makes 21 for any ten-card to follow, a seven 22.
    of = Rules(players=4)
    played = ranks.parse("5T")
    pile, count = np.array([end_of(played)] * 2), np.array([15, 15])
    cards = np.array([ranks.parse("67")] * 2)
    six, seven = heuristic_values(of, pile, count, cards, np.array([4, -4]), np.array([8, 8])).T
    assert six[0] < seven[0]
    assert six[1] > seven[1]

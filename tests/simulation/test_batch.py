from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pegout.cards import CARDS
from pegout.kernel import DISCARD, OVER, PLAY, KernelError, actions_of, deal, discards_of
from pegout.rules import Discard, Play, Rules
from pegout.rules.engine import apply, legal
from pegout.rules.state import new_game, to_act
from pegout.rules.table import Phase
from pegout.scoring import play_points, show_points
from pegout.simulation import Batch
from pegout.simulation.batch_loops import BatchArrays
from tests.cases import each, failures, raises_code
from tests.simulation.replays import settle, some_cribs
from tests.simulation.variants import SHORT, of_each_variant


def follow(variant: Rules, games: int, seed: int, policies: tuple[str, ...]) -> None:
    """Play games in lockstep and through the rules engine, and compare them at every turn."""
    batch, cribs = Batch(games, seed, rules=variant), some_cribs(variant)
    rows = batch.games
    discards = discards_of(variant)
    chosen = replace(variant, first_deal="chosen")
    states = [settle(new_game(chosen, at % variant.players), rows, at) for at in range(games)]
    turn = 0
    while (batch.phase != OVER).any():
        options = batch.legal()
        running = np.flatnonzero(batch.phase != OVER).tolist()
        for at in running:
            state, seat = states[at], int(batch.seat[at])
            assert seat in to_act(state)
            assert state.dealer == batch.dealer[at]
            assert state.deal == batch.deal[at]
            assert list(state.scores) == batch.scores[at].tolist()
            assert sorted(state.hands[seat]) == np.flatnonzero(batch.held[at, seat]).tolist()
            assert state.count == batch.count[at]
            pile = slice(int(batch.pile[at]), int(batch.steps[at]))
            assert [play.card for play in state.pile] == batch.played[at, pile].tolist()
            assert [play.seat for play in state.pile] == batch.by[at, pile].tolist()
            if state.phase is Phase.PLAY:
                assert state.starter == batch.starter[at]
                wanted = {action.card for action in legal(state, seat) if type(action) is Play}
                assert set(np.flatnonzero(options[at]).tolist()) == wanted
            else:
                assert batch.phase[at] == DISCARD
                assert batch.starter[at] == 52
                assert np.flatnonzero(options[at]).tolist() == [*range(52, 52 + len(discards))]
        name = policies[turn % len(policies)]
        turn += 1
        actions = np.zeros(games, np.int64)
        actions[running] = batch.choose(name, running, cribs=cribs)
        for at in running:
            seat, action = int(batch.seat[at]), int(actions[at])
            if action < 52:
                state, _ = apply(states[at], Play(seat, CARDS[action]))
            else:
                cards = batch.dealt[at, seat, list(discards[action - 52])].tolist()
                state, _ = apply(states[at], Discard(seat, tuple([CARDS[card] for card in cards])))
            states[at] = state
        before = batch.scores.copy()
        gained = batch.step(actions)
        assert np.array_equal(batch.scores - before, gained)
        for at in running:
            states[at] = settle(states[at], rows, at)
    for at, state in enumerate(states):
        assert state.phase is Phase.OVER
        assert list(state.scores) == batch.scores[at].tolist()
        assert state.deal == batch.deal[at]
        assert batch.seat[at] == -1


@of_each_variant
def test_whole_games_are_those_of_the_rules_engine_turn_by_turn(variant: Rules) -> None:
    follow(variant, 2, 21, ("random", "lookahead", "blind-greedy"))


@pytest.mark.parametrize(
    "games", [pytest.param(8, id="few"), pytest.param(25, id="more", marks=pytest.mark.long)]
)
def test_games_end_where_those_of_the_rules_engine_end(games: int) -> None:
    assert failures(lambda name: follow(SHORT[name], games, 22, ("random",)), SHORT) == []


def test_actions_are_numbered_as_they_are_told() -> None:
    assert actions_of(Rules()) == 67
    assert actions_of(Rules(five_card=True)) == 62
    assert actions_of(Rules(players=4)) == 57
    batch = Batch(1, 1)
    seat = int(batch.seat[0])
    batch.step(np.array([52 + 14]))
    assert batch.discarded[0, seat].tolist() == batch.dealt[0, seat, 4:].tolist()
    assert not batch.held[0, seat, batch.dealt[0, seat, 4:]].any()
    assert batch.held[0, seat, batch.dealt[0, seat, :4]].all()
    assert (batch.discarded[0, 1 - seat] == 52).all()


def test_the_cards_on_the_table_are_gone_with_the_next_deal() -> None:
    batch = Batch(30, 2)
    while (batch.deal == 1).any():
        batch.step(batch.legal().argmax(axis=1))
    fresh = (batch.phase == DISCARD) & (batch.held.sum(axis=(1, 2)) == 12)
    assert fresh.any()
    assert (batch.played[fresh] == 52).all()
    assert (batch.by[fresh] == -1).all()
    assert (batch.discarded[fresh] == 52).all()
    assert (batch.starter[fresh] == 52).all()
    assert (batch.steps[fresh] == 0).all()


def test_a_restart_begins_new_games_with_new_numbers() -> None:
    batch = Batch(3, 5, first=10)
    for _ in range(6):
        batch.step(batch.legal().argmax(axis=1))
    kept = batch.played[1].copy()
    batch.restart(np.array([True, False, True]))
    assert batch.numbers.tolist() == [13, 11, 14]
    assert batch.deal.tolist() == [1, 1, 1]
    assert np.array_equal(batch.played[1], kept)
    other = Batch(2, 5, first=13)
    assert np.array_equal(batch.dealt[[0, 2]], other.dealt)
    assert batch.dealer[[0, 2]].tolist() == [1, 0]
    assert batch.seat[[0, 2]].tolist() == other.seat.tolist()
    assert np.array_equal(batch.choose("random", [0, 2]), other.choose("random"))
    batch.restart(np.array([False, True, False]))
    assert batch.numbers.tolist() == [13, 15, 14]


def test_a_game_that_is_over_stays_as_it_is() -> None:
    batch = Batch(2, 3, rules=Rules(target=31))
    while (batch.phase != OVER).all():
        batch.step(batch.legal().argmax(axis=1))
    over = int(np.argmax(batch.phase == OVER))
    assert not batch.legal()[over].any()
    scores, played = batch.scores[over].copy(), batch.played[over].copy()
    actions = batch.legal().argmax(axis=1)
    actions[over] = -99
    gained = batch.step(actions)
    assert gained[over].tolist() == [0, 0]
    assert np.array_equal(batch.scores[over], scores)
    assert np.array_equal(batch.played[over], played)


def written_arrays(batch: Batch) -> list[Any]:
    """Return the arrays that every step of a batch writes."""
    return [getattr(batch, name) for name in BatchArrays._fields]


@of_each_variant
def test_a_deal_that_is_placed_goes_on_as_one_that_was_dealt(variant: Rules) -> None:
    batch, cards = Batch(6, 31, rules=variant), deal(6, 31, rules=variant)
    placed = Batch(6, 32, rules=variant)
    for _ in range(5):
        placed.step(placed.legal().argmax(axis=1))
    after = placed.deal + 1
    placed.place(
        batch.dealt[:, :, ::-1], cards.starters,
        dealers=batch.dealer, scores=batch.scores, from_pack=cards.from_pack,
    )  # fmt: skip
    assert placed.deal.tolist() == after.tolist()
    while (batch.deal == 1).all():
        for array, other in zip(written_arrays(batch), written_arrays(placed), strict=True):
            assert array is batch.deal or np.array_equal(array, other)
        actions = batch.choose("blind")
        assert np.array_equal(actions, placed.choose("blind"))
        assert np.array_equal(batch.step(actions), placed.step(actions))
    assert np.array_equal(batch.scores, placed.scores)
    # The next dealer deals from a full pack.
    assert all(sorted(pack) == list(range(52)) for pack in placed.games.pack.tolist())


SIXES = np.arange(60).reshape(5, 12) % 51
PLACED = {"dealers": [0, 1, 0, 1, 0], "scores": [[0, 120]] * 5}


def place(batch: Batch, **given: Any) -> None:
    call = {"hands": SIXES.reshape(5, 2, 6), "starters": [51] * 5, **PLACED, **given}
    batch.place(call.pop("hands"), call.pop("starters"), **call)


def snapshot(batch: Batch) -> list[Any]:
    return [part.copy() for part in (*batch.games, *written_arrays(batch), batch.sums)]


@each(
    ("call", "code"),
    [
        (lambda batch: batch.step(np.full(5, 3)), "illegal_action"),
        (lambda batch: batch.step(np.full(5, 67)), "illegal_action"),
        (lambda batch: batch.step(np.array([52, 52, 52, 52, -1])), "illegal_action"),
        (lambda batch: batch.step(np.full(5, 52.0)), "bad_dtype"),
        (lambda batch: batch.step([True] * 5), "bad_dtype"),
        (lambda batch: batch.step(np.full(4, 52)), "bad_shape"),
        (lambda batch: batch.step(52), "bad_shape"),
        (lambda batch: batch.restart([1, 0, 0, 0, 0]), "bad_dtype"),
        (lambda batch: batch.restart([True]), "bad_shape"),
        (lambda batch: batch.choose("nobody"), "bad_policy"),
        (lambda batch: batch.choose(lambda batch, rows: rows), "bad_policy"),
        (lambda batch: batch.choose("random", [5]), "bad_number"),
        (lambda batch: batch.choose("random", [-1]), "bad_number"),
        (lambda batch: batch.choose("random", [[1]]), "bad_shape"),
        (lambda batch: batch.choose("random", [0.5]), "bad_shape"),
        (lambda batch: place(batch, hands=SIXES), "bad_shape"),
        (lambda batch: place(batch, hands=SIXES.reshape(5, 2, 6) / 2), "bad_dtype"),
        (lambda batch: place(batch, starters=[51, 51, 52, 51, 51]), "bad_card"),
        (lambda batch: place(batch, starters=[51, 51, 51, 51, 1]), "duplicate_card"),
        (lambda batch: place(batch, dealers=[0, 1, 2, 0, 0]), "bad_number"),
        (lambda batch: place(batch, scores=[[0, 121]] * 5), "bad_number"),
        (lambda batch: place(batch, scores=[[-1, 0]] * 5), "bad_number"),
        (lambda batch: place(batch, from_pack=[[50]] * 5), "bad_shape"),
        (lambda batch: Batch(-1, 1), "bad_number"),
        (lambda batch: Batch(1, -1), "bad_seed"),
        (lambda batch: Batch(1, 1, rules=Rules(counting="manual")), "bad_rules"),
    ],
)
def test_what_is_refused_changes_nothing(call: Callable[[Batch], object], code: str) -> None:
    batch = Batch(5, 1)
    before = snapshot(batch)
    with raises_code(KernelError, code):
        call(batch)
    assert all(np.array_equal(old, new) for old, new in zip(before, snapshot(batch), strict=True))


def test_an_illegal_action_is_told_in_words() -> None:
    batch = Batch(2, 1, first=17)
    for _ in range(2):
        batch.step(batch.legal().argmax(axis=1))
    seat = int(batch.seat[0])
    card = next(card for card in range(52) if not batch.held[0, seat, card])
    with pytest.raises(KernelError) as caught:
        batch.step(np.array([card, 0]))
    held = " ".join(str(CARDS[card]) for card in np.flatnonzero(batch.held[0, seat]))
    assert str(caught.value) == (
        f"actions: seat {seat} in game 17 holds {held}, the count is 0, "
        f"and asked to play {CARDS[card]}"
    )
    with pytest.raises(KernelError, match="and asked to discard "):
        batch.step(np.array([52, 52]))
    with pytest.raises(KernelError, match="asked for action 67, where there are 0 to 66"):
        batch.step(np.array([67, 52]))


def best_discards(batch: Batch, at: int, cribs: Any) -> tuple[list[float], Any]:
    """Value every discard by plain enumeration."""
    variant, seat = batch.rules, int(batch.seat[at])
    dealt = [CARDS[card] for card in batch.dealt[at, seat].tolist()]
    starters = [card for card in CARDS if card not in dealt]
    role = 0
    if seat != batch.dealer[at]:
        role = 2 if variant.side(seat) == variant.side(int(batch.dealer[at])) else 1
    values = []
    for discard in discards_of(variant):
        discarded = [dealt[index] for index in discard]
        kept = [card for card in dealt if card not in discarded]
        hand = sum(
            show_points(kept, card, nobs_points=variant.nobs_points, kept=len(kept))
            for card in starters
        ) / len(starters)
        jacks = sum(
            card >> 2 == 10 and card & 3 == cut & 3 for card in discarded for cut in starters
        )
        ranks = [card >> 2 for card in discarded]
        suit = int(discarded[0] & 3 == discarded[-1] & 3)
        mean = cribs[role, suit, ranks[0], ranks[1]] if len(ranks) == 2 else cribs[role, ranks[0]]
        mean += variant.nobs_points * jacks / len(starters)
        values.append(hand + (-mean if role == 1 else mean))
    return values, batch.choose("greedy", [at], cribs=cribs)[0] - 52


@of_each_variant
def test_the_discard_by_the_table_has_the_best_mean(variant: Rules) -> None:
    number = 10
    batch, cribs = Batch(number, 31, rules=variant), some_cribs(variant)
    for _ in range(variant.players):
        for at in range(number):
            values, chosen = best_discards(batch, at, cribs)
            best = min(values) if variant.lowball else max(values)
            assert values[chosen] == pytest.approx(best, abs=1e-9)
        batch.step(batch.choose("random"))
        if (batch.phase == OVER).any():
            break


def slow_lookahead(batch: Batch, at: int) -> dict[int, float]:
    """Value every card as the policy is defined: points, less the mean reply, plus no reply."""
    variant, seat = batch.rules, int(batch.seat[at])
    pile = [CARDS[card] for card in batch.played[at, batch.pile[at] : batch.steps[at]].tolist()]
    by = batch.by[at, : batch.steps[at]]
    around = [(seat + step) % variant.players for step in range(1, variant.players)]
    against = [other for other in around if variant.side(other) != variant.side(seat)]
    held = next((int(n) for n in batch.held[at, against].sum(axis=1) if n), 0)
    if pile and by[-1] == seat:
        held = 0
    known = {*batch.dealt[at, seat].tolist(), int(batch.starter[at])}
    known |= set(batch.played[at, : batch.steps[at]].tolist())
    unseen = [card for card in CARDS if card not in known]
    values = {}
    for card in np.flatnonzero(batch.legal()[at]).tolist():
        longer = [*pile, CARDS[card]]
        count = sum(played.value for played in longer)
        fitting = [reply for reply in unseen if count + reply.value <= 31]
        runs = variant.runs_in_play
        value = float(play_points(longer, runs=runs))
        if held:
            answers = sum(play_points([*longer, reply], runs=runs) for reply in fitting)
            alone = 0.75
            for index in range(held):
                alone *= max(0, len(unseen) - len(fitting) - index) / (len(unseen) - index)
            value += alone - 0.75 * held * answers / len(unseen)
        values[card] = -value if variant.lowball else value
    return values


@of_each_variant
def test_looking_ahead_is_what_it_is_said_to_be(variant: Rules) -> None:
    number = 12
    batch = Batch(number, 41, rules=variant)
    for _ in range(variant.players + 2 * variant.players):
        for at in np.flatnonzero(batch.phase == PLAY):
            values = slow_lookahead(batch, int(at))
            chosen = int(batch.choose("blind", [at])[0])
            assert values[chosen] == pytest.approx(max(values.values()), abs=1e-9)
        actions = np.zeros(number, np.int64)
        running = np.flatnonzero(batch.phase != OVER)
        actions[running] = batch.choose("random", running)
        batch.step(actions)


@of_each_variant
def test_the_greedy_card_scores_most_now_and_is_the_highest_of_equals(variant: Rules) -> None:
    number = 15
    batch = Batch(number, 51, rules=variant)
    aim = -1 if variant.lowball else 1
    for _ in range(3 * variant.players):
        for at in np.flatnonzero(batch.phase == PLAY):
            pile = [
                CARDS[card] for card in batch.played[at, batch.pile[at] : batch.steps[at]].tolist()
            ]
            cards = [CARDS[card] for card in np.flatnonzero(batch.legal()[at]).tolist()]
            points = [aim * play_points([*pile, card], runs=variant.runs_in_play) for card in cards]
            best = max(zip(points, cards, strict=True))[1]
            assert batch.choose("blind-greedy", [at]).tolist() == [best]
        actions = np.zeros(number, np.int64)
        running = np.flatnonzero(batch.phase != OVER)
        actions[running] = batch.choose("random", running)
        batch.step(actions)

"""The play on many lines at once, against the play of one line after the other."""

import numpy as np
import pytest

from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging_arrays import ends_of_five
from pegout.kernel.score_tables import Array
from pegout.rules import Rules
from pegout.search import hands, play, play_arrays, replies, replies_arrays
from pegout.search.building_arrays import workspace_of
from pegout.search.model import knowledge
from pegout.search.play_arrays import PlayLines
from pegout.search.workspace import NOBODY, OPPONENT, OWN, PASS, Workspace

STARTS = 100


def deal_lines(luck: np.random.Generator, number: int) -> tuple[PlayLines, Array]:
    """Return the starts of the play with random hands, and the opponent's cards of each."""
    packs = np.array([luck.permutation(52)[:8] >> 2 for _ in range(number)])
    own = np.array([hands.pack(sorted(pack[:4])) for pack in packs])
    turn = luck.integers(0, 2, number)
    rest = np.zeros(number, np.int64)
    lines = PlayLines(
        turn, rest, rest - 1, rest, rest + NO_PILE, own, rest + 4, luck.integers(1, 9, number),
        luck.integers(1, 9, number), rest, rest,
    )  # fmt: skip
    return lines, packs[:, 4:]


def test_the_ones_of_all_bits_are_counted() -> None:
    assert [play.ones(bits) for bits in range(1 << 16)] == [
        bits.bit_count() for bits in range(1 << 16)
    ]


def row_of(lines: PlayLines, at: int) -> play.PlayState:
    return play.PlayState(*[int(part[at]) for part in lines[:10]])


def rows_of(lines: PlayLines) -> list[play.PlayState]:
    return [row_of(lines, at) for at in range(len(lines.turn))]


def actions(lines: PlayLines, others: list[list[int]], luck: np.random.Generator) -> list[int]:
    """Choose for each line a rank of the seat to act that fits, or "go"."""
    found = []
    for at, state in enumerate(rows_of(lines)):
        if state.turn == OWN:
            held = [state.own >> 4 * index & 15 for index in range(4)]
        else:
            held = others[at]
        able = [rank for rank in held if rank < play.ranks_below(state.reached)]
        found.append(int(luck.choice(able)) if able else PASS)
        if able and state.turn == OPPONENT:
            others[at].remove(found[-1])
    return found


#: Each switch of the play.
VARIANTS = [Rules(), Rules(stinkhole=True), Rules(go_stacks_on_31=True), Rules(runs_in_play=False)]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_every_step_is_that_of_one_line(rules: Rules) -> None:
    luck, known = np.random.default_rng(5), knowledge()
    space = workspace_of(rules, known)
    ends = space.heuristic.ends
    lines, cards = deal_lines(luck, STARTS)
    others, out, steps = cards.tolist(), 0, 0
    while len(lines.turn):
        ranks = actions(lines, others, luck)
        after = [
            play.track_move(state, rank, ends, known.solved)
            for state, rank in zip(rows_of(lines), ranks, strict=True)
        ]
        lines = play_arrays.track_move(
            lines, np.array(ranks), ends_of_five(rules.runs_in_play), known.solved
        )
        assert rows_of(lines) == after
        over = play_arrays.won_or_lost(lines)
        assert over.tolist() == [play.won_or_lost(state) for state in after]
        closed = [
            play.close_count(state, space.switches)
            if state.turn == NOBODY and not play.won_or_lost(state)
            else state
            for state in after
        ]
        lines = play_arrays.close_count(lines, space.switches)
        assert rows_of(lines) == closed
        empty = play_arrays.played_out(lines)
        assert empty.tolist() == [play.played_out(state) for state in closed]
        on = ~(play_arrays.won_or_lost(lines) | empty)
        out += int(play_arrays.won_or_lost(lines).sum())
        others = [held for held, stays in zip(others, on, strict=True) if stays]
        lines = PlayLines(*[part[on] for part in lines])
        opened = [
            play.open_count(state) if state.turn == NOBODY else state for state in rows_of(lines)
        ]
        lines = play_arrays.open_count(lines)
        assert rows_of(lines) == opened
        steps += 1
    assert steps >= 8
    assert 0 < out < STARTS


def values_by_rows(space: Workspace, ranks: Array, lines: PlayLines, held: Array) -> list[float]:
    return [
        replies.card_value(int(rank), state.reached, state.pile, int(many), space.heuristic)
        for rank, state, many in zip(ranks, rows_of(lines), held, strict=True)
    ]


@pytest.mark.parametrize("runs", [True, False])
def test_the_heuristic_value_is_that_of_one_card_to_the_last_bit(runs: bool) -> None:
    luck, known, rules = np.random.default_rng(6), knowledge(), Rules(runs_in_play=runs)
    space = workspace_of(rules, known)
    heuristic = replies_arrays.HeuristicArrays(
        ends_of_five(runs), np.array(space.heuristic.means), np.array(space.heuristic.fits)
    )
    lines, cards = deal_lines(luck, STARTS)
    others = cards.tolist()
    compared = 0
    for _ in range(4):
        ranks = np.array(actions(lines, others, luck))
        fits = ranks != PASS
        lines, ranks = PlayLines(*[part[fits] for part in lines]), ranks[fits]
        others = [held for held, stays in zip(others, fits, strict=True) if stays]
        held = luck.integers(0, 5, len(ranks))
        found = replies_arrays.card_value(ranks, lines.reached, lines.pile, held, heuristic)
        assert found.tolist() == values_by_rows(space, ranks, lines, held)
        compared += len(ranks)
        lines = play_arrays.track_move(lines, ranks, ends_of_five(runs), known.solved)
        on = lines.turn != NOBODY
        others = [held for held, stays in zip(others, on, strict=True) if stays]
        lines = PlayLines(*[part[on] for part in lines])
    assert compared > 2 * STARTS

"""The tables of the solved discard game, both those that ship and those for the documentation.

All their numbers are means or counts over the 20,358,520 hands of a seat, exact for the solved
strategies. *Forced* is the mean of the crib over every hand that contains a discard, each hand as
likely as the others. *Chosen* is the mean over the hands from which the strategy makes that
discard. The two differ, because a player who discards ten and king rarely has better cards to
discard.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from pegout.evaluation.discard_loops import sum_nobs_of_hands
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.jit import compiled
from pegout.kernel.score_tables import Array
from pegout.search.workspace import STARTERS
from pegout.solver.discard_game import DiscardGame, Solution
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import write_shares
from pegout.tables.files import compose, provenance_lines
from pegout.tables.rank_set_arrays import encode_sets, numbers

#: The number of hands of six.
HANDS: Final = 20_358_520
#: The table of discards leaves out smaller shares.
_MIN_SHARE: Final = 0.001


class SeatSolution(NamedTuple):
    """One seat of the solution: its discard strategy, and the crib values of its discards."""

    role: str
    shares: Array
    values: Array
    bases: Array


def discard_tables(game: DiscardGame, solution: Solution, command: str) -> dict[str, str]:
    """Compose the tables, by the names of their files.

    Returns:
        ``discards.csv``: forced and chosen means of the crib, and how often each discard is made,
        for discards of one suit, of two, and both together. ``cribs_six.csv`` and
        ``discards_six.csv``: the tables that players and advice read, see
        :mod:`pegout.evaluation.discards` and :mod:`pegout.evaluation.opponent_discards`. For
        lowball only ``cribs_six_lowball.csv`` and ``discards_six_lowball.csv``.
    """
    seats = [
        SeatSolution(
            "own",
            solution.own,
            solution.values_own,
            game.sweep.values(solution.opponent, suits=False),
        ),
        SeatSolution(
            "opponent",
            solution.opponent,
            solution.values_opponent,
            game.sweep.values(solution.own, suits=False),
        ),
    ]
    about = _about(solution, command)
    lowball = "_lowball" if game.rules.lowball else ""
    tables = {
        f"cribs_six{lowball}.csv": _cribs(game, seats, about),
        f"discards_six{lowball}.csv": discards_by_ranks(game, seats, about),
    }
    return (
        tables if lowball else {"discards.csv": _discards(game, solution, seats, about), **tables}
    )


def _about(solution: Solution, command: str) -> list[str]:
    standing = solution.standing
    return [
        *provenance_lines(command),
        "role own: the dealer; opponent: the pone",
        f"{standing.round} rounds; a best response gains the dealer {standing.gain_own:.6f} and "
        f"the pone {standing.gain_opponent:.6f} points a deal",
    ]


def _suited(game: DiscardGame) -> Array:
    """Return bool[n, 15]: whether each discard is of one suit."""
    suits = game.sweep.hands & 3
    return np.stack(
        [suits[:, first] == suits[:, second] for first, second in DISCARDS_OF_SIX], axis=1
    )


def _by_discard(slots: Array, weights: Array, size: int) -> Array:
    return np.bincount(slots.ravel(), weights.ravel(), minlength=size)


def _discards(
    game: DiscardGame, solution: Solution, seats: list[SeatSolution], about: list[str]
) -> str:
    standing = solution.standing
    suited = _suited(game)
    slots = game.sweep.slots.astype(np.int64) * 2 + suited
    weights = np.repeat(game.sweep.weights[:, None], 15, axis=1).astype(np.float64)
    rows: list[list[str | float | int]] = []
    for seat in seats:
        held = _by_discard(slots, weights, 182)
        forced = _by_discard(slots, weights * seat.values, 182)
        discarded = _by_discard(slots, weights * seat.shares, 182)
        chosen = _by_discard(slots, weights * seat.shares * seat.values, 182)
        for pair, discard in enumerate(ranks.sets(2)):
            name = ranks.format(discard)
            for suits, which in _kinds(pair, discard):
                number = discarded[which].sum()
                rows.append(
                    [
                        seat.role,
                        name,
                        suits,
                        float(forced[which].sum() / held[which].sum()),
                        float(chosen[which].sum() / number) if number > 0.5 else "",
                        "exact",
                        round(number),
                        float(100 * number / HANDS),
                    ]
                )
    head = [
        "The mean crib of each discard, and how often it is made.",
        *about,
        "forced: over every hand that holds the discard; chosen: over those from which it is made",
        "hands: of 20,358,520; percent: of all deals; error: of both means, given these discards",
        f"mean hand: dealer {standing.hand_own:.5f}, pone {standing.hand_opponent:.5f}",
        f"mean crib: as the dealer discards {standing.crib_own:.5f}, as the pone discards "
        f"{standing.crib_opponent:.5f}",
    ]
    columns = ["role", "discard", "suits", "forced", "chosen", "error", "hands", "percent"]
    return compose(head, columns, rows)


def _kinds(pair: int, discard: ranks.Ranks) -> Iterator[tuple[str, list[int]]]:
    """Yield the kinds of a discard of two ranks, by suits, and their slots."""
    two, one = 2 * pair, 2 * pair + 1
    if discard[0] == discard[1]:
        yield "pair", [two]
    else:
        yield "two", [two]
        yield "one", [one]
        yield "any", [two, one]


def _own_nobs(game: DiscardGame) -> Array:
    """Return float64[n, 15]: the nobs points of the jacks in each discard."""
    nobs_sums = np.empty(len(game.sweep.hands), np.int64)
    compiled(sum_nobs_of_hands)(game.sweep.hands, game.rules.nobs_points, nobs_sums)
    nobs = np.zeros(game.hands.shape)
    for discard, positions in enumerate(DISCARDS_OF_SIX):
        for index in positions:
            nobs[:, discard] += (nobs_sums >> 8 * index & 0xFF) / STARTERS
    return nobs


def _cribs(game: DiscardGame, seats: list[SeatSolution], about: list[str]) -> str:
    suited = _suited(game)
    own_nobs = _own_nobs(game)
    weights = np.repeat(game.sweep.weights[:, None], 15, axis=1).astype(np.float64)
    rows: list[list[str | float | int]] = []
    for seat in seats:
        opponent_nobs = seat.values - seat.bases - own_nobs
        held = _by_discard(game.sweep.slots, weights, 91)
        base = _by_discard(game.sweep.slots, weights * seat.bases, 91) / held
        two = _by_discard(game.sweep.slots, weights * ~suited, 91)
        nobs = _by_discard(game.sweep.slots, weights * ~suited * opponent_nobs, 91) / two
        one = _by_discard(game.sweep.slots, weights * suited, 91)
        both = _by_discard(game.sweep.slots, weights * suited * opponent_nobs, 91)
        for pair, discard in enumerate(ranks.sets(2)):
            flush = float(both[pair] / one[pair] - nobs[pair]) if one[pair] else 0.0
            rows.append(
                [seat.role, ranks.format(discard), float(base[pair]), float(nobs[pair]), flush]
            )
    head = [
        "The mean of the crib for each discard, over every hand that holds it.",
        *about,
        "base: fifteens, pairs and runs; nobs: matching jacks among the opponent's cards",
        "flush: of a discard of one suit; the jacks of the discard itself are left to the reader",
    ]
    return compose(head, ["role", "discard", "base", "nobs", "flush"], rows)


class _Ranks(NamedTuple):
    """The hands by their ranks."""

    hands: Array  # int8[18395, 6], the sets of ranks
    which: Array  # int64[962988], the set of each class of hands
    # For each seat float64[18395, 91], the probability of discarding each pair from a set.
    shares: list[Array]


def _by_ranks(game: DiscardGame, seats: list[SeatSolution]) -> _Ranks:
    held = game.sweep.hands >> 2
    _, first, which = np.unique(encode_sets(held), return_index=True, return_inverse=True)
    weights = game.sweep.weights.astype(np.float64)
    total = np.bincount(which, weights)
    slots = which[:, None] * 91 + game.sweep.slots
    shares = [
        _by_discard(slots, weights[:, None] * seat.shares, 91 * len(first)).reshape(-1, 91)
        / total[:, None]
        for seat in seats
    ]
    return _Ranks(held[first], which, shares)


def discards_by_ranks(game: DiscardGame, seats: list[SeatSolution], about: list[str]) -> str:
    """Compose the table of discards from each set of ranks."""
    by_ranks = _by_ranks(game, seats)
    rows: list[list[str | float | int]] = [
        [seat.role, ranks.format(hand), _listed(shares[at])]
        for seat, shares in zip(seats, by_ranks.shares, strict=True)
        for at, hand in enumerate(by_ranks.hands)
    ]
    factors = " ".join([f"{seat.role} {_suited_factor(game, seat):.4f}" for seat in seats])
    head = [
        "The discards from each set of ranks, of two players who are dealt six cards.",
        *about,
        "discards: the ranks always discarded, or each discard with its share; suits are ignored",
        f"suited: {factors}",
        f"standard error: {_standard_error(game, seats, by_ranks):.5f}",
        "this is the root mean square, over all discards from all hands, of what ignoring the "
        "suits changes in the value of the crib",
    ]
    return compose(head, ["role", "dealt", "discards"], rows)


def _standard_error(game: DiscardGame, seats: list[SeatSolution], by_ranks: _Ranks) -> float:
    """Compute the error that comes from knowing only the ranks of the opponent's discards."""
    slots = game.sweep.slots
    alike = np.stack(
        [(slots == slots[:, slot : slot + 1]).sum(axis=1) for slot in range(15)], axis=1
    )
    squares = 0.0
    for seat, shares in zip(seats, reversed(by_ranks.shares), strict=True):
        model = np.take_along_axis(shares[by_ranks.which], slots.astype(np.int64), axis=1) / alike
        model /= model.sum(axis=1, keepdims=True)
        errors = game.sweep.values(model.astype(np.float32)) - seat.values
        squares += float((game.parts * np.square(errors, dtype=np.float64).mean(axis=1)).sum())
    return float(np.sqrt(squares / len(seats)))


def _listed(shares: Array) -> str:
    """Format the discards from one set of ranks with their shares."""
    discards = np.flatnonzero(shares >= _MIN_SHARE)
    parts = shares[discards] / shares[discards].sum()
    order = sorted(range(len(discards)), key=lambda at: -parts[at])
    return write_shares({ranks.format(ranks.sets(2)[discards[at]]): parts[at] for at in order})


def _suited_factor(game: DiscardGame, seat: SeatSolution) -> float:
    """Return the odds ratio of discarding two ranks in one suit rather than in two."""
    pairs = np.array([discard[0] == discard[1] for discard in ranks.sets(2)])[game.sweep.slots]
    discarded = game.sweep.weights[:, None] * np.where(pairs, 0, seat.shares)
    suited = _suited(game)
    one = (discarded * suited).sum(dtype=np.float64)
    two = (discarded * ~suited).sum(dtype=np.float64)
    return float(3 * one / two)


def keeps_table(game: DiscardGame, seats: list[SeatSolution], about: list[str]) -> str:
    """Compose the table of how often each set of ranks is kept."""
    weights = game.sweep.weights[:, None]
    kept = kept_sets(game.sweep.hands >> 2)
    rows: list[list[str | float | int]] = []
    for seat in seats:
        hands = _by_discard(kept, weights * seat.shares.astype(np.float64), len(ranks.sets(4)))
        rows += [
            [seat.role, ranks.format(keep), round(float(number))]
            for keep, number in zip(ranks.sets(4), hands, strict=True)
        ]
    head = [
        "In how many of the 20,358,520 hands of six each set of ranks is kept.",
        *about,
        "mixed hands count by their shares; the sum differs from the whole by rounding",
    ]
    return compose(head, ["role", "keep", "hands"], rows)


def kept_sets(held: Array) -> Array:
    """Return int16[n, 15], the set of four ranks that each discard keeps."""
    keeps = np.empty((len(held), len(DISCARDS_OF_SIX)), np.int16)
    for discard, positions in enumerate(DISCARDS_OF_SIX):
        rest = [index for index in range(6) if index not in positions]
        keeps[:, discard] = numbers(held[:, rest])
    return keeps

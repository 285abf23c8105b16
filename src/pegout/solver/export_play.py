"""The files of the solved play and of the solved deal: those that ship, and tables to read.

The package and the documentation use the same file names.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.solver.deal_game import DealGame, DealSolution
from pegout.solver.export_discards import SeatSolution, discards_by_ranks, keeps_table
from pegout.solver.play_game import HandWeights, PlaySolution, PlayStanding, measure
from pegout.solver.public_tree import PlayTree
from pegout.solver.quantize import otherwise_of, pack, unpack
from pegout.tables import play_strategy_arrays as solved_play
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import write_shares
from pegout.tables.files import compose, provenance_lines
from pegout.tables.play_strategy import SolvedPlay

#: The shipped play leaves out nodes that a player's own hand and cards reach less often.
MIN_REACH: Final = 1e-8
#: The number of steps to which the shipped play rounds a probability.
LEVELS: Final = 64


class ShippedForm(NamedTuple):
    """The shipped form of a solution."""

    play: SolvedPlay  # the quantized strategy
    # float32[slots], the strategy that it unpacks to, see ``otherwise_of`` for where it has no
    # entry
    shares: Array
    standing: PlayStanding  # its exploitability


def shipped_form(tree: PlayTree, deals: HandWeights, shares: Array) -> ShippedForm:
    """Return the shipped form of a solution, with its exploitability."""
    hands = (deals.met[Role.PONE].sum(axis=1), deals.met[Role.DEALER].sum(axis=1))
    play = pack(tree, shares, hands, MIN_REACH, LEVELS)
    played = unpack(tree, play, otherwise_of(tree))
    return ShippedForm(play, played, measure(tree, deals, played))


def play_files(
    tree: PlayTree, deals: HandWeights, solution: PlaySolution, hands: str, command: str
) -> dict[str, bytes]:
    """Compose the files of the solved play.

    Returns:
        ``play.bin`` and ``pegs.csv``, which ship: the strategies of both seats, and the pegging of
        each hand under them; and ``leads.csv``: the pone's leads from each hand.
    """
    play, played, form = shipped_form(tree, deals, solution.shares)
    whole = solution.standing
    about = [
        *provenance_lines(
            command,
            [f"{hands}.csv"],
            f"computed from the rules alone; discards as in the table {hands}",
        ),
        f"{whole.sweeps} sweeps; the dealer wins the play by {whole.value:.4f} points a deal",
        f"the best responses to the solution gain the dealer {whole.gain_dealer:.5f} and the pone "
        f"{whole.gain_pone:.5f} points a deal",
        f"the best responses to this form of it gain the dealer {form.gain_dealer:.5f} and the "
        f"pone {form.gain_pone:.5f}",
    ]
    pruning = f"left out: nodes that own cards reach less often than {MIN_REACH:g}; {LEVELS} steps"
    return {
        "play.bin": solved_play.compose(
            ["The play of two players, solved.", *about, pruning], play
        ),
        "pegs.csv": pegs_table(tree, deals, played, about).encode("ascii"),
        "leads.csv": _leads(deals, solution.shares, about).encode("ascii"),
    }


def pegs_table(tree: PlayTree, deals: HandWeights, shares: Array, about: list[str]) -> str:
    """Compose the table of the pegging of each hand."""
    seats: tuple[tuple[str, Role], ...] = (("own", Role.DEALER), ("opponent", Role.PONE))
    rows = [
        (role, ranks.format(keep), float(points))
        for role, seat in seats
        for keep, points in zip(
            ranks.sets(4), tree.worth(seat, deals.given[seat], shares), strict=True
        )
    ]
    head = [
        "What each set of four ranks makes in the play, less what the opponent makes.",
        *about,
        "role own: the dealer; opponent: the pone",
        "both play as in play.bin; the opponent holds the hands that are kept against such a hand",
    ]
    return compose(head, ["role", "keep", "pegs"], rows)


def _leads(deals: HandWeights, shares: Array, about: list[str]) -> str:
    often = deals.met[Role.PONE].sum(axis=1)
    rows = shares[: 13 * 455].reshape(13, 455)
    numbers = {cards: at for at, cards in enumerate(ranks.sets(3))}
    leads: list[list[str | float | int]] = []
    for at, cards in enumerate(ranks.sets(4)):
        if often[at] < 1e-7:
            continue
        parts = {}
        for rank in sorted(set(cards)):
            left = list(cards)
            left.remove(rank)
            parts[rank] = float(rows[rank, numbers[tuple(left)]])
        leads.append([ranks.format(cards), float(100 * often[at]), _shares(parts)])
    head = [
        "What the pone leads from the hands that it keeps, in the solved play.",
        *about,
        "percent: of all deals; lead: the rank always led, or each with its share",
    ]
    return compose(head, ["keep", "percent", "lead"], leads)


def _shares(parts: dict[int, float]) -> str:
    whole = sum(parts.values())
    likely = sorted(parts, key=lambda rank: -parts[rank])
    named = [(ranks.format([rank]), parts[rank] / whole) for rank in likely]
    return write_shares({name: part for name, part in named if part >= 0.005}, 2)


def deal_files(game: DealGame, solution: DealSolution, command: str) -> dict[str, bytes]:
    """Compose the tables of the solved deal: the discards and the kept hands of both seats."""
    standing = solution.standing
    about = [
        *provenance_lines(command),
        "role own: the dealer; opponent: the pone",
        f"{standing.round} rounds; over whole deals a best response gains the dealer "
        f"{standing.gain_dealer:.5f} and the pone {standing.gain_pone:.5f} points",
    ]
    seats = list(_seats(solution))
    return {
        "discards_deal.csv": discards_by_ranks(game.discards, seats, about).encode("ascii"),
        "keeps.csv": keeps_table(game.discards, seats, about).encode("ascii"),
    }


def _seats(solution: DealSolution) -> Iterator[SeatSolution]:
    discards = solution.discards
    for role, shares, values in (
        ("own", discards.own, discards.values_own),
        ("opponent", discards.opponent, discards.values_opponent),
    ):
        yield SeatSolution(role, shares, values, np.zeros(0))

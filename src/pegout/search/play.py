"""The play of two seats as a state from one seat that knows its own ranks, card by card."""

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.hands import less
from pegout.search.workspace import NO_RANKS, NOBODY, OPPONENT, OWN, PASS


class PlayState(NamedTuple):
    """A state of the play."""

    turn: int  # the seat to play: ``OWN``, ``OPPONENT``, or ``NOBODY`` where the count has ended
    silent: int  # whether the seat that is not to play has said go
    last: int  # the seat that played last
    reached: int  # the count
    pile: int
    own: int  # the ranks in the own hand
    left: int  # the number of cards in the opponent's hand
    need: int  # the holes that the own seat needs; 0 or less if it has won
    opponent_need: int  # the holes that the opponent needs
    node: int  # the node of the solved play, or -1


@inlined
def ranks_below(count: int) -> int:
    """Return the number of ranks that fit under 31."""
    return 13 if count <= 21 else 31 - count


@inlined
def next_index(ranks: int, index: int, count: int) -> int:
    """Return the next position, from this one on, with a new rank that fits; 4 for none."""
    limit = ranks_below(count)
    while index < 4:
        rank = ranks >> 4 * index & 15
        if rank >= limit:
            return 4
        if index == 0 or rank != ranks >> 4 * (index - 1) & 15:
            return index
        index += 1
    return index


@inlined
def several_fit(ranks: int, limit: int) -> bool:
    """Return whether two different ranks of a hand are below a limit, if two of its cards are."""
    first, second = ranks & 15, ranks >> 4 & 15
    if first != second:
        return second < limit
    third = ranks >> 8 & 15
    if first != third or third >= limit:
        return third < limit
    return first != ranks >> 12 < limit


@inlined
def node_after(node: int, rank: int, solved: Any) -> int:
    """Return the node of the solved play after a rank, or after a go; -1 for none."""
    if node < 0:
        return -1
    moves = int(solved.moves[node])
    if not moves >> rank & 1:
        return -1
    return int(solved.first_child[node]) + ones(moves & (1 << rank) - 1)


@inlined
def ones(bits: int) -> int:
    """Count the ones among 16 bits, in pairs, fours and eights of bits at once."""
    bits -= bits >> 1 & 0x5555
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
    bits = bits + (bits >> 4) & 0x0F0F
    return bits + (bits >> 8) & 31


@inlined
def won_or_lost(play: Any) -> bool:
    """Return whether a seat has reached the last hole."""
    return bool(play.need <= 0 or play.opponent_need <= 0)


@inlined
def played_out(play: Any) -> bool:
    """Return whether neither seat has a card left."""
    return bool(play.own == NO_RANKS and play.left == 0)


@inlined
def play_rank(play: Any, rank: int, ends: Any, solved: Any) -> PlayState:
    """Play a card from the seat to act.

    Nodes are not tracked once the opponent has no more choices, because look-ups take time.
    """
    count = play.reached + (rank + 1 if rank < 9 else 10)
    pile = (play.pile << 4 | rank) & NO_PILE
    points = pile_score(pile, count, ends)
    own, left, need, opponent_need = play.own, play.left, play.need, play.opponent_need
    if play.turn == OWN:
        own, need = less(own, rank), need - points
    else:
        left, opponent_need = left - 1, opponent_need - points
    turn, silent = play.turn, play.silent
    if count == 31 or (own == NO_RANKS and left == 0):
        turn = NOBODY
    elif not silent:
        if (left == 0) if turn == OWN else (own == NO_RANKS):
            silent = 1
        else:
            turn = 1 - turn
    node = node_after(play.node, rank, solved) if left > 1 else -1
    return PlayState(turn, silent, play.turn, count, pile, own, left, need, opponent_need, node)


@inlined
def pass_turn(play: Any, solved: Any) -> PlayState:
    """Say go for the seat to act, or pass over a seat with no cards left."""
    node = play.node
    if play.left < 2:
        node = -1
    elif play.turn == OPPONENT or play.own != NO_RANKS:
        node = node_after(node, PASS, solved)
    turn = NOBODY if play.silent else 1 - play.turn
    return PlayState(
        turn, 1, play.last, play.reached, play.pile, play.own, play.left, play.need,
        play.opponent_need, node,
    )  # fmt: skip


@inlined
def move(play: Any, rank: int, ends: Any, solved: Any) -> PlayState:
    """Play a card or, for ``PASS``, say go."""
    return pass_turn(play, solved) if rank == PASS else play_rank(play, rank, ends, solved)


@inlined
def track_move(play: Any, rank: int, ends: Any, solved: Any) -> PlayState:
    """Play a card or, for ``PASS``, say go; track the node of the solved play throughout."""
    if rank == PASS:
        after = pass_turn(play, solved)
        held = (play.own & 15 < 15) if play.turn == OWN else play.left
        node = node_after(play.node, PASS, solved) if held else play.node
    else:
        after = play_rank(play, rank, ends, solved)
        node = node_after(play.node, rank, solved)
    return PlayState(
        after.turn, after.silent, after.last, after.reached, after.pile, after.own, after.left,
        after.need, after.opponent_need, node,
    )  # fmt: skip


@inlined
def close_count(play: Any, switches: Any) -> PlayState:
    """Score the go or last card at the end of a count."""
    need, opponent_need = play.need, play.opponent_need
    if play.reached != 31 or switches.stacks:
        if play.last == OWN:
            need -= 0 if need == 1 and switches.stinkhole else 1
        else:
            opponent_need -= 0 if opponent_need == 1 and switches.stinkhole else 1
    return PlayState(
        NOBODY, play.silent, play.last, play.reached, play.pile, play.own, play.left, need,
        opponent_need, play.node,
    )  # fmt: skip


@inlined
def open_count(play: Any) -> PlayState:
    """Start the next count."""
    turn = OPPONENT if play.last == OWN else OWN
    if (play.own == NO_RANKS) if turn == OWN else (play.left == 0):
        turn = play.last
    return PlayState(
        turn,
        0,
        play.last,
        0,
        NO_PILE,
        play.own,
        play.left,
        play.need,
        play.opponent_need,
        play.node,
    )

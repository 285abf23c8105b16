"""Conversion of a strategy over the whole public tree to its shipped form, and back."""

from typing import Final

import numpy as np

from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.simulation.policies.policy import POLICIES
from pegout.solver.public_tree import PlayTree, numbers_of_pairs
from pegout.solver.public_tree_loops import PublicTree
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.play_strategy_arrays import children_of, first_children

#: The byte for a pair of ranks without an entry.
_UNKNOWN: Final = 255
_SETS: Final = np.array((1, 13, 91, 455, 1820), np.int64)


def _bytes_of(held: Array, fits: Array) -> Array:
    """Return the number of bytes of nodes, by the mover's number of cards and of playable ranks."""
    wide = fits.astype(np.int64)
    pairs = wide * (wide - 1) // 2
    sizes: Array = np.where(held > 2, wide * _SETS[held - 1], np.where(held == 2, pairs, 0))
    return sizes


def pack(
    tree: PlayTree, shares: Array, hands: tuple[Array, Array], minimum: float, levels: int
) -> SolvedPlay:
    """Return the shipped form of a strategy.

    Args:
        minimum: the reach, by a player's own hand and cards, below which nothing is written.
        levels: the number of steps to which a probability is rounded.
    """
    nodes = tree.nodes
    held = nodes.held[np.arange(len(nodes.mover)), nodes.mover].astype(np.int64)
    sizes = _bytes_of(held, nodes.fits)
    starts = np.zeros(len(held) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    marks = np.where(np.repeat(held, sizes) == 2, np.uint8(_UNKNOWN), np.uint8(0))
    kept = np.zeros(len(held), np.bool_)
    for seat in Role:
        tree.mark(seat, hands[seat], minimum, shares, starts, marks, kept)
    return _pruned(nodes, starts, _rounded(marks, np.repeat(held, sizes) == 2, levels), kept)


def _rounded(marks: Array, pairs: Array, levels: int) -> Array:
    tops = np.where(pairs, 254.0, 255.0)
    steps = np.round(np.round(marks / tops * levels) / levels * tops)
    rounded: Array = np.where(pairs & (marks == _UNKNOWN), _UNKNOWN, steps).astype(np.uint8)
    return rounded


def _pruned(nodes: PublicTree, starts: Array, marks: Array, kept: Array) -> SolvedPlay:
    """Drop the nodes without entries, and renumber the rest in the same order."""
    children = nodes.children[kept]
    there = (children >= 0) & kept[np.maximum(children, 0)]
    moves = (there << np.arange(14)).sum(axis=1).astype(np.uint16)
    sizes = np.diff(starts)
    offset = np.zeros(int(kept.sum()), np.int64)
    np.cumsum(sizes[kept][:-1], out=offset[1:])
    weights = marks[np.repeat(kept, sizes)]
    return SolvedPlay(moves, first_children(moves), nodes.mover[kept], offset, weights)


def otherwise_of(tree: PlayTree) -> Array:
    """Return the strategy that goes with a shipped one where that has no entry.

    It is that of ``lookahead`` by a count of its own: one of the cards that the opponent may hold
    is taken for seen. The shipped tables of pegging are computed with it, so that it is a part of
    the shipped form. Without this card 47 of their 3,640 values would differ, by 0.036 points at
    most, all of hands that are hardly ever kept.
    """
    return tree.of_policy(POLICIES["lookahead"], blanks=1)


def unpack(tree: PlayTree, play: SolvedPlay, otherwise: Array) -> Array:
    """Return a shipped strategy as one over the whole tree, float32[slots]."""
    shares = otherwise.copy()
    for node, at in zip(nodes_of(tree, play), range(len(play.mover)), strict=True):
        mover = tree.nodes.mover[node]
        held, fits = int(tree.nodes.held[node, mover]), int(tree.nodes.fits[node])
        if held < 2:
            continue
        smaller = int(_SETS[held - 1])
        room = shares[tree.offset[node] : tree.offset[node + 1]].reshape(fits, smaller)
        start = int(play.offset[at])
        if held == 2:
            low, high = numbers_of_pairs(fits)
            lower = play.weights[start : start + len(low)]
            known = lower != _UNKNOWN
            part = lower[known] / np.float32(254)
            room[low[known], high[known]] = part
            room[high[known], low[known]] = 1 - part
        else:
            weights = play.weights[start : start + room.size].reshape(room.shape)
            known = tree.known(weights, held, fits)
            room[known] = weights[known]
    return shares


def nodes_of(tree: PlayTree, play: SolvedPlay) -> Array:
    """Return the node of the tree that each shipped node stands for."""
    children = children_of(play.moves, play.first_child)
    nodes = np.zeros(len(play.mover), np.int64)
    level = np.zeros(min(len(play.mover), 1), np.int64)
    while len(level):
        below = children[level]
        there = below >= 0
        nodes[below[there]] = tree.nodes.children[nodes[level]][there]
        level = below[there].astype(np.int64)
    return nodes

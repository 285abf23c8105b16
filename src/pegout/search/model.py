"""The knowledge of a strong player with two players, in arrays of NumPy.

The array form of :mod:`pegout.search.knowledge`; functions of one name do the same.

>>> known = knowledge()
>>> known.keeps.shape, round(float(known.discard_rates[0].sum()), 9)
((2, 1820), 1.0)
"""

from array import array
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from pegout.kernel.errors import KernelError
from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.rules import Component, Rules
from pegout.search import knowledge as plain
from pegout.search.knowledge import Discards, Knowledge
from pegout.search.workspace import NEEDS, TABLE_POINTS
from pegout.tables import play_strategy_arrays as solved_play
from pegout.tables.late_hands import LATE_SHAPES, LateHands
from pegout.tables.late_hands_arrays import no_late_hands, shipped_late_hands
from pegout.tables.play_strategy_arrays import unsolved
from pegout.tables.win_probability import dealer_wins

#: The tables that :func:`points_knowledge` reads.
POINTS_TABLES: Final = ("keeps.csv", "discards_deal.csv", "pegs.csv", "play.bin")
#: The tables that :func:`late_knowledge` reads.
LATE_TABLES: Final = (*POINTS_TABLES, "chances_two.txt")
#: The further tables that :func:`knowledge` reads.
WIN_TABLES: Final = ("chances_two.txt", "deals.csv", "late_hands.bin")


@load_once
def no_knowledge() -> Knowledge:
    """Return the knowledge of a complete beginner: everything is equally likely.

    >>> round(float(no_knowledge().means.sum()), 9)
    4.0
    """
    return _arrays_of(plain.no_knowledge())


_SHAPES: Final = {
    "keeps": (2, 1820),
    "discard_rates": (2, 91),
    "means": (13,),
    "wins": (NEEDS, NEEDS),
    "play": (32, 32),
    "hands": (2, TABLE_POINTS),
    "crib": (TABLE_POINTS,),
    "pegs": (2, 1820),
}


_DTYPES: Final = {
    "moves": "uint16",
    "first_child": "int32",
    "mover": "int8",
    "offset": "int64",
    "weights": "uint8",
}


_OF_LATE: Final = {"numbers": "int16", "shapes": "float32", "features": "float64"}


_OF_DISCARDS: Final = {"starts": "int32", "low": "uint8", "high": "uint8", "shares": "float64"}


def knowledge_under(rules: Rules, knowledge: Knowledge) -> Knowledge:
    """Return knowledge without the solved play if it was solved by other rules of play.

    >>> from pegout.rules import Rules
    >>> known = no_knowledge()
    >>> [knowledge_under(rules, known) is known for rules in (Rules(), Rules(lowball=True))]
    [True, False]
    """
    if not rules.refusal(Component.SOLVED_PLAY):
        return knowledge
    return knowledge._replace(
        pegs=np.zeros_like(knowledge.pegs),
        solved=unsolved(),
        late=no_late_hands(),
    )


def check_knowledge(given: Any) -> Knowledge:
    """Return the knowledge if its arrays have the right types and shapes, or raise an error."""
    if not isinstance(given, Knowledge):
        raise KernelError(
            "bad_policy",
            "a policy that searches needs knowledge=pegout.search.model.knowledge(), "
            f"not {given!r:.40}",
        )
    for name, shape in _SHAPES.items():
        array = getattr(given, name)
        if getattr(array, "dtype", None) != np.float64:
            raise KernelError("bad_dtype", f"expected {name} of float64")
        if array.shape != shape:
            raise KernelError(
                "bad_shape", f"expected {name} of shape {shape}, not of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            raise KernelError("bad_number", f"expected finite numbers in {name}")
    typed: tuple[tuple[Any, Mapping[str, str]], ...] = (
        (given.solved, _DTYPES),
        (given.discards, _OF_DISCARDS),
        (given.late, _OF_LATE),
    )
    for part, dtypes in typed:
        for name, dtype in dtypes.items():
            array = getattr(part, name)
            if array.dtype != dtype:
                raise KernelError("bad_dtype", f"expected {name} of {dtype}, not {array.dtype}")
    _check_discards(given.discards)
    _check_late(given.late)
    nodes = len(given.solved.offset)
    for name in ("moves", "first_child", "mover"):
        shape = getattr(given.solved, name).shape
        if shape != (nodes,):
            raise KernelError(
                "bad_shape",
                f"expected {name} of shape ({nodes},), as offset has it, not of shape {shape}",
            )
    return given


def _check_discards(given: Discards) -> None:
    """Check that the arrays of discards have consistent lengths."""
    number = len(given.shares)
    if given.starts.shape != (2 * 1820 + 1,) or given.starts[-1] != number:
        raise KernelError("bad_shape", f"expected 3641 starts of discards, the last {number}")
    if given.low.shape != (number,) or given.high.shape != (number,):
        raise KernelError("bad_shape", f"expected {number} low and high ranks of discards")


def _check_late(given: LateHands) -> None:
    """Check that the arrays of late hands have the shapes of a table, or of one without entries."""
    shapes = [array.shape for array in given]
    if shapes not in ([array.shape for array in no_late_hands()], [*LATE_SHAPES]):
        raise KernelError("bad_shape", f"expected late hands of shapes {LATE_SHAPES}, not {shapes}")


@load_once
def knowledge() -> Knowledge:
    """Return the full knowledge, the same in every two-player game.

    The heads of the tables ``chances_two``, ``deals`` and ``late_hands.bin``, and of those of
    :func:`points_knowledge`, give the provenance of each part.
    """
    return _arrays_of(plain.win_parts())._replace(
        solved=solved_play.load().play, late=shipped_late_hands()
    )


@load_once
def points_knowledge() -> Knowledge:
    """Return the knowledge for maximising points, without win probabilities.

    A policy that maximises points needs no more, and the tables of win probabilities are computed
    with it. The heads of the tables ``keeps``, ``discards_deal``, ``pegs`` and
    ``play.bin`` give the provenance of each part. Discards and kept hands come from the whole deal
    solved as one game, not from the discards solved alone.

    >>> known, nothing = points_knowledge(), no_knowledge()
    >>> bool((known.wins == nothing.wins).all()), bool((known.pegs == nothing.pegs).all())
    (True, False)
    """
    return _arrays_of(plain.points_parts())._replace(solved=solved_play.load().play)


def late_knowledge() -> Knowledge:
    """Return the knowledge that the table of late hands is computed with."""
    return points_knowledge()._replace(wins=_shaped("wins", array("d", dealer_wins())))


def _arrays_of(known: Knowledge) -> Knowledge:
    """Return plain knowledge in arrays, which share its memory, without the solved play."""
    parts = {name: _shaped(name, getattr(known, name)) for name in _SHAPES}
    discards = Discards(*[np.asarray(memoryview(part)) for part in known.discards])
    return known._replace(**parts, discards=discards, solved=unsolved(), late=no_late_hands())


def _shaped(name: str, numbers: Any) -> Array:
    return np.asarray(memoryview(numbers)).reshape(_SHAPES[name])

"""The score distributions of the parts of a two-player deal: the shipped table ``deals``.

The parts are the play (with heels for the dealer), both hands and the crib. They are counted in the
deals from which the win probabilities are solved; ``pegout solve chances`` writes both tables.

>>> shipped = shipped_parts()
>>> len({int(one.sum()) for one in (shipped.play, *shipped.hands, shipped.crib)})
1
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from pegout.loading import load_once
from pegout.tables import files as tables
from pegout.tables.files import RowTable, TableError, compose

#: The number of scores told apart in the play, and in a hand or a crib; the last means "or more".
_PLAY: Final = 32
_SHOW: Final = 30
_COLUMNS: Final = ("part", "points", "pone", "number")


class Parts(NamedTuple):
    """The number of deals by score; higher scores than the arrays have count as the highest."""

    # int64[32, 32], by the points of the dealer in the play, including heels, and of the pone
    play: Any
    hands: Any  # int64[2, 30], by the points of the dealer's hand and of the pone's
    crib: Any  # int64[30], by the points of the crib

    def rates(self) -> Parts:
        """Return the relative frequencies, float64 of the same shapes."""
        hands = self.hands / self.hands.sum(axis=1, keepdims=True)
        return Parts(self.play / self.play.sum(), hands, self.crib / self.crib.sum())


def no_parts() -> Parts:
    """Return parts with counts of 0, to which deals can be added; needs NumPy."""
    import numpy as np

    return Parts(
        np.zeros((_PLAY, _PLAY), np.int64),
        np.zeros((2, _SHOW), np.int64),
        np.zeros(_SHOW, np.int64),
    )


def parts_table(parts: Parts, head: Iterable[str]) -> str:
    """Write the table."""
    about = [
        "How often each part of a deal has how many points, for two players.",
        *head,
        "part play: points of the dealer, heels included, and of the pone",
    ]
    return compose(about, _COLUMNS, _rows(parts))


def _rows(parts: Parts) -> Iterator[tuple[str, int, int, int]]:
    import numpy as np

    for dealer, pone in np.argwhere(parts.play).tolist():
        yield "play", dealer, pone, int(parts.play[dealer, pone])
    dealer_shows, pone_shows = parts.hands
    for name, counts in (
        ("hand_pone", pone_shows),
        ("hand_dealer", dealer_shows),
        ("crib", parts.crib),
    ):
        for points in np.flatnonzero(counts).tolist():
            yield name, points, 0, int(counts[points])


def read_counts(table: RowTable) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Read a table of :func:`parts_table` without NumPy: its :class:`Parts` as lists."""
    play, crib = [[0] * _PLAY for _ in range(_PLAY)], [0] * _SHOW
    hands = [[0] * _SHOW, [0] * _SHOW]
    lines = {"hand_dealer": hands[0], "hand_pone": hands[1], "crib": crib}
    try:
        for row in table.rows:
            points, pone, number = int(row["points"]), int(row["pone"]), int(row["number"])
            if row["part"] == "play":
                play[points][pone] = number
            else:
                lines[row["part"]][points] = number
    except (KeyError, IndexError, ValueError) as error:
        raise TableError(
            "bad_table",
            "the table of deals has a row that is not of it; make it again with the command in "
            "its head",
        ) from error
    if not all(any(counts) for counts in (chain(*play), *lines.values())):
        raise TableError(
            "bad_table",
            "the table of deals lacks a part; make it again with the command in its head",
        )
    return play, hands, crib


def read_parts(table: RowTable) -> Parts:
    """Read a table of :func:`parts_table`; needs NumPy."""
    import numpy as np

    return Parts(*[np.array(counts, np.int64) for counts in read_counts(table)])


def shipped_rates() -> tuple[array[float], array[float], array[float]]:
    """Return the relative frequencies of :func:`shipped_parts` without NumPy, in C order.

    >>> [round(sum(rates), 9) for rates in shipped_rates()]
    [1.0, 2.0, 1.0]
    """
    play, hands, crib = read_counts(tables.load("deals"))
    return _rates([*chain(*play)]), _rates(hands[0]) + _rates(hands[1]), _rates(crib)


def _rates(counts: Sequence[int]) -> array[float]:
    total = sum(counts)
    return array("d", [count / total for count in counts])


@load_once
def shipped_parts() -> Parts:
    """Return the shipped numbers."""
    return read_parts(tables.load("deals"))

"""Win probability at the start of a deal, by the needs of all sides: the shipped tables.

The tables are solved from millions of deals with the exact order of counting;
:mod:`pegout.solver.backward_induction` describes the method. A need is the number of holes still to
go, so the same table serves every target.

>>> round(chance(121, 121), 2), round(chance(1, 1), 2)
(0.56, 0.61)
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from pegout.errors import PegoutError
from pegout.loading import load_once
from pegout.tables.files import load_numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The largest need in the tables.
LARGEST_NEED: Final = 121
#: The number of needs in a row, from 0 on.
_WIDTH: Final = LARGEST_NEED + 1
#: The needs in the table for three players; values between them are interpolated linearly.
NODES: Final = (*range(1, 37), *range(37, LARGEST_NEED + 1, 2))

#: The outcomes of a game of two sides, in the order of the tables.
OUTCOMES: Final = (
    "dealer wins",
    "dealer skunks",
    "dealer double skunks",
    "pone wins",
    "pone skunks",
    "pone double skunks",
)

#: The stakes: the values of the outcomes for the dealer. ``win`` is the win probability. The others
#: are points for a match less those of the pone, as in the presets ``standard`` and ``acc``; see
#: :class:`pegout.rules.Rules`.
STAKES: Final = {
    "win": (1, 1, 1, 0, 0, 0),
    "1-2-3": (1, 2, 3, -1, -2, -3),
    "2-3-3": (2, 3, 3, -2, -3, -3),
}

_NAMES: Final = {2: "chances_two", 3: "chances_three", 4: "chances_four"}
#: The average points of a side in one round of deals, in which every player deals once, or with
#: four players each side. Needs beyond a table are looked up so many holes nearer.
_ROUNDS: Final = {2: 26, 3: 32, 4: 42}


class ChancesError(PegoutError):
    """An invalid argument for a look-up in the tables.

    Attributes:
        code: ``bad_needs``, ``bad_players``, ``bad_seat``, ``bad_stake`` or ``bad_target``.
    """


def chance(dealer: int, pone: int, players: int = 2) -> float:
    """Return the win probability of the dealer's side at the start of a deal.

    Args:
        dealer: the holes that the dealer's side needs, 1 or more.
        pone: the holes that the opponents' side needs, 1 or more.
        players: 2 or 4.

    Raises:
        ChancesError: ``bad_needs`` or ``bad_players``.

    >>> chance(1, 121) > 0.999 > chance(40, 40) > 0.5
    True
    """
    if not 1 <= dealer <= LARGEST_NEED or not 1 <= pone <= LARGEST_NEED:
        dealer, pone = within((dealer, pone), players)
    return dealer_wins(players)[dealer * _WIDTH + pone]


def within(needs: Sequence[int], players: int) -> tuple[int, ...]:
    """Map needs to the range of a table: reduce all by whole rounds of deals, then clip them.

    >>> within((241, 200), 2), within((200, 3), 2), within((5, 7), 2)
    ((111, 70), (121, 3), (5, 7))

    Raises:
        ChancesError: ``bad_needs`` or ``bad_players``.
    """
    if players not in _NAMES:
        raise ChancesError("bad_players", f"2, 3 or 4 play, not {players!r:.20}")
    sides = 3 if players == 3 else 2
    if len(needs) != sides or min(needs) < 1:
        raise ChancesError(
            "bad_needs",
            f"expected what each of {sides} sides needs, 1 or more, not {tuple(needs)!r:.60}",
        )
    step = _ROUNDS[players]
    nearer = min(-(-max(0, max(needs) - LARGEST_NEED) // step), (min(needs) - 1) // step)
    return tuple([min(need - nearer * step, LARGEST_NEED) for need in needs])


def within_rows(needs: NDArray[np.int64], players: int) -> NDArray[np.int64]:
    """Map many rows of needs to the range of a table, as :func:`within` does for one.

    Args:
        needs: int64[n, sides], 1 or more.
        players: 2, 3 or 4.

    Returns:
        int64[n, sides].
    """
    import numpy as np

    step = _ROUNDS[players]
    behind = -(-np.maximum(0, needs.max(axis=1) - LARGEST_NEED) // step)
    nearer = np.minimum(behind, (needs.min(axis=1) - 1) // step)
    mapped: NDArray[np.int64] = np.minimum(needs - nearer[:, None] * step, LARGEST_NEED)
    return mapped


def chance_of_seat(needs: Sequence[int], dealer: int, seat: int) -> float:
    """Return the win probability of a seat at the start of a deal of two or three players.

    Args:
        needs: the holes that each seat needs, 1 or more.
        dealer: the seat that deals.
        seat: the seat whose win probability to return.

    Raises:
        ChancesError: ``bad_needs``, ``bad_players`` or ``bad_seat``.

    >>> wins = [chance_of_seat((20, 20, 20), 1, seat) for seat in range(3)]
    >>> round(sum(wins), 3), max(wins) == wins[1]
    (1.0, True)
    """
    players = len(needs)
    if players not in (2, 3):
        raise ChancesError("bad_players", f"expected the needs of 2 or 3 seats, not of {players}")
    for given in (dealer, seat):
        if given not in range(players):
            raise ChancesError("bad_seat", f"a seat is from 0 to {players - 1}, not {given!r:.20}")
    order = within([needs[(dealer + index) % players] for index in range(players)], players)
    index = (seat - dealer) % players
    if players == 2:
        first = chance(*order)
        return 1 - first if index else first
    return of_three(*order)[index]


@lru_cache(10_000)
def of_three(*needs: int) -> tuple[float, ...]:
    """Return the win probabilities of three players, the dealer first.

    The same as :func:`win_probabilities_of_three` for one deal, without NumPy.

    >>> round(sum(of_three(20, 20, 20)), 9)
    1.0
    """
    table, places = load_numbers("chances_three"), _places()
    values, scale, size = table.values, 10.0**-table.digits, len(NODES)
    dealer = following = 0.0
    for corner in product((0, 1), repeat=3):
        at, part = 0, 1.0
        for need, upper in zip(needs, corner, strict=True):
            below, share = places[need]
            at = at * size + below + upper
            part *= share if upper else 1 - share
        dealer += part * (values[at] * scale)
        following += part * (values[size**3 + at] * scale)
    return dealer, following, max(0.0, 1 - (dealer + following))


@load_once
def _places() -> list[tuple[int, float]]:
    """Return the lower node and the upper weight of each need, from 0 to 121."""
    places = []
    for need in range(LARGEST_NEED + 1):
        below = min(max(bisect_right(NODES, need) - 1, 0), len(NODES) - 2)
        share = (need - NODES[below]) / (NODES[below + 1] - NODES[below])
        places.append((below, min(max(share, 0.0), 1.0)))
    return places


@load_once
def _nodes() -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the table for three players, and the lower node and the upper weight of each need.

    Returns:
        float64[2, nodes ** 3], of the dealer and the next player, by the needs of the dealer, the
        next and the last player; int64[122] and float64[122].
    """
    import numpy as np

    table = load_numbers("chances_three")
    values = np.array(table.values, np.float64) * 10.0**-table.digits
    below, above = map(np.array, zip(*_places(), strict=True))
    return values.reshape(2, -1), below, above


def win_probabilities_of_three(needs: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the win probabilities of three players at the start of many deals.

    Values between the nodes of the table are interpolated linearly.

    Args:
        needs: int64[n, 3], from 1 to 121: the needs of the dealer, the next player on the left and
            the last player; see :func:`within_rows`.

    Returns:
        float64[n, 3], in the same order.

    >>> import numpy as np
    >>> win_probabilities_of_three(np.array([[20, 20, 20]])).sum().round(9).item()
    1.0
    """
    import numpy as np

    values, below, above = _nodes()
    at, share = below[needs], above[needs]
    size = len(NODES)
    probabilities = np.zeros((2, len(needs)))
    for corner in product((0, 1), repeat=3):
        one, two, three = (at + corner).T
        part = np.where(corner, share, 1 - share).prod(axis=1)
        probabilities += part * values[:, (one * size + two) * size + three]
    return np.stack([*probabilities, (1 - probabilities.sum(axis=0)).clip(0)], axis=1)


@load_once
def dealer_wins(players: int = 2) -> list[float]:
    """Return :func:`win_probabilities` of a game without NumPy, in C order.

    >>> dealer_wins()[122 * 2 + 2] == chance(2, 2)
    True
    """
    numbers, size = numbers_by_needs(_table_of(players)), _WIDTH * _WIDTH
    wins, skunks, double_skunks = [numbers[at * size : (at + 1) * size] for at in range(3)]
    # In this order the sums are those of :func:`win_probabilities` to the last bit.
    return [
        win + double + skunk for win, skunk, double in zip(wins, skunks, double_skunks, strict=True)
    ]


def _table_of(players: int) -> str:
    """Return the name of the table of two sides."""
    if players not in (2, 4):
        raise ChancesError("bad_players", f"two sides are of 2 or 4 players, not {players!r:.20}")
    return _NAMES[players]


@load_once
def numbers_by_needs(name: str) -> array[float]:
    """Return a table of two sides, by their needs; 0 where a need is 0.

    Args:
        name: the name of the table.

    Returns:
        ``n * 122 * 122`` numbers in C order.

    >>> len(numbers_by_needs("chances_two")) == 9 * 122 * 122
    True
    """
    table = load_numbers(name)
    scale, row, numbers = 10.0**-table.digits, LARGEST_NEED, array("d")
    for start in range(0, len(table.values), row):
        if start % (row * row) == 0:
            numbers.extend([0.0] * _WIDTH)
        numbers.append(0.0)
        numbers.extend([value * scale for value in table.values[start : start + row]])
    return numbers


@load_once
def by_needs(name: str) -> NDArray[np.float64]:
    """Return :func:`numbers_by_needs` as a read-only array.

    Returns:
        float64[n, 122, 122].

    >>> by_needs("chances_two").shape
    (9, 122, 122)
    """
    import numpy as np

    full = np.frombuffer(numbers_by_needs(name)).reshape(-1, _WIDTH, _WIDTH)
    full.flags.writeable = False
    return full


def outcomes_array(players: int = 2, target: int = LARGEST_NEED) -> NDArray[np.float64]:
    """Return the probabilities of all outcomes of a game of two sides at the start of a deal.

    Args:
        players: 2, or 4 in two sides.
        target: the hole that ends the game, up to 121; it only cuts the array.

    Returns:
        float64[6, target + 1, target + 1], by :data:`OUTCOMES` and by the needs of the dealer's
        side and of the opponents; 0 where a need is 0. The array is read-only.

    Raises:
        ChancesError: ``bad_players`` or ``bad_target``.

    >>> outcomes_array(target=61)[:, 61, 61].sum().round(3).item()
    1.0
    """
    if not 1 <= target <= LARGEST_NEED:
        raise ChancesError(
            "bad_target", f"a target is from 1 to {LARGEST_NEED}, not {target!r:.20}"
        )
    return by_needs(_table_of(players))[: len(OUTCOMES), : target + 1, : target + 1]


def win_probabilities(
    stake: str = "win", players: int = 2, target: int = LARGEST_NEED
) -> NDArray[np.float64]:
    """Return the expected value of a game for the dealer's side at the start of a deal.

    Args:
        stake: ``win`` for the win probability; ``1-2-3`` or ``2-3-3`` for the expected points for a
            match, less those of the pone.
        players: 2, or 4 in two sides.
        target: the hole that ends the game, up to 121.

    Returns:
        float64[target + 1, target + 1], by the needs of the dealer's side and of the opponents.

    Raises:
        ChancesError: ``bad_stake``, ``bad_players`` or ``bad_target``.

    >>> win_probabilities().shape, bool(win_probabilities()[2, 2] == chance(2, 2))
    ((122, 122), True)
    """
    return stake_value(outcomes_array(players, target), stake)


def stake_value(values: NDArray[np.float64], stake: str) -> NDArray[np.float64]:
    """Return the value of a game to the dealer, under a stake.

    Args:
        values: float64[6, ...], the probabilities of :data:`OUTCOMES`.
        stake: one of :data:`STAKES`.

    Returns:
        float64[...].

    Raises:
        ChancesError: ``bad_stake``.

    >>> import numpy as np
    >>> stake_value(np.array([0.5, 0.1, 0, 0.4, 0, 0]), "1-2-3").round(6).item()
    0.3
    """
    import numpy as np

    _check_stake(stake)
    return np.asarray(np.tensordot(np.array(STAKES[stake], np.float64), values, 1))


def errors_array(
    stake: str = "win", players: int = 2, target: int = LARGEST_NEED
) -> NDArray[np.float64]:
    """Return the standard errors of :func:`win_probabilities`, in the same shape.

    Raises:
        ChancesError: as :func:`win_probabilities` does.

    >>> bool(errors_array().max() < 0.001)
    True
    """
    _check_stake(stake)
    outcomes_array(players, target)
    index = len(OUTCOMES) + list(STAKES).index(stake)
    return by_needs(_table_of(players))[index, : target + 1, : target + 1]


def _check_stake(stake: str) -> None:
    if stake not in STAKES:
        raise ChancesError("bad_stake", f"a stake is one of {', '.join(STAKES)}, not {stake!r:.40}")


def three_array() -> NDArray[np.float64]:
    """Return the win probabilities of three players at the start of a deal.

    Returns:
        float64[3, 122, 122, 122], of the dealer, the next player on the left and the last player,
        by the needs of these three; 0 where a need is 0.

    >>> three_array()[:, 60, 60, 60].sum().round(3).item()
    1.0
    """
    import numpy as np

    axes = np.arange(1, LARGEST_NEED + 1)
    others = np.stack(np.meshgrid(axes, axes, indexing="ij"), axis=-1).reshape(-1, 2)
    full = np.zeros((3, *[LARGEST_NEED + 1] * 3))
    for need in range(1, LARGEST_NEED + 1):
        probabilities = win_probabilities_of_three(np.insert(others, 0, need, axis=1))
        full[:, need, 1:, 1:] = probabilities.T.reshape(3, LARGEST_NEED, LARGEST_NEED)
    return full

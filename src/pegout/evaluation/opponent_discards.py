"""How the others throw: what lies in a crib beside one's own cards, given the cards one was dealt.

The tables ``throws_six``, ``throws_five_card``, ``throws_three`` and ``throws_four``, and in
lowball those with ``_lowball`` behind, tell for each role what is thrown from each set of ranks;
the head of each says how it was made. Whoever counts nobs, or flushes in the crib, otherwise is
taken to throw as by the standard rules: :func:`assumed_error` says what that may be wrong by.
``throws_six`` is of the discards solved by themselves, on purpose: what is told here is advice
about hand and crib alone, and has to agree with the means of the crib of that solution. The throws
of the deal solved as one game, play and all, are ``throws_deal``: beliefs about hands are made of
those.

Two players. The ranks are exact. Each set of ranks that the other may hold has its number of hands
in the pack without the cards seen, times the share with which the throw is made from it, times the
starters that are then left.

Three and four players. One throw is exact by itself: its rate is the mean over all hands that the
player may have been dealt from the pack without the cards seen. What is modelled is how three
throws (with three players two, and the card from the pack) and the starter go together. They are
weighed as if each were dealt from a pack of its own, times how likely it is that no two of them
hold the same card: two by two and rank by rank, from how many cards of each rank a player holds
who throws a given one. Against hands dealt out the mean of a crib comes out a little wrong, by
nearly the same whatever is held; :func:`missing_points` says by how much.

>>> from pegout.rules import Rules
>>> found = beside(ranks.parse("5567JK"), Rules(), "own")
>>> round(sum(map(sum, found.values())), 9)
1.0
>>> ten_king = found[ranks.parse("TK")]
>>> ten_king[ranks.JACK] > ten_king[ranks.parse("5")[0]]
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import comb, hypot, perm, prod
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from pegout.cards import RANK_LETTERS
from pegout.evaluation.discards import Role
from pegout.loading import load_once
from pegout.rules import Rules
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.files import RowTable, TableError
from pegout.tables.rank_sets import Ranks

__all__ = [
    "Beside",
    "Habit",
    "assumed_error",
    "beside",
    "habit",
    "missing_points",
    "roles_beside",
    "shares",
    "standard_error",
    "suited_factor",
]

#: For each set of ranks that may lie beside one's own cards in the crib, how likely it is together
#: with a starter of each rank, 0 for the ace to 12 for the king; all of them add up to 1.
Beside: TypeAlias = Mapping[Ranks, tuple[float, ...]]

_COMB: Final = [[comb(number, chosen) for chosen in range(5)] for number in range(5)]
#: Of so many cards of a rank that are left, one has taken some and another takes some more: how
#: likely the others are not among the first.
_SPARED: Final = [
    [
        [
            comb(number - taken, more) / comb(number, more) if taken + more <= number else 0.0
            for more in range(5)
        ]
        for taken in range(5)
    ]
    for number in range(5)
]
#: The tables, each with how many cards are dealt and how many thrown.
_SIZES: Final = {"six": (6, 2), "five_card": (5, 2), "three": (5, 1), "four": (5, 1)}
#: What the mean of a crib is wrong by where a jack or a flush is worth something else.
_NOBS_ERROR: Final = 0.04
_FLUSH_ERROR: Final = 0.01
#: What the mean of a crib lacks, by the number of players and whether it is lowball, for each role.
_MISSING: Final[Mapping[tuple[int, bool], Mapping[Role, float]]] = {
    (3, False): {"own": 0.006, "opponent": 0.006},
    (4, False): {"own": 0.011, "opponent": 0.011, "partner": 0.011},
    (3, True): {"own": 0.003, "opponent": -0.010},
    (4, True): {"own": -0.006, "opponent": -0.019, "partner": -0.007},
}
#: Who throws beside each role, by the number of players.
_OTHERS: Final[Mapping[int, Mapping[Role, tuple[Role, ...]]]] = {
    2: {"own": ("opponent",), "opponent": ("own",)},
    3: {"own": ("opponent", "opponent"), "opponent": ("own", "opponent")},
    4: {
        "own": ("opponent", "opponent", "partner"),
        "opponent": ("own", "opponent", "partner"),
        "partner": ("own", "opponent", "opponent"),
    },
}


class Habit(NamedTuple):
    """What a role throws.

    Attributes:
        throws: every throw there may be.
        hands: every set that may be dealt, as its ranks with their numbers, and the throws made
            from it, each as its place in ``throws`` with its share; the shares add up to 1.
    """

    throws: tuple[Ranks, ...]
    hands: tuple[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, float], ...]], ...]


def roles_beside(rules: Rules, role: Role) -> tuple[Role, ...]:
    """Say in which roles the other players throw to the crib that a role throws to.

    >>> from pegout.rules import Rules
    >>> roles_beside(Rules(players=3), "opponent")
    ('own', 'opponent')

    Raises:
        KeyError: for a role that there is not with so many players.
    """
    return _OTHERS[rules.players][role]


def standard_error(rules: Rules) -> float:
    """Give the standard error, in points, of the mean of a crib that follows from the table.

    It stands in the head of the table, which also says what it covers. Where the table is of other
    rules, :func:`assumed_error` is in it.

    >>> from pegout.rules import Rules
    >>> 0 < standard_error(Rules()) < 0.1
    True

    Raises:
        TableError: if the head does not say it.
    """
    said = _said(_table(rules).head, "standard error: ")
    if not said:
        raise _bad("gives no standard error")
    return hypot(float(said), assumed_error(rules))


def assumed_error(rules: Rules) -> float:
    """Give what the mean of a crib may be wrong by since opponents discard by these very rules.

    The tables are made with a point for nobs and none for a flush of four in the crib. The root
    mean square over the discards was measured by ``tools/crib_rules.py``, over a million deals, and
    rounded up: 0.035 without nobs, 0.027 with two points for it, 0.005 with flushes of four. In
    the mean over all discards a crib moves by 0.002.

    >>> from pegout.rules import Rules
    >>> assumed_error(Rules()), assumed_error(Rules(nobs_points=2))
    (0.0, 0.04)
    """
    nobs = _NOBS_ERROR * abs(rules.nobs_points - 1)
    return hypot(nobs, _FLUSH_ERROR if rules.crib_flush != "five" else 0.0)


def missing_points(rules: Rules, role: Role) -> float:
    """Give what is to be added to the mean of a crib to which several others discard.

    Their discards are weighed two by two, and that makes cribs poorer by this much than hands dealt
    out to everybody; in lowball mostly richer. Measured by ``tools/crib_means.py``, with
    ``--lowball`` and without, over 200 hands of each role and 30,000 deals for each: ± 0.001.

    >>> from pegout.rules import Rules
    >>> missing_points(Rules(), "own"), missing_points(Rules(players=3), "own")
    (0.0, 0.006)
    """
    return _MISSING.get((rules.players, rules.lowball), {}).get(role, 0.0)


def suited_factor(rules: Rules, role: Role) -> float:
    """Give how much likelier a role throws a pair of one suit than another pair of its ranks.

    The head of a table that knows it has a line such as ``suited: own 1.02 opponent 0.97``;
    without one it is 1.
    """
    words = _said(_table(rules).head, "suited: ").split()
    return float(dict(zip(words[::2], words[1::2], strict=True)).get(role, 1))


def _game(rules: Rules) -> str:
    game = "five_card" if rules.five_card else {2: "six", 3: "three", 4: "four"}[rules.players]
    return f"{game}_lowball" if rules.lowball else game


def _table(rules: Rules) -> RowTable:
    return tables.load(f"throws_{_game(rules)}")


def _said(head: Iterable[str], title: str) -> str:
    return next((line.removeprefix(title) for line in head if line.startswith(title)), "")


def _bad(fault: str) -> TableError:
    return TableError(f"the table of throws {fault}; make it again with the command in its head")


def habit(rules: Rules, role: Role) -> Habit:
    """Give what a role throws from each set of ranks.

    >>> from pegout.rules import Rules
    >>> dealer = habit(Rules(), "own")
    >>> len(dealer.throws), len(dealer.hands)
    (91, 18395)

    Raises:
        TableError: if the table is not what was written, or leaves out a set.
    """
    return _habit(_game(rules), role)


@load_once
def _habit(game: str, role: Role) -> Habit:
    dealt, thrown = _SIZES[game.removesuffix("_lowball")]
    return _read(tables.load(f"throws_{game}"), role, dealt, thrown)


def shares(rules: Rules, role: Role) -> Mapping[Ranks, Mapping[Ranks, float]]:
    """Give for each set of ranks that a role may be dealt the share of each of its throws.

    >>> from pegout.rules import Rules
    >>> shares(Rules(players=4), "own")[ranks.parse("345JK")] == {ranks.parse("J"): 1.0}
    True

    Raises:
        TableError: if the table is not what was written, or leaves out a set.
    """
    return _shares_by_hand(_game(rules), role)


@load_once
def _shares_by_hand(game: str, role: Role) -> Mapping[Ranks, Mapping[Ranks, float]]:
    throws, hands = _habit(game, role)
    return {
        tuple([rank for rank, number in counts for _ in range(number)]): {
            throws[place]: share for place, share in made
        }
        for counts, made in hands
    }


def _read(table: RowTable, role: str, dealt: int, thrown: int) -> Habit:
    """Read what a role throws that is dealt so many cards and throws so many."""
    throws = ranks.sets(thrown)
    names = {ranks.format(throw): place for place, throw in enumerate(throws)}
    numbers = {letter: rank for rank, letter in enumerate(RANK_LETTERS)}
    hands = {}
    for row in table.rows:
        if row["role"] == role:
            hand = row["dealt"]
            counts = [(numbers[letter], hand.count(letter)) for letter in dict.fromkeys(hand)]
            hands[hand] = (tuple(counts), _shares(row["throws"], names))
    # Every hand that can be dealt is of one of the sets.
    every = sum([prod([comb(4, number) for _, number in counts]) for counts, _ in hands.values()])
    if every != comb(52, dealt):
        raise _bad(f"does not have every hand of {dealt} for the role {role}")
    return Habit(throws, tuple(hands.values()))


def _shares(text: str, names: Mapping[str, int]) -> tuple[tuple[int, float], ...]:
    """Read throws by their places among the sets of ranks, their shares made 1 in all."""
    try:
        shares = [(names[throw], share) for throw, share in read_shares(text)]
    except (KeyError, TableError) as error:
        raise _bad(f"has the throws {text[:40]!r}") from error
    total = sum([share for _, share in shares])
    return tuple([(place, share / total) for place, share in shares])


def beside(seen: Ranks, rules: Rules, role: Role) -> Beside:
    """Give what lies in the crib beside the cards of a role, with the starter.

    Args:
        seen: the ranks of the cards that this role was dealt, or of whichever cards are known to
            be neither in another hand nor the starter.
        rules: how many players there are, and whether they play the five-card game.
        role: whose crib it is, as this role sees it: ``own`` for the dealer, ``opponent`` for
            whoever plays against the dealer, ``partner`` for the dealer's.

    Returns:
        The sets of two ranks with two players, of three ranks with three and four. One that
        cannot be is left out.
    """
    left = [4 - seen.count(rank) for rank in range(13)]
    habits = [habit(rules, other) for other in roles_beside(rules, role)]
    if rules.players == 2:
        found = _of_one(left, habits[0])
    else:
        from_pack = [_card(left)] * (rules.from_pack + 1)
        found = _of_several(left, [*[_player(left, one) for one in habits], *from_pack])
    total = sum([sum(row) for row in found.values()])
    return {throw: tuple([weight / total for weight in row]) for throw, row in found.items()}


def _of_one(left: Sequence[int], habit: Habit) -> dict[Ranks, list[float]]:
    """Weigh the throws of one other player with the starters that its hands leave."""
    chosen = [_COMB[number] for number in left]
    # How many hands have each throw, and how many cards of each rank these hold together.
    numbers = [0.0] * len(habit.throws)
    held = [[0.0] * 13 for _ in habit.throws]
    for counts, throws in habit.hands:
        hands = 1
        for rank, number in counts:
            hands *= chosen[rank][number]
        if not hands:
            continue
        for place, share in throws:
            part = hands * share
            numbers[place] += part
            row = held[place]
            for rank, number in counts:
                row[rank] += part * number
    return {
        throw: [
            # A rank of which all are thrown is left to no starter, whatever rounding says.
            max(0.0, number * left[rank] - row[rank]) if throw.count(rank) < left[rank] else 0.0
            for rank in range(13)
        ]
        for throw, number, row in zip(habit.throws, numbers, held, strict=True)
        if number
    }


class _Party(NamedTuple):
    """Somebody who takes cards from the pack and puts one of them down: a player, or chance.

    Attributes:
        rates: how often the card put down is of each rank, in proportion.
        held: for each rank put down, for each rank, how likely 0 to 4 cards of it were taken.
    """

    rates: list[float]
    held: list[list[list[float]]]


def _player(left: Sequence[int], habit: Habit) -> _Party:
    """Give what is known of a player who throws one card, whatever the others hold."""
    rates = [0.0] * 13
    held = [[[0.0] * 5 for _ in range(13)] for _ in range(13)]
    for counts, throws in habit.hands:
        hands = 1
        for rank, number in counts:
            hands *= _COMB[left[rank]][number]
        if not hands:
            continue
        for place, share in throws:
            thrown = habit.throws[place][0]
            part = hands * share
            rates[thrown] += part
            for rank, number in counts:
                held[thrown][rank][number] += part
    for thrown, rate in enumerate(rates):
        for likely in held[thrown] if rate else ():
            likely[:] = [part / rate for part in likely]
            likely[0] = max(0.0, 1 - sum(likely))
    total = sum(rates)
    return _Party([rate / total for rate in rates], held)


def _card(left: Sequence[int]) -> _Party:
    """Give the same of chance, which puts down a card from the pack."""
    number = sum(left)
    held = [
        [[float(other != rank), float(other == rank), 0.0, 0.0, 0.0] for other in range(13)]
        for rank in range(13)
    ]
    return _Party([cards / number for cards in left], held)


def _apart(left: Sequence[int], one: _Party, other: _Party) -> list[list[float]]:
    """Give how likely two parties have taken no card twice, by the ranks that they put down."""
    # For each rank that the other puts down: by rank, and by how many the one has of it.
    spared = [
        [
            [
                sum([_SPARED[number][taken][more] * likely[more] for more in range(5)])
                for taken in range(5)
            ]
            for number, likely in zip(left, held, strict=True)
        ]
        for held in other.held
    ]
    return [
        [
            prod(
                [sum(map(mul, likely, chances)) for likely, chances in zip(held, row, strict=True)]
            )
            for row in spared
        ]
        for held in one.held
    ]


def _of_several(left: Sequence[int], parties: Sequence[_Party]) -> dict[Ranks, list[float]]:
    """Weigh the cards that three parties put down with the starter, which a fourth does."""
    first, second, third, starter = parties
    pairs = {
        (a, b): _apart(left, parties[a], parties[b]) for a in range(4) for b in range(a + 1, 4)
    }
    found: dict[Ranks, list[float]] = {}
    for one, two, three in product(range(13), repeat=3):
        weight = first.rates[one] * second.rates[two] * third.rates[three]
        weight *= pairs[0, 1][one][two] * pairs[0, 2][one][three] * pairs[1, 2][two][three]
        if not weight:
            continue
        crib = tuple(sorted((one, two, three)))
        row = found.setdefault(crib, [0.0] * 13)
        with_starter = zip(pairs[0, 3][one], pairs[1, 3][two], pairs[2, 3][three], strict=True)
        for rank, (a, b, c) in enumerate(with_starter):
            row[rank] += weight * starter.rates[rank] * a * b * c
    for crib, row in found.items():
        for rank in range(13):
            row[rank] *= _alike(left, (*crib, rank))
    return {crib: row for crib, row in found.items() if any(row)}


def _alike(left: Sequence[int], cards: Ranks) -> float:
    """Give what several cards of one rank need beyond being different two by two."""
    factor = 1.0
    for rank in set(cards):
        number = cards.count(rank)
        if number > left[rank]:
            return 0.0
        if number > 2:
            all_apart = perm(left[rank], number) / left[rank] ** number
            two_by_two = (1 - 1 / left[rank]) ** comb(number, 2)
            factor *= all_apart / two_by_two
    return factor

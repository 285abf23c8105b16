"""The distribution of the other players' cards in a crib, given the cards seen.

The tables ``discards_six``, ``discards_five_card``, ``discards_three`` and ``discards_four``, and
in lowball those with the suffix ``_lowball``, have the discard strategy of each role for each set
of ranks; the head of each says how it was computed. Under rules that count nobs, or flushes in the
crib, differently, players are modelled to discard by the standard rules; :func:`assumed_error`
estimates the error. ``discards_six`` deliberately comes from the discards solved without the play:
advice about hand and crib alone must agree with the expected cribs of that solution.
``discards_deal`` has the discards of the whole deal solved as one game, including the play; beliefs
about hands use those.

Two players. The ranks are exact. Each set of ranks that the opponent may have been dealt is
weighted by its number of hands in the pack without the cards seen, times the share of the discard,
times the number of starters then left.

Three and four players. The distribution of a single discard is exact: its rate is the average over
all hands that the player may have been dealt from the pack without the cards seen. The joint
distribution of three discards (with three players two, and the card from the pack) and the starter
is a model. It treats each as dealt from a pack of its own, and multiplies by the probability that
no two parties have the same card. That probability is computed pair by pair and rank by rank, from
the number of cards of each rank in the hand of a player who discards a given rank. Compared with
simulated deals the expected crib has a small error, nearly the same for all hands;
:func:`missing_points` gives it.

>>> from pegout.rules import Rules
>>> distribution = other_cards(ranks.parse("5567JK"), Rules(), "own")
>>> round(sum(map(sum, distribution.values())), 9)
1.0
>>> ten_king = distribution[ranks.parse("TK")]
>>> ten_king[ranks.JACK] > ten_king[ranks.parse("5")[0]]
True
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import comb, hypot, perm, prod
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from pegout.cards import RANK_LETTERS
from pegout.evaluation.discards import CribOwner, game_name
from pegout.loading import load_once
from pegout.rules import Rules
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.discard_shares import read_shares
from pegout.tables.files import RowTable, TableError
from pegout.tables.rank_sets import Ranks

#: For each set of ranks that the other players may add to the crib, its joint probability with a
#: starter of each rank, 0 for the ace to 12 for the king; all of them sum to 1.
Beside: TypeAlias = Mapping[Ranks, tuple[float, ...]]

#: By the number of cards left of a rank, the number that one party has taken and the number that
#: another takes: the probability that they have no card in common.
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
#: The numbers of cards dealt and discarded, by table.
_SIZES: Final = {"six": (6, 2), "five_card": (5, 2), "three": (5, 1), "four": (5, 1)}
#: The errors of an expected crib under other points for nobs or flushes.
_NOBS_ERROR: Final = 0.04
_FLUSH_ERROR: Final = 0.01
#: The correction of an expected crib, by the number of players, lowball or not, and role.
_MISSING: Final[Mapping[tuple[int, bool], Mapping[CribOwner, float]]] = {
    (3, False): {"own": 0.006, "opponent": 0.006},
    (4, False): {"own": 0.011, "opponent": 0.011, "partner": 0.011},
    (3, True): {"own": 0.003, "opponent": -0.010},
    (4, True): {"own": -0.006, "opponent": -0.019, "partner": -0.007},
}
#: The roles of the other players, by the number of players and the own role.
_OTHERS: Final[Mapping[int, Mapping[CribOwner, tuple[CribOwner, ...]]]] = {
    2: {"own": ("opponent",), "opponent": ("own",)},
    3: {"own": ("opponent", "opponent"), "opponent": ("own", "opponent")},
    4: {
        "own": ("opponent", "opponent", "partner"),
        "opponent": ("own", "opponent", "partner"),
        "partner": ("own", "opponent", "opponent"),
    },
}


class DiscardStrategy(NamedTuple):
    """The discard strategy of a role."""

    discards: tuple[Ranks, ...]  # every possible discard
    # Every set that may be dealt, as its ranks with their numbers, and its discards, each as its
    # index in ``discards`` with its share; the shares sum to 1.
    hands: tuple[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, float], ...]], ...]


def other_roles(players: int, role: CribOwner) -> tuple[CribOwner, ...]:
    """Return the roles of the other players who discard to the crib.

    >>> other_roles(3, "opponent")
    ('own', 'opponent')
    """
    return _OTHERS[players][role]


def standard_error(rules: Rules) -> float:
    """Return the standard error of an expected crib that follows from the table, in points.

    The head of the table gives it and says what it covers. Under other rules than those of the
    table it includes :func:`assumed_error`.

    >>> from pegout.rules import Rules
    >>> 0 < standard_error(Rules()) < 0.1
    True

    Raises:
        TableError: if the head does not give it.
    """
    said = _find_title(_table(rules).head, "standard error: ")
    if not said:
        raise _bad("gives no standard error")
    return hypot(float(said), assumed_error(rules))


def assumed_error(rules: Rules) -> float:
    """Return the error of an expected crib that comes from modelling discards by other rules.

    The tables are computed with one point for nobs and none for a flush of four in the crib.
    ``tools/crib_rules.py`` measured the root mean square error over the discards in a million
    deals: 0.035 without nobs, 0.027 with two points for nobs, 0.005 with flushes of four. The
    constants are rounded up from these. Averaged over all discards, an expected crib changes by
    0.002.

    >>> from pegout.rules import Rules
    >>> assumed_error(Rules()), assumed_error(Rules(nobs_points=2))
    (0.0, 0.04)
    """
    nobs = _NOBS_ERROR * abs(rules.nobs_points - 1)
    return hypot(nobs, _FLUSH_ERROR if rules.crib_flush != "five" else 0.0)


def missing_points(rules: Rules, role: CribOwner) -> float:
    """Return the correction of an expected crib to which several other players discard.

    The model weights discards in pairs, which makes cribs poorer by this much than in simulated
    deals; in lowball mostly richer. ``tools/crib_means.py``, with and without ``--lowball``,
    measured it over 200 hands of each role and 30,000 deals for each: ± 0.001.

    >>> from pegout.rules import Rules
    >>> missing_points(Rules(), "own"), missing_points(Rules(players=3), "own")
    (0.0, 0.006)
    """
    return _MISSING.get((rules.players, rules.lowball), {}).get(role, 0.0)


def suited_factor(rules: Rules, role: CribOwner) -> float:
    """Return how much likelier a role discards a pair of one suit than another pair of its ranks.

    The head of a table may have a line such as ``suited: own 1.02 opponent 0.97``; without one the
    factor is 1.
    """
    words = _find_title(_table(rules).head, "suited: ").split()
    return float(dict(zip(words[::2], words[1::2], strict=True)).get(role, 1))


def _table(rules: Rules) -> RowTable:
    return tables.load(f"discards_{game_name(rules)}")


def _find_title(head: Iterable[str], title: str) -> str:
    return next((line.removeprefix(title) for line in head if line.startswith(title)), "")


def _bad(fault: str) -> TableError:
    return TableError(
        "bad_table", f"the table of discards {fault}; make it again with the command in its head"
    )


def discard_strategy(rules: Rules, role: CribOwner) -> DiscardStrategy:
    """Return the discard strategy of a role for each set of ranks.

    >>> from pegout.rules import Rules
    >>> dealer = discard_strategy(Rules(), "own")
    >>> len(dealer.discards), len(dealer.hands)
    (91, 18395)
    """
    return _strategy(game_name(rules), role)


@load_once
def _strategy(game: str, role: CribOwner) -> DiscardStrategy:
    dealt, discarded = _SIZES[game.removesuffix("_lowball")]
    return read_strategy(tables.load(f"discards_{game}"), role, dealt, discarded)


def shares(rules: Rules, role: CribOwner) -> Mapping[Ranks, Mapping[Ranks, float]]:
    """Return the share of each discard for each set of ranks that a role may be dealt.

    >>> from pegout.rules import Rules
    >>> shares(Rules(players=4), "own")[ranks.parse("345JK")] == {ranks.parse("J"): 1.0}
    True
    """
    return _shares_by_hand(game_name(rules), role)


@load_once
def _shares_by_hand(game: str, role: CribOwner) -> Mapping[Ranks, Mapping[Ranks, float]]:
    discards, hands = _strategy(game, role)
    return {
        tuple([rank for rank, number in counts for _ in range(number)]): {
            discards[index]: share for index, share in made
        }
        for counts, made in hands
    }


def read_strategy(table: RowTable, role: str, dealt: int, discarded: int) -> DiscardStrategy:
    """Read the discard strategy of a role with these numbers of cards dealt and discarded."""
    discards = ranks.sets(discarded)
    names = {ranks.format(discard): index for index, discard in enumerate(discards)}
    numbers = {letter: rank for rank, letter in enumerate(RANK_LETTERS)}
    hands = {}
    for row in table.rows:
        if row["role"] == role:
            hand = row["dealt"]
            counts = [(numbers[letter], hand.count(letter)) for letter in dict.fromkeys(hand)]
            hands[hand] = (tuple(counts), _shares(row["discards"], names))
    # The sets must cover every hand that can be dealt.
    every = sum([prod([comb(4, number) for _, number in counts]) for counts, _ in hands.values()])
    if every != comb(52, dealt):
        raise _bad(f"does not have every hand of {dealt} for the role {role}")
    return DiscardStrategy(discards, tuple(hands.values()))


def _shares(text: str, names: Mapping[str, int]) -> tuple[tuple[int, float], ...]:
    """Read discards as indices among the sets of ranks, with their shares normalised."""
    try:
        shares = [(names[discard], share) for discard, share in read_shares(text)]
    except (KeyError, TableError) as error:
        raise _bad(f"has the discards {text[:40]!r}") from error
    total = sum([share for _, share in shares])
    return tuple([(index, share / total) for index, share in shares])


def other_cards(seen: Ranks, rules: Rules, role: CribOwner) -> Beside:
    """Return the distribution of the other cards in the crib, jointly with the starter.

    Args:
        seen: the ranks of the cards dealt to this role, or of any cards known to be neither in
            another hand nor the starter.
        role: whose crib it is from this seat: ``own`` for the dealer, ``opponent`` for an opponent
            of the dealer, ``partner`` for the dealer's partner.

    Returns:
        The sets of two ranks with two players, of three ranks with three and four. Impossible sets
        are left out.
    """
    left = [4 - seen.count(rank) for rank in range(13)]
    strategies = [discard_strategy(rules, other) for other in other_roles(rules.players, role)]
    if rules.players == 2:
        weights = _of_one(left, strategies[0])
    else:
        from_pack = [_card(left)] * (rules.from_pack + 1)
        weights = _of_several(
            left, [*[_player(left, strategy) for strategy in strategies], *from_pack]
        )
    total = sum([sum(row) for row in weights.values()])
    return {discard: tuple([weight / total for weight in row]) for discard, row in weights.items()}


def _of_one(left: Sequence[int], strategy: DiscardStrategy) -> dict[Ranks, list[float]]:
    """Weight the discards of a single opponent jointly with the starters that the hands leave."""
    chosen = [ranks.BINOMIALS[number] for number in left]
    # The number of hands with each discard, and the number of cards of each rank in these hands.
    numbers = [0.0] * len(strategy.discards)
    held = [[0.0] * 13 for _ in strategy.discards]
    for counts, discards in strategy.hands:
        hands = 1
        for rank, number in counts:
            hands *= chosen[rank][number]
        if not hands:
            continue
        for index, share in discards:
            part = hands * share
            numbers[index] += part
            row = held[index]
            for rank, number in counts:
                row[rank] += part * number
    return {
        discard: [
            # Rounding must not leave a starter of a rank whose cards are all discarded.
            max(0.0, number * left[rank] - row[rank]) if discard.count(rank) < left[rank] else 0.0
            for rank in range(13)
        ]
        for discard, number, row in zip(strategy.discards, numbers, held, strict=True)
        if number
    }


class _Party(NamedTuple):
    """A party that takes cards from the pack and puts one of them down: a player, or chance."""

    rates: list[float]  # the distribution of the rank of the card put down
    # For each rank put down and each rank, the probabilities that 0 to 4 cards of it were taken.
    held: list[list[list[float]]]


def _player(left: Sequence[int], strategy: DiscardStrategy) -> _Party:
    """Return the party of a player who discards one card, independent of the other players."""
    rates = [0.0] * 13
    held = [[[0.0] * 5 for _ in range(13)] for _ in range(13)]
    for counts, discards in strategy.hands:
        hands = 1
        for rank, number in counts:
            hands *= ranks.BINOMIALS[left[rank]][number]
        if not hands:
            continue
        for index, share in discards:
            discarded = strategy.discards[index][0]
            part = hands * share
            rates[discarded] += part
            for rank, number in counts:
                held[discarded][rank][number] += part
    for discarded, rate in enumerate(rates):
        for likely in held[discarded] if rate else ():
            likely[:] = [part / rate for part in likely]
            likely[0] = max(0.0, 1 - sum(likely))
    total = sum(rates)
    return _Party([rate / total for rate in rates], held)


def _card(left: Sequence[int]) -> _Party:
    """Return the party of chance, which puts down a card from the pack."""
    number = sum(left)
    held = [
        [[float(other != rank), float(other == rank), 0.0, 0.0, 0.0] for other in range(13)]
        for rank in range(13)
    ]
    return _Party([cards / number for cards in left], held)


def _apart(left: Sequence[int], first: _Party, second: _Party) -> list[list[float]]:
    """Return the probability that two parties share no card, by the ranks that they put down."""
    # For each rank put down by ``other``: by rank, and by the number of its cards that ``one`` has.
    spared = [
        [
            [
                sum([_SPARED[number][taken][more] * likely[more] for more in range(5)])
                for taken in range(5)
            ]
            for number, likely in zip(left, held, strict=True)
        ]
        for held in second.held
    ]
    return [
        [
            prod(
                [
                    sum(map(mul, likely, probabilities))
                    for likely, probabilities in zip(held, row, strict=True)
                ]
            )
            for row in spared
        ]
        for held in first.held
    ]


def _of_several(left: Sequence[int], parties: Sequence[_Party]) -> dict[Ranks, list[float]]:
    """Weight the cards put down by three parties jointly with the starter of the fourth."""
    first, second, third, starter = parties
    pairs = {
        (a, b): _apart(left, parties[a], parties[b]) for a in range(4) for b in range(a + 1, 4)
    }
    weights: dict[Ranks, list[float]] = {}
    for one, two, three in product(range(13), repeat=3):
        weight = first.rates[one] * second.rates[two] * third.rates[three]
        weight *= pairs[0, 1][one][two] * pairs[0, 2][one][three] * pairs[1, 2][two][three]
        if not weight:
            continue
        crib = tuple(sorted((one, two, three)))
        row = weights.setdefault(crib, [0.0] * 13)
        with_starter = zip(pairs[0, 3][one], pairs[1, 3][two], pairs[2, 3][three], strict=True)
        for rank, (a, b, c) in enumerate(with_starter):
            row[rank] += weight * starter.rates[rank] * a * b * c
    for crib, row in weights.items():
        for rank in range(13):
            row[rank] *= _alike(left, (*crib, rank))
    return {crib: row for crib, row in weights.items() if any(row)}


def _alike(left: Sequence[int], cards: Ranks) -> float:
    """Return the factor for several cards of one rank beyond being pairwise different."""
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

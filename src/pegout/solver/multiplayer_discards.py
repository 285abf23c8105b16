"""What is discarded, and its worth in the crib, wherever not two players are dealt six cards.

The game of those two :mod:`pegout.solver.discard_game` solves over all deals with their suits.

What a throw is worth depends on what the others throw, and that depends on what throws are worth.
So both are computed in turn until neither changes: every set of ranks that can be dealt is thrown
by everybody in the way that is best by the tables so far (mean of the hand over all starters, plus
the crib for its owner's side, minus it for the others), and the tables follow from these throws.
Throws that are nearly equal would be chosen in turn for ever; so after the first rounds each round
moves the tables by a smaller part of the way than the one before, which settles on a mixture.
The mixture itself is written down too: in what part of those rounds a set was thrown in which way.

The value of a throw is of the *forced* kind: the mean over everything that the other cards of the
deal may be, given nothing but the cards of the throw. With two players the ranks are exact: each
hand that the other player may hold has its weight with the throw taken out of the pack, and so
has each starter. What is left out: suits are taken to be thrown without regard to suit, so that
flushes count for nothing here (the reader adds them) and a jack meets a starter of its suit one
time in four; and a hand is kept for the show and the crib, without regard to the play. With three
and four players the throws of the others are drawn independently, save that a rank is held no
more than four times.

The tables: ``cribs`` with the values, and ``throws_five_card``, ``throws_three`` and
``throws_four`` with what is thrown from each set of ranks; and the same of lowball, where everybody
wants as few points as can be. Takes about two minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

from pegout.tables.discard_shares import write_shares
from pegout.tables.files import compose, whence
from pegout.tables.rank_sets import JACK, Ranks, format, points, sets, ways

__all__ = [
    "MOST_ROUNDS",
    "Throws",
    "multiplayer_tables",
    "one_card_values",
    "two_card_values",
]

#: Called with the round that begins.
Report = Callable[[int], None]
#: After so many rounds it ends at the latest.
MOST_ROUNDS: Final = 60
#: The rounds that move the tables all the way; the later ones move them by a half, a third …
_FULL_ROUNDS: Final = 8
#: The tables are settled when a round moves no value by more than this.
_SETTLED: Final = 0.0002
#: Who throws besides the one whose throw is valued; with three the pack gives a card too.
_OTHERS: Final[Mapping[int, Mapping[str, Sequence[str]]]] = {
    3: {"own": ("opponent", "opponent"), "opponent": ("own", "opponent")},
    4: {
        "own": ("opponent", "opponent", "partner"),
        "opponent": ("own", "opponent", "partner"),
        "partner": ("own", "opponent", "opponent"),
    },
}

#: How far the mean of a crib that is worked out from the throws is off, in points.
_ERRORS: Final = {"five_card": 0.01, "three": 0.015, "four": 0.025}
_DEALT_OUT: Final = (
    "this is a bound on the root mean square against 60,000 deals dealt out for a hand of each role"
)
_MEASURED: Final = {
    "five_card": "this is a bound on what suits change, of the size that it has with six cards",
    "three": _DEALT_OUT,
    "four": _DEALT_OUT,
}


class DiscardValue(NamedTuple):
    """What a throw is worth in the crib.

    Attributes:
        base: the mean of the fifteens, pairs and runs.
        nobs: the mean number of jacks of the starter's suit among the cards of the others.
    """

    base: float
    nobs: float


class Throws(NamedTuple):
    """A fixed point.

    Attributes:
        values: for each role, the value of each throw.
        shares: for each role and each set of ranks dealt, how often each throw is made. These
            are means over the rounds that are mixed; with two players, ``values`` is exactly
            what follows from them.
        rounds: how many rounds it took.
        change: the most by which the last round has moved a value.
    """

    values: Mapping[str, Mapping[Ranks, DiscardValue]]
    shares: Mapping[str, Mapping[Ranks, Mapping[Ranks, float]]]
    rounds: int
    change: float


class _Choice(NamedTuple):
    """One way to throw from a set: the throw, and the mean of what is kept."""

    throw: Ranks
    mean: float


def _choices(size: int, throws: int) -> dict[Ranks, tuple[_Choice, ...]]:
    """Give for every set that can be dealt the ways to throw from it."""
    scores = {
        keep: [points((*keep, starter)) if keep.count(starter) < 4 else 0 for starter in range(13)]
        for keep in sets(size - throws)
    }
    totals = {keep: 4 * sum(row) for keep, row in scores.items()}
    table = {}
    for dealt in sets(size):
        found = {}
        for places in combinations(range(size), throws):
            throw = tuple([dealt[place] for place in places])
            if throw in found:
                continue
            keep = tuple([rank for place, rank in enumerate(dealt) if place not in places])
            row = scores[keep]
            mean = (totals[keep] - sum([row[rank] for rank in dealt])) / (52 - size)
            # A jack is matched by one starter in four of those that are no jacks.
            others = 48 - size + dealt.count(JACK)
            mean += keep.count(JACK) * others / 4 / (52 - size)
            found[throw] = _Choice(throw, mean)
        table[dealt] = tuple(found.values())
    return table


def _worth(values: Mapping[Ranks, DiscardValue]) -> dict[Ranks, float]:
    """Give what each throw adds to the crib, its own jacks included."""
    return {
        throw: value.base + value.nobs + throw.count(JACK) * 0.25 * 48 / 51
        for throw, value in values.items()
    }


def _best(
    options: Sequence[_Choice], worth: Mapping[Ranks, float], sign: int, lowball: bool
) -> _Choice:
    wanted = min if lowball else max
    return wanted(options, key=lambda option: option.mean + sign * worth[option.throw])


class _Mixture:
    """The throws of one role in the rounds that are mixed."""

    def __init__(self) -> None:
        self._rounds: list[dict[Ranks, Ranks]] = []

    def add(self, thrown: Mapping[Ranks, _Choice], round_: int) -> None:
        """Add a round; one that moves the values all the way leaves nothing of those before."""
        if _step(round_) == 1:
            self._rounds.clear()
        self._rounds.append({dealt: choice.throw for dealt, choice in thrown.items()})

    def shares(self) -> dict[Ranks, dict[Ranks, float]]:
        """Give in what part of the rounds each set was thrown in which way."""
        number = len(self._rounds)
        found = {}
        for dealt in self._rounds[-1]:
            throws = Counter([thrown[dealt] for thrown in self._rounds])
            found[dealt] = {throw: times / number for throw, times in throws.most_common()}
        return found


class _Crib:
    """The throws of one player, as the other sees them who has thrown two cards of known ranks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pairs = sets(2)
        # For each pair: by throw, the number of hands, and by throw and starter, how many cards
        # of the starter's rank these hands hold.
        self.hands: dict[Ranks, dict[Ranks, int]] = {pair: {} for pair in self.pairs}
        self.held: dict[Ranks, dict[Ranks, list[int]]] = {pair: {} for pair in self.pairs}

    def add(self, dealt: Ranks, throw: Ranks, sign: int) -> None:
        """Add the hands of these ranks to those with this throw, or take them away."""
        counts = Counter(dealt)
        full = ways(dealt)
        for pair in self.pairs:
            first, second = pair
            number = full
            if first == second:
                if first in counts:
                    number = number * comb(2, counts[first]) // comb(4, counts[first])
            else:
                for rank in pair:
                    if rank in counts:
                        number = number * comb(3, counts[rank]) // comb(4, counts[rank])
            if not number:
                continue
            number *= sign
            hands = self.hands[pair]
            hands[throw] = hands.get(throw, 0) + number
            held = self.held[pair].get(throw)
            if held is None:
                held = self.held[pair][throw] = [0] * 13
            for rank, count in counts.items():
                held[rank] += number * count

    def values(self) -> dict[Ranks, DiscardValue]:
        """Give the mean of the crib for each pair over the throws and the starters."""
        return {pair: self._value(pair) for pair in self.pairs}

    def _value(self, pair: Ranks) -> DiscardValue:
        left = [4 - pair.count(rank) for rank in range(13)]
        base = nobs = 0
        for throw, number in self.hands[pair].items():
            held = self.held[pair][throw]
            jacks = throw.count(JACK)
            for starter in range(13):
                weight = number * left[starter] - held[starter]
                if weight:
                    base += weight * points((*pair, *throw, starter))
                    if starter != JACK:
                        nobs += weight * jacks
        total = comb(50, self.size) * (50 - self.size)
        return DiscardValue(base / total, nobs / total / 4)


def two_card_values(
    size: int,
    report: Report = lambda _: None,
    *,
    lowball: bool = False,
    rounds: int = MOST_ROUNDS,
) -> Throws:
    """Compute the fixed point for two players who are dealt ``size`` cards and throw two each.

    In lowball both want as few points as they can have.

    Returns:
        The roles ``own`` (the dealer) and ``opponent`` (the pone).
    """
    choices = _choices(size, 2)
    cribs = {"own": _Crib(size), "opponent": _Crib(size)}
    other = {"own": "opponent", "opponent": "own"}
    values = {role: dict.fromkeys(sets(2), DiscardValue(0.0, 0.0)) for role in cribs}
    worth = {role: _worth(values[role]) for role in cribs}
    thrown: dict[str, dict[Ranks, _Choice]] = {role: {} for role in cribs}
    mixtures = {role: _Mixture() for role in cribs}
    round_, change = 0, 1.0
    while change > _SETTLED and round_ < rounds:
        round_ += 1
        report(round_)
        change = 0.0
        for role, sign in (("opponent", -1), ("own", 1)):
            crib = cribs[other[role]]
            for dealt, options in choices.items():
                best = _best(options, worth[role], sign, lowball)
                before = thrown[role].get(dealt)
                if before is None or best.throw != before.throw:
                    crib.add(dealt, best.throw, 1)
                    if before is not None:
                        crib.add(dealt, before.throw, -1)
                    thrown[role][dealt] = best
            mixtures[role].add(thrown[role], round_)
            moved = _towards(values[other[role]], crib.values(), round_)
            after = _worth(moved)
            change = max(change, _change(worth[other[role]], after))
            values[other[role]], worth[other[role]] = moved, after
    shares = {role: mixture.shares() for role, mixture in mixtures.items()}
    return Throws(values, shares, round_, change)


def _step(round_: int) -> float:
    """Give the part of the way by which a round moves the values."""
    return 1 / max(1, round_ - _FULL_ROUNDS)


def _towards(
    before: Mapping[Ranks, DiscardValue], after: Mapping[Ranks, DiscardValue], round_: int
) -> dict[Ranks, DiscardValue]:
    """Move values a part of the way, smaller from round to round."""
    step = _step(round_)
    return {
        throw: DiscardValue(
            old.base + (after[throw].base - old.base) * step,
            old.nobs + (after[throw].nobs - old.nobs) * step,
        )
        for throw, old in before.items()
    }


def _change(before: Mapping[Ranks, float], after: Mapping[Ranks, float]) -> float:
    return max(abs(after[throw] - before[throw]) for throw in before)


def one_card_values(
    players: int,
    report: Report = lambda _: None,
    *,
    lowball: bool = False,
    rounds: int = MOST_ROUNDS,
) -> Throws:
    """Compute the fixed point for three or four players, who are dealt five and throw one each.

    In lowball all want as few points as they can have.

    Returns:
        The roles ``own`` (the dealer), ``opponent``, and with four players ``partner``.
    """
    choices = _choices(5, 1)
    roles = tuple(_OTHERS[players])
    signs = {"own": 1, "opponent": -1, "partner": 1}
    thrown: dict[str, dict[Ranks, _Choice]] = {}
    mixtures = {role: _Mixture() for role in roles}
    values = {role: dict.fromkeys(sets(1), DiscardValue(0.0, 0.0)) for role in roles}
    worth = {role: _worth(values[role]) for role in roles}
    round_, change = 0, 1.0
    while change > _SETTLED and round_ < rounds:
        round_ += 1
        report(round_)
        thrown = {
            role: {
                dealt: _best(options, worth[role], signs[role], lowball)
                for dealt, options in choices.items()
            }
            for role in roles
        }
        for role in roles:
            mixtures[role].add(thrown[role], round_)
        change = 0.0
        for role in roles:
            exact = {
                throw: _one_card_value(throw[0], [thrown[one] for one in _OTHERS[players][role]])
                for throw in sets(1)
            }
            values[role] = _towards(values[role], exact, round_)
            after = _worth(values[role])
            change = max(change, _change(worth[role], after))
            worth[role] = after
    shares = {role: mixture.shares() for role, mixture in mixtures.items()}
    return Throws(values, shares, round_, change)


def _one_card_value(rank: int, thrown: Sequence[Mapping[Ranks, _Choice]]) -> DiscardValue:
    """Give the value of a card of a rank, thrown together with those of the others."""
    rates = [_rates(rank, choices) for choices in thrown]
    weights: dict[Ranks, float] = {(rank,): 1.0}
    for rate in rates:
        longer: dict[Ranks, float] = {}
        for crib, weight in weights.items():
            for other in range(13):
                # The rates know of the first card; the cards between it and this one they do not.
                again = crib[1:].count(other)
                room = (4 - (other == rank) - again) / (4 - (other == rank))
                if room > 0 and rate[other]:
                    key = (rank, *sorted((*crib[1:], other)))
                    longer[key] = longer.get(key, 0.0) + weight * rate[other] * room
        weights = longer
    base = nobs = total = 0.0
    for crib, weight in weights.items():
        for cards, share in _from_pack(crib):
            jacks = cards[1:].count(JACK)
            for starter in range(13):
                part = weight * share * (4 - cards.count(starter))
                if part:
                    base += part * points((*cards, starter))
                    nobs += part * jacks * (starter != JACK)
                    total += part
    return DiscardValue(base / total, nobs / total / 4)


def _rates(rank: int, thrown: Mapping[Ranks, _Choice]) -> list[float]:
    """Give how often a player throws each rank when a card of one rank is gone."""
    rates = [0] * 13
    for dealt, choice in thrown.items():
        rates[choice.throw[0]] += ways(dealt, (rank,))
    return [rate / comb(51, 5) for rate in rates]


def _from_pack(crib: Ranks) -> Iterator[tuple[Ranks, int]]:
    """Give the crib, filled up to four cards from the pack, with the number of ways."""
    if len(crib) == 4:
        yield crib, 1
        return
    for (rank,) in combinations_with_replacement(range(13), 1):
        if crib.count(rank) < 4:
            yield (*crib, rank), 4 - crib.count(rank)


def _throws_table(name: str, found: Throws, about: Sequence[str]) -> str:
    """Write down what each role throws from each set of ranks."""
    game = name.removesuffix("_lowball")
    mixed = max(1, found.rounds - _FULL_ROUNDS)
    alone = "each player's throw is taken to be independent of the others'"
    head = [
        f"What is thrown from each set of ranks, at the fixed point of the game {name}.",
        *about,
        "role own: the dealer; partner: the dealer's; opponent: whoever plays against them",
        "throws: the ranks always thrown, or each throw with its share; suits are left aside",
        *([alone] if game in {"three", "four"} else []),
        f"{found.rounds} rounds; the shares are means over the last {mixed}",
        f"standard error: {_ERRORS[game]:.5f}",
        _MEASURED[game],
    ]
    return compose(
        head,
        ("role", "dealt", "throws"),
        [
            (
                role,
                format(dealt),
                write_shares({format(throw): share for throw, share in throws.items()}),
            )
            for role, shares in found.shares.items()
            for dealt, throws in shares.items()
        ],
    )


#: How each game is solved.
_SOLVED: Final = {
    "five_card": partial(two_card_values, 5),
    "three": partial(one_card_values, 3),
    "four": partial(one_card_values, 4),
}


def multiplayer_tables(
    command: str,
    report: Callable[[str, int], None] = lambda *_: None,
    *,
    rounds: int = MOST_ROUNDS,
) -> dict[str, str]:
    """Compute the tables of every game; takes about two minutes.

    Args:
        command: the command that makes them.
        report: called with the name of a game, and the round that begins.
        rounds: stop after so many rounds at the latest.

    Returns:
        The tables by the names of their files.
    """
    games = {}
    for name, lowball in (("", False), ("_lowball", True)):
        for short, solve in _SOLVED.items():
            game = short + name
            games[game] = solve(partial(report, game), lowball=lowball, rounds=rounds)
    about = whence(command)
    throws = {
        f"throws_{game}.csv": _throws_table(game, found, about) for game, found in games.items()
    }
    return {"cribs.csv": _cribs_table(games, about), **throws}


def _cribs_table(games: Mapping[str, Throws], about: Sequence[str]) -> str:
    """Write down what each throw is worth in the crib."""
    settled = [
        f"{game} {found.rounds} rounds, the last moved a value by {found.change:.1e} at most"
        for game, found in games.items()
    ]
    head = [
        "The mean of the crib for each throw, of the forced kind, at a fixed point.",
        *about,
        "base: fifteens, pairs and runs; nobs: matching jacks among the others' cards",
        "flushes and the jacks of the throw itself are left to the reader",
        *settled,
    ]
    rows = [
        (game, role, format(throw), value.base, value.nobs)
        for game, found in games.items()
        for role, values in found.values.items()
        for throw, value in values.items()
    ]
    return compose(head, ("game", "role", "throw", "base", "nobs"), rows)

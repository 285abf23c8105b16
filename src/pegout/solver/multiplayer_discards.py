"""Discard tables and crib values for every game but that of two players with six cards.

That game is solved by :mod:`pegout.solver.discard_game`, over all deals with their suits.

The crib value of a discard depends on the opponents' discards, which depend on crib values in turn.
So the two are computed alternately until neither changes. In each round, every role makes the best
discard from every set of ranks by the current tables: the mean of the hand over all starters, plus
the crib for its owner's side, minus the crib for the opponents. The tables are then recomputed from
these discards. Discards of nearly equal value would alternate for ever. So after the first rounds,
each round moves the tables by a smaller step than the one before, which converges to a mixed
strategy. The mixed strategy itself is written too: the share of those rounds in which each discard
was made from a set.

The crib value is *forced*: the mean over everything that the other cards of the deal may be, given
nothing but the cards of the discard. With two players the ranks are exact: each hand of the
opponent has its weight after the discard is taken out of the pack, and so has each starter. Two
effects are left out. Discards are taken to ignore suits, so that flushes count for nothing here
(the reader of the tables adds them) and a jack meets a starter of its suit one time in four. And a
hand is kept for the show and the crib, without regard to the play. With three and four players, the
discards of the others are drawn independently, except that a rank occurs no more than four times.

The tables are ``cribs`` with the values, and ``discards_five_card``, ``discards_three`` and
``discards_four`` with the discards from each set of ranks. Each has a version for lowball, where
every player wants as few points as possible. Computing them takes about two minutes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from pegout.cards import sets_of_ranks
from pegout.evaluation.discards import ROLES
from pegout.evaluation.opponent_discards import other_roles
from pegout.tables.discard_shares import write_shares
from pegout.tables.files import compose, provenance_lines
from pegout.tables.rank_sets import JACK, Ranks, format, points, rank_scores, ways

#: Called with the round that begins.
Report = Callable[[int], None]
#: The largest number of rounds.
MAX_ROUNDS: Final = 60
#: The rounds that move the tables all the way. The later ones move them by a half, a third …
FULL_ROUNDS: Final = 8
#: The tables have converged when a round moves no value by more than this.
_SETTLED: Final = 0.0002

#: The error of a mean crib that is computed from the discards, in points.
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
    """The crib value of a discard."""

    base: float  # the mean of the fifteens, pairs and runs
    nobs: float  # the mean number of jacks of the starter's suit among the cards of the others


class DiscardFixedPoint(NamedTuple):
    """A fixed point of discards and crib values."""

    values: Mapping[str, Mapping[Ranks, DiscardValue]]  # for each role, the value of each discard
    # For each role and each set of ranks dealt, the share of each discard. Shares are means over
    # the rounds that are mixed. With two players, ``values`` is exactly what follows from them.
    shares: Mapping[str, Mapping[Ranks, Mapping[Ranks, float]]]
    rounds: int  # the number of rounds
    change: float  # the largest change of a value in the last round


class PossibleDiscard(NamedTuple):
    """A possible discard from a set, and the mean of the hand that it leaves."""

    discard: Ranks
    mean: float


def _choices(size: int, discards: int) -> dict[Ranks, tuple[PossibleDiscard, ...]]:
    scores = {keep: rank_scores(keep) for keep in sets_of_ranks(size - discards)}
    totals = {keep: 4 * sum(row) for keep, row in scores.items()}
    table = {}
    for dealt in sets_of_ranks(size):
        options = {}
        for indices in combinations(range(size), discards):
            discard = tuple([dealt[index] for index in indices])
            if discard in options:
                continue
            keep = tuple([rank for index, rank in enumerate(dealt) if index not in indices])
            row = scores[keep]
            mean = (totals[keep] - sum([row[rank] for rank in dealt])) / (52 - size)
            # A quarter of the starters that are not jacks match a jack in the hand.
            others = 48 - size + dealt.count(JACK)
            mean += keep.count(JACK) * others / 4 / (52 - size)
            options[discard] = PossibleDiscard(discard, mean)
        table[dealt] = tuple(options.values())
    return table


def _worth(values: Mapping[Ranks, DiscardValue]) -> dict[Ranks, float]:
    """Return the points that each discard adds to the crib, its own jacks included."""
    return {
        discard: value.base + value.nobs + discard.count(JACK) * 0.25 * 48 / 51
        for discard, value in values.items()
    }


def _best(
    options: Sequence[PossibleDiscard], worth: Mapping[Ranks, float], sign: int, lowball: bool
) -> PossibleDiscard:
    wanted = min if lowball else max
    return wanted(options, key=lambda option: option.mean + sign * worth[option.discard])


class DiscardMixture:
    """The discards of one role in the rounds that are mixed."""

    def __init__(self) -> None:
        self._rounds: list[dict[Ranks, Ranks]] = []

    def add(self, discarded: Mapping[Ranks, PossibleDiscard], round_: int) -> None:
        """Add a round. A round that moves the values all the way replaces those before it."""
        if _step(round_) == 1:
            self._rounds.clear()
        self._rounds.append({dealt: choice.discard for dealt, choice in discarded.items()})

    def shares(self) -> dict[Ranks, dict[Ranks, float]]:
        """Return the share of the rounds in which each discard was made from each set."""
        number = len(self._rounds)
        shares = {}
        for dealt in self._rounds[-1]:
            discards = Counter([discarded[dealt] for discarded in self._rounds])
            shares[dealt] = {discard: times / number for discard, times in discards.most_common()}
        return shares


class TwoCardCrib:
    """One player's discards, from the view of an opponent who has discarded two known ranks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pairs = sets_of_ranks(2)
        # For each pair that the opponent discards: the number of hands by discard; and by discard
        # and rank, the number of cards of the rank that these hands hold, which no starter can be.
        self.hands: dict[Ranks, dict[Ranks, int]] = {pair: {} for pair in self.pairs}
        self.held: dict[Ranks, dict[Ranks, list[int]]] = {pair: {} for pair in self.pairs}

    def add(self, dealt: Ranks, discard: Ranks, sign: int) -> None:
        """Add the hands of these ranks to those with this discard, or remove them."""
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
            hands[discard] = hands.get(discard, 0) + number
            held = self.held[pair].get(discard)
            if held is None:
                held = self.held[pair][discard] = [0] * 13
            for rank, count in counts.items():
                held[rank] += number * count

    def values(self) -> dict[Ranks, DiscardValue]:
        """Return the mean of the crib for each pair over the discards and the starters."""
        return {pair: self._value(pair) for pair in self.pairs}

    def _value(self, pair: Ranks) -> DiscardValue:
        left = [4 - pair.count(rank) for rank in range(13)]
        base = nobs = 0
        for discard, number in self.hands[pair].items():
            held = self.held[pair][discard]
            jacks = discard.count(JACK)
            for starter in range(13):
                weight = number * left[starter] - held[starter]
                if weight:
                    base += weight * points((*pair, *discard, starter))
                    if starter != JACK:
                        nobs += weight * jacks
        total = comb(50, self.size) * (50 - self.size)
        return DiscardValue(base / total, nobs / total / 4)


def two_card_values(
    size: int,
    report: Report = lambda _: None,
    *,
    lowball: bool = False,
    rounds: int = MAX_ROUNDS,
) -> DiscardFixedPoint:
    """Compute the fixed point for two players who are dealt ``size`` cards and discard two each."""
    choices = _choices(size, 2)
    cribs = {"own": TwoCardCrib(size), "opponent": TwoCardCrib(size)}
    opponent_of = {"own": "opponent", "opponent": "own"}
    values = {role: dict.fromkeys(sets_of_ranks(2), DiscardValue(0.0, 0.0)) for role in cribs}
    worth = {role: _worth(values[role]) for role in cribs}
    discarded: dict[str, dict[Ranks, PossibleDiscard]] = {role: {} for role in cribs}
    mixtures = {role: DiscardMixture() for role in cribs}
    round_, change = 0, 1.0
    while change > _SETTLED and round_ < rounds:
        round_ += 1
        report(round_)
        change = 0.0
        for role, sign in (("opponent", -1), ("own", 1)):
            crib = cribs[opponent_of[role]]
            for dealt, options in choices.items():
                best = _best(options, worth[role], sign, lowball)
                before = discarded[role].get(dealt)
                if before is None or best.discard != before.discard:
                    crib.add(dealt, best.discard, 1)
                    if before is not None:
                        crib.add(dealt, before.discard, -1)
                    discarded[role][dealt] = best
            mixtures[role].add(discarded[role], round_)
            moved = _towards(values[opponent_of[role]], crib.values(), round_)
            after = _worth(moved)
            change = max(change, _change(worth[opponent_of[role]], after))
            values[opponent_of[role]], worth[opponent_of[role]] = moved, after
    shares = {role: mixture.shares() for role, mixture in mixtures.items()}
    return DiscardFixedPoint(values, shares, round_, change)


def _step(round_: int) -> float:
    """Return the step size of a round, as a share of the distance to the new values."""
    return 1 / max(1, round_ - FULL_ROUNDS)


def _towards(
    before: Mapping[Ranks, DiscardValue], after: Mapping[Ranks, DiscardValue], round_: int
) -> dict[Ranks, DiscardValue]:
    """Move values towards new ones, by a step that shrinks from round to round."""
    step = _step(round_)
    return {
        discard: DiscardValue(
            old.base + (after[discard].base - old.base) * step,
            old.nobs + (after[discard].nobs - old.nobs) * step,
        )
        for discard, old in before.items()
    }


def _change(before: Mapping[Ranks, float], after: Mapping[Ranks, float]) -> float:
    return max(abs(after[discard] - before[discard]) for discard in before)


def one_card_values(
    players: int,
    report: Report = lambda _: None,
    *,
    lowball: bool = False,
    rounds: int = MAX_ROUNDS,
) -> DiscardFixedPoint:
    """Compute the fixed point for three or four players, who discard one card of five each."""
    choices = _choices(5, 1)
    roles = ROLES[players]
    signs = {"own": 1, "opponent": -1, "partner": 1}
    discarded: dict[str, dict[Ranks, PossibleDiscard]] = {}
    mixtures: dict[str, DiscardMixture] = {role: DiscardMixture() for role in roles}
    values: dict[str, dict[Ranks, DiscardValue]] = {
        role: dict.fromkeys(sets_of_ranks(1), DiscardValue(0.0, 0.0)) for role in roles
    }
    worth = {role: _worth(values[role]) for role in roles}
    round_, change = 0, 1.0
    while change > _SETTLED and round_ < rounds:
        round_ += 1
        report(round_)
        discarded = {
            role: {
                dealt: _best(options, worth[role], signs[role], lowball)
                for dealt, options in choices.items()
            }
            for role in roles
        }
        for role in roles:
            mixtures[role].add(discarded[role], round_)
        change = 0.0
        for role in roles:
            exact = {
                discard: _one_card_value(
                    discard[0], [discarded[other] for other in other_roles(players, role)]
                )
                for discard in sets_of_ranks(1)
            }
            values[role] = _towards(values[role], exact, round_)
            after = _worth(values[role])
            change = max(change, _change(worth[role], after))
            worth[role] = after
    shares = {role: mixture.shares() for role, mixture in mixtures.items()}
    return DiscardFixedPoint(values, shares, round_, change)


def _one_card_value(
    rank: int, discarded: Sequence[Mapping[Ranks, PossibleDiscard]]
) -> DiscardValue:
    """Return the value of a card of a rank, discarded together with the others' cards."""
    rates = [_rates(rank, choices) for choices in discarded]
    weights: dict[Ranks, float] = {(rank,): 1.0}
    for rate in rates:
        longer: dict[Ranks, float] = {}
        for crib, weight in weights.items():
            for other in range(13):
                # The rates account for the first card, but not for the cards between it and this
                # one.
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


def _rates(rank: int, discarded: Mapping[Ranks, PossibleDiscard]) -> list[float]:
    """Return how often a player discards each rank, given that a card of one rank is gone."""
    rates = [0] * 13
    for dealt, choice in discarded.items():
        rates[choice.discard[0]] += ways(dealt, (rank,))
    return [rate / comb(51, 5) for rate in rates]


def _from_pack(crib: Ranks) -> Iterator[tuple[Ranks, int]]:
    """Yield the crib, filled up to four cards from the pack, with the number of ways."""
    if len(crib) == 4:
        yield crib, 1
        return
    for rank in range(13):
        if crib.count(rank) < 4:
            yield (*crib, rank), 4 - crib.count(rank)


def discards_table(name: str, solution: DiscardFixedPoint, about: Sequence[str]) -> str:
    """Compose the table of each role's discards from each set of ranks."""
    game = name.removesuffix("_lowball")
    mixed = max(1, solution.rounds - FULL_ROUNDS)
    alone = "the discards of the players are taken to be independent of each other"
    head = [
        f"The discards from each set of ranks, at the fixed point of the game {name}.",
        *about,
        "role own: the dealer; partner: the dealer's partner; opponent: an opponent of the dealer",
        "discards: the ranks always discarded, or each discard with its share; suits are ignored",
        *([alone] if game in {"three", "four"} else []),
        f"{solution.rounds} rounds; the shares are means over the last {mixed}",
        f"standard error: {_ERRORS[game]:.5f}",
        _MEASURED[game],
    ]
    return compose(
        head,
        ("role", "dealt", "discards"),
        [
            (
                role,
                format(dealt),
                write_shares({format(discard): share for discard, share in discards.items()}),
            )
            for role, shares in solution.shares.items()
            for dealt, discards in shares.items()
        ],
    )


#: The solver of each game.
_SOLVED: Final = {
    "five_card": partial(two_card_values, 5),
    "three": partial(one_card_values, 3),
    "four": partial(one_card_values, 4),
}


def multiplayer_tables(
    command: str,
    report: Callable[[str, int], None] = lambda *_: None,
    *,
    rounds: int = MAX_ROUNDS,
) -> dict[str, str]:
    """Compute the tables of every game; this takes about two minutes."""
    games = {}
    for name, lowball in (("", False), ("_lowball", True)):
        for short, solve in _SOLVED.items():
            game = short + name
            games[game] = solve(partial(report, game), lowball=lowball, rounds=rounds)
    about = provenance_lines(command)
    discards = {
        f"discards_{game}.csv": discards_table(game, solution, about)
        for game, solution in games.items()
    }
    return {"cribs.csv": _cribs_table(games, about), **discards}


def _cribs_table(games: Mapping[str, DiscardFixedPoint], about: Sequence[str]) -> str:
    settled = [
        f"{game} {solution.rounds} rounds, the last moved a value by {solution.change:.1e} at most"
        for game, solution in games.items()
    ]
    head = [
        "The mean of the crib for each discard, of the forced kind, at a fixed point.",
        *about,
        "base: fifteens, pairs and runs; nobs: matching jacks among the others' cards",
        "flushes and the jacks of the discard itself are left to the reader",
        *settled,
    ]
    rows = [
        (game, role, format(discard), value.base, value.nobs)
        for game, solution in games.items()
        for role, values in solution.values.items()
        for discard, value in values.items()
    ]
    return compose(head, ("game", "role", "discard", "base", "nobs"), rows)

"""The exact value of every discard: the hand, the crib, and their sum.

The hand is counted with every remaining starter. The crib is counted with every starter and with
every discard of the other players, weighted by its probability given the cards dealt; see
:mod:`pegout.evaluation.opponent_discards`. That module works with ranks. Suits are uniform over the
remaining cards, except that a pair of one suit is likelier by the factor in the table. Flushes and
nobs follow without any further approximation.

The value leaves out the play, and so does the model of the other players: they discard as in the
discards solved without the play, in lowball those of lowball. Under rules with other points for
nobs, or for a flush in the crib, the model still discards by the standard rules; ``standard_error``
covers the difference.

>>> advice = analyse_discard("5H 5S 5C JD 2S 9C")
>>> advice.best
DiscardOption(cards=(Card('2S'), Card('9C')), hand=16.652..., crib=..., total=...)
>>> advice.best.hand_counts[29]
1
>>> round(sum(advice.best.crib_distribution.values()), 9)
1.0
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import combinations, product
from math import sqrt
from operator import or_
from typing import Any, Final, NamedTuple

from pegout.cards import Card, CardsLike, format_cards, parse_cards
from pegout.errors import PegoutError
from pegout.evaluation import opponent_discards
from pegout.evaluation.discards import ROLES, CribOwner, each_discard
from pegout.rules import Rules, RulesLike, as_rules
from pegout.tables import rank_sets as ranks
from pegout.tables.rank_sets import JACK, Ranks, rank_scores

#: Totals that differ by less are equal: the difference is rounding.
_ROUNDING: Final = 1e-9
#: More points than any crib can have: the most is 28 plus 2 for nobs.
_CRIB_POINTS: Final = 31


class DiscardError(PegoutError):
    """Cards or a role that cannot be analysed.

    Attributes:
        code: ``wrong_number`` of cards, ``duplicate_card``, ``unknown_card`` or ``wrong_role``.
    """


@dataclass(frozen=True, slots=True)
class DiscardOption:
    """One discard.

    Attributes:
        cards: the cards discarded.
        kept: the cards kept.
        hand: the expected points of the cards kept, over every starter.
        hand_counts: the number of starters by the points that they give.
        crib: the expected points of the crib, for either owner.
        crib_distribution: the probability of each number of points in the crib.
        total: hand plus crib, or hand minus crib where the crib is an opponent's.
        tied: whether it is the best discard or tied with it: the totals differ by no more than the
            standard error of such a difference.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    hand_counts: Mapping[int, int]
    crib: float
    crib_distribution: Mapping[int, float]
    total: float
    tied: bool

    def __repr__(self) -> str:
        means = f"hand={self.hand}, crib={self.crib}, total={self.total}"
        return f"DiscardOption(cards={self.cards}, {means})"


@dataclass(frozen=True, repr=False)
class DiscardAdvice:
    """Every discard from one hand.

    Attributes:
        dealt: the cards dealt.
        rules: the rules of the game.
        role: ``own`` for the dealer, ``opponent`` for an opponent of the dealer, ``partner`` for
            the dealer's partner.
        standard_error: the standard error of an expected crib in points, as far as it comes from
            the table of the other players' discards; the head of the table says what it covers.
        discards: every discard, the best first: by the most points in total, or in lowball the
            fewest.

    >>> advice = analyse_discard("5H 5S 6D 7C JD KS")
    >>> advice
    <DiscardAdvice 5H 5S 6D 7C JD KS, own crib: 6D 7C 16.97, JD KS 16.15, …>
    >>> print(str(advice).splitlines()[0])
    6D 7C  hand 12.41  crib  4.55  total 16.97
    """

    dealt: tuple[Card, ...]
    rules: Rules
    role: CribOwner
    standard_error: float
    discards: tuple[DiscardOption, ...]

    @property
    def best(self) -> DiscardOption:
        """The best discard; others may be tied with it."""
        return self.discards[0]

    def __repr__(self) -> str:
        first = [f"{format_cards(one.cards)} {one.total:.2f}" for one in self.discards[:2]]
        more = ", …" if len(self.discards) > len(first) else ""
        said = f"{format_cards(self.dealt)}, {self.role} crib: {', '.join(first)}{more}"
        return f"<DiscardAdvice {said}>"

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{format_cards(one.cards)}  hand {one.hand:5.2f}  crib {one.crib:5.2f}  "
                f"total {one.total:5.2f}"
                for one in self.discards
            ]
        )

    def _repr_html_(self) -> str:
        """Return a table of the discards for notebooks, the best first."""
        from pegout.svg import cards_svg

        rows: list[tuple[str, ...]] = [("discard", "keep", "hand", "crib", "total", "")]
        for option in self.discards:
            cards = [cards_svg(some, width=36) for some in (option.cards, option.kept)]
            points = [f"{mean:.2f}" for mean in (option.hand, option.crib, option.total)]
            rows.append((*cards, *points, "best" if option.tied else ""))
        lines = ["".join([f"<td>{cell}</td>" for cell in row]) for row in rows]
        return "<table>" + "".join([f"<tr>{line}</tr>" for line in lines]) + "</table>"

    def to_json(self) -> str:
        """Return everything as JSON.

        >>> advice = analyse_discard("5H 5S 5C JD 2S 9C")
        >>> json.loads(advice.to_json())["discards"][0]["discarded"]
        ['2S', '9C']
        """
        value = {
            "dealt": _names(self.dealt),
            "role": self.role,
            "players": self.rules.players,
            "preset": self.rules.preset,
            "switches": self.rules.changes(),
            "standard_error": self.standard_error,
            "discards": [_plain(discard) for discard in self.discards],
        }
        return json.dumps(value, indent=2)


def _plain(discard: DiscardOption) -> dict[str, Any]:
    return {
        "discarded": _names(discard.cards),
        "kept": _names(discard.kept),
        "hand": discard.hand,
        "hand_counts": dict(discard.hand_counts),
        "crib": discard.crib,
        "crib_distribution": dict(discard.crib_distribution),
        "total": discard.total,
        "tied": discard.tied,
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def analyse_discard(
    dealt: CardsLike, rules: RulesLike | None = None, role: CribOwner = "own"
) -> DiscardAdvice:
    """Evaluate every discard from the cards dealt.

    Args:
        dealt: the cards dealt: six, or five with three and four players and in the five-card game;
            one text or a sequence of cards.
        rules: the rules of the game, or the name of a preset; ``standard`` unless given.
        role: whose crib it is: ``own`` for the dealer, ``opponent`` for an opponent of the dealer,
            ``partner`` for the dealer's partner with four players.

    >>> from pegout.rules import Rules
    >>> advice = analyse_discard("AS 2C 3H 4S 5C", Rules(players=3), "opponent")
    >>> [str(discard.cards[0]) for discard in advice.discards[:2]]
    ['AS', '2C']

    Raises:
        DiscardError: for cards that cannot be dealt, or a role that does not exist in this game.
        CardError: for anything that is not a card.
        UnknownRules: for anything but rules or the name of a preset.
    """
    rules = Rules() if rules is None else as_rules(rules)
    cards = parse_cards(dealt, distinct=False)
    _check(cards, rules, role)
    cribs = _Cribs(cards, rules, role)
    sign = -1 if role == "opponent" else 1
    discards = []
    for discarded, kept, scores in each_discard(cards, rules):
        distribution = cribs.distribution(discarded)
        hand = sum(scores) / len(scores)
        crib = sum([points * share for points, share in distribution.items()])
        counts = dict(sorted(Counter(scores).items()))
        total = hand + sign * crib
        discards.append(
            DiscardOption(discarded, kept, hand, counts, crib, distribution, total, False)
        )
    error = opponent_discards.standard_error(rules)
    return DiscardAdvice(cards, rules, role, error, _ranked(discards, rules, error))


def _check(cards: Sequence[Card], rules: Rules, role: object) -> None:
    """Raise an error unless these cards can be dealt to this role."""
    said = " ".join([str(card) for card in cards[:12]]) or "none"
    if len(cards) != rules.hand_size:
        raise DiscardError(
            "wrong_number",
            f"{rules.hand_size} cards are dealt in this game, not {len(cards)}: {said}",
        )
    if not all(card.known for card in cards):
        raise DiscardError("unknown_card", f"every card has to be known: {said}")
    if len(set(cards)) != len(cards):
        raise DiscardError("duplicate_card", f"every card is there once: {said}")
    if role not in ROLES[rules.players]:
        raise DiscardError(
            "wrong_role",
            f"with {rules.players} players the role is {' or '.join(ROLES[rules.players])}, "
            f"not {role!r}",
        )


def _ranked(
    discards: Iterable[DiscardOption], rules: Rules, error: float
) -> tuple[DiscardOption, ...]:
    """Sort the best discard first, and mark the discards tied with it."""
    sign = 1 if rules.lowball else -1
    order = sorted(discards, key=lambda discard: sign * round(discard.total, 9))
    # A difference of two cribs has the errors of both.
    within = max(sqrt(2) * error, _ROUNDING)
    best = order[0].total
    return tuple([replace(discard, tied=abs(discard.total - best) <= within) for discard in order])


class _Suits(NamedTuple):
    """A case of suits for cards of known ranks, as far as suits score."""

    share: float  # the probability of the case
    jacks: int  # the suits of the jacks among them, a bit for each
    suit: int  # the common suit of all the cards, as a bit, or 0
    taken: int  # the suits of the cards of the starter's rank, a bit for each


class _Cribs:
    """The possible cribs of one hand."""

    def __init__(self, cards: Sequence[Card], rules: Rules, role: CribOwner) -> None:
        self.rules = rules
        self.beside = opponent_discards.other_cards(ranks.of(cards), rules, role)
        self.missing = opponent_discards.missing_points(rules, role)
        # The remaining suits of each rank, a bit for each.
        self.left = [15] * 13
        for card in cards:
            self.left[card >> 2] &= ~(1 << (card & 3))
        self.suited = 1.0
        if rules.players == 2:
            (opponent_role,) = opponent_discards.other_roles(rules.players, role)
            self.suited = opponent_discards.suited_factor(rules, opponent_role)
        self._suits: dict[tuple[Ranks, int], list[_Suits]] = {}
        self._extras: dict[tuple[Ranks, int, int, int, int], list[tuple[int, float]]] = {}

    def distribution(self, discarded: Sequence[Card]) -> dict[int, float]:
        """Return the score distribution of the crib with these cards in it."""
        own = ranks.of(discarded)
        every = reduce(or_, [1 << (card & 3) for card in discarded])
        flush = every if every.bit_count() == 1 and self.rules.crib_flush != "none" else 0
        jacks = sum([1 << (card & 3) for card in discarded if card >> 2 == JACK])
        likely = [0.0] * _CRIB_POINTS
        for others, weights in self.beside.items():
            row = rank_scores(tuple(sorted(own + others)))
            plain = not flush and not jacks and JACK not in others
            for starter, weight in enumerate(weights):
                if not weight:
                    continue
                if plain:
                    likely[row[starter]] += weight
                else:
                    for extra, share in self._extra(others, starter, flush, jacks):
                        likely[row[starter] + extra] += weight * share
        return _raised(
            {points: share for points, share in enumerate(likely) if share}, self.missing
        )

    def _extra(
        self, others: Ranks, starter: int, flush: int, jacks: int
    ) -> list[tuple[int, float]]:
        """Return the distribution of the points for flush and nobs together."""
        among = starter if starter in others else -1
        key = (others, among, self.left[starter], flush, jacks)
        found = self._extras.get(key)
        if found is None:
            points = {0: 0.0}
            nobs = self.rules.nobs_points
            for suits in self._suits_of(others, among):
                matching = jacks | suits.jacks
                flushed = flush and suits.suit == flush
                if not matching and not flushed:
                    points[0] += suits.share
                    continue
                left = _bits(self.left[starter] & ~suits.taken)
                for suit in left:
                    extra = nobs if suit & matching else 0
                    if flushed:
                        extra += self._flush_points(suit == flush)
                    points[extra] = points.get(extra, 0.0) + suits.share / len(left)
            found = self._extras[key] = [(extra, share) for extra, share in points.items() if share]
        return found

    def _flush_points(self, starter_too: bool) -> int:
        if starter_too:
            return 5
        return 4 if self.rules.crib_flush == "four" else 0

    def _suits_of(self, others: Ranks, among: int) -> list[_Suits]:
        """Return the possible suits of these ranks; ``among`` is the starter's rank, or -1."""
        found = self._suits.get((others, among))
        if found is None:
            counts = Counter(others)
            # The cards of each rank as a sum of suit bits; the first two entries stand for no
            # cards.
            choices: list[tuple[int, ...]] = [(0,), (0,)]
            for rank, number in counts.items():
                chosen = combinations(_bits(self.left[rank]), number)
                choices.append(tuple([sum(suits) for suits in chosen]))
            indices = {rank: index for index, rank in enumerate(counts, start=2)}
            jack, same = indices.get(JACK, 0), indices.get(among, 1)
            weights: dict[tuple[int, int, int], float] = {}
            for case in product(*choices):
                every = 0
                for suits in case:
                    every |= suits
                suit = 0 if every & (every - 1) else every
                key = (case[jack], suit, case[same])
                weights[key] = weights.get(key, 0.0) + (self.suited if suit else 1.0)
            total = sum(weights.values())
            found = [_Suits(weight / total, *key) for key, weight in weights.items()]
            self._suits[others, among] = found
        return found


def _raised(likely: dict[int, float], by: float) -> dict[int, float]:
    """Raise the mean of a distribution by reweighting each score by its distance from the mean.

    >>> raised = _raised({0: 0.5, 4: 0.5}, 0.1)
    >>> round(sum(points * share for points, share in raised.items()), 9), sum(raised.values())
    (2.1, 1.0)
    """
    mean = sum([points * share for points, share in likely.items()])
    variance = sum([(points - mean) ** 2 * share for points, share in likely.items()])
    if not by or not variance:
        return likely
    return {
        points: share * (1 + by * (points - mean) / variance) for points, share in likely.items()
    }


@cache
def _bits(suits: int) -> tuple[int, ...]:
    """Return the suits in a bit set, one bit each."""
    return tuple([1 << suit for suit in range(4) if suits >> suit & 1])

"""Decisions, values and reviews as lines of text and numbers, computed with NumPy or without.

``python -c`` runs :func:`write` in a process where NumPy cannot be imported.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from pegout.cards import CARDS, format_cards
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import advance
from pegout.players.expert import Expert
from pegout.review.game_review import review_record
from pegout.review.luck import follow, objectives
from pegout.review.option_values import options_of
from pegout.review.options import Options
from pegout.rules import Rules, SeatView
from pegout.rules.view import view
from pegout.search.next_deal import chance_before_deal
from tests.search.multiplayer.spots import deal

#: A line: texts, which must be the same, and numbers, which may differ by rounding.
Line = list[Any]

#: The switches of the rules under which the expert searches, all that change what it does.
SWITCHES: Final[Sequence[dict[str, Any]]] = (
    {},
    {"stinkhole": True},
    {"nobs_points": 2},
    {"heels_points": 0},
    {"crib_flush": "four"},
    {"go_stacks_on_31": True},
    {"runs_in_play": False},
    {"five_card": True},
)
#: The same for three and four.
MANY: Final[Sequence[dict[str, Any]]] = (
    {"players": 3},
    {"players": 4},
    {"players": 3, "lowball": True},
    {"players": 4, "teams": False, "go_stacks_on_31": True},
)
_SEATS: Final = (Seated("Ann", "expert"), Seated("Ben", "expert"))


def late_discards(number: int) -> Iterator[Line]:
    """Discard where both need 25 or less, under each of the rules in turn."""
    chance = Random(5)
    for at in range(number):
        rules = Rules(**SWITCHES[at % 7])
        cards = chance.sample(CARDS, 12)
        scores = [rules.target - chance.randint(1, 25) for _ in range(2)]
        state = deal(
            [format_cards(cards[:6]), format_cards(cards[6:])],
            rules=rules, dealer=at % 2, scores=scores,
        )  # fmt: skip
        yield [f"{scores} {format_cards(Expert(1).discard(view(state, at // 2 % 2)))}"]


def games(number: int, *, target: int) -> Iterator[Line]:
    """Play games of two experts, under each of the rules in turn."""
    for at in range(number):
        rules = Rules(**SWITCHES[at % len(SWITCHES)], target=target)
        for event in played(rules, at).record().games[0].events:
            yield [str(event)]


def games_of_many(number: int, *, target: int) -> Iterator[Line]:
    """Play games of three and four experts, under each of the rules in turn."""
    for at in range(number):
        rules = Rules(**MANY[at % len(MANY)], target=target)
        seats = tuple([Seated(name, "expert") for name in "ABCD"[: rules.players]])
        for event in played(rules, at, seats).record().games[0].events:
            yield [str(event)]


def played(rules: Rules, seed: int, seats: tuple[Seated, ...] = _SEATS) -> Match:
    """Return a game that is over."""
    match = Match(Setup("plain", rules, seats), secrets=seeded_secrets(seed))
    for _ in advance(match):
        pass
    return match


def hints(number: int) -> Iterator[Line]:
    """Evaluate the first options of a game, as a hint does, and the chance of winning."""
    match = Match(Setup("plain", Rules(), _SEATS), secrets=seeded_secrets(3))
    for _ in advance(match):
        for mine in [match.view(seat) for seat in sorted(match.to_act)]:
            options = options_of(mine)
            if options is not None:
                yield from _values(mine, options)
                number -= 1
            if not number:
                return


def _values(mine: SeatView, options: Options) -> Iterator[Line]:
    assert mine.dealer is not None, "cards have been dealt"
    needs = [mine.needs(side) for side in range(2)]
    yield [options.kind, chance_before_deal(mine.rules, needs, mine.dealer, mine.seat)]
    for option in options.options:
        yield [format_cards(option.cards), option.points, option.chance, option.share]


def review(seed: int) -> Iterator[Line]:
    """Review a short game, with its luck by every objective."""
    match = played(Rules(target=31), seed, (_SEATS[0], Seated("Ben", "novice")))
    (game,) = review_record(match)
    for decision in game.decisions:
        loss = decision.loss
        yield [decision.verdict.value, str(decision.chosen.cards), loss.points, loss.chance]
    record = match.record()
    for objective in objectives(record.rules):
        for step in follow(record.rules, record.games[0], objective).steps:
            yield [objective, step.kind.value, step.before, step.after]


KINDS: Final[dict[str, Callable[..., Iterator[Line]]]] = {
    "discards": late_discards,
    "games": games,
    "games of many": games_of_many,
    "hints": hints,
    "review": review,
}


def write(kind: str, number: str, **more: int) -> None:
    """Print every line of a kind as JSON."""
    for line in KINDS[kind](int(number), **more):
        sys.stdout.write(f"{json.dumps(line)}\n")

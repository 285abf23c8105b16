"""Plays games from fixed seeds, and records digests of every card.

``python -m tools.golden_games --write`` plays all games of :data:`GOLDENS`, and writes the digests
to ``tests/golden/games.json``, which the tests read; without ``--write`` it compares, and prints
the differences. ``--only two`` plays only the series with that in their names. A digest changes
when a card or a score in one of its games does, so rewrite it only where play is meant to change;
``make generated ARGS=--goldens`` rewrites all of them.

In a series one policy plays all seats: a kernel policy in compiled loops, a level at a table, where
each seat has its own view and player.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import click
import numpy as np

from pegout.fairness import seeded_secrets
from pegout.kernel import OVER
from pegout.match import Automation, Match, Seated, Setup
from pegout.players import LEVELS, advance, players_of
from pegout.rules import Dealt, Discarded, Played, Rules, Scored, StarterCut
from pegout.simulation import POLICIES, Batch

FILE: Final = Path(__file__).parents[1] / "tests/golden/games.json"
SEED: Final = 20_261_123

_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


class Golden(NamedTuple):
    """A series of games.

    Attributes:
        rules: the rules.
        who: the policy or level in all seats.
        at_a_table: whether a level plays at a table; in the kernel otherwise.
        stops: the numbers of games after which to take a digest, the last after all of them.
    """

    rules: Rules
    who: str
    at_a_table: bool
    stops: tuple[int, ...]


_TWO: Final = Rules()
_VARIANTS: Final = MappingProxyType(
    {
        "three": Rules(players=3),
        "four": Rules(players=4),
        "lowball": Rules(lowball=True),
        "five cards": Rules(five_card=True),
        "family": Rules("family"),
        "three, lowball": Rules(players=3, lowball=True),
    }
)
#: Switches that only a table has, or that change what levels do.
_AT_TABLES: Final = MappingProxyType(
    {
        **_VARIANTS,
        "muggins": Rules(counting="manual", muggins=True),
        "three, muggins": Rules(players=3, counting="manual", muggins=True),
        "four, muggins": Rules(players=4, counting="manual", muggins=True),
        "lowball, by hand": Rules(lowball=True, counting="manual"),
        "stinkhole": Rules(stinkhole=True, go_stacks_on_31=True, crib_flush="four", nobs_points=2),
        "plain": Rules(nobs_points=0, crib_flush="none", runs_in_play=False, target=61),
    }
)


def _goldens() -> Iterator[tuple[str, Golden]]:
    for policy in POLICIES:
        # Interpreted, a game of an expert takes as long as hundreds of the others.
        first = 1 if POLICIES[policy].searches else 10
        yield f"kernel, two: {policy}", Golden(_TWO, policy, False, (first, 100, 2000))
    for name, rules in _VARIANTS.items():
        for policy in POLICIES:
            if not POLICIES[policy].without:
                yield f"kernel, {name}: {policy}", Golden(rules, policy, False, (20, 500))
    for level in LEVELS:
        if LEVELS[level].quick:
            yield f"table, two: {level}", Golden(_TWO, level, True, (5, 2000))
    for name, rules in _AT_TABLES.items():
        for level in LEVELS:
            if LEVELS[level].quick:
                yield f"table, {name}: {level}", Golden(rules, level, True, (2, 50))


#: Every series of games by its name.
GOLDENS: Final[Mapping[str, Golden]] = MappingProxyType(dict(_goldens()))


def digests(golden: Golden, games: int) -> Iterator[tuple[int, str]]:
    """Play a series of games, and yield the digests on the way.

    Args:
        golden: the series.
        games: the maximum number of games.

    Yields:
        The number of games so far, and the digest of all of them.
    """
    played = _table_games(golden) if golden.at_a_table else _kernel_games(golden, games)
    digest = sha256()
    for number, game in enumerate(played, 1):
        digest.update(sha256(game).digest())
        if number in golden.stops:
            yield number, digest.hexdigest()[:32]
        if number >= min(games, golden.stops[-1]):
            return


def _kernel_games(golden: Golden, games: int) -> Iterator[bytes]:
    """Play games in lockstep, and yield each as the numbers of its actions and its score."""
    batch = Batch(min(games, golden.stops[-1]), SEED, rules=golden.rules)
    steps = []
    while (batch.phase != OVER).any():
        rows = np.flatnonzero(batch.phase != OVER)
        actions = np.full(len(batch), -1, np.int64)
        actions[rows] = batch.choose(golden.who, rows)
        steps.append(actions.astype("<i2"))
        batch.step(actions)
    for actions, scores in zip(np.array(steps).T, batch.scores, strict=True):
        yield actions[actions >= 0].tobytes() + scores.astype("<i2").tobytes()


def _table_games(golden: Golden) -> Iterator[bytes]:
    """Play games at a table endlessly, and yield each as the cards and points of its events."""
    seats = range(golden.rules.players)
    number = 0
    while True:
        seated = tuple([Seated(f"seat {seat}", golden.who) for seat in seats])
        match = Match(
            Setup("golden", golden.rules, seated), secrets=seeded_secrets(f"{SEED} {number}")
        )
        for seat in seats:
            match.automate(seat, _AUTOMATIC)
        players = players_of(match.setup, SEED + number)
        for _ in advance(match, players):
            continue
        yield "\n".join(_lines(match)).encode()
        number += 1


def _lines(match: Match) -> Iterator[str]:
    for _, event in match.entries:
        match event:
            case Dealt(dealer=dealer, hands=hands, crib=crib):
                cards = "/".join(" ".join(map(str, hand)) for hand in (*hands, crib))
                yield f"{dealer} deals {cards}"
            case Discarded(seat=seat, cards=cards):
                yield f"{seat} discards {' '.join(map(str, cards))}"
            case StarterCut(card=card):
                yield f"starter {card}"
            case Played(seat=seat, card=card):
                yield f"{seat} plays {card}"
            case Scored(seat=seat, reason=reason, points=points):
                yield f"{seat} scores {points} {reason}"


def differences(name: str, written: Mapping[str, str], games: int) -> Iterator[str]:
    """Play a series of games, and yield where its digests differ from the recorded ones.

    Args:
        name: the name of the series.
        written: the recorded digests, by number of games.
        games: the maximum number of games.
    """
    for number, digest in digests(GOLDENS[name], games):
        if written.get(str(number)) != digest:
            yield (
                f"{name}, {number} games of seed {SEED}: expected {written.get(str(number))}, "
                f"not {digest}"
            )


def files() -> dict[Path, str]:
    """Play every game, and return the file of their digests."""
    return {FILE: _composed({name: _found(golden) for name, golden in GOLDENS.items()})}


def _found(golden: Golden, games: int = 2000) -> dict[str, str]:
    return {str(number): digest for number, digest in digests(golden, games)}


def _composed(digests_of: Mapping[str, Mapping[str, str]]) -> str:
    ordered = {name: digests_of[name] for name in GOLDENS if name in digests_of}
    return json.dumps(ordered, indent=1) + "\n"


def main(arguments: list[str] | None = None, file: Path = FILE) -> None:
    """Compare the games with the recorded digests, or write them."""
    parser = argparse.ArgumentParser(description="Games from fixed seeds, to the last card.")
    parser.add_argument("--write", action="store_true", help="write the digests down")
    parser.add_argument("--only", default="", help="lines with this in their names")
    parser.add_argument("--games", type=int, default=2000, help="so many of a line at most")
    chosen = parser.parse_args(arguments)
    written: dict[str, dict[str, str]] = json.loads(file.read_text()) if file.exists() else {}
    wrong = 0
    for name, golden in GOLDENS.items():
        if chosen.only not in name:
            continue
        click.echo(f"{name} …", err=True)
        if chosen.write:
            written[name] = written.get(name, {}) | _found(golden, chosen.games)
            file.write_text(_composed(written))
        else:
            for said in differences(name, written.get(name, {}), chosen.games):
                click.echo(said)
                wrong += 1
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

"""Count the table ``deals`` that is shipped: run ``python -m pegout.analysis.positions``.

Counts how often each part of a deal has how many points, in games of ``club`` against ``club``.
Only the first deals of a game are counted, where nobody plays to the score yet. Takes about ten
minutes on one core.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from pegout import evaluation
from pegout.evaluation.tables import compose
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.players import advance, create
from pegout.rules import RULES_VERSION, DealEnded, Dealt, Scored, rules

__all__ = ["count_deals", "main"]

#: The deals of a game that are counted: nobody can be near the end before them.
_DEALS: Final = 4
_GAMES_IN_TASK: Final = 10

Counts = dict[str, Counter[tuple[int, int]]]


def count_deals(seed: int, games: Sequence[int]) -> Counts:
    """Count the points of the parts of the first deals of some games.

    >>> counts = count_deals(1, [0])
    >>> counts["crib"].total(), sum(pone for _, pone in counts["crib"])
    (4, 0)
    """
    counts: Counts = {part: Counter() for part in ("play", "hand_pone", "hand_dealer", "crib")}
    for game in games:
        setup = Setup(
            "positions", rules(first_deal="chosen"), (Seated("one"), Seated("two")), dealer=0
        )
        match = Match(setup, secrets=seeded_secrets(f"{seed} {game}"))
        for seat in (0, 1):
            match.automate(seat, (Automation.READY, Automation.CUT, Automation.GO))
        players = {seat: create("club", seed) for seat in (0, 1)}
        for _ in advance(match, players):
            if match.view(None).deal > _DEALS:
                break
        _count(counts, match.entries)
    return counts


def _count(counts: Counts, entries: Sequence[Entry]) -> None:
    dealing = 0
    play = [0, 0]
    for _, event in entries:
        match event:
            case Dealt(dealer=dealer):
                dealing, play = dealer, [0, 0]
            case Scored(reason="play" | "go" | "heels", seat=seat, points=points):
                play[seat != dealing] += points
            case Scored(reason="hand", seat=seat, points=points):
                counts["hand_dealer" if seat == dealing else "hand_pone"][points, 0] += 1
            case Scored(reason="crib", points=points):
                counts["crib"][points, 0] += 1
            case DealEnded():
                counts["play"][play[0], play[1]] += 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, count and write the table where the package finds it."""
    parser = argparse.ArgumentParser(description="Count the points of the parts of deals.")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--into", type=Path, default=Path(evaluation.__path__[0]) / "tables")
    asked = parser.parse_args(arguments)

    tasks = [
        range(start, min(start + _GAMES_IN_TASK, asked.games))
        for start in range(0, asked.games, _GAMES_IN_TASK)
    ]
    counts: Counts = {}
    done = 0
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        for part in pool.map(count_deals, [asked.seed] * len(tasks), tasks):
            for name, found in part.items():
                counts.setdefault(name, Counter()).update(found)
            done += _GAMES_IN_TASK
            sys.stderr.write(f"\r{min(done, asked.games):6} of {asked.games} games")
            sys.stderr.flush()
    sys.stderr.write("\n")
    head = [
        f"command: python -m pegout.analysis.positions --games {asked.games} --seed {asked.seed}",
        f"made by: pegout {_release()}, rules version {RULES_VERSION}",
        f"provenance: the first {_DEALS} deals of {asked.games} games of club against club",
    ]
    deals = compose(
        [
            "How often each part of a deal has how many points, for two players.",
            *head,
            "part play: points of the dealer, heels included, and of the pone",
        ],
        ("part", "points", "pone", "number"),
        [
            (part, *points, number)
            for part, found in counts.items()
            for points, number in sorted(found.items())
        ],
    )
    (asked.into / "deals.csv").write_text(deals, "ascii")


def _release() -> str:
    try:
        return version("pegout")
    except PackageNotFoundError:
        return "unreleased"


if __name__ == "__main__":
    main()

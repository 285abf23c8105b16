"""Measures the best possible results of cribbage squares: ``python -m tools.squares_results``.

It says how they are distributed, how many deals can be won, and how long the search takes.
"""

from __future__ import annotations

import time
from statistics import fmean, quantiles
from typing import NamedTuple

import click

from pegout.school.squares import TARGET, best_squares, deal_squares


class BestResults(NamedTuple):
    """The best possible results of some deals, and the seconds that each search took."""

    totals: list[int]
    seconds: list[float]


def measure(deals: int) -> BestResults:
    """Find the best possible results of the deals with the first numbers."""
    results = BestResults([], [])
    for number in range(deals):
        deal = deal_squares(str(number))
        begun = time.process_time()
        results.totals.append(best_squares(deal).total)
        results.seconds.append(time.process_time() - begun)
    return results


def report(results: BestResults) -> str:
    """Write the figures of the page ``docs/drills.md``."""
    totals, seconds = results
    tenths = quantiles(totals, n=10)
    won = fmean([total >= TARGET for total in totals])
    return (
        f"{len(totals)} deals: mean {fmean(totals):.1f}, from {min(totals)} to {max(totals)}, "
        f"eight of ten from {tenths[0]:.0f} to {tenths[-1]:.0f}; {won:.1%} can be won; "
        f"{fmean(seconds):.2f} s each, at most {max(seconds):.2f} s"
    )


@click.command(help=__doc__)
@click.option("--deals", default=1000, show_default=True)
def main(deals: int) -> None:
    """Print the figures."""
    click.echo(report(measure(deals)))


if __name__ == "__main__":
    main()

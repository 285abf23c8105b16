"""The figures of the page about the chances of winning, from the shipped tables.

They are the part of ``docs/chances.md`` between the two marks; ``make generated`` writes it. The
same tables give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from pegout.solver.last_hole import shipped_last_hole
from pegout.tables.files import load, load_numbers
from pegout.tables.win_probability import (
    LARGEST_NEED,
    STAKES,
    chance_of_seat,
    errors_array,
    outcomes_array,
    win_probabilities,
)
from tools.pages import replace_marked

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "chances.md"
BEGIN: Final = "<!-- figures, by tools/chance_page.py -->"
END: Final = "<!-- end of figures -->"

#: The pairs of scores on the page, the dealer's first.
_PAIRS: Final = (
    (0, 0), (10, 0), (0, 10), (18, 9), (35, 37), (44, 35), (60, 60), (70, 61), (88, 88), (96, 87),
    (103, 103), (91, 112), (110, 110), (115, 115), (118, 111), (118, 118), (120, 120),
)  # fmt: skip
#: The highest need of the pone at which the page compares the exact value with the sampled one.
_COUNTED: Final = 10
#: The largest difference of the scores over which the worth of a point is averaged.
_NEAR: Final = 13


def figures() -> str:
    """Return the generated part of the page."""
    parts = [_sources(), _published(), _pairs(), _last_hole(), _holes(), _more_players()]
    return "\n\n".join(parts)


def _percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def _with_error(own: int, other: int, players: int = 2) -> str:
    """Return the dealer's chance of winning at two scores, with its standard error."""
    at = (LARGEST_NEED - own, LARGEST_NEED - other)
    error = max(errors_array("win", players)[at], 1e-5)
    return f"{_percent(win_probabilities('win', players)[at], 2)} ± {100 * error:.3f}"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    marks = [*["---"] * left, *["---:"] * (len(names) - left)]
    return "\n".join(["| " + " | ".join(row) + " |" for row in (names, marks, *rows)])


def _sources() -> str:
    rows = []
    for players, name in ((2, "chances_two"), (4, "chances_four"), (3, "chances_three")):
        head = dict(line.split(": ", 1) for line in load_numbers(name).head if ": " in line)
        means = head["mean points of a deal, from the dealer round"]
        error = _percent(float(head["largest standard error"]), 3)
        rows.append([str(players), means, error, f"`{head['command']}`"])
    names = ["players", "mean points of a deal, from the dealer round", "largest standard error"]
    return _table([*names, "command"], rows)


def _published() -> str:
    outcomes = outcomes_array()[:, LARGEST_NEED, LARGEST_NEED]
    rows = [
        ["the first dealer wins", "56.0 % ± 0.5 (Colvert)", _with_error(0, 0)],
        ["at 35:37 the dealer wins", "51 % ± 1.5 (Carte Primus)", _with_error(35, 37)],
        ["the first dealer wins by a skunk", "8.0 % (Mueller)", _percent(sum(outcomes[1:3]), 2)],
        ["holes that the dealer wants to reach", "18, 44, 70, 96 (Colvert)", _holes_of_dealer()],
    ]
    return "### Compared with published figures\n\n" + _table(
        ["", "published", "here"], rows, left=2
    )


def _pairs() -> str:
    rows = []
    for own, other in _PAIRS:
        at = (LARGEST_NEED - own, LARGEST_NEED - other)
        rows.append(
            [
                f"{own}:{other}",
                _with_error(own, other),
                f"{win_probabilities('1-2-3')[at]:+.3f}",
                f"{win_probabilities('2-3-3')[at]:+.3f}",
            ]
        )
    return (
        "### Some pairs of scores\n\nThe dealer’s score comes first. The points of a match are "
        "the dealer’s less the pone’s, on average.\n\n"
        + _table(["dealer : pone", "the dealer wins", "at 1-2-3", "at 2-3-3"], rows)
    )


def _last_hole() -> str:
    rows = []
    for needs in range(1, _COUNTED + 1):
        counted, sampled = shipped_last_hole().chance(needs), float(win_probabilities()[1, needs])
        # Both are rounded, the sampled values to five digits.
        error = max(float(errors_array()[1, needs]), 1e-5)
        rows.append(
            [
                str(needs),
                _percent(counted, 5),
                f"{_percent(sampled, 3)} ± {100 * error:.3f}",
                f"{100 * (sampled - counted):+.3f}",
                f"{(sampled - counted) / error:+.1f}",
            ]
        )
    head = dict(line.split(": ", 1) for line in load("last_hole").head if ": " in line)
    names = ["the pone needs", "from every deal", "sampled", "difference", "in standard errors"]
    return (
        "### Where the game ends within the deal\n\nA dealer that needs one point wins by heels or "
        "in the play, in which a dealer always pegs. So the\nchance follows exactly from all "
        f"deals and all lines of the play: `{head['command']}`.\n\n" + _table(names, rows, left=0)
    )


def _worth(own: Callable[[int, int], float], hole: int) -> float:
    """Return what the next point adds to a side's chance, averaged over nearby opposing scores."""
    others = range(hole - _NEAR, min(LARGEST_NEED - 1, hole + _NEAR) + 1)
    return float(np.mean([own(hole + 1, other) - own(hole, other) for other in others]))


def _peaks(own: Callable[[int, int], float]) -> list[tuple[int, float]]:
    """Return the holes whose point adds more than both neighbours, and what that point adds."""
    # Further back fewer holes exist on both sides, and near the end every hole differs.
    worths = {hole: _worth(own, hole) for hole in range(_NEAR, 100)}
    return [
        (hole + 1, worths[hole])
        for hole in range(_NEAR + 1, 99)
        if worths[hole - 1] < worths[hole] >= worths[hole + 1]
    ]


def _dealer(own: int, other: int) -> float:
    return float(win_probabilities()[LARGEST_NEED - own, LARGEST_NEED - other])


def _pone(own: int, other: int) -> float:
    return 1 - float(win_probabilities()[LARGEST_NEED - other, LARGEST_NEED - own])


def _holes_of_dealer() -> str:
    return ", ".join([str(hole) for hole, _ in _peaks(_dealer)])


def _holes() -> str:
    rows = [
        [name, ", ".join([f"{hole} ({_percent(worth)})" for hole, worth in _peaks(own)])]
        for name, own in (("dealer", _dealer), ("pone", _pone))
    ]
    return (
        "### The holes that count most\n\nThese are the holes whose point adds more to the "
        "chance of winning than the point before it and\nthe point after it, with what it adds. "
        f"The figures average over opponents up to {_NEAR} holes away, for holes {_NEAR + 2}\n"
        f"to 99.\n\n" + _table(["at the start of a deal, for the", "holes"], rows, left=2)
    )


def _more_players() -> str:
    three = [chance_of_seat((LARGEST_NEED,) * 3, 0, seat) for seat in range(3)]
    rows = [
        ["two players to 121", _with_error(0, 0)],
        ["two players to 61", _with_error(LARGEST_NEED - 61, LARGEST_NEED - 61)],
        ["four players, the side that deals first", _with_error(0, 0, 4)],
        [
            "three players: the first dealer, the next, the last",
            ", ".join([_percent(chance) for chance in three]),
        ],
        *[
            [f"what the first deal is worth at {stake}", f"{win_probabilities(stake)[-1, -1]:+.3f}"]
            for stake in STAKES
            if stake != "win"
        ],
    ]
    return "### From the start\n\n" + _table(["", "chance of winning, or points"], rows)


def files() -> dict[Path, str]:
    """Return the page with its figures."""
    return {PAGE: replace_marked(PAGE.read_text("utf-8"), BEGIN, END, figures())}

"""The levels: whatever lists them has all of them, and says of each how strong it is."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from pegout.players import LEVELS
from pegout.review.error_scale import error_scale
from pegout.simulation import POLICIES
from pegout.table.offers import offered_levels
from pegout.tables.level_losses import level_losses
from pegout.text import LANGUAGES, language, level_details, level_help, level_name
from pegout.text import rulebook as words

DOCS = Path(__file__).parents[2] / "docs"
OFFERED = offered_levels()


def rows_of(page: str, head: str) -> list[list[str]]:
    """Return the cells of a table, given the beginning of its head."""
    lines = (DOCS / page).read_text(encoding="utf-8").partition(f"\n{head}")[2].splitlines()
    rows = lines[2 : lines.index("", 1)]
    return [[cell.strip(" *") for cell in row.strip("|").split("|")] for row in rows]


def wins(name: str) -> str:
    """Return how many of 100 games a level is said to win; nothing for the weakest."""
    return str(words.STRENGTH[name][0]) if name in words.STRENGTH else ""


def test_every_level_plays_as_a_policy_of_its_name() -> None:
    missing = [level.policy for level in LEVELS.values() if level.policy not in POLICIES]
    assert not missing, "add it to POLICIES in simulation/policies/policy.py"
    assert all(level.name == name for name, level in LEVELS.items())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_level_has_a_name_and_a_sentence(code: str) -> None:
    t = language(code)
    assert list(words.LEVELS) == list(LEVELS), "give it words in LEVELS of text/rulebook"
    assert all(level_help(name, t).endswith(".") for name in LEVELS)
    assert len({level_name(name, t) for name in LEVELS}) == len(LEVELS)
    assert (level_name("champion", t), level_help("champion", t)) == ("champion", "")


def test_each_level_says_how_often_it_wins_against_the_one_below() -> None:
    t = language("en")
    assert list(words.STRENGTH) == OFFERED[1:], "say how strong it is in STRENGTH of text/rulebook"
    assert level_details(OFFERED[0], t) == level_help(OFFERED[0], t)
    for below, name in pairwise(OFFERED):
        said = level_details(name, t)
        assert level_name(below, t).casefold() in said, f"STRENGTH: {name} is now above {below}"
        for code in LANGUAGES:
            there = level_details(name, language(code))
            assert there.startswith(level_help(name, language(code)))
            assert f" {wins(name)} " in there


def test_the_page_of_strength_has_every_level_and_its_figure() -> None:
    described = [row[0] for row in rows_of("strength.md", "| level | how it decides |")]
    assert described == OFFERED, "describe it in the first table of docs/strength.md"
    table = rows_of("strength.md", "| | random | gentle |")
    names = [name for name, *_ in table]
    won = {(name, names[at]): cell for name, *row in table for at, cell in enumerate(row)}
    won |= {("expert", row[0]): row[1] for row in rows_of("strength.md", "| against | the expert")}
    for below, name in pairwise(OFFERED):
        assert (name, below) in won, f"docs/strength.md: measure {name} against {below}"
        figure = f"{float(won[name, below].split()[0]):.0f}"
        assert wins(name) == figure, f"STRENGTH: {name} wins {figure} of 100"


@pytest.mark.parametrize(
    ("page", "code", "head"), [("playing.md", "en", "| level |"), ("jugar.md", "es", "| nivel |")]
)
def test_the_manual_has_every_level(page: str, code: str, head: str) -> None:
    t = language(code)
    listed = [(name, re.sub(r"\D.*", "", figure)) for name, _, figure in rows_of(page, head)]
    known = [(level_name(name, t), wins(name)) for name in OFFERED]
    assert listed == known, f"bring docs/{page} up to date"


def test_every_level_is_on_the_scale_of_reviews() -> None:
    losses = level_losses()
    assert [loss.level for loss in losses] == OFFERED, "measure it with `pegout solve errors`"
    for loss in losses:
        placed = error_scale().closest_level(100 * loss.points, round(100 * loss.decisions))
        assert placed is not None
        assert (placed.level, placed.weakest, placed.strongest) == (loss.level,) * 3
        assert placed.points == pytest.approx(loss.points, abs=0.05)

"""The wrong lines that show what the gate finds."""

import ast

from tests.chance import chance
from tools.mutants import draw, javascript, mutate, python

PYTHON = '''
def first(cards: tuple[int, ...], limit: int = 31) -> bool:
    """Return 1."""
    cards.sort()
    if not cards or len(cards) > 3:
        return False
    return cards[0] + 1 == limit
'''
SCRIPT = """
import { one } from "./one.js";
// a === b
const text = "a === b";
if (!seat && total < 31) {
  this.show(total + 1);
}
"""


def test_the_changes_of_a_file_of_python() -> None:
    found = {mutate(mutant, PYTHON) for mutant in python("a.py", PYTHON)}
    for old, new in (
        ("limit: int = 31", "limit: int = 32"),
        ("cards.sort()", "None"),
        ("not cards or len(cards) > 3", "not (not cards or len(cards) > 3)"),
        ("not cards or", "(cards) or"),
        ("len(cards) > 3", "len(cards) >= 3"),
        ("False", "True"),
        ("cards[0] + 1 ==", "(cards[0] - 1) =="),
    ):
        assert PYTHON.replace(old, new, 1) in found, new
    assert PYTHON not in found
    for text in found:
        ast.parse(text)
        assert ast.get_docstring(ast.parse(text).body[0]) == "Return 1."  # type: ignore[arg-type]


def test_the_changes_of_a_file_of_javascript() -> None:
    found = {mutate(mutant, SCRIPT) for mutant in javascript("a.js", SCRIPT)}
    for old, new in (
        ("!seat", "seat"),
        ("&&", "||"),
        ("total < 31", "total <= 31"),
        ("31", "32"),
        ("total + 1", "total - 1"),
        ("total + 1", "total + 2"),
        ("  this.show(total + 1);", ""),
    ):
        assert SCRIPT.replace(old, new, 1) in found, new
    assert len(found) == 7


def test_each_package_has_a_change_and_no_line_has_two() -> None:
    files = {f"src/pegout/{name}/a.py": PYTHON * 9 for name in ("rules", "text")}
    files |= {f"src/pegout/client/js/{name}/a.js": SCRIPT * 9 for name in ("draw", "fair")}
    drawn = draw(files, 12, chance("mutants"))
    assert drawn == draw(files, 12, chance("mutants"))
    assert len({(mutant.path, mutant.line) for mutant in drawn}) == 12
    assert {mutant.path for mutant in drawn[:4]} == set(files)

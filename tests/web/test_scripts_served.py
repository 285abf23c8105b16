"""Scripts are served without their comments, and otherwise as they are."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pegout.web.pages import STATIC, _script
from tests.web.table import house

SCRIPTS = sorted((STATIC / "js").rglob("*.js"))


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("a();\n// said\nb();", "a();\n\nb();"),
        ("/**\n * One.\n */\nexport {};", "\n\n\nexport {};"),
        ("  /** @type {X} */ (one).two();", "  /** @type {X} */ (one).two();"),
        ("/** One. */\nx = 1; // kept\n/** Two. */", "\nx = 1; // kept\n"),
        ("/** @type {X} */ (one);\n/** Two. */\ntwo();", "/** @type {X} */ (one);\n\ntwo();"),
    ],
)
def test_whole_lines_of_comment_stay_at_home(source: str, served: str, tmp_path: Path) -> None:
    path = tmp_path / "x.js"
    path.write_text(source)
    assert _script(str(path), 0.0).decode() == served


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_what_runs_is_what_is_read(path: Path) -> None:
    """Every line that is not comment is served at its place."""
    read = path.read_text(encoding="utf-8").split("\n")
    served = _script(str(path), 1.0).decode().split("\n")
    assert len(served) == len(read)
    inside = False
    for line, sent in zip(read, served, strict=True):
        begins = line.strip().startswith("/**")
        if sent != line:
            assert sent == ""
            assert inside or begins or line.strip().startswith("//")
        inside = (inside or begins) and "*/" not in line


def test_every_script_that_is_served_can_be_parsed(tmp_path: Path) -> None:
    for path in SCRIPTS:
        copy = tmp_path / f"{path.stem}.mjs"
        copy.write_bytes(_script(str(path), 2.0))
    check = ["node", "--check"]
    for copy in sorted(tmp_path.iterdir()):
        subprocess.run([*check, str(copy)], check=True, capture_output=True, timeout=30)


async def test_a_script_that_is_known_is_not_sent_again() -> None:
    async with house() as home:
        first = await home.get("/static/js/main.js")
        assert first.status == 200
        assert b"/**" not in first.body[:200]
        again = await home.get("/static/js/main.js", **{"If-None-Match": first.headers["ETag"]})
        assert (again.status, again.body) == (304, b"")

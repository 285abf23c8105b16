"""The page about the chances of winning."""

import pytest

from tools import chance_page
from tools.chance_page import BEGIN, END, PAGE, PageError


def test_the_page_is_that_of_the_shipped_tables() -> None:
    page = PAGE.read_text("utf-8")
    assert chance_page.written(page) == page, "run python tools/chance_page.py"
    assert chance_page.main(["--check"]) == 0


def test_only_what_stands_between_the_marks_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("page") / "chances.md"
    monkeypatch.setattr(chance_page, "PAGE", path)
    path.write_text(f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n", "utf-8")
    assert chance_page.main(["--check"]) == 1
    assert chance_page.main([]) == 0
    text = path.read_text("utf-8")
    assert text.startswith(f"Before.\n{BEGIN}\n\n| players |")
    assert text.endswith(f"\n\n{END}\nAfter.\n")
    assert "old" not in text
    assert chance_page.main(["--check"]) == 0


def test_a_page_without_marks_is_left_alone() -> None:
    with pytest.raises(PageError, match="put them back") as refused:
        chance_page.written("Nothing here.")
    assert refused.value.code == "no_mark"

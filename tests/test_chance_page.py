"""The page about the chances of winning."""

import pytest

from tools import chance_page
from tools.chance_page import BEGIN, END, PageError


def test_only_what_stands_between_the_marks_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_page, "figures", lambda: "| new |")
    text = chance_page.written(f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n")
    assert text == f"Before.\n{BEGIN}\n\n| new |\n\n{END}\nAfter.\n"
    with pytest.raises(PageError, match="put them back") as refused:
        chance_page.written("Nothing here.")
    assert refused.value.code == "no_mark"

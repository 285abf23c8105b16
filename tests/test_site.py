"""The pages of the site: what they take in from elsewhere, and that no link of them is dead."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pegout.text.rulebook import paragraphs
from tools.site import ROOT, included, on_page_content, on_page_markdown, pages_of_texts

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def test_texts_from_elsewhere_have_their_pages() -> None:
    assert pages_of_texts() == {
        "CHANGELOG.md": "changelog.md",
        "CONTRIBUTING.md": "contributing.md",
        "SECURITY.md": "security.md",
        "src/pegout/text/rulebook/en.md": "rules.md",
        "src/pegout/text/rulebook/es.md": "reglas.md",
    }


def test_a_page_takes_in_a_text_where_it_says_so() -> None:
    page = on_page_markdown("before\n\n<!-- include: SECURITY.md -->\n\nafter")
    assert page.startswith("before\n\n# Security\n")
    assert page.endswith("\n\nafter")
    assert on_page_markdown("nothing") == "nothing"


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_paragraph_of_the_rule_book_can_be_linked_to(code: str) -> None:
    text = included(f"src/pegout/text/rulebook/{code}.md")
    assert re.findall(r"^\{: #(\S+) \}$", text, re.MULTILINE) == paragraphs(code)


@pytest.mark.parametrize("name", pages_of_texts())
def test_links_of_a_text_from_elsewhere_lead_to_pages(name: str) -> None:
    for target in LINK.findall(included(name)):
        assert (DOCS / target).is_file(), target


def test_a_page_that_is_not_english_says_so() -> None:
    spanish = SimpleNamespace(meta={"language": "es"})
    assert on_page_content("<p>Hola</p>", page=spanish) == '<div lang="es">\n<p>Hola</p>\n</div>'
    assert on_page_content("<p>Hello</p>", page=SimpleNamespace(meta={})) == "<p>Hello</p>"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_link_is_dead(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target

"""The pages of the manual: what they take in from elsewhere, their languages and their pictures."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from pegout.text.rulebook import paragraphs
from tools.pictures import PICTURES, THEMES, Look, name_of
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


def test_both_glossaries_have_the_same_words() -> None:
    english = (DOCS / "glossary.md").read_text(encoding="utf-8")
    spanish = (DOCS / "glosario.md").read_text(encoding="utf-8")
    terms = re.findall(r"^## (.+)$", english, re.MULTILINE)
    assert len(terms) > 40
    assert terms == sorted(terms)
    named = re.findall(r"En inglés, \*(.+)\*\.$", spanish, re.MULTILINE)
    assert sorted(named) == sorted(term.lower() for term in terms)
    assert len(re.findall(r"^## ", spanish, re.MULTILINE)) == len(terms)


@pytest.mark.parametrize(("english", "spanish"), [("playing", "jugar"), ("rules", "reglas")])
def test_a_page_in_two_languages_has_the_same_parts(english: str, spanish: str) -> None:
    parts = [
        [len(marks) for marks in re.findall(r"^(#+|\||!\[)", on_page_markdown(text), re.MULTILINE)]
        for text in (
            (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in (english, spanish)
        )
    ]
    assert parts[0] == parts[1]


def test_every_picture_of_the_manual_can_be_made_and_is_shown() -> None:
    made = {
        name_of(picture, Look(scheme, language))
        for picture, (_, languages) in PICTURES.items()
        for scheme in THEMES
        for language in languages
    }
    assert {path.name for path in (DOCS / "images").iterdir()} == made
    pages = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert set(re.findall(r"images/([\w-]+\.\w+)", pages)) == made

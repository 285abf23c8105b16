"""The pages of the manual: their included texts, their languages and their pictures."""

import re
from itertools import product
from types import SimpleNamespace

from pegout.text.rulebook import paragraphs
from tools import site
from tools.pictures import PICTURES, THEMES, Look, name_of

DOCS = site.ROOT / "docs"
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def test_texts_from_elsewhere_have_their_pages() -> None:
    assert site.pages_of_texts() == {
        "CHANGELOG.md": "changelog.md",
        "CONTRIBUTING.md": "contributing.md",
        "SECURITY.md": "security.md",
        "deploy/Caddyfile": "hosting.md",
        "deploy/compose.yaml": "hosting.md",
        "deploy/nginx.conf": "hosting.md",
        "deploy/pegout.service": "hosting.md",
        "src/pegout/text/rulebook/en.md": "rules.md",
        "src/pegout/text/rulebook/es.md": "reglas.md",
    }


def test_a_page_takes_in_a_text_where_it_says_so() -> None:
    page = site.on_page_markdown("before\n\n<!-- include: SECURITY.md -->\n\nafter")
    assert page.startswith("before\n\n# Security\n")
    assert page.endswith("\n\nafter")
    assert site.on_page_markdown("nothing") == "nothing"


def test_every_paragraph_of_the_rule_book_can_be_linked_to() -> None:
    for code in ("en", "es"):
        text = site.included(f"src/pegout/text/rulebook/{code}.md")
        assert re.findall(r"^\{: #(\S+) \}$", text, re.MULTILINE) == paragraphs(code)


def test_links_of_a_text_from_elsewhere_lead_to_pages() -> None:
    links = [
        (name, to) for name in site.pages_of_texts() for to in LINK.findall(site.included(name))
    ]
    assert [(name, to) for name, to in links if not (DOCS / to).is_file()] == []


def test_an_option_in_a_sentence_is_not_broken() -> None:
    page = site.on_page_content(
        "<p><code>pegout arena a-b --luck-adjusted</code> and <code>--seed 1</code>"
    )
    assert page == (
        '<p><code>pegout arena a-b <span class="option">--luck-adjusted</span></code> and '
        '<code><span class="option">--seed</span> 1</code>'
    )


def test_a_figure_and_its_per_cent_stand_in_one_line() -> None:
    text, code = "<td>68.3 % ± 0.6</td>", "<code>68.3 % ± 0.6</code>"
    assert site.on_page_content(text + code + text) == (
        "<td>68.3\xa0% ±\xa00.6</td><code>68.3 % ± 0.6</code><td>68.3\xa0% ±\xa00.6</td>"
    )


def test_a_block_says_how_long_its_lines_are() -> None:
    wanted = {100: "", 101: " long-lines", 200: " long-lines", 201: " very-long-lines"}
    for language, columns in product(("", "language-console "), wanted):
        line = f"<b>&lt;</b>{'a' * (columns - 1)}"
        code = f"<pre><span></span><code>$ pegout --help\n{line}</code></pre>"
        page = site.on_page_content(f'<div class="{language}highlight">{code}</div>')
        assert page == f'<div class="{language}highlight{wanted[columns]}">{code}</div>'


def test_the_theme_speaks_the_language_of_each_page() -> None:
    config = SimpleNamespace(theme={"language": "en"})
    for language, meta in (("es", {"language": "es"}), ("en", {})):
        page = SimpleNamespace(meta=meta)
        assert site.on_page_context({"nav": 1}, page=page, config=config) == {"nav": 1}
        assert config.theme["language"] == language


def test_what_the_site_adds_to_the_theme_is_spanish_on_spanish_pages() -> None:
    built = (
        '<ul class="md-nav__list" data-md-scrollfix><a>Install</a></ul>'
        '<label title="Dark"></label><h1>Jugar<a title="Permanent link"></a></h1>'
        "The Pegout authors, MIT licence"
    )
    assert site.on_post_page(built, page=SimpleNamespace(meta={"language": "es"})) == (
        '<ul class="md-nav__list" data-md-scrollfix lang="en"><a>Install</a></ul>'
        '<label title="Oscuro"></label><h1>Jugar<a title="Enlace permanente"></a></h1>'
        "Los autores de Pegout, licencia MIT"
    )
    assert site.on_post_page(built, page=SimpleNamespace(meta={})) == built


def test_the_words_that_become_spanish_are_those_of_the_settings() -> None:
    settings = (site.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    names = re.findall(r"^ {8}name: (\w+)$", settings, re.MULTILINE)
    names += re.findall(r"^copyright: (.+)$", settings, re.MULTILINE)
    assert len(names) == 3
    for name in names:
        page = SimpleNamespace(meta={"language": "es"})
        assert name not in site.on_post_page(f'<label title="{name}">', page=page)


def test_both_glossaries_have_the_same_words() -> None:
    english = (DOCS / "glossary.md").read_text(encoding="utf-8")
    spanish = (DOCS / "glosario.md").read_text(encoding="utf-8")
    terms = re.findall(r"^## (.+)$", english, re.MULTILINE)
    assert len(terms) > 40
    assert terms == sorted(terms)
    named = re.findall(r"En inglés, \*(.+)\*\.$", spanish, re.MULTILINE)
    assert sorted(named) == sorted(term.lower() for term in terms)
    assert len(re.findall(r"^## ", spanish, re.MULTILINE)) == len(terms)


def test_a_page_in_two_languages_has_the_same_parts() -> None:
    for names in (("playing", "jugar"), ("rules", "reglas")):
        english, spanish = (
            site.on_page_markdown((DOCS / f"{name}.md").read_text(encoding="utf-8"))
            for name in names
        )
        assert parts_of(english) == parts_of(spanish), names


def parts_of(page: str) -> list[int]:
    """Return the depth of each heading of a page, and 1 for a line of a table or a picture."""
    return [len(marks) for marks in re.findall(r"^(#+|\||!\[)", page, re.MULTILINE)]


def test_every_picture_of_the_manual_can_be_made_and_is_shown() -> None:
    made = {
        name_of(picture, Look(scheme, language))
        for picture, (_, languages) in PICTURES.items()
        for scheme in THEMES
        for language in languages
    }
    assert {path.name for path in (DOCS / "images").iterdir()} == made
    written = [site.ROOT / "README.md", site.ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
    pages = "".join(path.read_text(encoding="utf-8") for path in written)
    assert set(re.findall(r"images/([\w-]+\.\w+)", pages)) == made

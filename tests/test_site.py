"""The site of the manual, without building it: every page exists, with a description and links."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from os.path import normpath
from pathlib import Path

import pegout
from tests.cases import failures
from tools.site import on_page_markdown

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

FRONT = re.compile(r'\A---\n(?:\w+: .*\n)*?description: "(?P<text>[^"\n]+)"\n(?:\w+: .*\n)*---\n')
FENCED = re.compile(r"^(?P<fence>[ ]*(?:`{3,}|~{3,})).*?^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^()\s]+(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(?P<text>.+?)(?: *\{#(?P<id>[\w.-]+)\})?$", re.MULTILINE)
#: The targets that a browser loads by itself, unlike a link.
LOADED = re.compile(
    r"!\[[^\]]*\]\((?:https?:)?//|<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc=.?"
    r"(?:https?:)?//|<link\b[^>]*\shref=.?(?:https?:)?//"
)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def settings() -> str:
    return read(ROOT / "mkdocs.yml")


@cache
def pages() -> list[Path]:
    return sorted(DOCS.rglob("*.md"))


def description(path: Path) -> str:
    front = FRONT.match(read(path))
    assert front, 'it begins with ---, description: "…" and ---'
    return front["text"]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def slug(heading: str) -> str:
    """Return the anchor of a heading, as Python-Markdown makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@cache
def anchors(text: str) -> set[str]:
    """Return every anchor of a page; a second heading with the same text ends with ``_1``."""
    found: Counter[str] = Counter()
    names = set(re.findall(r"<\w+ [^>]*\bid=\"([^\"]+)\"", text))
    names.update(re.findall(r"^\{: #(\S+) \}$", text, re.MULTILINE))
    for heading in HEADING.finditer(FENCED.sub("", text)):
        name = heading["id"] or slug(heading["text"])
        names.add(f"{name}_{found[name]}" if found[name] else name)
        found[name] += 1
    return names


def links(text: str) -> Iterator[str]:
    """Yield the target of every link and picture outside of code."""
    for link in LINK.finditer(CODE.sub("", FENCED.sub("", text))):
        yield link["target"]


def dead(path: Path, text: str) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of a page."""
    wrong = []
    for target in links(text):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        goal = path.parent / name if name else path
        if name and not goal.exists():
            wrong.append(target)
        elif anchor and goal.suffix == ".md":
            there = read(goal.resolve()) if name else text
            if anchor not in anchors(on_page_markdown(there)):
                wrong.append(target)
    return wrong


def test_a_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"^ +- (?:[^:\n]+: )?\"?([\w./-]+\.md)\"?$", settings(), re.MULTILINE)
    written = {path.relative_to(DOCS).as_posix() for path in pages()}
    absent = written - set(listed)
    assert not absent, "list the page in mkdocs.yml"
    assert sorted(listed) == sorted(written)


def test_a_page_has_a_description_of_its_own() -> None:
    def is_described(path: Path) -> None:
        assert 30 <= len(description(path)) <= 300

    assert failures(is_described, pages(), name_of) == []
    found = Counter(map(description, pages()))
    assert [text for text, number in found.items() if number > 1] == []


def test_no_link_is_dead() -> None:
    about = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    wrong = {name_of(path): dead(path, read(path)) for path in (*pages(), *about)}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_name_that_leads_to_the_reference_is_described_there() -> None:
    described = set(re.findall(r"^::: (\S+)$", "\n".join(map(read, pages())), re.MULTILINE))
    named = {
        f"{name_of(path)}: {name}"
        for path in pages()
        for name in re.findall(r"\]\[(pegout(?:\.\w+)+)\]", read(path))
        if not {name, name.rpartition(".")[0]} & described
    }
    assert named == set()


def test_a_page_stands_on_nothing_outside_the_site() -> None:
    outside = [
        f"{name_of(path)}: {target}"
        for path in pages()
        for target in links(read(path))
        if not re.match(r"\w+:", target) and not target.startswith("#")
        if not Path(normpath(path.parent / target.partition("#")[0])).is_relative_to(DOCS)
    ]
    assert outside == []


def test_a_page_asks_nobody_else_for_anything() -> None:
    loaded = {
        name_of(path): LOADED.search(CODE.sub("", FENCED.sub("", read(path)))) for path in pages()
    }
    assert {name: found for name, found in loaded.items() if found} == {}


def test_the_site_asks_nobody_else_for_anything() -> None:
    assert re.search(r"^  font: false$", settings(), re.MULTILINE)
    words = r"^ *(?:analytics|consent|custom_dir|extra_javascript|repo_url):"
    assert re.search(words, settings(), re.MULTILINE) is None
    assert "//" not in re.sub(r"^ *#.*$", "", settings(), flags=re.MULTILINE)


def test_the_reference_begins_with_every_public_name() -> None:
    first = read(DOCS / "reference.md")
    linked = set(re.findall(r"\[`(\w+)`\]\[pegout\.[\w.]+\]", first))
    assert linked == set(pegout.__all__) - {"__version__"}


# Checks of the helpers above


def test_the_anchor_of_a_heading() -> None:
    wanted = {
        "Fields of `--json`": "fields-of-json",
        "Beside what others have published": "beside-what-others-have-published",
        "Time, and what goes wrong": "time-and-what-goes-wrong",
        "A [link](to.md) of crêpes": "a-link-of-crepes",
    }
    assert {heading: slug(heading) for heading in wanted} == wanted


def test_headings_with_the_same_text_have_anchors_of_their_own() -> None:
    text = "# A\n\n## B\n\n```\n# no heading\n```\n\n## B\n\n## C {#other}\n"
    assert anchors(text) == {"a", "b", "b_1", "other"}


def test_dead_links_are_found(tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("# Here\n", encoding="utf-8")
    text = (
        "# Top\n[a](other.md) [b](other.md#here) [c](other.md#there) [d](none.md) [e](#top) "
        "[f](#bottom) [g](https://example.org) `[h](code.md)`\n```\n[i](code.md)\n```\n"
    )
    assert dead(tmp_path / "page.md", text) == ["other.md#there", "none.md", "#bottom"]


def test_what_a_browser_would_load_from_elsewhere_is_found() -> None:
    assert LOADED.search("![a picture](https://example.org/a.png)")
    assert LOADED.search('<script async src="//example.org/a.js"></script>')
    assert not LOADED.search("[a link](https://example.org/a.png) ![ours](images/a.png)")

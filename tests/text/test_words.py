"""The words that no sentence may use: no catalogue, help text, page, docstring or comment.

Each replaces a usual term that readers search for. Code on a page may use them: the names of files,
commands and fields do not change with the prose.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

from tools.catalogues import LOCALE, ROOT

# The forbidden words, and the usual terms.
WORDS: Final = {
    r"whoever": "the player who, a client that, anybody",
    r"anew": "again, at random",
    r"abreast": "at the same time",
    r"theirs": "the opponent's, the other program's",
    r"lay|lays a card|laid (away|a card|more|its)|has laid|(was|were|cards?) laid": "play, discard",
    r"throws?|thrown|threw": "discard",
    r"lik(ing|ed)": "heuristic value",
    r"a mind is|(the|a|their) minds?": "workspace",
    r"found wanting|problems of its own": "failed, unavailable",
    r"in the mean": "on average",
    r"comes? out": "is, gives",
    r"ways? of (playing|laying)": "policy, strategy",
    r"best answer": "best response",
    r"wish(es)?": "request",
    r"(goes|go|going|gone) on with": "continue, resume",
    r"goes on from": "resumes from",
    r"cards of their own": "separate cards",
    r"the ears?": "recipient",
    r"is told of|has been told": "is notified, is measured",
    r"tell as much as": "give as much information as",
    r"as far as can be told": "within the error",
}
SPANISH: Final = {
    r"sea de quien sea": "sin pensar en",
    r"de nuevo las cartas": "otra vez",
    r"se cuenta como puede": "se escribe como",
    r"dicen? tanto como": "da tanta información como",
    r"hasta donde se puede saber": "dentro del error",
    r"manera de jugar": "estrategia",
}


#: What to do about a word.
ADVICE: Final = "WORDS has the usual terms"
#: Sources whose prose is checked.
_SOURCES: Final = ("src", "tools", "benchmarks", "examples", "tests")


def modules() -> list[Path]:
    return sorted([path for name in _SOURCES for path in (ROOT / name).rglob("*.py")])


def bad(words: dict[str, str]) -> re.Pattern[str]:
    """Return a pattern of the forbidden words, as whole words."""
    return re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)


def bad_words(text: str) -> list[str]:
    return [match[0] for match in bad(WORDS).finditer(text)]


def suspicious(source: str) -> bool:
    """Return whether a module may use a word: what looks like a comment or a docstring has one.

    To find out what is one takes ten times as long.
    """
    comments = re.findall(r"#.*", source)
    docstrings = re.findall(r'"""(.*?)"""', source, re.DOTALL)
    plain = [re.sub(r"^ *>>>.*?(?=\n\s*\n|\Z)", "", text, flags=re.M | re.S) for text in docstrings]
    return any(bad_words(prose(text)) for text in (*comments, *plain))


def prose(page: str) -> str:
    """Return a page without its code, its addresses and the names of its files."""
    page = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"``?[^`\n]*``?", "", page)
    return " ".join(re.sub(r"\]\([^)]*\)|https?://\S+", "", page).split())


def sentences(source: str) -> Iterator[str]:
    """The comments of a module, and its docstrings without their examples."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str() as text)):
                yield re.sub(r"^ *>>>.*?(?=\n\s*\n|\Z)", "", text, flags=re.M | re.S)


def said(code: str, *, translated: bool) -> Iterator[str]:
    """Yield the English of every message, or its translation."""
    path = LOCALE / code / "LC_MESSAGES" / "pegout.po"
    for entry in read_po(BytesIO(path.read_bytes())):
        texts = (entry.string if translated else entry.id) or ()
        if entry.id:
            yield from [texts] if isinstance(texts, str) else texts


def pages() -> list[Path]:
    folders = (ROOT / "docs", ROOT / "src" / "pegout" / "text" / "rulebook")
    return sorted(
        [*ROOT.glob("*.md"), *[page for folder in folders for page in folder.rglob("*.md")]]
    )


def tables() -> list[Path]:
    shipped, shown = ROOT / "src" / "pegout" / "tables" / "data", ROOT / "docs" / "tables"
    return [*sorted(shipped.iterdir()), *sorted(shown.glob("*.csv"))]


def test_no_sentence_of_a_screen_a_help_text_or_an_error_uses_them() -> None:
    assert not [text for text in said("es", translated=False) if bad(WORDS).search(text)]


def test_nor_does_the_spanish_of_one() -> None:
    assert not [text for text in said("es", translated=True) if bad(SPANISH).search(text)]


def test_nor_does_a_page() -> None:
    found = {path: bad_words(prose(path.read_text(encoding="utf-8"))) for path in pages()}
    assert {path.name: words for path, words in found.items() if words} == {}, ADVICE


def test_nor_does_a_docstring_or_a_comment() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text.strip()[:80]}"
        for path in modules()
        if path != Path(__file__) and suspicious(source := path.read_text(encoding="utf-8"))
        for text in sentences(source)
        if bad_words(prose(text))
    ]
    assert not found, ADVICE


def test_nor_does_the_head_of_a_table_or_a_column() -> None:
    found = {}
    for path in tables():
        data = path.read_bytes()
        lines = takewhile(lambda line: line.startswith(b"# "), data.splitlines())
        head = b"\n".join(lines).decode("ascii")
        assert "# sha256: " in head, path.name
        columns = data.splitlines()[head.count("\n") + 1] if path.suffix == ".csv" else b""
        found[path.name] = bad_words(f"{head}\n{columns.decode('ascii')}".replace("_", " "))
    assert {name: words for name, words in found.items() if words} == {}, ADVICE


def test_the_words_are_found_and_their_neighbours_are_not() -> None:
    """A list that matches nothing would never fail."""
    for text in ("Whoever cuts", "two throws", "it was laid", "a wish", "he goes on with it"):
        assert bad(WORDS).search(text), text
    for text in ("a player", "display", "year", "it displayed", "threshold", "the game goes on"):
        assert not bad(WORDS).search(text), text
    assert not suspicious("throw()")
    assert suspicious('"""Throw."""')
    code = 'def play() -> int:\n    """One.\n\n    >>> throw()\n    1\n    """  # Two\n    return 1'
    assert [text.strip() for text in sentences(code)] == ["# Two", "One."]
    assert not suspicious(code)
    assert suspicious(code.replace("# Two", "# Two throws"))
    assert prose("Say `throw` or [it](throws.md).\n```\nthrow\n```\n").split() == [
        "Say",
        "or",
        "[it.",
    ]

"""The catalogues: complete, without leftovers, with the same placeholders everywhere, compiled."""

import ast
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pegout.server.pages import words
from pegout.text import language
from pegout.text.language import LANGUAGES, Language
from tools import catalogues
from tools.catalogues import LOCALE, ROOT, SPOKEN

PACKAGE = ROOT / "src" / "pegout"
TRANSLATED = sorted(set(LANGUAGES) - {"en"})

# The calls that contain messages, and which of their arguments do.
KEYWORDS = {"mark": (0,), "plural": (0, 1), "t": (0,), "text": (0,), "by": (1, 2)}
# The forms that the position of a value implies.
GIVEN = {"by": {"name"}, "plural": {"n"}}


def path_of(code: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / "pegout.po"


@cache
def catalogue(code: str) -> Catalog:
    return read_po(BytesIO(path_of(code).read_bytes()))


def entries(of: Catalog) -> list[Message]:
    return [entry for entry in of if entry.id]


def translated_messages(code: str) -> list[Message]:
    """Return the messages with a translation; another test finds those without."""
    return [entry for entry in entries(catalogue(code)) if all(forms(entry))]


def texts(entry: Message) -> list[str]:
    """Return the message in English, or its singular and its plural."""
    return [entry.id] if isinstance(entry.id, str) else list(entry.id)


def forms(entry: Message) -> list[str]:
    """Return the translation, or its singular and its plural."""
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or [""])


def names(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_messages_are_found_wherever_they_may_stand() -> None:
    found = {entry.id for entry in entries(catalogue("es"))}
    assert {"You deal first.", "{name} deals first."} <= found  # marked, for `by`
    assert ("{n} card", "{n} cards") in found
    assert "Close this" in found  # in a script, inside a template string


def test_screens_and_help_speak_as_players_do() -> None:
    """A card is discarded or played; a program exits."""
    odd = re.compile(r"\b(lay|lays|laid|laying|throws?|thrown|threw)\b|leave (the program|Pegout)")
    said = [text for entry in entries(catalogue("es")) for text in texts(entry)]
    assert not [text for text in said if odd.search(text)]


def test_each_language_but_english_has_a_catalogue() -> None:
    found = sorted(path.name for path in LOCALE.iterdir())
    assert found == TRANSLATED, "enter it in LANGUAGES of text/language.py, and `make generated`"


def test_a_new_language_gets_an_empty_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "LANGUAGES", {**LANGUAGES, "de": Language("Deutsch")})
    path = path_of("de")
    made = catalogues.files()
    assert b'"Plural-Forms: nplurals=2; plural=(n != 1);' in made[path]
    assert path.with_suffix(".mo") in made
    assert not path.exists()


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated(code: str) -> None:
    """Which messages there are is for `make generated` to find."""
    assert not catalogue(code).obsolete
    assert not [entry.id for entry in entries(catalogue(code)) if entry.fuzzy]
    empty = [entry.id for entry in entries(catalogue(code)) if not all(forms(entry))]
    assert not empty, "translate them, and run `make generated`"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_names_of_its_message(code: str) -> None:
    for entry in translated_messages(code):
        said, meant = forms(entry), texts(entry)
        assert names(said[-1]) == names(meant[-1]), meant
        # A singular may write its number as a word, but no placeholder may lack a value.
        assert names(said[0]) <= names(meant[0]) | names(meant[-1]), meant
        assert len(said) == len(meant), "js/words.js and this test know languages of two plurals"


def test_english_needs_no_catalogue() -> None:
    assert language("en").catalogue() == ({}, {})
    assert words("en") == {"messages": {}, "plurals": {}}


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_browser_gets_what_its_scripts_say_of_the_same_catalogue(code: str) -> None:
    told = words(code)
    every = entries(catalogue(code))
    said = [entry for entry in every if any(path.endswith(".js") for path, _ in entry.locations)]
    for entry in [message for message in said if all(forms(message))]:
        kind, meant = (
            ("plurals", forms(entry)) if entry.pluralizable else ("messages", entry.string)
        )
        assert told[kind].get(texts(entry)[0]) == meant, f"{texts(entry)[0]!r} is not translated"
    # The page includes a word that the scripts use too, but not the sentences of the server.
    assert len(told["messages"]) + len(told["plurals"]) < 1.2 * len(said) < len(every) / 2


def test_spanish_is_spanish() -> None:
    same = [
        texts(entry)[0] for entry in entries(catalogue("es")) if texts(entry)[0] in forms(entry)
    ]
    assert not [text for text in same if len(re.findall(r"[a-z]{2,}", text)) > 4]
    said = [text for entry in entries(catalogue("es")) for text in forms(entry)]
    whole = " ".join(said).casefold()
    for word in ("pesebre", "distribuidor", "abridor", "espectáculo", "sota", "carrera", "tirada"):
        assert word not in whole
    for opening, closing in ("¿?", "¡!", "«»"):
        for text in said:
            assert text.count(opening) == text.count(closing), text


# How the source looks its messages up.


@cache
def trees() -> list[tuple[str, ast.AST]]:
    return [
        (str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8")))
        for package in SPOKEN
        for path in sorted((PACKAGE / package).rglob("*.py"))
    ]


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


@cache
def calls() -> list[tuple[str, ast.Call]]:
    return [
        (f"{place}:{node.lineno}", node)
        for place, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node) in KEYWORDS
    ]


def said_in(call: ast.Call) -> list[str]:
    """Return the messages in a call that are literals and not in a variable."""
    said = []
    for at in KEYWORDS[name_of(call)]:
        argument = call.args[at] if at < len(call.args) else None
        if isinstance(argument, ast.Call) and name_of(argument) == "mark":
            argument = argument.args[0]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            said.append(argument.value)
    return said


def test_every_name_in_a_message_is_given_a_value() -> None:
    for place, call in calls():
        name = name_of(call)
        if name == "mark" or any(keyword.arg is None for keyword in call.keywords):
            continue
        said = said_in(call)
        wanted = set().union(*map(names, said)) - GIVEN.get(name, set())
        given = {str(keyword.arg) for keyword in call.keywords}
        assert not said or wanted == given - GIVEN.get(name, set()), f"{place}: {said}"


def test_a_sentence_by_one_who_does_is_marked_for_babel() -> None:
    for place, call in calls():
        if name_of(call) == "by":
            assert not [text for text in call.args[1:3] if isinstance(text, ast.Constant)], place


def test_a_plural_is_asked_for_with_two_texts() -> None:
    for place, call in calls():
        if name_of(call) == "plural" and place.startswith("text"):
            assert len(call.args) == 3, place


def test_no_message_stands_inside_another_string_where_babel_does_not_look() -> None:
    for place, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
                asked = [call for call in inside if name_of(call) in KEYWORDS and said_in(call)]
                assert not asked, f"{place}:{node.lineno}"

"""The catalogues: complete, without leftovers, and with the same names in every sentence."""

import ast
import re
from gettext import GNUTranslations
from io import BytesIO, StringIO
from string import Formatter

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pegout.text.language import LANGUAGES
from pegout.text.po import compile_catalogue, read_catalogue
from tests.text import catalogue
from tests.text.catalogue import KEYWORDS, PACKAGE, PLURALS, ROOMS, messages, messages_in, path_of

# The forms that the place of a value gives by itself.
GIVEN = {"by": {"name"}, "plural": {"n"}, "ngettext": {"n"}}


def keys() -> set[str]:
    return {
        message.one if message.many is None else f"{message.one}\0{message.many}"
        for message in messages().values()
    }


def names(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_the_scanner_finds_every_kind_of_call() -> None:
    source = """
t("one"); t.text("two", n=1); self.t.plural("three", "threes", 3); mark("four")
self.by(seat, "five", "six"); t.text(variable); other.method("seven"); _("eight")
"""
    assert [(one.one, one.many) for one in messages_in(source, "x.py")] == [
        ("one", None),
        ("two", None),
        ("three", "threes"),
        ("four", None),
        ("five", None),
        ("six", None),
        ("eight", None),
    ]


def test_the_languages_are_those_of_the_catalogues() -> None:
    assert tuple(LANGUAGES) == catalogue.LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_translated_and_nothing_else_is(code: str) -> None:
    known = read_catalogue(path_of(code).read_text(encoding="utf-8"))
    known.pop("")
    wanted = keys()
    advice = "run `python -m tests.text.catalogue --update` and translate what is empty"
    assert not wanted - set(known), advice
    assert not set(known) - wanted, advice


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_entry_is_fuzzy_obsolete_or_empty(code: str) -> None:
    text = path_of(code).read_text(encoding="utf-8")
    assert "fuzzy" not in text
    assert "#~" not in text
    assert all(read_catalogue(text).values())
    assert text.count("\nmsgid ") == len(read_catalogue(text)) - text.startswith("msgid")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_has_the_names_of_its_message(code: str) -> None:
    for key, said in read_catalogue(path_of(code).read_text(encoding="utf-8")).items():
        one, _, many = key.partition("\0")
        if not key or not names(key):
            continue
        forms = said.split("\0")
        if many:
            # A singular may spell its number out, but nothing may ask for what is not given.
            assert len(forms) == 2
            assert names(forms[0]) <= names(one) | names(many)
            assert names(forms[1]) == names(many)
        else:
            assert names(said) == names(one), key


def test_english_says_what_the_source_says() -> None:
    known = read_catalogue(path_of("en").read_text(encoding="utf-8"))
    assert all(key == said for key, said in known.items() if key)


def test_spanish_is_spanish() -> None:
    known = read_catalogue(path_of("es").read_text(encoding="utf-8"))
    known.pop("")
    same = {key for key, said in known.items() if key == said}
    sentences = {key for key in same if len(re.findall(r"[a-z]{2,}", key)) > 4}
    assert not sentences
    text = " ".join(known.values()).casefold()
    for word in ("pesebre", "distribuidor", "abridor", "espectáculo", "sota", "carrera", "tirada"):
        assert word not in text
    for opening, closing in ("¿?", "¡!", "«»"):
        for said in known.values():
            assert said.count(opening) == said.count(closing), said


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_is_compiled_as_babel_does(code: str) -> None:
    text = path_of(code).read_text(encoding="utf-8")
    compiled = BytesIO()
    write_mo(compiled, read_po(StringIO(text)))
    assert _pairs(compile_catalogue(text)) == _pairs(compiled.getvalue())


def _pairs(data: bytes) -> dict[object, str]:
    pairs: dict[object, str] = vars(GNUTranslations(BytesIO(data)))["_catalog"]
    return {key: text for key, text in pairs.items() if key}


def test_what_cannot_be_used_is_left_out() -> None:
    text = (
        'msgid ""\nmsgstr "Language: es\\n"\n\n'
        '#, fuzzy\nmsgid "one"\nmsgstr "uno"\n\n'
        'msgid "two"\nmsgstr ""\n\n'
        '#~ msgid "three"\n#~ msgstr "tres"\n\n'
        'msgid "four "\n"and five"\nmsgstr "cuatro "\n"y cinco"\n\n'
        'msgid "{n} six"\nmsgid_plural "{n} sixes"\nmsgstr[0] "{n} seis"\nmsgstr[1] "{n} seises"\n'
    )
    assert read_catalogue(text) == {
        "": "Language: es\n",
        "four and five": "cuatro y cinco",
        "{n} six\0{n} sixes": "{n} seis\0{n} seises",
    }


def test_a_compiled_catalogue_is_what_gettext_reads() -> None:
    text = path_of("es").read_text(encoding="utf-8")
    catalogue = GNUTranslations(BytesIO(compile_catalogue(text)))
    assert catalogue.gettext("the jack of {suit}") == "la jota de {suit}"


def calls() -> list[tuple[str, ast.Call]]:
    found = []
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            place = str(path.relative_to(PACKAGE))
            found += [(place, node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return found


def test_every_name_in_a_message_is_given_a_value() -> None:
    for place, call in calls():
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name not in KEYWORDS or name == "mark" or any(k.arg is None for k in call.keywords):
            continue
        texts = [
            call.args[at].value  # type: ignore[attr-defined]
            for at in KEYWORDS[name]
            if at < len(call.args)
            and isinstance(call.args[at], ast.Constant)
            and isinstance(call.args[at].value, str)  # type: ignore[attr-defined]
        ]
        wanted = set().union(*map(names, texts)) if texts else set()
        given = {str(keyword.arg) for keyword in call.keywords}
        where = f"{place}:{call.lineno}: {texts}"
        if texts and (given or wanted - GIVEN.get(name, set())):
            assert wanted - GIVEN.get(name, set()) <= given, where
            assert given <= wanted, where


def test_a_plural_is_asked_for_with_two_texts() -> None:
    for place, call in calls():
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in PLURALS and place.startswith("text"):
            assert len(call.args) == 3, f"{place}:{call.lineno}"


def test_the_catalogues_are_in_the_order_of_the_tool() -> None:
    for code in LANGUAGES:
        assert path_of(code).read_text(encoding="utf-8").startswith(catalogue.header(code))


def test_the_tool_keeps_what_it_has() -> None:
    known = read_catalogue(path_of("es").read_text(encoding="utf-8"))
    assert read_catalogue(catalogue.catalogue("es")).items() <= known.items()

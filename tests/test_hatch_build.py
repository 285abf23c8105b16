"""The catalogues are compiled when the package is built; Babel is the oracle."""

import doctest
import gettext
import io
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import hatch_build

SAMPLE = r"""# A comment
#, fuzzy
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: pegout/text/events.py:7
#, python-brace-format
msgid "{name} plays {card}"
msgstr "{name} juega {card}"
msgctxt "the play"
msgid "go"
msgstr "paso"

msgctxt "verb"
msgid "go"
msgstr "ir"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punto"
msgstr[1] ""
"{n} "
"puntos"

msgid "a \"quotation\",\ta tab,\na line and a \\"
msgstr "una \"cita\",\tuna tabulación,\nuna línea y una \\"

#, fuzzy
msgid "left out: fuzzy"
msgstr "difuso"

msgid "left out: not translated"
msgstr ""

#, fuzzy
#~ msgid "left out: obsolete"
#~ msgstr "obsoleto"

msgid "kept: after an obsolete one"
msgstr "conservado"
"""


def by_babel(text: str) -> dict[str, str]:
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.StringIO(text)))
    compiled.seek(0)
    return pairs(gettext.GNUTranslations(compiled))


def pairs(translations: gettext.GNUTranslations) -> dict[str, str]:
    return {key: text for key, text in vars(translations)["_catalog"].items() if key}


def compiled_here(text: str) -> gettext.GNUTranslations:
    data = hatch_build.write_catalogue(hatch_build.read_catalogue(text))
    return gettext.GNUTranslations(io.BytesIO(data))


def test_a_catalogue_of_every_kind_of_message_is_compiled_as_babel_does() -> None:
    here = compiled_here(SAMPLE)
    assert pairs(here) == by_babel(SAMPLE)
    assert here.pgettext("verb", "go") == "ir"
    assert here.ngettext("{n} point", "{n} points", 2) == "{n} puntos"
    assert here.gettext("left out: fuzzy") == "left out: fuzzy"
    assert here.charset() == "utf-8"


@pytest.mark.parametrize(
    "path", sorted(hatch_build.LOCALE.rglob("*.po")), ids=lambda path: path.parts[-3]
)
def test_a_catalogue_that_is_shipped_is_compiled_as_babel_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert pairs(compiled_here(text)) == by_babel(text)


def test_every_catalogue_under_the_folder_is_compiled(tmp_path: Path) -> None:
    source = tmp_path / "es" / "LC_MESSAGES" / "pegout.po"
    source.parent.mkdir(parents=True)
    source.write_text(SAMPLE, encoding="utf-8")
    assert hatch_build.compile_catalogues(tmp_path) == [source.with_suffix(".mo")]
    assert gettext.translation("pegout", tmp_path, ["es"]).gettext("{name} plays {card}")


def test_no_catalogue_is_no_fault(tmp_path: Path) -> None:
    assert hatch_build.compile_catalogues(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("msgid go\n", "line 1: a text in double quotes"),
        ('"go"\n', "line 1: a text in double quotes"),
        ('msgid "go"\nmessage "paso"\n', "line 2: 'message' was not expected"),
        ('msgid "go"\nmsgstr "a"\nmsgstr "b"\n', "line 3: 'msgstr' was not expected"),
        ('msgid "go"\nmsgstr "a"\n\nmsgid "go"\nmsgstr "b"\n', "'go' is there twice"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(hatch_build.CatalogueError, match=fault):
        hatch_build.read_catalogue(text)


def test_the_example_is_true() -> None:
    assert doctest.testmod(hatch_build) == (0, 1)

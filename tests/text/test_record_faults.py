"""The faults of records, in Spanish on the command line."""

import pytest

from pegout.notation import check
from pegout.text.language import language
from pegout.text.record_faults import FAULTS, fault_in_words
from tests.cases import each
from tests.notation.texts import IMPOSSIBLE, TWO, WRONG

HEAD = "%pegout 1\n"
FRAMES = (
    "", "game 1", "%pegout", "%pegout 3", b"\xff", HEAD + "[Event]", HEAD + "@clock 1",
    HEAD + '[Event "a"]\n[Event "b"]', HEAD + "game 0", HEAD + "game 1 dealer 3",
    HEAD + '[Player2 "a"]\n[Rules "standard players=2"]', HEAD + '[Rules "lunch"]',
    HEAD + '[Rules "standard target"]', HEAD + '[Rules "standard target=x"]',
    HEAD + '[Rules "standard lunch=1"]', HEAD + 'game 1\n[Result "0"]', HEAD + "x" * 5000,
    HEAD + '[Rules "acc match_points=1/b/3"]', HEAD + 'game 1 dealer 0\ndealt 0 5H\n[Event "a"]',
)  # fmt: skip


def in_spanish(text: str | bytes) -> list[str]:
    """Return the faults of a text in Spanish; in English they are as the record has them."""
    faults = check(text)
    assert [fault_in_words(fault, language("en")) for fault in faults] == list(map(str, faults))
    said = [fault_in_words(fault, language("es")) for fault in faults]
    assert said
    for fault, spanish in zip(faults, said, strict=True):
        assert fault.message not in spanish, f"no sentence for: {fault.message}"
    return said


@each(("old", "new", "code"), WRONG + IMPOSSIBLE)
def test_a_wrong_line(old: str, new: str, code: str) -> None:
    del code
    for said in in_spanish(TWO.replace(old, new, 1)):
        for english in (" not ", "expected", " of seat", " the ", " nothing"):
            assert english not in said


@pytest.mark.parametrize("text", FRAMES)
def test_what_is_around_the_lines(text: str | bytes) -> None:
    for said in in_spanish(text):
        assert "expected" not in said


def test_each_sentence_says_itself_again() -> None:
    from pegout.notation import Fault

    for sentence in FAULTS:
        fault = Fault(0, 0, "any", sentence.format_map(_Any()))
        assert fault_in_words(fault, language("en")) == fault.message


class _Any(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "7"

"""The paragraphs of the rule book, and the tests that cite them.

A test cites a paragraph in its name:
``test_5_13_the_last_card_of_the_deal_scores_1`` is about 5.13.
"""

import re
from itertools import groupby
from pathlib import Path

import pytest

from pegout.text import LANGUAGES
from pegout.text.rulebook import paragraphs, rulebook

#: What no test of the rules can show: the seals are the referee's, and 12.3 is about printed texts.
ELSEWHERE = {"7.7", "12.3"}

_CITED = re.compile(r"^def test_(\d+)_(\d+)_", re.MULTILINE)


def cited_paragraphs() -> set[str]:
    """Give the paragraphs that a test of this folder is named after."""
    return {
        f"{chapter}.{number}"
        for path in Path(__file__).parent.glob("test_*.py")
        for chapter, number in _CITED.findall(path.read_text(encoding="utf-8"))
    }


def test_both_books_have_the_same_paragraphs() -> None:
    assert paragraphs("en") == paragraphs("es")


def test_the_paragraphs_are_numbered_without_a_gap() -> None:
    found = [tuple(map(int, number.split("."))) for number in paragraphs("en")]
    chapters = {
        chapter: [number for _, number in rows] for chapter, rows in groupby(found, lambda x: x[0])
    }
    assert list(chapters) == list(range(1, len(chapters) + 1))
    for numbers in chapters.values():
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_a_chapter_has_a_number(code: str) -> None:
    book = rulebook(code)
    for block in book[book.index("\n## ") :].split("\n\n"):
        text = block.strip()
        assert text.startswith(("#", "|", "- ")) or re.match(r"\*\*\d+\.\d+\b", text), text


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_number_in_a_text_is_that_of_a_paragraph_or_chapter(code: str) -> None:
    book = rulebook(code)
    assert set(re.findall(r"\b\d+\.\d+\b", book)) == set(paragraphs(code))
    chapters = set(re.findall(r"^## (\d+) ", book, re.MULTILINE))
    assert set(re.findall(r"(?:[Cc]hapter|capítulo)\s+(\d+)", book)) <= chapters


def test_every_paragraph_that_a_test_cites_exists() -> None:
    assert cited_paragraphs() <= set(paragraphs("en"))


def test_every_paragraph_has_a_test() -> None:
    assert set(paragraphs("en")) - cited_paragraphs() == ELSEWHERE

"""Estimates in words."""

from typing import get_args

import pytest

from pegout.review.options import EstimatedPart
from pegout.text.estimates import estimate_sentences
from pegout.text.language import language


@pytest.mark.parametrize("code", ["en", "es"])
def test_each_estimate_has_a_sentence_of_its_own(code: str) -> None:
    every = get_args(EstimatedPart)
    told = estimate_sentences(every, language(code))
    assert len(set(told)) == len(every)
    assert estimate_sentences([*reversed(every), *every], language(code)) == told
    for name in every:
        assert estimate_sentences([name], language(code))[0] in told
    if code == "es":
        assert not set(told) & set(estimate_sentences(every, language("en")))

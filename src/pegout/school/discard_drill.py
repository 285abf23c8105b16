"""The discard drill: which cards to discard, judged by what they lose.

The text of a question is the position of a seat that has to discard, as
:func:`pegout.notation.write_position` writes it; an answer is the cards, such as ``JD KS``.
"""

from random import Random
from typing import Final

from pegout.cards import CARDS, format_cards
from pegout.notation import describe_position, write_position
from pegout.review.options import Options
from pegout.rules import SeatView
from pegout.school.choices import judge_choice, options_at
from pegout.school.difficulty import choice_difficulty
from pegout.school.errors import SchoolError
from pegout.school.questions import DrillQuestion, Judgement, QuestionFilter

#: The most draws for a question that fits.
_DRAWS: Final = 200
#: A decision is close where the best that is no tie loses at most this many points, and a trap
#: where the best hand loses at least as many.
CLOSE: Final = 0.5
#: The largest difference of two scores, and the highest score.
_LEAD: Final = 40
_HIGHEST: Final = 120


def make_discard(chance: Random, wanted: QuestionFilter) -> DrillQuestion:
    """Draw a question that fits a filter.

    Raises:
        SchoolError: ``no_question`` where none was found.
    """
    for _ in range(_DRAWS):
        text = write_position(deal(chance, wanted))
        if _fits(text, wanted):
            return DrillQuestion("discards", text)
    raise SchoolError("no_question", "no question was found that fits the filter")


def deal(chance: Random, wanted: QuestionFilter) -> SeatView:
    """Deal six cards to seat 0, at a score and with a dealer that fit a filter."""
    dealer = {"dealer": 0, "pone": 1}.get(wanted.one_of(("dealer", "pone")) or "")
    if dealer is None:
        dealer = chance.randrange(2)
    hand = sorted(chance.sample(CARDS, 6))
    scores = wanted.scores or draw_scores(chance)
    return describe_position(format_cards(hand), dealer=dealer, scores=scores)


def draw_scores(chance: Random) -> tuple[int, int]:
    """Draw a score: any for the side that leads, and the other up to forty behind."""
    leads = chance.randrange(_HIGHEST + 1)
    follows = max(0, leads - chance.randrange(_LEAD + 1))
    return (leads, follows) if chance.randrange(2) else (follows, leads)


def _fits(text: str, wanted: QuestionFilter) -> bool:
    """Return whether a question fits a filter, and whether there is anything to decide."""
    options = options_at(text)
    behind = [option for option in options.options if not options.loss(option).nothing]
    if not behind:
        return False
    if "close" in wanted.words and options.best.points - behind[0].points > CLOSE:
        return False
    if "traps" in wanted.words and not is_trap(options):
        return False
    return wanted.difficulty in (None, choice_difficulty(options))


def is_trap(options: Options) -> bool:
    """Return whether the discard that keeps most in the hand loses more than a little."""
    tempting = max(options.options, key=lambda option: option.hand)
    return options.loss(tempting).points >= CLOSE


def judge_discard(text: str, answer: str) -> Judgement:
    """Judge the cards that were discarded.

    Raises:
        SchoolError: ``bad_question`` for a text that is no position in which a seat has to discard,
            ``bad_answer`` for cards that it cannot discard.
    """
    return judge_choice(text, answer, "discard")

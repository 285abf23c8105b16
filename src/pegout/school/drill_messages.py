"""The requests of drills and the daily, as pure functions from a message to its answer.

What they need is in the request, and nothing of it is stored. A client sends the item that it
answers, with its schedule, and keeps what it receives.
"""

from random import Random
from typing import Final

import msgspec

from pegout.cards import Card
from pegout.rules import SeatView
from pegout.school.choices import view_at
from pegout.school.counting_drill import read_count
from pegout.school.daily import (
    QUESTIONS,
    deal_step,
    keep_daily,
    make_daily,
    score_daily,
    share_text,
)
from pegout.school.difficulty import grade_measure
from pegout.school.drills import judge, keep_answer, make, measure
from pegout.school.errors import SchoolError
from pegout.school.mistakes import add_mistakes, mistakes_at
from pegout.school.play_drill import play_out
from pegout.school.progress import PlayerProgress, merge, read, write
from pegout.school.questions import FILTER_WORDS, SCORED, DrillQuestion
from pegout.school.streak import streak
from pegout.school.told import (
    cards_of,
    choosable,
    phrases,
    task,
    told_events,
    told_reply,
    told_time,
    verdict,
)
from pegout.scoring import Item
from pegout.svg import daily_svg
from pegout.table.analyses import AnalysisRefused
from pegout.table.hints import advice_on
from pegout.text import Translator
from pegout.text.daily_words import daily_words
from pegout.text.drill_sentences import (
    choice_situation,
    filter_name,
    merged_sentence,
    no_filter_name,
    problem_words,
    table_sentences,
)
from pegout.wire.http import CountedItem
from pegout.wire.learning import (
    AnswerGiven,
    AnswerJudged,
    DailyResult,
    DailyStep,
    DailyWanted,
    DrillAsked,
    DrillCard,
    DrillFilters,
    DrillName,
    DrillTable,
    FilterWord,
    MistakesMade,
    MistakesScheduled,
    ProgressMerge,
    ProgressMerged,
    QuestionWanted,
)

#: The number of cards to choose in each drill; 0 for a count.
_CHOOSE: Final = {"counting": 0, "discards": 2, "play": 1}
#: The number of options in an answer.
_SHOWN: Final = 4


def find_question(request: QuestionWanted, t: Translator) -> DrillAsked:
    """Find a question.

    Raises:
        AnalysisRefused: with the code of a :class:`SchoolError`.
    """
    try:
        found = (
            DrillQuestion(request.drill, request.text)
            if request.text
            else make(request.drill, Random(request.seed), request.filter)
        )
        return msgspec.structs.replace(_ask(found, t), filters=_filters(request.drill, t))
    except SchoolError as error:
        raise _refused(error, t) from error


def judge_answer(request: AnswerGiven, t: Translator) -> AnswerJudged:
    """Judge an answer.

    Raises:
        AnalysisRefused: with the code of a :class:`SchoolError`.
    """
    asked, given = DrillQuestion(request.drill, request.text), request.progress
    progress = PlayerProgress({request.drill: given})
    try:
        judged = judge(asked, request.answer)
        after = keep_answer(progress, asked, judged, request.day, request.seconds)
        reply = []
        if request.drill == "play":
            played = play_out(request.text, request.answer, Random(request.seed))
            reply = told_reply(played, t)
    except SchoolError as error:
        raise _refused(error, t) from error
    changed, options = after.of(request.drill), judged.options
    return AnswerJudged(
        grade=judged.grade,
        points=judged.points,
        items=[_item(item) for item in judged.items],
        missed=[_item(item) for item in judged.missed],
        worthless=[_names(cards) for cards in judged.worthless],
        advice=None if options is None else advice_on(options, judged.chosen, t, shown=_SHOWN),
        says=verdict(asked, judged, t),
        phrases=phrases(asked, judged, t),
        reply=reply,
        time=told_time(asked, judged, request.seconds, after, t),
        progress=changed,
    )


def merge_texts(request: ProgressMerge, t: Translator) -> ProgressMerged:
    """Merge two values of progress.

    Raises:
        AnalysisRefused: ``bad_progress``, ``newer_version`` or ``too_large``.
    """
    try:
        merged = merge(read(request.own), read(request.other))
    except SchoolError as error:
        raise _refused(error, t) from error
    items = sum([len(drill.items) for drill in merged.drills.values()])
    return ProgressMerged(write(merged).decode(), merged_sentence(items, len(merged.daily), t))


def schedule_mistakes(request: MistakesMade, t: Translator) -> MistakesScheduled:
    """Make items of mistakes.

    Raises:
        AnalysisRefused: ``bad_question``, ``bad_day``.
    """
    try:
        questions = mistakes_at(request.positions)
        return MistakesScheduled(add_mistakes(PlayerProgress(), questions, request.day).drills)
    except SchoolError as error:
        raise _refused(error, t) from error


def step_daily(request: DailyWanted, t: Translator) -> DailyStep:
    """Find the next question of a daily, or its result.

    Raises:
        AnalysisRefused: with the code of a :class:`SchoolError`.
    """
    if request.kept is not None:
        return _end_daily(request, request.kept, [], t)
    try:
        made = make_daily(request.day)
        if len(request.answers) < len(QUESTIONS):
            following = made.questions[len(request.answers)]
            return DailyStep(len(QUESTIONS), _ask(following, t), [])
        step = deal_step(made, request.deal)
        happened = told_events(step.events, t)
        if step.question is not None:
            return DailyStep(len(QUESTIONS), _ask(step.question, t), happened)
        result = score_daily(made, request.answers, request.deal)
    except SchoolError as error:
        raise _refused(error, t) from error
    return _end_daily(request, result, happened, t)


def _end_daily(
    request: DailyWanted, result: DailyResult, happened: list[str], t: Translator
) -> DailyStep:
    """Return the end of a daily: what is shared, and whether its result is to be kept."""
    day = request.day
    before = PlayerProgress(daily=dict.fromkeys(request.played, result))
    after = keep_daily(before, day, result)
    row = streak(after.daily, day)
    words = daily_words(day, result, row, t)
    return DailyStep(
        questions=len(QUESTIONS),
        question=None,
        happened=happened,
        result=result,
        share=share_text(day, result),
        picture=str(daily_svg(words, light=request.light)),
        label=words.label,
        keep=after != before,
        streak=row,
    )


def _refused(error: SchoolError, t: Translator) -> AnalysisRefused:
    return AnalysisRefused(error.code, problem_words(error.code, t))


def _ask(found: DrillQuestion, t: Translator) -> DrillAsked:
    fits = choosable(found)
    cards = cards_of(found)
    view = None if found.drill == "counting" else view_at(found.text)
    return DrillAsked(
        drill=found.drill,
        text=found.text,
        cards=_names(cards),
        choosable=_names([card for card in cards if card in fits]),
        starter=found.drill == "counting" and read_count(found.text).starter is not None,
        choose=_CHOOSE[found.drill],
        situation=choice_situation(view, t) if view else [],
        table=_table(view, t) if view else None,
        task=task(found, t),
        difficulty=grade_measure(measure(found)),
    )


def _filters(drill: DrillName, t: Translator) -> DrillFilters:
    groups = [
        [
            FilterWord("", no_filter_name(words, t)),
            *[FilterWord(word, filter_name(word, t)) for word in words],
        ]
        for words in FILTER_WORDS[drill]
    ]
    return DrillFilters(groups, drill in SCORED)


def _table(view: SeatView, t: Translator) -> DrillTable | None:
    if view.starter is None:
        return None
    played = [
        DrillCard(str(played.card), played.seat == view.seat, pile is not view.pile)
        for pile in (*view.earlier, view.pile)
        for played in pile
    ]
    return DrillTable(str(view.starter), played, view.count, table_sentences(view, t))


def _item(item: Item) -> CountedItem:
    return CountedItem(str(item.kind), _names(item.cards), item.points)


def _names(cards: list[Card] | tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]

"""Questions and answers of drills as lines of text, for the command line and the terminal."""

from collections.abc import Iterable

from pegout.cards import Card, CardError, format_cards
from pegout.rules import Event, Rules
from pegout.school.choices import view_at
from pegout.school.counting_drill import read_count
from pegout.school.difficulty import grade_measure
from pegout.school.drills import measure
from pegout.school.errors import SchoolError
from pegout.school.play_drill import Reply
from pegout.school.progress import PlayerProgress
from pegout.school.questions import DrillQuestion, Judgement
from pegout.table.hints import advice_on
from pegout.text import Translator, cadence, capital
from pegout.text.drill_sentences import (
    choice_situation,
    choice_task,
    choice_verdict,
    count_task,
    count_verdict,
    count_working,
    held_sentence,
    seat_names,
    table_sentences,
    time_sentence,
)
from pegout.text.names import shorts
from pegout.text.position_answer import option_table
from pegout.text.sentences import Teller
from pegout.text.typed_cards import read_cards

#: The number of options that an answer lists.
_SHOWN = 4


def cards_of(question: DrillQuestion) -> tuple[Card, ...]:
    """Return the cards that are chosen from: a hand, or all cards of a count with the starter.

    Raises:
        SchoolError: ``bad_question``.
    """
    if question.drill == "counting":
        found = read_count(question.text)
        return (*found.cards, *([] if found.starter is None else [found.starter]))
    return view_at(question.text).hand


def choosable(question: DrillQuestion) -> frozenset[Card]:
    """Return the cards of a question that can be chosen: in the play, those that fit.

    Raises:
        SchoolError: ``bad_question``.
    """
    if question.drill == "play":
        return frozenset(view_at(question.text).playable())
    return frozenset(cards_of(question))


def situation(question: DrillQuestion, t: Translator) -> list[str]:
    """State what is known beside the cards."""
    if question.drill == "counting":
        return []
    view = view_at(question.text)
    return [*choice_situation(view, t), *table_sentences(view, t)]


def task(question: DrillQuestion, t: Translator) -> str:
    """Say what is asked."""
    if question.drill == "counting":
        return count_task(read_count(question.text).kind, t)
    return choice_task(view_at(question.text), t)


def held_cards(question: DrillQuestion) -> str:
    """Write the cards as symbols, with the starter of a hand after a bar."""
    if question.drill == "counting":
        found = read_count(question.text)
        starter = "" if found.starter is None else f"  |  {shorts([found.starter])}"
        return shorts(found.cards) + starter
    return shorts(view_at(question.text).hand)


def verdict(question: DrillQuestion, judged: Judgement, t: Translator) -> list[str]:
    """Say what an answer was worth."""
    if judged.options is not None and judged.chosen is not None:
        return [choice_verdict(judged.options, judged.chosen, t)]
    off = None
    if judged.errors in (("too many",), ("too few",)):
        off = round(judged.points) * (1 if judged.errors == ("too many",) else -1)
    return count_verdict(judged.items, off, judged.missed, judged.worthless, t)


def working(question: DrillQuestion, judged: Judgement, t: Translator) -> list[str]:
    """Show the count aloud, or the best options with the chosen one."""
    if judged.options is not None:
        return option_table(advice_on(judged.options, judged.chosen, t, shown=_SHOWN), t)
    return count_working(judged.items, t, pile=read_count(question.text).kind == "pile")


def told_time(
    question: DrillQuestion,
    judged: Judgement,
    seconds: float,
    progress: PlayerProgress,
    t: Translator,
) -> str:
    """State the time of a right answer beside the best one; empty where it was not measured.

    Args:
        question: the question.
        judged: the answer.
        seconds: the time; 0 where it was not measured.
        progress: the progress after the answer.
        t: the language.
    """
    if not seconds or not judged.right:
        return ""
    difficulty = grade_measure(measure(question))
    best = progress.of(question.drill).best[difficulty]
    return time_sentence(seconds, best, difficulty, t)


def phrases(question: DrillQuestion, judged: Judgement, t: Translator) -> list[str]:
    """Count aloud, a phrase for each item; empty where cards were chosen."""
    if judged.options is not None:
        return []
    if not judged.items or read_count(question.text).starter is None:
        return working(question, judged, t)
    return [capital(phrase) for phrase in cadence(judged.items, t)]


def told_events(events: Iterable[Event], t: Translator) -> list[str]:
    """Tell what happens in a deal to seat 0."""
    teller = Teller(t, seat_names(t), 0, Rules(), single=True, symbols=True)
    return [said for event in events if (said := teller.say(event))]


def told_reply(reply: Reply, t: Translator) -> list[str]:
    """Tell the rest of the play, and what the opponent held."""
    return [held_sentence(reply.held, t), *told_events(reply.events, t)]


def typed_answer_of(question: DrillQuestion, line: str, t: Translator) -> str:
    """Return an answer that was typed: a total, cards by name, or cards by their numbers.

    Cards to discard or to play may be typed by their numbers from 1, such as ``1 4`` or ``14``.

    Raises:
        SchoolError: ``bad_answer``.
    """
    line = line.strip()
    try:
        if question.drill == "counting":
            if line.isdecimal():
                return line
            groups = [read_cards(group, t).cards for group in line.split(",")]
            return ", ".join(map(format_cards, groups))
        hand = cards_of(question)
        digits = line.replace(" ", "")
        if digits and set(digits) <= set("123456"[: len(hand)]):
            return format_cards([hand[int(digit) - 1] for digit in digits])
        return format_cards(read_cards(line, t).cards)
    except CardError as error:
        raise SchoolError("bad_answer", str(error)) from error

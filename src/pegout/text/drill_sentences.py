"""Drills in sentences: what is asked, and what an answer was worth.

>>> from pegout.scoring import score_show
>>> from pegout.text.language import language
>>> items = score_show("7C 7D 8H 9S", "KC")
>>> for line in count_working(items, language("en")):
...     print(line)
Fifteen two                                7♣ 8♥
Fifteen four                               7♦ 8♥
And a double run of three makes twelve     7♣ 7♦ 8♥ 9♠
"""

from collections.abc import Iterator, Sequence
from typing import Final

from pegout.cards import Card
from pegout.notation.position import moves_of
from pegout.review.game_review import verdict_of
from pegout.review.options import Option, Options
from pegout.rules import Phase, SeatView
from pegout.scoring import Item
from pegout.text.counting import cadence, called, item_name, nineteen
from pegout.text.language import Translator, capital, mark
from pegout.text.names import short, shorts
from pegout.text.reasons import explanation, verdict_words

_NAMES: Final = {
    "counting": mark("Counting hands"),
    "discards": mark("Discards"),
    "play": mark("The play"),
    "mistakes": mark("My mistakes"),
}
_HELP: Final = {
    "counting": mark("What is a hand, a crib or a card of the play worth?"),
    "discards": mark("Which cards do you discard? A tie is right."),
    "play": mark("Which card do you play? Then the reply is played out."),
    "mistakes": mark("What you missed, in drills and in games, until you know it."),
}
#: The words of filters; of each group the first one also names what restricts nothing.
_FILTER_WORDS: Final = {
    "hand": mark("Hands"),
    "crib": mark("Cribs"),
    "pile": mark("Counts in the play"),
    "dealer": mark("As dealer"),
    "pone": mark("As pone"),
    "close": mark("Close choices"),
    "traps": mark("Traps"),
    "last": mark("The last cards"),
    "end": mark("Near the end"),
}
_NO_FILTER: Final = {
    "hand": mark("Hands, cribs and the play"),
    "dealer": mark("Dealer or pone"),
    "close": mark("Every choice"),
    "last": mark("At any time"),
    "easy": mark("Every difficulty"),
}


def drill_name(drill: str, t: Translator) -> str:
    """Name a drill."""
    return t.text(_NAMES[drill])


def drill_help(drill: str, t: Translator) -> str:
    """Say what a drill asks."""
    return t.text(_HELP[drill])


def difficulty_name(difficulty: str, t: Translator) -> str:
    """Name a difficulty.

    >>> from pegout.text.language import language
    >>> difficulty_name("hard", language("es"))
    'difícil'
    """
    return {"easy": t.text("easy"), "medium": t.text("medium"), "hard": t.text("hard")}[difficulty]


def filter_name(word: str, t: Translator) -> str:
    """Name a word of the filter of a drill.

    >>> from pegout.text.language import language
    >>> filter_name("traps", language("en")), filter_name("hard", language("en"))
    ('Traps', 'Hard')
    """
    if word in _FILTER_WORDS:
        return t.text(_FILTER_WORDS[word])
    return capital(difficulty_name(word, t))


def no_filter_name(words: Sequence[str], t: Translator) -> str:
    """Name what restricts nothing, of words of which at most one is given.

    >>> from pegout.text.language import language
    >>> no_filter_name(("dealer", "pone"), language("en"))
    'Dealer or pone'
    """
    return t.text(_NO_FILTER[words[0]])


# Questions


def count_task(kind: str, t: Translator) -> str:
    """Say what to count: a ``hand``, a ``crib`` or the last card of a ``pile``."""
    return {
        "hand": t.text("Count this hand."),
        "crib": t.text("Count this crib."),
        "pile": t.text("What does the last card score?"),
    }[kind]


def choice_task(view: SeatView, t: Translator) -> str:
    """Say what to choose."""
    if view.phase is Phase.DISCARD:
        return t.text("What do you discard?")
    return t.text("What do you play?")


def choice_situation(view: SeatView, t: Translator) -> list[str]:
    """State the score and whose crib it is."""
    own, other = view.scores[view.side], view.scores[1 - view.side]
    whose = (
        t.text("You deal: the crib is yours.")
        if view.dealer == view.seat
        else t.text("The opponent deals: the crib counts against you.")
    )
    return [t.text("You have {own} points, the opponent {other}.", own=own, other=other), whose]


def table_sentences(view: SeatView, t: Translator) -> list[str]:
    """State the starter, the cards played and the count; nothing before there is a starter."""
    if view.starter is None:
        return []
    lines = [t.text("The starter is {card}.", card=short(view.starter))]
    played = _played(view, t)
    if played:
        lines.append(t.text("Played: {cards}.", cards=played))
    lines.append(t.text("The count is {count}.", count=view.count))
    return lines


def _played(view: SeatView, t: Translator) -> str:
    """List the cards of the play by who played them; a stroke ends a count."""
    counts: list[list[str]] = [[]]
    for seat, card in moves_of(view):
        if seat is None:
            counts.append([])
        else:
            said = t.text("go") if card is None else short(card)
            own = seat == view.seat
            counts[-1].append(
                t.text("you {card}", card=said) if own else t.text("opponent {card}", card=said)
            )
    return " / ".join([", ".join(words) for words in counts if words])


# Answers


def count_verdict(
    items: Sequence[Item],
    off: int | None,
    missed: Sequence[Item],
    worthless: Sequence[Sequence[Card]],
    t: Translator,
) -> list[str]:
    """Say whether a count was right, and what was missed.

    Args:
        items: all that scores.
        off: how much a total differs, or ``None`` where combinations were tapped.
        missed: the items that were not tapped.
        worthless: the cards that were tapped and score nothing.
        t: the translator.
    """
    if not off and not missed and not worthless:
        return [t.text("Right.")]
    lines = []
    if off:
        total = sum([item.points for item in items])
        lines.append(
            t.plural(
                "{n} point too many: it is {total}.",
                "{n} points too many: it is {total}.",
                off,
                total=total,
            )
            if off > 0
            else t.plural(
                "{n} point too few: it is {total}.",
                "{n} points too few: it is {total}.",
                -off,
                total=total,
            )
        )
    lines += [
        t.text("Missed: {item}, {cards}.", item=item_name(item, t), cards=shorts(item.cards))
        for item in missed
    ]
    lines += [t.text("{cards} score nothing together.", cards=shorts(cards)) for cards in worthless]
    return lines


def count_working(items: Sequence[Item], t: Translator, *, pile: bool = False) -> list[str]:
    """Count aloud, with the cards of each item beside it; the cards of the play as announced."""
    if not items:
        return [t.text("It scores nothing.") if pile else nineteen(t)]
    if pile:
        return [capital(called(items, t)) + "."]
    phrases = [capital(phrase) for phrase in cadence(items, t)]
    width = max(map(len, phrases))
    return [
        f"{phrase:<{width}}     {shorts(item.cards)}"
        for phrase, item in zip(phrases, items, strict=True)
    ]


def choice_verdict(options: Options, chosen: Option, t: Translator) -> str:
    """Say what a choice lost, and why the best is best."""
    loss = options.loss(chosen)
    said = t.text("Right.") if loss.nothing else capital(verdict_words(verdict_of(loss), t)) + "."
    return f"{said} {explanation(options, chosen, t)}"


def seat_names(t: Translator) -> tuple[str, str]:
    """Name the seats of a drill, the player first."""
    return t.text("You"), t.text("Opponent")


def held_sentence(cards: Sequence[Card], t: Translator) -> str:
    """Say what the opponent held when a card was played."""
    return t.text("In this deal the opponent held {cards}.", cards=shorts(cards))


def round_summary(answers: int, right: int, seconds: float, t: Translator) -> Iterator[str]:
    """Sum up a round: how many were right, and the time for each."""
    yield t.plural("{right} of {n} right.", "{right} of {n} right.", answers, right=right)
    if seconds:
        yield t.text("{seconds} seconds for each.", seconds=t.decimal(seconds / answers, ".1f"))


def time_sentence(seconds: float, best: float, difficulty: str, t: Translator) -> str:
    """State the time of an answer beside the best time for the difficulty of the question.

    Args:
        seconds: the time.
        best: the best time so far, which may be this one.
        difficulty: the difficulty of the question.
        t: the language.

    >>> from pegout.text.language import language
    >>> time_sentence(4.5, 3.25, "hard", language("en"))
    '4.5 seconds; your best: 3.2 (hard).'
    """
    said, how = t.decimal(seconds, ".1f"), difficulty_name(difficulty, t)
    if seconds == best:
        return t.text(
            "{seconds} seconds: your best time ({difficulty}).", seconds=said, difficulty=how
        )
    return t.text(
        "{seconds} seconds; your best: {best} ({difficulty}).",
        seconds=said,
        best=t.decimal(best, ".1f"),
        difficulty=how,
    )


def due_sentence(number: int, t: Translator) -> str:
    """Say how many questions come back today."""
    if not number:
        return t.text("Nothing comes back today.")
    return t.plural("{n} question comes back today.", "{n} questions come back today.", number)


def merged_sentence(items: int, dailies: int, t: Translator) -> str:
    """Say what merged progress has."""
    questions = t.plural("{n} question that comes back", "{n} questions that come back", items)
    days = t.plural("{n} daily", "{n} dailies", dailies)
    return t.text(
        "Both together have {questions} and {dailies}.", questions=questions, dailies=days
    )


# The daily


def daily_name(t: Translator) -> str:
    """Name the daily, and say what it is."""
    return t.text("Daily: five questions and a deal, the same for everybody today.")


def daily_result(score: int, t: Translator) -> str:
    """State the score of today's daily."""
    return t.text("Your daily: {score} of 100.", score=score)


def streak_sentence(days: int, t: Translator) -> str:
    """State a streak."""
    return t.plural("{n} day in a row.", "{n} days in a row.", days)


# Problems


def problem_words(code: str, t: Translator) -> str:
    """Say what is wrong with an answer, a filter or progress, by the code of the error."""
    return {
        "bad_answer": t.text("That is no answer to this question."),
        "bad_filter": t.text("This drill has no such filter."),
        "no_question": t.text("No question was found that fits the filter."),
        "newer_version": t.text("A newer Pegout wrote this progress; this one cannot read it."),
        "too_large": t.text("This progress is too large to be read."),
        "bad_progress": t.text("This file is no progress of Pegout; it is left as it is."),
        "bad_question": t.text("That is no question of this drill."),
        "bad_rules": t.text("Drills are about games of two by the standard rules."),
        "bad_day": t.text("That is no day for a daily."),
        "bad_deal": t.text("A deal is named by a date or a number."),
        "bad_cell": t.text("That is no free cell."),
    }[code]

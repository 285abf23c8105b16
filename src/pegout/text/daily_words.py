"""The words of the picture of a daily."""

from datetime import date

from pegout.svg.daily_picture import AnswerMark, DailyWords
from pegout.text.drill_sentences import streak_sentence
from pegout.text.language import Translator, capital
from pegout.wire.learning import DailyResult


def daily_words(day: date, result: DailyResult, streak: int, t: Translator) -> DailyWords:
    """Word the picture of a daily, which gives nothing away.

    Args:
        day: the date.
        result: the result.
        streak: the days in a row; 0 for a daily that is not kept.
        t: the translator.

    >>> from pegout.text.language import language
    >>> result = DailyResult(1, 87, ("right", "close"), 0.43)
    >>> daily_words(date(2026, 11, 28), result, 3, language("en")).label
    'Daily 2026-11-28: 87 of 100. Right, close. The deal: 0.4 points lost. 3 days in a row.'
    """
    names: dict[AnswerMark, str] = {
        "right": t.text("right"),
        "close": t.text("close"),
        "wrong": t.text("wrong"),
    }
    deal = _deal_lost(result.lost, t) if result.grades else ""
    row = streak_sentence(streak, t).rstrip(".") if streak else ""
    answers = ", ".join([names[grade] for grade in result.grades])
    daily, of = t.text("Daily"), t.text("of 100")
    label = [
        f"{daily} {day.isoformat()}: {result.score} {of}",
        capital(answers),
        deal,
        row,
    ]
    return DailyWords(
        title=f"Pegout · {daily}",
        day=day.isoformat(),
        score=result.score,
        of=of,
        marks=result.grades,
        deal=deal,
        streak=row,
        label=". ".join(filter(None, label)) + ".",
    )


def _deal_lost(lost: float, t: Translator) -> str:
    if lost < 0.05:
        return t.text("The deal: nothing lost")
    return t.text("The deal: {points} points lost", points=t.decimal(lost, ".1f"))

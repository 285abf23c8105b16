"""The daily line by line: five questions, a deal, one number, and a text to share."""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from pegout.school.daily import (
    Daily,
    deal_step,
    keep_daily,
    make_daily,
    score_of,
    share_text,
)
from pegout.school.drills import keep_answer
from pegout.school.progress import PlayerProgress
from pegout.school.questions import DrillQuestion, Judgement
from pegout.school.streak import streak
from pegout.school.told import told_events
from pegout.svg import DailyWords
from pegout.text.daily_words import daily_words
from pegout.text.drill_sentences import daily_result, streak_sentence
from pegout.tui.lines import Lines, QuitRequested
from pegout.tui.plain_drill import ask_question, say_judgement
from pegout.tui.progress_file import change_progress, load_progress
from pegout.wire.learning import DailyResult


class PlainDaily:
    """The daily of a date line by line.

    Args:
        lines: sentences out, lines in.
        path: the file of the progress.
        today: the player's own calendar day.
    """

    def __init__(self, lines: Lines, path: Path, today: date) -> None:
        self.lines, self.t = lines, lines.t
        self.path, self.today = path, today

    def run(self, day: date) -> DailyWords | None:
        """Ask the daily of a date; only that of today is kept, and only once.

        Returns:
            The words of its picture; ``None`` where the player has exited.
        """
        progress, t = load_progress(self.path), self.t
        if day == self.today and day in progress.daily:
            return self._end(day, progress.daily[day], progress)
        self.lines.say(
            t("Daily of {day}: five questions and a deal, on your honour.", day=day.isoformat())
        )
        try:
            result = self._play(make_daily(day))
        except QuitRequested:
            self.lines.say("", t("Nothing is kept; you can begin again."))
            return None
        self.lines.say("")
        if day != self.today:
            return self._end(day, result, PlayerProgress())
        return self._end(day, result, self._change(partial(keep_daily, day=day, result=result)))

    def _end(self, day: date, result: DailyResult, progress: PlayerProgress) -> DailyWords:
        """Say the result, and the streak of a daily that is kept."""
        self.lines.say(daily_result(result.score, self.t), share_text(day, result))
        row = streak(progress.daily, day)
        if progress.daily:
            self.lines.say(streak_sentence(row, self.t))
        return daily_words(day, result, row, self.t)

    def _play(self, daily: Daily) -> DailyResult:
        judged = [self._ask(question)[1] for question in daily.questions]
        self.lines.say("", self.t("And the deal. The opponent is a club player."))
        answers: list[str] = []
        decisions: list[Judgement] = []
        while True:
            question, events = deal_step(daily, answers)
            self.lines.say(*told_events(events, self.t))
            if question is None:
                return score_of(judged, decisions)
            answer, decision = self._ask(question)
            answers.append(answer)
            decisions.append(decision)

    def _ask(self, question: DrillQuestion) -> tuple[str, Judgement]:
        """Ask a question; what is missed comes back in its drill."""
        self.lines.say("")
        answer, judged = ask_question(self.lines, question)
        say_judgement(self.lines, question, judged)
        self._change(lambda progress: keep_answer(progress, question, judged, self.today))
        return answer, judged

    def _change(self, change: Callable[[PlayerProgress], PlayerProgress]) -> PlayerProgress:
        return change_progress(self.path, change)

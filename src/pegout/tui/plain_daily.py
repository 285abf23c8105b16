"""The daily line by line: five questions, a deal, one number, and a text to share."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from pegout.school.daily import (
    Daily,
    DailyScore,
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
            The words of its picture; ``None`` where the player has exited. Of a daily that was
            played before only the score is known.
        """
        progress, t = load_progress(self.path), self.t
        if day == self.today and day in progress.daily:
            score = progress.daily[day].score
            self.lines.say(daily_result(score, t), self._streak(progress))
            return self._words(score, progress)
        self.lines.say(
            t("Daily of {day}: five questions and a deal, on your honour.", day=day.isoformat())
        )
        try:
            scored = self._play(make_daily(day))
        except QuitRequested:
            self.lines.say("", t("Nothing is kept; you can begin again."))
            return None
        self.lines.say("", daily_result(scored.score, t), share_text(day, scored))
        if day == self.today:
            progress = self._change(lambda progress: keep_daily(progress, day, scored.score))
            self.lines.say(self._streak(progress))
        row = streak(progress.daily, day) if day == self.today else 0
        return daily_words(day.isoformat(), scored.score, scored.grades, scored.lost, row, t)

    def _words(self, score: int, progress: PlayerProgress) -> DailyWords:
        """Return the words of the daily of today, which was played before."""
        row = streak(progress.daily, self.today)
        return daily_words(self.today.isoformat(), score, (), None, row, self.t)

    def _play(self, daily: Daily) -> DailyScore:
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

    def _streak(self, progress: PlayerProgress) -> str:
        return streak_sentence(streak(progress.daily, self.today), self.t)

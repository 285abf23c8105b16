"""Drills line by line: a question, an answer, what it was worth, and the next."""

from collections.abc import Callable

from pegout.school.drills import judge
from pegout.school.errors import SchoolError
from pegout.school.play_drill import play_out
from pegout.school.questions import DrillQuestion, Judgement
from pegout.school.told import (
    held_cards,
    situation,
    task,
    told_reply,
    told_time,
    typed_answer_of,
    verdict,
    working,
)
from pegout.text import Translator
from pegout.text.drill_sentences import due_sentence, problem_words, round_summary
from pegout.tui.drill_session import DrillSession
from pegout.tui.lines import Lines, QuitRequested


class PlainDrill:
    """A drill line by line.

    Args:
        lines: sentences out, lines in.
        session: the round.
        clock: the seconds of a clock that only runs forward; without it times are not measured.
    """

    def __init__(
        self, lines: Lines, session: DrillSession, clock: Callable[[], float] | None = None
    ) -> None:
        self.lines, self.t = lines, lines.t
        self.session = session
        self._clock = clock

    def run(self, questions: int = 0) -> None:
        """Ask so many questions, or until none is left or the player exits; then sum up."""
        session, t = self.session, self.t
        self.lines.say(due_sentence(session.due, t))
        try:
            while not questions or session.answers < questions:
                question = session.next()
                if question is None:
                    break
                self.lines.say("")
                self.ask(question)
        except QuitRequested:
            self.lines.say("")
        if session.answers:
            self.lines.say(*round_summary(session.answers, session.right, session.seconds, t))
        if session.problem:
            self.lines.say(t("Your progress is not kept: {why}.", why=session.problem))

    def ask(self, question: DrillQuestion) -> None:
        """Ask a question, and say what the answer is worth."""
        begun = self._clock() if self._clock else 0.0
        answer, judged = ask_question(self.lines, question)
        seconds = round(self._clock() - begun, 1) if self._clock else 0.0
        self.session.keep(question, judged, seconds)
        say_judgement(self.lines, question, judged)
        if time := told_time(question, judged, seconds, self.session.progress, self.t):
            self.lines.say(time)
        if question.drill == "play":
            reply = play_out(question.text, answer, self.session.chance_of_reply())
            self.lines.say("", *told_reply(reply, self.t))


def ask_question(lines: Lines, question: DrillQuestion) -> tuple[str, Judgement]:
    """Ask a question until an answer can be judged; return it with its judgement."""
    t = lines.t
    lines.say(*situation(question, t), held_cards(question))
    while True:
        line = lines.ask(task(question, t))
        if line.casefold() in lines.words("quit"):
            raise QuitRequested
        try:
            answer = typed_answer_of(question, line, t)
            return answer, judge(question, answer)
        except SchoolError as error:
            lines.say(problem_words(error.code, t), _how(question, t))


def say_judgement(lines: Lines, question: DrillQuestion, judged: Judgement) -> None:
    """Say what an answer was worth, and how it is counted or what was better."""
    lines.say(*verdict(question, judged, lines.t), "", *working(question, judged, lines.t))


def _how(question: DrillQuestion, t: Translator) -> str:
    if question.drill == "counting":
        return t("Type the total, or combinations such as “5H JD, 5S JD”; q exits.")
    return t("Type cards by name, or by their numbers from 1 on the left; q exits.")

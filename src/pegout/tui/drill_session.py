"""A round of a drill: the next question, the answer, and the progress in its file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pegout.school.drills import due_mistakes, judge, keep_answer, next_mistake, next_question
from pegout.school.progress import PlayerProgress, due_items
from pegout.school.questions import DrillQuestion, Judgement, RoundName, read_filter
from pegout.tui.progress_file import change_progress, load_progress

if TYPE_CHECKING:
    from pegout.table.sources import Sources


class DrillSession:
    """A round of one drill, or of the mistakes in all of them.

    Args:
        drill: the name of the drill, or ``mistakes``.
        wanted: the filter of new questions.
        path: the file of the progress.
        sources: the date and the chance.

    Raises:
        SchoolError: for a filter that the drill does not have, or progress that cannot be read.
    """

    def __init__(self, drill: RoundName, wanted: str, path: Path, sources: Sources) -> None:
        self.drill, self.path = drill, path
        self.refilter(wanted)
        self.sources = sources
        self.progress = load_progress(path)
        self.answers = self.right = 0
        self.seconds = 0.0
        #: Why the progress is not kept, once it could not be written.
        self.problem = ""

    def refilter(self, wanted: str) -> None:
        """Have new questions fit another filter.

        Raises:
            SchoolError: ``bad_filter``; the filter stays as it was.
        """
        read_filter(self.drill, wanted)
        self.wanted = wanted

    @property
    def day(self) -> date:
        """The player's own calendar day."""
        return date.fromisoformat(self.sources.today())

    @property
    def due(self) -> int:
        """The number of questions that come back today."""
        if self.drill == "mistakes":
            return len(due_mistakes(self.progress, self.day))
        return len(due_items(self.progress, self.drill, self.day))

    def next(self) -> DrillQuestion | None:
        """Return the next question: what is due first, then what is new.

        There is no new mistake: without one that is due it is ``None``.
        """
        if self.drill == "mistakes":
            return next_mistake(self.progress, self.day)
        chance = Random(self.sources.chance.getrandbits(64))
        return next_question(self.progress, self.drill, self.wanted, self.day, chance)

    def answer(self, question: DrillQuestion, answer: str, seconds: float) -> Judgement:
        """Judge an answer, and keep it.

        Raises:
            SchoolError: ``bad_answer``; nothing is kept then.
        """
        judged = judge(question, answer)
        self.keep(question, judged, seconds)
        return judged

    def keep(self, question: DrillQuestion, judged: Judgement, seconds: float) -> None:
        """Keep a judged answer."""
        self._keep(lambda progress: keep_answer(progress, question, judged, self.day, seconds))
        self.answers += 1
        self.right += judged.right
        self.seconds += seconds

    def _keep(self, change: Callable[[PlayerProgress], PlayerProgress]) -> None:
        try:
            self.progress = change_progress(self.path, change)
        except OSError as error:
            self.problem = error.strerror or str(error)
            self.progress = change(self.progress)

    def chance_of_reply(self) -> Random:
        """Return the chance by which a reply is played out."""
        return Random(self.sources.chance.getrandbits(64))

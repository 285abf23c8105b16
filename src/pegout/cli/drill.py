"""``pegout drill``: questions in counting, discards and the play, and what was missed again.

``drill`` is long, and ``command`` has many arguments: each option is declared and passed here.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import IO, TYPE_CHECKING, Any

import click

from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.options import json_option, progress_option
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.school.questions import DrillQuestion, Judgement, RoundName
    from pegout.wire.learning import DrillName

#: The names are given here so that the help does not wait for the search.
_DRILLS = ("counting", "discards", "play", "mistakes")


def drill(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "drill",
        help=about(
            t,
            t(
                "Ask questions in counting, discards or the play, and say what each answer was "
                "worth. What was missed comes back after a day, and then later and later; mistakes "
                "has only that, of all drills."
            ),
            t(
                "Filters: counting has hand, crib and pile; discards has dealer, pone, close, "
                "traps and a score such as 84-90; play has dealer, pone, last, end and a score. "
                "All have easy, medium and hard."
            ),
            t(
                "With --question and --answer one answer is judged; with --json one question is "
                "drawn. Neither changes your progress."
            ),
            examples=[
                "pegout drill counting --questions 10 --timed",
                'pegout drill discards --filter "pone traps"',
                "pegout drill mistakes --mistakes friday.peg --seat 1",
                "pegout drill counting --seed 7 --json",
                'pegout drill counting --question "5H 5S 5C JD | 5D" --answer 28',
            ],
            fields={
                "drill, text": t("the question: its drill, and the text that names it"),
                "cards": t("the cards that are chosen from"),
                "difficulty, measure": t("easy, medium or hard; the probability of an error"),
                "grade": t("of an answer: right, close or wrong"),
                "points, errors": t("the points lost, and the kinds of errors"),
                "advice": t("the options, the best first; null for a count"),
                "says": t("the answer in sentences"),
            },
        ),
    )
    @click.argument("name", metavar="DRILL", type=OneOf(t, _DRILLS))
    @click.option("--filter", "wanted", default="", help=t("What new questions have to be like."))
    @click.option(
        "--questions",
        type=click.IntRange(1, 1000),
        help=t("How many questions; until you exit by default."),
    )
    @click.option("--timed", is_flag=True, help=t("Against your best time."))
    @click.option("--question", "text", metavar="TEXT", help=t("Ask this question."))
    @click.option("--answer", help=t("Judge this answer to the question."))
    @click.option(
        "--seed",
        type=click.IntRange(0, 2**62 - 1),
        help=t("The seed that determines every random choice; drawn at random by default."),
    )
    @progress_option(t)
    @click.option(
        "--mistakes",
        "record",
        type=click.File("rb"),
        metavar="FILE",
        help=t("Add the mistakes of this record of games first; they come back today."),
    )
    @click.option(
        "--seat", type=click.IntRange(0, 1), default=0, help=t("The seat that made the mistakes.")
    )
    @json_option(t)
    @click.pass_context
    def command(
        ctx: click.Context,
        *,
        name: RoundName,
        wanted: str,
        questions: int | None,
        timed: bool,
        text: str | None,
        answer: str | None,
        seed: int | None,
        path: Path | None,
        record: IO[bytes] | None,
        seat: int,
        as_json: bool,
    ) -> None:
        from pegout.school.errors import SchoolError
        from pegout.text.drill_sentences import problem_words

        if answer is not None and text is None:
            raise click.UsageError(t("--answer needs the question: --question TEXT."))
        try:
            if name != "mistakes" and answer is not None and text is not None:
                _judge_one(t, name, text, answer, as_json=as_json)
            elif name != "mistakes" and (as_json or text is not None):
                _ask_one(t, name, wanted, text, seed, as_json=as_json)
            elif as_json or text is not None:
                raise click.UsageError(
                    t("mistakes only asks what comes back: leave out --question and --json.")
                )
            else:
                if record is not None:
                    _add_mistakes(ctx, t, record, seat, path)
                _run(t, name, wanted, questions or 0, seed, path, timed=timed)
        except SchoolError as error:
            raise click.UsageError(problem_words(error.code, t)) from error

    return command


def _add_mistakes(
    ctx: click.Context, t: Translator, file: IO[bytes], seat: int, path: Path | None
) -> None:
    """Add the mistakes of a record to the progress."""
    from datetime import date

    from pegout.cli.records import read_records
    from pegout.machine import machine_sources
    from pegout.school.mistakes import add_mistakes, mistakes_of
    from pegout.tui.progress_file import change_progress, progress_path

    found = [one for record in read_records(ctx, t, file) for one in mistakes_of(record, seat)]
    day = date.fromisoformat(machine_sources().today())
    change_progress(path or progress_path(), lambda value: add_mistakes(value, found, day))


def _run(
    t: Translator,
    name: RoundName,
    wanted: str,
    questions: int,
    seed: int | None,
    path: Path | None,
    *,
    timed: bool,
) -> None:
    from pegout.machine import machine_sources
    from pegout.tui.drill_session import DrillSession
    from pegout.tui.lines import Lines
    from pegout.tui.plain_drill import PlainDrill
    from pegout.tui.progress_file import progress_path

    sources = machine_sources()
    if seed is not None:
        sources = replace(sources, chance=Random(seed))
    session = DrillSession(name, wanted, path or progress_path(), sources)
    lines = Lines(sys.stdin, sys.stdout, t)
    PlainDrill(lines, session, time.monotonic if timed else None).run(questions)
    lines.end()


def _ask_one(
    t: Translator,
    name: DrillName,
    wanted: str,
    text: str | None,
    seed: int | None,
    *,
    as_json: bool,
) -> None:
    """Print a question: a given one, or a new one."""
    from pegout.cards import format_cards
    from pegout.school.difficulty import grade_measure
    from pegout.school.drills import make, measure
    from pegout.school.questions import DrillQuestion
    from pegout.school.told import cards_of, held_cards, situation, task

    question = DrillQuestion(name, text) if text is not None else make(name, Random(seed), wanted)
    if not as_json:
        click.echo("\n".join([*situation(question, t), held_cards(question), task(question, t)]))
        return
    probability = measure(question)
    plain = {
        **question._asdict(),
        "cards": format_cards(cards_of(question)).split(),
        "difficulty": grade_measure(probability),
        "measure": round(probability, 4),
    }
    click.echo(json.dumps(plain))


def _judge_one(t: Translator, name: DrillName, text: str, answer: str, *, as_json: bool) -> None:
    """Print what an answer is worth."""
    from pegout.school.drills import judge
    from pegout.school.questions import DrillQuestion
    from pegout.school.told import typed_answer_of, verdict, working

    question = DrillQuestion(name, text)
    judged = judge(question, typed_answer_of(question, answer, t))
    says = verdict(question, judged, t)
    if as_json:
        click.echo(json.dumps(_plain(t, question, judged, says), ensure_ascii=False))
    else:
        click.echo("\n".join([*says, "", *working(question, judged, t)]))


def _plain(
    t: Translator, question: DrillQuestion, judged: Judgement, says: list[str]
) -> dict[str, Any]:
    import msgspec

    from pegout.table.hints import advice_on

    options = judged.options
    return {
        **question._asdict(),
        "grade": judged.grade,
        "points": round(judged.points, 4),
        "errors": list(judged.errors),
        "advice": None
        if options is None
        else msgspec.to_builtins(advice_on(options, judged.chosen, t, shown=len(options.options))),
        "says": says,
    }

"""The daily: five questions and one deal, the same for everybody on a date.

Everything follows from the date and the version of this function. A secret is derived from both as
:func:`pegout.fairness.seeded_secrets` does it, and is the seed of every draw. The cards can be
computed beforehand, so the daily is on one's honour. No question is trivial: each has a difficulty
of its own (``QUESTIONS``), and the discard of the deal is no easy one.

The score is from 0 to 100. A right answer is worth 14 points, a close one 7. The deal is worth 30,
less 10 for each point of the deal that its decisions lose.

>>> from datetime import date
>>> daily = make_daily(date(2026, 11, 28))
>>> [question.drill for question in daily.questions]
['counting', 'counting', 'discards', 'discards', 'play']
>>> daily.deal.drill
'discards'
"""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import msgspec

from pegout.cards import parse_cards
from pegout.fairness import seeded_secrets
from pegout.match import Match
from pegout.notation import write_position
from pegout.players import Player, create
from pegout.rules import Action, Discard, Event, Phase, Play, SeatView, seen
from pegout.school.choices import options_at, view_at
from pegout.school.difficulty import choice_measure
from pegout.school.drills import judge, make
from pegout.school.errors import SchoolError
from pegout.school.play_drill import LEVEL, described, match_from
from pegout.school.progress import MAX_DAILY, PlayerProgress
from pegout.school.questions import DrillQuestion, Judgement
from pegout.wire.learning import DailyResult, DrillName

#: Raised when the same date would give other questions. Each version stays for its dates.
VERSION: Final = 1
#: The questions: their drills and filters.
QUESTIONS: Final[tuple[tuple[DrillName, str], ...]] = (
    ("counting", "hand hard"),
    ("counting", "crib medium"),
    ("discards", "hard"),
    ("discards", "medium"),
    ("play", "hard"),
)
#: The difficulty of the discard of the deal at least.
_DEAL_MEASURE: Final = 1 / 3
_RIGHT, _CLOSE = 14, 7
_DEAL, _PER_POINT = 30, 10
#: The signs of a right, a close and a wrong answer, which give nothing away.
_SIGNS: Final = {"right": "●", "close": "◐", "wrong": "○"}
#: The phases in which the seats of the deal act.
_PHASES: Final = (Phase.DISCARD, Phase.CUT, Phase.PLAY)
_REMEMBERED: Final = 8


class Daily(NamedTuple):
    """The daily of a date."""

    day: date
    version: int
    questions: tuple[DrillQuestion, ...]
    deal: DrillQuestion  # the discard with which the deal begins


class DealStep(NamedTuple):
    """Where the deal stands after some answers."""

    question: DrillQuestion | None  # the next decision; None where the play is over
    events: tuple[Event, ...]  # what has happened since the last decision, as the seat sees it


@lru_cache(_REMEMBERED)
def make_daily(day: date) -> Daily:
    """Make the daily of a date."""
    chance = _chance(day, "questions")
    questions = tuple([make(drill, chance, wanted) for drill, wanted in QUESTIONS])
    chance = _chance(day, "deal")
    while True:
        deal = make("discards", chance)
        if choice_measure(options_at(deal.text)) >= _DEAL_MEASURE:
            return Daily(day, VERSION, questions, deal)


def _chance(day: date, part: str) -> Random:
    """Return the chance of a part of a date."""
    secret = seeded_secrets("pegout daily")(f"{VERSION}/{day.isoformat()}/{part}")
    return Random(int.from_bytes(secret))


# The deal


def deal_step(daily: Daily, answers: Sequence[str]) -> DealStep:
    """Play the deal of a daily with some answers, and return the next decision.

    The opponent plays at the level ``club``, and cards that cannot be chosen are played at once.

    Raises:
        SchoolError: ``bad_answer`` for an answer that cannot be given.
    """
    chance = _chance(daily.day, "cards")
    view = view_at(daily.deal.text)
    match = match_from(view, view.sample(chance), chance)
    players = {seat: create(LEVEL, chance.getrandbits(32)) for seat in (0, 1)}
    given, events = list(answers), list[Event]()
    while match.view(0).phase in _PHASES:
        own = match.view(0)
        if _decides(own):
            question = _question(own)
            if not given:
                return DealStep(question, tuple(events))
            events = []
            action = _action(own, question, given.pop(0))
        else:
            action = _other_action(match, players)
        for entry in match.act(action.seat, action):
            if isinstance(entry.event, Event):
                events.append(seen(entry.event, own.seat))
    if given:
        raise SchoolError("bad_answer", "the deal has fewer decisions than answers")
    return DealStep(None, tuple(events))


def _decides(view: SeatView) -> bool:
    """Return whether seat 0 discards, or chooses among cards of several ranks."""
    if view.seat not in view.to_act:
        return False
    if view.phase is Phase.PLAY:
        return len({card >> 2 for card in view.playable()}) > 1
    return view.phase is Phase.DISCARD


def _question(view: SeatView) -> DrillQuestion:
    drill: DrillName = "discards" if view.phase is Phase.DISCARD else "play"
    return DrillQuestion(drill, write_position(described(view)))


def _action(view: SeatView, question: DrillQuestion, answer: str) -> Action:
    """Return the action of an answer; a card of another suit is played for its rank."""
    chosen = judge(question, answer).chosen
    assert chosen is not None, "cards were judged"
    if question.drill == "discards":
        return Discard(view.seat, chosen.cards)
    (named, *_) = parse_cards(answer)
    fits = [card for card in view.playable() if card >> 2 == named >> 2]
    return Play(view.seat, named if named in fits else max(fits))


def _other_action(match: Match, players: dict[int, Player]) -> Action:
    """Let a level act: for the opponent, or where seat 0 has nothing to choose."""
    seats = [seat for seat in sorted(match.to_act) if not (seat == 0 and _decides(match.view(0)))]
    return players[seats[0]].choose(match.view(seats[0]))


# The score


def score_daily(daily: Daily, answers: Sequence[str], deal: Sequence[str]) -> DailyResult:
    """Score the answers to the questions and the decisions of the deal.

    Raises:
        SchoolError: ``bad_answer`` where answers are missing, too many, or cannot be given.
    """
    if len(answers) != len(daily.questions) or deal_step(daily, deal).question is not None:
        raise SchoolError("bad_answer", "expected five answers and the whole deal")
    judged = [
        judge(question, answer) for question, answer in zip(daily.questions, answers, strict=True)
    ]
    decisions = []
    for at, answer in enumerate(deal):
        question = deal_step(daily, deal[:at]).question
        assert question is not None, "the deal has as many decisions as answers"
        decisions.append(judge(question, answer))
    return score_of(judged, decisions)


def score_of(judged: Iterable[Judgement], decisions: Iterable[Judgement]) -> DailyResult:
    """Score judged answers and the judged decisions of the deal."""
    grades = tuple([judgement.grade for judgement in judged])
    lost = sum([judgement.points for judgement in decisions if not judgement.right])
    points = sum([{"right": _RIGHT, "close": _CLOSE, "wrong": 0}[grade] for grade in grades])
    score = points + max(0, _DEAL - round(_PER_POINT * lost))
    return DailyResult(VERSION, score, grades, round(lost, 1))


def share_text(day: date, result: DailyResult) -> str:
    """Return a text to share, without cards and answers.

    >>> share_text(date(2026, 11, 28), DailyResult(1, 87, ("right", "close", "wrong"), 0.4))
    'Pegout 2026-11-28  87/100  ●◐○ −0.4'
    """
    said = f"Pegout {day.isoformat()}  {result.score}/100"
    if not result.grades:
        return said
    signs = "".join([_SIGNS[grade] for grade in result.grades])
    lost = f"−{result.lost:.1f}" if result.lost else "±0"
    return f"{said}  {signs} {lost}"


def keep_daily(progress: PlayerProgress, day: date, result: DailyResult) -> PlayerProgress:
    """Return the progress after a daily.

    The first result of a day stays. A day before the latest one that was played is not kept: a
    clock that was set back can neither lengthen nor end a streak.

    Args:
        progress: the progress so far.
        day: the player's own calendar day, which is that of the daily.
        result: the result.
    """
    if progress.daily and day <= max(progress.daily):
        return progress
    days = {**progress.daily, day: result}
    return msgspec.structs.replace(progress, daily=dict(sorted(days.items())[-MAX_DAILY:]))

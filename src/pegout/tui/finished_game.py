"""What is said and kept of a game that is over: luck and skill, its errors and its mistakes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import msgspec

from pegout.cards import parse_cards
from pegout.review.game_numbers import digest, encode, helps_in_log, version_of
from pegout.rules import Discarded
from pegout.school.errors import SchoolError
from pegout.school.mistakes import add_mistakes, mistakes_in
from pegout.storage.review_rows import KEPT_REVIEWS
from pegout.table.game_errors import game_errors
from pegout.table.store import StoreError
from pegout.text import Translator, explain
from pegout.text.drill_sentences import problem_words
from pegout.text.luck_sentences import costliest_sentence
from pegout.text.names import shorts
from pegout.tui.progress_file import change_progress, progress_path

if TYPE_CHECKING:
    from pegout.storage import Library
    from pegout.tui.judged_game import JudgedGame
    from pegout.tui.local_seats import LocalView
    from pegout.wire.decision_values import DecisionOption
    from pegout.wire.http import GameReview


def is_judged_at_once(local: LocalView) -> bool:
    """Return whether luck and skill are said as the game ends: it takes seconds, not minutes."""
    rules = local.match.setup.rules
    if local.match.practice is not None or rules.players > 2 or rules.lowball:
        return False
    return any(isinstance(entry.event, Discarded) for entry in local.this_game())


def luck_lines(review: GameReview, seat: int | None, t: Translator) -> list[str]:
    """Say the luck and the skill in a game, and which decision of a seat cost the most."""
    lines = [review.headline] if review.headline else []
    number = None if seat is None else review.sums[seat].costliest
    if number is not None:
        decision = next(each for each in review.decisions if each.number == number)
        chosen, best = (_named(decision.options[at]) for at in (decision.chosen, 0))
        loss = decision.loss
        lines.append(costliest_sentence(chosen, best, loss.points, loss.chance, t))
    return lines


def _named(option: DecisionOption) -> str:
    return shorts(parse_cards(" ".join(option.cards))) if option.cards else option.words


def keep_errors(judged: JudgedGame, library: Library) -> None:
    """Store the numbers of a reviewed game, and the errors of each seat, for the statistics.

    Raises:
        StoreError: if they cannot be stored.
    """
    assert judged.numbers is not None, "the game has been reviewed"
    rules, game, numbers = judged.rules, judged.game, judged.numbers
    library.reviews.keep(digest(rules, game), version_of(rules), encode(numbers), KEPT_REVIEWS)
    errors = game_errors(rules, numbers, helps_in_log(rules, game))
    library.keep_errors(judged.record.match, game.number, errors)


def keep_mistakes(judged: JudgedGame, seat: int, day: date) -> None:
    """Keep the mistakes of a seat in a reviewed game, which come back in the drills.

    Raises:
        SchoolError: for progress that cannot be read.
        OSError: if it cannot be written.
    """
    assert judged.numbers is not None, "the game has been reviewed"
    own = [decision.valued for decision in judged.decisions(seat)]
    numbers = msgspec.structs.replace(judged.numbers, decisions=own)
    if found := list(mistakes_in(judged.rules, judged.game, numbers)):
        change_progress(progress_path(), lambda progress: add_mistakes(progress, found, day))


def keep_review(
    judged: JudgedGame, seat: int | None, library: Library, day: date | None, t: Translator
) -> str:
    """Keep the errors of a reviewed game, and the mistakes of a seat.

    Args:
        judged: the game, whose evaluation is complete.
        seat: the only person at this terminal, if there is one.
        library: where the game is stored.
        day: the player's own calendar day; without it mistakes are not kept.
        t: the language.

    Returns:
        Why something is not kept, in a sentence; empty if everything is.
    """
    try:
        keep_errors(judged, library)
        if seat is not None and day is not None:
            keep_mistakes(judged, seat, day)
    except StoreError as error:
        return explain(error, None, t)
    except SchoolError as error:
        return problem_words(error.code, t)
    except OSError as error:
        return t("Your progress is not kept: {why}.", why=error.strerror or str(error))
    return ""

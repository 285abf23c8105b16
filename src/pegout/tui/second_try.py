"""Retry a decision: who may do so, and the practice match that starts with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pegout.evaluation.likely_discards import likely_discards
from pegout.match import Match, opponents, practice
from pegout.notation import replay_events
from pegout.players import LEVELS
from pegout.table.store import Store, new_id
from pegout.text import Translator
from pegout.text.offers import DEFAULT_LEVEL
from pegout.tui.choices import Choices
from pegout.tui.judged_game import Judged, JudgedGame
from pegout.tui.session import Session
from pegout.tui.settings import Settings


def is_over(match: Match, game: int) -> bool:
    """Return whether a game of a match is over."""
    return game < match.game or match.game_over


def may_try(session: Session, game: int, seat: int | None) -> bool:
    """Return whether a seat may retry its decisions: only a person's, in a finished game."""
    live = session.shared and not session.match.over
    return is_over(session.match, game) and not live and seat in session.persons


def place_of(game: JudgedGame, decided: Judged) -> int:
    """Return the index of a decision among all events of its game."""
    chosen = game.game.entries[decided.reviewed.place]
    events = [event for event, _ in replay_events(game.rules, game.game)]
    return next(place for place, event in enumerate(events) if event is chosen)


def begin_again(
    library: Store, match: Match, game: int, at: int, seat: int, settings: Settings, t: Translator
) -> Match:
    """Start a practice match that continues from a decision of a match that was played.

    Computer players keep their seats. The level that the player chose last takes the seats of other
    persons.

    Args:
        library: the storage of the practice match.
        match: the match that was played, which does not change.
        game: the number of the game.
        at: the index of the decision among all events of the game.
        seat: the deciding seat.
        settings: the player's settings.
        t: the translator.

    Raises:
        RulesError: if the event is not a decision, or the own cards are unknown.
        StoreError: if the match cannot be saved.
    """
    setup = match.setup
    kinds = [seated.kind for seated in setup.seats]
    chosen = Choices.of(settings, t).kinds[1:]
    level = next((kind for kind in chosen if kind in LEVELS), DEFAULT_LEVEL)
    sitting = opponents(kinds, seat, LEVELS, level)
    replaced = [one for one, kind in enumerate(kinds) if kind != sitting[one]]
    seats = [replace(seated, kind=kind) for seated, kind in zip(setup.seats, sitting, strict=True)]
    record = match.record(seat)
    begin = practice(record, game, at, replaced=replaced, habits=likely_discards)
    made = replace(
        setup,
        id=new_id(),
        seats=tuple(seats),
        games=1,
        play_to=0,
        dealer=begin.dealer,
        date=datetime.now().astimezone().date().isoformat(),
    )
    return library.create(made, practice=begin)

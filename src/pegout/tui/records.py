"""The record of a match: saved to a file, and its deals proved."""

from __future__ import annotations

from pathlib import Path

from pegout.match import GameBegan, Match, MatchBegan, MatchEnded, SecretDrawn
from pegout.notation import (
    DealVerdict,
    GameRecord,
    Player,
    Record,
    game_record,
    verify_deals,
    write,
)
from pegout.notation.record import Entry
from pegout.rules import GameEnded
from pegout.text import Teller, Translator, prompts

__all__ = ["match_record", "save_record", "verdict_lines"]


def match_record(match: Match) -> Record:
    """Give the record of the games of a match that are over, with every card in it."""
    setup = match.setup
    games: list[GameRecord] = []
    events: list[Entry] = []
    number, dealer = 1, setup.dealer
    for entry in match.effective():
        event = entry.event
        if isinstance(event, GameBegan):
            _add(games, match, events, number, dealer)
            number, dealer, events = event.game, event.dealer, []
        elif not isinstance(event, MatchBegan | MatchEnded | SecretDrawn):
            # What has been taken back is not among the entries that count, nor is the taking back.
            events.append(event)  # type: ignore[arg-type]
    _add(games, match, events, number, dealer)
    tags = tuple(
        (name, text) for name, text in (("Event", setup.event), ("Date", setup.date)) if text
    )
    return Record(
        setup.rules,
        tuple(Player(seated.name, seated.kind) for seated in setup.seats),
        tuple(games),
        match=setup.id,
        tags=tags,
    )


def _add(
    games: list[GameRecord], match: Match, events: list[Entry], number: int, dealer: int | None
) -> None:
    if any(isinstance(event, GameEnded) for event in events):
        games.append(game_record(match.setup.rules, events, number=number, dealer=dealer))


def save_record(match: Match, folder: Path) -> Path:
    """Write the record of a match into a folder, beside what is there, and give its path."""
    path = folder / f"pegout-{match.setup.id}.txt"
    path.write_text(write(match_record(match)), encoding="utf-8")
    return path


def verdict_lines(match: Match, t: Translator) -> list[str]:
    """Tell whether the deals of a match were fair, deal by deal and in sum."""
    record = match_record(match)
    verdicts = verify_deals(record)
    names = [seated.name for seated in match.setup.seats]
    teller = Teller(t, names, None, match.setup.rules)
    if not verdicts:
        return [t("No game of this match is over, so no seal is opened yet.")]
    lines = list(prompts.verdict(teller, ok=all(verdict.ok for verdict in verdicts)))
    return [lines[0], "", lines[1], "", *(_line(verdict, t) for verdict in verdicts)]


def _line(verdict: DealVerdict, t: Translator) -> str:
    mark = "✓" if verdict.ok else "✗"
    what = {
        "proved": t("the cards lie where the secret puts them"),
        "no_commitment": t("no seal was published"),
        "no_secret": t("the seal is not opened"),
        "wrong_secret": t("the secret does not fit the seal"),
        "wrong_cards": t("the cards do not lie where the secret puts them"),
    }[verdict.code]
    if verdict.deal == 0:
        where = t("Game {game}, the first cut", game=verdict.game)
    else:
        where = t("Game {game}, deal {deal}", game=verdict.game, deal=verdict.deal)
    return f"{mark} {where}: {what}"

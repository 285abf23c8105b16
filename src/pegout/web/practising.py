"""Tables of practice: each goes on from a decision of a game that was played."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from pegout.evaluation.likely_discards import likely_discards
from pegout.match import Practice, opponents, practice
from pegout.notation import GameRecord, Record
from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import RulesError
from pegout.text import Translator
from pegout.text.offers import free_name
from pegout.web.names import can_be_read, looks_like, tidy
from pegout.web.replays import names_of
from pegout.web.seats import Plan, check_level, match_of, planned
from pegout.wire import Held, Order, TableOptions, TryAgain, Wanted

__all__ = ["PractisedGame", "practised"]


class PractisedGame(NamedTuple):
    """A game that somebody may practise.

    Attributes:
        record: what was played.
        game: the game of it.
        seat: whose decisions they may try again.
    """

    record: Record
    game: GameRecord
    seat: int


def practised(
    played: PractisedGame, wish: TryAgain, offered: Collection[str], t: Translator, today: str
) -> tuple[Plan, list[Held], Practice]:
    """Plan a table of practice.

    Computer players sit where they sat, the level of the wish wherever else. The same wish with the
    same key plans the same table.

    Args:
        played: the game.
        wish: which decision of it, with a key.
        offered: the computer players that may sit down.
        t: the language, for players without a name.
        today: the date for the record; ISO 8601.

    Returns:
        The table, the seat at it, and what its match begins with.

    Raises:
        RulesError: ``no_decision`` where the seat decides nothing there, ``unknown_level``.
    """
    record, game, seat = played
    check_level(wish.level, offered)
    kinds = [one.kind for one in record.players]
    sitting = opponents(kinds, seat, offered, wish.level)
    replaced = [at for at, kind in enumerate(kinds) if at != seat and kind != sitting[at]]
    at = wish.number - FIRST_NUMBER
    begin = practice(record, game.number, at, replaced=replaced, habits=likely_discards)
    if begin.began.seat != seat:
        raise RulesError("no_decision", f"entry {wish.number} is no decision of seat {seat}")
    wanted = map(Wanted, _names(record, seat, t), sitting)
    order = Order(
        seats=list(wanted), options=TableOptions(chat=False, spectators=False), key=wish.key
    )
    plan, held = planned(order, record.rules, offered)
    plan = plan.next_match(match_of(wish.key), begin.dealer, today)
    asked = msgspec.json.encode((order, record.match, wish), order="deterministic")
    digest = hashlib.sha256(asked).hexdigest()
    return msgspec.structs.replace(plan, order=digest, practice=True), held, begin


def _names(record: Record, seat: int, t: Translator) -> Iterator[str]:
    """Give the names of a record, and others for those that nobody may have at a table."""
    names = [tidy(name) for name in names_of(record.players, t)]
    first = names[seat]
    taken = [first if _is_fine(first, []) else free_name(names, looks_like)]
    for at, name in enumerate(names):
        if at == seat:
            yield taken[0]
            continue
        taken.append(name if _is_fine(name, taken) else free_name([*names, *taken], looks_like))
        yield taken[-1]


def _is_fine(name: str, taken: Collection[str]) -> bool:
    """Whether somebody may have a name at a table where these are taken."""
    return (
        0 < len(name) <= 24
        and name == name.strip()
        and name.isprintable()
        and can_be_read(name)
        and not any(looks_like(name, one) for one in taken)
    )
